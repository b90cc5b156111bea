#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "config.h"
#include "gs-cell-texts-json.h"
#include "gs-history-file.h"
#include "gs-json.h"
#include "gs-matrix-window.h"
#include "gs-report-json.h"
#include "gs-roofs-json.h"
#include "gs-session.h"
#include "gs-sweep-json.h"

/* What the window knows about its session file. */
struct _GsWindowSession
{
  GFile *file;         /* NULL: not saved yet */
  JsonObject *unknown; /* members of the opened file that this version does not know */
  gboolean read_only;  /* made by a newer version */
  gboolean kept;       /* brought back at the next start: the first window */
};

/* Written when the window is closed. */
static GFile *
get_last_file (void)
{
  return g_file_new_build_filename (g_get_user_state_dir (), "gridscope", "last" GS_SESSION_SUFFIX, NULL);
}

/* Its own nodes all the way down: json-glib counts references for one thread. */
static JsonObject *
copy_object (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_autoptr (JsonNode) copy = gs_json_parse (text, -1, NULL);

  return json_node_dup_object (copy);
}

GsSession *
gs_window_new_session (GsWindow *self)
{
  GsSession *session = gs_session_new ();
  g_autoptr (JsonNode) view = gs_window_view_to_json (self);

  gs_session_set_spec (session, gs_experiment_get_spec (self->experiment));
  gs_session_set_view (session, view);
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->history)); i > 0; i--)
    {
      g_autoptr (GsHistoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->history), i - 1);
      gs_session_add_report (session, gs_history_item_get_report (item));
    }
  gs_session_set_sweep (session, gs_sweeper_get_sweep (self->sweeper));
  gs_session_set_roofs (session, gs_roofline_page_get_measured (self->roofline_page));
  if (self->session->unknown != NULL)
    {
      json_object_unref (session->unknown);
      session->unknown = copy_object (self->session->unknown);
    }
  return session;
}

static void
show_file (GsWindow *self)
{
  g_autofree char *name = self->session->file != NULL ? g_file_get_basename (self->session->file) : NULL;
  /* Translators: the window's title with the name of the open file. */
  g_autofree char *title = name != NULL ? g_strdup_printf (_ ("%s – Gridscope"), name) : NULL;

  gtk_window_set_title (GTK_WINDOW (self), title != NULL ? title : "Gridscope");
}

static void
remember_file (GsWindow *self, GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = { .mime_type = (char *)GS_SESSION_MIME_TYPE,
                         .app_name = (char *)"Gridscope",
                         .app_exec = (char *)"gridscope %f" };

  g_set_object (&self->session->file, file);
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
  show_file (self);
}

/* So that one of another machine, or one that is gone, can be called by its name. */
static void
name_gpus (GsWindow *self, const GPtrArray *gpus)
{
  for (guint i = 0; i < gpus->len; i++)
    {
      const GsGpu *gpu = g_ptr_array_index (gpus, i);

      gs_experiment_name_gpu (self->experiment, gpu->uuid, gpu->name);
    }
}

static void
take_session (GsWindow *self, GsSession *session, const char *name)
{
  gs_experiment_show (self->experiment, gs_spec_copy (session->spec), name);
  for (int i = 0; i < 2; i++)
    gs_experiment_set_texts (self->experiment, i, gs_window_view_read_texts (session, i));
  gs_history_clear (self->history);
  for (guint i = 0; i < session->reports->len; i++)
    {
      const GsReport *report = g_ptr_array_index (session->reports, i);

      gs_history_add (self->history, g_ptr_array_index (session->reports, i));
      name_gpus (self, report->environment->gpus);
    }
  if (session->roofs != NULL)
    gs_roofline_page_take_roofs (self->roofline_page, g_steal_pointer (&session->roofs));
  if (session->sweep != NULL)
    gs_sweeper_show (self->sweeper, g_steal_pointer (&session->sweep));
  gs_window_show_report (self, gs_history_latest (self->history));
  gs_window_view_show_json (self, session->view);
  g_clear_pointer (&self->session->unknown, json_object_unref);
  self->session->unknown = json_object_ref (session->unknown);
  self->session->read_only = session->read_only;
  if (session->notice != NULL)
    gs_window_complain (self, session->notice);
}

gboolean
gs_window_session_has_file (GsWindow *self)
{
  return self->session->file != NULL && !self->session->read_only;
}

GFile *
gs_window_session_get_file (GsWindow *self)
{
  return self->session->file;
}

void
gs_window_session_take (GsWindow *self, GsSession *session, GFile *file)
{
  take_session (self, session, _ ("Open Session"));
  remember_file (self, file);
}

gboolean
gs_window_show_session (GsWindow *self, GFile *file, GError **error)
{
  g_autoptr (GsSession) session = NULL;

  g_return_val_if_fail (GS_IS_WINDOW (self), FALSE);

  session = gs_session_load (file, NULL, error);
  if (session == NULL)
    return FALSE;
  take_session (self, session, _ ("Open Session"));
  gs_experiment_forget (self->experiment);
  if (self->report != NULL && self->report->environment != NULL)
    gs_spec_pane_set_environment (self->spec_pane, self->report->environment);
  return TRUE;
}

