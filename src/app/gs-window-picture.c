#include "gs-window-picture.h"

#include "gs-window-private.h"

/* Behind everything that draws, lays out, highlights or validates. */
#define WHEN_ALL_IS_DONE (G_PRIORITY_LOW + 100)

typedef struct
{
  GsWindow *window;
  char *path;
  GsWindowPictureFunc func;
  gpointer data;
  GdkFrameClock *clock;
  GdkTexture *last; /* the frame before; NULL: none yet */
  gulong handler;
  guint idle_id;
} Picture;

/* A frame belongs to whoever manages windows; where nobody does, GTK draws a thick one. */
static void
take_frame_off (GtkWidget *widget)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (
      provider, "window.solid-csd { margin: 0; padding: 0; border: none; box-shadow: none; }", -1);
  gtk_style_context_add_provider_for_display (gtk_widget_get_display (widget), GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
}

static GdkTexture *
render (GsWindow *window)
{
  GtkWidget *widget = GTK_WIDGET (window);
  const int scale = gtk_widget_get_scale_factor (widget);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  gtk_snapshot_scale (snapshot, (float)scale, (float)scale);
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  return node != NULL ? gsk_renderer_render_texture (
             gtk_native_get_renderer (GTK_NATIVE (window)), node,
             &GRAPHENE_RECT_INIT (0, 0, (float)(gtk_widget_get_width (widget) * scale),
                                  (float)(gtk_widget_get_height (widget) * scale)))
                      : NULL;
}

static gboolean
same_pixels (GdkTexture *a, GdkTexture *b)
{
  const int width = gdk_texture_get_width (a), height = gdk_texture_get_height (a);
  const gsize stride = (gsize)width * 4, size = stride * (gsize)height;
  g_autofree guchar *pixels_a = NULL, *pixels_b = NULL;

  if (gdk_texture_get_width (b) != width || gdk_texture_get_height (b) != height)
    return FALSE;
  pixels_a = g_malloc (size);
  pixels_b = g_malloc (size);
  gdk_texture_download (a, pixels_a, stride);
  gdk_texture_download (b, pixels_b, stride);
  return memcmp (pixels_a, pixels_b, size) == 0;
}

static void
finish (Picture *self)
{
  g_autoptr (GError) error = NULL;

  if (!gdk_texture_save_to_png (self->last, self->path))
    g_set_error (&error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s cannot be written; name another place.",
                 self->path);
  g_signal_handler_disconnect (self->clock, self->handler);
  self->func (self->window, error, self->data);
  g_object_unref (self->clock);
  g_object_unref (self->last);
  g_object_unref (self->window);
  g_free (self->path);
  g_free (self);
}

static gboolean
look_cb (gpointer data)
{
  Picture *self = data;
  g_autoptr (GdkTexture) now = NULL;

  self->idle_id = 0;
  if (gtk_window_is_active (GTK_WINDOW (self->window)) && !gs_window_is_busy (self->window))
    now = render (self->window);
  if (now != NULL && self->last != NULL && same_pixels (now, self->last))
    {
      finish (self);
      return G_SOURCE_REMOVE;
    }
  g_set_object (&self->last, now);
  gtk_widget_queue_draw (GTK_WIDGET (self->window));
  return G_SOURCE_REMOVE;
}

static void
painted_cb (GdkFrameClock *clock, Picture *self)
{
  if (self->idle_id == 0)
    self->idle_id = g_idle_add_full (WHEN_ALL_IS_DONE, look_cb, self, NULL);
}

void
gs_window_picture_write (GsWindow *window, const char *path, GsWindowPictureFunc func, gpointer data)
{
  Picture *self = g_new0 (Picture, 1);

  g_return_if_fail (GS_IS_WINDOW (window));

  /* No mark on the widget that keys would go to. */
  gtk_window_set_focus_visible (GTK_WINDOW (window), FALSE);
  take_frame_off (GTK_WIDGET (window));
  gtk_widget_realize (GTK_WIDGET (window));
  self->window = g_object_ref (window);
  self->path = g_strdup (path);
  self->func = func;
  self->data = data;
  self->clock = g_object_ref (gtk_widget_get_frame_clock (GTK_WIDGET (window)));
  self->handler = g_signal_connect (self->clock, "after-paint", G_CALLBACK (painted_cb), self);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_queue_draw (GTK_WIDGET (window));
}
