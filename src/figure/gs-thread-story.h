#pragma once

#include "gs-plan.h"

G_BEGIN_DECLS

typedef enum
{
  GS_STORY_PLAIN, /* who it is */
  GS_STORY_MATH,  /* a formula with its numbers: set in a fixed-width face */
  GS_STORY_GOOD,  /* it works, on this element */
  GS_STORY_STOP,  /* the guard stops it */
  GS_STORY_BAD,   /* it writes where it must not */
} GsStoryRole;

typedef struct
{
  GsStoryRole role;
  char *text; /* translated */
} GsStoryLine;

/* What one thread does, line by line, with the numbers put into the formulas:
 * "i = blockIdx.x·blockDim.x + threadIdx.x = 1·4 + 3 = 7", "7 < 7 is false → stops".
 * @inputs, if not NULL, has the values of A and B (gs_spec_has_values()), and they are
 * written out.
 * An array of GsStoryLine that owns its lines; NULL when @id is not in the grid. */
GPtrArray *gs_thread_story (const GsPlan *plan, const GsThreadId *id, const GsSpec *inputs);

/* The same as one text, a line each. Free it; NULL as above. */
char *gs_thread_story_text (const GsPlan *plan, const GsThreadId *id, const GsSpec *inputs);

G_END_DECLS
