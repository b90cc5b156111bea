#include "gs-gpu-group.h"

#include <glib/gi18n-lib.h>

#include "gs-gpu.h"
#include "gs-spec-input.h"

struct _GsGpuGroup
{
  GsSpecGroup parent_instance;

  GtkDropDown *gpu_drop;
  GtkLabel *name_label;
  GtkLabel *id_label;
  GtkLabel *trouble_label;

  GPtrArray *listed; /* the GPUs of the list; NULL: none yet */
  char *missing;     /* what stands behind them and is not there, as the spec calls it; NULL: nothing does */
  gboolean updating;
};

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GsGpuGroup, gs_gpu_group, GS_TYPE_SPEC_GROUP)

/* Whichever is the first, the GPUs, and what is missing if anything is. */
static void
list_gpus (GsGpuGroup *self, GsExperiment *experiment)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree char *missing = gs_experiment_dup_missing_gpu (experiment);

  for (guint i = 0; i < self->listed->len; i++)
    {
      g_autofree char *title = gs_gpu_title (g_ptr_array_index (self->listed, i));
      /* Translators: whichever GPU has number 0; its name and PCI id. */
      g_autofree char *first = i == 0 ? g_strdup_printf (_ ("The first: %s"), title) : NULL;

      if (first != NULL)
        gtk_string_list_append (names, first);
      gtk_string_list_append (names, title);
    }
  g_free (self->missing);
  self->missing = missing != NULL ? g_strdup (gs_experiment_get_spec (experiment)->device) : NULL;
  if (missing != NULL)
    {
      /* Translators: a GPU that was chosen and is not in this machine. */
      g_autofree char *title = g_strdup_printf (_ ("Not here: %s"), missing);

      gtk_string_list_append (names, title);
    }
  gtk_drop_down_set_model (self->gpu_drop, G_LIST_MODEL (names));
}

/* The row of what the spec names. */
static guint
find_row (GsGpuGroup *self, const char *device)
{
  const GsGpu *gpu = device != NULL ? gs_gpu_find (self->listed, device) : NULL;
  guint position;

  if (gpu != NULL && g_ptr_array_find (self->listed, gpu, &position))
    return position + 1;
  return device != NULL && g_strcmp0 (device, self->missing) == 0 ? self->listed->len + 1 : 0;
}

static void
show_used (GsGpuGroup *self, const GsGpu *gpu)
{
  const gboolean has_pci = gpu->pci != NULL && *gpu->pci != '\0';
  const gboolean has_uuid = gpu->uuid != NULL && *gpu->uuid != '\0';
  g_autoptr (GString) ids = g_string_new (has_pci ? gpu->pci : "");

  if (has_uuid)
    g_string_append_printf (ids, "%s%s", has_pci ? "\n" : "", gpu->uuid);
  gtk_label_set_text (self->name_label, gpu->name);
  gtk_label_set_text (self->id_label, ids->str);
  gtk_widget_set_visible (GTK_WIDGET (self->id_label), ids->len > 0);
}

static void
gs_gpu_group_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsGpuGroup *self = GS_GPU_GROUP (group);
  GPtrArray *gpus = gs_experiment_get_gpus (experiment);
  const GsGpu *used = gs_experiment_get_gpu (experiment);
  const char *device = gs_experiment_get_spec (experiment)->device;
  g_autofree char *trouble = gs_experiment_dup_gpu_trouble (experiment);
  const gboolean has_choice = trouble != NULL || (gpus != NULL && gpus->len > 1);

  gtk_widget_set_visible (GTK_WIDGET (self), used != NULL);
  if (used == NULL)
    return;
  self->updating = TRUE;
  if (self->listed != gpus || (trouble != NULL && g_strcmp0 (device, self->missing) != 0))
    {
      g_ptr_array_ref (gpus);
      g_clear_pointer (&self->listed, g_ptr_array_unref);
      self->listed = gpus;
      list_gpus (self, experiment);
    }
  gtk_drop_down_set_selected (self->gpu_drop, find_row (self, device));
  show_used (self, used);
  gtk_widget_set_visible (GTK_WIDGET (self->gpu_drop), has_choice);
  gtk_widget_set_visible (GTK_WIDGET (self->name_label), !has_choice);
  gs_spec_input_show_error (self->trouble_label, NULL, trouble);
  if (trouble != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->gpu_drop), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    trouble, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self->gpu_drop), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  self->updating = FALSE;
}

static void
gpu_cb (GtkDropDown *drop, GParamSpec *pspec, GsGpuGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  const guint row = gtk_drop_down_get_selected (drop);
  const GsGpu *gpu = NULL;
  GsSpec *spec;

  if (self->updating || experiment == NULL || self->listed == NULL || row == GTK_INVALID_LIST_POSITION)
    return;
  spec = gs_spec_input_begin (experiment);
  g_clear_pointer (&spec->device, g_free);
  if (row > self->listed->len)
    spec->device = g_strdup (self->missing);
  else if (row > 0)
    {
      gpu = g_ptr_array_index (self->listed, row - 1);
      /* A card without a UUID is one of a driver older than any this can use. */
      spec->device = g_strdup (gpu->uuid);
    }
  gs_experiment_change (experiment, spec, _ ("Change GPU"));
  if (row <= self->listed->len)
    g_signal_emit (self, signals[CHOSEN], 0, gpu);
}

static void
gs_gpu_group_dispose (GObject *object)
{
  GS_GPU_GROUP (object)->updating = TRUE;

  G_OBJECT_CLASS (gs_gpu_group_parent_class)->dispose (object);
}

static void
gs_gpu_group_finalize (GObject *object)
{
  GsGpuGroup *self = GS_GPU_GROUP (object);

  g_clear_pointer (&self->listed, g_ptr_array_unref);
  g_free (self->missing);

  G_OBJECT_CLASS (gs_gpu_group_parent_class)->finalize (object);
}

static void
gs_gpu_group_class_init (GsGpuGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_gpu_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = gs_gpu_group_finalize;
  GS_SPEC_GROUP_CLASS (klass)->update = gs_gpu_group_update;

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_POINTER);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-gpu-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GsGpuGroup, gpu_drop);
  gtk_widget_class_bind_template_child (widget_class, GsGpuGroup, name_label);
  gtk_widget_class_bind_template_child (widget_class, GsGpuGroup, id_label);
  gtk_widget_class_bind_template_child (widget_class, GsGpuGroup, trouble_label);
  gtk_widget_class_bind_template_callback (widget_class, gpu_cb);
}

static void
set_up_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* What is chosen is cut where the list is closed, its PCI id last: a long name would
 * widen the whole pane. */
static void
cut_chosen (GtkDropDown *drop)
{
  g_autoptr (GtkListItemFactory) usual = g_object_ref (gtk_drop_down_get_factory (drop));
  g_autoptr (GtkListItemFactory) cutting = gtk_signal_list_item_factory_new ();

  g_signal_connect (cutting, "setup", G_CALLBACK (set_up_cb), NULL);
  g_signal_connect (cutting, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_drop_down_set_factory (drop, cutting);
  gtk_drop_down_set_list_factory (drop, usual);
}

static void
gs_gpu_group_init (GsGpuGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cut_chosen (self->gpu_drop);
}
