#include "gs-random-launch.h"

#include <inttypes.h>

#include "gs-kernel-info.h"

#define MAX_SIDE 50
#define MAX_K    20
/* A spec that is not allowed is drawn again; about every second one is. */
#define MAX_DRAWS 1000

static const GsKernelInfo *
draw_kernel (GRand *rand)
{
  for (;;)
    {
      const GsKernelInfo *kernel = gs_kernel_info_nth ((guint)g_rand_int_range (rand, 0, 64));

      if (kernel != NULL && kernel->target == GS_KERNEL_GPU && kernel->portable && kernel->symbol != NULL)
        return kernel;
    }
}

static GsOp
draw_op (GRand *rand, const GsKernelInfo *kernel)
{
  for (;;)
    {
      const GsOp op = (GsOp)g_rand_int_range (rand, 0, GS_N_OPS);

      if (gs_kernel_info_fits (kernel, op))
        return op;
    }
}

static void
draw_block (GRand *rand, const GsKernelInfo *kernel, GsSpec *spec)
{
  static const int sides[] = { 1, 2, 3, 4, 5, 8, 16, 32 };

  spec->block_dims = g_rand_int_range (rand, 1, 3);
  spec->block[0] = sides[g_rand_int_range (rand, 0, G_N_ELEMENTS (sides))];
  spec->block[1] = spec->block_dims == 2 ? sides[g_rand_int_range (rand, 0, G_N_ELEMENTS (sides))] : 1;
  if (spec->block_dims == 1 && g_rand_boolean (rand))
    spec->block[0] = g_rand_int_range (rand, 1, 300);
  if (kernel->square_block)
    {
      spec->block_dims = 2;
      spec->block[0] = spec->block[1] = 4 << g_rand_int_range (rand, 0, 4);
    }
}

/* Kernels whose launch is their own are launched as they are. */
static void
draw_switches (GRand *rand, const GsKernelInfo *kernel, GsSpec *spec)
{
  if (!kernel->switchable)
    return;
  spec->grid_rule = (GsGridRule)g_rand_int_range (rand, 0, 3);
  spec->grid[0] = g_rand_int_range (rand, 1, 6);
  spec->grid[1] = spec->block_dims == 2 ? g_rand_int_range (rand, 1, 6) : 1;
  spec->guard = g_rand_boolean (rand);
  if (spec->block_dims == 2 && kernel->layout == GS_LAYOUT_MAPPED)
    spec->map = g_rand_boolean (rand) ? GS_MAP_X_ROW : GS_MAP_X_COLUMN;
  spec->index_bits = g_rand_boolean (rand) ? 32 : 64;
  if (g_rand_boolean (rand))
    spec->faults = kernel->faults & g_rand_int (rand);
}

GsSpec *
gs_random_launch (GRand *rand)
{
  g_return_val_if_fail (rand != NULL, NULL);

  for (int i = 0; i < MAX_DRAWS; i++)
    {
      g_autoptr (GsSpec) spec = gs_spec_new ();
      const GsKernelInfo *kernel = draw_kernel (rand);

      spec->op = draw_op (rand, kernel);
      spec->m = g_rand_int_range (rand, 1, MAX_SIDE);
      spec->n = g_rand_int_range (rand, 1, MAX_SIDE);
      spec->k = spec->op == GS_OP_MATMUL ? g_rand_int_range (rand, 1, MAX_K) : 0;
      spec->repeats = 1;
      g_strfreev (spec->kernels);
      spec->kernels = g_strsplit (kernel->name, ",", -1);
      draw_block (rand, kernel, spec);
      draw_switches (rand, kernel, spec);
      if (gs_spec_check (spec, NULL))
        return g_steal_pointer (&spec);
    }
  return gs_spec_new ();
}

static void
append_faults (GString *text, guint faults)
{
  const char *separator = " --break ";

  for (guint bit = 1; bit <= faults; bit <<= 1)
    if (faults & bit)
      {
        g_string_append_printf (text, "%s%s", separator, gs_fault_nick ((GsFault)bit));
        separator = ",";
      }
}

char *
gs_launch_to_options (const GsSpec *spec)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (spec != NULL, NULL);

  g_string_append_printf (text, "--op %s --m %" PRId64 " --n %" PRId64, gs_op_nick (spec->op), spec->m,
                          spec->n);
  if (spec->op == GS_OP_MATMUL)
    g_string_append_printf (text, " --k %" PRId64, spec->k);
  g_string_append_printf (text, " --kernel %s --block %" PRId64, spec->kernels[0], spec->block[0]);
  if (spec->block_dims == 2)
    g_string_append_printf (text, "x%" PRId64, spec->block[1]);
  if (spec->grid_rule == GS_GRID_FLOOR)
    g_string_append (text, " --grid floor");
  else if (spec->grid_rule == GS_GRID_EXPLICIT && spec->block_dims == 2)
    g_string_append_printf (text, " --grid %" PRId64 "x%" PRId64, spec->grid[0], spec->grid[1]);
  else if (spec->grid_rule == GS_GRID_EXPLICIT)
    g_string_append_printf (text, " --grid %" PRId64, spec->grid[0]);
  if (!spec->guard)
    g_string_append (text, " --no-guard");
  if (spec->map == GS_MAP_X_ROW)
    g_string_append (text, " --map x=row");
  if (spec->index_bits == 32)
    g_string_append (text, " --index-bits 32");
  append_faults (text, spec->faults);
  return g_string_free (text, FALSE);
}
