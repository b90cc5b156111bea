#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a hand does on a picture that can be zoomed and panned, to whoever shows it.
 * Places are in px of the widget. */
typedef struct
{
  /* Optional: the pointer is at (x, y), or has left. */
  void (*point_at) (gpointer data, double x, double y);
  void (*point_away) (gpointer data);
  /* Optional: whether the wheel is the picture's at (x, y); else the page scrolls. */
  gboolean (*takes_wheel) (gpointer data, double x, double y);
  /* What is at (x, y) stays there. @state: the modifiers that are held. */
  void (*zoom) (gpointer data, double x, double y, double factor, GdkModifierType state);
  /* The picture follows the hand by (dx, dy). */
  void (*pan) (gpointer data, double dx, double dy);
  /* Optional: takes a press at (x, y), and then each place it is drawn to. FALSE: the
   * drag pans. */
  gboolean (*steer) (gpointer data, double x, double y);
  /* A click that was no drag. */
  void (*pick) (gpointer data, double x, double y);
} GsPictureHandFuncs;

/* Wheel: zooms, with Shift pans; drag pans, pinch zooms, click picks. A press gives
 * @picture the focus. @funcs is static, @data outlives @picture. */
void gs_picture_hand_add (GtkWidget *picture, const GsPictureHandFuncs *funcs, gpointer data);

G_END_DECLS
