#include "gs-window-program.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "gs-backend.h"
#include "gs-program.h"
#include "gs-remove-tree.h"

#define PROGRAM "gridscope"

/* Not what it takes but when to give up: a machine may be busy. */
#define PATIENCE_S 120

/* What no picture of a window should depend on. The fonts are those of the figures. */
#define SETTINGS                                                                                             \
  "[Settings]\n"                                                                                             \
  "gtk-enable-animations=0\n"                                                                                \
  "gtk-cursor-blink=0\n"                                                                                     \
  "gtk-font-name=DejaVu Sans 10\n"                                                                           \
  "gtk-xft-antialias=1\n"                                                                                    \
  "gtk-xft-hinting=0\n"                                                                                      \
  "gtk-xft-rgba=none\n"

char *
gs_window_program_find (void)
{
  char *program = gs_program_find (PROGRAM, "app", "GRIDSCOPE_APP");

  return program != NULL ? program : g_find_program_in_path (PROGRAM);
}

char *
gs_window_program_libraries (void)
{
  g_autofree char *program = gs_window_program_find ();
  g_autoptr (GSubprocess) child = NULL;
  char *text = NULL;

  if (program != NULL)
    child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL,
                              program, "--libraries", NULL);
  if (child == NULL || !g_subprocess_communicate_utf8 (child, NULL, NULL, &text, NULL, NULL))
    return NULL;
  return g_strchomp (text);
}

/* Whatever ends this program ends what it started. */
static void
child_setup (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static GSubprocessLauncher *
launcher_new (GSubprocessFlags flags)
{
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (flags);

  g_subprocess_launcher_set_child_setup (launcher, child_setup, NULL, NULL);
  return launcher;
}

/* The number that Xvfb found for its display, which it writes once it can be used. */
static char *
read_display (int fd)
{
  GString *text = g_string_new (":");
  char byte;

  while (read (fd, &byte, 1) == 1 && byte != '\n')
    g_string_append_c (text, byte);
  return g_string_free (text, text->len == 1);
}

static GSubprocess *
start_display (const GsWindowLook *look, char **display, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autofree char *program = g_find_program_in_path ("Xvfb");
  g_autofree char *screen
      = g_strdup_printf ("%dx%dx24", look->width * look->scale, look->height * look->scale);
  g_autoptr (GSubprocess) server = NULL;
  int pipe_fds[2];

  if (program == NULL)
    {
      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE,
                           "Pictures of the window need Xvfb, a display without a screen, which is not "
                           "installed; install it (Debian: xvfb).");
      return NULL;
    }
  if (!g_unix_open_pipe (pipe_fds, FD_CLOEXEC, error))
    return NULL;
  g_subprocess_launcher_take_fd (launcher, pipe_fds[1], 3);
  server = g_subprocess_launcher_spawn (launcher, error, program, "-displayfd", "3", "-screen", "0", screen,
                                        "-dpi", "96", "-nolisten", "tcp", "-terminate", NULL);
  g_clear_object (&launcher); /* closes this program's end of what the server writes to */
  *display = server != NULL ? read_display (pipe_fds[0]) : NULL;
  g_close (pipe_fds[0], NULL);
  if (server != NULL && *display == NULL)
    {
      g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE,
                   "Xvfb gave no display of %s; try a smaller --size or --scale.", screen);
      return NULL;
    }
  return g_steal_pointer (&server);
}

