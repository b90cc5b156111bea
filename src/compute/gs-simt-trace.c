/* Adds up what the workers saw, in the order of the launch, and turns return
 * addresses into lines. */
#include <string.h>

#include "gs-simt-lines.h"
#include "gs-simt-worker.h"

static int
line_of (const GsSimtWorker *worker, guint32 site)
{
  return site == 0 ? 0 : gs_simt_line (worker->text + site);
}

static GsThreadId
thread_id (const GsSimtRun *run, gint64 block, guint32 thread)
{
  guint32 width = (guint32)run->block[0];

  return (GsThreadId){ { block % run->grid[0], block / run->grid[0] }, { thread % width, thread / width } };
}

static void
place (const GsSimtRun *run, int space, gint64 index, GsFinding *finding)
{
  const GsSimtBuffer *buffer = &run->buffers[space];

  finding->index = index;
  finding->row = finding->column = -1;
  if (index >= 0 && index < buffer->rows * buffer->columns)
    {
      finding->row = index / buffer->columns;
      finding->column = index % buffer->columns;
    }
}

static GsFinding
to_finding (const GsSimtRun *run, const GsSimtWorker *worker, const GsSimtEvent *event)
{
  GsFinding finding = { .line = line_of (worker, event->site), .write = event->write };

  finding.index = event->index;
  finding.row = finding.column = -1;
  if (event->space == GS_SIMT_SPACE_SHARED)
    g_strlcpy (finding.buffer, worker->arrays[event->array].name, sizeof finding.buffer);
  else if (event->space < GS_SIMT_MAX_BUFFERS)
    {
      g_strlcpy (finding.buffer, run->buffers[event->space].name, sizeof finding.buffer);
      place (run, event->space, event->index, &finding);
    }
  finding.thread = thread_id (run, event->block, event->thread);
  finding.has_other = event->other_thread != GS_SIMT_NOBODY;
  if (finding.has_other)
    {
      finding.other = thread_id (run, event->other_block, event->other_thread);
      finding.other_line = line_of (worker, event->other_site);
    }
  return finding;
}

/* The workers' lists are each in launch order and no block is in two of them;
 * so taking the lowest block next gives the list that one worker would make. */
static void
fold_findings (
    const GsSimtRun *run, GsSimtWorker *const *workers, int n_workers, GsFindingKind kind, GsTrace *trace)
{
  guint *next = g_new0 (guint, n_workers);

  for (int i = 0; i < n_workers; i++)
    trace->totals[kind] += workers[i]->totals[kind];
  while (trace->findings[kind]->len < GS_TRACE_MAX_FINDINGS)
    {
      int lowest = -1;
      GsFinding finding;

      for (int i = 0; i < n_workers; i++)
        if (next[i] < workers[i]->events[kind]->len
            && (lowest < 0
                || g_array_index (workers[i]->events[kind], GsSimtEvent, next[i]).block
                       < g_array_index (workers[lowest]->events[kind], GsSimtEvent, next[lowest]).block))
          lowest = i;
      if (lowest < 0)
        break;
      finding = to_finding (run, workers[lowest],
                            &g_array_index (workers[lowest]->events[kind], GsSimtEvent, next[lowest]++));
      g_array_append_val (trace->findings[kind], finding);
    }
  g_free (next);
}

static GsLineTrace *
find_line (GsTrace *trace, int line)
{
  GsLineTrace fresh = { .line = line };

  for (guint i = 0; i < trace->lines->len; i++)
    if (g_array_index (trace->lines, GsLineTrace, i).line == line)
      return &g_array_index (trace->lines, GsLineTrace, i);
  g_array_append_val (trace->lines, fresh);
  return &g_array_index (trace->lines, GsLineTrace, trace->lines->len - 1);
}

