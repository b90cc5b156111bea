/* How long it takes to get numbers in, as ratios within one process.
 *
 * bench-io npy: a 4096 × 4096 .npy against a plain read of the same bytes.
 * bench-io csv FILE: one text file; prints the seconds of each repeat, for
 * bench-loadtxt.py to hold against NumPy.
 * bench-io write: the writers against printf. */
#include <glib/gprintf.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "gs-export.h"
#include "gs-import.h"
#include "gs-source.h"
#include "gs-stats.h"

enum
{
  REPEATS = 11,
  NPY_SIDE = 4096,
};

static double
now_s (void)
{
  return (double)g_get_monotonic_time () * 1e-6;
}

static void
read_plainly (const char *path)
{
  g_autofree char *bytes = NULL;
  FILE *stream = g_fopen (path, "rb");
  fseek (stream, 0, SEEK_END);
  gsize n = (gsize)ftell (stream);
  rewind (stream);
  /* As much memory, as fresh, as the matrix has. */
  bytes = g_malloc (n);
  if (fread (bytes, 1, n, stream) != n)
    abort ();
  fclose (stream);
}

static void
import (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GsMatrix) matrix = gs_import_file (file, NULL, GS_DECIMAL_AUTO, NULL, NULL, &error);
  if (matrix == NULL)
    g_error ("%s", error->message);
}

static GsMatrix *
make_matrix (gint64 side)
{
  g_autoptr (GsSource) source = gs_source_new_generator (GS_SOURCE_NORMAL, 1);
  return gs_source_realise (source, side, side, NULL);
}

static void
bench_npy (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "a.npy", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GsMatrix) matrix = make_matrix (NPY_SIDE);
  double plain[REPEATS], ours[REPEATS];
  GsRatio ratio;
  gs_export_file (matrix, file, NULL, NULL);
  import (path);
  for (int i = 0; i < REPEATS; i++)
    {
      /* ABBA: neither side is always the first. */
      for (int side = 0; side < 2; side++)
        {
          gboolean is_plain = (side + i) % 2 == 0;
          double start = now_s ();
          if (is_plain)
            read_plainly (path);
          else
            import (path);
          (is_plain ? plain : ours)[i] = now_s () - start;
        }
    }
  gs_stats_paired_ratio (ours, plain, REPEATS, &ratio);
  g_printf ("npy 4096x4096: import / plain read = %.2f (%.2f to %.2f), n = %d\n", ratio.ratio, ratio.low,
            ratio.high, REPEATS);
  g_remove (path);
}

static void
bench_csv (const char *path)
{
  import (path);
  for (int i = 0; i < REPEATS; i++)
    {
      double start = now_s ();
      import (path);
      g_printf ("%.6f\n", now_s () - start);
    }
}

static double
least (const double *values, int n)
{
  double best = values[0];
  for (int i = 1; i < n; i++)
    best = MIN (best, values[i]);
  return best;
}

/* The same values with nine digits each, which reads back too: what a program does
 * that has only printf. */
static void
write_plainly (const GsMatrix *matrix, const char *path)
{
  FILE *stream = g_fopen (path, "w");
  gint64 n = gs_matrix_elements (matrix);
  for (gint64 i = 0; i < n; i++)
    fprintf (stream, "%.9g%c", (double)matrix->data[i], (i + 1) % matrix->n == 0 ? '\n' : ',');
  fclose (stream);
}

static double
time_write (const GsMatrix *matrix, const char *path, gboolean plainly)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  double start = now_s ();
  if (plainly)
    write_plainly (matrix, path);
  else
    gs_export_file (matrix, file, NULL, NULL);
  return now_s () - start;
}

static void
bench_write (const char *folder)
{
  static const char *const names[] = { "a.csv", "a.txt", "a.mtx", "a.npy" };
  g_autoptr (GsMatrix) matrix = make_matrix (1000);
  g_autofree char *plain_path = g_build_filename (folder, "plain.csv", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      double plain[REPEATS], ours[REPEATS];
      GStatBuf status;
      GsRatio ratio;
      time_write (matrix, path, FALSE);
      for (int j = 0; j < REPEATS; j++)
        for (int side = 0; side < 2; side++)
          {
            gboolean plainly = (side + j) % 2 == 0;
            (plainly ? plain : ours)[j] = time_write (matrix, plainly ? plain_path : path, plainly);
          }
      g_stat (path, &status);
      gs_stats_paired_ratio (plain, ours, REPEATS, &ratio);
      g_printf ("write %s 1000x1000: printf of nine digits / export = %.2f (%.2f to %.2f), n = %d; at best "
                "%.0f MB/s\n",
                names[i], ratio.ratio, ratio.low, ratio.high, REPEATS,
                (double)status.st_size * 1e-6 / least (ours, REPEATS));
      g_remove (path);
    }
  g_remove (plain_path);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "csv") == 0)
    {
      bench_csv (argv[2]);
      return 0;
    }
  g_autofree char *folder = g_dir_make_tmp ("gs-bench-XXXXXX", NULL);
  if (argc == 2 && strcmp (argv[1], "npy") == 0)
    bench_npy (folder);
  else if (argc == 2 && strcmp (argv[1], "write") == 0)
    bench_write (folder);
  g_rmdir (folder);
  return 0;
}
