#include "gs-lesson-library.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-json.h"
#include "gs-lessons-resource.h"
#include "gs-report-json.h"
#include "gs-sweep-json.h"

#define LESSONS    "/org/gridscope/lessons/"
#define RECORDINGS "/org/gridscope/recordings/"

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

static GBytes *
look_up (const char *path, GError **error)
{
  gs_lessons_register_resource ();
  return g_resource_lookup_data (gs_lessons_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
}

static GsLesson *
load (const char *name)
{
  g_autofree char *path = g_strconcat (LESSONS, name, NULL);
  g_autoptr (GBytes) bytes = look_up (path, NULL);
  g_autoptr (GError) error = NULL;
  GsLesson *lesson = NULL;

  if (bytes != NULL)
    lesson = gs_lesson_parse (g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes), name, &error);
  /* What is built in is tested; a mistake here is one of the program. */
  if (lesson == NULL)
    g_critical ("%s", error != NULL ? error->message : name);
  return lesson;
}

static GPtrArray *
load_all (void)
{
  GPtrArray *lessons = g_ptr_array_new ();
  g_auto (GStrv) names = NULL;

  gs_lessons_register_resource ();
  names = g_resource_enumerate_children (gs_lessons_get_resource (), LESSONS, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                         NULL);
  if (names == NULL)
    return lessons;
  qsort (names, g_strv_length (names), sizeof *names, compare_names);
  for (guint i = 0; names[i] != NULL; i++)
    {
      GsLesson *lesson = load (names[i]);

      if (lesson != NULL)
        g_ptr_array_add (lessons, lesson);
    }
  return lessons;
}

const GPtrArray *
gs_lesson_library (void)
{
  static GPtrArray *lessons;

  if (g_once_init_enter (&lessons))
    g_once_init_leave (&lessons, load_all ());
  return lessons;
}

const GsLesson *
gs_lesson_library_find (const char *id, GError **error)
{
  const GPtrArray *lessons = gs_lesson_library ();
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  const char *nearest;

  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < lessons->len; i++)
    {
      const GsLesson *lesson = g_ptr_array_index (lessons, i);

      if (g_str_equal (lesson->id, id))
        return lesson;
      g_ptr_array_add (ids, lesson->id);
    }
  g_ptr_array_add (ids, NULL);
  nearest = gs_nearest_word (id, (const char *const *)ids->pdata);
  if (nearest != NULL)
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY, _ ("There is no lesson “%.*s”; did you mean “%s”?"),
                 gs_format_cut (id, 60), id, nearest);
  else
    {
      g_autofree char *all = g_strjoinv (", ", (char **)ids->pdata);

      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY, _ ("There is no lesson “%.*s”; there are %s."),
                   gs_format_cut (id, 60), id, all);
    }
  return NULL;
}

static JsonNode *
load_recording (const char *name, GError **error)
{
  g_autofree char *path = g_strconcat (RECORDINGS, name, ".json", NULL);
  g_autoptr (GBytes) bytes = look_up (path, NULL);

  if (bytes == NULL)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                   _ ("The recorded run “%s” does not come with this version."), name);
      return NULL;
    }
  return gs_json_parse (g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes), error);
}

GsReport *
gs_lesson_library_recording (const char *name, GError **error)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  node = load_recording (name, error);
  return node != NULL ? gs_report_from_json (node, error) : NULL;
}

GsSweep *
gs_lesson_library_sweep (const char *name, GError **error)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  node = load_recording (name, error);
  return node != NULL ? gs_sweep_from_json (node, error) : NULL;
}
