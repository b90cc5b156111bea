#include "gs-figure-private.h"
#include "gs-painter-coverage.h"
#include "gs-painter-tiles.h"

static GsTilesScene
tiles_scene (const GsFigureInput *input)
{
  return (GsTilesScene){ .plan = gs_figure_input_plan (input),
                         .has_focus = input->has_thread,
                         .focus = input->thread,
                         .inputs = input->inputs,
                         .play = input->play };
}

/* A tiled product is played in a picture of its own: barriers and sums have no
 * place on the plane of C. */
static gboolean
shows_tiles (const GsFigureInput *input)
{
  return input->play >= 0 && gs_tiles_can_draw (gs_figure_input_plan (input));
}

static void
paint (GsCanvas *canvas, const GsFigureInput *input)
{
  GsCoverageScene scene;

  if (shows_tiles (input))
    {
      const GsTilesScene tiles = tiles_scene (input);

      gs_painter_tiles (canvas, &tiles);
      return;
    }
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
  g_autofree char *verdict = gs_plan_verdict (gs_figure_input_plan (input));

  if (shows_tiles (input))
    {
      const GsTilesScene tiles = tiles_scene (input);
      g_autofree char *step = gs_tiles_step_text (&tiles), *sum = gs_tiles_sum_text (&tiles);

      return g_strdup_printf ("%s %s. %s.", verdict, step, sum);
    }
  return g_steal_pointer (&verdict);
}

const GsFigureClass gs_figure_coverage_class = { gs_figure_need_plan, paint, title, alt };
