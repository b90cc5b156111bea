#include "gs-result-unlike.h"

#include <string.h>

/* One result of a run on a machine with one CPU and one card. What is 0 or NULL is as in
 * the first of the cases. */
typedef struct
{
  GsOp op;
  gint64 m, n, k;
  const char *backend;
  const char *kernel; /* "": a library's own */
  gint64 block;
  guint faults;
  GsHostMemory memory;
  int threads;
  const char *card;
} Run;

#define SEED .op = GS_OP_HADAMARD

static GsReport *
make_report (const Run *run)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsGpu *gpu = g_new0 (GsGpu, 1);
  const char *backend = run->backend != NULL ? run->backend : "cuda";
  const char *kernel = run->kernel != NULL ? run->kernel : "hadamard/k1_scalar";
  GsReport *report;
  GsResult *result;

  spec->op = run->op;
  spec->m = run->m > 0 ? run->m : 13;
  spec->n = run->n > 0 ? run->n : 21;
  spec->k = run->k;
  spec->block_dims = 1;
  spec->block[0] = run->block > 0 ? run->block : 256;
  spec->faults = run->faults;
  spec->host_memory = run->memory;
  spec->threads = run->threads;
  report = gs_report_new (spec, gs_plan_new (spec, NULL));
  result = gs_result_new (backend, *kernel != '\0' ? kernel : NULL);
  g_ptr_array_add (report->results, result);
  g_free (report->environment->cpu);
  report->environment->cpu = g_strdup ("CPU A");
  gpu->name = g_strdup (run->card != NULL ? run->card : "Card A");
  g_ptr_array_add (report->environment->gpus, gpu);
  return report;
}

static const struct
{
  const char *name;
  Run a, b;
  const char *said[3]; /* parts of the sentence, NULL-terminated */
  gboolean other_work;
} cases[] = {
  { "nothing", { SEED }, { SEED }, { NULL }, FALSE },
  { "another kernel is what is compared",
    { SEED },
    { SEED, .kernel = "hadamard/k2_float4" },
    { NULL },
    FALSE },
  { "so is a CPU against a GPU",
    { SEED },
    { SEED, .backend = "cpu", .kernel = "cpu_scalar" },
    { NULL },
    FALSE },
  { "a library chooses its launch",
    { .op = GS_OP_MATMUL, .k = 4, .block = 64, .kernel = "matmul/k1_naive" },
    { .op = GS_OP_MATMUL, .k = 4, .backend = "cublas", .kernel = "" },
    { NULL },
    FALSE },
  { "operation",
    { SEED },
    { .op = GS_OP_ADD, .kernel = "add/k1_scalar" },
    { "operation Hadamard product in A, Sum in B" },
    TRUE },
  { "size", { SEED }, { SEED, .m = 64, .n = 12000 }, { "size 13 × 21 in A, 64 × 12\u202f000 in B" }, TRUE },
  { "size of a product",
    { .op = GS_OP_MATMUL, .k = 4, .kernel = "matmul/k1_naive" },
    { .op = GS_OP_MATMUL, .k = 5, .kernel = "matmul/k1_naive" },
    { "size 13 × 4 × 21 in A, 13 × 5 × 21 in B" },
    TRUE },
  { "launch",
    { SEED },
    { SEED, .block = 64 },
    { "launch 2 blocks of 256 in A, 5 blocks of 64 in B" },
    FALSE },
  { "fault",
    { SEED },
    { SEED, .faults = GS_FAULT_SWAPPED_AXES },
    { "broken on purpose nothing in A, swapped-axes in B" },
    TRUE },
  { "memory",
    { SEED },
    { SEED, .memory = GS_HOST_MEMORY_PINNED },
    { "host memory pageable in A, pinned in B" },
    FALSE },
  { "threads",
    { SEED, .backend = "cpu", .kernel = "cpu_parallel", .threads = 1 },
    { SEED, .backend = "cpu", .kernel = "cpu_parallel" },
    { "CPU threads 1 in A, all in B" },
    FALSE },
  { "threads of no CPU", { SEED, .threads = 1 }, { SEED }, { NULL }, FALSE },
  { "card", { SEED }, { SEED, .card = "Card B" }, { "device Card A in A, Card B in B" }, FALSE },
  { "card that was not used",
    { SEED, .backend = "cpu", .kernel = "cpu_scalar" },
    { SEED, .backend = "cpu", .kernel = "cpu_scalar", .card = "Card B" },
    { NULL },
    FALSE },
  { "several", { SEED }, { SEED, .m = 7, .block = 64 }, { "size 13", "; launch 2 blocks" }, TRUE },
};

static void
test_differences (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GsReport) a = make_report (&cases[i].a), b = make_report (&cases[i].b);
      g_autofree char *said
          = gs_result_unlike (a, g_ptr_array_index (a->results, 0), b, g_ptr_array_index (b->results, 0));

      g_test_message ("%s: %s", cases[i].name, said != NULL ? said : "nothing");
      if (cases[i].said[0] == NULL)
        {
          g_assert_null (said);
          continue;
        }
      g_assert_nonnull (said);
      for (gsize j = 0; cases[i].said[j] != NULL; j++)
        g_assert_nonnull (strstr (said, cases[i].said[j]));
      g_assert_cmpint (g_str_has_prefix (said, "Not like with like: "), ==, cases[i].other_work);
      g_assert_true (g_str_has_suffix (said, "."));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/result-unlike/differences", test_differences);
  return g_test_run ();
}
