#include "gs-lesson-menu.h"

#include <glib/gi18n-lib.h>

#include "gs-lesson-library.h"
#include "gs-spoken-names.h"
#include "gs-tab-stop.h"

struct _GsLessonMenu
{
  AdwBin parent_instance;

  GtkMenuButton *button;
  GtkListBox *list;
  GtkAdjustment *seed_adjustment;

  char *open;      /* id; NULL: none */
  char **finished; /* ids; NULL: none */
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

/* What is to be said of a lesson; NULL: nothing. */
static const char *
get_mark (GsLessonMenu *self, const GsLesson *lesson)
{
  if (g_strcmp0 (self->open, lesson->id) == 0)
    return _ ("open");
  if (self->finished != NULL && g_strv_contains ((const char *const *)self->finished, lesson->id))
    return _ ("✓ finished");
  return NULL;
}

static void
mark_row (GsLessonMenu *self, GtkListBoxRow *row, const GsLesson *lesson)
{
  GtkWidget *label = gtk_widget_get_last_child (gtk_list_box_row_get_child (row));
  const char *mark = get_mark (self, lesson);
  const char *title = g_dgettext (GETTEXT_PACKAGE, lesson->title);
  g_autofree char *spoken = mark != NULL ? g_strdup_printf ("%s, %s", title, mark) : NULL;

  gtk_label_set_text (GTK_LABEL (label), mark != NULL ? mark : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken != NULL ? spoken : title, -1);
}

static void
mark_rows (GsLessonMenu *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    mark_row (self, row, g_ptr_array_index (gs_lesson_library (), (guint)i));
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
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_box_append (GTK_BOX (words), new_label (numbered, "heading"));
  gtk_box_append (GTK_BOX (words), new_label (summary, "dim-label"));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), new_label (NULL, "lesson-mark"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
  return row;
}

/* The rows are made when somebody wants one, not when the program starts. */
static void
fill_cb (GtkMenuButton *button, gpointer data)
{
  GsLessonMenu *self = data;
  const GPtrArray *lessons = gs_lesson_library ();

  if (gtk_list_box_get_row_at_index (self->list, 0) != NULL)
    return;
  for (guint i = 0; i < lessons->len; i++)
    gtk_list_box_append (self->list, new_row (g_ptr_array_index (lessons, i), i + 1));
  mark_rows (self);
  gs_spoken_names_complete (GTK_WIDGET (self->list));
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
gs_lesson_menu_finalize (GObject *object)
{
  GsLessonMenu *self = GS_LESSON_MENU (object);

  g_free (self->open);
  g_strfreev (self->finished);

  G_OBJECT_CLASS (gs_lesson_menu_parent_class)->finalize (object);
}

static void
gs_lesson_menu_class_init (GsLessonMenuClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gs_lesson_menu_finalize;

  g_type_ensure (GS_TYPE_TAB_STOP);
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

void
gs_lesson_menu_set_open (GsLessonMenu *self, const char *id)
{
  g_return_if_fail (GS_IS_LESSON_MENU (self));

  if (g_strcmp0 (self->open, id) == 0)
    return;
  g_free (self->open);
  self->open = g_strdup (id);
  mark_rows (self);
}

void
gs_lesson_menu_set_finished (GsLessonMenu *self, const char *const *ids)
{
  g_return_if_fail (GS_IS_LESSON_MENU (self));

  g_strfreev (self->finished);
  self->finished = g_strdupv ((char **)ids);
  mark_rows (self);
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
