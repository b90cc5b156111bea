#include "gs-coverage-page.h"

#include <glib/gi18n-lib.h>

#include "gs-counts-table.h"
#include "gs-coverage-area.h"
#include "gs-format.h"
#include "gs-painter-coverage.h"
#include "gs-painter-tiles.h"
#include "gs-thread-inspector.h"
#include "gs-page.h"

/* A launch is played in at most so long, and no faster than one warp in the
 * other time. */
#define PLAY_MS 12000
#define WARP_MS 120
/* The same of a tiled product, whose steps are loads, barriers and products. */
#define TILES_MS     40000
#define TILE_STEP_MS 320

struct _GsCoveragePage
{
  AdwBin parent_instance;

  GsExperiment *experiment;
  GsCoverageArea *area;
  GsThreadInspector *inspector;
  GsCountsTable *counts;
  GtkButton *play_button;
  GtkAdjustment *play_adjustment;
  GtkLabel *play_label;

  GsMatrix *a, *b; /* inputs of the story; NULL: not made yet, or too large */

  guint tick_id; /* while playing */
  gint64 play_start_us;
  double play_from;
};

enum
{
  BLOCK_SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
gs_coverage_page_get_verdict (GsPage *page)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (page);

  return self->experiment != NULL ? gs_experiment_get_verdict (self->experiment) : NULL;
}

static gboolean
gs_coverage_page_get_figure (GsPage *page, GsFigureInput *input)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (page);
  GsCoverageCell cell;

  if (self->experiment == NULL)
    return FALSE;
  gs_figure_input_init (input, GS_FIGURE_COVERAGE);
  input->plan = gs_experiment_get_plan (self->experiment);
  if (gs_coverage_area_get_selected (self->area, &cell) && cell.has_thread)
    {
      input->has_thread = TRUE;
      input->thread = cell.thread;
    }
  if (gtk_adjustment_get_value (self->play_adjustment) < gtk_adjustment_get_upper (self->play_adjustment))
    input->play = (gint64)gtk_adjustment_get_value (self->play_adjustment);
  input->a = self->a;
  input->b = self->b;
  return TRUE;
}

static char *
gs_coverage_page_get_table (GsPage *page)
{
  return gs_counts_table_to_text (GS_COVERAGE_PAGE (page)->counts);
}

static void
gs_coverage_page_light (GsPage *page, const GsHighlight *highlight)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (page);
  const GsHighlightKind kind = highlight != NULL ? highlight->kind : GS_HIGHLIGHT_NONE;
  const GsPlan *plan = gs_experiment_get_plan (self->experiment);
  gboolean found = FALSE;
  gint64 x, y;

  gs_coverage_area_light_block (self->area, kind == GS_HIGHLIGHT_BLOCK ? highlight->thread.block : NULL);
  if (kind == GS_HIGHLIGHT_THREAD)
    found = gs_plan_cell_of (plan, &highlight->thread, &x, &y);
  else if (kind == GS_HIGHLIGHT_ELEMENT)
    {
      GsPlane plane;

      gs_plan_plane (plan, &plane);
      found = gs_coverage_element_cell (plan, &plane, highlight->row * plan->n + highlight->column, &x, &y);
    }
  if (found)
    gs_coverage_area_light_cell (self->area, x, y);
  else
    gs_coverage_area_unlight_cell (self->area);
}

