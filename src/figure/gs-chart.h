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
  GS_AXIS_RATIO,   /* "0.083" */
} GsAxisUnit;

/* From (x0, y0) to (x1, y1), in points. */
typedef struct
{
  double x0, y0, x1, y1;
} GsChartLine;

/* A plot with two axes: positions of values, ticks with words, grid lines. */
typedef struct
{
  double x, y, width, height; /* of the plot, without its labels; points */
  GsScale h, v;
  GsAxisUnit h_unit, v_unit;
  const char *h_title, *v_title; /* translated; may be NULL */
  GsTextBox labels[96];          /* where gs_chart_label() has written, and what it must not cover */
  int n_labels;
  GsChartLine lines[24]; /* what is drawn there, and no label may cross */
  int n_lines;
} GsChart;

/* Leaves room for labels inside the given rectangle. Set scales and units first. */
void gs_chart_place (GsChart *self, GsCanvas *canvas, double x, double y, double width, double height);
double gs_chart_x (const GsChart *self, double value);
double gs_chart_y (const GsChart *self, double value);
void gs_chart_draw_axes (const GsChart *self, GsCanvas *canvas);
/* @value as it stands at a tick. Free it. */
char *gs_axis_format (GsAxisUnit unit, double value);

/* Keeps labels off a mark that is drawn there later. */
void gs_chart_keep_free (GsChart *self, double x, double y, double radius);
/* Keeps labels off a line. */
void gs_chart_keep_line_free (GsChart *self, double x0, double y0, double x1, double y1);
/* Writes at the place nearest to (x, y), above or below, where neither a label nor
 * a line is yet; where there is none, over a line rather than over another label. @lead
 * is kept free before the words, behind them where they end at @x. Gives the y that
 * was taken; NAN: there is no place at all, and nothing is written. */
double gs_chart_label (GsChart *self,
                       GsCanvas *canvas,
                       const GsTextStyle *style,
                       double lead,
                       double x,
                       double y,
                       const char *text);

/* Writes along a line that rises or falls, above it, or below it with @below, as near to
 * its end (x1, y1) as nothing is in the way. FALSE: there is no such place. */
gboolean gs_chart_label_along (GsChart *self,
                               GsCanvas *canvas,
                               const GsTextStyle *style,
                               const GsChartLine *line,
                               gboolean below,
                               const char *text);

/* Dots of different shape for the i-th series: never colour alone. */
void gs_chart_mark (GsCanvas *canvas, guint i, double x, double y, double radius, const GsColor *color);
/* Restricts drawing to the plot; undo with cairo_restore(). */
void gs_chart_clip (const GsChart *self, GsCanvas *canvas);

G_END_DECLS
