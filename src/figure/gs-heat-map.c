#include "gs-heat-map.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-format.h"

/* Which elements are drawn: every step-th row and column. */
typedef struct
{
  const GsHeatMap *map;
  gint64 row_step, column_step, rows, columns;
  double x, y, cell_width, cell_height;
  double low, high, largest; /* finite values */
  gint64 n_wrong;            /* of those drawn: not a number, or above the bound */
} Grid;

static gint64
step_for (gint64 size, gint64 most)
{
  return (size + most - 1) / most;
}

static double
cell_value (const Grid *grid, gint64 i, gint64 j)
{
  return grid->map->value (grid->map->data, i * grid->row_step, j * grid->column_step);
}

static void
grid_init (Grid *grid, const GsHeatMap *map, double x, double y, double width, double height)
{
  gint64 most_columns = CLAMP ((gint64)(width / 2), 1, 128), most_rows = CLAMP ((gint64)(height / 2), 1, 128);
  double side;

  *grid = (Grid){ .map = map,
                  .row_step = step_for (map->m, most_rows),
                  .column_step = step_for (map->n, most_columns) };
  grid->rows = (map->m - 1) / grid->row_step + 1;
  grid->columns = (map->n - 1) / grid->column_step + 1;
  side = MIN (MIN (width / (double)grid->columns, height / (double)grid->rows), 80);
  grid->cell_width = side;
  grid->cell_height = side;
  /* A thin vector is drawn thicker than it is long. */
  if (side * (double)grid->rows < 20)
    grid->cell_height = MIN (20 / (double)grid->rows, height / (double)grid->rows);
  if (side * (double)grid->columns < 20)
    grid->cell_width = MIN (20 / (double)grid->columns, width / (double)grid->columns);
  grid->x = x;
  grid->y = y;
}

static void
find_range (Grid *grid)
{
  grid->low = G_MAXDOUBLE;
  grid->high = -G_MAXDOUBLE;
  for (gint64 i = 0; i < grid->rows; i++)
    for (gint64 j = 0; j < grid->columns; j++)
      {
        double value = cell_value (grid, i, j);

        grid->n_wrong += grid->map->kind == GS_HEAT_FRACTION ? value > 1 : isnan (value);
        if (!isfinite (value))
          continue;
        grid->low = MIN (grid->low, value);
        grid->high = MAX (grid->high, value);
      }
  if (grid->low > grid->high)
    grid->low = grid->high = 0;
  grid->largest = MAX (fabs (grid->low), fabs (grid->high));
}

static GsColor
mix_colors (const GsColor *a, const GsColor *b, double share)
{
  return (GsColor){ a->red + share * (b->red - a->red), a->green + share * (b->green - a->green),
                    a->blue + share * (b->blue - a->blue) };
}

/* What is wrong has a pattern besides its colour: not a number, or above the bound. */
static const GsPaint *
paint_for (const GsCanvas *canvas, const Grid *grid, double value)
{
  if (grid->map->kind == GS_HEAT_FRACTION)
    return value > 1 ? &canvas->theme->fates[GS_FATE_OUT_OF_BOUNDS] : NULL;
  return isnan (value) ? &canvas->theme->fates[GS_FATE_ALIASED] : NULL;
}

static GsColor
color_for (const GsCanvas *canvas, const Grid *grid, double value)
{
  const GsTheme *theme = canvas->theme;
  const GsColor *full = &theme->fates[GS_FATE_ACTIVE].base;
  double share = 0;

  if (paint_for (canvas, grid, value) != NULL)
    return paint_for (canvas, grid, value)->base;
  if (grid->map->kind == GS_HEAT_FRACTION)
    return mix_colors (&theme->surface, &theme->phases[GS_PHASE_UPLOAD].base, CLAMP (value, 0, 1));
  if (value > 0)
    full = &theme->fates[GS_FATE_OUT_OF_BOUNDS].base;
  if (!isfinite (value))
    share = 1;
  else if (grid->largest > 0)
    share = fabs (value) / grid->largest;
  return mix_colors (&theme->surface, full, share * 0.9);
}

/* Digits with which every value has room in its cell; 0: some has not even with
 * two, and a value here and there would look as if it were special. */
static int
choose_digits (const Grid *grid)
{
  int digits = grid->map->kind == GS_HEAT_FRACTION ? 2 : 4;

  if (grid->cell_width < 24 || grid->cell_height < 16)
    return 0;
  for (gint64 i = 0; i < grid->rows; i++)
    for (gint64 j = 0; j < grid->columns; j++)
      for (gboolean fits = FALSE; !fits; digits = fits ? digits : digits - 2)
        {
          g_autofree char *text = digits > 0 ? gs_format_value (cell_value (grid, i, j), digits) : NULL;

          if (text == NULL)
            return 0;
          fits = gs_text_estimate (text, 11) <= grid->cell_width - 4;
        }
  return digits;
}

static void
draw_value (GsCanvas *canvas, double value, int digits, const GsColor *paper, double x, double y)
{
  GsColor ink = gs_color_readable_on (paper);
  const GsTextStyle style = { .size = 11 / canvas->type_scale, .color = &ink, .align = 0.5 };
  g_autofree char *text = gs_format_value (value, digits);

  gs_text_draw (canvas, &style, x, y, text);
}

