#include "gs-figure-batch.h"

#include <cairo.h>
#include <glib-unix.h>
#include <libintl.h>
#include <pango/pango.h>
#include <signal.h>
#include <string.h>

#include "gs-figure-difference.h"
#include "gs-remove-tree.h"
#include "gs-window-program.h"

typedef struct _Batch Batch;

typedef struct
{
  Batch *batch;
  const GsFigureItem *item;
  char *output, *alt; /* where it is drawn, relative to the directory of the list; alt NULL: none */
  char *inputs;       /* hash */
  gboolean current;   /* there is nothing to draw */
  GSubprocess *child; /* draws it now; NULL: none does */
  int status;
  char *message;
} Picture;

struct _Batch
{
  const GsFigureList *list;
  char *program;
  GArray *pictures;
  guint next, n_running;
  gboolean interrupted; /* the rest is left */
  GMainLoop *loop;
};

static void
picture_clear (gpointer data)
{
  Picture *picture = data;

  g_free (picture->output);
  g_free (picture->alt);
  g_free (picture->inputs);
  g_free (picture->message);
}

static void
batch_clear (Batch *batch)
{
  g_free (batch->program);
  g_array_unref (batch->pictures);
  g_main_loop_unref (batch->loop);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* With @directory, the pictures go there, numbered, in the place of their own names. */
static void
batch_init (Batch *batch, const GsFigureList *list, const char *directory)
{
  batch->list = list;
  batch->program = g_file_read_link ("/proc/self/exe", NULL);
  batch->loop = g_main_loop_new (NULL, FALSE);
  batch->pictures = g_array_sized_new (FALSE, TRUE, sizeof (Picture), list->items->len);
  g_array_set_clear_func (batch->pictures, picture_clear);
  for (guint i = 0; i < list->items->len; i++)
    {
      const GsFigureItem *item = g_ptr_array_index (list->items, i);
      const char *ending = strrchr (item->output, '.');
      Picture picture = { .item = item };

      if (directory == NULL)
        {
          picture.output = g_strdup (item->output);
          picture.alt = g_strdup (item->alt);
        }
      else
        {
          picture.output = g_strdup_printf ("%s/%u%s", directory, i, ending != NULL ? ending : "");
          picture.alt = item->alt != NULL ? g_strdup_printf ("%s/%u.txt", directory, i) : NULL;
        }
      g_array_append_val (batch->pictures, picture);
    }
  for (guint i = 0; i < batch->pictures->len; i++)
    g_array_index (batch->pictures, Picture, i).batch = batch;
}

static void start_more (Batch *batch);

static void
done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Picture *picture = data;
  g_autoptr (GSubprocess) child = G_SUBPROCESS (source);
  g_autoptr (GError) error = NULL;

  picture->child = NULL;
  if (!g_subprocess_communicate_utf8_finish (child, result, NULL, &picture->message, &error))
    picture->message = g_strdup (error->message);
  picture->status
      = g_subprocess_get_if_exited (child) ? g_subprocess_get_exit_status (child) : GS_EXIT_FAILED;
  picture->batch->n_running--;
  start_more (picture->batch);
}

static void
start (Batch *batch, Picture *picture)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  GSubprocess *child;

  g_ptr_array_add (argv, g_strdup (batch->program));
  g_ptr_array_add (argv, g_strdup ("figure"));
  g_ptr_array_add (argv, g_strdup (picture->item->kind));
  g_ptr_array_add (argv, g_strconcat ("--output=", picture->output, NULL));
  if (picture->alt != NULL)
    g_ptr_array_add (argv, g_strconcat ("--alt=", picture->alt, NULL));
  for (char **option = picture->item->options; *option != NULL; option++)
    g_ptr_array_add (argv, g_strdup (*option));
  g_ptr_array_add (argv, NULL);

  g_subprocess_launcher_set_cwd (launcher, batch->list->directory);
  child = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv->pdata, &error);
  if (child == NULL)
    {
      picture->status = GS_EXIT_FAILED;
      picture->message = g_strdup (error->message);
      return;
    }
  batch->n_running++;
  picture->child = child;
  g_subprocess_communicate_utf8_async (child, NULL, NULL, done_cb, picture);
}

