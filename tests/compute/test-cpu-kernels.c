#include <locale.h>
#include <math.h>
#include <string.h>

#include "gs-cpu-cache.h"
#include "gs-cpu-kernel.h"
#include "gs-cpu-micro.h"
#include "gs-matrix.h"

/* Every CPU kernel on every instruction set this machine has, held against
 * oracles written here: float64 sums with the bound of floating-point summation
 * for products, single operations for the rest. */

typedef struct
{
  const char *name;
  gint64 m, n, k;
} Shape;

static const Shape shapes[] = {
  { "1x1", 1, 1, 1 },
  { "row", 1, 67, 5 },
  { "column", 67, 1, 5 },
  { "dot", 1, 1, 1000 },
  { "outer", 19, 35, 1 },
  { "outer, many vectors", 70, 215, 1 },
  { "two columns", 67, 2, 131 },
  { "four columns", 130, 4, 512 },
  { "2x3x5", 2, 3, 5 },
  { "7", 7, 7, 7 },
  { "13x21", 13, 21, 8 },
  { "31", 31, 31, 31 },
  { "33", 33, 33, 33 },
  { "15x34 past a tile", 15, 34, 17 },
  { "127x129", 127, 129, 131 },
  { "two slices of k", 61, 60, 769 },
  { "past 4096 rows", 4099, 35, 9 },
  { "past 4096 columns", 16, 4101, 17 },
  { "skinny product", 3, 5, 70000 },
  { "flat", 2, 1031, 517 },
  { "blocks of rows", 701, 65, 385 },
  { "one tile", 9, 48, 16 },
  { "a wide tile", 21, 61, 40 },
  { "rows in the same sets", 37, 50, 1024 },
  { "matrix times column", 301, 1, 1031 },
  { "few rows", 5, 700, 801 },
  { "k = 0", 5, 9, 0 },
  { "no rows", 0, 9, 4 },
  { "no columns", 9, 0, 4 },
  { "nothing", 0, 0, 0 },
};

typedef struct
{
  const char *kernel;
  GsIsa isa;
} Case;

static GRand *numbers;

static float *
new_floats (gint64 n, gboolean fill)
{
  void *memory = NULL;

  g_assert_cmpint (posix_memalign (&memory, 64, sizeof (float) * (gsize)MAX (n, 1)), ==, 0);
  for (gint64 i = 0; i < n; i++)
    ((float *)memory)[i] = fill ? (float)g_rand_double_range (numbers, -1, 1) : NAN;
  return memory;
}

/* Sentinels after the output: a kernel that writes past its end is seen. */
#define SENTINELS 64

typedef struct
{
  const Shape *shape;
  float *a, *b, *c;
} Data;

static Data
data_new (const Shape *shape, gboolean product, gboolean fill)
{
  Data data = {
    .shape = shape,
    .a = new_floats (shape->m * (product ? shape->k : shape->n), fill),
    .b = new_floats ((product ? shape->k : shape->m) * shape->n, fill),
    .c = new_floats (shape->m * shape->n + SENTINELS, FALSE),
  };

  for (int i = 0; i < SENTINELS; i++)
    data.c[shape->m * shape->n + i] = 1234.5f;
  return data;
}

static void
data_clear (Data *data)
{
  for (int i = 0; i < SENTINELS; i++)
    g_assert_true (data->c[data->shape->m * data->shape->n + i] == 1234.5f);
  free (data->a);
  free (data->b);
  free (data->c);
}

static void
call_kernel (const Case *test, GsOp op, Data *data, int n_threads, gboolean exact_order)
{
  const Shape *shape = data->shape;
  g_autoptr (GError) error = NULL;
  GsCpuCall call = {
    .op = op,
    .m = shape->m,
    .n = shape->n,
    .k = op == GS_OP_MATMUL ? shape->k : 0,
    .a = data->a,
    .b = data->b,
    .c = data->c,
    .n_threads = n_threads,
    .exact_order = exact_order,
    .isa = test->isa,
  };

  for (gint64 i = 0; i < shape->m * shape->n; i++)
    data->c[i] = NAN;
  g_assert_true (gs_cpu_kernel_find (test->kernel) (&call, &error));
  g_assert_no_error (error);
}

