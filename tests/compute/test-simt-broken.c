/* Faults that the teaching kernels cannot make: barriers in branches, endless
 * loops, shared memory, wild addresses. */
#include <string.h>

#include "gs-simt-lines.h"
#include "simt-broken.h"
#include "simt-case.h"

static int
line_of (const char *symbol, const char *text)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("GRIDSCOPE_SOURCE"), "tests", "compute", "simt-broken.c", NULL);

  return simt_text_line (path, symbol, text);
}

static void
assert_line (int line, const char *symbol, const char *text)
{
  if (gs_simt_lines_known ())
    g_assert_cmpint (line, ==, line_of (symbol, text));
}

static void
init (SimtCase *test, const char *symbol, gint64 n, int n_blocks)
{
  simt_case_init (test, "gs_add_k1_scalar", GS_OP_ADD, 1, n, 0, (int)n, 0, 0);
  test->launch.kernel = simt_broken_find (symbol);
  test->launch.grid[0] = n_blocks;
  g_assert_nonnull (test->launch.kernel);
}

static const GsFinding *
first (const GsTrace *trace, GsFindingKind kind)
{
  g_assert_cmpint (trace->findings[kind]->len, >, 0);
  return &g_array_index (trace->findings[kind], GsFinding, 0);
}

static void
test_barrier_not_reached (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  init (&test, "barrier_in_branch", 64, 1);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_DIVERGENT_BARRIER], ==, 1);
  finding = first (trace, GS_FINDING_DIVERGENT_BARRIER);
  assert_line (finding->line, "barrier_in_branch", "the half's barrier");
  g_assert_cmpint (finding->thread.thread[0], ==, 0);
  g_assert_true (finding->has_other);
  g_assert_cmpint (finding->other.thread[0], ==, 32);
  g_assert_cmpint (finding->other_line, ==, 0);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_barrier_elsewhere (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  init (&test, "two_barriers", 64, 1);
  trace = simt_case_run (&test);
  finding = first (trace, GS_FINDING_DIVERGENT_BARRIER);
  assert_line (finding->line, "two_barriers", "/* first");
  assert_line (finding->other_line, "two_barriers", "/* second");
  g_assert_cmpint (finding->other.thread[0], ==, 32);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* Runs into an error of @code whose sentence names the line with @text. */
static void
assert_fails (SimtCase *test, const char *symbol, const char *text, GsComputeError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gs_simt_launch_run (&test->launch, &error));
  g_assert_error (error, GS_COMPUTE_ERROR, (int)code);
  if (gs_simt_lines_known ())
    {
      g_autofree char *line = g_strdup_printf ("line %d ", line_of (symbol, text));

      g_assert_nonnull (strstr (error->message, line));
    }
}