static void
draw_cells (GsCanvas *canvas, const Grid *grid)
{
  double gap = grid->cell_width >= 6 && grid->cell_height >= 6 ? 1 : 0;
  const int digits = choose_digits (grid);

  for (gint64 i = 0; i < grid->rows; i++)
    for (gint64 j = 0; j < grid->columns; j++)
      {
        double value = cell_value (grid, i, j), x = grid->x + (double)j * grid->cell_width,
               y = grid->y + (double)i * grid->cell_height;
        GsColor color = color_for (canvas, grid, value);
        const GsPaint *paint = gap > 0 ? paint_for (canvas, grid, value) : NULL;

        gs_canvas_set_color (canvas, &color, 1);
        gs_canvas_rectangle (canvas, x, y, grid->cell_width - gap, grid->cell_height - gap);
        if (paint != NULL)
          gs_canvas_fill (canvas, paint);
        else
          cairo_fill (canvas->cr);
        if (digits > 0)
          draw_value (canvas, value, digits, &color, x + grid->cell_width / 2, y + grid->cell_height / 2);
      }
}

/* Zeros are as pale as the paper; a line says where they end. */
static void
draw_border (GsCanvas *canvas, const Grid *grid)
{
  gs_canvas_set_color (canvas, &canvas->theme->border, 1);
  gs_canvas_frame (canvas, grid->x - 1, grid->y - 1, (double)grid->columns * grid->cell_width + 1,
                   (double)grid->rows * grid->cell_height + 1, 1);
}

static void
draw_mark (GsCanvas *canvas, const Grid *grid)
{
  double width = MAX (grid->cell_width, 10), height = MAX (grid->cell_height, 10), x, y;

  if (grid->map->mark_row < 0 || grid->map->mark_column < 0)
    return;
  x = grid->x + ((double)(grid->map->mark_column / grid->column_step) + 0.5) * grid->cell_width - width / 2;
  y = grid->y + ((double)(grid->map->mark_row / grid->row_step) + 0.5) * grid->cell_height - height / 2;
  gs_canvas_set_color (canvas, &canvas->theme->background, 1);
  gs_canvas_frame (canvas, x - 3, y - 3, width + 5, height + 5, 4);
  gs_canvas_set_color (canvas, &canvas->theme->text, 1);
  gs_canvas_frame (canvas, x - 2, y - 2, width + 3, height + 3, 2);
}

static char *
describe_range (const Grid *grid)
{
  g_autofree char *low = gs_format_value (grid->low, 4), *high = gs_format_value (grid->high, 4);
  g_autofree char *count = gs_format_count (grid->n_wrong);
  g_autofree char *range = NULL;

  if (grid->n_wrong > 0 && grid->map->kind == GS_HEAT_FRACTION)
    /* Translators: two values, a number of elements. */
    range = g_strdup_printf (_ ("%s to %s; above the bound: %s"), low, high, count);
  else if (grid->n_wrong == grid->rows * grid->columns)
    range = g_strdup (_ ("not a number anywhere"));
  else if (grid->n_wrong > 0)
    /* Translators: the least value, the largest one, a number of elements. */
    range = g_strdup_printf (_ ("%s to %s; not a number: %s"), low, high, count);
  else
    range = g_strdup_printf (_ ("%s to %s"), low, high);
  if (grid->row_step == 1 && grid->column_step == 1)
    return g_steal_pointer (&range);
  return g_strdup_printf (_ ("%s; every %" PRId64 "th row and %" PRId64 "th column is shown"), range,
                          grid->row_step, grid->column_step);
}

static const GsTextStyle title_style = { .size = 11, .flags = GS_TEXT_BOLD };

double
gs_heat_map_title_height (GsCanvas *canvas, const char *title, double width)
{
  const double line = 20 * canvas->type_scale;

  if (gs_text_width (canvas, &title_style, title) <= width)
    return line;
  return MAX (line, gs_text_wrap (canvas, &title_style, 0, 0, width, title, FALSE) + 6 * canvas->type_scale);
}

/* Gives the room it takes. */
static double
draw_title (GsCanvas *canvas, const GsHeatMap *map, const char *title, double x, double y, double width)
{
  if (gs_text_width (canvas, &title_style, title) <= width)
    gs_text_draw (canvas, &title_style, x, y + 7 * canvas->type_scale, title);
  else
    gs_text_wrap (canvas, &title_style, x, y, width, title, TRUE);
  return map->title_height > 0 ? map->title_height : gs_heat_map_title_height (canvas, title, width);
}

void
gs_heat_map_draw (GsCanvas *canvas,
                  const GsHeatMap *map,
                  const char *title,
                  double x,
                  double y,
                  double width,
                  double height)
{
  double unit = canvas->type_scale;
  const double top = draw_title (canvas, map, title, x, y, width);
  const GsTextStyle small = { .size = 9.5, .color = &canvas->theme->muted, .max_width = width };
  g_autofree char *range = NULL;
  Grid grid;

  if (map->m <= 0 || map->n <= 0)
    {
      gs_text_draw (canvas, &small, x, y + top + 6 * unit, _ ("no elements"));
      return;
    }
  if (height < top + 30 * unit || width < 20)
    return;
  grid_init (&grid, map, x, y + top, width, height - top - 18 * unit);
  find_range (&grid);
  draw_cells (canvas, &grid);
  draw_border (canvas, &grid);
  draw_mark (canvas, &grid);
  range = describe_range (&grid);
  gs_text_draw (canvas, &small, x, grid.y + (double)grid.rows * grid.cell_height + 10 * unit, range);
}
