#include <locale.h>
#include <string.h>

#include "gs-export-animation.h"
#include "gs-export-figure.h"
#include "gs-export-private.h"
#include "gs-locale.h"
#include "gs-painter-crossover.h"
#include "gs-painter-occupancy.h"
#include "gs-samples.h"

/* What a figure that cannot be drawn says: in the locale C, where the command line
 * stays whatever the language of the figure is, and in a Chinese window. */
typedef struct
{
  const char *name;
  void (*ask) (const GsFigureInput *input, GsFigureStyle *style, GError **error);
  GsFigureKind kind;
  gboolean report; /* there is one, with nothing but times in it */
  const char *english, *chinese;
} Case;

static void
draw (const GsFigureInput *input, GsFigureStyle *style, GError **error)
{
  g_assert_null (gs_export_figure (input, style, GS_FORMAT_SVG, error));
}

static void
draw_too_large (const GsFigureInput *input, GsFigureStyle *style, GError **error)
{
  style->scale = 40;
  g_assert_null (gs_export_figure (input, style, GS_FORMAT_PNG, error));
}

/* The bound is asked before; cairo's own, of memory for one, is behind it. */
static void
paint_too_large (const GsFigureInput *input, GsFigureStyle *style, GError **error)
{
  g_assert_false (gs_export_check (CAIRO_STATUS_INVALID_SIZE, error));
}

static void
animate (const GsFigureInput *input, GsFigureStyle *style, GError **error)
{
  g_assert_null (gs_export_animation (input, style, error));
}

static void
name_a_file (const GsFigureInput *input, GsFigureStyle *style, GError **error)
{
  GsFigureFormat format;

  g_assert_false (gs_figure_format_from_path ("a.gif", &format, error));
}

static const Case cases[] = {
  { "crossover", draw, GS_FIGURE_CROSSOVER, FALSE,
    "The figure “crossover” needs a sweep: run one over several sizes first.",
    "图“crossover”需要一次扫描：请先对多个尺寸进行扫描。" },
  { "roofline", draw, GS_FIGURE_ROOFLINE, FALSE,
    "The figure “roofline” needs measured roofs: measure this machine first.",
    "图“roofline”需要实测的屋顶：请先测量本机。" },
  { "coverage", draw, GS_FIGURE_COVERAGE, FALSE,
    "The figure “coverage” needs a plan: describe a spec, or give a report.",
    "图“coverage”需要计划：请描述一个 spec，或给出一份报告。" },
  { "timing", draw, GS_FIGURE_TIMING, FALSE,
    "The figure “timing” needs a report: run the spec first, or give a saved one.",
    "图“timing”需要报告：请先运行该 spec，或给出一份已保存的报告。" },
  { "schedule", draw, GS_FIGURE_SCHEDULE, TRUE,
    "No result of this report has a schedule of its blocks; only a run on the backend “cuda” gives one: use "
    "such a report or a recording.",
    "此报告的结果中没有线程块的调度；只有后端“cuda”上的运行才会给出：请使用这样的报告或实测记录。" },
  { "pitfall", draw, GS_FIGURE_PITFALL, TRUE,
    "No result of this report has the three readings of one launch; only a run on the backend “cuda” gives "
    "one: use such a report or a recording.",
    "此报告的结果中没有同一次启动的三种计时；只有后端“cuda”上的运行才会给出：请使用这样的报告或实测记录。" },
  { "size", draw_too_large, GS_FIGURE_TIMING, TRUE,
    "A figure of 38400 × 24000 pixels cannot be drawn; each side must be from 1 to 32767: change the size or "
    "the scale.",
    "无法绘制 38400 × 24000 像素的图；每边必须在 1 到 32767 之间：请更改尺寸或缩放倍数。" },
  { "paint", paint_too_large, GS_FIGURE_TIMING, TRUE,
    "The figure could not be drawn (invalid value (typically too big) for the size of the input (surface, "
    "pattern, etc.)); make it smaller.",
    "无法绘制此图（invalid value (typically too big) for the size of the input (surface, pattern, "
    "etc.)）；请缩小尺寸。" },
  { "animate", animate, GS_FIGURE_TIMING, TRUE,
    "Only the coverage of a launch that a device allows can be played; draw it without.",
    "只有设备允许的启动，其覆盖图才能播放；请绘制静止的图。" },
  { "format", name_a_file, GS_FIGURE_TIMING, FALSE,
    "“a.gif” does not say in which format to draw; end its name in .png, .svg or .pdf.",
    "从“a.gif”看不出要绘制成哪种格式；请让文件名以 .png、.svg 或 .pdf 结尾。" },
};

