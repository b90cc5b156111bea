#pragma once

#include "gs-io-error.h"
#include "gs-limits.h"

G_BEGIN_DECLS

/* Device profiles of data/profiles/ (embedded in the program), from public
 * specifications: words such as "t4", "rtx-3060", "a100", "h200". */
const char *const *gs_profile_words (void);
gboolean gs_profile_find (const char *word, GsLimits *limits, GError **error);

G_END_DECLS
