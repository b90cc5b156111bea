#include "gs-glyphs.h"

#define FIRST ' '
#define LAST  '~'

struct _GsGlyphs
{
  PangoFont *font;
  PangoGlyphInfo table[LAST + 1];
  int ascent, height; /* Pango units */
  PangoGlyphString *row;
  int n_used;
};

static PangoFont *
look_up (PangoLayout *layout, char c, PangoGlyphInfo *info)
{
  PangoLayoutLine *line;
  PangoGlyphItem *item;

  pango_layout_set_text (layout, &c, 1);
  line = pango_layout_get_line_readonly (layout, 0);
  if (line->runs == NULL)
    return NULL;
  item = line->runs->data;
  *info = item->glyphs->glyphs[0];
  return item->item->analysis.font;
}

GsGlyphs *
gs_glyphs_new (PangoContext *context)
{
  GsGlyphs *self = g_new0 (GsGlyphs, 1);
  g_autoptr (PangoLayout) layout = pango_layout_new (context);
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);

  self->font = g_object_ref (look_up (layout, '0', &self->table['0']));
  for (char c = FIRST; c <= LAST; c++)
    /* A node has one font: what the font of the digits lacks is left out. */
    if (look_up (layout, c, &self->table[(int)c]) != self->font)
      self->table[(int)c].glyph = PANGO_GLYPH_EMPTY;
  self->ascent = pango_font_metrics_get_ascent (metrics);
  self->height = self->ascent + pango_font_metrics_get_descent (metrics);
  self->row = pango_glyph_string_new ();
  pango_font_metrics_unref (metrics);
  return self;
}

void
gs_glyphs_free (GsGlyphs *self)
{
  g_object_unref (self->font);
  pango_glyph_string_free (self->row);
  g_free (self);
}

int
gs_glyphs_get_digit_width_px (const GsGlyphs *self)
{
  return PANGO_PIXELS_CEIL (self->table['0'].geometry.width);
}

int
gs_glyphs_get_ascent_px (const GsGlyphs *self)
{
  return PANGO_PIXELS_CEIL (self->ascent);
}

int
gs_glyphs_get_height_px (const GsGlyphs *self)
{
  return PANGO_PIXELS_CEIL (self->height);
}

static const PangoGlyphInfo *
find (const GsGlyphs *self, char c)
{
  return &self->table[c >= FIRST && c <= LAST ? c : '?'];
}

double
gs_glyphs_measure (const GsGlyphs *self, const char *text)
{
  gint64 width = 0;

  for (; *text != '\0'; text++)
    width += find (self, *text)->geometry.width;
  return (double)width / PANGO_SCALE;
}

void
gs_glyphs_add (GsGlyphs *self, const char *text, double x_px)
{
  int x = (int)(x_px * PANGO_SCALE);

  for (; *text != '\0'; text++)
    {
      const PangoGlyphInfo *info = find (self, *text);
      PangoGlyphInfo *place;

      if (self->n_used == self->row->num_glyphs)
        pango_glyph_string_set_size (self->row, MAX (64, self->n_used * 2));
      place = &self->row->glyphs[self->n_used++];
      *place = *info;
      /* All stand at the row's origin, each shifted to where it belongs. */
      place->geometry.width = 0;
      place->geometry.x_offset = x;
      x += info->geometry.width;
    }
}

void
gs_glyphs_flush (GsGlyphs *self, GtkSnapshot *snapshot, double baseline_px, const GdkRGBA *color)
{
  GskRenderNode *node;

  if (self->n_used == 0)
    return;
  pango_glyph_string_set_size (self->row, self->n_used);
  node = gsk_text_node_new (self->font, self->row, color, &GRAPHENE_POINT_INIT (0, (float)baseline_px));
  if (node != NULL)
    {
      gtk_snapshot_append_node (snapshot, node);
      gsk_render_node_unref (node);
    }
  self->n_used = 0;
}
