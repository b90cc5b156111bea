#include "gs-result-table.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-column-headings.h"
#include "gs-format.h"
#include "gs-result-row.h"
#include "gs-spoken-names.h"

struct _GsResultTable
{
  AdwBin parent_instance;

  GtkColumnView *view;
  GListStore *rows; /* of GsResultRow */
};

G_DEFINE_FINAL_TYPE (GsResultTable, gs_result_table, ADW_TYPE_BIN)

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_INT (column) == GS_RESULT_COLUMN_WHAT ? 0 : 1);
  gtk_widget_add_css_class (label, "numeric");
  g_signal_connect (label, "map", G_CALLBACK (gs_spoken_names_row), NULL);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer column)
{
  GsResultRow *row = gtk_list_item_get_item (item);
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  g_autofree char *text = gs_result_row_get_text (row, GPOINTER_TO_INT (column));

  gtk_label_set_text (label, text);
  gs_spoken_names_row (GTK_WIDGET (label));
}

static void
add_column (GsResultTable *self, GsResultColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *view_column = gtk_column_view_column_new (gs_result_column_title (column), factory);

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GINT_TO_POINTER (column));
  gtk_column_view_column_set_expand (view_column, column == GS_RESULT_COLUMN_WHAT);
  gtk_column_view_append_column (self->view, view_column);
  g_object_unref (view_column);
}

static void
gs_result_table_dispose (GObject *object)
{
  g_clear_object (&GS_RESULT_TABLE (object)->rows);

  G_OBJECT_CLASS (gs_result_table_parent_class)->dispose (object);
}

static void
gs_result_table_class_init (GsResultTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gs_result_table_dispose;
}

static void
gs_result_table_init (GsResultTable *self)
{
  GtkSelectionModel *selection;

  self->rows = g_list_store_new (GS_TYPE_RESULT_ROW);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows))));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (selection));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "result-table");
  gs_spoken_names_table (self->view, _ ("Statistics of the warm repeats"));
  for (int column = 0; column < GS_N_RESULT_COLUMNS; column++)
    add_column (self, column);
  gs_column_headings_align (self->view, ~(1u << GS_RESULT_COLUMN_WHAT));
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->view));
}

void
gs_result_table_set_report (GsResultTable *self, GsReport *report)
{
  g_return_if_fail (GS_IS_RESULT_TABLE (self));

  g_list_store_remove_all (self->rows);
  if (report == NULL)
    return;
  for (guint i = 0; i < report->results->len; i++)
    {
      GsResultRow *row = gs_result_row_new (report, i);

      g_list_store_append (self->rows, row);
      g_object_unref (row);
    }
}

char *
gs_result_table_to_text (GsResultTable *self)
{
  GString *text = g_string_new ("result\tn\tmin_ns\tmedian_ns\tmad_ns\tp95_ns\tdrift\tnoisy\n");

  g_return_val_if_fail (GS_IS_RESULT_TABLE (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (GsResultRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
      const GsResult *result = gs_result_row_get_result (row);
      g_autofree char *what = gs_result_row_get_text (row, GS_RESULT_COLUMN_WHAT);

      g_string_append (text, what);
      if (result->timed && result->compute.n > 0)
        {
          const double values[]
              = { result->compute.min, result->compute.median, result->compute.mad, result->compute.p95 };

          g_string_append_printf (text, "\t%" PRId64, result->compute.n);
          for (gsize j = 0; j < G_N_ELEMENTS (values); j++)
            {
              g_autofree char *value = gs_format_double (values[j]);
              g_string_append_printf (text, "\t%s", value);
            }
          g_string_append_printf (text, "\t%s\t%s", result->compute.drift ? "yes" : "no",
                                  gs_stats_is_noisy (&result->compute) ? "yes" : "no");
        }
      else
        g_string_append (text, "\t\t\t\t\t\t\t");
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
