#pragma once

#include <glib-object.h>

#include "gs-report.h"

G_BEGIN_DECLS

/* The plain values of core as boxed types, for properties and signals. */
#define GS_TYPE_REPORT (gs_report_get_type ())
GType gs_report_get_type (void) G_GNUC_CONST;

#define GS_TYPE_SPEC (gs_spec_get_type ())
GType gs_spec_get_type (void) G_GNUC_CONST;

G_END_DECLS
