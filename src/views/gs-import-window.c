#include "gs-import-window.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-decimal-choice.h"
#include "gs-format.h"
#include "gs-matrix-grid.h"
#include "gs-matrix-reader.h"
#include "gs-spec-edit.h"
#include "gs-spec-input.h"

struct _GsImportWindow
{
  AdwWindow parent_instance;

  GsExperiment *experiment;
  GFile *file; /* or text; neither while the clipboard is being read */
  char *text;
  char *array;          /* the one chosen; NULL: none yet */
  GsDecimal decimal;    /* what was said about the comma */
  GCancellable *cancel; /* of the reading under way; NULL: none */
  GsMatrix *matrix;     /* understood; NULL: not yet, or nothing */
  gboolean updating;
  char *left_out; /* the sentence about files that nobody reads; NULL: none */

  GtkLabel *size_label, *format_label, *error_label, *notice_label;
  GtkWidget *spinner, *array_box;
  GtkDropDown *array_drop;
  GsDecimalChoice *decimal_choice;
  GsMatrixGrid *grid;
  GtkWidget *buttons[2]; /* of A and B */
};

G_DEFINE_FINAL_TYPE (GsImportWindow, gs_import_window, ADW_TYPE_WINDOW)

enum
{
  ANOTHER_FILE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

/* Takes note of what float32 changes (NULL: nothing), and of files that are not read. */
static void
set_notice (GsImportWindow *self, const char *notice)
{
  g_autofree char *both = NULL;

  if (notice != NULL && self->left_out != NULL)
    both = g_strdup_printf ("%s\n%s", notice, self->left_out);
  set_label (self->notice_label, both != NULL ? both : notice != NULL ? notice : self->left_out);
}

static void
show_waiting (GsImportWindow *self, gboolean waiting)
{
  gtk_widget_set_visible (self->spinner, waiting);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), waiting);
  for (int i = 0; i < 2; i++)
    gtk_widget_set_sensitive (self->buttons[i], !waiting && self->matrix != NULL);
}

static void
say_wrong (GsImportWindow *self, const char *sentence)
{
  set_label (self->size_label, NULL);
  set_label (self->format_label, NULL);
  set_notice (self, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->grid), FALSE);
  set_label (self->error_label, sentence);
  show_waiting (self, FALSE);
  gs_announce (GTK_WIDGET (self), sentence);
}

/* Once, before what is read or wrong is said. */
static void
say_title (GsImportWindow *self)
{
  gs_announce_first (GTK_WINDOW (self), gtk_window_get_title (GTK_WINDOW (self)));
}

/* What stands above and below the values, which have no words of their own. */
static void
say_read (GsImportWindow *self)
{
  GtkLabel *const labels[] = { self->size_label, self->format_label, self->notice_label };
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (gtk_widget_get_visible (GTK_WIDGET (labels[i])))
      g_string_append_printf (words, words->len > 0 ? "; %s" : "%s", gtk_label_get_text (labels[i]));
  gs_announce (GTK_WIDGET (self), words->str);
}

static void
show_matrix (GsImportWindow *self, const GsImportInfo *info)
{
  g_autofree char *rows = gs_format_count (self->matrix->m);
  g_autofree char *columns = gs_format_count (self->matrix->n);
  /* Translators: rows and columns of a matrix. */
  g_autofree char *size = g_strdup_printf (_ ("%s × %s values"), rows, columns);

  set_label (self->size_label, size);
  set_label (self->format_label, info->format);
  set_label (self->error_label, NULL);
  set_notice (self, info->notice);
  gs_matrix_grid_show (self->grid, NULL, self->matrix, -1, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->grid), TRUE);
  show_waiting (self, FALSE);
  gtk_widget_grab_focus (gtk_window_get_default_widget (GTK_WINDOW (self)));
  say_read (self);
}

/* Fills the choice once: later readings of the same file change nothing in it. */
static gboolean
offer_arrays (GsImportWindow *self, const char *const *names)
{
  g_autoptr (GtkStringList) list = NULL;

  if (names == NULL || names[1] == NULL || gtk_widget_get_visible (self->array_box))
    return FALSE;
  list = gtk_string_list_new (names);
  self->updating = TRUE;
  gtk_drop_down_set_model (self->array_drop, G_LIST_MODEL (list));
  self->updating = FALSE;
  gtk_widget_set_visible (self->array_box, TRUE);
  return TRUE;
}

