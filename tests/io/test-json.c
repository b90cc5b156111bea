#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "gs-json.h"
#include "gs-test-locale.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* compact text, or the message when it must fail */
} Case;

static const Case accepted[] = {
  { "empty-object", "{}", "{}" },
  { "empty-array", " [ ] \n", "[]" },
  { "scalars", "[null,true,false,\"x\",0,-1]", "[null,true,false,\"x\",0,-1]" },
  { "order-kept", "{\"b\":1,\"a\":2}", "{\"b\":1,\"a\":2}" },
  { "largest-integer", "9223372036854775807", "9223372036854775807" },
  { "smallest-integer", "-9223372036854775808", "-9223372036854775808" },
  { "integer-past-64-bits", "9223372036854775808", "9.223372036854776e+18" },
  { "minus-zero", "-0", "-0.0" },
  { "minus-zero-fraction", "-0.0", "-0.0" },
  { "tenth", "0.1", "0.1" },
  { "third", "0.3333333333333333", "0.3333333333333333" },
  { "subnormal", "5e-324", "5e-324" },
  { "escapes", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"", "\"\\\"\\\\/\\b\\f\\n\\r\\t\xc3\xa9\"" },
  { "surrogates", "\"\\ud83d\\ude00\"", "\"\xf0\x9f\x98\x80\"" },
  { "byte-order-mark", "\xef\xbb\xbf[1]", "[1]" },
  { "nested", "[[1,2],[3,4]]", "[[1,2],[3,4]]" },
};

static const Case refused[] = {
  { "empty", "", "line 1, column 1: the text ends where" },
  { "comment", "[1 // one\n]", "line 1, column 4: found “/” where “,” or “]” is expected" },
  { "block-comment", "/* c */ 1", "line 1, column 1: found “/”" },
  { "trailing-comma", "[1,\n2,]", "line 2, column 3: found “]” where a number" },
  { "trailing-comma-object", "{\"a\":1,}", "line 1, column 8: found “}” where a key in double quotes" },
  { "missing-comma", "[1 2]", "line 1, column 4: found “2” where “,” or “]” is expected" },
  { "missing-colon", "{\"a\" 1}", "line 1, column 6: found “1” where “:” is expected" },
  { "single-quotes", "{'a':1}", "line 1, column 2: found “'” where a key" },
  { "bare-key", "{a:1}", "line 1, column 2: found “a” where a key" },
  { "nan", "[nan]", "line 1, column 2: found “n”" },
  { "NaN", "[NaN]", "line 1, column 2: found “N”" },
  { "infinity", "-Infinity", "line 1, column 2: found “I”" },
  { "leading-zero", "[01]", "line 1, column 2: a number must not begin with a zero" },
  { "plus", "+1", "line 1, column 1: found “+”" },
  { "bare-point", ".5", "line 1, column 1: found “.”" },
  { "point-at-end", "[5.]", "line 1, column 4: found “]” where a digit must follow the decimal point" },
  { "bare-exponent", "[1e]", "line 1, column 4: found “]” where a digit must follow the exponent" },
  { "hexadecimal", "0x10", "line 1, column 2: found “x” where the document must end" },
  { "too-large", "1e999", "line 1, column 1: this number is larger than a double holds" },
  { "decimal-comma", "1,5", "line 1, column 2: found “,” where the document must end" },
  { "two-documents", "{} {}", "line 1, column 4: found “{” where the document must end" },
  { "unclosed-string", "\n \"abc", "line 2, column 2: this string is never closed" },
  { "string-to-end-of-line", "{\"op\":\"hada\n", "line 1, column 7: this string is never closed" },
  { "control-in-string", "\"a\tb\"", "line 1, column 3: a control character inside a string" },
  { "bad-escape", "\"\\x\"", "line 1, column 3: found “x” where one of" },
  { "nul", "\"\\u0000\"", "line 1, column 2: a string must not hold the character NUL" },
  { "half-surrogate", "\"\\ud800\"", "line 1, column 2: half of a surrogate pair" },
  { "low-surrogate", "\"\\udc00\"", "line 1, column 2: half of a surrogate pair" },
  { "repeated-key", "{\"a\":1,\"a\":2}", "line 1, column 8: the key “a” is given twice" },
  { "not-utf8", "[\"\xff\"]", "line 1, column 3: a byte that is not UTF-8" },
  { "column-in-characters", "[\"\xc3\xa9\xc3\xa9\" x]", "line 1, column 7: found “x”" },
};

