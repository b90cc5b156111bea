#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-plan-private.h"

/* ngettext() takes an unsigned long; only its last digits choose the form in
 * languages with many. */
static gulong
plural (gint64 count)
{
  return count < 1000000 ? (gulong)count : (gulong)(count % 1000000 + 1000000);
}

static void
append_counted (GString *text, const char *sentence, gint64 count)
{
  g_autofree char *number = gs_format_count (count);
  g_auto (GStrv) parts = g_strsplit (sentence, "%s", 2);
  g_autofree char *joined = g_strjoinv (number, parts);

  g_string_append (text, joined);
}

/* "⌈7 / 4⌉ = 2 blocks of 4 threads = 8 threads". */
static void
append_launch (GString *text, const GsPlan *self)
{
  g_autofree char *elements = gs_format_count (self->elements);
  g_autofree char *block_x = gs_format_count (self->block[0]), *block_y = gs_format_count (self->block[1]);
  g_autofree char *grid_x = gs_format_count (self->grid[0]), *grid_y = gs_format_count (self->grid[1]);
  g_autofree char *share = gs_format_count (self->block[0] * self->elements_per_thread);

  if (self->block_dims == 1 && self->grid_rule != GS_GRID_EXPLICIT)
    g_string_append_printf (text, self->grid_rule == GS_GRID_CEIL ? "⌈%s / %s⌉ = " : "⌊%s / %s⌋ = ", elements,
                            share);
  if (self->block_dims == 1)
    {
      append_counted (text, g_dngettext (GETTEXT_PACKAGE, "%s block", "%s blocks", plural (self->blocks)),
                      self->blocks);
      g_string_append (text, " ");
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "of %s thread", "of %s threads", plural (self->block[0])),
                      self->block[0]);
    }
  else
    g_string_append_printf (text, _ ("%s × %s blocks of %s × %s threads"), grid_x, grid_y, block_x, block_y);
  g_string_append (text, " = ");
  append_counted (text, g_dngettext (GETTEXT_PACKAGE, "%s thread", "%s threads", plural (self->threads)),
                  self->threads);
  if (self->elements_per_thread > 1)
    {
      g_string_append (text, " ");
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "of %s element", "of %s elements",
                                   plural (self->elements_per_thread)),
                      self->elements_per_thread);
    }
}

static void
append_fates (GString *text, const GsPlan *self)
{
  g_string_append (text, gs_join (GS_JOIN_COLON));
  append_counted (text, g_dngettext (GETTEXT_PACKAGE, "%s works", "%s work", plural (self->active)),
                  self->active);
  if (self->idle > 0)
    {
      g_string_append (text, gs_join (GS_JOIN_COMMA));
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "%s is stopped by the guard",
                                   "%s are stopped by the guard", plural (self->idle)),
                      self->idle);
    }
  if (self->out_of_bounds > 0)
    {
      g_string_append (text, gs_join (GS_JOIN_COMMA));
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "%s writes out of bounds", "%s write out of bounds",
                                   plural (self->out_of_bounds)),
                      self->out_of_bounds);
    }
  if (self->aliased > 0)
    {
      g_string_append (text, gs_join (GS_JOIN_COMMA));
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "%s writes another thread’s element",
                                   "%s write another thread’s element", plural (self->aliased)),
                      self->aliased);
    }
}

static void
append_elements (GString *text, const GsPlan *self)
{
  if (self->missed == 0 && self->duplicated == 0)
    {
      g_string_append (text, _ ("; every element is written once."));
      return;
    }
  if (self->missed > 0)
    {
      g_string_append (text, gs_join (GS_JOIN_SEMICOLON));
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "%s element is missed", "%s elements are missed",
                                   plural (self->missed)),
                      self->missed);
    }
  if (self->duplicated > 0)
    {
      g_string_append (text, gs_join (GS_JOIN_SEMICOLON));
      append_counted (text,
                      g_dngettext (GETTEXT_PACKAGE, "%s element is written more than once",
                                   "%s elements are written more than once", plural (self->duplicated)),
                      self->duplicated);
    }
  g_string_append (text, gs_join (GS_JOIN_STOP));
}

gint64
gs_plan_unsettled (const GsPlan *self)
{
  const gint64 side = self->block[0];
  gboolean unsettled;

  if (!self->launches || self->kernel == NULL || !self->kernel->square_block || self->k == 0 || side <= 1)
    return 0;
  /* Between the last tile and the end nothing is overwritten any more. */
  unsettled = (self->faults & GS_FAULT_BARRIER_1) != 0
              || ((self->faults & GS_FAULT_BARRIER_2) != 0 && self->k > side)
              || ((self->faults & GS_FAULT_TILE_EDGE) != 0 && self->k % side != 0);
  return unsettled ? self->elements - self->missed : 0;
}

/* Of a line that is missing from the shared tile. */
static char *
tile_trouble (const GsPlan *self)
{
  const gint64 unsettled = gs_plan_unsettled (self);
  g_autofree char *count = gs_format_count (unsettled);

  if (unsettled == 0)
    return NULL;
  if (self->faults & GS_FAULT_BARRIER_1)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Barrier 1 is missing: %s element depends on which warp is faster.",
                     "Barrier 1 is missing: %s elements depend on which warp is faster.", plural (unsettled)),
        count);
  if (self->faults & GS_FAULT_BARRIER_2)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Barrier 2 is missing: %s element depends on which warp is faster.",
                     "Barrier 2 is missing: %s elements depend on which warp is faster.", plural (unsettled)),
        count);
  return g_strdup_printf (
      g_dngettext (
          GETTEXT_PACKAGE, "The tile is not set to zero past the edge: %s element adds what lay there.",
          "The tile is not set to zero past the edge: %s elements add what lay there.", plural (unsettled)),
      count);
}

