#include "gs-plain-table.h"

#include "gs-column-headings.h"
#include "gs-spoken-names.h"
#include "gs-tip.h"

/* A turn of the main loop fills so many: hundreds of rows at once would hold up a frame, the more so where the names of
 * all are told to assistive technology. */
#define N_CELLS_IN_TURN 96

struct _GsPlainTable
{
  AdwBin parent_instance;

  GtkColumnView *view;
  GListStore *rows;   /* of GtkStringList, one per row: what is on screen */
  GPtrArray *content; /* the same: what is to be on screen in a moment */
  GPtrArray *coming;  /* the same, collected; NULL: nothing is */
  guint n_filled;     /* rows that are on screen as they are to be; those after them are of before */
  guint fill_id;      /* of the source that fills more; 0: all is on screen */
  guint selected;     /* to be chosen as soon as it is on screen; GTK_INVALID_LIST_POSITION: none */
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

  if (self->quiet)
    return;
  self->selected = position;
  if (position < self->n_filled)
    g_signal_emit (self, signals[PICKED], 0, position);
}

static void
activate_cb (GtkColumnView *view, guint position, GsPlainTable *self)
{
  if (position < self->n_filled)
    g_signal_emit (self, signals[ACTIVATED], 0, position);
}

static void
gs_plain_table_dispose (GObject *object)
{
  GsPlainTable *self = GS_PLAIN_TABLE (object);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->content, g_ptr_array_unref);
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
  self->content = g_ptr_array_new_with_free_func (g_object_unref);
  self->selected = GTK_INVALID_LIST_POSITION;
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

/* The next rows take the place of what is there, so that its widgets serve them; what is left over of before goes
 * last. FALSE: all is as it is to be. */
static gboolean
fill_some (GsPlainTable *self)
{
  const guint n_shown = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  const guint n_room = MAX (N_CELLS_IN_TURN / g_strv_length (self->headings), 1);
  const guint n_new = MIN (n_room, self->content->len - self->n_filled);
  const guint n_old = MIN (n_new > 0 ? n_new : n_room, n_shown - self->n_filled);
  const guint first = n_new > 0 ? self->n_filled : n_shown - n_old;

  self->quiet = TRUE;
  g_list_store_splice (self->rows, first, n_old, self->content->pdata + self->n_filled, n_new);
  self->n_filled += n_new;
  if (self->selection != NULL
      && (self->selected < self->n_filled || self->selected == GTK_INVALID_LIST_POSITION))
    gtk_single_selection_set_selected (self->selection, self->selected);
  self->quiet = FALSE;
  return self->n_filled < self->content->len
         || g_list_model_get_n_items (G_LIST_MODEL (self->rows)) > self->content->len;
}

static gboolean
fill_cb (gpointer data)
{
  GsPlainTable *self = data;

  if (fill_some (self))
    return G_SOURCE_CONTINUE;
  self->fill_id = 0;
  return G_SOURCE_REMOVE;
}

/* Before the next frame, but not at once: the keyboard may be on its way from a field, whose value is taken as it leaves,
 * to a row of this table. GTK 4.8 never comes to an end looking for a row that went meanwhile. */
static gboolean
fill_first_cb (gpointer data)
{
  GsPlainTable *self = data;

  self->fill_id = fill_some (self) ? g_idle_add (fill_cb, self) : 0;
  return G_SOURCE_REMOVE;
}

void
gs_plain_table_end (GsPlainTable *self)
{
  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->coming != NULL);

  g_ptr_array_unref (self->content);
  self->content = g_steal_pointer (&self->coming);
  self->n_filled = 0;
  self->selected = GTK_INVALID_LIST_POSITION;
  if (self->fill_id == 0)
    self->fill_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fill_first_cb, self, NULL);
}

void
gs_plain_table_clear (GsPlainTable *self)
{
  gs_plain_table_begin (self);
  gs_plain_table_end (self);
}

gboolean
gs_plain_table_end_rows (GsPlainTable *self)
{
  g_return_val_if_fail (GS_IS_PLAIN_TABLE (self), FALSE);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0)
    return FALSE;
  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_ptr_array_set_size (self->content, 0);
  self->n_filled = 0;
  fill_some (self);
  return TRUE;
}

guint
gs_plain_table_get_n_rows (GsPlainTable *self)
{
  g_return_val_if_fail (GS_IS_PLAIN_TABLE (self), 0);
  return self->content->len;
}

void
gs_plain_table_select (GsPlainTable *self, guint position)
{
  g_return_if_fail (GS_IS_PLAIN_TABLE (self) && self->selection != NULL);

  self->selected = position;
  if (position != GTK_INVALID_LIST_POSITION && position >= self->n_filled)
    return;
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
      GtkStringList *row = g_ptr_array_index (self->content, i);

      for (guint column = 0; self->headings[column] != NULL; column++)
        g_string_append_printf (text, column > 0 ? "\t%s" : "%s", gtk_string_list_get_string (row, column));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
