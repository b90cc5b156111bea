#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The part of NVIDIA's driver interface that Gridscope uses, declared here so
 * that the host code needs no toolkit, no runtime library and no linking: the
 * driver is opened at run time. Numbers and layouts are those of cuda.h; where
 * the toolkit is there, a test holds the two against each other. */

typedef int GsCuResult;
typedef int GsCuDevice;
typedef guint64 GsCuPointer;
typedef struct _GsCuContext *GsCuContext;
typedef struct _GsCuModule *GsCuModule;
typedef struct _GsCuFunction *GsCuFunction;
typedef struct _GsCuStream *GsCuStream;
#define GS_CU_STREAM_NON_BLOCKING 1
typedef struct _GsCuEvent *GsCuEvent;
typedef struct _GsCuGraph *GsCuGraph;
typedef struct _GsCuGraphExec *GsCuGraphExec;

enum
{
  GS_CU_SUCCESS = 0,
  GS_CU_INVALID_VALUE = 1,
  GS_CU_OUT_OF_MEMORY = 2,
  GS_CU_NO_DEVICE = 100,
  GS_CU_INVALID_IMAGE = 200,
  GS_CU_NO_BINARY_FOR_GPU = 209,
  GS_CU_ECC_UNCORRECTABLE = 214,
  GS_CU_UNSUPPORTED_PTX_VERSION = 222,
  GS_CU_NOT_FOUND = 500,
  GS_CU_NOT_READY = 600,
  GS_CU_ILLEGAL_ADDRESS = 700,
  GS_CU_LAUNCH_OUT_OF_RESOURCES = 701,
  GS_CU_LAUNCH_TIMEOUT = 702,
  GS_CU_ASSERT = 710,
  GS_CU_HARDWARE_STACK_ERROR = 714,
  GS_CU_ILLEGAL_INSTRUCTION = 715,
  GS_CU_MISALIGNED_ADDRESS = 716,
  GS_CU_INVALID_ADDRESS_SPACE = 717,
  GS_CU_INVALID_PC = 718,
  GS_CU_LAUNCH_FAILED = 719,
  GS_CU_SYSTEM_DRIVER_MISMATCH = 803,
  GS_CU_UNKNOWN = 999,
};

typedef enum
{
  GS_CU_MAX_THREADS_PER_BLOCK = 1,
  GS_CU_MAX_BLOCK_X = 2,
  GS_CU_MAX_BLOCK_Y = 3,
  GS_CU_MAX_BLOCK_Z = 4,
  GS_CU_MAX_GRID_X = 5,
  GS_CU_MAX_GRID_Y = 6,
  GS_CU_MAX_GRID_Z = 7,
  GS_CU_SHARED_PER_BLOCK = 8,
  GS_CU_WARP_SIZE = 10,
  GS_CU_REGISTERS_PER_BLOCK = 12,
  GS_CU_CLOCK_KHZ = 13,
  GS_CU_MULTIPROCESSORS = 16,
  GS_CU_MEMORY_CLOCK_KHZ = 36,
  GS_CU_MEMORY_BUS_BITS = 37,
  GS_CU_L2_BYTES = 38,
  GS_CU_THREADS_PER_SM = 39,
  GS_CU_CAPABILITY_MAJOR = 75,
  GS_CU_CAPABILITY_MINOR = 76,
  GS_CU_SHARED_PER_SM = 81,
  GS_CU_REGISTERS_PER_SM = 82,
  GS_CU_SHARED_PER_BLOCK_OPTIN = 97,
  GS_CU_BLOCKS_PER_SM = 106,
  GS_CU_SHARED_RESERVED = 111,
} GsCuDeviceAttribute;

typedef enum
{
  GS_CU_FUNCTION_MAX_THREADS = 0,
  GS_CU_FUNCTION_SHARED_BYTES = 1,
  GS_CU_FUNCTION_REGISTERS = 4,
  GS_CU_FUNCTION_MAX_DYNAMIC_SHARED = 8,
} GsCuFunctionAttribute;

/* One embedded file of machine code. */
typedef struct
{
  const char *file; /* "matmul.cu"; its instrumented twin is "matmul.twin.cu" */
  gconstpointer data;
} GsCudaImage;

/* Everything between Gridscope and the card. A test puts another table in its
 * place and meets every state without a GPU. */