/* What the product of a shape has to be: made once, used by every case. */
typedef struct
{
  Data data;
  double *sums;   /* in float64 */
  double *bounds; /* γ_k · Σ|a||b| */
  float *naive;   /* one rounding after each multiplication and each addition, k ascending */
} Oracle;

static Oracle oracles[G_N_ELEMENTS (shapes)];

static void
make_element (Oracle *oracle, gint64 i, gint64 j)
{
  const Data *data = &oracle->data;
  gint64 n = data->shape->n, k = data->shape->k;
  double unit = (double)k * 0x1p-24, sum = 0, size = 0;
  volatile float naive = 0;

  for (gint64 p = 0; p < k; p++)
    {
      double term = (double)data->a[i * k + p] * data->b[p * n + j];
      volatile float rounded = data->a[i * k + p] * data->b[p * n + j];

      sum += term;
      size += fabs (term);
      naive = naive + rounded;
    }
  oracle->sums[i * n + j] = sum;
  oracle->bounds[i * n + j] = unit / (1 - unit) * size;
  oracle->naive[i * n + j] = naive;
}

static Oracle *
get_oracle (guint index)
{
  Oracle *oracle = &oracles[index];
  const Shape *shape = &shapes[index];

  if (oracle->sums != NULL)
    return oracle;
  oracle->data = data_new (shape, TRUE, TRUE);
  oracle->sums = g_new (double, shape->m * shape->n + 1);
  oracle->bounds = g_new (double, shape->m * shape->n + 1);
  oracle->naive = g_new (float, shape->m * shape->n + 1);
  for (gint64 i = 0; i < shape->m; i++)
    for (gint64 j = 0; j < shape->n; j++)
      make_element (oracle, i, j);
  return oracle;
}

static void
clear_oracles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (oracles); i++)
    if (oracles[i].sums != NULL)
      {
        data_clear (&oracles[i].data);
        g_free (oracles[i].sums);
        g_free (oracles[i].bounds);
        g_free (oracles[i].naive);
      }
}

static void
assert_product (const Oracle *oracle)
{
  const Shape *shape = oracle->data.shape;

  for (gint64 i = 0; i < shape->m * shape->n; i++)
    if (!(fabs (oracle->data.c[i] - oracle->sums[i]) <= oracle->bounds[i]))
      g_error ("%s: element %d is %g, not %g", shape->name, (int)i, oracle->data.c[i], oracle->sums[i]);
}

static void
assert_naive_bits (const Oracle *oracle)
{
  const Shape *shape = oracle->data.shape;

  for (gint64 i = 0; i < shape->m * shape->n; i++)
    if (oracle->data.c[i] != oracle->naive[i])
      g_error ("%s: element %d is %a, not %a", shape->name, (int)i, oracle->data.c[i], oracle->naive[i]);
}

static void
check_products (const Case *test)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int n_threads = 1; n_threads <= 3; n_threads++)
      {
        Oracle *oracle = get_oracle (i);

        call_kernel (test, GS_OP_MATMUL, &oracle->data, n_threads, FALSE);
        assert_product (oracle);
        call_kernel (test, GS_OP_MATMUL, &oracle->data, n_threads, TRUE);
        assert_naive_bits (oracle);
      }
  gs_cpu_packed_release ();
}

static void
test_product (gconstpointer user_data)
{
  check_products (user_data);
}

/* With hardly any cache nothing but single tiles is multiplied where it is, and
 * every size is cut into many slices and blocks. */
static void
test_product_sliced (gconstpointer user_data)
{
  static const GsCpuCache small = { 1024, 4096 };

  gs_cpu_cache_force (&small);
  check_products (user_data);
  gs_cpu_cache_force (NULL);
}

