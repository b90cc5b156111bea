#include "gs-window-private.h"

static void
thread_picked_cb (GsKernelPage *page, const GsThreadId *thread, gboolean go, GsWindow *self)
{
  gs_coverage_page_pin (self->coverage_page, thread);
  if (go)
    gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->coverage_page));
}

void
gs_window_links_init (GsWindow *self)
{
  gs_kernel_page_set_experiment (self->kernel_page, self->experiment);
  g_signal_connect_object (self->kernel_page, "thread-picked", G_CALLBACK (thread_picked_cb), self, 0);
}
