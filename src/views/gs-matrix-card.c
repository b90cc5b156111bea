#include "gs-matrix-card.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-count-spin.h"
#include "gs-decimal-choice.h"
#include "gs-export.h"
#include "gs-format.h"
#include "gs-matrix-drop.h"
#include "gs-matrix-reader.h"
#include "gs-operand-text.h"
#include "gs-spec-edit.h"
#include "gs-spec-input.h"
#include "gs-typed-input.h"

/* Values above this number are not put into the text editor. */
#define MAX_TYPED 4096

/* How long after the last key an unfinished literal is called wrong. */
#define PATIENCE_MS 500

struct _GsMatrixCard
{
  GsSpecGroup parent_instance;

  int operand;
  GsSource *shown; /* what text and generator show; NULL at first */
  gboolean updating;
  guint patience_id;
  GCancellable *reading; /* of the reading under way; NULL: none */
  GFile *file;           /* what is being read; NULL: the text of the editor */
  GsDecimal decimal;     /* what was said about the comma */

  GtkLabel *name_label, *summary_label;
  GtkToggleButton *edit_button;
  GtkActionable *cells_button, *texts_button;
  GtkDropDown *kind_drop;
  GtkSpinButton *seed_spin;
  GtkWidget *text_window;
  GtkTextView *text_view;
  GtkLabel *texts_label, *error_label, *notice_label;
  GsDecimalChoice *decimal_choice;
};

G_DEFINE_FINAL_TYPE (GsMatrixCard, gs_matrix_card, GS_TYPE_SPEC_GROUP)

enum
{
  PROP_0,
  PROP_OPERAND,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static const char *
get_name (GsMatrixCard *self)
{
  return self->operand == 0 ? "A" : "B";
}

static void
show_summary (GsMatrixCard *self, const GsSpec *spec)
{
  g_autofree char *summary = gs_operand_text (spec, self->operand);

  gtk_label_set_text (self->summary_label, summary);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->summary_label), summary);
}

static void
show_text (GsMatrixCard *self, const GsSource *source)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  g_autofree char *text = NULL;

  if (source->kind != GS_SOURCE_VALUES)
    return;
  if (gs_matrix_elements (source->values) <= MAX_TYPED)
    text = gs_export_literal (source->values);
  gtk_text_buffer_set_text (buffer, text != NULL ? text : "", -1);
}

/* What is wrong with the text in the editor; NULL: nothing. @sentence stands beside it,
 * and by its name where it is spoken of from elsewhere. */
static void
set_wrong (GsMatrixCard *self, const char *sentence)
{
  /* Translators: A or B, what is wrong. */
  g_autofree char *named
      = sentence != NULL ? g_strdup_printf (_ ("Values of %s: %s"), get_name (self), sentence) : NULL;

  gs_typed_input_set_wrong (GTK_WIDGET (self->text_view), named);
  gs_spec_input_show_error (self->error_label, NULL, sentence);
}

/* Editor and generator show @source, unless it came from them. */
static void
show_source (GsMatrixCard *self, GsSource *source)
{
  if (self->shown != NULL && gs_source_equal (self->shown, source))
    return;

  g_clear_pointer (&self->shown, gs_source_unref);
  self->shown = gs_source_ref (source);
  gtk_drop_down_set_selected (self->kind_drop, source->kind);
  gtk_spin_button_set_value (self->seed_spin, (double)source->seed);
  show_text (self, source);
  set_wrong (self, NULL);
}

static void
show_fields (GsMatrixCard *self)
{
  const guint kind = gtk_drop_down_get_selected (self->kind_drop);

  gtk_widget_set_visible (GTK_WIDGET (self->seed_spin), kind == GS_SOURCE_RANDOM || kind == GS_SOURCE_NORMAL);
  gtk_widget_set_visible (self->text_window, kind == GS_SOURCE_VALUES);
}

