#include "gs-application.h"

#include <glib/gi18n-lib.h>

#include "config.h"
#include "gs-about.h"
#include "gs-autosave.h"
#include "gs-resources.h"
#include "gs-preferences.h"
#include "gs-lesson-library.h"
#include "gs-settings.h"
#include "gs-welcome.h"
#include "gs-window-picture.h"
#include "gs-window-private.h"

struct _GsApplication
{
  AdwApplication parent_instance;

  /* A picture of the window is all that is wanted; NULL: a person is there. */
  char *picture;
  int picture_width, picture_height;
  gboolean picture_failed;
  gboolean ending; /* somebody asked for the end: no window is shown any more */
};

G_DEFINE_FINAL_TYPE (GsApplication, gs_application, ADW_TYPE_APPLICATION)

static const struct
{
  const char *action;
  const char *keys[4];
} accelerators[] = {
  { "win.run", { "F5", "<Control>Return" } },
  { "win.stop", { "Escape" } },
  { "win.toggle-spec", { "F9" } },
  { "win.part-next", { "F6" } },
  { "win.part-previous", { "<Shift>F6" } },
  { "win.presenter", { "F11" } },
  { "win.view-next", { "<Control>Page_Down" } },
  { "win.view-previous", { "<Control>Page_Up" } },
  { "win.lessons", { "<Control>l" } },
  { "win.shortcuts", { "<Control>question", "<Control>F1", "F1" } },
  { "app.new-window", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.print", { "<Control>p" } },
  { "win.save-as", { "<Shift><Control>s" } },
  { "win.copy-picture", { "<Shift><Control>c" } },
  { "win.copy-table", { "<Shift><Control>t" } },
  { "win.export-picture", { "<Control>e" } },
  { "window.close", { "<Control>w" } },
  { "app.quit", { "<Control>q" } },
  { "spec.op::add", { "<Alt>1" } },
  { "spec.op::hadamard", { "<Alt>2" } },
  { "spec.op::matmul", { "<Alt>3" } },
  { "spec.guard", { "<Control>g" } },
  { "spec.undo", { "<Control>z" } },
  { "spec.redo", { "<Shift><Control>z", "<Control>y" } },
};

static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window;

  GS_APPLICATION (data)->ending = TRUE;
  /* Closing saves; quitting does no less. A window that is not on screen yet holds nothing, and GTK does not close it. */
  while ((window = gtk_application_get_active_window (data)) != NULL)
    if (gtk_widget_get_realized (GTK_WIDGET (window)))
      gtk_window_close (window);
    else
      gtk_window_destroy (window);
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);

  if (GS_IS_WINDOW (window))
    gs_about_show (GS_WINDOW (window));
}

static void
follow_window (GsWindow *window)
{
  gs_window_ask_environment (window);
  gs_settings_follow_window (window);
  gs_autosave_follow (window);
}

static gboolean
present_cb (gpointer window)
{
  /* Unless the program was ended meanwhile. */
  if (gtk_window_get_application (window) != NULL)
    gtk_window_present (window);
  return G_SOURCE_REMOVE;
}

/* Built in one frame and shown in another, so that the windows that are there go on. */
GsWindow *
gs_application_add_window (GsApplication *self)
{
  g_autoptr (GsSpec) spec = gs_settings_new_spec ();
  GsWindow *window;

  g_return_val_if_fail (GS_IS_APPLICATION (self), NULL);

  window = gs_window_new (ADW_APPLICATION (self), spec);
  follow_window (window);
  g_idle_add_full (G_PRIORITY_LOW, present_cb, g_object_ref (window), g_object_unref);
  return window;
}

static gboolean
make_window_cb (gpointer window)
{
  GsApplication *self = GS_APPLICATION (g_application_get_default ());

  if (self->ending)
    {
      gtk_window_destroy (window);
      return G_SOURCE_REMOVE;
    }
  if (gtk_window_get_application (window) != NULL)
    {
      gtk_window_present (window);
      return G_SOURCE_REMOVE;
    }
  if (!gs_window_go_on (window))
    {
      gtk_window_set_application (window, GTK_APPLICATION (self));
      follow_window (window);
    }
  return G_SOURCE_CONTINUE;
}

