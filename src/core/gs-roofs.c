#include "gs-roofs.h"

static void
roof_free (gpointer data)
{
  GsRoof *self = data;

  g_free (self->name);
  g_free (self->uuid);
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
gs_roofs_add_roof (GsRoofs *self, const GsRoof *roof)
{
  GsRoof *copy = g_memdup2 (roof, sizeof *roof);

  copy->name = g_strdup (roof->name);
  copy->uuid = g_strdup (roof->uuid);
  g_ptr_array_add (self->roofs, copy);
  return self->roofs->len - 1;
}

guint
gs_roofs_add_point (GsRoofs *self, const GsRoofPoint *point)
{
  GsRoofPoint *copy = g_memdup2 (point, sizeof *point);

  copy->label = g_strdup (point->label);
  g_ptr_array_add (self->points, copy);
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

double
gs_roof_bus_limit (const GsRoof *roof, double intensity)
{
  double bus = MAX (roof->upload_gbytes_per_s, roof->download_gbytes_per_s) * intensity;

  return roof->fma_gflops > 0 ? MIN (bus, roof->fma_gflops) : bus;
}
