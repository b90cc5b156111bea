#pragma once

#include "gs-lattice.h"
#include "gs-plan.h"

G_BEGIN_DECLS

/* A grid that leaves out more columns than this is refused where 32-bit
 * indices wrap: each such column costs a step of counting. */
#define GS_PLAN_MAX_WRAPPED_GAP 4096

typedef enum
{
  GS_GEOMETRY_NONE,   /* nothing is launched, or the numbers do not fit 63 bits */
  GS_GEOMETRY_LINE,   /* 1-D, one element per thread */
  GS_GEOMETRY_SHARES, /* 1-D, several elements per thread */
  GS_GEOMETRY_SHEET,  /* 2-D, one element per thread */
  GS_GEOMETRY_TILES,  /* fixed tiles */
} GsGeometryKind;

/* A launch in the coordinates of the output, from the plan in O(1).
 *
 * Sheet: a width × height sheet of threads; thread (row, column) computes the
 * index row·stride + column, and those with row < reach_rows and
 * column < reach_columns get past the guard. Line and shares: the sheet is one
 * row. Tiles: width × height cells of whole tiles. */
typedef struct
{
  GsGeometryKind kind;
  gint64 width, height;
  gint64 block_columns, block_rows; /* of the sheet, per block */
  gint64 stride;                    /* ≥ 1 */
  gint64 reach_columns, reach_rows;
  gint64 elements;  /* m·n */
  gint64 modulus;   /* 0 where no index wraps */
  gint64 reachable; /* elements whose index is not negative: min (elements, modulus / 2) */
} GsGeometry;

void gs_plan_geometry (const GsPlan *self, GsGeometry *geometry);

/* gs_plan_new() with indices modulo @modulus (even, 0: none) in place of 2³². */
GsPlan *gs_plan_new_with_modulus (const GsSpec *spec, const GsLimits *limits, gint64 modulus);

/* Add to problems, and set counted, from what is asked and from the grid made. */
void gs_plan_find_problems (GsPlan *self, const GsSpec *spec);
void gs_plan_find_grid_problems (GsPlan *self, const GsSpec *spec);
/* The way out of a grid too large along @axis (0: x, 1: y), as the end of a sentence. Free it. */
char *gs_plan_grid_remedy (const GsPlan *self, const GsSpec *spec, int axis);
/* Whether block and grid of @spec are accepted and counted; the shapes of its operands
 * are not looked at. */
gboolean gs_plan_would_launch (const GsSpec *spec, const GsLimits *limits);
/* Sets the first thread out of bounds; out_of_bounds must be counted. */
void gs_plan_find_out_of_bounds (GsPlan *self, const GsGeometry *geometry);

/* Extent of a block along the axes of the kernel's x and y. */
void gs_plan_block_extent (const GsPlan *self, gint64 extent[2]);

/* Threads of a part of the sheet (LINE and SHEET) by fate; adds to @threads. */
void gs_plan_count_fates (const GsPlan *self, const GsGeometry *geometry, GsRect rect, gint64 *threads);

/* Elements of a part of the matrix, @columns wide, that no thread writes, and
 * that several write; LINE and SHEET. */
void gs_plan_count_writes (
    const GsGeometry *geometry, GsRect rect, gint64 columns, gint64 *missed, gint64 *duplicated);
/* The smallest element that no thread writes, or -1. */
gint64 gs_plan_find_missed (const GsGeometry *geometry);

gint64 gs_saturate (GsWide count); /* to 0 … G_MAXINT64 */

G_END_DECLS
