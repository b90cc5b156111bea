#include "gs-schedule-page.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-format.h"
#include "gs-painter-schedule.h"
#include "gs-picture-hand.h"
#include "gs-picture.h"
#include "gs-plain-table.h"
#include "gs-view-style.h"

#define PICTURE_HEIGHT 440
/* The table is read, not searched: a launch may have 65536 blocks. */
#define MAX_ROWS 256

struct _GsSchedulePage
{
  GsReportPage parent_instance;

  gboolean has_block;
  gint64 block[2];
  GsScheduleView view;
  const GsResult *tabulated; /* of the report listed: whose blocks stand in the table */
  char *wanted;              /* the kernel last chosen by hand, which later reports may have too */
  GtkWidget *kernel_box;
  GtkDropDown *kernel_drop;
  GsPicture *picture;
  GtkLabel *table_label;
  GsPlainTable *table;
};

enum
{
  BLOCK_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GsSchedulePage, gs_schedule_page, GS_TYPE_REPORT_PAGE)

/* The @position-th of the results that have a schedule; NULL when there are not so
 * many. */
static const GsResult *
find_scheduled (const GsReport *report, guint position)
{
  for (guint i = 0; report != NULL && i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->schedule != NULL && result->schedule->blocks->len > 0 && position-- == 0)
        return result;
    }
  return NULL;
}

/* What is shown of @report; NULL: it has no schedule. */
static const GsResult *
get_chosen (GsSchedulePage *self, const GsReport *report)
{
  const guint selected = gtk_drop_down_get_selected (self->kernel_drop);

  return find_scheduled (report, selected != GTK_INVALID_LIST_POSITION ? selected : 0);
}

static gboolean
gs_schedule_page_get_figure (GsReportPage *page, GsReport *report, GsFigureInput *input)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (page);
  const GsResult *result = get_chosen (self, report);

  if (result == NULL)
    return FALSE;
  gs_figure_input_init (input, GS_FIGURE_SCHEDULE);
  input->report = report;
  input->backend = result->backend;
  input->kernel = result->kernel;
  input->has_thread = self->has_block;
  if (self->has_block)
    memcpy (input->thread.block, self->block, sizeof self->block);
  input->schedule_view = self->view;
  return TRUE;
}

static void kernel_cb (GtkDropDown *drop, GParamSpec *pspec, GsSchedulePage *self);

/* The kernels of a new report, with the one that was chosen before if it is there. */
static void
gs_schedule_page_list (GsReportPage *page, GsReport *report)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (page);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  const GsResult *result;
  guint n = 0, selected = 0;

  for (; (result = find_scheduled (report, n)) != NULL; n++)
    {
      g_autofree char *title = gs_kernel_title (result->backend, result->kernel);

      gtk_string_list_append (titles, title);
      if (g_strcmp0 (result->kernel, self->wanted) == 0)
        selected = n;
    }
  self->tabulated = NULL;
  /* Nobody chooses here by hand. */
  g_signal_handlers_block_by_func (self->kernel_drop, kernel_cb, self);
  gtk_drop_down_set_model (self->kernel_drop, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->kernel_drop, selected);
  g_signal_handlers_unblock_by_func (self->kernel_drop, kernel_cb, self);
  gtk_widget_set_visible (self->kernel_box, n > 1);
}

static void
list_blocks (GsSchedulePage *self, const GsResult *result)
{
  const GsSchedule *schedule = result->schedule;
  const guint n = MIN (schedule->blocks->len, MAX_ROWS);
  g_autofree char *shown = gs_format_count (n);
  g_autofree char *all = gs_format_count (schedule->n_blocks);
  /* Translators: rows in the table, blocks of the launch. */
  g_autofree char *title = g_strdup_printf (_ ("Blocks in launch order (%s of %s)"), shown, all);

  self->tabulated = result;
  self->view = (GsScheduleView){ 0 };
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "schedule.fit", FALSE);
  gtk_label_set_text (self->table_label, title);
  gs_plain_table_begin (self->table);
  for (guint i = 0; i < n; i++)
    {
      const GsBlockTime *block = &g_array_index (schedule->blocks, GsBlockTime, i);
      g_autofree char *where
          = g_strdup_printf ("(%" PRId64 ", %" PRId64 ")", block->block[0], block->block[1]);
      g_autofree char *sm = g_strdup_printf ("%d", block->sm);
      g_autofree char *start = gs_format_ns ((double)block->start_ns);
      g_autofree char *length = gs_format_ns ((double)(block->end_ns - block->start_ns));

      gs_plain_table_append (self->table, (const char *const[]){ where, sm, start, length, NULL });
    }
  gs_plain_table_end (self->table);
}

