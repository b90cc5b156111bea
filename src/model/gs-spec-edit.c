#include "gs-spec-edit.h"

void
gs_spec_edit_op (GsSpec *self, GsOp op)
{
  GPtrArray *kept;

  if (self->op == op)
    return;

  /* A keeps its shape: m×n there is m×k here, and the other way round. */
  if (op == GS_OP_MATMUL)
    {
      gint64 k = self->n;
      if (self->b->kind == GS_SOURCE_VALUES && self->b->values->m == k)
        self->n = self->b->values->n;
      self->k = k;
    }
  else if (self->op == GS_OP_MATMUL)
    {
      self->n = self->k;
      self->k = 0;
    }
  self->op = op;

  kept = g_ptr_array_new_with_free_func (g_free);
  self->faults = GS_FAULT_NONE;
  for (guint i = 0; self->kernels != NULL && self->kernels[i] != NULL; i++)
    {
      const GsKernelInfo *info = gs_kernel_info_find (self->kernels[i], NULL);
      if (info != NULL && gs_kernel_info_fits (info, op))
        g_ptr_array_add (kept, g_strdup (self->kernels[i]));
    }
  g_ptr_array_add (kept, NULL);
  g_strfreev (self->kernels);
  self->kernels = (char **)g_ptr_array_free (kept, FALSE);
}

void
gs_spec_edit_source (GsSpec *self, int operand, GsSource *source)
{
  g_return_if_fail (operand == 0 || operand == 1);

  if (operand == 0)
    gs_spec_set_a (self, source);
  else
    gs_spec_set_b (self, source);

  if (source->kind != GS_SOURCE_VALUES)
    return;

  if (self->op != GS_OP_MATMUL)
    {
      self->m = source->values->m;
      self->n = source->values->n;
    }
  else if (operand == 0)
    {
      self->m = source->values->m;
      self->k = source->values->n;
    }
  else
    {
      self->k = source->values->m;
      self->n = source->values->n;
    }
}

void
gs_spec_edit_size (GsSpec *self, char which, gint64 size)
{
  if (which == 'm')
    self->m = size;
  else if (which == 'n')
    self->n = size;
  else
    self->k = size;
}

gint64
gs_spec_get_size (const GsSpec *self, char which)
{
  return which == 'm' ? self->m : which == 'n' ? self->n : self->k;
}

gboolean
gs_spec_can_edit_size (const GsSpec *self, char which)
{
  gboolean a_fixed = self->a->kind == GS_SOURCE_VALUES;
  gboolean b_fixed = self->b->kind == GS_SOURCE_VALUES;

  if (self->op != GS_OP_MATMUL)
    return !a_fixed && !b_fixed;
  if (which == 'm')
    return !a_fixed;
  if (which == 'n')
    return !b_fixed;
  return !a_fixed && !b_fixed;
}

void
gs_spec_edit_block_dims (GsSpec *self, int dims)
{
  g_return_if_fail (dims == 1 || dims == 2);

  if (self->block_dims == dims)
    return;

  if (dims == 1)
    {
      if (self->block[1] > 0 && self->block[0] <= G_MAXINT64 / self->block[1])
        self->block[0] *= self->block[1];
      self->block[1] = 1;
      self->grid[1] = 1;
    }
  else
    {
      gint64 threads = self->block[0];
      gint64 height = 1;

      /* The tallest power of two that is not taller than wide. */
      while (threads % (2 * height) == 0 && threads / (2 * height) >= 2 * height)
        height *= 2;
      if (height > 1)
        {
          self->block[0] = threads / height;
          self->block[1] = height;
        }
    }
  self->block_dims = dims;
}

static gboolean
has_word (char **words, const char *word)
{
  return words != NULL && g_strv_contains ((const char *const *)words, word);
}

gboolean
gs_spec_has_backend (const GsSpec *self, const char *backend)
{
  return has_word (self->backends, backend);
}

void
gs_spec_edit_backend (GsSpec *self, const char *backend, gboolean on)
{
  const char *const *words = gs_backend_words ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char **backends;

  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], backend) ? on : has_word (self->backends, words[i]))
      g_strv_builder_add (builder, words[i]);

  backends = g_strv_builder_end (builder);
  g_strfreev (self->backends);
  self->backends = backends;
}

