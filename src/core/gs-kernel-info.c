#include "gs-kernel-info.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "gs-error.h"

#define ADD      (1u << GS_OP_ADD)
#define HADAMARD (1u << GS_OP_HADAMARD)
#define MATMUL   (1u << GS_OP_MATMUL)
#define DIMS_ANY (GS_LAUNCH_DIMS_ONE | GS_LAUNCH_DIMS_TWO)
#define SHARED_TILE_FAULTS                                                                                   \
  (GS_FAULT_BARRIER_1 | GS_FAULT_BARRIER_2 | GS_FAULT_TILE_EDGE | GS_FAULT_LEADING_DIMENSION)

/* The rows for an elementwise kernel differ between add and hadamard only in
 * the operation's name. */
#define VECTOR_SCALAR(word, op)                                                                              \
  {                                                                                                          \
    .name = word "/k1_scalar", .target = GS_KERNEL_GPU, .ops = op, .file = "vector.cu",                      \
    .symbol = "gs_" word "_k1_scalar", .idea = N_ ("One thread, one element"), .portable = TRUE,             \
    .switchable = TRUE, .faults = GS_FAULT_SWAPPED_AXES, .dims = DIMS_ANY, .elements_per_thread = 1,         \
    .vector_width = 1                                                                                        \
  }
#define VECTOR_FLOAT4(word, op)                                                                              \
  {                                                                                                          \
    .name = word "/k2_float4", .target = GS_KERNEL_GPU, .ops = op, .file = "vector.cu",                      \
    .symbol = "gs_" word "_k2_float4", .idea = N_ ("Four neighbouring elements in one 16-byte access"),      \
    .portable = TRUE, .dims = GS_LAUNCH_DIMS_ONE, .elements_per_thread = 4, .vector_width = 4                \
  }
#define VECTOR_STREAMING(word, op)                                                                           \
  {                                                                                                          \
    .name = word "/k3_streaming", .target = GS_KERNEL_GPU, .ops = op, .file = "vector.cu",                   \
    .symbol = "gs_" word "_k3_streaming", .idea = N_ ("Several independent loads on their way at once"),     \
    .portable = TRUE, .dims = GS_LAUNCH_DIMS_ONE, .elements_per_thread = 8, .vector_width = 4                \
  }
#define CPU(word, operations, sentence)                                                                      \
  {                                                                                                          \
    .name = word, .target = GS_KERNEL_CPU, .ops = operations, .idea = sentence                               \
  }
#define TILED(word, source, in_c, sentence, threads, ...)                                                    \
  {                                                                                                          \
    .name = "matmul/" word, .target = GS_KERNEL_GPU, .ops = MATMUL, .file = source,                          \
    .symbol = "gs_matmul_" word, .idea = sentence, .portable = in_c, .layout = GS_LAYOUT_TILE,               \
    .tile = { __VA_ARGS__ }, .block_threads = threads, .vector_width = 1                                     \
  }

