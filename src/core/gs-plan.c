#include "gs-plan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-plan-private.h"

static const char *const fate_nicks[] = { "active", "idle", "out_of_bounds", "aliased" };
static const char *const fate_titles[]
    = { N_ ("active"), N_ ("idle (guard)"), N_ ("out of bounds"), N_ ("aliased") };

G_STATIC_ASSERT (G_N_ELEMENTS (fate_nicks) == GS_N_FATES);
G_STATIC_ASSERT (G_N_ELEMENTS (fate_titles) == GS_N_FATES);

const char *
gs_fate_nick (GsFate fate)
{
  g_return_val_if_fail (fate < GS_N_FATES, NULL);

  return fate_nicks[fate];
}

const char *
gs_fate_title (GsFate fate)
{
  g_return_val_if_fail (fate < GS_N_FATES, NULL);

  return _ (fate_titles[fate]);
}

static void
problem_free (gpointer data)
{
  GsProblem *problem = data;

  g_free (problem->message);
  g_free (problem);
}

/* Elements per thread of a 1-D launch or of a fixed tile. */
static int
elements_per_thread (const GsKernelInfo *kernel)
{
  if (kernel->layout == GS_LAYOUT_TILE)
    return kernel->tile.tile_m * kernel->tile.tile_n / kernel->block_threads;
  return kernel->elements_per_thread;
}

/* The launch as the kernel takes it: what it fixes goes before what is asked. */
static void
take_spec (GsPlan *self, const GsSpec *spec)
{
  gboolean swapped = (spec->faults & GS_FAULT_SWAPPED_AXES) != 0;
  gboolean fixed = self->kernel->layout == GS_LAYOUT_TILE;

  self->op = spec->op;
  self->m = spec->m;
  self->n = spec->n;
  self->k = spec->op == GS_OP_MATMUL ? spec->k : 0;
  self->elements = spec->m < 0 || spec->n < 0 ? 0 : gs_saturate ((GsWide)spec->m * spec->n);
  self->block_dims = fixed ? 2 : spec->block_dims;
  self->block[0] = fixed ? self->kernel->block_threads : spec->block[0];
  self->block[1] = fixed || spec->block_dims == 1 ? 1 : spec->block[1];
  self->block[2] = 1;
  self->grid_rule = self->kernel->switchable ? spec->grid_rule : GS_GRID_CEIL;
  self->guard = spec->guard || !self->kernel->switchable;
  self->map = fixed ? GS_MAP_X_COLUMN : spec->map;
  if (swapped && !fixed)
    self->map = spec->map == GS_MAP_X_COLUMN ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
  self->index_bits = spec->index_bits;
  self->faults = spec->faults;
  self->elements_per_thread = elements_per_thread (self->kernel);
}

static gint64
divide (gint64 size, gint64 share, GsGridRule rule)
{
  return size / share + (rule == GS_GRID_CEIL && size % share != 0);
}

/* Blocks in x and y. @map is the one the grid is made for. */
static void
make_grid (GsPlan *self, const GsSpec *spec)
{
  gint64 extent[2];
  gboolean x_is_column = spec->map == GS_MAP_X_COLUMN || self->kernel->layout == GS_LAYOUT_TILE;

  self->grid[0] = self->grid[1] = self->grid[2] = 1;
  if (self->grid_rule == GS_GRID_EXPLICIT)
    {
      self->grid[0] = spec->grid[0];
      self->grid[1] = self->block_dims == 1 ? 1 : spec->grid[1];
      return;
    }
  gs_plan_block_extent (self, extent);
  if (!self->counted || extent[0] < 1 || extent[1] < 1)
    return;
  if (self->block_dims == 1)
    self->grid[0] = divide (self->elements, gs_saturate ((GsWide)extent[0] * self->elements_per_thread),
                            self->grid_rule);
  else
    {
      self->grid[0] = divide (x_is_column ? self->n : self->m, extent[0], self->grid_rule);
      self->grid[1] = divide (x_is_column ? self->m : self->n, extent[1], self->grid_rule);
    }
}

/* Threads, blocks and warps; whether they can be counted at all: coordinates
 * must stay below 2⁶², and below 2⁴¹ where they wrap. */
