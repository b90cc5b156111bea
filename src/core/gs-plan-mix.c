#include <math.h>
#include <string.h>

#include "gs-plan-private.h"

enum
{
  MAX_MATRIX_COLUMNS = 1 << 20, /* wider rows are not drawn as rows of a 1-D launch */
  ONE_ROW_CELLS = 64,           /* as many cells as are read at a glance in one row */
};

static void
add_line_fates (const GsPlan *plan, const GsGeometry *geometry, GsRect rect, gint64 columns, gint64 *threads)
{
  GsWide all = gs_lattice_below (rect, columns, geometry->width);
  GsWide active = gs_lattice_below (rect, columns, MIN (geometry->reachable, geometry->width));
  GsWide inside = active, negative = 0, beyond;

  if (geometry->modulus > 0)
    {
      gint64 modulus = geometry->modulus;

      inside = gs_lattice_residues_below (rect, columns, geometry->width, modulus, geometry->reachable);
      negative = all - gs_lattice_residues_below (rect, columns, geometry->width, modulus, modulus / 2);
    }
  beyond = all - inside - negative;
  threads[GS_FATE_ACTIVE] += gs_saturate (active);
  threads[GS_FATE_ALIASED] += gs_saturate (inside - active);
  threads[GS_FATE_OUT_OF_BOUNDS] += gs_saturate (plan->guard ? negative : negative + beyond);
  threads[GS_FATE_IDLE] += gs_saturate (plan->guard ? beyond : 0);
}

void
gs_plan_count_fates (const GsPlan *self, const GsGeometry *geometry, GsRect rect, gint64 *threads)
{
  GsRect sheet = gs_rect_clip (rect, geometry->width, geometry->height);
  GsRect writing = gs_rect_clip (sheet, geometry->reach_columns, geometry->reach_rows);
  GsRect own = gs_rect_clip (sheet, self->n, self->m);
  GsWide active, inside;

  if (geometry->kind == GS_GEOMETRY_LINE)
    {
      add_line_fates (self, geometry, sheet, geometry->width, threads);
      return;
    }
  /* With a wrong stride only the first row still meets its own elements. */
  if (geometry->stride != self->n)
    own.y1 = MIN (own.y1, 1);
  active = gs_lattice_below (own, self->n, geometry->reachable);
  if (geometry->modulus > 0)
    inside = gs_lattice_residues (writing, geometry->stride, 0, geometry->modulus, geometry->reachable);
  else
    inside = gs_lattice_below (writing, geometry->stride, geometry->elements);
  threads[GS_FATE_ACTIVE] += gs_saturate (active);
  threads[GS_FATE_ALIASED] += gs_saturate (inside - active);
  threads[GS_FATE_OUT_OF_BOUNDS] += gs_saturate (gs_rect_cells (writing) - inside);
  threads[GS_FATE_IDLE] += gs_saturate (gs_rect_cells (sheet) - gs_rect_cells (writing));
}

/* How many cells of a plane made for a vector stand in a row: all when they are
 * few, else whole blocks, a little wider than high. */
static gint64
row_of_blocks (gint64 cells, gint64 block)
{
  gint64 blocks = cells / block + (cells % block != 0);

  if (cells > ONE_ROW_CELLS)
    blocks = MIN (blocks, MAX (1, (gint64)round (sqrt (1.6 * (double)cells) / (double)block)));
  return MAX (blocks, 1) * block;
}

static gint64
count_rows (gint64 cells, gint64 columns)
{
  return cells / columns + (cells % columns != 0);
}

/* Threads that own an element when each owns several. */
static gint64
owning_threads (const GsPlan *self)
{
  gint64 share = self->elements_per_thread * self->block[0];
  gint64 rest = self->elements % share;
  gint64 width = self->kernel->vector_width;

  return self->elements / share * self->block[0] + MIN (count_rows (rest, width), self->block[0]);
}

