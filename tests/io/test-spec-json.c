#include <float.h>
#include <math.h>
#include <string.h>

#include "gs-error.h"
#include "gs-spec-json.h"
#include "gs-test-locale.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *part; /* of the message */
} Refused;

static const Refused refused[] = {
  { "unknown-key", "{\"blok\":[4]}", "“blok”; did you mean “block”?" },
  { "unknown-key-far", "{\"zzzzzzzz\":1}", "known keys are schema, op" },
  { "not-an-object", "[]", "must be an object" },
  { "operation", "{\"op\":\"hadmard\"}", "did you mean “hadamard”?" },
  { "operation-type", "{\"op\":1}", "spec.op must be a string" },
  { "size-type", "{\"m\":\"2\"}", "spec.m must be an integer, not \"2\"" },
  { "size-fraction", "{\"m\":1.5}", "spec.m must be an integer, not 1.5" },
  { "size-negative", "{\"m\":-1}", "spec.m is -1" },
  { "size-past-64-bits", "{\"m\":99999999999999999999}", "spec.m must be an integer" },
  { "k-of-hadamard", "{\"op\":\"hadamard\",\"k\":3}", "spec.k belongs to matmul" },
  { "block-empty", "{\"block\":[]}", "spec.block is empty" },
  { "block-3", "{\"block\":[1,2,3]}", "spec.block has 3 elements; at most 2" },
  { "block-word", "{\"block\":\"256\"}", "spec.block must be an array" },
  { "grid-word", "{\"grid\":\"round\"}", "write \"ceil\", \"floor\"" },
  { "grid-dimensions", "{\"block\":[4],\"grid\":[2,2]}", "spec.grid has 2 numbers where the block has 1" },
  { "map", "{\"map\":\"x=colum\"}", "did you mean “x=column”?" },
  { "index-bits", "{\"index_bits\":48}", "must be 32 or 64" },
  { "fault", "{\"break\":[\"barier-1\"]}", "did you mean “barrier-1”?" },
  { "backend", "{\"backend\":[\"cuba\"]}", "did you mean “cuda”?" },
  { "kernel", "{\"kernel\":[\"matmul/k1_naiv\"]}", "matmul/k1_naive" },
  { "repeats-0", "{\"repeats\":0}", "spec.repeats is 0; it must be from 1" },
  { "guard-number", "{\"guard\":1}", "spec.guard must be true or false" },
  { "generator", "{\"a\":\"randon:1\"}", "a: Unknown generator “randon”; did you mean “random”?" },
  { "seed", "{\"a\":\"random:x\"}", "a: The seed “x”" },
  { "ragged", "{\"a\":[[1,2],[3]]}", "a: row 1 has 1 number where row 0 has 2" },
  { "not-a-number", "{\"a\":[[1,\"two\"]]}", "a: row 0, column 1 (counted from 0): \"two\" is not a number" },
  { "beyond-float32", "{\"a\":[[1e39]]}", "a: row 0, column 0 (counted from 0): 1e+39 is beyond float32" },
  { "rows-not-arrays", "{\"a\":[[1],2]}", "a: row 1 (counted from 0) is not an array" },
  { "base64", "{\"a\":{\"m\":1,\"n\":1,\"f32\":\"AA*A\"}}", "f32 is not base64" },
  { "base64-length", "{\"a\":{\"m\":1,\"n\":2,\"f32\":\"AAAAAA==\"}}", "holds 4 bytes where 8 are needed" },
  { "base64-huge", "{\"a\":{\"m\":4294967296,\"n\":4294967296,\"f32\":\"\"}}", "2⁶³" },
  { "matrix-key", "{\"a\":{\"m\":1,\"n\":1,\"f23\":\"AAAAAA==\"}}", "did you mean “f32”?" },
  { "shapes", "{\"op\":\"matmul\",\"a\":[[1,2]],\"b\":[[1,2]]}", "needs the same k" },
  { "schema", "{\"schema\":\"gridscope.plan/1\"}", "it must be “gridscope.spec/1”" },
};