static void
test_endless (void)
{
  static const struct
  {
    const char *symbol, *text;
  } cases[] = {
    { "endless", "never ends" },
    { "spinning", "/* spins" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SimtCase test;

      init (&test, cases[i].symbol, 32, 3);
      test.launch.step_limit = 10000;
      assert_fails (&test, cases[i].symbol, cases[i].text, GS_COMPUTE_ERROR_TIMEOUT);
      simt_case_clear (&test);
    }
}

/* Deep enough is right, too deep is said; in the first thread, whose stack has
 * nobody below, as in the last. */
static void
test_stack (void)
{
  SimtCase test;
  GsTrace *trace;
  const int sizes[] = { 1, 32, 96 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      init (&test, "recursive", sizes[i], 1);
      test.launch.launch.reserved = 0;
      trace = simt_case_run (&test);
      g_assert_true (test.c[0] == test.a[0]);
      gs_trace_free (trace);
      test.launch.launch.reserved = 1000000;
      assert_fails (&test, "descend", "calls itself", GS_COMPUTE_ERROR_UNSUPPORTED);
      simt_case_clear (&test);
    }
}

static void
test_cancel (void)
{
  SimtCase test;
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  init (&test, "endless", 32, 1);
  test.launch.step_limit = G_MAXUINT32 / 2;
  test.launch.cancellable = cancellable;
  g_cancellable_cancel (cancellable);
  g_assert_null (gs_simt_launch_run (&test.launch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  simt_case_clear (&test);
}

static void
test_shared_overrun (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  init (&test, "shared_overrun", 32, 1);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_OUT_OF_BOUNDS], ==, 2);
  finding = first (trace, GS_FINDING_OUT_OF_BOUNDS);
  assert_line (finding->line, "shared_overrun", "underrun");
  g_assert_cmpstr (finding->buffer, ==, "second");
  g_assert_cmpint (finding->index, ==, -1);
  g_assert_false (finding->write);
  finding++;
  assert_line (finding->line, "shared_overrun", "/* overrun");
  g_assert_cmpstr (finding->buffer, ==, "first");
  g_assert_cmpint (finding->index, ==, 33);
  g_assert_true (finding->write);
  g_assert_cmpint (finding->thread.thread[0], ==, 31);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* The sentence says what is asked for, what there is, and where. */
static void
test_shared_too_much (void)
{
  static const struct
  {
    const char *symbol, *text, *words;
  } cases[] = {
    { "shared_too_much", "/* too large",
      "asks for 65540 bytes of shared memory in all, and a block has at most 49152" },
    { "shared_too_many", "/* one too many", "one more array in shared memory than the 8" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SimtCase test;
      g_autoptr (GError) error = NULL;

      init (&test, cases[i].symbol, 32, 1);
      g_assert_null (gs_simt_launch_run (&test.launch, &error));
      g_assert_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      simt_case_clear (&test);
      init (&test, cases[i].symbol, 32, 1);
      assert_fails (&test, cases[i].symbol, cases[i].text, GS_COMPUTE_ERROR_UNSUPPORTED);
      simt_case_clear (&test);
    }
}

static void
test_wild (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  init (&test, "wild", 32, 1);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_OUT_OF_BOUNDS], ==, 1);
  finding = first (trace, GS_FINDING_OUT_OF_BOUNDS);
  assert_line (finding->line, "wild", "/* wild");
  g_assert_cmpint (finding->thread.thread[0], ==, 1);
  /* The thread was stopped there; its own element is missed. */
  g_assert_cmpint (trace->totals[GS_FINDING_UNWRITTEN], ==, 1);
  g_assert_cmpint (first (trace, GS_FINDING_UNWRITTEN)->index, ==, 1);
  g_assert_cmpint (trace->threads[GS_FATE_OUT_OF_BOUNDS], ==, 1);
  g_assert_cmpint (trace->threads[GS_FATE_ACTIVE], ==, 31);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_writes_input (void)
{
  SimtCase test;
  GsTrace *trace;
  float before;

  init (&test, "writes_input", 32, 1);
  before = test.b[3];
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_OUT_OF_BOUNDS], ==, 32);
  g_assert_cmpstr (first (trace, GS_FINDING_OUT_OF_BOUNDS)->buffer, ==, "B");
  g_assert_true (before == test.b[3]);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_global_race (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  init (&test, "sum_without_atomics", 64, 2);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_UNINITIALISED_READ], ==, 2);
  finding = first (trace, GS_FINDING_UNINITIALISED_READ);
  g_assert_cmpstr (finding->buffer, ==, "C");
  assert_line (finding->line, "sum_without_atomics", "/* read");
  finding = first (trace, GS_FINDING_RACE);
  g_assert_cmpint (finding->thread.thread[0], ==, 1);
  g_assert_cmpint (finding->other.thread[0], ==, 0);
  g_assert_cmpint (trace->totals[GS_FINDING_WRITTEN_TWICE], ==, 1);
  finding = first (trace, GS_FINDING_WRITTEN_TWICE);
  g_assert_cmpint (finding->thread.block[0], ==, 0);
  g_assert_cmpint (finding->other.block[0], ==, 1);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

