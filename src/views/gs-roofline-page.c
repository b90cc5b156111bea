#include "gs-roofline-page.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-painter-roofline.h"
#include "gs-picture.h"
#include "gs-plain-table.h"
#include "gs-roofs-runs.h"

#define PICTURE_HEIGHT 440
#define MAX_REPORTS    8

struct _GsRooflinePage
{
  AdwBin parent_instance;

  GsRoofs *measured;  /* on this machine; NULL: not yet */
  GsReport *current;  /* what the other pages show; NULL: none */
  GsRoofs *shown;     /* with the runs; what the picture is drawn from */
  GPtrArray *reports; /* of GsReport, newest last */
  char *verdict;

  GtkStack *stack;
  GsPicture *picture;
  GsPlainTable *table;
};

enum
{
  PROP_0,
  PROP_VERDICT,
};

static void show (GsRooflinePage *self);

static const char *
gs_roofline_page_get_verdict (GsPage *page)
{
  return GS_ROOFLINE_PAGE (page)->verdict;
}

static void
gs_roofline_page_set_report (GsPage *page, GsReport *report)
{
  GsRooflinePage *self = GS_ROOFLINE_PAGE (page);

  if (report == NULL || report == self->current)
    return;
  g_clear_pointer (&self->current, gs_report_unref);
  self->current = gs_report_ref (report);
  if (!g_ptr_array_find (self->reports, report, NULL))
    {
      if (self->reports->len == MAX_REPORTS)
        g_ptr_array_remove_index (self->reports, 0);
      g_ptr_array_add (self->reports, gs_report_ref (report));
    }
  show (self);
}

static gboolean
gs_roofline_page_get_figure (GsPage *page, GsFigureInput *input)
{
  gs_figure_input_init (input, GS_FIGURE_ROOFLINE);
  input->roofs = GS_ROOFLINE_PAGE (page)->shown;
  return input->roofs != NULL;
}

static char *
gs_roofline_page_get_table (GsPage *page)
{
  return gs_plain_table_to_text (GS_ROOFLINE_PAGE (page)->table);
}

static void
page_init (GsPageInterface *iface)
{
  iface->get_verdict = gs_roofline_page_get_verdict;
  iface->set_report = gs_roofline_page_set_report;
  iface->get_figure = gs_roofline_page_get_figure;
  iface->get_table = gs_roofline_page_get_table;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsRooflinePage,
                               gs_roofline_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

static void
fill_table (GsRooflinePage *self)
{
  gs_plain_table_clear (self->table);
  for (guint i = 0; i < self->shown->points->len; i++)
    {
      const GsRoofPoint *point = g_ptr_array_index (self->shown->points, i);
      const GsRoof *roof = g_ptr_array_index (self->shown->roofs, point->roof);
      g_autofree char *intensity = gs_format_value (point->intensity, 3);
      g_autofree char *rate = gs_format_rate (point->gflops * 1e9, "FLOP/s");
      g_autofree char *limit = gs_format_rate (gs_roof_limit (roof, point->intensity) * 1e9, "FLOP/s");

      gs_plain_table_append (self->table,
                             (const char *const[]){ point->label, intensity, rate, limit, NULL });
    }
}

static gboolean
is_recorded (const GsReport *report)
{
  return report != NULL && report->environment->recorded != NULL;
}

/* A recording stands under the roofs of its own device, which it brings along. */
static const GsRoofs *
get_roofs (GsRooflinePage *self)
{
  return is_recorded (self->current) ? self->current->environment->roofs : self->measured;
}

static const char *
device_name (const GsReport *report)
{
  const GPtrArray *gpus = report->environment->gpus;

  return gpus->len > 0 ? ((const GsGpu *)g_ptr_array_index (gpus, 0))->name : NULL;
}

/* Whether @report was measured where the roofs on show were. */
static gboolean
belongs (GsRooflinePage *self, const GsReport *report)
{
  if (is_recorded (self->current) != is_recorded (report))
    return FALSE;
  return !is_recorded (report) || g_strcmp0 (device_name (report), device_name (self->current)) == 0;
}

static char *
describe (GsRooflinePage *self)
{
  char *verdict;

  if (self->shown == NULL && is_recorded (self->current))
    return g_strdup (
        _ ("This recording brings no roofs of its device along: run something here, or open another."));
  if (self->shown == NULL)
    return g_strdup (_ ("Measure this machine to see what bounds a kernel: memory or arithmetic."));
  if (self->shown->points->len == 0)
    return g_strdup (_ ("Run something that is timed (F5): it then stands under the roofs of this machine."));
  verdict = gs_roofline_verdict (self->shown);
  return g_strdelimit (verdict, "\n", ' ');
}

static void
show (GsRooflinePage *self)
{
  g_autoptr (GsRoofs) old = g_steal_pointer (&self->shown);
  const GsRoofs *roofs = get_roofs (self);
  GsFigureInput input;

  if (roofs != NULL)
    {
      self->shown = gs_roofs_copy_roofs (roofs);
      for (guint i = 0; i < self->reports->len; i++)
        if (belongs (self, g_ptr_array_index (self->reports, i)))
          gs_roofs_add_runs (self->shown, g_ptr_array_index (self->reports, i));
      fill_table (self);
    }
  gs_picture_set_input (self->picture, gs_roofline_page_get_figure (GS_PAGE (self), &input) ? &input : NULL);
  gtk_stack_set_visible_child_name (self->stack, self->shown != NULL ? "content" : "empty");
  g_free (self->verdict);
  self->verdict = describe (self);
  gs_page_notify_verdict (GS_PAGE (self));
}

static void
gs_roofline_page_dispose (GObject *object)
{
  GsRooflinePage *self = GS_ROOFLINE_PAGE (object);

  if (self->picture != NULL)
    gs_picture_set_input (self->picture, NULL);
  g_clear_pointer (&self->shown, gs_roofs_free);
  g_clear_pointer (&self->measured, gs_roofs_free);
  g_clear_pointer (&self->current, gs_report_unref);
  g_clear_pointer (&self->reports, g_ptr_array_unref);
  g_clear_pointer (&self->verdict, g_free);

  G_OBJECT_CLASS (gs_roofline_page_parent_class)->dispose (object);
}

static void
gs_roofline_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, GS_ROOFLINE_PAGE (object)->verdict);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_roofline_page_class_init (GsRooflinePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_roofline_page_dispose;
  G_OBJECT_CLASS (klass)->get_property = gs_roofline_page_get_property;
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_VERDICT, "verdict");

  g_type_ensure (GS_TYPE_PICTURE);
  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-roofline-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsRooflinePage, stack);
  gtk_widget_class_bind_template_child (widget_class, GsRooflinePage, picture);
  gtk_widget_class_bind_template_child (widget_class, GsRooflinePage, table);
}

static void
gs_roofline_page_init (GsRooflinePage *self)
{
  const char *const headings[]
      = { _ ("Run"), _ ("Operations per byte"), _ ("Reached"), _ ("The roof allows"), NULL };

  self->reports = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_report_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_picture_set_natural_height (self->picture, PICTURE_HEIGHT);
  gs_plain_table_set_up (self->table, headings, 1 << 0, _ ("Runs under the roofs"), FALSE);
  self->verdict = describe (self);
}

void
gs_roofline_page_take_roofs (GsRooflinePage *self, GsRoofs *measured)
{
  g_return_if_fail (GS_IS_ROOFLINE_PAGE (self) && measured != NULL && measured->roofs->len > 0);

  g_clear_pointer (&self->measured, gs_roofs_free);
  self->measured = measured;
  show (self);
}
