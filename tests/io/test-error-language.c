#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "gs-lesson-library.h"
#include "gs-locale.h"
#include "gs-profile-io.h"
#include "gs-report-json.h"
#include "gs-roofs-json.h"
#include "gs-session.h"
#include "gs-spec-json.h"
#include "gs-sweep-file.h"
#include "gs-sweep-json.h"
#include "gs-test-folder.h"
#include "gs-test-locale.h"

/* What a reader says of a damaged document, in the locale C, where the command
 * line stays, and in a Chinese window. */
typedef struct
{
  const char *name;
  void (*read) (const char *text, GError **error);
  const char *text;
  const char *english, *chinese;
} Case;

static void
read_spec (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, error);
  GsSpec *spec = node != NULL ? gs_spec_from_json (node, error) : NULL;

  g_clear_pointer (&spec, gs_spec_free);
}

static void
read_report (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, error);
  GsReport *report = node != NULL ? gs_report_from_json (node, error) : NULL;

  g_clear_pointer (&report, gs_report_unref);
}

static void
read_session (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, error);
  GsSession *session = node != NULL ? gs_session_from_json (node, NULL, NULL, error) : NULL;

  g_clear_pointer (&session, gs_session_free);
}

/* Nothing of a newer session may be lost by saving it. */
static void
save_session (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, NULL);
  g_autoptr (GsSession) session = gs_session_from_json (node, NULL, NULL, NULL);
  g_autoptr (GFile) file = g_file_new_for_path ("/dev/null/x.gridscope");

  g_assert_nonnull (session);
  g_assert_false (gs_session_save (session, file, NULL, error));
}

static void
read_sweep (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, error);
  GsSweep *sweep = node != NULL ? gs_sweep_from_json (node, error) : NULL;

  g_clear_pointer (&sweep, gs_sweep_free);
}

/* The folder has another name each time, so it is taken off. */
static void
read_sweep_lines (const char *text, GError **error)
{
  g_autoptr (GFile) folder = gs_test_folder_new ();
  g_autoptr (GFile) file = gs_test_folder_write (folder, "x.jsonl", text, -1);
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *message = NULL;

  g_assert_null (gs_sweep_load (file, error));
  message = g_steal_pointer (&(*error)->message);
  g_assert_true (g_str_has_prefix (message, name));
  (*error)->message = g_strdup (message + strlen (name));
  gs_test_folder_remove (folder);
}

static void
read_roofs (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, error);
  GsRoofs *roofs = node != NULL ? gs_roofs_from_json (node, error) : NULL;

  g_clear_pointer (&roofs, gs_roofs_free);
}

static void
read_profile (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = gs_json_parse (text, -1, error);
  GsLimits limits;

  if (node != NULL)
    gs_limits_from_json (node, &limits, error);
}

static void
find_profile (const char *word, GError **error)
{
  GsLimits limits;

  gs_profile_find (word, &limits, error);
}

static void
read_lesson (const char *text, GError **error)
{
  GsLesson *lesson = gs_lesson_parse (text, -1, "x.xml", error);

  g_clear_pointer (&lesson, gs_lesson_free);
}

static void
find_lesson (const char *id, GError **error)
{
  gs_lesson_library_find (id, error);
}

#define LESSON(inside) "<lesson id=\"x\"><title>T</title>" inside "</lesson>"
#define STEP(inside)   "\n<step view=\"coverage\"><heading>H</heading><text>T</text>" inside "</step>"
#define REPORT(inside)                                                                                       \
  "{\"schema\":\"gridscope.report/1\",\"spec\":{\"op\":\"hadamard\",\"n\":7},\"results\":[{" inside "}]}"
#define SWEEP(inside)                                                                                        \
  "{\"schema\":\"gridscope.crossover/1\",\"op\":\"matmul\",\"series\":[{\"backend\":\"cpu\","                \
  "\"points\":[" inside "]}]}"
#define POINT "{\"size\":64,\"n\":3,\"compute_ns\":1,\"mad_ns\":0,\"total_ns\":1}"

