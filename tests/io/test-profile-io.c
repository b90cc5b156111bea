#include <string.h>

#include "gs-profile-io.h"
#include "gs-test-locale.h"

/* Relations that hold for every card, whatever its numbers. */
static void
test_profile (gconstpointer word)
{
  g_autoptr (GError) error = NULL;
  GsLimits limits;
  g_assert_true (gs_profile_find (word, &limits, &error));
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (limits.name, "NVIDIA "));
  g_assert_cmpint (limits.compute_capability, >=, 75);
  g_assert_cmpint (limits.max_threads_per_block, ==, 1024);
  g_assert_cmpint (limits.max_block[2], ==, 64);
  g_assert_cmpint (limits.max_grid[0], ==, G_MAXINT32);
  g_assert_cmpint (limits.max_grid[1], ==, 65535);
  g_assert_cmpint (limits.warp_size, ==, 32);
  g_assert_cmpint (limits.max_threads_per_sm % limits.warp_size, ==, 0);
  g_assert_cmpint (limits.shared_per_block, ==, 48 * 1024);
  g_assert_cmpint (limits.shared_per_block_optin + limits.shared_reserved_per_block, ==,
                   limits.shared_per_sm);
  g_assert_cmpint (limits.memory_bytes, >, G_GINT64_CONSTANT (8) << 30);
  /* FP32 lanes run at 1.2 to 3 GHz: 64 or 128 of them per multiprocessor, two
   * operations each. */
  double lanes = limits.compute_capability == 75 || limits.compute_capability == 80 ? 64 : 128;
  double ghz = limits.fp32_gflops / limits.multiprocessors / lanes / 2;
  g_assert_cmpfloat (ghz, >, 1.2);
  g_assert_cmpfloat (ghz, <, 3.0);
}

static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;
  GsLimits limits;
  g_assert_false (gs_profile_find ("rtx-4900", &limits, &error));
  g_assert_error (error, GS_IO_ERROR, GS_IO_ERROR_KEY);
  g_assert_nonnull (strstr (error->message, "did you mean “rtx-4090”?"));
  g_clear_error (&error);
  g_assert_false (gs_profile_find ("", &limits, &error));
  g_assert_nonnull (strstr (error->message, "there are a10, a100"));
}

int
main (int argc, char **argv)
{
  gs_test_init (&argc, &argv);
  for (const char *const *word = gs_profile_words (); *word != NULL; word++)
    {
      g_autofree char *path = g_strconcat ("/profile-io/", *word, NULL);
      g_test_add_data_func (path, *word, test_profile);
    }
  g_test_add_func ("/profile-io/unknown", test_unknown);
  return g_test_run ();
}
