#include <glib.h>
#include <string.h>

#include "gs-plan-private.h"
#include "gs-random.h"

/* The closed forms of the plan against going through every thread of some
 * thousands of small launches. The oracle follows the kernels' source, not the
 * plan. */

enum
{
  LAUNCHES = 6000,
  RECTANGLES = 6,
  MAX_ELEMENTS = 4096,
  MAX_WRITERS = 8,
};

static guint64 draws;

static gint64
draw (gint64 low, gint64 high)
{
  return low + (gint64)(gs_random_at (gs_random_stream (7), draws++) % (guint64)(high - low + 1));
}

/* What one thread does, as the kernel's lines say. */
typedef struct
{
  GsThreadId id;
  GsFate fate;
  gint64 writes[64];
  int n_writes;
  gint64 index;
  gint64 cell_row, cell_column; /* 2-D and tiles */
} Thread;

typedef struct
{
  Thread *threads; /* in launch order */
  gint64 n_threads;
  int writers[MAX_ELEMENTS];
  gint64 elements;
} Enumeration;

static gint64
wrapped (gint64 index, gint64 modulus)
{
  if (modulus == 0)
    return index;
  index = ((index % modulus) + modulus) % modulus;
  return index >= modulus / 2 ? index - modulus : index;
}

static void
enumerate_single (const GsSpec *spec, const GsPlan *plan, gint64 modulus, Thread *thread)
{
  gint64 m = spec->m, n = spec->n;
  gint64 stride = spec->faults & GS_FAULT_LEADING_DIMENSION ? m : n;
  gint64 width = spec->block[0], height = spec->block_dims == 2 ? spec->block[1] : 1;
  gint64 tx = thread->id.thread[0], ty = thread->id.thread[1];
  gint64 x, y, row, column, true_index;
  gboolean x_is_row, inside;

  if (strstr (plan->kernel->name, "k2_coalesced") != NULL && spec->block_dims == 2)
    {
      gint64 number = ty * width + tx, all = width * height;

      width = all % 32 == 0 ? 32 : all;
      height = all / width;
      tx = number % width;
      ty = number / width;
    }
  x = thread->id.block[0] * width + tx;
  y = thread->id.block[1] * height + ty;
  if (spec->block_dims == 1)
    {
      true_index = x;
      thread->index = wrapped (x, modulus);
      inside = thread->index < m * n;
    }
  else
    {
      x_is_row = (spec->map == GS_MAP_X_ROW) != ((spec->faults & GS_FAULT_SWAPPED_AXES) != 0);
      row = x_is_row ? x : y;
      column = x_is_row ? y : x;
      inside = row < m && column < n;
      true_index = inside ? row * n + column : -1;
      thread->index = wrapped (row * stride + column, modulus);
      thread->cell_row = row;
      thread->cell_column = column;
    }
  if (spec->guard && !inside)
    {
      thread->fate = GS_FATE_IDLE;
      return;
    }
  if (thread->index < 0 || thread->index >= m * n)
    {
      thread->fate = GS_FATE_OUT_OF_BOUNDS;
      return;
    }
  thread->fate = thread->index == true_index ? GS_FATE_ACTIVE : GS_FATE_ALIASED;
  thread->writes[thread->n_writes++] = thread->index;
}

static void
enumerate_share (const GsSpec *spec, const GsPlan *plan, Thread *thread)
{
  gint64 size = spec->m * spec->n;
  int n_rounds = strstr (plan->kernel->name, "float4") != NULL ? 1 : 2;

  /* As the kernels say it: four neighbours at a time, the second four of a thread
   * one block's width further on. */
  for (int j = 0; j < 4 * n_rounds; j++)
    {
      gint64 i = 4 * n_rounds * thread->id.block[0] * spec->block[0] + j / 4 * 4 * spec->block[0]
                 + 4 * thread->id.thread[0] + j % 4;

      if (i < size)
        thread->writes[thread->n_writes++] = i;
    }
  thread->fate = thread->n_writes > 0 ? GS_FATE_ACTIVE : GS_FATE_IDLE;
}

static void
enumerate (const GsSpec *spec, const GsPlan *plan, gint64 modulus, Enumeration *all)
{
  gint64 height = spec->block_dims == 2 ? spec->block[1] : 1;

  memset (all, 0, sizeof *all);
  all->elements = spec->m * spec->n;
  all->n_threads = plan->grid[0] * plan->grid[1] * spec->block[0] * height;
  all->threads = g_new0 (Thread, all->n_threads + 1);
  for (gint64 i = 0; i < all->n_threads; i++)
    {
      Thread *thread = &all->threads[i];
      gint64 in_block = i % (spec->block[0] * height), block = i / (spec->block[0] * height);

      thread->id.block[0] = block % plan->grid[0];
      thread->id.block[1] = block / plan->grid[0];
      thread->id.thread[0] = in_block % spec->block[0];
      thread->id.thread[1] = in_block / spec->block[0];
      if (plan->elements_per_thread > 1)
        enumerate_share (spec, plan, thread);
      else if (all->elements > 0)
        enumerate_single (spec, plan, modulus, thread);
      for (int j = 0; j < thread->n_writes; j++)
        all->writers[thread->writes[j]]++;
    }
}

