#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench-device.h"
#include "gs-compare.h"
#include "gs-cuda-nvml.h"
#include "gs-source.h"
#include "gs-stats.h"

/* The program's GPU kernels beside what else there is on the machine: the
 * product beside cuBLAS, the elementwise product beside a copy on the device.
 *
 *   bench-gpu table    the tables of docs/measurements, and JSON after --json=FILE;
 *                      with --leave-dirty what the flush of the L2 cache wrote is
 *                      left in it, for the launch that is timed to write back
 *   bench-gpu choices  every way to compute each shape, for the choice of "best" */

#define PAIRS         20
#define BUFFER_FLOATS ((gsize)1 << 28)
#define B_START       12345 /* B begins here in the same random numbers */
#define VERIFY_FLOPS  3e6

typedef struct
{
  gint64 m, n, k;
} Shape;

static const Shape squares[]
    = { { 1024, 1024, 1024 }, { 2048, 2048, 2048 }, { 4096, 4096, 4096 }, { 8192, 8192, 8192 } };

static const Shape others[] = {
  /* up to 512 */
  { 64, 64, 64 },
  { 128, 128, 128 },
  { 256, 256, 256 },
  { 384, 384, 384 },
  { 512, 512, 512 },
  /* all odd */
  { 17, 33, 65 },
  { 127, 129, 131 },
  { 1001, 1003, 1007 },
  /* ragged */
  { 1000, 1000, 1000 },
  { 1536, 1536, 1536 },
  { 2047, 2049, 2051 },
  { 4095, 4095, 4095 },
  { 4097, 4097, 4097 },
  { 1000, 1003, 4096 },
  /* one row, one column */
  { 1, 4096, 4096 },
  { 4096, 1, 4096 },
  { 1, 4097, 4095 },
  { 1, 1, 65536 },
  /* few rows, few columns */
  { 2, 4096, 4096 },
  { 8, 4096, 4096 },
  { 16, 4096, 4096 },
  { 32, 4096, 4096 },
  { 4096, 8, 4096 },
  { 4096, 16, 4096 },
  { 4096, 32, 4096 },
  /* long k, small output */
  { 256, 256, 16384 },
  { 64, 64, 65536 },
  { 128, 128, 8192 },
  /* short k */
  { 4096, 4096, 16 },
  { 8192, 8192, 3 },
};

static BenchDevice device;
static GsMatrix *pool; /* random numbers on the host, uploaded once to A and B */

static void
upload_inputs (void)
{
  g_autoptr (GsSource) source = gs_source_new_generator (GS_SOURCE_RANDOM, 1);
  gsize n = BUFFER_FLOATS / 4;

  pool = gs_source_realise (source, 1, (gint64)n + B_START, NULL);
  for (gsize i = 0; i < BUFFER_FLOATS; i += n)
    {
      bench_check (&device, device.driver->copy_to_device (device.a + 4 * i, pool->data, 4 * n),
                   "cuMemcpyHtoD");
      bench_check (&device, device.driver->copy_to_device (device.b + 4 * i, pool->data + B_START, 4 * n),
                   "cuMemcpyHtoD");
    }
}

/* Holds what stands in C against the float64 reference, on a sample of rows and
 * columns where the product is large. */
static double
verify (const Shape *shape)
{
  g_autoptr (GsMatrix) a = gs_matrix_new_copy_data (shape->m, shape->k, pool->data);
  g_autoptr (GsMatrix) b = gs_matrix_new_copy_data (shape->k, shape->n, pool->data + B_START);
  g_autoptr (GsMatrix) c = gs_matrix_new_uninitialised (shape->m, shape->n, NULL);
  GsVerify result;

  bench_check (&device,
               device.driver->copy_to_host (c->data, device.c, sizeof (float) * (gsize)(shape->m * shape->n)),
               "cuMemcpyDtoH");
  gs_verify_bounded (GS_OP_MATMUL, a, b, c, VERIFY_FLOPS, &result, NULL);
  return result.pass ? result.bound_fraction : INFINITY;
}

static void
poison (const Shape *shape)
{
  bench_check (
      &device,
      device.driver->fill_32 (device.c, 0x7fc00bad, (gsize)(shape->m * shape->n), device.context->stream),
      "cuMemsetD32Async");
}