typedef struct
{
  GsCuResult (*init) (unsigned int flags);
  GsCuResult (*driver_get_version) (int *version);
  GsCuResult (*get_error_name) (GsCuResult result, const char **name);
  GsCuResult (*get_error_string) (GsCuResult result, const char **text);

  GsCuResult (*device_get_count) (int *count);
  GsCuResult (*device_get) (GsCuDevice *device, int ordinal);
  GsCuResult (*device_get_name) (char *name, int length, GsCuDevice device);
  GsCuResult (*device_get_uuid) (guint8 uuid[16], GsCuDevice device);
  GsCuResult (*device_get_pci) (char *id, int length, GsCuDevice device);
  GsCuResult (*device_get_attribute) (int *value, GsCuDeviceAttribute attribute, GsCuDevice device);
  GsCuResult (*device_total_memory) (gsize *n_bytes, GsCuDevice device);

  GsCuResult (*context_retain) (GsCuContext *context, GsCuDevice device);
  GsCuResult (*context_release) (GsCuDevice device);
  GsCuResult (*context_set_current) (GsCuContext context);
  GsCuResult (*context_synchronise) (void);

  GsCuResult (*module_load) (GsCuModule *module, gconstpointer image);
  GsCuResult (*module_unload) (GsCuModule module);
  GsCuResult (*module_get_function) (GsCuFunction *function, GsCuModule module, const char *name);
  GsCuResult (*function_get_attribute) (int *value, GsCuFunctionAttribute attribute, GsCuFunction function);
  GsCuResult (*function_set_attribute) (GsCuFunction function, GsCuFunctionAttribute attribute, int value);
  GsCuResult (*occupancy_blocks) (int *n_blocks, GsCuFunction function, int block_threads, gsize dynamic_shared_bytes);

  GsCuResult (*memory_get_info) (gsize *n_free, gsize *n_total);
  GsCuResult (*memory_alloc) (GsCuPointer *pointer, gsize n_bytes);
  GsCuResult (*memory_free) (GsCuPointer pointer);
  GsCuResult (*host_register) (gpointer data, gsize n_bytes, unsigned int flags);
  GsCuResult (*host_unregister) (gpointer data);
  GsCuResult (*copy_to_device) (GsCuPointer to, gconstpointer from, gsize n_bytes);
  GsCuResult (*copy_to_host) (gpointer to, GsCuPointer from, gsize n_bytes);
  GsCuResult (*copy_to_device_async) (GsCuPointer to, gconstpointer from, gsize n_bytes, GsCuStream stream);
  GsCuResult (*copy_to_host_async) (gpointer to, GsCuPointer from, gsize n_bytes, GsCuStream stream);
  GsCuResult (*host_alloc) (gpointer *data, gsize n_bytes, unsigned int flags);
  GsCuResult (*host_free) (gpointer data);
  GsCuResult (*stream_wait) (GsCuStream stream, GsCuEvent event, unsigned int flags);
  GsCuResult (*fill_32) (GsCuPointer pointer, unsigned int value, gsize n_words, GsCuStream stream);

  GsCuResult (*launch) (GsCuFunction function,
                        unsigned int grid_x,
                        unsigned int grid_y,
                        unsigned int grid_z,
                        unsigned int block_x,
                        unsigned int block_y,
                        unsigned int block_z,
                        unsigned int shared_bytes,
                        GsCuStream stream,
                        void **arguments,
                        void **extra);
  GsCuResult (*stream_create) (GsCuStream *stream, unsigned int flags);
  GsCuResult (*stream_destroy) (GsCuStream stream);
  GsCuResult (*stream_synchronise) (GsCuStream stream);
  GsCuResult (*event_create) (GsCuEvent *event, unsigned int flags);
  GsCuResult (*event_destroy) (GsCuEvent event);
  GsCuResult (*event_record) (GsCuEvent event, GsCuStream stream);
  GsCuResult (*event_query) (GsCuEvent event);
  GsCuResult (*event_synchronise) (GsCuEvent event);
  GsCuResult (*event_elapsed) (float *ms, GsCuEvent start, GsCuEvent end);

  GsCuResult (*capture_begin) (GsCuStream stream, int mode);
  GsCuResult (*capture_end) (GsCuStream stream, GsCuGraph *graph);
  GsCuResult (*graph_instantiate) (GsCuGraphExec *exec, GsCuGraph graph, guint64 flags);
  GsCuResult (*graph_launch) (GsCuGraphExec exec, GsCuStream stream);
  GsCuResult (*graph_exec_destroy) (GsCuGraphExec exec);
  GsCuResult (*graph_destroy) (GsCuGraph graph);

  const GsCudaImage *images; /* ends with a NULL file */
  int toolkit_version;       /* 1000·major + 10·minor of the toolkit that built the images; 0: none */
  const char *built_for;     /* "sm_75 sm_80 … compute_80" */
} GsCudaDriver;

/* The driver of this machine, opened and initialised once; or NULL and one
 * sentence in @reason (free it): built without the toolkit, no driver, driver
 * too old (both versions), or the driver's own refusal. */
const GsCudaDriver *gs_cuda_driver_get (char **reason);

/* For tests: another table in place of this machine's driver (NULL: the real one
 * again), with nothing remembered. A table without init stands for a machine
 * that has no driver library. */
void gs_cuda_driver_set_fake (const GsCudaDriver *fake);

/* Called by gs_cuda_driver_set_fake(): forgets contexts, modules and losses. */
void gs_cuda_driver_on_reset (void (*forget) (void));

G_END_DECLS
