#include "gs-timing-page.h"

#include "gs-painter-timing.h"
#include "gs-picture.h"
#include "gs-report-verdict.h"
#include "gs-result-table.h"
#include "gs-view-style.h"

/* Lanes that are short of a line or two leave their cards so much higher than planned. */
#define ABOVE_CARDS_PX 44

struct _GsTimingPage
{
  GsReportPage parent_instance;

  GtkToggleButton *share_button;
  GtkCheckButton *on_device_check;
  GtkScrolledWindow *window;
  GsPicture *picture;
  GsResultTable *table;
  double cards_top;  /* in the picture; 0: there are none */
  gboolean to_cards; /* a lesson speaks of them */
};

G_DEFINE_FINAL_TYPE (GsTimingPage, gs_timing_page, GS_TYPE_REPORT_PAGE)

static gboolean
gs_timing_page_get_figure (GsReportPage *page, GsReport *report, GsFigureInput *input)
{
  GsTimingPage *self = GS_TIMING_PAGE (page);

  gs_figure_input_init (input, GS_FIGURE_TIMING);
  input->report = report;
  input->share_of_lane = gtk_toggle_button_get_active (self->share_button);
  input->data_on_device = gtk_check_button_get_active (self->on_device_check);
  return TRUE;
}

/* Has the cards in view. Where they are is known once the page has its height. */
static void
scroll (GsTimingPage *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->window);
  double x, y;

  if (self->to_cards && self->cards_top > 0
      && gtk_widget_translate_coordinates (GTK_WIDGET (self->picture),
                                           gtk_widget_get_parent (GTK_WIDGET (self->picture)), 0,
                                           self->cards_top, &x, &y))
    gtk_adjustment_set_value (adjustment, y - ABOVE_CARDS_PX);
}

static void
gs_timing_page_light (GsReportPage *page, const GsHighlight *highlight)
{
  GsTimingPage *self = GS_TIMING_PAGE (page);
  const gboolean before = self->to_cards;

  self->to_cards = highlight != NULL && highlight->kind == GS_HIGHLIGHT_CARDS;
  if (before && !self->to_cards)
    gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->window), 0);
  scroll (self);
}

static gboolean
gs_timing_page_show (GsReportPage *page, GsReport *report)
{
  GsTimingPage *self = GS_TIMING_PAGE (page);
  GsFigureInput input;
  GsFigureStyle style;
  GsTimingScene scene;

  gs_timing_page_get_figure (page, report, &input);
  gs_view_style_init (&style, GTK_WIDGET (self));
  gs_timing_scene_init (&scene, report);
  scene.share_of_lane = input.share_of_lane;
  scene.data_on_device = input.data_on_device;
  gs_picture_set_natural_height (self->picture,
                                 (int)ceil (gs_timing_natural_height (&scene, style.type_scale)));
  self->cards_top = gs_timing_cards_top (&scene, style.type_scale);
  gs_picture_set_input (self->picture, &input);
  gs_result_table_set_report (self->table, report);
  return TRUE;
}

static char *
gs_timing_page_describe (GsReportPage *page, GsReport *report)
{
  return gs_report_timing_verdict (report);
}

static char *
gs_timing_page_get_table (GsReportPage *page, GsReport *report)
{
  return gs_result_table_to_text (GS_TIMING_PAGE (page)->table);
}

static void
gs_timing_page_class_init (GsTimingPageClass *klass)
{
  GsReportPageClass *page_class = GS_REPORT_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->show = gs_timing_page_show;
  page_class->light = gs_timing_page_light;
  page_class->describe = gs_timing_page_describe;
  page_class->get_figure = gs_timing_page_get_figure;
  page_class->get_table = gs_timing_page_get_table;

  g_type_ensure (GS_TYPE_PICTURE);
  g_type_ensure (GS_TYPE_RESULT_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-timing-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsTimingPage, share_button);
  gtk_widget_class_bind_template_child (widget_class, GsTimingPage, on_device_check);
  gtk_widget_class_bind_template_child (widget_class, GsTimingPage, window);
  gtk_widget_class_bind_template_child (widget_class, GsTimingPage, picture);
  gtk_widget_class_bind_template_child (widget_class, GsTimingPage, table);
  gtk_widget_class_bind_template_callback (widget_class, gs_report_page_refresh);
}

static void
gs_timing_page_init (GsTimingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->window), "changed", G_CALLBACK (scroll),
                           self, G_CONNECT_SWAPPED);
}
