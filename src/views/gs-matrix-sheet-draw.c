#include "gs-matrix-sheet-private.h"

#include <inttypes.h>

/* Characters a cell has room for: six digits with sign, point and exponent. */
#define CELL_DIGITS 12

#define PADDING_PX 6

/* The cells in sight, and the colours they are drawn in. */
typedef struct
{
  GsMatrixSheet *self;
  GtkSnapshot *snapshot;
  gint64 first_row, end_row, first_column, end_column;
  double x, y; /* scrolled by, px */
  int width, height;
  GdkRGBA ink, faint, accent, wrong, header, paper;
} Scene;

void
gs_matrix_sheet_ensure_style (GsMatrixSheet *self)
{
  char digits[32];

  if (self->glyphs != NULL)
    return;
  self->glyphs = gs_glyphs_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  g_snprintf (digits, sizeof digits, "%" PRId64, self->matrix != NULL ? self->matrix->m : 1);
  self->cell_width = CELL_DIGITS * gs_glyphs_get_digit_width_px (self->glyphs) + 2 * PADDING_PX;
  self->cell_height = gs_glyphs_get_height_px (self->glyphs) + 2 * PADDING_PX;
  self->header_width = (int)gs_glyphs_measure (self->glyphs, digits) + 2 * PADDING_PX + 2;
}

static GdkRGBA
look_up_color (GtkStyleContext *context, const char *name, const char *fallback)
{
  GdkRGBA color;

  if (!gtk_style_context_lookup_color (context, name, &color))
    gdk_rgba_parse (&color, fallback);
  return color;
}

static GdkRGBA
with_alpha (GdkRGBA color, float alpha)
{
  color.alpha *= alpha;
  return color;
}

static void
fill (Scene *scene, const GdkRGBA *color, double x, double y, double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (scene->snapshot, color,
                               &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)width, (float)height));
}

static double
column_x (const Scene *scene, gint64 column)
{
  return scene->self->header_width + (double)column * scene->self->cell_width - scene->x;
}

static double
row_y (const Scene *scene, gint64 row)
{
  return scene->self->cell_height + (double)row * scene->self->cell_height - scene->y;
}

static void
init_scene (Scene *scene, GsMatrixSheet *self, GtkSnapshot *snapshot)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (self));

  scene->self = self;
  scene->snapshot = snapshot;
  scene->width = gtk_widget_get_width (GTK_WIDGET (self));
  scene->height = gtk_widget_get_height (GTK_WIDGET (self));
  scene->x = self->hadjustment != NULL ? (double)(gint64)gtk_adjustment_get_value (self->hadjustment) : 0;
  scene->y = self->vadjustment != NULL ? (double)(gint64)gtk_adjustment_get_value (self->vadjustment) : 0;
  scene->first_row = (gint64)(scene->y / self->cell_height);
  scene->first_column = (gint64)(scene->x / self->cell_width);
  scene->end_row = MIN (self->matrix->m, scene->first_row + scene->height / self->cell_height + 2);
  scene->end_column = MIN (self->matrix->n, scene->first_column + scene->width / self->cell_width + 2);

  gtk_style_context_get_color (context, &scene->ink);
  scene->faint = with_alpha (scene->ink, 0.15f);
  scene->paper = look_up_color (context, "view_bg_color", "white");
  scene->accent = look_up_color (context, "accent_color", "#1c71d8");
  scene->wrong = look_up_color (context, "error_color", "#c01c28");
  scene->header = with_alpha (scene->ink, 0.06f);
}

static void
draw_selection (Scene *scene)
{
  GsMatrixSheet *self = scene->self;
  const GdkRGBA tint = with_alpha (scene->accent, 0.18f);
  GsRange range;
  gint64 row, end_row, column, end_column;

  gs_matrix_sheet_get_range (self, &range);
  row = MAX (range.row, scene->first_row);
  column = MAX (range.column, scene->first_column);
  end_row = MIN (range.row + range.n_rows, scene->end_row);
  end_column = MIN (range.column + range.n_columns, scene->end_column);
  if (range.n_rows > 1 || range.n_columns > 1)
    fill (scene, &tint, column_x (scene, column), row_y (scene, row),
          (double)(end_column - column) * self->cell_width, (double)(end_row - row) * self->cell_height);
}

static void
draw_lines (Scene *scene)
{
  const double right = MIN (scene->width, column_x (scene, scene->end_column));
  const double bottom = MIN (scene->height, row_y (scene, scene->end_row));

  for (gint64 i = scene->first_row; i <= scene->end_row; i++)
    fill (scene, &scene->faint, 0, row_y (scene, i) - 1, right, 1);
  for (gint64 j = scene->first_column; j <= scene->end_column; j++)
    fill (scene, &scene->faint, column_x (scene, j) - 1, 0, 1, bottom);
}

static void
add_right (Scene *scene, const char *text, double right)
{
  GsGlyphs *glyphs = scene->self->glyphs;

  gs_glyphs_add (glyphs, text, right - PADDING_PX - gs_glyphs_measure (glyphs, text));
}

