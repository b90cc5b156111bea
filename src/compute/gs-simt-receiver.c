/* What instrumented kernels call: the functions that a compiler emits for
 * -fsanitize=thread, and the words of CUDA that touch memory or threads. They
 * run on the stack of the emulated thread and before the access itself, so an
 * access that would do harm can still be prevented. */
#include "gs-simt-device.h"

#include "gs-backend.h"
#include "gs-simt-worker.h"

static __thread GsSimtWorker *current __attribute__ ((tls_model ("initial-exec")));

#define HERE ((guintptr)__builtin_return_address (0))

void
gs_simt_worker_enter (GsSimtWorker *self)
{
  current = self;
}

static void
stop_here (GsSimtWorker *w, GsSimtLaneState state, guint32 site)
{
  GsSimtLane *lane = &w->lanes[w->thread];

  lane->state = state;
  w->stop_site = site;
  gs_simt_context_switch (&lane->context, &w->scheduler);
}

GsSimtWorker *
gs_simt_worker_current (void)
{
  return current;
}

void
gs_simt_worker_give_up (GsSimtWorker *self, GsSimtFailure failure, guint32 site)
{
  self->failure = failure;
  for (;;)
    stop_here (self, GS_SIMT_LANE_ABANDONED, site);
}

void
gs_simt_thread_main (void)
{
  GsSimtWorker *w = current;
  GsSimtRun *run = w->run;

  run->kernel ((const float *)run->buffers[0].base, (const float *)run->buffers[1].base,
               (float *)run->buffers[2].base, run->launch);
  stop_here (w, GS_SIMT_LANE_EXITED, w->stop_site);
}

static inline __attribute__ ((always_inline)) void
append (GsSimtWorker *w, guint32 site, guint space, guint32 word, gboolean write, guint log2_bytes)
{
  guint32 n = w->n++;

  if (!w->traced)
    return;
  w->keys[n * GS_SIMT_WARP + w->lane] = GS_SIMT_KEY (site, space, write, log2_bytes);
  w->words[n * GS_SIMT_WARP + w->lane] = word;
}

/* An address in no array. It is somebody's overrun, told to the array whose
 * stretch it lies in, or else to the nearest. A warp asks for it in one request
 * with the lanes that are right. */
static __attribute__ ((noinline)) void
outside (GsSimtWorker *w, guintptr address, gboolean write, guint log2_bytes, guint32 site)
{
  GsSimtRun *run = w->run;
  guintptr stack = (guintptr)w->stacks;
  guintptr nearest_distance = G_MAXSIZE;
  GsSimtEvent event;
  gint64 distance;
  int space = 0;
  gboolean harmless;

  if (address - stack < w->stacks_bytes)
    return; /* a thread's own arrays and arguments */
  if (address - (guintptr)w->shared_zone < w->shared_zone_bytes)
    {
      append (w, site, GS_SIMT_SPACE_SHARED, (guint32)((gintptr)(address - w->shared_base) >> 2), write,
              log2_bytes);
      gs_simt_shared_outside (w, (gintptr)(address - w->shared_base), write, site);
      return;
    }
  for (int i = 0; i < GS_SIMT_MAX_BUFFERS; i++)
    {
      guintptr base = (guintptr)run->buffers[i].base;
      guintptr away = address < base ? base - address : address - base;

      if (away < nearest_distance)
        {
          nearest_distance = away;
          space = i;
        }
    }
  distance = (gint64)(address - (guintptr)run->buffers[space].base);
  harmless = address - (guintptr)run->buffers[space].zone < run->buffers[space].zone_bytes - 16
             && !(distance >= 0 && (gsize)distance < run->buffers[space].n_bytes);
  append (w, site, (guint)space, (guint32)(distance >> 2), write, log2_bytes);
  event = gs_simt_event_here (w, site, space, distance >> 2, write);
  gs_simt_event (w, GS_FINDING_OUT_OF_BOUNDS, &event);
  if ((write && run->buffers[space].output) || !harmless)
    w->lanes[w->thread].wrote = GS_SIMT_WROTE_OUTSIDE;
  if (!harmless)
    stop_here (w, GS_SIMT_LANE_ABANDONED, site);
  /* A stray write touches a page; they are given back before they add up. */
  if (write && (++w->stray_writes & 0x3fff) == 0)
    gs_simt_buffer_clean_zone (&run->buffers[space]);
}

