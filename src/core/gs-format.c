#include "gs-format.h"

#include <glib/gi18n-lib.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NARROW_SPACE "\u202f"

/* @number with @decimals digits after the point. */
static void
write_fixed (char *buffer, gsize size, double number, int decimals)
{
  char format[16];

  g_snprintf (format, sizeof format, "%%.%df", decimals);
  g_ascii_formatd (buffer, (int)size, format, number);
}

/* Drops zeros at the end of a fraction, and a point left bare. */
static void
trim_zeros (char *text)
{
  gsize end = strlen (text);

  if (strchr (text, '.') == NULL)
    return;
  while (text[end - 1] == '0')
    end--;
  if (text[end - 1] == '.')
    end--;
  text[end] = '\0';
}

/* @value as a number of the largest of @units that keeps it at 1 or more, units
 * being @step apart, with three significant digits. */
static char *
with_unit (double value, const char *const *units, double step, gboolean trim)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE * 10];
  double magnitude = fabs (value);
  int decimals;

  if (!isfinite (value))
    {
      g_autofree char *text = gs_format_value (value, 3);

      return g_strconcat (text, NARROW_SPACE, units[0], NULL);
    }
  /* 999.5 would round up to a fourth digit. */
  while (units[1] != NULL && magnitude >= MIN (step, 1000.0) - 0.5)
    {
      value /= step;
      magnitude /= step;
      units++;
    }
  decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
  write_fixed (number, sizeof number, value, decimals);
  if (trim)
    trim_zeros (number);
  return g_strconcat (number, NARROW_SPACE, *units, NULL);
}

char *
gs_format_ns (double ns)
{
  static const char *const units[] = { "ns", "µs", "ms", "s", NULL };

  return with_unit (ns, units, 1000.0, TRUE);
}

char *
gs_format_bytes (double bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", NULL };

  return with_unit (bytes, units, 1024.0, TRUE);
}

char *
gs_format_rate (double per_s, const char *unit)
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T", "P" };
  const char *units[G_N_ELEMENTS (prefixes) + 1] = { NULL };
  char names[G_N_ELEMENTS (prefixes)][32];

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    {
      g_snprintf (names[i], sizeof names[i], "%s%s", prefixes[i], unit);
      units[i] = names[i];
    }
  return with_unit (per_s, units, 1000.0, FALSE);
}

char *
gs_format_count (gint64 count)
{
  char digits[32];
  GString *text = g_string_new (NULL);
  const char *digit = digits;
  gsize left;

  g_snprintf (digits, sizeof digits, "%" PRId64, count);
  if (*digit == '-')
    g_string_append_c (text, *digit++);
  left = strlen (digit);
  if (left < 5)
    g_string_append (text, digit);
  else
    for (; left > 0; left--, digit++)
      {
        g_string_append_c (text, *digit);
        if (left > 1 && left % 3 == 1)
          g_string_append (text, NARROW_SPACE);
      }
  return g_string_free (text, FALSE);
}

/* NULL when @value is finite. */
static const char *
word_of_non_finite (double value)
{
  if (isnan (value))
    return "NaN";
  if (isinf (value))
    return value > 0 ? "Infinity" : "-Infinity";
  return NULL;
}

/* Writes @value with @digits significant digits: positional where that is
 * short, else with an exponent. */
static void
write_digits (char *buffer, gsize size, double value, int digits)
{
  char format[16];
  int exponent;

  g_snprintf (format, sizeof format, "%%.%de", digits - 1);
  g_ascii_formatd (buffer, (int)size, format, value);
  exponent = atoi (strchr (buffer, 'e') + 1);
  if (exponent >= -5 && exponent < 10)
    write_fixed (buffer, size, value, MAX (digits - 1 - exponent, 0));
}

/* Whether @text stands for @value, both when a reader rounds it once to float32
 * and when one rounds to float64 first: halfway texts are refused, since there
 * the two may differ. */
static gboolean
reads_back_as_float (const char *text, float value)
{
  double read = g_ascii_strtod (text, NULL);
  double below = ((double)value + (double)nextafterf (value, -INFINITY)) / 2;
  double above = ((double)value + (double)nextafterf (value, INFINITY)) / 2;

  return (float)read == value && read != below && read != above;
}

/* Whether @digits digits are enough; the text is in @text either way. Below a
 * power of two floats lie closer than above, so there a text that is not the
 * nearest may do: the second try aims at the middle of the wider side. */
static gboolean
try_float (char *text, gsize size, float value, int digits)
{
  write_digits (text, size, (double)value, digits);
  if (reads_back_as_float (text, value))
    return TRUE;
  write_digits (text, size, (double)value * (1 + 0x1p-25), digits);
  return reads_back_as_float (text, value);
}

char *
gs_format_float (float value)
{
  const char *word = word_of_non_finite ((double)value);
  char text[64];
  int digits;

  if (word != NULL)
    return g_strdup (word);
  if (value == 0.0f)
    return g_strdup (signbit (value) ? "-0.0" : "0");
  /* Measured numbers need 7 to 9 digits, typed ones few: six digits decide. */
  digits = try_float (text, sizeof text, value, 6) ? 1 : 7;
  while (!try_float (text, sizeof text, value, digits))
    digits++;
  return g_strdup (text);
}

