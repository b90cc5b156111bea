#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Reads a stream line by line without blocking and without ever holding more
 * than a stated number of bytes. Both ends of the worker's pipe use it. */
typedef struct _GsLineReader GsLineReader;

typedef enum
{
  GS_LINE_TEXT,     /* a whole line, without its newline, followed by a NUL */
  GS_LINE_TOO_LONG, /* a line passed the bound; it is skipped to its end */
  GS_LINE_END,      /* end of the stream or a read error; nothing comes after it */
} GsLineEvent;

/* @line is set for GS_LINE_TEXT only; the function may keep a reference to it, since
 * a line of megabytes is not for copying. The function may free the reader. */
typedef void (*GsLineFunc) (GsLineEvent event, GBytes *line, gpointer data);

/* Starts to read at once, on the thread's default main context. A last line
 * without a newline counts as a line. */
GsLineReader *gs_line_reader_new (GInputStream *stream, gsize max_length, GsLineFunc func, gpointer data);

/* Stops; the function is not called any more. */
void gs_line_reader_free (GsLineReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsLineReader, gs_line_reader_free)

G_END_DECLS
