/* Each line that can be taken out of a launch or a kernel, and what the
 * emulator finds when it is. */
#include <math.h>
#include <string.h>

#include "gs-simt-lines.h"
#include "simt-case.h"

#define TILE "gs_matmul_k3_shared_tile"

static const GsFinding *
nth (const GsTrace *trace, GsFindingKind kind, guint n)
{
  g_assert_cmpint (trace->findings[kind]->len, >, n);
  return &g_array_index (trace->findings[kind], GsFinding, n);
}

static void
assert_line (int line, const char *symbol, const char *text)
{
  if (gs_simt_lines_known ())
    g_assert_cmpint (line, ==, simt_source_line (symbol, text));
}

static gboolean
same_bits (const SimtCase *test)
{
  g_autofree float *expected = simt_case_expected (test);

  return memcmp (test->c, expected, (gsize)test->n_c * sizeof (float)) == 0;
}

/* Case 1: 7 elements, a block of 256, no guard. */
static void
test_no_guard (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  simt_case_init (&test, "gs_hadamard_k1_scalar", GS_OP_HADAMARD, 1, 7, 0, 256, 0, GS_LAUNCH_NO_GUARD);
  trace = simt_case_run (&test);
  simt_case_assert_right (&test);
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE], ==, 7);
  g_assert_cmpint (trace->threads[GS_FATE_OUT_OF_BOUNDS], ==, 249);
  g_assert_cmpint (trace->warps[GS_WARPS_WHOLE], ==, 8);
  /* Each of them reads A and B and writes C. */
  g_assert_cmpint (trace->totals[GS_FINDING_OUT_OF_BOUNDS], ==, 3 * 249);
  /* A warp asks once for the lanes that are right and those that are not: 128
   * bytes in 4 sectors, three times. */
  g_assert_cmpint (trace->warp_instructions, ==, 8 * 3);
  g_assert_cmpint (trace->idle_lanes, ==, 0);
  g_assert_cmpfloat (trace->sectors_per_request, ==, 4);
  for (guint i = 0; i < 3; i++)
    {
      finding = nth (trace, GS_FINDING_OUT_OF_BOUNDS, i);
      g_assert_cmpint (finding->index, ==, 7);
      g_assert_cmpint (finding->row, ==, -1);
      g_assert_cmpint (finding->thread.block[0], ==, 0);
      g_assert_cmpint (finding->thread.thread[0], ==, 7);
      assert_line (finding->line, "gs_hadamard_k1_scalar", "C[i] = A[i] * B[i]");
    }
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* Case 2: 7 elements, blocks of 4, the grid rounded down. */
static void
test_floor (void)
{
  SimtCase test;
  GsTrace *trace;

  simt_case_init (&test, "gs_hadamard_k1_scalar", GS_OP_HADAMARD, 1, 7, 0, 4, 0, 0);
  test.launch.grid[0] = 1;
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_UNWRITTEN], ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (nth (trace, GS_FINDING_UNWRITTEN, i)->index, ==, 4 + i);
      g_assert_true (isnan (test.c[4 + i]));
      g_assert_cmpint (trace->writers[4 + i], ==, 0);
    }
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* Case 4: 13×21 under blocks of 8×4, no guard. */
static void
test_aliased (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  simt_case_init (&test, "gs_hadamard_k1_scalar", GS_OP_HADAMARD, 13, 21, 0, 8, 4, GS_LAUNCH_NO_GUARD);
  g_assert_cmpint (test.launch.grid[0], ==, 3);
  g_assert_cmpint (test.launch.grid[1], ==, 4);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE], ==, 273);
  g_assert_cmpint (trace->threads[GS_FATE_OUT_OF_BOUNDS], ==, 75);
  g_assert_cmpint (trace->threads[GS_FATE_ALIASED], ==, 36);
  g_assert_cmpint (trace->totals[GS_FINDING_WRITTEN_TWICE], ==, 36);
  finding = nth (trace, GS_FINDING_WRITTEN_TWICE, 0);
  g_assert_cmpint (finding->index, ==, 21);
  g_assert_cmpint (finding->row, ==, 1);
  g_assert_cmpint (finding->column, ==, 0);
  g_assert_cmpint (finding->thread.block[0], ==, 0);
  g_assert_cmpint (finding->other.block[0], ==, 2);
  g_assert_cmpint (finding->other.thread[0], ==, 5);
  /* Threads of different blocks have no order. */
  g_assert_cmpint (trace->totals[GS_FINDING_RACE], >, 0);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* Case 7: one block of a launch over 262144×8960, where 32 bits end. */
