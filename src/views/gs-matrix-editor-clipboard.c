/* Ranges of the sheet to and from the clipboard, and cells emptied. */
#include "gs-matrix-editor-private.h"

#include <glib/gi18n-lib.h>

#include "gs-export.h"
#include "gs-matrix-reader.h"

/* More elements than this are not put on the clipboard as text. */
#define MAX_COPIED (G_GINT64_CONSTANT (1) << 22)

/* More than these are written in another thread. */
#define MAX_AT_ONCE (G_GINT64_CONSTANT (1) << 16)

static void
put_text (GsMatrixEditor *self, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
write_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, gs_export_delimited (data, '\t'), g_free);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GsMatrixEditor *self = GS_MATRIX_EDITOR (source);
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  put_text (self, text);
  /* Unless its window was closed meanwhile. */
  if (self->sheet != NULL)
    gs_matrix_editor_say (self, NULL, _ ("Copied."));
}

/* Takes @part. */
static void
put_matrix (GsMatrixEditor *self, GsMatrix *part)
{
  if (gs_matrix_elements (part) <= MAX_AT_ONCE)
    {
      g_autofree char *text = gs_export_delimited (part, '\t');

      put_text (self, text);
      gs_matrix_unref (part);
    }
  else
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, written_cb, NULL);

      gs_matrix_editor_say (self, NULL, _ ("Copying…"));
      g_task_set_task_data (task, part, (GDestroyNotify)gs_matrix_unref);
      g_task_run_in_thread (task, write_thread);
    }
}

static gboolean
copy (GsMatrixEditor *self, const GsRange *range)
{
  g_autoptr (GError) error = NULL;
  GsMatrix *part;

  if (range->n_rows > MAX_COPIED / range->n_columns)
    {
      gs_matrix_editor_say (
          self, _ ("More than 4 194 304 values are too many for the clipboard; copy a part."), NULL);
      return FALSE;
    }
  part = gs_matrix_edit_part (self->matrix, range, &error);
  if (part == NULL)
    {
      gs_matrix_editor_say (self, error->message, NULL);
      return FALSE;
    }
  put_matrix (self, part);
  return TRUE;
}

static void
copy_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);

  if (self != NULL)
    copy (self, &range);
}

/* Takes @name. */
static void
clear (GsMatrixEditor *self, const GsRange *range, char *name)
{
  GError *error = NULL;
  GsMatrix *edited = gs_matrix_edit_fill (self->matrix, range, 0.0f, &error);

  gs_matrix_editor_take (self, edited, gs_cell_texts_fill (gs_matrix_editor_get_texts (self), range), name,
                         error);
}

static void
cut_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);

  if (self != NULL && copy (self, &range))
    clear (self, &range, gs_matrix_editor_name_change (self, _ ("Cut from %s")));
}

static void
clear_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);

  if (self != NULL)
    clear (self, &range, gs_matrix_editor_name_change (self, _ ("Clear Cells of %s")));
}

/* What was selected when the pasting began, as far as the matrix still has it. */
static GsRange
get_target (GsMatrixEditor *self)
{
  GsRange range = self->target;

  range.row = MIN (range.row, self->matrix->m - 1);
  range.column = MIN (range.column, self->matrix->n - 1);
  range.n_rows = MIN (range.n_rows, self->matrix->m - range.row);
  range.n_columns = MIN (range.n_columns, self->matrix->n - range.column);
  return range;
}

/* A single number fills the whole range; a block goes to its upper left. */
static void
paste (GsMatrixEditor *self, const GsMatrix *block, const char *notice)
{
  GsRange range = get_target (self);
  GError *error = NULL;
  GsMatrix *edited;

  if (gs_matrix_elements (block) == 1)
    edited = gs_matrix_edit_fill (self->matrix, &range, block->data[0], &error);
  else
    {
      range.n_rows = block->m;
      range.n_columns = block->n;
      edited = gs_matrix_edit_paste (self->matrix, range.row, range.column, block, &error);
    }
  if (!gs_matrix_editor_take (self, edited, gs_cell_texts_fill (gs_matrix_editor_get_texts (self), &range),
                              gs_matrix_editor_name_change (self, _ ("Paste into %s")), error))
    return;
  gs_matrix_sheet_select (self->sheet, &range);
  gs_matrix_editor_say (self, NULL, notice);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsMatrixEditor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) block = NULL;
  GsImportInfo info = { 0 };

  block = gs_matrix_read_finish (result, &info, &error);
  /* A reading that was stopped, or overtaken by another, says nothing. */
  if (g_task_get_cancellable (G_TASK (result)) == self->reading && self->matrix != NULL)
    {
      g_clear_object (&self->reading);
      if (block != NULL && gs_matrix_elements (block) > 0)
        {
          gs_matrix_editor_forget_pasted (self);
          paste (self, block, info.notice);
        }
      else if (gs_matrix_read_asks_decimal (result))
        {
          self->asking = TRUE;
          gs_matrix_editor_say (self, error->message, NULL);
          gs_matrix_editor_show_question (self);
        }
      else
        {
          gs_matrix_editor_forget_pasted (self);
          gs_matrix_editor_say (
              self, error != NULL ? error->message : _ ("What was copied holds no numbers."), NULL);
        }
    }
  gs_import_info_clear (&info);
}

void
gs_matrix_editor_read_pasted (GsMatrixEditor *self, GsDecimal decimal)
{
  g_return_if_fail (self->pasted != NULL);

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  self->reading = g_cancellable_new ();
  gs_matrix_read_text_async (self->pasted, decimal, self->reading, read_cb, g_object_ref (self));
}

void
gs_matrix_editor_forget_pasted (GsMatrixEditor *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->pasted, g_free);
  self->asking = FALSE;
}

static void
text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsMatrixEditor) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  GsRange range;

  /* Its window was closed meanwhile. */
  if (self->sheet == NULL || gs_matrix_editor_begin (GTK_WIDGET (self), &range) == NULL)
    return;
  if (text == NULL || *text == '\0')
    {
      gs_matrix_editor_say (self, _ ("The clipboard holds no text; copy the values first."), NULL);
      return;
    }
  gs_matrix_editor_forget_pasted (self);
  self->target = range;
  self->pasted = g_steal_pointer (&text);
  gs_matrix_editor_read_pasted (self, GS_DECIMAL_AUTO);
}

static void
paste_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, text_cb, g_object_ref (widget));
}

void
gs_matrix_editor_install_clipboard (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "edit.copy", NULL, copy_cb);
  gtk_widget_class_install_action (klass, "edit.cut", NULL, cut_cb);
  gtk_widget_class_install_action (klass, "edit.paste", NULL, paste_cb);
  gtk_widget_class_install_action (klass, "edit.clear", NULL, clear_cb);
}
