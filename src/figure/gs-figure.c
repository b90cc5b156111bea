#include "gs-figure.h"

void
gs_figure_style_init (GsFigureStyle *style)
{
  *style = (GsFigureStyle) {
    .width = 960,
    .height = 600,
    .scale = 1,
    .theme = GS_THEME_LIGHT,
    .type_scale = 1,
  };
}
