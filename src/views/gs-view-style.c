#include "gs-view-style.h"

#include <adwaita.h>

#include "gs-report-page.h"

/* What belongs to a texture. */
#define SURFACE_KEY "gs-surface"
#define DRAWING_KEY "gs-drawing"

/* Type of the presenter mode, in times of the normal one. */
#define PRESENTER_SCALE 1.6

/* A wish of the person, not of a window. */
static double text_scale = 1;

static gboolean
is_presented (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return root != NULL && gtk_widget_has_css_class (GTK_WIDGET (root), "presenter");
}

void
gs_view_style_init (GsFigureStyle *style, GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  PangoContext *context = gtk_widget_get_pango_context (widget);
  double resolution = pango_cairo_context_get_resolution (context);

  gs_figure_style_init (style);
  style->width = gtk_widget_get_width (widget);
  style->height = gtk_widget_get_height (widget);
  style->scale = gtk_widget_get_scale_factor (widget);
  style->transparent = TRUE;
  style->caption = FALSE;
  style->type_scale = resolution > 0 ? resolution / 96.0 : 1.0;
  style->type_scale *= text_scale;
  if (is_presented (widget))
    style->type_scale *= PRESENTER_SCALE;

  if (adw_style_manager_get_high_contrast (manager))
    style->theme = adw_style_manager_get_dark (manager) ? GS_THEME_CONTRAST_DARK : GS_THEME_CONTRAST;
  else
    style->theme = adw_style_manager_get_dark (manager) ? GS_THEME_DARK : GS_THEME_LIGHT;
}

static void
lay_out_again (GtkWidget *widget)
{
  gtk_widget_queue_resize (widget);
  /* It gives its picture the height that the words take. */
  if (GS_IS_REPORT_PAGE (widget))
    gs_report_page_refresh (GS_REPORT_PAGE (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    lay_out_again (child);
}

void
gs_view_style_changed (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  lay_out_again (widget);
}

void
gs_view_style_set_text_scale (double scale)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_return_if_fail (scale > 0);

  if (text_scale == scale)
    return;
  text_scale = scale;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      lay_out_again (window);
    }
}

void
gs_view_style_follow (GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), widget,
                           G_CONNECT_SWAPPED);
}

GdkTexture *
gs_view_style_render (GtkWidget *widget, const GsFigureStyle *style, GsViewPaintFunc paint, gpointer data)
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
  paint (cr, style, data);
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

void
gs_view_style_append (GtkWidget *widget,
                      GtkSnapshot *snapshot,
                      GdkTexture *texture,
                      const graphene_rect_t *bounds)
{
  GtkNative *native = gtk_widget_get_native (widget);

  if (native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native)))
    gtk_snapshot_append_node (snapshot, get_drawing (texture, bounds));
  else
    gtk_snapshot_append_texture (snapshot, texture, bounds);
}

gboolean
gs_view_style_equal (const GsFigureStyle *a, const GsFigureStyle *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale && a->theme == b->theme
         && a->type_scale == b->type_scale;
}
