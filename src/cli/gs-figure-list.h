#pragma once

#include "gs-cli.h"

G_BEGIN_DECLS

/* One picture of a list. */
typedef struct
{
  char *place;        /* "figures[2]", for messages */
  char *kind;         /* the word after "figure" */
  gboolean of_window; /* a picture of the window, not a figure */
  char *output;       /* as written: relative to the directory of the list */
  char *alt;          /* likewise; NULL: none */
  char **options;     /* "--block=8x4", "--caption": all but --output and --alt */
} GsFigureItem;

/* Many figures in one JSON document:
 *
 *     { "schema": "gridscope.figures/1",
 *       "drawn_with": "cairo 1.16.0, pango 1.50.12",
 *       "common": { "caption": true },
 *       "figures": [ { "figure": "coverage", "output": "a.png", "n": 7, "block": 4 } ] }
 *
 * The members of a figure are the options of "gridscope-cli figure" without
 * their dashes: text and numbers are values, true gives an option that takes
 * none, false takes one of "common" back. Paths are relative to the directory
 * of the document. "drawn_with" may be left out. */
typedef struct
{
  char *path;
  char *directory;  /* absolute */
  char *drawn_with; /* NULL: not said */
  GPtrArray *items; /* of GsFigureItem */
} GsFigureList;

/* Every option is known and has its value, every output is named once. Whether
 * the values fit shows when a figure is drawn. */
GsFigureList *gs_figure_list_load (const char *path, GError **error);
void gs_figure_list_free (GsFigureList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsFigureList, gs_figure_list_free)

G_END_DECLS
