#include "gs-coverage-area-private.h"

#include "gs-coverage-gestures.h"
#include "gs-painter-tiles.h"
#include "gs-view-style.h"

G_DEFINE_FINAL_TYPE (GsCoverageArea, gs_coverage_area, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Less than this has no room for words: in points, at type of the usual size. */
#define WORDS_HEIGHT 230.0

/* In large type and a small window the picture keeps the room: its title stands in the
 * verdict, its legend in the counts. */
static void
choose_words (GsCoverageArea *self, const GsFigureStyle *style)
{
  self->scene.title = self->scene.legend = style->height >= WORDS_HEIGHT * style->type_scale;
}

void
gs_coverage_area_get_layout (GsCoverageArea *self, GsCoverageLayout *layout)
{
  GsFigureStyle style;

  gs_view_style_init (&style, GTK_WIDGET (self));
  choose_words (self, &style);
  gs_coverage_layout (&self->scene, style.width, style.height, style.type_scale, layout);
}

static void
paint_cb (cairo_t *cr, const GsFigureStyle *style, gpointer data)
{
  GsCoverageArea *self = data;
  GsCanvas canvas;

  choose_words (self, style);
  gs_canvas_init (&canvas, cr, style);
  gs_painter_coverage (&canvas, &self->scene);
  gs_canvas_clear (&canvas);
}

void
gs_coverage_area_invalidate (GsCoverageArea *self)
{
  gs_view_painting_drop (&self->painting);
}

gboolean
gs_coverage_area_shows_tiles (const GsCoverageArea *self)
{
  return self->scene.plan != NULL && self->scene.play >= 0 && gs_tiles_can_draw (self->scene.plan);
}

static GsTilesScene
get_tiles_scene (const GsCoverageArea *self)
{
  const GsSpec *spec = gs_experiment_get_spec (self->experiment);

  return (GsTilesScene){ .plan = self->scene.plan,
                         .has_focus = self->scene.has_pin,
                         .focus = self->scene.pin,
                         .inputs = gs_spec_has_values (spec) ? spec : NULL,
                         .play = self->scene.play };
}

/* Everything in it changes with the step, so nothing of it is kept. */
static void
snapshot_tiles (GsCoverageArea *self, GtkSnapshot *snapshot, const GsFigureStyle *style)
{
  const GsTilesScene scene = get_tiles_scene (self);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, style->width, style->height));
  GsCanvas canvas;

  gs_canvas_init (&canvas, cr, style);
  gs_painter_tiles (&canvas, &scene);
  gs_canvas_clear (&canvas);
  cairo_destroy (cr);
}

/* What is seen, in words: the verdict, or the step of a tiled product. */
static void
describe (GsCoverageArea *self)
{
  g_autofree char *text = NULL;

  if (gs_coverage_area_shows_tiles (self))
    {
      const GsTilesScene scene = get_tiles_scene (self);
      g_autofree char *step = gs_tiles_step_text (&scene), *sum = gs_tiles_sum_text (&scene);

      text = g_strdup_printf ("%s. %s", step, sum);
    }
  else
    text = g_strdup (gs_experiment_get_verdict (self->experiment));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
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
  if (gs_coverage_area_shows_tiles (self))
    {
      snapshot_tiles (self, snapshot, &style);
      return;
    }
  /* What is drawn over it is of this size. */
  if (!gs_view_painting_snapshot (&self->painting, snapshot, &style))
    return;
  bounds = GRAPHENE_RECT_INIT (0, 0, style.width, style.height);
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
  gs_coverage_area_follow_size (GS_COVERAGE_AREA (widget));
}

static void
gs_coverage_area_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (gs_coverage_area_parent_class)->css_changed (widget, change);
  gs_view_painting_renew (&GS_COVERAGE_AREA (widget)->painting);
}

gboolean
gs_coverage_area_look_up (GsCoverageArea *self, gint64 x, gint64 y, GsCoverageCell *cell)
{
  return self->scene.plan != NULL && gs_coverage_cell_look_up (self->scene.plan, x, y, cell);
}

void
gs_coverage_area_set_selected (GsCoverageArea *self, const GsCoverageCell *cell)
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
  GsPlane before = { 0 }, after;
  GsCoverageCell cell;

  if (self->scene.plan != NULL)
    gs_plan_plane (self->scene.plan, &before);
  self->scene.plan = gs_experiment_get_plan (experiment);
  /* One reason alone stands in the verdict and beside what causes it. */
  self->scene.reasons = self->scene.plan->problems->len > 1;
  self->scene.veiled = gs_experiment_get_veiled (experiment);
  gs_plan_plane (self->scene.plan, &after);

  /* A plane of another size is looked at anew; a switch flipped on the same
   * plane is watched from where one stands. */
  if (self->fitted || before.columns != after.columns || before.rows != after.rows)
    gs_coverage_area_fit (self);
  self->has_hovered = self->scene.has_hover = self->scene.has_lit = FALSE;
  if (self->has_selected && gs_coverage_area_look_up (self, self->selected.x, self->selected.y, &cell))
    gs_coverage_area_set_selected (self, &cell);
  else
    gs_coverage_area_set_selected (self, NULL);
  gs_experiment_set_pin (experiment, &(GsPin){ self->has_selected, self->selected.x, self->selected.y });

  describe (self);
  gs_coverage_area_invalidate (self);
}

static void
gs_coverage_area_dispose (GObject *object)
{
  GsCoverageArea *self = GS_COVERAGE_AREA (object);

  gs_coverage_area_set_experiment (self, NULL);
  gs_view_painting_clear (&self->painting);

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
  gs_view_painting_init (&self->painting, GTK_WIDGET (self), paint_cb, self);
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
      g_signal_connect_swapped (experiment, "pin-changed", G_CALLBACK (gs_coverage_area_follow_pin), self);
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

void
gs_coverage_area_set_play (GsCoverageArea *self, gint64 steps)
{
  g_return_if_fail (GS_IS_COVERAGE_AREA (self));

  if (self->scene.play == steps)
    return;
  self->scene.play = steps;
  if (self->experiment != NULL && gs_tiles_can_draw (self->scene.plan))
    describe (self);
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
gs_coverage_area_notify_hovered (GsCoverageArea *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[HOVERED], 0);
}
