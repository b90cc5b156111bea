#include "gs-math.h"

#include <string.h>

const char *
gs_math_for_op (GsOp op)
{
  switch (op)
    {
    case GS_OP_ADD:
      return "C_{ij} = A_{ij} + B_{ij}";
    case GS_OP_HADAMARD:
      return "C_{ij} = A_{ij} · B_{ij}";
    case GS_OP_MATMUL:
      return "C_{ij} = \\sum{l = 0}{k − 1} A_{il} · B_{lj}";
    default:
      g_return_val_if_reached ("");
    }
}

typedef struct
{
  GsCanvas *canvas;
  double x, y, size;
  gboolean draw;
} Setter;

/* A run of one face: letters lean, figures and signs stand. */
static double
set_run (Setter *self, const char *text, gsize length, double x, double y, double size)
{
  const char *end = text + length;
  double at = x;

  while (text < end)
    {
      gboolean letter = g_unichar_isalpha (g_utf8_get_char (text));
      const GsTextStyle style = { .size = size, .flags = GS_TEXT_SERIF | (letter ? GS_TEXT_ITALIC : 0) };
      const char *stop = text;
      g_autofree char *run = NULL;

      while (stop < end && g_unichar_isalpha (g_utf8_get_char (stop)) == letter)
        stop = g_utf8_next_char (stop);
      run = g_strndup (text, stop - text);
      /* gs_text_draw() centres capitals on y: the baseline is 0.36 sizes below. */
      if (self->draw)
        at += gs_text_draw (self->canvas, &style, at, y - 0.36 * size * self->canvas->type_scale, run);
      else
        at += gs_text_width (self->canvas, &style, run);
      text = stop;
    }
  return at - x;
}

/* The text in braces at @text, which is moved past them. */
static const char *
take_group (const char **text, gsize *length)
{
  const char *start, *end;

  if (**text != '{' || (end = strchr (*text, '}')) == NULL)
    {
      *length = 0;
      return *text;
    }
  start = *text + 1;
  *length = end - start;
  *text = end + 1;
  return start;
}

static void
set_sum (Setter *self, const char **text)
{
  double unit = self->canvas->type_scale, size = self->size, wide, low_width, high_width, sign_width;
  const GsTextStyle sign = { .size = size * 1.5, .flags = GS_TEXT_SERIF };
  Setter measure = *self;
  gsize n_low, n_high;
  const char *low = take_group (text, &n_low), *high = take_group (text, &n_high);

  measure.draw = FALSE;
  low_width = set_run (&measure, low, n_low, 0, 0, size * 0.58);
  high_width = set_run (&measure, high, n_high, 0, 0, size * 0.58);
  sign_width = gs_text_width (self->canvas, &sign, "Σ");
  wide = MAX (MAX (low_width, high_width), sign_width);
  if (self->draw)
    {
      gs_text_draw (self->canvas, &sign, self->x + (wide - sign_width) / 2, self->y - 0.36 * size * unit,
                    "Σ");
      set_run (self, low, n_low, self->x + (wide - low_width) / 2, self->y + 0.86 * size * unit, size * 0.58);
      set_run (self, high, n_high, self->x + (wide - high_width) / 2, self->y - 1.08 * size * unit,
               size * 0.58);
    }
  self->x += wide;
}

double
gs_math_draw (GsCanvas *canvas, double x, double y, double size, const char *text, gboolean draw)
{
  Setter self = { canvas, x, y, size, draw };
  gsize length;

  g_return_val_if_fail (canvas != NULL && text != NULL, 0);

  while (*text != '\0')
    {
      if (g_str_has_prefix (text, "\\sum"))
        {
          text += 4;
          set_sum (&self, &text);
        }
      else if ((*text == '_' || *text == '^') && text[1] == '{')
        {
          double shift = (*text == '_' ? 0.22 : -0.42) * size * canvas->type_scale;
          const char *group;

          text++;
          group = take_group (&text, &length);
          self.x += set_run (&self, group, length, self.x, y + shift, size * 0.66);
        }
      else
        {
          /* At least one character, so that a lone backslash or brace is no trap. */
          const char *start = text;

          text = g_utf8_next_char (text);
          text += strcspn (text, "\\_^");
          self.x += set_run (&self, start, text - start, self.x, y, size);
        }
    }
  return self.x - x;
}