static char *
message_of (const Case *c, const char *language)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsReport) report = c->report ? sample_product_report () : NULL;
  GsFigureInput input;
  GsFigureStyle style;

  gs_figure_input_init (&input, c->kind);
  input.report = report;
  gs_figure_style_init (&style);
  style.language = language;
  c->ask (&input, &style, &error);
  g_assert_nonnull (error);
  return g_steal_pointer (&error->message);
}

/* Whether sentences are Chinese now; there are systems without this locale. */
static gboolean
speak_chinese (void)
{
  if (setlocale (LC_MESSAGES, "C.UTF-8") != NULL)
    return TRUE;
  g_test_skip ("there is no locale C.UTF-8");
  return FALSE;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *english = message_of (c, "zh_CN"), *chinese = NULL;

  if (!speak_chinese ())
    return;
  chinese = message_of (c, NULL);
  setlocale (LC_MESSAGES, "C");
  g_assert_cmpstr (english, ==, c->english);
  g_assert_cmpstr (chinese, ==, c->chinese);
}

/* A sweep that does not say why a size was left out, read in one language and shown
 * in another. */
static void
test_size_without_a_reason (void)
{
  g_autoptr (GsSweep) sweep = sample_sweep ();
  g_autofree char *english = NULL, *chinese = NULL;

  if (!speak_chinese ())
    return;
  gs_sweep_skip (sweep, 32, NULL);
  chinese = gs_crossover_gaps (sweep);
  setlocale (LC_MESSAGES, "C");
  english = gs_crossover_gaps (sweep);
  g_assert_cmpstr (english, ==, "Size 32 was skipped: It was not run.");
  g_assert_cmpstr (chinese, ==, "尺寸 32 已跳过：没有运行。");
}

/* What an occupancy is of: a card, by its name, or any card. */
static void
test_device_of_an_occupancy (void)
{
  static const struct
  {
    const char *name; /* NULL: the limits that all cards have */
    const char *english, *chinese;
  } rows[] = {
    { NULL, "compute capability 7.5 and newer", "计算能力 7.5 及更高" },
    { "NVIDIA T4", "NVIDIA T4", "NVIDIA T4" },
    { "", "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GsLimits limits = *gs_limits_common ();
      const GsOccupancyScene scene = { .limits = &limits, .registers = 32 };
      g_autofree char *english = NULL, *chinese = NULL;
      g_autofree char *english_start
          = g_strconcat ("Warps on a multiprocessor over block size: ", rows[i].english, ", 32 reg", NULL);
      g_autofree char *chinese_part = g_strconcat ("：", rows[i].chinese, "，", NULL);

      if (rows[i].name != NULL)
        g_strlcpy (limits.name, rows[i].name, sizeof limits.name);
      english = gs_occupancy_title (&scene);
      if (!speak_chinese ())
        return;
      chinese = gs_occupancy_title (&scene);
      setlocale (LC_MESSAGES, "C");
      g_test_message ("%s", chinese);
      g_assert_true (g_str_has_prefix (english, english_start));
      g_assert_nonnull (strstr (chinese, chinese_part));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* gettext asks LANGUAGE in every locale but C. */
  g_setenv ("LANGUAGE", "zh_CN", TRUE);
  gs_locale_bind ("");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/figure/language/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/figure/language/size-without-a-reason", test_size_without_a_reason);
  g_test_add_func ("/figure/language/device-of-an-occupancy", test_device_of_an_occupancy);
  return g_test_run ();
}
