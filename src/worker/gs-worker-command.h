#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The words that start a worker: @prefix, the program, "worker" and its options.
 * The program is $GRIDSCOPE_CLI, or found beside this one, or left to PATH;
 * after a prefix always the latter, because the prefix may lead to another
 * machine. Free with g_strfreev(). */
char **gs_worker_command (const char *const *prefix);

G_END_DECLS
