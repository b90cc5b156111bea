#include "gs-source-gutter.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"

struct _GsSourceGutter
{
  GtkSourceGutterRendererText parent_instance;

  GHashTable *texts; /* line from 1 → char * */
};

G_DEFINE_FINAL_TYPE (GsSourceGutter, gs_source_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

static void
gs_source_gutter_query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines, guint line)
{
  const char *text = g_hash_table_lookup (GS_SOURCE_GUTTER (renderer)->texts, GUINT_TO_POINTER (line + 1));

  gtk_source_gutter_renderer_text_set_text (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer),
                                            text != NULL ? text : "", -1);
}

static void
gs_source_gutter_finalize (GObject *object)
{
  g_hash_table_unref (GS_SOURCE_GUTTER (object)->texts);

  G_OBJECT_CLASS (gs_source_gutter_parent_class)->finalize (object);
}

static void
gs_source_gutter_class_init (GsSourceGutterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gs_source_gutter_finalize;
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->query_data = gs_source_gutter_query_data;
}

static void
gs_source_gutter_init (GsSourceGutter *self)
{
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

GtkSourceGutterRenderer *
gs_source_gutter_new (void)
{
  return g_object_new (GS_TYPE_SOURCE_GUTTER, "xalign", 1.0, "xpad", 6, NULL);
}

static char *
describe_line (const GsLineTrace *line)
{
  if (line->requests > 0)
    {
      g_autofree char *share = gs_format_value ((double)line->sectors / (double)line->requests, 3);

      /* Translators: of 32 bytes; in all, and per warp request to global memory. Short: it stands beside the source. */
      g_autofree char *all = gs_format_count (line->sectors);

      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%s sector, %s each", "%s sectors, %s each", gs_format_plural (all)),
          all, share);
    }
  if (line->shared_requests > 0)
    {
      g_autofree char *share = gs_format_value ((double)line->bank_passes / (double)line->shared_requests, 3);

      /* Translators: in all, and per warp request to shared memory. Short: it stands beside the source. */
      g_autofree char *all = gs_format_count (line->bank_passes);

      return g_strdup_printf (_ ("%s passes, %s each"), all, share);
    }
  return NULL;
}

void
gs_source_gutter_set_trace (GsSourceGutter *self, const GsTrace *trace)
{
  int widest = 0;

  g_return_if_fail (GS_IS_SOURCE_GUTTER (self));

  g_hash_table_remove_all (self->texts);
  for (guint i = 0; trace != NULL && i < trace->lines->len; i++)
    {
      const GsLineTrace *line = &g_array_index (trace->lines, GsLineTrace, i);
      char *text = describe_line (line);
      int width, height;

      if (text == NULL)
        continue;
      gtk_source_gutter_renderer_text_measure (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), text, &width, &height);
      widest = MAX (widest, width);
      g_hash_table_insert (self->texts, GINT_TO_POINTER (line->line), text);
    }
  gtk_widget_set_size_request (GTK_WIDGET (self), widest > 0 ? widest + 12 : -1, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), widest > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
