#include "gs-settings.h"

#include "config.h"
#include "gs-program.h"
#include "gs-view-style.h"
#include "gs-window-private.h"

/* The compiled schema beside the program in the build directory. */
static GSettingsSchemaSource *
find_build_source (void)
{
  g_autofree char *directory = gs_program_folder ();
  g_autofree char *schemas
      = directory != NULL ? g_build_filename (directory, "..", "..", "data", NULL) : NULL;

  return schemas != NULL ? g_settings_schema_source_new_from_directory (
             schemas, g_settings_schema_source_get_default (), TRUE, NULL)
                         : NULL;
}

GSettings *
gs_settings_get (void)
{
  static GSettings *settings;
  static gboolean looked;
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (looked)
    return settings;
  looked = TRUE;
  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, GS_APP_ID, TRUE);
  if (schema == NULL)
    {
      source = find_build_source ();
      if (source != NULL)
        {
          schema = g_settings_schema_source_lookup (source, GS_APP_ID, FALSE);
          g_settings_schema_source_unref (source);
        }
    }
  if (schema != NULL)
    settings = g_settings_new_full (schema, NULL, NULL);
  return settings;
}

GsSpec *
gs_settings_new_spec (void)
{
  GSettings *settings = gs_settings_get ();
  GsSpec *spec = gs_spec_new ();

  if (settings != NULL)
    {
      spec->repeats = g_settings_get_int (settings, "default-repeats");
      spec->threads = g_settings_get_int (settings, "default-threads");
      g_settings_get (settings, "gpu", "(ss)", &spec->device, NULL);
      if (*spec->device == '\0')
        g_clear_pointer (&spec->device, g_free);
    }
  return spec;
}

void
gs_settings_remember_gpu (const GsGpu *gpu)
{
  GSettings *settings = gs_settings_get ();

  if (settings != NULL)
    g_settings_set (settings, "gpu", "(ss)", gpu != NULL && gpu->uuid != NULL ? gpu->uuid : "",
                    gpu != NULL ? gpu->name : "");
}

void
gs_settings_name_gpu (GsExperiment *experiment)
{
  GSettings *settings = gs_settings_get ();
  g_autofree char *uuid = NULL, *name = NULL;

  if (settings == NULL)
    return;
  g_settings_get (settings, "gpu", "(ss)", &uuid, &name);
  gs_experiment_name_gpu (experiment, uuid, name);
}

char **
gs_settings_get_worker_prefix (void)
{
  GSettings *settings = gs_settings_get ();
  char **words = settings != NULL ? g_settings_get_strv (settings, "worker-prefix") : NULL;

  if (words != NULL && words[0] == NULL)
    g_clear_pointer (&words, g_strfreev);
  return words;
}

void
gs_settings_finish_lesson (const char *id)
{
  GSettings *settings = gs_settings_get ();
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = settings != NULL ? g_settings_get_strv (settings, "finished-lessons") : NULL;
  g_auto (GStrv) longer = NULL;

  if (ids == NULL || g_strv_contains ((const char *const *)ids, id))
    return;
  g_strv_builder_addv (builder, (const char **)ids);
  g_strv_builder_add (builder, id);
  longer = g_strv_builder_end (builder);
  g_settings_set_strv (settings, "finished-lessons", (const char *const *)longer);
}

static void
finished_lessons_cb (GsLessonMenu *menu)
{
  g_auto (GStrv) ids = g_settings_get_strv (gs_settings_get (), "finished-lessons");

  gs_lesson_menu_set_finished (menu, (const char *const *)ids);
}

void
gs_settings_follow_lessons (GsLessonMenu *menu)
{
  GSettings *settings = gs_settings_get ();

  if (settings == NULL)
    return;
  g_signal_connect_object (settings, "changed::finished-lessons", G_CALLBACK (finished_lessons_cb), menu,
                           G_CONNECT_SWAPPED);
  finished_lessons_cb (menu);
}

static gboolean
close_request_cb (GtkWindow *window, gpointer data)
{
  GsWindow *self = GS_WINDOW (window);
  GSettings *settings = gs_settings_get ();
  int width, height;

  /* The presenter's full screen is for the hour, not for good. */
  gs_window_set_presenter (self, FALSE);
  gtk_window_get_default_size (window, &width, &height);
  g_settings_set_string (settings, "last-view", gtk_stack_get_visible_child_name (self->stack));
  g_settings_set_boolean (settings, "spec-pane", gs_window_has_pane (self));
  g_settings_set_boolean (settings, "window-maximized", gtk_window_is_maximized (window));
  g_settings_set (settings, "window-size", "(ii)", width, height);
  return GDK_EVENT_PROPAGATE;
}

void
gs_settings_follow_window (GsWindow *window)
{
  GSettings *settings = gs_settings_get ();
  g_autofree char *view = NULL;
  int width, height;

  if (settings == NULL)
    return;
  view = g_settings_get_string (settings, "last-view");
  gs_window_set_view (window, view);
  adw_flap_set_reveal_flap (window->flap, g_settings_get_boolean (settings, "spec-pane"));
  g_settings_get (settings, "window-size", "(ii)", &width, &height);
  if (width > 0 && height > 0)
    gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  if (g_settings_get_boolean (settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (window));
  g_signal_connect (window, "close-request", G_CALLBACK (close_request_cb), NULL);
}

static void
follow_color_scheme_cb (GSettings *settings, const char *key, gpointer data)
{
  g_autofree char *word = g_settings_get_string (settings, key);
  AdwColorScheme scheme = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (word, "light"))
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (word, "dark"))
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

static void
follow_text_scale_cb (GSettings *settings, const char *key, gpointer data)
{
  gs_view_style_set_text_scale (g_settings_get_double (settings, key));
}

void
gs_settings_add_actions (GActionMap *map)
{
  GSettings *settings = gs_settings_get ();
  g_autoptr (GAction) action = NULL;

  if (settings == NULL)
    return;
  action = g_settings_create_action (settings, "color-scheme");
  g_action_map_add_action (map, action);
  g_signal_connect (settings, "changed::color-scheme", G_CALLBACK (follow_color_scheme_cb), NULL);
  follow_color_scheme_cb (settings, "color-scheme", NULL);
  g_signal_connect (settings, "changed::picture-text-scale", G_CALLBACK (follow_text_scale_cb), NULL);
  follow_text_scale_cb (settings, "picture-text-scale", NULL);
}
