#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What stands around the brackets of a literal: "A = […];", "const float
 * a[2][2] = {…};", "np.array([…], dtype=np.float32)". Internal to this layer. */
typedef struct
{
  const char *body; /* the bracket that opens the matrix */
  gboolean call;    /* inside the parentheses of a constructor */
  gboolean braces;  /* the matrix is in { } */
  gint64 dims[2];   /* declared sizes of a C array */
  int n_dims;
} GsLiteralFrame;

/* FALSE when @text does not begin like a literal. */
gboolean gs_literal_frame_open (const char *text, const char *end, GsLiteralFrame *self);
/* The place after the bracket that closes @body, or @end. */
const char *gs_literal_frame_close (const char *body, const char *end);
/* Passes over what may follow the matrix: the rest of the call, and a
 * semicolon. Gives the place of anything else, or NULL. */
const char *gs_literal_frame_skip_tail (const GsLiteralFrame *self, const char *at, const char *end);

G_END_DECLS
