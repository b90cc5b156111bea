#include "gs-io-error.h"

G_DEFINE_QUARK (gs - io - error - quark, gs_io_error)
