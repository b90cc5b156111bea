#include <math.h>

#include "gs-figure.h"
#include "gs-painter-schedule.h"

static void
test_zoom (void)
{
  static const struct
  {
    const char *name;
    double at, factor, from, to; /* zoomed from everything */
  } cases[] = {
    { "in at the middle", 0.5, 2, 0.25, 0.75 }, { "in at the start", 0, 4, 0, 0.25 },
    { "in at the end", 1, 4, 0.75, 1 },         { "out of everything", 0.5, 0.5, 0, 1 },
    { "beside the plot", -3, 2, 0, 0.5 },       { "as far as it goes", 0.5, 1e9, 0.499995, 0.500005 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GsScheduleView view = { 0 };

      g_test_message ("%s", cases[i].name);
      gs_schedule_view_zoom (&view, cases[i].at, 0.5, cases[i].factor, FALSE);
      g_assert_cmpfloat_with_epsilon (view.from, cases[i].from, 1e-12);
      g_assert_cmpfloat_with_epsilon (view.to, cases[i].to, 1e-12);
      g_assert_cmpfloat (view.bottom - view.top, ==, 0);
    }
}

/* In and out at one point gives what was there; no walk leaves 0…1. */
static void
test_walk (void)
{
  GsScheduleView view = { 0 };
  GRand *random = g_rand_new_with_seed (1);

  gs_schedule_view_zoom (&view, 0.3, 0.6, 8, TRUE);
  gs_schedule_view_zoom (&view, 0.3, 0.6, 1 / 8.0, TRUE);
  g_assert_true (gs_schedule_view_is_all (&view));
  for (int step = 0; step < 1000; step++)
    {
      if (step % 2 == 0)
        gs_schedule_view_zoom (&view, g_rand_double (random), g_rand_double (random),
                               g_rand_double_range (random, 0.4, 2.5), step % 3 == 0);
      else
        gs_schedule_view_pan (&view, g_rand_double_range (random, -2, 2),
                              g_rand_double_range (random, -2, 2));
      g_assert_cmpfloat (view.from, >=, 0);
      g_assert_cmpfloat (view.to, <=, 1);
      g_assert_cmpfloat (view.to, >, view.from);
      g_assert_cmpfloat (view.top, >=, 0);
      g_assert_cmpfloat (view.bottom, <=, 1);
    }
  gs_schedule_view_pan (&view, -1e6, 1e6);
  g_assert_cmpfloat (view.from, ==, 0);
  g_assert_cmpfloat_with_epsilon (view.bottom, 1, 1e-12);
  g_rand_free (random);
}

static GsSchedule *
make_schedule (int n_blocks, int sms, gint64 length_ns)
{
  GsSchedule *schedule = gs_schedule_new ();

  schedule->n_blocks = n_blocks;
  for (int i = 0; i < n_blocks; i++)
    {
      GsBlockTime block = { { i, 0 }, i % sms, i / sms * length_ns, i / sms * length_ns + length_ns };

      g_array_append_val (schedule->blocks, block);
    }
  return schedule;
}

/* The block under a point is the one whose time and multiprocessor the point has,
 * in every view. */
static void
test_hit_in_every_view (void)
{
  GsSchedule *schedule = make_schedule (400, 8, 100);
  GRand *random = g_rand_new_with_seed (2);
  GsScheduleScene scene;
  cairo_rectangle_t plot;

  gs_schedule_scene_init (&scene, schedule);
  gs_schedule_plot (960, 600, 1, &plot);
  for (int step = 0; step < 200; step++)
    {
      double at_x = g_rand_double_range (random, 0.01, 0.99), at_y = g_rand_double_range (random, 0.01, 0.99);
      double to = scene.view.to > scene.view.from ? scene.view.to : 1;
      double bottom = scene.view.bottom > scene.view.top ? scene.view.bottom : 1;
      double turn = (scene.view.from + at_x * (to - scene.view.from)) * 50;
      double sm = (scene.view.top + at_y * (bottom - scene.view.top)) * 8;
      gint64 block[2] = { -1, -1 };

      if (fabs (turn - round (turn)) > 0.05 && fabs (sm - floor (sm)) > 0.02 && fabs (sm - floor (sm)) < 0.9)
        {
          g_assert_true (gs_schedule_block_at (&scene, 960, 600, 1, plot.x + at_x * plot.width,
                                               plot.y + at_y * plot.height, block));
          g_assert_cmpint (block[0], ==, (gint64)turn * 8 + (gint64)sm);
        }
      gs_schedule_view_zoom (&scene.view, at_x, at_y, g_rand_double_range (random, 0.7, 1.5), TRUE);
    }
  g_assert_false (gs_schedule_block_at (&scene, 960, 600, 1, plot.x - 1, plot.y + 5, (gint64[2]){ 0 }));
  g_rand_free (random);
  gs_schedule_free (schedule);
}

/* Blocks far narrower than a pixel still fill their lane: none is lost where many
 * are drawn as one. */
static void
test_narrow_blocks_fill_the_lane (void)
{
  GsSchedule *schedule = make_schedule (40000, 2, 10);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 480, 320);
  cairo_t *cr = cairo_create (surface);
  g_auto (GsCanvas) canvas = { 0 };
  GsFigureStyle style;
  GsScheduleScene scene;
  cairo_rectangle_t plot;
  const guint32 *row;

  gs_figure_style_init (&style);
  style.width = 480;
  style.height = 320;
  style.text_free = TRUE;
  gs_canvas_init (&canvas, cr, &style);
  gs_canvas_set_color (&canvas, &canvas.theme->background, 1);
  cairo_paint (cr);
  gs_schedule_scene_init (&scene, schedule);
  gs_painter_schedule (&canvas, &scene);
  gs_schedule_plot (480, 320, 1, &plot);
  cairo_surface_flush (surface);
  row = (const guint32 *)(gconstpointer)(cairo_image_surface_get_data (surface)
                                         + (int)(plot.y + plot.height / 4)
                                               * cairo_image_surface_get_stride (surface));
  for (int x = (int)plot.x + 1; x < (int)(plot.x + plot.width) - 1; x++)
    g_assert_cmphex (row[x] & 0xffffff, !=, 0xffffff);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gs_schedule_free (schedule);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/schedule-view/zoom", test_zoom);
  g_test_add_func ("/figure/schedule-view/walk", test_walk);
  g_test_add_func ("/figure/schedule-view/hit-in-every-view", test_hit_in_every_view);
  g_test_add_func ("/figure/schedule-view/narrow-blocks-fill-the-lane", test_narrow_blocks_fill_the_lane);
  return g_test_run ();
}
