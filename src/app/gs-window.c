#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-report-page.h"
#include "gs-spec-actions.h"
#include "gs-autosave.h"
#include "gs-spoken-names.h"
#include "gs-popup-focus.h"
#include "gs-tab-stop.h"

G_DEFINE_FINAL_TYPE (GsWindow, gs_window, ADW_TYPE_APPLICATION_WINDOW)

/* The @position-th page's widget, NULL past the last. */
static GtkWidget *
get_page (GsWindow *self, guint position)
{
  g_autoptr (GListModel) pages = G_LIST_MODEL (gtk_stack_get_pages (self->stack));
  g_autoptr (GObject) page = g_list_model_get_item (pages, position);

  return page != NULL ? gtk_stack_page_get_child (GTK_STACK_PAGE (page)) : NULL;
}

GsPage *
gs_window_get_page (GsWindow *self)
{
  return GS_PAGE (gtk_stack_get_visible_child (self->stack));
}

/* Whether what @page shows of the last run is of another spec than the one at the left.
 * The other pages show the spec itself, or many runs. */
static gboolean
is_stale (GsWindow *self, GsPage *page)
{
  g_autoptr (GsSpec) spec = gs_experiment_dup_run_spec (self->experiment);

  return self->report != NULL
         && (GS_IS_REPORT_PAGE (page)
             || (page == GS_PAGE (self->kernel_page) && gs_kernel_page_has_run (self->kernel_page)))
         && !gs_spec_agrees (self->report->spec, spec);
}

/* Says again what is on screen. */
void
gs_window_show_verdict (GsWindow *self)
{
  GsPage *page = gs_window_get_page (self);
  const char *verdict = gs_page_get_verdict (page);
  const char *problem = gs_experiment_get_problem (self->experiment);
  const gboolean stale = is_stale (self, page) && !gs_experiment_get_veiled (self->experiment);
  g_autofree char *old = NULL;

  /* What went wrong comes first: it is what a person waits for. */
  if (self->failure != NULL)
    verdict = self->failure;
  else if (problem != NULL && page == GS_PAGE (self->coverage_page))
    verdict = problem;
  else if (stale)
    /* Translators: %s is the sentence about the last run. */
    verdict = old = g_strdup_printf (_ ("From the run before the change: %s"), verdict);
  gtk_label_set_text (self->verdict_label, verdict != NULL ? verdict : "");
  gtk_widget_set_visible (self->again_button, stale && self->failure == NULL);
  if (verdict != NULL && (verdict == self->failure || verdict == problem))
    gtk_widget_add_css_class (self->verdict_bar, "wrong");
  else
    gtk_widget_remove_css_class (self->verdict_bar, "wrong");
  gs_window_say_verdict (self);
}

void
gs_window_complain (GsWindow *self, const char *sentence)
{
  g_return_if_fail (GS_IS_WINDOW (self));

  g_free (self->failure);
  self->failure = g_strdup (sentence);
  gs_window_show_verdict (self);
}

void
gs_window_say_nothing (GsWindow *self, const char *sentence)
{
  const char *what_to_do = gs_page_get_verdict (gs_window_get_page (self));
  g_autoptr (GString) text = g_string_new (sentence);

  if (what_to_do != NULL)
    gs_append_sentence (text, what_to_do);
  gs_window_toast (self, text->str);
}

void
gs_window_say_no_picture (GsWindow *self, const char *sentence)
{
  if (gs_page_has_figures (gs_window_get_page (self)))
    gs_window_say_nothing (self, sentence);
  else
    gs_window_toast (self, _ ("This view has no picture; go to one that draws, such as Coverage."));
}

void
gs_window_show_report (GsWindow *self, GsReport *report)
{
  GtkWidget *page;

  g_clear_pointer (&self->report, gs_report_unref);
  self->report = report != NULL ? gs_report_ref (report) : NULL;
  for (guint i = 0; (page = get_page (self, i)) != NULL; i++)
    gs_page_set_report (GS_PAGE (page), report);
  gs_window_lab_label (self, report);
  gs_window_show_verdict (self);
}

static void
changed_cb (GsExperiment *experiment, GsWindow *self)
{
  g_clear_pointer (&self->failure, g_free);
  gs_roofline_page_set_gpu (self->roofline_page, gs_experiment_get_gpu (experiment));
  gs_window_show_verdict (self);
}

