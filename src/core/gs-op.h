#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is computed. C[m×n] = A + B, A ∘ B (elementwise), or
 * C[m×n] = A[m×k] · B[k×n]. */
typedef enum
{
  GS_OP_ADD,
  GS_OP_HADAMARD,
  GS_OP_MATMUL,
  GS_N_OPS
} GsOp;

const char *gs_op_nick (GsOp op);  /* "add", "hadamard", "matmul": words of the contract */
const char *gs_op_title (GsOp op); /* translated, for people */
gboolean gs_op_from_nick (const char *nick, GsOp *op, GError **error);

gboolean gs_op_is_elementwise (GsOp op);

/* Sizes of operand 0 (A) or 1 (B). k is ignored by elementwise operations. */
void gs_op_operand_size (GsOp op, int operand, gint64 m, gint64 n, gint64 k, gint64 *rows, gint64 *columns);

/* Floating-point operations: m·n, or 2·m·n·k. As double: exact below 2⁵³,
 * rounded above (used for rates only). */
double gs_op_flops (GsOp op, gint64 m, gint64 n, gint64 k);
/* Fewest bytes moved: each input read once, each output written once. */
double gs_op_bytes (GsOp op, gint64 m, gint64 n, gint64 k);

G_END_DECLS
