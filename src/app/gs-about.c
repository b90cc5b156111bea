#include "gs-about.h"

#include <glib/gi18n-lib.h>

#include "config.h"
#include "gs-format.h"

static void
append_gpu (GString *text, const GsGpu *gpu)
{
  g_autofree char *memory = gs_format_bytes ((double)gpu->limits.memory_bytes);

  g_string_append_printf (text, "GPU: %s (%s, %s, compute capability %d.%d, %d multiprocessors, %s)\n",
                          gpu->name, gpu->pci != NULL ? gpu->pci : "?", gpu->uuid != NULL ? gpu->uuid : "?",
                          gpu->limits.compute_capability / 10, gpu->limits.compute_capability % 10,
                          gpu->limits.multiprocessors, memory);
  g_string_append_printf (text, "Driver: %s, runtime: %s\n", gpu->driver != NULL ? gpu->driver : "?",
                          gpu->runtime != NULL ? gpu->runtime : "?");
}

/* What a helper needs to know about this machine and program, as plain text:
 * versions, processor, libraries, GPUs. Free it. */
static char *
system_report (const GsEnvironment *environment)
{
  GString *text = g_string_new (NULL);
  g_autofree char *os = g_get_os_info (G_OS_INFO_KEY_PRETTY_NAME);

  g_string_append_printf (text, "Gridscope: %s\n", GS_VERSION);
  g_string_append_printf (text, "System: %s\n", os != NULL ? os : "?");
  g_string_append_printf (text, "GTK: %u.%u.%u, libadwaita: %u.%u.%u\n", gtk_get_major_version (),
                          gtk_get_minor_version (), gtk_get_micro_version (), adw_get_major_version (),
                          adw_get_minor_version (), adw_get_micro_version ());
  if (environment == NULL)
    {
      g_string_append (text, "The worker has not answered.\n");
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, "CPU: %s, %d threads\n", environment->cpu != NULL ? environment->cpu : "?",
                          environment->cpu_threads);
  g_string_append_printf (text, "BLAS: %s\n", environment->blas != NULL ? environment->blas : "none");
  for (guint i = 0; i < environment->gpus->len; i++)
    append_gpu (text, g_ptr_array_index (environment->gpus, i));
  if (environment->gpus->len == 0)
    g_string_append_printf (text, "GPU: %s\n", environment->no_gpu != NULL ? environment->no_gpu : "none");
  return g_string_free (text, FALSE);
}

void
gs_about_show (GsWindow *window)
{
  static const char *const developers[] = { "The Gridscope contributors", NULL };
  g_autofree char *report = system_report (gs_window_get_environment (window));

  adw_show_about_window (GTK_WINDOW (window), "application-name", _ ("Gridscope"), "application-icon",
                         GS_APP_ID, "version", GS_VERSION, "developer-name", _ ("The Gridscope contributors"),
                         "developers", developers, "license-type", GTK_LICENSE_MIT_X11, "comments",
                         _ ("See what a GPU does with a matrix."), "debug-info", report,
                         "debug-info-filename", "gridscope-system.txt", NULL);
}
