#include "gs-figure.h"

#include <string.h>

#include "gs-error.h"

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
