#pragma once

#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

typedef enum
{
  GS_COMPUTE_ERROR_UNAVAILABLE = 1, /* exit 4 */
  GS_COMPUTE_ERROR_MEMORY,          /* exit 5: not enough memory, on host or device */
  GS_COMPUTE_ERROR_LAUNCH,          /* exit 5: the launch was refused */
  GS_COMPUTE_ERROR_FAULT,           /* exit 5: the kernel faulted; a CUDA context is lost with it */
  GS_COMPUTE_ERROR_TIMEOUT,         /* exit 5: step limit or time limit */
  GS_COMPUTE_ERROR_UNSUPPORTED,     /* exit 2: this backend cannot do what is asked */
} GsComputeError;

#define GS_COMPUTE_ERROR (gs_compute_error_quark ())
GQuark gs_compute_error_quark (void);

/* Called from the thread that runs; @fraction in 0…1. */
typedef void (*GsProgressFunc) (const char *backend, const char *phase, double fraction, gpointer data);

/* One backend's share of a run, or one of its rounds. The engine made the inputs
 * and the output; the output is poisoned with NaN before every launch that is timed. */
typedef struct
{
  const GsSpec *spec;
  const GsPlan *plan;
  const GsKernelInfo *kernel; /* NULL for libraries */
  int repeats;                /* of this round: spec->repeats, or a part of them */
  gboolean again;             /* another round: run 1 and the warm-up are behind, only samples are wanted */
  const GsMatrix *a, *b;
  GsMatrix *c;             /* m×n */
  gint64 alloc_ns;         /* what making and first touching @c took; the alloc phase of a host backend */
  GsProgressFunc progress; /* may be NULL */
  gpointer progress_data;
  GCancellable *cancellable; /* may be NULL */
} GsJob;

void gs_job_progress (const GsJob *job, const char *backend, const char *phase, double fraction);

/* A backend: what it can do, and doing it. All functions are called from one
 * thread at a time. */
typedef struct _GsBackend GsBackend;
struct _GsBackend
{
  const char *name; /* word of the contract */

  /* FALSE and one translated sentence in @reason (free it) when it cannot be
   * used here at all. Cheap after the first call. */
  gboolean (*available) (char **reason);

  /* Whether @kernel (NULL: the library) can run this spec and plan; else FALSE
   * with @error. Never allocates device memory. */
  gboolean (*supports) (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel, GError **error);

  /* Runs once cold and job->repeats times warm. Fills job->c and, in @result,
   * first, warm, samples_ns, timed, device, notes and trace or schedule. FALSE
   * with @error: the output is then not computed. G_IO_ERROR_CANCELLED when
   * cancelled. */
  gboolean (*run) (const GsJob *job, GsResult *result, GError **error);

  /* Optional: adds devices and library names to the environment. */
  void (*describe) (GsEnvironment *environment);

  /* Optional: limits of the device the spec names. FALSE when there is none. */
  gboolean (*limits) (const GsSpec *spec, GsLimits *limits);
};

/* Known backends in the order of the contract; every one is always listed,
 * available or not. NULL when @name is unknown. */
const GsBackend *gs_backend_find (const char *name);

/* For tests: makes gs_backend_find() give @backend instead of the one of the
 * same name. NULL for @backend: the real one again. */
void gs_backend_replace (const char *name, const GsBackend *backend);

extern const GsBackend gs_backend_cpu;
extern const GsBackend gs_backend_blas;
extern const GsBackend gs_backend_simt;
extern const GsBackend gs_backend_cuda;
extern const GsBackend gs_backend_cublas;

G_END_DECLS
