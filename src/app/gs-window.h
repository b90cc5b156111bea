#pragma once

#include <adwaita.h>

#include "gs-report.h"
#include "gs-session.h"

G_BEGIN_DECLS

/* The one window: spec at the left, views at the right, verdict below. Knows all
 * of them; they do not know each other.
 *
 * Actions: win.run, win.stop, win.view-next, win.view-previous, win.toggle-spec,
 * win.open, win.paste, win.open-uri (s), win.edit-matrix (0: A, 1: B), win.save, win.save-as, win.copy-picture,
 * win.copy-table, win.export-picture, win.presenter, win.print, win.lessons,
 * win.lesson (id, seed), win.open-lesson,
 * win.lesson-next, win.lesson-previous. */
#define GS_TYPE_WINDOW (gs_window_get_type ())
G_DECLARE_FINAL_TYPE (GsWindow, gs_window, GS, WINDOW, AdwApplicationWindow)

/* @spec NULL: the seed example. */
GsWindow *gs_window_new (AdwApplication *application, const GsSpec *spec);

/* The same piece by piece, for a program that has other windows to draw meanwhile: one that is no window of the
 * application yet and must not be shown, and its next piece. FALSE: that was the last. */
GsWindow *gs_window_begin (const GsSpec *spec);
gboolean gs_window_go_on (GsWindow *self);

/* Starts the worker and asks it what can be run here; until it answers nothing is ruled out. */
void gs_window_ask_environment (GsWindow *self);

/* Shows what is in a session file, and what could be run where its last report was
 * made, without asking the worker. */
gboolean gs_window_show_session (GsWindow *self, GFile *file, GError **error);

/* The view on screen and its verdict, in words. Free it. */
char *gs_window_describe (GsWindow *self);

/* Brings back what was there when the window was last closed, and keeps what is
 * there when it is closed. */
void gs_window_session_restore (GsWindow *self);

/* A session, or values for A or B: the person says which. */
void gs_window_open_file (GsWindow *self, GFile *file);

/* A lesson from a file; says what is wrong with it otherwise. */
void gs_window_open_lesson (GsWindow *self, GFile *file);

/* Puts back what was left behind when the program ended without being closed, and
 * says so. */
void gs_window_restore (GsWindow *self, GsSession *session);

/* A passing notice. */
void gs_window_toast (GsWindow *self, const char *sentence);
/* The same, until a person closes it. */
void gs_window_keep_notice (GsWindow *self, const char *sentence);

/* What the worker found; NULL before it answered. */
const GsEnvironment *gs_window_get_environment (GsWindow *self);

G_END_DECLS
