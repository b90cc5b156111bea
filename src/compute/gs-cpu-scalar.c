/* Compiled without any vectorisation: these two are the loops a beginner
 * writes, one element per instruction, and the honest lower end of the ladder. */
#include "gs-cpu-kernel.h"

#include "gs-cpu-micro.h"

#define BAND (1 << 22) /* elements between two looks at the cancellable */

static void
add (float *c, const float *a, const float *b, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    c[i] = a[i] + b[i];
}

static void
multiply (float *c, const float *a, const float *b, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    c[i] = a[i] * b[i];
}

gboolean
gs_cpu_scalar (const GsCpuCall *call, GError **error)
{
  gint64 elements = call->m * call->n;

  for (gint64 i = 0; i < elements && !gs_cpu_call_cancelled (call); i += BAND)
    {
      gint64 n = MIN (BAND, elements - i);

      if (call->op == GS_OP_ADD)
        add (call->c + i, call->a + i, call->b + i, n);
      else
        multiply (call->c + i, call->a + i, call->b + i, n);
    }
  return TRUE;
}

gboolean
gs_cpu_ijk (const GsCpuCall *call, GError **error)
{
  gint64 m = call->m, n = call->n, k = call->k;
  gint64 band = MAX (1, BAND / MAX (1, k)); /* columns */

  for (gint64 i = 0; i < m; i++)
    for (gint64 j0 = 0; j0 < n; j0 += band)
      {
        gint64 j1 = MIN (j0 + band, n);

        if (gs_cpu_call_cancelled (call))
          return TRUE;
        for (gint64 j = j0; j < j1; j++)
          {
            float sum = 0;

            for (gint64 p = 0; p < k; p++)
              sum += call->a[i * k + p] * call->b[p * n + j];
            call->c[i * n + j] = sum;
          }
      }
  return TRUE;
}

void
gs_cpu_tiny (const GsCpuCall *call)
{
  int m = (int)call->m, n = (int)call->n, k = (int)call->k;
  const float *a = call->a;
  float *c = call->c;

  for (int i = 0; i < m; i++, a += k)
    for (int j = 0; j < n; j++)
      {
        const float *b = call->b + j;
        float sum = 0;

        for (int p = 0; p < k; p++, b += n)
          sum += a[p] * *b;
        *c++ = sum;
      }
}