char *
gs_format_double (double value)
{
  const char *word = word_of_non_finite (value);
  char text[64];

  if (word != NULL)
    return g_strdup (word);
  if (value == 0.0)
    return g_strdup (signbit (value) ? "-0.0" : "0");
  for (int digits = 1; digits <= 17; digits++)
    {
      write_digits (text, sizeof text, value, digits);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return g_strdup (text);
}

char *
gs_format_value (double value, int digits)
{
  char format[16], text[64];

  g_return_val_if_fail (digits >= 1 && digits <= 17, NULL);

  if (isnan (value))
    return g_strdup ("NaN");
  if (isinf (value))
    return g_strdup (value > 0 ? "∞" : "−∞");
  g_snprintf (format, sizeof format, "%%.%dg", digits);
  return gs_format_minus (g_ascii_formatd (text, sizeof text, format, value));
}

/* Whether the hyphen at @at in @text is the sign of a number or of its exponent. */
static gboolean
is_sign (const char *text, const char *at)
{
  const char before = at > text ? at[-1] : ' ';
  const gboolean of_exponent = before == 'e' && at > text + 1 && g_ascii_isdigit (at[-2]);

  return g_ascii_isdigit (at[1])
         && (of_exponent || (!g_ascii_isalnum (before) && before != ')' && before != ']'));
}

char *
gs_format_minus (const char *text)
{
  GString *out;

  g_return_val_if_fail (text != NULL, NULL);

  out = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '-' && is_sign (text, p))
      g_string_append (out, "−");
    else
      g_string_append_c (out, *p);
  return g_string_free (out, FALSE);
}

const char *
gs_join (GsJoin join)
{
  switch (join)
    {
    case GS_JOIN_COMMA:
      return C_ ("between the pieces of a sentence", ", ");
    case GS_JOIN_SEMICOLON:
      return C_ ("between the pieces of a sentence", "; ");
    case GS_JOIN_COLON:
      return C_ ("between the pieces of a sentence", ": ");
    case GS_JOIN_STOP:
      return C_ ("at the end of a sentence", ".");
    default:
      return "";
    }
}

void
gs_append_sentence (GString *text, const char *sentence)
{
  g_autofree char *both = NULL;

  if (text->len > 0)
    /* Translators: two whole sentences, one after the other. */
    both = g_strdup_printf (C_ ("two sentences", "%s %s"), text->str, sentence);
  g_string_assign (text, both != NULL ? both : sentence);
}

char *
gs_format_day (const char *moment)
{
  const char *time = strchr (moment, 'T');

  return time == moment + strlen ("2026-11-30") ? g_strndup (moment, (gsize)(time - moment))
                                                : g_strdup (moment);
}

int
gs_format_cut (const char *text, int most)
{
  int n;

  g_return_val_if_fail (text != NULL && most >= 0, 0);

  n = (int)MIN (strlen (text), (gsize)most);
  /* Bytes that go on with a character: its first is cut, too. */
  while (n > 0 && (text[n] & 0xc0) == 0x80)
    n--;
  return n;
}

char *
gs_format_excerpt (const char *text, int most)
{
  int n;

  g_return_val_if_fail (text != NULL && most >= 0, NULL);

  n = gs_format_cut (text, most);
  return text[n] == '\0' ? g_strdup (text) : g_strdup_printf ("%.*s…", n, text);
}

gulong
gs_format_plural (const char *number)
{
  g_return_val_if_fail (number != NULL, 2);
  return g_str_equal (number, "1") ? 1 : 2;
}

static gboolean
is_full_width (gunichar c)
{
  /* Ideographic comma and stop, and the block of the forms as wide as a Han character. */
  return c == 0x3001 || c == 0x3002 || (c >= 0xff01 && c <= 0xff1f);
}

char *
gs_close_up (char *text)
{
  char *end = text;

  g_return_val_if_fail (text != NULL, NULL);

  for (const char *at = text; *at != '\0';)
    {
      const char *next = g_utf8_next_char (at);
      const gunichar before = end > text ? g_utf8_get_char (g_utf8_find_prev_char (text, end)) : 0;

      if (*at != ' ' || !(is_full_width (before) || is_full_width (g_utf8_get_char (next))))
        {
          memmove (end, at, (gsize)(next - at));
          end += next - at;
        }
      at = next;
    }
  *end = '\0';
  return text;
}

char *
gs_whole_sentence (const char *text)
{
  const gunichar first = g_utf8_get_char (text);
  g_autoptr (GString) sentence = g_string_new (NULL);

  g_string_append_unichar (sentence, g_unichar_toupper (first));
  g_string_append (sentence, first != 0 ? g_utf8_next_char (text) : "");
  if (!g_str_has_suffix (sentence->str, ".") && !g_str_has_suffix (sentence->str, "。")
      && !g_str_has_suffix (sentence->str, "?") && !g_str_has_suffix (sentence->str, "？"))
    g_string_append (sentence, gs_join (GS_JOIN_STOP));
  return g_strdup (sentence->str);
}
