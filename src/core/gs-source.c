#include "gs-source.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gs-error.h"
#include "gs-format.h"
#include "gs-random.h"

/* Elements made before it is asked whether to go on. */
#define STRETCH (1 << 16)

static const char *const words[] = { "random", "normal", "ones", "zeros", "eye", "iota", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (words) == GS_SOURCE_VALUES + 1);

static gboolean
is_seeded (GsSourceKind kind)
{
  return kind == GS_SOURCE_RANDOM || kind == GS_SOURCE_NORMAL;
}

GsSource *
gs_source_new_generator (GsSourceKind kind, guint64 seed)
{
  GsSource *self;

  g_return_val_if_fail (kind < GS_SOURCE_VALUES, NULL);

  self = g_atomic_rc_box_new0 (GsSource);
  self->kind = kind;
  self->seed = is_seeded (kind) ? seed : 0;
  return self;
}

GsSource *
gs_source_new_values (GsMatrix *values, const char *label)
{
  GsSource *self;

  g_return_val_if_fail (values != NULL, NULL);

  self = g_atomic_rc_box_new0 (GsSource);
  self->kind = GS_SOURCE_VALUES;
  self->values = gs_matrix_ref (values);
  self->label = g_strdup (label);
  return self;
}

GsSource *
gs_source_ref (GsSource *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  GsSource *self = data;

  g_clear_pointer (&self->values, gs_matrix_unref);
  g_free (self->label);
}

void
gs_source_unref (GsSource *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gboolean
gs_source_equal (const GsSource *a, const GsSource *b)
{
  if (a == b)
    return TRUE;
  if (a->kind != b->kind)
    return FALSE;
  if (a->kind == GS_SOURCE_VALUES)
    return g_strcmp0 (a->label, b->label) == 0
           && (a->values == b->values || gs_matrix_bits_equal (a->values, b->values));
  return a->seed == b->seed;
}

const char *const *
gs_source_words (void)
{
  return words;
}

GsSource *
gs_source_parse_generator (const char *text, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *word = colon != NULL ? g_strndup (text, colon - text) : g_strdup (text);
  guint64 seed = 1;
  int kind = 0;

  while (words[kind] != NULL && !g_str_equal (word, words[kind]))
    kind++;
  if (words[kind] == NULL)
    {
      gs_set_unknown_word_error (error, _ ("generator"), word, words);
      return NULL;
    }
  if (colon != NULL && !is_seeded (kind))
    {
      g_autofree char *shown = gs_format_excerpt (text, GS_FORMAT_QUOTED_BYTES);

      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
                   _ ("The generator “%s” takes no seed; write “%s”."), shown, word);
      return NULL;
    }
  if (colon != NULL && !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT64, &seed, NULL))
    {
      g_autofree char *shown = gs_format_excerpt (colon + 1, GS_FORMAT_QUOTED_BYTES);

      g_set_error (
          error, GS_CORE_ERROR, GS_CORE_ERROR_VALUE,
          _ ("The seed “%s” is not a whole number from 0 to 18446744073709551615; write for example “%s:1”."),
          shown, word);
      return NULL;
    }
  return gs_source_new_generator (kind, seed);
}

char *
gs_source_to_word (const GsSource *self)
{
  if (self->kind == GS_SOURCE_VALUES)
    return NULL;
  if (is_seeded (self->kind))
    return g_strdup_printf ("%s:%" PRIu64, words[self->kind], self->seed);
  return g_strdup (words[self->kind]);
}

/* A multiple of 2⁻²³ in [-1, 1): every one is a float32. */
static float
uniform_at (guint64 stream, guint64 i)
{
  return (float)((gint64)(gs_random_at (stream, i) >> 40) - (1 << 23)) * 0x1p-23f;
}

/* The mathematics library may round log and cos differently from one system to
 * the next; these two use only operations that IEEE 754 rounds exactly. */
static double
portable_log (double x)
{
  int exponent;
  double mantissa = frexp (x, &exponent);
  double s, s2, sum = 0.0;

  if (mantissa < G_SQRT2 / 2)
    {
      mantissa *= 2;
      exponent--;
    }
  /* log m = 2·artanh ((m − 1) / (m + 1)); |s| ≤ 0.172, so s²¹ is below 2⁻⁵³. */
  s = (mantissa - 1) / (mantissa + 1);
  s2 = s * s;
  for (int power = 19; power >= 1; power -= 2)
    sum = sum * s2 + 1.0 / power;
  return exponent * G_LN2 + 2 * s * sum;
}

