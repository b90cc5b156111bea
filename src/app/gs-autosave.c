#include "gs-autosave.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "gs-session.h"
#include "gs-settings.h"
#include "gs-window-private.h"

/* Typing is many changes; one write after it is enough. */
#define PAUSE_S 2

#define PREFIX "autosave-"

typedef struct
{
  GsWindow *window; /* not a reference */
  char *path;
  guint timeout_id; /* while a write is due */
} Autosave;

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "gridscope", NULL);
}

static gboolean
write_cb (gpointer data)
{
  Autosave *self = data;
  g_autoptr (GsSession) session = gs_session_new ();
  g_autoptr (GFile) file = g_file_new_for_path (self->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = get_folder ();

  self->timeout_id = 0;
  gs_session_set_spec (session, gs_experiment_get_spec (self->window->experiment));
  if (g_mkdir_with_parents (folder, 0700) != 0 || !gs_session_save (session, file, NULL, &error))
    g_debug ("not kept aside: %s", error != NULL ? error->message : folder);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (Autosave *self)
{
  GSettings *settings = gs_settings_get ();

  if (self->timeout_id == 0 && settings != NULL && g_settings_get_boolean (settings, "autosave"))
    self->timeout_id = g_timeout_add_seconds (PAUSE_S, write_cb, self);
}

static void
gone_cb (gpointer data, GObject *window)
{
  Autosave *self = data;
  g_autofree char *values = g_strconcat (self->path, ".data", NULL);

  if (self->timeout_id != 0)
    g_source_remove (self->timeout_id);
  g_unlink (self->path);
  g_rmdir (values);
  g_free (self->path);
  g_free (self);
}

void
gs_autosave_follow (GsWindow *window)
{
  static guint n_windows;
  Autosave *self;
  g_autofree char *folder = get_folder ();
  g_autofree char *name = NULL;

  g_return_if_fail (GS_IS_WINDOW (window));

  name = g_strdup_printf (PREFIX "%d-%u" GS_SESSION_SUFFIX, (int)getpid (), n_windows++);
  self = g_new0 (Autosave, 1);
  self->window = window;
  self->path = g_build_filename (folder, name, NULL);
  g_signal_connect_swapped (window->experiment, "changed", G_CALLBACK (changed_cb), self);
  /* The experiment goes with the window, and its handlers with it. */
  g_object_weak_ref (G_OBJECT (window), gone_cb, self);
}

/* Whether @name is of a program that runs no more. */
static gboolean
is_left_behind (const char *name)
{
  int pid = 0;

  return g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, GS_SESSION_SUFFIX)
         && sscanf (name + strlen (PREFIX), "%d-", &pid) == 1 && pid > 0 && pid != (int)getpid ()
         && kill (pid, 0) != 0 && errno == ESRCH;
}

GsSpec *
gs_autosave_take (void)
{
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GsSpec *spec = NULL;
  gint64 newest = 0;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GsSession) session = NULL;
      GStatBuf status;

      if (!is_left_behind (name) || g_stat (path, &status) != 0)
        continue;
      session = gs_session_load (file, NULL, NULL);
      if (session != NULL && (spec == NULL || status.st_mtime > newest))
        {
          g_clear_pointer (&spec, gs_spec_free);
          spec = gs_spec_copy (session->spec);
          newest = status.st_mtime;
        }
      g_unlink (path);
    }
  return spec;
}