static const GsKernelInfo catalogue[] = {
  VECTOR_SCALAR ("add", ADD),
  VECTOR_FLOAT4 ("add", ADD),
  VECTOR_STREAMING ("add", ADD),
  VECTOR_SCALAR ("hadamard", HADAMARD),
  VECTOR_FLOAT4 ("hadamard", HADAMARD),
  VECTOR_STREAMING ("hadamard", HADAMARD),
  { .name = "matmul/k1_naive",
    .target = GS_KERNEL_GPU,
    .ops = MATMUL,
    .file = "matmul.cu",
    .symbol = "gs_matmul_k1_naive",
    .idea = N_ ("One thread, one element: a row of A times a column of B"),
    .portable = TRUE,
    .switchable = TRUE,
    .faults = GS_FAULT_LEADING_DIMENSION | GS_FAULT_SWAPPED_AXES,
    .dims = DIMS_ANY,
    .elements_per_thread = 1,
    .vector_width = 1 },
  { .name = "matmul/k2_coalesced",
    .target = GS_KERNEL_GPU,
    .ops = MATMUL,
    .file = "matmul.cu",
    .symbol = "gs_matmul_k2_coalesced",
    .idea = N_ ("The threads of a warp stand in one row, so their loads of B share sectors"),
    .portable = TRUE,
    .switchable = TRUE,
    .faults = GS_FAULT_LEADING_DIMENSION | GS_FAULT_SWAPPED_AXES,
    .dims = DIMS_ANY,
    .layout = GS_LAYOUT_UNFOLDED,
    .elements_per_thread = 1,
    .vector_width = 1 },
  { .name = "matmul/k3_shared_tile",
    .target = GS_KERNEL_GPU,
    .ops = MATMUL,
    .file = "matmul.cu",
    .symbol = "gs_matmul_k3_shared_tile",
    .idea = N_ ("A block loads tiles of A and B once into shared memory and uses them T times"),
    .portable = TRUE,
    .switchable = TRUE,
    .faults = SHARED_TILE_FAULTS | GS_FAULT_SWAPPED_AXES,
    .dims = GS_LAUNCH_DIMS_TWO,
    .square_block = TRUE,
    .elements_per_thread = 1,
    .vector_width = 1 },
  /* tile, unit, lanes, patch: each rows, then columns */
  TILED ("k4_register_1d",
         "matmul_tiles.cu",
         TRUE,
         N_ ("A thread computes a column of results and keeps one value of B in a register"),
         512,
         64,
         64,
         64,
         64,
         8,
         64,
         8,
         1),
  TILED ("k5_register_2d",
         "matmul_tiles.cu",
         TRUE,
         N_ ("A thread computes a small square of results from registers"),
         256,
         128,
         128,
         128,
         128,
         16,
         16,
         8,
         8),
  TILED ("k6_vectorised",
         "matmul_tiles.cu",
         TRUE,
         N_ ("16-byte loads, and A stored transposed in shared memory"),
         256,
         128,
         128,
         128,
         128,
         16,
         16,
         8,
         8),
  TILED ("k7_conflict_free",
         "matmul_tiles.cu",
         TRUE,
         N_ ("Shared memory laid out so that no two lanes meet in a bank"),
         256,
         128,
         128,
         128,
         128,
         16,
         16,
         4,
         4),
  TILED ("k8_warp_tile",
         "matmul_tiles.cu",
         TRUE,
         N_ ("Each warp has a tile of its own between block and thread"),
         128,
         128,
         128,
         64,
         64,
         4,
         8,
         4,
         4),
  TILED ("k9_async",
         "matmul_async.cu",
         FALSE,
         N_ ("The next tile is copied while this one is being multiplied"),
         256,
         256,
         128,
         64,
         64,
         8,
         4,
         4,
         4),
  { .name = "matmul/best",
    .target = GS_KERNEL_GPU,
    .ops = MATMUL,
    .file = "matmul_async.cu",
    .idea = N_ ("The kernel that suits the shape best, chosen by the CUDA backend"),
    .elements_per_thread = 1,
    .vector_width = 1 },
  CPU ("cpu_scalar", ADD | HADAMARD, N_ ("A plain loop over the elements, one thread")),
  CPU ("cpu_vectorised", ADD | HADAMARD, N_ ("Several elements per instruction, one thread")),
  CPU ("cpu_streaming", ADD | HADAMARD, N_ ("All threads, and stores that go around the cache")),
  CPU ("cpu_ijk", MATMUL, N_ ("Three loops as in the formula: B is read down its columns")),
  CPU ("cpu_ikj", MATMUL, N_ ("The two inner loops swapped: B and C are read along their rows")),
  CPU ("cpu_blocked", MATMUL, N_ ("Blocks of A and B that stay in the cache")),
  CPU ("cpu_packed", MATMUL, N_ ("Packed panels and a micro-kernel that lives in registers, all threads")),
};

static const GsKernelInfo *
find (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (catalogue); i++)
    if (g_str_equal (catalogue[i].name, name))
      return &catalogue[i];
  return NULL;
}

const GsKernelInfo *
gs_kernel_info_find (const char *name, GError **error)
{
  const GsKernelInfo *info;
  const char *names[G_N_ELEMENTS (catalogue) + 1] = { NULL };

  g_return_val_if_fail (name != NULL, NULL);

  info = find (name);
  if (info != NULL)
    return info;
  for (gsize i = 0; i < G_N_ELEMENTS (catalogue); i++)
    names[i] = catalogue[i].name;
  gs_set_unknown_word_error (error, _ ("kernel"), name, names);
  return NULL;
}

const GsKernelInfo *
gs_kernel_info_nth (guint i)
{
  return i < G_N_ELEMENTS (catalogue) ? &catalogue[i] : NULL;
}

gboolean
gs_kernel_info_fits (const GsKernelInfo *self, GsOp op)
{
  return (self->ops & 1u << op) != 0;
}

