#include <string.h>

#include "gs-plan-private.h"

/* A thread's place along the kernel's x and y. */
typedef struct
{
  gint64 x, y;
} Place;

static gboolean
x_is_column (const GsPlan *self)
{
  return self->block_dims == 1 || self->map == GS_MAP_X_COLUMN;
}

static gboolean
is_unfolded (const GsPlan *self)
{
  return self->kernel->layout == GS_LAYOUT_UNFOLDED && self->block_dims == 2;
}

static Place
place_of (const GsPlan *self, const GsThreadId *id)
{
  gint64 extent[2];
  Place place = { id->thread[0], id->thread[1] };

  gs_plan_block_extent (self, extent);
  if (is_unfolded (self))
    {
      gint64 number = id->thread[1] * self->block[0] + id->thread[0];

      place = (Place){ number % extent[0], number / extent[0] };
    }
  place.x += id->block[0] * extent[0];
  place.y += id->block[1] * extent[1];
  return place;
}

static GsThreadId
thread_at_place (const GsPlan *self, Place place)
{
  gint64 extent[2];
  GsThreadId id;

  gs_plan_block_extent (self, extent);
  id.block[0] = place.x / extent[0];
  id.block[1] = place.y / extent[1];
  place.x %= extent[0];
  place.y %= extent[1];
  if (is_unfolded (self))
    {
      gint64 number = place.y * extent[0] + place.x;

      place = (Place){ number % self->block[0], number / self->block[0] };
    }
  id.thread[0] = place.x;
  id.thread[1] = place.y;
  return id;
}

/* Row and column in its tile of the first cell of thread number @thread. */
static void
first_cell (const GsTile *tile, gint64 thread, gint64 *row, gint64 *column)
{
  gint64 lanes = tile->lanes_m * tile->lanes_n;
  gint64 unit = thread / lanes, lane = thread % lanes;
  gint64 units_n = tile->tile_n / tile->unit_n;

  *row = unit / units_n * tile->unit_m + lane / tile->lanes_n * tile->patch_m;
  *column = unit % units_n * tile->unit_n + lane % tile->lanes_n * tile->patch_n;
}

static GsThreadId
owner_in_tiles (const GsTile *tile, gint64 row, gint64 column)
{
  gint64 in_row = row % tile->tile_m, in_column = column % tile->tile_n;
  gint64 unit = in_row / tile->unit_m * (tile->tile_n / tile->unit_n) + in_column / tile->unit_n;
  gint64 lane_row = in_row % tile->unit_m / tile->patch_m % tile->lanes_m;
  gint64 lane_column = in_column % tile->unit_n / tile->patch_n % tile->lanes_n;
  GsThreadId id = { { column / tile->tile_n, row / tile->tile_m },
                    { unit * tile->lanes_m * tile->lanes_n + lane_row * tile->lanes_n + lane_column, 0 } };

  return id;
}

static gint64
wrap (const GsPlan *self, GsWide index)
{
  if (self->index_modulus > 0)
    {
      index %= self->index_modulus;
      if (index >= self->index_modulus / 2)
        index -= self->index_modulus;
    }
  return (gint64)MIN (index, G_MAXINT64);
}

/* Kernels whose threads own several elements: always guarded, never wrapped. */
static void
describe_owner (const GsPlan *self, GsThreadInfo *info)
{
  gint64 row = 0, column;

  if (self->kernel->layout == GS_LAYOUT_TILE)
    {
      const GsTile *tile = &self->kernel->tile;

      first_cell (tile, info->id.thread[0], &row, &column);
      info->row = info->id.block[1] * tile->tile_m + row;
      info->column = info->id.block[0] * tile->tile_n + column;
      info->guard_passes = info->row < self->m && info->column < self->n;
      info->index = gs_saturate ((GsWide)info->row * self->n + info->column);
    }
  else
    {
      info->index = info->id.block[0] * self->block[0] * self->elements_per_thread
                    + info->id.thread[0] * self->kernel->vector_width;
      info->row = info->index / self->n;
      info->column = info->index % self->n;
      info->guard_passes = info->index < self->elements;
    }
  info->fate = info->guard_passes ? GS_FATE_ACTIVE : GS_FATE_IDLE;
  info->element = info->guard_passes ? info->index : -1;
}

