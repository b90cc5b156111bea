#include "gs-launch-group.h"

#include <inttypes.h>
#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "gs-block-spin.h"
#include "gs-faults-box.h"
#include "gs-format.h"
#include "gs-spec-edit.h"
#include "gs-spec-input.h"
#include "gs-typed-input.h"

struct _GsLaunchGroup
{
  GsSpecGroup parent_instance;

  GtkListBox *list;
  GtkSpinButton *x_spin, *y_spin;
  GtkWidget *y_row;
  GtkLabel *grid_label;
  GtkWidget *grid_button;
  GtkWidget *own_grid_row;
  GtkEntry *grid_x_entry, *grid_y_entry;
  GtkWidget *times_label;
  AdwPreferencesRow *guard_row;
  GtkWidget *guard_label;
  GtkWidget *map_row;
  GtkLabel *typed_label; /* what is wrong with what was typed */
  GtkLabel *error_label; /* what is wrong with the launch */
  GtkExpander *faults_expander;
  gint64 shown_grid[2]; /* of the spec when it was last shown; -1: not yet */
  guint faults;         /* those on at the last update */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (GsLaunchGroup, gs_launch_group, GS_TYPE_SPEC_GROUP)

/* What comes of the rule: "3 × 4 blocks"; @veiled: "? × ? blocks". */
static char *
describe_blocks (const GsSpec *spec, const GsPlan *plan, gboolean veiled)
{
  g_autofree char *x = veiled ? g_strdup ("?") : gs_format_count (plan->grid[0]);
  g_autofree char *y = veiled ? g_strdup ("?") : gs_format_count (plan->grid[1]);

  if (spec->block_dims == 2)
    return g_strdup_printf (_ ("%s × %s blocks"), x, y);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s block", "%s blocks", (gulong)plan->grid[0]), x);
}

/* The rule with the numbers in it: "⌈21 / 8⌉ × ⌈13 / 4⌉ = 3 × 4"; @veiled: "= ? × ?". */
static char *
describe_grid (const GsSpec *spec, const GsPlan *plan, gboolean veiled)
{
  g_autofree char *x = veiled ? g_strdup ("?") : gs_format_count (plan->grid[0]);
  g_autofree char *y = veiled ? g_strdup ("?") : gs_format_count (plan->grid[1]);
  g_autofree char *n = gs_format_count (spec->map == GS_MAP_X_COLUMN ? spec->n : spec->m);
  g_autofree char *m = gs_format_count (spec->map == GS_MAP_X_COLUMN ? spec->m : spec->n);
  const gboolean up = spec->grid_rule == GS_GRID_CEIL;
  const char *open = up ? "⌈" : "⌊", *close = up ? "⌉" : "⌋";

  if (plan->grid[0] < 0 || plan->grid[1] < 0 || !plan->counted)
    return g_strdup ("");
  if (spec->grid_rule == GS_GRID_EXPLICIT || plan->kernel == NULL || plan->kernel->dims == 0
      || plan->elements_per_thread != 1 || (spec->faults & GS_FAULT_SWAPPED_AXES))
    return describe_blocks (spec, plan, veiled);
  if (spec->block_dims == 1)
    {
      g_autofree char *elements = gs_format_count (plan->elements);

      return g_strdup_printf ("%s%s / %" PRId64 "%s = %s", open, elements, spec->block[0], close, x);
    }
  return g_strdup_printf ("%s%s / %" PRId64 "%s × %s%s / %" PRId64 "%s = %s × %s", open, n, spec->block[0],
                          close, open, m, spec->block[1], close, x, y);
}

/* Whether the label shows the whole of the text: it grows up to its greatest width in
 * characters, whose width differs with the language. */
static gboolean
has_room (GtkLabel *label, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (label), text);
  PangoFontMetrics *metrics = pango_context_get_metrics (pango_layout_get_context (layout), NULL, NULL);
  const int per_char = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                            pango_font_metrics_get_approximate_digit_width (metrics));
  int width;

  pango_font_metrics_unref (metrics);
  pango_layout_get_size (layout, &width, NULL);
  return width <= per_char * gtk_label_get_max_width_chars (label);
}

/* The rule where it has room, else what comes of it; the whole of it in words that
 * come up over the button. */
static void
show_grid (GsLaunchGroup *self, const GsSpec *spec, const GsPlan *plan, gboolean veiled)
{
  g_autofree char *rule = describe_grid (spec, plan, veiled);
  g_autofree char *tooltip
      = g_strconcat (rule, "\n", _ ("How many blocks: rounded up, rounded down, or your own number"), NULL);
  g_autofree char *blocks = describe_blocks (spec, plan, veiled);

  gtk_label_set_text (self->grid_label, has_room (self->grid_label, rule) ? rule : blocks);
  gtk_widget_set_tooltip_text (self->grid_button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->grid_button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  rule, -1);
}

