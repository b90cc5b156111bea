#include "gs-figure-options.h"

#include <inttypes.h>

#include <math.h>
#include <string.h>

#include "gs-error.h"
#include "gs-spec-options.h"

#define MAX_SCALE 16

static gboolean
parse_number (const char *what, const char *text, double least, double most, double *value, GError **error)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && *value >= least && *value <= most)
    return TRUE;
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE, "%s is “%s”; give a number from %g to %g.", what,
               text, least, most);
  return FALSE;
}

static gboolean
apply_size (const char *text, GsFigureStyle *style, GError **error)
{
  gint64 size[2];

  if (text == NULL)
    return TRUE;
  switch (gs_parse_pair ("--size", text, 1, size, error))
    {
    case 2:
      style->width = (double)size[0];
      style->height = (double)size[1];
      return TRUE;
    case 1:
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "--size is “%s”; write width and height, such as 960x600.", text);
      return FALSE;
    default:
      return FALSE;
    }
}

gboolean
gs_figure_style_from_arguments (const GsArguments *arguments, GsFigureStyle *style, GError **error)
{
  const char *scale = gs_arguments_get (arguments, "scale");
  const char *theme = gs_arguments_get (arguments, "theme");

  gs_figure_style_init (style);
  style->caption = gs_arguments_has (arguments, "caption");
  style->transparent = gs_arguments_has (arguments, "transparent");
  style->outline_text = gs_arguments_has (arguments, "outline-text");
  /* Never that of the process: the same command gives the same picture. */
  style->language
      = gs_arguments_has (arguments, "language") ? gs_arguments_get (arguments, "language") : "en";
  return gs_check_language (style->language, error)
         && apply_size (gs_arguments_get (arguments, "size"), style, error)
         && (scale == NULL || parse_number ("--scale", scale, 0.1, MAX_SCALE, &style->scale, error))
         && (theme == NULL || gs_theme_from_nick (theme, &style->theme, error));
}

/* "BX,BY:TX,TY"; a second coordinate left out is 0. */
static gboolean
parse_thread (const char *text, GsThreadId *id, GError **error)
{
  g_auto (GStrv) halves = g_strsplit (text, ":", -1);
  gint64 *places[2] = { id->block, id->thread };

  *id = (GsThreadId){ 0 };
  for (guint half = 0; g_strv_length (halves) == 2 && half < 2; half++)
    {
      g_auto (GStrv) parts = g_strsplit (halves[half], ",", -1);
      const guint n_parts = g_strv_length (parts);

      if (n_parts < 1 || n_parts > 2)
        goto malformed;
      for (guint i = 0; i < n_parts; i++)
        {
          if (!gs_parse_whole ("--thread", parts[i], 0, G_MAXINT64, &places[half][i], error))
            return FALSE;
        }
    }
  if (g_strv_length (halves) == 2)
    return TRUE;
malformed:
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
               "--thread is “%s”; write block and thread, such as 1:3 or 1,0:3,2.", text);
  return FALSE;
}

gboolean
gs_figure_input_from_arguments (const GsArguments *arguments, GsFigureInput *input, GError **error)
{
  const char *thread = gs_arguments_get (arguments, "thread"), *play = gs_arguments_get (arguments, "play");

  if (play != NULL && !gs_parse_whole ("--play", play, 0, G_MAXINT64, &input->play, error))
    return FALSE;
  input->share_of_lane = gs_arguments_has (arguments, "share");
  input->data_on_device = gs_arguments_has (arguments, "data-on-device");
  if (gs_arguments_has (arguments, "report"))
    {
      input->backend = gs_arguments_get (arguments, "backend");
      input->kernel = gs_arguments_get (arguments, "kernel");
    }
  input->has_thread = thread != NULL;
  return thread == NULL || parse_thread (thread, &input->thread, error);
}

gboolean
gs_figure_check_thread (const GsFigureInput *input, GError **error)
{
  const GsPlan *plan = input->plan;
  const GsThreadId *id = &input->thread;

  if (!input->has_thread || plan == NULL || !plan->valid
      || (id->block[0] < plan->grid[0] && id->block[1] < plan->grid[1] && id->thread[0] < plan->block[0]
          && id->thread[1] < plan->block[1]))
    return TRUE;
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
               "--thread is block (%" PRId64 ", %" PRId64 "), thread (%" PRId64 ", %" PRId64
               "), but the launch has %" PRId64 " × %" PRId64 " blocks of %" PRId64 " × %" PRId64
               " threads, counted from 0; choose one of these.",
               id->block[0], id->block[1], id->thread[0], id->thread[1], plan->grid[0], plan->grid[1],
               plan->block[0], plan->block[1]);
  return FALSE;
}
