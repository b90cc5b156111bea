#include "gs-lesson-card.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-lesson-choices.h"
#include "gs-lesson-library.h"
#include "gs-lesson-words.h"

/* The card takes at most this share of the window's height, but always so much. */
#define LARGEST_SHARE 0.45
#define LEAST_CAP_PX  150
/* The width to measure for while none is known. */
#define USUAL_WIDTH_PX 960

struct _GsLessonCard
{
  GtkWidget parent_instance;

  GsLessonSession *session;
  char *trouble;               /* why the last answer could not be checked; NULL: it could */
  char *said;                  /* the outcome; NULL: none */
  int kept_width, kept_height; /* in px, the highest at this width since the lesson began; 0: none */

  GtkWidget *box;
  GtkWidget *header;
  GtkWidget *scroller;
  GtkWidget *columns;

  GtkLabel *title_label;
  GtkLabel *heading_label;
  GtkLabel *progress_label;
  GtkWidget *back_button;
  GtkWidget *next_button;
  GtkLabel *text_label;
  GtkLabel *notice_label;
  GtkWidget *track_box;
  GtkWidget *question_box;
  GtkLabel *prompt_label;
  GtkBox *choices_box;
  GtkWidget *entry_box;
  GtkEntry *entry;
  GtkWidget *reveal_button;
  GtkLabel *outcome_label;
};

G_DEFINE_FINAL_TYPE (GsLessonCard, gs_lesson_card, GTK_TYPE_WIDGET)

/* @text NULL or empty: the label is not there. */
static void
set_text (GtkLabel *label, const char *text)
{
  g_autofree char *markup = text != NULL ? gs_lesson_words_markup (text) : NULL;

  gtk_label_set_markup (label, markup != NULL ? markup : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

/* Each outcome once: it is shown again whenever anything about the step changes. */
static void
say_outcome (GsLessonCard *self, const char *outcome)
{
  g_autofree char *plain = outcome != NULL ? gs_lesson_words_plain (outcome) : NULL;

  if (plain != NULL && g_strcmp0 (plain, self->said) != 0)
    gs_announce (GTK_WIDGET (self), plain);
  g_free (self->said);
  self->said = g_steal_pointer (&plain);
}

static void
show_outcome (GsLessonCard *self)
{
  const GsOutcome outcome = gs_lesson_session_get_outcome (self->session);
  g_autofree char *reveal = gs_lesson_session_dup_reveal (self->session);
  g_autofree char *sentence = NULL;
  GtkWidget *label = GTK_WIDGET (self->outcome_label);

  gtk_widget_remove_css_class (label, "lesson-right");
  gtk_widget_remove_css_class (label, "lesson-wrong");
  if (self->trouble != NULL)
    {
      set_text (self->outcome_label, self->trouble);
      say_outcome (self, self->trouble);
      return;
    }
  if (outcome == GS_OUTCOME_RIGHT)
    sentence = g_strdup_printf (_ ("✓ Right. %s"), reveal);
  else if (outcome == GS_OUTCOME_WRONG)
    sentence = g_strdup_printf (_ ("✗ Not quite. %s"), reveal);
  else if (outcome == GS_OUTCOME_SHOWN)
    sentence = g_strdup (reveal);
  if (outcome == GS_OUTCOME_RIGHT)
    gtk_widget_add_css_class (label, "lesson-right");
  else if (outcome == GS_OUTCOME_WRONG)
    gtk_widget_add_css_class (label, "lesson-wrong");
  set_text (self->outcome_label, sentence);
  say_outcome (self, sentence);
}

/* @error NULL: there is none. */
static void
take_trouble (GsLessonCard *self, const GError *error)
{
  g_free (self->trouble);
  self->trouble = error != NULL ? g_strdup (error->message) : NULL;
  show_outcome (self);
}

static void
answer (GsLessonCard *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  take_trouble (self, gs_lesson_session_answer (self->session, text, &error) ? NULL : error);
}

static void
choice_cb (GtkButton *button, GsLessonCard *self)
{
  answer (self, gs_lesson_choices_value (GTK_WIDGET (button)));
}

static void
check_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsLessonCard *self = GS_LESSON_CARD (widget);

  if (gtk_widget_get_visible (self->entry_box))
    answer (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
reveal_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsLessonCard *self = GS_LESSON_CARD (widget);
  g_autoptr (GError) error = NULL;

  take_trouble (self, gs_lesson_session_reveal (self->session, &error) ? NULL : error);
}

static void
activate_cb (GsLessonCard *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "lesson.check", NULL);
}

/* The lesson that follows the open one in teaching order; NULL after the last, and
 * after a lesson that somebody opened from a file. */
static const GsLesson *
following_lesson (GsLessonCard *self)
{
  const GPtrArray *lessons = gs_lesson_library ();
  guint at;

  if (!g_ptr_array_find ((GPtrArray *)lessons, gs_lesson_session_get_lesson (self->session), &at)
      || at + 1 >= lessons->len)
    return NULL;
  return g_ptr_array_index (lessons, at + 1);
}

static gboolean
at_last_step (GsLessonCard *self)
{
  return gs_lesson_session_get_step (self->session) + 1 >= gs_lesson_session_get_n_steps (self->session);
}

static void
go_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GsLessonCard *self = GS_LESSON_CARD (widget);
  const guint step = gs_lesson_session_get_step (self->session);

  if (g_str_has_suffix (name, "next") && at_last_step (self))
    gs_lesson_session_open (self->session, following_lesson (self),
                            gs_lesson_session_get_seed (self->session));
  else if (g_str_has_suffix (name, "next"))
    gs_lesson_session_go (self->session, step + 1);
  else if (step > 0)
    gs_lesson_session_go (self->session, step - 1);
}

