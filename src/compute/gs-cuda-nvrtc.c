#include "gs-cuda-nvrtc.h"

#include <dlfcn.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-engine.h"
#include "gs-kernel-source.h"
#include "gs-cuda-range.h"

#define HEADER "gs-launch.h"

typedef gpointer Program;

static struct
{
  gboolean tried, usable;
  int (*create) (Program *program,
                 const char *source,
                 const char *name,
                 int n_headers,
                 const char *const *headers,
                 const char *const *names);
  int (*destroy) (Program *program);
  int (*compile) (Program program, int n_options, const char *const *options);
  int (*code_size) (Program program, gsize *n_bytes);
  int (*code) (Program program, char *code);
  int (*log_size) (Program program, gsize *n_bytes);
  int (*log) (Program program, char *text);
} nvrtc;

static gboolean
load (GError **error)
{
  static const char *const names[] = { "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", NULL };
  gpointer library = NULL;

  for (int i = 0; !nvrtc.tried && names[i] != NULL && library == NULL; i++)
    library = dlopen (names[i], RTLD_NOW | RTLD_LOCAL);
  nvrtc.tried = TRUE;
  if (library != NULL)
    {
      *(gpointer *)&nvrtc.create = dlsym (library, "nvrtcCreateProgram");
      *(gpointer *)&nvrtc.destroy = dlsym (library, "nvrtcDestroyProgram");
      *(gpointer *)&nvrtc.compile = dlsym (library, "nvrtcCompileProgram");
      *(gpointer *)&nvrtc.code_size = dlsym (library, "nvrtcGetCUBINSize");
      *(gpointer *)&nvrtc.code = dlsym (library, "nvrtcGetCUBIN");
      *(gpointer *)&nvrtc.log_size = dlsym (library, "nvrtcGetProgramLogSize");
      *(gpointer *)&nvrtc.log = dlsym (library, "nvrtcGetProgramLog");
      nvrtc.usable = nvrtc.create != NULL && nvrtc.destroy != NULL && nvrtc.compile != NULL
                     && nvrtc.code_size != NULL && nvrtc.code != NULL && nvrtc.log_size != NULL
                     && nvrtc.log != NULL;
    }
  if (!nvrtc.usable)
    g_set_error_literal (
        error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE,
        _ ("The run-time compiler NVRTC is not installed, so the prebuilt machine code was used."));
  return nvrtc.usable;
}

static void
set_compile_error (Program program, const char *file, GError **error)
{
  gsize n_bytes = 0;
  g_autofree char *text = NULL;

  if (nvrtc.log_size (program, &n_bytes) == 0 && n_bytes > 0)
    {
      text = g_malloc0 (n_bytes + 1);
      nvrtc.log (program, text);
      text[strcspn (text, "\n")] = '\0';
    }
  g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED, _ ("NVRTC does not compile %s: %s"),
               file, text != NULL && *text != '\0' ? text : _ ("it gives no reason."));
}

static GBytes *
take_code (Program program)
{
  gsize n_bytes = 0;
  char *code;

  if (nvrtc.code_size (program, &n_bytes) != 0 || n_bytes == 0)
    return NULL;
  code = g_malloc (n_bytes);
  if (nvrtc.code (program, code) == 0)
    return g_bytes_new_take (code, n_bytes);
  g_free (code);
  return NULL;
}

GBytes *
gs_cuda_nvrtc_compile (const char *file, int capability, GsPhase *phase, GError **error)
{
  GS_CUDA_RANGE ("compile");
  g_autoptr (GBytes) source = NULL, header = NULL;
  g_autofree char *source_text = NULL, *header_text = NULL, *architecture = NULL;
  const char *names[] = { HEADER };
  const char *headers[1], *options[2];
  gint64 start_ns = gs_clock_now_ns ();
  Program program = NULL;
  GBytes *code = NULL;

  source = gs_kernel_source (file, error);
  header = source != NULL ? gs_kernel_source (HEADER, error) : NULL;
  if (header == NULL || !load (error))
    return NULL;
  source_text = g_strndup (g_bytes_get_data (source, NULL), g_bytes_get_size (source));
  header_text = g_strndup (g_bytes_get_data (header, NULL), g_bytes_get_size (header));
  architecture = g_strdup_printf ("--gpu-architecture=sm_%d", capability);
  headers[0] = header_text;
  options[0] = architecture;
  options[1] = "--std=c++17";

  if (nvrtc.create (&program, source_text, file, 1, headers, names) == 0
      && nvrtc.compile (program, G_N_ELEMENTS (options), options) == 0)
    code = take_code (program);
  if (code != NULL)
    *phase = (GsPhase){ gs_clock_now_ns () - start_ns, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  else
    set_compile_error (program, file, error);
  if (program != NULL)
    nvrtc.destroy (&program);
  return code;
}
