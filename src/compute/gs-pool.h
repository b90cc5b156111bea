#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The one pool of threads all CPU kernels share. Its threads start when first
 * needed, stay for the life of the process, and sleep between calls: after
 * about 50 µs without work they cost nothing. */
typedef void (*GsPoolFunc) (int thread, int n_threads, gpointer data);

/* Calls @func on @n_threads threads at once (thread 0 is the caller) and
 * returns when all are done. From one thread at a time, and not from within. */
void gs_pool_run (int n_threads, GsPoolFunc func, gpointer data);

/* From within a GsPoolFunc: waits until all its @n_threads threads are here. */
void gs_pool_barrier (int n_threads);

/* One turn of a wait that is short when every thread has a processor, and lets others
 * go first when it has not. Start with *@spins = 0. */
void gs_pool_relax (guint *spins);

/* The next number not yet taken: the threads share out the work of an index
 * range with it. Start with *@counter = 0, set before gs_pool_run() or apart
 * by a barrier. */
static inline gint64
gs_pool_take (gint64 *counter)
{
  return __atomic_fetch_add (counter, 1, __ATOMIC_RELAXED);
}

G_END_DECLS
