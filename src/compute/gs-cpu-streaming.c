#include "gs-cpu-kernel.h"

#include "gs-pool.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

/* A store that bypasses the cache saves reading the line it overwrites: three
 * streams over the memory bus instead of four. It pays only when the arrays do
 * not stay in the cache, so smaller ones take the ordinary loop. */
#define STREAMING_MIN (1 << 20) /* elements */
#define THREADED_MIN  (1 << 16) /* elements; below, waking threads costs more than it brings */
#define CHUNK         (1 << 18) /* elements a thread takes at a time: 1 MiB of each array */
#define LINE          16        /* floats */

/* @n is a multiple of LINE and @c 64-byte aligned; @a and @b need not be. */
typedef void (*Loop) (float *c, const float *a, const float *b, gint64 n);

#if defined(__x86_64__)
#define DEFINE_LOOP(name, target, width, load, apply, store)                                                 \
  target static void name (float *c, const float *a, const float *b, gint64 n)                               \
  {                                                                                                          \
    for (gint64 i = 0; i < n; i += LINE)                                                                     \
      for (int j = 0; j < LINE; j += width)                                                                  \
        store (c + i + j, apply (load (a + i + j), load (b + i + j)));                                       \
    _mm_sfence ();                                                                                           \
  }

DEFINE_LOOP (add_base, , 4, _mm_loadu_ps, _mm_add_ps, _mm_stream_ps)
DEFINE_LOOP (multiply_base, , 4, _mm_loadu_ps, _mm_mul_ps, _mm_stream_ps)
DEFINE_LOOP (add_avx2, GS_TARGET_AVX2, 8, _mm256_loadu_ps, _mm256_add_ps, _mm256_stream_ps)
DEFINE_LOOP (multiply_avx2, GS_TARGET_AVX2, 8, _mm256_loadu_ps, _mm256_mul_ps, _mm256_stream_ps)
DEFINE_LOOP (add_avx512, GS_TARGET_AVX512, 16, _mm512_loadu_ps, _mm512_add_ps, _mm512_stream_ps)
DEFINE_LOOP (multiply_avx512, GS_TARGET_AVX512, 16, _mm512_loadu_ps, _mm512_mul_ps, _mm512_stream_ps)
#else
static void
add_base (float *restrict c, const float *restrict a, const float *restrict b, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

static void
multiply_base (float *restrict c, const float *restrict a, const float *restrict b, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    c[i] = a[i] * b[i];
}
#endif

static Loop
choose_loop (const GsCpuCall *call)
{
  gboolean is_add = call->op == GS_OP_ADD;

#ifdef __x86_64__
  if (call->isa == GS_ISA_AVX512)
    return is_add ? add_avx512 : multiply_avx512;
  if (call->isa == GS_ISA_AVX2)
    return is_add ? add_avx2 : multiply_avx2;
#endif
  return is_add ? add_base : multiply_base;
}

typedef struct
{
  const GsCpuCall *call;
  Loop loop;
  gint64 elements, chunk;
  gint64 counter;
} Share;

static void
run_range (const Share *share, gint64 first, gint64 end)
{
  const GsCpuCall *call = share->call;
  GsCpuCall part = *call;
  gint64 whole = first + (end - first) / LINE * LINE;

  share->loop (call->c + first, call->a + first, call->b + first, whole - first);
  part.m = 1;
  part.n = end - whole;
  part.a += whole;
  part.b += whole;
  part.c += whole;
  gs_cpu_vectorised (&part, NULL);
}

static void
run_share (int thread, int n_threads, gpointer data)
{
  Share *share = data;
  gint64 first;

  while ((first = gs_pool_take (&share->counter) * share->chunk) < share->elements)
    {
      if (gs_cpu_call_cancelled (share->call))
        return;
      run_range (share, first, MIN (first + share->chunk, share->elements));
    }
}

static void
run_share_cached (int thread, int n_threads, gpointer data)
{
  Share *share = data;
  gint64 first = thread * share->chunk;
  GsCpuCall part = *share->call;

  if (first >= share->elements)
    return;
  part.m = 1;
  part.n = MIN (share->chunk, share->elements - first);
  part.a += first;
  part.b += first;
  part.c += first;
  gs_cpu_vectorised (&part, NULL);
}

gboolean
gs_cpu_streaming (const GsCpuCall *call, GError **error)
{
  Share share = { .call = call, .elements = call->m * call->n, .chunk = CHUNK };

  if (share.elements < THREADED_MIN || (share.elements < STREAMING_MIN && call->n_threads == 1))
    return gs_cpu_vectorised (call, error);

  if (share.elements < STREAMING_MIN)
    {
      share.chunk = (share.elements / call->n_threads + LINE) / LINE * LINE;
      gs_pool_run (call->n_threads, run_share_cached, &share);
      return TRUE;
    }

  share.loop = choose_loop (call);
  gs_pool_run (call->n_threads, run_share, &share);
  return TRUE;
}
