/* Processor time of the drawing thread, which other work on the machine does not
 * lengthen as it does wall time: how long a frame takes to draw while panning and zooming, at 1280×800 with
 * cairo's image surface on one core; and the exports with a stated target. */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "gs-export-figure.h"
#include "gs-painter-coverage.h"
#include "gs-thread-story.h"

#define FRAMES 300

static double
now_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static void
report (const char *name, double *ms, int n)
{
  qsort (ms, n, sizeof *ms, compare_doubles);
  g_print ("%-34s n %4d  min %7.2f  median %7.2f  p95 %7.2f  p99 %7.2f  max %7.2f ms\n", name, n, ms[0],
           ms[n / 2], ms[n * 95 / 100], ms[n * 99 / 100], ms[n - 1]);
}

static GsPlan *
plan_of (const GsSpec *spec)
{
  GsLimits limits = *gs_limits_common ();

  /* 2⁶⁰ threads need more blocks than a device allows; the picture must not mind. */
  limits.max_grid[0] = limits.max_grid[1] = G_MAXINT64;
  return gs_plan_new (spec, &limits);
}

static GsSpec *
make_spec (gint64 m, gint64 n, int dims, gint64 bx, gint64 by, gboolean guard)
{
  GsSpec *spec = gs_spec_new ();

  spec->m = m;
  spec->n = n;
  spec->block_dims = dims;
  spec->block[0] = bx;
  spec->block[1] = by;
  spec->guard = guard;
  return spec;
}

static GsPlan *
make_plan (gint64 m, gint64 n, int dims, gint64 bx, gint64 by, gboolean guard)
{
  g_autoptr (GsSpec) spec = make_spec (m, n, dims, bx, by, guard);

  return plan_of (spec);
}

/* A walk as a hand makes it: zoom in on a point, pan about, zoom out. */
static void
walk (GsCoverageScene *scene, const GsCoverageLayout *layout, int frame)
{
  double px = 640 + 300 * sin (frame * 0.11), py = 400 + 200 * cos (frame * 0.07);
  int part = frame % 100;

  if (part < 40)
    gs_coverage_view_zoom (scene->plan, layout, px, py, 1.35, &scene->view);
  else if (part < 60)
    gs_coverage_view_pan (scene->plan, layout, -37, 11, &scene->view);
  else
    gs_coverage_view_zoom (scene->plan, layout, px, py, 1 / 1.35, &scene->view);
}

static void
bench_coverage (const char *name, gint64 m, gint64 n, int dims, gint64 bx, gint64 by)
{
  GsPlan *plan = make_plan (m, n, dims, bx, by, FALSE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, 800);
  GsFigureStyle style;
  GsCoverageScene scene;
  GsCoverageLayout layout;
  double ms[FRAMES];

  gs_figure_style_init (&style);
  style.width = 1280;
  style.height = 800;
  gs_coverage_scene_init (&scene, plan);
  gs_coverage_layout (&scene, style.width, style.height, 1, &layout);
  gs_coverage_view_fit (plan, &layout, &scene.view);
  for (int frame = -3; frame < FRAMES; frame++)
    {
      cairo_t *cr = cairo_create (surface);
      double start = now_ms ();
      g_auto (GsCanvas) canvas = { 0 };

      gs_canvas_init (&canvas, cr, &style);
      gs_canvas_set_color (&canvas, &canvas.theme->background, 1);
      cairo_paint (cr);
      gs_painter_coverage (&canvas, &scene);
      cairo_destroy (cr);
      if (frame >= 0)
        {
          ms[frame] = now_ms () - start;
          walk (&scene, &layout, frame);
        }
    }
  report (name, ms, FRAMES);
  cairo_surface_destroy (surface);
  gs_plan_free (plan);
}

static GsSchedule *
make_schedule (int n_blocks)
{
  GsSchedule *schedule = gs_schedule_new ();

  schedule->n_blocks = n_blocks;
  for (int i = 0; i < n_blocks; i++)
    {
      gint64 start = (i / 264) * 9000 + (i % 7) * 64;
      GsBlockTime block = { { i, 0 }, i % 132, start, start + 8500 + (i * 37) % 400 };

      g_array_append_val (schedule->blocks, block);
    }
  return schedule;
}

/* The whole figure, as the window draws it: in, about, and out again. */
static void
bench_figure (const char *name, GsFigureInput *input)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1280, 800);
  GsFigureStyle style;
  double ms[FRAMES];

  gs_figure_style_init (&style);
  style.width = 1280;
  style.height = 800;
  for (int frame = -3; frame < FRAMES; frame++)
    {
      cairo_t *cr = cairo_create (surface);
      double start = now_ms ();

      gs_figure_paint (input, &style, cr);
      cairo_destroy (cr);
      if (frame < 0)
        continue;
      ms[frame] = now_ms () - start;
      if (frame % 100 < 40)
        gs_schedule_view_zoom (&input->schedule_view, 0.5 + 0.4 * sin (frame), 0.5, 1.1, frame % 3 == 0);
      else if (frame % 100 < 60)
        gs_schedule_view_pan (&input->schedule_view, 0.05, -0.01);
      else
        gs_schedule_view_zoom (&input->schedule_view, 0.5, 0.5, 1 / 1.1, TRUE);
    }
  report (name, ms, FRAMES);
  cairo_surface_destroy (surface);
}

static GsReport *
make_report (int n_results)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsReport *result_of = gs_report_new (spec, gs_plan_new (spec, NULL));

  for (int i = 0; i < n_results; i++)
    {
      GsResult *result = gs_result_new ("cuda", "hadamard/k1_scalar");

      result->status = GS_STATUS_OK;
      result->timed = TRUE;
      result->warm[GS_PHASE_COMPUTE] = (GsPhase){ 1000, GS_CLOCK_EVENT, GS_PHASE_MEASURED };
      g_ptr_array_add (result_of->results, result);
    }
  return result_of;
}

