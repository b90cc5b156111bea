#include "gs-history-page.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-backend-title.h"
#include "gs-format.h"
#include "gs-history-row.h"
#include "gs-plain-table.h"
#include "gs-result-ratio.h"
#include "gs-result-unlike.h"

struct _GsHistoryPage
{
  AdwBin parent_instance;

  GsHistory *history;
  GsHistoryItem *sides[2];   /* A and B; NULL: none */
  gboolean chosen[2];        /* by hand; else the newest and the one before it */
  GtkCheckButton *groups[2]; /* not shown: what the rows' check buttons hang on */
  gboolean quiet;            /* the drop-downs are filled from here */
  char *verdict;

  GtkStack *stack;
  GtkLabel *count_label;
  GtkListBox *list;
  GtkDropDown *a_drop;
  GtkDropDown *b_drop;
  GsPlainTable *table;
};

enum
{
  PROP_0,
  PROP_VERDICT,
};

enum
{
  RUN_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void compare (GsHistoryPage *self);

static const char *
gs_history_page_get_verdict (GsPage *page)
{
  return GS_HISTORY_PAGE (page)->verdict;
}

static char *
gs_history_page_get_table (GsPage *page)
{
  GsHistoryPage *self = GS_HISTORY_PAGE (page);

  return gs_plain_table_get_n_rows (self->table) > 0 ? gs_plain_table_to_text (self->table) : NULL;
}

static void
page_init (GsPageInterface *iface)
{
  iface->get_verdict = gs_history_page_get_verdict;
  iface->get_table = gs_history_page_get_table;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsHistoryPage,
                               gs_history_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

static GtkDropDown *
get_drop (GsHistoryPage *self, int side)
{
  return side == 0 ? self->a_drop : self->b_drop;
}

/* The @position-th timed result of a run; NULL past the last. */
static const GsResult *
timed_result (GsHistoryItem *item, guint position)
{
  const GsReport *report = item != NULL ? gs_history_item_get_report (item) : NULL;

  for (guint i = 0; report != NULL && i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (gs_result_is_timed (result) && position-- == 0)
        return result;
    }
  return NULL;
}

static const GsResult *
get_result (GsHistoryPage *self, int side)
{
  const guint position = gtk_drop_down_get_selected (get_drop (self, side));

  return position != GTK_INVALID_LIST_POSITION ? timed_result (self->sides[side], position) : NULL;
}

/* B is best the same thing as A in another run; in the same run, the next one. */
static guint
matching_result (GsHistoryPage *self)
{
  const GsResult *a = get_result (self, 0), *b;
  const guint other = self->sides[0] == self->sides[1];

  if (other)
    return timed_result (self->sides[1], 1) != NULL ? 1 : 0;
  for (guint i = 0; a != NULL && (b = timed_result (self->sides[1], i)) != NULL; i++)
    if (g_str_equal (a->backend, b->backend) && g_strcmp0 (a->kernel, b->kernel) == 0)
      return i;
  return 0;
}

static void
fill_drop (GsHistoryPage *self, int side)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const GsResult *result;

  for (guint i = 0; (result = timed_result (self->sides[side], i)) != NULL; i++)
    gtk_string_list_take (names, gs_kernel_title (result->backend, result->kernel));
  self->quiet = TRUE;
  gtk_drop_down_set_model (get_drop (self, side), G_LIST_MODEL (names));
  if (side == 1 && g_list_model_get_n_items (G_LIST_MODEL (names)) > 0)
    gtk_drop_down_set_selected (self->b_drop, matching_result (self));
  self->quiet = FALSE;
}

static GsHistoryRow *
find_row (GsHistoryPage *self, GsHistoryItem *item)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (gs_history_row_get_item (GS_HISTORY_ROW (row)) == item)
      return GS_HISTORY_ROW (row);
  return NULL;
}

static void
set_side (GsHistoryPage *self, int side, GsHistoryItem *item)
{
  GsHistoryRow *row = item != NULL ? find_row (self, item) : NULL;

  if (row != NULL)
    gs_history_row_choose (row, (guint)side);
  if (g_set_object (&self->sides[side], item))
    fill_drop (self, side);
}

static const char *
span_title (GsSpan span)
{
  switch (span)
    {
    case GS_SPAN_COMPUTE:
      return _ ("compute");
    case GS_SPAN_UPLOAD:
      return _ ("upload");
    case GS_SPAN_DOWNLOAD:
      return _ ("download");
    case GS_SPAN_WARM:
      return _ ("warm repeat, all of it");
    default:
      return _ ("first run, all of it");
    }
}

