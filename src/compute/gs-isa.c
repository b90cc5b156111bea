#include "gs-isa.h"

static GsIsa forced = GS_N_ISAS;

const char *
gs_isa_name (GsIsa isa)
{
  switch (isa)
    {
    case GS_ISA_AVX2:
      return "AVX2";
    case GS_ISA_AVX512:
      return "AVX-512";
    case GS_ISA_BASE:
    case GS_N_ISAS:
    default:
#if defined(__x86_64__)
      return "SSE2";
#elif defined(__aarch64__)
      return "NEON";
#else
      return "plain C";
#endif
    }
}

gboolean
gs_isa_available (GsIsa isa)
{
  switch (isa)
    {
    case GS_ISA_BASE:
      return TRUE;
#ifdef __x86_64__
    case GS_ISA_AVX2:
      return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
    case GS_ISA_AVX512:
      return gs_isa_available (GS_ISA_AVX2) && __builtin_cpu_supports ("avx512f")
             && __builtin_cpu_supports ("avx512vl") && __builtin_cpu_supports ("avx512dq")
             && __builtin_cpu_supports ("avx512bw");
#endif
    default:
      return FALSE;
    }
}

GsIsa
gs_isa_current (void)
{
  if (forced != GS_N_ISAS)
    return forced;
  for (int isa = GS_N_ISAS - 1; isa > GS_ISA_BASE; isa--)
    if (gs_isa_available (isa))
      return isa;
  return GS_ISA_BASE;
}

void
gs_isa_force (GsIsa isa)
{
  g_return_if_fail (isa == GS_N_ISAS || gs_isa_available (isa));

  forced = isa;
}