/* On a square both mappings have the same grid, and so they have where its blocks reach
 * over the longer side either way. */
static gboolean
is_swap_unseen (const GsPlan *self)
{
  return self->block_dims == 1 || self->m == self->n
         || self->missed + self->duplicated + self->out_of_bounds + self->aliased == 0;
}

/* Of a fault that is on and does nothing in this launch: why, and what to change to see
 * it. NULL: there is none. */
static const char *
unseen_fault (const GsPlan *self)
{
  const gboolean has_tiles = self->kernel != NULL && self->kernel->square_block && self->k > 0;

  if ((self->faults & GS_FAULT_SWAPPED_AXES) != 0 && is_swap_unseen (self))
    {
      if (self->block_dims == 1)
        return _ ("A launch by one index has no axes to swap: choose threads by row and column to see the "
                  "fault.");
      if (self->m == self->n)
        return _ ("On a square the swapped axes change nothing: make m and n different to see the fault.");
      return _ ("The swapped axes change nothing here, because the grid reaches over both sides: make m and "
                "n differ by more than a block to see the fault.");
    }
  if ((self->faults & GS_FAULT_LEADING_DIMENSION) != 0 && self->m == self->n)
    return _ ("On a square the wrong leading dimension is the right one: make m and n different to see the "
              "fault.");
  if ((self->faults & GS_FAULT_BARRIER_2) != 0 && has_tiles && gs_plan_unsettled (self) == 0)
    return _ ("With one tile along k nothing is loaded a second time: make k larger than the block to see "
              "the fault.");
  if ((self->faults & GS_FAULT_TILE_EDGE) != 0 && has_tiles && gs_plan_unsettled (self) == 0)
    return _ ("No tile reaches past the end of k: make k no multiple of the block to see the fault.");
  return NULL;
}

/* The one thing to change first. */
static const char *
advice (const GsPlan *self)
{
  if (self->index_bits == 32 && self->index_modulus > 0 && self->threads > self->index_modulus / 2
      && (self->missed > 0 || self->out_of_bounds > 0))
    return _ ("Use 64-bit indices.");
  if ((self->faults & GS_FAULT_SWAPPED_AXES) != 0 && !is_swap_unseen (self))
    return _ ("The grid was made for the other mapping.");
  if ((self->faults & GS_FAULT_LEADING_DIMENSION) != 0 && self->m != self->n)
    return _ ("The rows are m apart in place of n.");
  if (!self->guard && self->out_of_bounds + self->aliased > 0)
    return _ ("Turn the guard on.");
  if (self->missed > 0 && self->grid_rule == GS_GRID_FLOOR)
    return _ ("Round the grid up.");
  if (self->missed > 0)
    return _ ("Make the grid larger.");
  return NULL;
}

/* The worst that happens: "75 threads write out of bounds." */
static void
append_worst (GString *text, const GsPlan *self)
{
  if (self->out_of_bounds > 0)
    append_counted (text,
                    g_dngettext (GETTEXT_PACKAGE, "%s thread writes out of bounds",
                                 "%s threads write out of bounds", plural (self->out_of_bounds)),
                    self->out_of_bounds);
  else if (self->missed > 0)
    append_counted (text,
                    g_dngettext (GETTEXT_PACKAGE, "%s element is missed", "%s elements are missed",
                                 plural (self->missed)),
                    self->missed);
  else if (self->duplicated > 0)
    append_counted (text,
                    g_dngettext (GETTEXT_PACKAGE, "%s element is written more than once",
                                 "%s elements are written more than once", plural (self->duplicated)),
                    self->duplicated);
  if (text->len > 0)
    g_string_append (text, gs_join (GS_JOIN_STOP));
}

/* Where the counts stand beside it. */
static char *
remedy (const GsPlan *self)
{
  const char *what_to_do = advice (self);

  return what_to_do != NULL ? g_strdup (what_to_do) : tile_trouble (self);
}

char *
gs_plan_trouble (const GsPlan *self)
{
  g_autofree char *what_to_do = NULL;
  GString *text;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->valid || self->elements == 0)
    return NULL;
  what_to_do = remedy (self);
  if (what_to_do == NULL)
    return NULL;
  text = g_string_new (NULL);
  append_worst (text, self);
  gs_append_sentence (text, what_to_do);
  return g_string_free (text, FALSE);
}

char *
gs_plan_verdict (const GsPlan *self)
{
  GString *text;
  g_autofree char *what_to_do = NULL;
  const char *unseen;

  if (!self->valid)
    {
      const GsProblem *problem = g_ptr_array_index (self->problems, 0);

      return g_strdup (problem->message);
    }
  if (self->elements == 0)
    return g_strdup (_ ("The result has no elements: there is nothing to launch."));
  text = g_string_new (NULL);
  if (!self->guard)
    g_string_append (text, _ ("No guard: "));
  append_launch (text, self);
  if (self->threads > 0)
    append_fates (text, self);
  append_elements (text, self);
  what_to_do = remedy (self);
  unseen = unseen_fault (self);
  if (what_to_do != NULL)
    gs_append_sentence (text, what_to_do);
  if (unseen != NULL)
    gs_append_sentence (text, unseen);
  return gs_close_up (g_string_free (text, FALSE));
}
