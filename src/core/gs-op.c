#include "gs-op.h"

#include <glib/gi18n-lib.h>

#include "gs-error.h"

static const char *const nicks[] = { "add", "hadamard", "matmul", NULL };
static const char *const titles[] = { N_ ("Sum"), N_ ("Hadamard product"), N_ ("Matrix product") };

G_STATIC_ASSERT (G_N_ELEMENTS (nicks) == GS_N_OPS + 1);
G_STATIC_ASSERT (G_N_ELEMENTS (titles) == GS_N_OPS);

const char *
gs_op_nick (GsOp op)
{
  g_return_val_if_fail (op < GS_N_OPS, NULL);

  return nicks[op];
}

const char *
gs_op_title (GsOp op)
{
  g_return_val_if_fail (op < GS_N_OPS, NULL);

  return _ (titles[op]);
}

gboolean
gs_op_from_nick (const char *nick, GsOp *op, GError **error)
{
  for (guint i = 0; i < GS_N_OPS; i++)
    if (g_str_equal (nick, nicks[i]))
      {
        *op = (GsOp)i;
        return TRUE;
      }
  return gs_set_unknown_word_error (error, _ ("operation"), nick, nicks);
}

gboolean
gs_op_is_elementwise (GsOp op)
{
  return op != GS_OP_MATMUL;
}

void
gs_op_operand_size (GsOp op, int operand, gint64 m, gint64 n, gint64 k, gint64 *rows, gint64 *columns)
{
  g_return_if_fail (operand == 0 || operand == 1);

  *rows = op == GS_OP_MATMUL && operand == 1 ? k : m;
  *columns = op == GS_OP_MATMUL && operand == 0 ? k : n;
}

double
gs_op_flops (GsOp op, gint64 m, gint64 n, gint64 k)
{
  double outputs = (double)m * (double)n;

  return op == GS_OP_MATMUL ? 2.0 * outputs * (double)k : outputs;
}

double
gs_op_bytes (GsOp op, gint64 m, gint64 n, gint64 k)
{
  double outputs = (double)m * (double)n;
  double inputs = op == GS_OP_MATMUL ? (double)m * (double)k + (double)k * (double)n : 2.0 * outputs;

  return (inputs + outputs) * sizeof (float);
}
