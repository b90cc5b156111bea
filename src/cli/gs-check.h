#pragma once

#include <gio/gio.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* One backend × kernel × operation held against the float64 reference over a
 * table of shapes. */
typedef struct
{
  const char *backend;
  const GsKernelInfo *kernel; /* NULL for libraries, and where the whole backend is missing */
  GsOp op;
  char *unavailable; /* the one reason why the backend, or this kernel on it, cannot be run here; then
                      * nothing below is set */
  int n_shapes, n_passed;
  double worst_fraction; /* of the bound, over all shapes */
  char *first_failure;   /* shape and reason; NULL when all passed */
} GsCheckRow;

/* Everything there is, or what @backends and @kernels (NULL: all) name; @device
 * may be NULL. Array of GsCheckRow, or NULL with @error when cancelled or when a
 * kernel name is not known. Blocks. */
GPtrArray *gs_check_run (const char *const *backends,
                         const char *const *kernels,
                         const char *device,
                         GCancellable *cancellable,
                         GError **error);

G_END_DECLS