static void
fold_site (GsTrace *trace, const GsSimtWorker *worker, const GsSimtSite *site)
{
  GsLineTrace *line = find_line (trace, line_of (worker, GS_SIMT_KEY_PC (site->key)));
  gboolean shared = GS_SIMT_KEY_SPACE (site->key) == GS_SIMT_SPACE_SHARED;
  gboolean write = GS_SIMT_KEY_WRITE (site->key);

  *(shared  ? write ? &line->shared_writes : &line->shared_reads
    : write ? &line->global_writes
            : &line->global_reads)
      += site->accesses;
  line->requests += site->requests;
  line->sectors += site->sectors;
  line->shared_requests += site->shared_requests;
  line->bank_passes += site->passes;
  line->idle_lanes += site->idle_lanes;
  trace->warp_instructions += site->instructions;
}

static gint
compare_lines (gconstpointer a, gconstpointer b)
{
  return ((const GsLineTrace *)a)->line - ((const GsLineTrace *)b)->line;
}

static void
fold_lines (GsSimtWorker *const *workers, int n_workers, GsTrace *trace)
{
  gint64 requests = 0, sectors = 0;

  for (int i = 0; i < n_workers; i++)
    for (guint j = 0; workers[i]->sites != NULL && j <= workers[i]->sites_mask; j++)
      if (workers[i]->sites[j].key != 0)
        fold_site (trace, workers[i], &workers[i]->sites[j]);
  g_array_sort (trace->lines, compare_lines);
  for (guint i = 0; i < trace->lines->len; i++)
    {
      const GsLineTrace *line = &g_array_index (trace->lines, GsLineTrace, i);

      trace->global_reads += line->global_reads;
      trace->global_writes += line->global_writes;
      trace->shared_reads += line->shared_reads;
      trace->shared_writes += line->shared_writes;
      trace->bank_conflicts += line->bank_passes - line->shared_requests;
      trace->idle_lanes += line->idle_lanes;
      requests += line->requests;
      sectors += line->sectors;
    }
  trace->sectors_per_request = requests > 0 ? (double)sectors / (double)requests : 0.0;
}

typedef struct
{
  gint64 block;
  guint order;
  GsWarpRequest request;
} Kept;

typedef struct
{
  int site, space, n;
} KeptCount;

static gint
compare_kept (gconstpointer a, gconstpointer b)
{
  const Kept *x = a, *y = b;

  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Whether @request is among the first of its place and space. */
static gboolean
take_kept (GArray *taken, const GsWarpRequest *request)
{
  KeptCount fresh = { request->line, request->buffer, 1 };

  for (guint i = 0; i < taken->len; i++)
    {
      KeptCount *count = &g_array_index (taken, KeptCount, i);

      if (count->site == request->line && count->space == request->buffer)
        return count->n++ < GS_SIMT_MAX_KEPT;
    }
  g_array_append_val (taken, fresh);
  return TRUE;
}

static void
fold_requests (const GsSimtRun *run,
               const GsSimtWorker *fullest,
               GsSimtWorker *const *workers,
               int n_workers,
               GsTrace *trace)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (KeptCount));

  for (int i = 0; i < n_workers; i++)
    for (guint j = 0; j < workers[i]->requests->len; j++)
      {
        Kept kept = { 0, j, g_array_index (workers[i]->requests, GsWarpRequest, j) };

        kept.block = kept.request.block[1] * run->grid[0] + kept.request.block[0];
        g_array_append_val (all, kept);
      }
  g_array_sort (all, compare_kept);
  for (guint i = 0; i < all->len && trace->requests->len < GS_TRACE_MAX_REQUESTS; i++)
    {
      GsWarpRequest *request = &g_array_index (all, Kept, i).request;

      if (!take_kept (taken, request))
        continue;
      request->line = line_of (fullest, (guint32)request->line);
      if (request->shared)
        gs_simt_shared_locate (fullest, request);
      g_array_append_vals (trace->requests, request, 1);
    }
}

