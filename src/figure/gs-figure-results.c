/* Figures of one report: which result they show, and in what words. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-figure-private.h"
#include "gs-painter-matrix.h"
#include "gs-painter-memory.h"
#include "gs-painter-pitfall.h"
#include "gs-painter-schedule.h"
#include "gs-painter-timing.h"

/* Inputs are made again from their generators up to this many elements. */
#define MAX_INPUT_ELEMENTS (1 << 22)

static gboolean
is_wanted (const GsFigureInput *input, const GsResult *result)
{
  return (input->backend == NULL || strcmp (input->backend, result->backend) == 0)
         && (input->kernel == NULL || g_strcmp0 (input->kernel, result->kernel) == 0);
}

static const GsResult *
find_result (const GsFigureInput *input, gboolean (*has) (const GsResult *result))
{
  for (guint i = 0; i < input->report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (input->report->results, i);

      if (is_wanted (input, result) && has (result))
        return result;
    }
  return NULL;
}

static gboolean
has_schedule (const GsResult *result)
{
  return result->schedule != NULL;
}

static gboolean
has_pitfall (const GsResult *result)
{
  return result->pitfall != NULL;
}

static gboolean
has_output (const GsResult *result)
{
  return result->output != NULL;
}

static gboolean
has_trace (const GsResult *result)
{
  return result->trace != NULL;
}

static gboolean
is_any (const GsResult *result)
{
  return TRUE;
}

static gboolean
need_result (const GsFigureInput *input,
             gboolean (*has) (const GsResult *result),
             const char *message,
             GError **error)
{
  if (!gs_figure_need_report (input, error))
    return FALSE;
  if (find_result (input, has) != NULL)
    return TRUE;
  g_set_error_literal (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA, message);
  return FALSE;
}

static gboolean
check_schedule (const GsFigureInput *input, GError **error)
{
  return need_result (input, has_schedule,
                      _ ("No result of this report has a schedule of its blocks; only a run on the backend "
                         "“cuda” gives one: use such a report or a recording."),
                      error);
}

static void
paint_schedule (GsCanvas *canvas, const GsFigureInput *input)
{
  const GsResult *result = find_result (input, has_schedule);
  GsScheduleScene scene;

  gs_schedule_scene_init (&scene, result->schedule);
  scene.device = result->device;
  scene.recorded = input->report->environment != NULL ? input->report->environment->recorded : NULL;
  scene.has_block = input->has_thread;
  scene.view = input->schedule_view;
  memcpy (scene.block, input->thread.block, sizeof scene.block);
  gs_painter_schedule (canvas, &scene);
}

static char *
title_schedule (const GsFigureInput *input)
{
  return g_strdup (_ ("Blocks on multiprocessors over time"));
}

static char *
alt_schedule (const GsFigureInput *input)
{
  return gs_schedule_verdict (find_result (input, has_schedule)->schedule);
}

const GsFigureClass gs_figure_schedule_class
    = { check_schedule, paint_schedule, title_schedule, alt_schedule };

static gboolean
check_pitfall (const GsFigureInput *input, GError **error)
{
  return need_result (input, has_pitfall,
                      _ ("No result of this report has the three readings of one launch; only a run on the "
                         "backend “cuda” gives one: use such a report or a recording."),
                      error);
}

static void
paint_pitfall (GsCanvas *canvas, const GsFigureInput *input)
{
  gs_painter_pitfall (canvas, find_result (input, has_pitfall));
}

static char *
title_pitfall (const GsFigureInput *input)
{
  return g_strdup (_ ("The same launch, timed three ways"));
}

static char *
alt_pitfall (const GsFigureInput *input)
{
  return gs_pitfall_verdict (find_result (input, has_pitfall)->pitfall);
}

const GsFigureClass gs_figure_pitfall_class = { check_pitfall, paint_pitfall, title_pitfall, alt_pitfall };

static GsMatrix *
make_input (const GsFigureInput *input, int operand)
{
  const GsSpec *spec = input->report->spec;
  const GsSource *source = operand == 0 ? spec->a : spec->b;
  gint64 rows, columns;

  gs_spec_operand_size (spec, operand, &rows, &columns);
  if (source == NULL || rows < 0 || columns < 0 || (rows > 0 && columns > MAX_INPUT_ELEMENTS / rows))
    return NULL;
  return gs_source_realise (source, rows, columns, NULL);
}

static const GsResult *
matrix_result (const GsFigureInput *input)
{
  const GsResult *result = find_result (input, has_output);

  return result != NULL ? result : find_result (input, is_any);
}

static void
paint_matrix (GsCanvas *canvas, const GsFigureInput *input)
{
  GsMatrix *a = make_input (input, 0), *b = make_input (input, 1);
  GsMatrixScene scene = { input->report, matrix_result (input), a, b };

  gs_painter_matrix (canvas, &scene);
  g_clear_pointer (&a, gs_matrix_unref);
  g_clear_pointer (&b, gs_matrix_unref);
}

static char *
title_report (const GsFigureInput *input)
{
  return gs_timing_title (input->report);
}

static char *
alt_matrix (const GsFigureInput *input)
{
  const GsResult *result = matrix_result (input);

  return result != NULL ? gs_matrix_verdict (result) : g_strdup (_ ("not computed"));
}

const GsFigureClass gs_figure_matrix_class
    = { gs_figure_need_report, paint_matrix, title_report, alt_matrix };

static void
memory_scene (const GsFigureInput *input, GsMemoryScene *scene)
{
  gs_memory_scene_init (scene, input->report);
  scene->request = input->request;
  if (scene->plan == NULL)
    scene->plan = gs_figure_input_plan (input);
  if (input->report != NULL && (input->backend != NULL || input->kernel != NULL)
      && find_result (input, has_trace) != NULL)
    scene->traced = find_result (input, has_trace);
}

static void
paint_memory (GsCanvas *canvas, const GsFigureInput *input)
{
  GsMemoryScene scene;

  memory_scene (input, &scene);
  gs_painter_memory (canvas, &scene);
}

static char *
title_memory (const GsFigureInput *input)
{
  return g_strdup (_ ("Where the numbers are, and how they move"));
}

static char *
alt_memory (const GsFigureInput *input)
{
  GsMemoryScene scene;

  memory_scene (input, &scene);
  return gs_memory_verdict (&scene);
}

const GsFigureClass gs_figure_memory_class = { gs_figure_need_plan, paint_memory, title_memory, alt_memory };
