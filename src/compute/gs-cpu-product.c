#include "gs-cpu-kernel.h"

#include "gs-pool.h"

/* A loop over a row of B is a vector loop: the compiler does it, once per
 * instruction set. Multiply and add stay apart and k ascends for each element,
 * so every product in this file has the naive loop's bits. */
#define DEFINE_ROW_LOOPS(suffix, target)                                                                     \
  target static void add_row_##suffix (float *restrict c, const float *restrict b, float a, gint64 n)        \
  {                                                                                                          \
    for (gint64 j = 0; j < n; j++)                                                                           \
      c[j] += a * b[j];                                                                                      \
  }                                                                                                          \
  /* Four rows of B at a time: C is loaded and stored once for all four. */                                  \
  target static void add_four_rows_##suffix (float *restrict c, const float *restrict b, gint64 stride,      \
                                             const float *restrict a, gint64 n)                              \
  {                                                                                                          \
    const float *restrict b1 = b + stride, *restrict b2 = b1 + stride, *restrict b3 = b2 + stride;           \
    float a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];                                                        \
                                                                                                             \
    for (gint64 j = 0; j < n; j++)                                                                           \
      c[j] = (((c[j] + a0 * b[j]) + a1 * b1[j]) + a2 * b2[j]) + a3 * b3[j];                                  \
  }

typedef struct
{
  void (*add_row) (float *c, const float *b, float a, gint64 n);
  void (*add_four_rows) (float *c, const float *b, gint64 stride, const float *a, gint64 n);
} RowLoops;

DEFINE_ROW_LOOPS (base, )
static const RowLoops loops_base = { add_row_base, add_four_rows_base };
#ifdef __x86_64__
DEFINE_ROW_LOOPS (avx2, GS_TARGET_AVX2)
DEFINE_ROW_LOOPS (avx512, GS_TARGET_AVX512)
static const RowLoops loops_avx2 = { add_row_avx2, add_four_rows_avx2 };
static const RowLoops loops_avx512 = { add_row_avx512, add_four_rows_avx512 };
#endif

static const RowLoops *
choose_loops (GsIsa isa)
{
#ifdef __x86_64__
  if (isa == GS_ISA_AVX512)
    return &loops_avx512;
  if (isa == GS_ISA_AVX2)
    return &loops_avx2;
#endif
  return &loops_base;
}

gboolean
gs_cpu_ikj (const GsCpuCall *call, GError **error)
{
  const RowLoops *loops = choose_loops (call->isa);
  gint64 n = call->n, k = call->k;
  gint64 band = MAX (1, (1 << 22) / MAX (1, n)); /* rows of B between two looks at the cancellable */

  if (call->m == 0 || n == 0)
    return TRUE;
  memset (call->c, 0, sizeof (float) * call->m * n);
  for (gint64 i = 0; i < call->m; i++)
    for (gint64 p0 = 0; p0 < k; p0 += band)
      {
        gint64 p1 = MIN (p0 + band, k);

        if (gs_cpu_call_cancelled (call))
          return TRUE;
        for (gint64 p = p0; p < p1; p++)
          loops->add_row (call->c + i * n, call->b + p * n, call->a[i * k + p], n);
      }
  return TRUE;
}

/* A block of B of 128 × 1024 floats is 512 KiB: it stays in the second-level
 * cache while all rows of a band go over it. */
#define BLOCK_K      128
#define BLOCK_N      1024
#define BAND_M       64
#define THREADED_MIN 262144.0 /* multiplications; below, waking threads costs more than it brings */

typedef struct
{
  const GsCpuCall *call;
  const RowLoops *loops;
  gint64 bands_m, blocks_n;
  gint64 counter;
} Share;

static void
multiply_block (const Share *share, gint64 i0, gint64 i1, gint64 j0, gint64 width)
{
  const GsCpuCall *call = share->call;
  gint64 n = call->n, k = call->k;

  for (gint64 i = i0; i < i1; i++)
    memset (call->c + i * n + j0, 0, sizeof (float) * width);

  for (gint64 p0 = 0; p0 < k; p0 += BLOCK_K)
    {
      gint64 p1 = MIN (p0 + BLOCK_K, k);

      if (gs_cpu_call_cancelled (call))
        return;
      for (gint64 i = i0; i < i1; i++)
        {
          const float *a = call->a + i * k;
          float *c = call->c + i * n + j0;
          gint64 p = p0;

          for (; p + 4 <= p1; p += 4)
            share->loops->add_four_rows (c, call->b + p * n + j0, n, a + p, width);
          for (; p < p1; p++)
            share->loops->add_row (c, call->b + p * n + j0, a[p], width);
        }
    }
}

static void
run_share (int thread, int n_threads, gpointer data)
{
  Share *share = data;
  const GsCpuCall *call = share->call;
  gint64 item;

  while ((item = gs_pool_take (&share->counter)) < share->bands_m * share->blocks_n)
    {
      gint64 i0 = item % share->bands_m * BAND_M;
      gint64 j0 = item / share->bands_m * BLOCK_N;

      if (gs_cpu_call_cancelled (call))
        return;
      multiply_block (share, i0, MIN (i0 + BAND_M, call->m), j0, MIN (BLOCK_N, call->n - j0));
    }
}

gboolean
gs_cpu_blocked (const GsCpuCall *call, GError **error)
{
  Share share = {
    .call = call,
    .loops = choose_loops (call->isa),
    .bands_m = (call->m + BAND_M - 1) / BAND_M,
    .blocks_n = (call->n + BLOCK_N - 1) / BLOCK_N,
  };
  double multiplications = (double)call->m * call->n * call->k;

  gs_pool_run (multiplications < THREADED_MIN ? 1 : call->n_threads, run_share, &share);
  return TRUE;
}
