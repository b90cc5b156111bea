#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One sentence with clocks, temperature and power of the card with this PCI id
 * as they are now, from NVML. NULL when NVML is not there or does not say. */
char *gs_cuda_nvml_state (const char *pci);

G_END_DECLS