static void
page_init (GsPageInterface *iface)
{
  iface->get_verdict = gs_coverage_page_get_verdict;
  iface->get_figure = gs_coverage_page_get_figure;
  iface->get_table = gs_coverage_page_get_table;
  iface->light = gs_coverage_page_light;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsCoveragePage,
                               gs_coverage_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

enum
{
  PROP_0,
  PROP_VERDICT,
};

/* The thread whose block a tiled product is played for. */
static const GsThreadId *
get_focus (GsCoveragePage *self, GsCoverageCell *cell)
{
  return gs_coverage_area_get_selected (self->area, cell) && cell->has_thread ? &cell->thread : NULL;
}

static gint64
get_steps (GsCoveragePage *self)
{
  GsCoverageCell cell;

  if (self->experiment == NULL)
    return 0;
  return gs_plan_play_steps (gs_experiment_get_plan (self->experiment), get_focus (self, &cell));
}

static void
forget_inputs (GsCoveragePage *self)
{
  gs_coverage_area_set_inputs (self->area, NULL, NULL);
  g_clear_pointer (&self->a, gs_matrix_unref);
  g_clear_pointer (&self->b, gs_matrix_unref);
}

/* Makes A and B when a story or a play first needs them. */
static void
need_inputs (GsCoveragePage *self)
{
  const GsSpec *spec = gs_experiment_get_spec (self->experiment);

  if (self->a != NULL)
    return;
  self->a = gs_spec_realise_small (spec, 0);
  if (self->a != NULL)
    self->b = gs_spec_realise_small (spec, 1);
  if (self->b == NULL)
    forget_inputs (self);
  else
    gs_coverage_area_set_inputs (self->area, self->a, self->b);
}

/* "warp 3 of 12", or what a tiled product does in this step. */
static char *
describe_play (GsCoveragePage *self, gint64 done, gint64 steps)
{
  const GsPlan *plan = self->experiment != NULL ? gs_experiment_get_plan (self->experiment) : NULL;
  g_autofree char *done_text = gs_format_count (done);
  g_autofree char *steps_text = gs_format_count (steps);

  if (plan != NULL && gs_tiles_can_draw (plan))
    return g_strdup_printf (_ ("step %s of %s"), done_text, steps_text);
  if (done >= steps)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s warp", "all %s warps", (gulong)steps),
                            steps_text);
  return g_strdup_printf (_ ("warp %s of %s"), done_text, steps_text);
}

static void
show_play (GsCoveragePage *self)
{
  const gint64 steps = get_steps (self);
  const gint64 done = (gint64)gtk_adjustment_get_value (self->play_adjustment);
  g_autofree char *text = describe_play (self, done, steps);

  gtk_label_set_text (self->play_label, text);
  if (done < steps && self->experiment != NULL
      && gs_tiles_can_draw (gs_experiment_get_plan (self->experiment)))
    need_inputs (self);
  gs_coverage_area_set_play (self->area, done >= steps ? -1 : done);
}

static void
stop_playing (GsCoveragePage *self)
{
  if (self->tick_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  gtk_button_set_icon_name (self->play_button, "media-playback-start-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Play"), -1);
}

/* A tiled product has more to be seen in each step. */
static double
get_duration_ms (GsCoveragePage *self, double steps)
{
  const gboolean tiles = gs_tiles_can_draw (gs_experiment_get_plan (self->experiment));

  return tiles ? MIN (TILES_MS, steps * TILE_STEP_MS) : MIN (PLAY_MS, steps * WARP_MS);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (widget);
  const double steps = (double)get_steps (self);
  const double duration_ms = get_duration_ms (self, steps);
  const double elapsed_ms = (gdk_frame_clock_get_frame_time (clock) - self->play_start_us) / 1000.0;
  const double done = self->play_from + (duration_ms > 0 ? steps * elapsed_ms / duration_ms : steps);

  gtk_adjustment_set_value (self->play_adjustment, MIN (floor (done), steps));
  if (done < steps)
    return G_SOURCE_CONTINUE;
  stop_playing (self);
  return G_SOURCE_REMOVE;
}

static void
play_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (widget);
  const double steps = (double)get_steps (self);
  double done = gtk_adjustment_get_value (self->play_adjustment);

  if (self->tick_id != 0)
    {
      stop_playing (self);
      return;
    }
  if (steps == 0)
    return;
  if (done >= steps)
    done = 0;
  gtk_adjustment_set_value (self->play_adjustment, done);
  self->play_from = done;
  self->play_start_us = g_get_monotonic_time ();
  self->tick_id = gtk_widget_add_tick_callback (widget, tick_cb, NULL, NULL);
  gtk_button_set_icon_name (self->play_button, "media-playback-pause-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pause"), -1);
}

