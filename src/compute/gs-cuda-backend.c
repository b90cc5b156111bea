#include "gs-backend.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-agreement.h"
#include "gs-cuda-error.h"
#include "gs-cuda-images.h"
#include "gs-cuda-launch.h"
#include "gs-cuda-nvml.h"
#include "gs-cuda-nvrtc.h"
#include "gs-cuda-occupancy.h"
#include "gs-cuda-overlap.h"
#include "gs-cuda-pitfall.h"
#include "gs-cuda-schedule.h"
#include "gs-cuda-session.h"
#include "gs-format.h"

static gboolean
available (char **reason)
{
  const GsCudaDriver *driver = gs_cuda_driver_get (reason);
  g_autoptr (GError) error = NULL;
  GsCudaDevice device;

  if (driver == NULL)
    return FALSE;
  if (gs_cuda_context_is_lost ())
    {
      if (reason != NULL)
        *reason = g_strdup (
            _ ("The GPU context of this process was lost by an earlier fault; start the worker again."));
      return FALSE;
    }
  for (int i = 0; i < gs_cuda_device_count (driver); i++)
    {
      g_clear_error (&error);
      if (gs_cuda_device_read (driver, i, &device, &error)
          && gs_cuda_device_check_code (driver, &device, &error))
        return TRUE;
    }
  if (reason != NULL)
    *reason = g_strdup (error != NULL ? error->message : _ ("There is no NVIDIA GPU on this machine."));
  return FALSE;
}

static gboolean
find_device (const GsSpec *spec, const GsCudaDriver **driver, GsCudaDevice *device, GError **error)
{
  g_autofree char *reason = NULL;

  *driver = gs_cuda_driver_get (&reason);
  if (*driver == NULL)
    {
      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, reason);
      return FALSE;
    }
  return gs_cuda_device_find (*driver, spec->device, device, error);
}

/* The report's plan is about one kernel; the launch of another one is planned
 * for itself. */
static GsPlan *
plan_for (const GsSpec *spec, const GsKernelInfo *kernel, const GsLimits *limits)
{
  g_autoptr (GsSpec) own = gs_spec_copy (spec);

  gs_spec_set_kernel (own, kernel->name);
  return gs_plan_new (own, limits);
}

static gboolean
supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error)
{
  const GsCudaDriver *driver;
  GsCudaDevice device;
  g_autoptr (GsPlan) own = NULL;
  GsCudaLaunch launch;
  gint64 pad_floats[3];

  if (!find_device (spec, &driver, &device, error) || !gs_cuda_device_check_code (driver, &device, error)
      || !gs_kernel_info_check (kernel, spec, error))
    return FALSE;
  own = plan_for (spec, kernel, &device.limits);
  if (!gs_cuda_launch_plan (spec, own, kernel, &device.limits, &launch, error))
    return FALSE;
  gs_cuda_launch_clear (&launch);
  return gs_cuda_launch_overrun (spec, own, pad_floats, error);
}

typedef struct
{
  GsCudaSession session;
  GsCudaLaunch launch;
  GsPlan *plan;
  GsCuModule compiled; /* by NVRTC; else NULL */
} Run;

static gboolean
enqueue_cb (gpointer data, GError **error)
{
  Run *self = data;
  const GsCudaSession *session = &self->session;
  const GsCuPointer matrices[3]
      = { session->buffers[0].data, session->buffers[1].data, session->buffers[2].data };

  return gs_cuda_launch_enqueue (&self->launch, session->driver, session->context->stream, matrices,
                                 session->workspace, error);
}

/* Code for a cold run of a portable kernel is compiled now, when NVRTC is there:
 * that is what a program that compiles at run time waits for. */
static gboolean
load_compiled (Run *self, GError **error)
{
  GsResult *result = self->session.result;
  g_autoptr (GError) compile_error = NULL;
  g_autoptr (GBytes) code
      = gs_cuda_nvrtc_compile (self->launch.file, self->session.context->device.limits.compute_capability,
                               &result->first[GS_PHASE_COMPILE], &compile_error);

  if (code == NULL)
    {
      g_ptr_array_add (result->notes, g_strdup (compile_error->message));
      return TRUE;
    }
  return gs_cuda_context_load (self->session.driver, g_bytes_get_data (code, NULL), self->launch.symbol,
                               &result->first[GS_PHASE_LOAD], &self->compiled, &self->launch.function, error);
}

