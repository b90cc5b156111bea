#include "gs-matrix-sheet-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-import.h"

gboolean
gs_matrix_sheet_is_typing (GsMatrixSheet *self)
{
  return gtk_widget_get_visible (self->text);
}

static gint64
index_of (GsMatrixSheet *self, gint64 row, gint64 column)
{
  return row * self->matrix->n + column;
}

const GsWrongText *
gs_matrix_sheet_get_wrong (GsMatrixSheet *self, gint64 row, gint64 column)
{
  gint64 index;

  if (self->matrix == NULL || g_hash_table_size (self->wrong) == 0)
    return NULL;
  index = index_of (self, row, column);
  return g_hash_table_lookup (self->wrong, &index);
}

static void
keep_wrong (GsMatrixSheet *self, const char *text, char *reason)
{
  GsWrongText *wrong = g_new0 (GsWrongText, 1);
  gint64 *index = g_new (gint64, 1);

  *index = index_of (self, self->row, self->column);
  wrong->text = g_strdup (text);
  wrong->reason = reason;
  g_hash_table_insert (self->wrong, index, wrong);
}

/* The number in @text, read as everywhere; FALSE with a sentence in @reason. A cell
 * that is read has no row or column of its own, so only what can be read in two
 * ways is told in the words of the reader. */
static gboolean
read_number (const char *text, float *value, char **reason)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) matrix = gs_import_text (text, -1, GS_DECIMAL_AUTO, NULL, &error);

  if (matrix == NULL && g_error_matches (error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS))
    *reason = g_strdup (error->message);
  else if (matrix == NULL)
    *reason = g_strdup_printf (_ ("“%s” is not a number; type one such as 1.5 or -2e3."), text);
  else if (gs_matrix_elements (matrix) != 1)
    *reason = g_strdup_printf (
        _ ("“%s” is more than one number; a cell holds one. Paste it to fill several."), text);
  else
    *value = matrix->data[0];
  return *reason == NULL;
}

/* Ends typing; @take: with what was typed. */
static void
end (GsMatrixSheet *self, gboolean take)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->text)));
  const gint64 index = index_of (self, self->row, self->column);
  const gboolean had_focus = gtk_widget_has_focus (self->text);
  char *reason = NULL;
  float value = 0;

  gtk_widget_set_visible (self->text, FALSE);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  if (take && *g_strstrip (text) != '\0')
    {
      if (read_number (text, &value, &reason))
        {
          g_hash_table_remove (self->wrong, &index);
          g_signal_emit_by_name (self, "typed", self->row, self->column, (double)value);
        }
      else
        keep_wrong (self, text, reason);
    }
  gs_matrix_sheet_move (self, self->row, self->column, FALSE);
}

void
gs_matrix_sheet_commit (GsMatrixSheet *self)
{
  g_return_if_fail (GS_IS_MATRIX_SHEET (self));

  if (gs_matrix_sheet_is_typing (self))
    end (self, TRUE);
}

void
gs_matrix_sheet_begin (GsMatrixSheet *self, const char *text)
{
  const GsWrongText *wrong = gs_matrix_sheet_get_wrong (self, self->row, self->column);
  g_autofree char *present = NULL;
  g_autofree char *label = NULL;

  if (self->matrix == NULL)
    return;
  present = wrong != NULL ? g_strdup (wrong->text)
                          : gs_format_float (gs_matrix_get (self->matrix, self->row, self->column));
  label = g_strdup_printf (_ ("Value of %s, row %" PRId64 ", column %" PRId64), self->name, self->row,
                           self->column);
  self->typed_over = text != NULL;
  gs_matrix_sheet_move (self, self->row, self->column, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->text), text != NULL ? text : present);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_visible (self->text, TRUE);
  gtk_text_grab_focus_without_selecting (GTK_TEXT (self->text));
  gtk_editable_set_position (GTK_EDITABLE (self->text), -1);
}

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, GsMatrixSheet *self)
{
  gint64 down = 0, right = 0;

  switch (key)
    {
    case GDK_KEY_Escape:
      end (self, FALSE);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      down = (state & GDK_SHIFT_MASK) != 0 ? -1 : 1;
      break;
    case GDK_KEY_Down:
      down = 1;
      break;
    case GDK_KEY_Up:
      down = -1;
      break;
    case GDK_KEY_Tab:
      right = 1;
      break;
    case GDK_KEY_ISO_Left_Tab:
      right = -1;
      break;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (!self->typed_over)
        return FALSE;
      right = key == GDK_KEY_Right ? 1 : -1;
      break;
    default:
      return FALSE;
    }
  end (self, TRUE);
  gs_matrix_sheet_move (self, self->row + down, self->column + right, FALSE);
  return TRUE;
}

static void
leave_cb (GtkEventControllerFocus *focus, GsMatrixSheet *self)
{
  gs_matrix_sheet_commit (self);
}

void
gs_matrix_sheet_add_typing (GsMatrixSheet *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->text = gtk_text_new ();
  gtk_editable_set_alignment (GTK_EDITABLE (self->text), 0);
  gtk_text_set_input_purpose (GTK_TEXT (self->text), GTK_INPUT_PURPOSE_NUMBER);
  gtk_widget_add_css_class (self->text, "cell");
  gtk_widget_set_visible (self->text, FALSE);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (self->text, keys);
  g_signal_connect (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (self->text, focus);
}
