#include "gs-cpu-micro.h"

#ifdef __x86_64__

#include <immintrin.h>
#include <string.h>

/* 14 rows of two vectors are 28 sums; two vectors of B and one broadcast element
 * of A leave one of the 32 registers. Per step of k: 16 loads and 28 fused
 * operations, so the two load ports are never what limits. */
#define TARGET GS_TARGET_AVX512
#define MR     14
#define WIDTH  16
#define MICRO  gs_cpu_micro_avx512

typedef __m512 Vector;
typedef __mmask16 Mask;

static inline Mask
mask_first (int n)
{
  return n <= 0 ? 0 : n >= WIDTH ? 0xffff : (Mask)((1u << n) - 1);
}

#define zero()                   _mm512_setzero_ps ()
#define load(p)                  _mm512_loadu_ps (p)
#define load_masked(mask, p)     _mm512_maskz_loadu_ps (mask, p)
#define store_masked(mask, p, v) _mm512_mask_storeu_ps (p, mask, v)
#define broadcast(x)             _mm512_set1_ps (x)
#define multiply(x, y)           _mm512_mul_ps (x, y)
#define add(x, y)                _mm512_add_ps (x, y)
#define fused(x, y, z)           _mm512_fmadd_ps (x, y, z)

#define unpack_low(x, y)        _mm512_unpacklo_ps (x, y)
#define unpack_high(x, y)       _mm512_unpackhi_ps (x, y)
#define unpack_low_pairs(x, y)  _mm512_shuffle_ps (x, y, 0x44)
#define unpack_high_pairs(x, y) _mm512_shuffle_ps (x, y, 0xee)
#define lane(v, n)              ((Four)_mm512_extractf32x4_ps (v, n))

#include "gs-cpu-micro-tile.h"

#endif
