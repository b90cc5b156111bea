#pragma once

#include "gs-canvas.h"

G_BEGIN_DECLS

typedef double (*GsHeatValueFunc) (gconstpointer data, gint64 row, gint64 column);

typedef enum
{
  GS_HEAT_SIGNED,   /* blue below 0, orange above, as far as the largest value */
  GS_HEAT_FRACTION, /* 0…1 in shades; above 1 crossed out */
} GsHeatKind;

typedef struct
{
  GsHeatValueFunc value;
  gconstpointer data;
  gint64 m, n;
  GsHeatKind kind;
  gint64 mark_row, mark_column; /* -1: none */
  double title_height; /* room for the title: the greatest of maps that stand side by side; 0: its own */
} GsHeatMap;

/* At most this many cells are drawn; of larger matrices evenly spread elements
 * are shown, and the picture says so. */
#define GS_HEAT_MAX_CELLS 16384

/* What a title takes at the top of a map of @width: one line, or more. */
double gs_heat_map_title_height (GsCanvas *canvas, const char *title, double width);

/* Draws @map into the rectangle (points) under its translated @title, with its range in
 * words below; the title alone where there is no room for cells. */
void gs_heat_map_draw (GsCanvas *canvas,
                       const GsHeatMap *map,
                       const char *title,
                       double x,
                       double y,
                       double width,
                       double height);

G_END_DECLS
