#pragma once

#include "gs-cli.h"
#include "gs-figure.h"

G_BEGIN_DECLS

/* Pictures of the window itself, with a session in it: "figure VIEW --window". */

/* Whether the window has a view that is called @nick; the nearest is named otherwise.
 * *@kind is the figure whose data the view shows. */
gboolean gs_figure_window_view (const char *nick, GsFigureKind *kind, GError **error);

/* Draws the window at its view @nick into the PNG @path. It holds the session of
 * --session, or else @report (may be NULL) and its launch, or the launch of @spec. */
gboolean gs_figure_window_write (const GsArguments *arguments,
                                 const char *nick,
                                 const GsSpec *spec,
                                 const GsReport *report,
                                 const char *path,
                                 GError **error);

G_END_DECLS
