#pragma once

#include "gs-compare.h"
#include "gs-plan.h"
#include "gs-roofs.h"
#include "gs-stats.h"

G_BEGIN_DECLS

/* What a run gave: numbers that were measured or computed, nothing else. */

typedef enum
{
  GS_PHASE_CONTEXT,
  GS_PHASE_COMPILE,
  GS_PHASE_LOAD,
  GS_PHASE_ALLOC,
  GS_PHASE_UPLOAD,
  GS_PHASE_COMPUTE,
  GS_PHASE_DOWNLOAD,
  GS_PHASE_FREE,
  GS_N_PHASES
} GsPhaseKind;

typedef enum
{
  GS_CLOCK_HOST,
  GS_CLOCK_EVENT,
} GsClock;

typedef enum
{
  GS_PHASE_NOT_APPLICABLE, /* this backend has no such phase */
  GS_PHASE_MEASURED,
  GS_PHASE_CACHED,   /* happened before this run; nothing to measure */
  GS_PHASE_PREBUILT, /* compile: machine code came with the program */
} GsPhaseState;

const char *gs_phase_nick (GsPhaseKind kind);
const char *gs_phase_title (GsPhaseKind kind);        /* translated */
const char *gs_phase_state_nick (GsPhaseState state); /* "measured", "not-applicable", "cached", "prebuilt" */

typedef struct
{
  gint64 ns; /* meaningful only when state is MEASURED */
  GsClock clock;
  GsPhaseState state;
} GsPhase;

typedef enum
{
  GS_STATUS_OK,
  GS_STATUS_UNAVAILABLE,
  GS_STATUS_FAILED,
  GS_STATUS_NOT_COMPUTED,
} GsStatus;

const char *gs_status_nick (GsStatus status);

/* One entry of a bounded list of the emulator. */
typedef enum
{
  GS_FINDING_OUT_OF_BOUNDS,
  GS_FINDING_RACE,
  GS_FINDING_UNINITIALISED_READ,
  GS_FINDING_DIVERGENT_BARRIER,
  GS_FINDING_UNWRITTEN, /* elements of the output no thread wrote */
  GS_FINDING_WRITTEN_TWICE,
  GS_N_FINDINGS
} GsFindingKind;

const char *gs_finding_nick (GsFindingKind kind); /* "out_of_bounds", "races", … as in the contract */

typedef struct
{
  int line;        /* of the kernel source; 0 when not known */
  char buffer[16]; /* "A", "B", "C", or the shared array's name */
  gboolean write;
  gint64 index;       /* element index in the buffer; may be negative */
  gint64 row, column; /* when the buffer is a matrix and the index inside; else -1 */
  GsThreadId thread;
  gboolean has_other; /* races, written twice */
  GsThreadId other;
  int other_line;
} GsFinding;

/* Per kernel source line. */
typedef struct
{
  int line;
  gint64 global_reads, global_writes, shared_reads, shared_writes; /* thread accesses */
  gint64 requests;                                                 /* warp requests to global memory */
  gint64 sectors;                                                  /* 32-byte sectors they touch */
  gint64 shared_requests;
  gint64 bank_passes; /* passes they take; conflicts = passes − requests */
  gint64 idle_lanes;  /* lanes of those warps that did not take part */
} GsLineTrace;

/* One warp request, kept for the memory view: bounded number. */
typedef struct
{
  int line;
  int buffer; /* index into GsTrace.buffers, or -1 when outside all */
  gboolean shared, write;
  gint64 block[2];
  gint64 warp;
  gint64 occurrence;  /* n-th time this line was reached by this warp */
  guint32 lanes;      /* mask */
  gint64 address[32]; /* byte offset in its buffer, per lane of the mask */
} GsWarpRequest;

typedef struct
{
  char name[16];
  gint64 n_bytes;
  gint64 rows, columns;
  gboolean shared;
} GsTraceBuffer;

/* What the guard does to the warps: a warp in which some threads work and some
 * do not has diverged, and its idle lanes cost as much as working ones. */
typedef enum
{
  GS_WARPS_WHOLE, /* all of its threads work */
  GS_WARPS_SPLIT, /* some do */
  GS_WARPS_IDLE,  /* none does */
  GS_N_WARPS
} GsWarpsKind;

const char *gs_warps_nick (GsWarpsKind kind); /* "whole", "split", "idle" */

typedef struct _GsTrace
{
  gint64 global_reads, global_writes, shared_reads, shared_writes;
  double sectors_per_request; /* 0 when there was no request */
  gint64 bank_conflicts;
  gint64 blocks;        /* of the launch; 0: not known */
  gint64 blocks_run;    /* fewer than those: a sample of blocks was asked for */
  gint64 blocks_traced; /* fewer than were run: sampled */
  gint64 steps;
  gint64 idle_lanes;
  gint64 warp_instructions;
  gint64 threads[GS_N_FATES]; /* counted one by one, over all blocks run */
  gint64 warps[GS_N_WARPS];   /* likewise */
  gint64 totals[GS_N_FINDINGS];
  GArray *findings[GS_N_FINDINGS]; /* of GsFinding; at most GS_TRACE_MAX_FINDINGS */
  GArray *lines;                   /* of GsLineTrace, by line */
  GArray *requests;                /* of GsWarpRequest, at most GS_TRACE_MAX_REQUESTS */
  GArray *buffers;                 /* of GsTraceBuffer */
  guint8 *writers;                 /* per output element: 0, 1, 2 = more; NULL when sampled or too large */
  gint64 n_writers;
  guint32 *computed;          /* of a sample of blocks: a bit per output element (lowest first), whether one
                                    * of them wrote it; until the result is verified, then NULL */
  struct _GsTrace *other_map; /* the same launch with x along the other axis, with the first request of each
                                    * line; NULL: the kernel has no choice, or the launch only one dimension */
} GsTrace;