static void
start_more (Batch *batch)
{
  while (!batch->interrupted && batch->next < batch->pictures->len
         && batch->n_running < g_get_num_processors ())
    {
      Picture *picture = &g_array_index (batch->pictures, Picture, batch->next++);

      if (!picture->current)
        start (batch, picture);
    }
  if (batch->n_running == 0)
    g_main_loop_quit (batch->loop);
}

/* Those who draw are told to stop, too, and waited for: each removes what it made. */
static gboolean
interrupt_cb (gpointer data)
{
  Batch *batch = data;

  batch->interrupted = TRUE;
  for (guint i = 0; i < batch->pictures->len; i++)
    {
      const Picture *picture = &g_array_index (batch->pictures, Picture, i);

      if (picture->child != NULL)
        g_subprocess_send_signal (picture->child, SIGINT);
    }
  return G_SOURCE_CONTINUE;
}

/* Complains of every figure that could not be drawn and gives the exit code of the
 * first. */
static GsExit
judge (const Batch *batch)
{
  GsExit result = GS_EXIT_DONE;

  for (guint i = 0; i < batch->pictures->len; i++)
    {
      const Picture *picture = &g_array_index (batch->pictures, Picture, i);
      g_autofree char *sentence = NULL;
      const char *message = picture->message != NULL ? g_strstrip (picture->message) : "";

      if (picture->status == GS_EXIT_DONE)
        continue;
      if (g_str_has_prefix (message, "gridscope-cli: "))
        message += strlen ("gridscope-cli: ");
      sentence = g_strdup_printf ("%s (%s): %s", picture->item->place, picture->item->output,
                                  *message != '\0' ? message : "It ended without a word");
      gs_complain (sentence);
      if (result == GS_EXIT_DONE)
        result = (GsExit)picture->status;
    }
  return result;
}

/* Draws what is not current. */
static GsExit
batch_run (Batch *batch)
{
  guint interrupt_id = g_unix_signal_add (SIGINT, interrupt_cb, batch);

  start_more (batch);
  if (batch->n_running > 0)
    g_main_loop_run (batch->loop);
  g_source_remove (interrupt_id);
  if (!batch->interrupted)
    return judge (batch);
  for (guint i = batch->next; i < batch->pictures->len; i++)
    if (!g_array_index (batch->pictures, Picture, i).current)
      g_array_index (batch->pictures, Picture, i).status = GS_EXIT_INTERRUPTED;
  gs_complain ("Interrupted; the figures that were drawn are whole, the others are as they were.");
  return GS_EXIT_INTERRUPTED;
}

/* The path of @name, which is relative to the list. */
static char *
path_of (const GsFigureList *list, const char *name)
{
  return g_canonicalize_filename (name, list->directory);
}

static gboolean
add_file (GChecksum *checksum, const char *path)
{
  g_autofree char *bytes = NULL;
  gsize length;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents (path, &bytes, &length, NULL))
    return FALSE;
  g_checksum_update (checksum, (const guchar *)bytes, (gssize)length);
  return TRUE;
}

static void
add_text (GChecksum *checksum, const char *text)
{
  /* With the NUL, so that two texts never run into one. */
  g_checksum_update (checksum, (const guchar *)text, (gssize)strlen (text) + 1);
}

/* "cairo 1.16.0, pango 1.50.12", and where the window is drawn its libraries, too. */
static char *
drawing_libraries (const GsFigureList *list)
{
  g_autofree char *of_window = NULL;

  for (guint i = 0; i < list->items->len && of_window == NULL; i++)
    if (((const GsFigureItem *)g_ptr_array_index (list->items, i))->of_window)
      of_window = gs_window_program_libraries ();
  return g_strdup_printf ("cairo %s, pango %s%s%s", cairo_version_string (), pango_version_string (),
                          of_window != NULL ? ", " : "", of_window != NULL ? of_window : "");
}

