#pragma once

#include "gs-cuda-context.h"

G_BEGIN_DECLS

/* Puts one launch into the context's stream. */
typedef gboolean (*GsCudaEnqueue) (gpointer data, GError **error);

/* Device memory of one matrix, with canaries before and after it. */
typedef struct
{
  GsCuPointer base;  /* of the allocation */
  GsCuPointer data;  /* first element */
  gsize n_bytes;     /* of the matrix */
  gsize front, back; /* bytes of canary */
} GsCudaBuffer;

/* One job on one device: buffers, events and the measuring of its phases. What
 * is launched is the caller's. */
typedef struct
{
  const GsJob *job;
  const char *backend;
  GsResult *result;
  const GsCudaDriver *driver;
  GsCudaContext *context;
  GsCudaBuffer buffers[3]; /* A, B, C */
  GsCuPointer workspace;
  GsCuPointer flush; /* as large as twice the L2; 0 when not asked for */
  gsize flush_bytes;
  GsCuEvent start, end;
  gboolean registered[3]; /* host memory is pinned */
  GsCudaEnqueue enqueue;
  gpointer data;
  gint64 canary_hits; /* words of canaries overwritten so far */
} GsCudaSession;

/* Asks for the memory, then allocates: phase alloc. @pad_floats: see
 * gs_cuda_launch_overrun(); @workspace_bytes, of which the first @counter_bytes
 * are zero: see GsCudaLaunch. */
gboolean gs_cuda_session_open (GsCudaSession *self,
                               const gint64 pad_floats[3],
                               gsize workspace_bytes,
                               gsize counter_bytes,
                               GError **error);

/* Uploads and runs once cold: fills upload, compute and download of first. */
gboolean gs_cuda_session_prepare (GsCudaSession *self, GError **error);

/* Warms up, times transfers and job->repeats launches, and downloads the output
 * of the last one timed. Fills warm, samples_ns, timed and notes of the result.
 * After gs_cuda_session_prepare(). */
gboolean gs_cuda_session_measure (GsCudaSession *self, GError **error);

/* Frees everything: phase free. Safe after any failure. */
void gs_cuda_session_close (GsCudaSession *self);

/* Device time in ns of @n launches between two events, each preceded by what
 * the state of the cache asks for; per launch. For a kernel below 50 µs the
 * launches are replayed as one graph. */
gboolean gs_cuda_session_sample (GsCudaSession *self, GsCuGraphExec graph, int n, double *ns, GError **error);

/* Waits until @event has happened. Ends early when the job is cancelled, and
 * gives up after two minutes: then the context is lost. */
gboolean gs_cuda_session_wait (GsCudaSession *self, GsCuEvent event, GError **error);

/* Whether @event has happened, without waiting. The same ends, for who waits since
 * @start_ns of gs_clock_now_ns(). */
gboolean gs_cuda_session_poll (
    GsCudaSession *self, GsCuEvent event, gint64 start_ns, gboolean *happened, GError **error);

/* For tests of a kernel that never ends. 0: the usual two minutes. */
void gs_cuda_session_set_time_limit (gint64 limit_ns);

G_END_DECLS
