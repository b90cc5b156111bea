/* Rows of C that a block of gs_matmul_few_steps_K computes at a time, 128 values of A
 * for each of its eight warps; and how many blocks find room on a multiprocessor. */
#ifndef GS_STEP_ROWS_H
#define GS_STEP_ROWS_H

#define GS_STEP_ROWS(k)   ((k) <= 4 ? 256 : (k) <= 8 ? 128 : 64)
#define GS_STEP_BLOCKS(k) ((k) <= 4 ? 4 : (k) <= 8 ? 3 : 2)

#endif