static void
test_wrapped_index (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;
  const gint64 row = 239674, column = 8959, block = row / 16 * 560 + column / 16;

  simt_case_init (&test, "gs_hadamard_k1_scalar", GS_OP_HADAMARD, 1, 1, 0, 16, 16, GS_LAUNCH_INDEX_32);
  test.launch.launch.m = 262144;
  test.launch.launch.n = 8960;
  for (int i = 0; i < 3; i++)
    {
      test.launch.rows[i] = 262144;
      test.launch.columns[i] = 8960;
    }
  test.launch.a = test.launch.b = test.launch.c = NULL;
  test.launch.grid[0] = 560;
  test.launch.grid[1] = 16384;
  test.launch.blocks = &block;
  test.launch.n_blocks = 1;
  trace = simt_case_run (&test);
  finding = nth (trace, GS_FINDING_OUT_OF_BOUNDS, 0);
  /* The first thread past 2³¹ in that block: column 8944 of row 239674. */
  g_assert_cmpint (finding->index, ==, row * 8960 + 8944 - (G_GINT64_CONSTANT (1) << 32));
  g_assert_cmpint (finding->thread.block[0], ==, 559);
  g_assert_cmpint (finding->thread.thread[1], ==, row % 16);
  g_assert_cmpint (trace->threads[GS_FATE_OUT_OF_BOUNDS], ==, 16 * (16 - row % 16));
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE], ==, 256 - 16 * (16 - row % 16));
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* Case 8: what failed leaves no values behind. */
static void
test_failed_leaves_nothing (void)
{
  SimtCase test;
  g_autoptr (GError) error = NULL;

  simt_case_init (&test, "gs_matmul_k1_naive", GS_OP_MATMUL, 8, 8, 100, 8, 8, 0);
  test.launch.step_limit = 50;
  g_assert_null (gs_simt_launch_run (&test.launch, &error));
  g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_TIMEOUT);
  for (gint64 i = 0; i < test.n_c; i++)
    g_assert_true (isnan (test.c[i]));
  simt_case_clear (&test);
}

static double
sectors_of (unsigned int flags)
{
  SimtCase test;
  GsTrace *trace;
  double sectors;

  simt_case_init (&test, "gs_matmul_k1_naive", GS_OP_MATMUL, 64, 64, 64, 32, 8, flags);
  trace = simt_case_run (&test);
  simt_case_assert_right (&test);
  sectors = trace->sectors_per_request;
  gs_trace_free (trace);
  simt_case_clear (&test);
  return sectors;
}

/* Case 9: x along columns or rows: the same numbers, other traffic. Per step a
 * warp reads A and B, and once it writes C: (64·1 + 64·4 + 4) / 129 sectors per
 * request along columns, (64·32 + 64·1 + 32) / 129 along rows. */
static void
test_mapping (void)
{
  g_assert_cmpfloat (sectors_of (0), ==, (64.0 * 1 + 64 * 4 + 4) / 129);
  g_assert_cmpfloat (sectors_of (GS_LAUNCH_X_ROW), ==, (64.0 * 32 + 64 * 1 + 32) / 129);
}

