#include "gs-result-unlike.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-format.h"
#include "gs-gpu.h"

typedef struct
{
  const GsReport *report;
  const GsResult *result;
} Side;

static gboolean
is_gpu (const Side *side)
{
  return gs_gpu_runs (side->result->backend) || g_str_equal (side->result->backend, "simt");
}

static char *
describe_operation (const Side *side)
{
  return g_strdup (gs_op_title (side->report->spec->op));
}

static char *
describe_size (const Side *side)
{
  const GsSpec *spec = side->report->spec;
  g_autofree char *m = gs_format_count (spec->m), *n = gs_format_count (spec->n),
                  *k = gs_format_count (spec->k);

  if (spec->op == GS_OP_MATMUL)
    return g_strdup_printf ("%s × %s × %s", m, k, n);
  return g_strdup_printf ("%s × %s", m, n);
}

/* A library chooses its own. */
static char *
describe_launch (const Side *side)
{
  const GsPlan *plan = side->report->plan;
  g_autofree char *x = NULL, *y = NULL, *grid_x = NULL, *grid_y = NULL;

  if (!is_gpu (side) || side->result->kernel == NULL || plan == NULL || !plan->counted)
    return NULL;
  x = gs_format_count (plan->block[0]);
  y = gs_format_count (plan->block[1]);
  grid_x = gs_format_count (plan->grid[0]);
  grid_y = gs_format_count (plan->grid[1]);
  if (plan->block_dims == 1)
    /* Translators: a launch: blocks, threads of each. */
    return g_strdup_printf (_ ("%s blocks of %s"), grid_x, x);
  return g_strdup_printf (_ ("%s × %s blocks of %s × %s"), grid_x, grid_y, x, y);
}

static char *
describe_mapping (const Side *side)
{
  if (!is_gpu (side) || side->result->kernel == NULL || side->report->spec->block_dims == 1)
    return NULL;
  return g_strdup (side->report->plan->map == GS_MAP_X_ROW ? _ ("x along rows") : _ ("x along columns"));
}

/* The word of the contract for each: what is broken is broken in the kernel's source. */
static char *
describe_faults (const Side *side)
{
  const guint faults = is_gpu (side) ? side->report->spec->faults : 0;
  GString *text = g_string_new (NULL);

  for (guint bit = 1; bit <= GS_FAULT_SWAPPED_AXES; bit <<= 1)
    if (faults & bit)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "+" : "", gs_fault_nick (bit));
  if (text->len == 0)
    g_string_append (text, _ ("nothing"));
  return g_string_free (text, FALSE);
}

static char *
describe_host_memory (const Side *side)
{
  if (!is_gpu (side))
    return NULL;
  return g_strdup (side->report->spec->host_memory == GS_HOST_MEMORY_PINNED ? _ ("pinned") : _ ("pageable"));
}

static char *
describe_threads (const Side *side)
{
  const int threads = side->report->spec->threads;

  if (is_gpu (side))
    return NULL;
  return threads == 0 ? g_strdup (_ ("all")) : g_strdup_printf ("%d", threads);
}

/* The card for what ran on one, with what tells it from its like; else the machine. */
static char *
describe_device (const Side *side)
{
  const gboolean on_card = is_gpu (side) && !g_str_equal (side->result->backend, "simt");
  const GsGpu *gpu = on_card ? gs_report_get_gpu (side->report) : NULL;

  if (!on_card)
    return g_strdup (side->report->environment->cpu);
  if (side->result->device != NULL && (gpu == NULL || !g_str_equal (gpu->name, side->result->device)))
    return g_strdup (side->result->device);
  if (gpu == NULL)
    return NULL;
  return side->report->environment->gpus->len > 1 ? gs_gpu_title (gpu) : g_strdup (gpu->name);
}

static const struct
{
  const char *name;
  char *(*describe) (const Side *side);
  gboolean other_work; /* else the same work, done in another way or place */
} traits[] = {
  { N_ ("operation"), describe_operation, TRUE },      { N_ ("size"), describe_size, TRUE },
  { N_ ("launch"), describe_launch, FALSE },           { N_ ("mapping"), describe_mapping, FALSE },
  { N_ ("broken on purpose"), describe_faults, TRUE }, { N_ ("host memory"), describe_host_memory, FALSE },
  { N_ ("CPU threads"), describe_threads, FALSE },     { N_ ("device"), describe_device, FALSE },
};

/* Whether a CPU is set against a GPU: two devices are then what is compared. */
static gboolean
is_of_two_kinds (const Side *a, const Side *b)
{
  return is_gpu (a) != is_gpu (b);
}

char *
gs_result_unlike (const GsReport *a_report, const GsResult *a, const GsReport *b_report, const GsResult *b)
{
  const Side side_a = { a_report, a }, side_b = { b_report, b };
  g_autoptr (GString) list = g_string_new (NULL);
  gboolean other_work = FALSE;

  g_return_val_if_fail (a_report != NULL && a != NULL, NULL);
  g_return_val_if_fail (b_report != NULL && b != NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (traits); i++)
    {
      g_autofree char *of_a = traits[i].describe (&side_a), *of_b = traits[i].describe (&side_b);

      if (of_a == NULL || of_b == NULL || g_str_equal (of_a, of_b))
        continue;
      if (traits[i].describe == describe_device && is_of_two_kinds (&side_a, &side_b))
        continue;
      if (list->len > 0)
        g_string_append (list, gs_join (GS_JOIN_SEMICOLON));
      /* Translators: what differs between the results A and B, and what it is in each:
       * "size 1 × 7 in A, 64 × 64 in B". */
      g_string_append_printf (list, _ ("%s %s in A, %s in B"), _ (traits[i].name), of_a, of_b);
      other_work = other_work || traits[i].other_work;
    }
  if (list->len == 0)
    return NULL;
  /* Translators: a list of what differs. */
  return g_strdup_printf (
      other_work ? _ ("Not like with like: %s.") : _ ("The same work, but not all alike: %s."), list->str);
}
