#include "gs-lesson-facts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-cell.h"
#include "gs-report-json.h"
#include "gs-scale.h"
#include "gs-spec-json.h"

/* A path names phases, not places in a list. */
static JsonNode *
phases_by_name (JsonArray *phases)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < json_array_get_length (phases); i++)
    {
      JsonObject *phase = json_array_get_object_element (phases, i);

      json_object_set_object_member (object, json_object_get_string_member (phase, "name"),
                                     json_object_ref (phase));
    }
  json_node_take_object (node, object);
  return node;
}

/* The first result of each backend stands under the backend's name. */
static JsonObject *
results_by_backend (const GsReport *report)
{
  JsonObject *by_backend = json_object_new ();
  g_autoptr (JsonNode) node = gs_report_to_json (report);
  JsonArray *results = json_object_get_array_member (json_node_get_object (node), "results");

  for (guint i = 0; i < json_array_get_length (results); i++)
    {
      JsonObject *result = json_array_get_object_element (results, i);
      const char *backend = json_object_get_string_member (result, "backend");
      static const char *const lists[] = { "phases", "phases_first" };

      if (json_object_has_member (by_backend, backend))
        continue;
      for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
        if (json_object_has_member (result, lists[l])
            && JSON_NODE_HOLDS_ARRAY (json_object_get_member (result, lists[l])))
          json_object_set_member (result, lists[l],
                                  phases_by_name (json_object_get_array_member (result, lists[l])));
      json_object_set_object_member (by_backend, backend, json_object_ref (result));
    }
  return by_backend;
}

static JsonObject *
thread_facts (const GsThreadInfo *info)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "index", info->index);
  json_object_set_int_member (object, "row", info->row);
  json_object_set_int_member (object, "column", info->column);
  json_object_set_int_member (object, "warp", info->warp);
  json_object_set_int_member (object, "lane", info->lane);
  json_object_set_string_member (object, "fate", gs_fate_nick (info->fate));
  return object;
}

JsonNode *
gs_lesson_facts_new (const GsPlan *plan, const GsSpec *spec, const GsReport *report, const GsThreadId *thread)
{
  JsonObject *facts = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  GsThreadInfo info;

  json_object_set_member (facts, "spec", gs_spec_to_json (spec));
  json_object_set_member (facts, "plan", gs_plan_to_json (plan));
  if (report != NULL)
    json_object_set_object_member (facts, "results", results_by_backend (report));
  if (thread != NULL && gs_plan_thread (plan, thread, &info))
    json_object_set_object_member (facts, "thread", thread_facts (&info));
  json_node_take_object (node, facts);
  return node;
}

JsonNode *
gs_lesson_step_facts (
    const GsLesson *lesson, guint step, guint64 seed, const GsReport *report, GError **error)
{
  const GsLessonStep *this_step = gs_lesson_step (lesson, step);
  const GsThreadId *thread = this_step->has_thread ? &this_step->thread : NULL;
  g_autoptr (GsSpec) spec = NULL;
  g_autoptr (GsPlan) plan = NULL;
  g_autoptr (GError) local = NULL;

  if (this_step->recording != NULL && report != NULL)
    return gs_lesson_facts_new (report->plan, report->spec, report, thread);
  spec = gs_lesson_step_spec (lesson, step, seed, &local);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
    }
  if (spec == NULL)
    spec = gs_spec_new ();
  plan = gs_plan_new (spec, NULL);
  return gs_lesson_facts_new (plan, spec, report, thread);
}

static JsonNode *
look_up (const char *path, JsonNode *facts, GError **error)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);
  JsonNode *node = facts;

  for (int i = 0; names[i] != NULL && node != NULL; i++)
    {
      if (JSON_NODE_HOLDS_OBJECT (node))
        node = json_object_get_member (json_node_get_object (node), names[i]);
      else if (JSON_NODE_HOLDS_ARRAY (node))
        {
          JsonArray *array = json_node_get_array (node);
          guint64 position = 0;

          if (!g_ascii_string_to_unsigned (names[i], 10, 0, G_MAXUINT, &position, NULL)
              || position >= json_array_get_length (array))
            node = NULL;
          else
            node = json_array_get_element (array, position);
        }
      else
        node = NULL;
    }
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY,
                   _ ("“%s” names no value here; it may need a run first."), path);
      return NULL;
    }
  return node;
}

