#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "config.h"
#include "gs-figure-private.h"
#include "gs-format.h"
#include "gs-gpu.h"
#include "gs-scale.h"

static const GsFigureClass *const classes[GS_N_FIGURES] = {
  [GS_FIGURE_COVERAGE] = &gs_figure_coverage_class,   [GS_FIGURE_TIMING] = &gs_figure_timing_class,
  [GS_FIGURE_MATRIX] = &gs_figure_matrix_class,       [GS_FIGURE_MEMORY] = &gs_figure_memory_class,
  [GS_FIGURE_SCHEDULE] = &gs_figure_schedule_class,   [GS_FIGURE_CROSSOVER] = &gs_figure_crossover_class,
  [GS_FIGURE_ROOFLINE] = &gs_figure_roofline_class,   [GS_FIGURE_PITFALL] = &gs_figure_pitfall_class,
  [GS_FIGURE_OCCUPANCY] = &gs_figure_occupancy_class, [GS_FIGURE_FORMULA] = &gs_figure_formula_class,
};

static const GsFigureClass *
find_class (const GsFigureInput *input)
{
  return (guint)input->kind < GS_N_FIGURES ? classes[input->kind] : NULL;
}

const GsPlan *
gs_figure_input_plan (const GsFigureInput *input)
{
  if (input->plan != NULL)
    return input->plan;
  return input->report != NULL ? input->report->plan : NULL;
}

gboolean
gs_figure_need_plan (const GsFigureInput *input, GError **error)
{
  if (gs_figure_input_plan (input) != NULL)
    return TRUE;
  g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA,
               _ ("The figure “%s” needs a plan: describe a spec, or give a report."),
               gs_figure_kind_nick (input->kind));
  return FALSE;
}

gboolean
gs_figure_need_report (const GsFigureInput *input, GError **error)
{
  if (input->report != NULL)
    return TRUE;
  g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA,
               _ ("The figure “%s” needs a report: run the spec first, or give a saved one."),
               gs_figure_kind_nick (input->kind));
  return FALSE;
}

gboolean
gs_figure_input_check (const GsFigureInput *input, GError **error)
{
  const GsFigureClass *class;

  g_return_val_if_fail (input != NULL, FALSE);
  class = find_class (input);
  g_return_val_if_fail (class != NULL, FALSE);
  return class->check (input, error);
}

static void
draw_caption (GsCanvas *canvas, const GsFigureInput *input, double y)
{
  const GsTextStyle style
      = { .size = 9.5, .color = &canvas->theme->muted, .max_width = canvas->width - 32 * canvas->type_scale };
  g_autofree char *caption = gs_figure_caption (input);

  gs_text_draw (canvas, &style, 16 * canvas->type_scale, y, caption);
}

void
gs_figure_paint (const GsFigureInput *input, const GsFigureStyle *style, cairo_t *cr)
{
  g_auto (GsCanvas) canvas = { 0 };
  const GsFigureClass *class;

  g_return_if_fail (input != NULL && style != NULL && cr != NULL);
  class = find_class (input);
  g_return_if_fail (class != NULL);

  cairo_save (cr);
  gs_canvas_init (&canvas, cr, style);
  if (!style->transparent)
    {
      gs_canvas_set_color (&canvas, &canvas.theme->background, 1);
      cairo_rectangle (cr, 0, 0, style->width, style->height);
      cairo_fill (cr);
    }
  if (style->caption && style->height > 80 * canvas.type_scale)
    {
      draw_caption (&canvas, input, style->height - 12 * canvas.type_scale);
      canvas.height -= 24 * canvas.type_scale;
    }
  class->paint (&canvas, input);
  cairo_restore (cr);
}

char *
gs_figure_title (const GsFigureInput *input)
{
  const GsFigureClass *class;

  g_return_val_if_fail (input != NULL, NULL);
  class = find_class (input);
  g_return_val_if_fail (class != NULL, NULL);
  return class->title (input);
}

