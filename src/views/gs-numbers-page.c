#include "gs-numbers-page.h"

#include "gs-backend-title.h"
#include "gs-export.h"
#include "gs-matrix-grid.h"
#include "gs-painter-timing.h"
#include "gs-picture.h"
#include "gs-report-verdict.h"
#include "gs-verify-table.h"
#include "gs-view-style.h"

/* Of the heat maps, in points. */
#define PICTURE_HEIGHT 420.0

/* Columns of A, B and C that have room beside each other in a window of usual size. */
#define MAX_COLUMNS_ABREAST 14

struct _GsNumbersPage
{
  GsReportPage parent_instance;

  GtkLabel *title_label;
  GtkDropDown *result_drop;
  GsMatrixGrid *a_grid, *b_grid, *c_grid;
  GtkLabel *sign_label;
  GtkOrientable *equation_box, *operands_box, *result_box;
  GtkWidget *table_label;
  GsVerifyTable *table;
  GsPicture *picture;
  gint64 lit_row, lit_column; /* element of C that a lesson points at; −1: none */
};

G_DEFINE_FINAL_TYPE (GsNumbersPage, gs_numbers_page, GS_TYPE_REPORT_PAGE)

static const GsResult *
get_chosen (GsNumbersPage *self, GsReport *report)
{
  const guint position = gtk_drop_down_get_selected (self->result_drop);

  return position < report->results->len ? g_ptr_array_index (report->results, position) : NULL;
}

static void
list_results (GsNumbersPage *self, GsReport *report)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint first = 0;

  for (guint i = report->results->len; i > 0; i--)
    {
      const GsResult *result = g_ptr_array_index (report->results, i - 1);

      if (result->output != NULL)
        first = i - 1;
    }
  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      g_autofree char *title = gs_kernel_title (result->backend, result->kernel);

      gtk_string_list_append (titles, title);
    }
  gtk_drop_down_set_model (self->result_drop, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->result_drop, first);
}

/* The inputs, made again from the spec: a generator gives the same numbers. The
 * corner that is shown is all that is needed of a large one, but the spec's
 * sources only give whole matrices; above this many elements none is made. */
#define MAX_ELEMENTS (1 << 18)

static void
show_operand (GsMatrixGrid *grid, const GsSpec *spec, int operand)
{
  GsSource *source = operand == 0 ? spec->a : spec->b;
  g_autoptr (GsMatrix) matrix = NULL;
  gint64 rows, columns;

  gs_spec_operand_size (spec, operand, &rows, &columns);
  if (rows == 0 || columns <= MAX_ELEMENTS / rows)
    matrix = gs_source_realise (source, rows, columns, NULL);
  if (matrix != NULL)
    gs_matrix_grid_show (grid, operand == 0 ? "A" : "B", matrix, -1, -1);
  else
    gs_matrix_grid_show_large (grid, operand == 0 ? "A" : "B", rows, columns);
}

static gboolean
gs_numbers_page_get_figure (GsReportPage *page, GsReport *report, GsFigureInput *input)
{
  const GsResult *result = get_chosen (GS_NUMBERS_PAGE (page), report);

  if (result == NULL || result->output == NULL)
    return FALSE;
  gs_figure_input_init (input, GS_FIGURE_MATRIX);
  input->report = report;
  input->backend = result->backend;
  input->kernel = result->kernel;
  return TRUE;
}

/* Three matrices of so many columns stand better one under the other. */
static gboolean
is_wide (const GsSpec *spec)
{
  return spec->m <= 3 && spec->n > 5 && spec->n <= 8 && spec->op != GS_OP_MATMUL;
}

/* The result is what one looks for: it stands below where it would be out of sight
 * beside its operands. */