static void
put_count (GtkEntry *entry, gint64 count)
{
  g_autofree char *text = g_strdup_printf ("%" PRId64, count);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
}

/* What was typed stays while it means the number of blocks of the spec, and also
 * when it means nothing but that number is still the one it was. */
static void
show_count (GtkEntry *entry, gint64 count, gint64 *last)
{
  gint64 typed;
  g_autofree char *reason = NULL;

  const gboolean understood
      = gs_spec_input_parse_count (gtk_editable_get_text (GTK_EDITABLE (entry)), "", 0, &typed, &reason);

  if (understood ? typed != count : *last != count)
    {
      put_count (entry, count);
      gs_typed_input_set_wrong (GTK_WIDGET (entry), NULL);
    }
  *last = count;
}

/* What the kernel cannot do stands beside the kernel or the fault. */
static void
show_problem (GsLaunchGroup *self, const GsPlan *plan)
{
  const GsProblem *problem = plan->problems->len > 0 ? g_ptr_array_index (plan->problems, 0) : NULL;
  const gboolean about_launch = problem != NULL && !g_str_equal (problem->code, "shape-mismatch")
                                && !g_str_equal (problem->code, "kernel-unfit");

  gs_spec_input_show_error (self->error_label, GTK_WIDGET (self->list),
                            about_launch ? problem->message : NULL);
}

/* A fault that came with a file, a lesson or an undo must not stay out of sight;
 * one that is seen may be folded away. */
static void
show_faults (GsLaunchGroup *self, guint faults)
{
  if ((faults & ~self->faults) != 0)
    gtk_expander_set_expanded (self->faults_expander, TRUE);
  self->faults = faults;
}

