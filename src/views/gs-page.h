#pragma once

#include <gtk/gtk.h>

#include "gs-boxed.h"
#include "gs-figure.h"
#include "gs-lesson-highlight.h"

G_BEGIN_DECLS

/* A page of the window: shows a report or the plan, and can say in one sentence
 * what is on it.
 *
 * Property "verdict" (string, read-only, notified on change). */
#define GS_TYPE_PAGE (gs_page_get_type ())
G_DECLARE_INTERFACE (GsPage, gs_page, GS, PAGE, GtkWidget)

struct _GsPageInterface
{
  GTypeInterface parent_iface;

  /* NULL: nothing to say yet. */
  const char *(*get_verdict) (GsPage *self);
  /* Optional. NULL: no run yet. */
  void (*set_report) (GsPage *self, GsReport *report);
  /* Optional: what the command line would draw from. FALSE: nothing to draw. */
  gboolean (*get_figure) (GsPage *self, GsFigureInput *input);
  /* Optional: the twin table as lines of tab-separated values; NULL: none. */
  char *(*get_table) (GsPage *self);
  /* Optional: lights what a lesson points at; NULL, or what the page cannot light: nothing. */
  void (*light) (GsPage *self, const GsHighlight *highlight);
  /* Optional: nothing of what the report says, as long as somebody is to guess it first. */
  void (*set_veiled) (GsPage *self, gboolean veiled);
};

const char *gs_page_get_verdict (GsPage *self);
void gs_page_set_report (GsPage *self, GsReport *report);
gboolean gs_page_get_figure (GsPage *self, GsFigureInput *input);
/* Whether a page of its kind has a figure at all, now or later. */
gboolean gs_page_has_figures (GsPage *self);
char *gs_page_get_table (GsPage *self);
void gs_page_light (GsPage *self, const GsHighlight *highlight);
void gs_page_set_veiled (GsPage *self, gboolean veiled);

/* For the widgets that are views: say that the sentence is another one. */
void gs_page_notify_verdict (GsPage *self);
/* Puts @sentence (taken) into @verdict, where the view keeps its own, and says so
 * when it is another one. */
void gs_page_take_verdict (GsPage *self, char **verdict, char *sentence);

G_END_DECLS
