#include "gs-matrix-sheet-private.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-format.h"

G_DEFINE_FINAL_TYPE_WITH_CODE (GsMatrixSheet,
                               gs_matrix_sheet,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

enum
{
  TYPED,
  MISTYPED,
  MOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
announce (GsMatrixSheet *self)
{
  const char *wrong = gs_cell_texts_find (self->texts, self->row, self->column);
  g_autofree char *value = NULL;
  g_autofree char *label = NULL;

  if (self->matrix == NULL)
    return;
  value = gs_format_float (gs_matrix_get (self->matrix, self->row, self->column));
  /* Translators: name of a matrix, place of a cell, its value. */
  label = g_strdup_printf (_ ("%s, row %" PRId64 ", column %" PRId64 ": %s"), self->name, self->row,
                           self->column, wrong != NULL ? wrong : value);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

static void
moved (GsMatrixSheet *self)
{
  announce (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[MOVED], 0);
}

static void
configure_adjustment (GtkAdjustment *adjustment, double n_cells, int cell, int page)
{
  if (adjustment != NULL)
    gtk_adjustment_configure (adjustment,
                              MIN (gtk_adjustment_get_value (adjustment), MAX (0, n_cells * cell - page)), 0,
                              MAX (n_cells * cell, page), cell, MAX (cell, page - cell), page);
}

static void
gs_matrix_sheet_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (widget);
  GtkAllocation cell;
  int least;

  gs_matrix_sheet_ensure_style (self);
  configure_adjustment (self->hadjustment, self->matrix != NULL ? self->matrix->n : 0, self->cell_width,
                        MAX (1, width - self->header_width));
  configure_adjustment (self->vadjustment, self->matrix != NULL ? self->matrix->m : 0, self->cell_height,
                        MAX (1, height - self->cell_height));
  if (!gtk_widget_get_visible (self->text))
    return;
  gtk_widget_measure (self->text, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  cell.x = self->header_width + self->column * self->cell_width
           - (int)gtk_adjustment_get_value (self->hadjustment);
  cell.y
      = self->cell_height + self->row * self->cell_height - (int)gtk_adjustment_get_value (self->vadjustment);
  cell.width = MAX (self->cell_width + 1, least);
  cell.height = self->cell_height + 1;
  gtk_widget_size_allocate (self->text, &cell, -1);
}

static void
gs_matrix_sheet_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (widget);
  const gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
  gint64 n_cells = 0;
  int least;

  gs_matrix_sheet_ensure_style (self);
  /* The child is measured though it lies inside: GTK asks for it. */
  gtk_widget_measure (self->text, orientation, -1, &least, NULL, NULL, NULL);
  if (self->matrix != NULL)
    n_cells = MIN (across ? self->matrix->n : self->matrix->m, across ? 6 : 14);
  *minimum = across ? self->header_width + self->cell_width : 3 * self->cell_height;
  *natural = across ? (int)(self->header_width + n_cells * self->cell_width)
                    : (int)((n_cells + 1) * self->cell_height);
  *natural = MAX (*natural, *minimum);
}

static void
gs_matrix_sheet_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (widget);

  GTK_WIDGET_CLASS (gs_matrix_sheet_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->glyphs, gs_glyphs_free);
  gtk_widget_queue_resize (widget);
}

static void
gs_matrix_sheet_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (gs_matrix_sheet_parent_class)->system_setting_changed (widget, setting);
  g_clear_pointer (&GS_MATRIX_SHEET (widget)->glyphs, gs_glyphs_free);
  gtk_widget_queue_resize (widget);
}

static void
set_adjustment (GsMatrixSheet *self, GtkAdjustment **place, GtkAdjustment *adjustment)
{
  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, self);
  g_set_object (place, adjustment);
  if (adjustment != NULL)
    g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (gtk_widget_queue_allocate), self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
gs_matrix_sheet_dispose (GObject *object)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (object);

  set_adjustment (self, &self->hadjustment, NULL);
  set_adjustment (self, &self->vadjustment, NULL);
  g_clear_pointer (&self->text, gtk_widget_unparent);
  g_clear_pointer (&self->matrix, gs_matrix_unref);
  g_clear_pointer (&self->texts, gs_cell_texts_unref);
  g_clear_pointer (&self->glyphs, gs_glyphs_free);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (gs_matrix_sheet_parent_class)->dispose (object);
}

