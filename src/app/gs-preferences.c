#include "gs-preferences.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-settings.h"
#include "gs-spoken-names.h"
#include "gs-window-private.h"

/* A row with @widget at its end. */
static GtkWidget *
new_row (const char *title, const char *subtitle, GtkWidget *widget)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (row), TRUE);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), widget);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), widget);
  gs_spoken_name (widget, title);
  return row;
}

static GtkWidget *
new_spin (const char *key, double least, double most, double step, guint digits)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, step);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), digits);
  g_settings_bind (gs_settings_get (), key, spin, "value", G_SETTINGS_BIND_DEFAULT);
  return spin;
}

static GtkWidget *
new_switch (const char *key)
{
  GtkWidget *toggle = gtk_switch_new ();

  g_settings_bind (gs_settings_get (), key, toggle, "active", G_SETTINGS_BIND_DEFAULT);
  return toggle;
}

static void
scheme_cb (GtkDropDown *drop, GParamSpec *pspec, gpointer data)
{
  static const char *const schemes[] = { "system", "light", "dark" };

  g_settings_set_string (gs_settings_get (), "color-scheme", schemes[gtk_drop_down_get_selected (drop)]);
}

static GtkWidget *
new_scheme_drop (void)
{
  const char *const names[] = { _ ("Follow system"), _ ("Light"), _ ("Dark"), NULL };
  g_autofree char *scheme = g_settings_get_string (gs_settings_get (), "color-scheme");
  GtkWidget *drop = gtk_drop_down_new_from_strings (names);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), g_str_equal (scheme, "light")  ? 1
                                                    : g_str_equal (scheme, "dark") ? 2
                                                                                   : 0);
  g_signal_connect (drop, "notify::selected", G_CALLBACK (scheme_cb), NULL);
  return drop;
}

/* Words of a command, quoted as in a shell; a line that does not parse waits. */
static void
prefix_cb (GtkEditable *entry)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = NULL;
  const char *text = gtk_editable_get_text (entry);

  if (*text != '\0' && !g_shell_parse_argv (text, NULL, &words, &error)
      && !g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING))
    {
      gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
      gtk_widget_set_tooltip_text (GTK_WIDGET (entry), error->message);
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  gtk_widget_set_tooltip_text (GTK_WIDGET (entry), NULL);
  g_settings_set_strv (gs_settings_get (), "worker-prefix",
                       words != NULL ? (const char *const *)words : (const char *const[]){ NULL });
}

static GtkWidget *
new_prefix_entry (void)
{
  g_auto (GStrv) words = g_settings_get_strv (gs_settings_get (), "worker-prefix");
  g_autoptr (GString) line = g_string_new (NULL);
  GtkWidget *entry = gtk_entry_new ();

  for (guint i = 0; words[i] != NULL; i++)
    {
      const gboolean plain = strpbrk (words[i], " \t'\"\\$") == NULL && *words[i] != '\0';
      g_autofree char *quoted = plain ? g_strdup (words[i]) : g_shell_quote (words[i]);

      g_string_append_printf (line, "%s%s", i > 0 ? " " : "", quoted);
    }
  gtk_editable_set_text (GTK_EDITABLE (entry), line->str);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 20);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "ssh host");
  g_signal_connect (entry, "changed", G_CALLBACK (prefix_cb), NULL);
  return entry;
}

static AdwPreferencesGroup *
new_group (AdwPreferencesPage *page, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
  return ADW_PREFERENCES_GROUP (group);
}

static GtkWindow *
new_dialog (GtkWindow *parent)
{
  GtkWindow *dialog = g_object_new (ADW_TYPE_PREFERENCES_WINDOW, "transient-for", parent, "modal", TRUE,
                                    "search-enabled", FALSE, "default-width", 600, NULL);
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  AdwPreferencesGroup *group;

  adw_preferences_page_set_title (page, gtk_window_get_title (dialog));
  group = new_group (page, _ ("Appearance"));
  adw_preferences_group_add (group, new_row (_ ("_Colours"), NULL, new_scheme_drop ()));
  adw_preferences_group_add (group,
                             new_row (_ ("Size of _Words in Pictures"), _ ("In times of the usual size"),
                                      new_spin ("picture-text-scale", 0.75, 2.5, 0.25, 2)));
  group = new_group (page, _ ("New Experiments"));
  adw_preferences_group_add (group, new_row (_ ("_Repeats"), _ ("Warm runs after the first one"),
                                             new_spin ("default-repeats", 1, 10000, 1, 0)));
  adw_preferences_group_add (group, new_row (_ ("CPU _Threads"), _ ("0: all the machine has"),
                                             new_spin ("default-threads", 0, 1024, 1, 0)));
  adw_preferences_group_add (group, new_row (_ ("_Keep What I Work On"),
                                             _ ("Offered again should the program end without being closed"),
                                             new_switch ("autosave")));
  group = new_group (page, _ ("Runs"));
  adw_preferences_group_add (
      group,
      new_row (_ ("_Command before the Worker’s"),
               _ ("Runs happen elsewhere, with “ssh host” on a machine with a GPU that has gridscope-cli; "
                  "new windows use it"),
               new_prefix_entry ()));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (dialog), page);
  gs_spoken_names_complete (GTK_WIDGET (dialog));
  gs_announce_first (dialog, gtk_window_get_title (dialog));
  return dialog;
}

void
gs_preferences_show (GsWindow *window)
{
  g_return_if_fail (GS_IS_WINDOW (window));

  if (gs_settings_get () == NULL)
    gs_window_toast (window, _ ("Settings cannot be kept here: their schema is not installed."));
  else if (!gs_window_has_dialog (window))
    gs_window_present_dialog (new_dialog (GTK_WINDOW (window)));
}
