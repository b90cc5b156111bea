#pragma once

#include "gs-figure.h"

G_BEGIN_DECLS

/* A coverage can be played: warp by warp in launch order, from none to all; a tiled
 * product by loads, barriers and the k-loop of one block. A launch of more steps than
 * frames is played in equal parts. */
#define GS_MAX_FRAMES 121

/* 1 for a figure that does not move. */
guint gs_figure_n_frames (const GsFigureInput *input);
/* How many steps are done in @frame, for the "play" of an input. */
gint64 gs_figure_frame_play (const GsFigureInput *input, guint frame);

/* The play as one SVG that needs nothing else: frames in PNG at style->scale,
 * shown in turn by CSS, the last one longer. A reader that does not animate, or
 * was asked not to, shows the last. Same bytes for the same input, as with
 * gs_export_figure(), whose bounds of size hold. */
GBytes *gs_export_animation (const GsFigureInput *input, const GsFigureStyle *style, GError **error);

G_END_DECLS