static void
close_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_lesson_session_close (GS_LESSON_CARD (widget)->session);
}

static void
restore_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gs_lesson_session_restore (GS_LESSON_CARD (widget)->session);
}

/* Page Down stays in the lesson; only the button goes from the last step to the
 * next lesson, so that a presenter does not leave one by accident. */
static void
show_way_on (GsLessonCard *self)
{
  const GsLesson *following = at_last_step (self) ? following_lesson (self) : NULL;
  const char *label = following != NULL ? _ ("_Next Lesson") : _ ("_Next");
  g_autofree char *tooltip = NULL;

  if (following != NULL)
    tooltip = g_strdup_printf (_ ("Next lesson: %s"), g_dgettext (GETTEXT_PACKAGE, following->title));
  /* The same words again would be told as another name. */
  if (g_strcmp0 (label, gtk_button_get_label (GTK_BUTTON (self->next_button))) != 0)
    gtk_button_set_label (GTK_BUTTON (self->next_button), label);
  gtk_widget_set_tooltip_text (self->next_button, following != NULL ? tooltip : _ ("Next step (Page Down)"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lesson.next", following != NULL || !at_last_step (self));
}

static void
show_progress (GsLessonCard *self)
{
  const guint step = gs_lesson_session_get_step (self->session);
  const guint n_steps = gs_lesson_session_get_n_steps (self->session);
  g_autofree char *progress = g_strdup_printf (_ ("%u / %u"), step + 1, n_steps);
  g_autofree char *spoken = g_strdup_printf (_ ("Step %u of %u"), step + 1, n_steps);

  gtk_label_set_text (self->progress_label, progress);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress_label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lesson.previous", step > 0);
  show_way_on (self);
}

static void
describe (GsLessonCard *self, const char *heading)
{
  g_autofree char *description = gs_lesson_words_step (self->session);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, heading,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  /* The keyboard can stop at what scrolls the step: there it is read again. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, heading,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
changed_cb (GsLessonCard *self)
{
  const GsLesson *lesson = gs_lesson_session_get_lesson (self->session);
  g_autofree char *heading = gs_lesson_session_dup_heading (self->session);
  g_autofree char *text = gs_lesson_session_dup_text (self->session);
  g_autofree char *prompt = gs_lesson_session_dup_prompt (self->session);
  g_autofree char *notice = gs_lesson_session_dup_notice (self->session);

  gtk_widget_set_visible (GTK_WIDGET (self), lesson != NULL);
  if (lesson == NULL)
    return;
  set_text (self->title_label, g_dgettext (GETTEXT_PACKAGE, lesson->title));
  set_text (self->heading_label, heading);
  set_text (self->text_label, text);
  set_text (self->notice_label, notice);
  set_text (self->prompt_label, prompt);
  gtk_widget_set_visible (self->track_box, !gs_lesson_session_on_track (self->session));
  gtk_widget_set_visible (self->question_box, prompt != NULL);
  describe (self, heading);
  gtk_widget_set_visible (self->reveal_button,
                          gs_lesson_session_get_outcome (self->session) == GS_OUTCOME_OPEN);
  show_progress (self);
  gs_lesson_choices_mark (self->choices_box, self->session);
  show_outcome (self);
}

static gboolean
has_focus_within (GsLessonCard *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

static void
step_entered_cb (GsLessonCard *self)
{
  const GsLessonStep *step = gs_lesson_session_get_current (self->session);
  const gboolean take_focus = gs_lesson_session_get_step (self->session) == 0 || has_focus_within (self);
  const char *given = gs_lesson_session_get_answer (self->session);
  g_autofree char *prompt = gs_lesson_session_dup_prompt (self->session);
  g_autofree char *spoken = NULL;

  g_clear_pointer (&self->trouble, g_free);
  if (gs_lesson_session_get_step (self->session) == 0)
    self->kept_height = 0;
  gs_lesson_choices_fill (self->choices_box, self->session, G_CALLBACK (choice_cb), self);
  gtk_widget_set_visible (self->entry_box, step->question == GS_QUESTION_NUMBER);
  gtk_widget_set_visible (GTK_WIDGET (self->choices_box), step->question == GS_QUESTION_CHOICE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), given != NULL ? given : "");
  /* Its question is the name of the entry, if the keyboard comes there. */
  spoken = gs_lesson_words_entered (self->session, step->question != GS_QUESTION_NUMBER || !take_focus);
  gs_announce (GTK_WIDGET (self), spoken);
  /* Only now: while the keyboard is there, it is read out at once. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  prompt != NULL ? prompt : "", -1);
  changed_cb (self);
  if (take_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* The keyboard goes where the step wants an answer, else to the way on. */
static gboolean
gs_lesson_card_grab_focus (GtkWidget *widget)
{
  GsLessonCard *self = GS_LESSON_CARD (widget);
  const GsLessonStep *step = self->session != NULL ? gs_lesson_session_get_current (self->session) : NULL;

  if (step == NULL)
    return FALSE;
  if (step->question == GS_QUESTION_NUMBER)
    return gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  if (step->question == GS_QUESTION_CHOICE)
    return gtk_widget_grab_focus (gtk_widget_get_first_child (GTK_WIDGET (self->choices_box)));
  return gtk_widget_grab_focus (self->next_button) || gtk_widget_grab_focus (self->back_button);
}

/* What it would take to show everything at @width. */
static int
get_full_height (GsLessonCard *self, int width)
{
  int header = 0, columns = 0, least = 0;

  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (self->header, GTK_ORIENTATION_VERTICAL, MAX (width, least), NULL, &header, NULL, NULL);
  gtk_widget_measure (self->columns, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_measure (self->columns, GTK_ORIENTATION_VERTICAL, MAX (width, least), NULL, &columns, NULL,
                      NULL);
  return header + gtk_box_get_spacing (GTK_BOX (self->box)) + columns;
}

static int
get_highest (GsLessonCard *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  const int height = root != NULL ? gtk_widget_get_height (GTK_WIDGET (root)) : 0;

  return (int)MAX (LEAST_CAP_PX, LARGEST_SHARE * height);
}

static void
gs_lesson_card_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  GsLessonCard *self = GS_LESSON_CARD (widget);
  int height;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      gtk_widget_measure (self->box, orientation, -1, minimum, natural, NULL, NULL);
      return;
    }
  if (for_size < 0)
    for_size = self->kept_width > 0 ? self->kept_width : USUAL_WIDTH_PX;
  height = get_full_height (self, for_size);
  if (for_size == self->kept_width)
    height = MAX (height, self->kept_height);
  *minimum = *natural = MIN (height, get_highest (self));
}

static void
gs_lesson_card_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GsLessonCard *self = GS_LESSON_CARD (widget);

  if (width != self->kept_width)
    self->kept_height = 0;
  self->kept_width = width;
  self->kept_height = MAX (self->kept_height, MIN (get_full_height (self, width), height));
  gtk_widget_allocate (self->box, width, height, baseline, NULL);
}

static void
gs_lesson_card_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (gs_lesson_card_parent_class)->css_changed (widget, change);
  GS_LESSON_CARD (widget)->kept_height = 0;
}

