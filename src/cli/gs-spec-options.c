#include "gs-spec-options.h"

#include <string.h>

#include "gs-error.h"
#include "gs-kernel-info.h"
#include "gs-operand.h"
#include "gs-profile-io.h"
#include "gs-spec-json.h"
#include "gs-sweep-run.h"

const GsOption gs_spec_options[] = {
  { "op", 0, "OP", "add, hadamard or matmul (hadamard)" },
  { "m", 0, "M", "rows of the result" },
  { "n", 0, "N", "columns of the result; alone: the length of a vector" },
  { "k", 0, "K", "columns of A and rows of B, of a product" },
  { "a", 0, "SOURCE",
    "A: a file, a literal such as \"[1 2; 3 4]\", \"-\" for standard input, or "
    "random:SEED, normal:SEED, ones, zeros, eye, iota (random:1)" },
  { "b", 0, "SOURCE", "B, likewise (random:2)" },
  { "block", 0, "X[xY]", "threads per block: one number for a linear index, two for row and column" },
  { "grid", 0, "RULE", "ceil, floor or a number of blocks GX[xGY] (ceil)" },
  { "no-guard", 0, NULL, "leave out the bounds check" },
  { "map", 0, "MAP", "x=column or x=row: the matrix axis threadIdx.x runs along (x=column)" },
  { "index-bits", 0, "BITS", "32 or 64 (64)" },
  { "break", 0, "LIST",
    "faults put into the kernel: barrier-1, barrier-2, tile-edge, leading-dimension, swapped-axes" },
  { "backend", 0, "LIST", "cpu, blas, simt, cuda, cublas or all (cpu,simt)" },
  { "kernel", 0, "LIST", "kernels by name, such as matmul/k3_shared_tile or cpu_blocked" },
  { "repeats", 0, "R", "warm repeats after the first run (10)" },
  { "device", 0, "DEVICE",
    "a GPU by number, UUID or PCI id; for planning also a profile such as t4 or a100" },
  { "cold", 0, NULL, "start from a fresh process" },
  { "host-memory", 0, "KIND", "pageable or pinned (pageable)" },
  { "flush-cache", 0, NULL, "flush the GPU's L2 cache between repeats" },
  { "threads", 0, "T", "threads of the CPU backends; 0: all there are (0)" },
  { "sample-blocks", 0, "N", "let the simulated GPU run only N blocks, spread over the grid; 0: all (0)" },
  { "exact-order", 0, NULL, "CPU products add in the order of k, like the naive kernel" },
  { "spec", 0, "FILE", "start from a saved spec; other options override it" },
  { "save", 0, "FILE", "save the spec as JSON" },
  { NULL },
};

/* --op, with what must not stay behind from the operation before it. */
static gboolean
apply_op (GsSpec *spec, const char *word, GError **error)
{
  GsOp op;

  if (word == NULL)
    return TRUE;
  if (!gs_op_from_nick (word, &op, error))
    return FALSE;
  spec->op = op;
  if (op != GS_OP_MATMUL)
    spec->k = 0;
  return TRUE;
}

static gboolean
apply_source (GsSpec *spec, const GsArguments *arguments, gboolean is_b, GError **error)
{
  const char *text = gs_arguments_get (arguments, is_b ? "b" : "a");
  g_autoptr (GsSource) source = NULL;
  g_autofree char *notice = NULL;

  if (text == NULL)
    return TRUE;
  source = gs_operand_read (is_b ? "B" : "A", text, &notice, error);
  if (source == NULL)
    return FALSE;
  if (notice != NULL)
    {
      g_autofree char *sentence = g_strconcat (is_b ? "B: " : "A: ", notice, NULL);

      gs_complain (sentence);
    }
  if (is_b)
    gs_spec_set_b (spec, source);
  else
    gs_spec_set_a (spec, source);
  return TRUE;
}