/* What the pointer asks when it moves: the cell under it, its thread and the whole
 * story of that with its numbers, over points all over the picture, at any zoom. @k not
 * 0: of a product, whose sum is added up. */
static void
bench_hover (const char *name, gint64 m, gint64 n, gint64 k, int dims, gint64 bx, gint64 by)
{
  g_autoptr (GsSpec) spec = make_spec (m, n, dims, bx, by, FALSE);
  g_autoptr (GsPlan) plan = NULL;
  GsCoverageScene scene;
  GsCoverageLayout layout;
  double ms[FRAMES];

  spec->op = k > 0 ? GS_OP_MATMUL : GS_OP_HADAMARD;
  spec->k = k;
  plan = plan_of (spec);
  gs_coverage_scene_init (&scene, plan);
  gs_coverage_layout (&scene, 1280, 800, 1, &layout);
  gs_coverage_view_fit (plan, &layout, &scene.view);
  for (int i = 0; i < FRAMES; i++)
    {
      g_autoptr (GPtrArray) story = NULL;
      const double start = now_ms ();
      GsThreadId id;
      gint64 x, y;

      if (gs_coverage_cell_at (&scene, &layout, layout.x + layout.width * (i % 17) / 17,
                               layout.y + layout.height * (i % 13) / 13, &x, &y)
          && gs_plan_thread_at (plan, x, y, &id))
        story = gs_thread_story (plan, &id, spec);
      ms[i] = now_ms () - start;
      walk (&scene, &layout, i);
    }
  report (name, ms, FRAMES);
}

static void
bench_schedule (int n_blocks)
{
  g_autofree char *name = g_strdup_printf ("schedule, %d blocks", n_blocks);
  g_autoptr (GsReport) run = make_report (1);
  GsFigureInput input;

  ((GsResult *)g_ptr_array_index (run->results, 0))->schedule = make_schedule (n_blocks);
  gs_figure_input_init (&input, GS_FIGURE_SCHEDULE);
  input.report = run;
  bench_figure (name, &input);
}

/* Five lanes that share @n_samples. */
static void
bench_timing (int n_samples)
{
  g_autofree char *name = g_strdup_printf ("timing, %d samples", n_samples);
  g_autoptr (GsReport) run = make_report (5);
  GsFigureInput input;

  for (guint r = 0; r < run->results->len; r++)
    {
      GsResult *result = g_ptr_array_index (run->results, r);

      result->n_samples = (gsize)n_samples / run->results->len;
      result->samples_ns = g_new (double, result->n_samples);
      for (gsize i = 0; i < result->n_samples; i++)
        result->samples_ns[i] = 1000 + 40 * r + fmod (i * 61.8, 300);
      gs_stats_compute (result->samples_ns, result->n_samples, &result->compute);
    }
  gs_figure_input_init (&input, GS_FIGURE_TIMING);
  input.report = run;
  bench_figure (name, &input);
}

static void
bench_export (
    const char *name, gint64 m, gint64 n, double width, double height, double scale, GsFigureFormat format)
{
  GsPlan *plan = make_plan (m, n, 2, 8, 4, FALSE);
  GsFigureInput input;
  GsFigureStyle style;
  double ms[15];

  gs_figure_input_init (&input, GS_FIGURE_COVERAGE);
  input.plan = plan;
  gs_figure_style_init (&style);
  style.width = width;
  style.height = height;
  style.scale = scale;
  for (guint i = 0; i < G_N_ELEMENTS (ms); i++)
    {
      double start = now_ms ();
      g_autoptr (GBytes) bytes = gs_export_figure (&input, &style, format, NULL);

      ms[i] = now_ms () - start;
    }
  g_print ("first in the process %.1f ms; ", ms[0]);
  report (name, ms, G_N_ELEMENTS (ms));
  gs_plan_free (plan);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  bench_export ("SVG 13×21, 960×600", 13, 21, 960, 600, 1, GS_FORMAT_SVG);
  bench_export ("PNG 65536², 3200×2000", 65536, 65536, 1600, 1000, 2, GS_FORMAT_PNG);
  bench_coverage ("coverage 7, 1-D", 1, 7, 1, 4, 1);
  bench_coverage ("coverage 1000×1003, 2-D", 1000, 1003, 2, 16, 16);
  bench_coverage ("coverage 1000×1003, 1-D", 1000, 1003, 1, 256, 1);
  bench_coverage ("coverage 65536², 2-D", 65536, 65536, 2, 32, 32);
  bench_coverage ("coverage 65536², 1-D", 65536, 65536, 1, 1024, 1);
  bench_coverage ("coverage 2⁶⁰, 1-D", 1, (gint64)1 << 60, 1, 1024, 1);
  bench_coverage ("coverage 2³⁰×2³⁰, 2-D", (gint64)1 << 30, (gint64)1 << 30, 2, 32, 32);
  bench_hover ("hover 7, 1-D", 1, 7, 0, 1, 4, 1);
  bench_hover ("hover 1000×1003, 2-D", 1000, 1003, 0, 2, 16, 16);
  bench_hover ("hover 65536², 2-D", 65536, 65536, 0, 2, 32, 32);
  bench_hover ("hover 2⁶⁰, 1-D", 1, (gint64)1 << 60, 0, 1, 1024, 1);
  bench_hover ("hover product, k = 8192", 65536, 65536, GS_SPEC_MAX_SHOWN_TERMS, 2, 32, 32);
  bench_schedule (10000);
  bench_schedule (65536);
  bench_timing (1000);
  bench_timing (10000);
  return 0;
}