static void
visible_child_cb (GsWindow *self)
{
  GtkWidget *visible = gtk_stack_get_visible_child (self->stack);
  GtkWidget *page;

  for (guint i = 0; (page = get_page (self, i)) != NULL; i++)
    if (page == visible)
      gtk_drop_down_set_selected (self->view_drop, i);
  if (!self->view_is_set)
    gs_experiment_change_view (self->experiment, gtk_stack_get_visible_child_name (self->stack),
                               _ ("Change View"));
  gs_window_show_verdict (self);
  gs_window_say_view (self);
}

void
gs_window_set_view (GsWindow *self, const char *view)
{
  if (gtk_stack_get_child_by_name (self->stack, view) == NULL)
    return;
  self->view_is_set = TRUE;
  gtk_stack_set_visible_child_name (self->stack, view);
  self->view_is_set = FALSE;
  gs_experiment_set_view (self->experiment, view);
}

static void
undone_view_cb (GsExperiment *experiment, GParamSpec *pspec, GsWindow *self)
{
  const char *view = gs_experiment_get_view (experiment);

  if (view != NULL && g_strcmp0 (view, gtk_stack_get_visible_child_name (self->stack)) != 0)
    gs_window_set_view (self, view);
}

static void
show_page (GsWindow *self, guint position)
{
  GtkWidget *page = get_page (self, position);

  if (page != NULL)
    gtk_stack_set_visible_child (self->stack, page);
}

static void
view_drop_cb (GtkDropDown *drop, GParamSpec *pspec, GsWindow *self)
{
  show_page (self, gtk_drop_down_get_selected (drop));
}

static void
turn_view_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GListModel) pages = G_LIST_MODEL (gtk_stack_get_pages (self->stack));
  const guint n_pages = g_list_model_get_n_items (pages);
  const guint step = g_str_has_suffix (name, "next") ? 1 : n_pages - 1;

  show_page (self, (gtk_drop_down_get_selected (self->view_drop) + step) % n_pages);
}

static void
toggle_spec_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);

  adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
}

static gboolean
dismiss_notice_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gs_notice_dismiss (GS_WINDOW (widget)->notice);
}

/* Else the least width for each height is searched for, in which GTK 4.8 finds a wrapped
 * label a pixel higher than it said and complains. */
static GtkSizeRequestMode
gs_window_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

void
gs_window_let_go (GsWindow *self)
{
  gs_autosave_end (self);
  gs_window_documents_dispose (self);
  gs_window_import_dispose (self);
  gs_window_print_dispose (self);
  gs_window_lessons_dispose (self);
  gs_window_run_dispose (self);
  gs_window_lab_dispose (self);
  gs_window_session_dispose (self);
  gs_window_speech_dispose (self);
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  if (self->stack != NULL)
    {
      GtkWidget *page;

      g_signal_handlers_disconnect_by_data (self->stack, self);
      for (guint i = 0; (page = get_page (self, i)) != NULL; i++)
        g_signal_handlers_disconnect_by_data (page, self);
    }
  if (self->flap != NULL)
    g_signal_handlers_disconnect_by_data (self->flap, self);
  if (self->view_drop != NULL)
    g_signal_handlers_disconnect_by_data (self->view_drop, self);
  g_clear_object (&self->chooser);
  g_clear_object (&self->experiment);
  g_clear_object (&self->history);
  g_clear_pointer (&self->report, gs_report_unref);
  g_clear_pointer (&self->failure, g_free);
}

static void
gs_window_dispose (GObject *object)
{
  gs_window_let_go (GS_WINDOW (object));

  G_OBJECT_CLASS (gs_window_parent_class)->dispose (object);
}

static void
gs_window_class_init (GsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_window_dispose;
  widget_class->get_request_mode = gs_window_get_request_mode;
  GTK_WINDOW_CLASS (klass)->close_request = gs_window_close_request;

  gtk_widget_class_install_action (widget_class, "win.view-next", NULL, turn_view_cb);
  gtk_widget_class_install_action (widget_class, "win.view-previous", NULL, turn_view_cb);
  gtk_widget_class_install_action (widget_class, "win.toggle-spec", NULL, toggle_spec_cb);
  gs_window_presenter_install (widget_class);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, dismiss_notice_cb, NULL);
  gs_window_parts_install (widget_class);
  gs_window_run_install (widget_class);
  gs_window_files_install (widget_class);
  gs_window_import_install (widget_class);
  gs_window_lab_install (widget_class);

  g_type_ensure (GS_TYPE_NOTICE);
  g_type_ensure (GS_TYPE_TAB_STOP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-window.ui");
  gs_window_menus_install (widget_class);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, overlay);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, run_stack);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, view_switcher);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, view_drop);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, verdict_bar);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, verdict_label);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, again_button);
  gs_window_lessons_install (widget_class);
  gs_window_print_install (widget_class);
  gtk_widget_class_bind_template_child (widget_class, GsWindow, recorded_label);
}