static void
test_accepted (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse (c->text, -1, &error);
  g_assert_no_error (error);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_cmpstr (text, ==, c->expected);

  g_autofree char *pretty = gs_json_to_text (node, TRUE);
  g_autoptr (JsonNode) again = gs_json_parse (pretty, -1, &error);
  g_assert_no_error (error);
  g_autofree char *text_again = gs_json_to_text (again, FALSE);
  g_assert_cmpstr (text_again, ==, text);
}

static void
test_refused (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse (c->text, -1, &error);
  g_assert_null (node);
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX);
  if (!g_str_has_prefix (error->message, c->expected))
    g_error ("“%s” does not begin with “%s”", error->message, c->expected);
}

static void
test_depth (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *deep = g_strnfill (1000000, '[');
  g_assert_null (gs_json_parse (deep, -1, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SIZE);
  g_assert_nonnull (strstr (error->message, "line 1, column 65"));
}

static void
test_every_prefix_is_refused (void)
{
  const char *whole = "{\"a\":[1,-2.5e3,\"x\\u00e9\",null,true],\"b\":{\"c\":[]}}";
  for (gsize n = 0; n < strlen (whole); n++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (gs_json_parse (whole, (gssize)n, &error));
      g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX);
    }
}

static void
test_embedded_nul (void)
{
  g_autoptr (GError) error = NULL;
  g_assert_null (gs_json_parse ("[1]\0[2]", 7, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX);
}

static void
test_pretty (void)
{
  g_autoptr (JsonNode) node = gs_json_parse ("{\"a\":[[1,2],[3,4]],\"b\":{},\"c\":[]}", -1, NULL);
  g_autofree char *text = gs_json_to_text (node, TRUE);
  g_assert_cmpstr (text, ==, "{\n  \"a\": [\n    [1, 2],\n    [3, 4]\n  ],\n  \"b\": {},\n  \"c\": []\n}");
}

static void
test_non_finite (void)
{
  g_autoptr (JsonArray) array = json_array_new ();
  json_array_add_double_element (array, NAN);
  json_array_add_double_element (array, INFINITY);
  json_array_add_double_element (array, -INFINITY);
  g_autoptr (JsonNode) node = json_node_init_array (json_node_alloc (), array);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_cmpstr (text, ==, "[\"NaN\",\"Infinity\",\"-Infinity\"]");
}

/* A save over a file that cannot be replaced leaves nothing behind. */
static void
test_save_and_load (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("gs-json-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "x.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (JsonNode) node = gs_json_parse ("{\"a\":1}", -1, NULL);
  g_assert_true (gs_json_save (node, file, &error));
  g_autoptr (JsonNode) loaded = gs_json_load (file, &error);
  g_assert_no_error (error);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (loaded), "a"), ==, 1);

  g_assert_true (g_file_set_contents (path, "{\"a\":", -1, NULL));
  g_assert_null (gs_json_load (file, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_true (g_file_delete (file, NULL, NULL));

  g_autoptr (GFile) nowhere = g_file_get_child (file, "y.json");
  g_clear_error (&error);
  g_assert_false (gs_json_save (node, nowhere, &error));
  g_assert_nonnull (error);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autofree char *path = g_strconcat ("/json/accepted/", accepted[i].name, NULL);
      g_test_add_data_func (path, &accepted[i], test_accepted);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strconcat ("/json/refused/", refused[i].name, NULL);
      g_test_add_data_func (path, &refused[i], test_refused);
    }
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/every-prefix-is-refused", test_every_prefix_is_refused);
  g_test_add_func ("/json/embedded-nul", test_embedded_nul);
  g_test_add_func ("/json/pretty", test_pretty);
  g_test_add_func ("/json/non-finite", test_non_finite);
  g_test_add_func ("/json/save-and-load", test_save_and_load);
  return g_test_run ();
}