#define GS_TRACE_MAX_FINDINGS 64
#define GS_TRACE_MAX_REQUESTS 512

GsTrace *gs_trace_new (void);
void gs_trace_free (GsTrace *self);

/* Of how many blocks it is, in one sentence, translated; NULL when all were run and
 * traced. Free it. */
char *gs_trace_sample_text (const GsTrace *self);

/* Where and when a block ran. */
typedef struct
{
  gint64 block[2];
  int sm;
  gint64 start_ns, end_ns; /* since the first start */
} GsBlockTime;

typedef struct
{
  GArray *blocks;  /* of GsBlockTime, in launch order; at most GS_SCHEDULE_MAX_BLOCKS */
  gint64 n_blocks; /* of the launch */
  int multiprocessors;
  double twin_ns,
      plain_ns; /* median time of the instrumented twin and of the plain kernel; 0: not measured */
  int tick_ns;  /* resolution of the clock */
  gint64 writers_active, writers_missed, writers_duplicated,
      canary_hits; /* counted by the device; -1: not counted */
} GsSchedule;

#define GS_SCHEDULE_MAX_BLOCKS 65536

GsSchedule *gs_schedule_new (void);
void gs_schedule_free (GsSchedule *self);

/* The same launch timed three ways (median ns), and the launch queue. */
typedef struct
{
  gint64 no_sync_ns, sync_ns, event_ns;
  GArray *queue_launches; /* of gint64: 1, 2, 4 … */
  GArray *queue_ns;       /* of gint64: host time until the last launch returned */
  gint64 knee;            /* launches at which submitting starts to wait; 0: none seen */
} GsPitfall;

/* From host memory to host memory with transfers and compute overlapped in slices;
 * medians. */
typedef struct
{
  gint64 slices;    /* 0: not measured */
  gboolean staged;  /* through pinned buffers, because the matrices are not pinned */
  gint64 ns;        /* all of it */
  gint64 serial_ns; /* upload, compute and download one after the other */
  gint64 bus_ns;    /* the longer of upload and download alone */
} GsOverlap;

GsPitfall *gs_pitfall_new (void);
void gs_pitfall_free (GsPitfall *self);

typedef struct
{
  char *backend;
  char *kernel; /* NULL for libraries */
  char *device; /* name of the card or of the library's core; may be NULL */
  GsStatus status;
  char *message;              /* reason or error; NULL when ok */
  GsPhase first[GS_N_PHASES]; /* run 1, cold */
  GsPhase warm[GS_N_PHASES];  /* medians of the repeats */
  double *samples_ns;         /* compute of every warm repeat */
  gsize n_samples;
  gsize n_rounds; /* samples_ns came in so many rounds of equally many, with other backends in
                               * between; 0 or 1: in one go */
  double *upload_samples_ns, *download_samples_ns; /* of every warm transfer; NULL: not kept, or none */
  gsize n_transfers;
  GsStats compute;
  gboolean timed;              /* FALSE: its time says nothing (the emulator) */
  double gflops, gbytes_per_s; /* from the median; 0 when not timed */
  gboolean verified;
  GsVerify verify;
  gint64 verified_elements;
  GsMatrix *output;     /* NULL: not computed */
  GsTrace *trace;       /* NULL but for simt */
  GsSchedule *schedule; /* NULL but for cuda */
  GsPitfall *pitfall;   /* NULL but for cuda */
  GsOverlap overlap;    /* slices 0 but for cuda */
  GPtrArray *notes;     /* of char*: what a reader must know ("batches of 64 launches, divided") */
} GsResult;

GsResult *gs_result_new (const char *backend, const char *kernel);
void gs_result_free (GsResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsResult, gs_result_free)

typedef struct
{
  char *name, *uuid, *pci;
  GsLimits limits;
  char *driver, *runtime;
} GsGpu;

typedef struct
{
  char *cpu; /* model name */
  int cpu_threads;
  char *blas;      /* "OpenBLAS 0.3.21, core SkylakeX, 2 threads"; NULL without */
  char *version;   /* of Gridscope */
  GPtrArray *gpus; /* of GsGpu */
  char *no_gpu;    /* the one reason there is none; NULL when there is one */
  GsRoofs *roofs;  /* measured beside the run; NULL: not */
  char *recorded;  /* ISO 8601 UTC, set only when a report is saved as a recording; else NULL */
} GsEnvironment;

GsEnvironment *gs_environment_new (void);
void gs_environment_free (GsEnvironment *self);

/* Reference counted; immutable once finished. */
typedef struct _GsReport
{
  GsSpec *spec;
  GsPlan *plan;
  GsEnvironment *environment;
  GPtrArray *results; /* of GsResult */
  int failed;         /* results with status failed or a failed verification */
} GsReport;

GsReport *gs_report_new (const GsSpec *spec, GsPlan *plan); /* takes the plan */
GsReport *gs_report_ref (GsReport *self);
void gs_report_unref (GsReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsReport, gs_report_unref)
/* The first result of @backend and @kernel (NULL: any kernel); NULL when there is none. */
const GsResult *gs_report_find (const GsReport *self, const char *backend, const char *kernel);

G_END_DECLS
