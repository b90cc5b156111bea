#include "gs-simt-worker.h"

/* So many findings of one kind from one place are listed per block, so that one
 * line cannot fill the list; all are counted. */
#define MAX_LISTED_PER_SITE 16
#define MAX_SITES_PER_BLOCK 64

static gboolean
may_list (GsSimtWorker *self, GsFindingKind kind, guint32 site)
{
  GsSimtListed fresh = { site, (guint8)kind, 1 };

  if (self->events[kind]->len >= GS_TRACE_MAX_FINDINGS)
    return FALSE;
  for (guint i = 0; i < self->listed->len; i++)
    {
      GsSimtListed *listed = &g_array_index (self->listed, GsSimtListed, i);

      if (listed->site == site && listed->kind == kind)
        return listed->n < MAX_LISTED_PER_SITE && listed->n++ < MAX_LISTED_PER_SITE;
    }
  if (self->listed->len == MAX_SITES_PER_BLOCK)
    return FALSE;
  g_array_append_val (self->listed, fresh);
  return TRUE;
}

void
gs_simt_event (GsSimtWorker *self, GsFindingKind kind, const GsSimtEvent *event)
{
  if (self->run->quiet)
    return;
  self->totals[kind]++;
  if (may_list (self, kind, event->site))
    {
      GsSimtEvent copy = *event;

      copy.kind = (guint8)kind;
      g_array_append_val (self->events[kind], copy);
    }
}

GsSimtEvent
gs_simt_event_here (const GsSimtWorker *self, guint32 site, int space, gint64 index, gboolean write)
{
  return (GsSimtEvent){
    .block = self->block,
    .other_block = self->block,
    .index = index,
    .site = site,
    .thread = self->thread,
    .other_thread = GS_SIMT_NOBODY,
    .space = (guint8)space,
    .write = (guint8)write,
  };
}
