#include "gs-figure-private.h"
#include "gs-painter-coverage.h"

static void
paint (GsCanvas *canvas, const GsFigureInput *input)
{
  GsCoverageScene scene;

  gs_coverage_scene_init (&scene, gs_figure_input_plan (input));
  scene.has_pin = input->has_thread;
  scene.pin = input->thread;
  scene.play = input->play;
  gs_painter_coverage (canvas, &scene);
  gs_painter_coverage_overlay (canvas, &scene);
}

static char *
title (const GsFigureInput *input)
{
  const GsPlan *plan = gs_figure_input_plan (input);

  return plan != NULL ? gs_coverage_title (plan) : g_strdup ("");
}

static char *
alt (const GsFigureInput *input)
{
  return gs_plan_verdict (gs_figure_input_plan (input));
}

const GsFigureClass gs_figure_coverage_class = { gs_figure_need_plan, paint, title, alt };
