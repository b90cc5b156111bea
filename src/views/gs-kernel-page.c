#include "gs-kernel-page.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-kernel-text.h"
#include "gs-kernel-view.h"
#include "gs-trace-table.h"

struct _GsKernelPage
{
  AdwBin parent_instance;

  GsExperiment *experiment;
  GsReport *report;
  const GsResult *traced; /* of report: the run of the kernel on screen; NULL: none */
  char *kernel;           /* on screen */
  gboolean veiled;        /* the source alone */
  char *verdict;

  GtkLabel *name_label;
  GtkLabel *idea_label;
  GsKernelView *view;
  GtkWidget *findings_box;
  GtkLabel *findings_label;
  GsPlainTable *findings;
  GtkWidget *lines_box;
  GsPlainTable *lines;
  GtkLabel *threads_label;
  GtkLabel *hint_label;
  gboolean tables_due; /* when the page comes to the front */
};

enum
{
  PROP_0,
  PROP_VERDICT,
};

enum
{
  THREAD_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
gs_kernel_page_get_verdict (GsPage *page)
{
  return GS_KERNEL_PAGE (page)->verdict;
}

static void refresh (GsKernelPage *self);

static void
gs_kernel_page_set_report (GsPage *page, GsReport *report)
{
  GsKernelPage *self = GS_KERNEL_PAGE (page);

  if (report != NULL)
    gs_report_ref (report);
  g_clear_pointer (&self->report, gs_report_unref);
  self->report = report;
  self->traced = NULL;
  refresh (self);
}

static void
gs_kernel_page_set_veiled (GsPage *page, gboolean veiled)
{
  GsKernelPage *self = GS_KERNEL_PAGE (page);

  if (self->veiled == veiled)
    return;
  self->veiled = veiled;
  refresh (self);
}

static char *
gs_kernel_page_get_table (GsPage *page)
{
  GsKernelPage *self = GS_KERNEL_PAGE (page);
  g_autofree char *findings = NULL;
  g_autofree char *lines = NULL;

  if (self->traced == NULL)
    return NULL;
  findings = gs_plain_table_to_text (self->findings);
  lines = gs_plain_table_to_text (self->lines);
  return g_strconcat (findings, "\n", lines, NULL);
}

/* By the words that stand in the line: its number changes with the file. */
static void
gs_kernel_page_light (GsPage *page, const GsHighlight *highlight)
{
  GsKernelPage *self = GS_KERNEL_PAGE (page);
  const GsKernelInfo *info = gs_kernel_info_for_plan (gs_experiment_get_spec (self->experiment));
  g_autofree char *text = gs_kernel_text (info);
  const gboolean lit = highlight != NULL && highlight->kind == GS_HIGHLIGHT_LINE && text != NULL;

  gs_kernel_view_light (self->view, lit ? gs_kernel_text_find_code (text, info->symbol, highlight->code) : 0);
}

static void
page_init (GsPageInterface *iface)
{
  iface->get_verdict = gs_kernel_page_get_verdict;
  iface->set_report = gs_kernel_page_set_report;
  iface->get_table = gs_kernel_page_get_table;
  iface->light = gs_kernel_page_light;
  iface->set_veiled = gs_kernel_page_set_veiled;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsKernelPage,
                               gs_kernel_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

/* The traced run of @kernel in the report. */
static const GsResult *
find_traced (const GsReport *report, const char *kernel)
{
  for (guint i = 0; report != NULL && i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->trace != NULL && g_strcmp0 (result->kernel, kernel) == 0)
        return result;
    }
  return NULL;
}

static gint64
count_findings (const GsTrace *trace)
{
  gint64 total = 0;

  for (GsFindingKind kind = 0; kind < GS_N_FINDINGS; kind++)
    total += trace->totals[kind];
  return total;
}

/* "Race: 12; Never written: 3" */
static char *
list_findings (const GsTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (GsFindingKind kind = 0; kind < GS_N_FINDINGS; kind++)
    if (trace->totals[kind] > 0)
      {
        g_autofree char *count = gs_format_count (trace->totals[kind]);

        g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? gs_join (GS_JOIN_SEMICOLON) : "",
                                gs_finding_title (kind), gs_join (GS_JOIN_COLON), count);
      }
  return g_string_free (text, FALSE);
}