static void
made_cb (gpointer window)
{
  g_object_unref (window);
  g_application_release (g_application_get_default ());
}

/* Piece by piece, each in a turn of the main loop of its own. */
static void
new_window_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GsSpec) spec = gs_settings_new_spec ();

  GS_APPLICATION (data)->ending = FALSE;
  g_application_hold (data);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, make_window_cb, g_object_ref (gs_window_begin (spec)), made_cb);
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);

  if (GS_IS_WINDOW (window))
    gs_preferences_show (GS_WINDOW (window));
}

/* Chinese characters have other forms in Japan, and pango takes those where the locale is
 * not Chinese but only the language of the words is (LANGUAGE). */
static void
choose_han_font (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *name = NULL;
  g_autofree char *families = NULL;
  PangoFontDescription *font;

  if (!g_str_has_prefix (g_get_language_names ()[0], "zh_CN")
      || g_str_has_prefix (pango_language_to_string (pango_language_get_default ()), "zh"))
    return;
  g_object_get (settings, "gtk-font-name", &name, NULL);
  font = pango_font_description_from_string (name);
  families = g_strconcat (pango_font_description_get_family (font),
                          ",Noto Sans CJK SC,Source Han Sans SC,WenQuanYi Micro Hei", NULL);
  pango_font_description_set_family (font, families);
  g_free (name);
  name = pango_font_description_to_string (font);
  g_object_set (settings, "gtk-font-name", name, NULL);
  pango_font_description_free (font);
}

static void
gs_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { .name = "quit", .activate = quit_cb },
    { .name = "about", .activate = about_cb },
    { .name = "preferences", .activate = preferences_cb },
    { .name = "new-window", .activate = new_window_cb },
  };

  g_resources_register (gs_get_resource ());
  G_APPLICATION_CLASS (gs_application_parent_class)->startup (application);
  choose_han_font ();

  gtk_window_set_default_icon_name (GS_APP_ID);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  gs_settings_add_actions (G_ACTION_MAP (application));
  for (gsize i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accelerators[i].action,
                                           accelerators[i].keys);
}

/* As one change for undo: that is the way back to what was there. What was in other windows comes in others again. */
static void
offer_left_behind (GsWindow *window)
{
  GsApplication *application = GS_APPLICATION (gtk_window_get_application (GTK_WINDOW (window)));
  g_autoptr (GPtrArray) found = gs_autosave_find ();
  GsWindow *next = window;

  for (guint i = 0; i < found->len; i++)
    {
      const GsLeftBehind *left = g_ptr_array_index (found, i);

      if (left->session != NULL)
        {
          if (next == NULL)
            next = gs_application_add_window (application);
          gs_window_restore (next, left->session);
          gs_autosave_inherit (next, left->path);
          next = NULL;
        }
      else
        {
          /* Translators: a path, and why. */
          g_autofree char *sentence = g_strdup_printf (
              _ ("What was kept aside when Gridscope ended unexpectedly cannot be read; it is in %s (%s)."),
              left->path, left->error);

          gs_window_complain (window, sentence);
        }
    }
}

/* Read before somebody wants one: they are held against the runs that they show, which takes longer than a frame. */
static gpointer
read_lessons_thread (gpointer data)
{
  gs_lesson_library ();
  return NULL;
}

static gboolean
ask_cb (gpointer window)
{
  g_thread_unref (g_thread_new ("lessons", read_lessons_thread, NULL));
  gs_window_ask_environment (GS_WINDOW (window));
  return G_SOURCE_REMOVE;
}

/* The worker's start takes the processor from the first frame. */
static gboolean
first_frame_cb (GtkWidget *window, GdkFrameClock *clock, gpointer data)
{
  g_idle_add_full (G_PRIORITY_LOW, ask_cb, g_object_ref (window), g_object_unref);
  return G_SOURCE_REMOVE;
}

