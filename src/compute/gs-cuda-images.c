#include "gs-cuda-images.h"

#include <string.h>

#include "gs-cuda-config.h"

#if GS_CUDA_TOOLKIT > 0
#define IMAGE(file, name) extern const guint8 name[];
GS_CUDA_IMAGES (IMAGE)
#undef IMAGE

static const GsCudaImage images[] = {
#define IMAGE(file, name) { file, name },
  GS_CUDA_IMAGES (IMAGE)
#undef IMAGE
      { NULL },
};
#else
static const GsCudaImage images[] = { { NULL } };
#endif

void
gs_cuda_images_fill (GsCudaDriver *driver)
{
  driver->images = images;
  driver->toolkit_version = GS_CUDA_TOOLKIT;
  driver->built_for = GS_CUDA_BUILT_FOR;
}

const GsCudaImage *
gs_cuda_image_find (const GsCudaDriver *driver, const char *file)
{
  for (const GsCudaImage *image = driver->images; image->file != NULL; image++)
    if (g_str_equal (image->file, file))
      return image;
  return NULL;
}
