#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Where in a text of markup its start tags and their attributes stand. What
 * GMarkupParseContext tells of that is the place it has read to, which is a line too far
 * behind a tag that ends its line, and says nothing of attributes on lines of their own.
 *
 * To be moved on once at each start of an element that the parser reports, in that
 * order. */
typedef struct
{
  const char *start, *end; /* of the text, which must stay */
  const char *tag;         /* the last start tag, at its "<"; NULL before the first */
} GsMarkupPlace;

/* @length -1: the text ends with its NUL. */
void gs_markup_place_init (GsMarkupPlace *self, const char *text, gssize length);
/* On to the next start tag. At the end of the text it stays at the last. */
void gs_markup_place_next (GsMarkupPlace *self);

/* The line of the start tag, from 1. */
int gs_markup_place_line (const GsMarkupPlace *self);
/* The line on which its attribute @name begins; that of the tag when it has none such. */
int gs_markup_place_attribute_line (const GsMarkupPlace *self, const char *name);

G_END_DECLS
