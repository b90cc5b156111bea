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

/* Makes gs_cpu_cache() give @cache, which has to stay; NULL ends that. For tests:
 * small caches make small products take the ways of large ones. */
void gs_cpu_cache_force (const GsCpuCache *cache);

G_END_DECLS
