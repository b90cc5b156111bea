#pragma once

#include <float.h>
#include <math.h>
#include <string.h>

#include "gs-number.h"

G_BEGIN_DECLS

/* The swift way through a number, here so that it is compiled into the loop over
 * a table. Internal to gs-number.c and gs-import-fast.c. */

enum
{
  GS_NUMBER_MAX_DIGITS = 19,      /* of a decimal mantissa that surely fits in 64 bits */
  GS_NUMBER_MAX_EXPONENT = 99999, /* beyond it every float32 is 0 or infinite */
  GS_NUMBER_LEAST_TEN = -40,
  GS_NUMBER_GREATEST_TEN = 38,
};

/* Powers of ten from GS_NUMBER_LEAST_TEN on, each the nearest double; and those
 * of up to eight digits, exact. */
extern const double gs_number_tens[];
extern const guint64 gs_number_whole_tens[];

/* A decimal as written: digits · 10^exponent. */
typedef struct
{
  gboolean negative;
  guint64 digits; /* the first GS_NUMBER_MAX_DIGITS significant ones */
  int n_digits;
  int exponent;
  gboolean cut; /* there were more digits */
} GsNumberDigits;

/* Counts a number whose digits float32 does not keep; @near is within a few units
 * of its last place, @converted its float32. */
void
gs_number_note_change (const GsNumberDigits *self, double near, float converted, GsConversion *conversion);

static inline const char *
gs_number_scan_exponent (const char *at, const char *end, GsNumberDigits *self)
{
  const char *p = at + 1;
  gboolean negative = FALSE;
  int exponent = 0;
  if (p < end && (*p == '+' || *p == '-'))
    negative = *p++ == '-';
  if (p >= end || !g_ascii_isdigit (*p))
    return at;
  for (; p < end && g_ascii_isdigit (*p); p++)
    exponent = MIN (exponent * 10 + (*p - '0'), GS_NUMBER_MAX_EXPONENT);
  self->exponent += negative ? -exponent : exponent;
  return p;
}

/* Whether rounding a double that is a few units off to float32 gives what
 * rounding the true value would: it is a normal float32 and not near the middle
 * of two of them. A float32 has 29 bits less than a double. */
static inline gboolean
gs_number_rounds_surely (double value)
{
  guint64 bits;
  if (!(value >= 2 * (double)FLT_MIN && value <= (double)FLT_MAX))
    return FALSE;
  memcpy (&bits, &value, sizeof bits);
  /* One comparison: which side of the middle it is cannot be foreseen. */
  guint32 below = bits & ((1 << 29) - 1);
  return below - ((1 << 28) - 8) > 16;
}

#if G_BYTE_ORDER == G_LITTLE_ENDIAN

/* Bytes that gs_number_scan_swiftly() may look at: a sign, eight digits, the mark, and 24
 * digits after it. */
#define GS_NUMBER_SWIFT_BYTES 40

/* Up to eight characters, each less '0', and how many of them are digits before
 * the first that is none. */
typedef struct
{
  guint64 bytes;
  int n;
} GsNumberWord;

static inline GsNumberWord
gs_number_load_word (const char *at)
{
  GsNumberWord self;
  memcpy (&self.bytes, at, sizeof self.bytes);
  self.bytes ^= 0x3030303030303030;
  /* A carry leaves only bytes that are no digit, so the first mark is true. */
  guint64 marks = ((self.bytes + 0x7676767676767676) | self.bytes) & 0x8080808080808080;
  self.n = (__builtin_ctzll (marks | (guint64)1 << 63) >> 3) + (marks == 0);
  return self;
}

/* Their value without a look at each: the digits move to the end of the word,
 * zeros stand before them, and neighbours are added up three times (Lemire,
 * "Quickly parsing eight digits", 2018). */
static inline guint64
gs_number_add_up (GsNumberWord self)
{
  int unused_bits = 64 - 8 * self.n;
  guint64 word = self.bytes << unused_bits / 2 << unused_bits / 2;
  word = word * 2561 >> 8;
  word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
  return (word & 0x0000ffff0000ffff) * 42949672960001 >> 32;
}

/* What nearly all numbers are: up to seven digits, up to 23 after the mark, an
 * exponent, and a float32 that is surely the nearest. Hardly a step depends on
 * how many digits there are, which no processor can foresee. NULL for anything
 * else: gs_number_scan() then reads it, or says that it is none. */
static inline const char *
gs_number_scan_swiftly (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  GsNumberDigits self = { 0 };
  if (end - at < GS_NUMBER_SWIFT_BYTES)
    return NULL;
  guint32 sign = *at == '-';
  at += sign;
  guint ones = (guint)(*at - '0');
  if (ones < 10 && at[1] == decimal)
    {
      self.digits = ones;
      self.n_digits = 1;
    }
  else
    {
      GsNumberWord whole = gs_number_load_word (at);
      if (whole.n == 0 || whole.n == 8)
        return NULL;
      self.digits = gs_number_add_up (whole);
      self.n_digits = whole.n;
    }
  at += self.n_digits;
  if (*at == decimal)
    {
      GsNumberWord first = gs_number_load_word (at + 1), second = gs_number_load_word (at + 9);
      second.n &= -(first.n >> 3);
      self.digits = self.digits * gs_number_whole_tens[first.n] + gs_number_add_up (first);
      self.digits = self.digits * gs_number_whole_tens[second.n] + gs_number_add_up (second);
      int n = first.n + second.n;
      if (n == 16)
        {
          GsNumberWord third = gs_number_load_word (at + 17);
          self.digits = self.digits * gs_number_whole_tens[third.n] + gs_number_add_up (third);
          n += third.n;
        }
      self.n_digits += n;
      self.exponent = -n;
      at += 1 + n;
    }
  if ((*at | 0x20) == 'e' || (*at | 0x20) == 'd')
    at = gs_number_scan_exponent (at, end, &self);
  if (self.n_digits > GS_NUMBER_MAX_DIGITS || self.exponent < GS_NUMBER_LEAST_TEN
      || self.exponent > GS_NUMBER_GREATEST_TEN)
    return NULL;

  /* Three roundings to double, each by at most half a unit of the last place. */
  double unit = gs_number_tens[self.exponent - GS_NUMBER_LEAST_TEN], near = (double)self.digits * unit;
  if (!gs_number_rounds_surely (near) && self.digits != 0)
    return NULL;
  float converted = (float)near;
  if (fabs (near - (double)converted) > 0.5 * unit)
    gs_number_note_change (&self, near, converted, conversion);
  guint32 bits;
  memcpy (&bits, &converted, sizeof bits);
  bits |= sign << 31;
  memcpy (value, &bits, sizeof bits);
  return at;
}

#else

static inline const char *
gs_number_scan_swiftly (const char *at, const char *end, char decimal, GsConversion *conversion, float *value)
{
  return NULL;
}

#endif

G_END_DECLS
