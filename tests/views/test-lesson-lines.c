#include "gs-lesson-library.h"
#include "gs-lesson-lines.h"

#define LESSON(kernel, code)                                                                                 \
  "<lesson id='x'><title>T</title>\n<step view='kernel' highlight='line " code "'><heading>H</heading>"      \
  "<text>T</"                                                                                                \
  "text><spec>{\"op\":\"matmul\",\"m\":32,\"n\":32,\"k\":32,\"block\":[16,16],\"kernel\":[\"" kernel         \
  "\"],\"backend\":[\"simt\"]}</spec></step></lesson>"

static void
test_own (void)
{
  const GPtrArray *lessons = gs_lesson_library ();

  for (guint i = 0; i < lessons->len; i++)
    {
      const GsLesson *lesson = g_ptr_array_index (lessons, i);
      g_autoptr (GError) error = NULL;

      gs_lesson_lines_check (lesson, lesson->id, &error);
      g_assert_no_error (error);
    }
}

/* The barrier is a line of the third kernel only. */
static void
test_other_kernel (void)
{
  static const struct
  {
    const char *text;
    gboolean there;
  } cases[] = {
    { LESSON ("matmul/k3_shared_tile", "GS_UNLESS (BARRIER_2)"), TRUE },
    { LESSON ("matmul/k1_naive", "GS_UNLESS (BARRIER_2)"), FALSE },
    { LESSON ("matmul/k1_naive", "float sum = 0.0f;"), TRUE },
    { LESSON ("matmul/k1_naive", "no such words"), FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GsLesson) lesson = gs_lesson_parse (cases[i].text, -1, "x.xml", &error);

      g_assert_no_error (error);
      g_assert_cmpint (gs_lesson_lines_check (lesson, "x.xml", &error), ==, cases[i].there);
      if (!cases[i].there)
        g_assert_true (g_str_has_prefix (error->message, "x.xml, line 2: the highlight is wrong: "));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-lines/own", test_own);
  g_test_add_func ("/lesson-lines/other-kernel", test_other_kernel);
  return g_test_run ();
}
