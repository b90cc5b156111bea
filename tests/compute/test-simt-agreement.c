/* The closed form and the emulator come by their counts in different ways and
 * must agree on every launch. */
#include <math.h>

#include "gs-backend.h"
#include "gs-kernel-source.h"
#include "gs-tile-play.h"

static GsMatrix *
make_matrix (gint64 m, gint64 n, float value)
{
  GsMatrix *matrix = gs_matrix_new (m, n, NULL);

  g_assert_nonnull (matrix);
  for (gint64 i = 0; i < m * n; i++)
    matrix->data[i] = value + (float)(i % 7);
  return matrix;
}

/* Runs @spec on the emulator, which compares its counts with the plan's itself. */
static void
assert_agrees (const GsSpec *spec)
{
  const GsKernelInfo *kernel = gs_kernel_info_for_plan (spec);
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (GsMatrix) a = NULL, b = NULL, c = NULL;
  g_autoptr (GError) error = NULL;
  GsResult *result = gs_result_new ("simt", kernel->name);
  gint64 rows, columns;
  GsJob job = { .spec = spec, .plan = plan, .kernel = kernel };

  gs_spec_operand_size (spec, 0, &rows, &columns);
  job.a = a = make_matrix (rows, columns, 1.0f);
  gs_spec_operand_size (spec, 1, &rows, &columns);
  job.b = b = make_matrix (rows, columns, 2.0f);
  job.c = c = make_matrix (spec->m, spec->n, 0.0f);

  if (gs_backend_simt.supports (spec, plan, kernel, &error) && plan->launches)
    {
      gs_backend_simt.run (&job, result, &error);
      if (error != NULL)
        g_test_message ("%s %" G_GINT64_FORMAT "x%" G_GINT64_FORMAT "x%" G_GINT64_FORMAT
                        " block %dd %dx%d grid %dx%d "
                        "guard %d map %d bits %d faults %x sample %d",
                        kernel->name, spec->m, spec->n, spec->k, spec->block_dims, (int)spec->block[0],
                        (int)spec->block[1], (int)plan->grid[0], (int)plan->grid[1], spec->guard, spec->map,
                        spec->index_bits, spec->faults, (int)spec->sample_blocks);
      g_assert_no_error (error);
      g_assert_nonnull (result->trace);
      g_assert_false (result->timed);
    }
  gs_result_free (result);
}

static void
choose_launch (GRand *rand, GsSpec *spec)
{
  static const int sides[] = { 1, 2, 3, 4, 5, 8, 16, 32 };

  spec->block_dims = g_rand_int_range (rand, 1, 3);
  spec->block[0] = sides[g_rand_int_range (rand, 0, G_N_ELEMENTS (sides))];
  spec->block[1] = spec->block_dims == 2 ? sides[g_rand_int_range (rand, 0, G_N_ELEMENTS (sides))] : 1;
  if (spec->block_dims == 1 && g_rand_boolean (rand))
    spec->block[0] = g_rand_int_range (rand, 1, 300);
  spec->grid_rule = g_rand_int_range (rand, 0, 3);
  spec->grid[0] = g_rand_int_range (rand, 1, 6);
  spec->grid[1] = spec->block_dims == 2 ? g_rand_int_range (rand, 1, 6) : 1;
  spec->guard = g_rand_boolean (rand);
  spec->map = g_rand_boolean (rand) ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
  spec->index_bits = g_rand_boolean (rand) ? 32 : 64;
  /* Of a sample of blocks the plan counts those. */
  spec->sample_blocks = g_rand_int_range (rand, 0, 3) == 0 ? g_rand_int_range (rand, 1, 9) : 0;
}