static gboolean
load (Run *self, GError **error)
{
  GsCudaSession *session = &self->session;
  GsCudaLaunch *launch = &self->launch;
  const GsCudaDriver *driver = session->driver;
  GsPhase *first = session->result->first;
  int most = 0;
  gint64 threads = (gint64)launch->block[0] * launch->block[1] * launch->block[2];

  if (session->job->spec->cold && session->job->kernel->portable && !load_compiled (self, error))
    return FALSE;
  if (self->compiled == NULL)
    {
      first[GS_PHASE_COMPILE] = (GsPhase){ 0, GS_CLOCK_HOST, GS_PHASE_PREBUILT };
      if (!gs_cuda_context_function (session->context, driver, launch->file, launch->symbol,
                                     &first[GS_PHASE_LOAD], &launch->function, error))
        return FALSE;
    }
  if (!gs_cuda_launch_prepare (launch, session->context, driver, error))
    return FALSE;
  if (driver->function_get_attribute (&most, GS_CU_FUNCTION_MAX_THREADS, launch->function) == GS_CU_SUCCESS
      && threads > most)
    {
      g_set_error (
          error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_LAUNCH,
          _ ("The kernel %s can have at most %d threads per block on %s, because of its registers, not "
             "%" PRId64 "; use a smaller block."),
          session->job->kernel->name, most, session->context->device.name, threads);
      return FALSE;
    }
  return TRUE;
}

/* Holds what the twin has counted on the device against the plan. Without a
 * kernel of its own ("matmul/best") the plan is about another launch. */
static gboolean
check_agreement (const Run *self, GError **error)
{
  const GsSchedule *schedule = self->session.result->schedule;
  GsCoverageCount count, planned;

  if (schedule == NULL || !self->plan->counted || self->session.job->kernel->symbol == NULL)
    return TRUE;
  gs_coverage_count_init (&count);
  count.missed = schedule->writers_missed;
  count.duplicated = schedule->writers_duplicated;
  gs_coverage_count_plan (&planned, self->plan, NULL, 0);
  return gs_coverage_count_check (&count, &planned, _ ("the GPU"), error);
}

static gboolean
measure_overlap (GsCudaSession *session, GError **error)
{
  const GsOverlap *overlap = &session->result->overlap;
  g_autofree char *all = NULL, *serial = NULL, *bus = NULL;
  g_autoptr (GError) local_error = NULL;

  if (!gs_cuda_overlap_measure (session, &local_error))
    {
      if (!g_error_matches (local_error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_MEMORY))
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return FALSE;
        }
      /* The run itself is done; only this comparison is not. */
      g_ptr_array_add (session->result->notes, g_strdup (local_error->message));
    }
  if (overlap->slices == 0)
    return TRUE;
  all = gs_format_ns ((double)overlap->ns);
  serial = gs_format_ns ((double)overlap->serial_ns);
  bus = gs_format_ns ((double)overlap->bus_ns);
  g_ptr_array_add (
      session->result->notes,
      overlap->staged ? g_strdup_printf (
          _ ("From ordinary memory and back in %" PRId64 " slices, which threads copy through "
             "pinned buffers while others are computed: %s; one step after the other: %s."),
          overlap->slices, all, serial)
                      : g_strdup_printf (
                          _ ("From pinned memory and back in %" PRId64 " slices, with transfers and compute "
                             "overlapped: %s; one step after the other: %s; the busier direction of the bus "
                             "alone: %s."),
                          overlap->slices, all, serial, bus));
  return TRUE;
}

