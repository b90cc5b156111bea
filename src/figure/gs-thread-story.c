#include "gs-thread-story.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-format.h"

/* Terms of a sum that are written out; the rest is an ellipsis. */
#define MAX_TERMS 4

typedef struct
{
  const GsPlan *plan;
  const GsSpec *inputs; /* NULL: without values */
  GsThreadInfo info;
  GPtrArray *lines;
} Story;

static void
line_free (gpointer data)
{
  GsStoryLine *line = data;

  g_free (line->text);
  g_free (line);
}

static void G_GNUC_PRINTF (3, 4) tell (Story *self, GsStoryRole role, const char *format, ...)
{
  GsStoryLine *line = g_new0 (GsStoryLine, 1);
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  line->role = role;
  line->text = gs_format_minus (text);
  g_ptr_array_add (self->lines, line);
}

static char *
name_thread (const GsPlan *plan, const GsThreadId *id)
{
  if (plan->block_dims == 2)
    return g_strdup_printf (_ ("block (%" PRId64 ", %" PRId64 "), thread (%" PRId64 ", %" PRId64 ")"),
                            id->block[0], id->block[1], id->thread[0], id->thread[1]);
  return g_strdup_printf (_ ("block %" PRId64 ", thread %" PRId64), id->block[0], id->thread[0]);
}

static void
tell_who (Story *self)
{
  g_autofree char *name = name_thread (self->plan, &self->info.id);

  tell (self, GS_STORY_PLAIN, "%s", name);
  tell (self, GS_STORY_PLAIN, _ ("warp %" PRId64 " of its block, lane %" PRId64), self->info.warp,
        self->info.lane);
}

/* "row = blockIdx.y·blockDim.y + threadIdx.y = 1·4 + 1 = 5" */
static gint64
tell_global (Story *self, const char *symbol, int axis)
{
  const GsThreadId *id = &self->info.id;
  gint64 block = self->plan->block[axis], value = id->block[axis] * block + id->thread[axis];
  char letter = axis == 0 ? 'x' : 'y';

  tell (self, GS_STORY_MATH,
        "%s = blockIdx.%c·blockDim.%c + threadIdx.%c = %" PRId64 "·%" PRId64 " + %" PRId64 " = %" PRId64,
        symbol, letter, letter, letter, id->block[axis], block, id->thread[axis], value);
  return value;
}

/* Of a kernel that unfolds its blocks: threads stand side by side in the order of their
 * number, as many to a row
 * as the first of @extent. "row = blockIdx.y·8 + t / 32 = 1·8 + 2 = 10" */
static gint64
tell_unfolded (Story *self, const char *symbol, int axis, const gint64 extent[2])
{
  const gint64 t = self->info.linear_thread, block = self->info.id.block[axis],
               part = axis == 0 ? t % extent[0] : t / extent[0], value = block * extent[axis] + part;

  tell (self, GS_STORY_MATH,
        "%s = blockIdx.%c·%" PRId64 " + t %s %" PRId64 " = %" PRId64 "·%" PRId64 " + %" PRId64 " = %" PRId64,
        symbol, axis == 0 ? 'x' : 'y', extent[axis], axis == 0 ? "mod" : "/", extent[0], block, extent[axis],
        part, value);
  return value;
}

/* Where the thread stands along @axis, 0 for x and 1 for y. */
static gint64
tell_place (Story *self, const char *symbol, int axis)
{
  const gboolean swapped = self->plan->map == GS_MAP_X_ROW;
  GsPlane plane;

  if (self->plan->kernel->layout != GS_LAYOUT_UNFOLDED)
    return tell_global (self, symbol, axis);
  gs_plan_plane (self->plan, &plane);
  return tell_unfolded (self, symbol, axis,
                        (const gint64[2]){ swapped ? plane.block_rows : plane.block_columns,
                                           swapped ? plane.block_columns : plane.block_rows });
}

static void
tell_wrap (Story *self, gint64 exact)
{
  if (self->info.index != exact)
    tell (self, GS_STORY_MATH, _ ("as a 32-bit integer: %" PRId64 " becomes %" PRId64), exact,
          self->info.index);
}

/* The comparison as the kernel makes it, and what comes of it. */
static void
tell_guard (Story *self, const char *comparison)
{
  gboolean passes = self->info.guard_passes;

  if (passes)
    tell (self, GS_STORY_MATH, _ ("%s is true"), comparison);
  else if (self->plan->guard)
    tell (self, GS_STORY_MATH, _ ("%s is false → stops"), comparison);
  else
    tell (self, GS_STORY_MATH, _ ("%s is false, but nothing checks it"), comparison);
}

