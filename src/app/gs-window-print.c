#include "gs-window-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "gs-picture-content.h"

#define ICON_WIDTH_PX 160

/* Paper: one point of a figure is one of the page; a caption says what it is. */
static void
draw_page_cb (GtkPrintOperation *operation, GtkPrintContext *context, int page, GsWindow *self)
{
  GsFigureInput input;
  GsFigureStyle style;

  if (!gs_page_get_figure (gs_window_get_page (self), &input))
    return;
  gs_figure_style_init (&style);
  style.width = (int)gtk_print_context_get_width (context);
  style.height = (int)MIN (gtk_print_context_get_height (context), style.width * 0.75);
  style.caption = TRUE;
  gs_figure_paint (&input, &style, gtk_print_context_get_cairo_context (context));
}

static void
done_cb (GtkPrintOperation *operation, GtkPrintOperationResult result, GsWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (operation, &error);
  gs_window_complain (self, error->message);
}

static void
print_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsWindow *self = GS_WINDOW (widget);
  g_autoptr (GtkPrintOperation) operation = NULL;
  g_autofree char *title = NULL;
  GsFigureInput input;

  if (!gs_page_get_figure (gs_window_get_page (self), &input))
    {
      gs_window_say_no_picture (self, _ ("There is nothing to print yet."));
      return;
    }
  title = gs_figure_title (&input);
  operation = gtk_print_operation_new ();
  gtk_print_operation_set_n_pages (operation, 1);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_job_name (operation, title);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  g_signal_connect (operation, "draw-page", G_CALLBACK (draw_page_cb), self);
  g_signal_connect (operation, "done", G_CALLBACK (done_cb), self);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (self), NULL);
}

GdkContentProvider *
gs_window_get_picture (GsWindow *self, GFile *file, GError **error)
{
  GsFigureInput input;
  GsFigureStyle style;

  g_return_val_if_fail (GS_IS_WINDOW (self), NULL);

  if (!gs_page_get_figure (gs_window_get_page (self), &input) || !gs_figure_input_check (&input, error))
    return NULL;
  gs_figure_style_init (&style);
  style.scale = 2;
  return gs_picture_content_new (&input, &style, file);
}

/* File managers and office programs take a file, not bytes: one per window, in a
 * folder of its own, overwritten by the next drag and gone with the window. */
static GFile *
get_dragged_file (GsWindow *self)
{
  g_autoptr (GFile) folder = NULL;
  g_autofree char *name = NULL;
  GsFigureInput input;

  if (!gs_page_get_figure (gs_window_get_page (self), &input))
    return NULL;
  if (self->drag_folder == NULL)
    self->drag_folder = g_dir_make_tmp ("gridscope-XXXXXX", NULL);
  if (self->drag_folder == NULL)
    return NULL;
  folder = g_file_new_for_path (self->drag_folder);
  name = g_strconcat (gs_figure_kind_nick (input.kind), ".png", NULL);
  return g_file_get_child (folder, name);
}

/* The picture made small, under the pointer. */
static void
set_icon (GtkDragSource *drag, const GsFigureInput *input)
{
  GsFigureStyle style;
  cairo_surface_t *small;
  cairo_t *cr;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  int height, stride;

  gs_figure_style_init (&style);
  height = (int)(ICON_WIDTH_PX * style.height / style.width);
  small = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ICON_WIDTH_PX, height);
  stride = cairo_image_surface_get_stride (small);
  cr = cairo_create (small);
  cairo_scale (cr, ICON_WIDTH_PX / style.width, ICON_WIDTH_PX / style.width);
  gs_figure_paint (input, &style, cr);
  cairo_destroy (cr);
  cairo_surface_flush (small);
  bytes = g_bytes_new (cairo_image_surface_get_data (small), (gsize)stride * (gsize)height);
  cairo_surface_destroy (small);
  texture = gdk_memory_texture_new (ICON_WIDTH_PX, height, GDK_MEMORY_DEFAULT, bytes, (gsize)stride);
  gtk_drag_source_set_icon (drag, GDK_PAINTABLE (texture), ICON_WIDTH_PX / 2, height / 2);
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, GsWindow *self)
{
  g_autoptr (GFile) file = get_dragged_file (self);
  GdkContentProvider *picture = gs_window_get_picture (self, file, NULL);
  GsFigureInput input;

  if (picture != NULL && gs_page_get_figure (gs_window_get_page (self), &input))
    set_icon (source, &input);
  return picture;
}

void
gs_window_print_install (GtkWidgetClass *klass)
{
  gtk_widget_class_install_action (klass, "win.print", NULL, print_cb);
  gtk_widget_class_bind_template_child (klass, GsWindow, picture_button);
}

void
gs_window_print_init (GsWindow *self)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  /* Before the button takes the press for a click. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (source), GTK_PHASE_CAPTURE);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), self);
  gtk_widget_add_controller (self->picture_button, GTK_EVENT_CONTROLLER (source));
}

void
gs_window_print_dispose (GsWindow *self)
{
  g_autoptr (GDir) folder = self->drag_folder != NULL ? g_dir_open (self->drag_folder, 0, NULL) : NULL;
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->drag_folder, name, NULL);

      g_unlink (path);
    }
  if (self->drag_folder != NULL)
    g_rmdir (self->drag_folder);
  g_clear_pointer (&self->drag_folder, g_free);
}
