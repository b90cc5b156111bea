#include "gs-cpu-kernel.h"

#define BAND (1 << 22) /* elements between two looks at the cancellable */

/* The plain loop once more; what differs is that the compiler may put several
 * elements into one instruction, of the widest kind the processor has. */
#define DEFINE_LOOPS(suffix, target)                                                                         \
  target static void add_##suffix (float *restrict c, const float *restrict a, const float *restrict b,      \
                                   gint64 n)                                                                 \
  {                                                                                                          \
    for (gint64 i = 0; i < n; i++)                                                                           \
      c[i] = a[i] + b[i];                                                                                    \
  }                                                                                                          \
  target static void multiply_##suffix (float *restrict c, const float *restrict a, const float *restrict b, \
                                        gint64 n)                                                            \
  {                                                                                                          \
    for (gint64 i = 0; i < n; i++)                                                                           \
      c[i] = a[i] * b[i];                                                                                    \
  }

typedef void (*Loop) (float *c, const float *a, const float *b, gint64 n);

DEFINE_LOOPS (base, )
#ifdef __x86_64__
DEFINE_LOOPS (avx2, GS_TARGET_AVX2)
DEFINE_LOOPS (avx512, GS_TARGET_AVX512)
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

gboolean
gs_cpu_vectorised (const GsCpuCall *call, GError **error)
{
  gint64 elements = call->m * call->n;
  Loop loop = choose_loop (call);

  for (gint64 i = 0; i < elements && !gs_cpu_call_cancelled (call); i += BAND)
    loop (call->c + i, call->a + i, call->b + i, MIN (BAND, elements - i));
  return TRUE;
}
