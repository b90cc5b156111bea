#pragma once

#include <json-glib/json-glib.h>

#include "gs-lesson.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* A teacher's answer sheet: what is right in each question of a lesson, for a
 * range of students' numbers. */
typedef struct
{
  guint64 seed;
  guint step;     /* from 0 */
  char *question; /* the prompt in the words of the lesson, numbers filled in */
  char *answer;   /* the number, or the right choice's words; NULL: not known */
  char *reason;   /* why it is not known; NULL when it is */
} GsSheetRow;

/* Most students of one sheet. */
#define GS_SHEET_MAX_SEEDS 1000

/* Runs @spec for a truth that only a run can tell. NULL with @error. */
typedef GsReport *(*GsSheetRunFunc) (const GsSpec *spec, gpointer data, GError **error);

/* Array of GsSheetRow for the seeds @first to @last, step by step. Runs what must
 * be run, each launch once as long as there are few. A truth that
 * cannot be known (no recording, a run that failed) has a reason. Blocks. NULL
 * with @error: too many seeds (GS_IO_ERROR_SIZE), or cancelled. */
GPtrArray *gs_lesson_sheet_new (const GsLesson *lesson,
                                guint64 first,
                                guint64 last,
                                GsSheetRunFunc run,
                                gpointer data,
                                GCancellable *cancellable,
                                GError **error);

/* Lines of tab-separated values under a heading, for a spreadsheet. Free it. */
char *gs_lesson_sheet_to_text (const GPtrArray *rows);

/* {"schema":"gridscope.lesson-sheet/1","lesson":ID,"rows":[{"seed","step",
 * "question","answer","reason"}]}, steps counted from 1. */
JsonNode *gs_lesson_sheet_to_json (const GsLesson *lesson, const GPtrArray *rows);

G_END_DECLS
