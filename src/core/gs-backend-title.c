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

char *
gs_kernel_title (const char *backend, const char *kernel)
{
  static const struct
  {
    const char *kernel;
    const char *title;
  } cpu_titles[] = {
    { "cpu_scalar", N_ ("CPU naive") },           { "cpu_vectorised", N_ ("CPU vectorised") },
    { "cpu_streaming", N_ ("CPU, all threads") }, { "cpu_ijk", N_ ("CPU naive") },
    { "cpu_ikj", N_ ("CPU, loops swapped") },     { "cpu_blocked", N_ ("CPU blocked") },
    { "cpu_packed", N_ ("CPU packed") },
  };
  g_autofree char *words = NULL;

  if (kernel == NULL)
    return g_strdup (gs_backend_title (backend));
  for (gsize i = 0; i < G_N_ELEMENTS (cpu_titles); i++)
    if (g_str_equal (cpu_titles[i].kernel, kernel))
      return g_strdup (_ (cpu_titles[i].title));
  words = g_strdup (strchr (kernel, '/') != NULL ? strchr (kernel, '/') + 1 : kernel);
  /* Translators: a backend and its kernel, inside a sentence. */
  return g_strdup_printf (C_ ("backend and kernel", "%s, %s"), gs_backend_title (backend),
                          g_strdelimit (words, "_", ' '));
}
