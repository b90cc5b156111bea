#pragma once

#include <gio/gio.h>

#include "gs-experiment.h"
#include "gs-lesson-highlight.h"
#include "gs-lesson.h"
#include "gs-report.h"

G_BEGIN_DECLS

typedef enum
{
  GS_OUTCOME_OPEN, /* not answered */
  GS_OUTCOME_RIGHT,
  GS_OUTCOME_WRONG,
  GS_OUTCOME_SHOWN, /* without an answer of one’s own, as a teacher does who asked the class */
} GsOutcome;

/* A lesson being worked through: where the student is, what was answered, and
 * the texts with their numbers filled in. Truths come from the step's own spec
 * and its run, so that trying things out in between does not change them.
 *
 * Entering a step puts its spec into the experiment, as one change for undo. While
 * its question is open the experiment is veiled, unless another launch than the
 * step's is on screen.
 *
 * Properties (read-only, notified on change only): "active" (boolean), "step"
 * (uint), "seed" (uint64), "outcome" (int, a GsOutcome, of the current step).
 * Signals: "step-entered" (the window is to show the step's view and recording,
 * pin its thread and run), "changed" (any text is another one). */
#define GS_TYPE_LESSON_SESSION (gs_lesson_session_get_type ())
G_DECLARE_FINAL_TYPE (GsLessonSession, gs_lesson_session, GS, LESSON_SESSION, GObject)

GsLessonSession *gs_lesson_session_new (GsExperiment *experiment);

/* Starts at the first step. @lesson stays the caller's, for good (one of the
 * library); taking it makes it the session's. */
void gs_lesson_session_open (GsLessonSession *self, const GsLesson *lesson, guint64 seed);
void gs_lesson_session_take (GsLessonSession *self, GsLesson *lesson, guint64 seed);
void gs_lesson_session_close (GsLessonSession *self);

const GsLesson *gs_lesson_session_get_lesson (GsLessonSession *self); /* NULL: none is open */
const GsLessonStep *gs_lesson_session_get_current (GsLessonSession *self);
guint64 gs_lesson_session_get_seed (GsLessonSession *self);
guint gs_lesson_session_get_step (GsLessonSession *self);
guint gs_lesson_session_get_n_steps (GsLessonSession *self);

/* Enters a step; one past the end is ignored. */
void gs_lesson_session_go (GsLessonSession *self, guint step);

/* A run that ended; it counts when it is one of the step's own spec. */
void gs_lesson_session_set_report (GsLessonSession *self, GsReport *report);
/* Whether the step wants a run and has none yet. */
gboolean gs_lesson_session_needs_run (GsLessonSession *self);
/* The step's recorded run; NULL: it has none, or it is not there. */
GsReport *gs_lesson_session_get_recording (GsLessonSession *self);

/* Whether the experiment holds the launch the step speaks of, and putting it
 * back. */
gboolean gs_lesson_session_on_track (GsLessonSession *self);
void gs_lesson_session_restore (GsLessonSession *self);

/* Translated, numbers filled in (a number not known yet is "…"), words between
 * backticks left as they are. Free them; NULL where the step has no such text. */
char *gs_lesson_session_dup_heading (GsLessonSession *self);
char *gs_lesson_session_dup_text (GsLessonSession *self);
char *gs_lesson_session_dup_prompt (GsLessonSession *self);
char *gs_lesson_session_dup_choice (GsLessonSession *self, guint choice);
/* Only once the question was answered. */
char *gs_lesson_session_dup_reveal (GsLessonSession *self);
/* What stands in the way, in one sentence: no run yet, no recording. */
char *gs_lesson_session_dup_notice (GsLessonSession *self);

/* What the step lights in its view; NONE while its launch is not the one on screen,
 * or it waits for a run. Clear it. */
void gs_lesson_session_get_highlight (GsLessonSession *self, GsHighlight *highlight);

/* @answer: a typed number, or a choice's value. FALSE with @error when it is no
 * number or the truth is not known yet; the step then stays open. */
gboolean gs_lesson_session_answer (GsLessonSession *self, const char *answer, GError **error);
/* The answer without one given; FALSE with @error while the truth is not known. */
gboolean gs_lesson_session_reveal (GsLessonSession *self, GError **error);
const char *gs_lesson_session_get_answer (GsLessonSession *self); /* of this step; NULL: none */
GsOutcome gs_lesson_session_get_outcome (GsLessonSession *self);
/* Whether the last step is reached and no question of the lesson is open. */
gboolean gs_lesson_session_is_finished (GsLessonSession *self);

G_END_DECLS
