#pragma once

#include "gs-spec-group.h"

G_BEGIN_DECLS

/* The break-it switches: one check button for each line that can be taken out of
 * the kernel; those the chosen kernel does not have are insensitive and say so. */
#define GS_TYPE_FAULTS_BOX (gs_faults_box_get_type ())
G_DECLARE_FINAL_TYPE (GsFaultsBox, gs_faults_box, GS, FAULTS_BOX, GsSpecGroup)

G_END_DECLS
