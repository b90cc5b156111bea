#include "gs-experiment.h"
#include "gs-spec-edit.h"

typedef struct
{
  GsExperiment *experiment;
  guint changed, verdict, problem, can_undo;
} Watch;

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
set_up (Watch *watch, gconstpointer data)
{
  watch->experiment = gs_experiment_new (NULL);
  g_signal_connect_swapped (watch->experiment, "changed", G_CALLBACK (count_cb), &watch->changed);
  g_signal_connect_swapped (watch->experiment, "notify::verdict", G_CALLBACK (count_cb), &watch->verdict);
  g_signal_connect_swapped (watch->experiment, "notify::problem", G_CALLBACK (count_cb), &watch->problem);
  g_signal_connect_swapped (watch->experiment, "notify::can-undo", G_CALLBACK (count_cb), &watch->can_undo);
}

static void
tear_down (Watch *watch, gconstpointer data)
{
  g_assert_finalize_object (watch->experiment);
}

static void
set_block (Watch *watch, gint64 x, gboolean joined)
{
  GsSpec *spec = gs_spec_copy (gs_experiment_get_spec (watch->experiment));

  spec->block[0] = x;
  if (joined)
    gs_experiment_change_joined (watch->experiment, spec, "Change Block x");
  else
    gs_experiment_change (watch->experiment, spec, "Change Block x");
}

static gint64
get_block (Watch *watch)
{
  return gs_experiment_get_spec (watch->experiment)->block[0];
}

static void
test_equal_spec_is_no_change (Watch *watch, gconstpointer data)
{
  set_block (watch, 4, FALSE);
  g_assert_cmpuint (watch->changed, ==, 0);
  g_assert_cmpuint (watch->verdict, ==, 0);
  g_assert_null (gs_experiment_get_undo_name (watch->experiment));
}

static void
test_change_plans_at_once (Watch *watch, gconstpointer data)
{
  set_block (watch, 256, FALSE);
  g_assert_cmpuint (watch->changed, ==, 1);
  g_assert_cmpuint (watch->verdict, ==, 1);
  g_assert_cmpuint (watch->problem, ==, 0);
  g_assert_cmpint (gs_experiment_get_plan (watch->experiment)->idle, ==, 249);
  g_assert_cmpstr (gs_experiment_get_undo_name (watch->experiment), ==, "Change Block x");
}

static void
test_problem_comes_and_goes (Watch *watch, gconstpointer data)
{
  g_assert_null (gs_experiment_get_problem (watch->experiment));
  set_block (watch, 2048, FALSE);
  g_assert_nonnull (strstr (gs_experiment_get_problem (watch->experiment), "1024"));
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_null (gs_experiment_get_problem (watch->experiment));
  g_assert_cmpuint (watch->problem, ==, 2);
}

static void
test_undo_and_redo (Watch *watch, gconstpointer data)
{
  g_assert_false (gs_experiment_undo (watch->experiment));
  set_block (watch, 8, FALSE);
  set_block (watch, 16, FALSE);
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 8);
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 4);
  g_assert_cmpstr (gs_experiment_get_redo_name (watch->experiment), ==, "Change Block x");
  g_assert_true (gs_experiment_redo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 8);

  /* A new change after an undo cuts off what could be redone. */
  set_block (watch, 32, FALSE);
  g_assert_false (gs_experiment_redo (watch->experiment));
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 8);
}

static void
test_joined_changes_are_one_step (Watch *watch, gconstpointer data)
{
  set_block (watch, 1, TRUE);
  set_block (watch, 12, TRUE);
  set_block (watch, 128, TRUE);
  g_assert_cmpuint (watch->changed, ==, 3);
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 4);
  g_assert_false (gs_experiment_undo (watch->experiment));
}

/* A change that was made at once stays one of its own, whatever is typed after it. */
static void
test_typing_joins_no_other_change (Watch *watch, gconstpointer data)
{
  set_block (watch, 8, FALSE);
  set_block (watch, 16, TRUE);
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 8);
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpint (get_block (watch), ==, 4);
}

