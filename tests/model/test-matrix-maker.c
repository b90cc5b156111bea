#include "gs-matrix-maker.h"

/* Another thread makes the values while the main loop goes on. */

typedef struct
{
  GMainLoop *loop;
  GsMatrix *matrix;
  GError *error;
} Made;

static void
made_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Made *made = data;

  made->matrix = gs_matrix_make_finish (result, &made->error);
  g_main_loop_quit (made->loop);
}

static void
make (Made *made, const char *word, gint64 m, gint64 n, GCancellable *cancellable)
{
  g_autoptr (GsSource) source = gs_source_parse_generator (word, NULL);

  made->loop = g_main_loop_new (NULL, FALSE);
  gs_matrix_make_async (source, m, n, cancellable, made_cb, made);
}

static void
made_clear (Made *made)
{
  g_main_loop_unref (made->loop);
  g_clear_pointer (&made->matrix, gs_matrix_unref);
  g_clear_error (&made->error);
}

static void
test_values (void)
{
  g_autoptr (GsSource) source = gs_source_parse_generator ("normal:3", NULL);
  g_autoptr (GsMatrix) expected = gs_source_realise (source, 300, 700, NULL);
  Made made = { NULL };

  make (&made, "normal:3", 300, 700, NULL);
  g_main_loop_run (made.loop);
  g_assert_no_error (made.error);
  g_assert_true (gs_matrix_bits_equal (made.matrix, expected));
  made_clear (&made);
}

static gboolean
cancel_cb (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

/* 17 s of work, all of which the test would wait for. */
static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Made made = { NULL };

  make (&made, "normal:3", 16384, 16384, cancellable);
  g_idle_add (cancel_cb, cancellable);
  g_main_loop_run (made.loop);
  g_assert_error (made.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (made.matrix);
  made_clear (&made);
}

static void
test_too_large (void)
{
  Made made = { NULL };

  make (&made, "ones", G_GINT64_CONSTANT (1) << 40, G_GINT64_CONSTANT (1) << 40, NULL);
  g_main_loop_run (made.loop);
  g_assert_nonnull (made.error);
  g_assert_null (made.matrix);
  made_clear (&made);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matrix-maker/values", test_values);
  g_test_add_func ("/matrix-maker/cancelled", test_cancelled);
  g_test_add_func ("/matrix-maker/too-large", test_too_large);
  return g_test_run ();
}
