#pragma once

#include "gs-io-error.h"

G_BEGIN_DECLS

/* Reads the whole of @file, at most @max_bytes, with a NUL byte added after it.
 * Size and memory are asked before anything is allocated; a pipe or a file that
 * grows is cut off at the bound with GS_IO_ERROR_SIZE. Free @text. */
gboolean gs_file_load (
    GFile *file, gint64 max_bytes, GCancellable *cancellable, char **text, gsize *length, GError **error);

/* The same for a stream that is open; @size_hint −1 when the size is unknown. */
gboolean gs_stream_load (GInputStream *stream,
                         gint64 size_hint,
                         gint64 max_bytes,
                         GCancellable *cancellable,
                         char **text,
                         gsize *length,
                         GError **error);

/* Bytes of @file, or −1 when it is not a regular file. */
gint64 gs_stream_size (GFileInputStream *stream, GCancellable *cancellable);

/* Whether @file can be written as a file of its own: it is not there yet, or a regular
 * file, in a folder that is there (else G_IO_ERROR_NOT_FOUND). A pipe or a device is not replaced by one; G_IO_ERROR_NOT_REGULAR_FILE names it.
 * What else stands in the way is found out by writing. */
gboolean gs_file_check_target (GFile *file, GError **error);

/* Puts the name of @file in front of the message. */
void gs_file_prefix_error (GFile *file, GError **error);

G_END_DECLS
