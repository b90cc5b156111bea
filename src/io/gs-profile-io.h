#pragma once

#include "gs-io-error.h"
#include "gs-limits.h"

G_BEGIN_DECLS

/* Device profiles of data/profiles/ (embedded in the program), from the makers'
 * public specifications: words such as "t4", "rtx-3060", "a100", "h200". Keys of
 * the files are the members of GsLimits. */

/* All words, sorted, NULL-terminated; static. */
const char *const *gs_profile_words (void);
/* GS_IO_ERROR_KEY naming the nearest word when there is no such profile. */
gboolean gs_profile_find (const char *word, GsLimits *limits, GError **error);

G_END_DECLS