static guint32
bits_of (float x)
{
  guint32 bits;

  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static void
assert_elementwise (GsOp op, const Data *data)
{
  for (gint64 i = 0; i < data->shape->m * data->shape->n; i++)
    {
      volatile float x = data->a[i], y = data->b[i];
      volatile float want = op == GS_OP_ADD ? x + y : x * y;

      if (isnan (want) ? !isnan (data->c[i]) : bits_of (want) != bits_of (data->c[i]))
        g_error ("%s: element %d of %a and %a is %a, not %a", data->shape->name, (int)i, x, y, data->c[i],
                 want);
    }
}

static const float specials[] = {
  0.0f,      -0.0f,      1.0f,     -1.0f,           0x1p-149f,  -0x1p-149f, 0x1.fffffcp-127f,
  0x1p-126f, -0x1p-126f, 0x1p-75f, 0x1p-74f,        0.5f,       1e38f,      -1e38f,
  INFINITY,  -INFINITY,  NAN,      0x1.fffffep127f, 0x1.8p-70f, 1e-38f,     3e-45f,
};

static const Shape elementwise_shapes[] = {
  { "1", 1, 1, 0 },       { "row", 1, 67, 0 },           { "column", 67, 1, 0 },
  { "13x21", 13, 21, 0 }, { "127x129", 127, 129, 0 },    { "threads", 257, 1031, 0 },
  { "empty", 0, 7, 0 },   { "streamed", 1031, 1033, 0 }, { "streamed whole", 1024, 1024, 0 },
};

static void
test_elementwise (gconstpointer user_data)
{
  const Case *test = user_data;
  const GsOp ops[] = { GS_OP_ADD, GS_OP_HADAMARD };

  for (guint i = 0; i < G_N_ELEMENTS (elementwise_shapes); i++)
    for (int n_threads = 1; n_threads <= 3; n_threads++)
      for (guint j = 0; j < G_N_ELEMENTS (ops); j++)
        {
          Data data = data_new (&elementwise_shapes[i], FALSE, FALSE);
          gint64 elements = data.shape->m * data.shape->n;

          /* All pairs of specials come by. */
          for (gint64 e = 0; e < elements; e++)
            {
              data.a[e] = specials[e % G_N_ELEMENTS (specials)];
              data.b[e] = specials[e / G_N_ELEMENTS (specials) % G_N_ELEMENTS (specials)];
            }
          call_kernel (test, ops[j], &data, n_threads, FALSE);
          assert_elementwise (ops[j], &data);
          data_clear (&data);
        }
}

/* NaN and infinity go through a product, and padding never makes one. */
static void
check_specials (const Case *test)
{
  const Shape shape = { "specials", 130, 131, 100 };
  Data data = data_new (&shape, TRUE, TRUE);

  data.a[0] = INFINITY;
  data.a[5 * shape.k + 3] = NAN;
  data.b[shape.n - 1] = 0;                     /* ∞·0 in (0, n − 1) */
  data.b[(shape.k - 1) * shape.n] = 0x1p-149f; /* not flushed, see below */
  for (gint64 p = 0; p < shape.k; p++)
    data.a[(shape.m - 1) * shape.k + p] = p == shape.k - 1 ? 1.0f : 0.0f;
  call_kernel (test, GS_OP_MATMUL, &data, 2, FALSE);

  for (gint64 j = 0; j < shape.n; j++)
    {
      g_assert_true (isnan (data.c[5 * shape.n + j]));
      g_assert_true (j == shape.n - 1 ? isnan (data.c[j]) : isinf (data.c[j]));
      g_assert_true (isfinite (data.c[4 * shape.n + j]));
    }
  g_assert_true (data.c[(shape.m - 1) * shape.n] == 0x1p-149f);
  data_clear (&data);
  gs_cpu_packed_release ();
}

static void
test_product_specials (gconstpointer user_data)
{
  static const GsCpuCache small = { 1024, 4096 };

  check_specials (user_data);
  gs_cpu_cache_force (&small);
  check_specials (user_data);
  gs_cpu_cache_force (NULL);
}

/* Kilobytes this process ever held at once; 0 where the system does not say. */
static guint64
peak_memory_kb (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL)
      || (line = strstr (text, "VmHWM:")) == NULL)
    return 0;
  return g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10);
}

/* In a process of its own, whose high-water mark is this product's alone: beside
 * operands and result it takes less than 64 MiB. */
static void
test_memory (gconstpointer user_data)
{
  const Case *test = user_data;
  const Shape shape = { "memory", 4096, 4096, 520 };
  guint64 before_kb, after_kb;
  Data data;

#ifdef __SANITIZE_ADDRESS__
  g_test_skip ("the sanitizer's own memory counts too");
  return;
#endif
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  data = data_new (&shape, TRUE, TRUE);
  before_kb = peak_memory_kb ();
  call_kernel (test, GS_OP_MATMUL, &data, 4, FALSE);
  after_kb = peak_memory_kb ();
  g_assert_cmpuint (after_kb - before_kb, <=, 64 * 1024);
  g_assert_true (after_kb == 0 || after_kb > before_kb); /* it was seen working at all */
  data_clear (&data);
  gs_cpu_packed_release ();
}