/* Case 11: the barrier after loading the tiles. */
static void
test_barrier_1 (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  simt_case_init (&test, TILE, GS_OP_MATMUL, 16, 16, 16, 16, 16, GS_LAUNCH_BARRIER_1);
  trace = simt_case_run (&test);
  g_assert_false (same_bits (&test));
  g_assert_cmpint (trace->totals[GS_FINDING_UNINITIALISED_READ], >, 0);
  /* Thread 0 runs on and reads what thread (1, 0) only then writes. */
  finding = nth (trace, GS_FINDING_RACE, 0);
  g_assert_cmpstr (finding->buffer, ==, "tile_a");
  g_assert_true (finding->write);
  g_assert_cmpint (finding->index, ==, 1);
  g_assert_cmpint (finding->thread.thread[0], ==, 1);
  g_assert_cmpint (finding->other.thread[0], ==, 0);
  assert_line (finding->line, TILE, "tile_a[ty * T + tx] = A[");
  assert_line (finding->other_line, TILE, "sum += tile_a");
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_barrier_2 (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  simt_case_init (&test, TILE, GS_OP_MATMUL, 16, 16, 48, 16, 16, GS_LAUNCH_BARRIER_2);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_UNINITIALISED_READ], ==, 0);
  finding = nth (trace, GS_FINDING_RACE, 0);
  assert_line (MAX (finding->line, finding->other_line), TILE, "sum += tile_a");
  g_assert_true (finding->has_other);
  gs_trace_free (trace);

  /* With one tile there is no next load to collide with. */
  simt_case_clear (&test);
  simt_case_init (&test, TILE, GS_OP_MATMUL, 16, 16, 16, 16, 16, GS_LAUNCH_BARRIER_2);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_RACE], ==, 0);
  simt_case_assert_right (&test);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_tile_edge (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  simt_case_init (&test, TILE, GS_OP_MATMUL, 8, 8, 5, 8, 8, GS_LAUNCH_TILE_EDGE);
  trace = simt_case_run (&test);
  g_assert_false (same_bits (&test));
  finding = nth (trace, GS_FINDING_UNINITIALISED_READ, 0);
  g_assert_cmpstr (finding->buffer, ==, "tile_a");
  g_assert_cmpint (finding->index, ==, 5);
  assert_line (finding->line, TILE, "sum += tile_a");
  g_assert_cmpint (trace->totals[GS_FINDING_RACE], ==, 0);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_leading_dimension (void)
{
  SimtCase test;
  GsTrace *trace;

  simt_case_init (&test, "gs_matmul_k1_naive", GS_OP_MATMUL, 3, 5, 2, 4, 4, GS_LAUNCH_LEADING_DIMENSION);
  trace = simt_case_run (&test);
  g_assert_false (same_bits (&test));
  /* Rows begin 3 apart instead of 5: elements 3, 4, 6 and 7 twice, 11 to 14 never. */
  g_assert_cmpint (trace->totals[GS_FINDING_WRITTEN_TWICE], ==, 4);
  g_assert_cmpint (trace->totals[GS_FINDING_UNWRITTEN], ==, 4);
  g_assert_cmpint (nth (trace, GS_FINDING_UNWRITTEN, 0)->index, ==, 11);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* The grid is made for x along columns, the kernel runs x along rows. */
static void
test_swapped_axes (void)
{
  SimtCase test;
  GsTrace *trace;

  simt_case_init (&test, "gs_matmul_k1_naive", GS_OP_MATMUL, 8, 24, 3, 8, 8, 0);
  test.launch.launch.flags |= GS_LAUNCH_X_ROW | GS_LAUNCH_SWAPPED_AXES;
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE], ==, 64);
  g_assert_cmpint (trace->threads[GS_FATE_IDLE], ==, 128);
  g_assert_cmpint (trace->totals[GS_FINDING_UNWRITTEN], ==, 8 * 16);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
assert_same_findings (const GsTrace *x, const GsTrace *y)
{
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    {
      const GArray *p = x->findings[kind], *q = y->findings[kind];

      g_assert_cmpint (x->totals[kind], ==, y->totals[kind]);
      g_assert_cmpmem (p->data, p->len * sizeof (GsFinding), q->data, q->len * sizeof (GsFinding));
    }
  g_assert_cmpmem (x->lines->data, x->lines->len * sizeof (GsLineTrace), y->lines->data,
                   y->lines->len * sizeof (GsLineTrace));
  g_assert_cmpmem (x->requests->data, x->requests->len * sizeof (GsWarpRequest), y->requests->data,
                   y->requests->len * sizeof (GsWarpRequest));
  g_assert_cmpmem (x->writers, (gsize)x->n_writers, y->writers, (gsize)y->n_writers);
  g_assert_cmpmem (x->threads, sizeof x->threads, y->threads, sizeof y->threads);
}

/* Values, findings and their order do not depend on the number of workers, not
 * even where blocks overwrite each other. */
static void
test_deterministic (void)
{
  static const struct
  {
    const char *symbol;
    int side;
    unsigned int flags;
  } launches[] = {
    { "gs_matmul_k1_naive", 8, GS_LAUNCH_NO_GUARD },
    { "gs_matmul_k1_naive", 4, GS_LAUNCH_LEADING_DIMENSION },
    { TILE, 16, GS_LAUNCH_BARRIER_1 | GS_LAUNCH_NO_GUARD },
    { TILE, 8, GS_LAUNCH_BARRIER_2 | GS_LAUNCH_TILE_EDGE },
  };

  /* Several times, since blocks seldom overtake each other. */
  for (gsize round = 0; round < 8 * G_N_ELEMENTS (launches); round++)
    {
      gsize i = round % G_N_ELEMENTS (launches);
      SimtCase one, many;
      GsTrace *trace_one, *trace_many;
      int side = launches[i].side;

      simt_case_init (&one, launches[i].symbol, GS_OP_MATMUL, 51, 67, 21, side, side, launches[i].flags);
      simt_case_init (&many, launches[i].symbol, GS_OP_MATMUL, 51, 67, 21, side, side, launches[i].flags);
      one.launch.n_workers = 1;
      many.launch.n_workers = 7;
      trace_one = simt_case_run (&one);
      trace_many = simt_case_run (&many);
      assert_same_findings (trace_one, trace_many);
      g_assert_cmpmem (one.c, (gsize)one.n_c * sizeof (float), many.c, (gsize)many.n_c * sizeof (float));
      gs_trace_free (trace_one);
      gs_trace_free (trace_many);
      simt_case_clear (&one);
      simt_case_clear (&many);
    }
}

/* Sampled blocks: coverage and values from all, accesses from some. */
static void
test_sampled (void)
{
  SimtCase test;
  GsTrace *trace;

  simt_case_init (&test, TILE, GS_OP_MATMUL, 64, 64, 16, 16, 16, 0);
  test.launch.trace_every = 4;
  trace = simt_case_run (&test);
  simt_case_assert_right (&test);
  g_assert_cmpint (trace->blocks_run, ==, 16);
  g_assert_cmpint (trace->blocks_traced, ==, 4);
  g_assert_cmpint (trace->global_writes, ==, 4 * 256);
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE], ==, 64 * 64);
  g_assert_cmpint (trace->totals[GS_FINDING_UNWRITTEN], ==, 0);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* The tiled product counted by hand: per block and step 256 threads load two
 * elements, store two, and read 2·16. */