static void
lay_out (GsNumbersPage *self, const GsSpec *spec)
{
  const gboolean stacked = is_wide (spec);
  const gboolean below = stacked
                         || gs_matrix_grid_count_places (spec->op == GS_OP_MATMUL ? spec->k : spec->n)
                                    + 2 * gs_matrix_grid_count_places (spec->n)
                                > MAX_COLUMNS_ABREAST;

  gtk_orientable_set_orientation (self->equation_box,
                                  below ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_orientable_set_orientation (self->operands_box,
                                  stacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_orientable_set_orientation (self->result_box,
                                  stacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
}

/* The same numbers as heat maps, with the difference to the reference. */
static void
show_picture (GsNumbersPage *self, GsReport *report)
{
  GsFigureInput input;
  GsFigureStyle style;
  const gboolean has_picture = gs_numbers_page_get_figure (GS_REPORT_PAGE (self), report, &input);

  gs_view_style_init (&style, GTK_WIDGET (self));
  gs_picture_set_natural_height (self->picture, (int)(PICTURE_HEIGHT * style.type_scale));
  gs_picture_set_input (self->picture, has_picture ? &input : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->picture), has_picture);
}

/* The element and all that it is made of. */
static void
show_lit (GsNumbersPage *self, const GsSpec *spec)
{
  const gboolean product = spec->op == GS_OP_MATMUL;

  gs_matrix_grid_light (self->a_grid, self->lit_row, product ? -1 : self->lit_column);
  gs_matrix_grid_light (self->b_grid, product ? -1 : self->lit_row, self->lit_column);
  gs_matrix_grid_light (self->c_grid, self->lit_row, self->lit_column);
}

static void
gs_numbers_page_light (GsReportPage *page, const GsHighlight *highlight)
{
  GsNumbersPage *self = GS_NUMBERS_PAGE (page);
  const gboolean lit = highlight != NULL && highlight->kind == GS_HIGHLIGHT_ELEMENT;
  GsReport *report = gs_report_page_get_report (page);

  self->lit_row = lit ? highlight->row : -1;
  self->lit_column = lit ? highlight->column : -1;
  if (report != NULL)
    show_lit (self, report->spec);
}

static void
gs_numbers_page_list (GsReportPage *page, GsReport *report)
{
  static const char *const signs[GS_N_OPS] = { "+", "∘", "·" };
  GsNumbersPage *self = GS_NUMBERS_PAGE (page);
  const GsSpec *spec = report->spec;
  g_autofree char *title = gs_timing_title (report);

  list_results (self, report);
  gtk_label_set_text (self->title_label, title);
  show_operand (self->a_grid, spec, 0);
  show_operand (self->b_grid, spec, 1);
  gtk_label_set_text (self->sign_label, signs[spec->op]);
  lay_out (self, spec);
  gs_verify_table_set_report (self->table, report);
}

static void
set_results_visible (GsNumbersPage *self, gboolean visible)
{
  gtk_widget_set_visible (self->table_label, visible);
  gtk_widget_set_visible (GTK_WIDGET (self->table), visible);
}

static gboolean
gs_numbers_page_show_veiled (GsReportPage *page, GsReport *report)
{
  GsNumbersPage *self = GS_NUMBERS_PAGE (page);

  gs_matrix_grid_show_unknown (self->c_grid, "C", report->spec->m, report->spec->n);
  show_lit (self, report->spec);
  set_results_visible (self, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->picture), FALSE);
  return TRUE;
}

static gboolean
gs_numbers_page_show (GsReportPage *page, GsReport *report)
{
  GsNumbersPage *self = GS_NUMBERS_PAGE (page);
  const GsResult *result = get_chosen (self, report);
  const gboolean wrong = result != NULL && result->verified && !result->verify.pass;

  set_results_visible (self, TRUE);
  /* Reports keep no large outputs. */
  if (result != NULL && result->status == GS_STATUS_OK && result->output == NULL)
    gs_matrix_grid_show_large (self->c_grid, "C", report->spec->m, report->spec->n);
  else
    gs_matrix_grid_show (self->c_grid, "C", result != NULL ? result->output : NULL,
                         wrong ? result->verify.worst_row : -1, wrong ? result->verify.worst_column : -1);
  show_lit (self, report->spec);
  show_picture (self, report);
  return TRUE;
}

static char *
gs_numbers_page_describe (GsReportPage *page, GsReport *report)
{
  return gs_report_numbers_verdict (report);
}

static char *
gs_numbers_page_get_table (GsReportPage *page, GsReport *report)
{
  const GsResult *result = get_chosen (GS_NUMBERS_PAGE (page), report);

  return result != NULL && result->output != NULL ? gs_export_delimited (result->output, '\t') : NULL;
}

static void
result_cb (GtkDropDown *drop, GParamSpec *pspec, GsNumbersPage *self)
{
  gs_report_page_refresh (GS_REPORT_PAGE (self));
}

static void
gs_numbers_page_class_init (GsNumbersPageClass *klass)
{
  GsReportPageClass *page_class = GS_REPORT_PAGE_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  page_class->list = gs_numbers_page_list;
  page_class->show = gs_numbers_page_show;
  page_class->show_veiled = gs_numbers_page_show_veiled;
  page_class->describe = gs_numbers_page_describe;
  page_class->get_figure = gs_numbers_page_get_figure;
  page_class->get_table = gs_numbers_page_get_table;
  page_class->light = gs_numbers_page_light;

  g_type_ensure (GS_TYPE_MATRIX_GRID);
  g_type_ensure (GS_TYPE_VERIFY_TABLE);
  g_type_ensure (GS_TYPE_PICTURE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-numbers-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, title_label);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, result_drop);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, a_grid);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, b_grid);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, c_grid);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, sign_label);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, equation_box);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, operands_box);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, result_box);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, table_label);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, table);
  gtk_widget_class_bind_template_child (widget_class, GsNumbersPage, picture);
  gtk_widget_class_bind_template_callback (widget_class, result_cb);
}

static void
gs_numbers_page_init (GsNumbersPage *self)
{
  self->lit_row = self->lit_column = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_direction (GTK_WIDGET (self->equation_box), GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction (GTK_WIDGET (self->operands_box), GTK_TEXT_DIR_LTR);
  gtk_widget_set_direction (GTK_WIDGET (self->result_box), GTK_TEXT_DIR_LTR);
}
