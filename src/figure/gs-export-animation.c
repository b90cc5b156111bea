#include "gs-export-animation.h"

#include <glib/gi18n-lib.h>

#include "gs-export-figure.h"
#include "gs-tile-play.h"

#define PLAY_MS       12000
#define LONGEST_STEP  600
#define SHORTEST_STEP 100
#define REST_MS       2000

static gint64
n_steps_of (const GsFigureInput *input)
{
  const GsPlan *plan = input->plan != NULL ? input->plan : input->report != NULL ? input->report->plan : NULL;

  if (input->kind != GS_FIGURE_COVERAGE || plan == NULL)
    return 0;
  return gs_plan_play_steps (plan, input->has_thread ? &input->thread : NULL);
}

guint
gs_figure_n_frames (const GsFigureInput *input)
{
  g_return_val_if_fail (input != NULL, 0);
  return (guint)MIN (n_steps_of (input), GS_MAX_FRAMES - 1) + 1;
}

gint64
gs_figure_frame_play (const GsFigureInput *input, guint frame)
{
  gint64 n_steps, all;

  g_return_val_if_fail (input != NULL && frame < gs_figure_n_frames (input), -1);
  all = n_steps_of (input);
  n_steps = gs_figure_n_frames (input) - 1;
  if (frame >= n_steps)
    return -1;
  /* In two parts, so that no count overflows. */
  return all / n_steps * frame + all % n_steps * frame / n_steps;
}

typedef struct
{
  const GsFigureInput *input;
  char *title, *alt;
} Words;

static void
words_cb (gpointer data)
{
  Words *words = data;

  words->title = gs_figure_title (words->input);
  words->alt = gs_figure_alt_text (words->input);
}

static void
append_head (GString *svg, const GsFigureInput *input, const GsFigureStyle *style)
{
  Words words = { .input = input };
  g_autofree char *title = NULL, *alt = NULL;
  char width[G_ASCII_DTOSTR_BUF_SIZE], height[G_ASCII_DTOSTR_BUF_SIZE];

  gs_with_language (style->language, words_cb, &words);
  title = g_markup_escape_text (words.title, -1);
  alt = g_markup_escape_text (words.alt, -1);
  g_free (words.title);
  g_free (words.alt);
  g_ascii_dtostr (width, sizeof width, style->width);
  g_ascii_dtostr (height, sizeof height, style->height);
  g_string_append_printf (
      svg,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "role=\"img\" aria-labelledby=\"figure-title figure-description\" width=\"%spt\" "
      "height=\"%spt\" viewBox=\"0 0 %s %s\">\n"
      "<title id=\"figure-title\">%s</title>\n"
      "<desc id=\"figure-description\">%s</desc>\n",
      width, height, width, height, title, alt);
}

/* A share of the whole as CSS wants it, never with a comma. */
static char *
percent_new (gint64 part_ms, gint64 whole_ms)
{
  gint64 thousandths = part_ms * 100000 / whole_ms;

  return g_strdup_printf ("%d.%03d%%", (int)(thousandths / 1000), (int)(thousandths % 1000));
}

static void
append_style (GString *svg, int step_ms, int whole_ms)
{
  g_autofree char *step = percent_new (step_ms, whole_ms);
  g_autofree char *last = percent_new (step_ms + REST_MS, whole_ms);

  g_string_append_printf (
      svg,
      "<style>\n"
      ".frame { visibility: hidden; animation: frame %dms step-end infinite; }\n"
      ".last { visibility: visible; animation-name: last; }\n"
      "@keyframes frame { from { visibility: visible; } %s, to { visibility: hidden; } }\n"
      "@keyframes last { from { visibility: visible; } %s, to { visibility: hidden; } }\n"
      "@media (prefers-reduced-motion: reduce) { .frame { animation: none; } }\n"
      "</style>\n",
      whole_ms, step, last);
}

static void
append_frame (GString *svg, GBytes *png, gboolean is_last, int delay_ms)
{
  gsize length;
  const guchar *bytes = g_bytes_get_data (png, &length);
  g_autofree char *text = g_base64_encode (bytes, length);

  g_string_append_printf (svg,
                          "<image class=\"frame%s\" style=\"animation-delay: %dms\" width=\"100%%\" "
                          "height=\"100%%\" xlink:href=\"data:image/png;base64,%s\"/>\n",
                          is_last ? " last" : "", delay_ms, text);
}

GBytes *
gs_export_animation (const GsFigureInput *input, const GsFigureStyle *style, GError **error)
{
  g_autoptr (GString) svg = g_string_new (NULL);
  GsFigureInput frame = { 0 };
  guint n_frames;
  int step_ms, whole_ms;

  g_return_val_if_fail (input != NULL && style != NULL, NULL);
  n_frames = gs_figure_n_frames (input);
  if (n_frames < 2)
    {
      g_set_error_literal (
          error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA,
          _ ("Only the coverage of a launch that a device allows can be played; draw it without."));
      return NULL;
    }
  step_ms = CLAMP (PLAY_MS / (int)n_frames, SHORTEST_STEP, LONGEST_STEP);
  whole_ms = step_ms * (int)n_frames + REST_MS;
  append_head (svg, input, style);
  append_style (svg, step_ms, whole_ms);
  frame = *input;
  for (guint i = 0; i < n_frames; i++)
    {
      g_autoptr (GBytes) png = NULL;

      frame.play = gs_figure_frame_play (input, i);
      png = gs_export_figure (&frame, style, GS_FORMAT_PNG, error);
      if (png == NULL)
        return NULL;
      /* Less than 0, so that every frame is in its turn from the beginning. */
      append_frame (svg, png, i + 1 == n_frames, step_ms * (int)i - whole_ms);
    }
  g_string_append (svg, "</svg>\n");
  return g_string_free_to_bytes (g_steal_pointer (&svg));
}