/* -1: none is lit, or the GPU did not note that one. */
static int
find_lit (GsSchedulePage *self, const GsSchedule *schedule)
{
  for (guint i = 0; self->has_block && i < schedule->blocks->len; i++)
    if (memcmp (g_array_index (schedule->blocks, GsBlockTime, i).block, self->block, sizeof self->block) == 0)
      return (int)i;
  return -1;
}

static gboolean
gs_schedule_page_show (GsReportPage *page, GsReport *report)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (page);
  const GsResult *result = get_chosen (self, report);
  GsFigureInput input;
  int lit;

  if (result == NULL)
    return FALSE;
  if (result != self->tabulated)
    list_blocks (self, result);
  lit = find_lit (self, result->schedule);
  gs_plain_table_select (self->table, lit >= 0 && lit < MAX_ROWS ? (guint)lit : GTK_INVALID_LIST_POSITION);
  gs_schedule_page_get_figure (page, report, &input);
  gs_picture_set_input (self->picture, &input);
  return TRUE;
}

/* Where and when the lit block ran. */
static char *
describe_lit (GsSchedulePage *self, const GsSchedule *schedule)
{
  const int lit = find_lit (self, schedule);
  const GsBlockTime *block;
  g_autofree char *start = NULL, *length = NULL;

  if (lit < 0)
    return g_strdup_printf (_ ("Block (%" PRId64 ", %" PRId64 ") is not among the blocks noted."),
                            self->block[0], self->block[1]);
  block = &g_array_index (schedule->blocks, GsBlockTime, lit);
  start = gs_format_ns ((double)block->start_ns);
  length = gs_format_ns ((double)(block->end_ns - block->start_ns));
  /* Translators: a block, a multiprocessor, a time since the start of the launch, a duration. */
  return g_strdup_printf (
      _ ("Block (%" PRId64 ", %" PRId64 ") ran on multiprocessor %d, %s after the start, for %s."),
      block->block[0], block->block[1], block->sm, start, length);
}

static char *
gs_schedule_page_describe (GsReportPage *page, GsReport *report)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (page);
  const GsSchedule *schedule = get_chosen (self, report)->schedule;
  g_autofree char *verdict = gs_schedule_verdict (schedule);
  g_autofree char *lit = NULL;
  GString *text;

  if (!self->has_block)
    return g_steal_pointer (&verdict);
  lit = describe_lit (self, schedule);
  text = g_string_new (NULL);
  gs_append_sentence (text, lit);
  gs_append_sentence (text, verdict);
  return g_string_free (text, FALSE);
}

static char *
gs_schedule_page_get_table (GsReportPage *page, GsReport *report)
{
  return gs_plain_table_to_text (GS_SCHEDULE_PAGE (page)->table);
}

static void
gs_schedule_page_light (GsReportPage *page, const GsHighlight *highlight)
{
  const gboolean lit = highlight != NULL && highlight->kind == GS_HIGHLIGHT_BLOCK;

  gs_schedule_page_light_block (GS_SCHEDULE_PAGE (page), lit ? highlight->thread.block : NULL);
}

static void
pick (GsSchedulePage *self, const gint64 block[2])
{
  gs_schedule_page_light_block (self, block);
  g_signal_emit (self, signals[BLOCK_PICKED], 0, block[0], block[1]);
}

static void
set_view (GsSchedulePage *self, const GsScheduleView *view)
{
  GsReport *report = gs_report_page_get_report (GS_REPORT_PAGE (self));
  GsFigureInput input;

  if (report == NULL)
    return;
  self->view = *view;
  if (gs_schedule_page_get_figure (GS_REPORT_PAGE (self), report, &input))
    gs_picture_set_input (self->picture, &input);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "schedule.fit", !gs_schedule_view_is_all (view));
}

/* Where (@x, @y) is in the plot, 0…1; FALSE: beside it. */
static gboolean
place_in_plot (GsSchedulePage *self, double x, double y, double *at_x, double *at_y, cairo_rectangle_t *plot)
{
  GsFigureStyle style;

  gs_view_style_init (&style, GTK_WIDGET (self->picture));
  gs_schedule_plot (style.width, style.height, style.type_scale, plot);
  *at_x = (x - plot->x) / plot->width;
  *at_y = (y - plot->y) / plot->height;
  return *at_x >= 0 && *at_x <= 1 && *at_y >= 0 && *at_y <= 1;
}

static gboolean
takes_wheel_at (gpointer data, double x, double y)
{
  cairo_rectangle_t plot;
  double at_x, at_y;

  return place_in_plot (data, x, y, &at_x, &at_y, &plot);
}

