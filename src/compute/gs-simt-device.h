/* The words of CUDA C++ that the teaching kernels use, for the host's C
 * compiler. Included before kernel source and by nothing else. Everything here
 * that touches memory on a kernel's behalf tells the emulator so; plain loads
 * and stores are told by the compiler's instrumentation. */
#pragma once

#define GS_SIMT 1

typedef struct
{
  unsigned int x, y, z;
} GsSimtDim3;

/* All four stay the same for as long as a thread lives, so the compiler may
 * keep what it was told once. */
GsSimtDim3 gs_simt_thread_idx (void) __attribute__ ((const));
GsSimtDim3 gs_simt_block_idx (void) __attribute__ ((const));
GsSimtDim3 gs_simt_block_dim (void) __attribute__ ((const));
GsSimtDim3 gs_simt_grid_dim (void) __attribute__ ((const));

#define threadIdx gs_simt_thread_idx ()
#define blockIdx  gs_simt_block_idx ()
#define blockDim  gs_simt_block_dim ()
#define gridDim   gs_simt_grid_dim ()

#define GS_KERNEL static void

void *gs_simt_shared (const char *name, unsigned int element_size, unsigned int length);
#define GS_SHARED(type, name, length) type *const name = gs_simt_shared (#name, sizeof (type), (length))

/* Two barriers stay two, even where both branches begin with one. */
#if defined(__has_attribute)
#if __has_attribute(nomerge)
__attribute__ ((nomerge))
#endif
#endif
void
gs_simt_syncthreads (void);
#define __syncthreads() gs_simt_syncthreads ()

typedef struct
{
  float x, y, z, w;
} __attribute__ ((aligned (16))) float4;

#define make_float4(x_, y_, z_, w_) ((float4){ (x_), (y_), (z_), (w_) })

float4 gs_simt_load_float4 (const void *address);
void gs_simt_store_float4 (void *address, float4 value);
#define GS_LOAD_FLOAT4(address)         gs_simt_load_float4 (address)
#define GS_STORE_FLOAT4(address, value) gs_simt_store_float4 (address, value)

/* Cache hints do not change what is read or written. */
float gs_simt_load_float (const float *address);
void gs_simt_store_float (float *address, float value);
#define __ldg(address)         gs_simt_load_float (address)
#define __ldcs(address)        gs_simt_load_float (address)
#define __stcs(address, value) gs_simt_store_float (address, value)
