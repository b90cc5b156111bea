#include "gs-view-painting.h"

#include "gs-view-style.h"

/* What belongs to a texture. */
#define SURFACE_KEY "gs-surface"
#define DRAWING_KEY "gs-drawing"

void
gs_view_painting_init (GsViewPainting *self, GtkWidget *widget, GsViewPaintFunc paint, gpointer data)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && paint != NULL);

  *self = (GsViewPainting){ .widget = widget, .paint = paint, .data = data };
}

void
gs_view_painting_clear (GsViewPainting *self)
{
  g_clear_handle_id (&self->paint_id, g_source_remove);
  g_clear_object (&self->texture);
}

/* In device pixels; NULL when the size is 0. */
static GdkTexture *
render (GsViewPainting *self, const GsFigureStyle *style)
{
  const int width_px = (int)(style->width * style->scale);
  const int height_px = (int)(style->height * style->scale);
  cairo_surface_t *surface;
  cairo_t *cr;
  GdkTexture *texture;
  g_autoptr (GBytes) bytes = NULL;
  int stride;

  if (width_px <= 0 || height_px <= 0)
    return NULL;

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width_px, height_px);
  cairo_surface_set_device_scale (surface, style->scale, style->scale);
  cr = cairo_create (surface);
  self->paint (cr, style, self->data);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize)stride * height_px,
                                      (GDestroyNotify)cairo_surface_destroy, surface);
  texture = gdk_memory_texture_new (width_px, height_px, GDK_MEMORY_DEFAULT, bytes, stride);
  /* Lives as long as the bytes, which are its own. */
  g_object_set_data (G_OBJECT (texture), SURFACE_KEY, surface);
  return texture;
}

static void
paint (GsViewPainting *self, const GsFigureStyle *style)
{
  g_clear_handle_id (&self->paint_id, g_source_remove);
  g_clear_object (&self->texture);
  self->texture = render (self, style);
  self->style = *style;
  self->outdated = FALSE;
}

/* GTK 4.8 without OpenGL converts all pixels of a texture to floating point and back for each
 * frame, which takes a third of it; a drawing with the same pixels is copied as it is. */
static GskRenderNode *
get_drawing (GdkTexture *texture, const graphene_rect_t *bounds)
{
  GskRenderNode *node = g_object_get_data (G_OBJECT (texture), DRAWING_KEY);
  cairo_t *cr;

  if (node != NULL)
    return node;
  node = gsk_cairo_node_new (bounds);
  cr = gsk_cairo_node_get_draw_context (node);
  cairo_set_source_surface (cr, g_object_get_data (G_OBJECT (texture), SURFACE_KEY), 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  g_object_set_data_full (G_OBJECT (texture), DRAWING_KEY, node, (GDestroyNotify)gsk_render_node_unref);
  return node;
}

static void
append (GsViewPainting *self, GtkSnapshot *snapshot)
{
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, self->style.width, self->style.height);
  GtkNative *native = gtk_widget_get_native (self->widget);

  if (native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native)))
    gtk_snapshot_append_node (snapshot, get_drawing (self->texture, &bounds));
  else
    gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
}

static gboolean
paint_cb (gpointer data)
{
  GsViewPainting *self = data;
  GsFigureStyle style;

  self->paint_id = 0;
  gs_view_style_init (&style, self->widget);
  paint (self, &style);
  gtk_widget_queue_draw (self->widget);
  return G_SOURCE_REMOVE;
}

void
gs_view_painting_drop (GsViewPainting *self)
{
  gs_view_painting_clear (self);
  gtk_widget_queue_draw (self->widget);
}

void
gs_view_painting_renew (GsViewPainting *self)
{
  self->outdated = TRUE;
  gtk_widget_queue_draw (self->widget);
}

gboolean
gs_view_painting_snapshot (GsViewPainting *self, GtkSnapshot *snapshot, const GsFigureStyle *style)
{
  const gboolean outdated = self->outdated || !gs_view_style_equal (style, &self->style);

  if (self->texture == NULL)
    paint (self, style);
  else if (outdated && self->paint_id == 0)
    /* Before the next frame. */
    self->paint_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, paint_cb, self, NULL);
  if (self->texture == NULL)
    return FALSE;
  if (!outdated || self->paint_id == 0)
    {
      append (self, snapshot);
      return TRUE;
    }
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, style->width, style->height));
  append (self, snapshot);
  gtk_snapshot_pop (snapshot);
  return FALSE;
}
