#include "gs-thread-inspector.h"

#include <inttypes.h>
#include <glib/gi18n-lib.h>

#include "gs-thread-story.h"
#include "gs-trace-table.h"

struct _GsThreadInspector
{
  GtkBox parent_instance;

  GtkLabel *title_label;
  GtkWidget *hint_label;
  GtkWidget *facts_grid;
  GtkLabel *block_label, *thread_label, *warp_label;
  GtkBox *story_box;
  GtkWidget *go_button, *element_button;

  gboolean veiled;
  gint64 element; /* written by the thread, in another cell; -1: none */
  gboolean has_owner;
  GsThreadId owner;
};

G_DEFINE_FINAL_TYPE (GsThreadInspector, gs_thread_inspector, GTK_TYPE_BOX)

static void
set_pair (GtkLabel *label, int dims, const gint64 pair[2])
{
  g_autofree char *text = dims == 1 ? g_strdup_printf ("%" PRId64, pair[0])
                                    : g_strdup_printf ("(%" PRId64 ", %" PRId64 ")", pair[0], pair[1]);

  gtk_label_set_text (label, text);
}

static void
gs_thread_inspector_class_init (GsThreadInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/gridscope/Gridscope/ui/gs-thread-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, title_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, hint_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, facts_grid);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, block_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, thread_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, warp_label);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, story_box);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, go_button);
  gtk_widget_class_bind_template_child (widget_class, GsThreadInspector, element_button);
}

static void
gs_thread_inspector_init (GsThreadInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Another thread that writes the element @info writes. */
static void
find_owner (GsThreadInspector *self, const GsPlan *plan, const GsThreadInfo *info)
{
  GsThreadId writers[2];
  const gint64 n_writers = info->element >= 0 ? gs_plan_writers (plan, info->element, writers, 2) : 0;

  self->has_owner = FALSE;
  for (gint64 i = 0; i < MIN (n_writers, 2) && !self->has_owner; i++)
    if (memcmp (&writers[i], &info->id, sizeof (GsThreadId)) != 0)
      {
        self->has_owner = TRUE;
        self->owner = writers[i];
      }
}

/* Adds a paragraph to the story. */
static void
tell (GsThreadInspector *self, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 24);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  /* Arithmetic runs from left to right in every script. */
  if (g_str_equal (css_class, "work"))
    gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (self->story_box, label);
}

static void
forget_story (GsThreadInspector *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->story_box))) != NULL)
    gtk_box_remove (self->story_box, child);
}

static void
tell_story (GsThreadInspector *self, const GsPlan *plan, const GsCoverageCell *cell, const GsSpec *inputs)
{
  static const char *const css_classes[] = {
    [GS_STORY_PLAIN] = "plain", [GS_STORY_MATH] = "work",   [GS_STORY_GOOD] = "right",
    [GS_STORY_STOP] = "stop",   [GS_STORY_BAD] = "trouble",
  };
  g_autoptr (GPtrArray) story = gs_thread_story (plan, &cell->thread, inputs);

  for (guint i = 0; story != NULL && i < story->len; i++)
    {
      const GsStoryLine *line = g_ptr_array_index (story, i);

      /* Who it is stands in the table above. */
      if (line->role != GS_STORY_PLAIN)
        tell (self, line->text, css_classes[line->role]);
    }
}

/* "Written by block (0, 1), thread (2, 0)": who writes an element that is not the
 * thread's own. */
static void
tell_writers (GsThreadInspector *self, const GsPlan *plan, gint64 element)
{
  GsThreadId writers[3];
  const gint64 n = gs_plan_writers (plan, element, writers, G_N_ELEMENTS (writers));

  if (n == 0)
    tell (self, _ ("No thread writes this element."), "trouble");
  for (gint64 i = 0; i < MIN (n, (gint64)G_N_ELEMENTS (writers)); i++)
    {
      g_autofree char *name = gs_thread_id_text (&writers[i]);
      g_autofree char *text = g_strdup_printf (_ ("Written by %s"), name);

      tell (self, text, "plain");
    }
  if (n > 0 && !self->has_owner)
    {
      self->has_owner = TRUE;
      self->owner = writers[0];
    }
}

