#include "gs-samples.h"

#include <string.h>

GsPlan *
sample_plan (GsOp op, gint64 m, gint64 n, int dims, gint64 bx, gint64 by, GsGridRule rule, gboolean guard)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();

  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = op == GS_OP_MATMUL ? 5 : 0;
  spec->block_dims = dims;
  spec->block[0] = bx;
  spec->block[1] = dims == 2 ? by : 1;
  spec->grid_rule = rule;
  spec->guard = guard;
  return gs_plan_new (spec, NULL);
}

static GsResult *
add_result (GsReport *report, const char *backend, const char *kernel, GsStatus status, const char *message)
{
  GsResult *result = gs_result_new (backend, kernel);

  result->status = status;
  result->message = g_strdup (message);
  g_ptr_array_add (report->results, result);
  return result;
}

static void
set_phases (GsPhase *phases, const gint64 ns[GS_N_PHASES])
{
  for (int i = 0; i < GS_N_PHASES; i++)
    if (ns[i] > 0)
      phases[i]
          = (GsPhase){ ns[i], i == GS_PHASE_COMPUTE ? GS_CLOCK_EVENT : GS_CLOCK_HOST, GS_PHASE_MEASURED };
}

/* n samples about @median, from a fixed sequence. */
static void
set_samples (GsResult *result, gsize n, double median)
{
  guint32 state = 12345;

  result->timed = TRUE;
  result->n_samples = n;
  result->samples_ns = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    {
      state = state * 1664525u + 1013904223u;
      result->samples_ns[i] = median * (0.97 + 0.08 * (state >> 16) / 65536.0);
    }
  gs_stats_compute (result->samples_ns, n, &result->compute);
}

static GsPitfall *
sample_pitfall (void)
{
  GsPitfall *pitfall = gs_pitfall_new ();

  pitfall->no_sync_ns = 27000;
  pitfall->sync_ns = 951000;
  pitfall->event_ns = 931000;
  pitfall->knee = 1024;
  for (gint64 n = 1; n <= 4096; n *= 2)
    {
      gint64 ns = n <= 1024 ? 5000 + n * 4000 : 5000 + 1024 * 4000 + (n - 1024) * 931000;

      g_array_append_val (pitfall->queue_launches, n);
      g_array_append_val (pitfall->queue_ns, ns);
    }
  return pitfall;
}

static GsSchedule *
sample_schedule (void)
{
  GsSchedule *schedule = gs_schedule_new ();
  gint64 free_at[16] = { 0 };
  guint32 state = 99;

  schedule->multiprocessors = 16;
  schedule->tick_ns = 32;
  schedule->n_blocks = 140;
  schedule->twin_ns = 43000;
  schedule->plain_ns = 41000;
  for (int i = 0; i < 140; i++)
    {
      GsBlockTime block = { .block = { i % 14, i / 14 } };

      for (int sm = 1; sm < 16; sm++)
        if (free_at[sm] < free_at[block.sm])
          block.sm = sm;
      state = state * 1664525u + 1013904223u;
      block.start_ns = free_at[block.sm];
      block.end_ns = block.start_ns + 4000 + (state >> 20);
      free_at[block.sm] = block.end_ns + 96;
      g_array_append_val (schedule->blocks, block);
    }
  return schedule;
}

static void
add_request (GsTrace *trace, int line, int buffer, gboolean shared, int stride)
{
  GsWarpRequest request = { .line = line, .buffer = buffer, .shared = shared, .lanes = 0xffffffffu };

  for (int lane = 0; lane < 32; lane++)
    request.address[lane] = lane * stride;
  g_array_append_val (trace->requests, request);
}

static GsTrace *
sample_trace (void)
{
  GsTrace *trace = gs_trace_new ();
  const GsTraceBuffer buffers[] = {
    { "A", 4096, 32, 32, FALSE },
    { "B", 4096, 32, 32, FALSE },
    { "C", 4096, 32, 32, FALSE },
    { "tile_a", 1024, 16, 16, TRUE },
  };
  const GsLineTrace lines[] = {
    { .line = 41, .global_reads = 8192, .requests = 256, .sectors = 1024 },
    { .line = 42, .global_reads = 8192, .requests = 256, .sectors = 8192 },
    { .line = 47, .shared_reads = 16384, .shared_requests = 512, .bank_passes = 4096 },
    { .line = 52, .global_writes = 1024, .requests = 32, .sectors = 128 },
  };

  g_array_append_vals (trace->buffers, buffers, G_N_ELEMENTS (buffers));
  g_array_append_vals (trace->lines, lines, G_N_ELEMENTS (lines));
  trace->global_reads = 16384;
  trace->global_writes = 1024;
  trace->shared_reads = 16384;
  trace->sectors_per_request = 17.2;
  trace->bank_conflicts = 3584;
  trace->blocks_run = trace->blocks_traced = 4;
  add_request (trace, 41, 0, FALSE, 4);
  add_request (trace, 42, 1, FALSE, 128);
  add_request (trace, 47, 3, TRUE, 64);
  add_request (trace, 52, 2, FALSE, 4);
  return trace;
}

