#include "gs-matrix-editor-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-format.h"
#include "gs-matrix-maker.h"
#include "gs-spec-input.h"

/* Elements that are made at once, within some twenty milliseconds; more are made in another
 * thread. */
#define AT_ONCE (1 << 18)

G_DEFINE_FINAL_TYPE (GsMatrixEditor, gs_matrix_editor, GS_TYPE_SPEC_GROUP)

enum
{
  PROP_0,
  PROP_OPERAND,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

const char *
gs_matrix_editor_get_name (GsMatrixEditor *self)
{
  return self->operand == 0 ? "A" : "B";
}

void
gs_matrix_editor_say (GsMatrixEditor *self, const char *wrong, const char *notice)
{
  g_autofree char *sentence = wrong != NULL ? gs_whole_sentence (wrong) : NULL;

  gs_spec_input_show_error (self->error_label, NULL, sentence);
  gtk_label_set_text (self->notice_label, notice != NULL ? notice : "");
  gtk_widget_set_visible (GTK_WIDGET (self->notice_label), notice != NULL);
}

GsCellTexts *
gs_matrix_editor_get_texts (GsMatrixEditor *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));

  return experiment != NULL ? gs_experiment_get_texts (experiment, self->operand) : NULL;
}

GsMatrixEditor *
gs_matrix_editor_begin (GtkWidget *widget, GsRange *range)
{
  GsMatrixEditor *self = GS_MATRIX_EDITOR (widget);

  if (self->matrix == NULL)
    return NULL;
  gs_matrix_sheet_commit (self->sheet);
  gs_matrix_sheet_get_range (self->sheet, range);
  return self;
}

gboolean
gs_matrix_editor_take (GsMatrixEditor *self, GsMatrix *matrix, GsCellTexts *texts, char *name, GError *error)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  g_autoptr (GsMatrix) owned = matrix;
  g_autofree char *owned_name = name;

  if (matrix == NULL || experiment == NULL)
    {
      gs_matrix_editor_say (self, error != NULL ? error->message : NULL, NULL);
      g_clear_error (&error);
      gs_cell_texts_unref (texts);
      return FALSE;
    }
  g_autoptr (GsSource) source = gs_source_new_values (matrix, NULL);
  GsSpec *spec = gs_spec_input_begin (experiment);

  gs_matrix_editor_say (self, NULL, NULL);
  gs_spec_edit_source (spec, self->operand, source);
  gs_experiment_change_cells (experiment, spec, self->operand, texts, name);
  return TRUE;
}

void
gs_matrix_editor_show_question (GsMatrixEditor *self)
{
  g_autofree char *reason = NULL;
  gboolean asks = self->asking;

  if (!asks)
    reason = gs_matrix_sheet_dup_reason (self->sheet, &asks);
  if (!asks)
    gtk_widget_set_visible (GTK_WIDGET (self->decimal_choice), FALSE);
  else if (!gtk_widget_get_visible (GTK_WIDGET (self->decimal_choice)))
    gs_decimal_choice_ask (self->decimal_choice);
}

static void
decimal_cb (GsDecimalChoice *choice, int decimal, GsMatrixEditor *self)
{
  gtk_widget_set_visible (GTK_WIDGET (choice), FALSE);
  if (self->pasted != NULL)
    gs_matrix_editor_read_pasted (self, decimal);
  else
    gs_matrix_sheet_take_text (self->sheet, decimal);
  gtk_widget_grab_focus (GTK_WIDGET (self->sheet));
}

static void
stop_making (GsMatrixEditor *self)
{
  if (self->making != NULL)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
}

static void
show_nothing (GsMatrixEditor *self, const char *why)
{
  stop_making (self);
  g_clear_pointer (&self->shown, gs_source_unref);
  g_clear_pointer (&self->matrix, gs_matrix_unref);
  gtk_label_set_text (self->empty_label, why);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  gtk_widget_set_sensitive (self->bar, FALSE);
}

static void
show_size (GsMatrixEditor *self, gint64 rows, gint64 columns)
{
  gtk_spin_button_set_value (self->rows_spin, (double)rows);
  gtk_spin_button_set_value (self->columns_spin, (double)columns);
}

static void
show_matrix (GsMatrixEditor *self)
{
  show_size (self, self->matrix->m, self->matrix->n);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "sheet");
  gtk_widget_set_sensitive (self->bar, TRUE);
}

static void
show_cells (GsMatrixEditor *self)
{
  gs_matrix_sheet_set_matrix (self->sheet, gs_matrix_editor_get_name (self), self->matrix,
                              gs_matrix_editor_get_texts (self));
}

