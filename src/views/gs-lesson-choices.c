#include "gs-lesson-choices.h"

#include "gs-lesson-words.h"

#define MAX_CHARS_ABREAST 40

/* Short choices stand side by side, long ones below each other. */
static GtkOrientation
choose_orientation (GsLessonSession *session, const GsLessonStep *step)
{
  glong n_chars = 0;

  for (guint i = 0; i < step->choices->len; i++)
    {
      g_autofree char *text = gs_lesson_session_dup_choice (session, i);

      n_chars += g_utf8_strlen (text, -1) + 4;
    }
  return n_chars <= MAX_CHARS_ABREAST ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

static GtkWidget *
new_choice (const GsLessonChoice *choice)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "lesson-choice");
  g_object_set_data_full (G_OBJECT (button), "value", g_strdup (choice->value), g_free);
  return button;
}

void
gs_lesson_choices_fill (GtkBox *box, GsLessonSession *session, GCallback clicked, gpointer data)
{
  const GsLessonStep *step = gs_lesson_session_get_current (session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
  for (guint i = 0; i < step->choices->len; i++)
    {
      child = new_choice (g_ptr_array_index (step->choices, i));
      g_signal_connect (child, "clicked", clicked, data);
      gtk_box_append (box, child);
    }
  gtk_orientable_set_orientation (GTK_ORIENTABLE (box), choose_orientation (session, step));
}

void
gs_lesson_choices_mark (GtkBox *box, GsLessonSession *session)
{
  const char *chosen = gs_lesson_session_get_answer (session);
  const GsOutcome outcome = gs_lesson_session_get_outcome (session);
  guint i = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (box)); child != NULL;
       child = gtk_widget_get_next_sibling (child), i++)
    {
      const gboolean is_chosen
          = outcome != GS_OUTCOME_OPEN && g_strcmp0 (chosen, gs_lesson_choices_value (child)) == 0;
      g_autofree char *text = gs_lesson_session_dup_choice (session, i);
      g_autofree char *marked
          = is_chosen ? g_strconcat (outcome == GS_OUTCOME_RIGHT ? "✓ " : "✗ ", text, NULL) : NULL;
      g_autofree char *markup = NULL;

      /* The step before had more of them, which go once this one is entered. */
      if (text == NULL)
        break;
      markup = gs_lesson_words_markup (is_chosen ? marked : text);
      gtk_label_set_markup (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (child))), markup);
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      is_chosen ? marked : text, -1);
    }
}

const char *
gs_lesson_choices_value (GtkWidget *button)
{
  return g_object_get_data (G_OBJECT (button), "value");
}