static void
describe_single (const GsPlan *self, const GsGeometry *geometry, GsThreadInfo *info)
{
  Place place = place_of (self, &info->id);
  GsWide own; /* the element it should write */
  gboolean inside;

  if (self->block_dims == 1)
    {
      own = place.x;
      info->index = wrap (self, own);
      info->row = info->index / self->n;
      info->column = info->index % self->n;
      info->guard_passes = info->index < self->elements;
      inside = own < self->elements;
    }
  else
    {
      info->row = x_is_column (self) ? place.y : place.x;
      info->column = x_is_column (self) ? place.x : place.y;
      own = (GsWide)info->row * self->n + info->column;
      info->index = wrap (self, (GsWide)info->row * geometry->stride + info->column);
      info->guard_passes = inside = info->row < self->m && info->column < self->n;
    }
  info->element = -1;
  if (self->guard && !info->guard_passes)
    info->fate = GS_FATE_IDLE;
  else if (info->index < 0 || info->index >= self->elements)
    info->fate = GS_FATE_OUT_OF_BOUNDS;
  else
    {
      info->fate = inside && info->index == own ? GS_FATE_ACTIVE : GS_FATE_ALIASED;
      info->element = info->index;
    }
}

gboolean
gs_plan_thread (const GsPlan *self, const GsThreadId *id, GsThreadInfo *info)
{
  GsGeometry geometry;

  gs_plan_geometry (self, &geometry);
  if (geometry.kind == GS_GEOMETRY_NONE)
    return FALSE;
  for (int axis = 0; axis < 2; axis++)
    if (id->block[axis] < 0 || id->block[axis] >= self->grid[axis] || id->thread[axis] < 0
        || id->thread[axis] >= self->block[axis])
      return FALSE;
  memset (info, 0, sizeof *info);
  info->id = *id;
  info->linear_thread = id->thread[1] * self->block[0] + id->thread[0];
  info->warp = info->linear_thread / self->limits.warp_size;
  info->lane = info->linear_thread % self->limits.warp_size;
  if (geometry.kind == GS_GEOMETRY_TILES || geometry.kind == GS_GEOMETRY_SHARES)
    describe_owner (self, info);
  else
    describe_single (self, &geometry, info);
  return TRUE;
}

/* Marked threads in a part of the sheet. */
typedef GsWide (*CountFunc) (const GsPlan *plan, const GsGeometry *geometry, GsRect rect, gint64 element);

typedef struct
{
  const GsPlan *plan;
  const GsGeometry *geometry;
  CountFunc count;
  gint64 element;
  Place low, high; /* the part searched, along the kernel's axes; half open */
} Search;

static GsWide
count_part (const Search *search, Place low, Place high)
{
  GsRect rect = x_is_column (search->plan) ? (GsRect){ low.x, low.y, high.x, high.y }
                                           : (GsRect){ low.y, low.x, high.y, high.x };

  return search->count (search->plan, search->geometry, rect, search->element);
}

/* Narrows the search along one axis, in steps of @extent, to the step that holds
 * the marked thread number *@nth; takes those before it off *@nth. */
static void
narrow (Search *search, gboolean along_y, gint64 extent, gint64 *nth)
{
  gint64 *low_edge = along_y ? &search->low.y : &search->low.x;
  gint64 *high_edge = along_y ? &search->high.y : &search->high.x;
  Place high = search->high;
  gint64 *edge = along_y ? &high.y : &high.x;
  gint64 low_step = 0, high_step = (*high_edge - *low_edge) / extent - 1;

  while (low_step < high_step)
    {
      gint64 middle = low_step + (high_step - low_step) / 2;

      *edge = *low_edge + (middle + 1) * extent;
      if (count_part (search, search->low, high) > *nth)
        high_step = middle;
      else
        low_step = middle + 1;
    }
  *edge = *low_edge + low_step * extent;
  if (low_step > 0)
    *nth -= (gint64)count_part (search, search->low, high);
  *low_edge += low_step * extent;
  *high_edge = *low_edge + extent;
}

/* The marked thread number @nth in launch order; there must be that many. */
static GsThreadId
find_in_launch_order (
    const GsPlan *self, const GsGeometry *geometry, CountFunc count, gint64 element, gint64 nth)
{
  gint64 extent[2];
  Search search = { self, geometry, count, element, { 0, 0 }, { 0, 0 } };

  gs_plan_block_extent (self, extent);
  search.high = (Place){ self->grid[0] * extent[0], self->grid[1] * extent[1] };
  narrow (&search, TRUE, extent[1], &nth);
  narrow (&search, FALSE, extent[0], &nth);
  narrow (&search, TRUE, 1, &nth);
  narrow (&search, FALSE, 1, &nth);
  return thread_at_place (self, search.low);
}