static char *
describe (const GsSpec *spec, const GsPlan *plan, gint64 modulus)
{
  return g_strdup_printf ("%s m=%d n=%d block=%dx%d grid=%dx%d rule=%d guard=%d map=%d modulus=%d faults=%u",
                          plan->kernel->name, (int)spec->m, (int)spec->n, (int)spec->block[0],
                          (int)spec->block[1], (int)plan->grid[0], (int)plan->grid[1], (int)spec->grid_rule,
                          spec->guard, (int)spec->map, (int)modulus, spec->faults);
}

#define CHECK_EQUAL(name, got, expected)                                                                     \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    if ((got) != (expected))                                                                                 \
      g_error ("%s: %s is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT, what, name, (gint64)(got),      \
               (gint64)(expected));                                                                          \
  }                                                                                                          \
  G_STMT_END

static gboolean
same_thread (const GsThreadId *a, const GsThreadId *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

static void
check_counts (const GsPlan *plan, const Enumeration *all, const char *what)
{
  gint64 fates[GS_N_FATES] = { 0 }, missed = 0, duplicated = 0, first_missed = -1;
  const Thread *first_outside = NULL;

  for (gint64 i = 0; i < all->n_threads && all->elements > 0; i++)
    {
      const Thread *thread = &all->threads[i];

      fates[thread->fate]++;
      if (thread->fate == GS_FATE_OUT_OF_BOUNDS && first_outside == NULL)
        first_outside = thread;
    }
  for (gint64 e = all->elements - 1; e >= 0; e--)
    {
      duplicated += all->writers[e] > 1;
      if (all->writers[e] == 0)
        {
          missed++;
          first_missed = e;
        }
    }
  CHECK_EQUAL ("threads", plan->threads, all->n_threads);
  CHECK_EQUAL ("active", plan->active, fates[GS_FATE_ACTIVE]);
  CHECK_EQUAL ("idle", plan->idle, fates[GS_FATE_IDLE]);
  CHECK_EQUAL ("out of bounds", plan->out_of_bounds, fates[GS_FATE_OUT_OF_BOUNDS]);
  CHECK_EQUAL ("aliased", plan->aliased, fates[GS_FATE_ALIASED]);
  CHECK_EQUAL ("missed", plan->missed, missed);
  CHECK_EQUAL ("duplicated", plan->duplicated, duplicated);
  CHECK_EQUAL ("first missed", plan->first_missed, first_missed);
  CHECK_EQUAL ("has first out of bounds", plan->has_first_out_of_bounds, first_outside != NULL);
  if (first_outside != NULL)
    {
      CHECK_EQUAL ("first out of bounds", same_thread (&plan->first_out_of_bounds, &first_outside->id), TRUE);
      CHECK_EQUAL ("its index", plan->first_out_of_bounds_index, first_outside->index);
    }
}

static void
check_threads (const GsPlan *plan, const Enumeration *all, const char *what)
{
  for (gint64 i = 0; i < all->n_threads && all->elements > 0; i++)
    {
      const Thread *thread = &all->threads[i];
      GsThreadInfo info;
      GsThreadId back;
      gint64 x, y;

      CHECK_EQUAL ("thread found", gs_plan_thread (plan, &thread->id, &info), TRUE);
      CHECK_EQUAL ("fate", info.fate, thread->fate);
      CHECK_EQUAL ("element", info.element, thread->n_writes > 0 ? thread->writes[0] : -1);
      CHECK_EQUAL ("has a cell", gs_plan_cell_of (plan, &thread->id, &x, &y), TRUE);
      CHECK_EQUAL ("cell has a thread", gs_plan_thread_at (plan, x, y, &back), TRUE);
      CHECK_EQUAL ("back from its cell", same_thread (&back, &thread->id), TRUE);
    }
}

static void
check_writers (const GsPlan *plan, const Enumeration *all, const char *what)
{
  gint64 step = MAX (all->elements / 7, 1);

  for (gint64 element = 0; element < all->elements; element += step)
    {
      GsThreadId ids[MAX_WRITERS];
      int found = 0;

      CHECK_EQUAL ("writers", gs_plan_writers (plan, element, ids, MAX_WRITERS), all->writers[element]);
      for (gint64 i = 0; i < all->n_threads && found < MAX_WRITERS; i++)
        for (int j = 0; j < all->threads[i].n_writes; j++)
          if (all->threads[i].writes[j] == element)
            CHECK_EQUAL ("writer", same_thread (&ids[found++], &all->threads[i].id), TRUE);
    }
}

static void
check_mix (const GsPlan *plan, const Enumeration *all, const char *what)
{
  GsPlane plane;
  GsMix mix, expected = { 0 };
  gint64 x0, y0, x1, y1;

  gs_plan_plane (plan, &plane);
  x0 = draw (0, plane.columns);
  x1 = draw (0, plane.columns);
  y0 = draw (0, plane.rows);
  y1 = draw (0, plane.rows);
  for (gint64 i = 0; i < all->n_threads && all->elements > 0; i++)
    {
      const Thread *thread = &all->threads[i];
      gint64 x = plane.wrapped ? i % plane.columns : thread->cell_column;
      gint64 y = plane.wrapped ? i / plane.columns : thread->cell_row;

      if (x < x0 || x >= x1 || y < y0 || y >= y1)
        continue;
      expected.threads[thread->fate]++;
      if (plan->elements_per_thread > 1)
        expected.elements += thread->n_writes;
    }
  for (gint64 e = 0; e < all->elements && plan->elements_per_thread == 1; e++)
    {
      gint64 columns = plane.wrapped ? plane.columns : plan->n;
      gint64 x = e % columns, y = e / columns;

      if (x < x0 || x >= x1 || y < y0 || y >= y1)
        continue;
      expected.elements++;
      expected.missed += all->writers[e] == 0;
      expected.duplicated += all->writers[e] > 1;
    }
  gs_plan_mix (plan, x0, y0, x1, y1, &mix);
  for (int fate = 0; fate < GS_N_FATES; fate++)
    CHECK_EQUAL (gs_fate_nick (fate), mix.threads[fate], expected.threads[fate]);
  CHECK_EQUAL ("elements of the mix", mix.elements, expected.elements);
  CHECK_EQUAL ("missed of the mix", mix.missed, expected.missed);
  CHECK_EQUAL ("duplicated of the mix", mix.duplicated, expected.duplicated);
}

static GsSpec *
draw_spec (void)
{
  static const char *const kernels[]
      = { "hadamard/k1_scalar", "add/k2_float4",       "hadamard/k3_streaming",
          "matmul/k1_naive",    "matmul/k2_coalesced", "matmul/k3_shared_tile" };
  GsSpec *spec = gs_spec_new ();
  const char *kernel = kernels[draw (0, G_N_ELEMENTS (kernels) - 1)];
  gint64 sides[] = { 4, 8 };
  gboolean tile = strstr (kernel, "k3_shared") != NULL;
  gboolean shares = strstr (kernel, "float4") != NULL || strstr (kernel, "streaming") != NULL;

  g_strfreev (spec->kernels);
  spec->kernels = g_strsplit (kernel, ",", -1);
  spec->op = g_str_has_prefix (kernel, "add") ? GS_OP_ADD
             : g_str_has_prefix (kernel, "m") ? GS_OP_MATMUL
                                              : GS_OP_HADAMARD;
  spec->m = draw (0, 3) == 0 ? 1 : draw (0, 34);
  spec->n = draw (0, 40);
  spec->k = spec->op == GS_OP_MATMUL ? 3 : 0;
  spec->block_dims = shares ? 1 : tile ? 2 : (int)draw (1, 2);
  spec->block[0] = tile ? sides[draw (0, 1)] : draw (1, 12);
  spec->block[1] = tile ? spec->block[0] : spec->block_dims == 2 ? draw (1, 9) : 1;
  if (shares)
    return spec;
  spec->grid_rule = draw (0, 2);
  spec->grid[0] = draw (1, 5);
  spec->grid[1] = spec->block_dims == 2 ? draw (1, 5) : 1;
  spec->guard = draw (0, 1);
  spec->map = draw (0, 1);
  if (draw (0, 3) == 0)
    spec->faults |= GS_FAULT_SWAPPED_AXES;
  return spec;
}

static void
test_against_enumeration (void)
{
  static const gint64 moduli[] = { 0, 0, 0, 16, 64, 256 };

  for (int i = 0; i < LAUNCHES; i++)
    {
      g_autoptr (GsSpec) spec = draw_spec ();
      g_autoptr (GsPlan) plan = NULL;
      g_autofree char *what = NULL;
      gint64 modulus = moduli[draw (0, G_N_ELEMENTS (moduli) - 1)];
      Enumeration all;

      if (spec->op == GS_OP_MATMUL && spec->block_dims == 2 && modulus == 0 && draw (0, 2) == 0)
        spec->faults |= GS_FAULT_LEADING_DIMENSION;
      plan = gs_plan_new_with_modulus (spec, NULL, modulus);
      what = describe (spec, plan, plan->index_modulus);
      if (plan->problems->len > 0)
        g_error ("%s: %s", what, ((GsProblem *)g_ptr_array_index (plan->problems, 0))->message);
      enumerate (spec, plan, plan->index_modulus, &all);
      check_counts (plan, &all, what);
      check_threads (plan, &all, what);
      check_writers (plan, &all, what);
      for (int j = 0; j < RECTANGLES; j++)
        check_mix (plan, &all, what);
      g_free (all.threads);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/plan/against-enumeration", test_against_enumeration);
  return g_test_run ();
}
