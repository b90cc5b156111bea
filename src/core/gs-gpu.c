#include "gs-gpu.h"

#include <stdio.h>
#include <string.h>

gboolean
gs_gpu_runs (const char *backend)
{
  return g_strcmp0 (backend, "cuda") == 0 || g_strcmp0 (backend, "cublas") == 0;
}

/* The bus, device and function of a PCI id; its domain, 4 or 8 digits with
 * different tools, as a number. */
static gboolean
parse_pci (const char *text, guint parts[4])
{
  int used = 0;

  parts[0] = 0;
  if (sscanf (text, "%8x:%2x:%2x.%1x%n", &parts[0], &parts[1], &parts[2], &parts[3], &used) == 4)
    return text[used] == '\0';
  parts[0] = 0;
  return sscanf (text, "%2x:%2x.%1x%n", &parts[1], &parts[2], &parts[3], &used) == 3 && text[used] == '\0';
}

gboolean
gs_gpu_is_called (const char *word, int number, const char *uuid, const char *pci)
{
  guint asked[4], own[4];
  char *end = NULL;
  gint64 asked_number;

  g_return_val_if_fail (word != NULL, FALSE);

  asked_number = g_ascii_strtoll (word, &end, 10);
  if (end != word && *end == '\0')
    return asked_number == number;
  if (g_ascii_strncasecmp (word, "GPU-", 4) == 0)
    return uuid != NULL && strlen (word) >= 8 && g_ascii_strncasecmp (uuid, word, strlen (word)) == 0;
  return pci != NULL && parse_pci (word, asked) && parse_pci (pci, own)
         && memcmp (asked, own, sizeof own) == 0;
}

const GsGpu *
gs_gpu_find (const GPtrArray *gpus, const char *word)
{
  g_return_val_if_fail (gpus != NULL, NULL);

  for (guint i = 0; i < gpus->len; i++)
    {
      const GsGpu *gpu = g_ptr_array_index (gpus, i);

      if (word == NULL || gs_gpu_is_called (word, (int)i, gpu->uuid, gpu->pci))
        return gpu;
    }
  return NULL;
}

char *
gs_gpu_title (const GsGpu *gpu)
{
  g_return_val_if_fail (gpu != NULL, NULL);

  if (gpu->pci == NULL || *gpu->pci == '\0')
    return g_strdup (gpu->name);
  return g_strdup_printf ("%s (%s)", gpu->name, gpu->pci);
}

const GsGpu *
gs_report_get_gpu (const GsReport *report)
{
  g_return_val_if_fail (report != NULL, NULL);

  return gs_gpu_find (report->environment->gpus, report->spec->device);
}
