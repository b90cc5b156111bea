#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-export-figure.h"

static GtkFileChooserNative *
new_chooser (GsWindow *self, const char *title, GtkFileChooserAction action, const char *accept)
{
  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  return self->chooser;
}

static void
add_filter (GtkFileChooserNative *chooser, const char *name, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

static GFile *
take_file (GtkNativeDialog *dialog, int response)
{
  gtk_native_dialog_hide (dialog);
  return response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
}

static void
open_response_cb (GtkNativeDialog *dialog, int response, GsWindow *self)
{
  g_autoptr (GFile) file = take_file (dialog, response);

  if (file != NULL)
    gs_window_open_file (self, file);
}

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  GtkFileChooserNative *chooser = new_chooser (self, _ ("Open"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  add_filter (chooser, _ ("Sessions and matrices"),
              (const char *[]){ "*.gridscope", "*.json", "*.jsonl", "*.npy", "*.npz", "*.csv", "*.tsv",
                                "*.mtx", "*.txt", NULL });
  add_filter (chooser, _ ("All Files"), (const char *[]){ "*", NULL });
  g_signal_connect (chooser, "response", G_CALLBACK (open_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
save_response_cb (GtkNativeDialog *dialog, int response, GsWindow *self)
{
  g_autoptr (GFile) file = take_file (dialog, response);

  if (file != NULL)
    gs_window_save_session (self, file);
}

static void
save_as_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  GtkFileChooserNative *chooser
      = new_chooser (self, _ ("Save Session"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "session.gridscope");
  g_signal_connect (chooser, "response", G_CALLBACK (save_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
save_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (gs_window_session_has_file (GS_WINDOW (widget)))
    gs_window_save_session (GS_WINDOW (widget), NULL);
  else
    save_as_cb (widget, name, parameter);
}

static void
copy_picture_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkContentProvider) picture = gs_window_get_picture (self, NULL, &error);

  if (picture == NULL)
    {
      if (error != NULL)
        gs_window_complain (self, error->message);
      else
        gs_window_say_no_picture (self, _ ("There is nothing to copy yet."));
      return;
    }
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), picture);
  gs_window_toast (self, _ ("Picture copied."));
}

static void
copy_table_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autofree char *table = gs_page_get_table (gs_window_get_page (self));

  if (table == NULL)
    {
      gs_window_say_nothing (self, _ ("There is no table to copy yet."));
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), table);
  gs_window_toast (self, _ ("Table copied."));
}

static gboolean
write_picture (gpointer input, GFile *file, GCancellable *cancellable, GError **error)
{
  GsFigureStyle style;

  gs_figure_style_init (&style);
  style.scale = 2;
  style.caption = TRUE;
  return gs_export_figure_to_file (input, &style, file, cancellable, error);
}

static void
export_response_cb (GtkNativeDialog *dialog, int response, GsWindow *self)
{
  g_autoptr (GFile) file = take_file (dialog, response);
  GsFigureInput input;

  if (file == NULL || !gs_page_get_figure (gs_window_get_page (self), &input))
    return;
  gs_window_export (self,
                    gs_writing_new (write_picture, gs_figure_input_copy (&input),
                                    (GDestroyNotify)gs_figure_input_free, file),
                    _ ("Picture saved."));
}

static void
export_picture_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  GtkFileChooserNative *chooser;
  GsFigureInput input;
  g_autofree char *file_name = NULL;

  if (!gs_page_get_figure (gs_window_get_page (self), &input))
    {
      gs_window_say_no_picture (self, _ ("There is nothing to export yet."));
      return;
    }
  chooser = new_chooser (self, _ ("Export Picture"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"));
  file_name = g_strconcat (gs_figure_kind_nick (input.kind), ".png", NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), file_name);
  add_filter (chooser, _ ("PNG, SVG and PDF"), (const char *[]){ "*.png", "*.svg", "*.pdf", NULL });
  g_signal_connect (chooser, "response", G_CALLBACK (export_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

void
gs_window_files_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.open", NULL, open_cb);
  gtk_widget_class_install_action (klass, "win.save", NULL, save_cb);
  gtk_widget_class_install_action (klass, "win.save-as", NULL, save_as_cb);
  gtk_widget_class_install_action (klass, "win.copy-picture", NULL, copy_picture_cb);
  gtk_widget_class_install_action (klass, "win.copy-table", NULL, copy_table_cb);
  gtk_widget_class_install_action (klass, "win.export-picture", NULL, export_picture_cb);
}