static void
gs_lesson_card_dispose (GObject *object)
{
  GsLessonCard *self = GS_LESSON_CARD (object);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->session);
  g_clear_pointer (&self->trouble, g_free);
  g_clear_pointer (&self->said, g_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (gs_lesson_card_parent_class)->dispose (object);
}

static void
gs_lesson_card_class_init (GsLessonCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gs_lesson_card_dispose;
  widget_class->measure = gs_lesson_card_measure;
  widget_class->size_allocate = gs_lesson_card_size_allocate;
  widget_class->css_changed = gs_lesson_card_css_changed;
  widget_class->grab_focus = gs_lesson_card_grab_focus;

  gtk_widget_class_install_action (widget_class, "lesson.next", NULL, go_cb);
  gtk_widget_class_install_action (widget_class, "lesson.previous", NULL, go_cb);
  gtk_widget_class_install_action (widget_class, "lesson.close", NULL, close_cb);
  gtk_widget_class_install_action (widget_class, "lesson.check", NULL, check_cb);
  gtk_widget_class_install_action (widget_class, "lesson.reveal", NULL, reveal_cb);
  gtk_widget_class_install_action (widget_class, "lesson.restore", NULL, restore_cb);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-lesson-card.ui");
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, box);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, header);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, scroller);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, columns);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, title_label);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, heading_label);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, progress_label);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, back_button);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, next_button);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, text_label);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, notice_label);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, track_box);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, question_box);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, prompt_label);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, choices_box);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, entry_box);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, entry);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, reveal_button);
  gtk_widget_class_bind_template_child (widget_class, GsLessonCard, outcome_label);
}

static void
gs_lesson_card_init (GsLessonCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
}

void
gs_lesson_card_set_session (GsLessonCard *self, GsLessonSession *session)
{
  g_return_if_fail (GS_IS_LESSON_CARD (self));
  g_return_if_fail (GS_IS_LESSON_SESSION (session));

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  g_signal_connect_swapped (session, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (session, "step-entered", G_CALLBACK (step_entered_cb), self);
  changed_cb (self);
}