/* All that a picture depends on, the fonts and the clock of a run apart. @base
 * stands for the program and its libraries. */
static char *
hash_inputs (const GsFigureList *list, const GsFigureItem *item, const char *base)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *window = item->of_window ? gs_window_program_find () : NULL;

  if (window != NULL)
    add_file (checksum, window);
  add_text (checksum, base);
  add_text (checksum, item->kind);
  for (char **option = item->options; *option != NULL; option++)
    {
      const char *equals = strchr (*option, '=');
      g_autofree char *path = equals != NULL && equals[1] != '\0' ? path_of (list, equals + 1) : NULL;

      add_text (checksum, *option);
      if (path != NULL)
        add_file (checksum, path);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

static char *
hash_program (const GsFigureList *list, const char *program)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *libraries = drawing_libraries (list);
  const char *locales = bindtextdomain (GETTEXT_PACKAGE, NULL);
  g_autofree char *messages = g_build_filename (locales != NULL ? locales : "", "zh_CN", "LC_MESSAGES",
                                                GETTEXT_PACKAGE ".mo", NULL);

  add_text (checksum, libraries);
  add_file (checksum, program);
  add_file (checksum, messages);
  return g_strdup (g_checksum_get_string (checksum));
}

/* NULL when a file of it is missing. */
static char *
hash_outputs (const GsFigureList *list, const GsFigureItem *item)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *output = path_of (list, item->output);
  g_autofree char *alt = item->alt != NULL ? path_of (list, item->alt) : NULL;

  if (!add_file (checksum, output) || (alt != NULL && !add_file (checksum, alt)))
    return NULL;
  return g_strdup (g_checksum_get_string (checksum));
}

static char *
state_line (const Picture *picture, const char *outputs)
{
  return g_strdup_printf ("%s %s %s", picture->inputs, outputs, picture->item->output);
}

/* Marks what was drawn before and is as it was. */
static void
find_current (Batch *batch, const char *state_path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *base = hash_program (batch->list, batch->program);

  if (g_file_get_contents (state_path, &text, NULL, NULL))
    lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; i < batch->pictures->len; i++)
    {
      Picture *picture = &g_array_index (batch->pictures, Picture, i);
      g_autofree char *outputs = hash_outputs (batch->list, picture->item);
      g_autofree char *line = NULL;

      picture->inputs = hash_inputs (batch->list, picture->item, base);
      line = outputs != NULL ? state_line (picture, outputs) : NULL;
      picture->current = lines != NULL && line != NULL && g_strv_contains ((const char *const *)lines, line);
    }
}

static gboolean
save_state (const Batch *batch, const char *state_path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < batch->pictures->len; i++)
    {
      const Picture *picture = &g_array_index (batch->pictures, Picture, i);
      g_autofree char *outputs = hash_outputs (batch->list, picture->item);
      g_autofree char *line = outputs != NULL ? state_line (picture, outputs) : NULL;

      if (line != NULL && picture->status == GS_EXIT_DONE)
        g_string_append_printf (text, "%s\n", line);
    }
  return g_file_set_contents (state_path, text->str, -1, error);
}

static void
make_directories (const GsFigureList *list, const GsFigureItem *item)
{
  const char *names[] = { item->output, item->alt };

  for (guint i = 0; i < G_N_ELEMENTS (names) && names[i] != NULL; i++)
    {
      g_autofree char *path = path_of (list, names[i]);
      g_autofree char *directory = g_path_get_dirname (path);

      /* Where this fails, drawing does, and says which file cannot be written. */
      g_mkdir_with_parents (directory, 0777);
    }
}

