#pragma once

#include <math.h>

#include "gs-import.h"

G_BEGIN_DECLS

/* Counts what changes on the way to float32. Internal to this layer. */
typedef struct
{
  gint64 n_changed;  /* not the same number as float32, overflows included */
  gint64 n_overflow; /* finite, but infinite as float32 */
  double max_change; /* largest |value − float32| of those that stay finite */
} GsConversion;

/* For a value and what became of it, when the two are known to differ. */
static inline void
gs_conversion_add (GsConversion *self, double value, float converted)
{
  self->n_changed++;
  if (isinf (converted))
    self->n_overflow++;
  else
    self->max_change = fmax (self->max_change, fabs (value - (double)converted));
}

static inline float
gs_conversion_double (GsConversion *self, double value)
{
  float converted = (float)value;
  if ((double)converted != value && value == value)
    gs_conversion_add (self, value, converted);
  return converted;
}

static inline float
gs_conversion_int64 (GsConversion *self, gint64 value)
{
  float converted = (float)value;
  /* 2⁶³ itself does not fit back into 64 bits. */
  if (converted >= 0x1p63f || (gint64)converted != value)
    {
      double change = converted >= 0x1p63f ? (double)(G_MAXINT64 - value) + 1
                                           : fabs ((double)((gint64)converted - value));
      self->n_changed++;
      self->max_change = fmax (self->max_change, change);
    }
  return converted;
}

static inline float
gs_conversion_uint64 (GsConversion *self, guint64 value)
{
  float converted = (float)value;
  if (converted >= 0x1p64f || (guint64)converted != value)
    {
      double change = converted >= 0x1p64f         ? (double)(G_MAXUINT64 - value) + 1
                      : (guint64)converted > value ? (double)((guint64)converted - value)
                                                   : (double)(value - (guint64)converted);
      self->n_changed++;
      self->max_change = fmax (self->max_change, change);
    }
  return converted;
}

/* Fills n_changed, max_change and notice of @info (may be NULL). */
void gs_conversion_tell (const GsConversion *self, gint64 n_elements, GsImportInfo *info);

G_END_DECLS
