/* Text is set with hinting off and metrics unrounded, so that it takes the same
 * room at every resolution and the same bytes come out everywhere. */
#include "gs-canvas.h"

#include <math.h>
#include <string.h>

typedef struct
{
  PangoLayout *layout;
  double width;    /* points */
  double baseline; /* from the layout's top */
} Line;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_object_unref (line->layout);
  g_free (line);
}

/* One list for all platforms: the first that is there for each script. Chinese
 * needs a family of its own region: Han characters have regional shapes. */
#define FAMILIES      "DejaVu Sans, Noto Sans, Liberation Sans, sans-serif"
#define FAMILIES_MONO "DejaVu Sans Mono, Noto Sans Mono, Liberation Mono, monospace"
#define FAMILIES_MATH "DejaVu Serif, Noto Serif, Liberation Serif, serif"
#define FAMILIES_HAN  ", Noto Sans CJK SC, Source Han Sans SC, WenQuanYi Zen Hei, Droid Sans Fallback"

void
gs_text_setup (GsCanvas *self, const char *language)
{
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  self->layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, line_free);
  if (!self->text_free)
    {
      self->pango = pango_font_map_create_context (pango_cairo_font_map_get_default ());
      pango_cairo_context_set_font_options (self->pango, options);
      pango_cairo_context_set_resolution (self->pango, 96);
      pango_context_set_round_glyph_positions (self->pango, FALSE);
      if (language != NULL)
        pango_context_set_language (self->pango, pango_language_from_string (language));
    }
  cairo_font_options_destroy (options);
}

static PangoFontDescription *
describe_font (double size, guint flags)
{
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, flags & GS_TEXT_MONO    ? FAMILIES_MONO FAMILIES_HAN
                                                  : flags & GS_TEXT_SERIF ? FAMILIES_MATH FAMILIES_HAN
                                                                          : FAMILIES FAMILIES_HAN);
  pango_font_description_set_weight (font, flags & GS_TEXT_BOLD ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_font_description_set_style (font, flags & GS_TEXT_ITALIC ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  return font;
}

static PangoLayout *
make_layout (GsCanvas *self, const GsTextStyle *style, const char *text)
{
  PangoLayout *layout = pango_layout_new (self->pango);
  PangoFontDescription *font = describe_font (style->size * self->type_scale, style->flags);

  pango_layout_set_font_description (layout, font);
  pango_layout_set_text (layout, text, -1);
  pango_font_description_free (font);
  return layout;
}

static const Line *
find_line (GsCanvas *self, const GsTextStyle *style, const char *text)
{
  g_autofree char *key
      = g_strdup_printf ("%d %u %d %s", (int)(style->size * 64), style->flags, (int)style->max_width, text);
  Line *line = g_hash_table_lookup (self->layouts, key);
  PangoRectangle logical;

  if (line != NULL)
    return line;
  line = g_new0 (Line, 1);
  line->layout = make_layout (self, style, text);
  pango_layout_set_single_paragraph_mode (line->layout, TRUE);
  if (style->max_width > 0)
    {
      pango_layout_set_width (line->layout, (int)(style->max_width * PANGO_SCALE));
      pango_layout_set_ellipsize (line->layout, PANGO_ELLIPSIZE_END);
    }
  pango_layout_get_extents (line->layout, NULL, &logical);
  line->width = (double)logical.width / PANGO_SCALE;
  line->baseline = (double)pango_layout_get_baseline (line->layout) / PANGO_SCALE;
  g_hash_table_insert (self->layouts, g_steal_pointer (&key), line);
  return line;
}

double
gs_text_estimate (const char *text, double size)
{
  double width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      width += g_unichar_iszerowidth (c)    ? 0
               : g_unichar_iswide (c)       ? 1
               : c == 0x2009 || c == 0x202f ? 0.2
                                            : 0.62;
    }
  return width * size;
}

static double
nominal_width (const GsCanvas *self, const GsTextStyle *style, const char *text)
{
  double width = gs_text_estimate (text, style->size * self->type_scale);

  return style->max_width > 0 ? MIN (width, style->max_width) : width;
}

