#pragma once

#include <json-glib/json-glib.h>

#include "gs-lesson.h"
#include "gs-plan.h"

G_BEGIN_DECLS

typedef enum
{
  GS_HIGHLIGHT_NONE,
  GS_HIGHLIGHT_THREAD,
  GS_HIGHLIGHT_ELEMENT,
  GS_HIGHLIGHT_BLOCK,
  GS_HIGHLIGHT_LINE,
  GS_HIGHLIGHT_CARDS,
  GS_N_HIGHLIGHTS
} GsHighlightKind;

/* What a step of a lesson lights in its view while it is shown. */
typedef struct
{
  GsHighlightKind kind;
  GsThreadId thread;  /* THREAD; of a BLOCK only .block */
  gint64 row, column; /* ELEMENT of the output, from 0 */
  char *code;         /* LINE: words that stand in it; the first such line of the kernel */
} GsHighlight;

void gs_highlight_clear (GsHighlight *self);

/* The highlight of a step, its {paths} filled in from @facts and held against
 * @plan. NONE without @error when the step has no highlight; NONE with @error
 * (GS_IO_ERROR_SYNTAX) when it is no highlight, lies outside the launch, or is
 * nothing that the step's view can light; GS_IO_ERROR_KEY when it waits for a run. */
void gs_highlight_init (
    GsHighlight *self, const GsLessonStep *step, JsonNode *facts, const GsPlan *plan, GError **error);

/* "Lit in the picture: block (1, 0)". Translated. Free it; NULL for NONE. */
char *gs_highlight_describe (const GsHighlight *self);

G_END_DECLS
