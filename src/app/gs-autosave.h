#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* Keeps what is in the window aside, a moment after each change, in a file that is
 * removed when the window is closed. Does nothing where the person does not want
 * it. */
void gs_autosave_follow (GsWindow *window);
/* The window is closed: what it holds is taken apart, and nothing is kept aside any more. */
void gs_autosave_end (GsWindow *window);
/* What was left behind at @path is in @window, which is followed: once that is kept aside
 * anew, @path is removed. */
void gs_autosave_inherit (GsWindow *window, const char *path);

/* What one window of a program that ended without being closed left behind. */
typedef struct
{
  GsSession *session; /* NULL: it cannot be read */
  char *path;
  char *error;     /* why; NULL: it can */
  guint window;    /* counted from 0 in that program */
  gint64 saved_us; /* when, in µs since 1970 */
} GsLeftBehind;

/* All there is, of GsLeftBehind, to be freed with the array: by the number of the window, of one number the last
 * saved first. Nothing is removed; what cannot be read is from now on at another
 * path, so that it is found once. */
GPtrArray *gs_autosave_find (void);

G_END_DECLS
