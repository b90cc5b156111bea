#include "gs-cpu-micro.h"

#include <string.h>
#ifdef __aarch64__
#include <arm_neon.h>
#endif

/* Vectors of four floats by the compiler's own vector type: SSE2 or NEON where
 * there is one, scalar code elsewhere. NEON has 32 registers, others 16. */
#define TARGET
#ifdef __aarch64__
#define MR 8
#else
#define MR 4
#endif
#define VECTORS    2
#define WIDE_MR    0
#define WIDTH      4
#define FLAT_STEPS 8
#define MICRO      gs_cpu_micro_base

typedef float Vector __attribute__ ((vector_size (16)));
typedef int Mask; /* floats that count */

static inline Mask
mask_first (int n)
{
  return CLAMP (n, 0, WIDTH);
}

static inline Vector
load (const float *p)
{
  Vector v;

  memcpy (&v, p, sizeof v);
  return v;
}

static inline Vector
load_masked (Mask mask, const float *p)
{
  switch (mask)
    {
    case 0:
      return (Vector){ 0 };
    case 1:
      return (Vector){ p[0] };
    case 2:
      return (Vector){ p[0], p[1] };
    case 3:
      return (Vector){ p[0], p[1], p[2] };
    default:
      return load (p);
    }
}

static inline void
store (float *p, Vector v)
{
  memcpy (p, &v, sizeof v);
}

static inline void
store_masked (Mask mask, float *p, Vector v)
{
  if (mask == WIDTH)
    {
      store (p, v);
      return;
    }
  if (mask >= 2)
    memcpy (p, &v, 2 * sizeof *p);
  if (mask & 1)
    p[mask - 1] = v[mask - 1];
}

static inline float
add_lanes (Vector v)
{
  return (v[0] + v[2]) + (v[1] + v[3]);
}

static inline Vector
load_repeated (const float *p, int n)
{
  return (Vector){ p[0], p[1], p[0], p[1] };
}

#define zero()         ((Vector){ 0 })
#define broadcast(x)   ((Vector){ x, x, x, x })
#define multiply(x, y) ((x) * (y))
#define add(x, y)      ((x) + (y))
#ifdef __aarch64__
#define fused(x, y, z) ((Vector)vfmaq_f32 ((float32x4_t)(z), (float32x4_t)(x), (float32x4_t)(y)))
#else
#define fused(x, y, z) add (multiply (x, y), z)
#endif
#define add_fused(sum, x, y) ((sum) = fused (x, y, sum))
#define permute(v, lanes)    __builtin_shuffle (v, lanes)
#define hold(v)              (void)(v) /* a load as an operand costs nothing */

#include "gs-cpu-micro-tile.h"
