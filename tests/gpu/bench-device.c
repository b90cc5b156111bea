#include "bench-device.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "gs-cuda-error.h"
#include "gs-stats.h"

#define FLUSH_TIMES   8 /* as large as the L2 cache */
#define FLUSH_BLOCKS  1056
#define FLUSH_THREADS 256

static GsCuResult (*copy_on_device) (GsCuPointer to, GsCuPointer from, gsize n_bytes, GsCuStream stream);

void
bench_check (BenchDevice *self, GsCuResult result, const char *call)
{
  GError *error = NULL;

  if (gs_cuda_check (self->driver, result, call, GS_PHASE_COMPUTE, &error))
    return;
  g_printerr ("%s\n", error->message);
  exit (1);
}

static void
stop_on (GError *error)
{
  if (error == NULL)
    return;
  g_printerr ("%s\n", error->message);
  exit (1);
}

void
bench_open (BenchDevice *self, const char *word, gsize buffer_bytes, gsize workspace_bytes)
{
  char *reason = NULL;
  GError *error = NULL;
  GsCudaDevice device;
  GsPhase phase;
  gpointer library = dlopen ("libcuda.so.1", RTLD_NOW);

  *self = (BenchDevice){ .driver = gs_cuda_driver_get (&reason) };
  if (self->driver != NULL)
    self->cublas = gs_cublas_get (&reason);
  if (reason != NULL)
    {
      g_printerr ("%s\n", reason);
      exit (77); /* to meson: skipped */
    }
  *(gpointer *)&copy_on_device = dlsym (library, "cuMemcpyDtoDAsync_v2");
  if (gs_cuda_device_find (self->driver, word, &device, &error))
    self->context = gs_cuda_context_get (self->driver, &device, &phase, &error);
  stop_on (error);
  bench_check (self, self->driver->memory_alloc (&self->a, buffer_bytes), "cuMemAlloc");
  bench_check (self, self->driver->memory_alloc (&self->b, buffer_bytes), "cuMemAlloc");
  bench_check (self, self->driver->memory_alloc (&self->c, buffer_bytes), "cuMemAlloc");
  bench_check (self, self->driver->memory_alloc (&self->workspace, workspace_bytes), "cuMemAlloc");
  self->flush_bytes = FLUSH_TIMES * MAX (device.l2_bytes, 1 << 20) / 1024 * 1024;
  bench_check (self, self->driver->memory_alloc (&self->flush, self->flush_bytes), "cuMemAlloc");
  if (!gs_cuda_context_function (self->context, self->driver, "roofs.cu", "gs_roof_read", &phase, &self->read,
                                 &error))
    stop_on (error);
  bench_check (self, self->driver->fill_32 (self->flush, 0, self->flush_bytes / 4, self->context->stream),
               "cuMemsetD32Async");
  bench_check (self, self->driver->event_create (&self->start, 0), "cuEventCreate");
  bench_check (self, self->driver->event_create (&self->end, 0), "cuEventCreate");
  self->cublas->create (&self->handle);
  self->cublas->set_stream (self->handle, self->context->stream);
}

/* Leaves nothing of A, B and C in the L2 cache, nor anything that would have to be
 * written back while the next launch is timed: what is written here is driven out
 * by what is read after it. */
static void
flush_cache (BenchDevice *self)
{
  GsCuStream stream = self->context->stream;
  gsize half = self->flush_bytes / 2;
  GsCuPointer from = self->flush + half, unused = 0, to = self->flush;
  GsLaunch launch = { .m = 1, .n = (gint64)(half / sizeof (float)) };
  void *arguments[] = { &from, &unused, &to, &launch };

  bench_check (self, self->driver->fill_32 (self->flush, 0, half / 4, stream), "cuMemsetD32Async");
  if (!self->leave_dirty)
    bench_check (self,
                 self->driver->launch (self->read, FLUSH_BLOCKS, 1, 1, FLUSH_THREADS, 1, 1, 0, stream,
                                       arguments, NULL),
                 "cuLaunchKernel");
}

