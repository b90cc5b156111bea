#include "gs-png-text.h"

#include <string.h>

/* CRC-32 of PNG (ISO 3309), over chunk type and data. */
static guint32
crc32_of (const guint8 *data, gsize length)
{
  guint32 crc = 0xffffffffu;

  for (gsize i = 0; i < length; i++)
    {
      crc ^= data[i];
      for (int bit = 0; bit < 8; bit++)
        crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320u : 0);
    }
  return ~crc;
}

static void
append_be32 (GByteArray *array, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (array, (const guint8 *)&big, 4);
}

void
gs_png_add_text (GByteArray *png, const char *keyword, const char *text)
{
  /* Signature, then IHDR: length 4, type 4, data 13, CRC 4. */
  const guint after_header = 8 + 4 + 4 + 13 + 4;
  /* After the keyword: its end, not compressed, method 0, no language, no
   * translated keyword. */
  static const guint8 flags[] = { 0, 0, 0, 0, 0 };
  g_autoptr (GByteArray) chunk = NULL;
  g_autoptr (GByteArray) rest = NULL;

  if (png->len < after_header || text == NULL)
    return;
  chunk = g_byte_array_new ();
  g_byte_array_append (chunk, (const guint8 *)"iTXt", 4);
  g_byte_array_append (chunk, (const guint8 *)keyword, strlen (keyword));
  g_byte_array_append (chunk, flags, sizeof flags);
  g_byte_array_append (chunk, (const guint8 *)text, strlen (text));
  rest = g_byte_array_new ();
  g_byte_array_append (rest, png->data + after_header, png->len - after_header);
  g_byte_array_set_size (png, after_header);
  append_be32 (png, chunk->len - 4);
  g_byte_array_append (png, chunk->data, chunk->len);
  append_be32 (png, crc32_of (chunk->data, chunk->len));
  g_byte_array_append (png, rest->data, rest->len);
}