static void start_reading (GsImportWindow *self);

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsImportWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsMatrix) matrix = NULL;
  GsImportInfo info = { 0 };

  matrix = gs_matrix_read_finish (result, &info, &error);
  /* A reading that was stopped, or overtaken by another, says nothing. */
  if (g_task_get_cancellable (G_TASK (result)) == self->cancel)
    {
      g_clear_object (&self->cancel);
      self->matrix = g_steal_pointer (&matrix);
      if (self->array == NULL && offer_arrays (self, gs_matrix_read_get_arrays (result)))
        {
          self->array = g_strdup (gs_matrix_read_get_arrays (result)[0]);
          start_reading (self);
        }
      else if (self->matrix != NULL)
        show_matrix (self, &info);
      else
        {
          /* Of a file its name stands in front. */
          g_autofree char *sentence
              = self->file == NULL ? gs_whole_sentence (error->message) : g_strdup (error->message);

          /* What was chosen once stays to be seen and changed. */
          if (gs_matrix_read_asks_decimal (result)
              && !gtk_widget_get_visible (GTK_WIDGET (self->decimal_choice)))
            gs_decimal_choice_ask (self->decimal_choice);
          say_wrong (self, sentence);
        }
    }
  gs_import_info_clear (&info);
}

static void
start_reading (GsImportWindow *self)
{
  if (self->cancel != NULL)
    g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  self->cancel = g_cancellable_new ();
  g_clear_pointer (&self->matrix, gs_matrix_unref);
  show_waiting (self, TRUE);
  if (self->file != NULL)
    gs_matrix_read_file_async (self->file, self->array, self->decimal, self->cancel, read_cb,
                               g_object_ref (self));
  else
    gs_matrix_read_text_async (self->text, self->decimal, self->cancel, read_cb, g_object_ref (self));
}

static void
array_cb (GtkDropDown *drop, GParamSpec *pspec, GsImportWindow *self)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (drop);

  if (self->updating || item == NULL)
    return;
  g_free (self->array);
  self->array = g_strdup (gtk_string_object_get_string (item));
  start_reading (self);
}

static void
decimal_cb (GsDecimalChoice *choice, int decimal, GsImportWindow *self)
{
  self->decimal = decimal;
  start_reading (self);
}

static void
take_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GsImportWindow *self = GS_IMPORT_WINDOW (widget);
  const int operand = g_variant_get_int32 (parameter);
  const char *name = operand == 0 ? "A" : "B";
  g_autofree char *label = self->file != NULL ? g_file_get_basename (self->file) : NULL;
  g_autofree char *change = NULL;
  g_autoptr (GsSource) source = NULL;
  GsSpec *spec;

  if (self->matrix == NULL || self->experiment == NULL)
    return;
  /* Translators: a step of undo, as in "Read A from weights.npy" and "Paste A". */
  change = label != NULL ? g_strdup_printf (_ ("Read %s from %s"), name, label)
                         : g_strdup_printf (_ ("Paste %s"), name);
  source = gs_source_new_values (self->matrix, label);
  spec = gs_spec_input_begin (self->experiment);
  gs_spec_edit_source (spec, operand, source);
  gs_experiment_change (self->experiment, spec, change);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
gs_import_window_dispose (GObject *object)
{
  GsImportWindow *self = GS_IMPORT_WINDOW (object);

  if (self->cancel != NULL)
    g_cancellable_cancel (self->cancel);
  g_clear_object (&self->cancel);
  g_clear_object (&self->experiment);
  g_clear_object (&self->file);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->array, g_free);
  g_clear_pointer (&self->left_out, g_free);
  g_clear_pointer (&self->matrix, gs_matrix_unref);

  G_OBJECT_CLASS (gs_import_window_parent_class)->dispose (object);
}

static void
gs_import_window_class_init (GsImportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_import_window_dispose;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_WINDOW);

  signals[ANOTHER_FILE] = g_signal_new ("another-file", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  g_type_ensure (GS_TYPE_DECIMAL_CHOICE);
  g_type_ensure (GS_TYPE_MATRIX_GRID);
  gtk_widget_class_install_action (widget_class, "import.take", "i", take_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-import-window.ui");
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, size_label);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, format_label);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, error_label);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, notice_label);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, array_box);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, array_drop);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, decimal_choice);
  gtk_widget_class_bind_template_child (widget_class, GsImportWindow, grid);
  gtk_widget_class_bind_template_child_full (widget_class, "a_button", FALSE,
                                             G_STRUCT_OFFSET (GsImportWindow, buttons[0]));
  gtk_widget_class_bind_template_child_full (widget_class, "b_button", FALSE,
                                             G_STRUCT_OFFSET (GsImportWindow, buttons[1]));
  gtk_widget_class_bind_template_callback (widget_class, array_cb);
  gtk_widget_class_bind_template_callback (widget_class, decimal_cb);
}

