#include "gs-compare-group.h"

#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-count-spin.h"
#include "gs-gpu.h"
#include "gs-spec-edit.h"
#include "gs-spec-input.h"

/* One check button: a CPU kernel, or a backend. */
typedef struct
{
  const char *backend; /* static */
  const char *kernel;  /* static; NULL for all but "cpu" */
  GtkWidget *check;
  GtkWidget *reason; /* label under it */
} Choice;

struct _GsCompareGroup
{
  GsSpecGroup parent_instance;

  GtkBox *box;
  GtkSpinButton *repeats_spin;
  GtkSpinButton *threads_spin;
  GtkWidget *sample_row;
  GtkSpinButton *sample_spin;
  GtkLabel *typed_label;
  GtkCheckButton *exact_check;
  GtkCheckButton *pinned_check;

  GArray *choices; /* of Choice */
  GsOp listed_op;
  gboolean listed;
  gboolean asked; /* the environment is known */
  char *no_gpu;   /* why there is no GPU; NULL: there is one */
  gboolean has_blas;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (GsCompareGroup, gs_compare_group, GS_TYPE_SPEC_GROUP)

static gboolean
is_running (const GsSpec *spec, const Choice *choice)
{
  return choice->kernel != NULL ? gs_spec_runs_cpu_kernel (spec, choice->kernel)
                                : gs_spec_has_backend (spec, choice->backend);
}

static void
toggled_cb (GtkCheckButton *check, GsCompareGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  const gboolean on = gtk_check_button_get_active (check);

  if (self->updating || experiment == NULL)
    return;
  for (guint i = 0; i < self->choices->len; i++)
    {
      const Choice *choice = &g_array_index (self->choices, Choice, i);
      GsSpec *spec;

      if (choice->check != GTK_WIDGET (check))
        continue;
      spec = gs_spec_input_begin (experiment);
      if (choice->kernel != NULL)
        gs_spec_edit_cpu_kernel (spec, choice->kernel, on);
      else
        gs_spec_edit_backend (spec, choice->backend, on);
      gs_experiment_change (experiment, spec, _ ("Change Comparison"));
      return;
    }
}

static void
add_choice (GsCompareGroup *self, const char *backend, const GsKernelInfo *info)
{
  const char *kernel = info != NULL ? info->name : NULL;
  g_autofree char *title = gs_kernel_title (backend, kernel);
  Choice choice = { .backend = backend, .kernel = kernel };

  choice.check = gtk_check_button_new_with_label (title);
  if (info != NULL)
    gtk_widget_set_tooltip_text (choice.check, _ (info->idea));
  choice.reason = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (choice.reason), TRUE);
  gtk_label_set_xalign (GTK_LABEL (choice.reason), 0);
  gtk_widget_add_css_class (choice.reason, "caption");
  gtk_widget_add_css_class (choice.reason, "dim-label");
  gtk_widget_add_css_class (choice.reason, "reason");
  gtk_box_append (self->box, choice.check);
  gtk_box_append (self->box, choice.reason);
  g_signal_connect (choice.check, "toggled", G_CALLBACK (toggled_cb), self);
  g_array_append_val (self->choices, choice);
}

static void
list_choices (GsCompareGroup *self, GsOp op)
{
  GtkWidget *child;
  const GsKernelInfo *info;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  g_array_set_size (self->choices, 0);

  for (guint i = 0; (info = gs_kernel_info_nth (i)) != NULL; i++)
    if (info->target == GS_KERNEL_CPU && gs_kernel_info_fits (info, op))
      add_choice (self, "cpu", info);
  add_choice (self, "blas", NULL);
  add_choice (self, "simt", NULL);
  add_choice (self, "cuda", NULL);
  add_choice (self, "cublas", NULL);
  self->listed_op = op;
  self->listed = TRUE;
}

/* Why @choice cannot be chosen, or NULL. */
static const char *
find_reason (GsCompareGroup *self, const Choice *choice, GsOp op)
{
  const gboolean is_gpu = gs_gpu_runs (choice->backend);
  const gboolean is_library
      = g_str_equal (choice->backend, "blas") || g_str_equal (choice->backend, "cublas");

  if (self->asked && is_gpu && self->no_gpu != NULL)
    return self->no_gpu;
  if (self->asked && g_str_equal (choice->backend, "blas") && !self->has_blas)
    return _ ("This build has no OpenBLAS.");
  if (is_library && op != GS_OP_MATMUL)
    return _ ("This library has no elementwise product.");
  return NULL;
}