static void
tell_linear_index (Story *self)
{
  const GsPlan *plan = self->plan;
  gint64 i = tell_global (self, "i", 0);
  g_autofree char *comparison = g_strdup_printf ("%" PRId64 " < %" PRId64, self->info.index, plan->elements);

  tell_wrap (self, i);
  tell_guard (self, comparison);
  if (plan->m > 1 && self->info.element >= 0)
    tell (self, GS_STORY_MATH,
          "row = i / n = %" PRId64 " / %" PRId64 " = %" PRId64 ", column = i mod n = %" PRId64,
          self->info.element, plan->n, self->info.element / plan->n, self->info.element % plan->n);
}

static void
tell_row_column (Story *self)
{
  const GsPlan *plan = self->plan;
  const gboolean swapped = plan->map == GS_MAP_X_ROW,
                 wrong_stride = (plan->faults & GS_FAULT_LEADING_DIMENSION) != 0;
  const gint64 stride = wrong_stride ? plan->m : plan->n;
  gint64 row, column;
  g_autofree char *comparison = NULL;

  if (plan->kernel->layout == GS_LAYOUT_UNFOLDED)
    tell (self, GS_STORY_MATH,
          "t = threadIdx.y·blockDim.x + threadIdx.x = %" PRId64 "·%" PRId64 " + %" PRId64 " = %" PRId64,
          self->info.id.thread[1], plan->block[0], self->info.id.thread[0], self->info.linear_thread);
  row = tell_place (self, "row", swapped ? 0 : 1);
  column = tell_place (self, "column", swapped ? 1 : 0);

  if (row < plan->m && column >= plan->n)
    comparison = g_strdup_printf ("column < n: %" PRId64 " < %" PRId64, column, plan->n);
  else if (row >= plan->m)
    comparison = g_strdup_printf ("row < m: %" PRId64 " < %" PRId64, row, plan->m);
  else
    comparison
        = g_strdup_printf ("row < m and column < n: %" PRId64 " < %" PRId64 " and %" PRId64 " < %" PRId64,
                           row, plan->m, column, plan->n);
  tell_guard (self, comparison);
  if (self->info.fate == GS_FATE_IDLE)
    return;
  tell (self, GS_STORY_MATH, "index = row·%c + column = %" PRId64 "·%" PRId64 " + %" PRId64 " = %" PRId64,
        wrong_stride ? 'm' : 'n', row, stride, column, row * stride + column);
  tell_wrap (self, row * stride + column);
}

static void
tell_several (Story *self)
{
  tell (self, GS_STORY_PLAIN,
        g_dngettext (GETTEXT_PACKAGE, "this kernel gives each thread %d element",
                     "this kernel gives each thread up to %d elements", self->plan->elements_per_thread),
        self->plan->elements_per_thread);
  if (self->info.element >= 0)
    tell (self, GS_STORY_MATH, _ ("its first: row %" PRId64 ", column %" PRId64 ", index %" PRId64),
          self->info.element / self->plan->n, self->info.element % self->plan->n, self->info.element);
}

static char *
name_element (const GsPlan *plan, const char *matrix, gint64 row, gint64 column)
{
  if (plan->m == 1 && plan->op != GS_OP_MATMUL)
    return g_strdup_printf ("%s[%" PRId64 "]", matrix, column);
  return g_strdup_printf ("%s[%" PRId64 "][%" PRId64 "]", matrix, row, column);
}

static void
tell_elementwise (Story *self, const char *c, gint64 row, gint64 column)
{
  const char *sign = self->plan->op == GS_OP_ADD ? "+" : "·";
  g_autofree char *a = name_element (self->plan, "A", row, column),
                  *b = name_element (self->plan, "B", row, column);

  if (self->inputs != NULL)
    {
      float x = gs_spec_value (self->inputs, 0, row, column),
            y = gs_spec_value (self->inputs, 1, row, column);
      g_autofree char *tx = gs_format_float (x), *ty = gs_format_float (y);
      g_autofree char *tz = gs_format_float (self->plan->op == GS_OP_ADD ? x + y : x * y);

      tell (self, GS_STORY_MATH, "%s = %s %s %s = %s %s %s = %s", c, a, sign, b, tx, sign, ty, tz);
    }
  else
    tell (self, GS_STORY_MATH, "%s = %s %s %s", c, a, sign, b);
}

static void
append_symbols (GString *sum, gint64 row, gint64 column, gint64 k)
{
  for (gint64 i = 0; i < MIN (k, 2); i++)
    g_string_append_printf (sum, "%sA[%" PRId64 "][%" PRId64 "]·B[%" PRId64 "][%" PRId64 "]",
                            i > 0 ? " + " : "", row, i, i, column);
  if (k > 2)
    g_string_append (sum, " + …");
}

