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

/* CUDA Programming Guide, appendix "Compute Capabilities", tables "Device and Streaming
 * Multiprocessor (SM) Information" and "Memory Information per Compute Capability":
 * resident threads, warps and blocks per multiprocessor, and KiB of shared memory per
 * multiprocessor and per block. The same for all: 64 Ki registers per multiprocessor and
 * per block, 255 per thread. */
static const struct
{
  int compute_capability, threads, warps, blocks, shared_per_sm, shared_per_block;
} capabilities[] = {
  { 75, 1024, 32, 16, 64, 64 },  { 80, 2048, 64, 32, 164, 163 }, { 86, 1536, 48, 16, 100, 99 },
  { 89, 1536, 48, 24, 100, 99 }, { 90, 2048, 64, 32, 228, 227 }, { 120, 1536, 48, 24, 100, 99 },
};

static void
test_capability (gconstpointer word)
{
  GsLimits limits;
  gsize i = 0;

  g_assert_true (gs_profile_find (word, &limits, NULL));
  while (i < G_N_ELEMENTS (capabilities) && capabilities[i].compute_capability != limits.compute_capability)
    i++;
  g_assert_cmpuint (i, <, G_N_ELEMENTS (capabilities));
  g_assert_cmpint (limits.max_threads_per_sm, ==, capabilities[i].threads);
  g_assert_cmpint (limits.max_threads_per_sm / limits.warp_size, ==, capabilities[i].warps);
  g_assert_cmpint (limits.max_blocks_per_sm, ==, capabilities[i].blocks);
  g_assert_cmpint (limits.shared_per_sm, ==, capabilities[i].shared_per_sm * 1024);
  g_assert_cmpint (limits.shared_per_block_optin, ==, capabilities[i].shared_per_block * 1024);
  g_assert_cmpint (limits.registers_per_sm, ==, 65536);
  g_assert_cmpint (limits.registers_per_block, ==, 65536);
  g_assert_cmpint (limits.max_registers_per_thread, ==, 255);
  g_assert_cmpint (limits.max_block[0], ==, 1024);
  g_assert_cmpint (limits.max_block[1], ==, 1024);
  g_assert_cmpint (limits.max_grid[2], ==, 65535);
}

/* As published, by NVIDIA's data sheets or by pages that repeat them (A10, T4, RTX 2080 Ti,
 * 3060 and 5090 were read in the latter only); a GeForce's floating-point rate is cores times
 * boost clock times two: multiprocessors, memory in GB, its rate in GB/s and FP32 in TFLOP/s,
 * as rounded there. */
static const struct
{
  const char *word;
  int compute_capability, multiprocessors, gbytes;
  double gbytes_per_s, tflops;
} cards[] = {
  { "a10", 86, 72, 24, 600, 31.2 },          { "a100", 80, 108, 80, 2039, 19.5 },
  { "h100", 90, 132, 80, 3350, 67 },         { "h200", 90, 132, 141, 4800, 67 },
  { "l4", 89, 58, 24, 300, 30.3 },           { "l40s", 89, 142, 48, 864, 91.6 },
  { "rtx-2080-ti", 75, 68, 11, 616, 13.4 },  { "rtx-3060", 86, 28, 12, 360, 12.7 },
  { "rtx-3090", 86, 82, 24, 936, 35.6 },     { "rtx-4090", 89, 128, 24, 1008, 82.6 },
  { "rtx-5090", 120, 170, 32, 1792, 104.8 }, { "t4", 75, 40, 16, 320, 8.1 },
};

/* Memory is given in powers of ten or of two. */
static void
test_card (gconstpointer word)
{
  GsLimits limits;
  gsize i = 0;

  g_assert_true (gs_profile_find (word, &limits, NULL));
  while (i < G_N_ELEMENTS (cards) && !g_str_equal (cards[i].word, word))
    i++;
  g_assert_cmpuint (i, <, G_N_ELEMENTS (cards));
  g_assert_cmpint (limits.compute_capability, ==, cards[i].compute_capability);
  g_assert_cmpint (limits.multiprocessors, ==, cards[i].multiprocessors);
  g_assert_true (limits.memory_bytes == (gint64)cards[i].gbytes << 30
                 || limits.memory_bytes == cards[i].gbytes * G_GINT64_CONSTANT (1000000000));
  g_assert_cmpfloat_with_epsilon (limits.memory_gbytes_per_s / cards[i].gbytes_per_s, 1, 0.002);
  g_assert_cmpfloat_with_epsilon (limits.fp32_gflops / 1000 / cards[i].tflops, 1, 0.006);
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
      g_autofree char *capability = g_strconcat ("/profile-io/capability/", *word, NULL);
      g_autofree char *card = g_strconcat ("/profile-io/card/", *word, NULL);
      g_test_add_data_func (path, *word, test_profile);
      g_test_add_data_func (capability, *word, test_capability);
      g_test_add_data_func (card, *word, test_card);
    }
  g_test_add_func ("/profile-io/unknown", test_unknown);
  return g_test_run ();
}
