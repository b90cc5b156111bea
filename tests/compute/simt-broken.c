/* Kernels that no teaching file would have: each makes one fault that the
 * emulator must name. Instrumented like the teaching kernels. */
#include "gs-simt-device.h"

#include "gs-launch.h"

#include "simt-broken.h"

/* Half of the block goes by the barrier. */
GS_KERNEL
barrier_in_branch (const float *A, const float *B, float *C, GsLaunch launch)
{
  if (threadIdx.x < blockDim.x / 2)
    __syncthreads (); /* the half's barrier */
  C[threadIdx.x] = A[threadIdx.x];
}

/* Both halves wait, each at a barrier of its own. */
GS_KERNEL
two_barriers (const float *A, const float *B, float *C, GsLaunch launch)
{
  if (threadIdx.x < blockDim.x / 2)
    {
      __syncthreads (); /* first */
      C[threadIdx.x] = A[threadIdx.x];
    }
  else
    {
      __syncthreads (); /* second */
      C[threadIdx.x] = B[threadIdx.x];
    }
}

/* Waits for a value that never comes. */
GS_KERNEL
endless (const float *A, const float *B, float *C, GsLaunch launch)
{
  while (*(volatile const float *)&A[0] < 2.0f) /* never ends */
    ;
  C[threadIdx.x] = 1.0f;
}

/* Waits without looking. */
GS_KERNEL
spinning (const float *A, const float *B, float *C, GsLaunch launch)
{
  while (launch.m > 0)
    __asm__ volatile(""); /* spins */
  C[threadIdx.x] = 1.0f;
}

static __attribute__ ((noinline)) float
descend (const float *A, long long depth)
{
  float below = depth > 0 ? descend (A + 1, depth - 1) : 0.0f; /* calls itself */

  return below * 0.5f + *A;
}

/* Calls itself as often as the launch says. */
GS_KERNEL
recursive (const float *A, const float *B, float *C, GsLaunch launch)
{
  C[threadIdx.x] = descend (A, launch.reserved);
}

GS_KERNEL
shared_overrun (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, first, 33);
  GS_SHARED (float, second, 32);

  first[threadIdx.x] = second[threadIdx.x] = 0.0f;
  __syncthreads ();
  first[threadIdx.x + 2] = 1.0f;                 /* overrun */
  C[threadIdx.x] = second[(int)threadIdx.x - 1]; /* underrun */
}

GS_KERNEL
shared_too_much (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, small, 1);
  GS_SHARED (float, huge, 16384); /* too large */

  huge[threadIdx.x] = small[0] = 0.0f;
  C[threadIdx.x] = huge[threadIdx.x];
}

GS_KERNEL
shared_too_many (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, one, 1);
  GS_SHARED (float, two, 1);
  GS_SHARED (float, three, 1);
  GS_SHARED (float, four, 1);
  GS_SHARED (float, five, 1);
  GS_SHARED (float, six, 1);
  GS_SHARED (float, seven, 1);
  GS_SHARED (float, eight, 1);
  GS_SHARED (float, nine, 1); /* one too many */

  C[threadIdx.x] = one[0] + two[0] + three[0] + four[0] + five[0] + six[0] + seven[0] + eight[0] + nine[0];
}

/* Far beyond what any 32-bit index reaches. */
GS_KERNEL
wild (const float *A, const float *B, float *C, GsLaunch launch)
{
  if (threadIdx.x == 1)
    C[1ll << 44] = 1.0f; /* wild */
  C[threadIdx.x] = A[threadIdx.x];
}

GS_KERNEL
writes_input (const float *A, const float *B, float *C, GsLaunch launch)
{
  float *input = (float *)B;

  C[threadIdx.x] = A[threadIdx.x];
  input[threadIdx.x] = 5.0f; /* not an output */
}

/* Every thread of every block adds to one element: a race, and the first read
 * finds nothing there. */
GS_KERNEL
sum_without_atomics (const float *A, const float *B, float *C, GsLaunch launch)
{
  float sum = *(volatile float *)&C[0]; /* read */

  C[0] = sum + A[threadIdx.x]; /* write */
}

/* Only every other lane asks, and those at a stride of one bank. */
GS_KERNEL
conflicts (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, cells, 1024);

  cells[threadIdx.x * 32] = A[threadIdx.x]; /* column of banks */
  __syncthreads ();
  C[threadIdx.x] = cells[0]; /* broadcast */
  if (threadIdx.x % 2 == 0)
    C[threadIdx.x] = A[threadIdx.x * 8 % 256]; /* strided */
}

/* Two words of one bank, by turns: the lanes that ask for the same word share it. */
GS_KERNEL
turns (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, cells, 64);

  cells[threadIdx.x] = cells[threadIdx.x + 32] = A[threadIdx.x];
  __syncthreads ();
  C[threadIdx.x] = cells[threadIdx.x % 2 * 32]; /* by turns */
}

/* Four floats a lane, side by side: a quarter of the warp at a time, without a conflict.
 * C says by how many bytes they are out of line. */
GS_KERNEL
wide (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, odd, 3);
  GS_SHARED (float4, cells, 32);

  odd[threadIdx.x % 3] = 0.0f;
  GS_STORE_FLOAT4 (&cells[threadIdx.x], make_float4 (A[threadIdx.x], 0, 0, 0)); /* four at once */
  C[threadIdx.x] = (float)((unsigned long)cells % sizeof (float4));
}

/* Thread 5 reads its cell, and thread 6 does, before thread 5 writes it: the many reads
 * of A between let the others go on meanwhile. */
GS_KERNEL
second_reader (const float *A, const float *B, float *C, GsLaunch launch)
{
  GS_SHARED (float, cells, 32);
  float sum;

  cells[threadIdx.x] = A[threadIdx.x];
  __syncthreads ();
  sum = *(volatile float *)&cells[threadIdx.x];
  if (threadIdx.x == 6)
    sum += *(volatile float *)&cells[5]; /* the second reads */
  for (int i = 0; i < 200; i++)
    sum += *(volatile const float *)&A[threadIdx.x];
  if (threadIdx.x == 5)
    cells[5] = 0.0f; /* the first writes */
  C[threadIdx.x] = sum;
}

/* Two threads write one element one after the other, with a barrier between. */
GS_KERNEL
one_after_the_other (const float *A, const float *B, float *C, GsLaunch launch)
{
  C[threadIdx.x] = A[threadIdx.x];
  __syncthreads ();
  if (threadIdx.x == 1)
    C[0] = 0.0f; /* later */
}

#define KERNEL(name)                                                                                         \
  {                                                                                                          \
#name, name                                                                                              \
  }

static const GsSimtKernel broken[] = {
  KERNEL (barrier_in_branch), KERNEL (two_barriers),        KERNEL (endless),         KERNEL (spinning),
  KERNEL (recursive),         KERNEL (shared_overrun),      KERNEL (shared_too_much), KERNEL (shared_too_many),
  KERNEL (wild),
  KERNEL (writes_input),      KERNEL (sum_without_atomics), KERNEL (conflicts),
  KERNEL (turns),             KERNEL (wide),                KERNEL (second_reader),   KERNEL (one_after_the_other),
};

const GsSimtKernel *
simt_broken_find (const char *symbol)
{
  for (unsigned int i = 0; i < G_N_ELEMENTS (broken); i++)
    if (g_str_equal (broken[i].symbol, symbol))
      return &broken[i];
  return NULL;
}
