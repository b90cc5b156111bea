#include "gs-check.h"
#include "gs-check-launches.h"
#include "gs-cli.h"
#include "gs-error.h"
#include "gs-text-table.h"

static const GsOption options[] = {
  { "backend", 0, "LIST", "only these backends (all)" },
  { "kernel", 0, "LIST", "only these kernels (all)" },
  { "device", 0, "DEVICE", "a GPU by number, UUID or PCI id" },
  { "json", 0, NULL, "print a gridscope.check/1 document, or gridscope.launches/1 with --launches" },
  { "launches", 0, "N", "instead: N random launches, whose counts must agree with the plan (simt, cuda)" },
  { "seed", 0, "SEED", "of --launches: the same seed, the same launches (1)" },
  { NULL },
};

typedef struct
{
  const char *const *backends;
  const char *const *kernels;
  const char *device;
  GPtrArray *rows;
  GError *error;
} Check;

static void
work (GCancellable *cancellable, gpointer data)
{
  Check *self = data;

  self->rows = gs_check_run (self->backends, self->kernels, self->device, cancellable, &self->error);
}

static gboolean
row_failed (const GsCheckRow *row)
{
  return row->unavailable == NULL && row->n_passed < row->n_shapes;
}

static char *
rows_to_text (const GPtrArray *rows)
{
  static const char *const headings[]
      = { "backend", "kernel", "operation", "passed", "of", "worst", "remark", NULL };
  g_autoptr (GsTextTable) table = gs_text_table_new (headings);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const GsCheckRow *row = g_ptr_array_index (rows, i);
      gboolean here = row->unavailable == NULL;

      gs_text_table_add (table, row->backend);
      gs_text_table_add (table, row->kernel != NULL ? row->kernel->name : "—");
      gs_text_table_add (table, here ? gs_op_nick (row->op) : "—");
      gs_text_table_take (table, here ? g_strdup_printf ("%d", row->n_passed) : g_strdup ("—"));
      gs_text_table_take (table, here ? g_strdup_printf ("%d", row->n_shapes) : g_strdup ("—"));
      gs_text_table_take (table, here ? g_strdup_printf ("%.2g", row->worst_fraction) : g_strdup ("—"));
      gs_text_table_add (table, here ? row->first_failure : row->unavailable);
    }
  gs_text_table_append_to (table, text);
  g_string_append (text, "\nworst: largest error as a fraction of the bound of float32; above 1 fails.\n");
  return g_string_free (text, FALSE);
}

static JsonObject *
row_to_object (const GsCheckRow *row)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "backend", row->backend);
  json_object_set_string_member (object, "kernel", row->kernel != NULL ? row->kernel->name : NULL);
  if (row->unavailable != NULL)
    {
      json_object_set_string_member (object, "status", "unavailable");
      json_object_set_string_member (object, "reason", row->unavailable);
      return object;
    }
  json_object_set_string_member (object, "op", gs_op_nick (row->op));
  json_object_set_string_member (object, "status", row_failed (row) ? "failed" : "ok");
  json_object_set_int_member (object, "passed", row->n_passed);
  json_object_set_int_member (object, "shapes", row->n_shapes);
  json_object_set_double_member (object, "bound_fraction", row->worst_fraction);
  json_object_set_string_member (object, "first_failure", row->first_failure);
  return object;
}

static JsonNode *
rows_to_document (const GPtrArray *rows, int n_failed)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  for (guint i = 0; i < rows->len; i++)
    json_array_add_object_element (array, row_to_object (g_ptr_array_index (rows, i)));
  json_object_set_string_member (object, "schema", "gridscope.check/1");
  json_object_set_array_member (object, "rows", array);
  json_object_set_int_member (object, "failed", n_failed);
  json_node_take_object (node, object);
  return node;
}

static GsExit
judge (const GPtrArray *rows, int n_failed)
{
  guint n_missing = 0;
  const char *reason = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const GsCheckRow *row = g_ptr_array_index (rows, i);

      n_missing += row->unavailable != NULL;
      if (row->unavailable != NULL && reason == NULL)
        reason = row->unavailable;
    }
  if (n_failed > 0)
    {
      g_autofree char *sentence = g_strdup_printf (
          "%d of %u rows failed verification; the table names the first shape of each.", n_failed, rows->len);

      gs_complain (sentence);
      return GS_EXIT_VERIFICATION;
    }
  if (n_missing == rows->len)
    {
      gs_complain (reason);
      return GS_EXIT_UNAVAILABLE;
    }
  return GS_EXIT_DONE;
}

static gboolean
check_backends (const char *const *backends, GError **error)
{
  for (guint i = 0; backends[i] != NULL; i++)
    {
      if (!g_strv_contains (gs_backend_words (), backends[i]))
        return gs_set_unknown_word_error (error, "backend", backends[i], gs_backend_words ());
    }
  return TRUE;
}

static GsExit
run (const GsArguments *arguments)
{
  const char *backends_text = gs_arguments_get (arguments, "backend");
  const char *kernels_text = gs_arguments_get (arguments, "kernel");
  gboolean all = backends_text == NULL || g_str_equal (backends_text, "all");
  g_auto (GStrv) backends
      = all ? g_strdupv ((char **)gs_backend_words ()) : g_strsplit (backends_text, ",", -1);
  g_auto (GStrv) kernels = kernels_text != NULL ? g_strsplit (kernels_text, ",", -1) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  int n_failed = 0;
  GsExit status;
  Check self = { .backends = (const char *const *)backends,
                 .kernels = (const char *const *)kernels,
                 .device = gs_arguments_get (arguments, "device") };

  if (!check_backends (self.backends, &error))
    return gs_exit_with_error (error);
  if (gs_arguments_has (arguments, "launches") && kernels_text != NULL)
    {
      gs_complain ("--launches draws the kernels itself; leave --kernel or --launches out.");
      return GS_EXIT_USAGE;
    }
  if (gs_arguments_has (arguments, "launches"))
    return gs_check_launches (arguments, self.backends);
  if (gs_arguments_has (arguments, "seed"))
    {
      gs_complain ("--seed is for --launches N; add it or leave --seed out.");
      return GS_EXIT_USAGE;
    }
  gs_interruptible (work, &self);
  rows = self.rows;
  error = self.error;
  if (rows == NULL)
    return gs_exit_with_error (error);
  if (rows->len == 0)
    {
      gs_complain ("None of these backends runs any of these kernels; leave --backend or --kernel out.");
      return GS_EXIT_USAGE;
    }
  for (guint i = 0; i < rows->len; i++)
    n_failed += row_failed (g_ptr_array_index (rows, i));
  if (gs_arguments_has (arguments, "json"))
    {
      status = gs_print_document (rows_to_document (rows, n_failed), TRUE);
    }
  else
    {
      g_autofree char *text = rows_to_text (rows);

      status = gs_print (text);
    }
  return status != GS_EXIT_DONE ? status : judge (rows, n_failed);
}

const GsCommand gs_command_check = {
  .name = "check",
  .summary
  = "Hold every kernel on every backend against the float64 reference, or launches against the plan.",
  .examples = "check --kernel cpu_ijk,matmul/k3_shared_tile\n"
              "check --launches 100 --backend simt",
  .options = options,
  .run = run,
};
