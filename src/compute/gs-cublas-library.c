#include "gs-cublas-library.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>

static struct
{
  gboolean tried;
  GsCublas table;
  gpointer library;
  const GsCublas *fake;
} state;

static void
load (void)
{
  static const char *const names[] = { "libcublas.so.13", "libcublas.so.12", "libcublas.so", NULL };

  for (int i = 0; names[i] != NULL && state.library == NULL; i++)
    state.library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (state.library == NULL)
    return;
  *(gpointer *)&state.table.create = dlsym (state.library, "cublasCreate_v2");
  *(gpointer *)&state.table.destroy = dlsym (state.library, "cublasDestroy_v2");
  *(gpointer *)&state.table.set_stream = dlsym (state.library, "cublasSetStream_v2");
  *(gpointer *)&state.table.set_math_mode = dlsym (state.library, "cublasSetMathMode");
  *(gpointer *)&state.table.get_version = dlsym (state.library, "cublasGetVersion_v2");
  *(gpointer *)&state.table.sgemm = dlsym (state.library, "cublasSgemm_v2");
}

const GsCublas *
gs_cublas_get (char **reason)
{
  const GsCublas *table = state.fake;

  if (table == NULL)
    {
      if (!state.tried)
        load ();
      state.tried = TRUE;
      table = &state.table;
    }
  if (table->create != NULL && table->destroy != NULL && table->set_stream != NULL
      && table->set_math_mode != NULL && table->get_version != NULL && table->sgemm != NULL)
    return table;
  if (reason != NULL)
    *reason
        = g_strdup (_ ("cuBLAS is not installed (libcublas.so.13 and libcublas.so.12 cannot be opened)."));
  return NULL;
}

void
gs_cublas_set_fake (const GsCublas *fake)
{
  state.fake = fake;
}

static const char *
status_name (int status)
{
  switch (status)
    {
    case 1:
      return "CUBLAS_STATUS_NOT_INITIALIZED";
    case 3:
      return "CUBLAS_STATUS_ALLOC_FAILED";
    case 7:
      return "CUBLAS_STATUS_INVALID_VALUE";
    case 8:
      return "CUBLAS_STATUS_ARCH_MISMATCH";
    case 11:
      return "CUBLAS_STATUS_MAPPING_ERROR";
    case 13:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case 14:
      return "CUBLAS_STATUS_INTERNAL_ERROR";
    case 15:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    default:
      return _ ("unknown status");
    }
}

gboolean
gs_cublas_check (int status, const char *call, GError **error)
{
  if (status == 0)
    return TRUE;
  g_set_error (error, GS_COMPUTE_ERROR, status == 3 ? GS_COMPUTE_ERROR_MEMORY : GS_COMPUTE_ERROR_LAUNCH,
               _ ("%s failed with %s (status %d); use the backend cuda instead."), call, status_name (status),
               status);
  return FALSE;
}
