/* What one worker of the emulator knows while it runs blocks. Shared by the
 * files of the emulator; nobody else includes it. */
#pragma once

#include "gs-report.h"
#include "gs-simt-context.h"
#include "gs-simt-kernels.h"
#include "gs-simt-memory.h"

G_BEGIN_DECLS

#define GS_SIMT_WARP        32
#define GS_SIMT_STACK_BYTES ((gsize)64 << 10)
/* What a function may find left of its stack at the least; and what lies below the
 * lowest stack, so that the call that finds less still has somewhere to stand. */
#define GS_SIMT_STACK_LEFT ((gsize)8 << 10)
/* A thread may pass so many branches for each access its step limit allows. */
#define GS_SIMT_BRANCHES_PER_STEP 16
#define GS_SIMT_CHUNK             64   /* accesses a traced lane makes before its warp is looked at */
#define GS_SIMT_MAX_THREADS       1024 /* per block */
#define GS_SIMT_MAX_BUFFERS       3
#define GS_SIMT_OUTPUT            2  /* C */
#define GS_SIMT_MAX_ARRAYS        8  /* shared arrays of one kernel */
#define GS_SIMT_MAX_KEPT          24 /* requests kept from one place to one space */
#define GS_SIMT_NOBODY            0xffff
#define GS_SIMT_NO_THREAD         0xffffffffu

/* Where an access went. Buffers come first. */
#define GS_SIMT_SPACE_NONE   6
#define GS_SIMT_SPACE_SHARED  7

/* An access as the stream of a lane holds it: who asked (return address, as a
 * distance), where it went, whether it wrote and how wide it was. */
typedef guint32 GsSimtKey;
#define GS_SIMT_KEY(pc, space, write, log2_bytes) ((pc) << 7 | (space) << 4 | (write) << 3 | (log2_bytes))
#define GS_SIMT_KEY_PC(key)                       ((key) >> 7)
#define GS_SIMT_KEY_SPACE(key)                    ((key) >> 4 & 7)
#define GS_SIMT_KEY_WRITE(key)                    ((key) >> 3 & 1)
#define GS_SIMT_KEY_BYTES(key)                    (1u << ((key)&7))

/* What is remembered of one 4-byte word of shared memory. Epochs count barriers
 * over the whole life of a worker, so that a new block finds every word older
 * than its own first epoch: never written. */
typedef struct
{
  guint32 write_epoch; /* GS_SIMT_RED: no word of any array */
  guint32 read_epoch;
  guint16 writer;
  guint16 readers[2]; /* two different ones are enough: one of them is not the writer */
  guint16 unused;
} GsSimtCell;

#define GS_SIMT_RED G_MAXUINT32

typedef struct
{
  guint32 write, reads[2]; /* who asked, for the report of a race */
} GsSimtCellSites;

typedef struct
{
  const char *name;
  gsize offset; /* from the start of the shared stretch */
  gsize n_bytes;
} GsSimtArray;

/* What became of one element of the output: the two first threads that wrote
 * it, in launch order, the second of another block if there is one. Numbers are
 * global: block · threads per block + thread. */
typedef struct
{
  guint32 writer[2];
  guint32 site[2];
} GsSimtElement;

/* One element of the output as the running block sees it. */
typedef struct
{
  guint32 stamp; /* the block's, or older: free */
  guint32 epoch;
  guint32 site;
  guint16 thread;
  gint64 element;
} GsSimtOwnWrite;

/* A finding before its numbers are turned into lines and coordinates. */
typedef struct
{
  gint64 block, other_block;
  gint64 index;
  guint32 site, other_site;
  guint16 thread, other_thread; /* GS_SIMT_NOBODY: no other */
  guint8 kind;                  /* GsFindingKind */
  guint8 space;                 /* buffer, or GS_SIMT_SPACE_SHARED */
  guint8 array;                 /* of the shared space */
  guint8 write;
} GsSimtEvent;

/* How often a block has listed one kind of finding from one place. */
typedef struct
{
  guint32 site;
  guint8 kind;
  guint8 n;
} GsSimtListed;

/* All accesses from one place to one space. */
typedef struct
{
  GsSimtKey key; /* 0: free */
  gint64 accesses;
  gint64 instructions; /* of a warp */
  gint64 requests, sectors;
  gint64 shared_requests, passes;
  gint64 idle_lanes;
  gint64 kept_block;
  guint32 n_kept;
  guint32 occurrence[GS_SIMT_MAX_THREADS / GS_SIMT_WARP];
} GsSimtSite;

