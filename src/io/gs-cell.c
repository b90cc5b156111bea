#include <string.h>

#include "gs-cell.h"
#include "gs-number.h"
#include "gs-text.h"

enum
{
  MAX_CELL = 512, /* characters of a number with grouped digits */
};

/* The parts of a number's text: sign, mantissa, and whether an exponent follows. */
typedef struct
{
  const char *mantissa, *mantissa_end;
  gboolean exponent;
} Parts;

static gboolean
split (const char *cell, gsize length, Parts *self)
{
  const char *end = cell + length;
  if (cell < end && (*cell == '-' || *cell == '+'))
    cell++;
  self->mantissa = cell;
  while (cell < end && (g_ascii_isdigit (*cell) || strchr (".,'", *cell) != NULL) && *cell != 0)
    cell++;
  self->mantissa_end = cell;
  self->exponent = cell < end;
  if (self->exponent)
    {
      if (strchr ("eEdD", *cell) == NULL || *cell == 0)
        return FALSE;
      cell++;
      if (cell < end && (*cell == '-' || *cell == '+'))
        cell++;
      if (cell >= end)
        return FALSE;
      while (cell < end && g_ascii_isdigit (*cell))
        cell++;
    }
  return cell == end && self->mantissa_end > self->mantissa;
}

/* Whether the digits of @from … @to are parted by @mark into one to three and
 * then threes. No mark at all is right too. */
static gboolean
is_grouped (const char *from, const char *to, char mark)
{
  int n = 0;
  gboolean first = TRUE;
  for (const char *p = from; p < to; p++)
    {
      if (g_ascii_isdigit (*p))
        n++;
      else if (*p != mark || (first ? n < 1 || n > 3 : n != 3))
        return FALSE;
      else
        {
          first = FALSE;
          n = 0;
        }
    }
  return first ? TRUE : n == 3;
}

static int
count (const Parts *self, char c)
{
  int n = 0;
  for (const char *p = self->mantissa; p < self->mantissa_end; p++)
    n += *p == c;
  return n;
}

/* Whether the mantissa is a number when @decimal is the decimal mark. */
static gboolean
reads_with (const Parts *self, char decimal)
{
  char group = decimal == '.' ? ',' : '.';
  const char *point = memchr (self->mantissa, decimal, (gsize)(self->mantissa_end - self->mantissa));
  const char *whole_end = point != NULL ? point : self->mantissa_end;
  const char *fraction = point != NULL ? point + 1 : self->mantissa_end;
  gboolean digits = whole_end > self->mantissa || fraction < self->mantissa_end;
  for (const char *p = fraction; p < self->mantissa_end; p++)
    digits = digits && g_ascii_isdigit (*p);
  return digits
         && (is_grouped (self->mantissa, whole_end, group)
             || is_grouped (self->mantissa, whole_end, GS_TEXT_GROUP));
}

GsCellKind
gs_cell_classify (const char *cell, gsize length)
{
  Parts parts;
  if (length == 0)
    return GS_CELL_EMPTY;
  if (!split (cell, length, &parts))
    {
      GsConversion unused = { 0 };
      float value;
      const char *after = gs_number_scan (cell, cell + length, '.', &unused, &value);
      return after == cell + length ? GS_CELL_PLAIN : GS_CELL_NOT_NUMBER;
    }
  int n_commas = count (&parts, ','), n_points = count (&parts, '.');
  gboolean point = reads_with (&parts, '.'), comma = reads_with (&parts, ',');
  if (!point && !comma)
    return GS_CELL_NOT_NUMBER;
  if (n_commas + n_points == 0)
    return GS_CELL_PLAIN;
  if (point != comma)
    return point ? GS_CELL_POINT : GS_CELL_COMMA;
  /* Both readings are numbers: one mark with three digits behind it, which a
   * leading zero or an exponent decides, since neither goes with grouped digits. */
  gboolean never_grouped = parts.exponent || parts.mantissa[0] == '0';
  if (n_commas > 0)
    return never_grouped ? GS_CELL_COMMA : GS_CELL_AMBIGUOUS;
  return never_grouped ? GS_CELL_POINT : GS_CELL_WEAK_POINT;
}

gboolean
gs_cell_parse (const char *cell, gsize length, char decimal, GsConversion *conversion, float *value)
{
  Parts parts;
  char plain[MAX_CELL];
  if (split (cell, length, &parts))
    {
      if (!reads_with (&parts, decimal))
        return FALSE;
      if (count (&parts, decimal == '.' ? ',' : '.') + count (&parts, GS_TEXT_GROUP) > 0)
        {
          gsize n = 0;
          if (length > sizeof plain)
            return FALSE;
          for (gsize i = 0; i < length; i++)
            if (cell[i] == decimal || (cell[i] != '.' && cell[i] != ',' && cell[i] != GS_TEXT_GROUP))
              plain[n++] = cell[i];
          return gs_number_scan (plain, plain + n, decimal, conversion, value) == plain + n;
        }
    }
  return gs_number_scan (cell, cell + length, decimal, conversion, value) == cell + length;
}
