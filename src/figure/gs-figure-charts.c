/* Figures of sweeps, roofs and plans. */
#include <glib/gi18n-lib.h>

#include "gs-figure-private.h"
#include "gs-painter-crossover.h"
#include "gs-painter-formula.h"
#include "gs-painter-occupancy.h"
#include "gs-painter-roofline.h"
#include "gs-thread-story.h"

static gboolean
check_crossover (const GsFigureInput *input, GError **error)
{
  if (input->sweep != NULL)
    return TRUE;
  g_set_error_literal (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA,
                       _ ("The figure “crossover” needs a sweep: run one over several sizes first."));
  return FALSE;
}

static void
paint_crossover (GsCanvas *canvas, const GsFigureInput *input)
{
  const GsCrossoverScene scene = { .sweep = input->sweep, .compute_only = input->data_on_device };

  gs_painter_crossover (canvas, &scene);
}

static char *
title_crossover (const GsFigureInput *input)
{
  return gs_crossover_title (input->sweep);
}

static char *
alt_crossover (const GsFigureInput *input)
{
  g_autofree char *verdict = gs_crossover_verdict (input->sweep);
  g_autofree char *gaps = gs_crossover_gaps (input->sweep);

  return g_strconcat (verdict, *gaps != '\0' ? "\n" : NULL, gaps, NULL);
}

const GsFigureClass gs_figure_crossover_class
    = { check_crossover, paint_crossover, title_crossover, alt_crossover };

static gboolean
check_roofline (const GsFigureInput *input, GError **error)
{
  if (input->roofs != NULL)
    return TRUE;
  g_set_error_literal (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA,
                       _ ("The figure “roofline” needs measured roofs: measure this machine first."));
  return FALSE;
}

static void
paint_roofline (GsCanvas *canvas, const GsFigureInput *input)
{
  gs_painter_roofline (canvas, input->roofs);
}

static char *
title_roofline (const GsFigureInput *input)
{
  return g_strdup (_ ("Roofline: what bounds a kernel"));
}

static char *
alt_roofline (const GsFigureInput *input)
{
  return gs_roofline_verdict (input->roofs);
}

const GsFigureClass gs_figure_roofline_class
    = { check_roofline, paint_roofline, title_roofline, alt_roofline };

static void
occupancy_scene (const GsFigureInput *input, GsOccupancyScene *scene)
{
  const GsPlan *plan = gs_figure_input_plan (input);

  scene->limits = &plan->limits;
  scene->block_threads = (int)CLAMP (plan->block[0] * plan->block[1], 1, G_MAXINT);
  scene->registers = input->registers;
  scene->shared_bytes = input->shared_bytes;
}

static void
paint_occupancy (GsCanvas *canvas, const GsFigureInput *input)
{
  GsOccupancyScene scene;

  occupancy_scene (input, &scene);
  gs_painter_occupancy (canvas, &scene);
}

static char *
title_occupancy (const GsFigureInput *input)
{
  GsOccupancyScene scene;

  occupancy_scene (input, &scene);
  return gs_occupancy_title (&scene);
}

static char *
alt_occupancy (const GsFigureInput *input)
{
  GsOccupancyScene scene;
  GsOccupancy occupancy;

  occupancy_scene (input, &scene);
  gs_occupancy (scene.limits, scene.block_threads, scene.registers, scene.shared_bytes, &occupancy);
  return gs_occupancy_verdict (&occupancy);
}

const GsFigureClass gs_figure_occupancy_class
    = { gs_figure_need_plan, paint_occupancy, title_occupancy, alt_occupancy };

static void
paint_formula (GsCanvas *canvas, const GsFigureInput *input)
{
  const GsFormulaScene scene = { .plan = gs_figure_input_plan (input),
                                 .has_thread = input->has_thread,
                                 .thread = input->thread,
                                 .inputs = input->inputs };

  gs_painter_formula (canvas, &scene);
}

static char *
title_formula (const GsFigureInput *input)
{
  return g_strdup (gs_op_title (gs_figure_input_plan (input)->op));
}

static char *
alt_formula (const GsFigureInput *input)
{
  g_autofree char *verdict = gs_plan_verdict (gs_figure_input_plan (input));
  g_autofree char *story
      = input->has_thread ? gs_thread_story_text (gs_figure_input_plan (input), &input->thread, input->inputs)
                          : NULL;

  return story != NULL ? g_strdup_printf ("%s\n%s", verdict, story) : g_strdup (verdict);
}

const GsFigureClass gs_figure_formula_class
    = { gs_figure_need_plan, paint_formula, title_formula, alt_formula };
