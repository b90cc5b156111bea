#pragma once

#include <gtk/gtk.h>

#include "gs-coverage-cell.h"

G_BEGIN_DECLS

/* What one thread does, step by step with the numbers put in, or who writes one
 * element. Its button activates coverage.go-there of an ancestor. */
#define GS_TYPE_THREAD_INSPECTOR (gs_thread_inspector_get_type ())
G_DECLARE_FINAL_TYPE (GsThreadInspector, gs_thread_inspector, GS, THREAD_INSPECTOR, GtkBox)

/* @cell NULL: nothing is selected. @inputs has the values that are put into the story;
 * NULL: it stays with their names. */
void gs_thread_inspector_show (GsThreadInspector *self,
                               const GsPlan *plan,
                               const GsCoverageCell *cell,
                               const GsSpec *inputs);

/* What it shows, as it is read out: who it is, what becomes of it, and only then how that is worked out. Free it;
 * NULL: nothing is selected. */
char *gs_thread_inspector_dup_spoken (GsThreadInspector *self);

/* Veiled, it says who the thread is and nothing of what it does; from the next
 * gs_thread_inspector_show() on. */
void gs_thread_inspector_set_veiled (GsThreadInspector *self, gboolean veiled);

/* The owner of the element that the shown thread overwrites. FALSE when there is
 * none, or it is the shown thread itself. */
gboolean gs_thread_inspector_get_owner (GsThreadInspector *self, GsThreadId *owner);

/* The element that the shown thread writes and that stands in another cell; FALSE
 * when there is none. */
gboolean gs_thread_inspector_get_element (GsThreadInspector *self, gint64 *element);

G_END_DECLS
