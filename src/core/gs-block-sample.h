#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which blocks of a launch are run when not all of them are: numbers in launch
 * order (block y · grid x + block x), rising, @n of the @grid[0] · @grid[1]
 * blocks, of gint64. One comes from each of @n equal stretches of the launch, at
 * places that have no period, so that no row or column of blocks is always met or
 * always missed; and of those the corners of the grid take the place of up to
 * four, because tails are there. The same arguments give the same blocks. NULL
 * when that is all of them: @n is 0, or not less than their number.
 *
 * @grid: 1 to 2³¹ − 1 and 1 to 65535. @n: 0 to 2²⁰. Free it with g_array_unref(). */
GArray *gs_block_sample_new (const gint64 grid[2], gint64 n);

G_END_DECLS