/* In a layout of its own: what was typed may be of any script, and is rare. */
static void
draw_wrong (Scene *scene, const GsCellText *cell)
{
  GsMatrixSheet *self = scene->self;
  const double x = column_x (scene, cell->column), y = row_y (scene, cell->row);
  const GdkRGBA tint = with_alpha (scene->wrong, 0.12f);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), cell->text);

  fill (scene, &tint, x, y, self->cell_width - 1, self->cell_height - 1);
  /* Not by colour alone: wrong text is underlined and stands at the left. */
  fill (scene, &scene->wrong, x, y + self->cell_height - 3, self->cell_width - 1, 2);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, (self->cell_width - 2 * PADDING_PX) * PANGO_SCALE);
  gtk_snapshot_save (scene->snapshot);
  gtk_snapshot_translate (scene->snapshot,
                          &GRAPHENE_POINT_INIT ((float)x + PADDING_PX, (float)y + PADDING_PX));
  gtk_snapshot_append_layout (scene->snapshot, layout, &scene->wrong);
  gtk_snapshot_restore (scene->snapshot);
}

static void
draw_texts (Scene *scene)
{
  for (guint i = 0; i < gs_cell_texts_count (scene->self->texts); i++)
    {
      const GsCellText *cell = gs_cell_texts_get (scene->self->texts, i);

      if (cell->row >= scene->first_row && cell->row < scene->end_row && cell->column >= scene->first_column
          && cell->column < scene->end_column)
        draw_wrong (scene, cell);
    }
}

static void
draw_values (Scene *scene)
{
  GsMatrixSheet *self = scene->self;
  const int ascent = gs_glyphs_get_ascent_px (self->glyphs);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (gint64 i = scene->first_row; i < scene->end_row; i++)
    {
      for (gint64 j = scene->first_column; j < scene->end_column; j++)
        {
          if (gs_cell_texts_find (self->texts, i, j) != NULL)
            continue;
          g_ascii_formatd (text, sizeof text, "%.6g", gs_matrix_get (self->matrix, i, j));
          add_right (scene, text, column_x (scene, j + 1));
        }
      gs_glyphs_flush (self->glyphs, scene->snapshot, row_y (scene, i) + PADDING_PX + ascent, &scene->ink);
    }
}

static void
draw_cursor (Scene *scene)
{
  GsMatrixSheet *self = scene->self;
  const gboolean focused = gtk_widget_has_focus (GTK_WIDGET (self));
  const GdkRGBA color = focused ? scene->accent : with_alpha (scene->ink, 0.5f);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT ((float)column_x (scene, self->column) - 1,
                                                        (float)row_y (scene, self->row) - 1,
                                                        self->cell_width + 1, self->cell_height + 1),
                                   0);
  gtk_snapshot_append_border (scene->snapshot, &outline, (float[4]){ 2, 2, 2, 2 },
                              (GdkRGBA[4]){ color, color, color, color });
}

static void
draw_header (Scene *scene, double x, double y, double width, double height)
{
  fill (scene, &scene->paper, x, y, width, height);
  fill (scene, &scene->header, x, y, width, height);
}

/* Indices as everywhere in the program: from 0. Those of the cursor stand out. */
static void
draw_headers (Scene *scene)
{
  GsMatrixSheet *self = scene->self;
  const GdkRGBA soft = with_alpha (scene->ink, 0.7f);
  const GdkRGBA tint = with_alpha (scene->accent, 0.25f);
  const int ascent = gs_glyphs_get_ascent_px (self->glyphs);
  char text[32];

  draw_header (scene, 0, 0, MIN (scene->width, column_x (scene, scene->end_column)), self->cell_height);
  fill (scene, &tint, column_x (scene, self->column), 0, self->cell_width - 1, self->cell_height - 1);
  for (gint64 j = scene->first_column; j < scene->end_column; j++)
    {
      g_snprintf (text, sizeof text, "%" PRId64, j);
      add_right (scene, text, column_x (scene, j + 1));
    }
  gs_glyphs_flush (self->glyphs, scene->snapshot, PADDING_PX + ascent, &soft);

  draw_header (scene, 0, 0, self->header_width, MIN (scene->height, row_y (scene, scene->end_row)));
  fill (scene, &tint, 0, row_y (scene, self->row), self->header_width - 1, self->cell_height - 1);
  for (gint64 i = scene->first_row; i < scene->end_row; i++)
    {
      g_snprintf (text, sizeof text, "%" PRId64, i);
      add_right (scene, text, self->header_width);
      gs_glyphs_flush (self->glyphs, scene->snapshot, row_y (scene, i) + PADDING_PX + ascent, &soft);
    }
  draw_header (scene, 0, 0, self->header_width, self->cell_height);
}

void
gs_matrix_sheet_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (widget);
  Scene scene;

  if (self->matrix == NULL)
    return;
  gs_matrix_sheet_ensure_style (self);
  init_scene (&scene, self, snapshot);
  draw_selection (&scene);
  draw_lines (&scene);
  draw_values (&scene);
  draw_texts (&scene);
  draw_cursor (&scene);
  if (gtk_widget_get_visible (self->text))
    gtk_widget_snapshot_child (widget, self->text, snapshot);
  draw_headers (&scene);
}
