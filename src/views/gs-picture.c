#include "gs-picture.h"

#include "gs-view-painting.h"
#include "gs-view-style.h"

struct _GsPicture
{
  GtkWidget parent_instance;

  GsFigureInput input;
  gboolean has_input;
  char *backend, *kernel;
  GsReport *report; /* holds what input points at */
  int natural_height;
  gboolean grows; /* natural_height is for type of the usual size */

  GsViewPainting painting;
};

G_DEFINE_FINAL_TYPE (GsPicture, gs_picture, GTK_TYPE_WIDGET)

static void
paint_cb (cairo_t *cr, const GsFigureStyle *style, gpointer data)
{
  gs_figure_paint (data, style, cr);
}

static void
gs_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GsPicture *self = GS_PICTURE (widget);
  GsFigureStyle style;

  if (!self->has_input)
    return;

  gs_view_style_init (&style, widget);
  gs_view_painting_snapshot (&self->painting, snapshot, &style);
}

/* Larger type takes room from what it names, but the whole is still to be seen at once. */
static int
get_natural_height (GsPicture *self)
{
  GsFigureStyle style;

  if (!self->grows)
    return self->natural_height;
  gs_view_style_init (&style, GTK_WIDGET (self));
  return (int)(self->natural_height * (1 + 0.6 * MAX (style.type_scale - 1, 0)));
}

static void
gs_picture_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  GsPicture *self = GS_PICTURE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 160;
      *natural = 640;
    }
  else
    {
      const int height = get_natural_height (self);

      *minimum = height > 0 ? height : 120;
      *natural = height > 0 ? height : 400;
    }
}

static void
gs_picture_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (gs_picture_parent_class)->css_changed (widget, change);
  if (GS_PICTURE (widget)->grows)
    gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

static void
gs_picture_dispose (GObject *object)
{
  GsPicture *self = GS_PICTURE (object);

  gs_picture_set_input (self, NULL);
  gs_view_painting_clear (&self->painting);

  G_OBJECT_CLASS (gs_picture_parent_class)->dispose (object);
}

static void
gs_picture_class_init (GsPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_picture_dispose;
  widget_class->snapshot = gs_picture_snapshot;
  widget_class->measure = gs_picture_measure;
  widget_class->css_changed = gs_picture_css_changed;

  gtk_widget_class_set_css_name (widget_class, "picture");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
gs_picture_init (GsPicture *self)
{
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gs_view_painting_init (&self->painting, GTK_WIDGET (self), paint_cb, &self->input);
  gs_view_style_follow (GTK_WIDGET (self));
}

void
gs_picture_set_input (GsPicture *self, const GsFigureInput *input)
{
  GsReport *report;

  g_return_if_fail (GS_IS_PICTURE (self));

  report = input != NULL && input->report != NULL ? gs_report_ref ((GsReport *)input->report) : NULL;
  g_clear_pointer (&self->report, gs_report_unref);
  g_clear_pointer (&self->backend, g_free);
  g_clear_pointer (&self->kernel, g_free);
  self->has_input = FALSE;

  if (input != NULL && gs_figure_input_check (input, NULL))
    {
      g_autofree char *title = gs_figure_title (input);
      g_autofree char *alt_text = gs_figure_alt_text (input);

      self->input = *input;
      self->backend = g_strdup (input->backend);
      self->kernel = g_strdup (input->kernel);
      self->input.backend = self->backend;
      self->input.kernel = self->kernel;
      self->has_input = TRUE;
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, alt_text, -1);
    }
  self->report = report;
  gs_view_painting_drop (&self->painting);
}

static void
set_height (GsPicture *self, int height_px, gboolean grows)
{
  if (self->natural_height == height_px && self->grows == grows)
    return;
  self->natural_height = height_px;
  self->grows = grows;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
gs_picture_set_natural_height (GsPicture *self, int height_px)
{
  g_return_if_fail (GS_IS_PICTURE (self));

  set_height (self, height_px, FALSE);
}

void
gs_picture_set_usual_height (GsPicture *self, int height_px)
{
  g_return_if_fail (GS_IS_PICTURE (self));

  set_height (self, height_px, TRUE);
}