static void
gs_launch_group_update (GsSpecGroup *group, GsExperiment *experiment)
{
  GsLaunchGroup *self = GS_LAUNCH_GROUP (group);
  const GsSpec *spec = gs_experiment_get_spec (experiment);
  const GsPlan *plan = gs_experiment_get_plan (experiment);
  const gboolean own_grid = spec->grid_rule == GS_GRID_EXPLICIT;
  const gboolean was_updating = self->updating;

  self->updating = TRUE;
  gtk_spin_button_set_value (self->x_spin, (double)spec->block[0]);
  gtk_spin_button_set_value (self->y_spin, (double)spec->block[1]);
  gtk_widget_set_visible (self->y_row, spec->block_dims == 2);
  gtk_widget_set_visible (self->map_row, spec->block_dims == 2);
  show_grid (self, spec, plan, gs_experiment_get_veiled (experiment));
  gtk_widget_set_visible (self->own_grid_row, own_grid);
  gtk_widget_set_visible (self->times_label, spec->block_dims == 2);
  gtk_widget_set_visible (GTK_WIDGET (self->grid_y_entry), spec->block_dims == 2);
  if (own_grid)
    {
      show_count (self->grid_x_entry, spec->grid[0], &self->shown_grid[0]);
      show_count (self->grid_y_entry, spec->grid[1], &self->shown_grid[1]);
    }
  adw_preferences_row_set_title (self->guard_row,
                                 /* Translators: "Guard", then C source. */
                                 spec->block_dims == 1 ? _ ("Guard i < size")
                                                       : _ ("Guard row < m && col < n"));
  gtk_widget_set_visible (self->guard_label, !spec->guard);
  /* The row takes the keyboard before its switch does. Translators: the guard is on. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->guard_row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spec->guard ? _ ("on") : _ ("off"), -1);
  show_problem (self, plan);
  show_faults (self, spec->faults);
  self->updating = was_updating;
}

static GtkWidget *
gs_launch_group_find_field (GsSpecGroup *group, const char *code)
{
  GsLaunchGroup *self = GS_LAUNCH_GROUP (group);
  const GsSpec *spec = gs_experiment_get_spec (gs_spec_group_get_experiment (group));
  const gboolean about_grid = g_str_has_prefix (code, "grid-");
  gboolean about_y;

  if (!about_grid && !g_str_has_prefix (code, "block-"))
    return NULL;
  if (about_grid && spec->grid_rule == GS_GRID_EXPLICIT)
    about_y
        = g_str_equal (code, "grid-y-too-large") || (g_str_equal (code, "grid-empty") && spec->grid[0] >= 1);
  else
    about_y = strstr (code, "-y-") != NULL || (g_str_equal (code, "block-empty") && spec->block[0] >= 1);
  about_y = about_y && spec->block_dims == 2;
  if (about_grid && spec->grid_rule == GS_GRID_EXPLICIT)
    return GTK_WIDGET (about_y ? self->grid_y_entry : self->grid_x_entry);
  return GTK_WIDGET (about_y ? self->y_spin : self->x_spin);
}

static GsSpec *
begin (GsLaunchGroup *self)
{
  GsExperiment *experiment = gs_spec_group_get_experiment (GS_SPEC_GROUP (self));

  return self->updating || experiment == NULL ? NULL : gs_spec_input_begin (experiment);
}

static void
block_cb (GtkSpinButton *spin, GsLaunchGroup *self)
{
  GsSpec *spec = begin (self);

  if (spec == NULL)
    return;
  spec->block[spin == self->x_spin ? 0 : 1] = gtk_spin_button_get_value_as_int (spin);
  gs_experiment_change_joined (gs_spec_group_get_experiment (GS_SPEC_GROUP (self)), spec,
                               spin == self->x_spin ? _ ("Change Block x") : _ ("Change Block y"));
}

static void
own_grid_cb (GtkEntry *entry, GsLaunchGroup *self)
{
  g_autofree char *reason = NULL;
  GsSpec *spec = begin (self);
  gint64 count;
  const int axis = entry == self->grid_x_entry ? 0 : 1;

  if (spec == NULL)
    return;
  if (!gs_spec_input_parse_count (gtk_editable_get_text (GTK_EDITABLE (entry)),
                                  axis == 0 ? _ ("Grid x") : _ ("Grid y"), 0, &count, &reason))
    {
      gs_typed_input_set_wrong (GTK_WIDGET (entry), reason);
      gs_spec_free (spec);
      return;
    }
  gs_typed_input_set_wrong (GTK_WIDGET (entry), NULL);
  spec->grid[axis] = count;
  gs_experiment_change_joined (gs_spec_group_get_experiment (GS_SPEC_GROUP (self)), spec, _ ("Change Grid"));
}

static void
restore_grid (GtkWidget *input, gpointer data)
{
  GsLaunchGroup *self = data;
  const GsSpec *spec = gs_experiment_get_spec (gs_spec_group_get_experiment (GS_SPEC_GROUP (self)));
  const gboolean was_updating = self->updating;

  self->updating = TRUE;
  put_count (GTK_ENTRY (input), spec->grid[input == GTK_WIDGET (self->grid_x_entry) ? 0 : 1]);
  self->updating = was_updating;
}

static void
gs_launch_group_dispose (GObject *object)
{
  GS_LAUNCH_GROUP (object)->updating = TRUE;

  G_OBJECT_CLASS (gs_launch_group_parent_class)->dispose (object);
}

static void
gs_launch_group_class_init (GsLaunchGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_launch_group_dispose;
  GS_SPEC_GROUP_CLASS (klass)->update = gs_launch_group_update;
  GS_SPEC_GROUP_CLASS (klass)->find_field = gs_launch_group_find_field;

  g_type_ensure (GS_TYPE_FAULTS_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-launch-group.ui");
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, list);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, x_spin);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, y_spin);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, y_row);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, grid_label);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, grid_button);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, own_grid_row);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, grid_x_entry);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, grid_y_entry);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, times_label);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, guard_row);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, guard_label);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, map_row);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, typed_label);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, error_label);
  gtk_widget_class_bind_template_child (widget_class, GsLaunchGroup, faults_expander);
  gtk_widget_class_bind_template_callback (widget_class, own_grid_cb);
}

static void
gs_launch_group_init (GsLaunchGroup *self)
{
  static const GsTypedInputFuncs funcs = { .restore = restore_grid };

  self->shown_grid[0] = self->shown_grid[1] = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A formula: it runs from left to right in every script. */
  gtk_widget_set_direction (GTK_WIDGET (self->grid_label), GTK_TEXT_DIR_LTR);
  gs_block_spin_init (self->x_spin, _ ("Block x"), self->typed_label);
  gs_block_spin_init (self->y_spin, _ ("Block y"), self->typed_label);
  gs_typed_input_init (GTK_WIDGET (self->grid_x_entry), self->typed_label, &funcs, self);
  gs_typed_input_init (GTK_WIDGET (self->grid_y_entry), self->typed_label, &funcs, self);
  g_signal_connect (self->x_spin, "value-changed", G_CALLBACK (block_cb), self);
  g_signal_connect (self->y_spin, "value-changed", G_CALLBACK (block_cb), self);
}
