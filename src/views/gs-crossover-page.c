#include "gs-crossover-page.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-painter-crossover.h"
#include "gs-spec-input.h"
#include "gs-stack-turn.h"
#include "gs-sweep-table.h"

#define PICTURE_HEIGHT 420

struct _GsCrossoverPage
{
  GsFigurePage parent_instance;

  GsExperiment *experiment;
  GsSweeper *sweeper;
  gboolean blocked;
  char *failure; /* why the last sweep ended early; NULL: it did not */

  GtkEntry *low_entry;
  GtkEntry *high_entry;
  GtkDropDown *step_drop;
  GtkEntry *amount_entry;
  GtkStack *start_stack;
  GtkWidget *continue_button;
  GtkProgressBar *progress;
  GtkLabel *problem_label;
  GtkStack *stack;
  GsPicture *picture;
  GtkLabel *notes_label;
  GsPlainTable *table;
};

static const GsSweep *
get_sweep (GsCrossoverPage *self)
{
  const GsSweep *sweep = self->sweeper != NULL ? gs_sweeper_get_sweep (self->sweeper) : NULL;

  return sweep != NULL && sweep->series->len > 0 ? sweep : NULL;
}

static gboolean
gs_crossover_page_get_figure (GsFigurePage *page, GsFigureInput *input)
{
  gs_figure_input_init (input, GS_FIGURE_CROSSOVER);
  input->sweep = get_sweep (GS_CROSSOVER_PAGE (page));
  return input->sweep != NULL;
}

enum
{
  REFUSE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GsCrossoverPage, gs_crossover_page, GS_TYPE_FIGURE_PAGE)

/* A whole number of at least 1; FALSE with @error naming @what otherwise. */
static gboolean
read_number (GtkEntry *entry, const char *what, gint64 *value, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autofree char *shown = gs_format_excerpt (text, GS_FORMAT_QUOTED_BYTES);
  guint64 number;

  if (g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT32, &number, NULL))
    {
      *value = (gint64)number;
      return TRUE;
    }
  if (*text == '\0')
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 /* Translators: the label of an entry. */
                 _ ("“%s” is empty: type a whole number such as 64."), what);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 /* Translators: the label of an entry, what was typed. */
                 _ ("“%s” is “%s”: type a whole number from 1 to 2147483647."), what, shown);
  return FALSE;
}

static gboolean
read_numbers (GsCrossoverPage *self, GsSweepRange *range, GError **error)
{
  range->factor = gtk_drop_down_get_selected (self->step_drop) == 0;
  return read_number (self->low_entry, _ ("From"), &range->low, error)
         && read_number (self->high_entry, _ ("To"), &range->high, error)
         && read_number (self->amount_entry,
                         range->factor ? _ ("Factor") : C_ ("between the sizes of a sweep", "Step"),
                         &range->amount, error);
}

static gboolean
read_range (GsCrossoverPage *self, GsSweepRange *range, GError **error)
{
  if (!read_numbers (self, range, error))
    return FALSE;
  if (range->low > range->high)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
          _ ("The range is reversed: %" PRId64 " is more than %" PRId64 ". Type the smaller size first."),
          range->low, range->high);
      return FALSE;
    }
  if (range->factor && range->amount < 2)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("A factor of 1 never reaches the end: type 2 or more."));
      return FALSE;
    }
  if (!range->factor && (range->high - range->low) / range->amount >= 1000)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _ ("These are more than 1000 sizes: type a larger step."));
      return FALSE;
    }
  return gs_sweeper_check (gs_experiment_get_spec (self->experiment), range, error);
}

static void
check (GsCrossoverPage *self)
{
  const gboolean running = gs_worker_task_get_running (GS_WORKER_TASK (self->sweeper));
  g_autoptr (GError) error = NULL;
  GsSweepRange range;
  const gboolean fine = read_range (self, &range, &error);

  gs_spec_input_show_error (self->problem_label, NULL, fine ? NULL : error->message);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), running ? "crossover.stop" : "crossover.start",
                                 running || (fine && !self->blocked));
  gs_stack_turn (self->start_stack, running ? "stop" : "start");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), running ? "crossover.start" : "crossover.stop", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "crossover.continue",
                                 !self->blocked && gs_sweeper_can_continue (self->sweeper));
}

