#include "gs-check-launches.h"

#include "gs-engine.h"
#include "gs-random-launch.h"
#include "gs-text-table.h"
#include "gs-words.h"

#define MAX_LAUNCHES 1000000
/* Disputes that are listed; the rest is counted. */
#define MAX_DISPUTES 20

/* One launch on which a backend and the plan did not agree. */
typedef struct
{
  const char *backend;
  char *options; /* of the command line, to run it again */
  char *message;
} Dispute;

/* What one backend did with the launches. */
typedef struct
{
  const char *name;
  char *unavailable; /* the one reason; nothing was run then */
  int n_agreed, n_refused, n_disputed;
} Tally;

typedef struct
{
  guint32 seed;
  int n_launches;
  GArray *tallies;     /* of Tally */
  GPtrArray *disputes; /* of Dispute: the first of them */
} LaunchCheck;

static void
dispute_free (gpointer data)
{
  Dispute *dispute = data;

  g_free (dispute->options);
  g_free (dispute->message);
  g_free (dispute);
}

static void
tally_clear (gpointer data)
{
  g_free (((Tally *)data)->unavailable);
}

static void
launch_check_free (LaunchCheck *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->tallies);
  g_ptr_array_unref (self->disputes);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaunchCheck, launch_check_free)

static void
dispute (LaunchCheck *self, Tally *tally, const GsSpec *spec, const char *message)
{
  Dispute *entry;

  tally->n_disputed++;
  if (self->disputes->len == MAX_DISPUTES)
    return;
  entry = g_new0 (Dispute, 1);
  entry->backend = tally->name;
  entry->options = gs_launch_to_options (spec);
  entry->message = g_strdup (message);
  g_ptr_array_add (self->disputes, entry);
}

/* FALSE with @error only when cancelled. */
static gboolean
check_launch (LaunchCheck *self, Tally *tally, GsSpec *spec, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (GsReport) report = NULL;
  const GsResult *result;

  g_strfreev (spec->backends);
  spec->backends = g_strsplit (tally->name, ",", -1);
  report = gs_engine_run (spec, NULL, NULL, cancellable, &local);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (report == NULL)
    {
      tally->n_refused++;
      return TRUE;
    }
  result = g_ptr_array_index (report->results, 0);
  if (result->status == GS_STATUS_FAILED)
    dispute (self, tally, spec, result->message);
  else if (result->status == GS_STATUS_OK && (result->trace != NULL || result->schedule != NULL))
    tally->n_agreed++;
  else
    tally->n_refused++; /* nothing to launch, or nothing that counts */
  return TRUE;
}

static LaunchCheck *
check_new (const char *const *backends, int n_launches, guint32 seed)
{
  LaunchCheck *self = g_new0 (LaunchCheck, 1);

  self->seed = seed;
  self->n_launches = n_launches;
  self->tallies = g_array_new (FALSE, TRUE, sizeof (Tally));
  g_array_set_clear_func (self->tallies, tally_clear);
  self->disputes = g_ptr_array_new_with_free_func (dispute_free);
  for (guint i = 0; backends[i] != NULL; i++)
    {
      Tally tally = { .name = gs_backend_find (backends[i])->name };

      if (!g_str_equal (backends[i], "simt") && !g_str_equal (backends[i], "cuda"))
        continue;
      gs_backend_find (backends[i])->available (&tally.unavailable);
      g_array_append_val (self->tallies, tally);
    }
  return self;
}

/* NULL with @error when cancelled. */
static LaunchCheck *
run_launches (const char *const *backends,
              const char *device,
              int n_launches,
              guint32 seed,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (LaunchCheck) self = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  self = check_new (backends, n_launches, seed);
  for (int i = 0; i < n_launches; i++)
    {
      g_autoptr (GsSpec) spec = gs_random_launch (rand);

      spec->device = g_strdup (device);
      for (guint j = 0; j < self->tallies->len; j++)
        {
          Tally *tally = &g_array_index (self->tallies, Tally, j);

          if (tally->unavailable == NULL && !check_launch (self, tally, spec, cancellable, error))
            return NULL;
        }
    }
  return g_steal_pointer (&self);
}