static void
compare_cb (GsExperiment *experiment, const GsPlan **seen)
{
  /* The plan of before must still be there to compare with. */
  g_assert_cmpint ((*seen)->block[0], >, 0);
  *seen = gs_experiment_get_plan (experiment);
}

static void
test_old_plan_outlives_the_signal (Watch *watch, gconstpointer data)
{
  const GsPlan *seen = gs_experiment_get_plan (watch->experiment);

  g_signal_connect (watch->experiment, "changed", G_CALLBACK (compare_cb), &seen);
  set_block (watch, 8, FALSE);
  set_block (watch, 16, FALSE);
  g_assert_cmpint (seen->block[0], ==, 16);
}

/* A takes a fresh matrix of @side × @side values. */
static void
set_values (Watch *watch, gint64 side)
{
  g_autoptr (GsMatrix) matrix = gs_matrix_new (side, side, NULL);
  g_autoptr (GsSource) source = NULL;
  GsSpec *spec = gs_spec_copy (gs_experiment_get_spec (watch->experiment));
  static float counter;

  matrix->data[0] = ++counter;
  source = gs_source_new_values (matrix, NULL);
  gs_spec_edit_source (spec, 0, source);
  gs_experiment_change (watch->experiment, spec, "Change A");
}

static guint
undo_all (Watch *watch)
{
  guint n = 0;

  while (gs_experiment_undo (watch->experiment))
    n++;
  return n;
}

static void
test_undo_is_bounded_in_bytes (Watch *watch, gconstpointer data)
{
  /* What was there before it was 10 × 10: four of them fit. */
  gs_experiment_set_undo_bytes (watch->experiment, 4 * 400 + 100);
  for (int i = 0; i < 9; i++)
    set_values (watch, 10);
  g_assert_cmpuint (undo_all (watch), ==, 4);

  /* Changes that share a matrix hold it once. */
  while (gs_experiment_redo (watch->experiment))
    ;
  for (gint64 x = 1; x <= 32; x++)
    set_block (watch, 100 + x, FALSE);
  g_assert_cmpuint (undo_all (watch), ==, 36);
}

static void
test_last_change_is_undone_whatever_its_size (Watch *watch, gconstpointer data)
{
  gs_experiment_set_undo_bytes (watch->experiment, 1);
  set_values (watch, 10);
  set_values (watch, 20);
  set_values (watch, 30);
  g_assert_cmpuint (undo_all (watch), ==, 1);
  g_assert_cmpint (gs_experiment_get_spec (watch->experiment)->a->values->m, ==, 20);
}

static void
test_views_are_undone (Watch *watch, gconstpointer data)
{
  GsExperiment *experiment = watch->experiment;

  gs_experiment_set_view (experiment, "coverage");
  gs_experiment_change_view (experiment, "coverage", "Change View");
  g_assert_null (gs_experiment_get_undo_name (experiment));
  gs_experiment_change_view (experiment, "timing", "Change View");
  gs_experiment_change_view (experiment, "numbers", "Change View");
  set_block (watch, 8, FALSE);
  g_assert_cmpstr (gs_experiment_get_undo_name (experiment), ==, "Change Block x");
  g_assert_true (gs_experiment_undo (experiment));
  g_assert_cmpstr (gs_experiment_get_view (experiment), ==, "numbers");
  g_assert_cmpstr (gs_experiment_get_undo_name (experiment), ==, "Change View");

  /* Looking around does not cost what can be redone. */
  gs_experiment_change_view (experiment, "memory", "Change View");
  g_assert_cmpstr (gs_experiment_get_redo_name (experiment), ==, "Change Block x");

  /* From view to view was one step. */
  g_assert_true (gs_experiment_undo (experiment));
  g_assert_cmpstr (gs_experiment_get_view (experiment), ==, "coverage");
  g_assert_false (gs_experiment_undo (experiment));
  g_assert_true (gs_experiment_redo (experiment));
  g_assert_cmpstr (gs_experiment_get_view (experiment), ==, "memory");
  g_assert_true (gs_experiment_redo (experiment));
  g_assert_cmpint (get_block (watch), ==, 8);
}

