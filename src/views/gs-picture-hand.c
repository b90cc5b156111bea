#include "gs-picture-hand.h"

#include <math.h>

/* One notch of a wheel; about 8 notches from one factor to ten times of it. */
#define WHEEL_FACTOR 1.33
#define WHEEL_PX     40.0

typedef struct
{
  GtkWidget *picture;
  const GsPictureHandFuncs *funcs;
  gpointer data;

  double x, y; /* of the pointer, px */
  gboolean is_away;
  guint crossed_id; /* 0: what was crossed has been told */
  double last_dx, last_dy;
  double last_pinch;
  double start_x, start_y; /* of the drag */
  gboolean steering;
} Hand;

static void
tell_place (Hand *self)
{
  g_clear_handle_id (&self->crossed_id, g_source_remove);
  if (self->is_away && self->funcs->point_away != NULL)
    self->funcs->point_away (self->data);
  else if (!self->is_away && self->funcs->point_at != NULL)
    self->funcs->point_at (self->data, self->x, self->y);
}

static gboolean
crossed_cb (gpointer data)
{
  Hand *self = data;

  self->crossed_id = 0;
  tell_place (self);
  return G_SOURCE_REMOVE;
}

/* Not told at once: GTK is on its way from the widget the pointer left to the one it
 * came to, and ends the program when that goes meanwhile, as a line does that is
 * said of the thread pointed at. Before the next frame. */
static void
cross (Hand *self, gboolean is_away)
{
  self->is_away = is_away;
  if (self->crossed_id == 0)
    self->crossed_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, crossed_cb, self, NULL);
}

static void
enter_cb (GtkEventController *controller, double x, double y, Hand *self)
{
  self->x = x;
  self->y = y;
  cross (self, FALSE);
}

static void
leave_cb (GtkEventController *controller, Hand *self)
{
  cross (self, TRUE);
}

static void
motion_cb (GtkEventController *controller, double x, double y, Hand *self)
{
  self->x = x;
  self->y = y;
  self->is_away = FALSE;
  tell_place (self);
}

static void
hand_free (gpointer data)
{
  Hand *self = data;

  g_clear_handle_id (&self->crossed_id, g_source_remove);
  g_free (self);
}

static gboolean
scroll_cb (GtkEventController *controller, double dx, double dy, Hand *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (controller);

  if (self->funcs->takes_wheel != NULL && !self->funcs->takes_wheel (self->data, self->x, self->y))
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    self->funcs->pan (self->data, -WHEEL_PX * dy, 0);
  else if (dy != 0)
    self->funcs->zoom (self->data, self->x, self->y, pow (WHEEL_FACTOR, -dy), state);
  if (dx != 0)
    self->funcs->pan (self->data, -WHEEL_PX * dx, 0);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (GtkEventController *controller, double x, double y, Hand *self)
{
  self->last_dx = self->last_dy = 0;
  self->start_x = x;
  self->start_y = y;
  self->steering = self->funcs->steer != NULL && self->funcs->steer (self->data, x, y);
  gtk_widget_grab_focus (self->picture);
}

static void
drag_update_cb (GtkEventController *controller, double dx, double dy, Hand *self)
{
  if (self->steering)
    {
      self->funcs->steer (self->data, self->start_x + dx, self->start_y + dy);
      return;
    }
  if (!gtk_drag_check_threshold (self->picture, 0, 0, (int)dx, (int)dy) && self->last_dx == 0
      && self->last_dy == 0)
    return;
  self->funcs->pan (self->data, dx - self->last_dx, dy - self->last_dy);
  self->last_dx = dx;
  self->last_dy = dy;
  gtk_widget_set_cursor_from_name (self->picture, "grabbing");
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, Hand *self)
{
  double x, y;

  gtk_widget_set_cursor (self->picture, NULL);
  if (self->steering || self->last_dx != 0 || self->last_dy != 0)
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
  self->funcs->zoom (self->data, x, y, scale / self->last_pinch, 0);
  self->last_pinch = scale;
}

void
gs_picture_hand_add (GtkWidget *picture, const GsPictureHandFuncs *funcs, gpointer data)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  Hand *self = g_new0 (Hand, 1);

  self->picture = picture;
  self->funcs = funcs;
  self->data = data;
  g_object_set_data_full (G_OBJECT (picture), "gs-hand", self, hand_free);

  g_signal_connect (motion, "enter", G_CALLBACK (enter_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
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