static const char *
apart_title (const GsResultRatio *ratio)
{
  switch (ratio->apart)
    {
    case GS_APART_NOT:
      return _ ("not told apart");
    case GS_APART_SHORTER:
      return _ ("A is faster");
    case GS_APART_LONGER:
      return _ ("B is faster");
    default:
      return ratio->ratio > 0 ? _ ("one number each: no claim") : _ ("only one of them has it");
    }
}

static void
append_ratio (GsHistoryPage *self, const GsResultRatio *ratio)
{
  g_autofree char *a = ratio->a_ns > 0 ? gs_format_ns (ratio->a_ns) : g_strdup ("—");
  g_autofree char *b = ratio->b_ns > 0 ? gs_format_ns (ratio->b_ns) : g_strdup ("—");
  g_autofree char *quotient = ratio->ratio > 0 ? gs_format_value (ratio->ratio, 3) : g_strdup ("—");
  g_autofree char *low = gs_format_value (ratio->low, 3), *high = gs_format_value (ratio->high, 3);
  g_autofree char *interval = ratio->high > 0 ? g_strdup_printf ("%s … %s", low, high) : g_strdup ("—");

  gs_plain_table_append (self->table, (const char *const[]){ span_title (ratio->span), a, b, quotient,
                                                             interval, apart_title (ratio), NULL });
}

static char *
side_name (GsHistoryPage *self, int side)
{
  const GsResult *result = get_result (self, side);
  g_autofree char *title = gs_kernel_title (result->backend, result->kernel);

  /* Translators: A or B, a kernel, the number and the name of a run. */
  return g_strdup_printf (_ ("%s (%s, run %u, “%s”)"), side == 0 ? "A" : "B", title,
                          gs_history_item_get_number (self->sides[side]),
                          gs_history_item_get_title (self->sides[side]));
}

/* What is claimed is about the longest stretch that samples speak of. */
static char *
describe_ratios (GsHistoryPage *self, const GArray *ratios)
{
  const GsResultRatio *told = &g_array_index (ratios, GsResultRatio, 0);
  g_autofree char *a = side_name (self, 0), *b = side_name (self, 1), *factor = NULL, *low = NULL,
                  *high = NULL;

  for (guint i = 0; i < ratios->len; i++)
    {
      const GsResultRatio *ratio = &g_array_index (ratios, GsResultRatio, i);

      if (ratio->span == GS_SPAN_WARM && ratio->apart != GS_APART_UNKNOWN)
        told = ratio;
    }
  factor = gs_format_value (told->ratio, 3);
  low = gs_format_value (told->low, 3);
  high = gs_format_value (told->high, 3);
  switch (told->apart)
    {
    case GS_APART_NOT:
      /* Translators: two results, a stretch of time, an interval from – to. */
      return g_strdup_printf (_ ("%s and %s are not told apart in %s: the ratio lies between %s and %s."), a,
                              b, span_title (told->span), low, high);
    case GS_APART_UNKNOWN:
      return g_strdup_printf (
          _ ("%s takes %s times as long as %s in %s, but of so few samples nothing is claimed."), a, factor,
          b, span_title (told->span));
    default:
      /* Translators: A, a factor, B, a stretch of time, an interval from – to. */
      return g_strdup_printf (_ ("%s takes %s times as long as %s in %s (95 %% interval %s to %s)."), a,
                              factor, b, span_title (told->span), low, high);
    }
}

static char *
describe (GsHistoryPage *self)
{
  const GsResult *a = get_result (self, 0), *b = get_result (self, 1);
  g_autoptr (GArray) ratios = NULL;
  g_autofree char *unlike = NULL, *told = NULL;
  GString *text;

  gs_plain_table_clear (self->table);
  if (self->sides[0] == NULL || self->sides[1] == NULL)
    return g_strdup (
        _ ("Every run of this session is kept here, to be named, pinned and compared: run something (F5), or "
           "open a recording."));
  if (a == NULL || b == NULL)
    return g_strdup (
        _ ("One of the two runs has no result that was timed: choose another, or run on the CPU or a GPU."));
  if (a == b)
    return g_strdup (
        _ ("A and B are the same result: choose another run or another result for one of them."));
  ratios = gs_result_ratios (a, b);
  gs_plain_table_begin (self->table);
  for (guint i = 0; i < ratios->len; i++)
    append_ratio (self, &g_array_index (ratios, GsResultRatio, i));
  gs_plain_table_end (self->table);
  told = describe_ratios (self, ratios);
  unlike = gs_result_unlike (gs_history_item_get_report (self->sides[0]), a,
                             gs_history_item_get_report (self->sides[1]), b);
  /* What is compared comes before how it compares. */
  text = g_string_new (unlike);
  gs_append_sentence (text, told);
  return gs_close_up (g_string_free (text, FALSE));
}