/* @matrix: taken. */
static void
show_values (GsMatrixEditor *self, GsMatrix *matrix)
{
  g_clear_pointer (&self->matrix, gs_matrix_unref);
  g_clear_pointer (&self->refusal, g_free);
  self->matrix = matrix;
  gs_matrix_editor_forget_pasted (self);
  show_matrix (self);
  show_cells (self);
}

static void
made_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  GsMatrixEditor *self = data;
  g_autoptr (GError) error = NULL;
  GsMatrix *matrix = gs_matrix_make_finish (result, &error);

  /* Something else is to be shown by now, or the editor is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->making);
  if (matrix == NULL)
    {
      show_nothing (self, error->message);
      return;
    }
  show_values (self, matrix);
  if (self->focus_waits)
    gs_matrix_editor_focus (self);
}

/* The sheet comes when they are there. */
static void
make_values (GsMatrixEditor *self, GsSource *source, gint64 rows, gint64 columns)
{
  g_autofree char *rows_text = gs_format_count (rows);
  g_autofree char *columns_text = gs_format_count (columns);
  /* Translators: the size of a matrix. */
  g_autofree char *waiting = g_strdup_printf (_ ("Making %s × %s values…"), rows_text, columns_text);

  show_nothing (self, waiting);
  show_size (self, rows, columns);
  self->shown = gs_source_ref (source);
  self->made_rows = rows;
  self->made_columns = columns;
  self->making = g_cancellable_new ();
  /* No reference: the editor of a closed window would live, and its values be made, to the end. */
  gs_matrix_make_async (source, rows, columns, self->making, made_cb, self);
}

/* Whether these are the values that are shown, or soon will be. */
static gboolean
is_shown (GsMatrixEditor *self, const GsSource *source, gint64 rows, gint64 columns)
{
  if (self->shown == NULL || !gs_source_equal (self->shown, source))
    return FALSE;
  return self->making != NULL ? self->made_rows == rows && self->made_columns == columns
                              : self->matrix->m == rows && self->matrix->n == columns;
}

static void
gs_matrix_editor_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsMatrixEditor *self = GS_MATRIX_EDITOR (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);
  GsSource *source = self->operand == 0 ? spec->a : spec->b;
  g_autoptr (GError) error = NULL;
  GsMatrix *matrix;
  gint64 rows, columns;

  gs_spec_operand_size (spec, self->operand, &rows, &columns);
  if (source->kind == GS_SOURCE_VALUES)
    {
      rows = source->values->m;
      columns = source->values->n;
    }
  if (is_shown (self, source, rows, columns))
    {
      if (self->making == NULL)
        show_cells (self);
      return;
    }
  if (rows <= 0 || columns <= 0)
    {
      show_nothing (self, _ ("There are no elements to edit."));
      return;
    }
  if (source->kind != GS_SOURCE_VALUES && columns > AT_ONCE / rows)
    {
      make_values (self, source, rows, columns);
      return;
    }
  matrix = gs_source_realise (source, rows, columns, &error);
  if (matrix == NULL)
    {
      show_nothing (self, error->message);
      return;
    }
  stop_making (self);
  g_clear_pointer (&self->shown, gs_source_unref);
  self->shown = gs_source_ref (source);
  show_values (self, matrix);
}

static void
typed_cb (
    GsMatrixSheet *sheet, gint64 row, gint64 column, double value, const char *notice, GsMatrixEditor *self)
{
  GsCellTexts *texts = gs_matrix_editor_get_texts (self);
  GError *error = NULL;
  GsMatrix *edited;
  float present, typed = (float)value;

  if (self->matrix == NULL)
    return;
  /* The same value again is no change of a typed matrix; −0 is not the same as 0. */
  present = gs_matrix_get (self->matrix, row, column);
  if (self->shown->kind != GS_SOURCE_VALUES || memcmp (&present, &typed, sizeof present) != 0
      || gs_cell_texts_find (texts, row, column) != NULL)
    {
      edited = gs_matrix_edit_cell (self->matrix, row, column, typed, &error);
      g_free (self->refusal);
      self->refusal = edited == NULL ? gs_whole_sentence (error->message) : NULL;
      gs_matrix_editor_take (self, edited, gs_cell_texts_put (texts, row, column, NULL),
                             gs_matrix_editor_name_change (self, _ ("Edit %s")), error);
    }
  if (notice != NULL)
    gs_matrix_editor_say (self, NULL, notice);
}