double
gs_text_width (GsCanvas *self, const GsTextStyle *style, const char *text)
{
  if (self->text_free)
    return nominal_width (self, style, text);
  return find_line (self, style, text)->width;
}

static void
record_box (GsCanvas *self, double x, double y, double width, double height)
{
  GsTextBox box = { x, y, width, height };

  if (self->boxes != NULL)
    g_array_append_val (self->boxes, box);
}

static void
show_layout (GsCanvas *self, const GsTextStyle *style, PangoLayout *layout)
{
  gs_canvas_set_color (self, style->color != NULL ? style->color : &self->theme->text, 1);
  if (self->outline_text)
    {
      pango_cairo_layout_path (self->cr, layout);
      cairo_fill (self->cr);
    }
  else
    pango_cairo_show_layout (self->cr, layout);
}

double
gs_text_draw (GsCanvas *self, const GsTextStyle *style, double x, double y, const char *text)
{
  double size = style->size * self->type_scale;
  double width = gs_text_width (self, style, text);
  double left = x - style->align * width;

  record_box (self, left, y - size * 0.36, width, size * 0.72);
  if (self->text_free)
    return width;
  /* Half of the height of capitals and figures below the middle. */
  cairo_move_to (self->cr, left, y + size * 0.36 - find_line (self, style, text)->baseline);
  show_layout (self, style, find_line (self, style, text)->layout);
  return width;
}

double
gs_text_draw_fitted (GsCanvas *self, const GsTextStyle *style, double x, double y, const char *text)
{
  GsTextStyle natural = *style, fitted = *style;
  double width;

  natural.max_width = 0;
  width = gs_text_width (self, &natural, text);
  if (style->max_width > 0 && width > style->max_width)
    fitted.size *= MAX (0.7, 0.99 * style->max_width / width);
  return gs_text_draw (self, &fitted, x, y, text);
}

void
gs_text_draw_along (
    GsCanvas *self, const GsTextStyle *style, double x, double y, double angle_rad, const char *text)
{
  if (self->text_free)
    return;
  cairo_save (self->cr);
  cairo_translate (self->cr, x, y);
  cairo_rotate (self->cr, angle_rad);
  cairo_move_to (self->cr, 0,
                 style->size * self->type_scale * 0.36 - find_line (self, style, text)->baseline);
  show_layout (self, style, find_line (self, style, text)->layout);
  cairo_restore (self->cr);
}

void
gs_text_draw_turned (GsCanvas *self, const GsTextStyle *style, double x, double y, const char *text)
{
  double size = style->size * self->type_scale;
  double width = gs_text_width (self, style, text);

  record_box (self, x - size * 0.36, y - width / 2, size * 0.72, width);
  if (self->text_free)
    return;
  cairo_save (self->cr);
  cairo_translate (self->cr, x, y);
  cairo_rotate (self->cr, -G_PI / 2);
  cairo_move_to (self->cr, -width / 2, size * 0.36 - find_line (self, style, text)->baseline);
  show_layout (self, style, find_line (self, style, text)->layout);
  cairo_restore (self->cr);
}

/* Lines end neither before a % nor inside "GB/s". */
static char *
keep_units_whole (const char *text)
{
  GString *kept = g_string_new (text);

  g_string_replace (kept, " %", "\u00a0%", 0);
  g_string_replace (kept, "/s", "\u2060/\u2060s", 0);
  return g_string_free (kept, FALSE);
}

