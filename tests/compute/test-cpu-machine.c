#include "gs-cpu-kernel.h"
#include "gs-cpu-probe.h"
#include "gs-openblas-core.h"

/* What is known of the processor that the CPU kernels run on: its threads, its
 * instruction sets, its roofs, and the core that OpenBLAS takes it for. */

static void
test_threads (void)
{
  int has = (int)g_get_num_processors ();
  g_autofree char *note = NULL;

  g_assert_cmpint (gs_cpu_threads (0, &note), ==, has);
  g_assert_null (note);
  g_assert_cmpint (gs_cpu_threads (1, &note), ==, 1);
  g_assert_null (note);
  g_assert_cmpint (gs_cpu_threads (has + 62, &note), ==, has);
  g_assert_nonnull (note);
}

static void
test_probe (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GsCpuRoofs roofs = { 0 };

  g_assert_true (gs_cpu_probe (0, &roofs, cancellable, &error));
  g_assert_no_error (error);
  g_assert_cmpint (roofs.n_threads, ==, (int)g_get_num_processors ());
  g_assert_cmpfloat (roofs.triad_gbytes_per_s, >, 0);
  g_assert_cmpfloat (roofs.fma_gflops, >, 0);

  g_cancellable_cancel (cancellable);
  g_assert_false (gs_cpu_probe (1, &roofs, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_isa (void)
{
  GsIsa best = gs_isa_current ();

  g_assert_true (gs_isa_available (best));
  g_assert_true (gs_isa_available (GS_ISA_BASE));
  gs_isa_force (GS_ISA_BASE);
  g_assert_cmpint (gs_isa_current (), ==, GS_ISA_BASE);
  gs_isa_force (GS_N_ISAS);
  g_assert_cmpint (gs_isa_current (), ==, best);
  g_assert_null (gs_cpu_kernel_find ("cpu_nonesuch"));
}

static void
test_openblas_core (void)
{
  static const struct
  {
    const char *core;
    GsIsa isa;
    const char *better;
  } cases[] = {
    { "Prescott", GS_ISA_AVX512, "SkylakeX" },
    { "Haswell", GS_ISA_AVX512, "SkylakeX" },
    { "SkylakeX", GS_ISA_AVX512, NULL },
    { "Sapphirerapids", GS_ISA_AVX512, NULL },
    { "Nehalem", GS_ISA_AVX2, "Haswell" },
    { "Zen", GS_ISA_AVX2, NULL },
    { "SkylakeX", GS_ISA_AVX2, NULL },
    { "Prescott", GS_ISA_BASE, NULL },
    { "armv8", GS_ISA_BASE, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (gs_openblas_better_core (cases[i].core, cases[i].isa), ==, cases[i].better);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu/threads", test_threads);
  g_test_add_func ("/cpu/openblas-core", test_openblas_core);
  g_test_add_func ("/cpu/isa", test_isa);
  g_test_add_func ("/cpu/probe", test_probe);
  return g_test_run ();
}
