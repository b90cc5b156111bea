#pragma once

#include "gs-plan.h"

/* A launch of that operation and size; a product has k = 3. To be freed by the caller. */
static inline GsSpec *
make_spec (GsOp op, gint64 m, gint64 n, int dims, gint64 x, gint64 y)
{
  GsSpec *spec = gs_spec_new ();

  spec->op = op;
  spec->m = m;
  spec->n = n;
  spec->k = op == GS_OP_MATMUL ? 3 : 0;
  spec->block_dims = dims;
  spec->block[0] = x;
  spec->block[1] = y;
  return spec;
}