static double
median_of (BenchLaunch launch, gpointer data, int n)
{
  double samples[32];

  for (int i = 0; i < 2 + n; i++)
    samples[i < 2 ? 0 : i - 2] = bench_sample (&device, launch, data);
  return bench_median (samples, (gsize)n);
}

static void
print_choices (const Shape *shape, int most)
{
  g_autoptr (GArray) choices
      = gs_cuda_best_choices (shape->m, shape->n, shape->k, &device.context->device.limits);
  BenchCublas cublas = { (int)shape->m, (int)shape->n, (int)shape->k, GS_CUBLAS_DEFAULT };
  double cublas_ns = median_of (bench_cublas_launch, &cublas, 7);

  cublas.mode = GS_CUBLAS_PEDANTIC;
  cublas_ns = MIN (cublas_ns, median_of (bench_cublas_launch, &cublas, 7));
  printf ("%ldx%ldx%ld cublas 1 %.1f\n", (long)shape->m, (long)shape->n, (long)shape->k, cublas_ns / 1e3);
  for (guint i = 0; i < choices->len && i < (guint)most; i++)
    {
      const GsCudaChoice *choice = &g_array_index (choices, GsCudaChoice, i);
      BenchProduct product;
      double ns, error;

      bench_product_init (&product, &device, choice, shape->m, shape->n, shape->k);
      poison (shape);
      ns = median_of (bench_product_launch, &product, 5);
      error = i < 3 || shape->m * shape->n + shape->k * (shape->m + shape->n) < 1 << 20 ? verify (shape) : 0;
      printf ("%ldx%ldx%ld %s %ld+%ld %.1f expected %.1f%s\n", (long)shape->m, (long)shape->n, (long)shape->k,
              product.launch.symbol + strlen ("gs_matmul_"), (long)choice->whole, (long)choice->parts,
              ns / 1e3, choice->cost_ns / 1e3, error <= 1 ? "" : " WRONG");
    }
  fflush (stdout);
}

/* One line of the table: how much faster than the faster of cuBLAS's two FP32
 * modes, as its time over ours. */
static double
print_product (const Shape *shape, GString *json)
{
  g_autoptr (GArray) choices
      = gs_cuda_best_choices (shape->m, shape->n, shape->k, &device.context->device.limits);
  BenchCublas cublas = { (int)shape->m, (int)shape->n, (int)shape->k, GS_CUBLAS_DEFAULT }, pedantic = cublas,
              tf32 = cublas;
  double ours[PAIRS], theirs[PAIRS], default_ns, pedantic_ns, tf32_ns, fraction;
  BenchProduct product;
  GsRatio ratio;
  double gflop = 2.0 * (double)shape->m * (double)shape->n * (double)shape->k / 1e9;

  pedantic.mode = GS_CUBLAS_PEDANTIC;
  tf32.mode = GS_CUBLAS_TF32;
  default_ns = median_of (bench_cublas_launch, &cublas, 9);
  pedantic_ns = median_of (bench_cublas_launch, &pedantic, 9);
  tf32_ns = median_of (bench_cublas_launch, &tf32, 9);
  if (pedantic_ns < default_ns)
    cublas.mode = GS_CUBLAS_PEDANTIC;
  bench_product_init (&product, &device, &g_array_index (choices, GsCudaChoice, 0), shape->m, shape->n,
                      shape->k);
  bench_abba (&device, bench_product_launch, &product, bench_cublas_launch, &cublas, ours, theirs, PAIRS);
  gs_stats_paired_ratio (theirs, ours, PAIRS, &ratio);
  poison (shape);
  bench_sample (&device, bench_product_launch, &product);
  fraction = verify (shape);

  printf ("| %ld × %ld × %ld | %.1f | %.1f | %.2f | %.3f (%.3f–%.3f) | %.1f | %.2g | %s, %u |\n",
          (long)shape->m, (long)shape->n, (long)shape->k, bench_median (ours, PAIRS) / 1e3,
          bench_median (theirs, PAIRS) / 1e3, gflop / bench_median (ours, PAIRS) * 1e6, ratio.ratio,
          ratio.low, ratio.high, tf32_ns / 1e3, fraction, product.launch.symbol + strlen ("gs_matmul_"),
          product.launch.arguments.parts);
  fflush (stdout);
  g_string_append_printf (
      json,
      "%s\n  {\"m\":%ld,\"n\":%ld,\"k\":%ld,\"kernel\":\"%s\",\"parts\":%u,\"ours_ns\":%.0f,"
      "\"cublas_default_ns\":%.0f,\"cublas_pedantic_ns\":%.0f,\"cublas_tf32_ns\":%.0f,"
      "\"ratio\":%.4f,\"ratio_low\":%.4f,\"ratio_high\":%.4f,\"bound_fraction\":%.6g}",
      json->str[json->len - 1] == '[' ? "" : ",", (long)shape->m, (long)shape->n, (long)shape->k,
      product.launch.symbol, product.launch.arguments.parts, bench_median (ours, PAIRS), default_ns,
      pedantic_ns, tf32_ns, ratio.ratio, ratio.low, ratio.high, isfinite (fraction) ? fraction : -1);
  return isfinite (fraction) ? ratio.ratio : 0;
}

