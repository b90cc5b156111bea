#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Threads that copy from one place of host memory to another while the one who
 * gives them the work does something else. Pieces are copied in the order they
 * are posted, each by all threads that are free. */
typedef struct GsCopyCrew GsCopyCrew;

/* For at most @n_pieces pieces; free with gs_copy_crew_free() when no thread is in
 * gs_copy_crew_work() any more. */
GsCopyCrew *gs_copy_crew_new (int n_pieces);
void gs_copy_crew_free (GsCopyCrew *self);

/* Asks for a copy of @n_bytes; by one thread only, the same every time. Returns
 * the number of the piece. */
int gs_copy_crew_post (GsCopyCrew *self, gpointer to, gconstpointer from, gsize n_bytes);
/* Whether all of it has arrived. */
gboolean gs_copy_crew_has_copied (const GsCopyCrew *self, int piece);

/* Copies until gs_copy_crew_dismiss(): what each thread of the crew does. */
void gs_copy_crew_work (GsCopyCrew *self);
void gs_copy_crew_dismiss (GsCopyCrew *self);

G_END_DECLS
