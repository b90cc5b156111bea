/* Draws the sample figures into a directory, to be looked at:
 * draw-samples DIRECTORY [light|dark|contrast] [LANGUAGE] [SCALE] [FORMAT]. */
#include <locale.h>
#include <stdlib.h>
#include <libintl.h>

#include "gs-export-figure.h"
#include "gs-samples.h"

static void
draw (const char *directory,
      const char *name,
      const GsFigureInput *input,
      const GsFigureStyle *style,
      const char *extension)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.%s", directory, name, extension);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  if (!gs_export_figure_to_file (input, style, file, NULL, &error))
    g_printerr ("%s: %s\n", name, error->message);
  else
    g_print ("%s %.1f ms\n", path, (g_get_monotonic_time () - start) / 1000.0);
}

static void
draw_coverages (const char *directory, const GsFigureStyle *style, const char *extension)
{
  static const struct
  {
    const char *name;
    GsOp op;
    gint64 m, n;
    int dims;
    gint64 bx, by;
    GsGridRule rule;
    gboolean guard;
  } rows[] = {
    { "cov-7-256", GS_OP_HADAMARD, 1, 7, 1, 256, 1, GS_GRID_CEIL, TRUE },
    { "cov-7-4", GS_OP_HADAMARD, 1, 7, 1, 4, 1, GS_GRID_CEIL, TRUE },
    { "cov-7-4-noguard", GS_OP_HADAMARD, 1, 7, 1, 4, 1, GS_GRID_CEIL, FALSE },
    { "cov-7-floor", GS_OP_HADAMARD, 1, 7, 1, 4, 1, GS_GRID_FLOOR, TRUE },
    { "cov-7-floor0", GS_OP_HADAMARD, 1, 7, 1, 256, 1, GS_GRID_FLOOR, TRUE },
    { "cov-13x21-1d", GS_OP_HADAMARD, 13, 21, 1, 32, 1, GS_GRID_CEIL, TRUE },
    { "cov-13x21-guard", GS_OP_HADAMARD, 13, 21, 2, 8, 4, GS_GRID_CEIL, TRUE },
    { "cov-13x21-floor", GS_OP_HADAMARD, 13, 21, 2, 8, 4, GS_GRID_FLOOR, TRUE },
    { "cov-40x50-16x16", GS_OP_HADAMARD, 40, 50, 2, 16, 16, GS_GRID_CEIL, FALSE },
    { "cov-1000x1003", GS_OP_HADAMARD, 1000, 1003, 2, 16, 16, GS_GRID_CEIL, FALSE },
    { "cov-1e6", GS_OP_HADAMARD, 1, 1000000, 1, 256, 1, GS_GRID_CEIL, TRUE },
    { "cov-65536", GS_OP_HADAMARD, 65536, 65536, 2, 32, 32, GS_GRID_CEIL, TRUE },
    { "cov-2e60", GS_OP_HADAMARD, 1, (gint64)1 << 60, 1, 1024, 1, GS_GRID_CEIL, TRUE },
    { "cov-2e38", GS_OP_HADAMARD, 1, ((gint64)1 << 38) + 700, 1, 1024, 1, GS_GRID_CEIL, FALSE },
    { "cov-strip", GS_OP_HADAMARD, 1, 100000, 2, 32, 8, GS_GRID_CEIL, TRUE },
    { "cov-empty", GS_OP_HADAMARD, 0, 7, 2, 16, 16, GS_GRID_CEIL, TRUE },
    { "cov-refused", GS_OP_HADAMARD, 1000, 1000, 2, 32, 33, GS_GRID_CEIL, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GsFigureInput input;
      GsPlan *plan = sample_plan (rows[i].op, rows[i].m, rows[i].n, rows[i].dims, rows[i].bx, rows[i].by,
                                  rows[i].rule, rows[i].guard);

      gs_figure_input_init (&input, GS_FIGURE_COVERAGE);
      input.plan = plan;
      draw (directory, rows[i].name, &input, style, extension);
      gs_plan_free (plan);
    }
}

/* States that the plain figures do not show. */
static void
draw_states (const char *directory, const GsFigureStyle *style, const char *extension)
{
  GsPlan *aliased = sample_plan (GS_OP_HADAMARD, 13, 21, 2, 8, 4, GS_GRID_CEIL, FALSE);
  GsPlan *product = sample_plan (GS_OP_MATMUL, 13, 21, 2, 8, 4, GS_GRID_CEIL, TRUE);
  GsPlan *bad = sample_plan (GS_OP_HADAMARD, 1, 7, 1, 4, 1, GS_GRID_CEIL, FALSE);
  GsReport *report = sample_report ();
  GsFigureInput input;

  gs_figure_input_init (&input, GS_FIGURE_COVERAGE);
  input.plan = aliased;
  input.has_thread = TRUE;
  input.thread = (GsThreadId){ { 2, 1 }, { 6, 1 } };
  draw (directory, "state-pinned", &input, style, extension);
  input.has_thread = FALSE;
  input.play = 5;
  draw (directory, "state-play", &input, style, extension);
  input.kind = GS_FIGURE_FORMULA;
  input.has_thread = TRUE;
  draw (directory, "state-formula-aliased", &input, style, extension);
  input.plan = product;
  input.thread = (GsThreadId){ { 1, 1 }, { 2, 3 } };
  draw (directory, "state-formula-product", &input, style, extension);
  input.plan = bad;
  input.thread = (GsThreadId){ { 1, 0 }, { 3, 0 } };
  draw (directory, "state-formula-bad", &input, style, extension);
  gs_figure_input_init (&input, GS_FIGURE_MEMORY);
  input.report = report;
  for (input.request = 1; input.request < 3; input.request++)
    draw (directory, input.request == 1 ? "state-strided" : "state-banks", &input, style, extension);
  gs_figure_input_init (&input, GS_FIGURE_TIMING);
  input.report = report;
  input.share_of_lane = TRUE;
  draw (directory, "state-share", &input, style, extension);
  gs_report_unref (report);
  gs_plan_free (aliased);
  gs_plan_free (product);
  gs_plan_free (bad);
}

int
main (int argc, char **argv)
{
  GsFigureInput input;
  GsFigureStyle style;
  const char *name;

  if (argc < 2)
    return 2;
  bindtextdomain (GETTEXT_PACKAGE,
                  g_getenv ("GS_LOCALEDIR") != NULL ? g_getenv ("GS_LOCALEDIR") : "/usr/share/locale");
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  gs_figure_style_init (&style);
  if (argc > 2 && !gs_theme_from_nick (argv[2], &style.theme, NULL))
    return 2;
  style.language = argc > 3 ? argv[3] : NULL;
  style.scale = argc > 4 ? g_ascii_strtod (argv[4], NULL) : 1;
  style.caption = TRUE;
  g_mkdir_with_parents (argv[1], 0755);
  for (guint i = 0; (name = sample_input (i, &input)) != NULL; i++)
    draw (argv[1], name, &input, &style, argc > 5 ? argv[5] : "png");
  draw_states (argv[1], &style, argc > 5 ? argv[5] : "png");
  draw_coverages (argv[1], &style, argc > 5 ? argv[5] : "png");
  sample_clear ();
  return 0;
}
