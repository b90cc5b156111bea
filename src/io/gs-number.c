#define _GNU_SOURCE /* strtof_l */
#include <float.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "gs-format.h"
#include "gs-number.h"

enum
{
  MAX_DIGITS = 19,      /* of a decimal mantissa that surely fits in 64 bits */
  MAX_EXPONENT = 99999, /* beyond it every float32 is 0 or infinite */
  MAX_STEPS = 66,       /* powers of ten reached in three exact steps */
};

static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

/* A decimal as written: digits · 10^exponent. */
typedef struct
{
  gboolean negative;
  guint64 digits; /* the first MAX_DIGITS significant ones */
  int n_digits;
  int exponent;
  gboolean cut; /* there were more digits */
} Decimal;

static const char *
scan_digits (const char *at, const char *end, Decimal *self, int after_point)
{
  for (; at < end && g_ascii_isdigit (*at); at++)
    {
      guint digit = (guint)(*at - '0');
      if (self->n_digits < MAX_DIGITS)
        {
          self->digits = self->digits * 10 + digit;
          self->n_digits += self->digits != 0;
          self->exponent -= after_point;
        }
      else
        {
          self->cut = self->cut || digit != 0;
          self->exponent += 1 - after_point;
        }
    }
  return at;
}

static const char *
scan_exponent (const char *at, const char *end, Decimal *self)
{
  const char *p = at + 1;
  gboolean negative = FALSE;
  int exponent = 0;
  if (p < end && (*p == '+' || *p == '-'))
    negative = *p++ == '-';
  if (p >= end || !g_ascii_isdigit (*p))
    return at;
  for (; p < end && g_ascii_isdigit (*p); p++)
    exponent = MIN (exponent * 10 + (*p - '0'), MAX_EXPONENT);
  self->exponent += negative ? -exponent : exponent;
  return p;
}

/* For what the fast way cannot decide: glibc's own conversion, which is exact. */
static float
convert_slowly (const char *begin, const char *end, char decimal, double *near)
{
  static locale_t c_locale;
  if (g_once_init_enter (&c_locale))
    g_once_init_leave (&c_locale, newlocale (LC_ALL_MASK, "C", NULL));

  g_autofree char *text = g_strndup (begin, (gsize)(end - begin));
  for (char *p = text; *p != 0; p++)
    if (*p == decimal)
      *p = '.';
    else if (*p == 'd' || *p == 'D')
      *p = 'e';
  *near = strtod_l (text, NULL, c_locale);
  return strtof_l (text, NULL, c_locale);
}

/* digits · 10^exponent in double arithmetic, each step rounded once: at most 4
 * units in the last place from the true value. */
static gboolean
approximate (const Decimal *self, double *value)
{
  int steps = abs (self->exponent);
  double x = (double)self->digits;
  if (steps > MAX_STEPS)
    return FALSE;
  for (; steps > 0; steps -= 22)
    x = self->exponent < 0 ? x / powers[MIN (steps, 22)] : x * powers[MIN (steps, 22)];
  *value = x;
  return TRUE;
}

/* Whether rounding a double that is a few units off to float32 gives what
 * rounding the true value would: it is a normal float32 and not near the middle
 * of two of them. A float32 has 29 bits less than a double. */
static gboolean
rounds_surely (double value)
{
  guint64 bits;
  if (!(value >= 2 * (double)FLT_MIN && value <= (double)FLT_MAX))
    return FALSE;
  memcpy (&bits, &value, sizeof bits);
  gint64 below = (gint64)(bits & ((1 << 29) - 1));
  return ABS (below - (1 << 28)) > 8;
}

/* Digits that float32 keeps are not a change: the distance to the float32 is at
 * most half a unit of the last digit written. */
static void
note_change (const Decimal *self, double near, float converted, GsConversion *conversion)
{
  if (self->n_digits <= FLT_DIG && fabs (near) >= (double)FLT_MIN && !isinf (converted))
    return;
  double change = fabs (near - (double)converted);
  if (change <= fabs (near) * 0x1p-50 && converted != 0)
    return;
  guint64 digits = self->digits;
  int exponent = self->exponent;
  while (digits != 0 && digits % 10 == 0)
    {
      digits /= 10;
      exponent++;
    }
  if (isinf (converted) || converted == 0 || change > 0.5000001 * pow (10, exponent))
    gs_conversion_add (conversion, near, converted);
}

static const char *
scan_word (const char *at, const char *end, float *value)
{
  static const struct
  {
    const char *word;
    float value;
  } words[] = { { "nan", NAN }, { "infinity", INFINITY }, { "inf", INFINITY } };
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize n = strlen (words[i].word);
      if ((gsize)(end - at) >= n && g_ascii_strncasecmp (at, words[i].word, n) == 0)
        {
          *value = words[i].value;
          return at + n;
        }
    }
  return NULL;
}

const char *
gs_number_scan (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  Decimal self = { 0 };
  const char *begin = at;
  if (at < end && (*at == '-' || *at == '+'))
    self.negative = *at++ == '-';
  const char *digits = at;
  at = scan_digits (at, end, &self, 0);
  gsize n_digits = (gsize)(at - digits);
  if (at < end && *at == decimal)
    {
      const char *fraction = at + 1;
      const char *after = scan_digits (fraction, end, &self, 1);
      if (n_digits + (gsize)(after - fraction) > 0)
        at = after;
      n_digits += (gsize)(after - fraction);
    }
  if (n_digits == 0)
    {
      const char *after = scan_word (digits, end, value);
      if (after != NULL && self.negative)
        *value = -*value;
      return after;
    }
  if (at < end && (*at == 'e' || *at == 'E' || *at == 'd' || *at == 'D'))
    at = scan_exponent (at, end, &self);

  double near = 0;
  if (self.digits == 0)
    *value = 0;
  else if (approximate (&self, &near) && rounds_surely (near))
    {
      *value = (float)near;
      note_change (&self, near, *value, conversion);
    }
  else
    {
      *value = fabsf (convert_slowly (begin, at, decimal, &near));
      near = fabs (near);
      note_change (&self, near, *value, conversion);
    }
  if (self.negative)
    *value = -*value;
  return at;
}

gsize
gs_number_write (float value, char *text)
{
  /* Whole numbers below 2²⁴ are their own shortest text as long as they are
   * written without an exponent. */
  if (value == truncf (value) && fabsf (value) < 0x1p24f && value != 0)
    return (gsize)g_snprintf (text, GS_NUMBER_MAX_CHARS, "%d", (int)value);
  g_autofree char *shortest = gs_format_float (value);
  gsize n = strlen (shortest);
  memcpy (text, shortest, n);
  return n;
}
