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

#define PREFIX  "autosave-"
#define DAMAGED "unreadable-" /* in place of the prefix */

/* What of a window leads to its Autosave. */
#define KEY "gs-autosave"

typedef struct
{
  GsWindow *window; /* not a reference */
  GsExperiment *experiment;
  GsHistory *history;
  GsSweeper *sweeper;
  char *path;
  char *inherited;           /* whose place the file is to take; NULL: none */
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
  char *inherited; /* NULL: nothing */
  GCancellable *cancellable;
  int *is_writing;
} Write;

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "gridscope", NULL);
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
  else if (write->inherited != NULL)
    remove_session (write->inherited);
  gs_session_free (write->session);
  g_free (write->path);
  g_free (write->inherited);
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
  write->inherited = g_strdup (self->inherited);
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

static void
autosave_end (gpointer data)
{
  Autosave *self = data;

  if (self->timeout_id != 0)
    g_source_remove (self->timeout_id);
  /* What would be removed need not be written to its end. */
  g_cancellable_cancel (self->cancellable);
  wait_for_writer (self);
  g_object_unref (self->cancellable);
  remove_session (self->path);
  if (self->inherited != NULL)
    remove_session (self->inherited);
  g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_signal_handlers_disconnect_by_data (self->history, self);
  g_signal_handlers_disconnect_by_data (self->sweeper, self);
  g_object_unref (self->experiment);
  g_object_unref (self->history);
  g_object_unref (self->sweeper);
  g_free (self->path);
  g_free (self->inherited);
  g_free (self);
}

/* Of a window of its own, also where an ended program had this one's number. */
static char *
choose_path (void)
{
  static guint n_windows;
  g_autofree char *folder = get_folder ();
  char *path = NULL;

  do
    {
      g_autofree char *name = g_strdup_printf (PREFIX "%d-%u" GS_SESSION_SUFFIX, (int)getpid (), n_windows++);

      g_free (path);
      path = g_build_filename (folder, name, NULL);
    }
  while (g_file_test (path, G_FILE_TEST_EXISTS));
  return path;
}

void
gs_autosave_follow (GsWindow *window)
{
  Autosave *self;

  g_return_if_fail (GS_IS_WINDOW (window));

  self = g_new0 (Autosave, 1);
  self->window = window;
  self->cancellable = g_cancellable_new ();
  self->path = choose_path ();
  self->experiment = g_object_ref (window->experiment);
  self->history = g_object_ref (window->history);
  self->sweeper = g_object_ref (window->sweeper);
  g_signal_connect_swapped (self->experiment, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->experiment, "texts-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->experiment, "pin-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->experiment, "notify::view", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->history, "items-changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->sweeper, "changed", G_CALLBACK (changed_cb), self);
  g_object_set_data_full (G_OBJECT (window), KEY, self, autosave_end);
}

void
gs_autosave_end (GsWindow *window)
{
  g_return_if_fail (GS_IS_WINDOW (window));
  g_object_set_data (G_OBJECT (window), KEY, NULL);
}

void
gs_autosave_inherit (GsWindow *window, const char *path)
{
  Autosave *self = g_object_get_data (G_OBJECT (window), KEY);

  g_return_if_fail (self != NULL);

  g_free (self->inherited);
  self->inherited = g_strdup (path);
  changed_cb (self);
}

/* What the process is called; NULL: nobody says. */
static char *
read_process_name (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/comm", pid);
  char *name = NULL;

  g_file_get_contents (path, &name, NULL, NULL);
  return name;
}

/* Whether the process is another Gridscope. Numbers are given again, after a start of the machine the same ones, and
 * this program's own, which has kept nothing aside when this is asked, is the one of each program in a sandbox. */
static gboolean
is_running (int pid)
{
  g_autofree char *name = NULL, *own = NULL;

  if (pid == (int)getpid () || (kill (pid, 0) != 0 && errno == ESRCH))
    return FALSE;
  name = read_process_name (pid);
  own = read_process_name ((int)getpid ());
  return name == NULL || own == NULL || g_str_equal (name, own);
}

/* Whether @name is of a program that runs no more, and of which of its windows. */
static gboolean
is_left_behind (const char *name, guint *window)
{
  int pid = 0;

  return g_str_has_prefix (name, PREFIX) && g_str_has_suffix (name, GS_SESSION_SUFFIX)
         && sscanf (name + strlen (PREFIX), "%d-%u", &pid, window) == 2 && pid > 0 && !is_running (pid);
}

static void
left_behind_free (gpointer data)
{
  GsLeftBehind *self = data;

  g_clear_pointer (&self->session, gs_session_free);
  g_free (self->path);
  g_free (self->error);
  g_free (self);
}

static int
compare_left_behind (gconstpointer a, gconstpointer b)
{
  const GsLeftBehind *x = *(GsLeftBehind *const *)a, *y = *(GsLeftBehind *const *)b;

  if (x->window != y->window)
    return x->window < y->window ? -1 : 1;
  return (y->saved_us > x->saved_us) - (y->saved_us < x->saved_us);
}

/* Out of the way, but not lost: somebody may still get something out of it. */
static void
set_damaged_aside (GsLeftBehind *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *name = g_path_get_basename (self->path);
  g_autofree char *other_name = g_strconcat (DAMAGED, name + strlen (PREFIX), NULL);
  g_autofree char *other = g_build_filename (folder, other_name, NULL);

  if (g_rename (self->path, other) != 0)
    return;
  g_free (self->path);
  self->path = g_steal_pointer (&other);
}

/* Takes @path. */
static GsLeftBehind *
read_left_behind (char *path, guint window, const GStatBuf *status)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  GsLeftBehind *self = g_new0 (GsLeftBehind, 1);

  self->path = path;
  self->window = window;
  self->saved_us = status->st_mtim.tv_sec * G_USEC_PER_SEC + status->st_mtim.tv_nsec / 1000;
  self->session = gs_session_load (file, NULL, &error);
  if (self->session == NULL)
    {
      self->error = g_strdup (error->message);
      set_damaged_aside (self);
    }
  return self;
}

GPtrArray *
gs_autosave_find (void)
{
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (left_behind_free);
  const char *name;
  guint window;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;

      if (is_left_behind (name, &window) && g_stat (path, &status) == 0)
        g_ptr_array_add (found, read_left_behind (g_steal_pointer (&path), window, &status));
    }
  g_ptr_array_sort (found, compare_left_behind);
  return found;
}
