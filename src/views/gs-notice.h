#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A sentence in passing, over the lower edge of the views: the child of a
 * GtkOverlay. It goes by itself after some seconds unless it is to be kept, but
 * not from under the pointer or the keyboard.
 *
 * Not AdwToastOverlay: that frees what it knows of a toast when the toast has
 * faded out, although its fading in may still run and then uses it. Both end in
 * one frame when a toast is put away soon after it came, or while the window is
 * not drawn, and the program ends with it (libadwaita 1.2.2). */
#define GS_TYPE_NOTICE (gs_notice_get_type ())
G_DECLARE_FINAL_TYPE (GsNotice, gs_notice, GS, NOTICE, AdwBin)

/* Shows @sentence, in place of the one that is there; of one too long for a dozen lines the beginning. */
void gs_notice_show (GsNotice *self, const char *sentence);
/* The same, until it is put away: for what nobody may miss who looks elsewhere. */
void gs_notice_keep (GsNotice *self, const char *sentence);
/* Puts away what is shown; FALSE: nothing was. */
gboolean gs_notice_dismiss (GsNotice *self);

G_END_DECLS
