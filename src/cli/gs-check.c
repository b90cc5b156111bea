#include "gs-check.h"

#include <inttypes.h>
#include <string.h>

#include "gs-check-data.h"
#include "gs-engine.h"
#include "gs-words.h"

/* All sizes different wherever they can be: squares hide swapped leading
 * dimensions, and multiples of the block hide wrong edges. */
typedef struct
{
  gint64 m, n, k;
  GsCheckData data; /* uniform where nothing else is said */
} Shape;

static const Shape elementwise_shapes[] = {
  { 1, 1, 0 },
  { 1, 7, 0 },
  { 7, 1, 0 },
  { 2, 3, 0 },
  { 13, 21, 0 },
  { 31, 33, 0 },
  { 127, 129, 0 },
  { 1, 1003, 0 },
  { 0, 5, 0 },
  { 64, 64, 0 },
  { 23, 29, 0, GS_CHECK_NORMAL },
  { 23, 29, 0, GS_CHECK_INTEGERS },
  { 23, 29, 0, GS_CHECK_SCALES },
  { 23, 29, 0, GS_CHECK_SPECIAL },
  { 23, 29, 0, GS_CHECK_SUBNORMAL },
};
static const Shape product_shapes[] = {
  { 1, 1, 1 },
  { 2, 3, 5 },
  { 1, 17, 9 },
  { 17, 1, 9 },
  { 7, 7, 1 },
  { 13, 21, 17 },
  { 31, 33, 35 },
  { 64, 64, 64 },
  { 127, 129, 33 },
  { 65, 17, 33 },
  { 3, 4, 0 },
  { 0, 3, 2 },
  { 37, 41, 67, GS_CHECK_NORMAL },
  { 37, 41, 67, GS_CHECK_INTEGERS },
  { 37, 41, 68, GS_CHECK_CANCELLATION },
  { 37, 41, 67, GS_CHECK_SCALES },
  { 37, 41, 67, GS_CHECK_SPECIAL },
  { 37, 41, 67, GS_CHECK_SUBNORMAL },
};

static void
row_free (gpointer data)
{
  GsCheckRow *row = data;

  g_free (row->unavailable);
  g_free (row->first_failure);
  g_free (row);
}

static void
set_strv (char ***place, const char *word)
{
  const char *words[] = { word, NULL };

  g_strfreev (*place);
  *place = g_strdupv ((char **)words);
}

static GsSpec *
make_spec (const GsCheckRow *row, const Shape *shape, const char *device)
{
  GsSpec *spec = gs_spec_new ();
  gboolean product = row->op == GS_OP_MATMUL;
  g_autoptr (GsSource) a = gs_check_data_source (shape->data, 0, shape->m, product ? shape->k : shape->n);
  g_autoptr (GsSource) b = gs_check_data_source (shape->data, 1, product ? shape->k : shape->m, shape->n);
  gboolean linear = row->kernel != NULL && row->kernel->dims == GS_LAUNCH_DIMS_ONE;

  spec->op = row->op;
  spec->m = shape->m;
  spec->n = shape->n;
  spec->k = shape->k;
  spec->block_dims = linear ? 1 : 2;
  spec->block[0] = linear ? 64 : 8;
  spec->block[1] = linear ? 1 : 8;
  spec->repeats = 1;
  gs_spec_set_a (spec, a);
  gs_spec_set_b (spec, b);
  spec->device = g_strdup (device);
  set_strv (&spec->backends, row->backend);
  if (row->kernel != NULL)
    set_strv (&spec->kernels, row->kernel->name);
  return spec;
}

static void
note_failure (GsCheckRow *row, const Shape *shape, const char *reason)
{
  g_autofree char *name = gs_describe_shape (row->op, shape->m, shape->n, shape->k);

  if (row->first_failure == NULL)
    row->first_failure = g_strdup_printf ("%s, %s: %s", name, gs_check_data_name (shape->data), reason);
}

