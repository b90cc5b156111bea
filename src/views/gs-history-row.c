#include "gs-history-row.h"

#include <glib/gi18n-lib.h>

#include "gs-spoken-names.h"
#include "gs-tip.h"

struct _GsHistoryRow
{
  GtkListBoxRow parent_instance;

  GsHistoryItem *item;
  gboolean quiet; /* a side is chosen from here */

  GtkLabel *number_label;
  GtkCheckButton *a_check;
  GtkCheckButton *b_check;
  GtkEntry *title_entry;
  GtkLabel *summary_label;
  GtkToggleButton *pin_button;
  GtkButton *show_button;
};

enum
{
  CHOSEN,
  SHOWN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GsHistoryRow, gs_history_row, GTK_TYPE_LIST_BOX_ROW)

static void
show_title (GsHistoryRow *self)
{
  const char *title = gs_history_item_get_title (self->item);

  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->title_entry)), title))
    gtk_editable_set_text (GTK_EDITABLE (self->title_entry), title);
}

/* Enter, or going elsewhere: what is empty gets its first name back. */
static void
name_cb (GsHistoryRow *self)
{
  gs_history_item_set_title (self->item, gtk_editable_get_text (GTK_EDITABLE (self->title_entry)));
  show_title (self);
}

static void
toggled_cb (GtkCheckButton *check, GsHistoryRow *self)
{
  if (!self->quiet && gtk_check_button_get_active (check))
    g_signal_emit (self, signals[CHOSEN], 0, check == self->b_check ? 1 : 0);
}

static void
show_cb (GtkButton *button, GsHistoryRow *self)
{
  g_signal_emit (self, signals[SHOWN], 0);
}

static void
gs_history_row_dispose (GObject *object)
{
  GsHistoryRow *self = GS_HISTORY_ROW (object);

  if (self->item != NULL)
    g_signal_handlers_disconnect_by_data (self->item, self);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (gs_history_row_parent_class)->dispose (object);
}

static void
gs_history_row_class_init (GsHistoryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_history_row_dispose;

  signals[CHOSEN]
      = g_signal_new ("chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SHOWN] = g_signal_new ("shown", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-history-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, number_label);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, a_check);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, b_check);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, title_entry);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, summary_label);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, pin_button);
  gtk_widget_class_bind_template_child (widget_class, GsHistoryRow, show_button);
  gtk_widget_class_bind_template_callback (widget_class, name_cb);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_cb);
}

static void
gs_history_row_init (GsHistoryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Takes the @name. */
static void
name_widget (gpointer widget, char *name)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_free (name);
}

/* Each with the number of the run, which the eye sees at the left. */
static void
name_widgets (GsHistoryRow *self, guint number)
{
  /* Translators: A or B, the number of a run that is to be compared. */
  name_widget (self->a_check, g_strdup_printf (_ ("%s, run %u"), "A", number));
  name_widget (self->b_check, g_strdup_printf (_ ("%s, run %u"), "B", number));
  name_widget (self->title_entry, g_strdup_printf (_ ("Name of run %u"), number));
  name_widget (self->pin_button, g_strdup_printf (_ ("Pin run %u"), number));
  name_widget (self->show_button, g_strdup_printf (_ ("Show run %u"), number));
  gs_spoken_names_complete (GTK_WIDGET (self));
}

GtkWidget *
gs_history_row_new (GsHistoryItem *item, GtkCheckButton *const groups[2])
{
  GsHistoryRow *self = g_object_new (GS_TYPE_HISTORY_ROW, NULL);
  g_autofree char *summary = gs_history_item_dup_summary (item);
  g_autofree char *number = g_strdup_printf ("%u", gs_history_item_get_number (item));

  self->item = g_object_ref (item);
  gtk_check_button_set_group (self->a_check, groups[0]);
  gtk_check_button_set_group (self->b_check, groups[1]);
  gtk_label_set_text (self->number_label, number);
  gtk_label_set_text (self->summary_label, summary);
  gs_tip_show_when_cut (self->summary_label);
  show_title (self);
  g_signal_connect_swapped (item, "notify::title", G_CALLBACK (show_title), self);
  g_object_bind_property (item, "pinned", self->pin_button, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  name_widgets (self, gs_history_item_get_number (item));
  return GTK_WIDGET (self);
}

GsHistoryItem *
gs_history_row_get_item (GsHistoryRow *self)
{
  g_return_val_if_fail (GS_IS_HISTORY_ROW (self), NULL);
  return self->item;
}

void
gs_history_row_choose (GsHistoryRow *self, guint side)
{
  g_return_if_fail (GS_IS_HISTORY_ROW (self) && side < 2);

  self->quiet = TRUE;
  gtk_check_button_set_active (side == 0 ? self->a_check : self->b_check, TRUE);
  self->quiet = FALSE;
}
