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

#define SCALE 3.0f

#if defined(__x86_64__)
#define DEFINE_LOOP(name, target, width, prefix, apply)                                                      \
  target static void name (float *c, const float *a, const float *b, gint64 n)                               \
  {                                                                                                          \
    for (gint64 i = 0; i < n; i += LINE)                                                                     \
      for (int j = 0; j < LINE; j += width)                                                                  \
        prefix##_stream_ps (c + i + j,                                                                       \
                            apply (prefix, prefix##_loadu_ps (a + i + j), prefix##_loadu_ps (b + i + j)));   \
    _mm_sfence ();                                                                                           \
  }
#define APPLY_ADD(prefix, x, y)      prefix##_add_ps (x, y)
#define APPLY_MULTIPLY(prefix, x, y) prefix##_mul_ps (x, y)
#define APPLY_TRIAD(prefix, x, y)    prefix##_add_ps (x, prefix##_mul_ps (prefix##_set1_ps (SCALE), y))
#define DEFINE_LOOPS(suffix, target, width, prefix)                                                          \
  DEFINE_LOOP (add_##suffix, target, width, prefix, APPLY_ADD)                                               \
  DEFINE_LOOP (multiply_##suffix, target, width, prefix, APPLY_MULTIPLY)                                     \
  DEFINE_LOOP (triad_##suffix, target, width, prefix, APPLY_TRIAD)                                           \
  static const Loops loops_##suffix = { add_##suffix, multiply_##suffix, triad_##suffix };
#else
#define DEFINE_LOOP(name, expression)                                                                        \
  static void name (float *restrict c, const float *restrict a, const float *restrict b, gint64 n)           \
  {                                                                                                          \
    for (gint64 i = 0; i < n; i++)                                                                           \
      c[i] = expression;                                                                                     \
  }
#endif

typedef struct
{
  Loop add, multiply, triad;
} Loops;

#if defined(__x86_64__)
DEFINE_LOOPS (base, , 4, _mm)
DEFINE_LOOPS (avx2, GS_TARGET_AVX2, 8, _mm256)
DEFINE_LOOPS (avx512, GS_TARGET_AVX512, 16, _mm512)
#else
DEFINE_LOOP (add_base, a[i] + b[i])
DEFINE_LOOP (multiply_base, a[i] * b[i])
DEFINE_LOOP (triad_base, a[i] + SCALE * b[i])
static const Loops loops_base = { add_base, multiply_base, triad_base };
#endif

static const Loops *
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

typedef struct
{
  const GsCpuCall *call;
  Loop loop;
  gint64 elements, chunk;
  gint64 counter;
} Share;

static void
run_rest (const GsCpuCall *call, gint64 first, gint64 end)
{
  GsCpuCall part = *call;

  part.m = 1;
  part.n = end - first;
  part.a += first;
  part.b += first;
  part.c += first;
  gs_cpu_vectorised (&part, NULL);
}

static void
run_range (const Share *share, gint64 first, gint64 end)
{
  const GsCpuCall *call = share->call;
  gint64 whole = first + (end - first) / LINE * LINE;

  share->loop (call->c + first, call->a + first, call->b + first, whole - first);
  if (whole < end)
    run_rest (call, whole, end);
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
  const Share *share = data;
  gint64 first = thread * share->chunk;

  if (first < share->elements)
    run_rest (share->call, first, MIN (first + share->chunk, share->elements));
}

gboolean
gs_cpu_streaming (const GsCpuCall *call, GError **error)
{
  const Loops *loops = choose_loops (call->isa);
  Share share = { .call = call, .elements = call->m * call->n, .chunk = CHUNK };

  if (share.elements < THREADED_MIN || (share.elements < STREAMING_MIN && call->n_threads == 1))
    return gs_cpu_vectorised (call, error);

  if (share.elements < STREAMING_MIN)
    {
      share.chunk = (share.elements / call->n_threads + LINE) / LINE * LINE;
      gs_pool_run (call->n_threads, run_share_cached, &share);
      return TRUE;
    }

  share.loop = call->op == GS_OP_ADD ? loops->add : loops->multiply;
  gs_pool_run (call->n_threads, run_share, &share);
  return TRUE;
}

void
gs_cpu_triad (const GsCpuCall *call)
{
  Share share = {
    .call = call,
    .loop = choose_loops (call->isa)->triad,
    .elements = call->m * call->n / LINE * LINE,
    .chunk = CHUNK,
  };

  gs_pool_run (call->n_threads, run_share, &share);
}
