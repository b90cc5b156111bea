#include <glib/gi18n-lib.h>

#include "gs-figure-private.h"
#include "gs-format.h"
#include "gs-painter-pitfall.h"
#include "gs-scale.h"
#include "gs-timing-private.h"

static void
scene_init (GsTimingScene *scene, const GsFigureInput *input)
{
  gs_timing_scene_init (scene, input->report);
  scene->share_of_lane = input->share_of_lane;
  scene->data_on_device = input->data_on_device;
}

static void
paint (GsCanvas *canvas, const GsFigureInput *input)
{
  GsTimingScene scene;

  scene_init (&scene, input);
  gs_painter_timing (canvas, &scene);
}

static char *
title (const GsFigureInput *input)
{
  return gs_timing_title (input->report);
}

static char *
describe_lane (const GsTimingScene *scene, const GsTimingLane *lane)
{
  GString *out = g_string_new (NULL);
  g_autofree char *name = gs_timing_lane_name (lane);
  g_autofree char *total = gs_format_ns (lane->total_ns);
  const char *separator = "";

  g_string_append (out, name);
  if (lane->phases != NULL && lane->result->kernel != NULL)
    g_string_append_printf (out, "%s%s", gs_join (GS_JOIN_COMMA), lane->result->kernel);
  g_string_append (out, gs_join (GS_JOIN_COLON));
  if (lane->phases == NULL)
    {
      g_string_append (out, lane->result->message != NULL ? lane->result->message
                            : lane->result->status == GS_STATUS_OK
                                ? _ ("counts accesses; its time says nothing about a GPU")
                                : _ ("not computed"));
      if (!g_str_has_suffix (out->str, ".") && !g_str_has_suffix (out->str, gs_join (GS_JOIN_STOP)))
        g_string_append (out, gs_join (GS_JOIN_STOP));
      return g_string_free (out, FALSE);
    }
  g_string_append_printf (out, "%s (", total);
  for (int i = 0; i < GS_N_PHASES; i++)
    if (gs_timing_phase_counts (scene, lane->phases, i))
      {
        g_autofree char *time = gs_format_ns ((double)lane->phases[i].ns);

        g_string_append_printf (out, "%s%s %s", separator, gs_phase_title (i), time);
        separator = gs_join (GS_JOIN_COMMA);
      }
  g_string_append_printf (out, ")%s", gs_join (GS_JOIN_STOP));
  return g_string_free (out, FALSE);
}

static char *
alt (const GsFigureInput *input)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GArray) lanes = NULL;
  g_autofree char *gpu = input->data_on_device ? NULL : gs_timing_gpu_sentence (input->report);
  const GsResult *pitfall = gs_timing_find_pitfall (input->report);
  GsTimingScene scene;

  scene_init (&scene, input);
  lanes = gs_timing_lanes (&scene);
  for (guint i = 0; i < lanes->len; i++)
    {
      g_autofree char *sentence = describe_lane (&scene, &g_array_index (lanes, GsTimingLane, i));

      gs_append_sentence (out, sentence);
    }
  if (gpu != NULL)
    gs_append_sentence (out, gpu);
  if (scene.share_of_lane)
    gs_append_sentence (out, _ ("Each lane is its own 100 %."));
  if (pitfall != NULL)
    {
      g_autofree char *sentence = gs_pitfall_verdict (pitfall->pitfall);

      gs_append_sentence (out, sentence);
    }
  return g_strdup (out->str);
}

const GsFigureClass gs_figure_timing_class = { gs_figure_need_report, paint, title, alt };