static GsWindow *
present_window (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  GS_APPLICATION (application)->ending = FALSE;
  if (window == NULL)
    {
      g_autoptr (GsSpec) spec = gs_settings_new_spec ();

      window = GTK_WINDOW (gs_window_new (ADW_APPLICATION (application), spec));
      gtk_widget_add_tick_callback (GTK_WIDGET (window), first_frame_cb, NULL, NULL);
      gs_settings_follow_window (GS_WINDOW (window));
      gs_window_session_restore (GS_WINDOW (window));
      /* First, so that what is brought back is kept aside again. */
      gs_autosave_follow (GS_WINDOW (window));
      offer_left_behind (GS_WINDOW (window));
    }
  gtk_window_present (window);
  return GS_WINDOW (window);
}

static void
gs_application_activate (GApplication *application)
{
  gs_welcome_maybe (present_window (application));
}

static void
picture_cb (GsWindow *window, const GError *error, gpointer data)
{
  GsApplication *self = data;
  g_autofree char *description = gs_window_describe (window);

  self->picture_failed = error != NULL;
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  else
    g_print ("%s\n", description);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Without the person's settings, last session or worker: what is in the file is all there is to see. */
static void
draw_picture (GsApplication *self, GFile *file)
{
  GsWindow *window = gs_window_new (ADW_APPLICATION (self), NULL);
  g_autoptr (GError) error = NULL;

  gtk_window_set_default_size (GTK_WINDOW (window), self->picture_width, self->picture_height);
  if (gs_window_show_session (window, file, &error))
    gs_window_picture_write (window, self->picture, picture_cb, self);
  else
    picture_cb (window, error, self);
}

static void
gs_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  GsApplication *self = GS_APPLICATION (application);
  GsWindow *window;

  if (self->picture != NULL)
    {
      draw_picture (self, files[0]);
      return;
    }
  window = present_window (application);
  for (int i = 0; i < n_files; i++)
    gs_window_open_file (window, files[i]);
}

static int
gs_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  GsApplication *self = GS_APPLICATION (application);

  if (g_variant_dict_contains (options, "libraries"))
    {
      g_print ("gtk %u.%u.%u, libadwaita %u.%u.%u\n", gtk_get_major_version (), gtk_get_minor_version (),
               gtk_get_micro_version (), adw_get_major_version (), adw_get_minor_version (),
               adw_get_micro_version ());
      return EXIT_SUCCESS;
    }
  if (g_variant_dict_lookup (options, "picture", "^ay", &self->picture))
    {
      g_variant_dict_lookup (options, "picture-width", "i", &self->picture_width);
      g_variant_dict_lookup (options, "picture-height", "i", &self->picture_height);
      /* Not a window of the program that a person may have open. */
      g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
    }
  return -1;
}

static void
gs_application_finalize (GObject *object)
{
  g_free (GS_APPLICATION (object)->picture);

  G_OBJECT_CLASS (gs_application_parent_class)->finalize (object);
}

static void
gs_application_class_init (GsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gs_application_finalize;
  application_class->handle_local_options = gs_application_handle_local_options;
  application_class->startup = gs_application_startup;
  application_class->activate = gs_application_activate;
  application_class->open = gs_application_open;
}

static void
gs_application_init (GsApplication *self)
{
  /* For gridscope-cli figure --window, which also sees to a display and to the theme. */
  static const GOptionEntry entries[] = {
    { "picture", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, NULL, NULL, NULL },
    { "picture-width", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, NULL, NULL, NULL },
    { "picture-height", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, NULL, NULL, NULL },
    { "libraries", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, NULL, NULL, NULL },
    { NULL },
  };

  self->picture_width = 1180;
  self->picture_height = 760;
  g_application_add_main_option_entries (G_APPLICATION (self), entries);
  g_application_set_option_context_summary (G_APPLICATION (self), _ ("See what a GPU does with a matrix."));
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[FILE…]"));
}

GsApplication *
gs_application_new (void)
{
  return g_object_new (GS_TYPE_APPLICATION, "application-id", GS_APP_ID, "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/org/gridscope/Gridscope", NULL);
}

gboolean
gs_application_get_failed (GsApplication *self)
{
  g_return_val_if_fail (GS_IS_APPLICATION (self), TRUE);
  return self->picture_failed;
}