static gboolean
measure (Run *self, GError **error)
{
  GsCudaSession *session = &self->session;
  const GsJob *job = session->job;
  gint64 pad_floats[3];
  char *state;

  if (!gs_cuda_launch_plan (job->spec, self->plan, job->kernel, &session->context->device.limits,
                            &self->launch, error)
      || !gs_cuda_launch_overrun (job->spec, self->plan, pad_floats, error) || !load (self, error)
      || !gs_cuda_session_open (session, pad_floats, self->launch.workspace_bytes, self->launch.counter_bytes,
                                error)
      || !gs_cuda_session_prepare (session, error) || !gs_cuda_session_measure (session, error))
    return FALSE;

  state = gs_cuda_nvml_state (session->context->device.pci);
  if (state != NULL)
    g_ptr_array_add (session->result->notes, state);
  state
      = gs_cuda_occupancy_text (session->driver, self->launch.function, &session->context->device.limits,
                                (int)(self->launch.block[0] * self->launch.block[1] * self->launch.block[2]),
                                self->launch.shared_bytes);
  if (state != NULL)
    g_ptr_array_add (session->result->notes, state);
  if (self->launch.note != NULL)
    g_ptr_array_add (session->result->notes, g_steal_pointer (&self->launch.note));
  if (session->canary_hits > 0)
    g_ptr_array_add (session->result->notes,
                     g_strdup_printf (_ ("The launch wrote %" PRId64
                                         " words past the end of its matrices; they were padded for it."),
                                      session->canary_hits));
  return gs_cuda_schedule_measure (session, &self->launch, error) && check_agreement (self, error)
         && gs_cuda_pitfall_measure (session, error) && measure_overlap (session, error);
}

static gboolean
run (const GsJob *job, GsResult *result, GError **error)
{
  Run self = { .session
               = { .job = job, .backend = "cuda", .result = result, .enqueue = enqueue_cb, .data = &self } };
  GsCudaDevice device;
  gboolean done;

  if (!find_device (job->spec, &self.session.driver, &device, error))
    return FALSE;
  result->device = g_strdup (device.name);
  gs_job_progress (job, "cuda", gs_phase_nick (GS_PHASE_CONTEXT), 0);
  self.session.context
      = gs_cuda_context_get (self.session.driver, &device, &result->first[GS_PHASE_CONTEXT], error);
  if (self.session.context == NULL)
    return FALSE;

  self.plan = plan_for (job->spec, job->kernel, &device.limits);
  done = measure (&self, error);
  gs_cuda_session_close (&self.session);
  if (self.compiled != NULL)
    self.session.driver->module_unload (self.compiled);
  gs_cuda_launch_clear (&self.launch);
  gs_plan_free (self.plan);
  return done;
}

static char *
format_version (int version)
{
  return g_strdup_printf ("%d.%d", version / 1000, version % 1000 / 10);
}

static void
describe (GsEnvironment *environment)
{
  g_autofree char *reason = NULL;
  const GsCudaDriver *driver = gs_cuda_driver_get (&reason);
  int version = 0;

  if (environment->gpus->len > 0)
    return;
  if (driver == NULL)
    {
      g_free (environment->no_gpu);
      environment->no_gpu = g_steal_pointer (&reason);
      return;
    }
  driver->driver_get_version (&version);
  for (int i = 0; i < gs_cuda_device_count (driver); i++)
    {
      GsCudaDevice device;
      GsGpu *gpu;

      if (!gs_cuda_device_read (driver, i, &device, NULL))
        continue;
      gpu = g_new0 (GsGpu, 1);
      gpu->name = g_strdup (device.name);
      gpu->uuid = g_strdup (device.uuid);
      gpu->pci = g_strdup (device.pci);
      gpu->limits = device.limits;
      gpu->driver = format_version (version);
      gpu->runtime = format_version (driver->toolkit_version);
      g_ptr_array_add (environment->gpus, gpu);
    }
}

static gboolean
limits (const GsSpec *spec, GsLimits *out)
{
  const GsCudaDriver *driver;
  GsCudaDevice device;

  if (!find_device (spec, &driver, &device, NULL))
    return FALSE;
  *out = device.limits;
  return TRUE;
}

const GsBackend gs_backend_cuda = {
  .name = "cuda",
  .available = available,
  .supports = supports,
  .run = run,
  .describe = describe,
  .limits = limits,
};
