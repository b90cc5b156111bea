#include "gs-matrix-editor-private.h"

#include "gs-display.h"

/* Values that would be made for seconds if nothing stopped it. */
static GsExperiment *
new_experiment (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsSource) source = gs_source_parse_generator ("normal:3", NULL);

  spec->m = spec->n = 16384;
  gs_spec_set_a (spec, source);
  return gs_experiment_new (spec);
}

static gboolean
wake_cb (gpointer unused)
{
  return G_SOURCE_CONTINUE;
}

/* The job that holds @making has called back by the time it is gone. Which of the two threads lets it go last is open:
 * the main loop is woken to look. */
static void
wait_for_job (GWeakRef *making)
{
  const guint wake_id = g_timeout_add (5, wake_cb, NULL);
  GCancellable *held;

  while ((held = g_weak_ref_get (making)) != NULL)
    {
      g_object_unref (held);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (wake_id);
  g_weak_ref_clear (making);
}

/* A closed window takes its editor along, and the making of its values with it. */
static void
test_closed_while_made (void)
{
  g_autoptr (GsExperiment) experiment = new_experiment ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *editor = gs_matrix_editor_new (0);
  GWeakRef making;

  gs_spec_group_set_experiment (GS_SPEC_GROUP (editor), experiment);
  gtk_window_set_child (GTK_WINDOW (window), editor);
  g_assert_nonnull (GS_MATRIX_EDITOR (editor)->making);
  g_weak_ref_init (&making, GS_MATRIX_EDITOR (editor)->making);
  g_object_add_weak_pointer (G_OBJECT (editor), (gpointer *)&editor);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_null (editor);
  wait_for_job (&making);
}

/* What was to be shown before is neither made to its end nor shown. */
static void
test_changed_while_made (void)
{
  g_autoptr (GsExperiment) experiment = new_experiment ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *editor = gs_matrix_editor_new (0);
  GsMatrixEditor *self = GS_MATRIX_EDITOR (editor);
  GsSpec *other = gs_spec_new ();
  GWeakRef making;

  gs_spec_group_set_experiment (GS_SPEC_GROUP (editor), experiment);
  gtk_window_set_child (GTK_WINDOW (window), editor);
  g_assert_nonnull (self->making);
  g_weak_ref_init (&making, self->making);
  other->m = 3;
  other->n = 5;
  gs_experiment_show (experiment, other, "Smaller");
  g_assert_null (self->making);
  wait_for_job (&making);
  g_assert_cmpint (self->matrix->m, ==, 3);
  g_assert_cmpint (self->matrix->n, ==, 5);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (!begin_with_display (&argc, &argv))
    return SKIPPED;
  g_test_add_func ("/views/matrix-editor/closed-while-made", test_closed_while_made);
  g_test_add_func ("/views/matrix-editor/changed-while-made", test_changed_while_made);
  return g_test_run ();
}
