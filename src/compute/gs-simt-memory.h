#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One array in the emulated device memory: a copy of float32 values in the
 * middle of a reserved stretch of addresses. The stretch costs address space
 * only; it is as wide as any 32-bit index can reach, so an overrun lands in it,
 * is told to the right array, and harms nothing. */
typedef struct
{
  char name[16];
  char *base; /* of element 0; 4096-byte aligned */
  gsize n_bytes;
  gint64 rows, columns;
  gboolean output; /* kernels may write here */
  char *zone;      /* the reserved stretch */
  gsize zone_bytes;
} GsSimtBuffer;

/* Reserves @self for rows × columns floats. @data NULL leaves the memory as the
 * system gives it, zero and untouched. FALSE with @error when there is no room. */
gboolean gs_simt_buffer_init (GsSimtBuffer *self,
                              const char *name,
                              gint64 rows,
                              gint64 columns,
                              const float *data,
                              gboolean output,
                              GError **error);
void gs_simt_buffer_clear (GsSimtBuffer *self);

/* Gives back the pages that overruns have touched. Their values are lost, as
 * nothing promised them. */
void gs_simt_buffer_clean_zone (const GsSimtBuffer *self);

/* Reserves @n_bytes of address space, readable and writable, whose pages come
 * into being when touched. NULL with @error. */
void *gs_simt_reserve (gsize n_bytes, GError **error);
void gs_simt_release (void *memory, gsize n_bytes);

G_END_DECLS
