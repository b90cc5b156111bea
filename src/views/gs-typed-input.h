#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Inputs of the spec into which a person may type what means nothing. The text
 * stays as it was typed, and the spec what it was; so that nobody takes the one for
 * the other, such an input is found before anything is run. */

typedef struct
{
  /* Shows again what the spec holds. */
  void (*restore) (GtkWidget *input, gpointer data);
  /* Brings the input in sight where it can be folded away; NULL: it cannot. */
  void (*reveal) (GtkWidget *input, gpointer data);
} GsTypedInputFuncs;

/* Makes @input one of them: Escape in it restores it while it is wrong. @label, which
 * may belong to several inputs of a group, says what is wrong with the first of them;
 * NULL: that is said elsewhere. @funcs is static; @label and @data must live as long
 * as @input. */
void gs_typed_input_init (GtkWidget *input, GtkLabel *label, const GsTypedInputFuncs *funcs, gpointer data);
/* What is wrong with what stands in @input, in one sentence, with which it is marked;
 * NULL: nothing. */
void gs_typed_input_set_wrong (GtkWidget *input, const char *sentence);
const char *gs_typed_input_get_wrong (GtkWidget *input);

/* The first wrong input at or under @root that a person can work: one that is
 * hidden or insensitive counts for nothing. NULL: none. */
GtkWidget *gs_typed_input_find_wrong (GtkWidget *root);
/* Gives the keyboard to @input, in sight. */
void gs_typed_input_point (GtkWidget *input);
/* Restores every wrong input at or under @root; FALSE: there was none. */
gboolean gs_typed_input_restore_all (GtkWidget *root);

G_END_DECLS
