/* Shared memory: one stretch per worker, the kernel's arrays in it one after
 * another with red words between them. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-simt-device.h"

#include "gs-backend.h"
#include "gs-simt-worker.h"

/* Arrays lie as on a GPU modulo 128 bytes, so that banks come out right, with
 * this much red between them. */
#define RED_BYTES ((gsize)4096)

/* The array nearest to a distance from the start of the stretch. */
static int
array_near (const GsSimtWorker *self, gintptr distance)
{
  int nearest = 0;
  gintptr least = G_MAXSSIZE;

  for (guint i = 0; i < self->n_arrays; i++)
    {
      const GsSimtArray *array = &self->arrays[i];
      gintptr before = (gintptr)array->offset - distance;
      gintptr after = distance - (gintptr)(array->offset + array->n_bytes) + 1;
      gintptr away = MAX (MAX (before, after), 0);

      if (away < least)
        {
          least = away;
          nearest = (int)i;
        }
    }
  return nearest;
}

static GsSimtEvent
event_at (GsSimtWorker *self, gintptr distance, gboolean write, guint32 site)
{
  int array = array_near (self, distance);
  gintptr offset = distance - (gintptr)self->arrays[array].offset;
  GsSimtEvent event = gs_simt_event_here (self, site, GS_SIMT_SPACE_SHARED, offset >> 2, write);

  event.array = (guint8)array;
  return event;
}

static void
race (GsSimtWorker *self, guint32 word, gboolean write, guint32 site, guint16 other, guint32 other_site)
{
  GsSimtEvent event = event_at (self, (gintptr)word * 4, write, site);

  event.other_thread = other;
  event.other_site = other_site;
  gs_simt_event (self, GS_FINDING_RACE, &event);
}

void
gs_simt_shared_read (GsSimtWorker *self, guint32 word, guint32 site)
{
  const GsSimtCell *cell = &self->cells[word];

  if (cell->write_epoch == self->epoch)
    {
      if (cell->writer != self->thread)
        race (self, word, FALSE, site, cell->writer, self->sites_of_cells[word].write);
    }
  else
    {
      GsSimtEvent event = event_at (self, (gintptr)word * 4, FALSE, site);

      gs_simt_event (self, GS_FINDING_UNINITIALISED_READ, &event);
    }
}

void
gs_simt_shared_write (GsSimtWorker *self, guint32 word, guint32 site)
{
  const GsSimtCell *cell = &self->cells[word];
  const GsSimtCellSites *sites = &self->sites_of_cells[word];

  if (cell->write_epoch == self->epoch && cell->writer != self->thread)
    race (self, word, TRUE, site, cell->writer, sites->write);
  else if (cell->read_epoch == self->epoch && cell->readers[0] != self->thread)
    race (self, word, TRUE, site, cell->readers[0], sites->reads[0]);
  else if (cell->read_epoch == self->epoch && cell->readers[1] != GS_SIMT_NOBODY)
    race (self, word, TRUE, site, cell->readers[1], sites->reads[1]);
}

void
gs_simt_shared_outside (GsSimtWorker *self, gintptr distance, gboolean write, guint32 site)
{
  GsSimtEvent event = event_at (self, distance, write, site);

  gs_simt_event (self, GS_FINDING_OUT_OF_BOUNDS, &event);
}

/* A block finds shared memory filled with NaN: whoever reads what nobody wrote
 * gets a value that shows, and the same one every time. */
void
gs_simt_shared_begin_block (GsSimtWorker *self)
{
  for (guint i = 0; i < self->n_arrays; i++)
    memset ((char *)self->shared_base + self->arrays[i].offset, 0xff, self->arrays[i].n_bytes);
}

static GsSimtArray *
add_array (GsSimtWorker *self, const char *name, gsize n_bytes)
{
  GsSimtArray *array = &self->arrays[self->n_arrays];
  const GsSimtArray *last = self->n_arrays > 0 ? array - 1 : NULL;
  gsize used = n_bytes;

  array->name = name;
  array->n_bytes = n_bytes;
  array->offset = RED_BYTES + (last != NULL ? last->offset + (last->n_bytes + 15) / 16 * 16 : 0);
  for (guint i = 0; i < self->n_arrays; i++)
    used += self->arrays[i].n_bytes;
  self->shared_wanted = used;
  if (used > GS_SIMT_SHARED_BYTES)
    return NULL;
  for (gsize i = 0; i < (n_bytes + 3) / 4; i++)
    self->cells[array->offset / 4 + i].write_epoch = 0;
  memset ((char *)self->shared_base + array->offset, 0xff, n_bytes);
  self->n_arrays++;
  return array;
}

void *
gs_simt_shared (const char *name, unsigned int element_size, unsigned int length)
{
  GsSimtWorker *self = gs_simt_worker_current ();
  const guint32 site = (guint32)((guintptr)__builtin_return_address (0) - self->text);
  const GsSimtArray *array = NULL;

  for (guint i = 0; i < self->n_arrays && array == NULL; i++)
    if (self->arrays[i].name == name)
      array = &self->arrays[i];
  if (array == NULL && self->n_arrays == GS_SIMT_MAX_ARRAYS)
    gs_simt_worker_give_up (self, GS_SIMT_FAILURE_SHARED_ARRAYS, site);
  if (array == NULL)
    array = add_array (self, name, (gsize)element_size * length);
  if (array == NULL)
    gs_simt_worker_give_up (self, GS_SIMT_FAILURE_SHARED_BYTES, site);
  return (char *)self->shared_base + array->offset;
}

void
gs_simt_shared_locate (const GsSimtWorker *self, GsWarpRequest *request)
{
  int first = __builtin_ctz (request->lanes);
  int array = array_near (self, request->address[first]);

  request->buffer = GS_SIMT_MAX_BUFFERS + array;
  for (int lane = 0; lane < GS_SIMT_WARP; lane++)
    if (request->lanes & 1u << lane)
      request->address[lane] -= (gint64)self->arrays[array].offset;
}