static void
print_products (const char *title, const Shape *shapes, gsize n, GString *json)
{
  double product = 0, worst = INFINITY;

  printf ("\n%s\n\n| m × n × k | ours, µs | cuBLAS FP32, µs | ours, TFLOP/s | cuBLAS time / ours (95 %%) | "
          "TF32, µs (not "
          "FP32 accuracy) | error / bound | kernel, parts |\n|---|---|---|---|---|---|---|---|\n",
          title);
  for (gsize i = 0; i < n; i++)
    {
      double ratio = print_product (&shapes[i], json);

      product += log (ratio);
      worst = MIN (worst, ratio);
    }
  printf ("\nGeometric mean %.3f, worst %.3f.\n", exp (product / (double)n), worst);
}

static void
print_vectors (GString *json)
{
  static const struct
  {
    const char *symbol;
    gint64 n;
    gsize offset;
    guint block, per_thread;
  } cases[] = {
    { "gs_hadamard_k1_scalar", 1 << 28, 0, 256, 1 },
    { "gs_hadamard_k2_float4", 1 << 28, 0, 1024, 4 },
    { "gs_hadamard_k3_streaming", 1 << 28, 0, 1024, 8 },
    { "gs_hadamard_k2_float4", 1 << 27, 0, 1024, 4 },
    { "gs_hadamard_k3_streaming", 1 << 27, 0, 1024, 8 },
    { "gs_hadamard_k2_float4", 1 << 26, 0, 1024, 4 },
    { "gs_hadamard_k3_streaming", 1 << 26, 0, 1024, 8 },
    { "gs_hadamard_k3_streaming", (1 << 27) - 3, 0, 256, 8 },
    { "gs_hadamard_k3_streaming", 1 << 27, 4, 256, 8 },
  };

  printf (
      "\nElementwise product, L2 flushed\n\n| kernel | block | elements | offset, bytes | µs | GB/s | device "
      "copy, GB/s | "
      "rate / copy (95 %%) |\n|---|---|---|---|---|---|---|---|\n");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 per_block = cases[i].block * cases[i].per_thread;
      BenchVector vector = { NULL, (guint)((cases[i].n + per_block - 1) / per_block), cases[i].block,
                             cases[i].n, cases[i].offset };
      BenchVector copy = { NULL, 0, 0, cases[i].n, 0 };
      double ours[PAIRS], copies[PAIRS];
      GsRatio ratio;
      GsPhase load;

      gs_cuda_context_function (device.context, device.driver, "vector.cu", cases[i].symbol, &load,
                                &vector.function, NULL);
      bench_abba (&device, bench_vector_launch, &vector, bench_vector_launch, &copy, ours, copies, PAIRS);
      gs_stats_paired_ratio (copies, ours, PAIRS, &ratio);
      printf ("| %s | %u | %ld | %d | %.1f | %.0f | %.0f | %.3f (%.3f–%.3f) |\n", cases[i].symbol + 3,
              cases[i].block, (long)cases[i].n, (int)cases[i].offset, bench_median (ours, PAIRS) / 1e3,
              12.0 * (double)cases[i].n / bench_median (ours, PAIRS),
              8.0 * (double)cases[i].n / bench_median (copies, PAIRS), 1.5 * ratio.ratio, 1.5 * ratio.low,
              1.5 * ratio.high);
      g_string_append_printf (
          json,
          "%s\n  {\"kernel\":\"%s\",\"block\":%u,\"elements\":%ld,\"offset_bytes\":%d,\"ours_ns\":%.0f,"
          "\"copy_ns\":%.0f,\"rate_over_copy\":%.4f,\"low\":%.4f,\"high\":%.4f}",
          json->str[json->len - 1] == '[' ? "" : ",", cases[i].symbol, cases[i].block, (long)cases[i].n,
          (int)cases[i].offset, bench_median (ours, PAIRS), bench_median (copies, PAIRS), 1.5 * ratio.ratio,
          1.5 * ratio.low, 1.5 * ratio.high);
      fflush (stdout);
    }
}

