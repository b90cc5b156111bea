#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counting in a rectangle of integer points (row, column) by the linear index
 * row · stride + column, without a loop over rows or columns. */

typedef __int128 GsWide;

/* Half open: columns x0 … x1 − 1 of rows y0 … y1 − 1; empty when x1 ≤ x0 or
 * y1 ≤ y0. Coordinates from 0 to 2⁶². */
typedef struct
{
  gint64 x0, y0, x1, y1;
} GsRect;

GsRect gs_rect_clip (GsRect self, gint64 columns, gint64 rows); /* to 0 … columns, 0 … rows */
GsWide gs_rect_cells (GsRect self);

/* Points whose index is below @limit. @stride ≥ 1. O(1). */
GsWide gs_lattice_below (GsRect rect, gint64 stride, GsWide limit);

/* Points with (index + offset) mod modulus < top, 0 ≤ top ≤ modulus. O(log
 * modulus). Exact while rows · (rows · stride mod modulus / modulus)² and its
 * like stay below 2¹²⁶: always so for a modulus of 2³² and up to 2⁴¹ rows, and
 * for indices below 2⁶³ with fewer rows than the modulus. */
GsWide gs_lattice_residues (GsRect rect, gint64 stride, GsWide offset, gint64 modulus, gint64 top);

/* Points of a rectangle within columns 0 … stride − 1 whose index is below @limit
 * and, modulo @modulus, below @top. O(log modulus). */
GsWide gs_lattice_residues_below (GsRect rect, gint64 stride, GsWide limit, gint64 modulus, gint64 top);

/* The smallest i ≥ 0 with (start + i · step) mod modulus < top, or -1 when there
 * is none. O(log modulus). modulus < 2⁶². */
gint64 gs_lattice_first_hit (GsWide start, GsWide step, gint64 modulus, gint64 top);

G_END_DECLS
