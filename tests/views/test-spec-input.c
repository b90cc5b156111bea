#include "gs-spec-input.h"

static void
test_counts (void)
{
  static const struct
  {
    const char *text;
    gint64 count;
  } cases[] = {
    { "7", 7 },
    { " 1 000 ", 1000 },
    { "1\xe2\x80\xaf"
      "000",
      1000 }, /* narrow no-break space, as the program writes it */
    { "2^20", 1048576 },
    { "2^62", G_GINT64_CONSTANT (4611686018427387904) },
    { "10^3", 1000 },
    { "0", 0 },
    { "9223372036854775807", G_MAXINT64 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *reason = NULL;
      gint64 count = -1;

      g_assert_true (gs_spec_input_parse_count (cases[i].text, "n", 0, &count, &reason));
      g_assert_cmpint (count, ==, cases[i].count);
      g_assert_null (reason);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *named; /* what the sentence must contain */
  } cases[] = {
    { "", "empty" },
    { "   ", "empty" },
    { "seven", "seven" },
    { "1.5", "1.5" },
    { "12px", "not a whole number" },
    { "-3", "-3" },
    { "2^", "not a whole number" },
    { "^3", "^3" },
    { "2^99", "too large" },
    { "10^40", "too large" },
    { "9223372036854775808", "too large" },
    { "0x10", "0x10" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *reason = NULL;
      gint64 count;

      g_test_message ("%s", cases[i].text);
      g_assert_false (gs_spec_input_parse_count (cases[i].text, "n", 0, &count, &reason));
      g_assert_nonnull (strstr (reason, cases[i].named));
      g_assert_true (g_str_has_prefix (reason, "n "));
    }
}

/* What is pasted into a field by mistake is named by its beginning. */
static void
test_long (void)
{
  g_autofree char *digits = g_strnfill (5000, '7');
  g_autofree char *letters = g_strnfill (5000, 'x');
  const char *const texts[] = { digits, letters };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *reason = NULL;
      g_autofree char *beginning = g_strndup (texts[i], 20);
      gint64 count;

      g_assert_false (gs_spec_input_parse_count (texts[i], "n", 0, &count, &reason));
      g_assert_nonnull (strstr (reason, beginning));
      g_assert_nonnull (strstr (reason, "…”"));
      g_assert_cmpuint (strlen (reason), <, 200);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/views/spec-input/counts", test_counts);
  g_test_add_func ("/views/spec-input/refused", test_refused);
  g_test_add_func ("/views/spec-input/long", test_long);
  return g_test_run ();
}
