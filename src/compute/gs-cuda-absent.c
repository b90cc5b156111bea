#include "gs-absent.h"

#define REASON N_ ("This build has no CUDA part, because the CUDA toolkit was not there when it was built.")

GS_DEFINE_ABSENT_BACKEND (gs_backend_cuda, "cuda", REASON)
GS_DEFINE_ABSENT_BACKEND (gs_backend_cublas, "cublas", REASON)
