#include "gs-lesson-highlight.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-error.h"
#include "gs-lesson-facts.h"

static const char *const kind_words[] = { "thread", "element", "block", "line", "cards", NULL };

static const struct
{
  const char *view;
  guint kinds; /* bits 1 << GsHighlightKind */
} abilities[] = {
  { "coverage", 1 << GS_HIGHLIGHT_THREAD | 1 << GS_HIGHLIGHT_ELEMENT | 1 << GS_HIGHLIGHT_BLOCK },
  { "numbers", 1 << GS_HIGHLIGHT_ELEMENT },
  { "memory", 1 << GS_HIGHLIGHT_LINE },
  { "schedule", 1 << GS_HIGHLIGHT_BLOCK },
  { "kernel", 1 << GS_HIGHLIGHT_LINE },
  { "timing", 1 << GS_HIGHLIGHT_CARDS },
};

void
gs_highlight_clear (GsHighlight *self)
{
  g_free (self->code);
  memset (self, 0, sizeof *self);
}

static gboolean
parse_kind (GsHighlight *self, const char *word, const char *view, GError **error)
{
  guint able = 0;

  for (guint i = 0; i < G_N_ELEMENTS (abilities); i++)
    if (strcmp (abilities[i].view, view) == 0)
      able = abilities[i].kinds;
  for (guint i = 0; kind_words[i] != NULL; i++)
    if (strcmp (kind_words[i], word) == 0)
      {
        self->kind = (GsHighlightKind)(i + 1);
        if ((able & 1u << self->kind) != 0)
          return TRUE;
        g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("The view “%s” has no %s to light."), view,
                     word);
        return FALSE;
      }
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
               _ ("A highlight begins with “thread”, “element”, “block”, “line” or “cards”, not with “%s”."),
               word);
  return FALSE;
}

/* Exactly @n whole numbers after the kind's word. */
static gboolean
parse_numbers (char **words, const char *text, int n, gint64 *numbers, GError **error)
{
  gboolean whole = (int)g_strv_length (words) == n + 1;

  for (int i = 0; whole && i < n; i++)
    whole = g_ascii_string_to_signed (words[i + 1], 10, 0, G_MAXINT64, &numbers[i], NULL);
  if (!whole)
    g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                 g_dngettext (GETTEXT_PACKAGE, "In “%s” %d whole number belongs after the first word.",
                              "In “%s” %d whole numbers belong after the first word.", (gulong)n),
                 text, n);
  return whole;
}

static int
numbers_after (GsHighlightKind kind)
{
  return kind == GS_HIGHLIGHT_THREAD ? 4 : kind == GS_HIGHLIGHT_CARDS ? 0 : 2;
}

static gboolean
is_in_launch (const GsHighlight *self, const GsPlan *plan)
{
  GsThreadInfo info;

  switch (self->kind)
    {
    case GS_HIGHLIGHT_THREAD:
      return gs_plan_thread (plan, &self->thread, &info);
    case GS_HIGHLIGHT_BLOCK:
      return self->thread.block[0] < plan->grid[0] && self->thread.block[1] < plan->grid[1];
    case GS_HIGHLIGHT_ELEMENT:
      return self->row < plan->m && self->column < plan->n;
    default:
      return TRUE;
    }
}

static gboolean
parse (GsHighlight *self, const char *text, const char *view, const GsPlan *plan, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gint64 numbers[4] = { 0 };

  if (!parse_kind (self, words[0] != NULL ? words[0] : "", view, error))
    return FALSE;
  if (self->kind == GS_HIGHLIGHT_LINE)
    {
      const char *code = strchr (text, ' ');

      self->code = g_strstrip (g_strdup (code != NULL ? code : ""));
      if (*self->code != '\0')
        return TRUE;
      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                   _ ("After “line” belong words that stand in the line of the kernel."));
      return FALSE;
    }
  if (!parse_numbers (words, text, numbers_after (self->kind), numbers, error))
    return FALSE;
  self->row = numbers[0];
  self->column = numbers[1];
  self->thread = (GsThreadId){ { numbers[0], numbers[1] }, { numbers[2], numbers[3] } };
  if (is_in_launch (self, plan))
    return TRUE;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
               _ ("There is no “%s” here: the output is %" PRId64 " × %" PRId64 ", the grid %" PRId64
                  " × %" PRId64 " blocks of %" PRId64 " × %" PRId64 " threads."),
               text, plan->m, plan->n, plan->grid[0], plan->grid[1], plan->block[0], plan->block[1]);
  return FALSE;
}

void
gs_highlight_init (
    GsHighlight *self, const GsLessonStep *step, JsonNode *facts, const GsPlan *plan, GError **error)
{
  g_autofree char *text = NULL;

  memset (self, 0, sizeof *self);
  if (step->highlight == NULL)
    return;
  text = gs_lesson_expand (step->highlight, facts, error);
  if (text == NULL)
    return;
  if (!parse (self, text, step->view, plan, error))
    gs_highlight_clear (self);
}

char *
gs_highlight_describe (const GsHighlight *self)
{
  switch (self->kind)
    {
    case GS_HIGHLIGHT_THREAD:
      return g_strdup_printf (
          _ ("Lit in the picture: thread (%" PRId64 ", %" PRId64 ") of block (%" PRId64 ", %" PRId64 ")."),
          self->thread.thread[0], self->thread.thread[1], self->thread.block[0], self->thread.block[1]);
    case GS_HIGHLIGHT_BLOCK:
      return g_strdup_printf (_ ("Lit in the picture: block (%" PRId64 ", %" PRId64 ")."),
                              self->thread.block[0], self->thread.block[1]);
    case GS_HIGHLIGHT_ELEMENT:
      return g_strdup_printf (_ ("Lit: the element in row %" PRId64 ", column %" PRId64 "."), self->row,
                              self->column);
    case GS_HIGHLIGHT_LINE:
      return g_strdup_printf (_ ("Lit: the line with “%s”."), self->code);
    case GS_HIGHLIGHT_CARDS:
      return g_strdup (_ ("In view: the cards below the lanes."));
    default:
      return NULL;
    }
}
