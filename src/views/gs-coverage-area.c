#include "gs-coverage-area.h"

#include "gs-coverage-gestures.h"
#include "gs-painter-coverage.h"
#include "gs-view-style.h"

/* Zoom steps of + and −; points per cell at which a selected cell is shown. */
#define KEY_FACTOR  1.5
#define SELECT_ZOOM 28.0

struct _GsCoverageArea
{
  GtkWidget parent_instance;

  GsExperiment *experiment;
  GsCoverageScene scene;
  gboolean fitted; /* follow the widget's size */

  gboolean has_selected, has_hovered;
  GsCoverageCell selected, hovered;

  GdkTexture *texture; /* all but hover, selection and play, in painted_style */
  GsFigureStyle painted_style;
};

G_DEFINE_FINAL_TYPE (GsCoverageArea, gs_coverage_area, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
get_layout (GsCoverageArea *self, GsCoverageLayout *layout)
{
  GsFigureStyle style;

  gs_view_style_init (&style, GTK_WIDGET (self));
  gs_coverage_layout (&self->scene, style.width, style.height, style.type_scale, layout);
}

static void
paint_cb (cairo_t *cr, const GsFigureStyle *style, gpointer data)
{
  GsCoverageArea *self = data;
  GsCanvas canvas;

  gs_canvas_init (&canvas, cr, style);
  gs_painter_coverage (&canvas, &self->scene);
  gs_canvas_clear (&canvas);
}

static void
invalidate (GsCoverageArea *self)
{
  g_clear_object (&self->texture);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
gs_coverage_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GsCoverageArea *self = GS_COVERAGE_AREA (widget);
  GsFigureStyle style;
  GsCanvas canvas;
  cairo_t *cr;
  graphene_rect_t bounds;

  if (self->scene.plan == NULL)
    return;

  gs_view_style_init (&style, widget);
  if (self->texture == NULL || !gs_view_style_equal (&style, &self->painted_style))
    {
      g_clear_object (&self->texture);
      self->texture = gs_view_style_render (widget, &style, paint_cb, self);
      self->painted_style = style;
    }
  bounds = GRAPHENE_RECT_INIT (0, 0, style.width, style.height);
  if (self->texture != NULL)
    gtk_snapshot_append_texture (snapshot, self->texture, &bounds);

  if (self->scene.has_hover || self->scene.has_pin || self->scene.element >= 0 || self->scene.play >= 0
      || self->scene.has_block || self->scene.has_lit)
    {
      cr = gtk_snapshot_append_cairo (snapshot, &bounds);
      gs_canvas_init (&canvas, cr, &style);
      gs_painter_coverage_overlay (&canvas, &self->scene);
      gs_canvas_clear (&canvas);
      cairo_destroy (cr);
    }
}

static void
gs_coverage_area_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 260 : 220;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 680 : 520;
}

static void
gs_coverage_area_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GsCoverageArea *self = GS_COVERAGE_AREA (widget);

  if (self->fitted)
    gs_coverage_area_fit (self);
  else
    gs_coverage_area_pan (self, 0, 0);
}

static void
gs_coverage_area_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (gs_coverage_area_parent_class)->css_changed (widget, change);
  invalidate (GS_COVERAGE_AREA (widget));
}

static gboolean
look_up (GsCoverageArea *self, gint64 x, gint64 y, GsCoverageCell *cell)
{
  return self->scene.plan != NULL && gs_coverage_cell_look_up (self->scene.plan, x, y, cell);
}