static void
add_gpu (GsReport *report)
{
  const gint64 first[] = { 358000000, 157000000, 1300000, 420000, 14200000, 52000, 5600000, 210000 };
  const gint64 warm[] = { 0, 0, 0, 0, 2500000, 50000, 1200000, 0 };
  GsResult *result = add_result (report, "cuda", "hadamard/k1_scalar", GS_STATUS_OK, NULL);

  set_phases (result->first, first);
  set_phases (result->warm, warm);
  set_samples (result, 10, 50000);
  result->device = g_strdup ("NVIDIA H200");
  result->pitfall = sample_pitfall ();
  result->schedule = sample_schedule ();
}

static void
add_cpu (GsReport *report, const char *backend, const char *kernel, gint64 compute_ns)
{
  gint64 first[GS_N_PHASES] = { [GS_PHASE_ALLOC] = compute_ns / 5, [GS_PHASE_COMPUTE] = compute_ns * 5 / 4 };
  gint64 warm[GS_N_PHASES] = { [GS_PHASE_COMPUTE] = compute_ns };
  GsResult *result = add_result (report, backend, kernel, GS_STATUS_OK, NULL);

  set_phases (result->first, first);
  set_phases (result->warm, warm);
  set_samples (result, 10, compute_ns);
}

GsReport *
sample_report (void)
{
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsReport *report;
  GsResult *simt;

  spec->m = spec->n = 4096;
  spec->block_dims = 2;
  spec->block[0] = 32;
  spec->block[1] = 8;
  report = gs_report_new (spec, gs_plan_new (spec, NULL));
  add_gpu (report);
  add_cpu (report, "cpu", "cpu_blocked", 5100000);
  add_cpu (report, "cpu", "cpu_ijk", 14000000);
  simt = add_result (report, "simt", "hadamard/k1_scalar", GS_STATUS_OK, NULL);
  simt->trace = sample_trace ();
  add_result (report, "cublas", NULL, GS_STATUS_UNAVAILABLE,
              "There is no NVIDIA driver on this machine; the simulated GPU works without one.");
  add_result (report, "blas", NULL, GS_STATUS_FAILED,
              "The product needs 3.1 GiB but 2.0 GiB are free; use smaller sizes.");
  report->environment->cpu = g_strdup ("Example CPU 3000");
  report->environment->version = g_strdup ("0.1.0");
  return report;
}

GsReport *
sample_product_report (void)
{
  const float a[] = { 1, 2, 3, 4 }, b[] = { 5, 6, 7, 8 }, c[] = { 19, 22, 43, 50 };
  g_autoptr (GsMatrix) ma = gs_matrix_new_copy_data (2, 2, a), mb = gs_matrix_new_copy_data (2, 2, b);
  g_autoptr (GsSource) sa = gs_source_new_values (ma, NULL), sb = gs_source_new_values (mb, NULL);
  g_autoptr (GsSpec) spec = gs_spec_new ();
  GsReport *report;
  GsResult *result;

  spec->op = GS_OP_MATMUL;
  spec->m = spec->n = spec->k = 2;
  spec->block_dims = 2;
  spec->block[0] = spec->block[1] = 2;
  gs_spec_set_a (spec, sa);
  gs_spec_set_b (spec, sb);
  report = gs_report_new (spec, gs_plan_new (spec, NULL));
  result = add_result (report, "cpu", "cpu_ijk", GS_STATUS_OK, NULL);
  result->output = gs_matrix_new_copy_data (2, 2, c);
  result->verified = TRUE;
  result->verified_elements = 4;
  gs_verify (GS_OP_MATMUL, ma, mb, result->output, &result->verify);
  set_samples (result, 10, 200);
  return report;
}

static void
add_line (GsSweep *sweep,
          const char *backend,
          const char *kernel,
          double fixed_ns,
          double per_flop_ns,
          double transfer_ns)
{
  GsSweepSeries *series = gs_sweep_series (sweep, backend, kernel);

  for (gint64 n = 16; n <= 4096; n *= 2)
    {
      GsSweepPoint point = { .size = n, .n_samples = 20 };

      point.compute_ns = fixed_ns + per_flop_ns * 2.0 * n * n * n;
      point.compute_mad_ns = point.compute_ns * 0.02;
      point.total_ns = point.compute_ns + (transfer_ns > 0 ? 2e4 + transfer_ns * 12.0 * n * n : 0);
      g_array_append_val (series->points, point);
    }
}

