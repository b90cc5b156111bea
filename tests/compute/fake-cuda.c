#include "fake-cuda.h"

#include "fake-devices.h"
#include "fake-kernels.h"
#include "fake-memory.h"

#define HOST_LAUNCH_NS 2000

struct _GsCuFunction
{
  char name[64];
};

struct _GsCuEvent
{
  gint64 device_ns;
};

struct _GsCuGraph
{
  GsCuFunction function;
};

FakeCuda fake_cuda;

static const FakeDevice one_device[] = { { "Test GPU", 0x10, "0000:3B:00.0", 9, 0 } };
static int stuck;           /* the result of every call once a sticky error has happened */
static int n_failing_calls; /* calls of fail_call so far */
static gboolean capturing;
static int n_captured;

GsCuResult
fake_cuda_enter (const char *call)
{
  if (stuck != 0)
    return stuck;
  if (fake_cuda.fail_call == NULL || !g_str_equal (call, fake_cuda.fail_call)
      || n_failing_calls++ < fake_cuda.fail_after)
    return GS_CU_SUCCESS;
  if (fake_cuda.sticky)
    stuck = fake_cuda.fail_with;
  return fake_cuda.fail_with;
}

static GsCuResult
init (unsigned int flags)
{
  FAKE_CUDA_ENTER ("cuInit");
  return fake_cuda.n_devices > 0 ? GS_CU_SUCCESS : GS_CU_NO_DEVICE;
}

static GsCuResult
driver_get_version (int *version)
{
  *version = fake_cuda.driver_version;
  return GS_CU_SUCCESS;
}

static GsCuResult
get_error_name (GsCuResult result, const char **name)
{
  *name = result == GS_CU_OUT_OF_MEMORY     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == GS_CU_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                            : "CUDA_ERROR_OF_THE_TEST";
  return GS_CU_SUCCESS;
}

static GsCuResult
get_error_string (GsCuResult result, const char **text)
{
  *text = "words of the driver";
  return GS_CU_SUCCESS;
}

static GsCuResult
device_get_count (int *count)
{
  *count = fake_cuda.n_devices;
  return GS_CU_SUCCESS;
}

static GsCuResult
device_get (GsCuDevice *device, int ordinal)
{
  FAKE_CUDA_ENTER ("cuDeviceGet");
  *device = 100 + ordinal;
  return GS_CU_SUCCESS;
}

static GsCuResult
context_retain (GsCuContext *context, GsCuDevice device)
{
  FAKE_CUDA_ENTER ("cuDevicePrimaryCtxRetain");
  *context = (GsCuContext)fake_device_of (device);
  fake_cuda.device_used = device - 100;
  return GS_CU_SUCCESS;
}

static GsCuResult
context_release (GsCuDevice device)
{
  return GS_CU_SUCCESS;
}

static GsCuResult
context_set_current (GsCuContext context)
{
  FAKE_CUDA_ENTER ("cuCtxSetCurrent");
  return GS_CU_SUCCESS;
}

static GsCuResult
context_synchronise (void)
{
  FAKE_CUDA_ENTER ("cuCtxSynchronize");
  return GS_CU_SUCCESS;
}

static GsCuResult
module_load (GsCuModule *module, gconstpointer image)
{
  FAKE_CUDA_ENTER ("cuModuleLoadData");
  *module = (GsCuModule)image;
  return GS_CU_SUCCESS;
}

static GsCuResult
module_unload (GsCuModule module)
{
  return GS_CU_SUCCESS;
}

/* Functions live as long as the test: their names are few. */
static GsCuResult
module_get_function (GsCuFunction *function, GsCuModule module, const char *name)
{
  static struct _GsCuFunction known[32];
  gsize i = 0;

  FAKE_CUDA_ENTER ("cuModuleGetFunction");
  while (known[i].name[0] != '\0' && !g_str_equal (known[i].name, name))
    i++;
  g_assert_cmpuint (i, <, G_N_ELEMENTS (known));
  g_strlcpy (known[i].name, name, sizeof known[i].name);
  *function = &known[i];
  return GS_CU_SUCCESS;
}

