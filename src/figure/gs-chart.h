#pragma once

#include "gs-canvas.h"
#include "gs-scale.h"

G_BEGIN_DECLS

/* How numbers of an axis are written. */
typedef enum
{
  GS_AXIS_COUNT, /* "4096" */
  GS_AXIS_NS,    /* "3.75 ms" */
  GS_AXIS_GFLOPS,
  GS_AXIS_PERCENT, /* of 0…1 */
  GS_AXIS_RATIO, /* "0.083" */
} GsAxisUnit;

/* A plot with two axes: positions of values, ticks with words, grid lines. */
typedef struct
{
  double x, y, width, height; /* of the plot, without its labels; points */
  GsScale h, v;
  GsAxisUnit h_unit, v_unit;
  const char *h_title, *v_title; /* translated; may be NULL */
  GsTextBox labels[96];          /* where gs_chart_label() has written, and what it must not cover */
  int n_labels;
} GsChart;

/* Leaves room for labels inside the given rectangle. Set scales and units first. */
void gs_chart_place (GsChart *self, GsCanvas *canvas, double x, double y, double width, double height);
double gs_chart_x (const GsChart *self, double value);
double gs_chart_y (const GsChart *self, double value);
void gs_chart_draw_axes (const GsChart *self, GsCanvas *canvas);
char *gs_axis_format (GsAxisUnit unit, double value);

/* Keeps labels off a mark that is drawn there later. */
void gs_chart_keep_free (GsChart *self, double x, double y, double radius);
/* Writes at the place nearest to (x, y), above or below, where no label is yet. */
void gs_chart_label (GsChart *self, GsCanvas *canvas, const GsTextStyle *style, double x, double y, const char *text);

/* Dots of different shape for the i-th series: never colour alone. */
void gs_chart_mark (GsCanvas *canvas, guint i, double x, double y, double radius, const GsColor *color);
/* Restricts drawing to the plot; undo with cairo_restore(). */
void gs_chart_clip (const GsChart *self, GsCanvas *canvas);

G_END_DECLS
