#include "gs-absent.h"

GS_DEFINE_ABSENT_BACKEND (gs_backend_simt, "simt", N_ ("This build has no simulated GPU."))