static void
step_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (widget);
  const double steps = (double)get_steps (self);
  const double done = gtk_adjustment_get_value (self->play_adjustment);

  stop_playing (self);
  if (g_str_has_suffix (name, "back"))
    gtk_adjustment_set_value (self->play_adjustment, MAX (done - 1, 0));
  else
    gtk_adjustment_set_value (self->play_adjustment, done >= steps ? 1 : done + 1);
}

static void
go_there_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (widget);
  GsThreadId owner;

  if (gs_thread_inspector_get_owner (self->inspector, &owner))
    {
      gs_coverage_area_select_thread (self->area, &owner);
      gtk_widget_grab_focus (GTK_WIDGET (self->area));
    }
}

static void
go_to_element_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (widget);
  const GsPlan *plan;
  GsPlane plane;
  gint64 element, x, y;

  if (!gs_thread_inspector_get_element (self->inspector, &element))
    return;
  plan = gs_experiment_get_plan (self->experiment);
  gs_plan_plane (plan, &plane);
  if (!gs_coverage_element_cell (plan, &plane, element, &x, &y))
    return;
  gs_coverage_area_select (self->area, x, y);
  gtk_widget_grab_focus (GTK_WIDGET (self->area));
}

static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_coverage_area_zoom_step (GS_COVERAGE_PAGE (widget)->area, g_str_has_suffix (name, "in"));
}

static void
fit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_coverage_area_fit (GS_COVERAGE_PAGE (widget)->area);
}

static void
unpin_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_coverage_area_unselect (GS_COVERAGE_PAGE (widget)->area);
}

static void
inspect_cb (GsCoveragePage *self)
{
  const GsPlan *plan = self->experiment != NULL ? gs_experiment_get_plan (self->experiment) : NULL;
  GsCoverageCell cell;

  /* What is pinned stays; the pointer only shows while nothing is. */
  if (plan != NULL
      && (gs_coverage_area_get_selected (self->area, &cell)
          || gs_coverage_area_get_hovered (self->area, &cell)))
    {
      need_inputs (self);
      gs_thread_inspector_show (self->inspector, plan, &cell, self->a, self->b);
    }
  else
    gs_thread_inspector_show (self->inspector, plan, NULL, NULL, NULL);
}

/* A tiled product is played for the block of the selected thread: another block may
 * have another number of steps. What is over stays over. */
static void
follow_focus (GsCoveragePage *self)
{
  const double steps = (double)get_steps (self), before = gtk_adjustment_get_upper (self->play_adjustment);
  const double done = gtk_adjustment_get_value (self->play_adjustment);

  if (steps == before)
    return;
  gtk_adjustment_configure (self->play_adjustment, done >= before ? steps : MIN (done, steps), 0, steps, 1,
                            MAX (1, floor (steps / 20)), 0);
  show_play (self);
}

static void
selected_cb (GsCoveragePage *self)
{
  GsCoverageCell cell;

  inspect_cb (self);
  follow_focus (self);
  if (gs_coverage_area_get_selected (self->area, &cell) && cell.has_thread)
    g_signal_emit (self, signals[BLOCK_SELECTED], 0, cell.thread.block[0], cell.thread.block[1]);
}

static void
changed_cb (GsExperiment *experiment, GsCoveragePage *self)
{
  const double steps = (double)MAX (get_steps (self), 0);

  stop_playing (self);
  gtk_adjustment_configure (self->play_adjustment, steps, 0, steps, 1, MAX (1, floor (steps / 20)), 0);
  show_play (self);
  gs_counts_table_set_plan (self->counts, gs_experiment_get_plan (experiment));
  inspect_cb (self);
  gs_page_notify_verdict (GS_PAGE (self));
}

static void
gs_coverage_page_dispose (GObject *object)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (object);

  stop_playing (self);
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_clear_object (&self->experiment);
  g_clear_pointer (&self->a, gs_matrix_unref);
  g_clear_pointer (&self->b, gs_matrix_unref);

  G_OBJECT_CLASS (gs_coverage_page_parent_class)->dispose (object);
}