static void
gs_compare_group_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsCompareGroup *self = GS_COMPARE_GROUP (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);

  self->updating = TRUE;
  if (!self->listed || self->listed_op != spec->op)
    list_choices (self, spec->op);
  for (guint i = 0; i < self->choices->len; i++)
    {
      const Choice *choice = &g_array_index (self->choices, Choice, i);
      const gboolean on = is_running (spec, choice);
      const char *reason = find_reason (self, choice, spec->op);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (choice->check), on);
      /* What is chosen can be given up even where it is missing. */
      gtk_widget_set_sensitive (choice->check, reason == NULL || on);
      gtk_label_set_text (GTK_LABEL (choice->reason), reason != NULL ? reason : "");
      gtk_widget_set_visible (choice->reason, reason != NULL);
      if (reason != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (choice->check), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                        reason, -1);
      else
        gtk_accessible_reset_property (GTK_ACCESSIBLE (choice->check), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
  gtk_spin_button_set_value (self->repeats_spin, spec->repeats);
  gtk_spin_button_set_value (self->threads_spin, spec->threads);
  gtk_spin_button_set_value (self->sample_spin, (double)spec->sample_blocks);
  gtk_widget_set_visible (self->sample_row, gs_spec_has_backend (spec, "simt") || spec->sample_blocks > 0);
  gtk_check_button_set_active (self->exact_check, spec->exact_order);
  gtk_check_button_set_active (self->pinned_check, spec->host_memory == GS_HOST_MEMORY_PINNED);
  gtk_widget_set_visible (GTK_WIDGET (self->exact_check), spec->op == GS_OP_MATMUL);
  self->updating = FALSE;
}

static void
repeats_cb (GtkSpinButton *spin, GsCompareGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  GsSpec *spec;

  if (self->updating || experiment == NULL)
    return;
  spec = gs_spec_input_begin (experiment);
  spec->repeats = gtk_spin_button_get_value_as_int (spin);
  gs_experiment_change_joined (experiment, spec, _ ("Change Repeats"));
}

static void
threads_cb (GtkSpinButton *spin, GsCompareGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  GsSpec *spec;

  if (self->updating || experiment == NULL)
    return;
  spec = gs_spec_input_begin (experiment);
  spec->threads = gtk_spin_button_get_value_as_int (spin);
  gs_experiment_change_joined (experiment, spec, _ ("Change CPU Threads"));
}

static void
sample_cb (GtkSpinButton *spin, GsCompareGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  GsSpec *spec;

  if (self->updating || experiment == NULL)
    return;
  spec = gs_spec_input_begin (experiment);
  spec->sample_blocks = gtk_spin_button_get_value_as_int (spin);
  gs_experiment_change_joined (experiment, spec, _ ("Change Sample of Blocks"));
}

static void
exact_cb (GtkCheckButton *check, GsCompareGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  GsSpec *spec;

  if (self->updating || experiment == NULL)
    return;
  spec = gs_spec_input_begin (experiment);
  spec->exact_order = gtk_check_button_get_active (check);
  gs_experiment_change (experiment, spec, _ ("Change Order of Adding"));
}

static void
pinned_cb (GtkCheckButton *check, GsCompareGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  GsSpec *spec;

  if (self->updating || experiment == NULL)
    return;
  spec = gs_spec_input_begin (experiment);
  spec->host_memory = gtk_check_button_get_active (check) ? GS_HOST_MEMORY_PINNED : GS_HOST_MEMORY_PAGEABLE;
  gs_experiment_change (experiment, spec, _ ("Change Host Memory"));
}

static void
gs_compare_group_dispose (GObject *object)
{
  GS_COMPARE_GROUP (object)->updating = TRUE;

  G_OBJECT_CLASS (gs_compare_group_parent_class)->dispose (object);
}

static void
gs_compare_group_finalize (GObject *object)
{
  GsCompareGroup *self = GS_COMPARE_GROUP (object);

  g_array_unref (self->choices);
  g_free (self->no_gpu);

  G_OBJECT_CLASS (gs_compare_group_parent_class)->finalize (object);
}

static void
gs_compare_group_class_init (GsCompareGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_compare_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = gs_compare_group_finalize;
  GS_SPEC_GROUP_CLASS (klass)->update = gs_compare_group_update;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-compare-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, box);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, repeats_spin);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, threads_spin);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, sample_row);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, sample_spin);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, typed_label);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, exact_check);
  gtk_widget_class_bind_template_child (widget_class, GsCompareGroup, pinned_check);
  gtk_widget_class_bind_template_callback (widget_class, repeats_cb);
  gtk_widget_class_bind_template_callback (widget_class, threads_cb);
  gtk_widget_class_bind_template_callback (widget_class, sample_cb);
  gtk_widget_class_bind_template_callback (widget_class, exact_cb);
  gtk_widget_class_bind_template_callback (widget_class, pinned_cb);
}

static void
gs_compare_group_init (GsCompareGroup *self)
{
  self->choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_count_spin_init (self->repeats_spin, _ ("Repeats"), self->typed_label);
  gs_count_spin_init (self->threads_spin, _ ("CPU threads"), self->typed_label);
  gs_count_spin_init (self->sample_spin, _ ("Sample blocks"), self->typed_label);
}

void
gs_compare_group_set_environment (GsCompareGroup *self, const GsEnvironment *environment)
{
  GsExperiment *experiment;

  g_return_if_fail (GS_IS_COMPARE_GROUP (self));

  self->asked = TRUE;
  g_free (self->no_gpu);
  self->no_gpu = environment->gpus->len > 0    ? NULL
                 : environment->no_gpu != NULL ? g_strdup (environment->no_gpu)
                                               : g_strdup (_ ("No GPU was found."));
  self->has_blas = environment->blas != NULL;
  experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  if (experiment != NULL)
    gs_compare_group_update (GS_SPEC_GROUP (self), experiment);
}
