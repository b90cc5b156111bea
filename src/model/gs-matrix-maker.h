#pragma once

#include <gio/gio.h>

#include "gs-source.h"

G_BEGIN_DECLS

/* Makes the @m × @n values of a generator in another thread: a large matrix takes
 * seconds. Cancelled, it stops within milliseconds. */
void gs_matrix_make_async (GsSource *source,
                           gint64 m,
                           gint64 n,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data);

/* NULL with @error (G_IO_ERROR_CANCELLED, GS_CORE_ERROR). */
GsMatrix *gs_matrix_make_finish (GAsyncResult *result, GError **error);

G_END_DECLS