static void
make_line_plane (const GsPlan *self, GsPlane *plane)
{
  gboolean shares = self->elements_per_thread > 1;
  gint64 block = CLAMP (self->block[0], 1, G_MAXINT32);
  gint64 elements = shares ? (self->counted ? owning_threads (self) : 0) : self->elements;
  gint64 cells = MAX (self->counted ? self->threads : 0, elements);

  plane->wrapped = TRUE;
  plane->block_columns = block;
  plane->block_rows = 1;
  if (!shares && self->m > 1 && self->n >= 1 && self->n <= MAX_MATRIX_COLUMNS)
    plane->columns = self->n;
  else
    plane->columns = row_of_blocks (cells, block);
  plane->rows = count_rows (cells, plane->columns);
  /* A row of fewer cells than a block has is as long as they are. */
  if (plane->rows == 1 && cells > 0)
    plane->columns = MIN (plane->columns, cells);
  plane->matrix_columns = MIN (plane->columns, elements);
  plane->matrix_rows = count_rows (elements, plane->columns);
}

void
gs_plan_plane (const GsPlan *self, GsPlane *plane)
{
  GsGeometry geometry;

  memset (plane, 0, sizeof *plane);
  if (self->block_dims == 1 && self->kernel->layout != GS_LAYOUT_TILE)
    {
      make_line_plane (self, plane);
      return;
    }
  gs_plan_geometry (self, &geometry);
  plane->columns = MAX (geometry.width, self->n);
  plane->rows = MAX (geometry.height, self->m);
  plane->matrix_columns = self->n;
  plane->matrix_rows = self->m;
  plane->block_columns = geometry.block_columns;
  plane->block_rows = geometry.block_rows;
}

/* How many of @count marks at first, first + step, … lie in begin … end − 1. */
static gint64
count_marks (gint64 first, gint64 step, gint64 count, gint64 begin, gint64 end)
{
  gint64 below_begin = begin <= first ? 0 : (begin - first + step - 1) / step;
  gint64 below_end = end <= first ? 0 : (end - first + step - 1) / step;

  return MIN (below_end, count) - MIN (below_begin, count);
}

/* Along one axis: the places in begin … end − 1 where the first cell of a thread
 * stands, over all tiles. */
static gint64
count_first_cells (int tile, int unit, int lanes, int patch, gint64 tiles, gint64 begin, gint64 end)
{
  gint64 count = 0;

  for (int offset = 0; offset < tile; offset += unit)
    for (int lane = 0; lane < lanes; lane++)
      count += count_marks (offset + lane * patch, tile, tiles, begin, end);
  return count;
}

static void
mix_tiles (const GsPlan *self, GsRect rect, GsMix *mix)
{
  const GsTile *tile = &self->kernel->tile;
  GsRect own = gs_rect_clip (rect, self->n, self->m);
  gint64 all_columns = count_first_cells (tile->tile_n, tile->unit_n, tile->lanes_n, tile->patch_n,
                                          self->grid[0], rect.x0, rect.x1);
  gint64 all_rows = count_first_cells (tile->tile_m, tile->unit_m, tile->lanes_m, tile->patch_m,
                                       self->grid[1], rect.y0, rect.y1);
  gint64 columns = count_first_cells (tile->tile_n, tile->unit_n, tile->lanes_n, tile->patch_n, self->grid[0],
                                      own.x0, MAX (own.x0, own.x1));
  gint64 rows = count_first_cells (tile->tile_m, tile->unit_m, tile->lanes_m, tile->patch_m, self->grid[1],
                                   own.y0, MAX (own.y0, own.y1));

  mix->threads[GS_FATE_ACTIVE] = columns * rows;
  mix->threads[GS_FATE_IDLE] = all_columns * all_rows - columns * rows;
  mix->elements = gs_saturate (gs_rect_cells (own));
}

/* Elements of threads number 0 … @threads − 1. */
static gint64
elements_of_threads (const GsPlan *self, gint64 threads)
{
  gint64 block = self->block[0], share = self->elements_per_thread * block;
  gint64 whole = threads / block * share, width = self->kernel->vector_width;
  gint64 some = threads % block;
  gint64 left = MIN (self->elements - whole, share);

  if (left <= 0)
    return self->elements;
  /* Each round of width·block elements gives the first width·some of it. */
  return whole + left / (width * block) * width * some + MIN (left % (width * block), width * some);
}