static GsCuResult
function_get_attribute (int *value, GsCuFunctionAttribute attribute, GsCuFunction function)
{
  *value = attribute == GS_CU_FUNCTION_MAX_THREADS ? fake_cuda.max_threads
           : attribute == GS_CU_FUNCTION_REGISTERS ? 32
                                                   : 0;
  return GS_CU_SUCCESS;
}

static GsCuResult
occupancy_blocks (int *n_blocks, GsCuFunction function, int block_threads, gsize dynamic_shared_bytes)
{
  *n_blocks = fake_cuda.occupancy_blocks;
  return GS_CU_SUCCESS;
}

static GsCuResult
function_set_attribute (GsCuFunction function, GsCuFunctionAttribute attribute, int value)
{
  return GS_CU_SUCCESS;
}

static GsCuResult
stream_wait (GsCuStream stream, GsCuEvent event, unsigned int flags)
{
  FAKE_CUDA_ENTER ("cuStreamWaitEvent");
  return GS_CU_SUCCESS;
}

static void
submit (void)
{
  gint64 waiting_ns = fake_cuda.device_ns - fake_cuda.host_ns;

  fake_cuda.host_ns += HOST_LAUNCH_NS;
  if (fake_cuda.queue_length > 0 && waiting_ns > (gint64)fake_cuda.queue_length * fake_cuda.launch_ns)
    fake_cuda.host_ns += waiting_ns - (gint64)fake_cuda.queue_length * fake_cuda.launch_ns;
  fake_cuda.device_ns = MAX (fake_cuda.device_ns, fake_cuda.host_ns) + fake_cuda.launch_ns;
}

static GsCuResult
launch_kernel (GsCuFunction function,
               unsigned int grid_x,
               unsigned int grid_y,
               unsigned int grid_z,
               unsigned int block_x,
               unsigned int block_y,
               unsigned int block_z,
               unsigned int shared_bytes,
               GsCuStream stream,
               void **arguments,
               void **extra)
{
  FAKE_CUDA_ENTER ("cuLaunchKernel");
  if (capturing)
    n_captured++;
  else
    submit ();
  fake_cuda.n_launches++;
  fake_kernel_run (function->name, arguments, (gint64)grid_x * grid_y, block_x);
  return GS_CU_SUCCESS;
}

static GsCuResult
stream_create (GsCuStream *stream, unsigned int flags)
{
  FAKE_CUDA_ENTER ("cuStreamCreate");
  *stream = (GsCuStream)&fake_cuda;
  return GS_CU_SUCCESS;
}

static GsCuResult
stream_destroy (GsCuStream stream)
{
  return GS_CU_SUCCESS;
}

static GsCuResult
stream_synchronise (GsCuStream stream)
{
  FAKE_CUDA_ENTER ("cuStreamSynchronize");
  fake_cuda.host_ns = MAX (fake_cuda.host_ns, fake_cuda.device_ns);
  return GS_CU_SUCCESS;
}

static GsCuResult
event_create (GsCuEvent *event, unsigned int flags)
{
  FAKE_CUDA_ENTER ("cuEventCreate");
  *event = g_new0 (struct _GsCuEvent, 1);
  fake_cuda.n_events++;
  return GS_CU_SUCCESS;
}

static GsCuResult
event_destroy (GsCuEvent event)
{
  g_free (event);
  fake_cuda.n_events--;
  return GS_CU_SUCCESS;
}

static GsCuResult
event_record (GsCuEvent event, GsCuStream stream)
{
  FAKE_CUDA_ENTER ("cuEventRecord");
  fake_cuda.device_ns = MAX (fake_cuda.device_ns, fake_cuda.host_ns);
  event->device_ns = fake_cuda.device_ns;
  return GS_CU_SUCCESS;
}

static GsCuResult
event_query (GsCuEvent event)
{
  FAKE_CUDA_ENTER ("cuEventQuery");
  if (fake_cuda.hang)
    return GS_CU_NOT_READY;
  fake_cuda.host_ns = MAX (fake_cuda.host_ns, event->device_ns);
  return GS_CU_SUCCESS;
}