static char *
to_text (const LaunchCheck *self)
{
  static const char *const headings[] = { "backend", "agree", "differ", "refused", "remark", NULL };
  g_autoptr (GsTextTable) table = gs_text_table_new (headings);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%d random launches from seed %u, held against the plan:\n", self->n_launches,
                          self->seed);
  for (guint i = 0; i < self->tallies->len; i++)
    {
      const Tally *tally = &g_array_index (self->tallies, Tally, i);

      gs_text_table_add (table, tally->name);
      gs_text_table_take (table, g_strdup_printf ("%d", tally->n_agreed));
      gs_text_table_take (table, g_strdup_printf ("%d", tally->n_disputed));
      gs_text_table_take (table, g_strdup_printf ("%d", tally->n_refused));
      gs_text_table_add (table, tally->unavailable);
    }
  gs_text_table_append_to (table, text);
  for (guint i = 0; i < self->disputes->len; i++)
    {
      const Dispute *entry = g_ptr_array_index (self->disputes, i);

      g_string_append_printf (text, "%s: %s\n  gridscope-cli run --backend %s %s\n", entry->backend,
                              entry->message, entry->backend, entry->options);
    }
  return g_string_free (text, FALSE);
}

static JsonNode *
tally_to_json (const Tally *tally)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_object_set_string_member (object, "backend", tally->name);
  if (tally->unavailable != NULL)
    json_object_set_string_member (object, "unavailable", tally->unavailable);
  json_object_set_int_member (object, "agree", tally->n_agreed);
  json_object_set_int_member (object, "differ", tally->n_disputed);
  json_object_set_int_member (object, "refused", tally->n_refused);
  json_node_take_object (node, object);
  return node;
}

static JsonNode *
to_document (const LaunchCheck *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *tallies = json_array_new (), *disputes = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_object_set_string_member (object, "schema", "gridscope.launches/1");
  json_object_set_int_member (object, "seed", self->seed);
  json_object_set_int_member (object, "launches", self->n_launches);
  for (guint i = 0; i < self->tallies->len; i++)
    json_array_add_element (tallies, tally_to_json (&g_array_index (self->tallies, Tally, i)));
  json_object_set_array_member (object, "backends", tallies);
  for (guint i = 0; i < self->disputes->len; i++)
    {
      const Dispute *entry = g_ptr_array_index (self->disputes, i);
      JsonObject *member = json_object_new ();

      json_object_set_string_member (member, "backend", entry->backend);
      json_object_set_string_member (member, "options", entry->options);
      json_object_set_string_member (member, "message", entry->message);
      json_array_add_object_element (disputes, member);
    }
  json_object_set_array_member (object, "disputes", disputes);
  json_node_take_object (node, object);
  return node;
}

static GsExit
judge (const LaunchCheck *self)
{
  int n_disputed = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < self->tallies->len; i++)
    {
      const Tally *tally = &g_array_index (self->tallies, Tally, i);

      n_disputed += tally->n_disputed;
      any |= tally->unavailable == NULL;
    }
  if (n_disputed > 0)
    {
      g_autofree char *sentence = g_strdup_printf (
          "%d launches were counted otherwise than planned; each can be run again as listed.", n_disputed);

      gs_complain (sentence);
      return GS_EXIT_VERIFICATION;
    }
  if (any)
    return GS_EXIT_DONE;
  gs_complain (g_array_index (self->tallies, Tally, 0).unavailable);
  return GS_EXIT_UNAVAILABLE;
}

typedef struct
{
  const char *const *backends;
  const char *device;
  gint64 n_launches, seed;
  LaunchCheck *check;
  GError *error;
} Job;

static void
work (GCancellable *cancellable, gpointer data)
{
  Job *job = data;

  job->check = run_launches (job->backends, job->device, (int)job->n_launches, (guint32)job->seed,
                             cancellable, &job->error);
}

GsExit
gs_check_launches (const GsArguments *arguments, const char *const *backends)
{
  const char *seed = gs_arguments_get (arguments, "seed");
  Job job = { .backends = backends, .device = gs_arguments_get (arguments, "device"), .seed = 1 };
  g_autoptr (LaunchCheck) check = NULL;
  g_autoptr (GError) error = NULL;
  GsExit status;

  if (!gs_parse_whole ("--launches", gs_arguments_get (arguments, "launches"), 1, MAX_LAUNCHES,
                       &job.n_launches, &error)
      || (seed != NULL && !gs_parse_whole ("--seed", seed, 0, G_MAXUINT32, &job.seed, &error)))
    return gs_exit_with_error (error);
  if (!g_strv_contains (backends, "simt") && !g_strv_contains (backends, "cuda"))
    {
      gs_complain ("Only simt and cuda count what a launch does; name one of them in --backend.");
      return GS_EXIT_USAGE;
    }
  gs_interruptible (work, &job);
  check = job.check;
  error = job.error;
  if (check == NULL)
    return gs_exit_with_error (error);
  if (gs_arguments_has (arguments, "json"))
    {
      status = gs_print_document (to_document (check), TRUE);
    }
  else
    {
      g_autofree char *text = to_text (check);

      status = gs_print (text);
    }
  return status != GS_EXIT_DONE ? status : judge (check);
}
