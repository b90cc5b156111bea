#pragma once

#include "gs-lesson.h"
#include "gs-report.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* The program's own lessons in teaching order; array of GsLesson. Read once and
 * kept for good: the lessons must not be changed or freed. */
const GPtrArray *gs_lesson_library (void);

/* The lesson of that id, not owned. NULL with @error (GS_IO_ERROR_KEY) that names
 * the nearest id. */
const GsLesson *gs_lesson_library_find (const char *id, GError **error);

/* The recorded run a step names, as it is built into the program. NULL with
 * @error: there is no such recording, or it cannot be read. */
GsReport *gs_lesson_library_recording (const char *name, GError **error);
/* The same for a recorded sweep. */
GsSweep *gs_lesson_library_sweep (const char *name, GError **error);

G_END_DECLS
