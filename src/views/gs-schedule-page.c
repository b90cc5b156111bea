#include "gs-schedule-page.h"

#include "gs-painter-schedule.h"
#include "gs-picture.h"

struct _GsSchedulePage
{
  GsReportPage parent_instance;

  GsPicture *picture;
};

G_DEFINE_FINAL_TYPE (GsSchedulePage, gs_schedule_page, GS_TYPE_REPORT_PAGE)

static const GsSchedule *
find_schedule (GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->schedule != NULL)
        return result->schedule;
    }
  return NULL;
}

static gboolean
gs_schedule_page_get_figure (GsReportPage *page, GsReport *report, GsFigureInput *input)
{
  gs_figure_input_init (input, GS_FIGURE_SCHEDULE);
  input->report = report;
  return TRUE;
}

static gboolean
gs_schedule_page_show (GsReportPage *page, GsReport *report)
{
  GsFigureInput input;

  if (find_schedule (report) == NULL)
    return FALSE;
  gs_schedule_page_get_figure (page, report, &input);
  gs_picture_set_input (GS_SCHEDULE_PAGE (page)->picture, &input);
  return TRUE;
}

static char *
gs_schedule_page_describe (GsReportPage *page, GsReport *report)
{
  return gs_schedule_verdict (find_schedule (report));
}

static void
gs_schedule_page_class_init (GsSchedulePageClass *klass)
{
  GsReportPageClass *page_class = GS_REPORT_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->show = gs_schedule_page_show;
  page_class->describe = gs_schedule_page_describe;
  page_class->get_figure = gs_schedule_page_get_figure;

  g_type_ensure (GS_TYPE_PICTURE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-schedule-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsSchedulePage, picture);
}

static void
gs_schedule_page_init (GsSchedulePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
