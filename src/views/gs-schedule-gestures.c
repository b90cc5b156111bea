#include "gs-schedule-gestures.h"

#include <math.h>

#include "gs-painter-schedule.h"
#include "gs-view-style.h"

/* One notch of a wheel, as in the coverage. */
#define SCROLL_FACTOR 1.33
#define SCROLL_SHARE  0.1

typedef struct
{
  GtkWidget *picture;
  const GsScheduleHandFuncs *funcs;
  gpointer data;

  double x, y; /* of the pointer, px */
  double last_dx, last_dy;
  double last_pinch;
} Hand;

/* Where the pointer is in the plot, 0…1; FALSE: beside it. */
static gboolean
place_in_plot (Hand *self, double x, double y, double *at_x, double *at_y, cairo_rectangle_t *plot)
{
  GsFigureStyle style;

  gs_view_style_init (&style, self->picture);
  gs_schedule_plot (style.width, style.height, style.type_scale, plot);
  *at_x = (x - plot->x) / plot->width;
  *at_y = (y - plot->y) / plot->height;
  return *at_x >= 0 && *at_x <= 1 && *at_y >= 0 && *at_y <= 1;
}

static void
zoom (Hand *self, double x, double y, double factor, gboolean lanes)
{
  GsScheduleView view = *self->funcs->get_view (self->data);
  cairo_rectangle_t plot;
  double at_x, at_y;

  place_in_plot (self, x, y, &at_x, &at_y, &plot);
  gs_schedule_view_zoom (&view, at_x, at_y, factor, lanes);
  self->funcs->set_view (self->data, &view);
}

static void
pan (Hand *self, double dx, double dy)
{
  GsScheduleView view = *self->funcs->get_view (self->data);

  gs_schedule_view_pan (&view, dx, dy);
  self->funcs->set_view (self->data, &view);
}

static void
motion_cb (GtkEventController *controller, double x, double y, Hand *self)
{
  self->x = x;
  self->y = y;
}

/* Beside the plot the wheel scrolls the page, as everywhere. */
static gboolean
scroll_cb (GtkEventController *controller, double dx, double dy, Hand *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  cairo_rectangle_t plot;
  double at_x, at_y;

  if (!place_in_plot (self, self->x, self->y, &at_x, &at_y, &plot))
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK || dx != 0)
    pan (self, SCROLL_SHARE * (dx != 0 ? dx : dy), 0);
  else
    zoom (self, self->x, self->y, pow (SCROLL_FACTOR, -dy), (state & GDK_CONTROL_MASK) != 0);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (GtkEventController *controller, double x, double y, Hand *self)
{
  self->last_dx = self->last_dy = 0;
  gtk_widget_grab_focus (self->picture);
}

static void
drag_update_cb (GtkEventController *controller, double dx, double dy, Hand *self)
{
  cairo_rectangle_t plot;
  double at_x, at_y;

  if (!gtk_drag_check_threshold (self->picture, 0, 0, (int)dx, (int)dy) && self->last_dx == 0
      && self->last_dy == 0)
    return;
  place_in_plot (self, 0, 0, &at_x, &at_y, &plot);
  pan (self, (self->last_dx - dx) / plot.width, (self->last_dy - dy) / plot.height);
  self->last_dx = dx;
  self->last_dy = dy;
  gtk_widget_set_cursor_from_name (self->picture, "grabbing");
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, Hand *self)
{
  double x, y;

  gtk_widget_set_cursor (self->picture, NULL);
  if (self->last_dx != 0 || self->last_dy != 0)
    return;
  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    self->funcs->pick (self->data, x, y);
}

static void
pinch_begin_cb (GtkEventController *controller, GdkEventSequence *sequence, Hand *self)
{
  self->last_pinch = 1.0;
}

static void
pinch_cb (GtkEventController *controller, double scale, Hand *self)
{
  double x = self->x, y = self->y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (controller), &x, &y);
  zoom (self, x, y, scale / self->last_pinch, FALSE);
  self->last_pinch = scale;
}

void
gs_schedule_gestures_add (GtkWidget *picture, const GsScheduleHandFuncs *funcs, gpointer data)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  Hand *self = g_new0 (Hand, 1);

  self->picture = picture;
  self->funcs = funcs;
  self->data = data;
  g_object_set_data_full (G_OBJECT (picture), "gs-schedule-hand", self, g_free);

  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);

  gtk_widget_add_controller (picture, motion);
  gtk_widget_add_controller (picture, scroll);
  gtk_widget_add_controller (picture, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (picture, GTK_EVENT_CONTROLLER (pinch));
}