/* The first terms, and the sum in the order in which the naive kernel adds, unless it
 * is too long to be added up while a person waits. */
static void
append_values (GString *sum, const GsSpec *inputs, gint64 row, gint64 column)
{
  g_autofree char *text = NULL;
  float total = 0;

  for (gint64 i = 0; i < MIN (inputs->k, MAX_TERMS); i++)
    {
      g_autofree char *x = gs_format_float (gs_spec_value (inputs, 0, row, i)),
                      *y = gs_format_float (gs_spec_value (inputs, 1, i, column));

      g_string_append_printf (sum, "%s%s·%s", i > 0 ? " + " : "", x, y);
    }
  if (inputs->k > MAX_TERMS)
    g_string_append (sum, " + …");
  if (inputs->k > GS_SPEC_MAX_SHOWN_TERMS)
    return;
  for (gint64 i = 0; i < inputs->k; i++)
    total += gs_spec_value (inputs, 0, row, i) * gs_spec_value (inputs, 1, i, column);
  text = gs_format_float (total);
  g_string_append_printf (sum, "%s%s", sum->len > 0 ? " = " : "", text);
}

static void
tell_product (Story *self, const char *c, gint64 row, gint64 column)
{
  g_autoptr (GString) sum = g_string_new (NULL);

  if (self->inputs != NULL)
    append_values (sum, self->inputs, row, column);
  else
    append_symbols (sum, row, column, self->plan->k);
  tell (self, GS_STORY_MATH, "%s = Σ A[%" PRId64 "][k]·B[k][%" PRId64 "] = %s", c, row, column,
        sum->len > 0 ? sum->str : "0");
}

static void
tell_value (Story *self, const char *c)
{
  gint64 row = self->info.element / self->plan->n, column = self->info.element % self->plan->n;

  if (self->plan->op == GS_OP_MATMUL)
    tell_product (self, c, row, column);
  else
    tell_elementwise (self, c, row, column);
}

static void
tell_other_writer (Story *self)
{
  GsThreadId ids[2];
  gint64 n = gs_plan_writers (self->plan, self->info.element, ids, 2);

  for (gint64 i = 0; i < MIN (n, 2); i++)
    if (memcmp (&ids[i], &self->info.id, sizeof ids[i]) != 0)
      {
        g_autofree char *other = name_thread (self->plan, &ids[i]);

        tell (self, GS_STORY_BAD, _ ("also written by %s"), other);
        return;
      }
}

static void
tell_fate (Story *self)
{
  const GsPlan *plan = self->plan;
  g_autofree char *c = self->info.element >= 0 ? name_element (plan, "C", self->info.element / plan->n,
                                                               self->info.element % plan->n)
                                               : NULL;

  switch (self->info.fate)
    {
    case GS_FATE_ACTIVE:
      tell_value (self, c);
      tell (self, GS_STORY_GOOD, _ ("writes %s"), c);
      tell_other_writer (self);
      break;
    case GS_FATE_IDLE:
      tell (self, GS_STORY_STOP, "%s", _ ("idle: it owns no element and does nothing"));
      break;
    case GS_FATE_OUT_OF_BOUNDS:
      tell (self, GS_STORY_BAD,
            _ ("out of bounds: it writes index %" PRId64 ", but C has only 0 to %" PRId64), self->info.index,
            plan->elements - 1);
      break;
    case GS_FATE_ALIASED:
      tell (self, GS_STORY_BAD, _ ("aliased: index %" PRId64 " is %s, another thread’s element"),
            self->info.index, c != NULL ? c : "?");
      if (c != NULL)
        tell_other_writer (self);
      break;
    default:
      break;
    }
}

GPtrArray *
gs_thread_story (const GsPlan *plan, const GsThreadId *id, const GsSpec *inputs)
{
  Story self = { .plan = plan, .inputs = inputs };

  g_return_val_if_fail (plan != NULL && id != NULL, NULL);

  if (!plan->counted || !gs_plan_thread (plan, id, &self.info))
    return NULL;
  self.lines = g_ptr_array_new_with_free_func (line_free);
  tell_who (&self);
  if (plan->elements_per_thread > 1)
    tell_several (&self);
  else if (plan->block_dims == 2)
    tell_row_column (&self);
  else
    tell_linear_index (&self);
  tell_fate (&self);
  return self.lines;
}

char *
gs_thread_story_text (const GsPlan *plan, const GsThreadId *id, const GsSpec *inputs)
{
  g_autoptr (GPtrArray) lines = gs_thread_story (plan, id, inputs);
  g_autoptr (GString) text = g_string_new (NULL);

  if (lines == NULL)
    return NULL;
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            ((GsStoryLine *)g_ptr_array_index (lines, i))->text);
  return g_strdup (text->str);
}
