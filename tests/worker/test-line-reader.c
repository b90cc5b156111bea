#include <gio/gio.h>
#include <string.h>

#include "gs-line-reader.h"

/* What came out, as one text: lines in brackets, "!" for one that is too long,
 * "." for the end. */
typedef struct
{
  GString *seen;
  GMainLoop *loop;
  GsLineReader *reader;
  gboolean free_on_first;
} Fixture;

static void
line_cb (GsLineEvent event, GBytes *line, gpointer data)
{
  Fixture *fixture = data;

  switch (event)
    {
    case GS_LINE_TEXT:
      /* The NUL after it is part of the promise. */
      g_assert_cmpuint (strlen (g_bytes_get_data (line, NULL)), <=, g_bytes_get_size (line));
      g_string_append_printf (fixture->seen, "[%s]", (const char *)g_bytes_get_data (line, NULL));
      break;
    case GS_LINE_TOO_LONG:
      g_string_append_c (fixture->seen, '!');
      break;
    case GS_LINE_END:
      g_string_append_c (fixture->seen, '.');
      g_main_loop_quit (fixture->loop);
      break;
    }
  if (fixture->free_on_first)
    {
      g_clear_pointer (&fixture->reader, gs_line_reader_free);
      g_main_loop_quit (fixture->loop);
    }
}

static char *
read_all (const char *bytes, gsize max_length, gboolean free_on_first)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes, (gssize)strlen (bytes), NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Fixture fixture = { .seen = g_string_new (NULL), .loop = loop, .free_on_first = free_on_first };

  fixture.reader = gs_line_reader_new (stream, max_length, line_cb, &fixture);
  g_main_loop_run (loop);
  gs_line_reader_free (fixture.reader);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return g_string_free (fixture.seen, FALSE);
}

static void
test_lines (void)
{
  static const struct
  {
    const char *name, *bytes;
    gsize max_length;
    const char *expected;
  } cases[] = {
    { "nothing", "", 10, "." },
    { "one line", "abc\n", 10, "[abc]." },
    { "no newline at the end", "abc\ndef", 10, "[abc][def]." },
    { "empty lines", "\n\na\n", 10, "[][][a]." },
    { "just as long as allowed", "abcde\n", 5, "[abcde]." },
    { "one byte too long", "abcdef\nx\n", 5, "![x]." },
    { "too long and cut off", "abcdef", 5, "!." },
    { "two too long in a row", "abcdef\nabcdef\n", 5, "!!." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *seen = read_all (cases[i].bytes, cases[i].max_length, FALSE);

      g_test_message ("%s", cases[i].name);
      g_assert_cmpstr (seen, ==, cases[i].expected);
    }
}

/* Longer than any chunk that is read at once. */
static void
test_long_line (void)
{
  g_autofree char *text = g_strnfill (3 * 1024 * 1024, 'x');
  g_autofree char *bytes = g_strconcat (text, "\n", "short\n", NULL);
  g_autofree char *expected = g_strdup_printf ("[%s][short].", text);
  g_autofree char *seen = read_all (bytes, 4 * 1024 * 1024, FALSE);
  g_autofree char *bounded = read_all (bytes, 1024 * 1024, FALSE);

  g_assert_cmpstr (seen, ==, expected);
  g_assert_cmpstr (bounded, ==, "![short].");
}

static void
test_free_inside (void)
{
  g_autofree char *seen = read_all ("a\nb\nc\n", 10, TRUE);

  g_assert_cmpstr (seen, ==, "[a]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/line-reader/lines", test_lines);
  g_test_add_func ("/worker/line-reader/long-line", test_long_line);
  g_test_add_func ("/worker/line-reader/free-inside", test_free_inside);
  return g_test_run ();
}
