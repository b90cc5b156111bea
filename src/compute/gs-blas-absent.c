#include "gs-absent.h"

GS_DEFINE_ABSENT_BACKEND (
    gs_backend_blas,
    "blas",
    N_ ("This Gridscope was built without OpenBLAS; install one that was built with it."))
