#pragma once

#include <adwaita.h>

#include "gs-experiment.h"

G_BEGIN_DECLS

/* Values from elsewhere before they are taken: what was understood (size,
 * format, first values, what float32 changes), and what only a person can say:
 * which of several arrays, what a comma is, A or B. Taking them is one change for
 * undo; closing the window changes nothing.
 *
 * Signal "another-file" (GFile): there is more than one file, and this is one of
 * those that this window does not read. Where nobody listens it says so. */
#define GS_TYPE_IMPORT_WINDOW (gs_import_window_get_type ())
G_DECLARE_FINAL_TYPE (GsImportWindow, gs_import_window, GS, IMPORT_WINDOW, AdwWindow)

/* Modal over the window of @from. @operand (0: A, 1: B) is what Enter takes. */
GsImportWindow *gs_import_window_new (GtkWidget *from, GsExperiment *experiment, int operand);

/* One of these, then gtk_window_present(). */
void gs_import_window_read_file (GsImportWindow *self, GFile *file);
void gs_import_window_read_text (GsImportWindow *self, const char *text);
/* The first of @files (of GFile, one at least). */
void gs_import_window_read_files (GsImportWindow *self, GSList *files);
/* Files win over text. */
void gs_import_window_read_clipboard (GsImportWindow *self, GdkClipboard *clipboard);

G_END_DECLS