static void
set_selected (GsCoverageArea *self, const GsCoverageCell *cell)
{
  self->has_selected = cell != NULL;
  self->scene.has_pin = cell != NULL && cell->has_thread;
  self->scene.element = -1;
  if (cell != NULL)
    {
      self->selected = *cell;
      self->scene.pin = cell->thread;
      if (!cell->has_thread)
        self->scene.element = cell->element;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
changed_cb (GsExperiment *experiment, GsCoverageArea *self)
{
  const char *verdict = gs_experiment_get_verdict (experiment);
  GsPlane before = { 0 }, after;
  GsCoverageCell cell;

  if (self->scene.plan != NULL)
    gs_plan_plane (self->scene.plan, &before);
  self->scene.plan = gs_experiment_get_plan (experiment);
  gs_plan_plane (self->scene.plan, &after);

  /* A plane of another size is looked at anew; a switch flipped on the same
   * plane is watched from where one stands. */
  if (self->fitted || before.columns != after.columns || before.rows != after.rows)
    gs_coverage_area_fit (self);
  self->has_hovered = self->scene.has_hover = self->scene.has_lit = FALSE;
  if (self->has_selected && look_up (self, self->selected.x, self->selected.y, &cell))
    set_selected (self, &cell);
  else
    set_selected (self, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, verdict, -1);
  invalidate (self);
}

static void
gs_coverage_area_dispose (GObject *object)
{
  GsCoverageArea *self = GS_COVERAGE_AREA (object);

  gs_coverage_area_set_experiment (self, NULL);
  g_clear_object (&self->texture);

  G_OBJECT_CLASS (gs_coverage_area_parent_class)->dispose (object);
}

static void
gs_coverage_area_class_init (GsCoverageAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_coverage_area_dispose;
  widget_class->snapshot = gs_coverage_area_snapshot;
  widget_class->measure = gs_coverage_area_measure;
  widget_class->size_allocate = gs_coverage_area_size_allocate;
  widget_class->css_changed = gs_coverage_area_css_changed;

  signals[SELECTED] = g_signal_new ("selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[HOVERED] = g_signal_new ("hovered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gs_coverage_gestures_bind_keys (widget_class);

  gtk_widget_class_set_css_name (widget_class, "coverage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
gs_coverage_area_init (GsCoverageArea *self)
{
  self->fitted = TRUE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gs_coverage_gestures_add (self);
  gs_view_style_follow (GTK_WIDGET (self));
}

void
gs_coverage_area_set_experiment (GsCoverageArea *self, GsExperiment *experiment)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->experiment == experiment)
    return;
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  self->scene.plan = NULL;
  g_set_object (&self->experiment, experiment);
  if (experiment != NULL)
    {
      gs_coverage_scene_init (&self->scene, gs_experiment_get_plan (experiment));
      g_signal_connect (experiment, "changed", G_CALLBACK (changed_cb), self);
      self->fitted = TRUE;
      changed_cb (experiment, self);
    }
}

gboolean
gs_coverage_area_get_selected (GsCoverageArea *self, GsCoverageCell *cell)
{
  g_return_val_if_fail (GS_IS_COVERAGE_AREA (self), FALSE);

  if (self->has_selected)
    *cell = self->selected;
  return self->has_selected;
}

gboolean
gs_coverage_area_get_hovered (GsCoverageArea *self, GsCoverageCell *cell)
{
  g_return_val_if_fail (GS_IS_COVERAGE_AREA (self), FALSE);

  if (self->has_hovered)
    *cell = self->hovered;
  return self->has_hovered;
}

/* Moves the view so that the cell is inside the plot, and large enough to be
 * recognised. */
static void
reveal (GsCoverageArea *self, gint64 cell_x, gint64 cell_y)
{
  GsCoverageLayout layout;
  double x, y, width, height;

  if (gtk_widget_get_width (GTK_WIDGET (self)) == 0)
    return;
  get_layout (self, &layout);
  if (gs_coverage_cell_rect (&self->scene, &layout, cell_x, cell_y, &x, &y, &width, &height)
      && x >= layout.x - 0.5 && y >= layout.y - 0.5 && x + width <= layout.x + layout.width + 0.5
      && y + height <= layout.y + layout.height + 0.5 && MAX (width, height) >= 3.0)
    return;

  self->fitted = FALSE;
  gs_coverage_view_centre (self->scene.plan, &layout, cell_x, cell_y,
                           MAX (self->scene.view.zoom_x, SELECT_ZOOM), &self->scene.view);
  invalidate (self);
}

void
gs_coverage_area_select (GsCoverageArea *self, gint64 x, gint64 y)
{
  GsCoverageCell cell;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (!look_up (self, x, y, &cell))
    return;
  set_selected (self, &cell);
  reveal (self, x, y);
}

void
gs_coverage_area_select_thread (GsCoverageArea *self, const GsThreadId *id)
{
  gint64 x, y;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan != NULL && gs_plan_cell_of (self->scene.plan, id, &x, &y))
    gs_coverage_area_select (self, x, y);
}

void
gs_coverage_area_move (GsCoverageArea *self, int dx, int dy, gboolean by_block)
{
  gint64 x = 0, y = 0;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  if (self->has_selected)
    {
      x = self->selected.x;
      y = self->selected.y;
    }
  /* The first key only shows where one stands. */
  if ((self->has_selected || dx == G_MAXINT)
      && !gs_coverage_cell_step (self->scene.plan, dx, dy, by_block, &x, &y))
    return;
  gs_coverage_area_select (self, x, y);
}

void
gs_coverage_area_unselect (GsCoverageArea *self)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->has_selected)
    set_selected (self, NULL);
}

