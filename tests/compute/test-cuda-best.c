#include <math.h>
#include <string.h>

#include "gs-cuda-best.h"

/* The ways to compute a product that "matmul/best" chooses from. */

/* Every tile, whole or in parts, has its blocks, and every part its place in
 * workspace. */
static void
check_split (const GsCudaChoice *choice, const GsCudaLaunch *launch, gint64 m, gint64 n)
{
  gint64 tiles, split;

  if (choice->tile_m == 0)
    {
      g_assert_cmpuint (launch->grid[2], ==, choice->parts);
      g_assert_cmpuint (launch->counter_bytes, >=, 4 * launch->grid[0]);
      g_assert_cmpuint (launch->workspace_bytes - launch->counter_bytes, >=,
                        (gsize)(m * n * choice->parts) * 4);
      return;
    }
  tiles = (m + choice->tile_m - 1) / choice->tile_m * ((n + choice->tile_n - 1) / choice->tile_n);
  split = tiles - choice->whole;
  g_assert_cmpint (split, >, 0);
  g_assert_cmpint (launch->grid[0], ==, choice->whole + split * choice->parts);
  g_assert_cmpuint (launch->copy_offset[0], ==,
                    (gsize)(split * choice->parts * choice->tile_m * choice->tile_n) * 4);
  g_assert_cmpint (launch->sum_grid * (gint64)launch->sum_block / 8 * 4, ==,
                   split * choice->tile_m * choice->tile_n);
}

/* Rows begin on 16 bytes, in the matrices themselves or in copies that have their
 * place in workspace one after the other. */
static void
check_copies (const GsCudaLaunch *launch, gint64 m, gint64 n, gint64 k)
{
  const GsLaunch *arguments = &launch->arguments;
  gsize end = launch->copy_offset[0];

  g_assert_cmpint (arguments->stride_a % 4, ==, 0);
  g_assert_cmpint (arguments->stride_b % 4, ==, 0);
  g_assert_true (launch->copied[0] == (arguments->stride_a != k));
  g_assert_true (launch->copied[1] == (arguments->stride_b != n));
  if (launch->copied[0])
    end += (gsize)(m * arguments->stride_a) * 4;
  g_assert_cmpuint (launch->copy_offset[1], ==, end);
  if (launch->copied[1])
    end += (gsize)(k * arguments->stride_b) * 4;
  g_assert_cmpuint (launch->workspace_bytes, ==, end);
}

/* Whatever is chosen for a shape covers it, and a product in parts has what adds
 * them. */
static void
test_best (void)
{
  static const gint64 shapes[][3] = {
    { 1, 1, 1 },       { 17, 33, 65 },    { 1, 4096, 4096 }, { 4096, 1, 4096 },   { 16, 4096, 4096 },
    { 4096, 4096, 3 }, { 64, 64, 65536 }, { 1000, 1003, 7 }, { 256, 256, 16384 }, { 4097, 4097, 4097 },
  };
  GsLimits limits = *gs_limits_common ();
  int n_split = 0;

  limits.compute_capability = 90;
  limits.multiprocessors = 132;
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      const gint64 m = shapes[s][0], n = shapes[s][1], k = shapes[s][2];
      g_autoptr (GArray) choices = gs_cuda_best_choices (m, n, k, &limits);

      g_assert_cmpuint (choices->len, >, 0);
      for (guint i = 0; i < choices->len; i++)
        {
          const GsCudaChoice *choice = &g_array_index (choices, GsCudaChoice, i);
          GsCudaLaunch launch = { 0 };

          gs_cuda_best_fill (choice, m, n, k, &launch);
          g_assert_nonnull (launch.file);
          g_assert_cmpuint (launch.block[0], >, 0);
          g_assert_true ((launch.sum_symbol != NULL) == (choice->parts > 1 && choice->tile_m > 0));
          if (choice->tile_m > 0)
            check_copies (&launch, m, n, k);
          if (choice->parts == 1)
            continue;
          n_split++;
          check_split (choice, &launch, m, n);
        }
    }
  g_assert_cmpint (n_split, >, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda/best", test_best);
  status = g_test_run ();
  return status;
}
