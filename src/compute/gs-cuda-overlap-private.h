#pragma once

#include "gs-copy-crew.h"
#include "gs-cuda-launch.h"
#include "gs-cuda-session.h"

G_BEGIN_DECLS

#define GS_CUDA_OVERLAP_SLICES 64
#define GS_CUDA_OVERLAP_HALVES 3 /* times that the last slice is halved: nothing overlaps its way back */
#define GS_CUDA_OVERLAP_SLOTS  3 /* staging buffers: one filled, one under way, one emptied */

/* The launch of one size of slice. */
typedef struct
{
  gint64 rows;
  GsSpec *spec;
  GsPlan *plan;
  GsCudaLaunch launch;
  gsize workspace_at; /* bytes */
} GsCudaOverlapPart;

/* What one staging buffer takes to the device: a slice, or some of a B that all
 * slices need. */
typedef struct
{
  int slice;     /* -1: of B */
  gsize at;      /* bytes, of B */
  gsize n_bytes; /* of B */
  int pieces[2]; /* of the crew; -1: none */
} GsCudaOverlapUnit;

typedef struct
{
  GsCudaSession *session;
  gint64 rows, slice_rows; /* of all, of the longest slice */
  /* Of each slice; the last: of none. */
  gint64 first_row[GS_CUDA_OVERLAP_SLICES + GS_CUDA_OVERLAP_HALVES + 1];
  int n_slices;
  gsize row_bytes[3]; /* of A, B and C in a slice; B of a product is no part of it: 0 */
  GsCudaOverlapPart parts[GS_CUDA_OVERLAP_HALVES + 2];
  int n_parts;
  GsCuPointer workspace;
  GsCuStream up, compute, down;
  /* Of what was last in the slot. A stream that waits for one waits for what had
   * been recorded when it was told to. */
  GsCuEvent uploaded[GS_CUDA_OVERLAP_SLOTS], computed, downloaded[GS_CUDA_OVERLAP_SLOTS];
  gpointer staging[3][GS_CUDA_OVERLAP_SLOTS]; /* NULL: the matrices themselves are pinned */
  GsCopyCrew *crew;                           /* of one run from ordinary memory */
  GsCudaOverlapUnit *units;
  int n_units;
  /* Pieces of the crew: slices on their way to C. */
  int emptied[GS_CUDA_OVERLAP_SLICES + GS_CUDA_OVERLAP_HALVES];
} GsCudaOverlap;

/* A call of the driver in a phase. */
gboolean gs_cuda_overlap_check (
    GsCudaOverlap *self, GsCuResult result, const char *call, GsPhaseKind phase, GError **error);

/* First byte of a slice in host memory of A (0), B (1) or C (2), and how many there are. */
char *gs_cuda_overlap_host_rows (const GsCudaOverlap *self, int matrix, int slice);
gsize gs_cuda_overlap_slice_bytes (const GsCudaOverlap *self, int matrix, int slice);

/* Puts a step of a slice into its stream. To the device, from the slot's buffers
 * or, where they are pinned, from the matrices themselves; */
gboolean gs_cuda_overlap_upload (GsCudaOverlap *self, int slice, int slot, GError **error);
/* once what is in @slot has been uploaded; */
gboolean gs_cuda_overlap_compute (GsCudaOverlap *self, int slice, int slot, GError **error);
/* once all that was asked of the compute stream so far is done. */
gboolean gs_cuda_overlap_download (GsCudaOverlap *self, int slice, GError **error);

/* gs-cuda-staged.c: the way of everything from ordinary memory and back. */
void gs_cuda_overlap_plan_units (GsCudaOverlap *self);
gboolean gs_cuda_overlap_run_staged (GsCudaOverlap *self, GError **error);

G_END_DECLS
