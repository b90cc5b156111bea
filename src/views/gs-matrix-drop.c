#include "gs-matrix-drop.h"

#include <glib/gi18n-lib.h>

static void
response_cb (GtkNativeDialog *dialog, int response, GsMatrixCard *card)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file != NULL)
    gs_matrix_card_open_file (card, file);
  gtk_native_dialog_destroy (dialog);
}

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const patterns[] = { "*.npy", "*.npz", "*.csv", "*.tsv", "*.mtx", "*.txt" };
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr (GtkFileChooserNative) chooser = gtk_file_chooser_native_new (
      _ ("Open Matrix"), GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  g_autoptr (GtkFileFilter) matrices = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (matrices, _ ("Matrices"));
  for (gsize i = 0; i < G_N_ELEMENTS (patterns); i++)
    gtk_file_filter_add_pattern (matrices, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), matrices);
  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), all);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (response_cb), widget, 0);
  /* Kept by the card until the next one. */
  g_object_set_data_full (G_OBJECT (widget), "gs-chooser", g_object_ref (chooser), g_object_unref);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
paste_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsImportWindow *window = gs_matrix_card_begin_import (GS_MATRIX_CARD (widget));

  gs_import_window_read_clipboard (window, gtk_widget_get_clipboard (widget));
  gtk_window_present (GTK_WINDOW (window));
}

void
gs_matrix_drop_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "matrix.open", NULL, open_cb);
  gtk_widget_class_install_action (klass, "matrix.paste", NULL, paste_cb);
}

/* A picture dragged out of this program is no matrix for it: it comes as a file. */
static gboolean
accept_cb (GtkDropTarget *target, GdkDrop *drop, GsMatrixCard *card)
{
  g_autoptr (GdkContentFormats) formats
      = gdk_content_formats_union_deserialize_gtypes (gdk_content_formats_ref (gdk_drop_get_formats (drop)));

  if (gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST))
    return gdk_drop_get_drag (drop) == NULL;
  return gdk_content_formats_contain_gtype (formats, G_TYPE_STRING);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, GsMatrixCard *card)
{
  GSList *files = G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST) ? g_value_get_boxed (value) : NULL;
  GsImportWindow *window;

  if (files == NULL && !G_VALUE_HOLDS_STRING (value))
    return FALSE;
  window = gs_matrix_card_begin_import (card);
  if (files != NULL)
    gs_import_window_read_files (window, files);
  else
    gs_import_window_read_text (window, g_value_get_string (value));
  gtk_window_present (GTK_WINDOW (window));
  return TRUE;
}

void
gs_matrix_drop_add (GsMatrixCard *card)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), card);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), card);
  gtk_widget_add_controller (GTK_WIDGET (card), GTK_EVENT_CONTROLLER (target));
}
