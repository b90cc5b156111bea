#pragma once

#include "gs-matrix-card.h"

G_BEGIN_DECLS

/* The ways from outside into a matrix card: file chooser, clipboard and drop. */

/* Installs the actions matrix.open and matrix.paste on the card's class. */
void gs_matrix_drop_install (GtkWidgetClass *klass);
/* Lets files and text be dropped on @card. */
void gs_matrix_drop_add (GsMatrixCard *card);

G_END_DECLS
