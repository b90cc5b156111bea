#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-plan-private.h"

/* What stands in the way of a launch, each with its way out. */

static void G_GNUC_PRINTF (5, 6)
    add_problem (GsPlan *self, const char *code, gint64 value, gint64 limit, const char *format, ...)
{
  GsProblem *problem = g_new0 (GsProblem, 1);
  va_list arguments;

  problem->code = code;
  problem->value = value;
  problem->limit = limit;
  va_start (arguments, format);
  problem->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->problems, problem);
}

static void
check_sizes (GsPlan *self)
{
  const gint64 sizes[] = { self->m, self->n, self->k };
  static const char *const names[] = { "m", "n", "k" };
  /* Which sizes make up C, A and B. */
  static const int pairs[][2] = { { 0, 1 }, { 0, 2 }, { 2, 1 } };

  for (int i = 0; i < 3; i++)
    if (sizes[i] < 0)
      {
        g_autofree char *value = gs_format_count (sizes[i]);

        add_problem (self, "size-negative", sizes[i], 0,
                     _ ("The size %s = %s is negative; sizes start at 0."), names[i], value);
        self->counted = FALSE;
      }
  if (!self->counted)
    return;
  for (int i = 0; i < (self->op == GS_OP_MATMUL ? 3 : 1); i++)
    {
      gint64 first = sizes[pairs[i][0]], second = sizes[pairs[i][1]];

      if ((GsWide)first * second > G_MAXINT64)
        {
          g_autofree char *a = gs_format_count (first), *b = gs_format_count (second);

          add_problem (self, "size-overflow", MAX (first, second), G_MAXINT64,
                       _ ("%s × %s elements are more than 64-bit indices can number; choose a smaller size."),
                       a, b);
          self->counted = FALSE;
          return;
        }
    }
}

static void
check_block (GsPlan *self)
{
  static const char *const axes[] = { "x", "y" };
  static const char *const codes[] = { "block-x-too-large", "block-y-too-large" };
  gint64 threads = gs_saturate ((GsWide)MAX (self->block[0], 0) * MAX (self->block[1], 0));

  for (int axis = 0; axis < 2; axis++)
    if (self->block[axis] < 1)
      {
        g_autofree char *value = gs_format_count (self->block[axis]);

        add_problem (self, "block-empty", self->block[axis], 1,
                     _ ("Block %s is %s, so the block has no threads; use at least 1."), axes[axis], value);
        self->counted = FALSE;
      }
  if (threads > self->limits.max_threads_per_block)
    {
      g_autofree char *value = gs_format_count (threads);
      g_autofree char *limit = gs_format_count (self->limits.max_threads_per_block);

      add_problem (
          self, "block-too-large", threads, self->limits.max_threads_per_block,
          self->block_dims == 2
              ? _ ("A block of %s threads is more than the %s a device allows; use 32x32 or less.")
              : _ ("A block of %s threads is more than the %s a device allows; use 256 or up to that."),
          value, limit);
      return;
    }
  for (int axis = 0; axis < 2; axis++)
    if (self->block[axis] > self->limits.max_block[axis])
      {
        g_autofree char *value = gs_format_count (self->block[axis]);
        g_autofree char *limit = gs_format_count (self->limits.max_block[axis]);

        add_problem (self, codes[axis], self->block[axis], self->limits.max_block[axis],
                     _ ("Block %s of %s threads is more than the %s this device allows; use at most that."),
                     axes[axis], value, limit);
      }
}

static void
check_grid (GsPlan *self, const GsSpec *spec)
{
  static const char *const axes[] = { "x", "y" };
  static const char *const codes[] = { "grid-x-too-large", "grid-y-too-large" };

  for (int axis = 0; axis < 2; axis++)
    {
      g_autofree char *value = gs_format_count (self->grid[axis]);
      g_autofree char *limit = gs_format_count (self->limits.max_grid[axis]);
      g_autofree char *remedy = NULL;

      if (self->grid_rule == GS_GRID_EXPLICIT && self->grid[axis] < 1)
        {
          add_problem (self, "grid-empty", self->grid[axis], 1,
                       _ ("Grid %s is %s, so nothing would be launched; use at least 1."), axes[axis], value);
          self->counted = FALSE;
        }
      if (self->grid[axis] <= self->limits.max_grid[axis])
        continue;
      remedy = gs_plan_grid_remedy (self, spec, axis);
      add_problem (self, codes[axis], self->grid[axis], self->limits.max_grid[axis],
                   _ ("The grid has %s blocks in %s, more than the %s a device allows; %s."), value,
                   axes[axis], limit, remedy);
    }
}

void
gs_plan_find_problems (GsPlan *self, const GsSpec *spec)
{
  g_autoptr (GError) shape_error = NULL, kernel_error = NULL;

  self->counted = TRUE;
  check_sizes (self);
  if (!gs_spec_check_shapes (spec, &shape_error))
    add_problem (self, "shape-mismatch", 0, 0, "%s", shape_error->message);
  if (!gs_kernel_info_check (self->kernel, spec, &kernel_error))
    {
      add_problem (self, "kernel-unfit", 0, 0, "%s", kernel_error->message);
      self->counted = FALSE;
    }
  check_block (self);
}

void
gs_plan_find_grid_problems (GsPlan *self, const GsSpec *spec)
{
  GsGeometry geometry;

  check_grid (self, spec);
  gs_plan_geometry (self, &geometry);
  if (geometry.kind == GS_GEOMETRY_SHEET && geometry.modulus > 0
      && self->n - geometry.reach_columns > GS_PLAN_MAX_WRAPPED_GAP)
    {
      gint64 gap = self->n - geometry.reach_columns;
      g_autofree char *value = gs_format_count (gap), *limit = gs_format_count (GS_PLAN_MAX_WRAPPED_GAP);

      add_problem (self, "gap-too-wide", gap, GS_PLAN_MAX_WRAPPED_GAP,
                   _ ("The grid leaves out %s columns while its 32-bit indices wrap, and such threads are "
                      "followed over at most %s; use a wider grid or 64-bit indices."),
                   value, limit);
      self->counted = FALSE;
    }
}
