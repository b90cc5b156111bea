#include "gs-matrix-sheet-private.h"

/* Rows a page moves by. */
static gint64
page_rows (GsMatrixSheet *self)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  return MAX (1, height / MAX (1, self->cell_height) - 2);
}

/* Where @key leads from the cursor; FALSE when it does not move it. */
static gboolean
find_target (GsMatrixSheet *self, guint key, gboolean far, gint64 *row, gint64 *column)
{
  const gint64 last_row = self->matrix->m - 1;
  const gint64 last_column = self->matrix->n - 1;

  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      *column = far ? 0 : *column - 1;
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      *column = far ? last_column : *column + 1;
      return TRUE;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      *row = far ? 0 : *row - 1;
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      *row = far ? last_row : *row + 1;
      return TRUE;
    case GDK_KEY_Page_Up:
      *row -= page_rows (self);
      return !far;
    case GDK_KEY_Page_Down:
      *row += page_rows (self);
      return !far;
    case GDK_KEY_Home:
      *column = 0;
      *row = far ? 0 : *row;
      return TRUE;
    case GDK_KEY_End:
      *column = last_column;
      *row = far ? last_row : *row;
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
gs_matrix_sheet_move_along (GsMatrixSheet *self, gint64 step)
{
  const gint64 next = self->row * self->matrix->n + self->column + step;

  if (next < 0 || next >= gs_matrix_elements (self->matrix))
    return FALSE;
  gs_matrix_sheet_move (self, next / self->matrix->n, next % self->matrix->n, FALSE);
  return TRUE;
}

static gboolean
type_key (GsMatrixSheet *self, guint key, GdkModifierType state)
{
  const gunichar c = gdk_keyval_to_unicode (key);
  char text[8] = { 0 };

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0 || c <= ' ' || !g_unichar_isprint (c))
    return FALSE;
  g_unichar_to_utf8 (c, text);
  gs_matrix_sheet_begin (self, text);
  return TRUE;
}

static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, GsMatrixSheet *self)
{
  const gboolean control = (state & GDK_CONTROL_MASK) != 0;
  const gboolean shift = (state & GDK_SHIFT_MASK) != 0;
  gint64 row = self->row, column = self->column;

  if (self->matrix == NULL || gs_matrix_sheet_is_typing (self))
    return FALSE;
  if (find_target (self, key, control, &row, &column))
    {
      gs_matrix_sheet_move (self, row, column, shift);
      return TRUE;
    }
  switch (key)
    {
    case GDK_KEY_Tab:
      return !control && gs_matrix_sheet_move_along (self, 1);
    case GDK_KEY_ISO_Left_Tab:
      return !control && gs_matrix_sheet_move_along (self, -1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (control)
        return FALSE;
      gs_matrix_sheet_move (self, self->row + (shift ? -1 : 1), self->column, FALSE);
      return TRUE;
    case GDK_KEY_F2:
      gs_matrix_sheet_begin (self, NULL);
      return TRUE;
    case GDK_KEY_a:
      if (!control)
        break;
      gs_matrix_sheet_select (self, &(GsRange){ 0, 0, self->matrix->m, self->matrix->n });
      return TRUE;
    default:
      break;
    }
  return type_key (self, key, state);
}

/* The cell at (@x, @y); −1 in a header. */
static void
find_cell (GsMatrixSheet *self, double x, double y, gint64 *row, gint64 *column)
{
  const double left = x - self->header_width + gtk_adjustment_get_value (self->hadjustment);
  const double top = y - self->cell_height + gtk_adjustment_get_value (self->vadjustment);

  *column = x < self->header_width ? -1 : MIN ((gint64)(left / self->cell_width), self->matrix->n - 1);
  *row = y < self->cell_height ? -1 : MIN ((gint64)(top / self->cell_height), self->matrix->m - 1);
}

static void
pressed_cb (GtkGestureClick *click, int n_press, double x, double y, GsMatrixSheet *self)
{
  const GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));
  gint64 row, column;

  if (self->matrix == NULL)
    return;
  gs_matrix_sheet_commit (self);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  find_cell (self, x, y, &row, &column);
  if (row < 0 || column < 0)
    {
      /* A header takes its whole row or column, the corner all. */
      const GsRange range = { MAX (row, 0), MAX (column, 0), row < 0 ? self->matrix->m : 1,
                              column < 0 ? self->matrix->n : 1 };

      gs_matrix_sheet_select (self, &range);
      return;
    }
  gs_matrix_sheet_move (self, row, column, (state & GDK_SHIFT_MASK) != 0);
  if (n_press == 2)
    gs_matrix_sheet_begin (self, NULL);
}

static void
drag_update_cb (GtkGestureDrag *drag, double dx, double dy, GsMatrixSheet *self)
{
  gint64 row, column, start_row, start_column;
  double x, y;

  if (self->matrix == NULL || gs_matrix_sheet_is_typing (self)
      || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  find_cell (self, x, y, &start_row, &start_column);
  find_cell (self, MAX (x + dx, self->header_width), MAX (y + dy, self->cell_height), &row, &column);
  if (start_row >= 0 && start_column >= 0 && (row != self->row || column != self->column))
    gs_matrix_sheet_move (self, row, column, TRUE);
}

static void
focus_cb (GsMatrixSheet *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gs_matrix_sheet_add_input (GsMatrixSheet *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_cb), NULL);
}
