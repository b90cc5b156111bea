#include "gs-memory-page.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-kernel-text.h"
#include "gs-painter-memory.h"
#include "gs-picture.h"
#include "gs-trace-table.h"

#define PICTURE_HEIGHT 560

struct _GsMemoryPage
{
  GsReportPage parent_instance;

  GtkWidget *request_box;
  GtkDropDown *request_drop;
  GsPicture *picture;
  GtkWidget *lines_box;
  GsPlainTable *lines;
  GtkLabel *threads_label;
};

G_DEFINE_FINAL_TYPE (GsMemoryPage, gs_memory_page, GS_TYPE_REPORT_PAGE)

static gboolean
gs_memory_page_get_figure (GsReportPage *page, GsReport *report, GsFigureInput *input)
{
  const guint selected = gtk_drop_down_get_selected (GS_MEMORY_PAGE (page)->request_drop);

  gs_figure_input_init (input, GS_FIGURE_MEMORY);
  input->report = report;
  input->request = selected != GTK_INVALID_LIST_POSITION ? selected : 0;
  return TRUE;
}

/* "line 26 · read of B · block (0, 0), warp 1, time 3 · 32 sectors" */
static char *
describe_request (const GsTrace *trace, const GsWarpRequest *request)
{
  const char *buffer
      = request->buffer >= 0 ? g_array_index (trace->buffers, GsTraceBuffer, request->buffer).name : "?";
  const int n = request->shared ? gs_warp_request_bank_passes (request) : gs_warp_request_sectors (request);
  g_autofree char *cost = g_strdup_printf (
      request->shared ? g_dngettext (GETTEXT_PACKAGE, "%d pass", "%d passes", (gulong)n)
                      : g_dngettext (GETTEXT_PACKAGE, "%d sector", "%d sectors", (gulong)n),
      n);

  /* Translators: source line, array, blockIdx, warp, how often it came here, cost. */
  return g_strdup_printf (request->write ? _ ("line %d · write to %s · block (%" PRId64 ", %" PRId64
                                              "), warp %" PRId64 ", time %" PRId64 " · %s")
                                         : _ ("line %d · read of %s · block (%" PRId64 ", %" PRId64
                                              "), warp %" PRId64 ", time %" PRId64 " · %s"),
                          request->line, buffer, request->block[0], request->block[1], request->warp,
                          request->occurrence + 1, cost);
}

static void
list_requests (GsMemoryPage *self, const GsTrace *trace)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < trace->requests->len; i++)
    gtk_string_list_take (list, describe_request (trace, &g_array_index (trace->requests, GsWarpRequest, i)));
  gtk_drop_down_set_model (self->request_drop, G_LIST_MODEL (list));
  g_object_unref (list);
}

/* Lays out the first warp request of the line that a lesson points at. */
static void
gs_memory_page_light (GsReportPage *page, const GsHighlight *highlight)
{
  GsMemoryPage *self = GS_MEMORY_PAGE (page);
  GsReport *report = gs_report_page_get_report (page);
  g_autofree char *text = NULL;
  GsMemoryScene scene;
  int line;

  if (highlight == NULL || highlight->kind != GS_HIGHLIGHT_LINE || report == NULL)
    return;
  gs_memory_scene_init (&scene, report);
  if (scene.traced == NULL)
    return;
  text = gs_kernel_text (gs_kernel_info_find (scene.traced->kernel, NULL));
  line = text != NULL ? gs_kernel_text_find_code (
             text, gs_kernel_info_find (scene.traced->kernel, NULL)->symbol, highlight->code)
                      : 0;
  for (guint i = 0; i < scene.traced->trace->requests->len; i++)
    if (g_array_index (scene.traced->trace->requests, GsWarpRequest, i).line == line)
      {
        gtk_drop_down_set_selected (self->request_drop, i);
        return;
      }
}

static void
gs_memory_page_list (GsReportPage *page, GsReport *report)
{
  GsMemoryPage *self = GS_MEMORY_PAGE (page);
  g_autofree char *text = NULL, *threads = NULL;
  GsMemoryScene scene;

  gs_memory_scene_init (&scene, report);
  gtk_drop_down_set_model (self->request_drop, NULL);
  if (scene.traced == NULL)
    {
      gs_plain_table_clear (self->lines);
      return;
    }
  text = gs_kernel_text (gs_kernel_info_find (scene.traced->kernel, NULL));
  threads = gs_trace_threads_text (scene.traced->trace);
  list_requests (self, scene.traced->trace);
  gs_trace_table_fill_lines (self->lines, scene.traced->trace, text);
  gtk_label_set_text (self->threads_label, threads);
}

static gboolean
gs_memory_page_show (GsReportPage *page, GsReport *report)
{
  GsMemoryPage *self = GS_MEMORY_PAGE (page);
  GsMemoryScene scene;
  GsFigureInput input;
  const GsTrace *trace;

  gs_memory_scene_init (&scene, report);
  trace = scene.traced != NULL ? scene.traced->trace : NULL;
  gtk_widget_set_visible (self->request_box, trace != NULL && trace->requests->len > 0);
  gtk_widget_set_visible (self->lines_box, trace != NULL);
  gs_memory_page_get_figure (page, report, &input);
  gs_picture_set_input (self->picture, &input);
  return TRUE;
}

static char *
gs_memory_page_describe (GsReportPage *page, GsReport *report)
{
  GsMemoryScene scene;

  gs_memory_scene_init (&scene, report);
  return gs_memory_verdict (&scene);
}

static char *
gs_memory_page_get_table (GsReportPage *page, GsReport *report)
{
  return gs_plain_table_to_text (GS_MEMORY_PAGE (page)->lines);
}

static void
gs_memory_page_class_init (GsMemoryPageClass *klass)
{
  GsReportPageClass *page_class = GS_REPORT_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->list = gs_memory_page_list;
  page_class->show = gs_memory_page_show;
  page_class->describe = gs_memory_page_describe;
  page_class->get_figure = gs_memory_page_get_figure;
  page_class->get_table = gs_memory_page_get_table;
  page_class->light = gs_memory_page_light;

  g_type_ensure (GS_TYPE_PICTURE);
  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-memory-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsMemoryPage, request_box);
  gtk_widget_class_bind_template_child (widget_class, GsMemoryPage, request_drop);
  gtk_widget_class_bind_template_child (widget_class, GsMemoryPage, picture);
  gtk_widget_class_bind_template_child (widget_class, GsMemoryPage, lines_box);
  gtk_widget_class_bind_template_child (widget_class, GsMemoryPage, lines);
  gtk_widget_class_bind_template_child (widget_class, GsMemoryPage, threads_label);
}

static void
gs_memory_page_init (GsMemoryPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_picture_set_usual_height (self->picture, PICTURE_HEIGHT);
  gs_trace_table_set_up_lines (self->lines);
  g_signal_connect_object (self->request_drop, "notify::selected", G_CALLBACK (gs_report_page_refresh), self,
                           G_CONNECT_SWAPPED);
}
