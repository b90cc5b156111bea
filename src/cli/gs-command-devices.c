#include "gs-cli.h"

#include <inttypes.h>
#include "gs-engine.h"
#include "gs-format.h"
#include "gs-report-json.h"

static const GsOption options[] = {
  { "json", 0, NULL, "print a gridscope.devices/1 document" },
  { NULL },
};

static void
append_gpu (GString *text, guint i, const GsGpu *gpu)
{
  const GsLimits *limits = &gpu->limits;
  g_autofree char *memory = gs_format_bytes ((double)limits->memory_bytes);

  g_string_append_printf (text,
                          "gpu %u  %s, %s, PCI %s, compute capability %d.%d, %d SMs, %s, "
                          "at most %" PRId64 " threads per block, driver %s, runtime %s\n",
                          i, gpu->name, gpu->uuid, gpu->pci, limits->compute_capability / 10,
                          limits->compute_capability % 10, limits->multiprocessors, memory,
                          limits->max_threads_per_block, gpu->driver, gpu->runtime);
}

static char *
environment_to_text (const GsEnvironment *environment)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "cpu    %s, %d thread%s\n", environment->cpu, environment->cpu_threads,
                          environment->cpu_threads == 1 ? "" : "s");
  g_string_append_printf (text, "blas   %s\n", environment->blas != NULL ? environment->blas : "none");
  for (guint i = 0; i < environment->gpus->len; i++)
    append_gpu (text, i, g_ptr_array_index (environment->gpus, i));
  if (environment->gpus->len == 0)
    g_string_append_printf (text, "gpu    none: %s\n", environment->no_gpu);
  return g_string_free (text, FALSE);
}

static GsExit
print_document (const GsEnvironment *environment)
{
  JsonNode *node = gs_environment_to_json (environment);

  json_object_set_string_member (json_node_get_object (node), "schema", "gridscope.devices/1");
  return gs_print_document (node, TRUE);
}

static GsExit
run (const GsArguments *arguments)
{
  GsEnvironment *environment = gs_engine_describe ();
  GsExit status;

  if (gs_arguments_has (arguments, "json"))
    {
      status = print_document (environment);
    }
  else
    {
      g_autofree char *text = environment_to_text (environment);

      status = gs_print (text);
    }
  gs_environment_free (environment);
  return status;
}

const GsCommand gs_command_devices = {
  .name = "devices",
  .summary = "List the processor, the libraries and the GPUs, or the reason why there is none.",
  .examples = "devices --json",
  .options = options,
  .run = run,
};
