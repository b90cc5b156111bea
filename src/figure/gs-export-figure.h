#pragma once

#include "gs-figure.h"

G_BEGIN_DECLS

typedef enum
{
  GS_FORMAT_PNG,
  GS_FORMAT_SVG,
  GS_FORMAT_PDF,
} GsFigureFormat;

/* By the extension of @path: ".png", ".svg", ".pdf". */
gboolean gs_figure_format_from_path (const char *path, GsFigureFormat *format, GError **error);

/* The figure as a file's bytes. Same input, style and fonts give the same bytes:
 * no date, no host name, no ids that depend on what was drawn before. Title and
 * alt text are inside (SVG title and desc, PDF metadata, PNG iTXt). Needs no
 * display.
 *
 * style->language, if set, switches the language of the process for the call,
 * so make such calls from one thread while no other translates. */
GBytes *gs_export_figure (const GsFigureInput *input, const GsFigureStyle *style, GsFigureFormat format, GError **error);

/* The same into a file, atomically: the old one stays until the new one is whole. */
gboolean gs_export_figure_to_file (const GsFigureInput *input, const GsFigureStyle *style, GFile *file,
                                   GCancellable *cancellable, GError **error);

/* Runs @func with messages in @language ("en", "zh_CN"). Works from any locale
 * of the process, C included, and puts everything back. NULL: just calls. Not
 * while other threads translate. */
void gs_with_language (const char *language, void (*func) (gpointer data), gpointer data);

G_END_DECLS