static void
set_environment (GSubprocessLauncher *launcher,
                 const GsWindowLook *look,
                 const char *display,
                 const char *home)
{
  static const char *const folders[]
      = { "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR" };
  static const char *const unset[]
      = { "GTK_THEME", "WAYLAND_DISPLAY", "GDK_DPI_SCALE", "GTK_DEBUG", "GSK_DEBUG", "XAUTHORITY" };
  const gboolean contrast = look->theme == GS_THEME_CONTRAST || look->theme == GS_THEME_CONTRAST_DARK;
  const gboolean dark = look->theme == GS_THEME_DARK || look->theme == GS_THEME_CONTRAST_DARK;
  g_autofree char *scale = g_strdup_printf ("%d", look->scale);
  const char *const pairs[][2] = {
    { "DISPLAY", display },
    { "GDK_BACKEND", "x11" },
    { "GDK_SCALE", scale },
    { "GSK_RENDERER", "cairo" },
    { "GTK_A11Y", "none" },
    { "GTK_USE_PORTAL", "0" },
    { "GSETTINGS_BACKEND", "memory" },
    { "DBUS_SESSION_BUS_ADDRESS", "unix:path=/dev/null" },
    { "ADW_DISABLE_PORTAL", "1" },
    { "ADW_DEBUG_COLOR_SCHEME", dark ? "prefer-dark" : "prefer-light" },
    { "ADW_DEBUG_HIGH_CONTRAST", contrast ? "1" : "0" },
    { "LC_ALL", "C.UTF-8" },
    { "LANGUAGE", look->language },
    { "TZ", "UTC" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    g_subprocess_launcher_setenv (launcher, folders[i], home, TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (unset); i++)
    g_subprocess_launcher_unsetenv (launcher, unset[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    g_subprocess_launcher_setenv (launcher, pairs[i][0], pairs[i][1], TRUE);
}

typedef struct
{
  GMainLoop *loop;
  GSubprocess *child;
  guint timeout_id; /* 0: patience is at its end */
  gboolean interrupted;
  char *output, *complaint;
} Wait;

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Wait *wait = data;

  g_subprocess_communicate_utf8_finish (wait->child, result, &wait->output, &wait->complaint, NULL);
  g_main_loop_quit (wait->loop);
}

static gboolean
give_up_cb (gpointer data)
{
  Wait *wait = data;

  wait->timeout_id = 0;
  g_subprocess_force_exit (wait->child);
  return G_SOURCE_REMOVE;
}

static gboolean
interrupt_cb (gpointer data)
{
  Wait *wait = data;

  wait->interrupted = TRUE;
  g_subprocess_force_exit (wait->child);
  return G_SOURCE_CONTINUE;
}

/* What @wait has come to, where that is no picture. */
static void
set_wait_error (const Wait *wait, GError **error)
{
  if (wait->interrupted)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Interrupted.");
  else if (wait->timeout_id == 0)
    g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_TIMEOUT,
                 "The window was not drawn within %d s; try again when the machine is less busy.",
                 PATIENCE_S);
  else
    g_set_error (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_FAULT, "The window program drew nothing: %s",
                 wait->complaint != NULL && *wait->complaint != '\0' ? g_strstrip (wait->complaint)
                                                                     : "it ended without a word");
}

/* Runs the window program until its picture is written; what it says of it. */
static char *
run_program (GSubprocessLauncher *launcher, const char *const *argv, GError **error)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GSubprocess) child = g_subprocess_launcher_spawnv (launcher, argv, error);
  Wait wait = { .loop = loop, .child = child };
  guint interrupt_id;

  if (child == NULL)
    return NULL;
  interrupt_id = g_unix_signal_add (SIGINT, interrupt_cb, &wait);
  wait.timeout_id = g_timeout_add_seconds (PATIENCE_S, give_up_cb, &wait);
  g_subprocess_communicate_utf8_async (child, NULL, NULL, done_cb, &wait);
  g_main_loop_run (loop);
  g_source_remove (interrupt_id);
  if (!g_subprocess_get_successful (child) || wait.output == NULL)
    {
      set_wait_error (&wait, error);
      g_clear_pointer (&wait.output, g_free);
    }
  if (wait.timeout_id != 0)
    g_source_remove (wait.timeout_id);
  g_free (wait.complaint);
  return wait.output != NULL ? g_strchomp (wait.output) : NULL;
}

static gboolean
write_settings (const char *home, GError **error)
{
  g_autofree char *folder = g_build_filename (home, "gtk-4.0", NULL);
  g_autofree char *path = g_build_filename (folder, "settings.ini", NULL);

  g_mkdir_with_parents (folder, 0700);
  return g_file_set_contents (path, SETTINGS, -1, error);
}

static GBytes *
draw (const char *program,
      const char *session,
      const GsWindowLook *look,
      const char *home,
      char **description,
      GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
      = launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) server = NULL;
  g_autofree char *display = NULL, *path = g_build_filename (home, "window.png", NULL);
  g_autofree char *picture = g_strconcat ("--picture=", path, NULL);
  g_autofree char *width = g_strdup_printf ("--picture-width=%d", look->width);
  g_autofree char *height = g_strdup_printf ("--picture-height=%d", look->height);
  const char *argv[] = { program, picture, width, height, session, NULL };
  char *bytes;
  gsize length;

  server = write_settings (home, error) ? start_display (look, &display, error) : NULL;
  if (server == NULL)
    return NULL;
  set_environment (launcher, look, display, home);
  *description = run_program (launcher, argv, error);
  g_subprocess_send_signal (server, SIGTERM);
  g_subprocess_wait (server, NULL, NULL);
  if (*description == NULL || !g_file_get_contents (path, &bytes, &length, error))
    return NULL;
  return g_bytes_new_take (bytes, length);
}

GBytes *
gs_window_program_draw (const char *session, const GsWindowLook *look, char **description, GError **error)
{
  g_autofree char *program = gs_window_program_find ();
  g_autofree char *home = NULL;
  GBytes *bytes;

  *description = NULL;
  if (program == NULL)
    {
      g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE,
                           "Pictures of the window need the window program, gridscope, which is not "
                           "installed; leave --window out, or build it (GTK 4).");
      return NULL;
    }
  home = g_dir_make_tmp ("gridscope-XXXXXX", error);
  if (home == NULL)
    return NULL;
  bytes = draw (program, session, look, home, description, error);
  gs_remove_tree (home);
  return bytes;
}