static void
add_buffers (const GsSimtRun *run, const GsSimtWorker *worker, GsTrace *trace)
{
  for (int i = 0; i < GS_SIMT_MAX_BUFFERS; i++)
    {
      const GsSimtBuffer *buffer = &run->buffers[i];
      GsTraceBuffer entry
          = { .n_bytes = (gint64)buffer->n_bytes, .rows = buffer->rows, .columns = buffer->columns };

      g_strlcpy (entry.name, buffer->name, sizeof entry.name);
      g_array_append_val (trace->buffers, entry);
    }
  for (guint i = 0; i < worker->n_arrays; i++)
    {
      GsTraceBuffer entry = { .n_bytes = (gint64)worker->arrays[i].n_bytes, .rows = 1, .shared = TRUE };

      entry.columns = entry.n_bytes / 4;
      g_strlcpy (entry.name, worker->arrays[i].name, sizeof entry.name);
      g_array_append_val (trace->buffers, entry);
    }
}

static void
add_element (
    const GsSimtRun *run, const GsSimtWorker *worker, GsFindingKind kind, gint64 index, GsTrace *trace)
{
  const GsSimtElement *element = &run->elements[index];
  GsFinding finding = { .write = TRUE };

  trace->totals[kind]++;
  if (trace->findings[kind]->len >= GS_TRACE_MAX_FINDINGS)
    return;
  g_strlcpy (finding.buffer, run->buffers[GS_SIMT_OUTPUT].name, sizeof finding.buffer);
  place (run, GS_SIMT_OUTPUT, index, &finding);
  if (kind != GS_FINDING_UNWRITTEN)
    {
      const guint32 *writer = element->writer;

      finding.line = line_of (worker, element->site[0]);
      finding.thread = thread_id (run, writer[0] / run->n_threads, writer[0] % run->n_threads);
      finding.has_other = TRUE;
      finding.other = thread_id (run, writer[1] / run->n_threads, writer[1] % run->n_threads);
      finding.other_line = line_of (worker, element->site[1]);
    }
  g_array_append_val (trace->findings[kind], finding);
}

/* Elements never written, written by two threads, and among those the ones
 * whose threads are of different blocks, between which nothing makes order. */
static void
fold_elements (const GsSimtRun *run, const GsSimtWorker *worker, GsTrace *trace)
{
  gint64 n_elements = run->buffers[GS_SIMT_OUTPUT].rows * run->buffers[GS_SIMT_OUTPUT].columns;

  if (run->elements == NULL)
    return;
  trace->writers = g_new0 (guint8, MAX (n_elements, 1));
  trace->n_writers = n_elements;
  for (gint64 i = 0; i < n_elements; i++)
    {
      const guint32 *writer = run->elements[i].writer;

      if (writer[0] == GS_SIMT_NO_THREAD)
        add_element (run, worker, GS_FINDING_UNWRITTEN, i, trace);
      else if (writer[1] == GS_SIMT_NO_THREAD)
        trace->writers[i] = 1;
      else
        {
          trace->writers[i] = 2;
          add_element (run, worker, GS_FINDING_WRITTEN_TWICE, i, trace);
          if (writer[0] / run->n_threads != writer[1] / run->n_threads)
            add_element (run, worker, GS_FINDING_RACE, i, trace);
        }
    }
}

GsTrace *
gs_simt_trace_fold (const GsSimtRun *run, GsSimtWorker *const *workers, int n_workers)
{
  GsTrace *trace = gs_trace_new ();
  const GsSimtWorker *fullest = workers[0];

  trace->blocks = run->grid[0] * run->grid[1];
  for (int i = 0; i < n_workers; i++)
    {
      trace->steps += workers[i]->steps;
      trace->blocks_run += workers[i]->blocks_run;
      trace->blocks_traced += workers[i]->blocks_traced;
      for (int fate = 0; fate < GS_N_FATES; fate++)
        trace->threads[fate] += workers[i]->fates[fate];
      for (int kind = 0; kind < GS_N_WARPS; kind++)
        trace->warps[kind] += workers[i]->warps[kind];
      if (workers[i]->n_arrays > fullest->n_arrays)
        fullest = workers[i];
    }
  for (int kind = 0; kind < GS_N_FINDINGS; kind++)
    fold_findings (run, workers, n_workers, kind, trace);
  fold_lines (workers, n_workers, trace);
  add_buffers (run, fullest, trace);
  fold_requests (run, fullest, workers, n_workers, trace);
  fold_elements (run, workers[0], trace);
  return trace;
}
