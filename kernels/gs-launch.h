/* What every teaching kernel is told about its launch, and the few words the
 * kernels are written in. The same kernel source is built three ways: by nvcc,
 * by NVRTC, and by the host's C compiler for the SIMT emulator (which defines
 * GS_SIMT and includes gs-simt-device.h first).
 *
 * Guard, mapping, index width and the faults are switches of the launch, not of
 * the build: the branches are uniform over the grid and cost nothing that can be
 * measured beside a memory access. */
#ifndef GS_LAUNCH_H
#define GS_LAUNCH_H

#define GS_LAUNCH_BARRIER_1         (1u << 0) /* same bits as GsFault */
#define GS_LAUNCH_BARRIER_2         (1u << 1)
#define GS_LAUNCH_TILE_EDGE         (1u << 2)
#define GS_LAUNCH_LEADING_DIMENSION (1u << 3)
#define GS_LAUNCH_SWAPPED_AXES      (1u << 4)
#define GS_LAUNCH_NO_GUARD          (1u << 8)
#define GS_LAUNCH_X_ROW             (1u << 9)  /* threadIdx.x runs along rows */
#define GS_LAUNCH_INDEX_32          (1u << 10) /* linear index modulo 2^32, signed */
#define GS_LAUNCH_2D                (1u << 11)

typedef struct
{
  long long m, n, k;
  unsigned int flags;
  unsigned int reserved;
} GsLaunch;

#endif