static void
fill_table (GsFigurePage *page, GsPlainTable *table)
{
  gs_sweep_table_fill (table, get_sweep (GS_CROSSOVER_PAGE (page)));
}

static char *
describe (GsFigurePage *page)
{
  GsCrossoverPage *self = GS_CROSSOVER_PAGE (page);
  const GsSweep *sweep = get_sweep (self);
  g_autofree char *crossings = NULL;
  g_autofree char *size = NULL;

  if (self->failure != NULL)
    return g_strdup (self->failure);
  if (sweep == NULL)
    return g_strdup (_ ("Start a sweep to see from which size on one backend overtakes another."));
  crossings = gs_crossover_summary (sweep);
  if (!gs_worker_task_get_running (GS_WORKER_TASK (self->sweeper)))
    return g_steal_pointer (&crossings);
  size = gs_format_count (gs_sweeper_get_newest (self->sweeper));
  /* Translators: the newest size, and what is known so far. */
  return g_strdup_printf (_ ("Size %s is done. So far: %s"), size, crossings);
}

static void
show (GsCrossoverPage *self)
{
  const gboolean drawn = gs_figure_page_refresh (GS_FIGURE_PAGE (self));
  g_autofree char *gaps = drawn ? gs_crossover_gaps (get_sweep (self)) : NULL;

  gtk_label_set_text (self->notes_label, drawn ? gaps : "");
  gtk_widget_set_visible (GTK_WIDGET (self->notes_label), drawn && *gaps != '\0');
  gtk_stack_set_visible_child_name (self->stack, drawn ? "content" : "empty");
  gtk_progress_bar_set_fraction (self->progress,
                                 gs_worker_task_get_fraction (GS_WORKER_TASK (self->sweeper)));
}

/* Whatever comes after a failure is of another sweep, or of a new attempt. */
static void
changed_cb (GsCrossoverPage *self)
{
  g_clear_pointer (&self->failure, g_free);
  show (self);
}

static void
running_cb (GsCrossoverPage *self)
{
  const gboolean running = gs_worker_task_get_running (GS_WORKER_TASK (self->sweeper));

  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  gtk_widget_set_visible (self->continue_button, gs_sweeper_can_continue (self->sweeper));
  check (self);
  show (self);
}

static void
failed_cb (GsSweeper *sweeper, const char *sentence, gboolean died, GsCrossoverPage *self)
{
  g_free (self->failure);
  self->failure = g_strdup (sentence);
  show (self);
}

static void
start_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsCrossoverPage *self = GS_CROSSOVER_PAGE (widget);
  g_autoptr (GsSpec) spec = NULL;
  GsSweepRange range;
  gboolean refused = FALSE;

  if (!read_range (self, &range, NULL))
    return;
  g_signal_emit (self, signals[REFUSE], 0, &refused);
  if (refused)
    return;
  g_clear_pointer (&self->failure, g_free);
  spec = gs_experiment_dup_run_spec (self->experiment);
  gs_sweeper_start (self->sweeper, spec, &range);
}

static void
continue_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsCrossoverPage *self = GS_CROSSOVER_PAGE (widget);

  g_clear_pointer (&self->failure, g_free);
  gs_sweeper_continue (self->sweeper);
}

static void
stop_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_worker_task_stop (GS_WORKER_TASK (GS_CROSSOVER_PAGE (widget)->sweeper));
}

static void
step_cb (GsCrossoverPage *self)
{
  const gboolean factor = gtk_drop_down_get_selected (self->step_drop) == 0;

  gtk_editable_set_text (GTK_EDITABLE (self->amount_entry), factor ? "2" : "64");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->amount_entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  factor ? _ ("Factor") : C_ ("between the sizes of a sweep", "Step"), -1);
}

