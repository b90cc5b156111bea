#pragma once

#include "gs-matrix-edit.h"

G_BEGIN_DECLS

/* What was typed into cells of a matrix and is no number: kept beside the matrix
 * until it is put right, and moved along with its cell. Immutable; reference
 * counted. NULL stands for none: every function takes it, and those that give a
 * new list give NULL when nothing is left. The list given stays as it is, for
 * undo. */
typedef struct _GsCellTexts GsCellTexts;

typedef struct
{
  gint64 row, column;
  char *text;
} GsCellText;

/* @cells in any order; of two for one place the later counts. Copied. */
GsCellTexts *gs_cell_texts_new (const GsCellText *cells, guint n);
GsCellTexts *gs_cell_texts_ref (GsCellTexts *self);
void gs_cell_texts_unref (GsCellTexts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsCellTexts, gs_cell_texts_unref)
gboolean gs_cell_texts_equal (const GsCellTexts *a, const GsCellTexts *b);

guint gs_cell_texts_count (const GsCellTexts *self);
/* By rows, in them by columns. */
const GsCellText *gs_cell_texts_get (const GsCellTexts *self, guint i);
/* NULL: the cell holds its number. */
const char *gs_cell_texts_find (const GsCellTexts *self, gint64 row, gint64 column);

/* How many there are in the matrix called @name, where the first is, and that the old
 * numbers count: one translated sentence to free; NULL when there are none. */
char *gs_cell_texts_describe (const GsCellTexts *self, const char *name);

/* @text NULL: that cell holds a number again. */
GsCellTexts *gs_cell_texts_put (const GsCellTexts *self, gint64 row, gint64 column, const char *text);

/* Where the texts are after the change of the matrix with the same name in
 * gs-matrix-edit.h. */
GsCellTexts *gs_cell_texts_fill (const GsCellTexts *self, const GsRange *range);
GsCellTexts *gs_cell_texts_insert (const GsCellTexts *self, GsAxis axis, gint64 at, gint64 n);
GsCellTexts *gs_cell_texts_delete (const GsCellTexts *self, GsAxis axis, gint64 at, gint64 n);
GsCellTexts *gs_cell_texts_transpose (const GsCellTexts *self);
GsCellTexts *gs_cell_texts_resize (const GsCellTexts *self, gint64 m, gint64 n);

G_END_DECLS
