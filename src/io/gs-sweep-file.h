#pragma once

#include <gio/gio.h>

#include "gs-sweep.h"

G_BEGIN_DECLS

/* Writes a sweep by the name's extension: .csv (a line per point: backend,
 * kernel, size, times in ns, number of samples), else gridscope.crossover/1. The
 * old file stays until the new one is whole. */
gboolean gs_sweep_save (const GsSweep *sweep, GFile *file, GError **error);

G_END_DECLS