static void
entry_cb (GsCrossoverPage *self)
{
  if (self->sweeper != NULL)
    check (self);
}

static void
gs_crossover_page_dispose (GObject *object)
{
  GsCrossoverPage *self = GS_CROSSOVER_PAGE (object);

  if (self->experiment != NULL)
    g_signal_handlers_disconnect_by_data (self->experiment, self);
  if (self->sweeper != NULL)
    g_signal_handlers_disconnect_by_data (self->sweeper, self);
  g_clear_object (&self->experiment);
  g_clear_object (&self->sweeper);
  g_clear_pointer (&self->failure, g_free);

  G_OBJECT_CLASS (gs_crossover_page_parent_class)->dispose (object);
}

static void
gs_crossover_page_class_init (GsCrossoverPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GsFigurePageClass *page_class = GS_FIGURE_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_crossover_page_dispose;
  page_class->get_figure = gs_crossover_page_get_figure;
  page_class->fill_table = fill_table;
  page_class->describe = describe;

  signals[REFUSE] = g_signal_new ("refuse", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 0);
  gtk_widget_class_install_action (widget_class, "crossover.start", NULL, start_cb);
  gtk_widget_class_install_action (widget_class, "crossover.stop", NULL, stop_cb);
  gtk_widget_class_install_action (widget_class, "crossover.continue", NULL, continue_cb);

  g_type_ensure (GS_TYPE_PICTURE);
  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-crossover-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, low_entry);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, high_entry);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, step_drop);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, amount_entry);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, start_stack);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, continue_button);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, progress);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, problem_label);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, picture);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, notes_label);
  gtk_widget_class_bind_template_child (widget_class, GsCrossoverPage, table);
  gtk_widget_class_bind_template_callback (widget_class, entry_cb);
  gtk_widget_class_bind_template_callback (widget_class, step_cb);
}

static void
gs_crossover_page_init (GsCrossoverPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gs_figure_page_set_up (GS_FIGURE_PAGE (self), self->picture, PICTURE_HEIGHT, self->table);
  gs_sweep_table_set_up (self->table);
  step_cb (self);
}

void
gs_crossover_page_set_up (GsCrossoverPage *self, GsExperiment *experiment, GsSweeper *sweeper)
{
  g_return_if_fail (GS_IS_CROSSOVER_PAGE (self) && self->sweeper == NULL);

  self->experiment = g_object_ref (experiment);
  self->sweeper = g_object_ref (sweeper);
  g_signal_connect_swapped (experiment, "changed", G_CALLBACK (check), self);
  g_signal_connect_swapped (sweeper, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (sweeper, "notify::running", G_CALLBACK (running_cb), self);
  g_signal_connect (sweeper, "failed", G_CALLBACK (failed_cb), self);
  running_cb (self);
}

void
gs_crossover_page_set_blocked (GsCrossoverPage *self, gboolean blocked)
{
  g_return_if_fail (GS_IS_CROSSOVER_PAGE (self));

  self->blocked = blocked;
  if (self->sweeper != NULL)
    check (self);
}

gboolean
gs_crossover_page_get_range (GsCrossoverPage *self, GsSweepRange *range)
{
  g_return_val_if_fail (GS_IS_CROSSOVER_PAGE (self), FALSE);
  return read_numbers (self, range, NULL);
}

static void
set_number (GtkEntry *entry, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" PRId64, number);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

void
gs_crossover_page_set_range (GsCrossoverPage *self, const GsSweepRange *range)
{
  g_return_if_fail (GS_IS_CROSSOVER_PAGE (self));

  gtk_drop_down_set_selected (self->step_drop, range->factor ? 0 : 1);
  set_number (self->low_entry, range->low);
  set_number (self->high_entry, range->high);
  set_number (self->amount_entry, range->amount);
}
