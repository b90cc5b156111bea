#include "gs-lattice.h"

/* Sums may pass 2¹²⁷ on the way and come back; unsigned arithmetic wraps
 * without harm. */
typedef unsigned __int128 Natural;

typedef struct
{
  Natural floors;   /* Σ ⌊(a·i + b) / c⌋ */
  Natural weighted; /* Σ i · ⌊…⌋ */
  Natural squares;  /* Σ ⌊…⌋² */
} FloorSums;

GsRect
gs_rect_clip (GsRect self, gint64 columns, gint64 rows)
{
  GsRect clipped = { MAX (self.x0, 0), MAX (self.y0, 0), MIN (self.x1, columns), MIN (self.y1, rows) };

  return clipped;
}

GsWide
gs_rect_cells (GsRect self)
{
  if (self.x1 <= self.x0 || self.y1 <= self.y0)
    return 0;
  return (GsWide)(self.x1 - self.x0) * (self.y1 - self.y0);
}

static GsWide
floor_div (GsWide a, GsWide b)
{
  return a / b - (a % b < 0);
}

static GsWide
mod (GsWide a, GsWide b)
{
  GsWide rest = a % b;

  return rest < 0 ? rest + b : rest;
}

GsWide
gs_lattice_below (GsRect rect, gint64 stride, GsWide limit)
{
  GsWide full_end, end, partial;

  if (gs_rect_cells (rect) == 0)
    return 0;
  /* Rows up to full_end lie below the limit with all their columns, those up to
   * end with some. */
  full_end = CLAMP (floor_div (limit - rect.x1, stride) + 1, rect.y0, rect.y1);
  end = CLAMP (floor_div (limit - rect.x0 - 1, stride) + 1, full_end, rect.y1);
  partial = end - full_end;
  return (full_end - rect.y0) * (rect.x1 - rect.x0) + partial * (limit - rect.x0)
         - (GsWide)stride * (full_end + end - 1) * partial / 2;
}

/* Sums over i = 0 … last, by Euclid's algorithm on (a, c) as in Graham, Knuth,
 * Patashnik, Concrete Mathematics, §3.5, with weights and squares carried
 * along. */
static FloorSums
floor_sums (Natural last, Natural a, Natural b, Natural c)
{
  FloorSums sums = { 0, 0, 0 };
  Natural slope = a / c, base = b / c, top;
  FloorSums rest;

  if (slope > 0 || base > 0)
    {
      Natural first_power = last * (last + 1) / 2;

      rest = floor_sums (last, a % c, b % c, c);
      sums.floors = rest.floors + slope * first_power + base * (last + 1);
      sums.weighted = rest.weighted + base * first_power;
      sums.squares
          = rest.squares + 2 * base * rest.floors + 2 * slope * rest.weighted + base * base * (last + 1);
      if (slope > 0)
        {
          Natural second_power = last * (last + 1) * (2 * last + 1) / 6;

          sums.weighted += slope * second_power;
          sums.squares += slope * slope * second_power + 2 * slope * base * first_power;
        }
      return sums;
    }
  top = (a * last + b) / c;
  if (top == 0)
    return sums;
  /* Count the same points by columns in place of rows. */
  rest = floor_sums (top - 1, c, c - b - 1, a);
  sums.floors = last * top - rest.floors;
  sums.weighted = (top * last * (last + 1) - rest.squares - rest.floors) / 2;
  sums.squares = last * top * (top + 1) - 2 * rest.weighted - 2 * rest.floors - sums.floors;
  return sums;
}

/* Σ over i = 0 … rows − 1 of the numbers 0 ≤ y < z with y mod modulus < top,
 * where z = step·i + start.
 *
 * One term is q·top + min (z mod modulus, top) with q = ⌊z / modulus⌋. With
 * p = ⌊(z + modulus − top) / modulus⌋, the difference e = p − q is 1 where
 * z mod modulus ≥ top and else 0; so the minimum is z − modulus·q + e·(top − z + modulus·q),
 * and 2·e·q = p² − q² − e. */
static Natural
sum_of_prefixes (Natural rows, Natural step, Natural start, Natural modulus, Natural top)
{
  FloorSums q = floor_sums (rows - 1, step, start, modulus);
  FloorSums p = floor_sums (rows - 1, step, start + modulus - top, modulus);
  Natural over = p.floors - q.floors;
  Natural over_times_q = (p.squares - q.squares - over) / 2;
  Natural over_times_z = step * (p.weighted - q.weighted) + start * over;
  Natural z = step * (rows * (rows - 1) / 2) + start * rows;

  return top * q.floors + z - modulus * q.floors + top * over - over_times_z + modulus * over_times_q;
}

GsWide
gs_lattice_residues (GsRect rect, gint64 stride, GsWide offset, gint64 modulus, gint64 top)
{
  Natural rows, width, laps, step, start;

  if (gs_rect_cells (rect) == 0 || top <= 0)
    return 0;
  if (top >= modulus)
    return gs_rect_cells (rect);
  rows = (Natural)(rect.y1 - rect.y0);
  width = (Natural)(rect.x1 - rect.x0);
  laps = width / (Natural)modulus;
  width -= laps * (Natural)modulus;
  step = (Natural)(stride % modulus);
  start = (Natural)mod ((GsWide)rect.y0 * stride % modulus + rect.x0 + offset, modulus);
  return (GsWide)(laps * (Natural)top * rows
                  + sum_of_prefixes (rows, step, start + width, (Natural)modulus, (Natural)top)
                  - sum_of_prefixes (rows, step, start, (Natural)modulus, (Natural)top));
}

GsWide
gs_lattice_residues_below (GsRect rect, gint64 stride, GsWide limit, gint64 modulus, gint64 top)
{
  gint64 full_rows = (gint64)(MAX (limit, 0) / stride);
  GsRect full = rect, last = rect; /* rows all below the limit, and the one it cuts */

  full.y1 = MIN (rect.y1, full_rows);
  last.y0 = MAX (rect.y0, full_rows);
  last.y1 = MIN (rect.y1, full_rows + 1);
  last.x1 = MIN (rect.x1, (gint64)(MAX (limit, 0) % stride));
  return gs_lattice_residues (full, stride, 0, modulus, top)
         + gs_lattice_residues (last, stride, 0, modulus, top);
}

/* The smallest i ≥ 0 with low ≤ step·i mod modulus ≤ high, or -1; 0 ≤ low ≤ high
 * < modulus, 0 ≤ step < modulus. */
static GsWide
first_in_range (GsWide step, GsWide modulus, GsWide low, GsWide high)
{
  GsWide i, laps;

  if (low == 0)
    return 0;
  if (step == 0)
    return -1;
  i = (low + step - 1) / step;
  if (i * step <= high)
    return i;
  /* No multiple of step in the range on the first lap: which lap brings one? */
  laps = first_in_range (modulus % step, step, mod (-high, step), mod (-low, step));
  return laps < 0 ? -1 : (low + modulus * laps + step - 1) / step;
}

gint64
gs_lattice_first_hit (GsWide start, GsWide step, gint64 modulus, gint64 top)
{
  GsWide first;

  if (top <= 0)
    return -1;
  start = mod (start, modulus);
  if (start < top)
    return 0;
  first = modulus - start;
  return (gint64)first_in_range (mod (step, modulus), modulus, first, first + top - 1);
}