static void
gs_import_window_init (GsImportWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GsImportWindow *
gs_import_window_new (GtkWidget *from, GsExperiment *experiment, int operand)
{
  GsImportWindow *self;

  g_return_val_if_fail (GTK_IS_WIDGET (from), NULL);
  g_return_val_if_fail (GS_IS_EXPERIMENT (experiment), NULL);
  g_return_val_if_fail (operand == 0 || operand == 1, NULL);

  self = g_object_new (GS_TYPE_IMPORT_WINDOW, "transient-for", gtk_widget_get_root (from), NULL);
  self->experiment = g_object_ref (experiment);
  gtk_widget_add_css_class (self->buttons[operand], "suggested-action");
  gtk_window_set_default_widget (GTK_WINDOW (self), self->buttons[operand]);
  show_waiting (self, TRUE);
  return self;
}

void
gs_import_window_read_file (GsImportWindow *self, GFile *file)
{
  g_autofree char *name = NULL;

  g_return_if_fail (GS_IS_IMPORT_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  name = g_file_get_basename (file);
  gtk_window_set_title (GTK_WINDOW (self), name);
  say_title (self);
  g_set_object (&self->file, file);
  start_reading (self);
}

void
gs_import_window_read_files (GsImportWindow *self, GSList *files)
{
  g_return_if_fail (GS_IS_IMPORT_WINDOW (self));
  g_return_if_fail (files != NULL);

  if (g_signal_has_handler_pending (self, signals[ANOTHER_FILE], 0, FALSE))
    {
      for (GSList *at = files->next; at != NULL; at = at->next)
        g_signal_emit (self, signals[ANOTHER_FILE], 0, at->data);
    }
  else if (files->next != NULL)
    {
      g_autofree char *count = gs_format_count (g_slist_length (files));

      self->left_out = g_strdup_printf (
          _ ("This is the first of %s files and the only one taken here; paste or drop them "
             "outside the cards of A and B to be asked about one after the other."),
          count);
    }
  gs_import_window_read_file (self, files->data);
}

void
gs_import_window_read_text (GsImportWindow *self, const char *text)
{
  g_return_if_fail (GS_IS_IMPORT_WINDOW (self));
  g_return_if_fail (text != NULL);

  g_free (self->text);
  self->text = g_strdup (text);
  say_title (self);
  start_reading (self);
}

static void
text_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsImportWindow) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (self->experiment == NULL)
    return; /* closed meanwhile */
  if (text != NULL && *text != '\0')
    {
      gs_import_window_read_text (self, text);
      return;
    }
  say_title (self);
  say_wrong (self, _ ("The clipboard holds no text and no file; copy the values first."));
}

static void
files_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsImportWindow) self = data;
  const GValue *value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, NULL);
  GSList *files = value != NULL ? g_value_get_boxed (value) : NULL;

  if (self->experiment == NULL)
    return;
  if (files != NULL)
    gs_import_window_read_files (self, files);
  else
    gdk_clipboard_read_text_async (GDK_CLIPBOARD (source), NULL, text_cb, g_object_ref (self));
}

void
gs_import_window_read_clipboard (GsImportWindow *self, GdkClipboard *clipboard)
{
  g_autoptr (GdkContentFormats) formats = NULL;

  g_return_if_fail (GS_IS_IMPORT_WINDOW (self));
  g_return_if_fail (GDK_IS_CLIPBOARD (clipboard));

  formats = gdk_content_formats_union_deserialize_gtypes (
      gdk_content_formats_ref (gdk_clipboard_get_formats (clipboard)));
  if (gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST))
    gdk_clipboard_read_value_async (clipboard, GDK_TYPE_FILE_LIST, G_PRIORITY_DEFAULT, NULL, files_cb,
                                    g_object_ref (self));
  else
    gdk_clipboard_read_text_async (clipboard, NULL, text_cb, g_object_ref (self));
}
