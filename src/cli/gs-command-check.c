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

static void
add_string (JsonBuilder *builder, const char *key, const char *value)
{
  json_builder_set_member_name (builder, key);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_int (JsonBuilder *builder, const char *key, gint64 value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_int_value (builder, value);
}

static JsonNode *
rows_to_document (const GPtrArray *rows, int n_failed)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_string (builder, "schema", "gridscope.check/1");
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < rows->len; i++)
    {
      const GsCheckRow *row = g_ptr_array_index (rows, i);

      json_builder_begin_object (builder);
      add_string (builder, "backend", row->backend);
      add_string (builder, "kernel", row->kernel != NULL ? row->kernel->name : NULL);
      if (row->unavailable != NULL)
        {
          add_string (builder, "status", "unavailable");
          add_string (builder, "reason", row->unavailable);
        }
      else
        {
          add_string (builder, "op", gs_op_nick (row->op));
          add_string (builder, "status", row_failed (row) ? "failed" : "ok");
          add_int (builder, "passed", row->n_passed);
          add_int (builder, "shapes", row->n_shapes);
          json_builder_set_member_name (builder, "bound_fraction");
          json_builder_add_double_value (builder, row->worst_fraction);
          add_string (builder, "first_failure", row->first_failure);
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  add_int (builder, "failed", n_failed);
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
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