void
gs_coverage_area_set_play (GsCoverageArea *self, gint64 warps)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.play == warps)
    return;
  self->scene.play = warps;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_coverage_area_light_block (GsCoverageArea *self, const gint64 block[2])
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  self->scene.has_block = block != NULL;
  if (block != NULL)
    {
      self->scene.block[0] = block[0];
      self->scene.block[1] = block[1];
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_coverage_area_light_cell (GsCoverageArea *self, gint64 x, gint64 y)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  self->scene.has_lit = TRUE;
  self->scene.lit_x = x;
  self->scene.lit_y = y;
  reveal (self, x, y);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_coverage_area_unlight_cell (GsCoverageArea *self)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  self->scene.has_lit = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_coverage_area_fit (GsCoverageArea *self)
{
  GsCoverageLayout layout;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  self->fitted = TRUE;
  get_layout (self, &layout);
  gs_coverage_view_fit (self->scene.plan, &layout, &self->scene.view);
  invalidate (self);
}

void
gs_coverage_area_zoom (GsCoverageArea *self, double x, double y, double factor)
{
  GsCoverageLayout layout;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  self->fitted = FALSE;
  get_layout (self, &layout);
  gs_coverage_view_zoom (self->scene.plan, &layout, x, y, factor, &self->scene.view);
  invalidate (self);
}

void
gs_coverage_area_zoom_step (GsCoverageArea *self, gboolean in)
{
  GsCoverageLayout layout;
  double x, y, width, height;
  const double factor = in ? KEY_FACTOR : 1.0 / KEY_FACTOR;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  get_layout (self, &layout);
  if (self->has_selected
      && gs_coverage_cell_rect (&self->scene, &layout, self->selected.x, self->selected.y, &x, &y, &width,
                                &height))
    gs_coverage_area_zoom (self, x + width / 2, y + height / 2, factor);
  else
    gs_coverage_area_zoom (self, layout.x + layout.width / 2, layout.y + layout.height / 2, factor);
}

void
gs_coverage_area_pan (GsCoverageArea *self, double dx, double dy)
{
  GsCoverageLayout layout;

  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.plan == NULL)
    return;
  get_layout (self, &layout);
  gs_coverage_view_pan (self->scene.plan, &layout, dx, dy, &self->scene.view);
  invalidate (self);
}

void
gs_coverage_area_point_at (GsCoverageArea *self, double px, double py)
{
  GsCoverageLayout layout;
  GsCoverageCell cell;
  gint64 x, y;
  gboolean over;

  if (self->scene.plan == NULL)
    return;
  get_layout (self, &layout);
  over = gs_coverage_cell_at (&self->scene, &layout, px, py, &x, &y) && look_up (self, x, y, &cell);
  if (over == self->has_hovered && (!over || (self->hovered.x == cell.x && self->hovered.y == cell.y)))
    return;
  self->has_hovered = self->scene.has_hover = over;
  if (over)
    {
      self->hovered = cell;
      self->scene.hover_x = cell.x;
      self->scene.hover_y = cell.y;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVERED], 0);
}

void
gs_coverage_area_point_away (GsCoverageArea *self)
{
  if (!self->has_hovered)
    return;
  self->has_hovered = self->scene.has_hover = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVERED], 0);
}

void
gs_coverage_area_pick (GsCoverageArea *self, double px, double py)
{
  GsCoverageLayout layout;
  GsCoverageCell cell;
  gint64 x, y;

  if (self->scene.plan == NULL)
    return;
  get_layout (self, &layout);
  if (gs_coverage_cell_at (&self->scene, &layout, px, py, &x, &y) && look_up (self, x, y, &cell))
    set_selected (self, &cell);
  else
    gs_coverage_area_unselect (self);
}
