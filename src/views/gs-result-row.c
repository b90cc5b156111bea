#include "gs-result-row.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-format.h"

struct _GsResultRow
{
  GObject parent_instance;

  GsReport *report;
  const GsResult *result; /* of report */
};

G_DEFINE_FINAL_TYPE (GsResultRow, gs_result_row, G_TYPE_OBJECT)

static void
gs_result_row_finalize (GObject *object)
{
  g_clear_pointer (&GS_RESULT_ROW (object)->report, gs_report_unref);

  G_OBJECT_CLASS (gs_result_row_parent_class)->finalize (object);
}

static void
gs_result_row_class_init (GsResultRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gs_result_row_finalize;
}

static void
gs_result_row_init (GsResultRow *self)
{
}

const char *
gs_result_column_title (GsResultColumn column)
{
  static const char *const titles[GS_N_RESULT_COLUMNS] = {
    [GS_RESULT_COLUMN_WHAT] = N_ ("Result"), [GS_RESULT_COLUMN_N] = N_ ("n"),
    [GS_RESULT_COLUMN_MIN] = N_ ("Minimum"), [GS_RESULT_COLUMN_MEDIAN] = N_ ("Median"),
    [GS_RESULT_COLUMN_MAD] = N_ ("MAD"),     [GS_RESULT_COLUMN_P95] = N_ ("95 %"),
    [GS_RESULT_COLUMN_RATE] = N_ ("Rate"),   [GS_RESULT_COLUMN_FLAGS] = N_ ("Samples"),
  };

  g_return_val_if_fail (column < GS_N_RESULT_COLUMNS, NULL);
  return _ (titles[column]);
}

GsResultRow *
gs_result_row_new (GsReport *report, guint position)
{
  GsResultRow *self;

  g_return_val_if_fail (report != NULL && position < report->results->len, NULL);

  self = g_object_new (GS_TYPE_RESULT_ROW, NULL);
  self->report = gs_report_ref (report);
  self->result = g_ptr_array_index (report->results, position);
  return self;
}

const GsResult *
gs_result_row_get_result (GsResultRow *self)
{
  g_return_val_if_fail (GS_IS_RESULT_ROW (self), NULL);
  return self->result;
}

static char *
describe_rate (const GsResult *result, GsOp op)
{
  if (op == GS_OP_MATMUL && result->gflops > 0)
    return gs_format_rate (result->gflops * 1e9, "FLOP/s");
  if (result->gbytes_per_s > 0)
    return gs_format_rate (result->gbytes_per_s * 1e9, "B/s");
  return g_strdup ("—");
}

static const char *
describe_samples (const GsStats *compute)
{
  const gboolean noisy = gs_stats_is_noisy (compute);

  if (compute->n < 6)
    return _ ("too few to tell");
  if (compute->drift)
    return noisy ? _ ("drift, noisy") : _ ("drift");
  return noisy ? _ ("noisy") : _ ("steady");
}

char *
gs_result_row_get_text (GsResultRow *self, GsResultColumn column)
{
  const GsResult *result;

  g_return_val_if_fail (GS_IS_RESULT_ROW (self), NULL);

  result = self->result;
  if (column == GS_RESULT_COLUMN_WHAT)
    return gs_kernel_title (result->backend, result->kernel);
  if (!result->timed || result->compute.n == 0)
    return g_strdup ("—");
  switch (column)
    {
    case GS_RESULT_COLUMN_N:
      return g_strdup_printf ("%" PRId64, result->compute.n);
    case GS_RESULT_COLUMN_MIN:
      return gs_format_ns (result->compute.min);
    case GS_RESULT_COLUMN_MEDIAN:
      return gs_format_ns (result->compute.median);
    case GS_RESULT_COLUMN_MAD:
      return gs_format_ns (result->compute.mad);
    case GS_RESULT_COLUMN_P95:
      return gs_format_ns (result->compute.p95);
    case GS_RESULT_COLUMN_RATE:
      return describe_rate (result, self->report->spec->op);
    case GS_RESULT_COLUMN_FLAGS:
      return g_strdup (describe_samples (&result->compute));
    case GS_RESULT_COLUMN_WHAT:
    case GS_N_RESULT_COLUMNS:
    default:
      return g_strdup ("");
    }
}
