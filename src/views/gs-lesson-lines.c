#include "gs-lesson-lines.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-kernel-text.h"

gboolean
gs_lesson_lines_check (const GsLesson *lesson, const char *name, GError **error)
{
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const GsLessonStep *step = gs_lesson_step (lesson, i);
      g_autoptr (GsSpec) spec = NULL;
      g_autofree char *text = NULL;
      const GsKernelInfo *kernel;

      if (step->highlight == NULL || !g_str_has_prefix (step->highlight, "line "))
        continue;
      spec = gs_lesson_step_spec (lesson, i, 0, NULL);
      kernel = spec != NULL ? gs_kernel_info_for_plan (spec) : NULL;
      text = gs_kernel_text (kernel);
      if (text != NULL
          && gs_kernel_text_find_code (text, kernel->symbol, step->highlight + strlen ("line ")) > 0)
        continue;
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("%s, line %d: the highlight is wrong: no line of %s has “%s”."), name, step->line,
                   kernel != NULL ? kernel->name : _ ("the kernel"), step->highlight + strlen ("line "));
      return FALSE;
    }
  return TRUE;
}
