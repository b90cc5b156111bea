#include "gs-count-spin.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-spec-input.h"
#include "gs-typed-input.h"

typedef struct
{
  char *what;
  double value; /* the number that was there when something wrong was typed */
} Count;

static void
count_free (gpointer data)
{
  Count *count = data;

  g_free (count->what);
  g_free (count);
}

static gboolean
read_number (GtkSpinButton *spin, const char *what, gint64 *number, char **reason)
{
  GtkAdjustment *adjustment = gtk_spin_button_get_adjustment (spin);
  const gint64 least = (gint64)gtk_adjustment_get_lower (adjustment);
  const gint64 most = (gint64)gtk_adjustment_get_upper (adjustment);
  g_autofree char *typed = NULL, *limit = NULL;

  if (!gs_spec_input_parse_count (gtk_editable_get_text (GTK_EDITABLE (spin)), what, least, number, reason))
    return FALSE;
  if (*number <= most)
    return TRUE;
  typed = gs_format_count (*number);
  limit = gs_format_count (most);
  /* Translators: the name of a number, what was typed, the most there can be. */
  *reason = g_strdup_printf (_ ("%s is %s; the most is %s."), what, typed, limit);
  return FALSE;
}

static void
typed_cb (GtkSpinButton *spin, Count *count)
{
  g_autofree char *reason = NULL;
  gint64 number;

  if (read_number (spin, count->what, &number, &reason))
    {
      gs_typed_input_set_wrong (GTK_WIDGET (spin), NULL);
      gtk_spin_button_set_value (spin, (double)number);
      return;
    }
  count->value = gtk_spin_button_get_value (spin);
  gs_typed_input_set_wrong (GTK_WIDGET (spin), reason);
}

/* What is wrong stays in sight until it is put right, or the number becomes another. */
static gboolean
output_cb (GtkSpinButton *spin, const Count *count)
{
  return gs_typed_input_get_wrong (GTK_WIDGET (spin)) != NULL
         && gtk_spin_button_get_value (spin) == count->value;
}

/* Nor is it taken for another number: nothing at all would be 0. */
static int
input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  return gs_typed_input_get_wrong (GTK_WIDGET (spin)) != NULL ? GTK_INPUT_ERROR : FALSE;
}

static void
restore (GtkWidget *input, gpointer data)
{
  g_autofree char *text = g_strdup_printf ("%.0f", gtk_spin_button_get_value (GTK_SPIN_BUTTON (input)));

  gtk_editable_set_text (GTK_EDITABLE (input), text);
  gtk_editable_set_position (GTK_EDITABLE (input), -1);
}

void
gs_count_spin_init (GtkSpinButton *spin, const char *what, GtkLabel *error_label)
{
  static const GsTypedInputFuncs funcs = { .restore = restore };
  Count *count = g_new0 (Count, 1);

  g_return_if_fail (GTK_IS_SPIN_BUTTON (spin));
  g_return_if_fail (what != NULL && GTK_IS_LABEL (error_label));

  count->what = g_strdup (what);
  gtk_spin_button_set_numeric (spin, TRUE);
  /* The default would take what is no number for the least one. */
  gtk_spin_button_set_update_policy (spin, GTK_UPDATE_IF_VALID);
  g_object_set_data_full (G_OBJECT (spin), "gs-count", count, count_free);
  gs_typed_input_init (GTK_WIDGET (spin), error_label, &funcs, count);
  g_signal_connect (spin, "changed", G_CALLBACK (typed_cb), count);
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), NULL);
  g_signal_connect (spin, "output", G_CALLBACK (output_cb), count);
}
