#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folder of the file that this process runs; NULL where the system does not say.
 * Free it. */
char *gs_program_folder (void);

/* The other program of Gridscope that is called @program: what the environment
 * variable @variable names, or the one beside this program, or in a build tree the one
 * in the folder @built beside this program's. NULL when it is at none of these places.
 * Free it. */
char *gs_program_find (const char *program, const char *built, const char *variable);

G_END_DECLS
