#include <string.h>

#include "gs-experiment.h"

#define UUID_A "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f"
#define UUID_B "GPU-40414243-4445-4647-4849-4a4b4c4d4e4f"
#define UUID_C "GPU-70717273-7475-7677-7879-7a7b7c7d7e7f"

static const struct
{
  char letter;
  const char *name, *uuid, *pci;
  gint64 max_threads; /* of a block */
} cards[] = {
  { 'a', "Card A", UUID_A, "0000:3b:00.0", 1024 },
  { 'b', "Card B", UUID_B, "0000:af:00.0", 512 },
  { 'c', "Card C", UUID_C, "0000:d8:00.0", 256 },
};

/* GPUs with the numbers of their letters in @letters. */
static void
put_gpus (GsExperiment *experiment, const char *letters)
{
  GsEnvironment *environment = gs_environment_new ();

  for (; *letters != '\0'; letters++)
    {
      const gsize i = (gsize)(*letters - 'a');
      GsGpu *gpu = g_new0 (GsGpu, 1);

      gpu->name = g_strdup (cards[i].name);
      gpu->uuid = g_strdup (cards[i].uuid);
      gpu->pci = g_strdup (cards[i].pci);
      gpu->limits = *gs_limits_common ();
      gpu->limits.max_threads_per_block = cards[i].max_threads;
      g_ptr_array_add (environment->gpus, gpu);
    }
  gs_experiment_set_gpus (experiment, environment->gpus);
  gs_environment_free (environment);
}

static GsSpec *
make_spec (const char *device, const char *backend)
{
  GsSpec *spec = gs_spec_new ();

  spec->device = g_strdup (device);
  g_strfreev (spec->backends);
  spec->backends = g_strsplit (backend, ",", -1);
  return spec;
}

static const struct
{
  const char *name, *gpus, *device, *backend;
  const char *used; /* name of the GPU; NULL: none */
  const char *runs; /* device of the spec that is run */
  const char *missing;
  gint64 max_threads;
} rows[] = {
  { "none", "", NULL, "cuda", NULL, NULL, NULL, 1024 },
  { "none-and-one-named", "", UUID_A, "cuda", NULL, UUID_A, NULL, 1024 },
  { "one", "b", NULL, "cuda", "Card B", NULL, NULL, 512 },
  { "first-of-two", "ba", NULL, "cuda", "Card B", UUID_B, NULL, 512 },
  { "first-of-two-on-the-cpu", "ba", NULL, "cpu", "Card B", NULL, NULL, 512 },
  { "cublas-too", "ba", NULL, "cpu,cublas", "Card B", UUID_B, NULL, 512 },
  { "by-uuid", "abc", UUID_C, "cuda", "Card C", UUID_C, NULL, 256 },
  { "by-uuid-elsewhere", "cab", UUID_C, "cuda", "Card C", UUID_C, NULL, 256 },
  { "by-number", "abc", "1", "cuda", "Card B", UUID_B, NULL, 512 },
  { "by-pci", "abc", "d8:00.0", "cuda", "Card C", UUID_C, NULL, 256 },
  { "missing", "ba", UUID_C, "cuda", "Card B", UUID_B, UUID_C, 512 },
  { "missing-on-the-cpu", "a", UUID_C, "cpu", "Card A", UUID_A, UUID_C, 1024 },
  { "missing-number", "a", "3", "cuda", "Card A", UUID_A, "3", 1024 },
  { "profile", "b", "h200", "cpu", "Card B", "h200", NULL, 1024 },
};

