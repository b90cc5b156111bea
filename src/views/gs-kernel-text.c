#include "gs-kernel-text.h"

#include <string.h>

#include "gs-kernel-source.h"

char *
gs_kernel_text (const GsKernelInfo *info)
{
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  const char *text;

  if (info == NULL || info->file == NULL)
    return NULL;
  bytes = gs_kernel_source (info->file, NULL);
  if (bytes == NULL)
    return NULL;
  text = g_bytes_get_data (bytes, &length);
  return g_strndup (text, length);
}

char *
gs_kernel_text_line (const char *text, int line)
{
  const char *end;
  char *words;

  g_return_val_if_fail (text != NULL, NULL);

  for (int i = 1; i < line && text != NULL; i++)
    {
      text = strchr (text, '\n');
      if (text != NULL)
        text++;
    }
  if (text == NULL || line < 1)
    return g_strdup ("");
  end = strchr (text, '\n');
  words = end != NULL ? g_strndup (text, (gsize)(end - text)) : g_strdup (text);
  return g_strstrip (words);
}

int
gs_kernel_text_find (const char *text, const char *symbol)
{
  g_autofree char *start = NULL;
  const char *found;
  int line = 1;

  g_return_val_if_fail (text != NULL && symbol != NULL, 0);

  /* A definition begins its line; the header comment and calls do not. */
  start = g_strdup_printf ("\n%s (", symbol);
  found = strstr (text, start);
  if (found == NULL)
    return 0;
  for (const char *at = text; at <= found; at++)
    line += *at == '\n';
  return line;
}

int
gs_kernel_text_find_code (const char *text, const char *symbol, const char *code)
{
  const int first = symbol != NULL ? gs_kernel_text_find (text, symbol) : 0;
  const char *start = text, *end, *found;
  int line = first;

  g_return_val_if_fail (text != NULL && code != NULL, 0);

  if (first == 0)
    return 0;
  for (int i = 1; i < first; i++)
    start = strchr (start, '\n') + 1;
  end = strstr (start, "\nGS_KERNEL");
  found = strstr (start, code);
  if (found == NULL || (end != NULL && found > end))
    return 0;
  for (const char *at = start; at < found; at++)
    line += *at == '\n';
  return line;
}
