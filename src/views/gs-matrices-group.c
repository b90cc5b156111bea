#include "gs-matrices-group.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-matrix-card.h"
#include "gs-spec-edit.h"
#include "gs-spec-input.h"
#include "gs-typed-input.h"

struct _GsMatricesGroup
{
  GsSpecGroup parent_instance;

  GtkEntry *m_entry, *n_entry, *k_entry;
  GtkLabel *k_label;
  GtkLabel *error_label;
  gint64 shown_m, shown_n, shown_k; /* sizes of the spec when it was last shown */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (GsMatricesGroup, gs_matrices_group, GS_TYPE_SPEC_GROUP)

static char
which_size (GsMatricesGroup *self, GtkEntry *entry)
{
  return entry == self->m_entry ? 'm' : entry == self->n_entry ? 'n' : 'k';
}

static void
restore_size (GtkWidget *input, gpointer data)
{
  GsMatricesGroup *self = data;
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  const gint64 size
      = gs_spec_get_size (gs_experiment_get_spec (experiment), which_size (self, GTK_ENTRY (input)));
  g_autofree char *text = g_strdup_printf ("%" PRId64, size);
  const gboolean was_updating = self->updating;

  self->updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (input), text);
  gtk_editable_set_position (GTK_EDITABLE (input), -1);
  self->updating = was_updating;
}

/* What was typed stays while it means the size of the spec, and also when it
 * means nothing but the spec's size is still the one it was. Where nothing can be
 * typed, because the values or the operation say what the size is, it is shown. */
static void
show_size (GsMatricesGroup *self, GtkEntry *entry, const GsSpec *spec, gint64 *last)
{
  const char which = which_size (self, entry);
  const gint64 size = gs_spec_get_size (spec, which);
  g_autofree char *reason = NULL;
  gint64 typed;
  const gboolean can_edit = gs_spec_can_edit_size (spec, which);
  const gboolean is_product = spec->op == GS_OP_MATMUL;
  const gboolean understood
      = gs_spec_input_parse_count (gtk_editable_get_text (GTK_EDITABLE (entry)), "", 0, &typed, &reason);

  gtk_widget_set_sensitive (GTK_WIDGET (entry), can_edit);
  if (understood ? typed != size : *last != size || !can_edit || (which == 'k' && !is_product))
    {
      g_autofree char *text = g_strdup_printf ("%" PRId64, size);

      gtk_editable_set_text (GTK_EDITABLE (entry), text);
      gs_typed_input_set_wrong (GTK_WIDGET (entry), NULL);
    }
  *last = size;
}

static void
gs_matrices_group_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsMatricesGroup *self = GS_MATRICES_GROUP (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);
  const gboolean is_product = spec->op == GS_OP_MATMUL;

  if (self->updating)
    return;
  self->updating = TRUE;
  show_size (self, self->m_entry, spec, &self->shown_m);
  show_size (self, self->n_entry, spec, &self->shown_n);
  show_size (self, self->k_entry, spec, &self->shown_k);
  gtk_widget_set_visible (GTK_WIDGET (self->k_entry), is_product);
  gtk_widget_set_visible (GTK_WIDGET (self->k_label), is_product);
  self->updating = FALSE;
}

static GtkWidget *
gs_matrices_group_find_field (GsSpecGroup *group, const char *code)
{
  GsMatricesGroup *self = GS_MATRICES_GROUP (group);
  GtkEntry *const entries[] = { self->m_entry, self->n_entry, self->k_entry };

  if (!g_str_has_prefix (code, "size-") && !g_str_equal (code, "shape-mismatch"))
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    if (gtk_widget_get_visible (GTK_WIDGET (entries[i]))
        && gtk_widget_get_sensitive (GTK_WIDGET (entries[i])))
      return GTK_WIDGET (entries[i]);
  return NULL;
}

static void
size_changed_cb (GtkEntry *entry, GsMatricesGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  const char which = which_size (self, entry);
  const char name[] = { which, '\0' };
  g_autofree char *reason = NULL;
  GsSpec *spec;
  gint64 size;

  if (self->updating || experiment == NULL)
    return;
  if (!gs_spec_input_parse_count (gtk_editable_get_text (GTK_EDITABLE (entry)), name, 0, &size, &reason))
    {
      gs_typed_input_set_wrong (GTK_WIDGET (entry), reason);
      return;
    }
  gs_typed_input_set_wrong (GTK_WIDGET (entry), NULL);
  spec = gs_spec_input_begin (experiment);
  gs_spec_edit_size (spec, which, size);
  gs_experiment_change_joined (experiment, spec, _ ("Change Size"));
}

/* Enter shows the number that was understood. */
static void
size_activate_cb (GtkEntry *entry, GsMatricesGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));
  g_autofree char *text = NULL;

  if (experiment == NULL || gs_typed_input_get_wrong (GTK_WIDGET (entry)) != NULL)
    return;
  text = g_strdup_printf ("%" PRId64,
                          gs_spec_get_size (gs_experiment_get_spec (experiment), which_size (self, entry)));
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
}

static void
gs_matrices_group_class_init (GsMatricesGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GS_SPEC_GROUP_CLASS (klass)->update = gs_matrices_group_update;
  GS_SPEC_GROUP_CLASS (klass)->find_field = gs_matrices_group_find_field;

  g_type_ensure (GS_TYPE_MATRIX_CARD);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-matrices-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GsMatricesGroup, m_entry);
  gtk_widget_class_bind_template_child (widget_class, GsMatricesGroup, n_entry);
  gtk_widget_class_bind_template_child (widget_class, GsMatricesGroup, k_entry);
  gtk_widget_class_bind_template_child (widget_class, GsMatricesGroup, k_label);
  gtk_widget_class_bind_template_child (widget_class, GsMatricesGroup, error_label);
  gtk_widget_class_bind_template_callback (widget_class, size_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, size_activate_cb);
}

static void
gs_matrices_group_init (GsMatricesGroup *self)
{
  static const GsTypedInputFuncs funcs = { .restore = restore_size };
  GtkEntry **const sizes[] = { &self->m_entry, &self->n_entry, &self->k_entry };

  self->shown_m = self->shown_n = self->shown_k = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    gs_typed_input_init (GTK_WIDGET (*sizes[i]), self->error_label, &funcs, self);
}
