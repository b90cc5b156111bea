#include "gs-block-sample.h"

#include "gs-random.h"

enum
{
  N_CORNERS = 4,
  /* Any number serves; this one is fixed, so that a sample can be run again. */
  SEED = 3,
};

/* Where stretch @i of @n begins: ⌊total · i / n⌋, in two parts that do not overflow. */
static gint64
begin_of (gint64 total, gint64 n, gint64 i)
{
  return total / n * i + total % n * i / n;
}

static gint64
stretch_of (gint64 total, gint64 n, gint64 block)
{
  gint64 low = 0, high = n - 1;

  while (low < high)
    {
      const gint64 middle = low + (high - low + 1) / 2;

      if (begin_of (total, n, middle) <= block)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

typedef struct
{
  gint64 *picks;
  gint64 n;
  gint64 kept[N_CORNERS]; /* stretches whose pick is a corner */
  int n_kept;
} Sample;

static gboolean
is_kept (const Sample *self, gint64 stretch)
{
  for (int i = 0; i < self->n_kept; i++)
    if (self->kept[i] == stretch)
      return TRUE;
  return FALSE;
}

static gboolean
holds (const Sample *self, gint64 block)
{
  for (int i = 0; i < self->n_kept; i++)
    if (self->picks[self->kept[i]] == block)
      return TRUE;
  return FALSE;
}

/* Puts the corner @block in the place of the pick of its stretch; where a corner
 * is there already, in that of the nearest stretch that has none. */
static void
keep_corner (Sample *self, gint64 stretch, gint64 block)
{
  if (self->n_kept == self->n || holds (self, block))
    return;
  for (gint64 distance = 0; distance < self->n; distance++)
    for (int side = -1; side <= 1; side += 2)
      {
        const gint64 place = stretch + side * distance;

        if (place < 0 || place >= self->n || is_kept (self, place))
          continue;
        self->picks[place] = block;
        self->kept[self->n_kept++] = place;
        return;
      }
}

static gint
compare_blocks (gconstpointer a, gconstpointer b)
{
  const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;

  return x < y ? -1 : x > y;
}

GArray *
gs_block_sample_new (const gint64 grid[2], gint64 n)
{
  const gint64 total = grid[0] * grid[1];
  const gint64 corners[N_CORNERS] = { 0, total - 1, grid[0] - 1, total - grid[0] };
  const guint64 stream = gs_random_stream (SEED);
  GArray *blocks;
  Sample sample;

  g_return_val_if_fail (grid[0] >= 1 && grid[1] >= 1 && n >= 0, NULL);

  if (n == 0 || n >= total)
    return NULL;
  blocks = g_array_sized_new (FALSE, FALSE, sizeof (gint64), (guint)n);
  g_array_set_size (blocks, (guint)n);
  sample = (Sample){ .picks = (gint64 *)(void *)blocks->data, .n = n };
  for (gint64 i = 0; i < n; i++)
    {
      const gint64 begin = begin_of (total, n, i), end = begin_of (total, n, i + 1);

      sample.picks[i] = begin + (gint64)(gs_random_at (stream, (guint64)i) % (guint64)(end - begin));
    }
  for (int i = 0; i < N_CORNERS; i++)
    keep_corner (&sample, stretch_of (total, n, corners[i]), corners[i]);
  g_array_sort (blocks, compare_blocks);
  return blocks;
}
