#pragma once

#include "gs-plain-table.h"
#include "gs-sweep.h"

G_BEGIN_DECLS

/* The points of a sweep as rows of a GsPlainTable. */
void gs_sweep_table_set_up (GsPlainTable *table);
void gs_sweep_table_fill (GsPlainTable *table, const GsSweep *sweep);

G_END_DECLS
