#include "gs-cli.h"

#include <inttypes.h>
#include "gs-engine.h"
#include "gs-format.h"
#include "gs-report-json.h"
#include "gs-spec-options.h"

static const GsOption options[] = {
  { "json", 0, NULL, "print a gridscope.plan/1 document" },
  { NULL },
};

static void
append_count (GString *text, const char *name, gint64 count)
{
  g_autofree char *number = gs_format_count (count);

  g_string_append_printf (text, "%-15s%s\n", name, number);
}

static char *
plan_to_text (const GsPlan *plan)
{
  GString *text = g_string_new (NULL);
  g_autofree char *verdict = gs_plan_verdict (plan);

  g_string_append_printf (text, "%s\n\n", verdict);
  g_string_append_printf (text, "%-15s%s %" PRId64 "×%" PRId64, "operation", gs_op_nick (plan->op), plan->m,
                          plan->n);
  if (plan->op == GS_OP_MATMUL)
    g_string_append_printf (text, ", k = %" PRId64, plan->k);
  g_string_append_printf (text, "\n%-15s%s\n", "kernel", plan->kernel != NULL ? plan->kernel->name : "none");
  g_string_append_printf (text, "%-15s%" PRId64 "×%" PRId64 "\n", "block", plan->block[0], plan->block[1]);
  g_string_append_printf (text, "%-15s%" PRId64 "×%" PRId64 "\n", "grid", plan->grid[0], plan->grid[1]);
  append_count (text, "elements", plan->elements);
  append_count (text, "threads", plan->threads);
  append_count (text, "warps", plan->warps);
  append_count (text, "active", plan->active);
  append_count (text, "idle", plan->idle);
  append_count (text, "out of bounds", plan->out_of_bounds);
  append_count (text, "aliased", plan->aliased);
  append_count (text, "missed", plan->missed);
  append_count (text, "written twice", plan->duplicated);
  if (plan->first_missed >= 0)
    append_count (text, "first missed", plan->first_missed);
  if (plan->has_first_out_of_bounds)
    {
      const GsThreadId *id = &plan->first_out_of_bounds;

      g_string_append_printf (text,
                              "%-15sindex %" PRId64 ", block (%" PRId64 ", %" PRId64 "), thread (%" PRId64
                              ", %" PRId64 ")\n",
                              "first outside", plan->first_out_of_bounds_index, id->block[0], id->block[1],
                              id->thread[0], id->thread[1]);
    }
  return g_string_free (text, FALSE);
}

/* The document is printed even when the launch cannot happen: it says why. */
static GsExit
run (const GsArguments *arguments)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsSpec) spec = gs_spec_from_arguments (arguments, &error);
  g_autoptr (GsPlan) plan = NULL;
  GsExit status;

  if (spec == NULL)
    return gs_exit_with_error (error);
  plan = gs_engine_plan (spec);
  if (gs_arguments_has (arguments, "json"))
    {
      status = gs_print_document (gs_plan_to_json (plan), TRUE);
    }
  else
    {
      g_autofree char *text = plan_to_text (plan);

      status = gs_print (text);
    }
  if (status != GS_EXIT_DONE || plan->valid)
    return status;
  gs_complain (((const GsProblem *)g_ptr_array_index (plan->problems, 0))->message);
  return GS_EXIT_USAGE;
}

const GsCommand gs_command_plan = {
  .name = "plan",
  .summary = "Work out what a launch would cover: any size, no run, nothing allocated.",
  .examples = "plan --n 7 --block 4 --no-guard\n"
              "plan --op matmul --m 1000 --n 1003 --k 500 --block 16x16 --json",
  .options = options,
  .takes_spec = TRUE,
  .run = run,
};
