/* The tiled product step by step, held against what barriers mean and against a
 * product summed in the order of k. */
#include "gs-tile-play.h"

typedef struct
{
  gint64 m, n, k;
  int side;
  GsMap map;
} Shape;

static const Shape shapes[] = {
  { 6, 7, 10, 4, GS_MAP_X_COLUMN },    { 13, 21, 9, 8, GS_MAP_X_ROW },  { 33, 35, 37, 16, GS_MAP_X_COLUMN },
  { 16, 16, 16, 16, GS_MAP_X_COLUMN }, { 5, 3, 1, 8, GS_MAP_X_COLUMN }, { 4, 4, 0, 4, GS_MAP_X_COLUMN },
};

static GsPlan *
make_plan (const Shape *shape, guint faults)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  spec->op = GS_OP_MATMUL;
  spec->m = shape->m;
  spec->n = shape->n;
  spec->k = shape->k;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = shape->side;
  spec->map = shape->map;
  spec->faults = faults;
  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit ("matmul/k3_shared_tile", ",", -1);
  return gs_plan_new (spec, NULL);
}

static GsSource *
make_values (gint64 rows, gint64 columns, int seed)
{
  g_autoptr (GsMatrix) matrix = gs_matrix_new (rows, columns, NULL);

  for (gint64 i = 0; i < rows * columns; i++)
    matrix->data[i] = (float)((i * 37 + seed) % 101) / 7.0f - 6.0f;
  return gs_source_new_values (matrix, NULL);
}

static GsSpec *
make_inputs (const Shape *shape)
{
  GsSpec *spec = gs_spec_new ();
  g_autoptr (GsSource) a = make_values (shape->m, shape->k, 1), b = make_values (shape->k, shape->n, 5);

  spec->op = GS_OP_MATMUL;
  spec->m = shape->m;
  spec->n = shape->n;
  spec->k = shape->k;
  gs_spec_set_a (spec, a);
  gs_spec_set_b (spec, b);
  return spec;
}

/* What a barrier promises: nobody is past it before all have come to it. */
static void
assert_barriers_hold (const GsTilePlay *play, gint64 n_done)
{
  gint64 least_loads = G_MAXINT64, least_terms = G_MAXINT64, most_loads = 0, most_terms = 0;

  for (int warp = 0; warp < play->n_warps; warp++)
    {
      GsTileWarp state;

      gs_tile_play_warp (play, n_done, warp, &state);
      least_loads = MIN (least_loads, state.loads);
      most_loads = MAX (most_loads, state.loads);
      least_terms = MIN (least_terms, state.terms);
      most_terms = MAX (most_terms, state.terms);
      /* A warp multiplies only what it has itself brought its part of. */
      g_assert_cmpint (state.terms, <=, state.loads * play->side);
    }
  if ((play->plan->faults & GS_FAULT_BARRIER_1) == 0)
    g_assert_cmpint (most_terms, <=, least_loads * play->side);
  if ((play->plan->faults & GS_FAULT_BARRIER_2) == 0)
    g_assert_cmpint ((most_loads - 1) * play->side, <=, least_terms);
}

