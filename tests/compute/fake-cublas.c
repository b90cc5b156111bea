#include "fake-cuda.h"

int fake_cublas_pedantic_ns, fake_cublas_default_ns, fake_cublas_tf32_ns;
static int math_mode;

static int
create (GsCublasHandle *handle)
{
  *handle = (GsCublasHandle)&math_mode;
  return 0;
}

static int
destroy (GsCublasHandle handle)
{
  return 0;
}

static int
set_stream (GsCublasHandle handle, GsCuStream stream)
{
  return 0;
}

static int
set_math_mode (GsCublasHandle handle, int mode)
{
  math_mode = mode;
  return 0;
}

static int
get_version (GsCublasHandle handle, int *version)
{
  *version = 130000;
  return 0;
}

/* Column-major, as in the library: C(i, j) = c[j·ldc + i]. */
static int
sgemm (GsCublasHandle handle,
       int transpose_a,
       int transpose_b,
       int m,
       int n,
       int k,
       const float *alpha,
       GsCuPointer a,
       int lda,
       GsCuPointer b,
       int ldb,
       const float *beta,
       GsCuPointer c,
       int ldc)
{
  const float *x = (gconstpointer)(guintptr)a, *y = (gconstpointer)(guintptr)b;
  float *z = (gpointer)(guintptr)c;

  fake_cuda.device_ns += math_mode == GS_CUBLAS_PEDANTIC ? fake_cublas_pedantic_ns
                         : math_mode == GS_CUBLAS_TF32   ? fake_cublas_tf32_ns
                                                         : fake_cublas_default_ns;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        float sum = 0;

        for (int p = 0; p < k; p++)
          sum += x[(gsize)p * lda + i] * y[(gsize)j * ldb + p];
        z[(gsize)j * ldc + i] = math_mode == GS_CUBLAS_TF32 ? sum * 1.01f : sum;
      }
  return 0;
}

const GsCublas fake_cublas = {
  .create = create,
  .destroy = destroy,
  .set_stream = set_stream,
  .set_math_mode = set_math_mode,
  .get_version = get_version,
  .sgemm = sgemm,
};
