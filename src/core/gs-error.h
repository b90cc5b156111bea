#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Errors a user can cause, in the layer that knows values but no files and no
 * devices. Every message is one sentence: what, which value, which limit, what
 * to do. */
typedef enum
{
  GS_CORE_ERROR_SIZE = 1, /* a negative size, or one whose bytes overflow or exceed memory */
  GS_CORE_ERROR_SHAPE,    /* shapes that do not fit the operation */
  GS_CORE_ERROR_VALUE,    /* a number out of its range */
  GS_CORE_ERROR_NAME,     /* an unknown word; the message names the nearest known one */
} GsCoreError;

#define GS_CORE_ERROR (gs_core_error_quark ())
GQuark gs_core_error_quark (void);

/* The word of the NULL-terminated @known nearest to @word (edit distance at
 * most half of its length), or NULL. */
const char *gs_nearest_word (const char *word, const char *const *known);

/* Sets GS_CORE_ERROR_NAME: "Unknown operation “hadmard”; did you mean
 * “hadamard”?", or all known words when none is near. Gives FALSE, for
 * returning at once. */
gboolean gs_set_unknown_word_error (GError **error, const char *what, const char *word, const char *const *known);

G_END_DECLS
