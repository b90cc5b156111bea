#include "gs-window-private.h"

static void
thread_picked_cb (GsKernelPage *page, const GsThreadId *thread, gboolean go, GsWindow *self)
{
  gs_coverage_page_pin (self->coverage_page, thread);
  if (go)
    gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->coverage_page));
}

static void
block_picked_cb (GsSchedulePage *page, gint64 x, gint64 y, GsWindow *self)
{
  const GsThreadId first = { .block = { x, y } };

  gs_coverage_page_pin (self->coverage_page, &first);
  gs_coverage_page_light_block (self->coverage_page, first.block);
}

/* What was lit from the schedule is another block's now. */
static void
block_selected_cb (GsCoveragePage *page, gint64 x, gint64 y, GsWindow *self)
{
  gs_coverage_page_light_block (self->coverage_page, NULL);
  gs_schedule_page_light_block (self->schedule_page, (const gint64[]){ x, y });
}

void
gs_window_links_init (GsWindow *self)
{
  gs_kernel_page_set_experiment (self->kernel_page, self->experiment);
  gs_occupancy_page_set_experiment (self->occupancy_page, self->experiment);
  g_signal_connect_object (self->schedule_page, "block-picked", G_CALLBACK (block_picked_cb), self, 0);
  g_signal_connect_object (self->coverage_page, "block-selected", G_CALLBACK (block_selected_cb), self, 0);
  g_signal_connect_object (self->kernel_page, "thread-picked", G_CALLBACK (thread_picked_cb), self, 0);
}
