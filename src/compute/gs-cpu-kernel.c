#include "gs-cpu-kernel.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *name;
  GsCpuFunc func;
} kernels[] = {
  { "cpu_scalar", gs_cpu_scalar },
  { "cpu_vectorised", gs_cpu_vectorised },
  { "cpu_streaming", gs_cpu_streaming },
  { "cpu_ijk", gs_cpu_ijk },
  { "cpu_ikj", gs_cpu_ikj },
  { "cpu_blocked", gs_cpu_blocked },
  { "cpu_packed", gs_cpu_packed },
};

GsCpuFunc
gs_cpu_kernel_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (strcmp (kernels[i].name, name) == 0)
      return kernels[i].func;
  return NULL;
}

int
gs_cpu_threads (int asked, char **note)
{
  int has = (int)g_get_num_processors ();

  if (note != NULL)
    *note = NULL;
  if (asked > has && note != NULL)
    *note = g_strdup_printf (
        g_dngettext (
            GETTEXT_PACKAGE, "%d threads were asked for and this machine has %d, so that is what was used.",
            "%d threads were asked for and this machine has %d, so that many were used.", (gulong)has),
        asked, has);
  return asked <= 0 ? has : MIN (asked, has);
}