/* Remembers who read the word this epoch: two different threads are enough. */
static inline __attribute__ ((always_inline)) void
note_reader (GsSimtWorker *w, GsSimtCell *cell, guint32 word, guint32 site)
{
  if (cell->read_epoch != w->epoch)
    {
      cell->read_epoch = w->epoch;
      cell->readers[0] = w->thread;
      cell->readers[1] = GS_SIMT_NOBODY;
      w->sites_of_cells[word].reads[0] = site;
    }
  else if (cell->readers[1] == GS_SIMT_NOBODY && cell->readers[0] != w->thread)
    {
      cell->readers[1] = w->thread;
      w->sites_of_cells[word].reads[1] = site;
    }
}

static inline __attribute__ ((always_inline)) void
note_shared_writer (GsSimtWorker *w, GsSimtCell *cell, guint32 word, guint32 site)
{
  cell->write_epoch = w->epoch;
  cell->writer = w->thread;
  w->sites_of_cells[word].write = site;
}

/* Nothing to tell: a read of what an earlier epoch of this block wrote, or a
 * write of what nobody has touched in this one. Red words are neither. */
static inline __attribute__ ((always_inline)) gboolean
is_orderly (const GsSimtWorker *w, const GsSimtCell *cell, gboolean write)
{
  if (write)
    return cell->write_epoch < w->epoch && cell->read_epoch != w->epoch;
  return cell->write_epoch - w->first_epoch < w->epoch - w->first_epoch;
}

static gboolean
receive_shared (GsSimtWorker *w, guint32 word, gsize n_words, gboolean write, guint32 site)
{
  for (gsize i = 0; i < n_words; i++)
    if (w->cells[word + i].write_epoch == GS_SIMT_RED)
      return FALSE;
  for (gsize i = 0; w->traced && i < n_words; i++, word++)
    {
      GsSimtCell *cell = &w->cells[word];

      if (!is_orderly (w, cell, write))
        {
          if (write)
            gs_simt_shared_write (w, word, site);
          else
            gs_simt_shared_read (w, word, site);
        }
      if (write)
        note_shared_writer (w, cell, word, site);
      else
        note_reader (w, cell, word, site);
    }
  return TRUE;
}

/* FALSE: a write to what the kernel may only read. */
static gboolean
receive_global (
    GsSimtWorker *w, const GsSimtBuffer *buffer, gint64 element, gsize n_words, gboolean write, guint32 site)
{
  if (!buffer->output)
    return !write;
  for (gsize i = 0; i < n_words; i++)
    {
      if (write)
        gs_simt_output_write (w, element + (gint64)i, site);
      else
        gs_simt_output_read (w, element + (gint64)i, site);
    }
  return TRUE;
}

static __attribute__ ((noinline)) void
receive_any (guintptr address, guint log2_bytes, gboolean write, guintptr caller)
{
  GsSimtWorker *w = current;
  gsize bytes = (gsize)1 << log2_bytes;
  gsize n_words = (bytes + 3) / 4;
  guintptr distance;
  guint32 site;

  if (w == NULL)
    return;
  site = (guint32)(caller - w->text);
  if (w->n == w->chunk)
    stop_here (w, GS_SIMT_LANE_FULL, site);

  distance = address - w->shared_base;
  if (distance < w->shared_span && receive_shared (w, (guint32)(distance >> 2), n_words, write, site))
    {
      append (w, site, GS_SIMT_SPACE_SHARED, (guint32)(distance >> 2), write, log2_bytes);
      return;
    }
  for (guint i = 0; i < GS_SIMT_MAX_BUFFERS; i++)
    {
      const GsSimtBuffer *buffer = &w->run->buffers[i];

      distance = address - (guintptr)buffer->base;
      if (distance >= buffer->n_bytes || bytes > buffer->n_bytes - distance)
        continue;
      if (!receive_global (w, buffer, (gint64)(distance >> 2), n_words, write, site))
        break;
      append (w, site, i, (guint32)(distance >> 2), write, log2_bytes);
      return;
    }
  outside (w, address, write, log2_bytes, site);
}

/* The common case, an orderly access to one word of shared memory, is decided
 * here and calls nothing; everything else goes the long way. */
static inline __attribute__ ((always_inline)) void
receive (const volatile void *pointer, guint log2_bytes, gboolean write, guintptr caller)
{
  GsSimtWorker *w = current;
  guintptr address = (guintptr)pointer;

  if (log2_bytes <= 2 && w != NULL && w->traced && w->n != w->chunk
      && address - w->shared_base < w->shared_span)
    {
      guint32 word = (guint32)((address - w->shared_base) >> 2);
      guint32 site = (guint32)(caller - w->text);
      GsSimtCell *cell = &w->cells[word];

      if (is_orderly (w, cell, write))
        {
          if (write)
            note_shared_writer (w, cell, word, site);
          else
            note_reader (w, cell, word, site);
          append (w, site, GS_SIMT_SPACE_SHARED, word, write, log2_bytes);
          return;
        }
    }
  receive_any (address, log2_bytes, write, caller);
}

