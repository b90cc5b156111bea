#include "gs-plan-private.h"

/* What befalls the elements. The threads that write form reach_rows strokes of
 * reach_columns consecutive indices each, one stroke beginning every stride
 * indices. */

/* Strokes at least a stride long: together they write all indices from 0 on. */
static GsWide
contiguous_reach (const GsGeometry *geometry)
{
  return (GsWide)(geometry->reach_rows - 1) * geometry->stride + geometry->reach_columns;
}

static void
count_contiguous (const GsGeometry *geometry, GsRect rect, gint64 columns, GsWide *missed, GsWide *duplicated)
{
  gint64 stride = geometry->stride;
  GsWide reach = contiguous_reach (geometry);
  GsWide covered = MIN (reach, geometry->reachable);
  GsWide again = 0; /* elements below are written once more by indices one lap on */

  if (geometry->modulus > 0)
    again = CLAMP (reach - geometry->modulus, 0, geometry->reachable);
  *missed = gs_lattice_below (rect, columns, geometry->elements) - gs_lattice_below (rect, columns, covered);
  *duplicated = gs_lattice_below (rect, columns, again);
  if (geometry->reach_rows >= 2 && geometry->reach_columns > stride)
    {
      /* Neighbouring strokes overlap by reach_columns − stride. */
      gint64 overlap = MIN (geometry->reach_columns - stride, stride);
      GsWide end = MIN (reach - stride, geometry->reachable);
      GsWide begin = MIN (MAX (again, stride), end);

      *duplicated += gs_lattice_residues_below (rect, columns, end, stride, overlap)
                     - gs_lattice_residues_below (rect, columns, begin, stride, overlap);
    }
}

/* Shorter strokes that leave gaps, and no index wraps. */
static void
count_gapped (const GsGeometry *geometry, GsRect rect, gint64 columns, GsWide *missed, GsWide *duplicated)
{
  GsWide end = MIN ((GsWide)geometry->reach_rows * geometry->stride, geometry->elements);

  *missed = gs_lattice_below (rect, columns, geometry->elements)
            - gs_lattice_residues_below (rect, columns, end, geometry->stride, geometry->reach_columns);
  *duplicated = 0;
}

/* Strokes with gaps whose indices wrap (stride = columns of the matrix).
 * Element (y, x) is written by row r of the threads if
 * (x − (r − y)·stride) mod modulus < reach_columns: directly if r = y, after
 * wrapping if r > y. So column x is written from above down to the row
 * reach_rows − 1 − i, where i is the smallest number of rows after which its
 * residue comes to lie in a stroke. */
typedef struct
{
  gint64 steps_up, shift_up;     /* from one place in the stroke to the next: first return upwards … */
  gint64 steps_down, shift_down; /* … and downwards */
} StrokeReturn;

static void
find_returns (const GsGeometry *geometry, StrokeReturn *returns)
{
  GsWide stride = geometry->stride;
  gint64 modulus = geometry->modulus, top = geometry->reach_columns;
  GsWide down;

  returns->steps_up = gs_lattice_first_hit (-stride, -stride, modulus, top) + 1;
  returns->shift_up = (gint64)((modulus - returns->steps_up * stride % modulus) % modulus);
  returns->steps_down = gs_lattice_first_hit (stride, stride, modulus, top) + 1;
  down = returns->steps_down * stride % modulus;
  returns->shift_down = (gint64)down;
}

/* Rows from place @x of a stroke (0 ≤ x < top) until a stroke is met again: one
 * of three numbers (the three-gap theorem, Sós 1958). */
static gint64
return_steps (const StrokeReturn *returns, gint64 x, gint64 top)
{
  gboolean up = x + returns->shift_up < top, down = x >= returns->shift_down;

  if (up && down)
    return MIN (returns->steps_up, returns->steps_down);
  if (up)
    return returns->steps_up;
  return down ? returns->steps_down : returns->steps_up + returns->steps_down;
}

/* Elements of columns x0 … x1 − 1 of @rect in the first @rows rows. */
static GsWide
column_cells (const GsGeometry *geometry, GsRect rect, gint64 x0, gint64 x1, gint64 rows)
{
  GsRect part = { MAX (rect.x0, x0), rect.y0, MIN (rect.x1, x1), MIN (rect.y1, rows) };

  return gs_lattice_below (part, geometry->stride, geometry->reachable);
}

