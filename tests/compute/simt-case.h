#pragma once

#include "gs-simt-launch.h"

/* A launch with matrices of its own, for the tests of the emulator. */
typedef struct
{
  GsSimtLaunch launch;
  GsOp op;
  float *a, *b, *c;
  gint64 n_a, n_b, n_c; /* elements */
} SimtCase;

/* Inputs from a fixed seed; C poisoned with NaN; grid ⌈size / block⌉ unless
 * changed afterwards. @block_y 0: 1-D. */
void simt_case_init (SimtCase *self,
                     const char *symbol,
                     GsOp op,
                     gint64 m,
                     gint64 n,
                     gint64 k,
                     int block_x,
                     int block_y,
                     unsigned int flags);
void simt_case_clear (SimtCase *self);
/* Fails the test on an error. */
GsTrace *simt_case_run (SimtCase *self);
/* The same by plain loops, adding in the order of k. Free it. */
float *simt_case_expected (const SimtCase *self);
/* Every element has the expected bits. */
void simt_case_assert_right (const SimtCase *self);
/* Number of the first line of the kernel @symbol that contains @text. */
int simt_source_line (const char *symbol, const char *text);
/* The same in a file that is not built in. */
int simt_text_line (const char *path, const char *symbol, const char *text);
