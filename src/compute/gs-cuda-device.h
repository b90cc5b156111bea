#pragma once

#include "gs-backend.h"
#include "gs-cuda-driver.h"

G_BEGIN_DECLS

/* A GPU of this machine. */
typedef struct
{
  GsCuDevice handle;
  int ordinal;
  char name[96];
  char uuid[48]; /* "GPU-" and 8-4-4-4-12 hexadecimal digits, as nvidia-smi prints it */
  char pci[24];  /* "0000:3b:00.0" */
  GsLimits limits;
  gsize l2_bytes;
} GsCudaDevice;

/* How many there are; 0 also where the driver does not tell. */
int gs_cuda_device_count (const GsCudaDriver *driver);
/* Device @ordinal, from 0, with its limits. FALSE with @error as of gs_cuda_check(). */
gboolean gs_cuda_device_read (const GsCudaDriver *driver, int ordinal, GsCudaDevice *device, GError **error);

/* The device that @word names: its number, its UUID (or the start of one, from
 * "GPU-" and 4 digits on), or its PCI id with or without domain; NULL: the first.
 * GS_COMPUTE_ERROR_UNAVAILABLE names those there are. */
gboolean
gs_cuda_device_find (const GsCudaDriver *driver, const char *word, GsCudaDevice *device, GError **error);

/* Whether @driver's machine code can run on @device: else an error that lists
 * what is built in. */
gboolean gs_cuda_device_check_code (const GsCudaDriver *driver, const GsCudaDevice *device, GError **error);

G_END_DECLS
