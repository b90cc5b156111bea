#pragma once

#include <gtk/gtk.h>

#include "gs-figure.h"

G_BEGIN_DECLS

/* A figure of the command line as a widget: painted by the same code, kept as a
 * texture until its data, size or style change. Its accessible label is the
 * figure's title, its description the verdict. */
#define GS_TYPE_PICTURE (gs_picture_get_type ())
G_DECLARE_FINAL_TYPE (GsPicture, gs_picture, GS, PICTURE, GtkWidget)

/* Copies @input and takes a reference of its report. Whatever else it points at
 * (plan, sweep, roofs) must stay until the next call. NULL, or an input that
 * lacks what its figure needs: empty. */
void gs_picture_set_input (GsPicture *self, const GsFigureInput *input);

/* The height at which nothing is squeezed; 0: takes what it gets. */
void gs_picture_set_natural_height (GsPicture *self, int height_px);
/* The same for type of the usual size: the picture grows with larger type. */
void gs_picture_set_usual_height (GsPicture *self, int height_px);

G_END_DECLS