static char *
describe_trace (const GsTrace *trace, const GsKernelInfo *info)
{
  g_autofree char *sectors = gs_format_value (trace->sectors_per_request, 3);
  g_autofree char *conflicts = gs_format_count (trace->bank_conflicts);
  g_autofree char *found = list_findings (trace);

  if (count_findings (trace) > 0)
    return g_strdup_printf (_ ("The simulated GPU found faults in %s. %s."), info->name, found);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE,
                   "The simulated GPU found no fault in %s: %s sector per warp request, %s bank conflicts.",
                   "The simulated GPU found no fault in %s: %s sectors per warp request, %s bank conflicts.",
                   gs_format_plural (sectors)),
      info->name, sectors, conflicts);
}

static char *
describe (GsKernelPage *self, const GsKernelInfo *info)
{
  const GsTrace *trace = self->traced != NULL ? self->traced->trace : NULL;
  g_autofree char *about_trace = NULL, *sample = NULL;
  GString *text;

  if (self->veiled)
    return g_strdup (gs_experiment_veil_text ());
  if (trace == NULL)
    return g_strdup_printf (_ ("%s: %s. Run the simulated GPU to see what each line does."), info->name,
                            _ (info->idea));
  about_trace = describe_trace (trace, info);
  sample = gs_trace_sample_text (trace);
  text = g_string_new (about_trace);
  if (sample != NULL)
    gs_append_sentence (text, sample);
  return g_string_free (text, FALSE);
}

static void
fill_tables (GsKernelPage *self, const GsKernelInfo *info)
{
  const GsTrace *trace = self->traced != NULL ? self->traced->trace : NULL;

  self->tables_due = FALSE;
  if (trace != NULL)
    {
      const gint64 total = count_findings (trace);
      g_autofree char *text = gs_kernel_text (info);
      g_autofree char *threads = gs_trace_threads_text (trace);
      g_autofree char *shown = NULL;
      g_autofree char *all = gs_format_count (total);

      gs_trace_table_fill_lines (self->lines, trace, text);
      gtk_label_set_text (self->threads_label, threads);
      gs_trace_table_fill_findings (self->findings, trace);
      shown = gs_format_count (gs_plain_table_get_n_rows (self->findings));
      if (total > gs_plain_table_get_n_rows (self->findings))
        {
          /* Translators: rows in the table, all findings. */
          g_autofree char *title = g_strdup_printf (_ ("Findings (the first %s of %s)"), shown, all);
          gtk_label_set_text (self->findings_label, title);
        }
      else
        gtk_label_set_text (self->findings_label, _ ("Findings"));
      gtk_widget_set_visible (self->findings_box, total > 0);
    }
  else
    {
      gs_plain_table_clear (self->findings);
      gs_plain_table_clear (self->lines);
      gtk_widget_set_visible (self->findings_box, FALSE);
    }
  gtk_widget_set_visible (self->lines_box, trace != NULL);
  gtk_label_set_text (self->hint_label,
                      self->veiled
                          ? gs_experiment_veil_text ()
                          : _ ("Choose Simulated GPU at the left and run (F5): every line then shows "
                               "the memory it asked for, and every fault its thread."));
  gtk_widget_set_visible (GTK_WIDGET (self->hint_label), trace == NULL);
}

/* The tables have many cells and wait until somebody can see them. */
static void
show_trace (GsKernelPage *self, const GsKernelInfo *info)
{
  gs_kernel_view_set_trace (self->view, self->traced != NULL ? self->traced->trace : NULL);
  self->tables_due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_tables (self, info);
}

static void
gs_kernel_page_map (GtkWidget *widget)
{
  GsKernelPage *self = GS_KERNEL_PAGE (widget);

  if (self->tables_due)
    fill_tables (self, gs_kernel_info_find (self->kernel, NULL));
  GTK_WIDGET_CLASS (gs_kernel_page_parent_class)->map (widget);
}

