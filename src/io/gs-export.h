#pragma once

#include "gs-io-error.h"
#include "gs-matrix.h"

G_BEGIN_DECLS

/* Writes by extension: .npy (1.0, <f4, C order), .csv, .tsv, .mtx (array, real,
 * general), .txt (a literal). Atomic: the old file stays until the new one is
 * whole. Text reads back to the same bits. */
gboolean gs_export_file (const GsMatrix *matrix, GFile *file, GCancellable *cancellable, GError **error);

/* Whether gs_export_file() would know how and where to write; to be asked before what takes
 * long is computed for it. */
gboolean gs_export_check_file (GFile *file, GError **error);

/* "[1 2; 3 4]": read back by gs_import_text(). Free it. */
char *gs_export_literal (const GsMatrix *matrix);
/* Rows as lines, columns separated by @separator. Free it. */
char *gs_export_delimited (const GsMatrix *matrix, char separator);

G_END_DECLS
