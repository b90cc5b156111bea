#include <json-glib/json-glib.h>

#include "gs-lesson-facts.h"
#include "gs-lesson.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *message; /* part of the error; NULL: must parse */
} ParseCase;

#define LESSON(inside) "<lesson id=\"x\"><title>T</title>" inside "</lesson>"
#define STEP(inside)   "<step view=\"coverage\"><heading>H</heading><text>T</text>" inside "</step>"

#define LIT(view, what)                                                                                      \
  LESSON ("\n<step view=\"" view "\" highlight=\"" what "\"><heading>H</heading><text>T</text>"              \
          "<spec>{\"op\":\"hadamard\",\"n\":7,\"block\":[4]}</spec></step>")

static const ParseCase parse_cases[] = {
  { "smallest", LESSON (STEP ("")), NULL },
  { "no-step", LESSON (""), "at least one <step>" },
  { "unknown-view", "<lesson id=\"x\"><title>T</title>\n<step view=\"covrage\"/></lesson>",
    "line 2: There is no view “covrage”; the nearest is coverage" },
  { "unknown-element", LESSON ("<stpe/>"), "<stpe> is no element" },
  { "misplaced", LESSON ("<prompt>p</prompt>"), "<prompt> belongs in <question>" },
  { "unknown-attribute", "<lesson id=\"x\"><title>T</title><step veiw=\"coverage\"/></lesson>",
    "did you mean “view”" },
  { "not-xml", "<lesson id=\"x\"><title>T</lesson>", "x.xml" },
  { "bad-thread", LESSON ("<step view=\"coverage\" thread=\"1 2\"><heading>H</heading><text>T</text></step>"),
    "four whole numbers" },
  { "bad-kind", LESSON (STEP ("<question kind=\"guess\" truth=\"plan.idle\"/>")),
    "“number” or “choice”, not “guess”" },
  { "one-choice",
    LESSON (STEP ("<question kind=\"choice\" truth=\"plan.launches\"><prompt>p</prompt><choice "
                  "value=\"true\">y</choice><reveal>r</reveal></question>")),
    "at least two, not 1" },
  { "bad-spec", LESSON (STEP ("\n<spec>{\"op\":\"hadamrd\"}</spec>")),
    "line 2: the spec of step 1 is wrong" },
  { "highlight", LIT ("coverage", "block 1 0"), NULL },
  { "highlight-from-the-plan", LIT ("coverage", "element 0 {plan.idle}"), NULL },
  { "highlight-waits-for-a-run", LIT ("coverage", "element 0 {results.simt.verify.nan}"), NULL },
  { "highlight-line", LIT ("kernel", "line GS_GUARD"), NULL },
  { "highlight-cards", LIT ("timing", "cards"), NULL },
  { "highlight-cards-elsewhere", LIT ("coverage", "cards"), "The view “coverage” has no cards" },
  { "highlight-cards-numbered", LIT ("timing", "cards 1"), "0 whole numbers belong" },
  { "highlight-unknown", LIT ("coverage", "blok 1 0"),
    "line 2: the highlight is wrong: A highlight begins with" },
  { "highlight-not-in-view", LIT ("timing", "block 1 0"), "The view “timing” has no block" },
  { "highlight-few-numbers", LIT ("coverage", "thread 1 0 1"), "4 whole numbers belong" },
  { "highlight-outside", LIT ("coverage", "block 2 0"), "There is no “block 2 0” here: the output is 1 × 7" },
  { "highlight-thread-outside", LIT ("coverage", "thread 1 0 4 0"), "the grid 2 × 1 blocks of 4 × 1" },
  { "highlight-element-outside", LIT ("numbers", "element 0 7"), "There is no “element 0 7”" },
  { "highlight-no-path", LIT ("coverage", "element 0 {plan.idel}"), "“plan.idel” names no value" },
  { "highlight-no-words", LIT ("kernel", "line "), "words that stand in the line" },
  /* A tag that ends its line, and tags over several lines. */
  { "line-unknown-attribute",
    "<lesson id=\"x\">\n<title>T</title>\n<step veiw=\"coverage\">\n</step></lesson>",
    "line 3: <step> has no attribute “veiw”" },
  { "line-of-the-attribute",
    "<lesson id=\"x\">\n<title>T</title>\n<step\n  view=\"coverage\"\n  "
    "veiw='a\nveiw=b'\n>\n</step></lesson>",
    "line 5: <step> has no attribute “veiw”" },
  { "line-missing-attribute", "<lesson id=\"x\">\n<title>T</title>\n<step\nrun=\"yes\"\n>\n</step></lesson>",
    "line 3: <step> needs the attribute “view”" },
  { "line-unknown-view",
    "<lesson id=\"x\">\n<title>T</title>\n<step run=\"yes\"\n\n view = \"covrage\"\n>\n</step></lesson>",
    "line 5: There is no view “covrage”" },
  { "line-unknown-element", "<lesson id=\"x\">\n<title>T</title>\n<stpe>\n\n</stpe></lesson>",
    "line 3: <stpe> is no element" },
  { "line-misplaced",
    "<!-- <a>\n-->\n<lesson id=\"x\">\n<title>T &lt;b&gt;</title>\n<prompt>\np</prompt></lesson>",
    "line 5: <prompt> belongs in" },
  { "line-thread",
    LESSON ("\n<step view=\"coverage\"\n thread=\"1 2\"\n><heading>H</heading><text>T</text></step>"),
    "line 3: thread=" },
  { "line-kind", LESSON (STEP ("\n<question\nkind=\"guess\"\ntruth=\"plan.idle\"\n/>")),
    "line 3: A question’s kind" },
  { "line-choose", LESSON ("\n<vary name=\"n\"\n\nchoose=\"7 x\"\n/>"), "line 4: “x” in choose" },
  { "line-spec", LESSON (STEP ("\n<spec\n>\n{\"op\":\"hadamrd\"}</spec>")), "line 2: the spec of step 1" },
  { "line-highlight",
    LESSON ("\n<step view=\"coverage\"\nhighlight=\"blok\"\n><heading>H</heading><text>T</text>"
            "<spec>{\"op\":\"hadamard\",\"n\":7,\"block\":[4]}</spec></step>"),
    "line 3: the highlight is wrong" },
  { "line-step-without-heading", LESSON ("\n<step view=\"coverage\">\n<text>T</text>\n</step>\n"),
    "line 2: A step needs a <heading>" },
  { "line-no-step", "\n\n<lesson\nid=\"x\">\n<title>T</title></lesson>\n", "line 3: A lesson needs" },
  { "bad-vary", LESSON ("<vary name=\"n\" choose=\"7 x\"/>"), "“x” in choose is not a whole number" },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GsLesson) lesson = gs_lesson_parse (c->text, -1, "x.xml", &error);

  if (c->message == NULL)
    {
      g_assert_no_error (error);
      g_assert_nonnull (lesson);
      return;
    }
  g_assert_null (lesson);
  g_assert_nonnull (error);
  if (strstr (error->message, c->message) == NULL)
    g_error ("“%s” lacks “%s”", error->message, c->message);
}