typedef enum
{
  GS_SIMT_LANE_READY, /* not started, or let go at a barrier */
  GS_SIMT_LANE_FULL,  /* its stream is full: goes on once the warp was looked at */
  GS_SIMT_LANE_BARRIER,
  GS_SIMT_LANE_EXITED,
  GS_SIMT_LANE_ABANDONED, /* its access was too wild to let happen */
} GsSimtLaneState;

typedef struct
{
  GsSimtContext context;
  GsSimtLaneState state;
  gint stack;           /* the one it runs on, -1: not started or ended */
  guint32 n;            /* accesses in its stream */
  guint32 barrier_site; /* where it waits, or last waited */
  guint32 steps;        /* chunks and barriers so far, in accesses */
  gint64 branches_left; /* until it counts as one that never ends */
  gint64 wrote;         /* first element it wrote; WROTE_NOTHING, WROTE_OUTSIDE */
} GsSimtLane;

#define GS_SIMT_WROTE_NOTHING ((gint64)-1)
#define GS_SIMT_WROTE_OUTSIDE ((gint64)-2)

/* How a kernel's threads own elements, for naming their fate. */
typedef enum
{
  GS_SIMT_OWNS_BY_POSITION, /* row and column as in a 1-D launch or by the map */
  GS_SIMT_OWNS_UNFOLDED,    /* GS_LAYOUT_UNFOLDED */
  GS_SIMT_OWNS_SEVERAL,     /* any it writes */
} GsSimtOwnership;

/* One launch; the same for all its workers. */
typedef struct
{
  GsSimtKernelFunc kernel;
  GsLaunch launch;
  GsSimtOwnership ownership;
  gint64 grid[2];
  int block[2];
  guint32 n_threads;                         /* per block */
  const gint64 *blocks;                      /* numbers of those to run, in launch order; NULL: all */
  gint64 n_blocks;
  gint64 trace_every;                        /* every so many-th block is traced in full */
  guint32 step_limit;                        /* per thread */
  gboolean quiet;                            /* values only: nothing is counted or found */
  GsSimtBuffer buffers[GS_SIMT_MAX_BUFFERS]; /* A, B, C */
  GsSimtElement *elements;                   /* of C; NULL when sampled or too many */
  gint *element_locks;
  guint32 *computed; /* atomic: a bit per element of C, written at all; NULL unless sampled */
  gint collided;     /* atomic: two blocks of a sample have written one element */
  gint stop;         /* atomic: set to end all workers soon */
  gint64 next_block; /* under lock, with the fields below */
  gint64 blocks_done;
  GMutex lock;
  GCond changed;
  gint running;
} GsSimtRun;

/* Why a thread cannot go on. */
typedef enum
{
  GS_SIMT_FAILURE_NONE,
  GS_SIMT_FAILURE_ENDLESS,
  GS_SIMT_FAILURE_STACK,
  GS_SIMT_FAILURE_SHARED_BYTES,
  GS_SIMT_FAILURE_SHARED_ARRAYS,
} GsSimtFailure;

typedef struct
{
  /* What an access needs, first. */
  guintptr shared_base;
  gsize shared_span;
  GsSimtCell *cells;
  guint32 epoch, first_epoch;
  guint32 n, chunk;
  guint16 thread;
  guint16 lane;
  gboolean traced;
  GsSimtKey *keys; /* [GS_SIMT_CHUNK][GS_SIMT_WARP] */
  guint32 *words;  /* element of the buffer, or word of the shared stretch */
  GsSimtRun *run;
  GsSimtCellSites *sites_of_cells;
  guintptr text; /* what return addresses are measured from */

  GsSimtContext scheduler;
  GsSimtLane *lanes; /* per thread of the block */
  char *stacks;
  gsize stacks_bytes;
  guint16 *free_stacks; /* used last is used first: it is still in the cache */
  guint n_free_stacks;
  char *shared_zone;
  gsize shared_zone_bytes;
  GsSimtArray arrays[GS_SIMT_MAX_ARRAYS];
  guint n_arrays;
  gsize shared_wanted; /* bytes that the arrays would take with one more, for which there is no room */
  unsigned int thread_idx[2], block_idx[2];
  gint64 block; /* in launch order */
  guint32 stop_site;
  gint64 branches_left; /* of the running thread */
  GsSimtFailure failure;

  GsSimtOwnWrite *own_writes; /* open hash */
  guint32 n_own_writes, own_writes_mask;
  guint32 own_stamp;
  guint32 stray_writes;

  GsSimtSite *sites; /* open hash */
  guint n_sites, sites_mask;
  gint64 totals[GS_N_FINDINGS];
  GArray *events[GS_N_FINDINGS]; /* of GsSimtEvent */
  GArray *listed;                /* of GsSimtListed: what the running block has listed */
  GArray *requests;              /* of GsWarpRequest; line: the site, buffer: the space */
  gint64 steps;
  gint64 fates[GS_N_FATES];
  gint64 warps[GS_N_WARPS];
  gint64 blocks_run, blocks_traced;
  GError *error;
  gint64 error_block;
} GsSimtWorker;