static gboolean
refuse (const GsKernelInfo *self, GError **error, const char *why)
{
  g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE, _ ("The kernel %s %s."), self->name, why);
  return FALSE;
}

static gboolean
check_block (const GsKernelInfo *self, const GsSpec *spec, GError **error)
{
  gint64 side = spec->block[0];

  if (self->dims == 0)
    return TRUE;
  if (spec->block_dims == 2 && (self->dims & GS_LAUNCH_DIMS_TWO) == 0)
    return refuse (self, error,
                   _ ("counts its threads with one index; use a block with one side, for example 256"));
  if (spec->block_dims == 1 && (self->dims & GS_LAUNCH_DIMS_ONE) == 0)
    return refuse (self, error, _ ("needs rows and columns; use a block with two sides, for example 16x16"));
  if (self->square_block && (spec->block[1] != side || (side != 4 && side != 8 && side != 16 && side != 32)))
    {
      g_autofree char *why = g_strdup_printf (
          _ ("needs a square block of side 4, 8, 16 or 32, not %" PRId64 "x%" PRId64 "; use 16x16"),
          spec->block[0], spec->block[1]);

      return refuse (self, error, why);
    }
  return TRUE;
}

static gboolean
check_faults (const GsKernelInfo *self, const GsSpec *spec, GError **error)
{
  const guint unknown = spec->faults & ~self->faults;
  const gboolean leading = (spec->faults & GS_FAULT_LEADING_DIMENSION) != 0;

  for (guint bit = 1; bit <= unknown; bit <<= 1)
    if (unknown & bit)
      {
        g_autofree char *why = g_strdup_printf (
            _ ("has no line that the fault %s could take out; leave it out"), gs_fault_nick ((GsFault)bit));

        return refuse (self, error, why);
      }
  if (leading && spec->block_dims == 1)
    return refuse (self, error,
                   _ ("shows a wrong leading dimension only with rows and columns; use a block with two "
                      "sides, for example 16x16"));
  if (leading && spec->index_bits != 64)
    return refuse (self, error,
                   _ ("breaks one thing at a time: with a wrong leading dimension use 64-bit indices"));
  return TRUE;
}

gboolean
gs_kernel_info_check (const GsKernelInfo *self, const GsSpec *spec, GError **error)
{
  if (self->target != GS_KERNEL_GPU)
    return TRUE;
  if (!check_block (self, spec, error))
    return FALSE;
  if (!self->switchable && !spec->guard)
    return refuse (self, error, _ ("always has its guard; leave the guard on or choose kernel 1"));
  if (!self->switchable && spec->grid_rule != GS_GRID_CEIL)
    return refuse (self, error,
                   _ ("works out its own grid; let the grid round up (ceil) or choose kernel 1"));
  if (!self->switchable && spec->index_bits != 64)
    return refuse (self, error, _ ("always uses 64-bit indices; use 64 bits or choose kernel 1"));
  if (!self->switchable && spec->block_dims == 2 && spec->map != GS_MAP_X_COLUMN)
    return refuse (self, error,
                   _ ("always runs x along columns; let x run along columns or choose kernel 1"));
  return check_faults (self, spec, error);
}

static const char *
default_gpu_name (const GsSpec *spec)
{
  if (spec->op == GS_OP_ADD)
    return "add/k1_scalar";
  if (spec->op == GS_OP_HADAMARD)
    return "hadamard/k1_scalar";
  if (spec->faults & (GS_FAULT_BARRIER_1 | GS_FAULT_BARRIER_2 | GS_FAULT_TILE_EDGE))
    return "matmul/k3_shared_tile";
  return "matmul/k1_naive";
}

const GsKernelInfo *
gs_kernel_info_default (const char *backend, const GsSpec *spec)
{
  if (g_str_equal (backend, "simt") || g_str_equal (backend, "cuda"))
    return find (default_gpu_name (spec));
  if (!g_str_equal (backend, "cpu"))
    return NULL;
  if (gs_op_is_elementwise (spec->op))
    return find ("cpu_vectorised");
  return find (spec->exact_order ? "cpu_ikj" : "cpu_packed");
}

const GsKernelInfo *
gs_kernel_info_for_plan (const GsSpec *spec)
{
  for (char **name = spec->kernels; *name != NULL; name++)
    {
      const GsKernelInfo *info = find (*name);

      if (info != NULL && info->target == GS_KERNEL_GPU && info->symbol != NULL
          && gs_kernel_info_fits (info, spec->op))
        return info;
    }
  return gs_kernel_info_default ("simt", spec);
}
