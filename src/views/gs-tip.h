#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Tooltips of cells. GTK asks the X server where the pointer is whenever a tooltip is
 * set, and waits for the answer: a table of a thousand cells would hold up the window.
 * These are looked up when the pointer rests on the cell. */

/* All of @label's text, whatever it will be, as long as it is cut off. */
void gs_tip_show_when_cut (GtkLabel *label);
/* @text, copied: more than @widget says. Once for a widget. */
void gs_tip_show (GtkWidget *widget, const char *text);

G_END_DECLS
