#include "gs-kernel-group.h"

#include <glib/gi18n-lib.h>

#include "gs-spec-edit.h"
#include "gs-spec-input.h"

struct _GsKernelGroup
{
  GsSpecGroup parent_instance;

  GtkDropDown *kernel_drop;
  GtkLabel *idea_label;
  GtkLabel *error_label;

  GPtrArray *kernels; /* of const GsKernelInfo, as listed */
  GsOp listed_op;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (GsKernelGroup, gs_kernel_group, GS_TYPE_SPEC_GROUP)

/* "hadamard/k1_scalar" reads "hadamard / k1 scalar". */
static char *
describe_kernel (const GsKernelInfo *info)
{
  g_auto (GStrv) parts = g_strsplit (info->name, "/", 2);

  if (parts[1] == NULL)
    return g_strdup (info->name);
  g_strdelimit (parts[1], "_", ' ');
  return g_strdup_printf ("%s / %s", parts[0], parts[1]);
}

static void
list_kernels (GsKernelGroup *self, GsOp op)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const GsKernelInfo *info;

  g_ptr_array_set_size (self->kernels, 0);
  for (guint i = 0; (info = gs_kernel_info_nth (i)) != NULL; i++)
    if (info->target == GS_KERNEL_GPU && gs_kernel_info_fits (info, op))
      {
        g_autofree char *name = describe_kernel (info);

        g_ptr_array_add (self->kernels, (gpointer)info);
        gtk_string_list_append (names, name);
      }
  self->listed_op = op;
  gtk_drop_down_set_model (self->kernel_drop, G_LIST_MODEL (names));
}

static void
gs_kernel_group_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsKernelGroup *self = GS_KERNEL_GROUP (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);
  const GsKernelInfo *info = gs_spec_get_gpu_kernel (spec);
  g_autofree char *trouble = gs_spec_kernel_trouble (spec, FALSE);
  guint position;

  self->updating = TRUE;
  if (self->kernels->len == 0 || self->listed_op != spec->op)
    list_kernels (self, spec->op);
  if (info != NULL && g_ptr_array_find (self->kernels, info, &position))
    gtk_drop_down_set_selected (self->kernel_drop, position);
  gtk_label_set_text (self->idea_label, info != NULL ? _ (info->idea) : "");
  gs_spec_input_show_error (self->error_label, GTK_WIDGET (self->kernel_drop), trouble);
  self->updating = FALSE;
}

static GtkWidget *
gs_kernel_group_find_field (GsSpecGroup *group, const char *code)
{
  return g_str_equal (code, "kernel-unfit") ? GTK_WIDGET (GS_KERNEL_GROUP (group)->kernel_drop) : NULL;
}

static void
kernel_cb (GtkDropDown *drop, GParamSpec *pspec, GsKernelGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  const guint position = gtk_drop_down_get_selected (drop);
  const GsKernelInfo *info;
  GsSpec *spec;

  if (self->updating || experiment == NULL || position >= self->kernels->len)
    return;
  info = g_ptr_array_index (self->kernels, position);
  if (info == gs_spec_get_gpu_kernel (gs_experiment_get_spec (experiment)))
    return;
  spec = gs_spec_input_begin (experiment);
  gs_spec_edit_gpu_kernel (spec, info->name);
  gs_experiment_change (experiment, spec, _ ("Change Kernel"));
}

static void
gs_kernel_group_dispose (GObject *object)
{
  GS_KERNEL_GROUP (object)->updating = TRUE;

  G_OBJECT_CLASS (gs_kernel_group_parent_class)->dispose (object);
}

static void
gs_kernel_group_finalize (GObject *object)
{
  g_ptr_array_unref (GS_KERNEL_GROUP (object)->kernels);

  G_OBJECT_CLASS (gs_kernel_group_parent_class)->finalize (object);
}

static void
gs_kernel_group_class_init (GsKernelGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_kernel_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = gs_kernel_group_finalize;
  GS_SPEC_GROUP_CLASS (klass)->update = gs_kernel_group_update;
  GS_SPEC_GROUP_CLASS (klass)->find_field = gs_kernel_group_find_field;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-kernel-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GsKernelGroup, kernel_drop);
  gtk_widget_class_bind_template_child (widget_class, GsKernelGroup, idea_label);
  gtk_widget_class_bind_template_child (widget_class, GsKernelGroup, error_label);
  gtk_widget_class_bind_template_callback (widget_class, kernel_cb);
}

static void
gs_kernel_group_init (GsKernelGroup *self)
{
  self->kernels = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
