#include "gs-backend.h"

#include <glib/gi18n-lib.h>

#include "gs-cpu-kernel.h"
#include "gs-measure.h"

typedef struct
{
  GsCpuCall call;
  GsCpuFunc func;
} Launch;

static gboolean
available (char **reason)
{
  return TRUE;
}

static gboolean
supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  if (kernel == NULL || gs_cpu_kernel_find (kernel->name) == NULL)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("The CPU has no kernel “%s”; choose one of the kernels that begin with cpu_."),
                   kernel != NULL ? kernel->name : "");
      return FALSE;
    }
  if (!gs_kernel_info_fits (kernel, spec->op))
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED,
                   _ ("The kernel %s cannot compute “%s”; choose another kernel for it."), kernel->name,
                   gs_op_nick (spec->op));
      return FALSE;
    }
  return TRUE;
}

static gboolean
launch_cb (gpointer data, GError **error)
{
  Launch *launch = data;

  return launch->func (&launch->call, error);
}

static gboolean
run (const GsJob *job, GsResult *result, GError **error)
{
  const GsSpec *spec = job->spec;
  g_autofree char *note = NULL;
  Launch launch = {
    .call = {
      .op = spec->op,
      .m = spec->m,
      .n = spec->n,
      .k = spec->op == GS_OP_MATMUL ? spec->k : 0,
      .a = job->a->data,
      .b = job->b->data,
      .c = job->c->data,
      .n_threads = gs_cpu_threads (spec->threads, &note),
      .exact_order = spec->exact_order,
      .isa = gs_isa_current (),
      .cancellable = job->cancellable,
    },
    .func = gs_cpu_kernel_find (job->kernel->name),
  };
  gboolean done;

  if (note != NULL)
    g_ptr_array_add (result->notes, g_steal_pointer (&note));
  result->device = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, up to %d thread",
                                                 "%s, up to %d threads", (gulong)launch.call.n_threads),
                                    gs_isa_name (launch.call.isa), launch.call.n_threads);

  done = gs_measure_host (job, "cpu", launch_cb, &launch, result, error);
  gs_cpu_packed_release ();
  return done;
}

static void
describe (GsEnvironment *environment)
{
  g_autofree char *text = NULL;
  const char *line;

  environment->cpu_threads = (int)g_get_num_processors ();
  if (environment->cpu != NULL)
    return;
  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) && (line = strstr (text, "model name")) != NULL
      && (line = strchr (line, ':')) != NULL)
    environment->cpu = g_strndup (line + 2, strcspn (line + 2, "\n"));
  else
    environment->cpu = g_strdup (gs_isa_name (gs_isa_current ()));
}

const GsBackend gs_backend_cpu = {
  .name = "cpu",
  .available = available,
  .supports = supports,
  .run = run,
  .describe = describe,
};