GsExit
gs_figure_batch_draw (const GsFigureList *list)
{
  g_auto (Batch) batch = { 0 };
  g_autofree char *state_path = g_strconcat (list->path, ".drawn", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint n_drawn = 0;
  GsExit result;

  batch_init (&batch, list, NULL);
  find_current (&batch, state_path);
  for (guint i = 0; i < list->items->len; i++)
    make_directories (list, g_ptr_array_index (list->items, i));
  result = batch_run (&batch);
  if (!save_state (&batch, state_path, &error) && result == GS_EXIT_DONE)
    return gs_exit_with_error (error);
  for (guint i = 0; i < batch.pictures->len; i++)
    {
      const Picture *picture = &g_array_index (batch.pictures, Picture, i);

      if (picture->current || picture->status != GS_EXIT_DONE)
        continue;
      n_drawn++;
      g_string_append_printf (text, "drawn %s\n", picture->item->output);
    }
  g_string_append_printf (text, "%u of %u figures drawn\n", n_drawn, batch.pictures->len);
  return result == GS_EXIT_DONE ? gs_print (text->str) : result;
}

static gboolean
same_bytes (const char *a, const char *b)
{
  g_autofree char *bytes_a = NULL, *bytes_b = NULL;
  gsize length_a, length_b;

  return g_file_get_contents (a, &bytes_a, &length_a, NULL)
         && g_file_get_contents (b, &bytes_b, &length_b, NULL) && length_a == length_b
         && memcmp (bytes_a, bytes_b, length_a) == 0;
}

/* "images/a.svg" becomes DIRECTORY/images-a.svg.png. */
static void
append_difference (GString *text, const char *there, const char *now, const char *name, const char *directory)
{
  g_autofree char *flat = g_strdelimit (g_strconcat (name, ".png", NULL), "/", '-');
  g_autofree char *path = g_build_filename (directory, flat, NULL);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (directory, 0777);
  if (gs_figure_difference_write (there, now, path, &error))
    g_string_append_printf (text, "; see %s", path);
  else
    g_string_append_printf (text, "; %s", error->message);
}

/* @name as it is against @now as it was drawn; a line of @text when they are not the same. */
static gboolean
compare (const GsFigureList *list, const char *name, const char *now, const char *differences, GString *text)
{
  g_autofree char *there = path_of (list, name);

  if (same_bytes (there, now))
    return TRUE;
  if (!g_file_test (there, G_FILE_TEST_EXISTS))
    {
      g_string_append_printf (text, "missing %s\n", name);
      return FALSE;
    }
  g_string_append_printf (text, "differs %s", name);
  if (!g_str_has_suffix (now, ".txt"))
    append_difference (text, there, now, name, differences);
  g_string_append_c (text, '\n');
  return FALSE;
}

static guint
compare_all (const Batch *batch, const char *differences, GString *text)
{
  guint n_differ = 0;

  for (guint i = 0; i < batch->pictures->len; i++)
    {
      const Picture *picture = &g_array_index (batch->pictures, Picture, i);
      gboolean same = compare (batch->list, picture->item->output, picture->output, differences, text);

      if (picture->alt != NULL && !compare (batch->list, picture->item->alt, picture->alt, differences, text))
        same = FALSE;
      n_differ += !same;
    }
  return n_differ;
}

GsExit
gs_figure_batch_check (const GsFigureList *list, const char *differences)
{
  g_auto (Batch) batch = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *directory = g_dir_make_tmp ("gridscope-XXXXXX", &error);
  g_autofree char *libraries = drawing_libraries (list);
  g_autoptr (GString) text = g_string_new (NULL);
  GsExit result, printed;
  guint n_differ;

  if (directory == NULL)
    return gs_exit_with_error (error);
  batch_init (&batch, list, directory);
  result = batch_run (&batch);
  n_differ = result == GS_EXIT_DONE ? compare_all (&batch, differences, text) : 0;
  gs_remove_tree (directory);
  if (result != GS_EXIT_DONE)
    return result;
  if (n_differ > 0 && list->drawn_with != NULL && !g_str_equal (list->drawn_with, libraries))
    g_string_append_printf (text, "note: drawn with %s; here are %s\n", list->drawn_with, libraries);
  g_string_append_printf (text, "%u of %u figures are current\n", batch.pictures->len - n_differ,
                          batch.pictures->len);
  printed = gs_print (text->str);
  return n_differ > 0 ? GS_EXIT_VERIFICATION : printed;
}