static const char *const vary_lesson = LESSON ("<vary name=\"n\" choose=\"7 9 11 13\"/>" STEP (
    "<spec>{\"op\":\"hadamard\",\"n\":$n,\"block\":[4]}</spec>"
    "<question kind=\"number\" truth=\"plan.idle\"><prompt>p</prompt><reveal>{plan.idle} of "
    "{plan.threads}</reveal></question>") STEP (""));

static void
test_variants (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsLesson) lesson = gs_lesson_parse (vary_lesson, -1, "x.xml", &error);
  guint seen = 0;

  g_assert_no_error (error);
  for (guint64 seed = 0; seed < 40; seed++)
    {
      g_autoptr (GsSpec) first = gs_lesson_step_spec (lesson, 0, seed, &error);
      g_autoptr (GsSpec) inherited = gs_lesson_step_spec (lesson, 1, seed, &error);

      g_assert_no_error (error);
      g_assert_true (gs_spec_equal (first, inherited));
      g_assert_true (first->n == 7 || first->n == 9 || first->n == 11 || first->n == 13);
      if (seed == 0)
        g_assert_cmpint (first->n, ==, 7);
      seen |= 1u << first->n;
    }
  g_assert_cmpuint (seen, ==, (1u << 7) | (1u << 9) | (1u << 11) | (1u << 13));
}

