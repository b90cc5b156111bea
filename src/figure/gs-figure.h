#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

typedef enum
{
  GS_FIGURE_COVERAGE,
  GS_FIGURE_TIMING,
  GS_FIGURE_MATRIX, /* also "numbers" */
  GS_FIGURE_MEMORY,
  GS_FIGURE_SCHEDULE,
  GS_FIGURE_CROSSOVER,
  GS_FIGURE_ROOFLINE,
  GS_FIGURE_PITFALL,
  GS_FIGURE_OCCUPANCY,
  GS_FIGURE_FORMULA,
  GS_N_FIGURES
} GsFigureKind;

const char *gs_figure_kind_nick (GsFigureKind kind);
gboolean gs_figure_kind_from_nick (const char *nick, GsFigureKind *kind, GError **error);

typedef enum
{
  GS_THEME_LIGHT,
  GS_THEME_DARK,
  GS_THEME_CONTRAST,
} GsThemeKind;

/* How a figure is drawn. Sizes in points at scale 1. */
typedef struct
{
  double width, height;
  double scale;      /* PNG pixels per point */
  GsThemeKind theme;
  gboolean caption;
  gboolean transparent;
  double type_scale; /* 1; presenter 1.6; follows the text scale in a window */
  gboolean outline_text;
} GsFigureStyle;

void gs_figure_style_init (GsFigureStyle *style); /* 960×600, scale 1, light */

G_END_DECLS