static void
count_launch (GsPlan *self)
{
  GsWide per_block = (GsWide)MAX (self->block[0], 0) * MAX (self->block[1], 0);
  GsWide blocks = (GsWide)MAX (self->grid[0], 0) * MAX (self->grid[1], 0);
  GsWide most = (GsWide)1 << (self->index_modulus > 0 ? 41 : 62);
  gint64 extent[2];

  gs_plan_block_extent (self, extent);
  for (int axis = 0; axis < 2; axis++)
    if ((GsWide)extent[axis] * self->grid[axis] > most)
      self->counted = FALSE;
  if (!self->counted)
    return;
  self->blocks = gs_saturate (blocks);
  if (self->blocks < G_MAXINT64 && per_block < G_MAXINT32 && blocks * per_block <= G_MAXINT64)
    {
      self->threads = (gint64)(blocks * per_block);
      self->warps
          = gs_saturate (blocks * ((per_block + self->limits.warp_size - 1) / self->limits.warp_size));
    }
  else
    self->counted = FALSE;
}

static void
count_coverage (GsPlan *self)
{
  GsGeometry geometry;
  GsPlane plane;
  GsMix mix;

  gs_plan_geometry (self, &geometry);
  gs_plan_plane (self, &plane);
  gs_plan_mix (self, 0, 0, plane.columns, plane.rows, &mix);
  self->active = mix.threads[GS_FATE_ACTIVE];
  self->idle = mix.threads[GS_FATE_IDLE];
  self->out_of_bounds = mix.threads[GS_FATE_OUT_OF_BOUNDS];
  self->aliased = mix.threads[GS_FATE_ALIASED];
  self->missed = mix.missed;
  self->duplicated = mix.duplicated;
  if (self->missed > 0)
    self->first_missed = gs_plan_find_missed (&geometry);
  gs_plan_find_out_of_bounds (self, &geometry);
}

/* The launch and what is wrong with it, but for the size of its grid. */
static GsPlan *
begin_plan (const GsSpec *spec, const GsLimits *limits, gint64 modulus)
{
  GsPlan *self = g_new0 (GsPlan, 1);

  self->problems = g_ptr_array_new_with_free_func (problem_free);
  self->limits = limits != NULL ? *limits : *gs_limits_common ();
  self->kernel = gs_kernel_info_for_plan (spec);
  self->first_missed = -1;
  take_spec (self, spec);
  self->index_modulus = self->kernel->switchable ? modulus : 0;
  gs_plan_find_problems (self, spec);
  make_grid (self, spec);
  count_launch (self);
  return self;
}

GsPlan *
gs_plan_new_with_modulus (const GsSpec *spec, const GsLimits *limits, gint64 modulus)
{
  GsPlan *self = begin_plan (spec, limits, modulus);

  gs_plan_find_grid_problems (self, spec);
  self->valid = self->problems->len == 0;
  self->launches = self->valid && self->threads > 0 && self->elements > 0;
  if (self->counted)
    count_coverage (self);
  else
    self->threads = self->blocks = self->warps = 0;
  return self;
}

static gint64
modulus_of (const GsSpec *spec)
{
  return spec->index_bits == 32 ? (gint64)1 << 32 : 0;
}

GsPlan *
gs_plan_new (const GsSpec *spec, const GsLimits *limits)
{
  return gs_plan_new_with_modulus (spec, limits, modulus_of (spec));
}

gboolean
gs_plan_would_launch (const GsSpec *spec, const GsLimits *limits)
{
  g_autoptr (GsPlan) plan = begin_plan (spec, limits, modulus_of (spec));

  for (guint i = 0; i < plan->problems->len; i++)
    if (strcmp (((const GsProblem *)g_ptr_array_index (plan->problems, i))->code, "shape-mismatch") != 0)
      return FALSE;
  return plan->counted && plan->grid[0] <= plan->limits.max_grid[0]
         && plan->grid[1] <= plan->limits.max_grid[1];
}

GsPlan *
gs_plan_copy (const GsPlan *self)
{
  GsPlan *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  /* Nothing is added to them once a plan is there. */
  g_ptr_array_ref (copy->problems);
  return copy;
}

void
gs_plan_free (GsPlan *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->problems);
  g_free (self);
}
