#pragma once

#include "gs-matrix.h"

G_BEGIN_DECLS

/* Where the numbers of A or B come from: a generator, which gives the same
 * numbers for the same seed on every machine and at every size, or values. */
typedef enum
{
  GS_SOURCE_RANDOM, /* uniform in [-1, 1), seeded */
  GS_SOURCE_NORMAL, /* N(0, 1), seeded */
  GS_SOURCE_ONES,
  GS_SOURCE_ZEROS,
  GS_SOURCE_EYE,
  GS_SOURCE_IOTA,   /* 0, 1, 2, … in row-major order */
  GS_SOURCE_VALUES, /* typed, pasted or read */
} GsSourceKind;

/* Immutable; reference counted. */
typedef struct _GsSource
{
  GsSourceKind kind;
  guint64 seed;     /* RANDOM and NORMAL */
  GsMatrix *values; /* VALUES, else NULL */
  char *label;      /* VALUES: where they came from, for people; may be NULL */
} GsSource;

GsSource *gs_source_new_generator (GsSourceKind kind, guint64 seed);
GsSource *gs_source_new_values (GsMatrix *values, const char *label); /* takes a reference */
GsSource *gs_source_ref (GsSource *self);
void gs_source_unref (GsSource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsSource, gs_source_unref)
gboolean gs_source_equal (const GsSource *a, const GsSource *b);

/* "random:1", "normal:7", "ones", … or NULL with @error naming the nearest
 * known word. Does not read literals or files: that is io. */
GsSource *gs_source_parse_generator (const char *text, GError **error);
/* The word gs_source_parse_generator() reads back; NULL for VALUES. Free it. */
char *gs_source_to_word (const GsSource *self);
/* Known generator words, NULL-terminated, without seeds. */
const char *const *gs_source_words (void);

/* The m×n matrix. For VALUES its own matrix (a new reference), an error if its
 * size is not m×n. */
GsMatrix *gs_source_realise (const GsSource *self, gint64 m, gint64 n, GError **error);
/* The same until @stopped (@data) says TRUE, which is asked every few milliseconds:
 * NULL then, with no error. */
GsMatrix *gs_source_realise_unless (
    const GsSource *self, gint64 m, gint64 n, gboolean (*stopped) (gpointer), gpointer data, GError **error);

/* Element (@row, @column) of that matrix where it has @columns of them, with nothing
 * made: at any size. For VALUES it must lie inside. */
float gs_source_value (const GsSource *self, gint64 columns, gint64 row, gint64 column);

G_END_DECLS
