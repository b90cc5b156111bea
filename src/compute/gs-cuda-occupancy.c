#include "gs-cuda-occupancy.h"

#include <glib/gi18n-lib.h>

char *
gs_cuda_occupancy_text (const GsCudaDriver *driver,
                        GsCuFunction function,
                        const GsLimits *limits,
                        int block_threads,
                        gsize dynamic_shared_bytes)
{
  int registers = 0, shared_bytes = 0, n_blocks = 0;
  g_autofree char *verdict = NULL;
  GsOccupancy occupancy;

  if (driver->function_get_attribute (&registers, GS_CU_FUNCTION_REGISTERS, function) != GS_CU_SUCCESS
      || driver->function_get_attribute (&shared_bytes, GS_CU_FUNCTION_SHARED_BYTES, function)
             != GS_CU_SUCCESS
      || driver->occupancy_blocks (&n_blocks, function, block_threads, dynamic_shared_bytes) != GS_CU_SUCCESS)
    return NULL;
  gs_occupancy (limits, block_threads, registers, shared_bytes + (gint64)dynamic_shared_bytes, &occupancy);
  if (occupancy.blocks_per_sm != n_blocks)
    return g_strdup_printf (
        _ ("The driver counts %d blocks of this kernel per multiprocessor, Gridscope %d; this is a "
           "fault of Gridscope, please report it with the name of the GPU."),
        n_blocks, occupancy.blocks_per_sm);
  verdict = gs_occupancy_verdict (&occupancy);
  /* Translators: a sentence about the occupancy; two numbers of a kernel. */
  return g_strdup_printf (
      _ ("%s The kernel has %d registers per thread and %d bytes of shared memory; the driver counts the "
         "same."),
      verdict, registers, shared_bytes + (int)dynamic_shared_bytes);
}
