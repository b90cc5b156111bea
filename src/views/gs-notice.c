#include "gs-notice.h"

#include "gs-announce.h"
#include "gs-format.h"

/* Long enough to read two lines after looking up from something else. */
#define SHOWN_MS 8000
/* How soon after it is looked again whether a person still holds it. */
#define HELD_MS 1000
/* Some lines more than any sentence of the program's own: one that names long things is shown so far. */
#define MOST_BYTES 900

struct _GsNotice
{
  AdwBin parent_instance;

  GtkRevealer *revealer;
  GtkWidget *box;
  GtkLabel *label;
  guint timeout_id; /* 0: what is shown stays, or nothing is */
};

G_DEFINE_FINAL_TYPE (GsNotice, gs_notice, ADW_TYPE_BIN)

static void wait_ms (GsNotice *self, guint delay_ms);

static gboolean
timeout_cb (gpointer data)
{
  GsNotice *self = data;
  const GtkStateFlags held = GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_FOCUS_WITHIN;

  self->timeout_id = 0;
  if ((gtk_widget_get_state_flags (self->box) & held) != 0)
    wait_ms (self, HELD_MS);
  else
    gs_notice_dismiss (self);
  return G_SOURCE_REMOVE;
}

static void
wait_ms (GsNotice *self, guint delay_ms)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  self->timeout_id = g_timeout_add (delay_ms, timeout_cb, self);
}

/* Out of the way of what lies below it. */
static void
child_revealed_cb (GsNotice *self)
{
  if (!gtk_revealer_get_reveal_child (self->revealer) && !gtk_revealer_get_child_revealed (self->revealer))
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
close_cb (GsNotice *self)
{
  gs_notice_dismiss (self);
}

static void
gs_notice_dispose (GObject *object)
{
  g_clear_handle_id (&GS_NOTICE (object)->timeout_id, g_source_remove);

  G_OBJECT_CLASS (gs_notice_parent_class)->dispose (object);
}

static void
gs_notice_class_init (GsNoticeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_notice_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-notice.ui");
  gtk_widget_class_bind_template_child (widget_class, GsNotice, revealer);
  gtk_widget_class_bind_template_child (widget_class, GsNotice, box);
  gtk_widget_class_bind_template_child (widget_class, GsNotice, label);
  gtk_widget_class_bind_template_callback (widget_class, child_revealed_cb);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
}

static void
gs_notice_init (GsNotice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
show (GsNotice *self, const char *whole)
{
  g_autofree char *sentence = gs_format_excerpt (whole, MOST_BYTES);

  /* The window is on its way out. */
  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return;
  gtk_label_set_label (self->label, sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->box), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence, -1);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  gs_announce (GTK_WIDGET (self), sentence);
}

void
gs_notice_show (GsNotice *self, const char *sentence)
{
  g_return_if_fail (GS_IS_NOTICE (self));
  g_return_if_fail (sentence != NULL);

  show (self, sentence);
  if (gtk_revealer_get_reveal_child (self->revealer))
    wait_ms (self, SHOWN_MS);
}

void
gs_notice_keep (GsNotice *self, const char *sentence)
{
  g_return_if_fail (GS_IS_NOTICE (self));
  g_return_if_fail (sentence != NULL);

  show (self, sentence);
}

gboolean
gs_notice_dismiss (GsNotice *self)
{
  g_return_val_if_fail (GS_IS_NOTICE (self), FALSE);

  if (!gtk_revealer_get_reveal_child (self->revealer))
    return FALSE;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  return TRUE;
}
