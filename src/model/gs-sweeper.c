#include "gs-sweeper.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-spec-edit.h"
#include "gs-sweep-run.h"
#include "gs-worker-client.h"

struct _GsSweeper
{
  GsWorkerTask parent_instance;

  char **prefix;          /* of its workers' command; NULL: none */
  GsWorkerClient *client; /* of the current sweep; NULL when idle */
  GsSpec *spec;
  GArray *sizes; /* of gint64: all of the range */
  guint n_done;  /* the first so many sizes are behind us */
  GsSweep *sweep;
};

G_DEFINE_FINAL_TYPE (GsSweeper, gs_sweeper, GS_TYPE_WORKER_TASK)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_done (GsSweeper *self, guint n_done)
{
  self->n_done = n_done;
  gs_worker_task_set_fraction (GS_WORKER_TASK (self), self->sizes != NULL && self->sizes->len > 0
                                                          ? (double)n_done / self->sizes->len
                                                          : 0.0);
}

static void
report_cb (GsWorkerClient *client, const GsReport *report, double fraction, GsSweeper *self)
{
  const gint64 size = report->spec->n;
  guint n_done = self->n_done;

  if (client != self->client)
    return;
  while (n_done < self->sizes->len && g_array_index (self->sizes, gint64, n_done) <= size)
    n_done++;
  gs_sweep_add_report (self->sweep, size, report);
  gs_sweep_find_crossings (self->sweep);
  set_done (self, n_done);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
leave_client (GsSweeper *self)
{
  if (self->client != NULL)
    g_signal_handlers_disconnect_by_data (self->client, self);
  g_clear_object (&self->client);
}

static void
gs_sweeper_ended (GsWorkerTask *task)
{
  leave_client (GS_SWEEPER (task));
}

static void
sweep_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GsClaim) claim = data;
  GsSweeper *self = GS_SWEEPER (claim->owner);
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSweep) finished = gs_worker_client_sweep_finish (GS_WORKER_CLIENT (source), result, &error);

  if (!gs_worker_task_holds (GS_WORKER_TASK (self), claim))
    return;
  if (finished != NULL)
    {
      gs_sweep_take_skipped (self->sweep, finished);
      set_done (self, self->sizes->len);
    }
  gs_worker_task_end (GS_WORKER_TASK (self));
  g_signal_emit (self, signals[CHANGED], 0);
  if (finished == NULL)
    gs_worker_task_fail (GS_WORKER_TASK (self), error);
}

static void
gs_sweeper_dispose (GObject *object)
{
  GsSweeper *self = GS_SWEEPER (object);

  leave_client (self);
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->sizes, g_array_unref);
  g_clear_pointer (&self->sweep, gs_sweep_free);
  g_clear_pointer (&self->prefix, g_strfreev);

  G_OBJECT_CLASS (gs_sweeper_parent_class)->dispose (object);
}

