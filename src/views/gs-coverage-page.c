#include "gs-coverage-page.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-counts-table.h"
#include "gs-coverage-area.h"
#include "gs-coverage-play.h"
#include "gs-page.h"
#include "gs-painter-coverage.h"
#include "gs-thread-inspector.h"

struct _GsCoveragePage
{
  AdwBin parent_instance;

  GsExperiment *experiment;
  GsCoverageArea *area;
  GsThreadInspector *inspector;
  GsCountsTable *counts;
  GsCoveragePlay *play;
  char *said; /* of the thread or element that is selected; NULL: none is */
};

enum
{
  BLOCK_SELECTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Whose values are written out; NULL: A and B do not have the sizes asked for. */
static const GsSpec *
get_inputs (GsCoveragePage *self)
{
  const GsSpec *spec = gs_experiment_get_spec (self->experiment);

  return gs_spec_has_values (spec) ? spec : NULL;
}

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

  if (self->experiment == NULL || gs_experiment_get_veiled (self->experiment))
    return FALSE;
  gs_figure_input_init (input, GS_FIGURE_COVERAGE);
  input->plan = gs_experiment_get_plan (self->experiment);
  if (gs_coverage_area_get_selected (self->area, &cell) && cell.has_thread)
    {
      input->has_thread = TRUE;
      input->thread = cell.thread;
    }
  input->play = gs_coverage_play_get_done (self->play);
  input->inputs = get_inputs (self);
  return TRUE;
}

static char *
gs_coverage_page_get_table (GsPage *page)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (page);

  return gs_experiment_get_veiled (self->experiment) ? NULL : gs_counts_table_to_text (self->counts);
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

static void
moved_cb (GsCoveragePage *self)
{
  gs_coverage_area_set_play (self->area, gs_coverage_play_get_done (self->play));
}

static void
play_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_coverage_play_toggle (GS_COVERAGE_PAGE (widget)->play);
}

static void
step_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_coverage_play_step (GS_COVERAGE_PAGE (widget)->play, g_str_has_suffix (name, "back"));
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
    gs_thread_inspector_show (self->inspector, plan, &cell, get_inputs (self));
  else
    gs_thread_inspector_show (self->inspector, plan, NULL, NULL);
}

/* Whoever walks through the picture by keys hears where; not again when something else has changed. */
static void
say_selected (GsCoveragePage *self)
{
  g_autofree char *spoken = gs_thread_inspector_dup_spoken (self->inspector);

  if (gtk_widget_has_focus (GTK_WIDGET (self->area)) && g_strcmp0 (spoken, self->said) != 0)
    gs_announce (GTK_WIDGET (self), spoken);
  g_free (self->said);
  self->said = g_steal_pointer (&spoken);
}

static void
selected_cb (GsCoveragePage *self)
{
  GsCoverageCell cell;
  const gboolean has_thread = gs_coverage_area_get_selected (self->area, &cell) && cell.has_thread;

  inspect_cb (self);
  say_selected (self);
  gs_coverage_play_set_focus (self->play, has_thread ? &cell.thread : NULL);
  if (has_thread)
    g_signal_emit (self, signals[BLOCK_SELECTED], 0, cell.thread.block[0], cell.thread.block[1]);
}

static void
changed_cb (GsExperiment *experiment, GsCoveragePage *self)
{
  gs_counts_table_set_plan (self->counts, gs_experiment_get_plan (experiment),
                            gs_experiment_get_veiled (experiment));
  gs_thread_inspector_set_veiled (self->inspector, gs_experiment_get_veiled (experiment));
  inspect_cb (self);
  gs_page_notify_verdict (GS_PAGE (self));
}

static void
gs_coverage_page_dispose (GObject *object)
{
  GsCoveragePage *self = GS_COVERAGE_PAGE (object);

  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_clear_object (&self->experiment);
  g_clear_pointer (&self->said, g_free);

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

/* The picture is what keys are for: arrows, Space. */
static gboolean
gs_coverage_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (GS_COVERAGE_PAGE (widget)->area));
}

static void
gs_coverage_page_class_init (GsCoveragePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->grab_focus = gs_coverage_page_grab_focus;
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
  g_type_ensure (GS_TYPE_COVERAGE_PLAY);
  g_type_ensure (GS_TYPE_THREAD_INSPECTOR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-coverage-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, area);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, inspector);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, counts);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePage, play);
}

static void
gs_coverage_page_init (GsCoveragePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->area, "selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->area, "hovered", G_CALLBACK (inspect_cb), self);
  g_signal_connect_swapped (self->play, "moved", G_CALLBACK (moved_cb), self);
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
  gs_coverage_area_set_experiment (self->area, experiment);
  gs_coverage_play_set_experiment (self->play, experiment);
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
