#pragma once

#include "gs-cublas-library.h"
#include "gs-cuda-driver.h"

/* A driver, and a cuBLAS, that live in this process: device memory is host
 * memory, kernels are loops, and the device's clock moves only by launches. A
 * test sets the fields, then calls fake_cuda_install(). */

typedef struct
{
  const char *name;
  guint8 uuid_start; /* first byte; the others follow by one */
  const char *pci;
  int major, minor;
  int max_threads; /* of a block; 0: 1024 */
} FakeDevice;

typedef struct
{
  gboolean absent; /* no driver library */
  int driver_version;
  int toolkit_version;
  const char *built_for;
  const FakeDevice *devices;
  int n_devices;
  const char *fail_call; /* the driver function that fails, by its C name: "cuMemAlloc" */
  int fail_after;        /* calls of it that succeed before */
  int fail_with;
  gboolean sticky; /* every later call fails the same way */
  gboolean hang;   /* kernels never end */
  gsize free_bytes;
  int launch_ns;        /* device time of one launch */
  int queue_length;     /* launches that fit the queue; more make submitting wait. 0: no limit */
  int max_threads;      /* of every function */
  int occupancy_blocks; /* what the occupancy call gives */
  int miscounted;       /* elements that the twin counts once too often */

  /* What happened. */
  int n_allocated, n_allocs, n_launches, n_graph_launches, n_registered, n_pinned, n_events;
  gsize filled_bytes;
  int device_used;
  gint64 host_ns, device_ns;
} FakeCuda;

extern FakeCuda fake_cuda;

/* Every entry of the driver begins with this: its name, @call, decides whether it is
 * the one to fail. */
GsCuResult fake_cuda_enter (const char *call);
#define FAKE_CUDA_ENTER(call)                                                                                \
  do                                                                                                         \
    {                                                                                                        \
      GsCuResult entered = fake_cuda_enter (call);                                                           \
      if (entered != GS_CU_SUCCESS)                                                                          \
        return entered;                                                                                      \
    }                                                                                                        \
  while (0)

/* One sm_90 card, a driver and toolkit for CUDA 13.0, memory enough. */
void fake_cuda_reset (void);
void fake_cuda_install (void);
/* The clock of a host on which a launch takes 2 µs. */
gint64 fake_cuda_clock (void);

extern const GsCublas fake_cublas;
extern int fake_cublas_pedantic_ns, fake_cublas_default_ns, fake_cublas_tf32_ns;
