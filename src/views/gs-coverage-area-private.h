#pragma once

#include "gs-coverage-area.h"
#include "gs-painter-coverage.h"
#include "gs-view-painting.h"

G_BEGIN_DECLS

/* Shared by the files of the coverage area: the widget, and how it is looked into. */
struct _GsCoverageArea
{
  GtkWidget parent_instance;

  GsExperiment *experiment;
  GsCoverageScene scene;
  gboolean fitted; /* follow the widget's size */

  gboolean has_selected, has_hovered;
  GsCoverageCell selected, hovered;

  GsViewPainting painting; /* all but hover, selection and play */
};

void gs_coverage_area_get_layout (GsCoverageArea *self, GsCoverageLayout *layout);
/* Shows the same part of the plane, or all of it, in the size that it has now. */
void gs_coverage_area_follow_size (GsCoverageArea *self);
/* Drops what was painted. */
void gs_coverage_area_invalidate (GsCoverageArea *self);
/* Whether the picture of a tiled product stands in the place of the plane. */
gboolean gs_coverage_area_shows_tiles (const GsCoverageArea *self);
/* FALSE when there is nothing at (x, y). */
gboolean gs_coverage_area_look_up (GsCoverageArea *self, gint64 x, gint64 y, GsCoverageCell *cell);
/* NULL: nothing is selected any more. */
void gs_coverage_area_set_selected (GsCoverageArea *self, const GsCoverageCell *cell);
/* Shows what the experiment has pinned, when it is something else. */
void gs_coverage_area_follow_pin (GsCoverageArea *self);
void gs_coverage_area_notify_hovered (GsCoverageArea *self);

G_END_DECLS