GsSweep *
sample_sweep (void)
{
  GsSweep *sweep = gs_sweep_new (GS_OP_MATMUL, FALSE);

  add_line (sweep, "cpu", "cpu_ijk", 100, 0.9, 0);
  add_line (sweep, "blas", NULL, 400, 0.012, 0);
  add_line (sweep, "cuda", "matmul/k3_shared_tile", 4000, 0.00015, 0.1);
  gs_sweep_find_crossings (sweep);
  return sweep;
}

GsRoofs *
sample_roofs (void)
{
  GsRoofs *roofs = gs_roofs_new ();
  guint gpu = gs_roofs_add_roof (roofs, &(GsRoof){ .name = (char *)"NVIDIA H200",
                                                   .gpu = TRUE,
                                                   .copy_gbytes_per_s = 4191,
                                                   .fma_gflops = 60000,
                                                   .upload_gbytes_per_s = 53.7,
                                                   .download_gbytes_per_s = 55.3 });
  guint cpu = gs_roofs_add_roof (
      roofs, &(GsRoof){ .name = (char *)"Example CPU 3000", .copy_gbytes_per_s = 18, .fma_gflops = 120 });
  const GsRoofPoint points[] = {
    { (char *)"hadamard/k2_float4", gpu, GS_OP_HADAMARD, 1 / 12.0, 340, 3.9 },
    { (char *)"matmul/k5_register_2d", gpu, GS_OP_MATMUL, 682, 32000, 15000 },
    { (char *)"cpu_threaded", cpu, GS_OP_HADAMARD, 1 / 12.0, 1.4, 0 },
    { (char *)"cpu_packed", cpu, GS_OP_MATMUL, 682, 95, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    gs_roofs_add_point (roofs, &points[i]);
  return roofs;
}

static GsPlan *shared_coverage, *shared_seed;
static GsReport *shared_report, *shared_values;
static GsSweep *shared_sweep;
static GsRoofs *shared_roofs;

void
sample_clear (void)
{
  g_clear_pointer (&shared_coverage, gs_plan_free);
  g_clear_pointer (&shared_seed, gs_plan_free);
  g_clear_pointer (&shared_report, gs_report_unref);
  g_clear_pointer (&shared_values, gs_report_unref);
  g_clear_pointer (&shared_sweep, gs_sweep_free);
  g_clear_pointer (&shared_roofs, gs_roofs_free);
}

const char *
sample_input (guint i, GsFigureInput *input)
{
  static const struct
  {
    const char *name;
    GsFigureKind kind;
  } figures[] = {
    { "coverage", GS_FIGURE_COVERAGE },   { "timing", GS_FIGURE_TIMING },
    { "matrix", GS_FIGURE_MATRIX },       { "memory", GS_FIGURE_MEMORY },
    { "schedule", GS_FIGURE_SCHEDULE },   { "crossover", GS_FIGURE_CROSSOVER },
    { "roofline", GS_FIGURE_ROOFLINE },   { "pitfall", GS_FIGURE_PITFALL },
    { "occupancy", GS_FIGURE_OCCUPANCY }, { "formula", GS_FIGURE_FORMULA },
  };

  if (i >= G_N_ELEMENTS (figures))
    return NULL;
  if (shared_coverage == NULL)
    {
      shared_coverage = sample_plan (GS_OP_HADAMARD, 13, 21, 2, 8, 4, GS_GRID_CEIL, FALSE);
      shared_seed = sample_plan (GS_OP_HADAMARD, 1, 7, 1, 4, 1, GS_GRID_CEIL, TRUE);
      shared_report = sample_report ();
      shared_values = sample_product_report ();
      shared_sweep = sample_sweep ();
      shared_roofs = sample_roofs ();
    }
  gs_figure_input_init (input, figures[i].kind);
  input->plan = input->kind == GS_FIGURE_FORMULA ? shared_seed : shared_coverage;
  input->report = input->kind == GS_FIGURE_MATRIX ? shared_values : shared_report;
  input->sweep = shared_sweep;
  input->roofs = shared_roofs;
  if (input->kind == GS_FIGURE_FORMULA)
    {
      input->has_thread = TRUE;
      input->thread = (GsThreadId){ { 1, 0 }, { 3, 0 } };
    }
  return figures[i].name;
}