/* What was typed into cells and is no number, folded out or not. */
static void
show_texts (GsMatrixCard *self, const GsCellTexts *texts)
{
  g_autofree char *sentence = gs_cell_texts_describe (texts, get_name (self));

  gtk_label_set_text (self->texts_label, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->texts_button), sentence != NULL);
}

static void
gs_matrix_card_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsMatrixCard *self = GS_MATRIX_CARD (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);
  GsSource *source = self->operand == 0 ? spec->a : spec->b;
  const gboolean was_updating = self->updating;

  self->updating = TRUE;
  show_summary (self, spec);
  show_source (self, source);
  show_texts (self, gs_experiment_get_texts (experiment, self->operand));
  show_fields (self);
  self->updating = was_updating;
}

static void
change_source (GsMatrixCard *self, GsSource *source)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), get_name (self));
  GsSpec *spec = gs_spec_input_begin (experiment);

  g_clear_pointer (&self->shown, gs_source_unref);
  self->shown = gs_source_ref (source);
  gs_spec_edit_source (spec, self->operand, source);
  gs_experiment_change_joined (experiment, spec, name);
}

static gboolean
lose_patience_cb (gpointer data)
{
  GsMatrixCard *self = data;

  self->patience_id = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), gtk_label_get_text (self->error_label)[0] != '\0');
  return G_SOURCE_REMOVE;
}

/* Says what is wrong, but lets a half-typed literal be finished first. */
static void
show_error_later (GsMatrixCard *self, const char *sentence)
{
  const gboolean shown = gtk_widget_get_visible (GTK_WIDGET (self->error_label));

  set_wrong (self, sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), shown);
  g_clear_handle_id (&self->patience_id, g_source_remove);
  self->patience_id = g_timeout_add (PATIENCE_MS, lose_patience_cb, self);
}

static void
take_matrix (GsMatrixCard *self, GsMatrix *matrix, const char *label, const GsImportInfo *info)
{
  g_autoptr (GsSource) source = gs_source_new_values (matrix, label);

  g_clear_handle_id (&self->patience_id, g_source_remove);
  set_wrong (self, NULL);
  gtk_label_set_text (self->notice_label, info->notice != NULL ? info->notice : "");
  gtk_widget_set_visible (GTK_WIDGET (self->notice_label), info->notice != NULL);
  change_source (self, source);
}

/* Stops a reading that has not come to its end. */
static void
end_reading (GsMatrixCard *self)
{
  if (self->reading == NULL)
    return;
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  gs_experiment_end_values (gs_spec_group_get_experiment (GS_SPEC_GROUP (self)));
}

static void
take_file (GsMatrixCard *self, GsMatrix *matrix, const GsImportInfo *info)
{
  g_autofree char *name = g_file_get_basename (self->file);

  take_matrix (self, matrix, name, info);
  /* Shown, not typed: that would make it a change of its own, without the name. */
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->kind_drop, GS_SOURCE_VALUES);
  show_text (self, self->shown);
  show_fields (self);
  self->updating = FALSE;
}

static void
fail_reading (GsMatrixCard *self, const GError *error, gboolean asks_decimal)
{
  if (self->file == NULL)
    {
      g_autofree char *sentence = gs_whole_sentence (error->message);

      if (asks_decimal)
        gs_decimal_choice_ask (self->decimal_choice);
      show_error_later (self, sentence);
    }
  else if (asks_decimal)
    {
      GsImportWindow *window = gs_matrix_card_begin_import (self);

      gs_import_window_read_file (window, self->file);
      gtk_window_present (GTK_WINDOW (window));
    }
  else
    {
      gs_spec_input_show_error (self->error_label, NULL, error->message);
      gtk_toggle_button_set_active (self->edit_button, TRUE);
    }
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsMatrixCard) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) matrix = NULL;
  GsImportInfo info = { 0 };

  matrix = gs_matrix_read_finish (result, &info, &error);
  /* A reading that was stopped, or overtaken by another, says nothing. */
  if (g_task_get_cancellable (G_TASK (result)) == self->reading)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->decimal_choice), FALSE);
      if (matrix == NULL)
        fail_reading (self, error, gs_matrix_read_asks_decimal (result));
      else if (self->file != NULL)
        take_file (self, matrix, &info);
      else
        take_matrix (self, matrix, NULL, &info);
      /* Last: who waited for it finds the values there, or what is wrong with them. */
      end_reading (self);
    }
  gs_import_info_clear (&info);
}

