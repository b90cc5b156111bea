#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Serves requests that come as lines on @in_fd and answers on @out_fd until the
 * input ends and the last request is answered, or nobody reads the answers any
 * more. The engine runs in a thread of its own, so that ping and cancel are
 * answered while it works; other requests wait their turn. Lines longer than
 * @max_line bytes get an error line. Gives the exit status of the process. Runs
 * the thread's default main context. */
int gs_worker_serve (int in_fd, int out_fd, gsize max_line);

G_END_DECLS
