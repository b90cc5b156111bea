#include "gs-sweep-table.h"

#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-format.h"

enum
{
  COLUMN_SIZE,
  COLUMN_WHAT,
  COLUMN_COMPUTE,
  COLUMN_MAD,
  COLUMN_TOTAL,
  COLUMN_N,
  N_COLUMNS
};

void
gs_sweep_table_set_up (GsPlainTable *table)
{
  const char *const headings[N_COLUMNS + 1] = {
    [COLUMN_SIZE] = _ ("Size"), [COLUMN_WHAT] = _ ("Backend"),         [COLUMN_COMPUTE] = _ ("Compute"),
    [COLUMN_MAD] = _ ("MAD"),   [COLUMN_TOTAL] = _ ("With transfers"), [COLUMN_N] = _ ("n"),
  };

  gs_plain_table_set_up (table, headings, 1 << COLUMN_WHAT, _ ("Medians of the sweep"), FALSE);
}

static void
append_series (GsPlainTable *table, const GsSweepSeries *series)
{
  g_autofree char *what = gs_kernel_title (series->backend, series->kernel);

  for (guint i = 0; i < series->points->len; i++)
    {
      const GsSweepPoint *point = &g_array_index (series->points, GsSweepPoint, i);
      g_autofree char *size = gs_format_count (point->size);
      g_autofree char *compute = gs_format_ns (point->compute_ns);
      g_autofree char *mad = gs_format_ns (point->compute_mad_ns);
      g_autofree char *total = gs_format_ns (point->total_ns);
      g_autofree char *n = gs_format_count (point->n_samples);

      gs_plain_table_append (table, (const char *const[]){ size, what, compute, mad, total, n, NULL });
    }
  if (series->ended != NULL)
    gs_plain_table_append (table, (const char *const[]){ "×", what, "—", "—", "—", "—", NULL });
}

void
gs_sweep_table_fill (GsPlainTable *table, const GsSweep *sweep)
{
  gs_plain_table_begin (table);
  for (guint i = 0; i < sweep->series->len; i++)
    append_series (table, g_ptr_array_index (sweep->series, i));
  gs_plain_table_end (table);
}
