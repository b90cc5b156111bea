#pragma once

#include <gtk/gtk.h>

#include "gs-import.h"

G_BEGIN_DECLS

/* The question what a comma is, as two buttons. Hidden until it is asked.
 *
 * Signal "chosen" (GsDecimal as int): a person said it. */
#define GS_TYPE_DECIMAL_CHOICE (gs_decimal_choice_get_type ())
G_DECLARE_FINAL_TYPE (GsDecimalChoice, gs_decimal_choice, GS, DECIMAL_CHOICE, GtkBox)

/* Shows the question, with no answer yet. */
void gs_decimal_choice_ask (GsDecimalChoice *self);

G_END_DECLS
