#include "gs-cpu-micro.h"

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

/* 6 rows of two vectors are 12 sums; two vectors of B and one broadcast element
 * of A leave one of the 16 registers. */
#define TARGET     GS_TARGET_AVX2
#define MR         6
#define VECTORS    2
#define WIDE_MR    0
#define WIDTH      8
#define FLAT_STEPS 8
#define MICRO      gs_cpu_micro_avx2

typedef __m256 Vector;
typedef __m256i Mask;

GS_TARGET_AVX2 static inline Mask
mask_first (int n)
{
  return _mm256_cmpgt_epi32 (_mm256_set1_epi32 (n), _mm256_setr_epi32 (0, 1, 2, 3, 4, 5, 6, 7));
}

GS_TARGET_AVX2 static inline float
add_lanes (Vector v)
{
  __m128 four = _mm_add_ps (_mm256_castps256_ps128 (v), _mm256_extractf128_ps (v, 1));
  __m128 two = _mm_add_ps (four, _mm_movehl_ps (four, four));

  return _mm_cvtss_f32 (_mm_add_ss (two, _mm_movehdup_ps (two)));
}

static inline GS_TARGET_AVX2 Vector
load_repeated (const float *p, int n)
{
  double two;

  if (n == 4)
    return _mm256_broadcast_ps ((const __m128 *)p);
  memcpy (&two, p, sizeof two);
  return _mm256_castpd_ps (_mm256_set1_pd (two));
}

#define zero()                   _mm256_setzero_ps ()
#define load(p)                  _mm256_loadu_ps (p)
#define load_masked(mask, p)     _mm256_maskload_ps (p, mask)
#define store(p, v)              _mm256_storeu_ps (p, v)
#define store_masked(mask, p, v) _mm256_maskstore_ps (p, mask, v)
#define broadcast(x)             _mm256_set1_ps (x)
#define multiply(x, y)           _mm256_mul_ps (x, y)
#define add(x, y)                _mm256_add_ps (x, y)
#define fused(x, y, z)           _mm256_fmadd_ps (x, y, z)
#define add_fused(sum, x, y)     __asm__ volatile("vfmadd231ps %2, %1, %0" : "+x"(sum) : "x"(x), "x"(y))
#define permute(v, lanes)        _mm256_permutevar8x32_ps (v, (__m256i)(lanes))
#define hold(v)                  __asm__("" : "+x"(v))

#include "gs-cpu-micro-tile.h"

#endif
