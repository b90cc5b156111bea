#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Text and files that are not what they should be. Messages name the line and
 * column, or the offset. Failures of the file system come as G_IO_ERROR or
 * G_FILE_ERROR. All are exit 2. */
typedef enum
{
  GS_IO_ERROR_SYNTAX = 1, /* not understood; where and what */
  GS_IO_ERROR_AMBIGUOUS,  /* two readings; the message gives both */
  GS_IO_ERROR_TYPE,       /* complex, object, structured: refused by name */
  GS_IO_ERROR_TRUNCATED,  /* cut off; the offset */
  GS_IO_ERROR_SIZE,       /* larger than the stated bound or than memory */
  GS_IO_ERROR_VERSION,    /* made by a newer version */
  GS_IO_ERROR_KEY,        /* unknown JSON key; the nearest known one */
} GsIoError;

#define GS_IO_ERROR (gs_io_error_quark ())
GQuark gs_io_error_quark (void);

G_END_DECLS
