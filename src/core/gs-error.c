#include "gs-error.h"

G_DEFINE_QUARK (gs-core-error-quark, gs_core_error)