static void
test_refused (gconstpointer data)
{
  const Refused *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse (c->text, -1, &error);
  g_assert_no_error (error);
  g_assert_null (gs_spec_from_json (node, &error));
  g_assert_nonnull (error);
  if (strstr (error->message, c->part) == NULL)
    g_error ("“%s” does not hold “%s”", error->message, c->part);
}

static void
test_newer_version (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse ("{\"schema\":\"gridscope.spec/2\"}", -1, NULL);
  g_assert_null (gs_spec_from_json (node, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_VERSION);
}

static GsSpec *
round_trip (const GsSpec *spec, char **text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_spec_to_json (spec);
  *text = gs_json_to_text (node, TRUE);
  g_autoptr (JsonNode) parsed = gs_json_parse (*text, -1, &error);
  g_assert_no_error (error);
  GsSpec *read = gs_spec_from_json (parsed, &error);
  g_assert_no_error (error);
  return read;
}

static void
check_round_trip (const GsSpec *spec)
{
  g_autofree char *text = NULL, *text_again = NULL;
  g_autoptr (GsSpec) read = round_trip (spec, &text);
  g_assert_true (gs_spec_equal (spec, read));
  g_autoptr (GsSpec) again = round_trip (read, &text_again);
  g_assert_cmpstr (text, ==, text_again);
}

static void
test_defaults (void)
{
  g_autoptr (GsSpec) expected = gs_spec_new ();
  g_autoptr (JsonNode) node = gs_json_parse ("{}", -1, NULL);
  g_autoptr (GsSpec) spec = gs_spec_from_json (node, NULL);
  g_assert_true (gs_spec_equal (spec, expected));
  check_round_trip (expected);
}

static void
test_every_member (void)
{
  static const char *const backends[] = { "simt", "cuda", NULL };
  static const char *const kernels[] = { "matmul/k3_shared_tile", "cpu_ijk", NULL };
  g_autoptr (GsSpec) spec = gs_spec_new ();
  spec->op = GS_OP_MATMUL;
  spec->m = 2;
  spec->n = G_MAXINT64;
  spec->k = 5;
  spec->block_dims = 2;
  spec->block[0] = 0;
  spec->block[1] = 2048;
  spec->grid_rule = GS_GRID_EXPLICIT;
  spec->grid[0] = 3;
  spec->grid[1] = 70000;
  spec->guard = FALSE;
  spec->map = GS_MAP_X_ROW;
  spec->index_bits = 32;
  spec->faults = GS_FAULT_BARRIER_2 | GS_FAULT_SWAPPED_AXES;
  g_strfreev (spec->backends);
  spec->backends = g_strdupv ((char **)backends);
  g_strfreev (spec->kernels);
  spec->kernels = g_strdupv ((char **)kernels);
  spec->repeats = 77;
  spec->device = g_strdup ("GPU-1234");
  spec->cold = TRUE;
  spec->host_memory = GS_HOST_MEMORY_PINNED;
  spec->flush_cache = TRUE;
  spec->threads = 3;
  spec->exact_order = TRUE;
  spec->sample_blocks = 64;
  g_autoptr (GsSource) a = gs_source_new_generator (GS_SOURCE_NORMAL, G_MAXUINT64);
  gs_spec_set_a (spec, a);
  check_round_trip (spec);
}

static void
test_values (void)
{
  const float values[] = { 0.1f,    -0.0f,    1e-45f,    FLT_MAX,        FLT_MIN, 16777217.0f,
                           1 / 3.f, INFINITY, -INFINITY, 1.1754942e-38f, 1e10f,   8388608.5f };
  g_autoptr (GsMatrix) matrix = gs_matrix_new_copy_data (3, 4, values);
  g_autoptr (GsSource) source = gs_source_new_values (matrix, "slide “7”\n");
  g_autoptr (GsSpec) spec = gs_spec_new ();
  gs_spec_set_a (spec, source);
  spec->m = 3;
  spec->n = 4;
  check_round_trip (spec);
}

static void
test_values_are_short (void)
{
  const float values[] = { 0.1f, 2, -0.0f };
  g_autoptr (GsMatrix) matrix = gs_matrix_new_copy_data (1, 3, values);
  g_autoptr (JsonNode) node = gs_matrix_to_json (matrix, GS_JSON_MAX_INLINE);
  g_autofree char *text = gs_json_to_text (node, FALSE);
  g_assert_cmpstr (text, ==, "[[0.1,2,-0.0]]");
}

static void
test_large_values_in_base64 (void)
{
  g_autoptr (GsMatrix) matrix = gs_matrix_new (1, GS_JSON_MAX_INLINE + 1, NULL);
  for (gint64 i = 0; i < matrix->n; i++)
    {
      guint32 bits = (guint32)i * 2654435761u; /* NaN payloads too */
      memcpy (&matrix->data[i], &bits, sizeof bits);
    }
  g_autoptr (GsSource) source = gs_source_new_values (matrix, NULL);
  g_autoptr (GsSpec) spec = gs_spec_new ();
  gs_spec_set_a (spec, source);
  spec->n = matrix->n;
  check_round_trip (spec);
}

static void
test_empty_matrix (void)
{
  g_autoptr (GsMatrix) matrix = gs_matrix_new (0, 5, NULL);
  g_autoptr (JsonNode) node = gs_matrix_to_json (matrix, GS_JSON_MAX_INLINE);
  g_autoptr (GsMatrix) read = gs_matrix_from_json (node, NULL);
  g_assert_cmpint (read->m, ==, 0);
  g_assert_cmpint (read->n, ==, 5);
}

static void
test_sizes_from_values (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node
      = gs_json_parse ("{\"op\":\"matmul\",\"a\":[[1,2,3],[4,5,6]],\"b\":[[1],[2],[3]]}", -1, NULL);
  g_autoptr (GsSpec) spec = gs_spec_from_json (node, &error);
  g_assert_no_error (error);
  g_assert_cmpint (spec->m, ==, 2);
  g_assert_cmpint (spec->n, ==, 1);
  g_assert_cmpint (spec->k, ==, 3);
}

static void
test_one_word_for_an_array (void)
{
  g_autoptr (JsonNode) node = gs_json_parse ("{\"backend\":\"simt\",\"a\":[1,2,3],\"b\":\"ones\"}", -1, NULL);
  g_autoptr (GsSpec) spec = gs_spec_from_json (node, NULL);
  g_assert_cmpstr (spec->backends[0], ==, "simt");
  g_assert_null (spec->backends[1]);
  g_assert_cmpint (spec->m, ==, 1);
  g_assert_cmpint (spec->n, ==, 3);
}

/* Shapes that do not fit yet are kept when all sizes are said: a session may be
 * saved in the middle of a change. */
static void
test_unfinished_change_is_kept (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = gs_json_parse ("{\"m\":2,\"n\":2,\"a\":[[1,2,3]],\"b\":\"ones\"}", -1, NULL);
  g_autoptr (GsSpec) spec = gs_spec_from_json (node, &error);
  g_assert_no_error (error);
  g_assert_false (gs_spec_check (spec, &error));
  g_assert_error (error, GS_CORE_ERROR, GS_CORE_ERROR_SHAPE);
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = g_strconcat ("/spec-json/refused/", refused[i].name, NULL);
      g_test_add_data_func (path, &refused[i], test_refused);
    }
  g_test_add_func ("/spec-json/newer-version", test_newer_version);
  g_test_add_func ("/spec-json/defaults", test_defaults);
  g_test_add_func ("/spec-json/every-member", test_every_member);
  g_test_add_func ("/spec-json/values", test_values);
  g_test_add_func ("/spec-json/values-are-short", test_values_are_short);
  g_test_add_func ("/spec-json/large-values-in-base64", test_large_values_in_base64);
  g_test_add_func ("/spec-json/empty-matrix", test_empty_matrix);
  g_test_add_func ("/spec-json/sizes-from-values", test_sizes_from_values);
  g_test_add_func ("/spec-json/one-word-for-an-array", test_one_word_for_an_array);
  g_test_add_func ("/spec-json/unfinished-change-is-kept", test_unfinished_change_is_kept);
  return g_test_run ();
}
