#include "gs-text-tags.h"

#include <gtk/gtk.h>

static void (*get_property) (GObject *, guint, GValue *, GParamSpec *);

/* GTK asks first whether a tag has a colour; what it draws, it takes from elsewhere. */
static void
get_property_but_colours (GObject *tag, guint id, GValue *value, GParamSpec *pspec)
{
  if (g_str_equal (pspec->name, "foreground-set") || g_str_equal (pspec->name, "background-set"))
    g_value_set_boolean (value, FALSE);
  else
    get_property (tag, id, value, pspec);
}

/* The tags are made by GtkSourceView, so that their class is the only place for this. */
void
gs_text_tags_hide_colours (void)
{
  GObjectClass *klass;

  if (get_property != NULL)
    return;
  klass = g_type_class_ref (GTK_TYPE_TEXT_TAG);
  get_property = klass->get_property;
  klass->get_property = get_property_but_colours;
}
