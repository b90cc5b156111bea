#include "gs-roofs.h"

static void
roof_free (gpointer data)
{
  GsRoof *self = data;

  g_free (self->name);
  g_free (self);
}

static void
point_free (gpointer data)
{
  GsRoofPoint *self = data;

  g_free (self->label);
  g_free (self);
}

GsRoofs *
gs_roofs_new (void)
{
  GsRoofs *self = g_new0 (GsRoofs, 1);

  self->roofs = g_ptr_array_new_with_free_func (roof_free);
  self->points = g_ptr_array_new_with_free_func (point_free);
  return self;
}

void
gs_roofs_free (GsRoofs *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->roofs);
  g_ptr_array_unref (self->points);
  g_free (self);
}

guint
gs_roofs_add_roof (GsRoofs *self,
                   const char *name,
                   gboolean gpu,
                   double copy_gbytes_per_s,
                   double fma_gflops,
                   double bus_gbytes_per_s)
{
  GsRoof *roof = g_new0 (GsRoof, 1);

  roof->name = g_strdup (name);
  roof->gpu = gpu;
  roof->copy_gbytes_per_s = copy_gbytes_per_s;
  roof->fma_gflops = fma_gflops;
  roof->bus_gbytes_per_s = bus_gbytes_per_s;
  g_ptr_array_add (self->roofs, roof);
  return self->roofs->len - 1;
}

guint
gs_roofs_add_point (GsRoofs *self, const char *label, guint roof, GsOp op, double intensity, double gflops)
{
  GsRoofPoint *point = g_new0 (GsRoofPoint, 1);

  point->label = g_strdup (label);
  point->roof = roof;
  point->op = op;
  point->intensity = intensity;
  point->gflops = gflops;
  g_ptr_array_add (self->points, point);
  return self->points->len - 1;
}

double
gs_roof_limit (const GsRoof *roof, double intensity)
{
  double memory = roof->copy_gbytes_per_s * intensity;

  if (roof->copy_gbytes_per_s <= 0)
    return roof->fma_gflops;
  if (roof->fma_gflops <= 0)
    return memory;
  return MIN (memory, roof->fma_gflops);
}
