#pragma once

#include <gio/gio.h>

#include "gs-sweep.h"

G_BEGIN_DECLS

/* Writes a sweep by the name's extension: .csv (a line per point: backend,
 * kernel, size, times in ns, number of samples), else gridscope.crossover/1. The
 * old file stays until the new one is whole. */
gboolean gs_sweep_save (const GsSweep *sweep, GFile *file, GError **error);

/* Reads gridscope.crossover/1, or the lines that "sweep --json" printed: reports,
 * a crossover, or both; a last line without its end is one that was cut off and
 * is passed over. NULL with an @error that begins with the name of the file. */
GsSweep *gs_sweep_load (GFile *file, GError **error);

G_END_DECLS
