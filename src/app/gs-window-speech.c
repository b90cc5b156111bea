#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-coverage-area.h"
#include "gs-format.h"
#include "gs-report-page.h"
#include "gs-report-verdict.h"

/* What changes by itself is said once it has come to rest: not every digit of a number that is being typed. */
#define SETTLED_MS 300

/* The title of the view in front. */
static const char *
get_view_title (GsWindow *self)
{
  return gtk_stack_page_get_title (
      gtk_stack_get_page (self->stack, gtk_stack_get_visible_child (self->stack)));
}

/* That a run has ended, and how: what the other views say of it is not on screen. */
static void
append_end (GsWindow *self, GString *text)
{
  g_autofree char *numbers = NULL;

  gs_append_sentence (text, _ ("The run has ended."));
  if (self->report == NULL || gs_experiment_get_veiled (self->experiment))
    return;
  numbers = gs_report_numbers_verdict (self->report);
  if (g_strcmp0 (numbers, gtk_label_get_text (self->verdict_label)) != 0)
    gs_append_sentence (text, numbers);
}

/* In Coverage the verdict is the description of what has the keyboard, and told as such after the name of the view. A
 * view that has gone keeps the keyboard until the next frame, which can be long in coming. */
static gboolean
is_told_by_focus (GsWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return GS_IS_COVERAGE_AREA (focus) && gtk_widget_get_mapped (focus) && self->failure == NULL;
}

/* Whether the verdict is to be said now. */
static gboolean
is_news (GsWindow *self, const char *verdict)
{
  const GsWindowSpeech *speech = &self->speech;

  if (is_told_by_focus (self))
    return FALSE;
  if (speech->view_turned)
    return TRUE;
  /* That something is to be guessed first, the lesson has said. */
  if (g_strcmp0 (verdict, gs_experiment_veil_text ()) == 0)
    return FALSE;
  if (speech->run_ended && (self->failure != NULL || GS_IS_REPORT_PAGE (gs_window_get_page (self))))
    return TRUE;
  if (speech->sweep_ended && gs_window_get_page (self) == GS_PAGE (self->crossover_page))
    return TRUE;
  return g_strcmp0 (verdict, speech->said) != 0;
}

static gboolean
say_cb (gpointer data)
{
  GsWindow *self = data;
  GsWindowSpeech *speech = &self->speech;
  const char *verdict = gtk_label_get_text (self->verdict_label);
  g_autoptr (GString) text = g_string_new (NULL);

  speech->settle_id = 0;
  if (speech->view_turned && !is_told_by_focus (self))
    g_string_append_printf (text, "%s.", get_view_title (self));
  if (speech->recording_shown)
    gs_append_sentence (text, gtk_label_get_text (self->recorded_label));
  if (speech->run_ended)
    append_end (self, text);
  if (speech->sweep_ended)
    gs_append_sentence (text, gs_sweeper_can_continue (self->sweeper)
                                  ? _ ("The sweep was stopped; it can be continued.")
                                  : _ ("The sweep has ended."));
  if (*verdict != '\0' && is_news (self, verdict))
    gs_append_sentence (text, verdict);
  speech->view_turned = speech->run_ended = speech->sweep_ended = speech->recording_shown = FALSE;
  g_free (speech->said);
  speech->said = g_strdup (verdict);
  gs_announce (GTK_WIDGET (self), text->str);
  return G_SOURCE_REMOVE;
}

static void
settle (GsWindow *self)
{
  g_clear_handle_id (&self->speech.settle_id, g_source_remove);
  self->speech.settle_id = g_timeout_add (SETTLED_MS, say_cb, self);
}

void
gs_window_say_verdict (GsWindow *self)
{
  if (g_strcmp0 (gtk_label_get_text (self->verdict_label), self->speech.said) != 0)
    settle (self);
}

void
gs_window_say_view (GsWindow *self)
{
  self->speech.view_turned = TRUE;
  settle (self);
}

void
gs_window_say_end (GsWindow *self)
{
  self->speech.run_ended = TRUE;
  settle (self);
}

void
gs_window_say_recording (GsWindow *self)
{
  self->speech.recording_shown = TRUE;
  settle (self);
}

static void
sweeping_cb (GsWindow *self)
{
  const gboolean sweeping = gs_worker_task_get_running (GS_WORKER_TASK (self->sweeper));

  self->speech.sweep_ended = self->speech.sweeping && !sweeping;
  self->speech.sweeping = sweeping;
  if (self->speech.sweep_ended)
    settle (self);
}

void
gs_window_speech_init (GsWindow *self)
{
  self->speech.said = g_strdup (gtk_label_get_text (self->verdict_label));
  g_signal_connect_object (self->sweeper, "notify::running", G_CALLBACK (sweeping_cb), self,
                           G_CONNECT_SWAPPED);
  gs_announce_first (GTK_WINDOW (self), gtk_window_get_title (GTK_WINDOW (self)));
}

void
gs_window_speech_dispose (GsWindow *self)
{
  g_clear_handle_id (&self->speech.settle_id, g_source_remove);
  g_clear_pointer (&self->speech.said, g_free);
}
