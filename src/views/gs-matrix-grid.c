#include "gs-matrix-grid.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-tip.h"

/* So many rows or columns are shown whole; of more, the first ones, dots and the
 * last one. */
#define MAX_WHOLE 8
#define N_OF_MORE 5

/* From so many columns on the digits are small. */
#define DENSE_COLUMNS 5

struct _GsMatrixGrid
{
  GtkBox parent_instance;

  GtkLabel *title_label;
  GtkWidget *frame;
  GtkWidget *grid;      /* NULL: nothing to show */
  gint64 rows, columns; /* of the matrix; 0: none */
};

G_DEFINE_FINAL_TYPE (GsMatrixGrid, gs_matrix_grid, GTK_TYPE_BOX)

static void
gs_matrix_grid_class_init (GsMatrixGridClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
gs_matrix_grid_init (GsMatrixGrid *self)
{
  GtkWidget *title = gtk_label_new (NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);

  gtk_widget_add_css_class (title, "matrix-title");
  self->title_label = GTK_LABEL (title);
  self->frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->frame, "brackets");
  gtk_widget_set_halign (self->frame, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self), title);
  gtk_box_append (GTK_BOX (self), self->frame);
}

int
gs_matrix_grid_count_places (gint64 size)
{
  return size <= MAX_WHOLE ? (int)size : N_OF_MORE;
}

/* The index shown at @place for @size indices; −1: dots. */
static gint64
index_at (int place, gint64 size)
{
  if (size <= MAX_WHOLE)
    return place;
  if (place == N_OF_MORE - 1)
    return size - 1;
  return place == N_OF_MORE - 2 ? -1 : place;
}

/* @matrix NULL: a value that is not told. */
static GtkWidget *
new_cell (const GsMatrix *matrix, gint64 row, gint64 column, int digits, gboolean marked)
{
  g_autofree char *text = NULL;
  g_autofree char *number = NULL;
  g_autofree char *exact = NULL;
  GtkWidget *label;

  if (row < 0 || column < 0)
    return gtk_label_new (row < 0 && column < 0 ? "⋱" : row < 0 ? "⋮" : "⋯");
  if (matrix == NULL)
    return gtk_label_new ("?");
  number = gs_format_float (gs_matrix_get (matrix, row, column));
  exact = gs_format_minus (number);
  text = gs_format_value (gs_matrix_get (matrix, row, column), digits);
  label = gtk_label_new (text);
  gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gs_tip_show (label, exact);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, exact, -1);
  if (marked)
    gtk_widget_add_css_class (label, "marked");
  return label;
}

static GtkWidget *
new_grid (const GsMatrix *matrix, gint64 rows, gint64 columns, gint64 marked_row, gint64 marked_column)
{
  GtkWidget *grid = gtk_grid_new ();
  const int n_rows = gs_matrix_grid_count_places (rows);
  const int n_columns = gs_matrix_grid_count_places (columns);
  const gboolean dense = n_columns >= DENSE_COLUMNS;

  /* Columns are counted from the left in every script, as in the heat map. */
  gtk_widget_set_direction (grid, GTK_TEXT_DIR_LTR);
  if (dense)
    gtk_widget_add_css_class (grid, "dense");
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  gtk_grid_set_column_spacing (GTK_GRID (grid), dense ? 9 : 14);
  for (int i = 0; i < n_rows; i++)
    for (int j = 0; j < n_columns; j++)
      {
        const gint64 row = index_at (i, rows);
        const gint64 column = index_at (j, columns);
        const gboolean marked = row >= 0 && row == marked_row && column == marked_column;

        gtk_grid_attach (GTK_GRID (grid), new_cell (matrix, row, column, dense ? 3 : 5, marked), j, i, 1, 1);
      }
  return grid;
}

/* Takes @grid, which stands for @rows × @columns elements. */
static void
put_grid (
    GsMatrixGrid *self, const char *title, gboolean titled, GtkWidget *grid, gint64 rows, gint64 columns)
{
  if (self->grid != NULL)
    gtk_box_remove (GTK_BOX (self->frame), self->grid);
  self->grid = grid;
  self->rows = rows;
  self->columns = columns;
  gtk_box_append (GTK_BOX (self->frame), grid);
  gtk_label_set_text (self->title_label, title);
  gtk_widget_set_visible (GTK_WIDGET (self->title_label), titled);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

static char *
make_title (const char *name, gint64 rows, gint64 columns)
{
  g_autofree char *rows_text = gs_format_count (rows);
  g_autofree char *columns_text = gs_format_count (columns);

  return g_strdup_printf ("%s  %s × %s", name != NULL ? name : "", rows_text, columns_text);
}

/* Words in the place of the elements. */
static void
put_words (GsMatrixGrid *self, const char *title, gboolean titled, const char *words)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_widget_add_css_class (label, "dim-label");
  put_grid (self, title, titled, label, 0, 0);
}

void
gs_matrix_grid_show (
    GsMatrixGrid *self, const char *name, const GsMatrix *matrix, gint64 marked_row, gint64 marked_column)
{
  g_autofree char *title = NULL;
  GtkWidget *grid;

  g_return_if_fail (GS_IS_MATRIX_GRID (self));

  if (matrix == NULL)
    {
      put_words (self, name, name != NULL, _ ("not computed"));
      return;
    }
  title = make_title (name, matrix->m, matrix->n);
  grid = gs_matrix_elements (matrix) > 0 ? new_grid (matrix, matrix->m, matrix->n, marked_row, marked_column)
                                         : gtk_label_new (_ ("empty"));
  put_grid (self, title, name != NULL, grid, matrix->m, matrix->n);
}

void
gs_matrix_grid_show_large (GsMatrixGrid *self, const char *name, gint64 rows, gint64 columns)
{
  g_autofree char *title = make_title (name, rows, columns);

  g_return_if_fail (GS_IS_MATRIX_GRID (self));

  put_words (self, title, name != NULL, _ ("too large to list"));
}

void
gs_matrix_grid_show_unknown (GsMatrixGrid *self, const char *name, gint64 rows, gint64 columns)
{
  g_autofree char *title = make_title (name, rows, columns);

  g_return_if_fail (GS_IS_MATRIX_GRID (self));

  put_grid (self, title, name != NULL,
            rows > 0 && columns > 0 ? new_grid (NULL, rows, columns, -1, -1) : gtk_label_new (_ ("empty")),
            rows, columns);
}

void
gs_matrix_grid_light (GsMatrixGrid *self, gint64 row, gint64 column)
{
  g_return_if_fail (GS_IS_MATRIX_GRID (self));

  if (self->rows == 0 || self->columns == 0)
    return;
  for (int i = 0; i < gs_matrix_grid_count_places (self->rows); i++)
    for (int j = 0; j < gs_matrix_grid_count_places (self->columns); j++)
      {
        GtkWidget *cell = gtk_grid_get_child_at (GTK_GRID (self->grid), j, i);
        const gboolean in_row = row < 0 || index_at (i, self->rows) == row;
        const gboolean in_column = column < 0 || index_at (j, self->columns) == column;

        if ((row >= 0 || column >= 0) && in_row && in_column)
          gtk_widget_add_css_class (cell, "lit");
        else
          gtk_widget_remove_css_class (cell, "lit");
      }
}
