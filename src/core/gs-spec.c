#include "gs-spec.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "gs-error.h"
#include "gs-kernel-info.h"

static const char *const backends[] = { "cpu", "blas", "simt", "cuda", "cublas", NULL };
static const char *const faults[]
    = { "barrier-1", "barrier-2", "tile-edge", "leading-dimension", "swapped-axes", NULL };

G_STATIC_ASSERT (GS_FAULT_SWAPPED_AXES == 1 << (G_N_ELEMENTS (faults) - 2));

const char *const *
gs_backend_words (void)
{
  return backends;
}

const char *
gs_fault_nick (GsFault fault)
{
  for (guint i = 0; faults[i] != NULL; i++)
    if ((guint)fault == 1u << i)
      return faults[i];
  return NULL;
}

gboolean
gs_fault_from_nick (const char *nick, GsFault *fault, GError **error)
{
  for (guint i = 0; faults[i] != NULL; i++)
    if (g_str_equal (nick, faults[i]))
      {
        *fault = (GsFault)(1u << i);
        return TRUE;
      }
  return gs_set_unknown_word_error (error, _ ("fault"), nick, faults);
}

GsSpec *
gs_spec_new (void)
{
  static const char *const first_backends[] = { "cpu", "simt", NULL };
  GsSpec *self = g_new0 (GsSpec, 1);

  self->op = GS_OP_HADAMARD;
  self->m = 1;
  self->n = 7;
  self->a = gs_source_new_generator (GS_SOURCE_RANDOM, 1);
  self->b = gs_source_new_generator (GS_SOURCE_RANDOM, 2);
  self->block_dims = 1;
  self->block[0] = 4;
  self->block[1] = 1;
  self->grid_rule = GS_GRID_CEIL;
  self->grid[0] = self->grid[1] = 1;
  self->guard = TRUE;
  self->map = GS_MAP_X_COLUMN;
  self->index_bits = 64;
  self->backends = g_strdupv ((char **)first_backends);
  self->kernels = g_new0 (char *, 1);
  self->repeats = 10;
  return self;
}

GsSpec *
gs_spec_copy (const GsSpec *self)
{
  GsSpec *copy = g_memdup2 (self, sizeof *self);

  copy->a = gs_source_ref (self->a);
  copy->b = gs_source_ref (self->b);
  copy->backends = g_strdupv (self->backends);
  copy->kernels = g_strdupv (self->kernels);
  copy->device = g_strdup (self->device);
  return copy;
}

void
gs_spec_free (GsSpec *self)
{
  if (self == NULL)
    return;
  gs_source_unref (self->a);
  gs_source_unref (self->b);
  g_strfreev (self->backends);
  g_strfreev (self->kernels);
  g_free (self->device);
  g_free (self);
}

static gboolean
is_same_work (const GsSpec *a, const GsSpec *b)
{
  return a->op == b->op && a->m == b->m && a->n == b->n && a->k == b->k && gs_source_equal (a->a, b->a)
         && gs_source_equal (a->b, b->b) && a->block_dims == b->block_dims && a->block[0] == b->block[0]
         && a->block[1] == b->block[1] && a->grid_rule == b->grid_rule && a->grid[0] == b->grid[0]
         && a->grid[1] == b->grid[1] && a->guard == b->guard && a->map == b->map
         && a->index_bits == b->index_bits && a->faults == b->faults
         && g_strv_equal ((const char *const *)a->backends, (const char *const *)b->backends)
         && g_strv_equal ((const char *const *)a->kernels, (const char *const *)b->kernels)
         && a->repeats == b->repeats && a->cold == b->cold && a->host_memory == b->host_memory
         && a->flush_cache == b->flush_cache && a->threads == b->threads && a->exact_order == b->exact_order
         && a->sample_blocks == b->sample_blocks;
}

gboolean
gs_spec_equal (const GsSpec *a, const GsSpec *b)
{
  return g_strcmp0 (a->device, b->device) == 0 && is_same_work (a, b);
}

gboolean
gs_spec_agrees (const GsSpec *a, const GsSpec *b)
{
  return (a->device == NULL || b->device == NULL || g_str_equal (a->device, b->device))
         && is_same_work (a, b);
}

static void
set_source (GsSource **place, GsSource *source)
{
  gs_source_ref (source);
  gs_source_unref (*place);
  *place = source;
}

void
gs_spec_set_a (GsSpec *self, GsSource *a)
{
  g_return_if_fail (a != NULL);

  set_source (&self->a, a);
}

void
gs_spec_set_b (GsSpec *self, GsSource *b)
{
  g_return_if_fail (b != NULL);

  set_source (&self->b, b);
}

void
gs_spec_set_kernel (GsSpec *self, const char *name)
{
  const char *const names[] = { name, NULL };
  char **kernels;

  g_return_if_fail (name != NULL);

  kernels = g_strdupv ((char **)names);
  g_strfreev (self->kernels);
  self->kernels = kernels;
}

void
gs_spec_operand_size (const GsSpec *self, int operand, gint64 *rows, gint64 *columns)
{
  gs_op_operand_size (self->op, operand, self->m, self->n, self->k, rows, columns);
}

gboolean
gs_spec_has_values (const GsSpec *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->m >= 0 && self->n >= 0 && self->k >= 0 && gs_spec_check_shapes (self, NULL);
}

float
gs_spec_value (const GsSpec *self, int operand, gint64 row, gint64 column)
{
  gint64 rows, columns;

  gs_spec_operand_size (self, operand, &rows, &columns);
  return gs_source_value (operand == 0 ? self->a : self->b, columns, row, column);
}