static void
test_counts (void)
{
  SimtCase test;
  GsTrace *trace;
  gint64 threads = 32 * 32, steps = 3;

  simt_case_init (&test, TILE, GS_OP_MATMUL, 32, 32, 48, 16, 16, 0);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->global_reads, ==, threads * steps * 2);
  g_assert_cmpint (trace->global_writes, ==, threads);
  g_assert_cmpint (trace->shared_writes, ==, threads * steps * 2);
  g_assert_cmpint (trace->shared_reads, ==, threads * steps * 32);
  g_assert_cmpint (trace->warp_instructions, ==, threads / 32 * (steps * 36 + 1));
  g_assert_cmpint (trace->bank_conflicts, ==, 0);
  g_assert_cmpint (trace->idle_lanes, ==, 0);
  g_assert_cmpint (trace->buffers->len, ==, 5);
  g_assert_cmpstr (g_array_index (trace->buffers, GsTraceBuffer, 4).name, ==, "tile_b");
  g_assert_cmpint (trace->requests->len, >, 0);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simt/faults/no-guard", test_no_guard);
  g_test_add_func ("/simt/faults/floor", test_floor);
  g_test_add_func ("/simt/faults/aliased", test_aliased);
  g_test_add_func ("/simt/faults/wrapped-index", test_wrapped_index);
  g_test_add_func ("/simt/faults/failed-leaves-nothing", test_failed_leaves_nothing);
  g_test_add_func ("/simt/faults/mapping", test_mapping);
  g_test_add_func ("/simt/faults/barrier-1", test_barrier_1);
  g_test_add_func ("/simt/faults/barrier-2", test_barrier_2);
  g_test_add_func ("/simt/faults/tile-edge", test_tile_edge);
  g_test_add_func ("/simt/faults/leading-dimension", test_leading_dimension);
  g_test_add_func ("/simt/faults/swapped-axes", test_swapped_axes);
  g_test_add_func ("/simt/faults/deterministic", test_deterministic);
  g_test_add_func ("/simt/faults/sampled", test_sampled);
  g_test_add_func ("/simt/faults/counts", test_counts);
  return g_test_run ();
}
