#pragma once

#include "gs-op.h"

G_BEGIN_DECLS

/* What one processor can do at most, as measured on it. Rates in 10⁹ per
 * second; 0 when not measured. */
typedef struct
{
  char *name; /* of the processor, for people */
  char *uuid; /* of a GPU; NULL: of a CPU, or not known */
  gboolean gpu;
  double copy_gbytes_per_s; /* bytes read + written by a copy (GPU) or a triad (CPU) */
  double fma_gflops;        /* float32 multiply-adds, two operations each */
  double upload_gbytes_per_s, download_gbytes_per_s; /* over the bus, pinned memory; 0 for a CPU */
} GsRoof;

/* A real run, placed under the roof of the processor it ran on. */
typedef struct
{
  char *label; /* "hadamard/k2_float4 4096×4096" */
  guint roof;  /* index into roofs */
  GsOp op;
  double intensity;  /* floating-point operations per byte, gs_op_flops / gs_op_bytes */
  double gflops;     /* measured, the data already there */
  double bus_gflops; /* with upload and download; 0 when nothing is transferred */
} GsRoofPoint;

typedef struct _GsRoofs
{
  GPtrArray *roofs;  /* of GsRoof */
  GPtrArray *points; /* of GsRoofPoint */
} GsRoofs;

GsRoofs *gs_roofs_new (void);
void gs_roofs_free (GsRoofs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsRoofs, gs_roofs_free)

/* Add one and give its index. Copied. */
guint gs_roofs_add_roof (GsRoofs *self, const GsRoof *roof);
guint gs_roofs_add_point (GsRoofs *self, const GsRoofPoint *point);

/* The most GFLOP/s that @roof allows at @intensity: min (copy · intensity, FMA). */
double gs_roof_limit (const GsRoof *roof, double intensity);

/* The most GFLOP/s when every byte crosses the bus first or afterwards: the
 * faster direction · intensity, below the FMA roof. 0 without a bus. */
double gs_roof_bus_limit (const GsRoof *roof, double intensity);

G_END_DECLS
