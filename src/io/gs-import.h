#pragma once

#include "gs-io-error.h"
#include "gs-matrix.h"

G_BEGIN_DECLS

/* Bounds, so that a file cannot make the program allocate at will. Besides them,
 * nothing is allocated beyond the memory that is free. Text takes at most eight
 * times its length while it is read; .npy at most four times the bytes of its
 * data; formats in which a small file can stand for a large matrix (.npz, sparse
 * Matrix Market) are held to the number of elements. */
#define GS_IMPORT_MAX_TEXT_BYTES (G_GINT64_CONSTANT (1) << 30)
#define GS_IMPORT_MAX_EXPANDED   (G_GINT64_CONSTANT (1) << 28)

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
  char *format; /* "MATLAB literal", "CSV, semicolon, decimal comma", "NumPy .npy 1.0 <f8, Fortran order" */
  char *array;  /* .npz: name of the array taken; else NULL */
  gint64 n_changed;  /* values that are not the same number as float32; in text, values whose
                       * digits float32 cannot keep (0.1 is kept, 16777217 is not) */
  double max_change; /* largest absolute change of a finite value */
  char *notice;      /* one translated sentence about the conversion, NULL when nothing changed */
} GsImportInfo;

void gs_import_info_clear (GsImportInfo *info);

/* Lowers GS_IMPORT_MAX_EXPANDED, for tests; 0 sets it back. */
void gs_import_set_max_expanded (gint64 n_elements);
gint64 gs_import_get_max_expanded (void);

/* Reads a matrix from text of any kind the program knows: literals of MATLAB,
 * NumPy (also printed), Python, Julia, C, LaTeX; TSV, CSV, semicolons, Markdown
 * tables; Matrix Market. Nothing is evaluated.
 *
 * With GS_DECIMAL_AUTO, text with two readings ("1,234", "9,99") is refused with
 * GS_IO_ERROR_AMBIGUOUS and a message that gives them; a comma between unquoted
 * numbers then separates them with GS_DECIMAL_POINT, and is their decimal mark
 * with GS_DECIMAL_COMMA. @length −1: up to NUL. @info may be NULL; clear it
 * after use. */
GsMatrix *
gs_import_text (const char *text, gssize length, GsDecimal decimal, GsImportInfo *info, GError **error);

/* Reads one number, as in the cell of a sheet: "9,99" is 9.99, since it cannot be
 * two numbers here. With GS_DECIMAL_AUTO "1,234" is GS_IO_ERROR_AMBIGUOUS: 1.234
 * or 1234. @info may be NULL; clear it after use. */
gboolean
gs_import_number (const char *text, GsDecimal decimal, float *value, GsImportInfo *info, GError **error);

/* Reads .npy, .npz, .csv, .tsv, .mtx, .txt by content and extension. @array
 * picks one of a .npz; NULL when there is only one. Refuses before allocating
 * beyond memory. In a
 * file named .csv a comma separates unless there are semicolons or tabs. Vectors
 * become 1×N. Messages begin with the name of the file. */
GsMatrix *gs_import_file (GFile *file,
                          const char *array,
                          GsDecimal decimal,
                          GsImportInfo *info,
                          GCancellable *cancellable,
                          GError **error);

/* Names of the arrays in a .npz, NULL-terminated; none for any other file. Free
 * with g_strfreev(). */
char **gs_import_list_arrays (GFile *file, GError **error);

G_END_DECLS
