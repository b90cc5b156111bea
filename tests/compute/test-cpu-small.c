#include <locale.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "gs-cpu-kernel.h"

/* The packed product at every small shape, where each has a way of its own, on every
 * instruction set this machine has. Operands and result end where a page ends and
 * nothing follows: a vector that reaches past the end of one is a fault. */

#define SIZE_MAX  9
#define N_FLOATS  1024 /* of a page, at least */
#define SENTINELS 16   /* before the result */

typedef struct
{
  float *end; /* of a page; the next one cannot be touched */
} Page;

static Page pages[3];
static GRand *numbers;

static void
page_init (Page *page)
{
  gsize size = (gsize)sysconf (_SC_PAGESIZE);
  char *memory = mmap (NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  g_assert_true (memory != MAP_FAILED);
  g_assert_cmpint (mprotect (memory + size, size, PROT_NONE), ==, 0);
  g_assert_cmpuint (size, >=, N_FLOATS * sizeof (float));
  page->end = (float *)(memory + size);
}

/* A product with its operands; the numbers of A and B are set by the test. */
typedef struct
{
  int m, n, k;
  GsIsa isa;
  gboolean exact_order;
  float *a, *b, *c;
} Small;

static Small
small_new (int m, int n, int k, GsIsa isa)
{
  Small small = { m, n, k, isa, FALSE, pages[0].end - m * k, pages[1].end - k * n, pages[2].end - m * n };

  g_assert_cmpint (MAX (MAX (m * k, k * n), m * n + SENTINELS), <=, N_FLOATS);
  for (int i = 0; i < m * k; i++)
    small.a[i] = (float)g_rand_double_range (numbers, -1, 1);
  for (int i = 0; i < k * n; i++)
    small.b[i] = (float)g_rand_double_range (numbers, -1, 1);
  return small;
}

static void
small_run (Small *small)
{
  GsCpuCall call = {
    .op = GS_OP_MATMUL,
    .m = small->m,
    .n = small->n,
    .k = small->k,
    .a = small->a,
    .b = small->b,
    .c = small->c,
    .n_threads = 1,
    .exact_order = small->exact_order,
    .isa = small->isa,
  };

  for (int i = -SENTINELS; i < small->m * small->n; i++)
    small->c[i] = i < 0 ? 1234.5f : NAN;
  g_assert_true (gs_cpu_packed (&call, NULL));
  for (int i = -SENTINELS; i < 0; i++)
    g_assert_true (small->c[i] == 1234.5f);
}

static void
fail (const Small *small, int i, int j, double want)
{
  g_error ("%d×%d×%d%s: (%d, %d) is %a, not %a", small->m, small->n, small->k,
           small->exact_order ? " in exact order" : "", i, j, small->c[i * small->n + j], want);
}

/* γ_k · Σ|a||b| around the sum in float64; in exact order the very bits of one
 * rounding after each multiplication and each addition, k ascending. */
static void
check_numbers (Small *small)
{
  double unit = small->k * 0x1p-24;

  small_run (small);
  for (int i = 0; i < small->m; i++)
    for (int j = 0; j < small->n; j++)
      {
        double sum = 0, size = 0;
        volatile float naive = 0;

        for (int p = 0; p < small->k; p++)
          {
            float a = small->a[i * small->k + p], b = small->b[p * small->n + j];
            volatile float rounded = a * b;

            sum += (double)a * b;
            size += fabs ((double)a * b);
            naive = naive + rounded;
          }
        if (small->exact_order ? small->c[i * small->n + j] != naive
                               : !(fabs (small->c[i * small->n + j] - sum) <= unit / (1 - unit) * size))
          fail (small, i, j, small->exact_order ? naive : sum);
      }
}

static void
check_shape (int m, int n, int k, GsIsa isa)
{
  Small small = small_new (m, n, k, isa);

  check_numbers (&small);
  small.exact_order = TRUE;
  check_numbers (&small);
}

static void
test_every_shape (gconstpointer user_data)
{
  for (int m = 0; m <= SIZE_MAX; m++)
    for (int n = 0; n <= SIZE_MAX; n++)
      for (int k = 0; k <= SIZE_MAX; k++)
        check_shape (m, n, k, GPOINTER_TO_INT (user_data));
}

/* Every number of steps up to more than four vectors, with few columns; every number
 * of columns up to more than four vectors, with few steps. */
static void
test_long (gconstpointer user_data)
{
  static const int rows[] = { 1, 2, 3, 7, 8, 9, 14 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (int length = SIZE_MAX + 1; length <= 71; length++)
      for (int other = 1; other <= SIZE_MAX; other++)
        {
          check_shape (rows[i], other, length, GPOINTER_TO_INT (user_data));
          check_shape (rows[i], length, other, GPOINTER_TO_INT (user_data));
        }
}

/* An infinity or a NaN anywhere in A is seen in its whole row and nowhere else, one
 * in B in its whole column: nothing that is computed beside the product, be it times
 * zero, gets into it. */
static void
check_special (Small *small, float *where, gboolean in_a, float special)
{
  int at = (int)(where - (in_a ? small->a : small->b));
  float before = *where;

  *where = special;
  small_run (small);
  *where = before;
  for (int i = 0; i < small->m; i++)
    for (int j = 0; j < small->n; j++)
      {
        float c = small->c[i * small->n + j];
        gboolean reached = in_a ? i == at / small->k : j == at % small->n;

        if (!reached ? !isfinite (c) : isnan (special) ? !isnan (c) : !isinf (c))
          fail (small, i, j, reached ? special : 0);
      }
}

static void
test_specials (gconstpointer user_data)
{
  for (int m = 1; m <= SIZE_MAX; m++)
    for (int n = 1; n <= SIZE_MAX; n++)
      for (int k = 1; k <= 2 * SIZE_MAX; k++)
        {
          Small small = small_new (m, n, k, GPOINTER_TO_INT (user_data));

          for (int i = 0; i < m * k; i++)
            check_special (&small, small.a + i, TRUE, i % 2 == 0 ? INFINITY : NAN);
          for (int i = 0; i < k * n; i++)
            check_special (&small, small.b + i, FALSE, i % 2 == 0 ? NAN : -INFINITY);
        }
}

/* A subnormal number times one, with nothing but zeros beside it, arrives as it is. */
static void
test_subnormals (gconstpointer user_data)
{
  for (int m = 1; m <= SIZE_MAX; m++)
    for (int n = 1; n <= SIZE_MAX; n++)
      for (int k = 1; k <= 2 * SIZE_MAX; k++)
        {
          Small small = small_new (m, n, k, GPOINTER_TO_INT (user_data));

          memset (small.a, 0, sizeof (float) * m * k);
          for (int i = 0; i < m; i++)
            small.a[i * k + (m + n + i) % k] = 1;
          for (int i = 0; i < k * n; i++)
            small.b[i] = (float)(i + 1) * 0x1p-149f;
          small_run (&small);
          for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
              if (small.c[i * n + j] != small.b[(m + n + i) % k * n + j])
                fail (&small, i, j, small.b[(m + n + i) % k * n + j]);
        }
}

static void
add_case (GsIsa isa, const char *what, GTestDataFunc func)
{
  g_autofree char *path = g_strdup_printf ("/cpu/small/%s/%s", gs_isa_name (isa), what);

  g_test_add_data_func (path, GINT_TO_POINTER (isa), func);
}

int
main (int argc, char **argv)
{
  int status;

  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  numbers = g_rand_new_with_seed (11);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    page_init (&pages[i]);

  for (GsIsa isa = GS_ISA_BASE; isa < GS_N_ISAS; isa++)
    if (gs_isa_available (isa))
      {
        add_case (isa, "every shape", test_every_shape);
        add_case (isa, "long", test_long);
        add_case (isa, "specials", test_specials);
        add_case (isa, "subnormals", test_subnormals);
      }

  status = g_test_run ();
  g_rand_free (numbers);
  return status;
}
