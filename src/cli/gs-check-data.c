#include "gs-check-data.h"

#include <math.h>

static const char *const names[]
    = { "uniform", "normal", "integers", "cancellation", "mixed scales", "special values", "subnormals" };

const char *
gs_check_data_name (GsCheckData data)
{
  return names[data];
}

/* What stands at (row, column) instead of @uniform, which is in [-1, 1). */
static float
value_at (GsCheckData data, int operand, gint64 row, gint64 column, float uniform)
{
  static const float specials[] = { NAN, INFINITY, -INFINITY, 0.0f, -0.0f };
  gint64 along_k = operand == 0 ? column : row;

  switch (data)
    {
    case GS_CHECK_INTEGERS:
      return rintf (8 * uniform);
    case GS_CHECK_CANCELLATION:
      /* A's second of a pair is minus its first, B's is its first again. */
      return operand == 0 && along_k % 2 == 1 ? -uniform : uniform;
    case GS_CHECK_SCALES:
      return ldexpf (uniform, (int)((7 * row + 5 * column) % 81) - 40);
    case GS_CHECK_SPECIAL:
      /* Few enough that most sums stay numbers. */
      return row == column && row % 11 == operand ? specials[row / 11 % 5] : uniform;
    case GS_CHECK_SUBNORMAL:
      return operand == 0 ? ldexpf (uniform, -130) : uniform;
    case GS_CHECK_UNIFORM:
    case GS_CHECK_NORMAL:
      break;
    }
  return uniform;
}

GsSource *
gs_check_data_source (GsCheckData data, int operand, gint64 rows, gint64 columns)
{
  guint64 seed = 1 + (guint64)operand;
  GsSource *uniform
      = gs_source_new_generator (data == GS_CHECK_NORMAL ? GS_SOURCE_NORMAL : GS_SOURCE_RANDOM, seed);
  g_autoptr (GsMatrix) from = NULL, values = NULL;
  GsSource *source;

  if (data == GS_CHECK_UNIFORM || data == GS_CHECK_NORMAL)
    return uniform;
  from = gs_source_realise (uniform, rows, columns, NULL);
  values = gs_matrix_new_copy_data (rows, columns, from->data);
  for (gint64 row = 0; row < rows; row++)
    for (gint64 column = 0; column < columns; column++)
      {
        gint64 of_row = row, of_column = column;

        /* The pair's first number serves for both. */
        if (data == GS_CHECK_CANCELLATION && operand == 0)
          of_column -= column % 2;
        else if (data == GS_CHECK_CANCELLATION)
          of_row -= row % 2;
        values->data[row * columns + column]
            = value_at (data, operand, row, column, from->data[of_row * columns + of_column]);
      }
  source = gs_source_new_values (values, NULL);
  gs_source_unref (uniform);
  return source;
}
