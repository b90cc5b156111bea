#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The generator behind seeded matrices and the bootstrap: SplitMix64 (Steele,
 * Lea, Flood, "Fast splittable pseudorandom number generators", 2014) read as a
 * counter: number @i of the stream @seed, in any order, the same everywhere. */
static inline guint64
gs_random_mix (guint64 z)
{
  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* The seed is mixed first, so that neighbouring seeds do not give the same
 * stream shifted by one. */
static inline guint64
gs_random_stream (guint64 seed)
{
  return gs_random_mix (seed + G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
}

static inline guint64
gs_random_at (guint64 stream, guint64 i)
{
  return gs_random_mix (stream + (i + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
}

G_END_DECLS
