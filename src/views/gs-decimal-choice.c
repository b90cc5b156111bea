#include "gs-decimal-choice.h"

struct _GsDecimalChoice
{
  GtkBox parent_instance;

  GtkToggleButton *comma_button, *point_button;
};

G_DEFINE_FINAL_TYPE (GsDecimalChoice, gs_decimal_choice, GTK_TYPE_BOX)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
toggled_cb (GtkToggleButton *button, GsDecimalChoice *self)
{
  if (gtk_toggle_button_get_active (button))
    g_signal_emit (self, signals[CHOSEN], 0,
                   button == self->comma_button ? GS_DECIMAL_COMMA : GS_DECIMAL_POINT);
}

static void
gs_decimal_choice_class_init (GsDecimalChoiceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_INT);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-decimal-choice.ui");
  gtk_widget_class_bind_template_child (widget_class, GsDecimalChoice, comma_button);
  gtk_widget_class_bind_template_child (widget_class, GsDecimalChoice, point_button);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
}

static void
gs_decimal_choice_init (GsDecimalChoice *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gs_decimal_choice_ask (GsDecimalChoice *self)
{
  g_return_if_fail (GS_IS_DECIMAL_CHOICE (self));

  gtk_toggle_button_set_active (self->comma_button, FALSE);
  gtk_toggle_button_set_active (self->point_button, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}
