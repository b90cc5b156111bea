#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* Every size of a sweep is timed in so many rounds, in which the processor's
 * backends take turns: A B C, C B A, … Samples of one round lie within a few
 * milliseconds and share whatever else the machine does just then; only from round
 * to round can be seen how much that matters. */
#define GS_SWEEP_ROUNDS 5

/* One backend at one size of a sweep. All times are medians in ns. */
typedef struct
{
  gint64 size;       /* N of a vector, or m = n (= k) of a square matrix */
  double compute_ns; /* compute alone */
  double compute_mad_ns;
  double total_ns;                  /* with upload and download; equals compute_ns where there are none */
  gint64 n_samples;                 /* behind the medians */
  int n_rounds;                     /* 0: timed in one go */
  double round_ns[GS_SWEEP_ROUNDS]; /* compute alone, of every round */
} GsSweepPoint;

typedef struct
{
  char *backend;
  char *kernel;   /* NULL for libraries */
  char *device;   /* may be NULL */
  gboolean gpu;   /* runs on a real GPU: transfers count */
  GArray *points; /* of GsSweepPoint, by size */
  char *ended;    /* why the line ends before the last size; NULL when it does not */
} GsSweepSeries;

typedef enum
{
  GS_CROSSING_NONE,    /* the incumbent is clearly faster at the last size */
  GS_CROSSING_ALWAYS,  /* the challenger is clearly faster at every common size */
  GS_CROSSING_FOUND,   /* it overtakes between low and high, for good */
  GS_CROSSING_UNCLEAR, /* no common sizes, or not clearly apart at the last size */
} GsCrossingState;

/* Where one series overtakes another: a GPU a CPU, or one CPU kernel another. */
typedef struct
{
  guint incumbent, challenger; /* indices into series */
  gboolean with_transfers;
  GsCrossingState state;
  gint64 low, high;  /* FOUND: the last size at which the incumbent is clearly faster, and the first from
                      * which on the challenger clearly is. UNCLEAR: low is the last size at which the
                      * incumbent is clearly faster. −1: there is no such size */
  gboolean low_open; /* FOUND: the incumbent is clearly faster nowhere, low is the first size, and the
                      * lines may cross below it */
  double estimate;   /* FOUND: where the medians cross, interpolated on log axes */
} GsCrossing;

typedef struct
{
  gint64 size;
  char *reason; /* a sentence; NULL when it is not known */
} GsSweepSkip;

/* A sweep over sizes: its lines, and the crossings found in them. */
typedef struct _GsSweep
{
  GsOp op;
  gboolean vector;   /* sizes are lengths of vectors, else sides of square matrices */
  GPtrArray *series; /* of GsSweepSeries */
  GArray *crossings; /* of GsCrossing; filled by gs_sweep_find_crossings() */
  GArray *skipped;   /* of GsSweepSkip: sizes that were not run */
  char *recorded;    /* as in GsEnvironment; NULL for a live sweep */
} GsSweep;

GsSweep *gs_sweep_new (GsOp op, gboolean vector);
GsSweep *gs_sweep_copy (const GsSweep *self);
void gs_sweep_free (GsSweep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsSweep, gs_sweep_free)

/* Whether size N stands for a vector 1×N (elementwise with a 1-D block) or for
 * N×N. */
gboolean gs_sweep_takes_vectors (const GsSpec *spec);

/* The series of @backend and @kernel, made when not there yet. Owned by @self. */
GsSweepSeries *gs_sweep_series (GsSweep *self, const char *backend, const char *kernel);

/* Puts the points of @self in the order of their sizes, which those who append to
 * them by hand owe it. */
void gs_sweep_series_sort (GsSweepSeries *self);

/* Adds what @report says about @size: a point for every timed result that is ok,
 * in the place of one that is there, and the reason at which a line ends for every
 * other. A line that goes on has not ended. */
void gs_sweep_add_report (GsSweep *self, gint64 size, const GsReport *report);

/* @size was not run, and why: a sentence, or NULL when that is not known. */
void gs_sweep_skip (GsSweep *self, gint64 size, const char *reason);
/* Why @skip was not run, for people: never NULL. Owned by @skip, or static. */
const char *gs_sweep_skip_reason (const GsSweepSkip *skip);
/* The sizes that @finished skipped, as skipped here too. */
void gs_sweep_take_skipped (GsSweep *self, const GsSweep *finished);

/* Whether @size was run or skipped, so that a sweep that goes on need not do it
 * again. */
gboolean gs_sweep_has (const GsSweep *self, gint64 size);

/* Looks for the size at which each GPU series overtakes each CPU series, and
 * each CPU series those before it, with and without transfers; a series without a
 * point is left out. Call it again after adding more. */
void gs_sweep_find_crossings (GsSweep *self);

G_END_DECLS
