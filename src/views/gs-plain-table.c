#include "gs-plain-table.h"

#include "gs-column-headings.h"
#include "gs-spoken-names.h"
#include "gs-tip.h"

struct _GsPlainTable
{
  AdwBin parent_instance;

  GtkColumnView *view;
  GListStore *rows;  /* of GtkStringList, one per row */
  GPtrArray *coming; /* the same, collected; NULL: nothing is */
  char **headings;
  guint texts;
  GtkSingleSelection *selection; /* NULL: rows are not chosen */
  gboolean quiet;                /* the selection is changed from here */
};

G_DEFINE_FINAL_TYPE (GsPlainTable, gs_plain_table, ADW_TYPE_BIN)

enum
{
  PICKED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, GsPlainTable *self)
{
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
  GtkWidget *label = gtk_label_new (NULL);
  const gboolean is_text = (self->texts >> column & 1) != 0;

  gtk_label_set_xalign (GTK_LABEL (label), is_text ? 0 : 1);
  if (is_text)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gs_tip_show_when_cut (GTK_LABEL (label));
    }
  else
    gtk_widget_add_css_class (label, "numeric");
  g_signal_connect (label, "map", G_CALLBACK (gs_spoken_names_row), NULL);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, GsPlainTable *self)
{
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
  GtkStringList *row = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *text = gtk_string_list_get_string (row, column);

  if ((self->texts >> column & 1) == 0 && gtk_widget_get_direction (label) == GTK_TEXT_DIR_RTL)
    {
      /* What is made of numbers alone, as "16 / 48", would be turned round. */
      g_autofree char *isolated = g_strconcat ("\u2066", text, "\u2069", NULL);

      gtk_label_set_text (GTK_LABEL (label), isolated);
    }
  else
    gtk_label_set_text (GTK_LABEL (label), text);
  gs_spoken_names_row (label);
}

static void
add_column (GsPlainTable *self, guint column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *view_column = gtk_column_view_column_new (self->headings[column], factory);

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (column));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  gtk_column_view_column_set_expand (view_column, (self->texts >> column & 1) != 0);
  gtk_column_view_append_column (self->view, view_column);
  g_object_unref (view_column);
}

static void
selected_cb (GsPlainTable *self)
{
  const guint position = gtk_single_selection_get_selected (self->selection);

  if (!self->quiet && position != GTK_INVALID_LIST_POSITION)
    g_signal_emit (self, signals[PICKED], 0, position);
}

static void
activate_cb (GtkColumnView *view, guint position, GsPlainTable *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0, position);
}

static void
gs_plain_table_dispose (GObject *object)
{
  GsPlainTable *self = GS_PLAIN_TABLE (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->coming, g_ptr_array_unref);
  g_clear_pointer (&self->headings, g_strfreev);

  G_OBJECT_CLASS (gs_plain_table_parent_class)->dispose (object);
}

static void
gs_plain_table_class_init (GsPlainTableClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_plain_table_dispose;

  signals[PICKED]
      = g_signal_new ("picked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED]
      = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
gs_plain_table_init (GsPlainTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->rows = g_list_store_new (GTK_TYPE_STRING_LIST);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "result-table");
  g_signal_connect (self->view, "activate", G_CALLBACK (activate_cb), self);
  /* A table that is too wide scrolls in itself; the page about it stays as it is. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  adw_bin_set_child (ADW_BIN (self), scroller);
}

void
gs_plain_table_set_up (
    GsPlainTable *self, const char *const *headings, guint texts, const char *label, gboolean selectable)
{
  GListModel *rows;

  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->headings == NULL);

  self->headings = g_strdupv ((char **)headings);
  self->texts = texts;
  rows = G_LIST_MODEL (g_object_ref (self->rows));
  if (selectable)
    {
      self->selection = gtk_single_selection_new (rows);
      gtk_single_selection_set_autoselect (self->selection, FALSE);
      gtk_single_selection_set_can_unselect (self->selection, TRUE);
      g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (selected_cb), self);
      gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
    }
  else
    {
      GtkNoSelection *none = gtk_no_selection_new (rows);

      gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (none));
      g_object_unref (none);
    }
  for (guint column = 0; self->headings[column] != NULL; column++)
    add_column (self, column);
  gs_column_headings_align (self->view, ~self->texts);
  gs_spoken_names_table (self->view, label);
}

void
gs_plain_table_begin (GsPlainTable *self)
{
  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->headings != NULL && self->coming == NULL);

  self->coming = g_ptr_array_new_with_free_func (g_object_unref);
}

void
gs_plain_table_append (GsPlainTable *self, const char *const *cells)
{
  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->coming != NULL);

  g_ptr_array_add (self->coming, gtk_string_list_new (cells));
}

void
gs_plain_table_end (GsPlainTable *self)
{
  g_autoptr (GPtrArray) coming = NULL;

  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->coming != NULL);

  /* In one step: the widgets of the rows that go serve those that come. */
  coming = g_steal_pointer (&self->coming);
  self->quiet = TRUE;
  g_list_store_splice (self->rows, 0, gs_plain_table_get_n_rows (self), coming->pdata, coming->len);
  self->quiet = FALSE;
}

void
gs_plain_table_clear (GsPlainTable *self)
{
  gs_plain_table_begin (self);
  gs_plain_table_end (self);
}

guint
gs_plain_table_get_n_rows (GsPlainTable *self)
{
  g_return_val_if_fail (GS_IS_PLAIN_TABLE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

void
gs_plain_table_select (GsPlainTable *self, guint position)
{
  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->selection != NULL);

  self->quiet = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->quiet = FALSE;
}

char *
gs_plain_table_to_text (GsPlainTable *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (GS_IS_PLAIN_TABLE (self) && self->headings != NULL, NULL);

  for (guint column = 0; self->headings[column] != NULL; column++)
    g_string_append_printf (text, column > 0 ? "\t%s" : "%s", self->headings[column]);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < gs_plain_table_get_n_rows (self); i++)
    {
      g_autoptr (GtkStringList) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      for (guint column = 0; self->headings[column] != NULL; column++)
        g_string_append_printf (text, column > 0 ? "\t%s" : "%s", gtk_string_list_get_string (row, column));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
