#include "gs-verify-table.h"

#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-format.h"

struct _GsVerifyTable
{
  GtkGrid parent_instance;
};

G_DEFINE_FINAL_TYPE (GsVerifyTable, gs_verify_table, GTK_TYPE_GRID)

static void
gs_verify_table_class_init (GsVerifyTableClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
gs_verify_table_init (GsVerifyTable *self)
{
  gtk_grid_set_row_spacing (GTK_GRID (self), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Results against the float64 reference"), -1);
}

static void
add (GsVerifyTable *self, int column, int row, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column < 2 ? 0 : 1);
  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (GTK_GRID (self), label, column, row, 1, 1);
}

static void
add_verified (GsVerifyTable *self, int row, const GsVerify *verify, gboolean elementwise)
{
  g_autofree char *max_abs = gs_format_value (verify->max_abs, 3);
  g_autofree char *percent = gs_format_value (100.0 * verify->bound_fraction, 3);
  g_autofree char *bound = g_strdup_printf ("%s %%", percent);
  g_autofree char *ulp = verify->max_ulp == G_MAXINT64 ? g_strdup ("—") : gs_format_count (verify->max_ulp);
  g_autofree char *nan = gs_format_count (verify->nan_count);

  add (self, 1, row, verify->pass ? _ ("right") : _ ("wrong"), verify->pass ? "right" : "trouble");
  add (self, 2, row, max_abs, "numeric");
  add (self, 3, row, elementwise ? (verify->pass ? _ ("same bits") : "—") : bound, "numeric");
  add (self, 4, row, ulp, "numeric");
  add (self, 5, row, nan, "numeric");
}

void
gs_verify_table_set_report (GsVerifyTable *self, const GsReport *report)
{
  const char *const headings[]
      = { _ ("Result"), "", _ ("Largest error"), _ ("Of the bound"), _ ("ULP"), _ ("NaN") };
  GtkWidget *child;

  g_return_if_fail (GS_IS_VERIFY_TABLE (self));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_grid_remove (GTK_GRID (self), child);
  for (gsize i = 0; i < G_N_ELEMENTS (headings); i++)
    add (self, (int)i, 0, headings[i], "dim-label");

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);
      const int row = (int)i + 1;
      g_autofree char *title = gs_kernel_title (result->backend, result->kernel);

      add (self, 0, row, title, "result-name");
      if (result->status == GS_STATUS_OK && result->verified)
        add_verified (self, row, &result->verify, gs_op_is_elementwise (report->spec->op));
      else
        {
          GtkWidget *label = gtk_label_new (result->message != NULL ? result->message : _ ("not computed"));

          gtk_label_set_xalign (GTK_LABEL (label), 0);
          gtk_label_set_wrap (GTK_LABEL (label), TRUE);
          gtk_widget_add_css_class (label, "dim-label");
          gtk_grid_attach (GTK_GRID (self), label, 1, row, 5, 1);
        }
    }
}