static const Case cases[] = {
  { "text-cut", read_spec, "{\"n\":7", "line 1, column 7: the text ends where “,” or “}” is expected",
    "第 1 行第 7 列：文本已结束，但这里应是“,”或“}”" },
  { "text-foreign", read_spec, "{\n\"n\": seven}",
    "line 2, column 6: found “s” where a number, an array, an object, a string, true, false or null is "
    "expected",
    "第 2 行第 6 列：遇到“s”，但这里应是数、数组、对象、字符串、true、false 或 null" },
  { "text-half-number", read_spec, "{\"n\":7.}",
    "line 1, column 8: found “}” where a digit must follow the decimal point",
    "第 1 行第 8 列：遇到“}”，但小数点之后必须是数字" },
  { "text-key-twice", read_spec, "{\"n\":7,\"n\":8}",
    "line 1, column 8: the key “n” is given twice in one object",
    "第 1 行第 8 列：键“n”在同一个对象中出现了两次" },
  { "no-object", read_session, "[]", "the document must be an object {…}", "文档：必须是对象 {…}" },
  { "spec-key", read_spec, "{\"blok\":[4]}", "spec has no key “blok”; did you mean “block”?",
    "spec：没有键“blok”；是否想写“block”？" },
  { "spec-type", read_spec, "{\"n\":\"7\"}", "spec.n must be an integer, not \"7\"",
    "spec.n 必须是整数，而不是 \"7\"" },
  { "spec-range", read_spec, "{\"repeats\":0}", "spec.repeats is 0; it must be from 1 to 1000000",
    "spec.repeats 是 0；必须在 1 到 1000000 之间" },
  { "spec-word", read_spec, "{\"op\":\"hadamrd\"}", "spec.op is “hadamrd”; did you mean “hadamard”?",
    "spec.op 是“hadamrd”；是否想写“hadamard”？" },
  { "spec-backend", read_spec, "{\"backend\":\"cuba\"}",
    "backend: Unknown backend “cuba”; did you mean “cuda”?", "backend：未知的后端“cuba”；是否想用“cuda”？" },
  { "spec-matrix", read_spec, "{\"a\":7}",
    "a: a matrix must be a generator (\"random:1\") or rows of numbers ([[1,2],[3,4]])",
    "a：矩阵必须是生成器（\"random:1\"）或数的各行（[[1,2],[3,4]]）" },
  { "report-newer", read_report, "{\"schema\":\"gridscope.report/2\"}",
    "schema is “gridscope.report/2”, made by a newer version; this one reads up to “gridscope.report/1”",
    "schema 是“gridscope.report/2”，由更新版本创建；此版本最多能读到“gridscope.report/1”" },
  { "report-spec", read_report, "{\"schema\":\"gridscope.report/1\"}", "spec is missing", "spec 缺失" },
  { "report-times", read_report, REPORT ("\"backend\":\"cpu\",\"compute\":{\"samples_ns\":[-1]}"),
    "results[0].compute.samples_ns must hold times only: numbers from 0 on",
    "results[0].compute.samples_ns 只能含有时间：不小于 0 的数" },
  { "report-blocks", read_report, REPORT ("\"backend\":\"cpu\",\"schedule\":{\"blocks\":[[0,0,0,9,8]]}"),
    "results[0].schedule.blocks entry 0 must be [block x, block y, multiprocessor, start, end] without a "
    "number below 0, the end not before the start",
    "results[0].schedule.blocks 的条目 0 必须是 [线程块 x, 线程块 y, 多处理器, 开始, 结束]，"
    "其中没有小于 0 的数，结束不早于开始" },
  { "session-schema", read_session, "{\"schema\":\"gridscope.sesion/1\"}",
    "schema is “gridscope.sesion/1”; it must be “gridscope.session/1”",
    "schema 是“gridscope.sesion/1”；必须是“gridscope.session/1”" },
  { "session-view", read_session, "{\"schema\":\"gridscope.session/1\",\"view\":[]}",
    "view must be an object {…}", "view 必须是对象 {…}" },
  { "session-matrix", read_session,
    "{\"schema\":\"gridscope.session/1\",\"spec\":{\"a\":{\"npy\":\"../a.npy\"}}}",
    "spec.a names “../a.npy”, which is no matrix in the folder of a session",
    "spec.a 指向“../a.npy”，它不是会话文件夹中的矩阵" },
  { "session-newer", save_session, "{\"schema\":\"gridscope.session/2\"}",
    "the session was made by a newer version and is open for reading only; saving it here would lose what "
    "this version does not know",
    "此会话由更新版本创建，只能只读打开；在这里保存会丢失此版本不认识的内容" },
  { "sweep-schema", read_sweep, "{}",
    "This is no gridscope.crossover/1 document: it does not name that schema.",
    "这不是 gridscope.crossover/1 文档：它没有写明这种 schema。" },
  { "sweep-size-twice", read_sweep, SWEEP (POINT "," POINT),
    "This is no gridscope.crossover/1 document: a series has two points of one size.",
    "这不是 gridscope.crossover/1 文档：某条曲线有两个尺寸相同的点。" },
  { "sweep-line", read_sweep_lines, SWEEP (POINT) "\n{}\n",
    ": Line 2: This is no gridscope.crossover/1 document: it does not name that schema.",
    "：第 2 行：这不是 gridscope.crossover/1 文档：它没有写明这种 schema。" },
  { "sweep-empty", read_sweep_lines, "",
    ": There is no whole line of a sweep in it; it should be what “sweep --json” printed.",
    "：其中没有一行完整的扫描数据；它应当是“sweep --json”的输出。" },
  { "roofs", read_roofs, "{\"schema\":\"gridscope.roofs/1\",\"roofs\":[{\"name\":\"x\",\"fma_gflops\":-1}]}",
    "roofs[0].fma_gflops is no rate of a processor", "roofs[0].fma_gflops 不可能是处理器的速率" },
  { "profile", read_profile, "{\"warp_size\":0}",
    "limits.max_threads_per_block and warp_size, max_block and max_grid must be from 1 to 2147483647",
    "limits.max_threads_per_block 以及 warp_size、max_block 和 max_grid 都必须在 1 到 2147483647 之间" },
  { "profile-word", find_profile, "h20", "there is no device profile “h20”; did you mean “h200”?",
    "没有设备档案“h20”；是否想写“h200”？" },
  { "lesson-step", read_lesson, LESSON (""),
    "x.xml, line 1: A lesson needs a <title> and at least one <step>.",
    "x.xml 第 1 行：课程需要 <title> 和至少一个 <step>。" },
  { "lesson-nested", read_lesson, LESSON ("<lesson id=\"y\"/>"),
    "x.xml, line 1: <lesson> belongs in <the file itself>, not in <lesson>.",
    "x.xml 第 1 行：<lesson> 应放在 <文件本身> 中，而不是 <lesson> 中。" },
  { "lesson-view", read_lesson, LESSON ("\n<step view=\"covrage\"/>"),
    "x.xml, line 2: There is no view “covrage”; the nearest is coverage.",
    "x.xml 第 2 行：没有视图“covrage”；最接近的是 coverage。" },
  { "lesson-attribute", read_lesson, LESSON ("\n<step veiw=\"coverage\"/>"),
    "x.xml, line 2: <step> has no attribute “veiw”; did you mean “view”.",
    "x.xml 第 2 行：<step> 没有属性“veiw”；是否想写“view”？" },
  { "lesson-spec", read_lesson, LESSON (STEP ("<spec>{\"n\":true}</spec>")),
    "x.xml, line 2: the spec of step 1 is wrong: spec.n must be an integer, not true",
    "x.xml 第 2 行：第 1 步的 spec 有误：spec.n 必须是整数，而不是 true" },
  { "lesson-id", find_lesson, "celing", "There is no lesson “celing”; did you mean “ceiling”?",
    "没有课程“celing”；是否想写“ceiling”？" },
};

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) english = NULL;
  g_autoptr (GError) chinese = NULL;

  c->read (c->text, &english);
  g_assert_nonnull (english);
  if (setlocale (LC_MESSAGES, "C.UTF-8") == NULL)
    {
      g_test_skip ("there is no locale C.UTF-8");
      return;
    }
  c->read (c->text, &chinese);
  setlocale (LC_MESSAGES, "C");
  g_assert_nonnull (chinese);
  g_assert_cmpint (chinese->code, ==, english->code);
  g_assert_cmpstr (english->message, ==, c->english);
  g_assert_cmpstr (chinese->message, ==, c->chinese);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  /* gettext asks LANGUAGE in every locale but C. */
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  gs_locale_bind ("");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/error-language/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