/* Names @named, and keeps those of @kept_target that are named already. */
static void
name_kernels (GsSpec *self, GsKernelTarget kept_target, const char *const *named)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char **kernels;

  for (guint i = 0; self->kernels != NULL && self->kernels[i] != NULL; i++)
    {
      const GsKernelInfo *info = gs_kernel_info_find (self->kernels[i], NULL);
      if (info != NULL && info->target == kept_target)
        g_strv_builder_add (builder, self->kernels[i]);
    }
  for (guint i = 0; named[i] != NULL; i++)
    g_strv_builder_add (builder, named[i]);

  kernels = g_strv_builder_end (builder);
  g_strfreev (self->kernels);
  self->kernels = kernels;
}

gboolean
gs_spec_runs_cpu_kernel (const GsSpec *self, const char *kernel)
{
  const GsKernelInfo *fallback;

  if (!gs_spec_has_backend (self, "cpu"))
    return FALSE;
  if (has_word (self->kernels, kernel))
    return TRUE;
  for (guint i = 0; self->kernels != NULL && self->kernels[i] != NULL; i++)
    {
      const GsKernelInfo *info = gs_kernel_info_find (self->kernels[i], NULL);
      if (info != NULL && info->target == GS_KERNEL_CPU)
        return FALSE;
    }
  fallback = gs_kernel_info_default ("cpu", self);
  return fallback != NULL && g_str_equal (fallback->name, kernel);
}

void
gs_spec_edit_cpu_kernel (GsSpec *self, const char *kernel, gboolean on)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new ();
  const GsKernelInfo *info;

  for (guint i = 0; (info = gs_kernel_info_nth (i)) != NULL; i++)
    if (info->target == GS_KERNEL_CPU && gs_kernel_info_fits (info, self->op)
        && (g_str_equal (info->name, kernel) ? on : gs_spec_runs_cpu_kernel (self, info->name)))
      g_ptr_array_add (named, (char *)info->name);
  gs_spec_edit_backend (self, "cpu", named->len > 0);
  g_ptr_array_add (named, NULL);
  name_kernels (self, GS_KERNEL_GPU, (const char *const *)named->pdata);
}

const GsKernelInfo *
gs_spec_get_gpu_kernel (const GsSpec *self)
{
  for (guint i = 0; self->kernels != NULL && self->kernels[i] != NULL; i++)
    {
      const GsKernelInfo *info = gs_kernel_info_find (self->kernels[i], NULL);

      if (info != NULL && info->target == GS_KERNEL_GPU && gs_kernel_info_fits (info, self->op))
        return info;
    }
  return gs_kernel_info_for_plan (self);
}

char *
gs_spec_kernel_trouble (const GsSpec *self, gboolean of_faults)
{
  const GsKernelInfo *info = gs_spec_get_gpu_kernel (self);
  g_autoptr (GsSpec) sound = gs_spec_copy (self);
  g_autoptr (GError) error = NULL;

  sound->faults = 0;
  if (info == NULL || gs_kernel_info_check (info, self, &error)
      || gs_kernel_info_check (info, sound, NULL) != of_faults)
    return NULL;
  return g_strdup (error->message);
}

static void
fit_launch (GsSpec *self, const GsKernelInfo *info)
{
  self->faults &= info->faults;
  if (!info->switchable)
    {
      self->guard = TRUE;
      self->grid_rule = GS_GRID_CEIL;
      self->index_bits = 64;
    }
  if (!info->switchable || info->layout != GS_LAYOUT_MAPPED)
    self->map = GS_MAP_X_COLUMN;
  if (info->dims == GS_LAUNCH_DIMS_ONE)
    gs_spec_edit_block_dims (self, 1);
  else if (info->dims == GS_LAUNCH_DIMS_TWO)
    gs_spec_edit_block_dims (self, 2);
  if (info->square_block && !gs_kernel_info_check (info, self, NULL))
    self->block[0] = self->block[1] = 16;
}

void
gs_spec_edit_gpu_kernel (GsSpec *self, const char *kernel)
{
  const char *named[] = { kernel, NULL };
  const GsKernelInfo *info = kernel != NULL ? gs_kernel_info_find (kernel, NULL) : NULL;

  name_kernels (self, GS_KERNEL_CPU, named);
  if (info != NULL)
    fit_launch (self, info);
}