gboolean
gs_window_session_may_save (GsWindow *self, GFile *target)
{
  g_return_val_if_fail (target != NULL, FALSE);

  if (!self->session->read_only || self->session->file == NULL || !g_file_equal (target, self->session->file))
    return TRUE;
  gs_window_complain (
      self, _ ("A newer Gridscope made this file and it would lose what only that one knows; save under "
               "another name."));
  return FALSE;
}

void
gs_window_session_saved (GsWindow *self, GFile *file)
{
  self->session->read_only = FALSE;
  remember_file (self, file);
  gs_window_toast (self, _ ("Session saved."));
}

static gboolean
make_state_folder (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "gridscope", NULL);

  return g_mkdir_with_parents (folder, 0700) == 0;
}

/* The session of the window closed last is on its way to its file; NULL: none was
 * closed yet. For the whole program: there is one such file. */
static GThread *keeper;

static gboolean
kept_cb (gpointer application)
{
  g_application_release (application);
  return G_SOURCE_REMOVE;
}

static gpointer
keep_thread (gpointer data)
{
  g_autoptr (GsSession) session = data;
  g_autoptr (GFile) last = get_last_file ();
  g_autoptr (GError) error = NULL;

  if (!make_state_folder () || !gs_session_save (session, last, NULL, &error))
    g_message ("The session is not kept: %s", error != NULL ? error->message : g_get_user_state_dir ());
  g_idle_add (kept_cb, g_application_get_default ());
  return NULL;
}

static void
wait_for_keeper (void)
{
  if (keeper != NULL)
    g_thread_join (g_steal_pointer (&keeper));
}

/* A large one takes longer than a frame of the windows that stay; the program stays
 * until it is written. */
static gboolean
close_request_cb (GsWindow *self)
{
  if (!self->session->kept)
    return GDK_EVENT_PROPAGATE;
  gs_matrix_windows_commit (self);
  wait_for_keeper ();
  g_application_hold (g_application_get_default ());
  keeper = g_thread_new ("session", keep_thread, gs_window_new_session (self));
  return GDK_EVENT_PROPAGATE;
}

void
gs_window_session_restore (GsWindow *self)
{
  g_autoptr (GFile) last = get_last_file ();
  g_autoptr (GsSession) session = NULL;

  wait_for_keeper ();
  session = gs_session_load (last, NULL, NULL);

  if (session != NULL)
    {
      take_session (self, session, _ ("Open Session"));
      gs_experiment_forget (self->experiment);
    }
  self->session->kept = TRUE;
}

static gboolean
has_texts_of (GsWindow *self, const GsSession *session)
{
  g_autoptr (GsCellTexts) a = gs_window_view_read_texts (session, 0);
  g_autoptr (GsCellTexts) b = gs_window_view_read_texts (session, 1);

  return gs_cell_texts_equal (a, gs_experiment_get_texts (self->experiment, 0))
         && gs_cell_texts_equal (b, gs_experiment_get_texts (self->experiment, 1));
}

/* Takes both; NULL: there is nothing. */
static gboolean
nodes_equal (JsonNode *a, JsonNode *b)
{
  g_autoptr (JsonNode) first = a, second = b;
  g_autofree char *first_text = a != NULL ? gs_json_to_text (a, FALSE) : NULL;
  g_autofree char *second_text = b != NULL ? gs_json_to_text (b, FALSE) : NULL;

  return g_strcmp0 (first_text, second_text) == 0;
}

/* Whether @session measured nothing that the window does not have. */
static gboolean
has_measures_of (GsWindow *self, const GsSession *session)
{
  const GsSweep *sweep = gs_sweeper_get_sweep (self->sweeper);
  const GsRoofs *roofs = gs_roofline_page_get_measured (self->roofline_page);
  const GsReport *report = gs_history_latest (self->history);
  const guint n_reports = session->reports->len;

  return n_reports == g_list_model_get_n_items (G_LIST_MODEL (self->history))
         && (n_reports == 0
             || nodes_equal (gs_report_to_json (report),
                             gs_report_to_json (g_ptr_array_index (session->reports, n_reports - 1))))
         && (session->sweep == NULL
             || nodes_equal (sweep != NULL ? gs_sweep_to_json (sweep) : NULL,
                             gs_sweep_to_json (session->sweep)))
         && (session->roofs == NULL
             || nodes_equal (roofs != NULL ? gs_roofs_to_json (roofs) : NULL,
                             gs_roofs_to_json (session->roofs)));
}

void
gs_window_restore (GsWindow *self, GsSession *session)
{
  g_return_if_fail (GS_IS_WINDOW (self));

  if (gs_spec_equal (session->spec, gs_experiment_get_spec (self->experiment)) && has_texts_of (self, session)
      && has_measures_of (self, session))
    return;
  take_session (self, session, _ ("Restore"));
  gs_window_keep_notice (
      self, _ ("Gridscope ended unexpectedly; your last experiment is back (Ctrl+Z undoes that)."));
}

void
gs_window_session_init (GsWindow *self)
{
  self->session = g_new0 (GsWindowSession, 1);
  g_signal_connect (self, "close-request", G_CALLBACK (close_request_cb), NULL);
}

void
gs_window_session_dispose (GsWindow *self)
{
  if (self->session == NULL)
    return;
  g_clear_object (&self->session->file);
  g_clear_pointer (&self->session->unknown, json_object_unref);
  g_clear_pointer (&self->session, g_free);
}