static void
show_thread (GsThreadInspector *self, const GsPlan *plan, const GsCoverageCell *cell, const GsSpec *inputs)
{
  GsThreadInfo info;
  g_autofree char *warp = NULL;

  if (!gs_plan_thread (plan, &cell->thread, &info))
    return;
  gtk_label_set_text (self->title_label, _ ("Thread"));
  set_pair (self->block_label, plan->block_dims, info.id.block);
  set_pair (self->thread_label, plan->block_dims, info.id.thread);
  warp = g_strdup_printf ("%" PRId64 " · %" PRId64, info.warp, info.lane);
  gtk_label_set_text (self->warp_label, warp);
  if (self->veiled)
    return;
  tell_story (self, plan, cell, inputs);
  find_owner (self, plan, &info);
  if (info.element >= 0 && info.element != cell->element && plan->elements_per_thread == 1)
    self->element = info.element;
  /* Where the thread stands is an element too, which may be another thread's. */
  if (cell->element >= 0 && info.element != cell->element && plan->elements_per_thread == 1)
    {
      g_autofree char *title = g_strdup_printf (_ ("Element C[%" PRId64 "][%" PRId64 "]"),
                                                cell->element / plan->n, cell->element % plan->n);

      tell (self, title, "heading");
      tell_writers (self, plan, cell->element);
    }
}

static void
show_element (GsThreadInspector *self, const GsPlan *plan, const GsCoverageCell *cell)
{
  const gint64 row = plan->n > 0 ? cell->element / plan->n : 0;
  g_autofree char *title
      = g_strdup_printf (_ ("Element C[%" PRId64 "][%" PRId64 "]"), row, cell->element - row * plan->n);

  gtk_label_set_text (self->title_label, title);
  if (!self->veiled)
    tell_writers (self, plan, cell->element);
}

void
gs_thread_inspector_show (GsThreadInspector *self,
                          const GsPlan *plan,
                          const GsCoverageCell *cell,
                          const GsSpec *inputs)
{
  const gboolean has_thread = cell != NULL && cell->has_thread;

  g_return_if_fail (GS_IS_THREAD_INSPECTOR (self));

  self->has_owner = FALSE;
  self->element = -1;
  forget_story (self);
  gtk_label_set_text (self->title_label, _ ("Thread"));
  if (has_thread)
    show_thread (self, plan, cell, inputs);
  else if (cell != NULL)
    show_element (self, plan, cell);

  gtk_widget_set_visible (self->hint_label, cell == NULL);
  gtk_widget_set_visible (self->facts_grid, has_thread);
  gtk_widget_set_visible (self->go_button, self->has_owner);
  gtk_widget_set_visible (self->element_button, self->element >= 0);
}

/* The paragraphs of the story that are work, or those that are not. */
static void
append_story (GString *text, GsThreadInspector *self, gboolean work)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->story_box)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, "work") == work)
      g_string_append_printf (text, "; %s", gtk_label_get_text (GTK_LABEL (child)));
}

char *
gs_thread_inspector_dup_spoken (GsThreadInspector *self)
{
  GString *text;

  g_return_val_if_fail (GS_IS_THREAD_INSPECTOR (self), NULL);

  if (gtk_widget_get_visible (self->hint_label))
    return NULL;
  text = g_string_new (NULL);
  if (gtk_widget_get_visible (self->facts_grid))
    g_string_append_printf (text, _ ("Block %s, thread %s"), gtk_label_get_text (self->block_label),
                            gtk_label_get_text (self->thread_label));
  else
    g_string_append (text, gtk_label_get_text (self->title_label));
  append_story (text, self, FALSE);
  append_story (text, self, TRUE);
  return g_string_free (text, FALSE);
}

void
gs_thread_inspector_set_veiled (GsThreadInspector *self, gboolean veiled)
{
  g_return_if_fail (GS_IS_THREAD_INSPECTOR (self));
  self->veiled = veiled;
}

gboolean
gs_thread_inspector_get_owner (GsThreadInspector *self, GsThreadId *owner)
{
  g_return_val_if_fail (GS_IS_THREAD_INSPECTOR (self), FALSE);

  if (self->has_owner)
    *owner = self->owner;
  return self->has_owner;
}

gboolean
gs_thread_inspector_get_element (GsThreadInspector *self, gint64 *element)
{
  g_return_val_if_fail (GS_IS_THREAD_INSPECTOR (self), FALSE);

  if (self->element >= 0)
    *element = self->element;
  return self->element >= 0;
}
