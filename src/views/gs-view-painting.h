#pragma once

#include <gtk/gtk.h>

#include "gs-figure.h"

G_BEGIN_DECLS

typedef void (*GsViewPaintFunc) (cairo_t *cr, const GsFigureStyle *style, gpointer data);

/* What fills @widget, painted with @paint and kept as pixels until something about it changes. */
typedef struct
{
  GtkWidget *widget; /* not owned: the painting is a part of it */
  GsViewPaintFunc paint;
  gpointer data;

  GdkTexture *texture; /* NULL: nothing was painted yet, or it means nothing any more */
  GsFigureStyle style; /* in which it was painted */
  gboolean outdated;
  guint paint_id; /* of the source that will paint; 0: none */
} GsViewPainting;

void gs_view_painting_init (GsViewPainting *self, GtkWidget *widget, GsViewPaintFunc paint, gpointer data);
/* When the widget is disposed. Nothing is painted any more from then on. */
void gs_view_painting_clear (GsViewPainting *self);

/* It shows something else now: painted anew in the next frame, at once. */
void gs_view_painting_drop (GsViewPainting *self);

/* It shows the same, but has to be painted anew because of its place: as if the size or the theme had changed. */
void gs_view_painting_renew (GsViewPainting *self);

/* Draws it. Where @style, as given by gs_view_style_init(), is another than before, that is what was painted before,
 * once more: a frame in which everything is laid out anew, for presenter mode or a window that is made larger, has
 * enough to do without painting. The next one shows it in @style. FALSE: it was drawn as it was before, or not at
 * all. */
gboolean gs_view_painting_snapshot (GsViewPainting *self, GtkSnapshot *snapshot, const GsFigureStyle *style);

G_END_DECLS
