#pragma once

#include <adwaita.h>

#include "gs-page.h"
#include "gs-picture.h"
#include "gs-plain-table.h"

G_BEGIN_DECLS

/* A page with one figure, the table that says the same, and one sentence about both,
 * drawn from something else than a report: a sweep, a plan, roofs.
 *
 * Property: "verdict". */
#define GS_TYPE_FIGURE_PAGE (gs_figure_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (GsFigurePage, gs_figure_page, GS, FIGURE_PAGE, AdwBin)

struct _GsFigurePageClass
{
  AdwBinClass parent_class;

  /* What is drawn. FALSE: there is nothing yet. */
  gboolean (*get_figure) (GsFigurePage *self, GsFigureInput *input);
  /* Puts the rows into @table; only when there is something to draw. */
  void (*fill_table) (GsFigurePage *self, GsPlainTable *table);
  /* One sentence about what is shown, or about what to do; free it. */
  char *(*describe) (GsFigurePage *self);
};

/* Once, when the template is there. */
void
gs_figure_page_set_up (GsFigurePage *self, GsPicture *picture, int picture_height_px, GsPlainTable *table);

/* Shows what is there now. What the last figure was drawn from must still be there.
 * FALSE: there is nothing, and the picture is empty. */
gboolean gs_figure_page_refresh (GsFigurePage *self);

G_END_DECLS
