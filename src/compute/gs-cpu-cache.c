#include "gs-cpu-cache.h"

#define FOLDER "/sys/devices/system/cpu/cpu0/cache"

static const GsCpuCache *forced;

/* The text of a file there without its line end; NULL when there is none. */
static char *
read_word (int index, const char *name)
{
  g_autofree char *path = g_strdup_printf (FOLDER "/index%d/%s", index, name);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return g_strchomp (text);
}

static void
read_sizes (GsCpuCache *cache)
{
  for (int index = 0; index < 8; index++)
    {
      g_autofree char *level = read_word (index, "level");
      g_autofree char *type = read_word (index, "type");
      g_autofree char *size = read_word (index, "size"); /* "48K" */
      gsize n_bytes;

      if (level == NULL || type == NULL || size == NULL || g_str_equal (type, "Instruction"))
        continue;
      n_bytes = (gsize)g_ascii_strtoull (size, NULL, 10) * (g_str_has_suffix (size, "M") ? 1048576 : 1024);
      if (n_bytes > 0 && g_str_equal (level, "1"))
        cache->level1 = n_bytes;
      else if (n_bytes > 0 && g_str_equal (level, "2"))
        cache->level2 = n_bytes;
    }
}

const GsCpuCache *
gs_cpu_cache (void)
{
  static GsCpuCache cache = { 32768, 262144 };
  static gsize done;

  if (g_once_init_enter (&done))
    {
      read_sizes (&cache);
      g_once_init_leave (&done, 1);
    }
  return forced != NULL ? forced : &cache;
}

void
gs_cpu_cache_force (const GsCpuCache *cache)
{
  forced = cache;
}
