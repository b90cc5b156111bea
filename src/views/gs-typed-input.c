#include "gs-typed-input.h"

#include <glib/gi18n-lib.h>

#include "gs-announce.h"
#include "gs-spec-group.h"
#include "gs-spec-input.h"

typedef struct
{
  GtkLabel *label; /* NULL: none */
  const GsTypedInputFuncs *funcs;
  gpointer data;
  char *sentence; /* NULL: all is well */
} Typed;

static G_DEFINE_QUARK (gs - typed - input, typed)

    static Typed *get_typed (GtkWidget *input)
{
  return g_object_get_qdata (G_OBJECT (input), typed_quark ());
}

static void
typed_free (Typed *typed)
{
  g_free (typed->sentence);
  g_free (typed);
}

/* What is wrong with the first input at or under @root that shares @label. */
static const char *
first_sentence (GtkWidget *root, GtkLabel *label)
{
  const Typed *typed = get_typed (root);

  if (!gtk_widget_get_visible (root))
    return NULL;
  if (typed != NULL && typed->label == label && typed->sentence != NULL)
    return typed->sentence;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      const char *sentence = first_sentence (child, label);

      if (sentence != NULL)
        return sentence;
    }
  return NULL;
}

static gboolean
restore (GtkWidget *input)
{
  Typed *typed = get_typed (input);

  if (typed == NULL || typed->sentence == NULL)
    return FALSE;
  gs_typed_input_set_wrong (input, NULL);
  typed->funcs->restore (input, typed->data);
  return TRUE;
}

/* What an entry says again is heard only at the next visit. */
static gboolean
key_cb (GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, GtkWidget *input)
{
  if (key != GDK_KEY_Escape || !restore (input))
    return GDK_EVENT_PROPAGATE;
  if (GTK_IS_EDITABLE (input))
    {
      /* Translators: what stands in a field again, a number for one. */
      g_autofree char *back
          = g_strdup_printf (_ ("Back to %s."), gtk_editable_get_text (GTK_EDITABLE (input)));

      gs_announce (input, back);
    }
  return GDK_EVENT_STOP;
}

void
gs_typed_input_init (GtkWidget *input, GtkLabel *label, const GsTypedInputFuncs *funcs, gpointer data)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  Typed *typed = g_new0 (Typed, 1);

  g_return_if_fail (GTK_IS_WIDGET (input));
  g_return_if_fail (funcs != NULL && funcs->restore != NULL);

  typed->label = label;
  typed->funcs = funcs;
  typed->data = data;
  g_object_set_qdata_full (G_OBJECT (input), typed_quark (), typed, (GDestroyNotify)typed_free);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), input);
  gtk_widget_add_controller (input, keys);
}

void
gs_typed_input_set_wrong (GtkWidget *input, const char *sentence)
{
  GtkWidget *group;
  Typed *typed;

  g_return_if_fail (GTK_IS_WIDGET (input));

  typed = get_typed (input);
  g_return_if_fail (typed != NULL);
  if (g_strcmp0 (typed->sentence, sentence) == 0)
    return;
  g_free (typed->sentence);
  typed->sentence = g_strdup (sentence);
  gs_spec_input_mark (input, sentence);
  group = gtk_widget_get_ancestor (input, GS_TYPE_SPEC_GROUP);
  if (typed->label != NULL && group != NULL)
    gs_spec_input_show_error (typed->label, NULL, first_sentence (group, typed->label));
}

const char *
gs_typed_input_get_wrong (GtkWidget *input)
{
  const Typed *typed = get_typed (input);

  return typed != NULL ? typed->sentence : NULL;
}

GtkWidget *
gs_typed_input_find_wrong (GtkWidget *root)
{
  /* Each on its own: the whole pane may be folded away, or its window not be there. */
  if (!gtk_widget_get_visible (root) || !gtk_widget_get_sensitive (root))
    return NULL;
  if (gs_typed_input_get_wrong (root) != NULL)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *wrong = gs_typed_input_find_wrong (child);

      if (wrong != NULL)
        return wrong;
    }
  return NULL;
}

void
gs_typed_input_point (GtkWidget *input)
{
  const Typed *typed = get_typed (input);

  if (typed != NULL && typed->funcs->reveal != NULL)
    typed->funcs->reveal (input, typed->data);
  gtk_widget_grab_focus (input);
}

gboolean
gs_typed_input_restore_all (GtkWidget *root)
{
  gboolean any = restore (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    any = gs_typed_input_restore_all (child) || any;
  return any;
}