/* Time alone, or with Ctrl multiprocessors too. */
static void
zoom_at (gpointer data, double x, double y, double factor, GdkModifierType state)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (data);
  GsScheduleView view = self->view;
  cairo_rectangle_t plot;
  double at_x, at_y;

  place_in_plot (self, x, y, &at_x, &at_y, &plot);
  gs_schedule_view_zoom (&view, at_x, at_y, factor, (state & GDK_CONTROL_MASK) != 0);
  set_view (self, &view);
}

static void
pan_by (gpointer data, double dx, double dy)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (data);
  GsScheduleView view = self->view;
  cairo_rectangle_t plot;
  double at_x, at_y;

  place_in_plot (self, 0, 0, &at_x, &at_y, &plot);
  gs_schedule_view_pan (&view, -dx / plot.width, -dy / plot.height);
  set_view (self, &view);
}

static void
pick_at (gpointer data, double x, double y)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (data);
  const GsResult *result = get_chosen (self, gs_report_page_get_report (GS_REPORT_PAGE (self)));
  GsScheduleScene scene;
  GsFigureStyle style;
  gint64 block[2];

  if (result == NULL)
    return;
  gs_view_style_init (&style, GTK_WIDGET (self->picture));
  gs_schedule_scene_init (&scene, result->schedule);
  scene.device = result->device;
  scene.view = self->view;
  if (gs_schedule_block_at (&scene, style.width, style.height, style.type_scale, x, y, block))
    pick (self, block);
}

static const GsPictureHandFuncs hand_funcs
    = { .takes_wheel = takes_wheel_at, .zoom = zoom_at, .pan = pan_by, .pick = pick_at };

static void
zoom_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsScheduleView view = GS_SCHEDULE_PAGE (widget)->view;

  gs_schedule_view_zoom (&view, 0.5, 0.5, g_str_equal (name, "schedule.zoom-in") ? 1.5 : 1 / 1.5, FALSE);
  set_view (GS_SCHEDULE_PAGE (widget), &view);
}

static void
fit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_view (GS_SCHEDULE_PAGE (widget), &(GsScheduleView){ 0 });
}

/* By shares of what is visible, up to the ends. */
static void
pan_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsScheduleView view = GS_SCHEDULE_PAGE (widget)->view;
  double dx, dy;

  g_variant_get (parameter, "(dd)", &dx, &dy);
  gs_schedule_view_pan (&view, dx, dy);
  set_view (GS_SCHEDULE_PAGE (widget), &view);
}

/* The next or the one before in launch order, lit here and in the coverage. */
static void
step_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (widget);
  const GsResult *result = get_chosen (self, gs_report_page_get_report (GS_REPORT_PAGE (self)));
  const int step = g_variant_get_int32 (parameter);
  const int lit = result != NULL ? find_lit (self, result->schedule) : -1;
  int next = lit + step;

  if (result == NULL)
    return;
  if (lit < 0)
    next = step > 0 ? 0 : (int)result->schedule->blocks->len - 1;
  if (next >= 0 && next < (int)result->schedule->blocks->len)
    pick (self, g_array_index (result->schedule->blocks, GsBlockTime, next).block);
}

static void
bind_keys (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key, keypad_key;
    const char *action;
  } keys[] = {
    { GDK_KEY_plus, GDK_KEY_KP_Add, "schedule.zoom-in" },
    { GDK_KEY_equal, GDK_KEY_equal, "schedule.zoom-in" },
    { GDK_KEY_minus, GDK_KEY_KP_Subtract, "schedule.zoom-out" },
    { GDK_KEY_0, GDK_KEY_KP_0, "schedule.fit" },
  };
  static const struct
  {
    guint key, keypad_key;
    double dx, dy;
  } pans[] = {
    { GDK_KEY_Left, GDK_KEY_KP_Left, -0.1, 0 }, { GDK_KEY_Right, GDK_KEY_KP_Right, 0.1, 0 },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, -0.1 },     { GDK_KEY_Down, GDK_KEY_KP_Down, 0, 0.1 },
    { GDK_KEY_Home, GDK_KEY_KP_Home, -1e6, 0 }, { GDK_KEY_End, GDK_KEY_KP_End, 1e6, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      gtk_widget_class_add_binding_action (klass, keys[i].key, 0, keys[i].action, NULL);
      gtk_widget_class_add_binding_action (klass, keys[i].key, GDK_SHIFT_MASK, keys[i].action, NULL);
      gtk_widget_class_add_binding_action (klass, keys[i].keypad_key, 0, keys[i].action, NULL);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (pans); i++)
    {
      gtk_widget_class_add_binding_action (klass, pans[i].key, 0, "schedule.pan", "(dd)", pans[i].dx,
                                           pans[i].dy);
      gtk_widget_class_add_binding_action (klass, pans[i].keypad_key, 0, "schedule.pan", "(dd)", pans[i].dx,
                                           pans[i].dy);
    }
  gtk_widget_class_add_binding_action (klass, GDK_KEY_period, 0, "schedule.step", "i", 1);
  gtk_widget_class_add_binding_action (klass, GDK_KEY_comma, 0, "schedule.step", "i", -1);
}