/* Reads self->file, or else the text of the editor. */
static void
read_again (GsMatrixCard *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text_view);
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  end_reading (self);
  self->reading = g_cancellable_new ();
  gs_experiment_begin_values (gs_spec_group_get_experiment (GS_SPEC_GROUP (self)));
  if (self->file != NULL)
    {
      gs_matrix_read_file_async (self->file, NULL, GS_DECIMAL_AUTO, self->reading, read_cb,
                                 g_object_ref (self));
      return;
    }
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  if (*g_strstrip (text) == '\0')
    {
      end_reading (self);
      self->decimal = GS_DECIMAL_AUTO;
      gtk_widget_set_visible (GTK_WIDGET (self->decimal_choice), FALSE);
      show_error_later (self, _ ("Type values, for example [1 2; 3 4]."));
      return;
    }
  gs_matrix_read_text_async (text, self->decimal, self->reading, read_cb, g_object_ref (self));
}

static void
text_changed_cb (GtkTextBuffer *buffer, GsMatrixCard *self)
{
  if (self->updating || gs_spec_group_get_experiment (GS_SPEC_GROUP (self)) == NULL)
    return;
  g_clear_object (&self->file);
  read_again (self);
}

static void
decimal_cb (GsDecimalChoice *choice, int decimal, GsMatrixCard *self)
{
  self->decimal = decimal;
  read_again (self);
}

static void
kind_cb (GtkDropDown *drop, GParamSpec *pspec, GsMatrixCard *self)
{
  const guint kind = gtk_drop_down_get_selected (drop);
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  g_autoptr (GsSource) source = NULL;

  if (self->updating || experiment == NULL || kind > GS_SOURCE_VALUES)
    return;
  show_fields (self);
  end_reading (self);
  if (kind != GS_SOURCE_VALUES)
    {
      set_wrong (self, NULL);
      source = gs_source_new_generator (kind, (guint64)gtk_spin_button_get_value (self->seed_spin));
      change_source (self, source);
      return;
    }

  /* Typing starts from the values that are there, when they can be read at all. */
  if (self->shown->kind != GS_SOURCE_VALUES)
    {
      g_autofree char *text = gs_operand_literal (gs_experiment_get_spec (experiment), self->operand);

      if (text != NULL)
        gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text_view), text, -1);
      else
        read_again (self); /* what was typed there before, if anything */
    }
  gtk_widget_grab_focus (GTK_WIDGET (self->text_view));
}

static void
seed_cb (GtkSpinButton *spin, GsMatrixCard *self)
{
  const guint kind = gtk_drop_down_get_selected (self->kind_drop);
  g_autoptr (GsSource) source = NULL;

  if (self->updating || (kind != GS_SOURCE_RANDOM && kind != GS_SOURCE_NORMAL))
    return;
  source = gs_source_new_generator (kind, (guint64)gtk_spin_button_get_value (spin));
  change_source (self, source);
}

static void
restore_text (GtkWidget *input, gpointer data)
{
  GsMatrixCard *self = data;

  end_reading (self);
  g_clear_object (&self->file);
  g_clear_handle_id (&self->patience_id, g_source_remove);
  self->updating = TRUE;
  gtk_drop_down_set_selected (self->kind_drop, self->shown->kind);
  show_text (self, self->shown);
  show_fields (self);
  self->updating = FALSE;
  set_wrong (self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->decimal_choice), FALSE);
}

