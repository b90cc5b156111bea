#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-file.h"
#include "gs-json-fields.h"
#include "gs-report-json.h"
#include "gs-roofs-json.h"
#include "gs-roofs-runs.h"
#include "gs-session-data.h"
#include "gs-session.h"
#include "gs-sweep-json.h"

enum
{
  VERSION = 1,
};

static const char *const known_keys[] = { "schema", "spec", "view", "reports", "sweep", "roofs", NULL };

GsSession *
gs_session_new (void)
{
  GsSession *self = g_new0 (GsSession, 1);
  self->spec = gs_spec_new ();
  self->reports = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_report_unref);
  self->unknown = json_object_new ();
  return self;
}

void
gs_session_free (GsSession *self)
{
  if (self == NULL)
    return;
  gs_spec_free (self->spec);
  g_clear_pointer (&self->view, json_node_unref);
  g_ptr_array_unref (self->reports);
  g_clear_pointer (&self->sweep, gs_sweep_free);
  g_clear_pointer (&self->roofs, gs_roofs_free);
  json_object_unref (self->unknown);
  g_free (self->notice);
  g_free (self);
}

void
gs_session_set_spec (GsSession *self, const GsSpec *spec)
{
  g_return_if_fail (spec != NULL);

  GsSpec *copy = gs_spec_copy (spec);
  gs_spec_free (self->spec);
  self->spec = copy;
}

void
gs_session_set_view (GsSession *self, JsonNode *view)
{
  g_return_if_fail (view == NULL || JSON_NODE_HOLDS_OBJECT (view));

  if (view != NULL)
    json_node_ref (view);
  g_clear_pointer (&self->view, json_node_unref);
  self->view = view;
}

void
gs_session_add_report (GsSession *self, GsReport *report)
{
  g_return_if_fail (report != NULL);

  g_ptr_array_add (self->reports, gs_report_ref (report));
}

void
gs_session_set_sweep (GsSession *self, const GsSweep *sweep)
{
  g_clear_pointer (&self->sweep, gs_sweep_free);
  self->sweep = sweep != NULL ? gs_sweep_copy (sweep) : NULL;
}

void
gs_session_set_roofs (GsSession *self, const GsRoofs *roofs)
{
  g_clear_pointer (&self->roofs, gs_roofs_free);
  self->roofs = roofs != NULL ? gs_roofs_copy_roofs (roofs) : NULL;
}

/* With @data, large matrices go to files; without, into the JSON. */
static JsonNode *
spec_to_json (const GsSpec *spec, GsSessionData *data, GError **error)
{
  if (data == NULL)
    return gs_spec_to_json (spec);
  g_autoptr (GsSpec) light = gs_session_data_light_spec (spec);
  g_autoptr (JsonNode) node = gs_spec_to_json (light);
  return gs_session_data_write (data, spec, node, error) ? g_steal_pointer (&node) : NULL;
}

static JsonNode *
report_to_json (GsReport *report, GsSessionData *data, GError **error)
{
  if (data == NULL)
    return gs_report_to_json (report);
  /* A report is only read here, so a copy of its members with another spec in
   * it will do. */
  g_autoptr (GsSpec) light = gs_session_data_light_spec (report->spec);
  GsReport view = *report;
  view.spec = light;
  g_autoptr (JsonNode) node = gs_report_to_json (&view);
  JsonNode *spec = json_object_get_member (json_node_get_object (node), "spec");
  return gs_session_data_write (data, report->spec, spec, error) ? g_steal_pointer (&node) : NULL;
}

static JsonNode *
session_to_json (GsSession *self, GsSessionData *data, GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonArray) reports = json_array_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;
  json_object_set_string_member (object, "schema", "gridscope.session/1");
  value = spec_to_json (self->spec, data, error);
  if (value == NULL)
    return NULL;
  json_object_set_member (object, "spec", value);
  if (self->view != NULL)
    json_object_set_member (object, "view", json_node_ref (self->view));
  for (guint i = 0; i < self->reports->len; i++)
    {
      value = report_to_json (g_ptr_array_index (self->reports, i), data, error);
      if (value == NULL)
        return NULL;
      json_array_add_element (reports, value);
    }
  json_object_set_array_member (object, "reports", g_steal_pointer (&reports));
  if (self->sweep != NULL)
    json_object_set_member (object, "sweep", gs_sweep_to_json (self->sweep));
  if (self->roofs != NULL)
    json_object_set_member (object, "roofs", gs_roofs_to_json (self->roofs));
  json_object_iter_init_ordered (&iter, self->unknown);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    json_object_set_member (object, key, json_node_ref (value));
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  json_node_set_object (node, object);
  return node;
}

