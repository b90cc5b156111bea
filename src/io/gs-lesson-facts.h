#pragma once

#include <json-glib/json-glib.h>

#include "gs-lesson.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* What the program computed, addressed by dotted paths: "spec.…", "plan.…" and,
 * after a run, "results.BACKEND.…" as in the JSON of the contract, with results
 * keyed by backend and phases by name, and "thread.…" (index, row, column,
 * fate, warp, lane) of the pinned thread. A number in a path picks from an
 * array. @report and @thread may be NULL. */
JsonNode *gs_lesson_facts_new (const GsPlan *plan,
                               const GsSpec *spec,
                               const GsReport *report,
                               const GsThreadId *thread);

/* The facts of one step for a student's @seed. @report: its run, or its recording,
 * whose spec and plan then count; NULL: none yet. NULL with @error when the spec
 * of the step is wrong. */
JsonNode *gs_lesson_step_facts (
    const GsLesson *lesson, guint step, guint64 seed, const GsReport *report, GError **error);

/* Replaces every {path} in @text; `{{` stands for a brace. NULL with @error
 * (GS_IO_ERROR_KEY) naming a path that leads nowhere. Free it. */
char *gs_lesson_expand (const char *text, JsonNode *facts, GError **error);

/* The truth of a question as text: the value at a path, or "true"/"false" for
 * "path > value", "path < path" and "path = value". Free it. */
char *gs_lesson_truth (const char *expression, JsonNode *facts, GError **error);

/* Holds @answer (the typed number, or a choice's value) against the truth.
 * Whole numbers must be equal; others within 1 %. FALSE with @error when the
 * answer is no number or the truth is not known yet (no run). */
gboolean gs_lesson_check_answer (
    const GsLessonStep *step, const char *answer, JsonNode *facts, gboolean *right, GError **error);

G_END_DECLS
