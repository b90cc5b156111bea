#include "gs-lesson-menu.h"

#include <glib/gi18n-lib.h>

#include "gs-lesson-library.h"

struct _GsLessonMenu
{
  AdwBin parent_instance;

  GtkMenuButton *button;
  GtkListBox *list;
  GtkAdjustment *seed_adjustment;
};

G_DEFINE_FINAL_TYPE (GsLessonMenu, gs_lesson_menu, ADW_TYPE_BIN)

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
new_row (const GsLesson *lesson, guint number)
{
  const char *title = g_dgettext (GETTEXT_PACKAGE, lesson->title);
  const char *summary = lesson->summary != NULL && *lesson->summary != '\0'
                            ? g_dgettext (GETTEXT_PACKAGE, lesson->summary)
                            : "";
  g_autofree char *numbered = g_strdup_printf ("%u  %s", number, title);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_box_append (GTK_BOX (box), new_label (numbered, "heading"));
  gtk_box_append (GTK_BOX (box), new_label (summary, "dim-label"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
  return row;
}

/* Lessons are read when somebody wants one, not when the program starts. */
static void
fill_cb (GtkMenuButton *button, gpointer data)
{
  GsLessonMenu *self = data;
  const GPtrArray *lessons = gs_lesson_library ();

  if (gtk_list_box_get_row_at_index (self->list, 0) != NULL)
    return;
  for (guint i = 0; i < lessons->len; i++)
    gtk_list_box_append (self->list, new_row (g_ptr_array_index (lessons, i), i + 1));
}

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row, GsLessonMenu *self)
{
  const GsLesson *lesson = g_ptr_array_index (gs_lesson_library (), (guint)gtk_list_box_row_get_index (row));

  gtk_menu_button_popdown (self->button);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson", "(st)", lesson->id,
                              gs_lesson_menu_get_seed (self));
}

static void
gs_lesson_menu_class_init (GsLessonMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/gridscope/Gridscope/ui/gs-lesson-menu.ui");
  gtk_widget_class_bind_template_child (widget_class, GsLessonMenu, button);
  gtk_widget_class_bind_template_child (widget_class, GsLessonMenu, list);
  gtk_widget_class_bind_template_child (widget_class, GsLessonMenu, seed_adjustment);
}

static void
gs_lesson_menu_init (GsLessonMenu *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->button, fill_cb, self, NULL);
  g_signal_connect (self->list, "row-activated", G_CALLBACK (row_activated_cb), self);
}

guint64
gs_lesson_menu_get_seed (GsLessonMenu *self)
{
  g_return_val_if_fail (GS_IS_LESSON_MENU (self), 0);
  return (guint64)gtk_adjustment_get_value (self->seed_adjustment);
}

void
gs_lesson_menu_popup (GsLessonMenu *self)
{
  g_return_if_fail (GS_IS_LESSON_MENU (self));
  gtk_menu_button_popup (self->button);
}

void
gs_lesson_menu_popdown (GsLessonMenu *self)
{
  g_return_if_fail (GS_IS_LESSON_MENU (self));
  gtk_menu_button_popdown (self->button);
}