static GsWide
count_out_of_bounds (const GsPlan *plan, const GsGeometry *geometry, GsRect rect, gint64 element)
{
  gint64 threads[GS_N_FATES] = { 0 };

  gs_plan_count_fates (plan, geometry, rect, threads);
  return threads[GS_FATE_OUT_OF_BOUNDS];
}

void
gs_plan_find_out_of_bounds (GsPlan *self, const GsGeometry *geometry)
{
  GsThreadInfo info;

  self->has_first_out_of_bounds = self->out_of_bounds > 0;
  if (!self->has_first_out_of_bounds)
    return;
  self->first_out_of_bounds = find_in_launch_order (self, geometry, count_out_of_bounds, 0, 0);
  gs_plan_thread (self, &self->first_out_of_bounds, &info);
  self->first_out_of_bounds_index = info.index;
}

static GsWide
count_writers (const GsPlan *plan, const GsGeometry *geometry, GsRect rect, gint64 element)
{
  GsRect writing = gs_rect_clip (rect, geometry->reach_columns, geometry->reach_rows);

  if (geometry->modulus > 0)
    return gs_lattice_residues (writing, geometry->stride, -(GsWide)element, geometry->modulus, 1);
  return gs_lattice_below (writing, geometry->stride, (GsWide)element + 1)
         - gs_lattice_below (writing, geometry->stride, element);
}

static GsThreadId
owner_of_share (const GsPlan *self, gint64 element)
{
  gint64 round = self->kernel->vector_width * self->block[0];
  gint64 share = self->elements_per_thread * self->block[0];
  GsThreadId id = { { element / share, 0 }, { element % round / self->kernel->vector_width, 0 } };

  return id;
}

gint64
gs_plan_writers (const GsPlan *self, gint64 element, GsThreadId *ids, int max)
{
  GsGeometry geometry;
  GsRect all;
  gint64 count;

  gs_plan_geometry (self, &geometry);
  if (geometry.kind == GS_GEOMETRY_NONE || element < 0 || element >= geometry.reachable)
    return 0;
  if (geometry.kind == GS_GEOMETRY_TILES || geometry.kind == GS_GEOMETRY_SHARES)
    {
      if (max > 0)
        ids[0] = geometry.kind == GS_GEOMETRY_SHARES
                     ? owner_of_share (self, element)
                     : owner_in_tiles (&self->kernel->tile, element / self->n, element % self->n);
      return 1;
    }
  all = (GsRect){ 0, 0, geometry.width, geometry.height };
  count = gs_saturate (count_writers (self, &geometry, all, element));
  for (int i = 0; i < MIN (max, count); i++)
    ids[i] = find_in_launch_order (self, &geometry, count_writers, element, i);
  return count;
}

gboolean
gs_plan_thread_at (const GsPlan *self, gint64 x, gint64 y, GsThreadId *id)
{
  GsGeometry geometry;
  GsPlane plane;

  gs_plan_geometry (self, &geometry);
  gs_plan_plane (self, &plane);
  if (geometry.kind == GS_GEOMETRY_NONE || x < 0 || y < 0 || x >= plane.columns || y >= plane.rows)
    return FALSE;
  if (plane.wrapped)
    {
      GsWide number = (GsWide)y * plane.columns + x;

      if (number >= self->threads)
        return FALSE;
      *id = thread_at_place (self, (Place){ (gint64)number, 0 });
      return TRUE;
    }
  if (x >= geometry.width || y >= geometry.height)
    return FALSE;
  if (geometry.kind == GS_GEOMETRY_TILES)
    *id = owner_in_tiles (&self->kernel->tile, y, x);
  else
    *id = thread_at_place (self, x_is_column (self) ? (Place){ x, y } : (Place){ y, x });
  return TRUE;
}

gboolean
gs_plan_cell_of (const GsPlan *self, const GsThreadId *id, gint64 *x, gint64 *y)
{
  GsThreadInfo info;
  GsPlane plane;

  if (!gs_plan_thread (self, id, &info))
    return FALSE;
  gs_plan_plane (self, &plane);
  if (plane.wrapped)
    {
      gint64 number = id->block[0] * self->block[0] + id->thread[0];

      *x = number % plane.columns;
      *y = number / plane.columns;
    }
  else
    {
      *x = info.column;
      *y = info.row;
    }
  return TRUE;
}
