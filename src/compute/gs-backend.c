#include "gs-backend.h"

G_DEFINE_QUARK (gs-compute-error-quark, gs_compute_error)
