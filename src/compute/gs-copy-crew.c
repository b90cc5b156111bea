#include "gs-copy-crew.h"

#include <string.h>

#include "gs-pool.h"

#define CHUNK_BYTES ((gsize)256 << 10) /* that a thread takes at a time */

typedef struct
{
  char *to;
  const char *from;
  gsize n_bytes;
  gint64 next;    /* chunk that nobody has taken */
  gsize n_copied; /* bytes */
} Piece;

struct GsCopyCrew
{
  int length, n_posted;
  gboolean dismissed;
  Piece pieces[];
};

GsCopyCrew *
gs_copy_crew_new (int n_pieces)
{
  GsCopyCrew *self = g_malloc0 (sizeof (GsCopyCrew) + (gsize)n_pieces * sizeof (Piece));

  self->length = n_pieces;
  return self;
}

void
gs_copy_crew_free (GsCopyCrew *self)
{
  g_free (self);
}

int
gs_copy_crew_post (GsCopyCrew *self, gpointer to, gconstpointer from, gsize n_bytes)
{
  int piece = self->n_posted;

  g_assert (piece < self->length);
  self->pieces[piece] = (Piece){ .to = to, .from = from, .n_bytes = n_bytes };
  __atomic_store_n (&self->n_posted, piece + 1, __ATOMIC_RELEASE);
  return piece;
}

gboolean
gs_copy_crew_has_copied (const GsCopyCrew *self, int piece)
{
  return __atomic_load_n (&self->pieces[piece].n_copied, __ATOMIC_ACQUIRE) == self->pieces[piece].n_bytes;
}

/* Copies one chunk. FALSE: others have taken them all. */
static gboolean
copy_chunk (Piece *piece)
{
  gsize at = (gsize)gs_pool_take (&piece->next) * CHUNK_BYTES, n_bytes;

  if (at >= piece->n_bytes)
    return FALSE;
  n_bytes = MIN (CHUNK_BYTES, piece->n_bytes - at);
  memcpy (piece->to + at, piece->from + at, n_bytes);
  __atomic_fetch_add (&piece->n_copied, n_bytes, __ATOMIC_RELEASE);
  return TRUE;
}

void
gs_copy_crew_work (GsCopyCrew *self)
{
  guint idle = 0;

  for (int piece = 0; !__atomic_load_n (&self->dismissed, __ATOMIC_ACQUIRE);)
    {
      if (piece == __atomic_load_n (&self->n_posted, __ATOMIC_ACQUIRE))
        {
          gs_pool_relax (&idle);
          continue;
        }
      idle = 0;
      if (!copy_chunk (&self->pieces[piece]))
        piece++;
    }
}

void
gs_copy_crew_dismiss (GsCopyCrew *self)
{
  __atomic_store_n (&self->dismissed, TRUE, __ATOMIC_RELEASE);
}
