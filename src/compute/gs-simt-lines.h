#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether this build can find source lines at all (it has libdw). */
gboolean gs_simt_lines_known (void);

/* Line of the kernel source whose call returns to @return_address, from the
 * program's debug information; 0 when it cannot be told (built without libdw,
 * or stripped). Cached; safe from any thread. */
int gs_simt_line (guintptr return_address);

G_END_DECLS
