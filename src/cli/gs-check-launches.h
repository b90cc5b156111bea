#pragma once

#include <gio/gio.h>

#include "gs-cli.h"

G_BEGIN_DECLS

/* One launch on which a backend and the plan did not agree. */
typedef struct
{
  const char *backend;
  char *options; /* of the command line, to run it again */
  char *message;
} GsLaunchDispute;

/* What one backend did with the launches. */
typedef struct
{
  const char *name;
  char *unavailable; /* the one reason; nothing was run then */
  int n_agreed, n_refused, n_disputed;
} GsLaunchTally;

typedef struct
{
  guint32 seed;
  int n_launches;
  GArray *tallies;     /* of GsLaunchTally */
  GPtrArray *disputes; /* of GsLaunchDispute: the first of them */
} GsLaunchCheck;

/* Runs @n_launches random launches on those of @backends that count what they do
 * ("simt": every access; "cuda": an instrumented twin), and has each held against
 * the plan. @device may be NULL. NULL with @error when cancelled. Blocks. */
GsLaunchCheck *gs_launch_check_run (const char *const *backends,
                                    const char *device,
                                    int n_launches,
                                    guint32 seed,
                                    GCancellable *cancellable,
                                    GError **error);
void gs_launch_check_free (GsLaunchCheck *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsLaunchCheck, gs_launch_check_free)

/* The command "check --launches": runs, prints and judges. */
GsExit gs_check_launches (const GsArguments *arguments, const char *const *backends);

G_END_DECLS
