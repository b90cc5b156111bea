#pragma once

#include "gs-worker-answer.h"
#include "gs-worker-client.h"

G_BEGIN_DECLS

/* Sends a request whose result is of kind @expected, or refuses it while another
 * is under way. @spec and @sizes (NULL: none) are copied; takes @task. */
void gs_worker_client_begin (GsWorkerClient *self,
                             const char *method,
                             GsValueKind expected,
                             const GsSpec *spec,
                             const char *sizes,
                             GTask *task);

G_END_DECLS
