#pragma once

#include "gs-painter-tiles.h"

G_BEGIN_DECLS

/* Shared by the files of the tile painter. */
typedef struct
{
  const GsTilesScene *scene;
  GsTilePlay play;
  GsTileStep step;
  gint64 row, column; /* of the focus in its block */
  gint64 tile;        /* the one that the thread in focus is at */
  gboolean needs;     /* it has not read that tile to its end */
  int term;           /* of the tile, that its k-loop has just added; -1: none */
  GsTileSum sum;      /* where there are values */
} GsTilesFrame;

/* A, B and C with the tiles in them. */
void gs_tiles_draw_product (GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height);
/* One tile in shared memory, @size points square, without its title. */
void gs_tiles_draw_shared (GsCanvas *canvas, const GsTilesFrame *frame, int operand, double x, double y, double size);
/* A line per warp: loads, barrier, k-loop, barrier. */
void gs_tiles_draw_warps (GsCanvas *canvas, const GsTilesFrame *frame, double x, double y, double width, double height);

#define GS_TILES_PAINT_A(theme) (&(theme)->phases[GS_PHASE_UPLOAD])
#define GS_TILES_PAINT_B(theme) (&(theme)->phases[GS_PHASE_DOWNLOAD])

G_END_DECLS