JsonNode *
gs_session_to_json (GsSession *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return session_to_json (self, NULL, NULL);
}

gboolean
gs_session_save (GsSession *self, GFile *file, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && G_IS_FILE (file), FALSE);

  if (self->read_only)
    {
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_VERSION,
                   _ ("the session was made by a newer version and is open for reading only; saving it here "
                      "would lose what this version does not know"));
      return FALSE;
    }
  GsSessionData data;
  gs_session_data_init (&data, file, cancellable);
  g_autoptr (JsonNode) node = session_to_json (self, &data, error);
  gboolean done = node != NULL && gs_json_save (node, file, error);
  if (done)
    gs_session_data_sweep (&data);
  gs_session_data_clear (&data);
  return done;
}

static void
add_notice (GsSession *self, const char *sentence)
{
  g_autofree char *old = self->notice;
  self->notice = old != NULL ? g_strconcat (old, " ", sentence, NULL) : g_strdup (sentence);
}

/* The message of @error as the end of a sentence that has a stop of its own. Free it. */
static char *
take_reason (const GError *error)
{
  const gsize length = strlen (error->message);

  return g_strndup (error->message, length - (length > 0 && error->message[length - 1] == '.'));
}

/* A newer version may know more keys; without them the rest can still be read. */
static void
drop_unknown_keys (JsonNode *spec)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (spec) ? json_node_get_object (spec) : NULL;
  g_autoptr (GList) keys = object != NULL ? json_object_get_members (object) : NULL;
  for (GList *key = keys; key != NULL; key = key->next)
    if (!g_strv_contains (gs_spec_json_keys (), key->data))
      json_object_remove_member (object, key->data);
  if (object != NULL && json_object_has_member (object, "schema"))
    json_object_remove_member (object, "schema");
}

static void
take_sources (GsSpec *spec, GsSource *a, GsSource *b)
{
  if (a != NULL)
    {
      gs_spec_set_a (spec, a);
      gs_source_unref (a);
    }
  if (b != NULL)
    {
      gs_spec_set_b (spec, b);
      gs_source_unref (b);
    }
}

static gboolean
read_spec (GsSession *self, JsonNode *node, GsSessionData *data, GError **error)
{
  GsSource *a, *b;
  if (self->read_only)
    drop_unknown_keys (node);
  if (!gs_session_data_read (data, node, &a, &b, error))
    return FALSE;
  GsSpec *spec = gs_spec_from_json (node, error);
  if (spec == NULL)
    {
      g_clear_pointer (&a, gs_source_unref);
      g_clear_pointer (&b, gs_source_unref);
      return FALSE;
    }
  gs_spec_free (self->spec);
  self->spec = spec;
  take_sources (spec, a, b);
  return TRUE;
}

static GsReport *
read_report (JsonNode *node, GsSessionData *data, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonNode *spec = object != NULL ? json_object_get_member (object, "spec") : NULL;
  GsSource *a = NULL, *b = NULL;
  if (spec != NULL && !gs_session_data_read (data, spec, &a, &b, error))
    return NULL;
  GsReport *report = gs_report_from_json (node, error);
  if (report != NULL)
    take_sources (report->spec, a, b);
  else
    {
      g_clear_pointer (&a, gs_source_unref);
      g_clear_pointer (&b, gs_source_unref);
    }
  return report;
}

