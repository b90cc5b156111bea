#include <math.h>
#include <string.h>

#include "gs-async-tiles.h"
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
      g_assert_cmpuint (launch->counter_bytes, >=, 4 * launch->grid[0] * launch->grid[1]);
      g_assert_cmpuint (launch->workspace_bytes - launch->counter_bytes, >=,
                        (gsize)(m * n * choice->parts) * 4);
      return;
    }
  tiles = (m + choice->tile_m - 1) / choice->tile_m * ((n + choice->tile_n - 1) / choice->tile_n);
  split = tiles - choice->whole;
  g_assert_cmpint (split, >, 0);
  g_assert_cmpint (launch->grid[0], ==, choice->whole + split * choice->parts);
  g_assert_cmpuint (launch->copy_offset[0], ==,
                    launch->counter_bytes
                        + (gsize)(split * choice->parts * choice->tile_m * choice->tile_n) * 4);
  if (launch->sum_symbol == NULL)
    {
      g_assert_cmpuint (launch->counter_bytes, >=, (gsize)split * 4);
      return;
    }
  g_assert_cmpint (launch->sum_grid * (gint64)launch->sum_block / 8 * 4, ==,
                   split * choice->tile_m * choice->tile_n);
}

/* Rows begin on 16 bytes, in the matrices themselves or in copies that have their
 * place in workspace one after the other. */
static void
check_copies (const GsCudaChoice *choice, const GsCudaLaunch *launch, gint64 m, gint64 n, gint64 k)
{
  const GsLaunch *arguments = &launch->arguments;
  gsize end = launch->copy_offset[0];

  g_assert_cmpint (arguments->stride_a % 4, ==, 0);
  g_assert_true (choice->ragged_b || arguments->stride_b % 4 == 0);
  g_assert_true (choice->ragged_b == g_str_has_suffix (choice->symbol, "_ragged"));
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
    { 1, 1, 1 },          { 1, 1, 65536 },   { 17, 33, 65 },    { 1, 4096, 4096 },  { 4096, 1, 4096 },
    { 16, 4096, 4096 },   { 4096, 4096, 3 }, { 64, 64, 65536 }, { 1000, 1003, 7 },  { 256, 256, 16384 },
    { 4097, 4097, 4097 }, { 1, 64, 65536 },  { 1, 4097, 4095 }, { 4096, 24, 4096 }, { 384, 384, 384 },
  };
  /* What a block may have of shared memory differs most from card to card. */
  static const struct
  {
    int compute_capability, multiprocessors, shared_bytes;
  } cards[] = { { 90, 132, 232448 }, { 80, 108, 166912 }, { 86, 46, 101376 }, { 75, 40, 65536 } };
  GsLimits limits = *gs_limits_common ();
  int n_split = 0;

  for (gsize s = 0; s < G_N_ELEMENTS (shapes) * G_N_ELEMENTS (cards); s++)
    {
      const gsize card = s / G_N_ELEMENTS (shapes), shape = s % G_N_ELEMENTS (shapes);
      const gint64 m = shapes[shape][0], n = shapes[shape][1], k = shapes[shape][2];
      g_autoptr (GArray) choices = NULL;

      limits.compute_capability = cards[card].compute_capability;
      limits.multiprocessors = cards[card].multiprocessors;
      limits.shared_per_block_optin = cards[card].shared_bytes;
      choices = gs_cuda_best_choices (m, n, k, &limits);
      g_assert_true (choices->len > 0 || limits.compute_capability < 80);
      for (guint i = 0; i < choices->len; i++)
        {
          const GsCudaChoice *choice = &g_array_index (choices, GsCudaChoice, i);
          GsCudaLaunch launch = { 0 };

          gs_cuda_best_fill (choice, m, n, k, &launch);
          g_assert_nonnull (launch.file);
          g_assert_cmpuint (launch.block[0], >, 0);
          g_assert_true (!g_str_equal (choice->symbol, "gs_matmul_narrow_row") || (m == 1 && n % 4 == 0));
          g_assert_true ((launch.sum_symbol != NULL)
                         == (choice->parts > 1 && choice->tile_m > 0
                             && !GS_ASYNC_OWN (choice->parts, choice->tile_m, choice->tile_n)));
          g_assert_cmpuint (launch.shared_bytes, <=, limits.shared_per_block_optin);
          if (choice->tile_m > 0)
            check_copies (choice, &launch, m, n, k);
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