/* The name that stands there, not one that it begins with. */
static void
test_variable_names (void)
{
  static const char *const text
      = LESSON ("<vary name=\"n\" choose=\"7\"/><vary name=\"number\" choose=\"12\"/>" STEP (
          "<spec>{\"op\":\"hadamard\",\"m\":$n,\"n\":$number,\"block\":[4]}</spec>"));
  g_autoptr (GError) error = NULL;
  g_autoptr (GsLesson) lesson = gs_lesson_parse (text, -1, "x.xml", &error);
  g_autoptr (GsSpec) spec = NULL;

  g_assert_no_error (error);
  spec = gs_lesson_step_spec (lesson, 0, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpint (spec->m, ==, 7);
  g_assert_cmpint (spec->n, ==, 12);
}

static void
test_answers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsLesson) lesson = gs_lesson_parse (vary_lesson, -1, "x.xml", &error);
  g_autoptr (GsSpec) spec = gs_lesson_step_spec (lesson, 0, 0, &error);
  g_autoptr (GsPlan) plan = gs_plan_new (spec, NULL);
  GsThreadId thread = { .block = { 1, 0 }, .thread = { 3, 0 } };
  g_autoptr (JsonNode) facts = gs_lesson_facts_new (plan, spec, NULL, &thread);
  const GsLessonStep *step = gs_lesson_step (lesson, 0);
  g_autofree char *reveal = gs_lesson_expand (step->reveal, facts, &error);
  g_autofree char *fate = gs_lesson_truth ("thread.fate", facts, NULL);
  g_autofree char *compare = gs_lesson_truth ("plan.idle > 0", facts, NULL);
  gboolean right = FALSE;

  g_assert_no_error (error);
  g_assert_cmpstr (reveal, ==, "1 of 8");
  g_assert_cmpstr (fate, ==, "idle");
  g_assert_cmpstr (compare, ==, "true");
  g_assert_true (gs_lesson_check_answer (step, " 1 ", facts, &right, &error));
  g_assert_true (right);
  g_assert_true (gs_lesson_check_answer (step, "2", facts, &right, &error));
  g_assert_false (right);
  g_assert_false (gs_lesson_check_answer (step, "one", facts, &right, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (gs_lesson_expand ("{results.simt.trace.races.total}", facts, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY);
}

/* Every lesson that comes with the program opens, and every text that needs no
 * run can be shown. */
/* As people write numbers, wherever they learned to. */
static void
test_ways_to_write_an_answer (void)
{
  static const struct
  {
    const char *answer;
    gboolean right;
  } table[] = {
    { "1024", TRUE },    { "1 024", TRUE },  { "1,024", TRUE },  { "1\u202f024", TRUE },  { "1024.0", TRUE },
    { "1,0240", FALSE }, { "10,24", FALSE }, { "1,025", FALSE }, { "\u22121024", FALSE },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) spec = gs_spec_new ();
  g_autoptr (GsPlan) plan = NULL;
  g_autoptr (JsonNode) facts = NULL;
  const GsLessonStep step = { .question = GS_QUESTION_NUMBER, .truth = (char *)"plan.active" };

  spec->n = 1024;
  plan = gs_plan_new (spec, NULL);
  facts = gs_lesson_facts_new (plan, spec, NULL, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      gboolean right = FALSE;

      g_assert_true (gs_lesson_check_answer (&step, table[i].answer, facts, &right, &error));
      g_assert_no_error (error);
      g_assert_cmpint (right, ==, table[i].right);
    }
}

static void
test_own_lessons (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("GS_DATADIR"), "lessons", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;
  int n_lessons = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autoptr (GsLesson) lesson = NULL;

      if (!g_str_has_suffix (name, ".xml"))
        continue;
      lesson = gs_lesson_load (file, &error);
      g_assert_no_error (error);
      n_lessons++;
      for (guint i = 0; i < lesson->steps->len; i++)
        {
          const GsLessonStep *step = gs_lesson_step (lesson, i);
          g_autoptr (GsSpec) spec = gs_lesson_step_spec (lesson, i, 0, &error);
          g_autoptr (GsPlan) plan = spec != NULL ? gs_plan_new (spec, NULL) : NULL;
          g_autoptr (JsonNode) facts = NULL;
          g_autofree char *text = NULL;

          if (plan == NULL)
            continue;
          facts = gs_lesson_facts_new (plan, spec, NULL, step->has_thread ? &step->thread : NULL);
          text = gs_lesson_expand (step->text, facts, &error);
          g_assert_no_error (error);
          if (step->truth != NULL && g_str_has_prefix (step->truth, "plan."))
            {
              g_autofree char *truth = gs_lesson_truth (step->truth, facts, &error);

              g_assert_no_error (error);
            }
        }
    }
  g_assert_cmpint (n_lessons, >=, 12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson/parse/", parse_cases[i].name, NULL);

      g_test_add_data_func (path, &parse_cases[i], test_parse);
    }
  g_test_add_func ("/lesson/variants", test_variants);
  g_test_add_func ("/lesson/variable-names", test_variable_names);
  g_test_add_func ("/lesson/answers", test_answers);
  g_test_add_func ("/lesson/ways-to-write-an-answer", test_ways_to_write_an_answer);
  g_test_add_func ("/lesson/own", test_own_lessons);
  return g_test_run ();
}
