#pragma once

#include "gs-lesson.h"

G_BEGIN_DECLS

/* Whether each line that @lesson lights is there in its step's kernel. FALSE with
 * @error (GS_IO_ERROR_SYNTAX), which names @name and the step's line. */
gboolean gs_lesson_lines_check (const GsLesson *lesson, const char *name, GError **error);

G_END_DECLS
