#include <glib/gi18n-lib.h>
#include <string.h>

#include "gs-conversion.h"
#include "gs-npy.h"

enum
{
  CHUNK_BYTES = 1 << 18, /* stays in the second-level cache */
};

/* IEEE 754 binary16. */
static float
half_to_float (guint16 half)
{
  guint32 sign = (guint32)(half & 0x8000) << 16;
  guint32 exponent = half >> 10 & 0x1f;
  guint32 mantissa = half & 0x3ff;
  guint32 bits;
  float value;
  if (exponent == 0)
    {
      value = (float)mantissa * 0x1p-24f;
      memcpy (&bits, &value, sizeof bits);
      bits |= sign;
    }
  else
    bits = sign | (exponent == 31 ? 255u : exponent + 112u) << 23 | mantissa << 13;
  memcpy (&value, &bits, sizeof value);
  return value;
}

static guint64
load (const guint8 *bytes, int n, gboolean swap)
{
  guint64 value;
  guint32 word;
  guint16 half;
  switch (n)
    {
    case 1:
      return bytes[0];
    case 2:
      memcpy (&half, bytes, sizeof half);
      return swap ? GUINT16_SWAP_LE_BE (half) : half;
    case 4:
      memcpy (&word, bytes, sizeof word);
      return swap ? GUINT32_SWAP_LE_BE (word) : word;
    default:
      memcpy (&value, bytes, sizeof value);
      return swap ? GUINT64_SWAP_LE_BE (value) : value;
    }
}

static float
convert_float (guint64 raw, int n_bytes, GsConversion *conversion)
{
  guint32 word = (guint32)raw;
  double value;
  float single;
  if (n_bytes == 2)
    return half_to_float ((guint16)raw);
  if (n_bytes == 4)
    {
      memcpy (&single, &word, sizeof single);
      return single;
    }
  memcpy (&value, &raw, sizeof value);
  return gs_conversion_double (conversion, value);
}

static float
convert (const GsNpyHeader *header, const guint8 *bytes, GsConversion *conversion)
{
  guint64 raw = load (bytes, header->item_bytes, header->swap);
  int unused_bits = 64 - 8 * header->item_bytes;
  switch (header->kind)
    {
    case 'f':
      return convert_float (raw, header->item_bytes, conversion);
    case 'i':
      return gs_conversion_int64 (conversion, (gint64)(raw << unused_bits) >> unused_bits);
    case 'u':
      return gs_conversion_uint64 (conversion, raw);
    default:
      return raw != 0;
    }
}

static void
convert_run (const GsNpyHeader *header, const guint8 *bytes, gsize n, float *values, GsConversion *conversion)
{
  for (gsize i = 0; i < n; i++)
    values[i] = convert (header, bytes + i * (gsize)header->item_bytes, conversion);
}

static gboolean
read_rows (GsByteSource *source,
           const GsNpyHeader *header,
           GsMatrix *matrix,
           GsConversion *conversion,
           GError **error)
{
  gsize n_elements = (gsize)gs_matrix_elements (matrix);
  gsize at_once = CHUNK_BYTES / (gsize)header->item_bytes;
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);
  for (gsize i = 0; i < n_elements; i += at_once)
    {
      gsize n = MIN (at_once, n_elements - i);
      if (!gs_byte_source_read (source, chunk, n * (gsize)header->item_bytes, error))
        return FALSE;
      convert_run (header, chunk, n, matrix->data + i, conversion);
    }
  return TRUE;
}

/* Column after column, several at once so that a cache line of the matrix is
 * written whole. */
static gboolean
read_columns (GsByteSource *source,
              const GsNpyHeader *header,
              GsMatrix *matrix,
              GsConversion *conversion,
              GError **error)
{
  enum
  {
    AT_ONCE = 16,
  };
  gsize item_bytes = (gsize)header->item_bytes;
  gsize m = (gsize)matrix->m;
  gsize n = (gsize)matrix->n;
  if (!gs_memory_check (2 * m * AT_ONCE * item_bytes, _ ("An array in Fortran order"), error))
    return FALSE;
  g_autofree guint8 *panel = g_malloc (m * MIN (AT_ONCE, n) * item_bytes);
  for (gsize column = 0; column < n; column += AT_ONCE)
    {
      gsize width = MIN (AT_ONCE, n - column);
      if (!gs_byte_source_read (source, panel, m * width * item_bytes, error))
        return FALSE;
      for (gsize row = 0; row < m; row++)
        for (gsize i = 0; i < width; i++)
          matrix->data[row * n + column + i]
              = convert (header, panel + (i * m + row) * item_bytes, conversion);
    }
  return TRUE;
}

static void
swap_floats (float *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint32 word;
      memcpy (&word, &values[i], sizeof word);
      word = GUINT32_SWAP_LE_BE (word);
      memcpy (&values[i], &word, sizeof word);
    }
}

static gboolean
read_data (GsByteSource *source,
           const GsNpyHeader *header,
           GsMatrix *matrix,
           GsConversion *conversion,
           GError **error)
{
  gsize n = (gsize)gs_matrix_elements (matrix);
  /* A matrix of one row or one column is the same in both orders. */
  gboolean columns = header->fortran && matrix->m > 1 && matrix->n > 1;
  if (n == 0)
    return TRUE;
  if (columns)
    return read_columns (source, header, matrix, conversion, error);
  if (header->kind != 'f' || header->item_bytes != 4)
    return read_rows (source, header, matrix, conversion, error);
  if (!gs_byte_source_read (source, matrix->data, n * sizeof (float), error))
    return FALSE;
  if (header->swap)
    swap_floats (matrix->data, n);
  return TRUE;
}

GsMatrix *
gs_npy_read (GsByteSource *source, GsImportInfo *info, GError **error)
{
  GsNpyHeader header;
  GsConversion conversion = { 0 };
  if (!gs_npy_read_header (source, &header, error))
    return NULL;
  g_autoptr (GsMatrix) matrix = gs_matrix_new_uninitialised (header.m, header.n, error);
  if (matrix == NULL || !read_data (source, &header, matrix, &conversion, error))
    return NULL;
  if (info != NULL)
    {
      gs_conversion_tell (&conversion, gs_matrix_elements (matrix), info);
      info->format = g_strdup_printf ("NumPy .npy %d.%d %s%s", header.major, header.minor, header.descr,
                                      header.fortran ? _ (", Fortran order") : "");
    }
  return g_steal_pointer (&matrix);
}