static gboolean
apply_sources (GsSpec *spec, const GsArguments *arguments, GError **error)
{
  if (g_strcmp0 (gs_arguments_get (arguments, "a"), "-") == 0
      && g_strcmp0 (gs_arguments_get (arguments, "b"), "-") == 0)
    {
      g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                           "Both A and B are to come from standard input, which can be read only once; "
                           "give one of them as a file.");
      return FALSE;
    }
  return apply_source (spec, arguments, FALSE, error) && apply_source (spec, arguments, TRUE, error);
}

static gboolean
get_size (const GsArguments *arguments, const char *name, gint64 *value, GError **error)
{
  const char *text = gs_arguments_get (arguments, name);
  g_autofree char *what = g_strconcat ("--", name, NULL);

  *value = -1;
  return text == NULL || gs_parse_whole (what, text, 0, G_MAXINT64, value, error);
}

/* Sizes that nobody says: from the values, from the saved spec, or for a vector
 * one row. A product without sizes is not guessed. */
static gboolean
apply_sizes (GsSpec *spec, const GsArguments *arguments, gboolean saved, GError **error)
{
  gboolean values = spec->a->kind == GS_SOURCE_VALUES || spec->b->kind == GS_SOURCE_VALUES;
  gboolean product = spec->op == GS_OP_MATMUL;
  gint64 m, n, k;

  if (!get_size (arguments, "m", &m, error) || !get_size (arguments, "n", &n, error)
      || !get_size (arguments, "k", &k, error))
    return FALSE;
  if (!product && k >= 0)
    {
      g_set_error (
          error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
          "--k is given, but %s works element by element and has no k; leave it out or use --op matmul.",
          gs_op_nick (spec->op));
      return FALSE;
    }
  if (!values && !saved && product && (m < 0 || n < 0 || k < 0))
    {
      g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                           "A product needs --m, --n and --k, or matrices for --a and --b.");
      return FALSE;
    }
  if (!values && !saved && !product && m >= 0 && n < 0)
    {
      g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                           "--m is given without --n; give both sizes.");
      return FALSE;
    }
  if (!values && !saved && !product && m < 0 && n >= 0)
    m = 1;
  return gs_spec_infer_sizes (spec, m, n, k, error);
}

static gboolean
apply_block (GsSpec *spec, const GsArguments *arguments, gboolean saved, GError **error)
{
  const char *text = gs_arguments_get (arguments, "block");

  if (text != NULL)
    {
      spec->block_dims = gs_parse_pair ("--block", text, 0, spec->block, error);
      return spec->block_dims > 0;
    }
  if (saved)
    return TRUE;
  /* Only the seed example keeps its tiny block. */
  if (spec->m != 1)
    {
      spec->block_dims = 2;
      spec->block[0] = spec->block[1] = 16;
    }
  else if (spec->n != 7)
    {
      spec->block[0] = 256;
    }
  return TRUE;
}

static gboolean
apply_grid (GsSpec *spec, const char *text, GError **error)
{
  if (text == NULL)
    return TRUE;
  if (g_str_equal (text, "ceil"))
    {
      spec->grid_rule = GS_GRID_CEIL;
    }
  else if (g_str_equal (text, "floor"))
    {
      spec->grid_rule = GS_GRID_FLOOR;
    }
  else if (g_ascii_isalpha (text[0]))
    {
      static const char *const rules[] = { "ceil", "floor", NULL };

      return gs_set_unknown_word_error (error, "grid rule", text, rules);
    }
  else
    {
      int n = gs_parse_pair ("--grid", text, 0, spec->grid, error);

      if (n == 0)
        return FALSE;
      if (n == 2 && spec->block_dims == 1)
        {
          g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                       "--grid is “%s” with a 1-D block; give one number, or a block such as 16x16.", text);
          return FALSE;
        }
      spec->grid_rule = GS_GRID_EXPLICIT;
    }
  return TRUE;
}

/* The index of @text among @words, or -1 with @error. */
static int
choose (const char *what, const char *text, const char *const *words, GError **error)
{
  for (int i = 0; words[i] != NULL; i++)
    {
      if (g_str_equal (words[i], text))
        return i;
    }
  gs_set_unknown_word_error (error, what, text, words);
  return -1;
}