double
bench_sample (BenchDevice *self, BenchLaunch launch, gpointer data)
{
  GsCuStream stream = self->context->stream;
  float ms = 0;

  flush_cache (self);
  bench_check (self, self->driver->event_record (self->start, stream), "cuEventRecord");
  launch (self, data);
  bench_check (self, self->driver->event_record (self->end, stream), "cuEventRecord");
  bench_check (self, self->driver->event_synchronise (self->end), "cuEventSynchronize");
  bench_check (self, self->driver->event_elapsed (&ms, self->start, self->end), "cuEventElapsedTime");
  return (double)ms * 1e6;
}

void
bench_abba (BenchDevice *self,
            BenchLaunch launch_a,
            gpointer data_a,
            BenchLaunch launch_b,
            gpointer data_b,
            double *a,
            double *b,
            gsize n)
{
  for (int i = 0; i < 3; i++)
    {
      bench_sample (self, launch_a, data_a);
      bench_sample (self, launch_b, data_b);
    }
  for (gsize i = 0; i < n; i++)
    {
      gboolean a_first = i % 2 == 0;

      if (a_first)
        a[i] = bench_sample (self, launch_a, data_a);
      b[i] = bench_sample (self, launch_b, data_b);
      if (!a_first)
        a[i] = bench_sample (self, launch_a, data_a);
    }
}

double
bench_median (const double *samples, gsize n)
{
  GsStats stats;

  gs_stats_compute (samples, n, &stats);
  return stats.median;
}

void
bench_product_init (
    BenchProduct *self, BenchDevice *device, const GsCudaChoice *choice, gint64 m, gint64 n, gint64 k)
{
  GsCudaLaunch *launch = &self->launch;
  GError *error = NULL;
  GsPhase load;

  *launch = (GsCudaLaunch){ 0 };
  gs_cuda_best_fill (choice, m, n, k, launch);
  gs_cuda_context_function (device->context, device->driver, launch->file, launch->symbol, &load,
                            &launch->function, &error);
  if (error == NULL)
    gs_cuda_launch_prepare (launch, device->context, device->driver, &error);
  stop_on (error);
  if (launch->counter_bytes > 0)
    bench_check (
        device,
        device->driver->fill_32 (device->workspace, 0, launch->counter_bytes / 4, device->context->stream),
        "cuMemsetD32Async");
}

void
bench_product_launch (BenchDevice *device, gpointer data)
{
  const GsCuPointer matrices[3] = { device->a, device->b, device->c };
  GError *error = NULL;

  gs_cuda_launch_enqueue (&((BenchProduct *)data)->launch, device->driver, device->context->stream, matrices,
                          device->workspace, &error);
  stop_on (error);
}

void
bench_cublas_launch (BenchDevice *device, gpointer data)
{
  const BenchCublas *self = data;
  const float one = 1, zero = 0;

  device->cublas->set_math_mode (device->handle, self->mode);
  device->cublas->sgemm (device->handle, 0, 0, self->n, self->m, self->k, &one, device->b, self->n, device->a,
                         self->k, &zero, device->c, self->n);
}

void
bench_vector_launch (BenchDevice *device, gpointer data)
{
  BenchVector *self = data;
  GsCuStream stream = device->context->stream;
  GsCuPointer a = device->a + self->offset, b = device->b + self->offset, c = device->c + self->offset;
  GsLaunch launch = { .m = 1, .n = self->n };
  void *arguments[] = { &a, &b, &c, &launch };

  if (self->function == NULL)
    bench_check (device, copy_on_device (c, a, (gsize)self->n * sizeof (float), stream), "cuMemcpyDtoDAsync");
  else
    bench_check (device,
                 device->driver->launch (self->function, self->grid, 1, 1, self->block, 1, 1, 0, stream,
                                         arguments, NULL),
                 "cuLaunchKernel");
}
