#include "gs-faults-box.h"

#include <glib/gi18n-lib.h>

#include "gs-spec-edit.h"
#include "gs-spec-input.h"

static const struct
{
  GsFault fault;
  const char *label;
  const char *tooltip;
} faults[] = {
  { GS_FAULT_SWAPPED_AXES, N_ ("Swap the axes"),
    N_ ("The grid is computed for one mapping, the kernel uses the other") },
  { GS_FAULT_LEADING_DIMENSION, N_ ("Wrong leading dimension"),
    N_ ("m in the place of n when a row is found in memory") },
  { GS_FAULT_BARRIER_1, N_ ("No barrier after loading"),
    N_ ("Threads read a tile before the others have written it") },
  { GS_FAULT_BARRIER_2, N_ ("No barrier before the next load"),
    N_ ("Threads overwrite a tile that others still read") },
  { GS_FAULT_TILE_EDGE, N_ ("Tile edge not zeroed"),
    N_ ("Cells of the tile past the matrix keep old values") },
};

struct _GsFaultsBox
{
  GsSpecGroup parent_instance;

  GtkCheckButton *checks[G_N_ELEMENTS (faults)];
  GtkLabel *error_label; /* below them, so that nothing above it moves */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (GsFaultsBox, gs_faults_box, GS_TYPE_SPEC_GROUP)

static void
gs_faults_box_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsFaultsBox *self = GS_FAULTS_BOX (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);
  const GsPlan *plan = gs_experiment_get_plan (experiment);
  g_autofree char *trouble = gs_spec_kernel_trouble (spec, TRUE);
  const guint known = plan->kernel != NULL ? plan->kernel->faults : 0;

  self->updating = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      GtkWidget *check = GTK_WIDGET (self->checks[i]);
      const gboolean on = (spec->faults & faults[i].fault) != 0;
      const gboolean possible = (known & faults[i].fault) != 0;

      gtk_check_button_set_active (self->checks[i], on);
      gtk_widget_set_sensitive (check, on || possible);
      gtk_widget_set_tooltip_text (check, possible ? _ (faults[i].tooltip)
                                                   : _ ("The chosen kernel has no such line"));
    }
  gs_spec_input_show_error (self->error_label, NULL, trouble);
  self->updating = FALSE;
}

static void
toggled_cb (GtkCheckButton *check, GsFaultsBox *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  GsSpec *spec;

  if (self->updating || experiment == NULL)
    return;
  spec = gs_spec_input_begin (experiment);
  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    if (check == self->checks[i])
      spec->faults ^= faults[i].fault;
  gs_experiment_change (experiment, spec, _ ("Break the Kernel"));
}

static void
gs_faults_box_class_init (GsFaultsBoxClass *klass)
{
  GS_SPEC_GROUP_CLASS (klass)->update = gs_faults_box_update;
}

static void
gs_faults_box_init (GsFaultsBox *self)
{
  gtk_box_set_spacing (GTK_BOX (self), 0);
  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (_ (faults[i].label));

      self->checks[i] = GTK_CHECK_BUTTON (check);
      g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), self);
      gtk_box_append (GTK_BOX (self), check);
    }
  self->error_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_wrap_mode (self->error_label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (self->error_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "caption");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), FALSE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->error_label));
}