static void
gs_window_init (GsWindow *self)
{
  self->history = gs_history_new ();
  gs_popup_focus_init (GTK_WINDOW (self));
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
begin_pane (GsWindow *self)
{
  self->spec_pane = GS_SPEC_PANE (g_object_new (GS_TYPE_SPEC_PANE, NULL));
  adw_flap_set_flap (self->flap, GTK_WIDGET (self->spec_pane));
  gs_window_presenter_init (self);
}

static void
begin_spec (GsWindow *self)
{
  GActionGroup *actions = gs_spec_actions_new (self->experiment, self->spec_pane);

  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (self->view_switcher), self->stack);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "spec", actions);
  g_object_unref (actions);
  gs_spec_pane_set_experiment (self->spec_pane, self->experiment);
}

static void
begin_views (GsWindow *self)
{
  gs_coverage_page_set_experiment (self->coverage_page, self->experiment);
  gs_window_links_init (self);
}

static void
begin_parts (GsWindow *self)
{
  gs_window_lab_init (self);
  gs_window_session_init (self);
  gs_window_import_init (self);
  gs_window_menus_init (self);
  gs_window_run_init (self);
  gs_window_lessons_init (self);
  gs_window_print_init (self);
  gs_window_follow_pages (self);
}

static void
begin_words (GsWindow *self)
{
  g_signal_connect (self->experiment, "changed", G_CALLBACK (changed_cb), self);
  gs_experiment_set_view (self->experiment, gtk_stack_get_visible_child_name (self->stack));
  g_signal_connect (self->experiment, "notify::view", G_CALLBACK (undone_view_cb), self);
  g_signal_connect_swapped (self->experiment, "notify::problem", G_CALLBACK (gs_window_show_verdict), self);
  g_signal_connect_swapped (self->experiment, "notify::awaits-values", G_CALLBACK (gs_window_resume_run),
                            self);
  g_signal_connect_swapped (self->stack, "notify::visible-child", G_CALLBACK (visible_child_cb), self);
  g_signal_connect (self->view_drop, "notify::selected", G_CALLBACK (view_drop_cb), self);
  gs_window_show_verdict (self);
  gs_spoken_names_complete (GTK_WIDGET (self));
  gs_window_speech_init (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->coverage_page));
}

GsWindow *
gs_window_begin (const GsSpec *spec)
{
  GsWindow *self = g_object_new (GS_TYPE_WINDOW, NULL);

  self->experiment = gs_experiment_new (spec);
  return self;
}

gboolean
gs_window_go_on (GsWindow *self)
{
  static void (*const pieces[]) (GsWindow *)
      = { begin_pane, begin_spec, begin_views, begin_parts, begin_words };

  g_return_val_if_fail (GS_IS_WINDOW (self), FALSE);

  if (gs_window_add_page (self))
    return TRUE;
  pieces[self->n_pieces++](self);
  return self->n_pieces < G_N_ELEMENTS (pieces);
}

GsWindow *
gs_window_new (AdwApplication *application, const GsSpec *spec)
{
  GsWindow *self = gs_window_begin (spec);

  gtk_window_set_application (GTK_WINDOW (self), GTK_APPLICATION (application));
  while (gs_window_go_on (self))
    continue;
  return self;
}

void
gs_window_toast (GsWindow *self, const char *sentence)
{
  g_return_if_fail (GS_IS_WINDOW (self));
  gs_notice_show (self->notice, sentence);
}

void
gs_window_keep_notice (GsWindow *self, const char *sentence)
{
  g_return_if_fail (GS_IS_WINDOW (self));
  gs_notice_keep (self->notice, sentence);
}

const GsEnvironment *
gs_window_get_environment (GsWindow *self)
{
  g_return_val_if_fail (GS_IS_WINDOW (self), NULL);
  return self->environment;
}

char *
gs_window_describe (GsWindow *self)
{
  GtkStackPage *page;

  g_return_val_if_fail (GS_IS_WINDOW (self), NULL);

  page = gtk_stack_get_page (self->stack, gtk_stack_get_visible_child (self->stack));
  return g_strdup_printf ("Gridscope, %s: %s", gtk_stack_page_get_title (page),
                          gtk_label_get_text (self->verdict_label));
}
