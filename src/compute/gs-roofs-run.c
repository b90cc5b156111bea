#include "gs-roofs-run.h"

#include "gs-cpu-probe.h"
#include "gs-cuda-probe.h"
#include "gs-engine.h"

static gboolean
add_processor (GsRoofs *roofs, int threads, GCancellable *cancellable, GError **error)
{
  GsEnvironment *environment;
  GsCpuRoofs cpu;

  if (!gs_cpu_probe (threads, &cpu, cancellable, error))
    return FALSE;
  environment = gs_environment_new ();
  gs_backend_cpu.describe (environment);
  gs_roofs_add_roof (roofs, &(GsRoof){ .name = environment->cpu != NULL ? environment->cpu : (char *)"CPU",
                                       .copy_gbytes_per_s = cpu.triad_gbytes_per_s,
                                       .fma_gflops = cpu.fma_gflops });
  gs_environment_free (environment);
  return TRUE;
}

static gboolean
add_gpu (GsRoofs *roofs, const char *device, GCancellable *cancellable, GError **error)
{
  GsRoof gpu;

  if (!gs_cuda_probe (device, &gpu, cancellable, error))
    return FALSE;
  gs_roofs_add_roof (roofs, &gpu);
  g_free (gpu.name);
  g_free (gpu.uuid);
  return TRUE;
}

GsRoofs *
gs_roofs_run (int threads, const char *device, GCancellable *cancellable, GError **error)
{
  g_autoptr (GsRoofs) roofs = gs_roofs_new ();

  if (!add_processor (roofs, threads, cancellable, error))
    return NULL;
  if ((device != NULL || gs_backend_find ("cuda")->available (NULL))
      && !add_gpu (roofs, device, cancellable, error))
    return NULL;
  return g_steal_pointer (&roofs);
}
