#include "gs-spoken-names.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#define TOLD            "gs-told"
#define N_TOLD_IN_FRAME 12

void
gs_spoken_name (GtkWidget *widget, const char *label)
{
  g_autofree char *spoken = NULL;
  g_auto (GStrv) parts = NULL;

  if (label == NULL || *label == '\0')
    return;
  parts = g_strsplit (label, "_", -1);
  spoken = g_strjoinv ("", parts);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

/* The words in @widget, one after another. */
static void
append_words (GString *words, GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (words, words->len > 0 ? " %s" : "%s", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_child_visible (child))
      append_words (words, child);
}

/* What is chosen, which stands on the button. */
static void
chosen_cb (GtkWidget *drop)
{
  GtkWidget *inner = gtk_widget_get_first_child (drop);
  g_autoptr (GString) words = g_string_new (NULL);

  append_words (words, inner);
  gtk_accessible_update_property (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words->str,
                                  -1);
}

/* By the title of the row or the label before it, if there is one: a name that is another's name is not
 * followed. */
static void
name_inner (GtkWidget *widget)
{
  GtkWidget *inner = gtk_widget_get_first_child (widget);
  GtkWidget *row = gtk_widget_get_ancestor (widget, ADW_TYPE_ACTION_ROW);
  g_autoptr (GList) labels = gtk_widget_list_mnemonic_labels (widget);

  if (row != NULL)
    gs_spoken_name (inner, adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
  else
    gtk_accessible_update_relation (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    labels != NULL ? labels->data : widget, NULL, -1);
  if (GTK_IS_DROP_DOWN (widget))
    {
      chosen_cb (widget);
      g_signal_connect (widget, "notify::selected-item", G_CALLBACK (chosen_cb), NULL);
    }
  else if (gtk_menu_button_get_label (GTK_MENU_BUTTON (widget)) != NULL)
    {
      /* Else it is described by its own words once more. */
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY);
      if (gtk_widget_get_tooltip_text (widget) != NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                        gtk_widget_get_tooltip_text (widget), -1);
    }
}

/* A button whose words change is told by the new ones. */
static void
label_changed_cb (GtkButton *button)
{
  if (gtk_button_get_use_underline (button))
    gs_spoken_name (GTK_WIDGET (button), gtk_button_get_label (button));
}

static void
name_button (GtkWidget *button)
{
  if (!gtk_button_get_use_underline (GTK_BUTTON (button))
      || gtk_button_get_label (GTK_BUTTON (button)) == NULL)
    return;
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  label_changed_cb (GTK_BUTTON (button));
  g_signal_connect (button, "notify::label", G_CALLBACK (label_changed_cb), NULL);
}

/* One of several, or a mark to be set: what GTK tells of it, that it is pressed, is read only of what it calls a
 * toggle button, which it does from 4.10 on. What else is kept pressed shows something. */
static void
toggled_cb (GtkToggleButton *button)
{
  const GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (button));
  const gboolean active = gtk_toggle_button_get_active (button);

  if (role == GTK_ACCESSIBLE_ROLE_RADIO || role == GTK_ACCESSIBLE_ROLE_CHECKBOX)
    gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_CHECKED,
                                 active ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
  else if (role == GTK_ACCESSIBLE_ROLE_BUTTON)
    gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_EXPANDED, active, -1);
}

static void
tell_toggle (GtkWidget *button)
{
  /* The inner button of a menu button or an expander is told by its owner. */
  if (GTK_IS_MENU_BUTTON (gtk_widget_get_parent (button))
      || GTK_IS_DROP_DOWN (gtk_widget_get_parent (button)))
    return;
  toggled_cb (GTK_TOGGLE_BUTTON (button));
  g_signal_connect (button, "notify::active", G_CALLBACK (toggled_cb), NULL);
}

/* Pages without a title are known by nothing; else it would be the name of their type. */
static void
name_pages (GtkStack *stack)
{
  g_autoptr (GListModel) pages = G_LIST_MODEL (gtk_stack_get_pages (stack));

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      if (gtk_stack_page_get_title (GTK_STACK_PAGE (page)) == NULL)
        gtk_accessible_update_property (GTK_ACCESSIBLE (page), GTK_ACCESSIBLE_PROPERTY_LABEL, "", -1);
    }
}

/* GTK tells a widget's first words only when something asks for the widget, the keyboard for one, and then as if
 * they had just changed: they are read out twice. And it tells no change of what was never asked for. A change of
 * whether it takes the keyboard asks for it. */