static void
judge (GsCheckRow *row, const Shape *shape, const GsResult *result)
{
  if (result->status != GS_STATUS_OK)
    {
      note_failure (row, shape, result->message);
      return;
    }
  row->worst_fraction = MAX (row->worst_fraction, result->verify.bound_fraction);
  if (result->verified && result->verify.pass)
    {
      row->n_passed++;
    }
  else
    {
      g_autofree char *where = g_strdup_printf ("wrong at row %" PRId64 ", column %" PRId64,
                                                result->verify.worst_row, result->verify.worst_column);

      note_failure (row, shape, where);
    }
}

/* FALSE with @error only when cancelled. */
static gboolean
check_row (GsCheckRow *row, const char *device, GCancellable *cancellable, GError **error)
{
  const Shape *shapes = row->op == GS_OP_MATMUL ? product_shapes : elementwise_shapes;
  gsize n_shapes
      = row->op == GS_OP_MATMUL ? G_N_ELEMENTS (product_shapes) : G_N_ELEMENTS (elementwise_shapes);

  for (gsize i = 0; i < n_shapes; i++)
    {
      g_autoptr (GsSpec) spec = make_spec (row, &shapes[i], device);
      g_autoptr (GError) local = NULL;
      g_autoptr (GsReport) report = gs_engine_run (spec, NULL, NULL, cancellable, &local);

      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      /* What the backend cannot do at all it refuses at the first shape. */
      if (i == 0 && g_error_matches (local, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED))
        {
          row->unavailable = g_strdup (local->message);
          return TRUE;
        }
      row->n_shapes++;
      if (report != NULL)
        judge (row, &shapes[i], g_ptr_array_index (report->results, 0));
      else
        note_failure (row, &shapes[i], local->message);
    }
  return TRUE;
}

/* Whether @kernel, NULL for the library itself, is one that @backend has. */
static gboolean
has_kernel (const char *backend, const GsKernelInfo *kernel)
{
  gboolean library = g_str_equal (backend, "blas") || g_str_equal (backend, "cublas");

  if (kernel == NULL || library)
    return kernel == NULL && library;
  if (g_str_equal (backend, "cpu"))
    return kernel->target == GS_KERNEL_CPU;
  return kernel->target == GS_KERNEL_GPU && (kernel->portable || g_str_equal (backend, "cuda"));
}

static void
add_rows (GPtrArray *rows, const char *backend, const GsKernelInfo *kernel)
{
  g_autofree char *reason = NULL;
  gboolean available = gs_backend_find (backend)->available (&reason);

  for (int op = 0; op < GS_N_OPS; op++)
    {
      GsCheckRow *row;

      if (kernel != NULL ? !gs_kernel_info_fits (kernel, (GsOp)op) : op != GS_OP_MATMUL)
        continue;
      row = g_new0 (GsCheckRow, 1);
      row->backend = gs_backend_find (backend)->name;
      row->kernel = available ? kernel : NULL;
      row->op = (GsOp)op;
      row->unavailable = available ? NULL : g_strdup (reason);
      g_ptr_array_add (rows, row);
      /* One line says that a backend is missing. */
      if (!available)
        return;
    }
}

static void
list_rows (GPtrArray *rows, const char *backend, const char *const *kernels)
{
  guint before = rows->len;

  if (kernels == NULL && has_kernel (backend, NULL))
    add_rows (rows, backend, NULL);
  for (guint i = 0; gs_kernel_info_nth (i) != NULL; i++)
    {
      const GsKernelInfo *kernel = gs_kernel_info_nth (i);

      if (!has_kernel (backend, kernel) || (kernels != NULL && !g_strv_contains (kernels, kernel->name)))
        continue;
      if (rows->len > before && ((GsCheckRow *)g_ptr_array_index (rows, before))->unavailable != NULL)
        return;
      add_rows (rows, backend, kernel);
    }
}

GPtrArray *
gs_check_run (const char *const *backends,
              const char *const *kernels,
              const char *device,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);

  for (guint i = 0; kernels != NULL && kernels[i] != NULL; i++)
    {
      if (gs_kernel_info_find (kernels[i], error) == NULL)
        return NULL;
    }
  for (guint i = 0; backends[i] != NULL; i++)
    list_rows (rows, backends[i], kernels);
  for (guint i = 0; i < rows->len; i++)
    {
      GsCheckRow *row = g_ptr_array_index (rows, i);

      if (row->unavailable == NULL && !check_row (row, device, cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&rows);
}