static char *
value_text (JsonNode *node)
{
  GType type = json_node_get_value_type (node);

  if (type == G_TYPE_STRING)
    return json_node_dup_string (node);
  if (type == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? "true" : "false");
  if (type == G_TYPE_INT64)
    return g_strdup_printf ("%" PRId64, json_node_get_int (node));
  return gs_format_value (json_node_get_double (node), 6);
}

char *
gs_lesson_expand (const char *text, JsonNode *facts, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    {
      const char *end = *p == '{' ? strchr (p, '}') : NULL;
      g_autofree char *path = NULL;
      g_autofree char *value = NULL;
      JsonNode *node = NULL;

      if (p[0] == '{' && p[1] == '{')
        {
          g_string_append_c (out, *p++);
          continue;
        }
      if (end == NULL)
        {
          g_string_append_c (out, *p);
          continue;
        }
      path = g_strndup (p + 1, end - p - 1);
      node = look_up (path, facts, error);
      if (node == NULL)
        return NULL;
      value = value_text (node);
      g_string_append (out, value);
      p = end;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* A side of a comparison: a path, or a plain number. */
static gboolean
side_value (const char *side, JsonNode *facts, double *value, GError **error)
{
  char *end = NULL;
  JsonNode *node = NULL;

  *value = g_ascii_strtod (side, &end);
  if (end != side && *end == '\0')
    return TRUE;
  node = look_up (side, facts, error);
  if (node == NULL)
    return FALSE;
  *value = json_node_get_value_type (node) == G_TYPE_STRING
               ? g_ascii_strtod (json_node_get_string (node), NULL)
               : json_node_get_double (node);
  return TRUE;
}

char *
gs_lesson_truth (const char *expression, JsonNode *facts, GError **error)
{
  g_auto (GStrv) words = g_strsplit (expression, " ", -1);
  double left = 0, right = 0;
  gboolean holds = FALSE;

  if (g_strv_length (words) == 1)
    {
      JsonNode *node = look_up (expression, facts, error);

      return node != NULL ? value_text (node) : NULL;
    }
  if (g_strv_length (words) != 3 || strlen (words[1]) != 1 || strchr ("<>=", words[1][0]) == NULL)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("“%s” is no truth: it is a path, or two values with <, > or = between them."),
                   expression);
      return NULL;
    }
  if (!side_value (words[0], facts, &left, error) || !side_value (words[2], facts, &right, error))
    return NULL;
  holds = words[1][0] == '<' ? left < right : words[1][0] == '>' ? left > right : left == right;
  return g_strdup (holds ? "true" : "false");
}

/* People type digits with spaces between groups, and the sign of a text for a minus. */
static char *
plain_answer (const char *answer)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = answer; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0x2212)
        c = '-';
      if (!g_unichar_isspace (c) && c != 0x00a0 && c != 0x2009 && c != 0x202f)
        g_string_append_unichar (plain, c);
    }
  return g_string_free (plain, FALSE);
}

/* @commas: what stands for each comma of @plain, "." or nothing. */
static gboolean
read_answer (const char *plain, const char *commas, double *value)
{
  g_auto (GStrv) parts = g_strsplit (plain, ",", -1);
  g_autofree char *number = g_strjoinv (commas, parts);
  char *end = NULL;

  *value = g_ascii_strtod (number, &end);
  return end != number && *end == '\0' && isfinite (*value);
}

static gboolean
is_right (double given, double truth)
{
  return truth == floor (truth) ? given == truth : fabs (given - truth) <= 0.01 * fabs (truth);
}

gboolean
gs_lesson_check_answer (
    const GsLessonStep *step, const char *answer, JsonNode *facts, gboolean *right, GError **error)
{
  g_autofree char *truth = gs_lesson_truth (step->truth, facts, error), *plain = NULL;
  double given = 0, value = 0;

  if (truth == NULL)
    return FALSE;
  if (step->question == GS_QUESTION_CHOICE)
    {
      *right = strcmp (truth, answer) == 0;
      return TRUE;
    }
  plain = g_utf8_validate (answer, -1, NULL) ? plain_answer (answer) : NULL;
  if (plain == NULL || !read_answer (plain, ".", &given))
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("“%s” is no number; type digits only."),
                   answer);
      return FALSE;
    }
  value = g_ascii_strtod (truth, NULL);
  *right = is_right (given, value);
  /* "1,024" has a decimal comma to some and digits in groups to others: either may be meant. */
  if (!*right && gs_cell_classify (plain, strlen (plain)) == GS_CELL_AMBIGUOUS)
    *right = read_answer (plain, "", &given) && is_right (given, value);
  return TRUE;
}
