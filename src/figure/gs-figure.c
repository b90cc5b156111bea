#include "gs-figure.h"

#include <string.h>

#include "gs-error.h"
#include "gs-roofs-runs.h"

G_DEFINE_QUARK (gs - figure - error - quark, gs_figure_error)

static const char *const nicks[] = {
  "coverage", "timing",  "matrix",    "memory",  "schedule", "crossover",
  "roofline", "pitfall", "occupancy", "formula", NULL,
};

const char *
gs_figure_kind_nick (GsFigureKind kind)
{
  g_return_val_if_fail ((guint)kind < GS_N_FIGURES, NULL);
  return nicks[kind];
}

gboolean
gs_figure_kind_from_nick (const char *nick, GsFigureKind *kind, GError **error)
{
  const char *nearest;

  if (strcmp (nick, "numbers") == 0)
    {
      *kind = GS_FIGURE_MATRIX;
      return TRUE;
    }
  for (guint i = 0; nicks[i] != NULL; i++)
    if (strcmp (nicks[i], nick) == 0)
      {
        *kind = i;
        return TRUE;
      }
  nearest = gs_nearest_word (nick, nicks);
  if (nearest != NULL)
    g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME, "There is no figure “%s”; did you mean “%s”?",
                 nick, nearest);
  else
    g_set_error (
        error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME,
        "There is no figure “%s”; choose one of coverage, timing, matrix, memory, schedule, crossover, "
        "roofline, pitfall, occupancy and formula.",
        nick);
  return FALSE;
}

void
gs_figure_style_init (GsFigureStyle *style)
{
  *style = (GsFigureStyle){
    .width = 960,
    .height = 600,
    .scale = 1,
    .theme = GS_THEME_LIGHT,
    .type_scale = 1,
  };
}

void
gs_figure_input_init (GsFigureInput *input, GsFigureKind kind)
{
  *input = (GsFigureInput){
    .kind = kind,
    .play = -1,
    .registers = 32,
  };
}

static GsRoofs *
copy_roofs (const GsRoofs *roofs)
{
  GsRoofs *copy = gs_roofs_copy_roofs (roofs);

  for (guint i = 0; i < roofs->points->len; i++)
    gs_roofs_add_point (copy, g_ptr_array_index (roofs->points, i));
  return copy;
}

GsFigureInput *
gs_figure_input_copy (const GsFigureInput *input)
{
  GsFigureInput *copy;

  g_return_val_if_fail (input != NULL, NULL);

  copy = g_memdup2 (input, sizeof *input);
  copy->plan = input->plan != NULL ? gs_plan_copy (input->plan) : NULL;
  copy->report = input->report != NULL ? gs_report_ref ((GsReport *)input->report) : NULL;
  copy->sweep = input->sweep != NULL ? gs_sweep_copy (input->sweep) : NULL;
  copy->roofs = input->roofs != NULL ? copy_roofs (input->roofs) : NULL;
  copy->inputs = input->inputs != NULL ? gs_spec_copy (input->inputs) : NULL;
  copy->backend = g_strdup (input->backend);
  copy->kernel = g_strdup (input->kernel);
  return copy;
}

void
gs_figure_input_free (GsFigureInput *copy)
{
  if (copy == NULL)
    return;
  gs_plan_free ((GsPlan *)copy->plan);
  g_clear_pointer ((GsReport **)&copy->report, gs_report_unref);
  gs_sweep_free ((GsSweep *)copy->sweep);
  gs_roofs_free ((GsRoofs *)copy->roofs);
  gs_spec_free ((GsSpec *)copy->inputs);
  g_free ((char *)copy->backend);
  g_free ((char *)copy->kernel);
  g_free (copy);
}
