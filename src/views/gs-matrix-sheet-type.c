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

/* The number in @text, with a @notice when float32 keeps another one. FALSE with a
 * sentence in @reason; @asks: whether it is a number once its comma is known. */
static gboolean
read_number (const char *text, GsDecimal decimal, float *value, char **notice, char **reason, gboolean *asks)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) matrix = NULL;
  g_autofree char *shown = gs_format_excerpt (text, GS_FORMAT_QUOTED_BYTES);
  GsImportInfo info;

  *asks = FALSE;
  if (gs_import_number (text, decimal, value, &info, &error))
    {
      *notice = g_steal_pointer (&info.notice);
      gs_import_info_clear (&info);
      return TRUE;
    }
  if (g_error_matches (error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS))
    {
      *asks = TRUE;
      *reason = g_strdup_printf (
          _ ("“%s” can be a number with a decimal comma or one with grouped digits; say what the comma is."),
          shown);
      return FALSE;
    }
  /* Numbers as programming languages write them, and what is more than one. */
  matrix = gs_import_text (text, -1, decimal, NULL, NULL);
  if (matrix != NULL && gs_matrix_elements (matrix) == 1)
    {
      *value = matrix->data[0];
      return TRUE;
    }
  *reason = g_strdup_printf (
      matrix != NULL ? _ ("“%s” is more than one number; a cell holds one. Paste it to fill several.")
                     : _ ("“%s” is not a number; type one such as 1.5 or -2e3."),
      shown);
  return FALSE;
}

/* Gives what was typed to the owner. FALSE when it is no number. */
static gboolean
take (GsMatrixSheet *self, const char *text, GsDecimal decimal)
{
  g_autofree char *reason = NULL;
  g_autofree char *notice = NULL;
  gboolean asks;
  float value = 0;

  if (read_number (text, decimal, &value, &notice, &reason, &asks))
    g_signal_emit_by_name (self, "typed", self->row, self->column, (double)value, notice);
  else
    g_signal_emit_by_name (self, "mistyped", self->row, self->column, text);
  return reason == NULL;
}

/* Ends typing; @with_text: with what was typed. FALSE when that is no number: one
 * stays in the cell to see why. */
static gboolean
end (GsMatrixSheet *self, gboolean with_text)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->text)));
  const gboolean had_focus = gtk_widget_has_focus (self->text);
  gboolean taken = TRUE;

  gtk_widget_set_visible (self->text, FALSE);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
  if (with_text && *g_strstrip (text) != '\0')
    taken = take (self, text, GS_DECIMAL_AUTO);
  gs_matrix_sheet_move (self, self->row, self->column, FALSE);
  return taken;
}

char *
gs_matrix_sheet_dup_reason (GsMatrixSheet *self, gboolean *asks)
{
  const char *text;
  g_autofree char *notice = NULL;
  char *reason = NULL;
  gboolean unused;
  float value;

  g_return_val_if_fail (GS_IS_MATRIX_SHEET (self), NULL);

  if (asks == NULL)
    asks = &unused;
  *asks = FALSE;
  text = gs_cell_texts_find (self->texts, self->row, self->column);
  if (text != NULL)
    read_number (text, GS_DECIMAL_AUTO, &value, &notice, &reason, asks);
  return reason;
}

void
gs_matrix_sheet_take_text (GsMatrixSheet *self, GsDecimal decimal)
{
  g_autofree char *text = NULL;

  g_return_if_fail (GS_IS_MATRIX_SHEET (self));

  text = g_strdup (gs_cell_texts_find (self->texts, self->row, self->column));
  if (text != NULL)
    take (self, text, decimal);
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
  const char *wrong = gs_cell_texts_find (self->texts, self->row, self->column);
  g_autofree char *present = NULL;
  g_autofree char *label = NULL;

  if (self->matrix == NULL)
    return;
  present = wrong != NULL ? g_strdup (wrong)
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
  gint64 down = 0, right = 0, along = 0;

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
    case GDK_KEY_ISO_Left_Tab:
      /* That goes out of the sheet, which takes what was typed as it goes. */
      if ((state & GDK_CONTROL_MASK) != 0)
        return FALSE;
      along = key == GDK_KEY_Tab ? 1 : -1;
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
  if (!end (self, TRUE))
    return TRUE;
  if (along != 0)
    gs_matrix_sheet_move_along (self, along);
  else
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
