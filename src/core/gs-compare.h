#pragma once

#include "gs-matrix.h"
#include "gs-op.h"

G_BEGIN_DECLS

/* A result held against the float64 reference of the same float32 inputs. */
typedef struct
{
  gboolean pass;
  double max_abs;        /* largest |C − C64| over the finite pairs */
  double bound_fraction; /* largest |C − C64| / bound; > 1 fails; infinite when the two cannot be compared (NaN
                          * against a number). Product: bound γ_K·(|A||B|), γ_K = K·u / (1 − K·u), u = 2⁻²⁴
                          * (Higham, Accuracy and Stability, §3.1), and K·2⁻¹⁵⁰ for products that underflow.
                          * Elementwise: 0 when bit-identical, else infinite */
  gint64 worst_row, worst_column; /* of bound_fraction, the first of equals; -1: no elements */
  gint64 max_ulp;        /* against the reference rounded to float32; G_MAXINT64 when not comparable */
  gint64 nan_count;      /* NaN in the whole result */
  gint64 failures;       /* elements that fail */
} GsVerify;

/* Compares @c with the reference of @op on @a and @b. NaN and infinity first:
 * NaN passes only where the reference is NaN, an infinity only where the
 * reference rounds to the same infinity. Elementwise results must have the
 * same bits as float32 arithmetic gives (NaN any NaN). */
void gs_verify (GsOp op, const GsMatrix *a, const GsMatrix *b, const GsMatrix *c, GsVerify *verify);

/* Like gs_verify(), but a product of more than @max_flops multiplications m·n·k
 * is checked where a fixed sample of rows, the first and the last among them,
 * meets a sample of columns; and wherever the result is NaN, which is what a
 * kernel leaves that never wrote. @checked gets the number of elements looked
 * at, if not NULL. */
void gs_verify_bounded (GsOp op, const GsMatrix *a, const GsMatrix *b, const GsMatrix *c,
                        double max_flops, GsVerify *verify, gint64 *checked);

/* Like gs_verify(), but only of the elements whose bit is set in @computed: element i
 * is bit i mod 32 of word i / 32. Of a product that would take more than @max_flops
 * multiplications, at equal steps among them. @checked gets the number looked at. */
void gs_verify_computed (GsOp op, const GsMatrix *a, const GsMatrix *b, const GsMatrix *c, const guint32 *computed,
                         double max_flops, GsVerify *verify, gint64 *checked);

/* Why @n elements of a right result are NaN, in one translated sentence; NULL for
 * 0. Right results have their NaN in the same places. Free it. */
char *gs_describe_nan (gint64 n);

/* One element of the float64 reference and the bound on its error in float32 (as in
 * GsVerify; 0 for elementwise operations). */
double gs_reference_element (GsOp op, const GsMatrix *a, const GsMatrix *b, gint64 row, gint64 column, double *bound);

/* Distance in units in the last place between two finite floats; 0 for equal
 * bits and for +0 against −0. */
gint64 gs_ulp_distance (float x, float y);

G_END_DECLS
