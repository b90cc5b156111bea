#include "gs-plan-private.h"

gint64
gs_saturate (GsWide count)
{
  return (gint64)CLAMP (count, 0, G_MAXINT64);
}

void
gs_plan_block_extent (const GsPlan *self, gint64 extent[2])
{
  extent[0] = self->block[0];
  extent[1] = self->block[1];
  if (self->kernel->layout == GS_LAYOUT_TILE)
    {
      extent[0] = self->kernel->tile.tile_n;
      extent[1] = self->kernel->tile.tile_m;
    }
  else if (self->kernel->layout == GS_LAYOUT_UNFOLDED && self->block_dims == 2)
    {
      gint64 threads = gs_saturate ((GsWide)self->block[0] * self->block[1]);

      extent[0] = threads % 32 == 0 ? 32 : threads;
      extent[1] = extent[0] > 0 ? threads / extent[0] : 0;
    }
}

static GsGeometryKind
kind_of (const GsPlan *self)
{
  if (self->kernel->layout == GS_LAYOUT_TILE)
    return GS_GEOMETRY_TILES;
  if (self->block_dims == 2)
    return GS_GEOMETRY_SHEET;
  return self->elements_per_thread > 1 ? GS_GEOMETRY_SHARES : GS_GEOMETRY_LINE;
}

/* How far threads that write reach on the sheet. */
static void
set_reach (const GsPlan *self, GsGeometry *geometry)
{
  geometry->reach_columns = geometry->width;
  geometry->reach_rows = geometry->height;
  if (geometry->kind == GS_GEOMETRY_SHEET && self->guard)
    {
      geometry->reach_columns = MIN (geometry->width, self->n);
      geometry->reach_rows = MIN (geometry->height, self->m);
    }
}

/* Drops the modulus where the largest index does not reach half of it. */
static void
set_modulus (const GsPlan *self, GsGeometry *geometry)
{
  GsWide last = (GsWide)(geometry->reach_rows - 1) * geometry->stride + geometry->reach_columns - 1;

  geometry->modulus = last >= self->index_modulus / 2 ? self->index_modulus : 0;
  geometry->reachable = geometry->elements;
  if (geometry->modulus > 0)
    geometry->reachable = MIN (geometry->elements, geometry->modulus / 2);
}

void
gs_plan_geometry (const GsPlan *self, GsGeometry *geometry)
{
  gint64 extent[2];
  gboolean x_is_column = self->block_dims == 1 || self->map == GS_MAP_X_COLUMN;
  int along_columns = x_is_column ? 0 : 1;

  gs_plan_block_extent (self, extent);
  *geometry
      = (GsGeometry){ .kind = GS_GEOMETRY_NONE, .stride = MAX (self->n, 1), .elements = self->elements };
  geometry->reachable = self->elements;
  geometry->block_columns = extent[along_columns];
  geometry->block_rows = extent[1 - along_columns];
  if (!self->counted || self->threads == 0 || self->elements == 0)
    return;
  geometry->kind = kind_of (self);
  /* One row, in which strokes of any length are contiguous. */
  if (self->block_dims == 1 && geometry->kind != GS_GEOMETRY_TILES)
    geometry->stride = 1;
  geometry->width = self->grid[along_columns] * geometry->block_columns;
  geometry->height = self->grid[1 - along_columns] * geometry->block_rows;
  if (self->faults & GS_FAULT_LEADING_DIMENSION)
    geometry->stride = MAX (self->m, 1);
  set_reach (self, geometry);
  set_modulus (self, geometry);
}
