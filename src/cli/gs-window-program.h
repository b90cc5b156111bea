#pragma once

#include <gio/gio.h>

#include "gs-theme.h"

G_BEGIN_DECLS

/* How the window is to look. */
typedef struct
{
  int width, height; /* of the window, in points */
  int scale;         /* whole pixels per point */
  GsThemeKind theme;
  const char *language; /* "en", "zh_CN" */
} GsWindowLook;

/* Starts the window program with the session file @session under a display of its
 * own, with none of the person's settings, and gives the PNG of its window; *@description
 * gets its view and verdict in words, to be freed.
 *
 * GS_COMPUTE_ERROR_UNAVAILABLE where the window program or Xvfb is not installed. */
GBytes *
gs_window_program_draw (const char *session, const GsWindowLook *look, char **description, GError **error);

/* Where the window program is, and the libraries that draw its window ("gtk 4.8.3,
 * libadwaita 1.2.2"). NULL: it is not installed. Free them. */
char *gs_window_program_find (void);
char *gs_window_program_libraries (void);

G_END_DECLS