/* An empty table would say less than the sentence. */
static void
compare (GsHistoryPage *self)
{
  gs_page_take_verdict (GS_PAGE (self), &self->verdict, describe (self));
  gtk_widget_set_visible (GTK_WIDGET (self->table), gs_plain_table_get_n_rows (self->table) > 0);
}

static void
result_cb (GsHistoryPage *self)
{
  if (!self->quiet)
    compare (self);
}

static void
chosen_cb (GsHistoryRow *row, guint side, GsHistoryPage *self)
{
  self->chosen[side] = TRUE;
  set_side (self, (int)side, gs_history_row_get_item (row));
  compare (self);
}

static void
shown_cb (GsHistoryRow *row, GsHistoryPage *self)
{
  GsHistoryItem *item = gs_history_row_get_item (row);
  /* Translators: the number of a run. */
  g_autofree char *shown
      = g_strdup_printf (_ ("Run %u is shown in all views."), gs_history_item_get_number (item));

  g_signal_emit (self, signals[RUN_PICKED], 0, gs_history_item_get_report (item));
  gs_announce (GTK_WIDGET (self), shown);
}

static GtkWidget *
create_row (gpointer item, gpointer data)
{
  GsHistoryPage *self = data;
  GtkWidget *row = gs_history_row_new (item, self->groups);

  g_signal_connect (row, "chosen", G_CALLBACK (chosen_cb), self);
  g_signal_connect (row, "shown", G_CALLBACK (shown_cb), self);
  g_signal_connect_object (item, "notify::title", G_CALLBACK (compare), self, G_CONNECT_SWAPPED);
  return row;
}

/* B is the newest run and A the one before it, until a person chooses. */
static void
runs_changed_cb (GsHistoryPage *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->history));
  g_autofree char *count = NULL;

  for (int side = 0; side < 2; side++)
    {
      const guint position = side == 0 && n > 1 ? 1 : 0;
      g_autoptr (GsHistoryItem) automatic = g_list_model_get_item (G_LIST_MODEL (self->history), position);

      if (self->sides[side] == NULL || find_row (self, self->sides[side]) == NULL)
        self->chosen[side] = FALSE;
      if (!self->chosen[side])
        set_side (self, side, automatic);
    }
  /* A may be another one now, and with it what B is best compared in. */
  if (!self->chosen[1])
    fill_drop (self, 1);
  count = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u run, newest first", "%u runs, newest first", n),
                           n);
  gtk_label_set_text (self->count_label, count);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "content" : "empty");
  compare (self);
}

static void
gs_history_page_dispose (GObject *object)
{
  GsHistoryPage *self = GS_HISTORY_PAGE (object);

  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_clear_object (&self->history);
  for (int side = 0; side < 2; side++)
    {
      g_clear_object (&self->sides[side]);
      g_clear_object (&self->groups[side]);
    }
  g_clear_pointer (&self->verdict, g_free);

  G_OBJECT_CLASS (gs_history_page_parent_class)->dispose (object);
}

static void
gs_history_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, GS_HISTORY_PAGE (object)->verdict);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_history_page_class_init (GsHistoryPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_history_page_dispose;
  G_OBJECT_CLASS (klass)->get_property = gs_history_page_get_property;
  g_object_class_override_property (G_OBJECT_CLASS (klass), PROP_VERDICT, "verdict");

  signals[RUN_PICKED] = g_signal_new ("run-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 1, GS_TYPE_REPORT);

  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-history-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsHistoryPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryPage, count_label);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryPage, list);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryPage, a_drop);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryPage, b_drop);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryPage, table);
  gtk_widget_class_bind_template_callback (widget_class, result_cb);
}

static void
gs_history_page_init (GsHistoryPage *self)
{
  const char *const headings[] = { _ ("Time"), "A", "B", "A / B",
                                   /* xgettext:no-c-format */
                                   _ ("95 % interval"), _ ("What it says"), NULL };

  self->quiet = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->quiet = FALSE;
  for (int side = 0; side < 2; side++)
    self->groups[side] = g_object_ref_sink (GTK_CHECK_BUTTON (gtk_check_button_new ()));
  gs_plain_table_set_up (self->table, headings, 1 << 0 | 1 << 5, _ ("Two results compared"), FALSE);
}

void
gs_history_page_set_history (GsHistoryPage *self, GsHistory *history)
{
  g_return_if_fail (GS_IS_HISTORY_PAGE (self) && self->history == NULL);

  self->history = g_object_ref (history);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (history), create_row, self, NULL);
  /* After the list, so that the rows are there. */
  g_signal_connect_swapped (history, "items-changed", G_CALLBACK (runs_changed_cb), self);
  runs_changed_cb (self);
}
