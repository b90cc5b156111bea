#include "gs-painter-matrix.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "gs-heat-map.h"
#include "gs-painter-timing.h"
#include "gs-scale.h"

/* Differences are computed anew for each cell, so only where that is cheap. */
#define MAX_DIFFERENCE_WORK 4000000.0
/* The other operation is shown beside the chosen one up to this size. */
#define MAX_SIDE_BY_SIDE 8

#define MAX_PANELS 6

typedef struct
{
  char *title;
  GsHeatValueFunc value;
  gconstpointer data;
  gint64 m, n;
  GsHeatKind kind;
  gint64 mark_row, mark_column; /* -1: none */
} Panel;

typedef struct
{
  const GsMatrixScene *scene;
  GsOp op;
} Reference;

static double
matrix_value (gconstpointer data, gint64 row, gint64 column)
{
  return gs_matrix_get (data, row, column);
}

static double
reference_value (gconstpointer data, gint64 row, gint64 column)
{
  const Reference *self = data;
  double bound;

  return gs_reference_element (self->op, self->scene->a, self->scene->b, row, column, &bound);
}

/* |C − C64| / bound; elementwise results are right to the bit or wrong. */
static double
difference_value (gconstpointer data, gint64 row, gint64 column)
{
  const GsMatrixScene *scene = data;
  double bound = 0,
         reference = gs_reference_element (scene->report->plan->op, scene->a, scene->b, row, column, &bound);
  float value = gs_matrix_get (scene->result->output, row, column);

  if (isnan (value) || isnan (reference))
    return isnan (value) && isnan (reference) ? 0 : INFINITY;
  if (gs_op_is_elementwise (scene->report->plan->op))
    return (float)reference == value ? 0 : INFINITY;
  return bound > 0 ? fabs (value - reference) / bound : INFINITY;
}

static void
add_panel (Panel *panels,
           int *n,
           char *title,
           GsHeatValueFunc value,
           gconstpointer data,
           gint64 rows,
           gint64 columns,
           GsHeatKind kind)
{
  panels[(*n)++] = (Panel){ title, value, data, rows, columns, kind, -1, -1 };
}

static gboolean
difference_is_cheap (const GsMatrixScene *scene)
{
  const GsPlan *plan = scene->report->plan;
  double cells = MIN ((double)plan->elements, GS_HEAT_MAX_CELLS);

  return scene->a != NULL && scene->b != NULL
         && cells * (plan->op == GS_OP_MATMUL ? (double)plan->k : 1) <= MAX_DIFFERENCE_WORK;
}

static char *
size_title (const char *name, gint64 m, gint64 n)
{
  g_autofree char *rows = gs_format_count (m), *columns = gs_format_count (n);

  /* A size is not broken between two lines. */
  return g_strdup_printf ("%s%s%s\u00a0×\u00a0%s", name, gs_join (GS_JOIN_COMMA), rows, columns);
}

static int
make_panels (const GsMatrixScene *scene, Reference *other, Panel *panels)
{
  const GsPlan *plan = scene->report->plan;
  const GsMatrix *a = scene->a, *b = scene->b, *c = scene->result != NULL ? scene->result->output : NULL;
  int n = 0;

  if (a != NULL)
    add_panel (panels, &n, size_title ("A", a->m, a->n), matrix_value, a, a->m, a->n, GS_HEAT_SIGNED);
  if (b != NULL)
    add_panel (panels, &n, size_title ("B", b->m, b->n), matrix_value, b, b->m, b->n, GS_HEAT_SIGNED);
  if (c != NULL)
    {
      g_autofree char *by = gs_result_title (scene->result);
      g_autofree char *name = g_strdup_printf (C_ ("a matrix and who computed it", "C = A %s B (%s)"),
                                               plan->op == GS_OP_MATMUL ? "·"
                                               : plan->op == GS_OP_ADD  ? "+"
                                                                        : "∘",
                                               by);

      add_panel (panels, &n, size_title (name, c->m, c->n), matrix_value, c, c->m, c->n, GS_HEAT_SIGNED);
    }
  if (a != NULL && b != NULL && plan->op != GS_OP_ADD && a->m == a->n && b->m == b->n && a->m == b->m
      && a->m <= MAX_SIDE_BY_SIDE)
    {
      other->op = plan->op == GS_OP_MATMUL ? GS_OP_HADAMARD : GS_OP_MATMUL;
      add_panel (panels, &n,
                 g_strdup (other->op == GS_OP_HADAMARD ? _ ("for comparison: A ∘ B, element by element")
                                                       : _ ("for comparison: A · B, rows by columns")),
                 reference_value, other, a->m, b->n, GS_HEAT_SIGNED);
    }
  if (c != NULL && scene->result->verified && difference_is_cheap (scene))
    {
      add_panel (panels, &n, g_strdup (_ ("|C − C64| as a part of its bound")), difference_value, scene, c->m,
                 c->n, GS_HEAT_FRACTION);
      if (scene->result->verify.bound_fraction > 0)
        {
          panels[n - 1].mark_row = scene->result->verify.worst_row;
          panels[n - 1].mark_column = scene->result->verify.worst_column;
        }
    }
  return n;
}

