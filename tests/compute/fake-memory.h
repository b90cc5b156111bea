#pragma once

#include "gs-cuda-driver.h"

/* The part of the driver that hands out memory and copies: device memory is host
 * memory, from malloc(), so that a sanitizer sees what goes past its end. */
void fake_memory_fill (GsCudaDriver *table);
