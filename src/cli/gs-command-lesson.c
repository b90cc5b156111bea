#include "gs-cli.h"

#include <string.h>

#include "gs-engine.h"
#include "gs-io-error.h"
#include "gs-lesson-library.h"
#include "gs-lesson-sheet.h"

static const GsOption options[] = {
  { "seeds", 0, "A:B", "students' numbers, from A to B; 0, the default, is the lesson as written" },
  { "json", 0, NULL, "print a gridscope.lesson-sheet/1 document" },
  { NULL },
};

typedef struct
{
  const GsLesson *lesson;
  guint64 first, last;
  GCancellable *cancellable;
  GPtrArray *rows;
  GError *error;
} Work;

static GsReport *
run_spec (const GsSpec *spec, gpointer data, GError **error)
{
  const Work *work = data;

  return gs_engine_run (spec, NULL, NULL, work->cancellable, error);
}

static void
work_cb (GCancellable *cancellable, gpointer data)
{
  Work *work = data;

  work->cancellable = cancellable;
  work->rows = gs_lesson_sheet_new (work->lesson, work->first, work->last, run_spec, work, cancellable,
                                    &work->error);
}

static gboolean
parse_seeds (const char *text, guint64 *first, guint64 *last, GError **error)
{
  g_auto (GStrv) ends = g_strsplit (text, ":", 2);
  const char *to = ends[0] != NULL && ends[1] != NULL ? ends[1] : ends[0];

  if (to != NULL && g_ascii_string_to_unsigned (ends[0], 10, 0, G_MAXINT64, first, NULL)
      && g_ascii_string_to_unsigned (to, 10, 0, G_MAXINT64, last, NULL))
    return TRUE;
  g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
               "--seeds %s is not a whole number, nor two of them with a colon between, such as 1:30.", text);
  return FALSE;
}

/* A word with a dot or a slash is a file, any other the id of a lesson that comes
 * with the program. @owned is to be freed. */
static const GsLesson *
find_lesson (const char *word, GsLesson **owned, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (strpbrk (word, "./") == NULL)
    return gs_lesson_library_find (word, error);
  file = g_file_new_for_commandline_arg (word);
  *owned = gs_lesson_load (file, error);
  return *owned;
}

/* Without a lesson: what there is. */
static GsExit
print_list (void)
{
  const GPtrArray *lessons = gs_lesson_library ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lessons->len; i++)
    {
      const GsLesson *lesson = g_ptr_array_index (lessons, i);

      g_string_append_printf (text, "%-28s %s\n", lesson->id, lesson->title);
    }
  return gs_print (text->str);
}

static GsExit
print_sheet (const GsArguments *arguments, Work *work)
{
  g_autofree char *text = NULL;

  if (gs_arguments_has (arguments, "json"))
    return gs_print_document (gs_lesson_sheet_to_json (work->lesson, work->rows), TRUE);
  text = gs_lesson_sheet_to_text (work->rows);
  return gs_print (text);
}

static GsExit
run (const GsArguments *arguments)
{
  const char *word = gs_arguments_word (arguments, 0);
  const char *seeds = gs_arguments_get (arguments, "seeds");
  g_autoptr (GsLesson) owned = NULL;
  g_autoptr (GError) error = NULL;
  Work work = { 0 };
  GsExit status;

  if (word == NULL)
    return print_list ();
  if (seeds != NULL && !parse_seeds (seeds, &work.first, &work.last, &error))
    return gs_exit_with_error (error);
  work.lesson = find_lesson (word, &owned, &error);
  if (work.lesson == NULL)
    return gs_exit_with_error (error);
  gs_interruptible (work_cb, &work);
  error = work.error;
  if (work.rows == NULL)
    return gs_exit_with_error (error);
  status = print_sheet (arguments, &work);
  g_ptr_array_unref (work.rows);
  return status;
}

const GsCommand gs_command_lesson = {
  .name = "lesson",
  .words = "[FILE|ID]",
  .max_words = 1,
  .summary = "Print a lesson’s right answers for each student, as the program works them out.",
  .details = "Without a lesson it lists those that come with the program. The table is tab-separated:\n"
             "student’s number, step, answer, question.",
  .examples = "lesson\n"
              "lesson ceiling --seeds 1:30",
  .options = options,
  .run = run,
};