static void
test_row (gconstpointer data)
{
  const gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GsSpec) spec = make_spec (rows[i].device, rows[i].backend);
  g_autoptr (GsExperiment) experiment = gs_experiment_new (spec);
  g_autoptr (GsSpec) run = NULL;
  g_autofree char *missing = NULL, *trouble = NULL;
  const GsGpu *gpu;

  g_assert_null (gs_experiment_get_gpu (experiment));
  put_gpus (experiment, rows[i].gpus);
  gpu = gs_experiment_get_gpu (experiment);
  g_assert_cmpstr (gpu != NULL ? gpu->name : NULL, ==, rows[i].used);
  run = gs_experiment_dup_run_spec (experiment);
  g_assert_cmpstr (run->device, ==, rows[i].runs);
  g_assert_true (gs_spec_equal (spec, gs_experiment_get_spec (experiment)));
  missing = gs_experiment_dup_missing_gpu (experiment);
  g_assert_cmpstr (missing, ==, rows[i].missing);
  trouble = gs_experiment_dup_gpu_trouble (experiment);
  g_assert_true ((trouble != NULL) == (missing != NULL));
  g_assert_cmpint (gs_experiment_get_plan (experiment)->limits.max_threads_per_block, ==,
                   rows[i].max_threads);
}

/* Number and place change, the choice does not; limits follow it back and forth. */
static void
test_undo (void)
{
  g_autoptr (GsExperiment) experiment = gs_experiment_new (NULL);

  put_gpus (experiment, "ab");
  gs_experiment_change (experiment, make_spec (UUID_B, "cpu,simt"), "Change GPU");
  g_assert_cmpstr (gs_experiment_get_gpu (experiment)->name, ==, "Card B");
  g_assert_true (gs_experiment_undo (experiment));
  g_assert_cmpstr (gs_experiment_get_gpu (experiment)->name, ==, "Card A");
  g_assert_cmpint (gs_experiment_get_plan (experiment)->limits.max_threads_per_block, ==, 1024);
  g_assert_true (gs_experiment_redo (experiment));
  put_gpus (experiment, "cba");
  g_assert_cmpstr (gs_experiment_get_gpu (experiment)->name, ==, "Card B");
  g_assert_cmpint (gs_experiment_get_plan (experiment)->limits.max_threads_per_block, ==, 512);
}

static void
test_spec_from_elsewhere (void)
{
  g_autoptr (GsExperiment) experiment = gs_experiment_new (NULL);

  put_gpus (experiment, "ab");
  gs_experiment_change (experiment, make_spec (UUID_B, "cpu,simt"), "Change GPU");
  gs_experiment_show (experiment, make_spec (NULL, "cuda"), "Open Spec");
  g_assert_cmpstr (gs_experiment_get_spec (experiment)->device, ==, UUID_B);
  gs_experiment_show (experiment, make_spec (UUID_A, "cuda"), "Open Spec");
  g_assert_cmpstr (gs_experiment_get_spec (experiment)->device, ==, UUID_A);
  gs_experiment_change (experiment, make_spec (NULL, "cuda"), "Change GPU");
  g_assert_null (gs_experiment_get_spec (experiment)->device);
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” does not say “%s”", text, part);
}

/* What was there once is called by its name. */
static void
test_sentence (void)
{
  g_autoptr (GsSpec) spec = make_spec (UUID_B, "cuda");
  g_autoptr (GsExperiment) experiment = gs_experiment_new (spec);
  g_autofree char *plain = NULL, *hidden = NULL;

  g_unsetenv ("CUDA_VISIBLE_DEVICES");
  gs_experiment_name_gpu (experiment, UUID_B, "Card B");
  put_gpus (experiment, "ac");
  plain = gs_experiment_dup_gpu_trouble (experiment);
  assert_has (plain, "Card B (" UUID_B ")");
  assert_has (plain, "Card A (0000:3b:00.0) is used instead");
  assert_has (plain, "Choose another");
  g_setenv ("CUDA_VISIBLE_DEVICES", "0,2", TRUE);
  hidden = gs_experiment_dup_gpu_trouble (experiment);
  assert_has (hidden, "CUDA_VISIBLE_DEVICES, which is “0,2”");
  g_unsetenv ("CUDA_VISIBLE_DEVICES");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/model/experiment-gpu/", rows[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_row);
    }
  g_test_add_func ("/model/experiment-gpu/undo", test_undo);
  g_test_add_func ("/model/experiment-gpu/spec-from-elsewhere", test_spec_from_elsewhere);
  g_test_add_func ("/model/experiment-gpu/sentence", test_sentence);
  return g_test_run ();
}
