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
  GsExperiment *experiment;
  GsHistory *history;
  GsSweeper *sweeper;
  char *path;
  guint timeout_id;          /* while a write is due */
  GThread *writer;           /* the last write; NULL: none yet */
  int is_writing;            /* by that thread, which sets it back: atomic */
  GCancellable *cancellable; /* of the writes */
} Autosave;

/* One write, in a thread of its own: matrices can be large. */
typedef struct
{
  GsSession *session;
  char *path;
  GCancellable *cancellable;
  int *is_writing;
} Write;

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "gridscope", NULL);
}

static gpointer
write_thread (gpointer data)
{
  Write *write = data;
  g_autoptr (GFile) file = g_file_new_for_path (write->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = get_folder ();

  if (g_mkdir_with_parents (folder, 0700) != 0
      || !gs_session_save (write->session, file, write->cancellable, &error))
    g_debug ("not kept aside: %s", error != NULL ? error->message : folder);
  gs_session_free (write->session);
  g_free (write->path);
  g_object_unref (write->cancellable);
  g_atomic_int_set (write->is_writing, FALSE);
  g_free (write);
  return NULL;
}

static void
wait_for_writer (Autosave *self)
{
  if (self->writer != NULL)
    g_thread_join (g_steal_pointer (&self->writer));
}

static gboolean
write_cb (gpointer data)
{
  Autosave *self = data;
  Write *write;

  /* A large one to a slow disk: the window does not wait for it. */
  if (g_atomic_int_get (&self->is_writing))
    return G_SOURCE_CONTINUE;
  self->timeout_id = 0;
  wait_for_writer (self);
  g_atomic_int_set (&self->is_writing, TRUE);
  write = g_new (Write, 1);
  write->session = gs_window_new_session (self->window);
  write->path = g_strdup (self->path);
  write->cancellable = g_object_ref (self->cancellable);
  write->is_writing = &self->is_writing;
  self->writer = g_thread_new ("autosave", write_thread, write);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (Autosave *self)
{
  GSettings *settings = gs_settings_get ();

  if (self->timeout_id == 0 && settings != NULL && g_settings_get_boolean (settings, "autosave"))
    self->timeout_id = g_timeout_add_seconds (PAUSE_S, write_cb, self);
}

/* The session at @path and the matrices beside it. */
static void
remove_session (const char *path)
{
  g_autofree char *values = g_strconcat (path, ".data", NULL);
  g_autoptr (GDir) dir = g_dir_open (values, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *value = g_build_filename (values, name, NULL);

      g_unlink (value);
    }
  g_rmdir (values);
  g_unlink (path);
}

static void
gone_cb (gpointer data, GObject *window)
{
  Autosave *self = data;

  if (self->timeout_id != 0)
    g_source_remove (self->timeout_id);
  /* What would be removed need not be written to its end. */
  g_cancellable_cancel (self->cancellable);
  wait_for_writer (self);
  g_object_unref (self->cancellable);
  remove_session (self->path);
  g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_signal_handlers_disconnect_by_data (self->history, self);
  g_signal_handlers_disconnect_by_data (self->sweeper, self);
  g_object_unref (self->experiment);
  g_object_unref (self->history);
  g_object_unref (self->sweeper);
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
  self->cancellable = g_cancellable_new ();
  self->path = g_build_filename (folder, name, NULL);
  self->experiment = g_object_ref (window->experiment);
  self->history = g_object_ref (window->history);
  self->sweeper = g_object_ref (window->sweeper);
  g_signal_connect_swapped (self->experiment, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->experiment, "texts-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->experiment, "pin-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->experiment, "notify::view", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->history, "items-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->sweeper, "changed", G_CALLBACK (changed_cb), self);
  g_object_weak_ref (G_OBJECT (window), gone_cb, self);
}

/* Whether @name is of a program that runs no more, and of which of its windows. */
static gboolean
is_left_behind (const char *name, guint *window)
{
  int pid = 0;

  return g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, GS_SESSION_SUFFIX)
         && sscanf (name + strlen (PREFIX), "%d-%u", &pid, window) == 2 && pid > 0 && pid != (int)getpid ()
         && kill (pid, 0) != 0 && errno == ESRCH;
}

GPtrArray *
gs_autosave_take (GsSession **first)
{
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *others = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_session_free);
  gint64 first_time = 0;
  const char *name;
  guint window;

  *first = NULL;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      GsSession *session;
      GStatBuf status;

      if (!is_left_behind (name, &window) || g_stat (path, &status) != 0)
        continue;
      session = gs_session_load (file, NULL, NULL);
      remove_session (path);
      if (session != NULL && window == 0 && (*first == NULL || status.st_mtime > first_time))
        {
          GsSession *older = *first;

          *first = session;
          first_time = status.st_mtime;
          session = older;
        }
      if (session != NULL)
        g_ptr_array_add (others, session);
    }
  return others;
}
