#include "gs-coverage-play.h"

#include <glib/gi18n-lib.h>
#include <adwaita.h>

#include "gs-format.h"
#include "gs-painter-tiles.h"
#include "gs-play-pace.h"

struct _GsCoveragePlay
{
  GtkBox parent_instance;

  GsExperiment *experiment;
  gboolean has_focus;
  GsThreadId focus;
  GtkButton *play_button;
  GtkAdjustment *play_adjustment;
  GtkLabel *play_label;

  guint tick_id; /* while playing */
  gint64 play_start_us;
  gint64 play_from;
};

enum
{
  MOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GsCoveragePlay, gs_coverage_play, GTK_TYPE_BOX)

static const GsPlan *
get_plan (GsCoveragePlay *self)
{
  return self->experiment != NULL ? gs_experiment_get_plan (self->experiment) : NULL;
}

static gint64
get_steps (GsCoveragePlay *self)
{
  const GsPlan *plan = get_plan (self);

  return plan != NULL ? gs_plan_play_steps (plan, self->has_focus ? &self->focus : NULL) : 0;
}

/* "warp 3 of 12", or which step of a tiled product. */
static char *
describe (GsCoveragePlay *self, gint64 done, gint64 steps)
{
  g_autofree char *done_text = gs_format_count (done);
  g_autofree char *steps_text = gs_format_count (steps);

  if (gs_tiles_can_draw (get_plan (self)))
    return g_strdup_printf (_ ("step %s of %s"), done_text, steps_text);
  if (done >= steps)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s warp", "all %s warps", (gulong)steps),
                            steps_text);
  return g_strdup_printf (_ ("warp %s of %s"), done_text, steps_text);
}

static void
moved_cb (GsCoveragePlay *self)
{
  g_autofree char *text
      = describe (self, (gint64)gtk_adjustment_get_value (self->play_adjustment), get_steps (self));

  /* The number of warps may be what somebody is to find out. */
  gtk_label_set_text (self->play_label,
                      self->experiment != NULL && gs_experiment_get_veiled (self->experiment) ? "" : text);
  g_signal_emit (self, signals[MOVED], 0);
}

static void
show_button (GsCoveragePlay *self, gboolean playing)
{
  gtk_button_set_icon_name (self->play_button,
                            playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}

static void
stop (GsCoveragePlay *self)
{
  if (self->tick_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  show_button (self, FALSE);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GsCoveragePlay *self = GS_COVERAGE_PLAY (widget);
  const gint64 steps = get_steps (self);
  const double elapsed_ms = (gdk_frame_clock_get_frame_time (clock) - self->play_start_us) / 1000.0;
  const gint64 done = gs_play_pace_done (gs_tiles_can_draw (get_plan (self)) ? GS_PLAY_TILES : GS_PLAY_WARPS,
                                         !adw_get_enable_animations (widget), steps,
                                         MIN (self->play_from, steps), elapsed_ms);

  gtk_adjustment_set_value (self->play_adjustment, (double)done);
  if (done < steps)
    return G_SOURCE_CONTINUE;
  stop (self);
  return G_SOURCE_REMOVE;
}

static void
gs_coverage_play_dispose (GObject *object)
{
  GsCoveragePlay *self = GS_COVERAGE_PLAY (object);

  stop (self);
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_clear_object (&self->experiment);

  G_OBJECT_CLASS (gs_coverage_play_parent_class)->dispose (object);
}

static void
gs_coverage_play_class_init (GsCoveragePlayClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_coverage_play_dispose;

  signals[MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-coverage-play.ui");
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePlay, play_button);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePlay, play_adjustment);
  gtk_widget_class_bind_template_child (widget_class, GsCoveragePlay, play_label);
}

static void
gs_coverage_play_init (GsCoveragePlay *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->play_adjustment, "value-changed", G_CALLBACK (moved_cb), self);
}

static void
set_range (GsCoveragePlay *self, double done, double steps)
{
  gtk_adjustment_configure (self->play_adjustment, done, 0, steps, 1, MAX (1, floor (steps / 20)), 0);
  moved_cb (self);
}

static void
changed_cb (GsCoveragePlay *self)
{
  const double steps = (double)get_steps (self);

  stop (self);
  set_range (self, steps, steps);
}

void
gs_coverage_play_set_experiment (GsCoveragePlay *self, GsExperiment *experiment)
{
  g_return_if_fail (GS_IS_COVERAGE_PLAY (self));

  if (self->experiment == experiment)
    return;
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_set_object (&self->experiment, experiment);
  if (experiment != NULL)
    g_signal_connect_swapped (experiment, "changed", G_CALLBACK (changed_cb), self);
  changed_cb (self);
}

void
gs_coverage_play_set_focus (GsCoveragePlay *self, const GsThreadId *focus)
{
  double steps, before, done;

  g_return_if_fail (GS_IS_COVERAGE_PLAY (self));

  self->has_focus = focus != NULL;
  if (focus != NULL)
    self->focus = *focus;
  steps = (double)get_steps (self);
  before = gtk_adjustment_get_upper (self->play_adjustment);
  done = gtk_adjustment_get_value (self->play_adjustment);
  if (steps != before)
    set_range (self, done >= before ? steps : MIN (done, steps), steps);
}

gint64
gs_coverage_play_get_done (GsCoveragePlay *self)
{
  gint64 done;

  g_return_val_if_fail (GS_IS_COVERAGE_PLAY (self), -1);

  done = (gint64)gtk_adjustment_get_value (self->play_adjustment);
  return done < get_steps (self) ? done : -1;
}

void
gs_coverage_play_toggle (GsCoveragePlay *self)
{
  double steps, done;

  g_return_if_fail (GS_IS_COVERAGE_PLAY (self));

  if (self->tick_id != 0)
    {
      stop (self);
      return;
    }
  steps = (double)get_steps (self);
  done = gtk_adjustment_get_value (self->play_adjustment);
  if (steps == 0)
    return;
  if (done >= steps)
    done = 0;
  gtk_adjustment_set_value (self->play_adjustment, done);
  self->play_from = (gint64)done;
  self->play_start_us = g_get_monotonic_time ();
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  show_button (self, TRUE);
}

void
gs_coverage_play_step (GsCoveragePlay *self, gboolean back)
{
  double steps, done;

  g_return_if_fail (GS_IS_COVERAGE_PLAY (self));

  steps = (double)get_steps (self);
  done = gtk_adjustment_get_value (self->play_adjustment);
  stop (self);
  if (back)
    gtk_adjustment_set_value (self->play_adjustment, MAX (done - 1, 0));
  else
    gtk_adjustment_set_value (self->play_adjustment, done >= steps ? 1 : done + 1);
}
