#pragma once

#include "gs-cublas-library.h"
#include "gs-cuda-best.h"
#include "gs-cuda-context.h"

G_BEGIN_DECLS

/* A GPU with three buffers for a bench: what is timed is launched on it again
 * and again, the L2 flushed before each. */
typedef struct
{
  const GsCudaDriver *driver;
  GsCudaContext *context;
  const GsCublas *cublas;
  GsCublasHandle handle;
  GsCuPointer a, b, c, workspace, flush;
  gsize flush_bytes; /* of flush, of which the first half is written and the second read */
  GsCuFunction read;
  gboolean leave_dirty; /* what the flush has written is left to be written back by the next launch */
  GsCuEvent start, end;
} BenchDevice;

/* One thing that can be launched. */
typedef void (*BenchLaunch) (BenchDevice *device, gpointer data);

void bench_open (BenchDevice *self, const char *word, gsize buffer_bytes, gsize workspace_bytes);
/* Ends the program with the sentence of a failed driver call. */
void bench_check (BenchDevice *self, GsCuResult result, const char *call);
/* Device time in ns of one launch. */
double bench_sample (BenchDevice *self, BenchLaunch launch, gpointer data);
/* Fills @a and @b with @n times of two launches that take turns ABBA. */
void bench_abba (BenchDevice *self,
                 BenchLaunch launch_a,
                 gpointer data_a,
                 BenchLaunch launch_b,
                 gpointer data_b,
                 double *a,
                 double *b,
                 gsize n);
double bench_median (const double *samples, gsize n);

/* A product by one of the program's own kernels. */
typedef struct
{
  GsCudaLaunch launch;
} BenchProduct;

void bench_product_init (
    BenchProduct *self, BenchDevice *device, const GsCudaChoice *choice, gint64 m, gint64 n, gint64 k);
void bench_product_launch (BenchDevice *device, gpointer data);

/* A product by cuBLAS. */
typedef struct
{
  int m, n, k;
  GsCublasMode mode;
} BenchCublas;

void bench_cublas_launch (BenchDevice *device, gpointer data);

/* An elementwise kernel of the program, or a copy of A to C by the driver. */
typedef struct
{
  GsCuFunction function; /* NULL: the copy */
  guint grid, block;
  gint64 n;
  gsize offset; /* bytes that all three buffers begin later */
} BenchVector;

void bench_vector_launch (BenchDevice *device, gpointer data);

G_END_DECLS