static void
gs_matrix_sheet_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (object);

  switch (prop_id)
    {
    case PROP_HADJUSTMENT:
      g_value_set_object (value, self->hadjustment);
      break;
    case PROP_VADJUSTMENT:
      g_value_set_object (value, self->vadjustment);
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, GTK_SCROLL_NATURAL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_matrix_sheet_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GsMatrixSheet *self = GS_MATRIX_SHEET (object);

  switch (prop_id)
    {
    case PROP_HADJUSTMENT:
      set_adjustment (self, &self->hadjustment, g_value_get_object (value));
      break;
    case PROP_VADJUSTMENT:
      set_adjustment (self, &self->vadjustment, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
    case PROP_VSCROLL_POLICY:
      /* The sheet takes whatever room it gets. */
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_matrix_sheet_class_init (GsMatrixSheetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_c, GDK_CONTROL_MASK, "edit.copy" },  { GDK_KEY_x, GDK_CONTROL_MASK, "edit.cut" },
    { GDK_KEY_v, GDK_CONTROL_MASK, "edit.paste" }, { GDK_KEY_Delete, 0, "edit.clear" },
    { GDK_KEY_BackSpace, 0, "edit.clear" },
  };

  object_class->dispose = gs_matrix_sheet_dispose;
  object_class->get_property = gs_matrix_sheet_get_property;
  object_class->set_property = gs_matrix_sheet_set_property;
  widget_class->snapshot = gs_matrix_sheet_snapshot;
  widget_class->measure = gs_matrix_sheet_measure;
  widget_class->size_allocate = gs_matrix_sheet_size_allocate;
  widget_class->css_changed = gs_matrix_sheet_css_changed;
  widget_class->system_setting_changed = gs_matrix_sheet_system_setting_changed;

  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  signals[TYPED] = g_signal_new ("typed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 4, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_DOUBLE, G_TYPE_STRING);
  signals[MISTYPED] = g_signal_new ("mistyped", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 3, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_STRING);
  signals[MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, NULL);
  gtk_widget_class_set_css_name (widget_class, "matrixsheet");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GRID);
}

static void
gs_matrix_sheet_init (GsMatrixSheet *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (GTK_WIDGET (self), "view");
  gs_matrix_sheet_add_typing (self);
  gs_matrix_sheet_add_input (self);
}

void
gs_matrix_sheet_set_matrix (GsMatrixSheet *self, const char *name, GsMatrix *matrix, GsCellTexts *texts)
{
  gboolean other_size;

  g_return_if_fail (GS_IS_MATRIX_SHEET (self));
  g_return_if_fail (gs_matrix_elements (matrix) > 0);

  other_size = self->matrix == NULL || self->matrix->m != matrix->m || self->matrix->n != matrix->n;
  gs_matrix_ref (matrix);
  g_clear_pointer (&self->matrix, gs_matrix_unref);
  self->matrix = matrix;
  gs_cell_texts_ref (texts);
  g_clear_pointer (&self->texts, gs_cell_texts_unref);
  self->texts = texts;
  g_free (self->name);
  self->name = g_strdup (name);
  self->row = MIN (self->row, matrix->m - 1);
  self->column = MIN (self->column, matrix->n - 1);
  self->anchor_row = MIN (self->anchor_row, matrix->m - 1);
  self->anchor_column = MIN (self->anchor_column, matrix->n - 1);
  if (other_size)
    {
      /* The column of indices is as wide as the largest. */
      g_clear_pointer (&self->glyphs, gs_glyphs_free);
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  moved (self);
}

void
gs_matrix_sheet_get_cursor (GsMatrixSheet *self, gint64 *row, gint64 *column)
{
  g_return_if_fail (GS_IS_MATRIX_SHEET (self));

  *row = self->row;
  *column = self->column;
}

void
gs_matrix_sheet_get_range (GsMatrixSheet *self, GsRange *range)
{
  g_return_if_fail (GS_IS_MATRIX_SHEET (self));

  range->row = MIN (self->row, self->anchor_row);
  range->column = MIN (self->column, self->anchor_column);
  range->n_rows = ABS (self->row - self->anchor_row) + 1;
  range->n_columns = ABS (self->column - self->anchor_column) + 1;
}

static void
scroll_to (GtkAdjustment *adjustment, gint64 index, int cell)
{
  if (adjustment != NULL)
    gtk_adjustment_clamp_page (adjustment, (double)index * cell, (double)(index + 1) * cell);
}

void
gs_matrix_sheet_move (GsMatrixSheet *self, gint64 row, gint64 column, gboolean extend)
{
  if (self->matrix == NULL)
    return;
  self->row = CLAMP (row, 0, self->matrix->m - 1);
  self->column = CLAMP (column, 0, self->matrix->n - 1);
  if (!extend)
    {
      self->anchor_row = self->row;
      self->anchor_column = self->column;
    }
  gs_matrix_sheet_ensure_style (self);
  scroll_to (self->hadjustment, self->column, self->cell_width);
  scroll_to (self->vadjustment, self->row, self->cell_height);
  moved (self);
}

void
gs_matrix_sheet_select (GsMatrixSheet *self, const GsRange *range)
{
  g_return_if_fail (GS_IS_MATRIX_SHEET (self));

  gs_matrix_sheet_move (self, range->row, range->column, FALSE);
  self->anchor_row = CLAMP (range->row + range->n_rows - 1, 0, self->matrix->m - 1);
  self->anchor_column = CLAMP (range->column + range->n_columns - 1, 0, self->matrix->n - 1);
  moved (self);
}
