#include "gs-cli.h"

#include "gs-format.h"
#include "gs-roofs-json.h"
#include "gs-roofs-run.h"
#include "gs-spec.h"
#include "gs-text-table.h"
#include "gs-words.h"

static const GsOption options[] = {
  { "device", 0, "DEVICE", "a GPU by number, UUID or PCI id (the first)" },
  { "threads", 0, "N", "CPU threads (all)" },
  { "json", 0, NULL, "print a gridscope.roofs/1 document, which figure roofline --roofs reads" },
  { NULL },
};

typedef struct
{
  gint64 threads;
  const char *device;
  GsRoofs *roofs;
  GError *error;
} Measure;

static void
work (GCancellable *cancellable, gpointer data)
{
  Measure *self = data;

  self->roofs = gs_roofs_run ((int)self->threads, self->device, cancellable, &self->error);
}

static char *
rate_cell (double per_s, const char *unit)
{
  return per_s > 0 ? gs_format_rate (per_s * 1e9, unit) : g_strdup ("—");
}

static char *
roofs_to_text (const GsRoofs *roofs)
{
  const char *const headings[] = { "processor", "memory", "arithmetic", "upload", "download", NULL };
  g_autoptr (GsTextTable) table = gs_text_table_new (headings);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < roofs->roofs->len; i++)
    {
      const GsRoof *roof = g_ptr_array_index (roofs->roofs, i);

      gs_text_table_add (table, roof->name);
      gs_text_table_take (table, rate_cell (roof->copy_gbytes_per_s, "B/s"));
      gs_text_table_take (table, rate_cell (roof->fma_gflops, "FLOP/s"));
      gs_text_table_take (table, rate_cell (roof->upload_gbytes_per_s, "B/s"));
      gs_text_table_take (table, rate_cell (roof->download_gbytes_per_s, "B/s"));
    }
  gs_text_table_append_to (table, text);
  return g_string_free (text, FALSE);
}

static GsExit
run (const GsArguments *arguments)
{
  const char *threads = gs_arguments_get (arguments, "threads");
  Measure self = { .device = gs_arguments_get (arguments, "device") };
  g_autoptr (GsRoofs) roofs = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (threads != NULL
      && !gs_parse_whole ("--threads", threads, 0, GS_SPEC_MAX_THREADS, &self.threads, &error))
    return gs_exit_with_error (error);
  gs_interruptible (work, &self);
  roofs = self.roofs;
  error = self.error;
  if (roofs == NULL)
    return gs_exit_with_error (error);
  if (gs_arguments_has (arguments, "json"))
    return gs_print_document (gs_roofs_to_json (roofs), TRUE);
  text = roofs_to_text (roofs);
  return gs_print (text);
}

const GsCommand gs_command_roofs = {
  .name = "roofs",
  .summary = "Measure what this machine can do at most: memory, arithmetic, and the bus to a GPU.",
  .examples = "roofs --json",
  .options = options,
  .run = run,
};
