#include "gs-announce.h"

#include "gs-format.h"

/* How long GTK takes to be on the accessibility bus when a window is new, with room for a slow machine, and how long a
 * screen reader takes to turn to a window that has become the active one. */
#define ENTERED_MS 1000
#define TURNED_MS  300
/* What two have to say at the same time, a field and the verdict for one, is said once. */
#define SAME_US (250 * 1000)
/* A screen reader asks for the name some time after it has been told that there is a new one, and a busy machine makes
 * that long: a sentence that comes sooner after another would take its place before that has been read. */
#define GAP_MS 1000

/* What a window has to say. */
typedef struct
{
  GtkWindow *window; /* not owned: this goes with it */
  GtkWidget *title;  /* a label that is nowhere, for its name */
  GString *waiting;  /* to be said when it is active */
  gboolean is_new;   /* not active yet, or just so: nobody has heard what it began with */
  GtkWidget *first;  /* what had the keyboard at first; only compared */
  guint timeout_id;  /* 0: nothing is to be said soon, or the window is not the active one */
  char *last;        /* said at @last_us of the monotonic clock */
  gint64 last_us;
} Voice;

static void
voice_free (gpointer data)
{
  Voice *voice = data;

  g_clear_handle_id (&voice->timeout_id, g_source_remove);
  g_string_free (voice->waiting, TRUE);
  g_clear_object (&voice->title);
  g_free (voice->last);
  g_free (voice);
}

static void
set_name (gpointer widget, const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* A screen reader says no name that it already knows, and it may look at the window before it comes to this news of
 * it. So the name is taken away at once, which is news that nothing is said of: when the first is looked at, it is
 * not the name that the window has. Whoever asks from then on is told the title, by a label whose name is no news
 * of the window. */
static void
say (Voice *voice, const char *sentence)
{
  const char *title = gtk_window_get_title (voice->window);

  g_free (voice->last);
  voice->last = g_strdup (sentence);
  voice->last_us = g_get_monotonic_time ();
  set_name (voice->title, "");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (voice->window), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  voice->title, NULL, -1);
  set_name (voice->window, sentence);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (voice->window), GTK_ACCESSIBLE_PROPERTY_LABEL);
  set_name (voice->title, title != NULL ? title : "");
}

/* As news, too: who comes back to the window hears what it is called. */
static void
restore_title (Voice *voice)
{
  const char *title = gtk_window_get_title (voice->window);

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (voice->window), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  set_name (voice->window, title != NULL ? title : "");
}

static gboolean
say_waiting_cb (gpointer data)
{
  Voice *voice = data;

  voice->timeout_id = 0;
  if (voice->waiting->len > 0)
    say (voice, voice->waiting->str);
  g_string_truncate (voice->waiting, 0);
  return G_SOURCE_REMOVE;
}

/* Takes the keyboard away and gives it back: this time it is heard. Not from where a person has gone meanwhile, and
 * not in a field: all that has been typed by then would be selected, and lost with the next key. */
static gboolean
begin_cb (gpointer data)
{
  Voice *voice = data;
  GtkWidget *focus = gtk_window_get_focus (voice->window);

  voice->is_new = FALSE;
  if (focus != NULL && focus == voice->first && !GTK_IS_EDITABLE (focus))
    {
      gtk_window_set_focus (voice->window, NULL);
      gtk_window_set_focus (voice->window, focus);
    }
  return say_waiting_cb (voice);
}

static void
active_cb (GtkWindow *window, GParamSpec *pspec, Voice *voice)
{
  g_clear_handle_id (&voice->timeout_id, g_source_remove);
  if (!gtk_window_is_active (window))
    restore_title (voice);
  else if (voice->is_new)
    {
      voice->first = gtk_window_get_focus (window);
      voice->timeout_id = g_timeout_add (ENTERED_MS, begin_cb, voice);
    }
  else if (voice->waiting->len > 0)
    voice->timeout_id = g_timeout_add (TURNED_MS, say_waiting_cb, voice);
}

static Voice *
get_voice (GtkWindow *window)
{
  static const char key[] = "gs-voice";
  Voice *voice = g_object_get_data (G_OBJECT (window), key);

  if (voice != NULL)
    return voice;
  voice = g_new0 (Voice, 1);
  voice->window = window;
  voice->title = g_object_ref_sink (gtk_label_new (NULL));
  voice->waiting = g_string_new (NULL);
  g_object_set_data_full (G_OBJECT (window), key, voice, voice_free);
  g_signal_connect (window, "notify::is-active", G_CALLBACK (active_cb), voice);
  return voice;
}

/* By another, at the same time. */
static gboolean
is_said_already (const Voice *voice, const char *sentence)
{
  return (g_strcmp0 (sentence, voice->last) == 0 && g_get_monotonic_time () - voice->last_us < SAME_US)
         || g_str_has_suffix (voice->waiting->str, sentence);
}

/* How long from now on the sentence said last is to be left alone. */
static guint
get_gap_ms (const Voice *voice)
{
  const gint64 since_ms = (g_get_monotonic_time () - voice->last_us) / 1000;

  return voice->last == NULL || since_ms >= GAP_MS ? 0 : (guint)(GAP_MS - since_ms);
}

void
gs_announce (GtkWidget *widget, const char *sentence)
{
  GtkRoot *root;
  Voice *voice;
  gboolean active;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  root = gtk_widget_get_root (widget);
  if (sentence == NULL || *sentence == '\0' || !GTK_IS_WINDOW (root))
    return;
  voice = get_voice (GTK_WINDOW (root));
  active = gtk_window_is_active (GTK_WINDOW (root));
  if (active && voice->timeout_id == 0 && get_gap_ms (voice) == 0)
    {
      say (voice, sentence);
      return;
    }
  /* Only the last of what came about while somebody was elsewhere. */
  if (voice->timeout_id == 0)
    g_string_truncate (voice->waiting, 0);
  if (is_said_already (voice, sentence))
    return;
  gs_append_sentence (voice->waiting, sentence);
  if (active && voice->timeout_id == 0)
    voice->timeout_id = g_timeout_add (get_gap_ms (voice), say_waiting_cb, voice);
}

void
gs_announce_first (GtkWindow *window, const char *sentence)
{
  Voice *voice;

  g_return_if_fail (GTK_IS_WINDOW (window) && sentence != NULL);

  voice = get_voice (window);
  voice->is_new = TRUE;
  gs_append_sentence (voice->waiting, sentence);
}
