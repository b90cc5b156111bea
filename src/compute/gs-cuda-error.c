#include "gs-cuda-error.h"

#include <glib/gi18n-lib.h>

static gboolean context_lost;

static gboolean
is_sticky (GsCuResult result)
{
  switch (result)
    {
    case GS_CU_ECC_UNCORRECTABLE:
    case GS_CU_ILLEGAL_ADDRESS:
    case GS_CU_LAUNCH_TIMEOUT:
    case GS_CU_ASSERT:
    case GS_CU_HARDWARE_STACK_ERROR:
    case GS_CU_ILLEGAL_INSTRUCTION:
    case GS_CU_MISALIGNED_ADDRESS:
    case GS_CU_INVALID_ADDRESS_SPACE:
    case GS_CU_INVALID_PC:
    case GS_CU_LAUNCH_FAILED:
    case GS_CU_UNKNOWN:
      return TRUE;
    default:
      return FALSE;
    }
}

static GsComputeError
code_of (GsCuResult result)
{
  if (result == GS_CU_LAUNCH_TIMEOUT)
    return GS_COMPUTE_ERROR_TIMEOUT;
  if (is_sticky (result))
    return GS_COMPUTE_ERROR_FAULT;
  switch (result)
    {
    case GS_CU_OUT_OF_MEMORY:
      return GS_COMPUTE_ERROR_MEMORY;
    case GS_CU_NO_DEVICE:
    case GS_CU_INVALID_IMAGE:
    case GS_CU_NO_BINARY_FOR_GPU:
    case GS_CU_UNSUPPORTED_PTX_VERSION:
    case GS_CU_NOT_FOUND:
    case GS_CU_SYSTEM_DRIVER_MISMATCH:
      return GS_COMPUTE_ERROR_UNAVAILABLE;
    default:
      return GS_COMPUTE_ERROR_LAUNCH;
    }
}

static const char *
remedy_of (GsComputeError code)
{
  switch (code)
    {
    case GS_COMPUTE_ERROR_MEMORY:
      return _ ("make the matrices smaller or free memory of the GPU");
    case GS_COMPUTE_ERROR_FAULT:
    case GS_COMPUTE_ERROR_TIMEOUT:
      return _ ("the GPU context is lost, start the worker again");
    case GS_COMPUTE_ERROR_UNAVAILABLE:
      return _ ("run on the CPU or the emulator instead");
    default:
      return _ ("change the launch or the kernel");
    }
}

gboolean
gs_cuda_check (
    const GsCudaDriver *driver, GsCuResult result, const char *call, GsPhaseKind phase, GError **error)
{
  const char *name = NULL, *text = NULL;
  GsComputeError code;

  if (result == GS_CU_SUCCESS)
    return TRUE;

  if (driver->get_error_name (result, &name) != GS_CU_SUCCESS || name == NULL)
    name = _ ("unknown error");
  if (driver->get_error_string (result, &text) != GS_CU_SUCCESS || text == NULL)
    text = _ ("no description");
  if (is_sticky (result))
    context_lost = TRUE;
  code = code_of (result);
  /* Translators: a call of the driver, a phase, its name for the error, its number and words; what to do. */
  g_set_error (error, GS_COMPUTE_ERROR, code, _ ("%s failed in phase %s with %s (error %d: %s); %s."), call,
               gs_phase_nick (phase), name, result, text, remedy_of (code));
  return FALSE;
}

gboolean
gs_cuda_context_is_lost (void)
{
  return context_lost;
}

void
gs_cuda_context_forget_loss (void)
{
  context_lost = FALSE;
}

void
gs_cuda_context_lose (void)
{
  context_lost = TRUE;
}
