#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of the data caches that one core has to itself, as the system tells
 * them; typical sizes (32 KiB and 256 KiB) where it does not. */
typedef struct
{
  gsize level1, level2;
} GsCpuCache;

const GsCpuCache *gs_cpu_cache (void);

G_END_DECLS
