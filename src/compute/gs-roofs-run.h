#pragma once

#include <gio/gio.h>

#include "gs-roofs.h"

G_BEGIN_DECLS

/* Measures the processor with @threads threads (as in GsSpec) and, where one can
 * be used, the GPU that @device names (NULL: the first). A second or two; blocks.
 * NULL with @error when the processor or the GPU cannot be measured, when
 * @device is not there, or when cancelled. */
GsRoofs *gs_roofs_run (int threads, const char *device, GCancellable *cancellable, GError **error);

G_END_DECLS
