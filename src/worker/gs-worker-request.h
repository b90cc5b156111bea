#pragma once

#include "gs-spec.h"

G_BEGIN_DECLS

/* What a client asks its worker for: owned copies, so that a thread can write
 * the line while the spec at hand changes. */
typedef struct
{
  gint64 id;
  const char *method; /* static */
  GsSpec *spec;       /* NULL: no params */
  char *sizes;        /* of a sweep, else NULL */
} GsWorkerRequest;

GsWorkerRequest *gs_worker_request_new (gint64 id, const char *method, const GsSpec *spec, const char *sizes);
void gs_worker_request_free (GsWorkerRequest *self);

/* The line to send, newline included. Free it. */
char *gs_worker_request_line (const GsWorkerRequest *self);

G_END_DECLS
