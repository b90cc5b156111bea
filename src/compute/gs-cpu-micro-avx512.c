#include "gs-cpu-micro.h"

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

/* 9 rows of three vectors are 27 sums; three vectors of B and one broadcast element
 * of A leave one of the 32 registers. What counts is how few loads a fused operation
 * needs: 12 for 27 here. 14 rows of two vectors (16 for 28) came to 0.96 of the peak
 * where this comes to all of it. Small products that are just four vectors wide
 * take 6 rows of four (10 for 24). */
#define TARGET     GS_TARGET_AVX512
#define MR         9
#define VECTORS    3
#define WIDE_MR    6
#define WIDTH      16
#define FLAT_STEPS 16
#define MICRO      gs_cpu_micro_avx512

typedef __m512 Vector;
typedef __mmask16 Mask;

static inline Mask
mask_first (int n)
{
  return n <= 0 ? 0 : n >= WIDTH ? 0xffff : (Mask)((1u << n) - 1);
}

static inline GS_TARGET_AVX512 Vector
load_repeated (const float *p, int n)
{
  double two;

  if (n == 8)
    return _mm512_broadcast_f32x8 (_mm256_loadu_ps (p));
  if (n == 4)
    return _mm512_broadcast_f32x4 (_mm_loadu_ps (p));
  memcpy (&two, p, sizeof two);
  return _mm512_castpd_ps (_mm512_set1_pd (two));
}

#define zero()                   _mm512_setzero_ps ()
#define load(p)                  _mm512_loadu_ps (p)
#define load_masked(mask, p)     _mm512_maskz_loadu_ps (mask, p)
#define store(p, v)              _mm512_storeu_ps (p, v)
#define store_masked(mask, p, v) _mm512_mask_storeu_ps (p, mask, v)
#define broadcast(x)             _mm512_set1_ps (x)
#define multiply(x, y)           _mm512_mul_ps (x, y)
#define add(x, y)                _mm512_add_ps (x, y)
#define fused(x, y, z)           _mm512_fmadd_ps (x, y, z)
#define add_fused(sum, x, y)     __asm__ volatile("vfmadd231ps %2, %1, %0" : "+v"(sum) : "v"(x), "v"(y))
#define permute(v, lanes)        _mm512_permutexvar_ps ((__m512i)(lanes), v)
#define hold(v)                  __asm__("" : "+v"(v))
#define add_lanes(v)             _mm512_reduce_add_ps (v)

#include "gs-cpu-micro-tile.h"

#endif
