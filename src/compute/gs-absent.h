#pragma once

#include <glib/gi18n-lib.h>

#include "gs-backend.h"

/* A backend that was left out of the build: it is listed, and says in one
 * sentence why it cannot be used. */
#define GS_DEFINE_ABSENT_BACKEND(symbol, word, sentence)                                                     \
  static gboolean symbol##_available (char **reason)                                                         \
  {                                                                                                          \
    if (reason != NULL)                                                                                      \
      *reason = g_strdup (_ (sentence));                                                                     \
    return FALSE;                                                                                            \
  }                                                                                                          \
  static gboolean symbol##_supports (const GsSpec *spec, const GsPlan *plan, const GsKernelInfo *kernel,     \
                                     GError **error)                                                         \
  {                                                                                                          \
    g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, _ (sentence));               \
    return FALSE;                                                                                            \
  }                                                                                                          \
  static gboolean symbol##_run (const GsJob *job, GsResult *result, GError **error)                          \
  {                                                                                                          \
    g_set_error_literal (error, GS_COMPUTE_ERROR, GS_COMPUTE_ERROR_UNAVAILABLE, _ (sentence));               \
    return FALSE;                                                                                            \
  }                                                                                                          \
  const GsBackend symbol = {                                                                                 \
    .name = word,                                                                                            \
    .available = symbol##_available,                                                                         \
    .supports = symbol##_supports,                                                                           \
    .run = symbol##_run,                                                                                     \
  };
