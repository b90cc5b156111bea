#include "gs-column-headings.h"

static GtkWidget *
find_label (GtkWidget *widget)
{
  GtkWidget *label = GTK_IS_LABEL (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && label == NULL;
       child = gtk_widget_get_next_sibling (child))
    label = find_label (child);
  return label;
}

void
gs_column_headings_align (GtkColumnView *view, guint numbers)
{
  GtkWidget *header, *title;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  header = gtk_widget_get_first_child (GTK_WIDGET (view));
  title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
  for (guint column = 0; title != NULL; title = gtk_widget_get_next_sibling (title), column++)
    {
      GtkWidget *label = find_label (title);

      if (label == NULL || (numbers >> column & 1) == 0)
        continue;
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      gtk_widget_set_hexpand (label, TRUE);
    }
}