/* The same launch against itself: what differs by less is noise. */
static void
print_noise (GString *json)
{
  Shape shape = { 1024, 1024, 1024 };
  g_autoptr (GArray) choices
      = gs_cuda_best_choices (shape.m, shape.n, shape.k, &device.context->device.limits);
  BenchProduct product;
  double a[PAIRS], b[PAIRS];
  GsRatio ratio;

  bench_product_init (&product, &device, &g_array_index (choices, GsCudaChoice, 0), shape.m, shape.n,
                      shape.k);
  bench_abba (&device, bench_product_launch, &product, bench_product_launch, &product, a, b, PAIRS);
  gs_stats_paired_ratio (a, b, PAIRS, &ratio);
  printf ("\nThe same kernel against itself (1024³): %.3f (%.3f–%.3f).\n", ratio.ratio, ratio.low,
          ratio.high);
  g_string_append_printf (json, "\"noise\":{\"ratio\":%.4f,\"low\":%.4f,\"high\":%.4f}", ratio.ratio,
                          ratio.low, ratio.high);
}

static void
print_table (const char *json_file)
{
  g_autoptr (GString) json = g_string_new ("{\"schema\":\"gridscope.gpu-bench/1\",");
  int version = 0;
  g_autofree char *state = NULL;

  device.driver->driver_get_version (&version);
  printf ("%s, driver for CUDA %d.%d, kernels built with CUDA %d.%d. L2 flushed before every launch, %s to "
          "be written back; ABBA; medians of %d pairs.\n",
          device.context->device.name, version / 1000, version % 1000 / 10,
          device.driver->toolkit_version / 1000, device.driver->toolkit_version % 1000 / 10,
          device.leave_dirty ? "all of it" : "nothing", PAIRS);
  g_string_append_printf (json, "\"device\":\"%s\",\"driver\":%d,\"toolkit\":%d,\n\"squares\":[",
                          device.context->device.name, version, device.driver->toolkit_version);
  print_products ("Large squares", squares, G_N_ELEMENTS (squares), json);
  g_string_append (json, "],\n\"others\":[");
  print_products ("Other shapes", others, G_N_ELEMENTS (others), json);
  g_string_append (json, "],\n\"vectors\":[");
  print_vectors (json);
  g_string_append (json, "],\n");
  print_noise (json);
  g_string_append (json, "}\n");
  state = gs_cuda_nvml_state (device.context->device.pci);
  if (state != NULL)
    printf ("%s\n", state);
  if (json_file != NULL)
    g_file_set_contents (json_file, json->str, (gssize)json->len, NULL);
}

int
main (int argc, char **argv)
{
  const char *json_file = NULL;
  gboolean leave_dirty = FALSE;
  gboolean choices = argc > 1 && g_str_equal (argv[1], "choices");

  for (int i = 2; i < argc; i++)
    if (g_str_has_prefix (argv[i], "--json="))
      json_file = argv[i] + strlen ("--json=");
    else if (g_str_equal (argv[i], "--leave-dirty"))
      leave_dirty = TRUE;
  if (!choices && (argc < 2 || !g_str_equal (argv[1], "table")))
    {
      g_printerr ("Usage: bench-gpu table [--json=FILE] [--leave-dirty] | choices\n");
      return 2;
    }
  bench_open (&device, NULL, BUFFER_FLOATS * sizeof (float), BUFFER_FLOATS * sizeof (float));
  device.leave_dirty = leave_dirty;
  upload_inputs ();
  if (!choices)
    {
      print_table (json_file);
      return 0;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (squares); i++)
    print_choices (&squares[i], i < 2 ? 60 : 12);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    print_choices (&others[i], 80);
  return 0;
}
