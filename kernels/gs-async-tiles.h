/* The tiles that matmul_async.cu is built for, for the kernels and for the host
 * that launches them.
 *
 * A block computes BM × BN elements of C, BK steps of k at a time. Its warps
 * stand in WARPS_M × WARPS_N, the lanes of a warp in LANES_M × LANES_N, and a
 * thread owns THREAD_M × THREAD_N elements. With SLICES > 1 that many groups of
 * warps share the tile, each taking its part of every BK; their sums are added
 * in a fixed order at the end. BLOCKS blocks are to fit on a
 * multiprocessor. */
#ifndef GS_ASYNC_TILES_H
#define GS_ASYNC_TILES_H

/* X (NAME, BM, BN, BK, WARPS_M, WARPS_N, LANES_M, LANES_N, THREAD_M, THREAD_N, SLICES, BLOCKS) */
#define GS_ASYNC_TILES(X)                                                                                    \
  X (256x128, 256, 128, 16, 4, 2, 8, 4, 8, 16, 1, 1)                                                         \
  X (128x128, 128, 128, 16, 2, 2, 8, 4, 8, 16, 2, 1)                                                         \
  X (128x64, 128, 64, 16, 2, 2, 8, 4, 8, 8, 2, 2)                                                            \
  X (64x64, 64, 64, 32, 1, 1, 8, 4, 8, 16, 4, 2)                                                             \
  X (32x128, 32, 128, 32, 1, 2, 4, 8, 8, 8, 4, 2)                                                            \
  X (128x32, 128, 32, 32, 2, 1, 8, 4, 8, 8, 4, 2)

/* The first of them, which is also there for a B of which rows begin anywhere. */
#define GS_ASYNC_RAGGED_TILE(X) X (256x128, 256, 128, 16, 4, 2, 8, 4, 8, 16, 1, 1)

/* Parts of a tile that are few and small are added by the last of its blocks
 * (gs_matmul_k9_async_…_own); others by a kernel of their own, which has all
 * multiprocessors for it. */
#define GS_ASYNC_OWN(parts, bm, bn) ((parts) > 1 && (parts) * (bm) * (bn) <= 131072)

#define GS_ASYNC_THREADS(warps_m, warps_n, slices) (32 * (warps_m) * (warps_n) * (slices))

/* Floats from one k of the transposed tile of A to the next: four more than the
 * tile, against bank conflicts, and still a multiple of 16 bytes. */
#define GS_ASYNC_STRIDE_A(bm) ((bm) + 4)

/* Dynamic shared memory in bytes: two stages of A and B, or the sums of one
 * slice, four rows of each thread at a time. */
#define GS_ASYNC_STAGES_BYTES(bm, bn, bk) (2 * (bk) * (GS_ASYNC_STRIDE_A (bm) + (bn)) * 4)
#define GS_ASYNC_SLICE_BYTES(warps_m, warps_n, thread_n, slices)                                             \
  ((slices) > 1 ? 32 * (warps_m) * (warps_n) * 4 * (thread_n) * 4 : 0)
#define GS_ASYNC_SHARED_BYTES(bm, bn, bk, warps_m, warps_n, thread_n, slices)                                \
  (GS_ASYNC_STAGES_BYTES (bm, bn, bk) > GS_ASYNC_SLICE_BYTES (warps_m, warps_n, thread_n, slices)            \
       ? GS_ASYNC_STAGES_BYTES (bm, bn, bk)                                                                  \
       : GS_ASYNC_SLICE_BYTES (warps_m, warps_n, thread_n, slices))

#endif
