#include "gs-roofs-runs.h"

static GsReport *
make_report (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  spec->op = GS_OP_HADAMARD;
  spec->m = 100;
  spec->n = 100;
  return gs_report_new (spec, gs_plan_new (spec, NULL));
}

static GsResult *
add_result (GsReport *report, const char *backend, const char *kernel, const char *device, double ns)
{
  GsResult *result = gs_result_new (backend, kernel);

  result->device = g_strdup (device);
  result->status = GS_STATUS_OK;
  result->timed = TRUE;
  result->compute.n = 1;
  result->compute.median = ns;
  result->gflops = 1e4 / ns;
  g_ptr_array_add (report->results, result);
  return result;
}

/* Each under its own roof; what was not timed, failed, or ran on a card that was
 * not measured, under none. */
static void
test_places (void)
{
  g_autoptr (GsRoofs) roofs = gs_roofs_new ();
  g_autoptr (GsReport) report = make_report ();
  const GsRoofPoint *gpu, *cpu;
  GsResult *result;

  gs_roofs_add_roof (roofs, &(GsRoof){ .name = (char *)"First GPU", .gpu = TRUE });
  gs_roofs_add_roof (roofs, &(GsRoof){ .name = (char *)"Processor" });
  gs_roofs_add_roof (roofs, &(GsRoof){ .name = (char *)"Second GPU", .gpu = TRUE });

  result = add_result (report, "cuda", "hadamard/k1_scalar", "Second GPU", 1000);
  result->warm[GS_PHASE_UPLOAD] = (GsPhase){ 2000, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  result->warm[GS_PHASE_DOWNLOAD] = (GsPhase){ 7000, GS_CLOCK_HOST, GS_PHASE_MEASURED };
  add_result (report, "cpu", "cpu_vectorised", NULL, 500);
  add_result (report, "cuda", "hadamard/k1_scalar", "Third GPU", 1000);
  add_result (report, "simt", "hadamard/k1_scalar", NULL, 1000)->timed = FALSE;
  add_result (report, "cuda", "hadamard/k2_float4", "First GPU", 1000)->status = GS_STATUS_FAILED;

  gs_roofs_add_runs (roofs, report);
  g_assert_cmpuint (roofs->points->len, ==, 2);
  gpu = g_ptr_array_index (roofs->points, 0);
  g_assert_cmpuint (gpu->roof, ==, 2);
  g_assert_cmpstr (gpu->label, ==, "hadamard/k1_scalar 100×100");
  g_assert_cmpfloat_with_epsilon (gpu->intensity, 1 / 12.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (gpu->gflops, 10, 1e-12);
  g_assert_cmpfloat_with_epsilon (gpu->bus_gflops, 1, 1e-12);
  cpu = g_ptr_array_index (roofs->points, 1);
  g_assert_cmpuint (cpu->roof, ==, 1);
  g_assert_cmpstr (cpu->label, ==, "hadamard/cpu_vectorised 100×100");
  g_assert_cmpfloat (cpu->bus_gflops, ==, 0);
}

static void
test_limits (void)
{
  const GsRoof gpu = {
    .copy_gbytes_per_s = 100, .fma_gflops = 1000, .upload_gbytes_per_s = 8, .download_gbytes_per_s = 10
  };
  const GsRoof cpu = { .copy_gbytes_per_s = 100, .fma_gflops = 1000 };

  g_assert_cmpfloat (gs_roof_limit (&gpu, 1), ==, 100);
  g_assert_cmpfloat (gs_roof_limit (&gpu, 10), ==, 1000);
  g_assert_cmpfloat (gs_roof_limit (&gpu, 100), ==, 1000);
  g_assert_cmpfloat (gs_roof_bus_limit (&gpu, 1), ==, 10);
  g_assert_cmpfloat (gs_roof_bus_limit (&gpu, 1000), ==, 1000);
  g_assert_cmpfloat (gs_roof_bus_limit (&cpu, 1), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/roofs/places", test_places);
  g_test_add_func ("/core/roofs/limits", test_limits);
  return g_test_run ();
}
