#define _GNU_SOURCE /* strtof_l */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gs-format.h"
#include "gs-number.h"
#include "gs-test-locale.h"

static locale_t c_locale;

/* What stands after a number in a file: enough that the reader may look at many
 * bytes at once. Nothing of it may get into the number. */
static const char *const tails[]
    = { "", ",77777777777777777777777777777777777777777777777777",
        "\n.5.5.5.5.5.5.5.5.5.5.5.5.5.5.5.5.5.5.5.5", " e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5",
        "\t\xff\xff\xff\xff\xff\xff\xff"
        "////////::::::::////////::::::::////////::::::::" };

/* glibc's strtof is the oracle: it rounds correctly. */
static void
check_scan (const char *text)
{
  float expected = strtof_l (text, NULL, c_locale);
  gsize n = strlen (text);
  for (gsize i = 0; i < G_N_ELEMENTS (tails); i++)
    {
      GsConversion conversion = { 0 };
      float value = 77;
      char padded[256];
      gsize length = g_strlcpy (padded, text, sizeof padded);
      length = g_strlcat (padded, tails[i], sizeof padded);
      g_assert_cmpuint (length, <, sizeof padded);
      const char *after = gs_number_scan (padded, padded + length, '.', &conversion, &value);
      g_assert_true (after == padded + n);
      if (memcmp (&value, &expected, sizeof value) != 0)
        g_error ("“%s” is %.9g, not %.9g", text, (double)expected, (double)value);
    }
}

static const char *const hard[] = {
  "0",
  "-0",
  "0.0",
  "-0.0",
  "+1",
  ".5",
  "5.",
  "1e0",
  "1e-400",
  "1e400",
  "-1e400",
  "1e99999999999",
  "3.4028234663852886e38",
  "3.4028235677973366e38",
  "3.4028235677973365e38",
  "3.40282357e38",
  "1.401298464324817e-45",
  "7.006492321624085e-46",
  "7.006492321624086e-46",
  "1.1754943508222875e-38",
  "1.17549429e-38",
  "16777217",
  "16777217.0000000000000000000000001",
  "16777216.9999999999999999999999",
  "9007199254740993",
  "1.00000005960464477539062500",
  "1.00000005960464477539062501",
  "1.00000005960464477539062499",
  "0.00000000000000000000000000000000000001",
  "100000000000000000000000000000000000000",
  "12345678901234567890123456789012345678901234567890e-40",
  "0.000000000000000000000000000000000000000000000000000001e54",
  "1234567812345678.12345678",
  "123456781234567812345678",
  "00000000000000000000000000000000000000000012.5",
};

static void
test_hard (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (hard); i++)
    check_scan (hard[i]);
}

/* Halfway between two floats, and a little to each side of it: where rounding
 * twice goes wrong. */
static void
test_halfway (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  for (int i = 0; i < 20000; i++)
    {
      guint32 bits = g_rand_int (random) & 0x7fffffff;
      float value;
      char text[64];
      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        continue;
      double middle = ((double)value + (double)nextafterf (value, INFINITY)) / 2;
      for (int step = -1; step <= 1; step++)
        for (int digits = 14; digits <= 25; digits += 3)
          {
            char format[8];
            g_snprintf (format, sizeof format, "%%.%de", digits);
            g_ascii_formatd (text, sizeof text, format,
                             step == 0 ? middle : nextafter (middle, step * INFINITY));
            check_scan (text);
          }
    }
}

static void
test_random_digits (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  for (int i = 0; i < 100000; i++)
    {
      char text[64];
      char *at = text;
      int whole = g_rand_int_range (random, 0, 22), fraction = g_rand_int_range (random, whole == 0, 22);
      if (g_rand_boolean (random))
        *at++ = '-';
      for (int j = 0; j < whole; j++)
        *at++ = (char)g_rand_int_range (random, '0', '9' + 1);
      if (fraction > 0)
        *at++ = '.';
      for (int j = 0; j < fraction; j++)
        *at++ = (char)g_rand_int_range (random, '0', '9' + 1);
      *at = 0;
      if (g_rand_boolean (random))
        g_snprintf (at, 8, "e%d", g_rand_int_range (random, -60, 60));
      check_scan (text);
    }
}

/* A value counts as changed when float32 does not keep the digits written,
 * wherever in a text it stands. */
