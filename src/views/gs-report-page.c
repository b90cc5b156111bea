#include "gs-report-page.h"

#include "gs-experiment.h"

typedef struct
{
  GsReport *report;
  GsReport *listed; /* what the lists and tables were filled from, and may still point into */
  gboolean listing;
  gboolean due; /* filled anew when the page comes to the front */
  char *verdict;
  gboolean veiled;
  GtkStack *stack;
  AdwStatusPage *status_page;
  GtkButton *empty_button;
  GtkWidget *content;
} GsReportPagePrivate;

static void page_init (GsPageInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (GsReportPage,
                                  gs_report_page,
                                  ADW_TYPE_BIN,
                                  G_ADD_PRIVATE (GsReportPage)
                                      G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

enum
{
  PROP_0,
  PROP_CONTENT,
  PROP_EMPTY_ICON,
  PROP_EMPTY_TITLE,
  PROP_EMPTY_TEXT,
  N_PROPS,
  PROP_VERDICT = N_PROPS,
};

static GParamSpec *props[N_PROPS];

static const char *
gs_report_page_get_verdict (GsPage *page)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (GS_REPORT_PAGE (page));

  return priv->verdict;
}

static void
gs_report_page_set_report (GsPage *page, GsReport *report)
{
  GsReportPage *self = GS_REPORT_PAGE (page);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  if (priv->report != report)
    {
      g_clear_pointer (&priv->report, gs_report_unref);
      priv->report = report != NULL ? gs_report_ref (report) : NULL;
    }
  gs_report_page_refresh (self);
}

static gboolean
is_filled (GsReportPagePrivate *priv)
{
  return priv->report != NULL && !priv->veiled
         && g_strcmp0 (gtk_stack_get_visible_child_name (priv->stack), "content") == 0;
}

static gboolean
gs_report_page_get_figure (GsPage *page, GsFigureInput *input)
{
  GsReportPage *self = GS_REPORT_PAGE (page);
  GsReportPageClass *klass = GS_REPORT_PAGE_GET_CLASS (self);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  return is_filled (priv) && klass->get_figure != NULL && klass->get_figure (self, priv->report, input);
}

static char *
gs_report_page_get_table (GsPage *page)
{
  GsReportPage *self = GS_REPORT_PAGE (page);
  GsReportPageClass *klass = GS_REPORT_PAGE_GET_CLASS (self);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  return is_filled (priv) && klass->get_table != NULL ? klass->get_table (self, priv->report) : NULL;
}

static void
gs_report_page_light (GsPage *page, const GsHighlight *highlight)
{
  GsReportPage *self = GS_REPORT_PAGE (page);

  if (GS_REPORT_PAGE_GET_CLASS (self)->light != NULL)
    GS_REPORT_PAGE_GET_CLASS (self)->light (self, highlight);
}

static void
gs_report_page_set_veiled (GsPage *page, gboolean veiled)
{
  GsReportPage *self = GS_REPORT_PAGE (page);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  if (priv->veiled == veiled)
    return;
  priv->veiled = veiled;
  gs_report_page_refresh (self);
}

static void
page_init (GsPageInterface *iface)
{
  iface->set_veiled = gs_report_page_set_veiled;
  iface->get_verdict = gs_report_page_get_verdict;
  iface->set_report = gs_report_page_set_report;
  iface->get_figure = gs_report_page_get_figure;
  iface->get_table = gs_report_page_get_table;
  iface->light = gs_report_page_light;
}

static void
list_report (GsReportPage *self)
{
  GsReportPageClass *klass = GS_REPORT_PAGE_GET_CLASS (self);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  if (priv->report == priv->listed)
    return;
  priv->listing = TRUE;
  if (priv->report != NULL && klass->list != NULL)
    klass->list (self, priv->report);
  priv->listing = FALSE;
  g_clear_pointer (&priv->listed, gs_report_unref);
  priv->listed = priv->report != NULL ? gs_report_ref (priv->report) : NULL;
}

static void
fill (GsReportPage *self)
{
  GsReportPageClass *klass = GS_REPORT_PAGE_GET_CLASS (self);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);
  gboolean filled;
  char *verdict;

  priv->due = FALSE;
  list_report (self);
  filled = priv->report != NULL
           && (priv->veiled ? klass->show_veiled != NULL && klass->show_veiled (self, priv->report)
                            : klass->show (self, priv->report));
  /* Those who listen would hear what lies behind the page in front. */
  gtk_widget_set_visible (priv->content, filled);
  gtk_stack_set_visible_child_name (priv->stack, filled ? "content" : priv->veiled ? "veiled" : "empty");
  if (priv->veiled)
    verdict = g_strdup (gs_experiment_veil_text ());
  else
    verdict = filled ? klass->describe (self, priv->report)
                     : g_strdup (adw_status_page_get_description (priv->status_page));
  gs_page_take_verdict (GS_PAGE (self), &priv->verdict, verdict);
}