static GsWide
duplicates_in_strokes (const GsGeometry *geometry, const StrokeReturn *returns, GsRect rect)
{
  gint64 top = geometry->reach_columns, rows = geometry->reach_rows;
  gint64 lapped = MAX (top - geometry->modulus, 0); /* a stroke longer than the modulus meets itself */
  gint64 first = CLAMP (MIN (top - returns->shift_up, returns->shift_down), lapped, top);
  gint64 second = CLAMP (MAX (top - returns->shift_up, returns->shift_down), lapped, top);
  gint64 bounds[] = { lapped, first, second, top };
  GsWide count = column_cells (geometry, rect, 0, lapped, rows);

  for (int i = 0; i < 3; i++)
    if (bounds[i] < bounds[i + 1])
      count += column_cells (geometry, rect, bounds[i], bounds[i + 1],
                             rows - return_steps (returns, bounds[i], top));
  return count;
}

static void
count_wrapped_gaps (const GsGeometry *geometry, GsRect rect, GsWide *missed, GsWide *duplicated)
{
  gint64 stride = geometry->stride, top = geometry->reach_columns, rows = geometry->reach_rows;
  GsWide covered = column_cells (geometry, rect, 0, top, rows);
  StrokeReturn returns;

  find_returns (geometry, &returns);
  *duplicated = duplicates_in_strokes (geometry, &returns, rect);
  for (gint64 x = MAX (rect.x0, top); x < MIN (rect.x1, geometry->reachable); x++)
    {
      gint64 steps = gs_lattice_first_hit ((GsWide)x - stride, -(GsWide)stride, geometry->modulus, top);
      GsWide place;

      if (steps < 0 || ++steps >= rows)
        continue;
      place = ((GsWide)x - (GsWide)steps * stride) % geometry->modulus;
      if (place < 0)
        place += geometry->modulus;
      covered += column_cells (geometry, rect, x, x + 1, rows - steps);
      *duplicated += column_cells (geometry, rect, x, x + 1,
                                   rows - steps - return_steps (&returns, (gint64)place, top));
    }
  *missed = gs_rect_cells (rect) - covered;
}

void
gs_plan_count_writes (
    const GsGeometry *geometry, GsRect rect, gint64 columns, gint64 *missed, gint64 *duplicated)
{
  GsWide none, several;

  if (geometry->reach_columns <= 0 || geometry->reach_rows <= 0)
    {
      none = gs_lattice_below (rect, columns, geometry->elements);
      several = 0;
    }
  else if (geometry->reach_columns >= geometry->stride)
    count_contiguous (geometry, rect, columns, &none, &several);
  else if (geometry->modulus == 0)
    count_gapped (geometry, rect, columns, &none, &several);
  else
    count_wrapped_gaps (geometry, rect, &none, &several);
  *missed = gs_saturate (none);
  *duplicated = gs_saturate (several);
}

/* The smallest element missed where strokes with gaps wrap: in each column the
 * first row below all that are written. */
static gint64
first_missed_in_wrapped_gaps (const GsGeometry *geometry)
{
  gint64 stride = geometry->stride, top = geometry->reach_columns, rows = geometry->reach_rows;
  GsWide first = MIN ((GsWide)rows * stride, geometry->reachable);

  for (gint64 x = top; x < MIN (stride, geometry->reachable); x++)
    {
      gint64 steps = gs_lattice_first_hit ((GsWide)x - stride, -(GsWide)stride, geometry->modulus, top);
      gint64 written = steps < 0 ? 0 : MAX (rows - 1 - steps, 0);

      first = MIN (first, (GsWide)written * stride + x);
    }
  return (gint64)first;
}

gint64
gs_plan_find_missed (const GsGeometry *geometry)
{
  GsWide first;

  if (geometry->reach_columns <= 0 || geometry->reach_rows <= 0)
    first = 0;
  else if (geometry->reach_columns >= geometry->stride)
    first = MIN (contiguous_reach (geometry), geometry->reachable);
  else if (geometry->modulus == 0)
    first = geometry->reach_columns;
  else
    first = first_missed_in_wrapped_gaps (geometry);
  return first < geometry->elements ? (gint64)first : -1;
}