static void
test_changes (void)
{
  static const struct
  {
    const char *text;
    gboolean changed;
  } changes[] = { { "0.1", FALSE },
                  { "16777216", FALSE },
                  { "16777217", TRUE },
                  { "1e10", FALSE },
                  { "100000000001", TRUE },
                  { "0.30000001", FALSE },
                  { "0.30000000001", TRUE },
                  { "0.50000000000", FALSE },
                  { "1e-60", TRUE },
                  { "1e39", TRUE },
                  { "0", FALSE },
                  { "1.1754943508222875e-38", FALSE },
                  { "3.14159274", FALSE },
                  { "3.141592653589793", TRUE } };
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (tails); j++)
      {
        GsConversion conversion = { 0 };
        float value;
        g_autofree char *text = g_strconcat (changes[i].text, tails[j], NULL);
        gs_number_scan (text, text + strlen (text), '.', &conversion, &value);
        if (conversion.n_changed != changes[i].changed)
          g_error ("“%s” is counted as %schanged", changes[i].text, changes[i].changed ? "not " : "");
      }
}

/* A number at the very end of its memory: nothing past it is looked at (the
 * address sanitizer would tell). */
static void
test_nothing_past_the_end (void)
{
  for (gsize n = 1; n < 30; n++)
    {
      GsConversion conversion = { 0 };
      float value;
      g_autofree char *digits = g_malloc (n);
      memset (digits, '7', n);
      g_assert_true (gs_number_scan (digits, digits + n, '.', &conversion, &value) == digits + n);
    }
}

static void
test_places (void)
{
  static const struct
  {
    const char *text;
    int length; /* of the number at its beginning; −1: none */
  } places[]
      = { { "1e", 1 },  { "1e+", 1 },  { "1.5.2", 3 }, { "1,5", 1 },   { "-", -1 },       { "+-1", -1 },
          { ".", -1 },  { "e5", -1 },  { "nan,", 3 },  { "-inf]", 4 }, { "Infinity", 8 }, { "", -1 },
          { "1d2", 3 }, { "0x10", 1 }, { "--1", -1 },  { "1 2", 1 } };
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      GsConversion conversion = { 0 };
      float value;
      const char *text = places[i].text;
      const char *after = gs_number_scan (text, text + strlen (text), '.', &conversion, &value);
      g_assert_cmpint (after != NULL ? after - text : -1, ==, places[i].length);
    }
}

static void
check_write (guint32 bits)
{
  float value;
  char text[GS_NUMBER_MAX_CHARS + 1];
  memcpy (&value, &bits, sizeof value);
  g_autofree char *expected = gs_format_float (value);
  gsize n = gs_number_write (value, text);
  g_assert_cmpuint (n, <=, GS_NUMBER_MAX_CHARS);
  text[n] = 0;
  g_assert_cmpstr (text, ==, expected);
}

static void
test_write (void)
{
  static const float values[]
      = { 0.1f, 1e10f, 9999999999.f, 1e9f,   123456.f, 1e-5f,      1e-6f,         0.00012345f, 16777216.f,
          1.5f, 100.f, 1e38f,        2e-38f, 0.3f,     8388608.5f, 9.9999998e-6f, 999999.94f };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      guint32 bits;
      memcpy (&bits, &values[i], sizeof bits);
      for (int step = -3; step <= 3; step++)
        check_write (bits + (guint32)step);
    }
  for (int i = 0; i < 50000; i++)
    check_write (g_rand_int (random));
  for (int i = 0; i < 50000; i++)
    {
      float value = (float)g_rand_double_range (random, -1000, 1000);
      guint32 bits;
      memcpy (&bits, &value, sizeof bits);
      check_write (bits);
    }
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  c_locale = newlocale (LC_ALL_MASK, "C", NULL);
  g_test_add_func ("/number/hard", test_hard);
  g_test_add_func ("/number/halfway", test_halfway);
  g_test_add_func ("/number/random-digits", test_random_digits);
  g_test_add_func ("/number/changes", test_changes);
  g_test_add_func ("/number/nothing-past-the-end", test_nothing_past_the_end);
  g_test_add_func ("/number/places", test_places);
  g_test_add_func ("/number/write", test_write);
  int status = g_test_run ();
  freelocale (c_locale);
  return status;
}
