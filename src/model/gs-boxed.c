#include "gs-boxed.h"

G_DEFINE_BOXED_TYPE (GsReport, gs_report, gs_report_ref, gs_report_unref)
