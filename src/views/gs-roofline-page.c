#include "gs-roofline-page.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-gpu.h"
#include "gs-painter-roofline.h"
#include "gs-roofs-runs.h"

#define PICTURE_HEIGHT 440
#define MAX_REPORTS    8
#define MAX_MEASURED   16 /* more than the cards of one machine */

struct _GsRooflinePage
{
  GsFigurePage parent_instance;

  GPtrArray *measured; /* of GsRoofs: on this machine, newest last */
  char *uuid, *name;   /* of the GPU that runs use; NULL: there is none */
  GsReport *current;   /* what the other pages show; NULL: none */
  GsRoofs *shown;      /* with the runs; what the picture is drawn from */
  GPtrArray *reports;  /* of GsReport, newest last */

  GtkStack *stack;
  GsPicture *picture;
  GsPlainTable *table;
};

static void show (GsRooflinePage *self);

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
gs_roofline_page_get_figure (GsFigurePage *page, GsFigureInput *input)
{
  gs_figure_input_init (input, GS_FIGURE_ROOFLINE);
  input->roofs = GS_ROOFLINE_PAGE (page)->shown;
  return input->roofs != NULL;
}

static void
page_init (GsPageInterface *iface)
{
  iface->set_report = gs_roofline_page_set_report;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsRooflinePage,
                               gs_roofline_page,
                               GS_TYPE_FIGURE_PAGE,
                               G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

static void
fill_table (GsFigurePage *page, GsPlainTable *table)
{
  GsRooflinePage *self = GS_ROOFLINE_PAGE (page);

  gs_plain_table_begin (table);
  for (guint i = 0; i < self->shown->points->len; i++)
    {
      const GsRoofPoint *point = g_ptr_array_index (self->shown->points, i);
      const GsRoof *roof = g_ptr_array_index (self->shown->roofs, point->roof);
      g_autofree char *intensity = gs_format_value (point->intensity, 3);
      g_autofree char *rate = gs_format_rate (point->gflops * 1e9, "FLOP/s");
      g_autofree char *limit = gs_format_rate (gs_roof_limit (roof, point->intensity) * 1e9, "FLOP/s");

      gs_plain_table_append (table, (const char *const[]){ point->label, intensity, rate, limit, NULL });
    }
  gs_plain_table_end (table);
}

static gboolean
is_recorded (const GsReport *report)
{
  return report != NULL && report->environment->recorded != NULL;
}

/* Measured with the GPU that runs use. What was measured by a version that noted no
 * UUID, only by its name. */
static gboolean
is_of_gpu (GsRooflinePage *self, const GsRoofs *roofs)
{
  for (guint i = 0; i < roofs->roofs->len; i++)
    {
      const GsRoof *roof = g_ptr_array_index (roofs->roofs, i);

      if (roof->gpu)
        return g_strcmp0 (roof->uuid != NULL ? roof->uuid : roof->name,
                          roof->uuid != NULL ? self->uuid : self->name)
               == 0;
    }
  return FALSE;
}

/* The newest that fit; NULL: nothing was measured yet. */
static const GsRoofs *
find_measured (GsRooflinePage *self)
{
  for (guint i = self->measured->len; i > 0; i--)
    {
      const GsRoofs *roofs = g_ptr_array_index (self->measured, i - 1);

      if (self->name == NULL || is_of_gpu (self, roofs))
        return roofs;
    }
  return NULL;
}

/* A recording stands under the roofs of its own device, which it brings along; so may a
 * run of this machine, where nothing was measured since. */
static const GsRoofs *
get_roofs (GsRooflinePage *self)
{
  const GsRoofs *measured = find_measured (self);

  if (is_recorded (self->current) || (measured == NULL && self->current != NULL))
    return self->current->environment->roofs;
  return measured;
}

static const char *
device_name (const GsReport *report)
{
  const GsGpu *gpu = gs_report_get_gpu (report);

  return gpu != NULL ? gpu->name : NULL;
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
describe (GsFigurePage *page)
{
  GsRooflinePage *self = GS_ROOFLINE_PAGE (page);

  if (self->shown == NULL && is_recorded (self->current))
    return g_strdup (
        _ ("This recording brings no roofs of its device along: run something here, or open another."));
  if (self->shown == NULL)
    return g_strdup (_ ("Measure this machine to see what bounds a kernel: memory or arithmetic."));
  if (self->shown->points->len == 0)
    return g_strdup (_ ("Run something that is timed (F5): it then stands under the roofs of this machine."));
  return gs_roofline_best (self->shown);
}

static void
show (GsRooflinePage *self)
{
  g_autoptr (GsRoofs) old = g_steal_pointer (&self->shown);
  const GsRoofs *roofs = get_roofs (self);
  gboolean drawn;

  if (roofs != NULL)
    {
      self->shown = gs_roofs_copy_roofs (roofs);
      for (guint i = 0; i < self->reports->len; i++)
        if (belongs (self, g_ptr_array_index (self->reports, i)))
          gs_roofs_add_runs (self->shown, g_ptr_array_index (self->reports, i));
    }
  drawn = gs_figure_page_refresh (GS_FIGURE_PAGE (self));
  gtk_stack_set_visible_child_name (self->stack, drawn ? "content" : "empty");
}

static void
gs_roofline_page_dispose (GObject *object)
{
  GsRooflinePage *self = GS_ROOFLINE_PAGE (object);

  g_clear_pointer (&self->shown, gs_roofs_free);
  g_clear_pointer (&self->measured, g_ptr_array_unref);
  g_clear_pointer (&self->uuid, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->current, gs_report_unref);
  g_clear_pointer (&self->reports, g_ptr_array_unref);

  G_OBJECT_CLASS (gs_roofline_page_parent_class)->dispose (object);
}

static void
gs_roofline_page_class_init (GsRooflinePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GsFigurePageClass *page_class = GS_FIGURE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_roofline_page_dispose;
  page_class->get_figure = gs_roofline_page_get_figure;
  page_class->fill_table = fill_table;
  page_class->describe = describe;

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

  self->measured = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_roofs_free);
  self->reports = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_report_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_figure_page_set_up (GS_FIGURE_PAGE (self), self->picture, PICTURE_HEIGHT, self->table);
  gs_plain_table_set_up (self->table, headings, 1 << 0, _ ("Runs under the roofs"), FALSE);
  show (self);
}

void
gs_roofline_page_take_roofs (GsRooflinePage *self, GsRoofs *measured)
{
  g_return_if_fail (GS_IS_ROOFLINE_PAGE (self) && measured != NULL && measured->roofs->len > 0);

  if (self->measured->len == MAX_MEASURED)
    g_ptr_array_remove_index (self->measured, 0);
  g_ptr_array_add (self->measured, measured);
  show (self);
}

void
gs_roofline_page_set_gpu (GsRooflinePage *self, const GsGpu *gpu)
{
  g_return_if_fail (GS_IS_ROOFLINE_PAGE (self));

  if (g_strcmp0 (self->uuid, gpu != NULL ? gpu->uuid : NULL) == 0
      && g_strcmp0 (self->name, gpu != NULL ? gpu->name : NULL) == 0)
    return;
  g_free (self->uuid);
  g_free (self->name);
  self->uuid = gpu != NULL ? g_strdup (gpu->uuid) : NULL;
  self->name = gpu != NULL ? g_strdup (gpu->name) : NULL;
  show (self);
}

const GsRoofs *
gs_roofline_page_get_measured (GsRooflinePage *self)
{
  g_return_val_if_fail (GS_IS_ROOFLINE_PAGE (self), NULL);
  return find_measured (self);
}
