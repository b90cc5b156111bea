#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Plain ASCII text set glyph by glyph from a table, for tables of numbers: no
 * layout per cell, and one node for a whole row. */
typedef struct _GsGlyphs GsGlyphs;

GsGlyphs *gs_glyphs_new (PangoContext *context);
void gs_glyphs_free (GsGlyphs *self);

int gs_glyphs_get_digit_width_px (const GsGlyphs *self);
int gs_glyphs_get_ascent_px (const GsGlyphs *self);
int gs_glyphs_get_height_px (const GsGlyphs *self);

/* Width of @text in pixels. */
double gs_glyphs_measure (const GsGlyphs *self, const char *text);

/* Adds @text, its left edge at @x_px, to the row being set. Characters that are
 * not ASCII are set as “?”. */
void gs_glyphs_add (GsGlyphs *self, const char *text, double x_px);
/* Puts the row down on @baseline_px and begins the next. */
void gs_glyphs_flush (GsGlyphs *self, GtkSnapshot *snapshot, double baseline_px, const GdkRGBA *color);

G_END_DECLS
