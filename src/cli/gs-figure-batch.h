#pragma once

#include "gs-figure-list.h"

G_BEGIN_DECLS

/* Draws the figures of @list, as many at a time as there are processors, each
 * in a process of its own: a figure may switch the language of its process.
 *
 * What was drawn from the same inputs by the same program, cairo and pango, and
 * was not touched since, is left alone. The hashes stand beside the list, in
 * its path with ".drawn" behind: lines of inputs, outputs and picture. One line
 * for each picture drawn goes to standard output. */
GsExit gs_figure_batch_draw (const GsFigureList *list);

/* Draws all of them elsewhere and compares byte by byte with the files that are
 * there: GS_EXIT_VERIFICATION and one line for each that is missing or differs.
 * Into @differences goes a picture for each: as it is, as it would be, and what
 * differs in red. SVG and PDF need rsvg-convert or pdftoppm for that. */
GsExit gs_figure_batch_check (const GsFigureList *list, const char *differences);

G_END_DECLS