static void
gs_coverage_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, gs_page_get_verdict (GS_PAGE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_coverage_page_class_init (GsCoveragePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_coverage_page_dispose;
  G_OBJECT_CLASS (klass)->get_property = gs_coverage_page_get_property;
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_VERDICT, "verdict");

  signals[BLOCK_SELECTED] = g_signal_new ("block-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);

  gtk_widget_class_install_action (widget_class, "coverage.play", NULL, play_cb);
  gtk_widget_class_install_action (widget_class, "coverage.step", NULL, step_cb);
  gtk_widget_class_install_action (widget_class, "coverage.step-back", NULL, step_cb);
  gtk_widget_class_install_action (widget_class, "coverage.go-there", NULL, go_there_cb);
  gtk_widget_class_install_action (widget_class, "coverage.go-to-element", NULL, go_to_element_cb);

  gtk_widget_class_install_action (widget_class, "coverage.zoom-in", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "coverage.zoom-out", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "coverage.fit", NULL, fit_cb);
  gtk_widget_class_install_action (widget_class, "coverage.unpin", NULL, unpin_cb);

  g_type_ensure (GS_TYPE_COVERAGE_AREA);
  g_type_ensure (GS_TYPE_COUNTS_TABLE);
  g_type_ensure (GS_TYPE_THREAD_INSPECTOR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-coverage-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, area);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, inspector);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, counts);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, play_button);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, play_adjustment);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, play_label);
}

static void
gs_coverage_page_init (GsCoveragePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->area, "selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->area, "hovered", G_CALLBACK (inspect_cb), self);
  g_signal_connect_swapped (self->play_adjustment, "value-changed", G_CALLBACK (show_play), self);
  inspect_cb (self);
}

void
gs_coverage_page_set_experiment (GsCoveragePage *self, GsExperiment *experiment)
{
  g_return_if_fail (GS_IS_COVERAGE_PAGE (self));

  if (self->experiment == experiment)
    return;
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_set_object (&self->experiment, experiment);
  forget_inputs (self);
  /* Before the area hears of a change and asks for a story. */
  if (experiment != NULL)
    g_signal_connect_swapped (experiment, "changed", G_CALLBACK (forget_inputs), self);
  gs_coverage_area_set_experiment (self->area, experiment);
  if (experiment != NULL)
    {
      g_signal_connect (experiment, "changed", G_CALLBACK (changed_cb), self);
      changed_cb (experiment, self);
    }
}

void
gs_coverage_page_pin (GsCoveragePage *self, const GsThreadId *thread)
{
  g_return_if_fail (GS_IS_COVERAGE_PAGE (self));

  if (thread != NULL)
    gs_coverage_area_select_thread (self->area, thread);
  else
    gs_coverage_area_unselect (self->area);
}

void
gs_coverage_page_set_pinned (GsCoveragePage *self, const GsThreadId *thread)
{
  GsPin pin = { 0 };

  g_return_if_fail (GS_IS_COVERAGE_PAGE (self));
  g_return_if_fail (self->experiment != NULL);

  if (thread != NULL)
    pin.is_set = gs_plan_cell_of (gs_experiment_get_plan (self->experiment), thread, &pin.x, &pin.y);
  gs_experiment_set_pin (self->experiment, &pin);
}

gboolean
gs_coverage_page_get_pinned (GsCoveragePage *self, GsThreadId *thread)
{
  GsCoverageCell cell;

  g_return_val_if_fail (GS_IS_COVERAGE_PAGE (self), FALSE);

  if (!gs_coverage_area_get_selected (self->area, &cell) || !cell.has_thread)
    return FALSE;
  *thread = cell.thread;
  return TRUE;
}

void
gs_coverage_page_light_block (GsCoveragePage *self, const gint64 block[2])
{
  g_return_if_fail (GS_IS_COVERAGE_PAGE (self));

  gs_coverage_area_light_block (self->area, block);
}