/* Names and signatures are the compilers' (gcc's and clang's tsan interface). */
#define RECEIVER(word, bytes, log2_bytes, write)                                                             \
  void __tsan_##word##bytes (void *address);                                                                 \
  void __tsan_##word##bytes (void *address)                                                                  \
  {                                                                                                          \
    receive (address, log2_bytes, write, HERE);                                                              \
  }                                                                                                          \
  void __tsan_unaligned_##word##bytes (void *address);                                                       \
  void __tsan_unaligned_##word##bytes (void *address)                                                        \
  {                                                                                                          \
    receive (address, log2_bytes, write, HERE);                                                              \
  }

RECEIVER (read, 1, 0, FALSE)
RECEIVER (read, 2, 1, FALSE)
RECEIVER (read, 4, 2, FALSE)
RECEIVER (read, 8, 3, FALSE)
RECEIVER (read, 16, 4, FALSE)
RECEIVER (write, 1, 0, TRUE)
RECEIVER (write, 2, 1, TRUE)
RECEIVER (write, 4, 2, TRUE)
RECEIVER (write, 8, 3, TRUE)
RECEIVER (write, 16, 4, TRUE)

void __tsan_read_range (void *address, unsigned long n_bytes);
void __tsan_write_range (void *address, unsigned long n_bytes);
void __tsan_init (void);
void __tsan_func_entry (void *caller);
void __tsan_func_exit (void);
void __sanitizer_cov_trace_pc (void);

void
__tsan_read_range (void *address, unsigned long n_bytes)
{
  for (unsigned long i = 0; i < n_bytes; i += 4)
    receive ((char *)address + i, 2, FALSE, HERE);
}

void
__tsan_write_range (void *address, unsigned long n_bytes)
{
  for (unsigned long i = 0; i < n_bytes; i += 4)
    receive ((char *)address + i, 2, TRUE, HERE);
}

void
__tsan_init (void)
{
}

/* A kernel's frame is no larger than -Wframe-larger-than allows, so what it has
 * passed when it comes here still lies on a stack of ours; and as nothing of this
 * block runs on, nobody misses what lay there. */
void
__tsan_func_entry (void *caller)
{
  GsSimtWorker *w = current;

  if (w == NULL || w->lanes[w->thread].stack < 0)
    return;
  if ((char *)__builtin_frame_address (0)
      >= gs_simt_stack (w, w->lanes[w->thread].stack) + GS_SIMT_STACK_LEFT)
    return;
  w->failure = GS_SIMT_FAILURE_STACK;
  stop_here (w, GS_SIMT_LANE_ABANDONED, (guint32)((guintptr)caller - w->text));
}

void
__tsan_func_exit (void)
{
}

/* Announces every branch, from -fsanitize-coverage=trace-pc: what ends a loop
 * that never touches memory. */
void
__sanitizer_cov_trace_pc (void)
{
  GsSimtWorker *w = current;

  if (w == NULL || --w->branches_left > 0)
    return;
  w->failure = GS_SIMT_FAILURE_ENDLESS;
  stop_here (w, GS_SIMT_LANE_ABANDONED, (guint32)(HERE - w->text));
}

GsSimtDim3
gs_simt_thread_idx (void)
{
  return (GsSimtDim3){ current->thread_idx[0], current->thread_idx[1], 0 };
}

GsSimtDim3
gs_simt_block_idx (void)
{
  return (GsSimtDim3){ current->block_idx[0], current->block_idx[1], 0 };
}

GsSimtDim3
gs_simt_block_dim (void)
{
  const GsSimtRun *run = current->run;

  return (GsSimtDim3){ (unsigned int)run->block[0], (unsigned int)run->block[1], 1 };
}

GsSimtDim3
gs_simt_grid_dim (void)
{
  const GsSimtRun *run = current->run;

  return (GsSimtDim3){ (unsigned int)run->grid[0], (unsigned int)run->grid[1], 1 };
}

void
gs_simt_syncthreads (void)
{
  GsSimtWorker *w = current;
  guint32 site = (guint32)(HERE - w->text);

  w->lanes[w->thread].barrier_site = site;
  stop_here (w, GS_SIMT_LANE_BARRIER, site);
}

float4
gs_simt_load_float4 (const void *address)
{
  receive (address, 4, FALSE, HERE);
  return *(const float4 *)address;
}

void
gs_simt_store_float4 (void *address, float4 value)
{
  receive (address, 4, TRUE, HERE);
  *(float4 *)address = value;
}

float
gs_simt_load_float (const float *address)
{
  receive (address, 2, FALSE, HERE);
  return *address;
}

void
gs_simt_store_float (float *address, float value)
{
  receive (address, 2, TRUE, HERE);
  *address = value;
}
