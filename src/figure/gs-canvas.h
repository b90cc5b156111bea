#pragma once

#include <cairo.h>
#include <pango/pangocairo.h>

#include "gs-figure.h"
#include "gs-theme.h"

G_BEGIN_DECLS

/* What painters draw on: a cairo context with a theme, sharp lines at any scale
 * and text whose place does not depend on the resolution. Units are points. */
typedef struct
{
  cairo_t *cr;
  const GsTheme *theme; /* &heavy */
  double width, height; /* of the figure */
  double type_scale;
  double pixels; /* device pixels per point */
  gboolean outline_text, text_free;
  /* private */
  GsTheme heavy; /* the theme, with lines that keep up with large type */
  PangoContext *pango;
  GHashTable *layouts;
  GHashTable *ascii_fonts;
  cairo_pattern_t *patterns[16];
  GArray *boxes; /* of GsTextBox when recording, else NULL */
} GsCanvas;

typedef struct
{
  double x, y, width, height;
} GsTextBox;

/* Used by gs_canvas_init() only. */
void gs_text_setup (GsCanvas *self, const char *language);

/* Borrow @cr until gs_canvas_clear(). */
void gs_canvas_init (GsCanvas *self, cairo_t *cr, const GsFigureStyle *style);
void gs_canvas_clear (GsCanvas *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GsCanvas, gs_canvas_clear)

/* Keeps the ink box of every text drawn from now on in self->boxes. */
void gs_canvas_record_text (GsCanvas *self);

/* Rounds to the device's pixels. */
double gs_canvas_snap_x (const GsCanvas *self, double x);
double gs_canvas_snap_y (const GsCanvas *self, double y);

void gs_canvas_set_color (GsCanvas *self, const GsColor *color, double alpha);
/* What the length of a bar is held against. */
void gs_canvas_set_track_color (GsCanvas *self);
/* Adds a rectangle whose edges lie on pixels; at least one pixel thick. */
void gs_canvas_rectangle (GsCanvas *self, double x, double y, double width, double height);
void gs_canvas_rounded (GsCanvas *self, double x, double y, double width, double height, double radius);
/* Sharp straight lines of @thickness points, in the current source. */
void gs_canvas_hline (GsCanvas *self, double x0, double x1, double y, double thickness);
void gs_canvas_vline (GsCanvas *self, double x, double y0, double y1, double thickness);
/* A frame of @thickness points inside the rectangle. */
void gs_canvas_frame (GsCanvas *self, double x, double y, double width, double height, double thickness);
/* Fills the current path with colour and pattern, and clears it. */
void gs_canvas_fill (GsCanvas *self, const GsPaint *paint);
void gs_canvas_fill_ink (GsCanvas *self, const GsPaint *paint); /* the pattern alone */
/* A card: rounded, bordered. */
void gs_canvas_card (GsCanvas *self, double x, double y, double width, double height);

typedef enum
{
  GS_TEXT_PLAIN = 0,
  GS_TEXT_BOLD = 1 << 0,
  GS_TEXT_MONO = 1 << 1,
  GS_TEXT_SERIF = 1 << 2, /* mathematics */
  GS_TEXT_ITALIC = 1 << 3,
} GsTextFlags;

typedef struct
{
  double size; /* points before the type scale */
  guint flags;
  const GsColor *color; /* NULL: the theme's text */
  double align;         /* 0: x is the left end, 0.5: the middle, 1: the right end */
  double max_width;     /* > 0: shortened with an ellipsis */
} GsTextStyle;

/* Draws one line whose optical middle lies at @y; gives its width. */
double gs_text_draw (GsCanvas *self, const GsTextStyle *style, double x, double y, const char *text);
/* The same in type as small as 0.7 of @style before anything is shortened: titles. */
double gs_text_draw_fitted (GsCanvas *self, const GsTextStyle *style, double x, double y, const char *text);
double gs_text_width (GsCanvas *self, const GsTextStyle *style, const char *text);
/* Upright text reading from bottom to top, centred at (x, y). */
void gs_text_draw_turned (GsCanvas *self, const GsTextStyle *style, double x, double y, const char *text);
/* One line along a slope: its optical middle begins at (x, y) and runs @angle_rad
 * clockwise from level. */
void gs_text_draw_along (
    GsCanvas *self, const GsTextStyle *style, double x, double y, double angle_rad, const char *text);
/* Wraps to @width from the top @y; gives the height. Drawn only if @draw. */
double gs_text_wrap (GsCanvas *self,
                     const GsTextStyle *style,
                     double x,
                     double y,
                     double width,
                     const char *text,
                     gboolean draw);
/* Short labels in great number, centred at (x, y); ASCII and U+2212 only, and @size is final
 * points: cells do not grow with the type scale. */
void
gs_text_draw_ascii (GsCanvas *self, double size, const GsColor *color, double x, double y, const char *text);
/* The width by nominal advances, the same on every machine. */
double gs_text_estimate (const char *text, double size);

G_END_DECLS
