/* Copies from global to shared memory that do not wait: cp.async, compute
 * capability 8.0 or newer. */
#ifndef GS_ASYNC_COPY_H
#define GS_ASYNC_COPY_H

/* 16 bytes, or 4, from global to shared memory without waiting. What is not
 * inside arrives as zero, and is not read. */
template <int floats>
__device__ __forceinline__ void
copy_async (float *to, const float *from, bool inside)
{
  unsigned int address = (unsigned int)__cvta_generic_to_shared (to);
  int n_bytes = inside ? floats * 4 : 0;

  if (floats == 4)
    asm volatile ("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(n_bytes));
  else
    asm volatile ("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address), "l"(from), "r"(n_bytes));
}

/* The same, where the rest of the 128 bytes around it is wanted soon. */
template <int floats>
__device__ __forceinline__ void
copy_async_ahead (float *to, const float *from, bool inside)
{
  unsigned int address = (unsigned int)__cvta_generic_to_shared (to);
  int n_bytes = inside ? floats * 4 : 0;

  if (floats == 4)
    asm volatile ("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(address), "l"(from),
                 "r"(n_bytes));
  else
    asm volatile ("cp.async.ca.shared.global.L2::128B [%0], [%1], 4, %2;" ::"r"(address), "l"(from),
                 "r"(n_bytes));
}

/* The copies asked for since the last call are one group. */
__device__ __forceinline__ void
copies_issued ()
{
  asm volatile ("cp.async.commit_group;");
}

/* Waits until at most the last @groups groups are still on their way. */
template <int groups>
__device__ __forceinline__ void
wait_for_copies ()
{
  asm volatile ("cp.async.wait_group %0;" ::"n"(groups) : "memory");
}

#endif
