#include "gs-window-private.h"

#include "gs-import-window.h"

/* Values that were dropped or pasted where neither A nor B was meant, one window
 * after the other. */

static void next_import (GsWindow *self);

static void
destroy_cb (GtkWidget *window, GsWindow *self)
{
  self->import_window = NULL;
  if (!gtk_widget_in_destruction (GTK_WIDGET (self)))
    next_import (self);
}

static void
another_file_cb (GsImportWindow *window, GFile *file, GsWindow *self)
{
  gs_window_import_file (self, file);
}

/* The first file is meant for A, a second one for B. */
static GsImportWindow *
begin_import (GsWindow *self)
{
  GsImportWindow *window = gs_import_window_new (GTK_WIDGET (self), self->experiment, self->n_imports++ % 2);

  self->import_window = GTK_WIDGET (window);
  g_signal_connect_object (window, "destroy", G_CALLBACK (destroy_cb), self, 0);
  g_signal_connect_object (window, "another-file", G_CALLBACK (another_file_cb), self, 0);
  return window;
}

static void
next_import (GsWindow *self)
{
  g_autoptr (GFile) file = g_queue_pop_head (&self->imports);
  GsImportWindow *window;

  if (file == NULL)
    {
      self->n_imports = 0;
      return;
    }
  window = begin_import (self);
  gs_import_window_read_file (window, file);
  gtk_window_present (GTK_WINDOW (window));
}

void
gs_window_import_file (GsWindow *self, GFile *file)
{
  g_queue_push_tail (&self->imports, g_object_ref (file));
  if (self->import_window == NULL)
    next_import (self);
}

static void
paste_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  GsImportWindow *window;

  if (self->import_window != NULL)
    return;
  window = begin_import (self);
  gs_import_window_read_clipboard (window, gtk_widget_get_clipboard (widget));
  gtk_window_present (GTK_WINDOW (window));
}

/* A picture dragged out of this window is no matrix for it. */
static gboolean
accept_cb (GtkDropTarget *target, GdkDrop *drop, GsWindow *self)
{
  g_autoptr (GdkContentFormats) formats = NULL;

  if (gdk_drop_get_drag (drop) != NULL)
    return FALSE;
  formats
      = gdk_content_formats_union_deserialize_gtypes (gdk_content_formats_ref (gdk_drop_get_formats (drop)));
  return gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST)
         || gdk_content_formats_contain_gtype (formats, G_TYPE_STRING);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, GsWindow *self)
{
  GsImportWindow *window;

  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    {
      for (GSList *at = g_value_get_boxed (value); at != NULL; at = at->next)
        gs_window_open_file (self, at->data);
      return TRUE;
    }
  if (!G_VALUE_HOLDS_STRING (value) || self->import_window != NULL)
    return FALSE;
  window = begin_import (self);
  gs_import_window_read_text (window, g_value_get_string (value));
  gtk_window_present (GTK_WINDOW (window));
  return TRUE;
}

void
gs_window_import_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.paste", NULL, paste_cb);
  /* Not an accelerator: text that is being edited takes this key first. */
  gtk_widget_class_add_binding_action (klass, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste", NULL);
}

void
gs_window_import_init (GsWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "accept", G_CALLBACK (accept_cb), self);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->overlay), GTK_EVENT_CONTROLLER (target));
}

void
gs_window_import_dispose (GsWindow *self)
{
  g_queue_clear_full (&self->imports, g_object_unref);
}