/* gs-simt-receiver.c: what instrumented code calls. */
void gs_simt_worker_enter (GsSimtWorker *self); /* makes @self the calling OS thread's; NULL: none */
GsSimtWorker *gs_simt_worker_current (void);
/* From an emulated thread at @site: ends the run with an error. */
G_NORETURN void gs_simt_worker_give_up (GsSimtWorker *self, GsSimtFailure failure, guint32 site);
void gs_simt_thread_main (void); /* where every emulated thread starts */

/* gs-simt-shared.c: shared memory. Slow paths of the receiver. */
#define GS_SIMT_SHARED_BYTES ((gsize)48 << 10) /* what CUDA allows as __shared__ arrays of a kernel, on every card */
#define GS_SIMT_SHARED_SPAN ((gsize)96 << 10) /* 48 KiB of arrays, and the red words around them */
#define GS_SIMT_SHARED_ZONE ((gsize)16 << 20) /* addresses to either side that an overrun may touch */
void gs_simt_shared_read (GsSimtWorker *self, guint32 word, guint32 site);
void gs_simt_shared_write (GsSimtWorker *self, guint32 word, guint32 site);
void gs_simt_shared_outside (GsSimtWorker *self, gintptr distance, gboolean write, guint32 site);
void gs_simt_shared_begin_block (GsSimtWorker *self);

/* Turns the addresses of a kept request from the stretch's to its array's. */
void gs_simt_shared_locate (const GsSimtWorker *self, GsWarpRequest *request);

/* gs-simt-output.c: who wrote and read which element of the output. */
void gs_simt_output_write (GsSimtWorker *self, gint64 element, guint32 site);
void gs_simt_output_read (GsSimtWorker *self, gint64 element, guint32 site);
void gs_simt_output_begin_block (GsSimtWorker *self);
void gs_simt_output_end_block (GsSimtWorker *self);

/* gs-simt-event.c: bounded lists of findings. */
void gs_simt_event (GsSimtWorker *self, GsFindingKind kind, const GsSimtEvent *event);
/* An event of the running thread and block, nothing else filled in. */
GsSimtEvent
gs_simt_event_here (const GsSimtWorker *self, guint32 site, int space, gint64 index, gboolean write);

/* gs-simt-warp.c: looks at what the lanes of @warp have done since last time. */
void gs_simt_warp_consume (GsSimtWorker *self, guint32 warp);

/* gs-simt-worker.c */
/* Ends the run because of self->failure; the sentence names the thread that ran
 * last and the line it stopped in. */
void gs_simt_worker_fail (GsSimtWorker *self);
static inline char *
gs_simt_stack (const GsSimtWorker *self, gsize number)
{
  return self->stacks + GS_SIMT_STACK_BYTES * (1 + number); /* the first is never used */
}

GsSimtWorker *gs_simt_worker_new (GsSimtRun *run, GError **error);
void gs_simt_worker_free (GsSimtWorker *self);

/* gs-simt-trace.c: adds up what @workers saw. */
GsTrace *gs_simt_trace_fold (const GsSimtRun *run, GsSimtWorker *const *workers, int n_workers);

/* gs-simt-block.c: runs the @nth of the blocks to run; FALSE when told to stop. */
gboolean gs_simt_block_run (GsSimtWorker *self, gint64 nth);

G_END_DECLS
