#pragma once

#include "gs-io-error.h"
#include "gs-plan.h"

G_BEGIN_DECLS

/* A lesson: steps to read, look at and answer, from an XML file without code.
 * Numbers in its texts are never typed in: `{plan.idle}` is replaced by what the
 * program computed, and so is the truth an answer is held against (see
 * gs-lesson-facts.h). docs/lessons.md describes the format. */
typedef enum
{
  GS_QUESTION_NONE,
  GS_QUESTION_NUMBER,
  GS_QUESTION_CHOICE,
} GsQuestionKind;

typedef struct
{
  char *value; /* what the truth must be for this choice to be right */
  char *text;
} GsLessonChoice;

typedef struct
{
  int line;        /* in the file, from 1, of what is to be lit; without that, of the step */
  char *view;      /* word of gs_lesson_views() */
  gboolean run;    /* the step wants a run, not only a plan */
  char *recording; /* name of a recorded report to show; NULL: none */
  char *sweep;     /* name of a recorded sweep to show; NULL: none */
  gboolean has_thread;
  GsThreadId thread; /* thread to pin */
  char *highlight;   /* what to light, with {paths}: see gs-lesson-highlight.h; NULL: nothing */
  char *heading, *text;
  char *spec; /* JSON with $variables; NULL: that of the step before */
  int spec_line;
  GsQuestionKind question;
  char *truth; /* "plan.idle", "results.simt.trace.races.total > 0" */
  char *prompt, *reveal;
  GPtrArray *choices; /* of GsLessonChoice; never NULL */
} GsLessonStep;

typedef struct
{
  char *name;
  char **values; /* NULL-terminated, at least one; seed 0 takes the first */
} GsLessonVariable;

typedef struct
{
  gatomicrefcount ref_count;
  char *id, *title, *summary;
  GPtrArray *steps;     /* of GsLessonStep, at least one */
  GPtrArray *variables; /* of GsLessonVariable */
} GsLesson;

/* NULL-terminated words of the views a step can ask for. */
const char *const *gs_lesson_views (void);

/* Parses and checks a whole lesson, every spec and highlight for the seeds 0 to 7
 * included. Errors name @name and the line. Texts stay in the language of the file. */
GsLesson *gs_lesson_parse (const char *text, gssize length, const char *name, GError **error);
GsLesson *gs_lesson_load (GFile *file, GError **error);
/* One more owner, for work in another thread; gs_lesson_free() is for each of them. */
GsLesson *gs_lesson_ref (const GsLesson *self);
void gs_lesson_free (GsLesson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsLesson, gs_lesson_free)

const GsLessonStep *gs_lesson_step (const GsLesson *self, guint step);

/* The spec of a step for a student's @seed: variables filled in, a step without
 * one inheriting from the steps before. NULL without @error when no step so far
 * has one. */
GsSpec *gs_lesson_step_spec (const GsLesson *self, guint step, guint64 seed, GError **error);

G_END_DECLS
