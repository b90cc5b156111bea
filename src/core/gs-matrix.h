#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An m×n matrix of float32, row-major: element (row, column) is
 * data[row * n + column]. Vectors are 1×N. Either size may be 0; then data is
 * NULL. Reference counted (atomically); share it only when nobody writes any
 * more. */
typedef struct _GsMatrix
{
  gint64 m;    /* rows */
  gint64 n;    /* columns */
  float *data; /* 64-byte aligned; owned */
} GsMatrix;

/* Checks that an m×n float32 matrix can be held: neither size negative, bytes
 * without overflow, and not more than the memory the system says is free
 * (MemAvailable). Stores the bytes in @n_bytes if that is not NULL. */
gboolean gs_matrix_check_size (gint64 m, gint64 n, gsize *n_bytes, GError **error);

/* Like gs_matrix_check_size(), but for @n_bytes in all (several buffers). */
gboolean gs_memory_check (guint64 n_bytes, const char *what, GError **error);

/* A matrix of zeros, or NULL with @error. Asks before it allocates. */
GsMatrix *gs_matrix_new (gint64 m, gint64 n, GError **error);
GsMatrix *gs_matrix_new_uninitialised (gint64 m, gint64 n, GError **error);
/* For tests and literals: copies m·n floats. Aborts when out of memory. */
GsMatrix *gs_matrix_new_copy_data (gint64 m, gint64 n, const float *values);
GsMatrix *gs_matrix_copy (const GsMatrix *self, GError **error);
GsMatrix *gs_matrix_ref (GsMatrix *self);
void gs_matrix_unref (GsMatrix *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsMatrix, gs_matrix_unref)

gint64 gs_matrix_elements (const GsMatrix *self);
float gs_matrix_get (const GsMatrix *self, gint64 row, gint64 column);
void gs_matrix_set (GsMatrix *self, gint64 row, gint64 column, float value);
void gs_matrix_fill (GsMatrix *self, float value);
/* Equal sizes and equal bits (NaN equals only a NaN of the same bits). */
gboolean gs_matrix_bits_equal (const GsMatrix *self, const GsMatrix *other);

G_END_DECLS
