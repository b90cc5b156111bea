#include <glib.h>

#include "gs-lattice.h"
#include "gs-random.h"

static guint64 draws;

static gint64
draw (gint64 low, gint64 high)
{
  return low + (gint64)(gs_random_at (gs_random_stream (5), draws++) % (guint64)(high - low + 1));
}

static gint64
residue (gint64 value, gint64 modulus)
{
  return ((value % modulus) + modulus) % modulus;
}

static void
test_small (void)
{
  for (int i = 0; i < 5000; i++)
    {
      GsRect rect = { draw (0, 20), draw (0, 20), draw (0, 30), draw (0, 30) };
      gint64 stride = draw (1, 40), modulus = draw (1, 50), top = draw (0, modulus), offset = draw (-60, 60);
      gint64 limit = draw (-5, 900), below = 0, residues = 0, hit = -1;

      for (gint64 y = rect.y0; y < rect.y1; y++)
        for (gint64 x = rect.x0; x < rect.x1; x++)
          {
            below += y * stride + x < limit;
            residues += residue (y * stride + x + offset, modulus) < top;
          }
      g_assert_true (gs_lattice_below (rect, stride, limit) == below);
      g_assert_true (gs_lattice_residues (rect, stride, offset, modulus, top) == residues);
      for (gint64 j = modulus; j >= 0; j--)
        if (residue (offset + j * stride, modulus) < top)
          hit = j;
      g_assert_cmpint (gs_lattice_first_hit (offset, stride, modulus, top), ==, hit);
    }
}

/* Sizes past any loop: parts must add up to the whole, and residues of all
 * classes to all cells. */
static void
test_large (void)
{
  const gint64 modulus = G_GINT64_CONSTANT (1) << 32;

  for (int i = 0; i < 300; i++)
    {
      gint64 rows = draw (2, G_GINT64_CONSTANT (1) << 40), columns = draw (2, G_GINT64_CONSTANT (1) << 26);
      gint64 stride = draw (1, G_GINT64_CONSTANT (1) << 60), top = draw (1, modulus - 1);
      gint64 x = draw (1, columns - 1), y = draw (1, rows - 1);
      GsRect whole = { 0, 0, columns, rows }, left = whole, right = whole, upper = whole, lower = whole;
      GsWide all = gs_lattice_residues (whole, stride, 0, modulus, top);
      gint64 steps = gs_lattice_first_hit (-(GsWide)x, stride, modulus, top);

      left.x1 = right.x0 = x;
      upper.y1 = lower.y0 = y;
      g_assert_true (gs_lattice_residues (left, stride, 0, modulus, top)
                         + gs_lattice_residues (right, stride, 0, modulus, top)
                     == all);
      g_assert_true (gs_lattice_residues (upper, stride, 0, modulus, top)
                         + gs_lattice_residues (lower, stride, 0, modulus, top)
                     == all);
      g_assert_true (gs_lattice_residues (whole, stride, -(GsWide)top, modulus, modulus - top) + all
                     == gs_rect_cells (whole));
      g_assert_true (gs_lattice_residues (whole, modulus, 0, modulus, 1) == rows);
      g_assert_true (steps < 0 || (((GsWide)steps * stride - x) % modulus + modulus) % modulus < top);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/lattice/small", test_small);
  g_test_add_func ("/core/lattice/large", test_large);
  return g_test_run ();
}
