#include "gs-occupancy-page.h"

#include <glib/gi18n-lib.h>

#include "gs-gpu.h"
#include "gs-occupancy.h"
#include "gs-profile-io.h"

#define PICTURE_HEIGHT 380

struct _GsOccupancyPage
{
  GsFigurePage parent_instance;

  GsExperiment *experiment;
  GsPlan *plan; /* of the spec on screen, on the chosen device */
  char *ran_on; /* the card that ran last; NULL: none yet */

  GtkStringList *devices; /* the GPU of this machine, if there is one, and the profiles */
  char *own;              /* that GPU; NULL: there is none */
  GtkDropDown *device_drop;
  GtkSpinButton *registers_spin;
  GtkSpinButton *shared_spin;
  GsPicture *picture;
  GsPlainTable *table;
};

static gboolean
gs_occupancy_page_get_figure (GsFigurePage *page, GsFigureInput *input)
{
  GsOccupancyPage *self = GS_OCCUPANCY_PAGE (page);

  gs_figure_input_init (input, GS_FIGURE_OCCUPANCY);
  input->plan = self->plan;
  input->registers = gtk_spin_button_get_value_as_int (self->registers_spin);
  input->shared_bytes = gtk_spin_button_get_value_as_int (self->shared_spin);
  return self->plan != NULL;
}

/* The card of a run; NULL: it had none. */
static const char *
find_card (GsReport *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (g_strcmp0 (result->backend, "cuda") == 0 && result->device != NULL)
        return result->device;
    }
  return NULL;
}

/* Shows the card that ran: "NVIDIA H200" is the profile "NVIDIA H200 SXM". What is chosen
 * after that stays until another card has run. */
static void
gs_occupancy_page_set_report (GsPage *page, GsReport *report)
{
  GsOccupancyPage *self = GS_OCCUPANCY_PAGE (page);
  const char *const *words = gs_profile_words ();
  const char *card = report != NULL ? find_card (report) : NULL;

  if (card == NULL || g_strcmp0 (card, self->ran_on) == 0)
    return;
  g_free (self->ran_on);
  self->ran_on = g_strdup (card);
  if (report->environment->recorded == NULL && self->own != NULL)
    return;
  for (guint i = 0; words[i] != NULL; i++)
    {
      GsLimits limits;

      if (!gs_profile_find (words[i], &limits, NULL)
          || !(g_str_has_prefix (limits.name, card) || g_str_has_prefix (card, limits.name)))
        continue;
      gtk_drop_down_set_selected (self->device_drop, i + (self->own != NULL));
      return;
    }
}

