#include "gs-operand-text.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-export.h"
#include "gs-format.h"

/* More rows or columns than these are not read through as a text. */
#define MAX_SIDE 64

static char *
describe_source (const GsSource *source)
{
  switch (source->kind)
    {
    case GS_SOURCE_RANDOM:
      return g_strdup_printf (_ ("random, seed %" PRIu64), source->seed);
    case GS_SOURCE_NORMAL:
      return g_strdup_printf (_ ("normal, seed %" PRIu64), source->seed);
    case GS_SOURCE_ONES:
      return g_strdup (_ ("ones"));
    case GS_SOURCE_ZEROS:
      return g_strdup (_ ("zeros"));
    case GS_SOURCE_EYE:
      return g_strdup (_ ("identity"));
    case GS_SOURCE_IOTA:
      return g_strdup (_ ("0, 1, 2, …"));
    case GS_SOURCE_VALUES:
    default:
      return g_strdup (source->label != NULL ? source->label : _ ("typed"));
    }
}

char *
gs_operand_text (const GsSpec *spec, int operand)
{
  const GsSource *source = operand == 0 ? spec->a : spec->b;
  g_autofree char *what = describe_source (source);
  g_autofree char *rows_text = NULL, *columns_text = NULL;
  gint64 rows, columns;

  gs_spec_operand_size (spec, operand, &rows, &columns);
  if (source->kind == GS_SOURCE_VALUES)
    {
      rows = source->values->m;
      columns = source->values->n;
    }
  rows_text = gs_format_count (rows);
  columns_text = gs_format_count (columns);
  /* Translators: size and content of a matrix, as in "13 × 21 random, seed 1". */
  return g_strdup_printf (_ ("%s × %s %s"), rows_text, columns_text, what);
}

char *
gs_operand_literal (const GsSpec *spec, int operand)
{
  GsSource *source = operand == 0 ? spec->a : spec->b;
  g_autoptr (GsMatrix) matrix = NULL;
  gint64 rows, columns;

  gs_spec_operand_size (spec, operand, &rows, &columns);
  if (rows < 1 || columns < 1 || rows > MAX_SIDE || columns > MAX_SIDE)
    return NULL;
  matrix = gs_source_realise (source, rows, columns, NULL);
  return matrix != NULL ? gs_export_literal (matrix) : NULL;
}
