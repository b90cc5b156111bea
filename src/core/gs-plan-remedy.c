#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-plan-private.h"

/* The way out of too large a grid. Each that is named was tried: a launch so changed
 * is accepted. */

/* The smallest power of two that would do as the side of a block along @axis, or of a
 * square one where the kernel takes no other; 0: none. */
static gint64
find_block_side (const GsPlan *self, const GsSpec *spec, int axis)
{
  g_autoptr (GsSpec) other = gs_spec_copy (spec);

  for (gint64 side = 1; side <= self->limits.max_block[axis]; side *= 2)
    {
      other->block[axis] = side;
      if (self->kernel->square_block)
        other->block[1 - axis] = side;
      if (gs_plan_would_launch (other, &self->limits))
        return side;
    }
  return 0;
}

static gboolean
swapped_would_do (const GsPlan *self, const GsSpec *spec)
{
  g_autoptr (GsSpec) other = gs_spec_copy (spec);

  other->map = spec->map == GS_MAP_X_COLUMN ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
  return gs_plan_would_launch (other, &self->limits);
}

/* @kernel: NULL for the one that is chosen. */
static gboolean
one_index_would_do (const GsPlan *self, const GsSpec *spec, const char *kernel)
{
  g_autoptr (GsSpec) other = gs_spec_copy (spec);

  other->block_dims = 1;
  if (kernel != NULL)
    gs_spec_set_kernel (other, kernel);
  return gs_plan_would_launch (other, &self->limits);
}

/* A kernel of fixed tiles takes neither another block nor another order. */
static char *
tile_remedy (const GsPlan *self, const GsSpec *spec)
{
  static const char first_kernel[] = "matmul/k1_naive";
  g_autoptr (GsSpec) other = gs_spec_copy (spec);

  gs_spec_set_kernel (other, first_kernel);
  if (gs_plan_would_launch (other, &self->limits))
    return g_strdup (_ ("choose a smaller size or kernel 1"));
  if (one_index_would_do (self, spec, first_kernel))
    return g_strdup (_ ("choose a smaller size or kernel 1 with one index"));
  return g_strdup (_ ("choose a smaller size"));
}

static char *
block_remedy (const GsPlan *self, int axis, gint64 side, gboolean swap)
{
  g_autofree char *size = gs_format_count (side);

  if (self->kernel->square_block)
    return swap ? g_strdup_printf (_ ("use block %sx%s or swap the axes"), size, size)
                : g_strdup_printf (_ ("use block %sx%s"), size, size);
  if (axis == 0)
    return g_strdup_printf (_ ("use block x %s"), size);
  return swap ? g_strdup_printf (_ ("use block y %s or swap the axes"), size)
              : g_strdup_printf (_ ("use block y %s"), size);
}

char *
gs_plan_grid_remedy (const GsPlan *self, const GsSpec *spec, int axis)
{
  gboolean swap, one_index;
  gint64 side;

  if (self->grid_rule == GS_GRID_EXPLICIT)
    return g_strdup (_ ("give a smaller grid"));
  if (self->kernel->layout == GS_LAYOUT_TILE)
    return tile_remedy (self, spec);
  /* A grid may be longer in x than in y: only out of y the other order helps. */
  swap = axis == 1 && swapped_would_do (self, spec);
  side = find_block_side (self, spec, axis);
  if (side > 0)
    return block_remedy (self, axis, side, swap);
  one_index = axis == 1 && one_index_would_do (self, spec, NULL);
  if (swap)
    return g_strdup (one_index ? _ ("swap the axes or use one index")
                               : _ ("swap the axes or choose a smaller size"));
  return g_strdup (one_index ? _ ("use one index or choose a smaller size") : _ ("choose a smaller size"));
}