static void
test_conflicts (void)
{
  SimtCase test;
  GsTrace *trace;

  init (&test, "conflicts", 32, 1);
  g_free (test.a);
  test.a = g_new0 (float, 256);
  test.launch.a = test.a;
  test.launch.columns[0] = 256;
  trace = simt_case_run (&test);
  for (guint i = 0; gs_simt_lines_known () && i < trace->lines->len; i++)
    {
      const GsLineTrace *line = &g_array_index (trace->lines, GsLineTrace, i);

      if (line->line == line_of ("conflicts", "column of banks"))
        {
          g_assert_cmpint (line->shared_requests, ==, 1);
          g_assert_cmpint (line->bank_passes, ==, 32);
          g_assert_cmpint (line->sectors, ==, 4);
        }
      else if (line->line == line_of ("conflicts", "broadcast"))
        g_assert_cmpint (line->bank_passes, ==, line->shared_requests);
      else if (line->line == line_of ("conflicts", "strided"))
        {
          g_assert_cmpint (line->global_reads, ==, 16);
          g_assert_cmpint (line->requests, ==, 2);
          g_assert_cmpint (line->idle_lanes, ==, 32);
          g_assert_cmpint (line->sectors, ==, 16 + 4);
        }
    }
  g_assert_cmpint (trace->bank_conflicts, ==, 31);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* Two passes for two words of a bank, however many lanes ask for each; none more for
 * four floats a lane. */
static void
test_passes (void)
{
  static const struct
  {
    const char *symbol, *text;
    gint64 requests, passes;
  } cases[] = {
    { "turns", "by turns", 1, 2 },
    { "wide", "four at once", 4, 4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SimtCase test;
      GsTrace *trace;

      init (&test, cases[i].symbol, 32, 1);
      trace = simt_case_run (&test);
      for (guint l = 0; gs_simt_lines_known () && l < trace->lines->len; l++)
        {
          const GsLineTrace *line = &g_array_index (trace->lines, GsLineTrace, l);

          if (line->line != line_of (cases[i].symbol, cases[i].text))
            continue;
          g_assert_cmpint (line->shared_requests, ==, cases[i].requests);
          g_assert_cmpint (line->bank_passes, ==, cases[i].passes);
        }
      g_assert_cmpint (trace->bank_conflicts, ==, cases[i].passes - cases[i].requests);
      gs_trace_free (trace);
      simt_case_clear (&test);
    }
}

/* An array after one of another length begins where its elements may. */
static void
test_shared_is_aligned (void)
{
  SimtCase test;

  init (&test, "wide", 32, 1);
  gs_trace_free (simt_case_run (&test));
  g_assert_cmpfloat (test.c[0], ==, 0);
  simt_case_clear (&test);
}

/* Whoever has read a cell before it is written is in the race, not only the first. */
static void
test_second_reader (void)
{
  SimtCase test;
  GsTrace *trace;
  const GsFinding *finding;

  init (&test, "second_reader", 32, 1);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_RACE], ==, 1);
  finding = first (trace, GS_FINDING_RACE);
  g_assert_cmpint (finding->index, ==, 5);
  g_assert_true (finding->write);
  g_assert_cmpint (finding->thread.thread[0], ==, 5);
  g_assert_cmpint (finding->other.thread[0], ==, 6);
  assert_line (finding->line, "second_reader", "the first writes");
  assert_line (finding->other_line, "second_reader", "the second reads");
  gs_trace_free (trace);
  simt_case_clear (&test);
}

/* With a barrier between it is no race, but still written twice. */
static void
test_one_after_the_other (void)
{
  SimtCase test;
  GsTrace *trace;

  init (&test, "one_after_the_other", 32, 1);
  trace = simt_case_run (&test);
  g_assert_cmpint (trace->totals[GS_FINDING_RACE], ==, 0);
  g_assert_cmpint (trace->totals[GS_FINDING_WRITTEN_TWICE], ==, 1);
  gs_trace_free (trace);
  simt_case_clear (&test);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simt/broken/barrier-not-reached", test_barrier_not_reached);
  g_test_add_func ("/simt/broken/barrier-elsewhere", test_barrier_elsewhere);
  g_test_add_func ("/simt/broken/endless", test_endless);
  g_test_add_func ("/simt/broken/stack", test_stack);
  g_test_add_func ("/simt/broken/cancel", test_cancel);
  g_test_add_func ("/simt/broken/shared-overrun", test_shared_overrun);
  g_test_add_func ("/simt/broken/shared-too-much", test_shared_too_much);
  g_test_add_func ("/simt/broken/wild", test_wild);
  g_test_add_func ("/simt/broken/writes-input", test_writes_input);
  g_test_add_func ("/simt/broken/global-race", test_global_race);
  g_test_add_func ("/simt/broken/conflicts", test_conflicts);
  g_test_add_func ("/simt/broken/passes", test_passes);
  g_test_add_func ("/simt/broken/shared-is-aligned", test_shared_is_aligned);
  g_test_add_func ("/simt/broken/second-reader", test_second_reader);
  g_test_add_func ("/simt/broken/one-after-the-other", test_one_after_the_other);
  return g_test_run ();
}
