#include "gs-coverage-gestures.h"

#include "gs-picture-hand.h"

static void
point_at (gpointer data, double x, double y)
{
  gs_coverage_area_point_at (data, x, y);
}

static void
point_away (gpointer data)
{
  gs_coverage_area_point_away (data);
}

static void
zoom (gpointer data, double x, double y, double factor, GdkModifierType state)
{
  gs_coverage_area_zoom (data, x, y, factor);
}

static void
pan (gpointer data, double dx, double dy)
{
  gs_coverage_area_pan (data, dx, dy);
}

static gboolean
steer (gpointer data, double x, double y)
{
  return gs_coverage_area_steer (data, x, y);
}

static void
pick (gpointer data, double x, double y)
{
  gs_coverage_area_pick (data, x, y);
}

void
gs_coverage_gestures_add (GsCoverageArea *area)
{
  static const GsPictureHandFuncs funcs = {
    .point_at = point_at,
    .point_away = point_away,
    .zoom = zoom,
    .pan = pan,
    .steer = steer,
    .pick = pick,
  };

  gs_picture_hand_add (GTK_WIDGET (area), &funcs, area);
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
