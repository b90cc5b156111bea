#include "fuzz-target.h"
#include "gs-lesson.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* Nothing at all comes as no pointer. */
  const char *text = size > 0 ? (const char *)data : "";
  g_autoptr (GError) error = NULL;
  g_autoptr (GsLesson) lesson = gs_lesson_parse (text, (gssize)size, "fuzz.xml", &error);
  g_assert_true ((lesson == NULL) == (error != NULL));
  return 0;
}