static gboolean
apply_launch (GsSpec *spec, const GsArguments *arguments, GError **error)
{
  static const char *const maps[] = { "x=column", "x=row", NULL };
  static const char *const widths[] = { "32", "64", NULL };
  const char *map = gs_arguments_get (arguments, "map");
  const char *bits = gs_arguments_get (arguments, "index-bits");
  const char *faults = gs_arguments_get (arguments, "break");

  if (gs_arguments_has (arguments, "no-guard"))
    spec->guard = FALSE;
  if (map != NULL)
    {
      int i = choose ("mapping", map, maps, error);

      if (i < 0)
        return FALSE;
      spec->map = i == 0 ? GS_MAP_X_COLUMN : GS_MAP_X_ROW;
    }
  if (bits != NULL)
    {
      int i = choose ("index width", bits, widths, error);

      if (i < 0)
        return FALSE;
      spec->index_bits = i == 0 ? 32 : 64;
    }
  if (faults != NULL)
    {
      g_auto (GStrv) words = g_strsplit (faults, ",", -1);

      spec->faults = GS_FAULT_NONE;
      for (guint i = 0; words[i] != NULL; i++)
        {
          GsFault fault;

          if (!gs_fault_from_nick (words[i], &fault, error))
            return FALSE;
          spec->faults |= fault;
        }
    }
  return TRUE;
}

static gboolean
apply_backends (GsSpec *spec, const GsArguments *arguments, GError **error)
{
  const char *backends = gs_arguments_get (arguments, "backend");
  const char *kernels = gs_arguments_get (arguments, "kernel");

  if (backends != NULL)
    {
      g_strfreev (spec->backends);
      if (g_str_equal (backends, "all"))
        spec->backends = g_strdupv ((char **)gs_backend_words ());
      else
        spec->backends = g_strsplit (backends, ",", -1);
      for (char **word = spec->backends; *word != NULL; word++)
        {
          if (choose ("backend", *word, gs_backend_words (), error) < 0)
            return FALSE;
        }
    }
  if (kernels != NULL)
    {
      g_strfreev (spec->kernels);
      spec->kernels = g_strsplit (kernels, ",", -1);
      if (spec->kernels[0] == NULL)
        {
          g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                               "No kernel is named; name at least one, for example matmul/k1_naive.");
          return FALSE;
        }
    }
  return TRUE;
}

/* A word that cannot be a number, UUID or PCI id is the name of a profile. */
static gboolean
is_gpu (const char *word)
{
  return word[0] == '\0' || word[strspn (word, "0123456789")] == '\0' || g_str_has_prefix (word, "GPU-")
         || g_str_has_prefix (word, "MIG-") || strchr (word, ':') != NULL;
}

static gboolean
check_device (const char *word, GError **error)
{
  GsLimits limits;

  return is_gpu (word) || gs_profile_find (word, &limits, error);
}

gboolean
gs_spec_check_device_is_used (const GsSpec *spec, const GsArguments *arguments, GError **error)
{
  const char *word = gs_arguments_get (arguments, "device");
  const char *const *backends = (const char *const *)spec->backends;
  g_autofree char *all = NULL;

  if (word == NULL || !is_gpu (word) || g_strv_contains (backends, "cuda")
      || g_strv_contains (backends, "cublas"))
    return TRUE;
  all = g_strjoinv (", ", spec->backends);
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
               "--device %s chooses a GPU, and this run is on %s alone; add --backend cuda, or leave it out.",
               word, all);
  return FALSE;
}

