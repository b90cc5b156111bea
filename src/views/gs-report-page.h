#pragma once

#include <adwaita.h>

#include "gs-page.h"

G_BEGIN_DECLS

/* A page that shows a report. Without one, or while the report has nothing for
 * it, it says what to do instead.
 *
 * Properties: "content" (GtkWidget), "empty-icon", "empty-title", "empty-text"
 * (strings, construct), "verdict". */
#define GS_TYPE_REPORT_PAGE (gs_report_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (GsReportPage, gs_report_page, GS, REPORT_PAGE, AdwBin)

struct _GsReportPageClass
{
  AdwBinClass parent_class;

  /* Optional: fills lists and tables, once for each @report (never NULL) that comes to be
   * shown; a refresh that this causes does nothing. */
  void (*list) (GsReportPage *self, GsReport *report);
  /* Shows @report (never NULL), which was listed. FALSE: there is nothing in it for this
   * page. */
  gboolean (*show) (GsReportPage *self, GsReport *report);
  /* Optional: shows @report without what came out of it, which somebody is to guess
   * first. FALSE, or NULL: nothing can be shown so. */
  gboolean (*show_veiled) (GsReportPage *self, GsReport *report);
  /* One sentence about what is shown. */
  char *(*describe) (GsReportPage *self, GsReport *report);
  /* Optional. */
  gboolean (*get_figure) (GsReportPage *self, GsReport *report, GsFigureInput *input);
  char *(*get_table) (GsReportPage *self, GsReport *report);
  /* Optional: as of GsPage. */
  void (*light) (GsReportPage *self, const GsHighlight *highlight);
};

/* The report on screen; NULL: none. Not a new reference. */
GsReport *gs_report_page_get_report (GsReportPage *self);

/* What the button of the page without a report does, in the place of a run: an action
 * with its parameter, "win.open-recording::NAME". */
void gs_report_page_set_empty_action (GsReportPage *self, const char *label, const char *action);

/* Shows the report again, after a switch of the page itself: at once, or when the
 * page comes to the front. */
void gs_report_page_refresh (GsReportPage *self);

G_END_DECLS
