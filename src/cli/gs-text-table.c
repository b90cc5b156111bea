#include "gs-text-table.h"

#include <string.h>

struct _GsTextTable
{
  guint n_columns;
  GPtrArray *cells; /* of char*, row by row, headings first */
};

GsTextTable *
gs_text_table_new (const char *const *headings)
{
  GsTextTable *self = g_new0 (GsTextTable, 1);

  self->cells = g_ptr_array_new_with_free_func (g_free);
  for (; headings[self->n_columns] != NULL; self->n_columns++)
    g_ptr_array_add (self->cells, g_strdup (headings[self->n_columns]));
  return self;
}

void
gs_text_table_free (GsTextTable *self)
{
  g_ptr_array_unref (self->cells);
  g_free (self);
}

void
gs_text_table_take (GsTextTable *self, char *text)
{
  g_ptr_array_add (self->cells, text != NULL ? text : g_strdup (""));
}

void
gs_text_table_add (GsTextTable *self, const char *text)
{
  gs_text_table_take (self, g_strdup (text));
}

static gboolean
is_numeric (const char *cell)
{
  return cell[0] == '\0' || g_ascii_isdigit (cell[0]) || g_str_has_prefix (cell, "—")
         || (strchr ("+-", cell[0]) != NULL && g_ascii_isdigit (cell[1]));
}

static void
append_cell (GString *text, const char *cell, glong width, gboolean right, gboolean last)
{
  glong padding = width - g_utf8_strlen (cell, -1);

  for (glong i = 0; right && i < padding; i++)
    g_string_append_c (text, ' ');
  g_string_append (text, cell);
  for (glong i = 0; !right && !last && i < padding; i++)
    g_string_append_c (text, ' ');
  g_string_append (text, last ? "\n" : "  ");
}

void
gs_text_table_append_to (const GsTextTable *self, GString *text)
{
  g_autofree glong *widths = g_new0 (glong, self->n_columns);
  g_autofree gboolean *right = g_new0 (gboolean, self->n_columns);
  guint n_rows = self->cells->len / self->n_columns;

  for (guint column = 0; column < self->n_columns; column++)
    {
      right[column] = n_rows > 1;
      for (guint row = 0; row < n_rows; row++)
        {
          const char *cell = g_ptr_array_index (self->cells, row * self->n_columns + column);

          widths[column] = MAX (widths[column], g_utf8_strlen (cell, -1));
          if (row > 0 && !is_numeric (cell))
            right[column] = FALSE;
        }
    }
  for (guint i = 0; i < n_rows * self->n_columns; i++)
    {
      guint column = i % self->n_columns;

      append_cell (text, g_ptr_array_index (self->cells, i), widths[column], right[column],
                   column == self->n_columns - 1);
    }
}
