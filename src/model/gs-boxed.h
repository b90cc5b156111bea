#pragma once

#include <glib-object.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* A report as a boxed type, for properties and signals: core knows no GObject. */
#define GS_TYPE_REPORT (gs_report_get_type ())
GType gs_report_get_type (void) G_GNUC_CONST;

G_END_DECLS
