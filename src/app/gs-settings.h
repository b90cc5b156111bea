#pragma once

#include "gs-experiment.h"
#include "gs-lesson-menu.h"
#include "gs-window.h"

G_BEGIN_DECLS

/* What is kept between runs of the program. Where the settings schema is not
 * installed (a run from the build directory), the one of the build directory is
 * used; without any, nothing is kept and everything else works. */

/* The GSettings, or NULL. Not a new reference. */
GSettings *gs_settings_get (void);

/* The seed example with the repeats, threads and GPU the person prefers. */
GsSpec *gs_settings_new_spec (void);
/* The command the worker's is put behind; NULL: none. Free it. */
char **gs_settings_get_worker_prefix (void);

/* Keeps which GPU a person chose, by its UUID; NULL: whichever is the first. */
void gs_settings_remember_gpu (const GsGpu *gpu);
/* Tells @experiment what that one is called, for when it is not there any more. */
void gs_settings_name_gpu (GsExperiment *experiment);

/* Notes that the lesson @id was worked through; every window marks it in its menu. */
void gs_settings_finish_lesson (const char *id);
/* Keeps the marks of @menu. */
void gs_settings_follow_lessons (GsLessonMenu *menu);

/* Restores size and state of @window, and keeps them at its end. */
void gs_settings_follow_window (GsWindow *window);

/* Adds color-scheme ('system', 'light', 'dark') and follows it and the size of
 * words in pictures. */
void gs_settings_add_actions (GActionMap *map);

G_END_DECLS
