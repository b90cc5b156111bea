#pragma once

#include "gs-coverage-area.h"

G_BEGIN_DECLS

/* Pointer and touch: adds the controllers to @area. */
void gs_coverage_gestures_add (GsCoverageArea *area);
/* Where the pointer is, for the area's hover; called back by the controllers. */
void gs_coverage_area_point_at (GsCoverageArea *area, double x, double y);
void gs_coverage_area_point_away (GsCoverageArea *area);
/* Brings the part of the plane into view that the mini-map shows at (x, y). FALSE when
 * the mini-map is not there. */
gboolean gs_coverage_area_steer (GsCoverageArea *area, double x, double y);
/* Selects the cell under (x, y), or nothing. */
void gs_coverage_area_pick (GsCoverageArea *area, double x, double y);

/* Keys: adds the bindings to the class. */
void gs_coverage_gestures_bind_keys (GtkWidgetClass *klass);

G_END_DECLS
