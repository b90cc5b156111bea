#include "gs-openblas.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>

#include "gs-openblas-core.h"

enum
{
  ROW_MAJOR = 101,
  NO_TRANSPOSE = 111
};

static struct
{
  void (*sgemm) (int order,
                 int transpose_a,
                 int transpose_b,
                 int m,
                 int n,
                 int k,
                 float alpha,
                 const float *a,
                 int lda,
                 const float *b,
                 int ldb,
                 float beta,
                 float *c,
                 int ldc);
  void (*set_num_threads) (int n_threads);
  const char *(*get_corename) (void);
  const char *(*get_config) (void);
  int (*thread_shutdown) (void);
} library;

static const char *const names[] = { "libopenblas.so.0", "libopenblas.so", "libopenblas.dylib" };

static gboolean
load (void)
{
  void *handle = NULL;

  for (guint i = 0; handle == NULL && i < G_N_ELEMENTS (names); i++)
    handle = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    return FALSE;

  *(void **)&library.set_num_threads = dlsym (handle, "openblas_set_num_threads");
  *(void **)&library.get_corename = dlsym (handle, "openblas_get_corename");
  *(void **)&library.get_config = dlsym (handle, "openblas_get_config");
  *(void **)&library.thread_shutdown = dlsym (handle, "blas_thread_shutdown_");
  *(void **)&library.sgemm = dlsym (handle, "cblas_sgemm");
  if (library.set_num_threads == NULL || library.get_corename == NULL || library.get_config == NULL)
    library.sgemm = NULL;
  if (library.sgemm != NULL)
    gs_openblas_rest ();
  return library.sgemm != NULL;
}

gboolean
gs_openblas_load (char **reason)
{
  static gsize state; /* 1: there, 2: not there */

  if (g_once_init_enter (&state))
    g_once_init_leave (&state, load () ? 1 : 2);
  if (state == 1)
    return TRUE;
  if (reason != NULL)
    *reason
        = g_strdup (_ ("OpenBLAS is not installed; install the package libopenblas0 (Debian) or openblas."));
  return FALSE;
}

const char *
gs_openblas_core (void)
{
  return library.get_corename ();
}

static char *
library_version (void)
{
  /* "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …" */
  g_auto (GStrv) words = g_strsplit (library.get_config (), " ", 3);

  return g_strdup (g_strv_length (words) > 1 ? words[1] : "");
}

char *
gs_openblas_title (int n_threads)
{
  g_autofree char *version = library_version ();

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "OpenBLAS %s, core %s, %d thread",
                                       "OpenBLAS %s, core %s, %d threads", (gulong)n_threads),
                          version, gs_openblas_core (), n_threads);
}

char *
gs_openblas_advice (void)
{
  GsIsa best = GS_ISA_BASE;
  const char *core;

  for (GsIsa isa = GS_ISA_BASE; isa < GS_N_ISAS; isa++)
    if (gs_isa_available (isa))
      best = isa;
  core = gs_openblas_better_core (gs_openblas_core (), best);
  if (core == NULL || strstr (library.get_config (), "DYNAMIC_ARCH") == NULL)
    return NULL;
  return g_strdup_printf (_ ("OpenBLAS works with its core %s, which leaves this processor’s %s unused; "
                             "OPENBLAS_CORETYPE=%s in the environment chooses a faster one."),
                          gs_openblas_core (), gs_isa_name (best), core);
}

void
gs_openblas_sgemm (gint64 m, gint64 n, gint64 k, const float *a, const float *b, float *c)
{
  library.sgemm (ROW_MAJOR, NO_TRANSPOSE, NO_TRANSPOSE, (int)m, (int)n, (int)k, 1, a, (int)k, b, (int)n, 0, c,
                 (int)n);
}

void
gs_openblas_set_threads (int n_threads)
{
  library.set_num_threads (n_threads);
}

void
gs_openblas_rest (void)
{
  if (library.thread_shutdown != NULL)
    library.thread_shutdown ();
}
