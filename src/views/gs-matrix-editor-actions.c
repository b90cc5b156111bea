#include "gs-matrix-editor-private.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-import.h"

/* Takes what gs_matrix_editor_take() takes. The keyboard goes on in the sheet, and
 * not on the button whose menu was open. */
static void
finish (GsMatrixEditor *self, GsMatrix *edited, GsCellTexts *texts, char *name, GError *error)
{
  gs_matrix_editor_take (self, edited, texts, name, error);
  gtk_widget_grab_focus (GTK_WIDGET (self->sheet));
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
      g_autofree char *shown = gs_format_excerpt (text, GS_FORMAT_QUOTED_BYTES);

      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("“%s” is not one number; type the value to fill with, for example 0.5."), shown);
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
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);
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
  finish (self, edited, gs_cell_texts_fill (gs_matrix_editor_get_texts (self), &range),
          gs_matrix_editor_name_change (self, _ ("Fill %s")), error);
}

static void
insert_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *where = g_variant_get_string (parameter, NULL);
  const gboolean rows = g_str_equal (where, "above") || g_str_equal (where, "below");
  const GsAxis axis = rows ? GS_AXIS_ROWS : GS_AXIS_COLUMNS;
  const gboolean after = g_str_equal (where, "below") || g_str_equal (where, "right");
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;
  gint64 at, n;

  if (self == NULL)
    return;
  n = rows ? range.n_rows : range.n_columns;
  at = (rows ? range.row : range.column) + (after ? n : 0);
  edited = gs_matrix_edit_insert (self->matrix, axis, at, n, &error);
  finish (self, edited, gs_cell_texts_insert (gs_matrix_editor_get_texts (self), axis, at, n),
          gs_matrix_editor_name_change (self, rows ? _ ("Insert Rows in %s") : _ ("Insert Columns in %s")),
          error);
}

static void
delete_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const gboolean rows = g_str_equal (g_variant_get_string (parameter, NULL), "rows");
  const GsAxis axis = rows ? GS_AXIS_ROWS : GS_AXIS_COLUMNS;
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;
  gint64 at, n;

  if (self == NULL)
    return;
  at = rows ? range.row : range.column;
  n = rows ? range.n_rows : range.n_columns;
  edited = gs_matrix_edit_delete (self->matrix, axis, at, n, &error);
  finish (self, edited, gs_cell_texts_delete (gs_matrix_editor_get_texts (self), axis, at, n),
          gs_matrix_editor_name_change (self, rows ? _ ("Delete Rows of %s") : _ ("Delete Columns of %s")),
          error);
}

static void
transpose_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;

  if (self == NULL)
    return;
  edited = gs_matrix_edit_transpose (self->matrix, &error);
  finish (self, edited, gs_cell_texts_transpose (gs_matrix_editor_get_texts (self)),
          gs_matrix_editor_name_change (self, _ ("Transpose %s")), error);
}

static void
resize_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsRange range;
  GsMatrixEditor *self = gs_matrix_editor_begin (widget, &range);
  GError *error = NULL;
  GsMatrix *edited;
  gint64 m, n;

  if (self == NULL)
    return;
  gtk_spin_button_update (self->rows_spin);
  gtk_spin_button_update (self->columns_spin);
  m = (gint64)gtk_spin_button_get_value (self->rows_spin);
  n = (gint64)gtk_spin_button_get_value (self->columns_spin);
  edited = gs_matrix_edit_resize (self->matrix, m, n, &error);
  finish (self, edited, gs_cell_texts_resize (gs_matrix_editor_get_texts (self), m, n),
          gs_matrix_editor_name_change (self, _ ("Resize %s")), error);
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
    { "edit.fill", "s", fill_cb },      { "edit.insert", "s", insert_cb },
    { "edit.delete", "s", delete_cb },  { "edit.transpose", NULL, transpose_cb },
    { "edit.resize", NULL, resize_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (klass, actions[i].name, actions[i].type, actions[i].activate);
}
