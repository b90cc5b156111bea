#include "gs-gpu.h"

#define UUID_A "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f"
#define UUID_B "GPU-40414243-4445-4647-4849-4a4b4c4d4e4f"

static void
add_gpu (GPtrArray *gpus, const char *name, const char *uuid, const char *pci)
{
  GsGpu *gpu = g_new0 (GsGpu, 1);

  gpu->name = g_strdup (name);
  gpu->uuid = g_strdup (uuid);
  gpu->pci = g_strdup (pci);
  g_ptr_array_add (gpus, gpu);
}

static const struct
{
  const char *word;
  gboolean is_b; /* the one with number 1; else none of the two */
} words[] = {
  { "1", TRUE },
  { "01", TRUE },
  { UUID_B, TRUE },
  { "gpu-40414243", TRUE },
  { "GPU-4041", TRUE },
  { "GPU-404", FALSE }, /* too short to mean one card */
  { "GPU-40414244", FALSE },
  { UUID_B "0", FALSE },
  { "0000:af:00.0", TRUE },
  { "00000000:AF:00.0", TRUE }, /* as nvidia-smi writes it */
  { "af:00.0", TRUE },
  { "0001:af:00.0", FALSE },
  { "af:00.1", FALSE },
  { "af:00.0x", FALSE },
  { "2", FALSE },
  { "-1", FALSE },
  { "1x", FALSE },
  { "", FALSE },
  { "h200", FALSE },
};

static void
test_words (void)
{
  GsEnvironment *environment = gs_environment_new ();
  GPtrArray *gpus = environment->gpus;

  g_assert_null (gs_gpu_find (gpus, NULL));
  add_gpu (gpus, "A", UUID_A, "0000:3b:00.0");
  add_gpu (gpus, "B", UUID_B, "0000:af:00.0");
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const GsGpu *found = gs_gpu_find (gpus, words[i].word);

      g_test_message ("“%s”", words[i].word);
      g_assert_true (found == (words[i].is_b ? g_ptr_array_index (gpus, 1) : NULL));
    }
  g_assert_true (gs_gpu_find (gpus, NULL) == g_ptr_array_index (gpus, 0));
  gs_environment_free (environment);
}

static void
test_titles (void)
{
  GsEnvironment *environment = gs_environment_new ();
  g_autofree char *with = NULL, *without = NULL, *empty = NULL;

  add_gpu (environment->gpus, "A", UUID_A, "0000:3b:00.0");
  add_gpu (environment->gpus, "B", NULL, NULL);
  add_gpu (environment->gpus, "C", "", "");
  with = gs_gpu_title (g_ptr_array_index (environment->gpus, 0));
  without = gs_gpu_title (g_ptr_array_index (environment->gpus, 1));
  empty = gs_gpu_title (g_ptr_array_index (environment->gpus, 2));
  g_assert_cmpstr (with, ==, "A (0000:3b:00.0)");
  g_assert_cmpstr (without, ==, "B");
  g_assert_cmpstr (empty, ==, "C");
  gs_environment_free (environment);
}

/* Numbers change; the UUID of the spec tells which of them it was. */
static void
test_of_report (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsReport) report = NULL;

  spec->device = g_strdup (UUID_A);
  report = gs_report_new (spec, gs_plan_new (spec, NULL));
  g_assert_null (gs_report_get_gpu (report));
  add_gpu (report->environment->gpus, "B", UUID_B, "0000:af:00.0");
  g_assert_null (gs_report_get_gpu (report));
  add_gpu (report->environment->gpus, "A", UUID_A, "0000:3b:00.0");
  g_assert_cmpstr (gs_report_get_gpu (report)->name, ==, "A");
}

static void
test_agreement (void)
{
  g_autoptr (GsSpec) open = gs_spec_new (), a = gs_spec_new (), b = gs_spec_new (), other = gs_spec_new ();

  a->device = g_strdup (UUID_A);
  b->device = g_strdup (UUID_B);
  other->repeats++;
  g_assert_true (gs_spec_agrees (open, a) && gs_spec_agrees (a, open) && gs_spec_agrees (a, a));
  g_assert_false (gs_spec_agrees (a, b) || gs_spec_agrees (open, other) || gs_spec_equal (open, a));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/gpu/words", test_words);
  g_test_add_func ("/core/gpu/titles", test_titles);
  g_test_add_func ("/core/gpu/of-report", test_of_report);
  g_test_add_func ("/core/gpu/agreement", test_agreement);
  return g_test_run ();
}
