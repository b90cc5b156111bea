#include "gs-kernel-view.h"

#include <adwaita.h>

#include "config.h"
#include "gs-kernel-text.h"
#include "gs-program.h"
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

/* Those of the installed program, and before them those of a build directory. */
static void
find_schemes (GtkSourceStyleSchemeManager *schemes)
{
  g_autofree char *folder = gs_program_folder ();
  g_autofree char *built
      = folder != NULL ? g_build_filename (folder, "..", "..", "data", "styles", NULL) : NULL;

  gtk_source_style_scheme_manager_prepend_search_path (schemes, GS_PKGDATADIR "/styles");
  if (built != NULL)
    gtk_source_style_scheme_manager_prepend_search_path (schemes, built);
}

/* The usual colours of GtkSourceView where the files are not to be found. */
static GtkSourceStyleScheme *
get_scheme (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  const gboolean dark = adw_style_manager_get_dark (manager);
  const gboolean contrast = adw_style_manager_get_high_contrast (manager);
  const char *const names[]
      = { "gridscope-light", "gridscope-dark", "gridscope-contrast", "gridscope-contrast-dark" };
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  GtkSourceStyleScheme *own
      = gtk_source_style_scheme_manager_get_scheme (schemes, names[(contrast ? 2 : 0) + (dark ? 1 : 0)]);

  return own != NULL
             ? own
             : gtk_source_style_scheme_manager_get_scheme (schemes, dark ? "Adwaita-dark" : "Adwaita");
}

/* Lines with @mark look as the style of that name in the scheme. */
static void
dress_mark (
    GsKernelView *self, GtkSourceStyleScheme *scheme, const char *mark, const char *icon, int priority)
{
  g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
  g_autofree char *name = g_strconcat ("gridscope:", mark, NULL);
  GtkSourceStyle *style = gtk_source_style_scheme_get_style (scheme, name);
  g_autofree char *background = NULL;
  GdkRGBA color;

  if (style != NULL)
    g_object_get (style, "background", &background, NULL);
  if (background != NULL
      && gdk_rgba_parse (&color, background + (*background == '#' && background[1] == 'r')))
    gtk_source_mark_attributes_set_background (attributes, &color);
  if (icon != NULL)
    gtk_source_mark_attributes_set_icon_name (attributes, icon);
  gtk_source_view_set_mark_attributes (GTK_SOURCE_VIEW (self), mark, attributes, priority);
}

static void
follow_style (GsKernelView *self)
{
  GtkSourceStyleScheme *scheme = self->dressed ? get_scheme () : NULL;

  if (scheme == NULL)
    return;
  dress_mark (self, scheme, LIT_MARK, "go-next-symbolic", 3);
  dress_mark (self, scheme, FINDING_MARK, "dialog-warning-symbolic", 2);
  dress_mark (self, scheme, TRACED_MARK, NULL, 1);
  gtk_source_buffer_set_style_scheme (get_buffer (self), scheme);
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
  follow_style (self);
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
  find_schemes (gtk_source_style_scheme_manager_get_default ());
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
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (follow_style), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (follow_style), self, G_CONNECT_SWAPPED);
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
