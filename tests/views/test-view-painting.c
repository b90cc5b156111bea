/* When what fills a widget is painted: at once if it shows something else, in a turn of its own if only its place has
 * changed. */

#include "gs-display.h"
#include "gs-view-painting.h"
#include "gs-view-style.h"

#define KEEPS_OLD FALSE
#define IS_NEW    TRUE

static int n_painted;

static void
paint_cb (cairo_t *cr, const GsFigureStyle *style, gpointer data)
{
  n_painted++;
}

static gboolean
draw (GsViewPainting *painting, const GsFigureStyle *style)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const gboolean is_new = gs_view_painting_snapshot (painting, snapshot, style);
  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);

  g_assert_nonnull (node);
  gsk_render_node_unref (node);
  return is_new;
}

/* What is due, but for the frames of the window: those draw nothing here. */
static void
take_turns (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static GtkWidget *
show_widget (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *widget = gtk_label_new (NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), 200, 100);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (widget) == 0)
    g_main_context_iteration (NULL, TRUE);
  return widget;
}

static void
test_turns (void)
{
  GtkWidget *widget = show_widget ();
  GsViewPainting painting;
  GsFigureStyle style, larger;

  n_painted = 0;
  gs_view_painting_init (&painting, widget, paint_cb, NULL);
  gs_view_style_init (&style, widget);
  larger = style;
  larger.type_scale *= 2;

  g_assert_true (draw (&painting, &style) == IS_NEW);
  g_assert_true (draw (&painting, &style) == IS_NEW);
  take_turns ();
  g_assert_cmpint (n_painted, ==, 1);

  /* As before until there was a turn for it, and once however often it is drawn meanwhile. */
  g_assert_true (draw (&painting, &larger) == KEEPS_OLD);
  g_assert_true (draw (&painting, &larger) == KEEPS_OLD);
  g_assert_cmpint (n_painted, ==, 1);
  take_turns ();
  g_assert_cmpint (n_painted, ==, 2);
  g_assert_true (draw (&painting, &style) == IS_NEW);

  gs_view_painting_renew (&painting);
  g_assert_true (draw (&painting, &style) == KEEPS_OLD);
  take_turns ();
  g_assert_true (draw (&painting, &style) == IS_NEW);
  g_assert_cmpint (n_painted, ==, 3);

  gs_view_painting_drop (&painting);
  g_assert_true (draw (&painting, &style) == IS_NEW);
  g_assert_cmpint (n_painted, ==, 4);

  /* Nothing is left to do for a widget that goes. */
  g_assert_true (draw (&painting, &larger) == KEEPS_OLD);
  gs_view_painting_clear (&painting);
  take_turns ();
  g_assert_cmpint (n_painted, ==, 4);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (widget)));
}

int
main (int argc, char **argv)
{
  if (!begin_with_display (&argc, &argv))
    return SKIPPED;
  g_test_add_func ("/views/view-painting/turns", test_turns);
  return g_test_run ();
}
