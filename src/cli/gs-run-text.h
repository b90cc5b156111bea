#pragma once

#include "gs-report.h"

G_BEGIN_DECLS

/* A report as tables for people: results, phases of the first run, the output
 * where it is small, and what the emulator found. Free it. */
char *gs_report_to_text (const GsReport *report);

G_END_DECLS
