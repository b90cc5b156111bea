#include "gs-spoken-names.h"

#include <adwaita.h>

/* @label with its mnemonic, as it is read out. */
static void
name_by_label (GtkWidget *widget, const char *label)
{
  g_autofree char *spoken = NULL;
  g_auto (GStrv) parts = NULL;

  if (label == NULL || *label == '\0')
    return;
  parts = g_strsplit (label, "_", -1);
  spoken = g_strjoinv ("", parts);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/* By the title of the row or the label before it, if there is one: a name that is another's name is not
 * followed. */
static void
name_inner (GtkWidget *widget)
{
  GtkWidget *inner = gtk_widget_get_first_child (widget);
  GtkWidget *row = gtk_widget_get_ancestor (widget, ADW_TYPE_ACTION_ROW);
  g_autoptr (GList) labels = gtk_widget_list_mnemonic_labels (widget);

  if (GTK_IS_MENU_BUTTON (widget) && row != NULL)
    name_by_label (inner, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
  else
    gtk_accessible_update_relation (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    labels != NULL ? labels->data : widget, NULL, -1);
}

void
gs_spoken_names_complete (GtkWidget *root)
{
  g_return_if_fail (GTK_IS_WIDGET (root));

  if (GTK_IS_BUTTON (root) && gtk_button_get_use_underline (GTK_BUTTON (root))
      && gtk_button_get_label (GTK_BUTTON (root)) != NULL)
    {
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      name_by_label (root, gtk_button_get_label (GTK_BUTTON (root)));
    }
  if (GTK_IS_EXPANDER (root))
    name_by_label (root, gtk_expander_get_label (GTK_EXPANDER (root)));
  if (GTK_IS_MENU_BUTTON (root))
    name_by_label (root, gtk_menu_button_get_label (GTK_MENU_BUTTON (root)));
  if (GTK_IS_DROP_DOWN (root) || GTK_IS_MENU_BUTTON (root))
    name_inner (root);
  /* What scrolls it takes the keyboard where nothing else in it does. */
  if (ADW_IS_STATUS_PAGE (root))
    name_by_label (gtk_widget_get_first_child (root), adw_status_page_get_title (ADW_STATUS_PAGE (root)));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gs_spoken_names_complete (child);
}
