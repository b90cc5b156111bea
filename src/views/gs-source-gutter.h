#pragma once

#include <gtksourceview/gtksource.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* A column beside a kernel's source with what each line asked of memory:
 * "4 sectors" per request to global memory, "2 passes" per request to shared
 * memory. */
#define GS_TYPE_SOURCE_GUTTER (gs_source_gutter_get_type ())
G_DECLARE_FINAL_TYPE (GsSourceGutter, gs_source_gutter, GS, SOURCE_GUTTER, GtkSourceGutterRendererText)

GtkSourceGutterRenderer *gs_source_gutter_new (void);

/* NULL: no line has counters. The trace is not kept. */
void gs_source_gutter_set_trace (GsSourceGutter *self, const GsTrace *trace);

G_END_DECLS
