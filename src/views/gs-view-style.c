#include "gs-view-style.h"

#include <adwaita.h>

#include "gs-report-page.h"

/* Type of the presenter mode, in times of the normal one. */
#define PRESENTER_SCALE 1.6

/* A wish of the person, not of a window. */
static double text_scale = 1;

static gboolean
is_presented (GtkWidget *widget)
{
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    if (gtk_widget_has_css_class (at, "presenter"))
      return TRUE;
  return FALSE;
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

gboolean
gs_view_style_equal (const GsFigureStyle *a, const GsFigureStyle *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale && a->theme == b->theme
         && a->type_scale == b->type_scale;
}