static void
picked_cb (GsPlainTable *table, guint row, GsSchedulePage *self)
{
  const GsResult *result = get_chosen (self, gs_report_page_get_report (GS_REPORT_PAGE (self)));

  if (result != NULL && row < result->schedule->blocks->len)
    pick (self, g_array_index (result->schedule->blocks, GsBlockTime, row).block);
}

static void
kernel_cb (GtkDropDown *drop, GParamSpec *pspec, GsSchedulePage *self)
{
  const GsResult *result = get_chosen (self, gs_report_page_get_report (GS_REPORT_PAGE (self)));

  if (result == NULL || result == self->tabulated)
    return;
  g_free (self->wanted);
  self->wanted = g_strdup (result->kernel);
  gs_report_page_refresh (GS_REPORT_PAGE (self));
}

static void
gs_schedule_page_finalize (GObject *object)
{
  GsSchedulePage *self = GS_SCHEDULE_PAGE (object);

  g_free (self->wanted);

  G_OBJECT_CLASS (gs_schedule_page_parent_class)->finalize (object);
}

static void
gs_schedule_page_class_init (GsSchedulePageClass *klass)
{
  GsReportPageClass *page_class = GS_REPORT_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gs_schedule_page_finalize;
  page_class->list = gs_schedule_page_list;
  page_class->show = gs_schedule_page_show;
  page_class->describe = gs_schedule_page_describe;
  page_class->get_figure = gs_schedule_page_get_figure;
  page_class->get_table = gs_schedule_page_get_table;
  page_class->light = gs_schedule_page_light;

  signals[BLOCK_PICKED] = g_signal_new ("block-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);

  gtk_widget_class_install_action (widget_class, "schedule.zoom-in", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "schedule.zoom-out", NULL, zoom_cb);
  gtk_widget_class_install_action (widget_class, "schedule.fit", NULL, fit_cb);
  gtk_widget_class_install_action (widget_class, "schedule.pan", "(dd)", pan_cb);
  gtk_widget_class_install_action (widget_class, "schedule.step", "i", step_cb);
  bind_keys (widget_class);

  g_type_ensure (GS_TYPE_PICTURE);
  g_type_ensure (GS_TYPE_PLAIN_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-schedule-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsSchedulePage, kernel_box);
  gtk_widget_class_bind_template_child (widget_class, GsSchedulePage, kernel_drop);
  gtk_widget_class_bind_template_child (widget_class, GsSchedulePage, picture);
  gtk_widget_class_bind_template_child (widget_class, GsSchedulePage, table_label);
  gtk_widget_class_bind_template_child (widget_class, GsSchedulePage, table);
  gtk_widget_class_bind_template_callback (widget_class, kernel_cb);
}

static void
gs_schedule_page_init (GsSchedulePage *self)
{
  const char *const headings[] = { _ ("Block"), _ ("Multiprocessor"), _ ("Start"), _ ("Length"), NULL };

  gtk_widget_init_template (GTK_WIDGET (self));
  /* Most machines have no GPU, and running on another backend would show nothing here. */
  gs_report_page_set_empty_action (GS_REPORT_PAGE (self), _ ("_Open a Recording"),
                                   "win.open-recording::h200-matmul-1000x1003");
  gs_picture_set_natural_height (self->picture, PICTURE_HEIGHT);
  gs_plain_table_set_up (self->table, headings, 1 << 0, _ ("Where and when each block ran"), TRUE);
  g_signal_connect (self->table, "picked", G_CALLBACK (picked_cb), self);
  gtk_widget_set_focusable (GTK_WIDGET (self->picture), TRUE);
  gs_picture_hand_add (GTK_WIDGET (self->picture), &hand_funcs, self);
}

void
gs_schedule_page_light_block (GsSchedulePage *self, const gint64 block[2])
{
  g_return_if_fail (GS_IS_SCHEDULE_PAGE (self));

  if (block == NULL ? !self->has_block
                    : self->has_block && self->block[0] == block[0] && self->block[1] == block[1])
    return;
  self->has_block = block != NULL;
  if (block != NULL)
    memcpy (self->block, block, sizeof self->block);
  gs_report_page_refresh (GS_REPORT_PAGE (self));
}
