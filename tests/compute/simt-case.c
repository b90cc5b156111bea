#include "simt-case.h"

#include <math.h>
#include <string.h>

#include "gs-kernel-source.h"

static float *
random_floats (gint64 n, guint32 seed)
{
  GRand *rand = g_rand_new_with_seed (seed);
  float *values = g_new (float, n + 1);

  for (gint64 i = 0; i < n; i++)
    values[i] = (float)g_rand_double_range (rand, -1, 1);
  g_rand_free (rand);
  return values;
}

static gint64
share (gint64 size, gint64 part)
{
  return MAX (1, (size + part - 1) / part);
}

static void
make_grid (SimtCase *self, gint64 m, gint64 n, int elements_per_thread)
{
  GsSimtLaunch *launch = &self->launch;
  gboolean x_is_row = (launch->launch.flags & GS_LAUNCH_X_ROW) != 0;
  int width = launch->block[0], height = launch->block[1];

  if (launch->layout == GS_LAYOUT_UNFOLDED && width * height % 32 == 0)
    {
      height = width * height / 32;
      width = 32;
    }
  else if (launch->layout == GS_LAYOUT_UNFOLDED)
    {
      width *= height;
      height = 1;
    }
  if ((launch->launch.flags & GS_LAUNCH_2D) == 0)
    launch->grid[0] = share (m * n, (gint64)launch->block[0] * elements_per_thread);
  else
    {
      launch->grid[0] = share (x_is_row ? m : n, width);
      launch->grid[1] = share (x_is_row ? n : m, height);
    }
}

void
simt_case_init (SimtCase *self,
                const char *symbol,
                GsOp op,
                gint64 m,
                gint64 n,
                gint64 k,
                int block_x,
                int block_y,
                unsigned int flags)
{
  GsSimtLaunch *launch = &self->launch;
  int elements_per_thread = strstr (symbol, "k2_float4") != NULL      ? 4
                            : strstr (symbol, "k3_streaming") != NULL ? 8
                                                                      : 1;

  memset (self, 0, sizeof *self);
  self->op = op;
  launch->kernel = gs_simt_kernel_find (symbol);
  g_assert_nonnull (launch->kernel);
  if (block_y > 0)
    flags |= GS_LAUNCH_2D;
  launch->launch = (GsLaunch){ m, n, op == GS_OP_MATMUL ? k : 0, flags, 0 };
  launch->layout = strstr (symbol, "k2_coalesced") != NULL ? GS_LAYOUT_UNFOLDED : GS_LAYOUT_MAPPED;
  launch->several = elements_per_thread > 1;
  launch->block[0] = block_x;
  launch->block[1] = MAX (block_y, 1);
  launch->grid[0] = launch->grid[1] = 1;
  launch->trace_every = 1;
  launch->n_workers = 2;
  for (int i = 0; i < 3; i++)
    {
      launch->rows[i] = m;
      launch->columns[i] = n;
    }
  if (op == GS_OP_MATMUL)
    launch->columns[0] = launch->rows[1] = k;
  make_grid (self, m, n, elements_per_thread);

  self->n_a = launch->rows[0] * launch->columns[0];
  self->n_b = launch->rows[1] * launch->columns[1];
  self->n_c = launch->rows[2] * launch->columns[2];
  launch->a = self->a = random_floats (self->n_a, 1);
  launch->b = self->b = random_floats (self->n_b, 2);
  launch->c = self->c = g_new (float, self->n_c + 1);
  for (gint64 i = 0; i < self->n_c; i++)
    self->c[i] = NAN;
}

void
simt_case_clear (SimtCase *self)
{
  g_free (self->a);
  g_free (self->b);
  g_free (self->c);
}

GsTrace *
simt_case_run (SimtCase *self)
{
  GError *error = NULL;
  GsTrace *trace = gs_simt_launch_run (&self->launch, &error);

  g_assert_no_error (error);
  g_assert_nonnull (trace);
  return trace;
}

float *
simt_case_expected (const SimtCase *self)
{
  gint64 m = self->launch.launch.m, n = self->launch.launch.n, k = self->launch.launch.k;
  float *c = g_new (float, m *n + 1);

  for (gint64 i = 0; i < m * n; i++)
    {
      float sum = 0.0f;

      if (self->op == GS_OP_ADD)
        sum = self->a[i] + self->b[i];
      else if (self->op == GS_OP_HADAMARD)
        sum = self->a[i] * self->b[i];
      else
        for (gint64 p = 0; p < k; p++)
          sum += self->a[i / n * k + p] * self->b[p * n + i % n];
      c[i] = sum;
    }
  return c;
}

void
simt_case_assert_right (const SimtCase *self)
{
  g_autofree float *expected = simt_case_expected (self);

  g_assert_cmpmem (self->c, (gsize)self->n_c * sizeof (float), expected, (gsize)self->n_c * sizeof (float));
}

static int
find_line (const char *contents, const char *symbol, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (contents, "\n", -1);
  g_autofree char *head = g_strconcat (symbol, " (", NULL);
  gboolean inside = FALSE;

  for (int i = 0; lines[i] != NULL; i++)
    {
      inside |= g_str_has_prefix (lines[i], head);
      if (inside && strstr (lines[i], text) != NULL)
        return i + 1;
    }
  g_assert_not_reached ();
}

int
simt_text_line (const char *path, const char *symbol, const char *text)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  return find_line (contents, symbol, text);
}

int
simt_source_line (const char *symbol, const char *text)
{
  const char *file = strstr (symbol, "matmul") != NULL ? "matmul.cu" : "vector.cu";
  g_autoptr (GBytes) bytes = gs_kernel_source (file, NULL);

  g_assert_nonnull (bytes);
  return find_line (g_bytes_get_data (bytes, NULL), symbol, text);
}