static void
page_init (GsPageInterface *iface)
{
  iface->set_report = gs_occupancy_page_set_report;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsOccupancyPage,
                               gs_occupancy_page,
                               GS_TYPE_FIGURE_PAGE,
                               G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

/* What stands in the way, in a word: the figures stand beside it. */
static const char *
limit_title (const GsOccupancy *occupancy)
{
  switch (occupancy->limiter)
    {
    case GS_OCCUPANCY_BY_BLOCKS:
      return _ ("number of blocks");
    case GS_OCCUPANCY_BY_REGISTERS:
      return _ ("registers");
    case GS_OCCUPANCY_BY_SHARED:
      return _ ("shared memory");
    case GS_OCCUPANCY_BY_WARPS:
      break;
    }
  return _ ("number of warps");
}

static void
append_size (GsPlainTable *table, const GsFigureInput *input, int threads)
{
  GsOccupancy occupancy;
  g_autofree char *size = g_strdup_printf ("%d", threads);
  g_autofree char *blocks = NULL;
  g_autofree char *warps = NULL;
  g_autofree char *percent = NULL;

  gs_occupancy (&input->plan->limits, threads, input->registers, input->shared_bytes, &occupancy);
  blocks = g_strdup_printf ("%d", occupancy.blocks_per_sm);
  warps = g_strdup_printf ("%d / %d", occupancy.warps_per_sm, occupancy.max_warps_per_sm);
  percent = g_strdup_printf ("%.0f %%", 100 * occupancy.fraction);
  gs_plain_table_append (
      table, (const char *const[]){ size, blocks, warps, percent, limit_title (&occupancy), NULL });
}

static void
fill_table (GsFigurePage *page, GsPlainTable *table)
{
  GsFigureInput input;

  if (!gs_occupancy_page_get_figure (page, &input))
    return;
  gs_plain_table_begin (table);
  for (int threads = 32; threads <= input.plan->limits.max_threads_per_block; threads *= 2)
    append_size (table, &input, threads);
  gs_plain_table_end (table);
}

static char *
describe (GsFigurePage *page)
{
  GsFigureInput input;

  return gs_occupancy_page_get_figure (page, &input) ? gs_figure_alt_text (&input) : NULL;
}

/* The limits of the device that is chosen in the list. */
static gboolean
find_limits (GsOccupancyPage *self, GsLimits *limits)
{
  const guint selected = gtk_drop_down_get_selected (self->device_drop);
  const guint n_own = self->own != NULL ? 1 : 0;
  const GsGpu *gpu = gs_experiment_get_gpu (self->experiment);

  if (selected == GTK_INVALID_LIST_POSITION)
    return FALSE;
  if (selected < n_own)
    *limits = gpu->limits;
  return selected < n_own || gs_profile_find (gs_profile_words ()[selected - n_own], limits, NULL);
}

/* Lists the GPU that runs use before the profiles, and shows it whenever it is another. */
static void
follow_gpu (GsOccupancyPage *self)
{
  const GsGpu *gpu = gs_experiment_get_gpu (self->experiment);
  g_autofree char *title = gpu != NULL ? gs_gpu_title (gpu) : NULL;
  const char *const rows[] = { title, NULL };
  const guint n_old = self->own != NULL ? 1 : 0;

  if (g_strcmp0 (self->own, title) == 0)
    return;
  g_free (self->own);
  self->own = g_steal_pointer (&title);
  gtk_string_list_splice (self->devices, 0, n_old, self->own != NULL ? rows : NULL);
  if (self->own != NULL)
    gtk_drop_down_set_selected (self->device_drop, 0);
}

static void
show (GsOccupancyPage *self)
{
  g_autoptr (GsPlan) old = NULL;
  GsLimits limits;

  if (self->experiment == NULL || !find_limits (self, &limits))
    return;
  old = g_steal_pointer (&self->plan);
  self->plan = gs_plan_new (gs_experiment_get_spec (self->experiment), &limits);
  gs_figure_page_refresh (GS_FIGURE_PAGE (self));
}

static void
changed_cb (GsOccupancyPage *self)
{
  follow_gpu (self);
  show (self);
}

static void
gs_occupancy_page_dispose (GObject *object)
{
  GsOccupancyPage *self = GS_OCCUPANCY_PAGE (object);

  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  g_clear_object (&self->experiment);
  g_clear_pointer (&self->plan, gs_plan_free);
  g_clear_pointer (&self->ran_on, g_free);
  g_clear_pointer (&self->own, g_free);
  g_clear_object (&self->devices);

  G_OBJECT_CLASS (gs_occupancy_page_parent_class)->dispose (object);
}

static void
gs_occupancy_page_class_init (GsOccupancyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GsFigurePageClass *page_class = GS_FIGURE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_occupancy_page_dispose;
  page_class->get_figure = gs_occupancy_page_get_figure;
  page_class->fill_table = fill_table;
  page_class->describe = describe;

  g_type_ensure (GS_TYPE_PICTURE);
  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-occupancy-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsOccupancyPage, device_drop);
  gtk_widget_class_bind_template_child (widget_class, GsOccupancyPage, registers_spin);
  gtk_widget_class_bind_template_child (widget_class, GsOccupancyPage, shared_spin);
  gtk_widget_class_bind_template_child (widget_class, GsOccupancyPage, picture);
  gtk_widget_class_bind_template_child (widget_class, GsOccupancyPage, table);
  gtk_widget_class_bind_template_callback (widget_class, show);
}

static void
gs_occupancy_page_init (GsOccupancyPage *self)
{
  const char *const headings[]
      = { _ ("Threads per block"), _ ("Blocks"), _ ("Warps"), _ ("Occupancy"), _ ("What limits it"), NULL };
  const char *const *words = gs_profile_words ();

  self->devices = gtk_string_list_new (NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_figure_page_set_up (GS_FIGURE_PAGE (self), self->picture, PICTURE_HEIGHT, self->table);
  gs_plain_table_set_up (self->table, headings, 1 << 4, _ ("Occupancy by block size"), FALSE);
  for (guint i = 0; words[i] != NULL; i++)
    {
      GsLimits limits;

      gtk_string_list_append (self->devices,
                              gs_profile_find (words[i], &limits, NULL) ? limits.name : words[i]);
    }
  gtk_drop_down_set_model (self->device_drop, G_LIST_MODEL (self->devices));
}

void
gs_occupancy_page_set_experiment (GsOccupancyPage *self, GsExperiment *experiment)
{
  g_return_if_fail (GS_IS_OCCUPANCY_PAGE (self) && self->experiment == NULL);

  self->experiment = g_object_ref (experiment);
  g_signal_connect_swapped (experiment, "changed", G_CALLBACK (changed_cb), self);
  changed_cb (self);
}
