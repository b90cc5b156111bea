#include "gs-cuda-nvml.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>

#define CLOCK_SM     1
#define CLOCK_MEMORY 2
#define SENSOR_GPU   0

typedef gpointer Device;

static struct
{
  gboolean tried, usable;
  int (*init) (void);
  int (*device_by_pci) (const char *pci, Device *device);
  int (*clock) (Device device, int kind, unsigned int *mhz);
  int (*temperature) (Device device, int sensor, unsigned int *celsius);
  int (*power) (Device device, unsigned int *milliwatts);
} nvml;

static gboolean
load (void)
{
  gpointer library;

  if (nvml.tried)
    return nvml.usable;
  nvml.tried = TRUE;
  library = dlopen ("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL)
    return FALSE;
  *(gpointer *)&nvml.init = dlsym (library, "nvmlInit_v2");
  *(gpointer *)&nvml.device_by_pci = dlsym (library, "nvmlDeviceGetHandleByPciBusId_v2");
  *(gpointer *)&nvml.clock = dlsym (library, "nvmlDeviceGetClockInfo");
  *(gpointer *)&nvml.temperature = dlsym (library, "nvmlDeviceGetTemperature");
  *(gpointer *)&nvml.power = dlsym (library, "nvmlDeviceGetPowerUsage");
  nvml.usable = nvml.init != NULL && nvml.device_by_pci != NULL && nvml.clock != NULL
                && nvml.temperature != NULL && nvml.power != NULL && nvml.init () == 0;
  return nvml.usable;
}

char *
gs_cuda_nvml_state (const char *pci)
{
  Device device = NULL;
  unsigned int sm_mhz, memory_mhz, celsius, milliwatts;

  if (!load () || nvml.device_by_pci (pci, &device) != 0)
    return NULL;
  if (nvml.clock (device, CLOCK_SM, &sm_mhz) != 0 || nvml.clock (device, CLOCK_MEMORY, &memory_mhz) != 0
      || nvml.temperature (device, SENSOR_GPU, &celsius) != 0 || nvml.power (device, &milliwatts) != 0)
    return NULL;
  return g_strdup_printf (
      _ ("Right after the samples the card ran at %u MHz (memory %u MHz), %u °C and %u W."), sm_mhz,
      memory_mhz, celsius, milliwatts / 1000);
}
