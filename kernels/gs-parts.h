/* Sums that several blocks share. Each block leaves its part in workspace, and the
 * last one to do so adds them all up, in the order of the parts, whoever was last:
 * the same bits every time, and no second kernel.
 *
 * Workspace begins with a counter for each sum, rounded up to 32 of them, zero at
 * the start and zero again at the end; then come the parts, sum after sum. */
#ifndef GS_PARTS_H
#define GS_PARTS_H

#define GS_COUNTERS(sums) (((sums) + 31) / 32 * 32)

#ifdef __CUDACC__

/* Whether this block is the last of @parts to have left its part of @sum in
 * workspace; what the others left can then be read, past the L1 cache. */
__device__ __forceinline__ bool
is_last_part (float *workspace, unsigned int sum, unsigned int parts)
{
  bool last = false;

  __threadfence ();
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      unsigned int *counter = (unsigned int *)workspace + sum;

      last = atomicAdd (counter, 1) == parts - 1;
      if (last)
        *counter = 0;
    }
  /* No flag in shared memory: it would push what the kernels have there off the
   * boundaries of 128 bytes that their copies are made for. */
  last = __syncthreads_or (last);
  if (last)
    __threadfence ();
  return last;
}

/* Where @part of @sum is, of @size floats, when there are @sums of them. */
__device__ __forceinline__ float *
part_of_sum (
    float *workspace, unsigned int sums, unsigned int sum, unsigned int parts, unsigned int part, int size)
{
  return workspace + GS_COUNTERS (sums) + ((long long)sum * parts + part) * size;
}

#endif

#endif
