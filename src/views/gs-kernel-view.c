#include "gs-kernel-view.h"

#include <adwaita.h>

#include "gs-kernel-text.h"
#include "gs-source-gutter.h"
#include "gs-text-tags.h"

#define TRACED_MARK  "traced"
#define FINDING_MARK "finding"
#define LIT_MARK     "lit"

struct _GsKernelView
{
  GtkSourceView parent_instance;

  GsSourceGutter *gutter; /* owned by the view's gutter */
  char *file;             /* shown; NULL: none */
  char *text;
  gboolean dressed; /* has its language and colours */
};

G_DEFINE_FINAL_TYPE (GsKernelView, gs_kernel_view, GTK_SOURCE_TYPE_VIEW)

static GtkSourceBuffer *
get_buffer (GsKernelView *self)
{
  return GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self)));
}

static void
follow_dark (GsKernelView *self)
{
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  g_autoptr (GtkSourceMarkAttributes) finding = gtk_source_mark_attributes_new ();
  g_autoptr (GtkSourceMarkAttributes) traced = gtk_source_mark_attributes_new ();
  g_autoptr (GtkSourceMarkAttributes) lit = gtk_source_mark_attributes_new ();
  GdkRGBA red, blue, amber;

  if (!self->dressed)
    return;
  gdk_rgba_parse (&red, dark ? "rgba(213,94,0,0.38)" : "rgba(213,94,0,0.20)");
  gdk_rgba_parse (&blue, dark ? "rgba(86,180,233,0.14)" : "rgba(0,114,178,0.08)");
  gdk_rgba_parse (&amber, dark ? "rgba(230,159,0,0.40)" : "rgba(230,159,0,0.35)");
  gtk_source_mark_attributes_set_background (lit, &amber);
  gtk_source_mark_attributes_set_icon_name (lit, "go-next-symbolic");
  gtk_source_view_set_mark_attributes (GTK_SOURCE_VIEW (self), LIT_MARK, lit, 3);
  gtk_source_mark_attributes_set_background (finding, &red);
  gtk_source_mark_attributes_set_icon_name (finding, "dialog-warning-symbolic");
  gtk_source_mark_attributes_set_background (traced, &blue);
  gtk_source_view_set_mark_attributes (GTK_SOURCE_VIEW (self), FINDING_MARK, finding, 2);
  gtk_source_view_set_mark_attributes (GTK_SOURCE_VIEW (self), TRACED_MARK, traced, 1);
  gtk_source_buffer_set_style_scheme (get_buffer (self), gtk_source_style_scheme_manager_get_scheme (
                                                             schemes, dark ? "Adwaita-dark" : "Adwaita"));
}

static void
show_cursor (GsKernelView *self)
{
  /* By the mark, which waits until the lines above have their heights. */
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self),
                                gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (get_buffer (self))), 0.0, TRUE,
                                0.0, 0.25);
}

static gboolean
show_cursor_cb (gpointer data)
{
  show_cursor (data);
  return G_SOURCE_REMOVE;
}

/* Finding a language reads a hundred files; a start that shows another page does
 * not wait for them. */
static void
dress (GsKernelView *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkSourceLanguage *language = gtk_source_language_manager_get_language (languages, "cuda");

  self->dressed = TRUE;
  if (language == NULL)
    language = gtk_source_language_manager_get_language (languages, "c");
  gtk_source_buffer_set_language (get_buffer (self), language);
  follow_dark (self);
}

/* A page that is not in front has no height to scroll in. */
static void
gs_kernel_view_map (GtkWidget *widget)
{
  if (!GS_KERNEL_VIEW (widget)->dressed)
    dress (GS_KERNEL_VIEW (widget));
  GTK_WIDGET_CLASS (gs_kernel_view_parent_class)->map (widget);
  g_idle_add_full (GTK_TEXT_VIEW_PRIORITY_VALIDATE + 1, show_cursor_cb, g_object_ref (widget),
                   g_object_unref);
}

static void
gs_kernel_view_finalize (GObject *object)
{
  GsKernelView *self = GS_KERNEL_VIEW (object);

  g_free (self->file);
  g_free (self->text);

  G_OBJECT_CLASS (gs_kernel_view_parent_class)->finalize (object);
}

static void
gs_kernel_view_class_init (GsKernelViewClass *klass)
{
  gtk_source_init ();
  gs_text_tags_hide_colours ();
  G_OBJECT_CLASS (klass)->finalize = gs_kernel_view_finalize;
  GTK_WIDGET_CLASS (klass)->map = gs_kernel_view_map;
}