/* Of a result that was computed. */
static char *
verify_verdict (const GsResult *result)
{
  const GsVerify *verify = &result->verify;
  g_autofree char *fraction = NULL, *failures = NULL;

  if (!result->verified)
    return g_strdup (_ ("The result has not been verified."));
  fraction = gs_format_value (verify->bound_fraction, 3);
  if (!verify->pass)
    {
      failures = gs_format_count (verify->failures);
      return g_strdup_printf (
          _ ("WRONG: %s elements are not what the float64 reference allows; the first or worst is at row "
             "%" PRId64 ", column %" PRId64 "."),
          failures, verify->worst_row, verify->worst_column);
    }
  if (verify->bound_fraction <= 0)
    return g_strdup (_ (
        "Right: every element checked equals the reference to the last bit allowed; the difference is 0."));
  return g_strdup_printf (
      _ ("Right: the largest difference is %s of its bound, at row %" PRId64 ", column %" PRId64 "."),
      fraction, verify->worst_row, verify->worst_column);
}

char *
gs_matrix_verdict (const GsResult *result)
{
  g_autofree char *verdict = NULL;
  GString *text;
  char *sample;

  if (result->output == NULL && result->status != GS_STATUS_OK)
    return g_strdup (result->message != NULL ? result->message : _ ("not computed"));
  if (result->output != NULL)
    return verify_verdict (result);
  sample = result->trace != NULL ? gs_trace_sample_text (result->trace) : NULL;
  if (sample != NULL)
    return sample;
  /* A report keeps how a large result was verified, but not the result. */
  verdict = verify_verdict (result);
  text = g_string_new (verdict);
  gs_append_sentence (text, _ ("The values of C are not in the report: run it again to see them."));
  return g_string_free (text, FALSE);
}

/* Columns of panels that give the largest panels when each is @aspect times as wide as
 * high, below its title and above its range. */
static int
panel_columns (int n, double width, double height, double aspect, double words, double title)
{
  int best = 1;
  double best_side = 0;

  for (int columns = 1; columns <= n; columns++)
    {
      int rows = (n + columns - 1) / columns;
      double side = MIN (width / columns / aspect, height / rows - words);

      /* A title that is cut off is worse than a somewhat smaller panel. */
      if (columns > 1 && width / columns < title)
        side *= 0.6;
      if (side > best_side)
        {
          best_side = side;
          best = columns;
        }
    }
  return best;
}

static double
widest_title (GsCanvas *canvas, const Panel *panels, int n)
{
  const GsTextStyle style = { .size = 11, .flags = GS_TEXT_BOLD };
  double widest = 0;

  for (int i = 0; i < n; i++)
    widest = MAX (widest, gs_text_width (canvas, &style, panels[i].title));
  return widest;
}

static void
draw_panels (GsCanvas *canvas, Panel *panels, int n, double x, double y, double width, double height)
{
  double unit = canvas->type_scale, gap = 18 * unit;
  double aspect = CLAMP ((double)panels[n - 1].n / (double)MAX (panels[n - 1].m, 1), 0.25, 4);
  double title = widest_title (canvas, panels, n) + gap;
  int columns = panel_columns (n, width, height, aspect, 38 * unit, title);
  int rows = (n + columns - 1) / columns;
  double w = (width - gap * (columns - 1)) / columns, h = (height - gap * (rows - 1)) / rows, top = 0;

  for (int i = 0; i < n; i++)
    top = MAX (top, gs_heat_map_title_height (canvas, panels[i].title, w));
  for (int i = 0; i < n; i++)
    {
      const GsHeatMap map = { .value = panels[i].value,
                              .data = panels[i].data,
                              .m = panels[i].m,
                              .n = panels[i].n,
                              .kind = panels[i].kind,
                              .mark_row = panels[i].mark_row,
                              .mark_column = panels[i].mark_column,
                              .title_height = top };

      gs_heat_map_draw (canvas, &map, panels[i].title, x + (i % columns) * (w + gap),
                        y + (i / columns) * (h + gap), w, h);
    }
}

void
gs_painter_matrix (GsCanvas *canvas, const GsMatrixScene *scene)
{
  Panel panels[MAX_PANELS];
  Reference other = { scene, GS_OP_HADAMARD };
  double unit, margin, width, words = 0;
  g_autofree char *verdict = NULL, *title = NULL;
  int n;

  g_return_if_fail (canvas != NULL && scene != NULL);

  if (scene->report == NULL)
    return;
  unit = canvas->type_scale;
  margin = 16 * unit;
  width = canvas->width - 2 * margin;
  const GsTextStyle bold = { .size = 13, .flags = GS_TEXT_BOLD, .max_width = width };
  GsTextStyle plain = { .size = 11 };
  title = gs_timing_title (scene->report);
  gs_text_draw_fitted (canvas, &bold, margin, 22 * unit, title);
  if (scene->result != NULL)
    {
      if (scene->result->status == GS_STATUS_FAILED
          || (scene->result->verified && !scene->result->verify.pass))
        plain.color = &canvas->theme->danger;
      verdict = gs_matrix_verdict (scene->result);
      words = gs_text_wrap (canvas, &plain, margin, 0, width, verdict, FALSE);
      gs_text_wrap (canvas, &plain, margin, canvas->height - words - 10 * unit, width, verdict, TRUE);
    }
  n = make_panels (scene, &other, panels);
  if (n > 0 && canvas->height > 80 * unit + words)
    draw_panels (canvas, panels, n, margin, 42 * unit, width, canvas->height - 64 * unit - words);
  for (int i = 0; i < n; i++)
    g_free (panels[i].title);
}