static void
play_through (const Shape *shape, guint faults, const GsThreadId *focus)
{
  g_autoptr (GsPlan) plan = make_plan (shape, faults);
  GsTilePlay play;
  gint64 n_steps, n_barriers = 0, n_stores = 0, blocks_done = 0;
  const gint64 n_missing = !!(faults & GS_FAULT_BARRIER_1) + !!(faults & GS_FAULT_BARRIER_2);

  g_assert_true (gs_tile_play_init (&play, plan, focus));
  n_steps = gs_tile_play_n_steps (&play);
  g_assert_cmpint (n_steps, ==, gs_plan_play_steps (plan, focus));
  for (gint64 i = 1; i <= n_steps; i++)
    {
      GsTileStep step;

      gs_tile_play_at (&play, i, &step);
      n_barriers += step.phase == GS_TILE_PHASE_BARRIER_1 || step.phase == GS_TILE_PHASE_BARRIER_2;
      n_stores += step.phase == GS_TILE_PHASE_STORE;
      g_assert_cmpint (step.blocks_done, >=, blocks_done);
      blocks_done = step.blocks_done;
      assert_barriers_hold (&play, i);
    }
  g_assert_cmpint (n_barriers, ==, (2 - n_missing) * play.n_tiles);
  g_assert_cmpint (n_stores, ==, play.n_warps);
  g_assert_cmpint (blocks_done, ==, plan->blocks);
  for (int warp = 0; warp < play.n_warps; warp++)
    {
      GsTileWarp state;

      gs_tile_play_warp (&play, n_steps, warp, &state);
      g_assert_cmpint (state.loads, ==, play.n_tiles);
      g_assert_cmpint (state.terms, ==, play.n_tiles * play.side);
      g_assert_true (state.stored);
    }
}

static void
test_steps (void)
{
  static const guint faults[]
      = { 0, GS_FAULT_BARRIER_1, GS_FAULT_BARRIER_2, GS_FAULT_BARRIER_1 | GS_FAULT_BARRIER_2 };
  const GsThreadId last_block = { { 1, 1 }, { 1, 2 } };

  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (faults); j++)
      {
        play_through (&shapes[i], faults[j], NULL);
        play_through (&shapes[i], faults[j], &last_block);
      }
}

/* The first steps of a block of 64 threads, by name. */
static void
test_names (void)
{
  static const struct
  {
    gint64 done;
    GsTilePhase phase;
    gint64 tile;
    int warp;
  } steps[] = {
    { 1, GS_TILE_PHASE_LOAD, 0, 0 },       { 2, GS_TILE_PHASE_LOAD, 0, 1 },
    { 3, GS_TILE_PHASE_BARRIER_1, 0, -1 }, { 4, GS_TILE_PHASE_MULTIPLY, 0, -1 },
    { 11, GS_TILE_PHASE_MULTIPLY, 0, -1 }, { 12, GS_TILE_PHASE_BARRIER_2, 0, -1 },
    { 13, GS_TILE_PHASE_LOAD, 1, 0 },      { 24, GS_TILE_PHASE_BARRIER_2, 1, -1 },
    { 25, GS_TILE_PHASE_STORE, 0, 0 },     { 26, GS_TILE_PHASE_STORE, 0, 1 },
    { 27, GS_TILE_PHASE_BLOCKS, 0, -1 },
  };
  const Shape shape = { 13, 21, 9, 8, GS_MAP_X_COLUMN };
  g_autoptr (GsPlan) plan = make_plan (&shape, 0);
  GsTilePlay play;

  g_assert_true (gs_tile_play_init (&play, plan, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      GsTileStep step;

      gs_tile_play_at (&play, steps[i].done, &step);
      g_assert_cmpint (step.phase, ==, steps[i].phase);
      g_assert_cmpint (step.warp, ==, steps[i].warp);
      if (step.phase < GS_TILE_PHASE_STORE && step.phase > GS_TILE_PHASE_BLOCKS)
        g_assert_cmpint (step.tile, ==, steps[i].tile);
    }
}

/* The partial sum after each step is the product so far, bit for bit. */
static void
test_sums (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      const Shape *shape = &shapes[i];
      g_autoptr (GsPlan) plan = make_plan (shape, 0);
      g_autoptr (GsSpec) inputs = make_inputs (shape);
      const GsMatrix *a = inputs->a->values, *b = inputs->b->values;
      GsThreadInfo info;
      GsTilePlay play;
      gint64 n_terms = 0;
      const GsThreadId focus = { { 0, 0 }, { 2, 1 } };

      g_assert_true (gs_tile_play_init (&play, plan, &focus));
      g_assert_true (gs_plan_thread (plan, &focus, &info));
      for (gint64 done = 0; done <= gs_tile_play_n_steps (&play); done++)
        {
          GsTileSum sum;
          float expected = 0;

          gs_tile_play_sum (&play, done, inputs, &sum);
          g_assert_cmpint (sum.state, ==, GS_TILE_SUM_KNOWN);
          for (gint64 p = 0; p < MIN (sum.n_terms, shape->k); p++)
            expected += gs_matrix_get (a, info.row, p) * gs_matrix_get (b, p, info.column);
          g_assert_true (sum.sum == expected);
          g_assert_cmpint (sum.n_terms, >=, n_terms);
          g_assert_cmpint (sum.n_terms, <=, n_terms + 1);
          n_terms = sum.n_terms;
        }
      g_assert_cmpint (n_terms, ==, play.n_tiles * play.side);
    }
}

