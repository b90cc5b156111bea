#pragma once

#include <json-glib/json-glib.h>

#include "gs-io-error.h"
#include "gs-report.h"
#include "gs-roofs.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* A session file (.gridscope): what a person had before them, as versioned JSON
 * ("gridscope.session/1"). Keys: spec (as gridscope.spec/1), view (free), reports
 * (array of gridscope.report/1), sweep (gridscope.crossover/1), roofs
 * (gridscope.roofs/1). A matrix is kept as its generator's word, in the
 * JSON when small, and above GS_SESSION_MAX_INLINE elements as .npy in a folder
 * beside the file: "lesson.gridscope" has "lesson.gridscope.data/", and the spec
 * says {"label", "npy": "matrix-1f3c….npy"}: a bare name in that folder, never a
 * path.
 * The name holds a hash of the content, so a save never writes over data that the
 * old file still needs.
 *
 * Nothing in it is executed, and reading it writes nothing. */
#define GS_SESSION_MAX_INLINE 65536
#define GS_SESSION_SUFFIX     ".gridscope"
#define GS_SESSION_MIME_TYPE  "application/x-gridscope-session+json"

typedef struct _GsSession
{
  GsSpec *spec;        /* never NULL */
  JsonNode *view;      /* an object kept as it was given; NULL: none */
  GPtrArray *reports;  /* of GsReport, oldest first; never NULL */
  GsSweep *sweep;      /* NULL: none */
  GsRoofs *roofs;      /* of the machine, without runs; NULL: not measured */
  JsonObject *unknown; /* members this version does not know, kept and written back */
  gboolean read_only;  /* made by a newer version: it must not be saved over */
  char *notice;        /* one translated sentence about what is not as it was: a newer
                         * version, reports or a sweep left out; NULL when all is well */
} GsSession;

/* The seed example, no view, no reports. */
GsSession *gs_session_new (void);
void gs_session_free (GsSession *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsSession, gs_session_free)

/* Replaces what is there. @spec is copied; @view (may be NULL) gets a new
 * reference and must hold an object; @report a new reference. */
void gs_session_set_spec (GsSession *self, const GsSpec *spec);
void gs_session_set_view (GsSession *self, JsonNode *view);
void gs_session_add_report (GsSession *self, GsReport *report);
/* Copies; NULL: none. */
void gs_session_set_sweep (GsSession *self, const GsSweep *sweep);
void gs_session_set_roofs (GsSession *self, const GsRoofs *roofs);

/* Errors: GS_IO_ERROR with line and column or the member's path, G_IO_ERROR.
 * What a newer version made is read as far as this one understands it, with
 * read_only and notice set; a report that cannot be read is left out with a
 * notice, so that one bad run does not cost the rest. */
GsSession *gs_session_load (GFile *file, GCancellable *cancellable, GError **error);

/* Atomic. Refuses a read-only session when @file is the one it came from or any
 * other: GS_IO_ERROR_VERSION. Data files no longer named by the session are
 * removed once it is written. */
gboolean gs_session_save (GsSession *self, GFile *file, GCancellable *cancellable, GError **error);

/* The same without files beside it: all matrices are in the JSON. */
JsonNode *gs_session_to_json (GsSession *self);
/* @file: where @node came from, and what its matrices are beside; NULL: it has none
 * there. May take members out of @node. */
GsSession *gs_session_from_json (JsonNode *node, GFile *file, GCancellable *cancellable, GError **error);

G_END_DECLS