static void
make_told (GtkWidget *widget)
{
  const gboolean focusable = gtk_widget_get_focusable (widget);

  gtk_widget_set_focusable (widget, !focusable);
  gtk_widget_set_focusable (widget, focusable);
}

static gboolean
is_to_be_told (GtkWidget *widget)
{
  return (gtk_widget_get_focusable (widget)
          || gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) == GTK_ACCESSIBLE_ROLE_STATUS)
         && g_object_get_data (G_OBJECT (widget), TOLD) == NULL;
}

/* Up to @n_left of the widgets in @widget. What pops up is not there yet: each of its widgets is told when the
 * keyboard comes to it. */
static void
tell_some (GtkWidget *widget, int *n_left)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && *n_left > 0;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child))
      tell_some (child, n_left);
  if (*n_left > 0 && is_to_be_told (widget))
    {
      g_object_set_data (G_OBJECT (widget), TOLD, GINT_TO_POINTER (TRUE));
      make_told (widget);
      --*n_left;
    }
}

/* Some in each frame: the bus is slow, and all of them would hold up the first, which has most to do. */
static gboolean
tell_cb (GtkWidget *root, GdkFrameClock *clock, gpointer data)
{
  int n_left = N_TOLD_IN_FRAME;

  if (gdk_frame_clock_get_frame_counter (clock) == 0)
    return G_SOURCE_CONTINUE;
  tell_some (root, &n_left);
  return n_left == 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
complete_one (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget))
    name_button (widget);
  if (GTK_IS_TOGGLE_BUTTON (widget))
    tell_toggle (widget);
  if (GTK_IS_EXPANDER (widget))
    gs_spoken_name (widget, gtk_expander_get_label (GTK_EXPANDER (widget)));
  if (GTK_IS_MENU_BUTTON (widget))
    gs_spoken_name (widget, gtk_menu_button_get_label (GTK_MENU_BUTTON (widget)));
  if (GTK_IS_DROP_DOWN (widget) || GTK_IS_MENU_BUTTON (widget))
    name_inner (widget);
  if (GTK_IS_STACK (widget))
    name_pages (GTK_STACK (widget));
  if (GTK_IS_POPOVER_MENU (widget))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    gtk_widget_get_parent (widget), NULL, -1);
  /* An icon says nothing beside the words, and the words on a menu button are its name already. */
  if (GTK_IS_IMAGE (widget)
      || (GTK_IS_LABEL (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_MENU_BUTTON) != NULL
          && gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) == NULL))
    gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  /* What scrolls it takes the keyboard where nothing else in it does. */
  if (ADW_IS_STATUS_PAGE (widget))
    gs_spoken_name (gtk_widget_get_first_child (widget),
                    adw_status_page_get_title (ADW_STATUS_PAGE (widget)));
}

static void
complete (GtkWidget *widget)
{
  complete_one (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    complete (child);
}

void
gs_spoken_names_complete (GtkWidget *root)
{
  g_return_if_fail (GTK_IS_WIDGET (root));
  complete (root);
  gtk_widget_add_tick_callback (root, tell_cb, NULL, NULL);
}

void
gs_spoken_names_table (GtkColumnView *view, const char *label)
{
  g_return_if_fail (GTK_IS_COLUMN_VIEW (view) && label != NULL);

  gs_spoken_name (GTK_WIDGET (view), label);
  /* The headings, and the list of the rows below them. */
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gs_spoken_name (child, label);
}

void
gs_spoken_names_row (GtkWidget *content)
{
  GtkWidget *cell = gtk_widget_get_parent (content);
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  GtkWidget *view = row != NULL ? gtk_widget_get_ancestor (row, GTK_TYPE_COLUMN_VIEW) : NULL;
  g_autoptr (GString) name = g_string_new (NULL);
  GListModel *columns;
  guint i = 0;

  /* Once for a row, whose cells are filled from the first to the last. */
  if (view == NULL || gtk_widget_get_next_sibling (cell) != NULL)
    return;
  columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));
  for (cell = gtk_widget_get_first_child (row); cell != NULL; cell = gtk_widget_get_next_sibling (cell), i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autoptr (GString) words = g_string_new (NULL);

      append_words (words, cell);
      if (column == NULL || words->len == 0)
        continue;
      g_string_append (name, name->len > 0 ? "; " : "");
      /* Translators: the heading of a column and what stands below it in one row, as it is read out. */
      g_string_append_printf (name, C_ ("table cell", "%s: %s"), gtk_column_view_column_get_title (column),
                              words->str);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name->str, -1);
}