static void
unfold (GtkWidget *input, gpointer data)
{
  gtk_toggle_button_set_active (GS_MATRIX_CARD (data)->edit_button, TRUE);
}

static void
gs_matrix_card_constructed (GObject *object)
{
  GsMatrixCard *self = GS_MATRIX_CARD (object);
  g_autofree char *edit = g_strdup_printf (_ ("Edit %s"), get_name (self));
  g_autofree char *values = g_strdup_printf (_ ("Values of %s"), get_name (self));
  g_autofree char *content = g_strdup_printf (_ ("Content of %s"), get_name (self));

  G_OBJECT_CLASS (gs_matrix_card_parent_class)->constructed (object);

  gtk_label_set_text (self->name_label, get_name (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->edit_button), edit);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->edit_button), GTK_ACCESSIBLE_PROPERTY_LABEL, edit,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text_view), GTK_ACCESSIBLE_PROPERTY_LABEL, values,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kind_drop), GTK_ACCESSIBLE_PROPERTY_LABEL, content,
                                  -1);
  gtk_actionable_set_action_target (self->cells_button, "i", self->operand);
  gtk_actionable_set_action_target (self->texts_button, "i", self->operand);
  gs_matrix_drop_add (self);
}

static void
gs_matrix_card_dispose (GObject *object)
{
  GsMatrixCard *self = GS_MATRIX_CARD (object);

  g_clear_handle_id (&self->patience_id, g_source_remove);
  end_reading (self);
  g_clear_object (&self->file);
  g_clear_pointer (&self->shown, gs_source_unref);
  self->updating = TRUE;

  G_OBJECT_CLASS (gs_matrix_card_parent_class)->dispose (object);
}

static void
gs_matrix_card_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GsMatrixCard *self = GS_MATRIX_CARD (object);

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
gs_matrix_card_class_init (GsMatrixCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gs_matrix_card_constructed;
  object_class->dispose = gs_matrix_card_dispose;
  object_class->set_property = gs_matrix_card_set_property;
  GS_SPEC_GROUP_CLASS (klass)->update = gs_matrix_card_update;

  props[PROP_OPERAND] = g_param_spec_int ("operand", NULL, NULL, 0, 1, 0,
                                          G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);

  g_type_ensure (GS_TYPE_DECIMAL_CHOICE);
  gs_matrix_drop_install (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-matrix-card.ui");
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, name_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, summary_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, edit_button);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, cells_button);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, texts_button);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, texts_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, kind_drop);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, seed_spin);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, text_window);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, text_view);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, error_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, notice_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatrixCard, decimal_choice);
  gtk_widget_class_bind_template_callback (widget_class, decimal_cb);
  gtk_widget_class_bind_template_callback (widget_class, kind_cb);
  gtk_widget_class_bind_template_callback (widget_class, seed_cb);
}

static void
gs_matrix_card_init (GsMatrixCard *self)
{
  static const GsTypedInputFuncs funcs = { .restore = restore_text, .reveal = unfold };

  gtk_widget_init_template (GTK_WIDGET (self));
  gs_typed_input_init (GTK_WIDGET (self->text_view), NULL, &funcs, self);
  gs_count_spin_init (self->seed_spin, _ ("Seed"), self->error_label);
  g_signal_connect (gtk_text_view_get_buffer (self->text_view), "changed", G_CALLBACK (text_changed_cb),
                    self);
}

void
gs_matrix_card_open_file (GsMatrixCard *self, GFile *file)
{
  g_return_if_fail (GS_IS_MATRIX_CARD (self));
  g_return_if_fail (G_IS_FILE (file));

  g_set_object (&self->file, file);
  read_again (self);
}

GsImportWindow *
gs_matrix_card_begin_import (GsMatrixCard *self)
{
  g_return_val_if_fail (GS_IS_MATRIX_CARD (self), NULL);

  return gs_import_window_new (GTK_WIDGET (self), gs_spec_group_get_experiment (GS_SPEC_GROUP (self)),
                               self->operand);
}