static GsCuResult
event_elapsed (float *ms, GsCuEvent start, GsCuEvent end)
{
  FAKE_CUDA_ENTER ("cuEventElapsedTime");
  *ms = (float)(end->device_ns - start->device_ns) / 1e6f;
  return GS_CU_SUCCESS;
}

static GsCuResult
capture_begin (GsCuStream stream, int mode)
{
  FAKE_CUDA_ENTER ("cuStreamBeginCapture");
  capturing = TRUE;
  n_captured = 0;
  return GS_CU_SUCCESS;
}

static GsCuResult
capture_end (GsCuStream stream, GsCuGraph *graph)
{
  capturing = FALSE;
  FAKE_CUDA_ENTER ("cuStreamEndCapture");
  *graph = (GsCuGraph)&n_captured;
  return GS_CU_SUCCESS;
}

static GsCuResult
graph_instantiate (GsCuGraphExec *exec, GsCuGraph graph, guint64 flags)
{
  FAKE_CUDA_ENTER ("cuGraphInstantiate");
  *exec = (GsCuGraphExec)&n_captured;
  return GS_CU_SUCCESS;
}

static GsCuResult
graph_launch (GsCuGraphExec exec, GsCuStream stream)
{
  FAKE_CUDA_ENTER ("cuGraphLaunch");
  fake_cuda.n_graph_launches++;
  fake_cuda.device_ns += (gint64)n_captured * fake_cuda.launch_ns;
  return GS_CU_SUCCESS;
}

static GsCuResult
graph_exec_destroy (GsCuGraphExec exec)
{
  return GS_CU_SUCCESS;
}

static GsCuResult
graph_destroy (GsCuGraph graph)
{
  return GS_CU_SUCCESS;
}

static GsCudaDriver table = {
  .driver_get_version = driver_get_version,
  .get_error_name = get_error_name,
  .get_error_string = get_error_string,
  .device_get_count = device_get_count,
  .device_get = device_get,
  .context_retain = context_retain,
  .context_release = context_release,
  .context_set_current = context_set_current,
  .context_synchronise = context_synchronise,
  .module_load = module_load,
  .module_unload = module_unload,
  .module_get_function = module_get_function,
  .function_get_attribute = function_get_attribute,
  .occupancy_blocks = occupancy_blocks,
  .function_set_attribute = function_set_attribute,
  .stream_wait = stream_wait,
  .launch = launch_kernel,
  .stream_create = stream_create,
  .stream_destroy = stream_destroy,
  .stream_synchronise = stream_synchronise,
  .event_create = event_create,
  .event_destroy = event_destroy,
  .event_record = event_record,
  .event_query = event_query,
  .event_elapsed = event_elapsed,
  .capture_begin = capture_begin,
  .capture_end = capture_end,
  .graph_instantiate = graph_instantiate,
  .graph_launch = graph_launch,
  .graph_exec_destroy = graph_exec_destroy,
  .graph_destroy = graph_destroy,
};

static const GsCudaImage images[] = {
  { "vector.cu", "v" }, { "vector.twin.cu", "vt" },  { "matmul.cu", "m" }, { "matmul.twin.cu", "mt" },
  { "roofs.cu", "r" },  { "matmul_async.cu", "ma" }, { NULL, NULL },
};

void
fake_cuda_reset (void)
{
  fake_cuda = (FakeCuda){
    .driver_version = 13000,
    .toolkit_version = 13000,
    .built_for = "sm_75 sm_80 sm_90",
    .devices = one_device,
    .n_devices = 1,
    .free_bytes = (gsize)4 << 30,
    .launch_ns = 100000,
    .max_threads = 1024,
    .device_used = -1,
  };
  stuck = 0;
  n_failing_calls = 0;
  capturing = FALSE;
}

void
fake_cuda_install (void)
{
  table.init = fake_cuda.absent ? NULL : init;
  fake_devices_fill (&table);
  fake_memory_fill (&table);
  table.images = images;
  table.toolkit_version = fake_cuda.toolkit_version;
  table.built_for = fake_cuda.built_for;
  gs_cuda_driver_set_fake (&table);
}

gint64
fake_cuda_clock (void)
{
  fake_cuda.host_ns += 100;
  return fake_cuda.host_ns;
}
