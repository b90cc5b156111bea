#pragma once

#include "gs-io-error.h"
#include "gs-matrix.h"

G_BEGIN_DECLS

/* How numbers in text are written, when the text alone does not say. */
typedef enum
{
  GS_DECIMAL_AUTO,
  GS_DECIMAL_POINT,
  GS_DECIMAL_COMMA,
} GsDecimal;

/* What was understood and what changed on the way to float32. */
typedef struct
{
  char *format;       /* "MATLAB literal", "CSV, semicolon, decimal comma", "NumPy .npy 1.0 <f8, Fortran order" */
  char *array;        /* .npz: name of the array taken; else NULL */
  gint64 n_changed;   /* values that are not the same number as float32 */
  double max_change;  /* largest absolute change of a finite value */
  char *notice;       /* one translated sentence about the conversion, NULL when nothing changed */
} GsImportInfo;

void gs_import_info_clear (GsImportInfo *info);

/* Reads a matrix from text of any kind the program knows: literals of MATLAB,
 * NumPy (also printed), Python, Julia, C, LaTeX; TSV, CSV, semicolons, Markdown
 * tables. @info may be NULL; clear it after use. */
GsMatrix *gs_import_text (const char *text, gssize length, GsDecimal decimal, GsImportInfo *info, GError **error);

/* Reads .npy, .npz, .csv, .tsv, .mtx, .txt by content and extension. @array
 * picks one of a .npz; NULL when there is only one. Refuses before allocating
 * beyond memory. */
GsMatrix *gs_import_file (GFile *file, const char *array, GsDecimal decimal, GsImportInfo *info, GCancellable *cancellable, GError **error);

/* Names of the arrays in a .npz, NULL-terminated; free with g_strfreev(). */
char **gs_import_list_arrays (GFile *file, GError **error);

G_END_DECLS
