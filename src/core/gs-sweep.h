#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* One backend at one size of a sweep. All times are medians in ns. */
typedef struct
{
  gint64 size;         /* N of a vector, or m = n (= k) of a square matrix */
  double compute_ns;   /* compute alone */
  double compute_mad_ns;
  double total_ns;     /* with upload and download; equals compute_ns where there are none */
} GsSweepPoint;

typedef struct
{
  char *backend;
  char *kernel; /* NULL for libraries */
  char *device; /* may be NULL */
  gboolean gpu; /* runs on a real GPU: transfers count */
  GArray *points; /* of GsSweepPoint, by size */
  char *ended;  /* why the line ends before the last size; NULL when it does not */
} GsSweepSeries;

typedef enum
{
  GS_CROSSING_NONE,   /* the CPU is faster at every common size */
  GS_CROSSING_ALWAYS, /* the GPU is faster at every common size */
  GS_CROSSING_FOUND,  /* between low and high the GPU overtakes for good */
  GS_CROSSING_UNCLEAR, /* no common sizes, or never clearly apart */
} GsCrossingState;

/* Where one series overtakes another. low is the largest size at which the CPU
 * is still clearly faster, high the smallest from which on the GPU is clearly
 * faster; "clearly" means that medians are further apart than both MADs. */
typedef struct
{
  guint cpu, gpu; /* indices into series */
  gboolean with_transfers;
  GsCrossingState state;
  gint64 low, high; /* meaningful only when FOUND */
} GsCrossing;

/* A sweep over sizes: its lines, and the crossings found in them. */
typedef struct _GsSweep
{
  GsOp op;
  gboolean vector;      /* sizes are lengths of vectors, else sides of square matrices */
  GPtrArray *series;    /* of GsSweepSeries */
  GArray *crossings;    /* of GsCrossing; filled by gs_sweep_find_crossings() */
  char *recorded;       /* as in GsEnvironment; NULL for a live sweep */
} GsSweep;

GsSweep *gs_sweep_new (GsOp op, gboolean vector);
void gs_sweep_free (GsSweep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsSweep, gs_sweep_free)

/* The series of @backend and @kernel, made when not there yet. Owned by @self. */
GsSweepSeries *gs_sweep_series (GsSweep *self, const char *backend, const char *kernel);

/* Adds what @report says about @size: a point for every timed result that is ok,
 * and the reason at which a line ends for every other. */
void gs_sweep_add_report (GsSweep *self, gint64 size, const GsReport *report);

/* Compares every CPU series with every GPU series, with and without transfers. */
void gs_sweep_find_crossings (GsSweep *self);

G_END_DECLS
