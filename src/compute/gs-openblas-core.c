#include "gs-openblas-core.h"

static const struct
{
  GsIsa isa;
  const char *advice;
  const char *cores[6]; /* that make use of it */
} uses[] = {
  { GS_ISA_AVX512, "SkylakeX", { "SkylakeX", "Cooperlake", "Sapphirerapids" } },
  { GS_ISA_AVX2, "Haswell", { "Haswell", "Zen", "Excavator", "SkylakeX", "Cooperlake", "Sapphirerapids" } },
};

const char *
gs_openblas_better_core (const char *core, GsIsa isa)
{
  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      if (uses[i].isa != isa)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (uses[i].cores) && uses[i].cores[j] != NULL; j++)
        if (g_ascii_strcasecmp (core, uses[i].cores[j]) == 0)
          return NULL;
      return uses[i].advice;
    }
  return NULL;
}
