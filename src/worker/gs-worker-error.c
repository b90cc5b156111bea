#include "gs-worker-client.h"

G_DEFINE_QUARK (gs - worker - error - quark, gs_worker_error)