/* cos (2π·turns) for turns in [0, 1). */
static double
portable_cos_turns (double turns)
{
  int quarter = (int)(turns * 4 + 0.5);
  double angle = (turns - quarter * 0.25) * (2 * G_PI); /* −π/4 … π/4 */
  double square = angle * angle;
  double cosine = 1.0, sine = 1.0;

  for (int i = 16; i >= 2; i -= 2)
    {
      cosine = 1.0 - cosine * square / (i * (i - 1));
      sine = 1.0 - sine * square / (i * (i + 1));
    }
  sine *= angle;
  switch (quarter & 3)
    {
    case 0:
      return cosine;
    case 1:
      return -sine;
    case 2:
      return -cosine;
    default:
      return sine;
    }
}

/* Box–Muller on two numbers of the stream for each element. */
static float
normal_at (guint64 stream, guint64 i)
{
  double radius_share = (double)((gs_random_at (stream, 2 * i) >> 11) + 1) * 0x1p-53; /* (0, 1] */
  double turns = (double)(gs_random_at (stream, 2 * i + 1) >> 11) * 0x1p-53;          /* [0, 1) */

  return (float)(sqrt (-2 * portable_log (radius_share)) * portable_cos_turns (turns));
}

/* Elements @first to before @end, in the order of memory. */
static void
generate (const GsSource *self, GsMatrix *matrix, gint64 first, gint64 end)
{
  const guint64 stream = gs_random_stream (self->seed);
  float *data = matrix->data;

  switch (self->kind)
    {
    case GS_SOURCE_RANDOM:
      for (gint64 i = first; i < end; i++)
        data[i] = uniform_at (stream, i);
      break;
    case GS_SOURCE_NORMAL:
      for (gint64 i = first; i < end; i++)
        data[i] = normal_at (stream, i);
      break;
    case GS_SOURCE_ONES:
      for (gint64 i = first; i < end; i++)
        data[i] = 1.0f;
      break;
    case GS_SOURCE_ZEROS:
      for (gint64 i = first; i < end; i++)
        data[i] = 0.0f;
      break;
    case GS_SOURCE_EYE:
      for (gint64 i = first; i < end; i++)
        data[i] = i / matrix->n == i % matrix->n ? 1.0f : 0.0f;
      break;
    case GS_SOURCE_IOTA:
      for (gint64 i = first; i < end; i++)
        data[i] = (float)i;
      break;
    case GS_SOURCE_VALUES:
      g_assert_not_reached ();
    }
}

GsMatrix *
gs_source_realise_unless (
    const GsSource *self, gint64 m, gint64 n, gboolean (*stopped) (gpointer), gpointer data, GError **error)
{
  GsMatrix *matrix;

  if (self->kind == GS_SOURCE_VALUES)
    {
      if (self->values->m == m && self->values->n == n)
        return gs_matrix_ref (self->values);
      g_set_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE,
                   _ ("A matrix of %" PRId64 " × %" PRId64 " was given where %" PRId64 " × %" PRId64
                      " is needed; give one of that size."),
                   self->values->m, self->values->n, m, n);
      return NULL;
    }
  matrix = gs_matrix_new_uninitialised (m, n, error);
  for (gint64 first = 0; matrix != NULL && first < gs_matrix_elements (matrix); first += STRETCH)
    if (stopped != NULL && stopped (data))
      g_clear_pointer (&matrix, gs_matrix_unref);
    else
      generate (self, matrix, first, MIN (first + STRETCH, gs_matrix_elements (matrix)));
  return matrix;
}

GsMatrix *
gs_source_realise (const GsSource *self, gint64 m, gint64 n, GError **error)
{
  return gs_source_realise_unless (self, m, n, NULL, NULL, error);
}

float
gs_source_value (const GsSource *self, gint64 columns, gint64 row, gint64 column)
{
  const guint64 i = (guint64)row * (guint64)columns + (guint64)column;

  switch (self->kind)
    {
    case GS_SOURCE_RANDOM:
      return uniform_at (gs_random_stream (self->seed), i);
    case GS_SOURCE_NORMAL:
      return normal_at (gs_random_stream (self->seed), i);
    case GS_SOURCE_ONES:
      return 1.0f;
    case GS_SOURCE_ZEROS:
      return 0.0f;
    case GS_SOURCE_EYE:
      return row == column ? 1.0f : 0.0f;
    case GS_SOURCE_IOTA:
      return (float)i;
    case GS_SOURCE_VALUES:
      return gs_matrix_get (self->values, row, column);
    }
  g_return_val_if_reached (0);
}
