#include "gs-spec-input.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-format.h"

GsSpec *
gs_spec_input_begin (GsExperiment *experiment)
{
  return gs_spec_copy (gs_experiment_get_spec (experiment));
}

/* How long a sentence must stand: not every one that comes and goes while somebody types. */
#define SETTLED_MS 300

/* What is wrong with an input, in words; none: all is well. */
#define WRONG "gs-wrong"
#define DUE   "gs-due"

/* What changes in the description of what has the keyboard is read out as it is. */
static gboolean
is_told_by_focus (GtkLabel *label)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (label));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  /* The text in an entry, which is told as the entry. */
  if (GTK_IS_TEXT (focus))
    focus = gtk_widget_get_parent (focus);
  return focus != NULL
         && g_strcmp0 (g_object_get_data (G_OBJECT (focus), WRONG), gtk_label_get_text (label)) == 0;
}

static gboolean
say_cb (gpointer data)
{
  g_autoptr (GtkWidget) label = data;

  g_object_set_data (G_OBJECT (label), DUE, NULL);
  if (gtk_widget_get_mapped (label) && !is_told_by_focus (GTK_LABEL (label)))
    gs_announce (label, gtk_label_get_text (GTK_LABEL (label)));
  return G_SOURCE_REMOVE;
}

static gboolean
describe_cb (gpointer data)
{
  g_autoptr (GtkWidget) input = data;
  const char *sentence = g_object_get_data (G_OBJECT (input), WRONG);

  g_object_set_data (G_OBJECT (input), DUE, NULL);
  if (sentence != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (input), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence,
                                    -1);
  return G_SOURCE_REMOVE;
}

static void
call_soon (gpointer widget, GSourceFunc func)
{
  if (g_object_get_data (widget, DUE) != NULL)
    return;
  g_object_set_data (widget, DUE, widget);
  g_timeout_add (SETTLED_MS, func, g_object_ref (widget));
}

void
gs_spec_input_show_error (GtkLabel *label, GtkWidget *input, const char *sentence)
{
  if (input != NULL)
    gs_spec_input_mark (input, sentence);
  if (sentence != NULL && g_strcmp0 (sentence, gtk_label_get_text (label)) != 0)
    call_soon (label, say_cb);
  gtk_label_set_text (label, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (label), sentence != NULL);
}

void
gs_spec_input_mark (GtkWidget *input, const char *sentence)
{
  g_object_set_data_full (G_OBJECT (input), WRONG, g_strdup (sentence), g_free);
  gtk_accessible_update_state (GTK_ACCESSIBLE (input), GTK_ACCESSIBLE_STATE_INVALID,
                               sentence != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
  if (sentence != NULL)
    {
      gtk_widget_add_css_class (input, "error");
      call_soon (input, describe_cb);
    }
  else
    {
      gtk_widget_remove_css_class (input, "error");
      gtk_accessible_reset_property (GTK_ACCESSIBLE (input), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
}

/* Whether @text is a whole number, or a power of two such: then it was too large. */
static gboolean
is_digits (const char *text)
{
  return strspn (text, "0123456789^") == strlen (text) && *text != '^' && !g_str_has_suffix (text, "^")
         && strchr (text, '^') == strrchr (text, '^');
}

/* @text without any kind of space; NULL when nothing is left. */
static char *
squeeze (const char *text)
{
  GString *kept = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);
      if (!g_unichar_isspace (c) && c != 0x202f && c != 0x00a0)
        g_string_append_unichar (kept, c);
    }
  return g_string_free (kept, kept->len == 0);
}

static gboolean
parse_power (const char *text, gint64 *count)
{
  const char *caret = strchr (text, '^');
  g_autofree char *base_text = NULL;
  gint64 base, exponent;

  if (caret == NULL)
    return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, count, NULL);

  base_text = g_strndup (text, caret - text);
  if (!g_ascii_string_to_signed (base_text, 10, 0, G_MAXINT64, &base, NULL)
      || !g_ascii_string_to_signed (caret + 1, 10, 0, 62, &exponent, NULL))
    return FALSE;
  *count = 1;
  for (gint64 i = 0; i < exponent; i++)
    if (__builtin_mul_overflow (*count, base, count))
      return FALSE;
  return TRUE;
}

gboolean
gs_spec_input_parse_count (const char *text, const char *what, gint64 least, gint64 *count, char **reason)
{
  g_autofree char *squeezed = squeeze (text);
  g_autofree char *shown = gs_format_excerpt (text, GS_FORMAT_QUOTED_BYTES);

  if (squeezed == NULL)
    *reason = g_strdup_printf (_ ("%s is empty; type a whole number."), what);
  else if (!parse_power (squeezed, count))
    *reason = g_strdup_printf (
        is_digits (squeezed) ? _ ("%s “%s” is too large; type less than 2^63.")
                             : _ ("%s “%s” is not a whole number; type digits, for example 1000 or 2^20."),
        what, shown);
  else if (*count < least)
    *reason = g_strdup_printf (_ ("%s is %" PRId64 "; the least is %" PRId64 "."), what, *count, least);
  else
    return TRUE;
  return FALSE;
}