static void
gs_kernel_view_init (GsKernelView *self)
{
  GtkSourceView *view = GTK_SOURCE_VIEW (self);
  GtkSourceGutterRenderer *renderer = gs_source_gutter_new ();

  gtk_source_buffer_set_highlight_matching_brackets (get_buffer (self), FALSE);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (self), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self), TRUE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self), 8);
  /* Tab moves on to the tables: there is nothing to type here. */
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self), FALSE);
  gtk_source_view_set_show_line_numbers (view, TRUE);
  gtk_source_view_set_show_line_marks (view, TRUE);
  gtk_source_view_set_highlight_current_line (view, TRUE);

  self->gutter = GS_SOURCE_GUTTER (renderer);
  gtk_source_gutter_insert (gtk_source_view_get_gutter (view, GTK_TEXT_WINDOW_LEFT), renderer, 20);
  gs_source_gutter_set_trace (self->gutter, NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (follow_dark), self,
                           G_CONNECT_SWAPPED);
}

gboolean
gs_kernel_view_set_kernel (GsKernelView *self, const GsKernelInfo *info)
{
  const char *file = info != NULL ? info->file : NULL;

  g_return_val_if_fail (GS_IS_KERNEL_VIEW (self), FALSE);

  if (g_strcmp0 (file, self->file) != 0)
    {
      g_free (self->file);
      g_free (self->text);
      self->file = g_strdup (file);
      self->text = gs_kernel_text (info);
      gs_source_gutter_set_trace (self->gutter, NULL);
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (get_buffer (self)), self->text != NULL ? self->text : "",
                                -1);
    }
  if (self->text == NULL)
    return FALSE;
  if (info->symbol != NULL)
    gs_kernel_view_go_to (self, gs_kernel_text_find (self->text, info->symbol));
  return TRUE;
}

static void
mark_line (GsKernelView *self, int line, const char *category)
{
  GtkTextIter iter;

  if (line > 0 && gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (get_buffer (self)), &iter, line - 1))
    gtk_source_buffer_create_source_mark (get_buffer (self), NULL, category, &iter);
}

void
gs_kernel_view_set_trace (GsKernelView *self, const GsTrace *trace)
{
  g_autoptr (GHashTable) marked = g_hash_table_new (NULL, NULL);
  GtkTextIter start, end;

  g_return_if_fail (GS_IS_KERNEL_VIEW (self));

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (get_buffer (self)), &start, &end);
  gtk_source_buffer_remove_source_marks (get_buffer (self), &start, &end, TRACED_MARK);
  gtk_source_buffer_remove_source_marks (get_buffer (self), &start, &end, FINDING_MARK);
  gs_source_gutter_set_trace (self->gutter, trace);
  if (trace == NULL)
    return;
  for (guint i = 0; i < trace->lines->len; i++)
    mark_line (self, g_array_index (trace->lines, GsLineTrace, i).line, TRACED_MARK);
  for (GsFindingKind kind = 0; kind < GS_N_FINDINGS; kind++)
    for (guint i = 0; i < trace->findings[kind]->len; i++)
      {
        const GsFinding *finding = &g_array_index (trace->findings[kind], GsFinding, i);

        /* Hundreds of threads may stumble over one line. */
        if (g_hash_table_add (marked, GINT_TO_POINTER (finding->line)))
          mark_line (self, finding->line, FINDING_MARK);
        if (finding->has_other && g_hash_table_add (marked, GINT_TO_POINTER (finding->other_line)))
          mark_line (self, finding->other_line, FINDING_MARK);
      }
}

void
gs_kernel_view_go_to (GsKernelView *self, int line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self));
  GtkTextIter iter;

  g_return_if_fail (GS_IS_KERNEL_VIEW (self));

  if (line < 1 || !gtk_text_buffer_get_iter_at_line (buffer, &iter, line - 1))
    return;
  gtk_text_buffer_place_cursor (buffer, &iter);
  show_cursor (self);
}

void
gs_kernel_view_light (GsKernelView *self, int line)
{
  GtkTextIter start, end;

  g_return_if_fail (GS_IS_KERNEL_VIEW (self));

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (get_buffer (self)), &start, &end);
  gtk_source_buffer_remove_source_marks (get_buffer (self), &start, &end, LIT_MARK);
  mark_line (self, line, LIT_MARK);
  gs_kernel_view_go_to (self, line);
}
