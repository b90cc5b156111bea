#include "gs-absent.h"

GS_DEFINE_ABSENT_BACKEND (gs_backend_blas,
                          "blas",
                          N_ ("This build was made without OpenBLAS (-Dblas=disabled)."))
