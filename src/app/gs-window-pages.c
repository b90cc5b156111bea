#include "gs-window-private.h"

#include <glib/gi18n-lib.h>

#include "gs-memory-page.h"
#include "gs-numbers-page.h"
#include "gs-timing-page.h"

/* The views in the order of their tabs. */
static const struct
{
  const char *name, *title;
  GType (*get_type) (void);
  gsize offset; /* of where the window keeps it; 0: nowhere */
} views[] = {
  { "coverage", N_ ("Coverage"), gs_coverage_page_get_type, offsetof (GsWindow, coverage_page) },
  { "timing", N_ ("Timing"), gs_timing_page_get_type, 0 },
  { "numbers", N_ ("Numbers"), gs_numbers_page_get_type, 0 },
  { "memory", N_ ("Memory"), gs_memory_page_get_type, 0 },
  { "schedule", N_ ("Schedule"), gs_schedule_page_get_type, offsetof (GsWindow, schedule_page) },
  { "crossover", N_ ("Crossover"), gs_crossover_page_get_type, offsetof (GsWindow, crossover_page) },
  { "roofline", N_ ("Roofline"), gs_roofline_page_get_type, offsetof (GsWindow, roofline_page) },
  { "occupancy", N_ ("Occupancy"), gs_occupancy_page_get_type, offsetof (GsWindow, occupancy_page) },
  { "kernel", N_ ("Kernel"), gs_kernel_page_get_type, offsetof (GsWindow, kernel_page) },
  { "history", N_ ("History"), gs_history_page_get_type, offsetof (GsWindow, history_page) },
};

static void
show_content_cb (GtkWidget *page)
{
  gtk_widget_set_visible (gtk_widget_get_first_child (page), TRUE);
}

static void
hide_content_cb (GtkWidget *page)
{
  gtk_widget_set_visible (gtk_widget_get_first_child (page), FALSE);
}

gboolean
gs_window_add_page (GsWindow *self)
{
  const guint i = self->n_pages;
  GtkWidget *page;

  if (i == G_N_ELEMENTS (views))
    return FALSE;
  page = g_object_new (views[i].get_type (), NULL);
  /* Only the view in front is styled and laid out: all of them at once would hold up the frame in which a window
   * opens, or changes its theme or the size of its text. */
  if (i > 0)
    hide_content_cb (page);
  g_signal_connect (page, "map", G_CALLBACK (show_content_cb), NULL);
  g_signal_connect (page, "unmap", G_CALLBACK (hide_content_cb), NULL);
  if (views[i].offset != 0)
    G_STRUCT_MEMBER (GtkWidget *, self, views[i].offset) = page;
  gtk_stack_add_titled (self->stack, page, views[i].name, _ (views[i].title));
  self->n_pages++;
  return TRUE;
}

void
gs_window_follow_pages (GsWindow *self)
{
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    g_signal_connect_object (page, "notify::verdict", G_CALLBACK (gs_window_show_verdict), self,
                             G_CONNECT_SWAPPED);
}
