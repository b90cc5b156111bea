#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The instruction sets the CPU kernels are written for, each a superset of the
 * one before. BASE is what the processor family always has: SSE2 on x86-64,
 * NEON on AArch64, plain C elsewhere. */
typedef enum
{
  GS_ISA_BASE,
  GS_ISA_AVX2,   /* with FMA */
  GS_ISA_AVX512, /* F, VL, DQ and BW */
  GS_N_ISAS
} GsIsa;

/* "SSE2", "AVX2", "AVX-512", "NEON", "plain C". */
const char *gs_isa_name (GsIsa isa);

/* Whether this processor, under this operating system, runs @isa. */
gboolean gs_isa_available (GsIsa isa);

/* What the kernels use: the best available one, or the forced one. */
GsIsa gs_isa_current (void);

/* Makes gs_isa_current() give @isa, which has to be available; GS_N_ISAS ends
 * that. For tests and benchmarks. */
void gs_isa_force (GsIsa isa);

/* Marks a function for one instruction set, whatever the build is for. */
#ifdef __x86_64__
#define GS_TARGET_AVX2   __attribute__ ((target ("avx2,fma")))
#define GS_TARGET_AVX512 __attribute__ ((target ("avx512f,avx512vl,avx512dq,avx512bw,fma")))
#endif

G_END_DECLS