char *
gs_figure_alt_text (const GsFigureInput *input)
{
  g_autofree char *title = gs_figure_title (input);
  g_autofree char *alt = title != NULL ? find_class (input)->alt (input) : NULL;

  GString *text;

  if (alt == NULL || *alt == '\0')
    return g_strdup (title);
  text = g_string_new (title);
  g_string_append (text, gs_join (GS_JOIN_STOP));
  gs_append_sentence (text, alt);
  return g_string_free (text, FALSE);
}

static void
append_launch (GString *out, const GsPlan *plan)
{
  g_autofree char *gx = gs_format_count (plan->grid[0]), *gy = gs_format_count (plan->grid[1]);

  g_string_append (out, gs_op_title (plan->op));
  if (plan->op == GS_OP_MATMUL)
    g_string_append_printf (out, " · m, n, k = %" PRId64 ", %" PRId64 ", %" PRId64, plan->m, plan->n,
                            plan->k);
  else if (plan->m == 1)
    g_string_append_printf (out, " · n = %" PRId64, plan->n);
  else
    g_string_append_printf (out, " · m, n = %" PRId64 ", %" PRId64, plan->m, plan->n);
  if (plan->kernel != NULL)
    g_string_append_printf (out, " · %s", plan->kernel->name);
  if (plan->block_dims == 2)
    g_string_append_printf (out, " <<<(%s, %s), (%" PRId64 ", %" PRId64 ")>>>", gx, gy, plan->block[0],
                            plan->block[1]);
  else
    g_string_append_printf (out, " <<<%s, %" PRId64 ">>>", gx, plan->block[0]);
  g_string_append_printf (out, " · %s", plan->guard ? _ ("guard on") : _ ("guard off"));
}

static void
append_recorded (GString *out, const char *moment)
{
  g_autofree char *day = gs_format_day (moment);

  /* Translators: date on which a report was saved as a recording. */
  g_string_append_printf (out, " · %s %s", _ ("recorded"), day);
}

static void
append_machine (GString *out, const GsReport *report)
{
  const GsEnvironment *environment = report->environment;
  const GsGpu *gpu = environment != NULL ? gs_report_get_gpu (report) : NULL;

  if (environment == NULL)
    return;
  if (environment->recorded != NULL)
    append_recorded (out, environment->recorded);
  if (gpu != NULL)
    g_string_append_printf (out, " · %s", gpu->name);
  else if (environment->cpu != NULL)
    g_string_append_printf (out, " · %s", environment->cpu);
}

/* What was swept, over which sizes, on what. */
static void
append_sweep (GString *out, const GsSweep *sweep)
{
  gint64 low = G_MAXINT64, high = 0;
  g_autoptr (GHashTable) devices = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      for (guint j = 0; j < series->points->len; j++)
        {
          low = MIN (low, g_array_index (series->points, GsSweepPoint, j).size);
          high = MAX (high, g_array_index (series->points, GsSweepPoint, j).size);
        }
    }
  g_string_append (out, gs_op_title (sweep->op));
  if (high > 0)
    g_string_append_printf (out, " · %s %" PRId64 " … %" PRId64,
                            sweep->vector               ? "n ="
                            : sweep->op == GS_OP_MATMUL ? "m = n = k ="
                                                        : "m = n =",
                            low, high);
  if (sweep->recorded != NULL)
    append_recorded (out, sweep->recorded);
  for (guint i = 0; i < sweep->series->len; i++)
    {
      const GsSweepSeries *series = g_ptr_array_index (sweep->series, i);

      if (series->device != NULL && g_hash_table_add (devices, series->device))
        g_string_append_printf (out, " · %s", series->device);
    }
}

char *
gs_figure_caption (const GsFigureInput *input)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const GsPlan *plan;

  g_return_val_if_fail (input != NULL, NULL);

  plan = gs_figure_input_plan (input);
  if (input->report != NULL && input->kind != GS_FIGURE_COVERAGE)
    plan = input->report->plan;
  if (plan != NULL)
    append_launch (out, plan);
  if (input->report != NULL)
    append_machine (out, input->report);
  if (input->sweep != NULL)
    append_sweep (out, input->sweep);
  if (out->len > 0)
    g_string_append (out, " · ");
  g_string_append (out, "Gridscope " GS_VERSION);
  return g_strdup (out->str);
}