static void
mix_shares (const GsPlan *self, GsRect rect, gint64 columns, GsMix *mix)
{
  gint64 all = gs_saturate (gs_lattice_below (rect, columns, self->threads));
  gint64 active = gs_saturate (gs_lattice_below (rect, columns, owning_threads (self)));
  gint64 begin = rect.x0, end = rect.x1;

  mix->threads[GS_FATE_ACTIVE] = active;
  mix->threads[GS_FATE_IDLE] = all - active;
  /* Rows of whole blocks hold equal numbers of elements but for the last that
   * holds any: count the columns over one full row, and that row apart. */
  if (rect.y1 > rect.y0 && end > begin)
    {
      gint64 share = self->elements_per_thread;
      gint64 last_row = owning_threads (self) == 0 ? 0 : (owning_threads (self) - 1) / columns;
      gint64 full_rows = MAX (MIN (rect.y1, last_row) - rect.y0, 0);

      mix->elements = full_rows * (end - begin) * share;
      if (rect.y0 <= last_row && last_row < rect.y1)
        mix->elements += elements_of_threads (self, last_row * columns + end)
                         - elements_of_threads (self, last_row * columns + begin);
    }
}

static void
count_fate_of_elements (
    const GsPlan *self, const GsGeometry *geometry, GsRect rect, gint64 columns, GsMix *mix)
{
  if (self->counted && gs_rect_cells (rect) > 0)
    gs_plan_count_writes (geometry, rect, columns, &mix->missed, &mix->duplicated);
}

void
gs_plan_mix (const GsPlan *self, gint64 x0, gint64 y0, gint64 x1, gint64 y1, GsMix *mix)
{
  GsRect rect = { x0, y0, x1, y1 };
  GsGeometry geometry;
  GsPlane plane;

  memset (mix, 0, sizeof *mix);
  gs_plan_plane (self, &plane);
  gs_plan_geometry (self, &geometry);
  rect = gs_rect_clip (rect, plane.columns, plane.rows);
  if (gs_rect_cells (rect) == 0)
    return;
  mix->cells = gs_saturate (gs_rect_cells (rect));
  switch (geometry.kind)
    {
    case GS_GEOMETRY_TILES:
      mix_tiles (self, rect, mix);
      return;
    case GS_GEOMETRY_SHARES:
      mix_shares (self, rect, plane.columns, mix);
      return;
    case GS_GEOMETRY_LINE:
      add_line_fates (self, &geometry, rect, plane.columns, mix->threads);
      break;
    case GS_GEOMETRY_SHEET:
      gs_plan_count_fates (self, &geometry, rect, mix->threads);
      break;
    case GS_GEOMETRY_NONE:
      break;
    }
  if (plane.wrapped)
    {
      mix->elements = gs_saturate (gs_lattice_below (rect, plane.columns, self->elements));
      count_fate_of_elements (self, &geometry, rect, plane.columns, mix);
    }
  else
    {
      rect = gs_rect_clip (rect, self->n, self->m);
      mix->elements = gs_saturate (gs_rect_cells (rect));
      count_fate_of_elements (self, &geometry, rect, self->n, mix);
    }
}

void
gs_plan_block_fates (const GsPlan *self, const gint64 block[2], gint64 threads[GS_N_FATES])
{
  const gboolean x_is_row = self->block_dims == 2 && self->map == GS_MAP_X_ROW;
  const gint64 column = block[x_is_row ? 1 : 0], row = block[x_is_row ? 0 : 1];
  GsGeometry geometry;
  GsRect rect;
  GsMix mix = { 0 };

  gs_plan_geometry (self, &geometry);
  rect = (GsRect){ column * geometry.block_columns, row * geometry.block_rows,
                   (column + 1) * geometry.block_columns, (row + 1) * geometry.block_rows };
  switch (geometry.kind)
    {
    case GS_GEOMETRY_LINE:
    case GS_GEOMETRY_SHEET:
      gs_plan_count_fates (self, &geometry, rect, threads);
      return;
    case GS_GEOMETRY_TILES:
      mix_tiles (self, rect, &mix);
      break;
    case GS_GEOMETRY_SHARES:
      mix_shares (self, rect, geometry.width, &mix);
      break;
    case GS_GEOMETRY_NONE:
      break;
    }
  for (int fate = 0; fate < GS_N_FATES; fate++)
    threads[fate] += mix.threads[fate];
}
