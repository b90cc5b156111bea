#include "gs-source-gutter.h"

#include <glib/gi18n-lib.h>

#include "gs-format.h"
#include "gs-theme.h"
#include "gs-view-style.h"

struct _GsSourceGutter
{
  GtkSourceGutterRendererText parent_instance;

  GHashTable *texts; /* line from 1 → char * */
  char color[8];     /* "#5e5e5e": the scheme's numbers of lines are paler than can be read */
};

G_DEFINE_FINAL_TYPE (GsSourceGutter, gs_source_gutter, GTK_SOURCE_TYPE_GUTTER_RENDERER_TEXT)

/* Somewhat smaller than the source, so that Han characters, which are taller, stand on its line. */
static char *
make_markup (GsSourceGutter *self, const char *text)
{
  return g_markup_printf_escaped ("<span foreground=\"%s\" size=\"88%%\">%s</span>", self->color, text);
}

static void
gs_source_gutter_begin (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines)
{
  GsSourceGutter *self = GS_SOURCE_GUTTER (renderer);
  GsFigureStyle style;
  const GsColor *color;

  gs_view_style_init (&style, GTK_WIDGET (renderer));
  color = &gs_theme_get (style.theme)->muted;
  g_snprintf (self->color, sizeof self->color, "#%02x%02x%02x", (int)(color->red * 255 + 0.5),
              (int)(color->green * 255 + 0.5), (int)(color->blue * 255 + 0.5));
  GTK_SOURCE_GUTTER_RENDERER_CLASS (gs_source_gutter_parent_class)->begin (renderer, lines);
}

static void
gs_source_gutter_query_data (GtkSourceGutterRenderer *renderer, GtkSourceGutterLines *lines, guint line)
{
  GsSourceGutter *self = GS_SOURCE_GUTTER (renderer);
  const char *text = g_hash_table_lookup (self->texts, GUINT_TO_POINTER (line + 1));
  g_autofree char *markup = make_markup (self, text != NULL ? text : "");

  gtk_source_gutter_renderer_text_set_markup (GTK_SOURCE_GUTTER_RENDERER_TEXT (renderer), markup, -1);
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
  GTK_SOURCE_GUTTER_RENDERER_CLASS (klass)->begin = gs_source_gutter_begin;
}

static void
gs_source_gutter_init (GsSourceGutter *self)
{
  self->texts = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_strlcpy (self->color, "#000000", sizeof self->color); /* until the first drawing */
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
      g_autofree char *markup = NULL;
      int width, height;

      if (text == NULL)
        continue;
      markup = make_markup (self, text);
      gtk_source_gutter_renderer_text_measure_markup (GTK_SOURCE_GUTTER_RENDERER_TEXT (self), markup, &width,
                                                      &height);
      widest = MAX (widest, width);
      g_hash_table_insert (self->texts, GINT_TO_POINTER (line->line), text);
    }
  gtk_widget_set_size_request (GTK_WIDGET (self), widest > 0 ? widest + 12 : -1, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), widest > 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
