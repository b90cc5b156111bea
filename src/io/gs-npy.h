#pragma once

#include "gs-byte-source.h"
#include "gs-import.h"

G_BEGIN_DECLS

/* NumPy's .npy, versions 1.0, 2.0 and 3.0 (numpy.lib.format). Internal to this
 * layer. */
typedef struct
{
  char descr[16]; /* "<f4" */
  char kind;      /* 'f', 'i', 'u', 'b' */
  int item_bytes;
  gboolean swap; /* the other byte order */
  gboolean fortran;
  gint64 m, n; /* vectors are 1×N, a single number 1×1 */
  int major, minor;
} GsNpyHeader;

/* Whether @bytes are the first of a .npy. */
gboolean gs_npy_is_magic (const void *bytes, gsize n_bytes);

/* Reads magic, version and header; refuses types that are not real numbers by
 * name, and data that cannot be whole by its offset. */
gboolean gs_npy_read_header (GsByteSource *source, GsNpyHeader *header, GError **error);

GsMatrix *gs_npy_read (GsByteSource *source, GsImportInfo *info, GError **error);

/* Writes the header of a row-major float32 array: 1.0, padded to 64 bytes. Gives
 * its length; @buffer has room for 128 bytes. */
gsize gs_npy_write_header (gint64 m, gint64 n, char *buffer);

G_END_DECLS
