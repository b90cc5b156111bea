#pragma once

#include "fake-cuda.h"
#include "gs-engine.h"

/* A run of the engine on the driver of fake-cuda.c, and what came of it. */
typedef struct
{
  GsSpec *spec;
  GsReport *report;       /* of the last run; NULL: none, or nothing could be run */
  const GsResult *result; /* its first */
} FakeRun;

/* On a driver as new (fake_cuda_reset()): random inputs, five repeats, for one backend.
 * Tests change spec and driver before they run it. Clear it. */
FakeRun fake_run_begin (GsOp op, gint64 m, gint64 n, gint64 k, const char *backend);
void fake_run_clear (FakeRun *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FakeRun, fake_run_clear)

/* Runs it and expects that it succeeds, and that nothing of it stays on the device. */
void fake_run_well (FakeRun *self);

/* Expects that the result fails, with nothing computed and nothing left on the device. */
void fake_run_badly (FakeRun *self);

/* Expects that nothing can be run at all, for a reason of that code which names @part. */
void fake_run_not_at_all (FakeRun *self, GsComputeError code, const char *part);

/* Whether a note of the result has this part. */
gboolean fake_run_has_note (const FakeRun *self, const char *part);

void assert_contains (const char *text, const char *part);
