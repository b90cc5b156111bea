#pragma once

#include <json-glib/json-glib.h>

#include "gs-lesson-session.h"

G_BEGIN_DECLS

/* Shared by the files of the lesson session: where the student is, and the texts
 * that follow from it. */

/* What became of one question. */
typedef struct
{
  char *answer; /* NULL: none */
  GsOutcome outcome;
} GsLessonAnswer;

struct _GsLessonSession
{
  GObject parent_instance;

  GsExperiment *experiment;
  const GsLesson *lesson; /* NULL: none is open */
  GsLesson *owned;        /* the same, when it is the session's */
  guint64 seed;
  guint step;
  GArray *answers; /* of GsLessonAnswer, one for each step */

  GsSpec *spec;     /* of the step; NULL: it has none */
  GsReport *report; /* of the step's spec, or its recording */
  JsonNode *facts;
};

/* Whether a lesson is open and its step asks something. */
gboolean gs_lesson_session_has_question (GsLessonSession *self);

G_END_DECLS