static void
read_reports (GsSession *self, JsonArray *reports, GsSessionData *data)
{
  guint n = reports != NULL ? json_array_get_length (reports) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      GsReport *report = read_report (json_array_get_element (reports, i), data, &error);
      if (report != NULL)
        {
          g_ptr_array_add (self->reports, report);
          continue;
        }
      g_autofree char *reason = take_reason (error);
      g_autofree char *sentence = g_strdup_printf (
          _ ("Run %u of the session could not be read and is left out: %s."), i + 1, reason);
      add_notice (self, sentence);
    }
}

/* One bad picture does not cost the rest, either. */
static void
read_measured (GsSession *self, JsonObject *object)
{
  JsonNode *sweep = json_object_get_member (object, "sweep");
  JsonNode *roofs = json_object_get_member (object, "roofs");
  g_autoptr (GError) error = NULL;
  if (sweep != NULL && (self->sweep = gs_sweep_from_json (sweep, &error)) == NULL)
    {
      g_autofree char *reason = take_reason (error);
      g_autofree char *sentence
          = g_strdup_printf (_ ("The sweep of the session could not be read and is left out: %s."), reason);
      add_notice (self, sentence);
      g_clear_error (&error);
    }
  if (roofs != NULL && (self->roofs = gs_roofs_from_json (roofs, &error)) == NULL)
    {
      g_autofree char *reason = take_reason (error);
      g_autofree char *sentence
          = g_strdup_printf (_ ("The roofs of the session could not be read and are left out: %s."), reason);
      add_notice (self, sentence);
    }
}

static gboolean
check_schema (GsSession *self, GsJsonFields *fields)
{
  GError **error = fields->error;
  g_autoptr (GError) cause = NULL;
  fields->error = &cause;
  gs_json_fields_schema (fields, "gridscope.session", VERSION, FALSE);
  fields->error = error;
  if (fields->ok)
    return TRUE;
  if (!g_error_matches (cause, GS_IO_ERROR, GS_IO_ERROR_VERSION))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  fields->ok = TRUE;
  self->read_only = TRUE;
  add_notice (
      self,
      _ ("This session was made by a newer version of Gridscope: it is open for reading only, and parts "
         "of it may be missing."));
  return TRUE;
}

static void
keep_unknown (GsSession *self, JsonObject *object)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    if (!g_strv_contains (known_keys, key))
      json_object_set_member (self->unknown, key, json_node_ref (value));
}

static gboolean
read_members (GsSession *self, GsJsonFields *fields, GsSessionData *data)
{
  if (!check_schema (self, fields))
    return FALSE;
  keep_unknown (self, fields->object);
  JsonNode *spec = json_object_get_member (fields->object, "spec");
  g_autoptr (GError) cause = NULL;
  if (spec != NULL && !read_spec (self, spec, data, &cause))
    {
      if (!self->read_only)
        {
          g_propagate_error (fields->error, g_steal_pointer (&cause));
          return FALSE;
        }
      add_notice (self, _ ("Its inputs could not be understood."));
    }
  if (gs_json_fields_has (fields, "view"))
    {
      JsonNode *view = json_object_get_member (fields->object, "view");
      if (JSON_NODE_HOLDS_OBJECT (view))
        gs_session_set_view (self, view);
      else if (!self->read_only)
        gs_json_fields_fail (fields, GS_IO_ERROR_SYNTAX, "view", _ ("must be an object {…}"));
    }
  read_reports (self, gs_json_fields_array (fields, "reports"), data);
  read_measured (self, fields->object);
  return fields->ok;
}

GsSession *
gs_session_from_json (JsonNode *node, GFile *file, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (node != NULL, NULL);

  g_autoptr (GsSession) self = gs_session_new ();
  GsSessionData data;
  GsJsonFields fields;
  gs_session_data_init (&data, file, cancellable);
  gs_json_fields_init (&fields, node, "", error);
  gboolean done = fields.ok && read_members (self, &fields, &data);
  gs_json_fields_clear (&fields);
  gs_session_data_clear (&data);
  return done ? g_steal_pointer (&self) : NULL;
}

GsSession *
gs_session_load (GFile *file, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  g_autoptr (JsonNode) node = gs_json_load (file, error);
  if (node == NULL)
    return NULL;
  GsSession *self = gs_session_from_json (node, file, cancellable, error);
  if (self == NULL)
    gs_file_prefix_error (file, error);
  return self;
}
