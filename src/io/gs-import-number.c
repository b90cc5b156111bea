#include <string.h>
#include <glib/gi18n-lib.h>

#include "gs-cell.h"
#include "gs-import.h"
#include "gs-text.h"

enum
{
  MAX_SHOWN = 60, /* characters of what is no number */
};

/* "1,234" with a decimal point, and without the comma. */
static gboolean
fail_two_readings (const char *cell, GError **error)
{
  g_autofree char *point = g_strdelimit (g_strdup (cell), ",", '.');
  g_auto (GStrv) groups = g_strsplit (cell, ",", -1);
  g_autofree char *whole = g_strjoinv ("", groups);

  g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_AMBIGUOUS,
               _ ("“%s” can mean %s (decimal comma) or %s (digits in groups); choose the decimal mark"), cell,
               point, whole);
  return FALSE;
}

static gboolean
read_cell (const char *cell, GsDecimal decimal, float *value, GsImportInfo *info, GError **error)
{
  const gsize length = strlen (cell);
  const GsCellKind kind = gs_cell_classify (cell, length);
  const gboolean comma = decimal == GS_DECIMAL_COMMA || (decimal == GS_DECIMAL_AUTO && kind == GS_CELL_COMMA);
  GsConversion conversion = { 0 };

  if (kind == GS_CELL_AMBIGUOUS && decimal == GS_DECIMAL_AUTO)
    return fail_two_readings (cell, error);
  if (kind == GS_CELL_EMPTY || !gs_cell_parse (cell, length, comma ? ',' : '.', &conversion, value))
    {
      g_autofree char *shown = g_utf8_substring (cell, 0, MIN (g_utf8_strlen (cell, -1), MAX_SHOWN));

      g_set_error (error, GS_IO_ERROR, GS_IO_ERROR_SYNTAX, _ ("“%s” is not a number"), shown);
      return FALSE;
    }
  gs_conversion_tell (&conversion, 1, info);
  return TRUE;
}

gboolean
gs_import_number (const char *text, GsDecimal decimal, float *value, GsImportInfo *info, GError **error)
{
  g_autofree char *copy = NULL, *cell = NULL;
  const char *decoded;
  gsize length;

  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  if (info != NULL)
    memset (info, 0, sizeof *info);
  decoded = gs_text_decode (text, strlen (text), &length, &copy, error);
  if (decoded == NULL)
    return FALSE;
  cell = g_strstrip (g_strndup (decoded, length));
  return read_cell (cell, decimal, value, info, error);
}
