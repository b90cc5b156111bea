#define _GNU_SOURCE /* strtof_l */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-target.h"
#include "gs-number.h"

/* What a cell is read as when nothing is said about the comma is what it is with
 * the one or the other said. */
static void
check_cell (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup (size > 0 ? (const char *)data : "", size);
  float values[3];
  gboolean reads[3];
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      GsImportInfo info;
      reads[i] = gs_import_number (text, (GsDecimal)i, &values[i], &info, &error);
      g_assert_true (reads[i] == (error == NULL));
      gs_import_info_clear (&info);
    }
  if (!reads[GS_DECIMAL_AUTO])
    return;
  g_assert_true (
      (reads[GS_DECIMAL_POINT] && memcmp (&values[0], &values[GS_DECIMAL_POINT], sizeof (float)) == 0)
      || (reads[GS_DECIMAL_COMMA] && memcmp (&values[0], &values[GS_DECIMAL_COMMA], sizeof (float)) == 0));
}

/* A number is what glibc's strtof makes of it, to the bit. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static locale_t c_locale;
  if (c_locale == NULL)
    c_locale = newlocale (LC_ALL_MASK, "C", NULL);
  const char *begin = (const char *)data;
  GsConversion conversion = { 0 };
  float value;
  check_cell (data, size);
  const char *after = gs_number_scan (begin, begin + size, '.', &conversion, &value);
  if (after == NULL)
    return 0;
  g_assert_true (after > begin && after <= begin + size);
  g_assert_cmpint (conversion.n_changed, <=, 1);
  g_autofree char *text = g_strndup (begin, (gsize)(after - begin));
  g_strdelimit (text, "dD", 'e');
  float expected = strtof_l (text, NULL, c_locale);
  if (expected == expected)
    g_assert_cmpmem (&value, sizeof value, &expected, sizeof expected);
  else
    g_assert_true (value != value);
  return 0;
}
