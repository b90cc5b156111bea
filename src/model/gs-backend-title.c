#include "gs-backend-title.h"

#include <glib/gi18n-lib.h>

const char *
gs_backend_title (const char *backend)
{
  static const struct
  {
    const char *backend;
    const char *title;
  } titles[] = {
    { "cpu", N_ ("CPU") },  { "blas", N_ ("OpenBLAS") }, { "simt", N_ ("Simulated GPU") },
    { "cuda", N_ ("GPU") }, { "cublas", N_ ("cuBLAS") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (titles); i++)
    if (g_strcmp0 (titles[i].backend, backend) == 0)
      return _ (titles[i].title);
  return backend;
}
