#pragma once

#include "gs-cuda-driver.h"

G_BEGIN_DECLS

/* Puts the machine code that was built into the program, the toolkit that made
 * it and the architectures it is for into @driver: nothing, and version 0, when
 * the program was built without the toolkit. */
void gs_cuda_images_fill (GsCudaDriver *driver);

/* The image of @file ("matmul.cu", or its instrumented twin "matmul.twin.cu"),
 * or NULL. */
const GsCudaImage *gs_cuda_image_find (const GsCudaDriver *driver, const char *file);

G_END_DECLS