/* A cancelled call returns at once, without an error and before it is done. */
static void
test_cancelled (gconstpointer user_data)
{
  const Case *test = user_data;
  gboolean product = g_str_has_prefix (test->kernel, "cpu_ij") || g_str_has_prefix (test->kernel, "cpu_ik")
                     || g_str_equal (test->kernel, "cpu_blocked") || g_str_equal (test->kernel, "cpu_packed");
  const Shape shape = { "large", 1500, 1500, 1500 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Data data = data_new (&shape, product, FALSE);
  GsCpuCall call = {
    .op = product ? GS_OP_MATMUL : GS_OP_ADD,
    .m = shape.m,
    .n = shape.n,
    .k = product ? shape.k : 0,
    .a = data.a,
    .b = data.b,
    .c = data.c,
    .n_threads = 2,
    .isa = test->isa,
    .cancellable = cancellable,
  };

  for (gint64 i = 0; i < shape.m * shape.n; i++)
    data.a[i] = data.b[i] = 1;
  g_cancellable_cancel (cancellable);
  g_assert_true (gs_cpu_kernel_find (test->kernel) (&call, NULL));
  g_assert_true (isnan (data.c[shape.m * shape.n - 1]) || data.c[shape.m * shape.n - 1] == 0);
  data_clear (&data);
  gs_cpu_packed_release ();
}

/* The yardsticks of the roofs compute something too. */
static void
test_triad (gconstpointer user_data)
{
  const Case *test = user_data;
  const Shape shape = { "triad", 1, 16 * 40000, 0 };
  Data data = data_new (&shape, FALSE, TRUE);
  GsCpuCall call = {
    .m = 1,
    .n = shape.n,
    .a = data.a,
    .b = data.b,
    .c = data.c,
    .n_threads = 2,
    .isa = test->isa,
  };

  gs_cpu_triad (&call);
  for (gint64 i = 0; i < shape.n; i++)
    {
      volatile float scaled = 3.0f * data.b[i];
      volatile float want = data.a[i] + scaled;

      g_assert_true (data.c[i] == want);
    }
  data_clear (&data);
  g_assert_cmpfloat (gs_cpu_micro (test->isa)->peak (1000), >, 0);
}

static void
add_case (const char *kernel, GsIsa isa, const char *what, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/cpu/%s/%s/%s", kernel, gs_isa_name (isa), what);
  Case *test = g_new (Case, 1);

  *test = (Case){ kernel, isa };
  g_test_add_data_func_full (path, test, func, g_free);
}

int
main (int argc, char **argv)
{
  const char *const products[] = { "cpu_ijk", "cpu_ikj", "cpu_blocked", "cpu_packed" };
  const char *const elementwise[] = { "cpu_scalar", "cpu_vectorised", "cpu_streaming" };
  int status;

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  numbers = g_rand_new_with_seed (7);

  for (GsIsa isa = GS_ISA_BASE; isa < GS_N_ISAS; isa++)
    {
      if (!gs_isa_available (isa))
        continue;
      add_case ("roofs", isa, "triad", test_triad);
      for (guint i = 0; i < G_N_ELEMENTS (products); i++)
        {
          add_case (products[i], isa, "product", test_product);
          add_case (products[i], isa, "specials", test_product_specials);
          if (g_str_equal (products[i], "cpu_packed"))
            add_case (products[i], isa, "sliced", test_product_sliced);
          add_case (products[i], isa, "cancelled", test_cancelled);
        }
      for (guint i = 0; i < G_N_ELEMENTS (elementwise); i++)
        {
          add_case (elementwise[i], isa, "elementwise", test_elementwise);
          add_case (elementwise[i], isa, "cancelled", test_cancelled);
        }
    }
  add_case ("cpu_packed", gs_isa_current (), "memory", test_memory);

  status = g_test_run ();
  clear_oracles ();
  g_rand_free (numbers);
  return status;
}
