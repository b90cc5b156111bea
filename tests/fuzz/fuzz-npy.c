#include "fuzz-target.h"
#include "gs-npy.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  GsImportInfo info = { 0 };
  GsByteSource source;
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize)size, NULL);
  gs_byte_source_init_stream (&source, stream, (gint64)size, NULL);
  g_autoptr (GsMatrix) matrix = gs_npy_read (&source, &info, &error);
  g_assert_true ((matrix == NULL) == (error != NULL));
  /* Whatever the header says, the matrix came out of bytes that were there. */
  if (matrix != NULL)
    g_assert_cmpint (gs_matrix_elements (matrix), <=, (gint64)size);
  gs_import_info_clear (&info);
  return 0;
}