/* One size that may be said in several places; -1 where it is not said. */
typedef struct
{
  const char *name;
  gint64 given, from_a, from_b;
} SizeVotes;

static gboolean
settle_size (const SizeVotes *votes, const char *operation, gint64 fallback, gint64 *size, GError **error)
{
  gint64 said[] = { votes->from_a, votes->from_b, votes->given };
  static const char *const by[] = { "A", "B", N_ ("the size asked for") };
  int first = -1;

  *size = fallback;
  for (int i = 0; i < (int)G_N_ELEMENTS (said); i++)
    {
      if (said[i] < 0)
        continue;
      if (first < 0)
        {
          first = i;
          *size = said[i];
        }
      else if (said[i] != *size)
        {
          g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
                       _ ("The operation %s needs the same %s everywhere, but %s has %" PRId64
                          " and %s %" PRId64 "; change one of them."),
                       operation, votes->name, _ (by[first]), *size, _ (by[i]), said[i]);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
gs_spec_infer_sizes (GsSpec *self, gint64 m, gint64 n, gint64 k, GError **error)
{
  const GsMatrix *a = self->a->values, *b = self->b->values;
  gboolean product = self->op == GS_OP_MATMUL;
  const char *operation = gs_op_nick (self->op);
  gint64 new_m, new_n, new_k = 0;
  SizeVotes rows = { product ? _ ("m (rows of A)") : _ ("number of rows"), m, a != NULL ? a->m : -1,
                     !product && b != NULL ? b->m : -1 };
  SizeVotes columns = { product ? _ ("n (columns of B)") : _ ("number of columns"), n,
                        !product && a != NULL ? a->n : -1, b != NULL ? b->n : -1 };
  SizeVotes inner = { _ ("k (columns of A, rows of B)"), k, a != NULL ? a->n : -1, b != NULL ? b->m : -1 };

  if (!settle_size (&rows, operation, self->m, &new_m, error)
      || !settle_size (&columns, operation, self->n, &new_n, error))
    return FALSE;
  if (product && !settle_size (&inner, operation, self->k > 0 ? self->k : new_n, &new_k, error))
    return FALSE;
  self->m = new_m;
  self->n = new_n;
  self->k = new_k;
  return TRUE;
}

gboolean
gs_spec_check_shapes (const GsSpec *self, GError **error)
{
  const GsMatrix *values[] = { self->a->values, self->b->values };

  for (int operand = 0; operand < 2; operand++)
    {
      gint64 rows, columns;

      gs_spec_operand_size (self, operand, &rows, &columns);
      if (values[operand] == NULL || (values[operand]->m == rows && values[operand]->n == columns))
        continue;
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
                   _ ("%s is %" PRId64 " × %" PRId64 ", but %s of these sizes needs %" PRId64 " × %" PRId64
                      "; change the sizes or the matrix."),
                   operand == 0 ? "A" : "B", values[operand]->m, values[operand]->n, gs_op_nick (self->op),
                   rows, columns);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_range (const char *what, gint64 value, gint64 least, gint64 most, GError **error)
{
  if (value >= least && value <= most)
    return TRUE;
  g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
               _ ("%s is %" PRId64 "; give a number from %" PRId64 " to %" PRId64 "."), what, value, least,
               most);
  return FALSE;
}

static gboolean
check_numbers (const GsSpec *self, GError **error)
{
  if (self->m < 0 || self->n < 0 || self->k < 0)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE,
                   _ ("The sizes m = %" PRId64 ", n = %" PRId64 ", k = %" PRId64
                      " must not be negative; sizes start at 0."),
                   self->m, self->n, self->k);
      return FALSE;
    }
  if (self->index_bits != 32 && self->index_bits != 64)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   _ ("An index has 32 or 64 bits, not %d; use one of these."), self->index_bits);
      return FALSE;
    }
  return check_range (_ ("The number of block axes"), self->block_dims, 1, 2, error)
         && check_range (_ ("The number of repeats"), self->repeats, 1, GS_SPEC_MAX_REPEATS, error)
         && check_range (_ ("The number of CPU threads"), self->threads, 0, GS_SPEC_MAX_THREADS, error)
         && check_range (_ ("The number of blocks in the sample"), self->sample_blocks, 0,
                         GS_SPEC_MAX_SAMPLE_BLOCKS, error);
}

static gboolean
check_backends (const GsSpec *self, GError **error)
{
  if (self->backends == NULL || self->backends[0] == NULL)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   _ ("No backend is named; name at least one, for example cpu."));
      return FALSE;
    }
  for (char **name = self->backends; *name != NULL; name++)
    if (!g_strv_contains (backends, *name))
      return gs_set_unknown_word_error (error, _ ("backend"), *name, backends);
  return TRUE;
}

static gboolean
check_kernels (const GsSpec *self, GError **error)
{
  for (char **name = self->kernels; *name != NULL; name++)
    {
      const GsKernelInfo *info = gs_kernel_info_find (*name, error);

      if (info == NULL)
        return FALSE;
      if (!gs_kernel_info_fits (info, self->op))
        {
          g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                       _ ("The kernel %s cannot compute %s; choose a kernel of that operation."), info->name,
                       gs_op_nick (self->op));
          return FALSE;
        }
      if (!gs_kernel_info_check (info, self, error))
        return FALSE;
    }
  return gs_kernel_info_check (gs_kernel_info_for_plan (self), self, error);
}

gboolean
gs_spec_check (const GsSpec *self, GError **error)
{
  return check_numbers (self, error) && check_backends (self, error) && check_kernels (self, error)
         && gs_spec_check_shapes (self, error);
}
