#include <glib/gi18n-lib.h>

#include "gs-conversion.h"
#include "gs-format.h"

void
gs_conversion_tell (const GsConversion *self, gint64 n_elements, GsImportInfo *info)
{
  if (info == NULL)
    return;
  info->n_changed = self->n_changed;
  info->max_change = self->max_change;
  g_clear_pointer (&info->notice, g_free);
  if (self->n_changed == 0)
    return;

  g_autofree char *changed = gs_format_count (self->n_changed);
  g_autofree char *elements = gs_format_count (n_elements);
  char change[G_ASCII_DTOSTR_BUF_SIZE];
  gulong n = (gulong)self->n_changed;

  /* The command line says it, too: with the sign of data. */
  g_ascii_formatd (change, sizeof change, "%.3g", self->max_change);
  if (self->n_overflow == 0)
    info->notice = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s of %s values is not the same number as float32; it changes by %s.",
                     "%s of %s values are not the same numbers as float32; the largest change is %s.", n),
        changed, elements, change);
  else
    {
      g_autofree char *overflow = gs_format_count (self->n_overflow);
      info->notice = g_strdup_printf (
          g_dngettext (
              GETTEXT_PACKAGE,
              "%s of %s values is not the same number as float32 (too large, now infinite: %s); the largest "
              "other change is %s.",
              "%s of %s values are not the same numbers as float32 (too large, now infinite: %s); the "
              "largest "
              "other change is %s.",
              n),
          changed, elements, overflow, change);
    }
}

void
gs_import_info_clear (GsImportInfo *info)
{
  g_clear_pointer (&info->format, g_free);
  g_clear_pointer (&info->array, g_free);
  g_clear_pointer (&info->notice, g_free);
  info->n_changed = 0;
  info->max_change = 0;
}
