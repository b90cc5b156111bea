#define _GNU_SOURCE /* strtof_l */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz-target.h"
#include "gs-number.h"

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