/* Cells past the edge: zero, what was there before, or nothing at all. */
static void
test_edges (void)
{
  const Shape shape = { 6, 7, 10, 4, GS_MAP_X_COLUMN };
  g_autoptr (GsPlan) whole = make_plan (&shape, 0), broken = make_plan (&shape, GS_FAULT_TILE_EDGE);
  const GsThreadId corner = { { 1, 1 }, { 0, 0 } };
  GsTilePlay play;
  GsTileCell cell;
  gint64 end;

  g_assert_true (gs_tile_play_init (&play, whole, NULL));
  end = gs_tile_play_n_steps (&play);
  gs_tile_play_cell (&play, 0, 0, 0, 0, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_EMPTY);
  gs_tile_play_cell (&play, end, 0, 1, 1, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_VALUE);
  g_assert_cmpint (cell.tile, ==, 2);
  g_assert_cmpint (cell.column, ==, 9);
  gs_tile_play_cell (&play, end, 0, 1, 2, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_ZERO);

  g_assert_true (gs_tile_play_init (&play, broken, &corner));
  end = gs_tile_play_n_steps (&play);
  gs_tile_play_cell (&play, end, 0, 1, 2, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_STALE);
  g_assert_cmpint (cell.column, ==, 6);
  gs_tile_play_cell (&play, end, 1, 0, 3, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_EMPTY);
}

/* Without a barrier nobody can say what the sum is: from the first term, or until
 * the last tile, which nothing overwrites. */
static void
test_races (void)
{
  const Shape shape = { 6, 7, 10, 4, GS_MAP_X_COLUMN };
  g_autoptr (GsSpec) inputs = make_inputs (&shape);

  for (guint fault = GS_FAULT_BARRIER_1; fault <= GS_FAULT_BARRIER_2; fault <<= 1)
    {
      g_autoptr (GsPlan) plan = make_plan (&shape, fault);
      GsTilePlay play;
      GsTileSum sum;

      g_assert_true (gs_tile_play_init (&play, plan, NULL));
      gs_tile_play_sum (&play, 1, inputs, &sum);
      g_assert_cmpint (sum.state, ==, GS_TILE_SUM_KNOWN);
      gs_tile_play_sum (&play, gs_tile_play_n_steps (&play), inputs, &sum);
      g_assert_cmpint (sum.state, ==, GS_TILE_SUM_RACE);
      g_assert_cmpint (sum.has_last, ==, fault == GS_FAULT_BARRIER_2);
    }
}

/* A block far off in matrices that no memory holds: its values come one by one, and a
 * sum that is too long to be shown is not told. */
