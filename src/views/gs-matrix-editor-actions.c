#include "gs-matrix-editor-private.h"

#include <glib/gi18n-lib.h>

#include "gs-export.h"
#include "gs-import.h"

/* More elements than this are not put on the clipboard as text. */
#define MAX_COPIED (G_GINT64_CONSTANT (1) << 22)

/* The editor when it has something to edit. */
static GsMatrixEditor *
begin (GtkWidget *widget, GsRange *range)
{
  GsMatrixEditor *self = GS_MATRIX_EDITOR (widget);

  if (self->matrix == NULL)
    return NULL;
  gs_matrix_sheet_commit (self->sheet);
  gs_matrix_sheet_get_range (self->sheet, range);
  return self;
}

/* @format with the operand's name, as the name of a change. A macro, so that the
 * compiler sees the format. */
#define name_change(self, format) g_strdup_printf (format, gs_matrix_editor_get_name (self))

static gboolean
copy (GsMatrixEditor *self, const GsRange *range)
{
  g_autoptr (GsMatrix) part = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

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
  text = gs_export_delimited (part, '\t');
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  return TRUE;
}

static void
copy_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);

  if (self != NULL)
    copy (self, &range);
}

/* Takes @name. */
static void
clear (GsMatrixEditor *self, const GsRange *range, char *name)
{
  GError *error = NULL;
  GsMatrix *edited = gs_matrix_edit_fill (self->matrix, range, 0.0f, &error);

  gs_matrix_editor_take (self, edited, name, error);
}

static void
cut_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);

  if (self != NULL && copy (self, &range))
    clear (self, &range, name_change (self, _ ("Cut from %s")));
}

static void
clear_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);

  if (self != NULL)
    clear (self, &range, name_change (self, _ ("Clear Cells of %s")));
}

/* A single number fills the whole range; a block goes to its upper left. */
static GsMatrix *
paste (GsMatrixEditor *self, const GsMatrix *block, GsRange *range, GError **error)
{
  if (gs_matrix_elements (block) == 1)
    return gs_matrix_edit_fill (self->matrix, range, block->data[0], error);
  range->n_rows = block->m;
  range->n_columns = block->n;
  return gs_matrix_edit_paste (self->matrix, range->row, range->column, block, error);
}

static void
text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsMatrixEditor) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  g_autoptr (GsMatrix) block = NULL;
  GsImportInfo info = { 0 };
  GsRange range;
  GError *error = NULL;

  if (text == NULL || begin (GTK_WIDGET (self), &range) == NULL)
    return;
  block = gs_import_text (text, -1, GS_DECIMAL_AUTO, &info, &error);
  if (block == NULL || gs_matrix_elements (block) == 0)
    gs_matrix_editor_say (self, error != NULL ? error->message : _ ("What was copied holds no numbers."),
                          NULL);
  else
    {
      GsMatrix *edited = paste (self, block, &range, &error);
      const gboolean done = edited != NULL;

      gs_matrix_editor_take (self, edited, name_change (self, _ ("Paste into %s")), g_steal_pointer (&error));
      if (done)
        {
          gs_matrix_sheet_select (self->sheet, &range);
          gs_matrix_editor_say (self, NULL, info.notice);
        }
    }
  g_clear_error (&error);
  gs_import_info_clear (&info);
}

static void
paste_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, text_cb, g_object_ref (widget));
}

static GsMatrix *
fill_constant (GsMatrixEditor *self, const GsRange *range, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->value_entry));
  g_autoptr (GsMatrix) value = gs_import_text (text, -1, GS_DECIMAL_AUTO, NULL, error);

  if (value == NULL)
    return NULL;
  if (gs_matrix_elements (value) != 1)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("“%s” is not one number; type the value to fill with, for example 0.5."), text);
      return NULL;
    }
  return gs_matrix_edit_fill (self->matrix, range, value->data[0], error);
}

static void
fill_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *word = g_variant_get_string (parameter, NULL);
  const guint64 seed = (guint64)gtk_spin_button_get_value (GS_MATRIX_EDITOR (widget)->seed_spin);
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);
  g_autoptr (GsSource) source = NULL;
  GError *error = NULL;
  GsMatrix *edited;

  if (self == NULL)
    return;
  if (g_str_equal (word, "constant"))
    edited = fill_constant (self, &range, &error);
  else
    {
      g_autoptr (GsSource) kind = gs_source_parse_generator (word, NULL);

      g_return_if_fail (kind != NULL);
      source = gs_source_new_generator (kind->kind, seed);
      edited = gs_matrix_edit_generate (self->matrix, &range, source, &error);
    }
  gs_matrix_editor_take (self, edited, name_change (self, _ ("Fill %s")), error);
}

static void
insert_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *where = g_variant_get_string (parameter, NULL);
  const gboolean rows = g_str_equal (where, "above") || g_str_equal (where, "below");
  const gboolean after = g_str_equal (where, "below") || g_str_equal (where, "right");
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;
  gint64 at, n;

  if (self == NULL)
    return;
  n = rows ? range.n_rows : range.n_columns;
  at = (rows ? range.row : range.column) + (after ? n : 0);
  edited = gs_matrix_edit_insert (self->matrix, rows ? GS_AXIS_ROWS : GS_AXIS_COLUMNS, at, n, &error);
  gs_matrix_editor_take (
      self, edited, name_change (self, rows ? _ ("Insert Rows in %s") : _ ("Insert Columns in %s")), error);
}

static void
delete_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const gboolean rows = g_str_equal (g_variant_get_string (parameter, NULL), "rows");
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;

  if (self == NULL)
    return;
  edited = rows
               ? gs_matrix_edit_delete (self->matrix, GS_AXIS_ROWS, range.row, range.n_rows, &error)
               : gs_matrix_edit_delete (self->matrix, GS_AXIS_COLUMNS, range.column, range.n_columns, &error);
  gs_matrix_editor_take (
      self, edited, name_change (self, rows ? _ ("Delete Rows of %s") : _ ("Delete Columns of %s")), error);
}

static void
transpose_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;

  if (self == NULL)
    return;
  edited = gs_matrix_edit_transpose (self->matrix, &error);
  gs_matrix_editor_take (self, edited, name_change (self, _ ("Transpose %s")), error);
}

static void
resize_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;

  if (self == NULL)
    return;
  gtk_spin_button_update (self->rows_spin);
  gtk_spin_button_update (self->columns_spin);
  edited = gs_matrix_edit_resize (self->matrix, (gint64)gtk_spin_button_get_value (self->rows_spin),
                                  (gint64)gtk_spin_button_get_value (self->columns_spin), &error);
  gs_matrix_editor_take (self, edited, name_change (self, _ ("Resize %s")), error);
}

void
gs_matrix_editor_install_actions (GtkWidgetClass *klass)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "edit.copy", NULL, copy_cb },     { "edit.cut", NULL, cut_cb },
    { "edit.paste", NULL, paste_cb },   { "edit.clear", NULL, clear_cb },
    { "edit.fill", "s", fill_cb },      { "edit.insert", "s", insert_cb },
    { "edit.delete", "s", delete_cb },  { "edit.transpose", NULL, transpose_cb },
    { "edit.resize", NULL, resize_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, actions[i].activate);
}
