#define _GNU_SOURCE /* strtof_l */
#include <inttypes.h>
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
static void
note_change (const Decimal *self, double near, float converted, GsConversion *conversion)
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
  if (isinf (converted) || converted == 0 || change > scale (0.5000001, exponent))
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

/* Eight digits at once, or FALSE (Lemire, "Quickly parsing eight digits",
 * 2018). */
static inline gboolean
take_eight (const char *at, guint64 *value)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  guint64 word;
  memcpy (&word, at, sizeof word);
  if (((word & 0xf0f0f0f0f0f0f0f0) | (((word + 0x0606060606060606) & 0xf0f0f0f0f0f0f0f0) >> 4))
      != 0x3333333333333333)
    return FALSE;
  word = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
  *value = *value * 100000000 + ((word & 0x0000ffff0000ffff) * 42949672960001 >> 32);
  return TRUE;
#else
  return FALSE;
#endif
}

static inline const char *
take_digits (const char *at, const char *end, guint64 *value)
{
  guint64 x = *value;
  while (end - at >= 8 && take_eight (at, &x))
    at += 8;
  for (; at < end && (guint)(*at - '0') < 10; at++)
    x = x * 10 + (guint)(*at - '0');
  *value = x;
  return at;
}

/* What nearly all numbers are: up to MAX_DIGITS digits, an exponent that one
 * exact power of ten covers, and a float32 that is surely the nearest. NULL for
 * anything else. */
static inline const char *
scan_plain (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  Decimal self = { 0 };
  if (at < end && *at == '-')
    {
      self.negative = TRUE;
      at++;
    }
  const char *digits = at;
  at = take_digits (at, end, &self.digits);
  gssize n_digits = at - digits;
  if (at < end && *at == decimal)
    {
      const char *fraction = at + 1;
      at = take_digits (fraction, end, &self.digits);
      self.exponent = (int)(fraction - at);
      n_digits += at - fraction;
    }
  if (n_digits == 0 || n_digits > MAX_DIGITS)
    return NULL;
  if (at < end && ((*at | 0x20) == 'e' || (*at | 0x20) == 'd'))
    at = scan_exponent (at, end, &self);
  if (self.exponent < -22 || self.exponent > 22)
    return NULL;

  double unit = powers[ABS (self.exponent)];
  double near = self.exponent < 0 ? (double)self.digits / unit : (double)self.digits * unit;
  if (!rounds_surely (near) && self.digits != 0)
    return NULL;
  float converted = (float)near;
  /* Fewer digits than float32 always keeps, or none lost: nothing to note. */
  if (self.digits >= 1000000)
    {
      double change = fabs (near - (double)converted);
      if (self.exponent < 0 ? change * unit > 0.5 : change > 0.5 * unit)
        note_change (&self, near, converted, conversion);
    }
  *value = self.negative ? -converted : converted;
  return at;
}

static const char *
scan_carefully (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
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
  if (at < end && strchr ("eEdD", *at) != NULL && *at != 0)
    at = scan_exponent (at, end, &self);

  double near = 0;
  if (self.digits == 0)
    *value = 0;
  else
    {
      if (approximate (&self, &near) && rounds_surely (near))
        *value = (float)near;
      else
        *value = fabsf (convert_slowly (begin, at, decimal, &near));
      near = fabs (near);
      if (self.n_digits > FLT_DIG || near < (double)FLT_MIN || isinf (*value))
        note_change (&self, near, *value, conversion);
    }
  if (self.negative)
    *value = -*value;
  return at;
}

const char *
gs_number_scan (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  const char *after = scan_plain (at, end, decimal, conversion, value);
  return after != NULL ? after : scan_carefully (at, end, decimal, conversion, value);
}

/* The decimal digits of @digits, most significant first; gives their number. */
static int
write_integer (guint32 digits, char *text)
{
  char reversed[16];
  int n = 0;
  do
    reversed[n++] = (char)('0' + digits % 10);
  while ((digits /= 10) != 0);
  for (int i = 0; i < n; i++)
    text[i] = reversed[n - 1 - i];
  return n;
}

/* The shortest digits of a normal float32, and the exponent of the first of
 * them. Six digits tell decimals apart better than float32 does, so shorter ones
 * come out of six with zeros at the end. */
static gboolean
find_shortest (float magnitude, guint32 *digits, int *exponent)
{
  int first = (int)floor (log10 ((double)magnitude));
  for (int n = FLT_DIG; n <= 9; n++)
    {
      double scaled = rint (scale ((double)magnitude, n - 1 - first));
      double near = scale (scaled, first - n + 1);
      if (!rounds_surely (near) || (float)near != magnitude)
        continue;
      *digits = (guint32)scaled;
      *exponent = first + (scaled >= powers[n]);
      while (*digits % 10 == 0)
        *digits /= 10;
      return TRUE;
    }
  return FALSE;
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
      at += n - 1;
      return (gsize)(at - text)
             + (gsize)g_snprintf (at, 8, "e%c%02d", exponent < 0 ? '-' : '+', ABS (exponent));
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
  guint32 digits;
  char plain[16];
  int exponent;
  if (magnitude < 1e10f && magnitude == truncf (magnitude) && magnitude != 0)
    return (gsize)g_snprintf (text, GS_NUMBER_MAX_CHARS, "%" PRId64, (gint64)value);
  if (magnitude >= 2 * FLT_MIN && magnitude <= FLT_MAX / 2 && find_shortest (magnitude, &digits, &exponent))
    {
      gsize sign = value < 0;
      text[0] = '-';
      return sign + lay_out (plain, write_integer (digits, plain), exponent, text + sign);
    }
  g_autofree char *shortest = gs_format_float (value);
  gsize n = strlen (shortest);
  memcpy (text, shortest, n);
  return n;
}