static void
gs_sweeper_class_init (GsSweeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gs_sweeper_dispose;
  GS_WORKER_TASK_CLASS (klass)->ended = gs_sweeper_ended;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
gs_sweeper_init (GsSweeper *self)
{
}

GsSweeper *
gs_sweeper_new (const char *const *prefix)
{
  GsSweeper *self = g_object_new (GS_TYPE_SWEEPER, NULL);

  self->prefix = g_strdupv ((char **)prefix);
  return self;
}

const GsSweep *
gs_sweeper_get_sweep (GsSweeper *self)
{
  g_return_val_if_fail (GS_IS_SWEEPER (self), NULL);
  return self->sweep;
}

gint64
gs_sweeper_get_newest (GsSweeper *self)
{
  g_return_val_if_fail (GS_IS_SWEEPER (self), 0);
  return self->sizes != NULL && self->n_done > 0 ? g_array_index (self->sizes, gint64, self->n_done - 1) : 0;
}

static GArray *
parse_range (const GsSweepRange *range, GError **error)
{
  g_autofree char *text = g_strdup_printf ("%" PRId64 ":%" PRId64 ":%c%" PRId64, range->low, range->high,
                                           range->factor ? 'x' : '+', range->amount);

  return gs_sweep_sizes_parse (text, error);
}

gboolean
gs_sweeper_check (const GsSpec *spec, const GsSweepRange *range, GError **error)
{
  g_autoptr (GsSpec) timed = gs_spec_copy (spec);
  g_autoptr (GArray) sizes = NULL;

  gs_spec_edit_backend (timed, "simt", FALSE);
  if (timed->backends[0] == NULL)
    {
      g_set_error_literal (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                           _ ("Nothing that is timed is chosen: the simulated GPU counts and takes its time. "
                              "Choose the CPU, OpenBLAS or a GPU under Compare with."));
      return FALSE;
    }
  if (spec->a->kind == GS_SOURCE_VALUES || spec->b->kind == GS_SOURCE_VALUES)
    {
      g_set_error_literal (
          error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
          _ ("A sweep changes the size, and typed values have one size only. Choose random values "
             "or another generator for A and B."));
      return FALSE;
    }
  sizes = parse_range (range, error);
  return sizes != NULL;
}

static void
begin (GsSweeper *self)
{
  g_autoptr (GString) sizes = g_string_new (NULL);
  GsClaim *claim;

  for (guint i = self->n_done; i < self->sizes->len; i++)
    g_string_append_printf (sizes, "%s%" PRId64, sizes->len > 0 ? "," : "",
                            g_array_index (self->sizes, gint64, i));
  /* A process of its own: one that was stopped may still be on its last size. */
  self->client = gs_worker_client_new ((const char *const *)self->prefix);
  g_signal_connect (self->client, "report", G_CALLBACK (report_cb), self);
  claim = gs_worker_task_begin (GS_WORKER_TASK (self));
  gs_worker_client_sweep_async (self->client, self->spec, sizes->str, claim->cancellable, sweep_cb, claim);
}

void
gs_sweeper_start (GsSweeper *self, const GsSpec *spec, const GsSweepRange *range)
{
  g_autoptr (GsSweep) old = NULL;
  GArray *sizes;

  g_return_if_fail (GS_IS_SWEEPER (self));
  g_return_if_fail (spec != NULL && range != NULL);

  sizes = parse_range (range, NULL);
  g_return_if_fail (sizes != NULL);

  gs_worker_task_stop (GS_WORKER_TASK (self));
  g_clear_pointer (&self->spec, gs_spec_free);
  g_clear_pointer (&self->sizes, g_array_unref);
  self->spec = gs_spec_copy (spec);
  gs_spec_edit_backend (self->spec, "simt", FALSE);
  self->sizes = sizes;
  old = g_steal_pointer (&self->sweep);
  self->sweep = gs_sweep_new (spec->op, gs_sweep_takes_vectors (self->spec));
  set_done (self, 0);
  g_signal_emit (self, signals[CHANGED], 0);
  begin (self);
}

void
gs_sweeper_show (GsSweeper *self, GsSweep *sweep)
{
  g_autoptr (GsSweep) old = NULL;

  g_return_if_fail (GS_IS_SWEEPER (self) && sweep != NULL);

  gs_worker_task_stop (GS_WORKER_TASK (self));
  g_clear_pointer (&self->sizes, g_array_unref);
  old = g_steal_pointer (&self->sweep);
  self->sweep = sweep;
  set_done (self, 0);
  /* It may have been one that could go on. */
  g_object_notify (G_OBJECT (self), "running");
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
gs_sweeper_can_continue (GsSweeper *self)
{
  g_return_val_if_fail (GS_IS_SWEEPER (self), FALSE);
  return !gs_worker_task_get_running (GS_WORKER_TASK (self)) && self->sizes != NULL && self->n_done > 0
         && self->n_done < self->sizes->len;
}

void
gs_sweeper_continue (GsSweeper *self)
{
  g_return_if_fail (GS_IS_SWEEPER (self));

  if (gs_sweeper_can_continue (self))
    begin (self);
}
