#include "gs-cpu-micro.h"

const GsCpuMicro *
gs_cpu_micro (GsIsa isa)
{
  switch (isa)
    {
#ifdef __x86_64__
    case GS_ISA_AVX512:
      return &gs_cpu_micro_avx512;
    case GS_ISA_AVX2:
      return &gs_cpu_micro_avx2;
#endif
    default:
      return &gs_cpu_micro_base;
    }
}