static gboolean
apply_measuring (GsSpec *spec, const GsArguments *arguments, GError **error)
{
  static const char *const memories[] = { "pageable", "pinned", NULL };
  const char *repeats = gs_arguments_get (arguments, "repeats");
  const char *threads = gs_arguments_get (arguments, "threads");
  const char *memory = gs_arguments_get (arguments, "host-memory");
  const char *sample = gs_arguments_get (arguments, "sample-blocks");
  gint64 value;

  if (repeats != NULL)
    {
      if (!gs_parse_whole ("--repeats", repeats, 1, GS_SPEC_MAX_REPEATS, &value, error))
        return FALSE;
      spec->repeats = (int)value;
    }
  if (threads != NULL)
    {
      if (!gs_parse_whole ("--threads", threads, 0, GS_SPEC_MAX_THREADS, &value, error))
        return FALSE;
      spec->threads = (int)value;
    }
  if (sample != NULL
      && !gs_parse_whole ("--sample-blocks", sample, 0, GS_SPEC_MAX_SAMPLE_BLOCKS, &spec->sample_blocks, error))
    return FALSE;
  if (memory != NULL)
    {
      int i = choose ("kind of host memory", memory, memories, error);

      if (i < 0)
        return FALSE;
      spec->host_memory = i == 0 ? GS_HOST_MEMORY_PAGEABLE : GS_HOST_MEMORY_PINNED;
    }
  if (gs_arguments_has (arguments, "device"))
    {
      if (!check_device (gs_arguments_get (arguments, "device"), error))
        return FALSE;
      g_free (spec->device);
      spec->device = g_strdup (gs_arguments_get (arguments, "device"));
    }
  spec->cold = spec->cold || gs_arguments_has (arguments, "cold");
  spec->flush_cache = spec->flush_cache || gs_arguments_has (arguments, "flush-cache");
  spec->exact_order = spec->exact_order || gs_arguments_has (arguments, "exact-order");
  return TRUE;
}

static gboolean
save (const GsSpec *spec, const char *path, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (path == NULL)
    return TRUE;
  file = g_file_new_for_commandline_arg (path);
  return gs_spec_save (spec, file, error);
}

/* A sweep names its sizes itself; what of the launch depends on the shape is
 * chosen for the first of them. */
static gboolean
apply_sweep_size (GsSpec *spec, const GsArguments *arguments, gint64 size, GError **error)
{
  static const char *const sizes[] = { "m", "n", "k" };
  const char *block = gs_arguments_get (arguments, "block");

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      if (gs_arguments_has (arguments, sizes[i]))
        {
          g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                       "--%s and --sizes both give a size; leave --%s out.", sizes[i], sizes[i]);
          return FALSE;
        }
    }
  if (!gs_sweep_check_operands (spec, error))
    return FALSE;
  spec->n = size;
  spec->k = spec->op == GS_OP_MATMUL ? size : 0;
  spec->m = spec->op == GS_OP_MATMUL || (block != NULL && strchr (block, 'x') != NULL) ? size : 1;
  return TRUE;
}

static GsSpec *
read_spec (const GsArguments *arguments, gint64 size, GError **error)
{
  const char *path = gs_arguments_get (arguments, "spec");
  g_autoptr (GsSpec) spec = NULL;
  gboolean saved = path != NULL;

  if (saved)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);

      spec = gs_spec_load (file, error);
    }
  else
    {
      spec = gs_spec_new ();
    }
  if (spec == NULL || !apply_op (spec, gs_arguments_get (arguments, "op"), error)
      || !apply_sources (spec, arguments, error))
    return NULL;
  if (!(size > 0 ? apply_sweep_size (spec, arguments, size, error)
                 : apply_sizes (spec, arguments, saved, error)))
    return NULL;
  if (!apply_block (spec, arguments, saved, error)
      || !apply_grid (spec, gs_arguments_get (arguments, "grid"), error)
      || !apply_launch (spec, arguments, error) || !apply_backends (spec, arguments, error)
      || !apply_measuring (spec, arguments, error) || !gs_spec_check (spec, error)
      || !save (spec, gs_arguments_get (arguments, "save"), error))
    return NULL;
  return g_steal_pointer (&spec);
}

GsSpec *
gs_spec_from_arguments (const GsArguments *arguments, GError **error)
{
  return read_spec (arguments, 0, error);
}

GsSpec *
gs_spec_from_arguments_sized (const GsArguments *arguments, gint64 size, GError **error)
{
  return read_spec (arguments, size, error);
}
