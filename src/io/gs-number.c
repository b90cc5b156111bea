#define _GNU_SOURCE /* strtof_l */
#include <float.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "gs-format.h"
#include "gs-number-swift.h"

enum
{
  MAX_STEPS = 66, /* powers of ten reached in three exact steps */
};

/* Powers of ten, each the nearest double. */
const double gs_number_tens[GS_NUMBER_GREATEST_TEN - GS_NUMBER_LEAST_TEN + 1]
    = { 1e-40, 1e-39, 1e-38, 1e-37, 1e-36, 1e-35, 1e-34, 1e-33, 1e-32, 1e-31, 1e-30, 1e-29, 1e-28, 1e-27,
        1e-26, 1e-25, 1e-24, 1e-23, 1e-22, 1e-21, 1e-20, 1e-19, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13,
        1e-12, 1e-11, 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,  1e-5,  1e-4,  1e-3,  1e-2,  1e-1,  1e0,   1e1,
        1e2,   1e3,   1e4,   1e5,   1e6,   1e7,   1e8,   1e9,   1e10,  1e11,  1e12,  1e13,  1e14,  1e15,
        1e16,  1e17,  1e18,  1e19,  1e20,  1e21,  1e22,  1e23,  1e24,  1e25,  1e26,  1e27,  1e28,  1e29,
        1e30,  1e31,  1e32,  1e33,  1e34,  1e35,  1e36,  1e37,  1e38 };

const guint64 gs_number_whole_tens[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000 };

static const double powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static const char *
scan_digits (const char *at, const char *end, GsNumberDigits *self, int after_point)
{
  for (; at < end && g_ascii_isdigit (*at); at++)
    {
      guint digit = (guint)(*at - '0');
      if (self->n_digits < GS_NUMBER_MAX_DIGITS)
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
approximate (const GsNumberDigits *self, double *value)
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

/* @value times ten to the @power, within a few units of the last place. */
static double
scale (double value, int power)
{
  for (; power > 22; power -= 22)
    value *= powers[22];
  for (; power < -22; power += 22)
    value /= powers[22];
  return power < 0 ? value / powers[-power] : value * powers[power];
}

/* Digits that float32 keeps are not a change: the distance to the float32 is at
 * most half a unit of the last digit written. */
void
gs_number_note_change (const GsNumberDigits *self, double near, float converted, GsConversion *conversion)
{
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
  if (isinf (converted) || converted == 0 || change > scale (0.5000001, exponent) + fabs (near) * 0x1p-50)
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

/* Kept apart, so that the swift way has all registers. */
static G_GNUC_NO_INLINE const char *
scan_carefully (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  GsNumberDigits self = { 0 };
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
  if (at < end && strchr ("eEdD", *at) != NULL && *at != 0)
    at = gs_number_scan_exponent (at, end, &self);

  double near = 0;
  if (self.digits == 0)
    *value = 0;
  else
    {
      if (approximate (&self, &near) && gs_number_rounds_surely (near))
        *value = (float)near;
      else
        *value = fabsf (convert_slowly (begin, at, decimal, &near));
      near = fabs (near);
      if (self.n_digits > FLT_DIG || near < (double)FLT_MIN || isinf (*value))
        gs_number_note_change (&self, near, *value, conversion);
    }
  if (self.negative)
    *value = -*value;
  return at;
}

const char *
gs_number_scan (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  const char *after = gs_number_scan_swiftly (at, end, decimal, conversion, value);
  return after != NULL ? after : scan_carefully (at, end, decimal, conversion, value);
}

/* The decimal digits of @digits, most significant first; gives their number. */
static int
write_integer (guint64 digits, char *text)
{
  char reversed[24];
  int n = 0;
  do
    reversed[n++] = (char)('0' + digits % 10);
  while ((digits /= 10) != 0);
  for (int i = 0; i < n; i++)
    text[i] = reversed[n - 1 - i];
  return n;
}

/* The exponent of ten of a normal number's first digit. */
static int
find_first_exponent (float magnitude)
{
  guint32 bits;
  memcpy (&bits, &magnitude, sizeof bits);
  /* 1233 / 4096 is a little more than the logarithm of 2; one too few is seen at once. */
  int first = (((int)(bits >> 23) - 127) * 1233) >> 12;
  return first + ((double)magnitude >= gs_number_tens[first + 1 - GS_NUMBER_LEAST_TEN]);
}

/* @value times ten to the @power, within a few units of the last place: by one
 * multiplication where the power is at hand. */
static inline double
scale_swiftly (double value, int power)
{
  return power >= GS_NUMBER_LEAST_TEN && power <= GS_NUMBER_GREATEST_TEN
             ? value * gs_number_tens[power - GS_NUMBER_LEAST_TEN]
             : scale (value, power);
}

/* The shortest digits of a normal float32, and the exponent of the first of
 * them. Six digits tell decimals apart better than float32 does, so shorter ones
 * come out of six with zeros at the end. */
static gboolean
find_shortest (float magnitude, guint32 *digits, int *exponent)
{
  int first = find_first_exponent (magnitude);
  for (int n = FLT_DIG; n <= 9; n++)
    {
      double scaled = rint (scale_swiftly ((double)magnitude, n - 1 - first));
      double near = scale_swiftly (scaled, first - n + 1);
      if (!gs_number_rounds_surely (near) || (float)near != magnitude)
        continue;
      *digits = (guint32)scaled;
      *exponent = first + (scaled >= powers[n]);
      while (*digits % 10 == 0)
        *digits /= 10;
      return TRUE;
    }
  return FALSE;
}

/* An exponent of two digits, as float32 has them. */
static char *
lay_out_exponent (int exponent, char *at)
{
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  *at++ = (char)('0' + ABS (exponent) / 10);
  *at++ = (char)('0' + ABS (exponent) % 10);
  return at;
}

/* Lays digits out as gs_format_float() does. */
static gsize
lay_out (const char *digits, int n, int exponent, char *text)
{
  char *at = text;
  if (exponent < -5 || exponent >= 10)
    {
      *at++ = *digits;
      if (n > 1)
        *at++ = '.';
      memcpy (at, digits + 1, (gsize)(n - 1));
      return (gsize)(lay_out_exponent (exponent, at + n - 1) - text);
    }
  if (exponent < 0)
    {
      *at++ = '0';
      *at++ = '.';
      for (int i = -1; i > exponent; i--)
        *at++ = '0';
    }
  for (int i = 0; i < MAX (n, exponent + 1); i++)
    {
      if (i == exponent + 1 && exponent >= 0)
        *at++ = '.';
      *at++ = i < n ? digits[i] : '0';
    }
  return (gsize)(at - text);
}

gsize
gs_number_write (float value, char *text)
{
  float magnitude = fabsf (value);
  gsize sign = value < 0;
  guint32 digits;
  char plain[24];
  int exponent;
  if (magnitude < 1e10f && magnitude == truncf (magnitude) && magnitude != 0)
    {
      text[0] = '-';
      return sign + (gsize)write_integer ((guint64)magnitude, text + sign);
    }
  if (magnitude >= 2 * FLT_MIN && magnitude <= FLT_MAX / 2 && find_shortest (magnitude, &digits, &exponent))
    {
      text[0] = '-';
      return sign + lay_out (plain, write_integer (digits, plain), exponent, text + sign);
    }
  g_autofree char *shortest = gs_format_float (value);
  gsize n = strlen (shortest);
  memcpy (text, shortest, n);
  return n;
}
