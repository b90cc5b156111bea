#include "gs-lesson.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-file.h"
#include "gs-lesson-facts.h"
#include "gs-lesson-highlight.h"
#include "gs-lesson-library.h"
#include "gs-lesson-parser.h"
#include "gs-spec-json.h"

static const char *const view_words[] = {
  "coverage", "timing", "numbers", "memory", "schedule", "crossover", "roofline", "occupancy", "kernel", NULL,
};

const char *const *
gs_lesson_views (void)
{
  return view_words;
}

void
gs_lesson_choice_free (GsLessonChoice *self)
{
  g_free (self->value);
  g_free (self->text);
  g_free (self);
}

void
gs_lesson_step_free (GsLessonStep *self)
{
  g_free (self->view);
  g_free (self->recording);
  g_free (self->sweep);
  g_free (self->highlight);
  g_free (self->heading);
  g_free (self->text);
  g_free (self->spec);
  g_free (self->truth);
  g_free (self->prompt);
  g_free (self->reveal);
  g_ptr_array_unref (self->choices);
  g_free (self);
}

void
gs_lesson_variable_free (GsLessonVariable *self)
{
  g_free (self->name);
  g_strfreev (self->values);
  g_free (self);
}

GsLesson *
gs_lesson_ref (const GsLesson *self)
{
  GsLesson *owned = (GsLesson *)self;

  g_atomic_ref_count_inc (&owned->ref_count);
  return owned;
}

void
gs_lesson_free (GsLesson *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->id);
  g_free (self->title);
  g_free (self->summary);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->variables);
  g_free (self);
}

const GsLessonStep *
gs_lesson_step (const GsLesson *self, guint step)
{
  g_return_val_if_fail (step < self->steps->len, NULL);
  return g_ptr_array_index (self->steps, step);
}

/* Seed 0 is the lesson as its author wrote it; other seeds give each variable
 * its own pick, so that two variables do not move in step. */
static const char *
variable_value (const GsLessonVariable *variable, guint64 seed)
{
  guint64 mixed = seed;

  if (seed == 0)
    return variable->values[0];
  mixed ^= g_str_hash (variable->name);
  mixed = (mixed ^ (mixed >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return variable->values[(mixed >> 33) % g_strv_length (variable->values)];
}

/* The variable that @word, behind a dollar, begins with: the longest, so that $max is not
 * $m with "ax" behind it. NULL: none. */
static const GsLessonVariable *
find_variable (const GsLesson *self, const char *word)
{
  const GsLessonVariable *found = NULL;

  for (guint i = 0; i < self->variables->len; i++)
    {
      const GsLessonVariable *variable = g_ptr_array_index (self->variables, i);

      if (g_str_has_prefix (word, variable->name)
          && (found == NULL || strlen (variable->name) > strlen (found->name)))
        found = variable;
    }
  return found;
}

static char *
fill_variables (const GsLesson *self, const char *spec, guint64 seed)
{
  GString *text = g_string_new (NULL);

  while (*spec != '\0')
    {
      const GsLessonVariable *variable = *spec == '$' ? find_variable (self, spec + 1) : NULL;

      if (variable != NULL)
        g_string_append (text, variable_value (variable, seed));
      else
        g_string_append_c (text, *spec);
      spec += variable != NULL ? 1 + strlen (variable->name) : 1;
    }
  return g_string_free (text, FALSE);
}

GsSpec *
gs_lesson_step_spec (const GsLesson *self, guint step, guint64 seed, GError **error)
{
  g_return_val_if_fail (step < self->steps->len, NULL);

  for (guint i = step + 1; i-- > 0;)
    {
      const GsLessonStep *candidate = gs_lesson_step (self, i);
      g_autofree char *text = NULL;
      g_autoptr (JsonNode) node = NULL;
      g_autoptr (GsSpec) spec = NULL;

      if (candidate->spec == NULL)
        continue;
      text = fill_variables (self, candidate->spec, seed);
      node = gs_json_parse (text, -1, error);
      if (node == NULL)
        return NULL;
      spec = gs_spec_from_json (node, error);
      if (spec == NULL || !gs_spec_check (spec, error))
        return NULL;
      return g_steal_pointer (&spec);
    }
  return NULL;
}

/* A lesson is checked as a whole when it is opened, so that no class meets its
 * mistakes half-way through. */
static gboolean
check_specs (const GsLesson *self, const char *name, GError **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    for (guint64 seed = 0; seed < 8; seed++)
      {
        const GsLessonStep *step = gs_lesson_step (self, i);
        g_autoptr (GError) local = NULL;
        GsSpec *spec = gs_lesson_step_spec (self, i, seed, &local);

        if (local != NULL)
          {
            g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX,
                         _ ("%s, line %d: the spec of step %u is wrong: %s"), name, step->spec_line, i + 1,
                         local->message);
            return FALSE;
          }
        g_clear_pointer (&spec, gs_spec_free);
      }
  return TRUE;
}

/* What a run has to say first is not known yet; all else must lie in the launch
 * of every student. A step with a recording is held against the recording. */
static gboolean
check_highlight (const GsLesson *self, guint i, guint64 seed, const char *name, GError **error)
{
  const GsLessonStep *step = gs_lesson_step (self, i);
  g_autoptr (GsReport) recording
      = step->recording != NULL ? gs_lesson_library_recording (step->recording, NULL) : NULL;
  g_autoptr (GsSpec) spec
      = recording != NULL ? gs_spec_copy (recording->spec) : gs_lesson_step_spec (self, i, seed, NULL);
  g_autoptr (GsPlan) plan = NULL;
  g_autoptr (JsonNode) facts = gs_lesson_step_facts (self, i, seed, recording, NULL);
  g_autoptr (GError) local = NULL;
  GsHighlight highlight;

  if (spec == NULL)
    spec = gs_spec_new ();
  plan = gs_plan_new (spec, NULL);
  gs_highlight_init (&highlight, step, facts, plan, &local);
  gs_highlight_clear (&highlight);
  if (local == NULL || strstr (step->highlight, "{results.") != NULL)
    return TRUE;
  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("%s, line %d: the highlight is wrong: %s"), name,
               step->line, local->message);
  return FALSE;
}

static gboolean
check_highlights (const GsLesson *self, const char *name, GError **error)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const GsLessonStep *step = gs_lesson_step (self, i);
      /* A recording is the same for every student. */
      const guint64 n_seeds = step->highlight == NULL ? 0 : step->recording != NULL ? 1 : 8;

      for (guint64 seed = 0; seed < n_seeds; seed++)
        if (!check_highlight (self, i, seed, name, error))
          return FALSE;
    }
  return TRUE;
}

GsLesson *
gs_lesson_parse (const char *text, gssize length, const char *name, GError **error)
{
  g_autoptr (GsLesson) self = gs_lesson_parser_run (text, length, name, error);

  if (self == NULL || !check_specs (self, name, error) || !check_highlights (self, name, error))
    return NULL;
  return g_steal_pointer (&self);
}

GsLesson *
gs_lesson_load (GFile *file, GError **error)
{
  /* A lesson is text to be read; a megabyte is many times the longest book. */
  const gint64 max_bytes = 1 << 20;
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;
  gsize length = 0;

  if (!gs_file_load (file, max_bytes, NULL, &text, &length, error))
    return NULL;
  return gs_lesson_parse (text, length, name, error);
}