double
gs_text_wrap (GsCanvas *self,
              const GsTextStyle *style,
              double x,
              double y,
              double width,
              const char *text,
              gboolean draw)
{
  double size = style->size * self->type_scale, height;
  g_autofree char *kept = keep_units_whole (text);
  PangoLayout *layout;
  PangoRectangle logical;

  if (self->text_free)
    return ceil (nominal_width (self, style, text) / MAX (width, size)) * size * 1.4;
  layout = make_layout (self, style, kept);
  pango_layout_set_width (layout, (int)(MAX (width, size) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing (layout, 1.1f);
  pango_layout_get_extents (layout, NULL, &logical);
  height = (double)logical.height / PANGO_SCALE;
  if (draw)
    {
      record_box (self, x, y, (double)logical.width / PANGO_SCALE, height);
      cairo_move_to (self->cr, x, y);
      show_layout (self, style, layout);
    }
  g_object_unref (layout);
  return height;
}

/* The place of the minus sign, U+2212, among them. */
#define MINUS 1

/* Glyphs of the printable ASCII characters of one size, shaped once: a screen
 * of cells has hundreds of short labels. */
typedef struct
{
  cairo_scaled_font_t *font;
  unsigned long index[128];
  double advance[128];
} AsciiFont;

static void
ascii_font_free (gpointer data)
{
  AsciiFont *self = data;

  cairo_scaled_font_destroy (self->font);
  g_free (self);
}

/* Its glyph, if it is in the same font; else the hyphen's. */
static void
add_minus (GsCanvas *self, const GsTextStyle *style, AsciiFont *ascii)
{
  PangoLayout *layout = make_layout (self, style, "−");
  PangoGlyphItem *run = pango_layout_get_line_readonly (layout, 0)->runs->data;
  cairo_scaled_font_t *font = pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (run->item->analysis.font));
  const gboolean same = font == ascii->font;

  ascii->index[MINUS] = same ? run->glyphs->glyphs[0].glyph : ascii->index['-'];
  ascii->advance[MINUS]
      = same ? (double)run->glyphs->glyphs[0].geometry.width / PANGO_SCALE : ascii->advance['-'];
  g_object_unref (layout);
}

static AsciiFont *
ascii_font_new (GsCanvas *self, double size)
{
  AsciiFont *ascii = g_new0 (AsciiFont, 1);
  const GsTextStyle style = { .size = size / self->type_scale };
  char text[2] = { 0, 0 };

  for (int c = 33; c < 127; c++)
    {
      PangoLayout *layout;
      PangoGlyphItem *run;

      text[0] = (char)c;
      layout = make_layout (self, &style, text);
      run = pango_layout_get_line_readonly (layout, 0)->runs->data;
      if (ascii->font == NULL)
        ascii->font = cairo_scaled_font_reference (
            pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (run->item->analysis.font)));
      ascii->index[c] = run->glyphs->glyphs[0].glyph;
      ascii->advance[c] = (double)run->glyphs->glyphs[0].geometry.width / PANGO_SCALE;
      g_object_unref (layout);
    }
  ascii->advance[' '] = size * 0.3;
  add_minus (self, &style, ascii);
  return ascii;
}

static const AsciiFont *
find_ascii_font (GsCanvas *self, double size)
{
  gpointer key = GINT_TO_POINTER ((int)(size * 64));
  AsciiFont *ascii;

  if (self->ascii_fonts == NULL)
    self->ascii_fonts = g_hash_table_new_full (NULL, NULL, NULL, ascii_font_free);
  ascii = g_hash_table_lookup (self->ascii_fonts, key);
  if (ascii == NULL)
    {
      ascii = ascii_font_new (self, size);
      g_hash_table_insert (self->ascii_fonts, key, ascii);
    }
  return ascii;
}

void
gs_text_draw_ascii (GsCanvas *self, double size, const GsColor *color, double x, double y, const char *text)
{
  cairo_glyph_t glyphs[64];
  const AsciiFont *ascii;
  double width = 0;
  int n = 0;

  if (self->text_free)
    return;
  ascii = find_ascii_font (self, size);
  for (const char *p = text; *p != '\0' && n < (int)G_N_ELEMENTS (glyphs); p = g_utf8_next_char (p))
    {
      const gunichar letter = g_utf8_get_char (p);
      const guchar c = letter == 0x2212 ? MINUS : letter & 127;

      glyphs[n] = (cairo_glyph_t){ ascii->index[c], x + width, y + size * 0.36 };
      width += ascii->advance[c];
      n += c > 32 || c == MINUS;
    }
  for (int i = 0; i < n; i++)
    glyphs[i].x -= width / 2;
  record_box (self, x - width / 2, y - size * 0.36, width, size * 0.72);
  gs_canvas_set_color (self, color, 1);
  cairo_set_scaled_font (self->cr, ascii->font);
  if (self->outline_text)
    {
      cairo_glyph_path (self->cr, glyphs, n);
      cairo_fill (self->cr);
    }
  else
    cairo_show_glyphs (self->cr, glyphs, n);
}
