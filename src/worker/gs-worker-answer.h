#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One line of the worker, read. */
typedef enum
{
  GS_ANSWER_PROGRESS,
  GS_ANSWER_RESULT,
  GS_ANSWER_ERROR,
} GsAnswerKind;

typedef enum
{
  GS_VALUE_NONE, /* whatever it is, it is not wanted */
  GS_VALUE_REPORT,
  GS_VALUE_SWEEP,
  GS_VALUE_ENVIRONMENT,
  GS_VALUE_ROOFS,
} GsValueKind;

typedef struct
{
  gint64 id; /* -1 when it is not a number */
  GsAnswerKind kind;
  gboolean leaving; /* the process that wrote it takes no further request */
  char *backend, *phase;
  double fraction;
  gpointer value; /* RESULT: as expected; PROGRESS of a sweep: a GsReport; else NULL */
  GDestroyNotify free_value;
  GError *error; /* ERROR */
} GsAnswer;

/* Reads a line as an answer whose result is of kind @expected. NULL with
 * GS_WORKER_ERROR_PROTOCOL when it is not one. Callable from any thread. */
GsAnswer *gs_answer_parse (const char *line, gsize length, GsValueKind expected, GError **error);
void gs_answer_free (GsAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsAnswer, gs_answer_free)

G_END_DECLS
