#include "gs-counts-table.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-painter-coverage.h"
#include "gs-view-style.h"

#define SWATCH_PX 13

/* Rows in the order of the table. */
enum
{
  ROW_BLOCKS,
  ROW_THREADS,
  ROW_WARPS,
  ROW_ACTIVE,
  ROW_IDLE,
  ROW_OUT_OF_BOUNDS,
  ROW_ALIASED,
  ROW_ELEMENTS,
  ROW_MISSED,
  ROW_DUPLICATED,
  ROW_UNSETTLED,
  N_ROWS
};

static const char *const titles[N_ROWS] = {
  [ROW_BLOCKS] = N_ ("blocks"),       [ROW_THREADS] = N_ ("threads"),
  [ROW_WARPS] = N_ ("warps"),         [ROW_ACTIVE] = N_ ("active"),
  [ROW_IDLE] = N_ ("idle (guard)"),   [ROW_OUT_OF_BOUNDS] = N_ ("out of bounds"),
  [ROW_ALIASED] = N_ ("aliased"),     [ROW_ELEMENTS] = N_ ("elements"),
  [ROW_MISSED] = N_ ("missed"),       [ROW_DUPLICATED] = N_ ("written twice"),
  [ROW_UNSETTLED] = N_ ("unsettled"),
};

struct _GsCountsTable
{
  GtkBox parent_instance;

  GtkLabel *values[N_ROWS];
  gint64 counts[N_ROWS];
};

G_DEFINE_FINAL_TYPE (GsCountsTable, gs_counts_table, GTK_TYPE_BOX)

/* How the picture beside it shows what a row counts; −1: not at all. */
static int
get_key (int row)
{
  switch (row)
    {
    case ROW_ACTIVE:
      return GS_COVERAGE_ACTIVE;
    case ROW_IDLE:
      return GS_COVERAGE_IDLE;
    case ROW_OUT_OF_BOUNDS:
      return GS_COVERAGE_OUT_OF_BOUNDS;
    case ROW_ALIASED:
      return GS_COVERAGE_ALIASED;
    case ROW_MISSED:
      return GS_COVERAGE_MISSED;
    case ROW_DUPLICATED:
      return GS_COVERAGE_DUPLICATED;
    case ROW_UNSETTLED:
      return GS_COVERAGE_UNSETTLED;
    default:
      return -1;
    }
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  GsFigureStyle style;
  GsCanvas canvas;

  gs_view_style_init (&style, GTK_WIDGET (area));
  gs_canvas_init (&canvas, cr, &style);
  gs_coverage_draw_swatch (&canvas, (GsCoverageKey)GPOINTER_TO_INT (data), 0, (height - width) / 2.0, width);
  gs_canvas_clear (&canvas);
}

static GtkWidget *
new_swatch (int key)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), SWATCH_PX);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), SWATCH_PX);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_cb, GINT_TO_POINTER (key), NULL);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gs_view_style_follow (area);
  return area;
}

static gboolean
is_trouble (int row)
{
  return row == ROW_OUT_OF_BOUNDS || row == ROW_ALIASED || row == ROW_MISSED || row == ROW_DUPLICATED
         || row == ROW_UNSETTLED;
}

static void
gs_counts_table_class_init (GsCountsTableClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
gs_counts_table_init (GsCountsTable *self)
{
  GtkWidget *heading = gtk_label_new (_ ("Counts"));
  GtkWidget *grid = gtk_grid_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self), "inspector-card");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Counts"), -1);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (self), heading);

  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  for (int row = 0; row < N_ROWS; row++)
    {
      GtkWidget *title = gtk_label_new (_ (titles[row]));
      GtkWidget *value = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (title), 0);
      gtk_label_set_xalign (GTK_LABEL (value), 1);
      gtk_widget_set_hexpand (value, TRUE);
      gtk_widget_add_css_class (title, "key");
      gtk_widget_add_css_class (value, "value");
      if (get_key (row) >= 0)
        gtk_grid_attach (GTK_GRID (grid), new_swatch (get_key (row)), 0, row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), title, 1, row, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), value, 2, row, 1, 1);
      self->values[row] = GTK_LABEL (value);
    }
  gtk_box_append (GTK_BOX (self), grid);
}

void
gs_counts_table_set_plan (GsCountsTable *self, const GsPlan *plan, gboolean veiled)
{
  g_return_if_fail (GS_IS_COUNTS_TABLE (self));
  g_return_if_fail (plan != NULL);

  const gint64 counts[N_ROWS] = {
    [ROW_BLOCKS] = plan->blocks,
    [ROW_THREADS] = plan->threads,
    [ROW_WARPS] = plan->warps,
    [ROW_ACTIVE] = plan->active,
    [ROW_IDLE] = plan->idle,
    [ROW_OUT_OF_BOUNDS] = plan->out_of_bounds,
    [ROW_ALIASED] = plan->aliased,
    [ROW_ELEMENTS] = plan->elements,
    [ROW_MISSED] = plan->missed,
    [ROW_DUPLICATED] = plan->duplicated,
    [ROW_UNSETTLED] = gs_plan_unsettled (plan),
  };

  memcpy (self->counts, counts, sizeof counts);
  for (int row = 0; row < N_ROWS; row++)
    {
      g_autofree char *text = veiled ? g_strdup ("?") : gs_format_count (counts[row]);

      gtk_label_set_text (self->values[row], text);
      if (is_trouble (row) && counts[row] > 0 && !veiled)
        gtk_widget_add_css_class (GTK_WIDGET (self->values[row]), "trouble");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (self->values[row]), "trouble");
    }
}

char *
gs_counts_table_to_text (GsCountsTable *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (GS_IS_COUNTS_TABLE (self), NULL);

  for (int row = 0; row < N_ROWS; row++)
    g_string_append_printf (text, "%s\t%" PRId64 "\n", _ (titles[row]), self->counts[row]);
  return g_string_free (text, FALSE);
}