static void
refresh (GsKernelPage *self)
{
  const GsKernelInfo *info
      = self->experiment != NULL ? gs_kernel_info_for_plan (gs_experiment_get_spec (self->experiment)) : NULL;
  const GsResult *traced;
  const char *line;
  gboolean is_new;

  if (info == NULL)
    return;
  traced = self->veiled ? NULL : find_traced (self->report, info->name);
  is_new = g_strcmp0 (info->name, self->kernel) != 0;
  if (is_new)
    {
      g_free (self->kernel);
      self->kernel = g_strdup (info->name);
      gtk_label_set_text (self->name_label, info->name);
      line = _ (info->idea);
      gtk_label_set_text (self->idea_label, line);
      gs_kernel_view_set_kernel (self->view, info);
    }
  if (is_new || traced != self->traced || traced == NULL)
    {
      self->traced = traced;
      show_trace (self, info);
    }
  gs_page_take_verdict (GS_PAGE (self), &self->verdict, describe (self, info));
}

static void
pick (GsKernelPage *self, guint row, gboolean go)
{
  const GsFinding *finding
      = self->traced != NULL ? gs_trace_table_get_finding (self->traced->trace, row) : NULL;

  if (finding == NULL)
    return;
  gs_kernel_view_go_to (self->view, finding->line);
  g_signal_emit (self, signals[THREAD_PICKED], 0, &finding->thread, go);
}

static void
picked_cb (GsPlainTable *table, guint row, GsKernelPage *self)
{
  pick (self, row, FALSE);
}

static void
activated_cb (GsPlainTable *table, guint row, GsKernelPage *self)
{
  pick (self, row, TRUE);
}

static void
gs_kernel_page_dispose (GObject *object)
{
  GsKernelPage *self = GS_KERNEL_PAGE (object);

  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_clear_object (&self->experiment);
  self->traced = NULL;
  g_clear_pointer (&self->report, gs_report_unref);
  g_clear_pointer (&self->kernel, g_free);
  g_clear_pointer (&self->verdict, g_free);

  G_OBJECT_CLASS (gs_kernel_page_parent_class)->dispose (object);
}

static void
gs_kernel_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, GS_KERNEL_PAGE (object)->verdict);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_kernel_page_class_init (GsKernelPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_kernel_page_dispose;
  G_OBJECT_CLASS (klass)->get_property = gs_kernel_page_get_property;
  widget_class->map = gs_kernel_page_map;
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_VERDICT, "verdict");

  signals[THREAD_PICKED] = g_signal_new ("thread-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);

  g_type_ensure (GS_TYPE_KERNEL_VIEW);
  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-kernel-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, name_label);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, idea_label);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, view);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, findings_box);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, findings_label);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, findings);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, lines_box);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, lines);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, threads_label);
  gtk_widget_class_bind_template_child (widget_class, GsKernelPage, hint_label);
}

static void
gs_kernel_page_init (GsKernelPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_trace_table_set_up_findings (self->findings);
  gs_trace_table_set_up_lines (self->lines);
  g_signal_connect (self->findings, "picked", G_CALLBACK (picked_cb), self);
  g_signal_connect (self->findings, "activated", G_CALLBACK (activated_cb), self);
}

void
gs_kernel_page_set_experiment (GsKernelPage *self, GsExperiment *experiment)
{
  g_return_if_fail (GS_IS_KERNEL_PAGE (self));

  if (self->experiment == experiment)
    return;
  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_set_object (&self->experiment, experiment);
  if (experiment != NULL)
    g_signal_connect_swapped (experiment, "changed", G_CALLBACK (refresh), self);
  refresh (self);
}

gboolean
gs_kernel_page_has_run (GsKernelPage *self)
{
  g_return_val_if_fail (GS_IS_KERNEL_PAGE (self), FALSE);
  return self->traced != NULL;
}
