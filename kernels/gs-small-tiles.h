/* The tiles that matmul_small.cu is built for, for the kernels and for the host
 * that launches them.
 *
 * The lanes of a warp stand in LANES_M × LANES_N and each owns THREAD_M × THREAD_N
 * elements. All WARPS warps of a block compute the same tile, each with its own
 * steps of k: STEP of them at a time, and STAGES such pieces on their way at once.
 * BLOCKS blocks are to fit on a multiprocessor. A deep tile has twice the warps, for
 * a k that is long, and a wide one reads whole lines of 128 bytes of A, of which there
 * may be many rows. */
#ifndef GS_SMALL_TILES_H
#define GS_SMALL_TILES_H

/* X (NAME, LANES_M, LANES_N, THREAD_M, THREAD_N, WARPS, STEP, STAGES, BLOCKS) */
#define GS_SMALL_TILES(X)                                                                                    \
  X (16x32, 4, 8, 4, 4, 8, 16, 4, 2)                                                                         \
  X (32x32, 4, 8, 8, 4, 8, 16, 3, 2)                                                                         \
  X (16x64, 4, 8, 4, 8, 8, 16, 2, 2)                                                                         \
  X (32x64, 4, 8, 8, 8, 8, 16, 3, 1)                                                                         \
  X (16x128, 2, 16, 8, 8, 8, 16, 3, 1)                                                                       \
  X (24x48, 8, 4, 3, 12, 8, 16, 4, 1)                                                                        \
  X (8x32_deep, 4, 8, 2, 4, 16, 16, 4, 1)                                                                    \
  X (32x8_wide, 16, 2, 2, 4, 8, 32, 4, 1)                                                                    \
  X (32x16_wide, 16, 2, 2, 8, 8, 32, 3, 1)                                                                   \
  X (32x24_wide, 16, 2, 2, 12, 8, 32, 3, 1)                                                                  \
  X (32x32_wide, 4, 8, 8, 4, 8, 32, 3, 1)

/* The largest power of two, @b at most, that divides @a; @b is one itself. */
#define GS_SMALL_COMMON(a, b) (((a) & -(a)) < (b) ? ((a) & -(a)) : (b))

#define GS_SMALL_MAX(a, b) ((a) > (b) ? (a) : (b))

/* Floats from one row of a piece of A to the next: four more than the piece is
 * wide, so that the rows a warp reads at once lie in different banks. */
#define GS_SMALL_STRIDE_A(step) ((step) + 4)

/* Floats of one piece of A and B. */
#define GS_SMALL_PIECE(bm, bn, step) ((bm) * GS_SMALL_STRIDE_A (step) + (step) * (bn))

/* Dynamic shared memory in bytes: all pieces of all warps, which at the end make
 * room for a tile of sums from every warp. */
#define GS_SMALL_SHARED_BYTES(bm, bn, warps, step, stages)                                                   \
  (4 * (warps) * GS_SMALL_MAX ((stages) * GS_SMALL_PIECE (bm, bn, step), (bm) * (bn)))

#endif
