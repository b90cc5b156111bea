#pragma once

#include "fake-cuda.h"
#include "gs-engine.h"

/* Runs of the engine on the driver of fake-cuda.c. */

/* Random inputs, five repeats, for one backend. */
GsSpec *fake_run_spec (GsOp op, gint64 m, gint64 n, gint64 k, const char *backend);

GsReport *fake_run (const GsSpec *spec, GError **error);
/* A run that is expected to succeed. */
GsReport *fake_run_well (const GsSpec *spec);
/* A run whose first @result, owned by the report, is expected to fail. */
GsReport *fake_run_badly (const GsSpec *spec, const GsResult **result);

/* Whether a note of the result has this part. */
gboolean fake_run_has_note (const GsResult *result, const char *part);

void assert_contains (const char *text, const char *part);
