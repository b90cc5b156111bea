#pragma once

#include "gs-session.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* Whatever a JSON file of this program holds: exactly one of these is there. */
typedef struct
{
  GsSession *session;
  GsSpec *spec;
  GsReport *report;
  GsSweep *sweep;
} GsDocument;

/* Reads @file as what its "schema" says it is: gridscope.spec, gridscope.report,
 * gridscope.crossover, else a session. Without one it is a spec, which may leave
 * it out, unless its name is that of a session. The lines that "sweep --json" prints (.jsonl) are a sweep. Errors:
 * GS_IO_ERROR with line and column or the member's path, G_IO_ERROR; they begin
 * with the name of the file. */
GsDocument *gs_document_load (GFile *file, GCancellable *cancellable, GError **error);

void gs_document_free (GsDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsDocument, gs_document_free)

G_END_DECLS
