#include "gs-sweep-run.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-error.h"

#define MAX_SIZES 1000

static gboolean
parse_size (const char *text, const char *whole, gint64 *value, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT64, &number, NULL))
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   _ ("“%s” in the sizes “%s” is not a whole number of at least 1; write FROM:TO:xFACTOR, "
                      "FROM:TO:+STEP or a list such as 64,100,256."),
                   text, whole);
      return FALSE;
    }
  *value = (gint64)number;
  return TRUE;
}

static GArray *
parse_list (const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; words[i] != NULL; i++)
    {
      gint64 size;

      if (!parse_size (g_strstrip (words[i]), text, &size, error))
        return NULL;
      if (sizes->len > 0 && size <= g_array_index (sizes, gint64, sizes->len - 1))
        {
          g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                       _ ("The sizes “%s” do not rise at %" PRId64 "; give them in rising order."), text,
                       size);
          return NULL;
        }
      g_array_append_val (sizes, size);
    }
  return g_steal_pointer (&sizes);
}

static GArray *
parse_range (char **parts, const char *text, GError **error)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 from, to, amount = 2;
  gboolean factor = TRUE;

  if (!parse_size (parts[0], text, &from, error) || !parse_size (parts[1], text, &to, error))
    return NULL;
  if (parts[2] != NULL)
    {
      factor = parts[2][0] == 'x';
      if (!factor && parts[2][0] != '+')
        {
          g_set_error (
              error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
              _ ("“%s” in the sizes “%s” is neither a factor nor a step; write for example x2 or +64."),
              parts[2], text);
          return NULL;
        }
      if (!parse_size (parts[2] + 1, text, &amount, error))
        return NULL;
    }
  if (factor && amount < 2)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   _ ("The factor in the sizes “%s” is 1; it must be at least 2."), text);
      return NULL;
    }
  if (from > to)
    {
      g_set_error (
          error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
          _ ("The sizes “%s” are empty: %" PRId64 " is more than %" PRId64 "; give the smaller one first."),
          text, from, to);
      return NULL;
    }
  for (gint64 size = from;;)
    {
      g_array_append_val (sizes, size);
      if (sizes->len > MAX_SIZES || (factor ? size > to / amount : size > to - amount))
        break;
      size = factor ? size * amount : size + amount;
    }
  return g_steal_pointer (&sizes);
}

GArray *
gs_sweep_sizes_parse (const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  guint n_parts = g_strv_length (parts);
  g_autoptr (GArray) sizes = NULL;

  if (n_parts > 3)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   _ ("The sizes “%s” have %u parts; write FROM:TO:xFACTOR, FROM:TO:+STEP or a list."), text,
                   n_parts);
      return NULL;
    }
  sizes = n_parts >= 2 ? parse_range (parts, text, error) : parse_list (text, error);
  if (sizes == NULL)
    return NULL;
  if (sizes->len == 0 || sizes->len > MAX_SIZES)
    {
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   sizes->len == 0 ? _ ("The sizes “%s” are none; give from 1 to %d of them.")
                                   : _ ("The sizes “%s” are too many; give from 1 to %d of them."),
                   text, MAX_SIZES);
      return NULL;
    }
  return g_steal_pointer (&sizes);
}

static void
set_size (GsSpec *spec, gint64 size)
{
  spec->m = gs_sweep_takes_vectors (spec) ? 1 : size;
  spec->n = size;
  spec->k = gs_op_is_elementwise (spec->op) ? 0 : size;
}

/* Takes the backends out of @spec that failed in @report; the others go on. */
static void
drop_failed (GsSpec *spec, const GsReport *report)
{
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; spec->backends[i] != NULL; i++)
    {
      gboolean any_ok = FALSE;

      for (guint r = 0; r < report->results->len; r++)
        {
          const GsResult *result = g_ptr_array_index (report->results, r);

          if (g_str_equal (result->backend, spec->backends[i]))
            any_ok = any_ok || result->status == GS_STATUS_OK;
        }
      if (any_ok)
        g_ptr_array_add (kept, g_strdup (spec->backends[i]));
    }
  g_ptr_array_add (kept, NULL);
  g_strfreev (spec->backends);
  spec->backends = (char **)g_ptr_array_steal (kept, NULL);
}

gboolean
gs_sweep_check_operands (const GsSpec *spec, GError **error)
{
  if (spec->a->kind != GS_SOURCE_VALUES && spec->b->kind != GS_SOURCE_VALUES)
    return TRUE;
  g_set_error_literal (
      error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
      _ ("A sweep changes the size, so A and B must come from generators such as random:1, not from "
         "values."));
  return FALSE;
}

/* Memory that is not there, or a launch that no device allows. */
static gboolean
is_matter_of_size (const GError *error)
{
  return g_error_matches (error, GS_CORE_ERROR, GS_CORE_ERROR_SIZE)
         || g_error_matches (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNSUPPORTED);
}

GsSweep *
gs_sweep_run (const GsSpec *spec,
              const GArray *sizes,
              GsSweepReportFunc report_func,
              gpointer data,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GsSpec) work = gs_spec_copy (spec);
  g_autoptr (GsSweep) sweep = gs_sweep_new (spec->op, gs_sweep_takes_vectors (spec));

  guint n_run = 0;

  if (!gs_sweep_check_operands (spec, error))
    return NULL;
  for (guint i = 0; i < sizes->len && work->backends[0] != NULL; i++)
    {
      gint64 size = g_array_index (sizes, gint64, i);
      g_autoptr (GsReport) report = NULL;
      g_autoptr (GError) local = NULL;

      set_size (work, size);
      report = gs_engine_run_rounds (work, GS_SWEEP_ROUNDS, NULL, NULL, cancellable, &local);
      if (report == NULL)
        {
          /* When nothing could be run at any size, the last reason is as good as all. */
          if (!is_matter_of_size (local) || (i == sizes->len - 1 && n_run == 0))
            {
              g_propagate_error (error, g_steal_pointer (&local));
              return NULL;
            }
          gs_sweep_skip (sweep, size, local->message);
          continue;
        }
      n_run++;
      gs_sweep_add_report (sweep, size, report);
      report_func (report, (double)(i + 1) / sizes->len, data);
      drop_failed (work, report);
    }
  gs_sweep_find_crossings (sweep);
  return g_steal_pointer (&sweep);
}