static void
test_large (void)
{
  const Shape shape = { 1000003, 1 << 24, GS_SPEC_MAX_SHOWN_TERMS + 16, 16, GS_MAP_X_COLUMN };
  g_autoptr (GsPlan) plan = make_plan (&shape, 0), broken = make_plan (&shape, GS_FAULT_BARRIER_1);
  g_autoptr (GsSpec) inputs = gs_spec_new ();
  const GsThreadId focus = { { 77777, 55555 }, { 3, 5 } };
  const gint64 row = 55555 * 16 + 5, column = 77777 * 16 + 3;
  GsTilePlay play;
  GsTileSum sum;
  float expected = 0;

  inputs->op = GS_OP_MATMUL;
  inputs->m = shape.m;
  inputs->n = shape.n;
  inputs->k = shape.k;
  g_assert_true (gs_spec_has_values (inputs));
  g_assert_true (gs_tile_play_init (&play, plan, &focus));
  /* Other blocks; loads of 8 warps, a barrier, 16 terms, a barrier; loads, barrier; 3 terms. */
  gs_tile_play_sum (&play, 1 + (8 + 1 + 16 + 1) + (8 + 1) + 3, inputs, &sum);
  for (gint64 p = 0; p < 19; p++)
    expected += gs_spec_value (inputs, 0, row, p) * gs_spec_value (inputs, 1, p, column);
  g_assert_cmpint (sum.state, ==, GS_TILE_SUM_KNOWN);
  g_assert_cmpint (sum.n_terms, ==, 19);
  g_assert_true (sum.sum == expected);
  gs_tile_play_sum (&play, play.n_block_steps, inputs, &sum);
  g_assert_cmpint (sum.state, ==, GS_TILE_SUM_TOO_LONG);
  g_assert_true (gs_tile_play_init (&play, broken, &focus));
  gs_tile_play_sum (&play, play.n_block_steps, inputs, &sum);
  g_assert_cmpint (sum.state, ==, GS_TILE_SUM_RACE);
}

static void
test_others (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  GsTilePlay play;

  g_assert_false (gs_tile_play_init (&play, plan, NULL));
  g_assert_cmpint (gs_plan_play_steps (plan, NULL), ==, plan->warps);
}

/* With the longest k nothing overflows, and a cell that no tile has filled is known to be
 * empty without a look at each of them. */
static void
test_longest (void)
{
  static const guint faults[]
      = { 0, GS_FAULT_BARRIER_1, GS_FAULT_BARRIER_2, GS_FAULT_BARRIER_1 | GS_FAULT_BARRIER_2 };
  const Shape longest = { 1, 1, G_MAXINT64, 32, GS_MAP_X_COLUMN };
  const Shape edge = { 5, 5, G_GINT64_CONSTANT (4000000000000) + 1, 4, GS_MAP_X_COLUMN };
  g_autoptr (GsPlan) plan = make_plan (&edge, GS_FAULT_TILE_EDGE);
  const GsThreadId focus = { { 1, 1 }, { 0, 0 } };
  GsTilePlay play;
  GsTileCell cell;
  GsTileWarp warp;

  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GsPlan) whole = make_plan (&longest, faults[i]);

      g_assert_cmpint (gs_plan_play_steps (whole, NULL), ==, G_MAXINT64);
      g_assert_true (gs_tile_play_init (&play, whole, NULL));
      gs_tile_play_warp (&play, G_MAXINT64, 31, &warp);
      g_assert_cmpint (warp.terms, >=, 0);
      g_assert_cmpint (warp.loads, <=, play.n_tiles);
    }
  g_assert_true (gs_tile_play_init (&play, plan, &focus));
  gs_tile_play_cell (&play, G_MAXINT64 / 2, 0, 1, 0, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_EMPTY);
  /* The last tile holds one column of A; the others are what the tile before it left. */
  gs_tile_play_cell (&play, 1 + play.n_block_steps, 0, 0, 1, &cell);
  g_assert_cmpint (cell.state, ==, GS_TILE_CELL_STALE);
  g_assert_cmpint (cell.tile, ==, G_GINT64_CONSTANT (1000000000000));
  g_assert_cmpint (cell.column, ==, G_GINT64_CONSTANT (4000000000000) - 3);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tile-play/steps", test_steps);
  g_test_add_func ("/tile-play/names", test_names);
  g_test_add_func ("/tile-play/sums", test_sums);
  g_test_add_func ("/tile-play/edges", test_edges);
  g_test_add_func ("/tile-play/races", test_races);
  g_test_add_func ("/tile-play/large", test_large);
  g_test_add_func ("/tile-play/longest", test_longest);
  g_test_add_func ("/tile-play/other-plans", test_others);
  return g_test_run ();
}
