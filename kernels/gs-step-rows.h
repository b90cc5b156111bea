/* Rows of C that a block of gs_matmul_few_steps_K goes down: the more steps, the
 * more it has to load before the first. */
#ifndef GS_STEP_ROWS_H
#define GS_STEP_ROWS_H

#define GS_STEP_ROWS(k) ((k) <= 4 ? 64 : (k) <= 8 ? 128 : 256)

#endif
