#pragma once

#include "gs-backend.h"
#include "gs-cuda-driver.h"

G_BEGIN_DECLS

/* cuBLAS, opened at run time. */

typedef enum
{
  GS_CUBLAS_DEFAULT = 0,  /* FP32, the library's choice of algorithm */
  GS_CUBLAS_PEDANTIC = 2, /* FP32 in the prescribed precision throughout */
  GS_CUBLAS_TF32 = 3,     /* products of 10-bit mantissas: not FP32 accuracy */
} GsCublasMode;

typedef struct _GsCublasHandle *GsCublasHandle;

/* The few entries that are used; a test puts its own in their place. */
typedef struct
{
  int (*create) (GsCublasHandle *handle);
  int (*destroy) (GsCublasHandle handle);
  int (*set_stream) (GsCublasHandle handle, GsCuStream stream);
  int (*set_math_mode) (GsCublasHandle handle, int mode);
  int (*get_version) (GsCublasHandle handle, int *version);
  int (*sgemm) (GsCublasHandle handle,
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
                int ldc);
} GsCublas;

/* NULL and one sentence in @reason (free it) when it is not installed. */
const GsCublas *gs_cublas_get (char **reason);

/* For tests; NULL: the real one again. A table without create stands for a
 * machine without cuBLAS. */
void gs_cublas_set_fake (const GsCublas *fake);

/* TRUE when @status is success; else @error with the call and cuBLAS's name for
 * the status. */
gboolean gs_cublas_check (int status, const char *call, GError **error);

G_END_DECLS
