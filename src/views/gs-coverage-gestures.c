#include "gs-coverage-gestures.h"

/* One notch of a wheel; about 8 notches from one factor to ten times of it. */
#define SCROLL_FACTOR 1.33

typedef struct
{
  double x, y; /* of the pointer, px */
  double last_dx, last_dy;
  double last_pinch;
  double start_x, start_y; /* of the drag */
  gboolean steering;       /* the drag began on the mini-map */
} Hand;

static Hand *
get_hand (GtkEventController *controller)
{
  return g_object_get_data (G_OBJECT (gtk_event_controller_get_widget (controller)), "gs-hand");
}

static void
motion_cb (GtkEventController *controller, double x, double y, GsCoverageArea *area)
{
  Hand *hand = get_hand (controller);

  hand->x = x;
  hand->y = y;
  gs_coverage_area_point_at (area, x, y);
}

static void
leave_cb (GtkEventController *controller, GsCoverageArea *area)
{
  gs_coverage_area_point_away (area);
}

static gboolean
scroll_cb (GtkEventController *controller, double dx, double dy, GsCoverageArea *area)
{
  Hand *hand = get_hand (controller);
  const gboolean shift = (gtk_event_controller_get_current_event_state (controller) & GDK_SHIFT_MASK) != 0;

  if (shift)
    gs_coverage_area_pan (area, -40.0 * dy, 0);
  else if (dy != 0)
    gs_coverage_area_zoom (area, hand->x, hand->y, pow (SCROLL_FACTOR, -dy));
  if (dx != 0)
    gs_coverage_area_pan (area, -40.0 * dx, 0);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (GtkEventController *controller, double x, double y, GsCoverageArea *area)
{
  Hand *hand = get_hand (controller);

  hand->last_dx = hand->last_dy = 0;
  hand->start_x = x;
  hand->start_y = y;
  hand->steering = gs_coverage_area_steer (area, x, y);
  gtk_widget_grab_focus (GTK_WIDGET (area));
}

static void
drag_update_cb (GtkEventController *controller, double dx, double dy, GsCoverageArea *area)
{
  Hand *hand = get_hand (controller);
  GtkWidget *widget = GTK_WIDGET (area);

  if (hand->steering)
    {
      gs_coverage_area_steer (area, hand->start_x + dx, hand->start_y + dy);
      return;
    }
  if (!gtk_drag_check_threshold (widget, 0, 0, (int)dx, (int)dy) && hand->last_dx == 0 && hand->last_dy == 0)
    return;
  gs_coverage_area_pan (area, dx - hand->last_dx, dy - hand->last_dy);
  hand->last_dx = dx;
  hand->last_dy = dy;
  gtk_widget_set_cursor_from_name (widget, "grabbing");
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, GsCoverageArea *area)
{
  Hand *hand = get_hand (GTK_EVENT_CONTROLLER (gesture));
  double x, y;

  gtk_widget_set_cursor (GTK_WIDGET (area), NULL);
  if (hand->steering || hand->last_dx != 0 || hand->last_dy != 0)
    return;
  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    gs_coverage_area_pick (area, x, y);
}

static void
pinch_begin_cb (GtkEventController *controller, GdkEventSequence *sequence, GsCoverageArea *area)
{
  get_hand (controller)->last_pinch = 1.0;
}

static void
pinch_cb (GtkEventController *controller, double scale, GsCoverageArea *area)
{
  Hand *hand = get_hand (controller);
  double x = hand->x, y = hand->y;

  gtk_gesture_get_bounding_box_center (GTK_GESTURE (controller), &x, &y);
  gs_coverage_area_zoom (area, x, y, scale / hand->last_pinch);
  hand->last_pinch = scale;
}

void
gs_coverage_gestures_add (GsCoverageArea *area)
{
  GtkWidget *widget = GTK_WIDGET (area);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_object_set_data_full (G_OBJECT (area), "gs-hand", g_new0 (Hand, 1), g_free);

  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), area);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), area);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), area);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), area);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), area);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), area);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), area);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), area);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), area);

  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

static gboolean
move_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  int dx, dy;
  gboolean by_block;

  g_variant_get (args, "(iib)", &dx, &dy, &by_block);
  gs_coverage_area_move (GS_COVERAGE_AREA (widget), dx, dy, by_block);
  return GDK_EVENT_STOP;
}

static void
bind_move (GtkWidgetClass *klass, guint key, guint keypad_key, int dx, int dy)
{
  gtk_widget_class_add_binding (klass, key, 0, move_cb, "(iib)", dx, dy, FALSE);
  gtk_widget_class_add_binding (klass, keypad_key, 0, move_cb, "(iib)", dx, dy, FALSE);
  gtk_widget_class_add_binding (klass, key, GDK_CONTROL_MASK, move_cb, "(iib)", dx, dy, TRUE);
  gtk_widget_class_add_binding (klass, keypad_key, GDK_CONTROL_MASK, move_cb, "(iib)", dx, dy, TRUE);
}

void
gs_coverage_gestures_bind_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    const char *action;
  } keys[] = {
    { GDK_KEY_plus, "coverage.zoom-in" },
    { GDK_KEY_equal, "coverage.zoom-in" },
    { GDK_KEY_KP_Add, "coverage.zoom-in" },
    { GDK_KEY_minus, "coverage.zoom-out" },
    { GDK_KEY_KP_Subtract, "coverage.zoom-out" },
    { GDK_KEY_0, "coverage.fit" },
    { GDK_KEY_KP_0, "coverage.fit" },
    { GDK_KEY_BackSpace, "coverage.unpin" },
    { GDK_KEY_space, "coverage.play" },
    { GDK_KEY_period, "coverage.step" },
    { GDK_KEY_comma, "coverage.step-back" },
    { GDK_KEY_g, "coverage.go-there" },
    { GDK_KEY_e, "coverage.go-to-element" },
  };

  bind_move (klass, GDK_KEY_Left, GDK_KEY_KP_Left, -1, 0);
  bind_move (klass, GDK_KEY_Right, GDK_KEY_KP_Right, 1, 0);
  bind_move (klass, GDK_KEY_Up, GDK_KEY_KP_Up, 0, -1);
  bind_move (klass, GDK_KEY_Down, GDK_KEY_KP_Down, 0, 1);
  /* To the ends: the area stops at the plane's edges. */
  gtk_widget_class_add_binding (klass, GDK_KEY_Home, 0, move_cb, "(iib)", G_MININT, 0, FALSE);
  gtk_widget_class_add_binding (klass, GDK_KEY_End, 0, move_cb, "(iib)", G_MAXINT, 0, FALSE);
  gtk_widget_class_add_binding (klass, GDK_KEY_Home, GDK_CONTROL_MASK, move_cb, "(iib)", G_MININT, G_MININT,
                                FALSE);
  gtk_widget_class_add_binding (klass, GDK_KEY_End, GDK_CONTROL_MASK, move_cb, "(iib)", G_MAXINT, G_MAXINT,
                                FALSE);

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding_action (klass, keys[i].key, 0, keys[i].action, NULL);
      gtk_widget_class_add_binding_action (klass, keys[i].key, GDK_SHIFT_MASK, keys[i].action, NULL);
    }
}
