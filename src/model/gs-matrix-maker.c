#include "gs-matrix-maker.h"

typedef struct
{
  GsSource *source;
  gint64 m, n;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  gs_source_unref (making->source);
  g_free (making);
}

static gboolean
is_cancelled (gpointer cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

static void
make_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Making *making = data;
  GError *error = NULL;
  GsMatrix *matrix
      = gs_source_realise_unless (making->source, making->m, making->n, is_cancelled, cancellable, &error);

  if (g_task_return_error_if_cancelled (task))
    {
      g_clear_pointer (&matrix, gs_matrix_unref);
      g_clear_error (&error);
    }
  else if (matrix == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, matrix, (GDestroyNotify)gs_matrix_unref);
}

void
gs_matrix_make_async (GsSource *source,
                      gint64 m,
                      gint64 n,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Making *making = g_new0 (Making, 1);

  making->source = gs_source_ref (source);
  making->m = m;
  making->n = n;
  g_task_set_source_tag (task, gs_matrix_make_async);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}

GsMatrix *
gs_matrix_make_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
