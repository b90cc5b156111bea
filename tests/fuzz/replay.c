/* Runs one fuzz target over files, without a fuzzer: replay FOLDER… */
#include <stdlib.h>

#include "fuzz-target.h"

static guint
replay_folder (const char *path)
{
  guint n = 0;
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  for (const char *name; folder != NULL && (name = g_dir_read_name (folder)) != NULL; n++)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      g_autofree char *bytes = NULL;
      gsize n_bytes;
      if (!g_file_get_contents (file, &bytes, &n_bytes, NULL))
        abort ();
      /* An exact copy, so that a sanitizer sees a read past the end. */
      g_autofree guint8 *exact = g_memdup2 (bytes, n_bytes);
      LLVMFuzzerTestOneInput (exact, n_bytes);
      /* Every beginning of it too, as from a file cut off. */
      for (gsize length = 0; length < MIN (n_bytes, 512); length++)
        {
          g_autofree guint8 *cut = g_memdup2 (bytes, length);
          LLVMFuzzerTestOneInput (cut, length);
        }
    }
  return n;
}

int
main (int argc, char **argv)
{
  guint n = 0;
  for (int i = 1; i < argc; i++)
    n += replay_folder (argv[i]);
  g_print ("%u files\n", n);
  return n > 0 ? 0 : 1;
}