static void
gs_report_page_map (GtkWidget *widget)
{
  GsReportPage *self = GS_REPORT_PAGE (widget);
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  if (priv->due)
    fill (self);
  GTK_WIDGET_CLASS (gs_report_page_parent_class)->map (widget);
}

static void
gs_report_page_finalize (GObject *object)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (GS_REPORT_PAGE (object));

  g_clear_pointer (&priv->report, gs_report_unref);
  g_clear_pointer (&priv->listed, gs_report_unref);
  g_free (priv->verdict);

  G_OBJECT_CLASS (gs_report_page_parent_class)->finalize (object);
}

static void
gs_report_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (GS_REPORT_PAGE (object));

  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, priv->verdict);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_report_page_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (GS_REPORT_PAGE (object));

  switch (prop_id)
    {
    case PROP_CONTENT:
      priv->content = g_value_get_object (value);
      if (priv->content != NULL)
        gtk_stack_add_named (priv->stack, priv->content, "content");
      break;
    case PROP_EMPTY_ICON:
      adw_status_page_set_icon_name (priv->status_page, g_value_get_string (value));
      break;
    case PROP_EMPTY_TITLE:
      adw_status_page_set_title (priv->status_page, g_value_get_string (value));
      break;
    case PROP_EMPTY_TEXT:
      adw_status_page_set_description (priv->status_page, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_report_page_class_init (GsReportPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gs_report_page_finalize;
  object_class->get_property = gs_report_page_get_property;
  object_class->set_property = gs_report_page_set_property;
  GTK_WIDGET_CLASS (klass)->map = gs_report_page_map;

  props[PROP_CONTENT] = g_param_spec_object ("content", NULL, NULL, GTK_TYPE_WIDGET, flags);
  props[PROP_EMPTY_ICON] = g_param_spec_string ("empty-icon", NULL, NULL, NULL, flags);
  props[PROP_EMPTY_TITLE] = g_param_spec_string ("empty-title", NULL, NULL, NULL, flags);
  props[PROP_EMPTY_TEXT] = g_param_spec_string ("empty-text", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  g_object_class_override_property (object_class, PROP_VERDICT, "verdict");

  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass),
                                               "/org/gridscope/Gridscope/ui/gs-report-page.ui");
  gtk_widget_class_bind_template_child_private (GTK_WIDGET_CLASS (klass), GsReportPage, stack);
  gtk_widget_class_bind_template_child_private (GTK_WIDGET_CLASS (klass), GsReportPage, status_page);
  gtk_widget_class_bind_template_child_private (GTK_WIDGET_CLASS (klass), GsReportPage, empty_button);
}

static void
gs_report_page_init (GsReportPage *self)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  /* Without a report it says what there would be. */
  priv->due = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

GsReport *
gs_report_page_get_report (GsReportPage *self)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  g_return_val_if_fail (GS_IS_REPORT_PAGE (self), NULL);
  return priv->report;
}

void
gs_report_page_set_empty_action (GsReportPage *self, const char *label, const char *action)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  g_return_if_fail (GS_IS_REPORT_PAGE (self));

  gtk_button_set_label (priv->empty_button, label);
  gtk_button_set_use_underline (priv->empty_button, TRUE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (priv->empty_button), action);
}

void
gs_report_page_refresh (GsReportPage *self)
{
  GsReportPagePrivate *priv = gs_report_page_get_instance_private (self);

  g_return_if_fail (GS_IS_REPORT_PAGE (self));

  if (priv->listing)
    return;
  /* All views at once would hold up the frame. */
  priv->due = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill (self);
}
