#include "gs-thread-inspector.h"

#include <glib/gi18n-lib.h>

struct _GsThreadInspector
{
  GtkBox parent_instance;

  GtkLabel *title_label;
  GtkWidget *hint_label;
  GtkWidget *facts_grid;
  GtkLabel *block_label, *thread_label, *warp_label;
  GtkLabel *work_label;
  GtkLabel *fate_label;
  GtkWidget *go_button;

  gboolean has_owner;
  GsThreadId owner;
};

G_DEFINE_FINAL_TYPE (GsThreadInspector, gs_thread_inspector, GTK_TYPE_BOX)

static void
set_pair (GtkLabel *label, int dims, const gint64 pair[2])
{
  g_autofree char *text
      = dims == 1 ? g_strdup_printf ("%" G_GINT64_FORMAT, pair[0])
                  : g_strdup_printf ("(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", pair[0], pair[1]);

  gtk_label_set_text (label, text);
}

static void
gs_thread_inspector_class_init (GsThreadInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-thread-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, title_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, hint_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, facts_grid);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, block_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, thread_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, warp_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, work_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, fate_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, go_button);
}

static void
gs_thread_inspector_init (GsThreadInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Another thread that writes the element @info writes. */
static void
find_owner (GsThreadInspector *self, const GsPlan *plan, const GsThreadInfo *info)
{
  GsThreadId writers[2];
  const gint64 n_writers = info->element >= 0 ? gs_plan_writers (plan, info->element, writers, 2) : 0;

  self->has_owner = FALSE;
  for (gint64 i = 0; i < MIN (n_writers, 2) && !self->has_owner; i++)
    if (memcmp (&writers[i], &info->id, sizeof (GsThreadId)) != 0)
      {
        self->has_owner = TRUE;
        self->owner = writers[i];
      }
}

static void
show_thread (GsThreadInspector *self, const GsPlan *plan, const GsCoverageCell *cell)
{
  GsThreadInfo info;
  g_autofree char *warp = NULL;

  if (!gs_plan_thread (plan, &cell->thread, &info))
    return;
  gtk_label_set_text (self->title_label, _ ("Thread"));
  set_pair (self->block_label, plan->block_dims, info.id.block);
  set_pair (self->thread_label, plan->block_dims, info.id.thread);
  warp = g_strdup_printf ("%" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, info.warp, info.lane);
  gtk_label_set_text (self->warp_label, warp);
  gtk_label_set_text (self->fate_label, gs_fate_title (info.fate));
  find_owner (self, plan, &info);
}

static void
show_element (GsThreadInspector *self, const GsPlan *plan, const GsCoverageCell *cell)
{
  const gint64 row = plan->n > 0 ? cell->element / plan->n : 0;
  g_autofree char *title = g_strdup_printf (_ ("Element C[%" G_GINT64_FORMAT "][%" G_GINT64_FORMAT "]"), row,
                                            cell->element - row * plan->n);

  gtk_label_set_text (self->title_label, title);
  gtk_label_set_text (self->fate_label, _ ("No thread writes this element."));
}

void
gs_thread_inspector_show (GsThreadInspector *self, const GsPlan *plan, const GsCoverageCell *cell)
{
  const gboolean has_thread = cell != NULL && cell->has_thread;

  g_return_if_fail (GS_IS_THREAD_INSPECTOR (self));

  self->has_owner = FALSE;
  gtk_label_set_text (self->title_label, _ ("Thread"));
  if (has_thread)
    show_thread (self, plan, cell);
  else if (cell != NULL)
    show_element (self, plan, cell);

  gtk_widget_set_visible (self->hint_label, cell == NULL);
  gtk_widget_set_visible (self->facts_grid, has_thread);
  gtk_widget_set_visible (GTK_WIDGET (self->work_label), has_thread);
  gtk_widget_set_visible (GTK_WIDGET (self->fate_label), cell != NULL);
  gtk_widget_set_visible (self->go_button, self->has_owner);
}

gboolean
gs_thread_inspector_get_owner (GsThreadInspector *self, GsThreadId *owner)
{
  g_return_val_if_fail (GS_IS_THREAD_INSPECTOR (self), FALSE);

  if (self->has_owner)
    *owner = self->owner;
  return self->has_owner;
}