static void
test_there_and_back_is_no_view_change (Watch *watch, gconstpointer data)
{
  gs_experiment_set_view (watch->experiment, "coverage");
  gs_experiment_change_view (watch->experiment, "timing", "Change View");
  gs_experiment_change_view (watch->experiment, "coverage", "Change View");
  g_assert_null (gs_experiment_get_undo_name (watch->experiment));
}

static void
change_pin (Watch *watch, gint64 x, gint64 y)
{
  gs_experiment_change_pin (watch->experiment, &(GsPin){ TRUE, x, y }, "Pin Thread");
}

/* -1, -1: nothing is pinned. */
static void
assert_pin (Watch *watch, gint64 x, gint64 y)
{
  const GsPin pin = gs_experiment_get_pin (watch->experiment);

  g_assert_cmpint (pin.is_set ? pin.x : -1, ==, x);
  g_assert_cmpint (pin.is_set ? pin.y : -1, ==, y);
}

static void
test_pins_are_undone (Watch *watch, gconstpointer data)
{
  GsExperiment *experiment = watch->experiment;

  gs_experiment_set_view (experiment, "coverage");
  change_pin (watch, 1, 0);
  g_assert_cmpstr (gs_experiment_get_undo_name (experiment), ==, "Pin Thread");
  /* Walking on is the same change; going to another view is not. */
  change_pin (watch, 2, 0);
  change_pin (watch, 3, 0);
  gs_experiment_change_view (experiment, "timing", "Change View");
  g_assert_true (gs_experiment_undo (experiment));
  g_assert_cmpstr (gs_experiment_get_view (experiment), ==, "coverage");
  assert_pin (watch, 3, 0);
  g_assert_true (gs_experiment_undo (experiment));
  assert_pin (watch, -1, -1);
  g_assert_false (gs_experiment_undo (experiment));
  g_assert_true (gs_experiment_redo (experiment));
  assert_pin (watch, 3, 0);

  /* There and back again is none. */
  g_assert_true (gs_experiment_redo (experiment));
  g_assert_true (gs_experiment_undo (experiment));
  g_assert_true (gs_experiment_undo (experiment));
  gs_experiment_forget (experiment);
  change_pin (watch, 1, 0);
  gs_experiment_change_pin (experiment, &(GsPin){ 0 }, "Unpin Thread");
  g_assert_null (gs_experiment_get_undo_name (experiment));
}

/* A change may take the pinned cell away; taking it back brings the cell back. */
static void
test_pin_comes_back_with_its_plane (Watch *watch, gconstpointer data)
{
  change_pin (watch, 5, 0);
  set_block (watch, 8, FALSE);
  gs_experiment_set_pin (watch->experiment, &(GsPin){ 0 });
  assert_pin (watch, -1, -1);
  g_assert_true (gs_experiment_undo (watch->experiment));
  assert_pin (watch, 5, 0);
  g_assert_true (gs_experiment_redo (watch->experiment));
  assert_pin (watch, -1, -1);
}

static const char *
find_text (Watch *watch, gint64 row, gint64 column)
{
  return gs_cell_texts_find (gs_experiment_get_texts (watch->experiment, 0), row, column);
}

static void
type_text (Watch *watch, gint64 row, gint64 column, const char *text)
{
  gs_experiment_change_cells (
      watch->experiment, NULL, 0,
      gs_cell_texts_put (gs_experiment_get_texts (watch->experiment, 0), row, column, text), "Edit A");
}

