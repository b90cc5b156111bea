#include "gs-simt-memory.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/mman.h>

#include "gs-backend.h"

#define PAGE ((gsize)4096)
/* 2³¹ floats to either side: what a wrapped 32-bit index reaches. Where the
 * system grants no such stretch, a smaller one serves all but wild indices,
 * whose thread is then stopped. */
#define WIDE_RED_ZONE   ((gsize)4 << 31)
#define NARROW_RED_ZONE ((gsize)16 << 20)

static void *
reserve (gsize n_bytes)
{
  void *memory
      = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (memory == MAP_FAILED)
    return NULL;
#ifdef MADV_DONTDUMP
  madvise (memory, n_bytes, MADV_DONTDUMP);
#endif
#ifdef MADV_NOHUGEPAGE
  /* One stray write must cost one small page, not two megabytes. */
  madvise (memory, n_bytes, MADV_NOHUGEPAGE);
#endif
  return memory;
}

void *
gs_simt_reserve (gsize n_bytes, GError **error)
{
  void *memory = reserve (n_bytes);

  if (memory == NULL)
    g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY,
                 _ ("The simulated GPU cannot reserve %zu"
                    " bytes of address space; choose smaller sizes or raise the limit (ulimit -v)."),
                 n_bytes);
  return memory;
}

void
gs_simt_release (void *memory, gsize n_bytes)
{
  if (memory != NULL)
    munmap (memory, n_bytes);
}

gboolean
gs_simt_buffer_init (GsSimtBuffer *self,
                     const char *name,
                     gint64 rows,
                     gint64 columns,
                     const float *data,
                     gboolean output,
                     GError **error)
{
  gsize n_bytes = (gsize)rows * (gsize)columns * sizeof (float);
  gsize body = (n_bytes + PAGE - 1) / PAGE * PAGE;
  gsize red_zone = WIDE_RED_ZONE;

  memset (self, 0, sizeof *self);
  g_strlcpy (self->name, name, sizeof self->name);
  self->zone = reserve (body + 2 * red_zone);
  if (self->zone == NULL)
    {
      red_zone = NARROW_RED_ZONE;
      self->zone = gs_simt_reserve (body + 2 * red_zone, error);
      if (self->zone == NULL)
        return FALSE;
    }
  self->zone_bytes = body + 2 * red_zone;
  self->base = self->zone + red_zone;
  self->n_bytes = n_bytes;
  self->rows = rows;
  self->columns = columns;
  self->output = output;
  if (data != NULL && n_bytes > 0)
    memcpy (self->base, data, n_bytes);
  return TRUE;
}

void
gs_simt_buffer_clear (GsSimtBuffer *self)
{
  gs_simt_release (self->zone, self->zone_bytes);
  memset (self, 0, sizeof *self);
}

void
gs_simt_buffer_clean_zone (const GsSimtBuffer *self)
{
  gsize before = (gsize)(self->base - self->zone);
  gsize body = (self->n_bytes + PAGE - 1) / PAGE * PAGE;

  madvise (self->zone, before, MADV_DONTNEED);
  madvise (self->base + body, self->zone_bytes - before - body, MADV_DONTNEED);
}