static void
choose_kernel (GRand *rand, GsSpec *spec)
{
  static const char *const names[] = {
    "hadamard/k1_scalar", "hadamard/k2_float4",  "hadamard/k3_streaming", "add/k1_scalar",
    "matmul/k1_naive",    "matmul/k2_coalesced", "matmul/k3_shared_tile",
  };
  int i = g_rand_int_range (rand, 0, G_N_ELEMENTS (names));
  const GsKernelInfo *kernel = gs_kernel_info_find (names[i], NULL);

  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit (names[i], "\n", -1);
  spec->op = i < 3 ? GS_OP_HADAMARD : i == 3 ? GS_OP_ADD : GS_OP_MATMUL;
  spec->k = spec->op == GS_OP_MATMUL ? g_rand_int_range (rand, 0, 20) : 0;
  spec->faults = g_rand_boolean (rand) ? kernel->faults & g_rand_int (rand) : 0;
  if (kernel->square_block)
    {
      spec->block_dims = 2;
      spec->block[0] = spec->block[1] = 4 << g_rand_int_range (rand, 0, 3);
    }
  if (!kernel->switchable)
    {
      spec->guard = TRUE;
      spec->grid_rule = GS_GRID_CEIL;
      spec->index_bits = 64;
      spec->block_dims = 1;
      spec->block[1] = 1;
    }
  if (kernel->layout == GS_LAYOUT_UNFOLDED)
    spec->map = GS_MAP_X_COLUMN;
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (int i = 0; i < 400; i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();

      choose_launch (rand, spec);
      choose_kernel (rand, spec);
      spec->m = g_rand_int_range (rand, 1, 50);
      spec->n = g_rand_int_range (rand, 1, 50);
      assert_agrees (spec);
    }
}

/* Where the play of a tiled product knows a thread's sum, it is what the emulator's
 * thread has stored, bit for bit, faults of edge and stride included. */
static void
assert_plays_right (const GsSpec *spec)
{
  const GsKernelInfo *kernel = gs_kernel_info_for_plan (spec);
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  g_autoptr (GsMatrix) a = make_matrix (spec->m, spec->k, 1.1f), b = make_matrix (spec->k, spec->n, -2.3f),
                       c = make_matrix (spec->m, spec->n, 0.0f);
  g_autoptr (GsSource) source_a = gs_source_new_values (a, NULL), source_b = gs_source_new_values (b, NULL);
  g_autoptr (GsSpec) inputs = gs_spec_copy (spec);
  g_autoptr (GError) error = NULL;
  GsResult *result = gs_result_new ("simt", kernel->name);
  const GsJob job = { .spec = spec, .plan = plan, .kernel = kernel, .a = a, .b = b, .c = c };

  gs_spec_set_a (inputs, source_a);
  gs_spec_set_b (inputs, source_b);
  g_assert_true (gs_backend_simt.run (&job, result, &error));
  for (gint64 element = 0; element < plan->elements; element++)
    {
      GsThreadId writers[2];
      GsTilePlay play;
      GsTileSum sum;

      if (gs_plan_writers (plan, element, writers, 2) != 1)
        continue;
      g_assert_true (gs_tile_play_init (&play, plan, &writers[0]));
      gs_tile_play_sum (&play, gs_tile_play_n_steps (&play), inputs, &sum);
      if (sum.state == GS_TILE_SUM_KNOWN)
        g_assert_true (sum.sum == c->data[element]);
      else
        g_assert_cmpint (spec->faults, !=, 0);
    }
  gs_result_free (result);
}

static void
test_tile_play (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  for (int i = 0; i < 60; i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();

      spec->op = GS_OP_MATMUL;
      spec->m = g_rand_int_range (rand, 1, 40);
      spec->n = g_rand_int_range (rand, 1, 40);
      spec->k = g_rand_int_range (rand, 1, 40);
      spec->block_dims = 2;
      spec->block[0] = spec->block[1] = 4 << g_rand_int_range (rand, 0, 3);
      spec->map = g_rand_boolean (rand) ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
      spec->faults = g_rand_int (rand) & (GS_FAULT_TILE_EDGE | GS_FAULT_LEADING_DIMENSION);
      g_strfreev (spec->kernels);
      spec->kernels = g_strsplit ("matmul/k3_shared_tile", ",", -1);
      assert_plays_right (spec);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simt/agreement/random", test_random);
  g_test_add_func ("/simt/agreement/tile-play", test_tile_play);
  return g_test_run ();
}
