#include "gs-figure-window.h"

#include <string.h>

#include "gs-error.h"
#include "gs-figure-options.h"
#include "gs-file-writer.h"
#include "gs-png-text.h"
#include "gs-remove-tree.h"
#include "gs-session.h"
#include "gs-window-program.h"

#define MAX_SIZE  4096 /* points */
#define MAX_SCALE 4

static const struct
{
  const char *nick, *page;
  GsFigureKind kind;
} views[] = {
  { "coverage", "coverage", GS_FIGURE_COVERAGE },    { "timing", "timing", GS_FIGURE_TIMING },
  { "numbers", "numbers", GS_FIGURE_MATRIX },        { "matrix", "numbers", GS_FIGURE_MATRIX },
  { "memory", "memory", GS_FIGURE_MEMORY },          { "schedule", "schedule", GS_FIGURE_SCHEDULE },
  { "occupancy", "occupancy", GS_FIGURE_OCCUPANCY }, { "kernel", "kernel", GS_FIGURE_COVERAGE },
  { "history", "history", GS_FIGURE_COVERAGE },      { "crossover", "crossover", GS_FIGURE_COVERAGE },
  { "roofline", "roofline", GS_FIGURE_COVERAGE },
};

static const char *
find_page (const char *nick)
{
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    if (g_str_equal (views[i].nick, nick))
      return views[i].page;
  return NULL;
}

gboolean
gs_figure_window_view (const char *nick, GsFigureKind *kind, GError **error)
{
  const char *known[G_N_ELEMENTS (views) + 1] = { NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      known[i] = views[i].nick;
      if (!g_str_equal (views[i].nick, nick))
        continue;
      *kind = views[i].kind;
      return TRUE;
    }
  return gs_set_unknown_word_error (error, "view of the window", nick, known);
}

/* What figures have and a window has not. */
static gboolean
check_options (const GsArguments *arguments, const char *path, GError **error)
{
  static const char *const refused[]
      = { "caption", "transparent", "outline-text", "share", "data-on-device", "frames",
          "animate", "sizes",       "play",         "roofs", "format",         NULL };

  for (gsize i = 0; refused[i] != NULL; i++)
    if (gs_arguments_has (arguments, refused[i]))
      {
        g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                     "--%s is for figures, not for the picture of a --window; leave one of the two out.",
                     refused[i]);
        return FALSE;
      }
  if (path != NULL && g_str_has_suffix (path, ".png"))
    return TRUE;
  g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                       "The picture of a --window is made of pixels; end the name of its output in .png.");
  return FALSE;
}

static gboolean
look_from_arguments (const GsArguments *arguments, GsWindowLook *look, GError **error)
{
  GsFigureStyle style;

  if (!gs_figure_style_from_arguments (arguments, &style, error))
    return FALSE;
  *look = (GsWindowLook){
    .width = 1180, .height = 760, .scale = (int)style.scale, .theme = style.theme, .language = style.language
  };
  if (style.scale != look->scale || look->scale < 1 || look->scale > MAX_SCALE)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "--scale is “%s”; a window has a whole number of pixels per point, from 1 to %d.",
                   gs_arguments_get (arguments, "scale"), MAX_SCALE);
      return FALSE;
    }
  if (!gs_arguments_has (arguments, "size"))
    return TRUE;
  if (style.width > MAX_SIZE || style.height > MAX_SIZE)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "--size is “%s”; a window is at most %d points wide and high.",
                   gs_arguments_get (arguments, "size"), MAX_SIZE);
      return FALSE;
    }
  look->width = (int)style.width;
  look->height = (int)style.height;
  return TRUE;
}

static JsonNode *
view_new (const GsArguments *arguments, const char *page, JsonNode *before, GError **error)
{
  JsonObject *view = before != NULL ? json_object_ref (json_node_get_object (before)) : json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  GsFigureInput input = { 0 };

  json_node_take_object (node, view);
  json_object_set_string_member (view, "page", page);
  if (!gs_figure_input_from_arguments (arguments, &input, error))
    {
      json_node_unref (node);
      return NULL;
    }
  if (input.has_thread)
    {
      const gint64 parts[]
          = { input.thread.block[0], input.thread.block[1], input.thread.thread[0], input.thread.thread[1] };
      JsonArray *array = json_array_new ();

      for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
        json_array_add_int_element (array, parts[i]);
      json_object_set_array_member (view, "thread", array);
    }
  return node;
}

/* What the window is to hold. */
static GsSession *
make_session (const GsArguments *arguments,
              const char *page,
              const GsSpec *spec,
              const GsReport *report,
              GError **error)
{
  const char *path = gs_arguments_get (arguments, "session");
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;
  g_autoptr (GsSession) session = file != NULL ? gs_session_load (file, NULL, error) : gs_session_new ();
  g_autoptr (JsonNode) view = NULL;

  if (session == NULL)
    return NULL;
  if (report != NULL)
    {
      gs_session_set_spec (session, report->spec);
      gs_session_add_report (session, (GsReport *)report);
    }
  else if (spec != NULL)
    {
      gs_session_set_spec (session, spec);
    }
  view = view_new (arguments, page, session->view, error);
  if (view == NULL)
    return NULL;
  gs_session_set_view (session, view);
  return g_steal_pointer (&session);
}

/* @png with @description inside, as figures have it. */
static gboolean
save (GBytes *png, const char *description, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, g_bytes_get_data (png, NULL), (guint)g_bytes_get_size (png));
  gs_png_add_text (bytes, "Description", description);
  gs_png_add_text (bytes, "Title", "Gridscope");
  return gs_file_save (file, bytes->data, bytes->len, NULL, error);
}

static gboolean
write_alt (const GsArguments *arguments, const char *description, GError **error)
{
  const char *path = gs_arguments_get (arguments, "alt");
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;
  g_autofree char *line = g_strconcat (description, "\n", NULL);

  return file == NULL || gs_file_save (file, line, strlen (line), NULL, error);
}

/* The session as a file, the window drawn from it. */
static GBytes *
draw (GsSession *session, const GsWindowLook *look, char **description, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("gridscope-XXXXXX", error);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "window" GS_SESSION_SUFFIX, NULL) : NULL;
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_path (path) : NULL;
  GBytes *png = NULL;

  if (file == NULL)
    return NULL;
  if (gs_session_save (session, file, NULL, error))
    png = gs_window_program_draw (path, look, description, error);
  gs_remove_tree (folder);
  return png;
}

gboolean
gs_figure_window_write (const GsArguments *arguments,
                        const char *nick,
                        const GsSpec *spec,
                        const GsReport *report,
                        const char *path,
                        GError **error)
{
  GsWindowLook look;
  g_autofree char *description = NULL;
  g_autoptr (GsSession) session = NULL;
  g_autoptr (GBytes) png = NULL;

  if (!check_options (arguments, path, error) || !look_from_arguments (arguments, &look, error))
    return FALSE;
  session = make_session (arguments, find_page (nick), spec, report, error);
  if (session == NULL)
    return FALSE;
  /* It may be read here: what is shown is never saved over the file that it came from. */
  session->read_only = FALSE;
  png = draw (session, &look, &description, error);
  return png != NULL && save (png, description, path, error) && write_alt (arguments, description, error);
}