static void
mistyped_cb (GsMatrixSheet *sheet, gint64 row, gint64 column, const char *text, GsMatrixEditor *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  g_autofree char *name = gs_matrix_editor_name_change (self, _ ("Edit %s"));

  if (experiment != NULL)
    gs_experiment_change_cells (experiment, NULL, self->operand,
                                gs_cell_texts_put (gs_matrix_editor_get_texts (self), row, column, text),
                                name);
}

static void
moved_cb (GsMatrixSheet *sheet, GsMatrixEditor *self)
{
  g_autofree char *number = NULL;
  g_autofree char *value = NULL;
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  gint64 row, column;
  GsRange range;

  gs_matrix_sheet_get_cursor (sheet, &row, &column);
  gs_matrix_sheet_get_range (sheet, &range);
  number = gs_format_float (gs_matrix_get (self->matrix, row, column));
  value = gs_format_minus (number);
  if (range.n_rows * range.n_columns > 1)
    text = g_strdup_printf (_ ("%" PRId64 " × %" PRId64 " selected from row %" PRId64 ", column %" PRId64),
                            range.n_rows, range.n_columns, range.row, range.column);
  else
    text = g_strdup_printf (_ ("%s[%" PRId64 ", %" PRId64 "] = %s"), gs_matrix_editor_get_name (self), row,
                            column, value);
  gtk_label_set_text (self->cell_label, text);
  if (!self->asking)
    {
      reason = gs_matrix_sheet_dup_reason (sheet, NULL);
      gs_spec_input_show_error (self->error_label, NULL, reason != NULL ? reason : self->refusal);
    }
  gs_matrix_editor_show_question (self);
}

static void
gs_matrix_editor_dispose (GObject *object)
{
  GsMatrixEditor *self = GS_MATRIX_EDITOR (object);

  stop_making (self);
  gs_matrix_editor_forget_pasted (self);
  g_clear_pointer (&self->shown, gs_source_unref);
  g_clear_pointer (&self->refusal, g_free);

  G_OBJECT_CLASS (gs_matrix_editor_parent_class)->dispose (object);
}

static void
gs_matrix_editor_finalize (GObject *object)
{
  g_clear_pointer (&GS_MATRIX_EDITOR (object)->matrix, gs_matrix_unref);

  G_OBJECT_CLASS (gs_matrix_editor_parent_class)->finalize (object);
}

static void
gs_matrix_editor_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GsMatrixEditor *self = GS_MATRIX_EDITOR (object);

  switch (prop_id)
    {
    case PROP_OPERAND:
      self->operand = g_value_get_int (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_matrix_editor_class_init (GsMatrixEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gs_matrix_editor_dispose;
  object_class->finalize = gs_matrix_editor_finalize;
  object_class->set_property = gs_matrix_editor_set_property;
  GS_SPEC_GROUP_CLASS (klass)->update = gs_matrix_editor_update;

  props[PROP_OPERAND] = g_param_spec_int ("operand", NULL, NULL, 0, 1, 0,
                                          G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  g_type_ensure (GS_TYPE_DECIMAL_CHOICE);
  g_type_ensure (GS_TYPE_MATRIX_SHEET);
  gs_matrix_editor_install_actions (widget_class);
  gs_matrix_editor_install_clipboard (widget_class);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "spec.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "spec.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_y, GDK_CONTROL_MASK, "spec.redo", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-matrix-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, sheet);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, stack);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, bar);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, cell_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, error_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, notice_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, empty_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, rows_spin);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, columns_spin);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, seed_spin);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, value_entry);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixEditor, decimal_choice);
  gtk_widget_class_bind_template_callback (widget_class, decimal_cb);
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, mistyped_cb);
  gtk_widget_class_bind_template_callback (widget_class, moved_cb);
}

static void
gs_matrix_editor_init (GsMatrixEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
gs_matrix_editor_new (int operand)
{
  return g_object_new (GS_TYPE_MATRIX_EDITOR, "operand", operand, NULL);
}

void
gs_matrix_editor_focus (GsMatrixEditor *self)
{
  g_return_if_fail (GS_IS_MATRIX_EDITOR (self));

  self->focus_waits = self->making != NULL;
  if (!self->focus_waits)
    gtk_widget_grab_focus (GTK_WIDGET (self->sheet));
}

void
gs_matrix_editor_commit (GsMatrixEditor *self)
{
  g_return_if_fail (GS_IS_MATRIX_EDITOR (self));

  gs_matrix_sheet_commit (self->sheet);
}
