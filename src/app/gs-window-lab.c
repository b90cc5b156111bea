#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-sweep-file.h"

static void
export_response_cb (GtkNativeDialog *dialog, int response, GsWindow *self)
{
  g_autoptr (GFile) file
      = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  const GsSweep *sweep = gs_sweeper_get_sweep (self->sweeper);
  g_autoptr (GError) error = NULL;

  gtk_native_dialog_hide (dialog);
  if (file == NULL || sweep == NULL)
    return;
  gs_window_toast (self, gs_sweep_save (sweep, file, &error) ? _ ("Sweep exported.") : error->message);
}

static void
export_sweep_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autofree char *file_name = g_strdup_printf ("sweep.%s", g_variant_get_string (parameter, NULL));
  const GsSweep *sweep = gs_sweeper_get_sweep (self->sweeper);

  if (sweep == NULL || sweep->series->len == 0)
    {
      gs_window_toast (self, _ ("There is no sweep to export yet: start one first."));
      return;
    }
  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (_ ("Export Sweep"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), file_name);
  g_signal_connect (self->chooser, "response", G_CALLBACK (export_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

void
gs_window_lab_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.export-sweep", "s", export_sweep_cb);
}

void
gs_window_lab_init (GsWindow *self)
{
  self->sweeper = gs_sweeper_new ();
  gs_crossover_page_set_up (self->crossover_page, self->experiment, self->sweeper);
}

void
gs_window_lab_dispose (GsWindow *self)
{
  if (self->sweeper != NULL)
    g_signal_handlers_disconnect_by_data (self->sweeper, self);
  g_clear_object (&self->sweeper);
}
