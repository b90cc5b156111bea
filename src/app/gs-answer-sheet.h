#pragma once

#include "gs-lesson.h"
#include "gs-window.h"

G_BEGIN_DECLS

/* The teacher's window: what is right in the open lesson, for a range of
 * students' numbers. @lesson is kept as long as that takes. */
void gs_answer_sheet_show (GsWindow *window, const GsLesson *lesson);

G_END_DECLS
