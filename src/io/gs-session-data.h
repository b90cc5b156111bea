#pragma once

#include "gs-spec-json.h"

G_BEGIN_DECLS

/* The folder beside a session file that holds its large matrices as .npy. A
 * matrix is named by a hash of its content: what is there already is not written
 * again, and nothing that an older file needs is written over. Internal to this
 * layer. */
typedef struct
{
  GFile *folder;
  GHashTable *used;   /* names in the session being written */
  GHashTable *names;  /* of the matrices met so far, by matrix: many runs share their inputs */
  GHashTable *loaded; /* matrices read so far, by name */
  GCancellable *cancellable;
} GsSessionData;

void gs_session_data_init (GsSessionData *self, GFile *file, GCancellable *cancellable);
void gs_session_data_clear (GsSessionData *self);

/* Replaces "a" and "b" of @spec_json, made from @spec without its large values,
 * by the names of files that it writes. */
gboolean gs_session_data_write (GsSessionData *self, const GsSpec *spec, JsonNode *spec_json, GError **error);
/* A copy of @spec whose large values are left out (a generator stands in). */
GsSpec *gs_session_data_light_spec (const GsSpec *spec);
/* Removes files of earlier saves that the session written last does not name. */
void gs_session_data_sweep (GsSessionData *self);

/* Takes the references out of @spec_json and reads what they name; @a and @b
 * stay NULL when there was none. Names that are not plain names in the folder
 * are refused. */
gboolean
gs_session_data_read (GsSessionData *self, JsonNode *spec_json, GsSource **a, GsSource **b, GError **error);

G_END_DECLS