static void
test_texts_are_undone (Watch *watch, gconstpointer data)
{
  guint n_changes = 0;

  g_signal_connect_swapped (watch->experiment, "texts-changed", G_CALLBACK (count_cb), &n_changes);
  set_values (watch, 4);
  type_text (watch, 1, 2, "abc");
  type_text (watch, 1, 2, "abc");
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpstr (gs_experiment_get_undo_name (watch->experiment), ==, "Edit A");
  type_text (watch, 3, 3, "x");

  /* The launch has nothing to do with them. */
  set_block (watch, 16, FALSE);
  g_assert_cmpstr (find_text (watch, 3, 3), ==, "x");

  /* Other values do. */
  set_values (watch, 4);
  g_assert_null (find_text (watch, 1, 2));
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpstr (find_text (watch, 1, 2), ==, "abc");
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpstr (find_text (watch, 1, 2), ==, "abc");
  g_assert_null (find_text (watch, 3, 3));
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_null (find_text (watch, 1, 2));
  g_assert_true (gs_experiment_redo (watch->experiment));
  g_assert_cmpstr (find_text (watch, 1, 2), ==, "abc");
}

/* A generated operand that gets smaller loses what lies outside. */
static void
test_texts_follow_the_size (Watch *watch, gconstpointer data)
{
  GsSpec *spec = gs_spec_copy (gs_experiment_get_spec (watch->experiment));

  spec->m = 3;
  spec->n = 5;
  gs_experiment_change (watch->experiment, spec, "Change Size");
  type_text (watch, 2, 4, "outside");
  type_text (watch, 1, 1, "inside");
  spec = gs_spec_copy (spec);
  spec->n = 4;
  gs_experiment_change (watch->experiment, spec, "Change Size");
  g_assert_null (find_text (watch, 2, 4));
  g_assert_cmpstr (find_text (watch, 1, 1), ==, "inside");
  g_assert_true (gs_experiment_undo (watch->experiment));
  g_assert_cmpstr (find_text (watch, 2, 4), ==, "outside");
}

/* Two operands can be read at a time. */
static void
test_awaits_values_until_the_last (Watch *watch, gconstpointer data)
{
  guint n_told = 0;

  g_signal_connect_swapped (watch->experiment, "notify::awaits-values", G_CALLBACK (count_cb), &n_told);
  g_assert_false (gs_experiment_get_awaits_values (watch->experiment));
  gs_experiment_begin_values (watch->experiment);
  gs_experiment_begin_values (watch->experiment);
  g_assert_true (gs_experiment_get_awaits_values (watch->experiment));
  gs_experiment_end_values (watch->experiment);
  g_assert_true (gs_experiment_get_awaits_values (watch->experiment));
  g_assert_cmpuint (n_told, ==, 1);
  gs_experiment_end_values (watch->experiment);
  g_assert_false (gs_experiment_get_awaits_values (watch->experiment));
  g_assert_cmpuint (n_told, ==, 2);
}

static void
add (const char *name, void (*test) (Watch *watch, gconstpointer data))
{
  g_autofree char *path = g_strconcat ("/model/experiment/", name, NULL);

  g_test_add (path, Watch, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("equal-spec-is-no-change", test_equal_spec_is_no_change);
  add ("change-plans-at-once", test_change_plans_at_once);
  add ("problem-comes-and-goes", test_problem_comes_and_goes);
  add ("undo-and-redo", test_undo_and_redo);
  add ("joined-changes-are-one-step", test_joined_changes_are_one_step);
  add ("typing-joins-no-other-change", test_typing_joins_no_other_change);
  add ("old-plan-outlives-the-signal", test_old_plan_outlives_the_signal);
  add ("undo-is-bounded-in-bytes", test_undo_is_bounded_in_bytes);
  add ("last-change-is-undone-whatever-its-size", test_last_change_is_undone_whatever_its_size);
  add ("views-are-undone", test_views_are_undone);
  add ("there-and-back-is-no-view-change", test_there_and_back_is_no_view_change);
  add ("pins-are-undone", test_pins_are_undone);
  add ("pin-comes-back-with-its-plane", test_pin_comes_back_with_its_plane);
  add ("texts-are-undone", test_texts_are_undone);
  add ("texts-follow-the-size", test_texts_follow_the_size);
  add ("awaits-values-until-the-last", test_awaits_values_until_the_last);
  return g_test_run ();
}
