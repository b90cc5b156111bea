#include "gs-cli.h"

#include <string.h>

#include "gs-error.h"

static const GsOption common_options[] = {
  { "help", 'h', NULL, "print this help" },
  { NULL },
};

struct _GsArguments
{
  GHashTable *values; /* option name → value; "" for those without argument */
  GPtrArray *words;
};

void
gs_arguments_free (GsArguments *self)
{
  g_hash_table_unref (self->values);
  g_ptr_array_unref (self->words);
  g_free (self);
}

const char *
gs_arguments_get (const GsArguments *self, const char *name)
{
  return g_hash_table_lookup (self->values, name);
}

gboolean
gs_arguments_has (const GsArguments *self, const char *name)
{
  return g_hash_table_contains (self->values, name);
}

guint
gs_arguments_n_options (const GsArguments *self)
{
  return g_hash_table_size (self->values);
}

const char *
gs_arguments_word (const GsArguments *self, guint i)
{
  return i < self->words->len ? g_ptr_array_index (self->words, i) : NULL;
}

typedef gboolean (*OptionFunc) (const GsOption *option, gpointer data);

/* All options of a command, in the order of its help; stops when @func says so. */
static const GsOption *
find_option (const GsCommand *command, OptionFunc func, gpointer data)
{
  const GsOption *lists[]
      = { command->options, command->takes_spec ? gs_spec_options : NULL, common_options };

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      for (const GsOption *option = lists[i]; option != NULL && option->name != NULL; option++)
        {
          if (func (option, data))
            return option;
        }
    }
  return NULL;
}

static gboolean
has_name (const GsOption *option, gpointer data)
{
  return g_str_equal (option->name, data);
}

static gboolean
has_letter (const GsOption *option, gpointer data)
{
  return option->letter == *(char *)data;
}

static gboolean
collect_name (const GsOption *option, gpointer data)
{
  g_ptr_array_add (data, g_strconcat ("--", option->name, NULL));
  return FALSE;
}

static const GsOption *
look_up (const GsCommand *command, const char *word, const char *name, GError **error)
{
  const GsOption *option;
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *what = NULL;

  if (g_str_has_prefix (word, "--"))
    option = find_option (command, has_name, (gpointer)name);
  else
    option = name[0] != '\0' && name[1] == '\0' ? find_option (command, has_letter, (gpointer)name) : NULL;
  if (option != NULL)
    return option;

  names = g_ptr_array_new_with_free_func (g_free);
  find_option (command, collect_name, names);
  g_ptr_array_add (names, NULL);
  what = g_strdup_printf ("option of “%s”", command->name);
  gs_set_unknown_word_error (error, what, word, (const char *const *)names->pdata);
  return NULL;
}

/* A word that begins with a dash and is an option, not a number, a literal or
 * the "-" that stands for standard input. */
static gboolean
is_option (const char *word)
{
  return word[0] == '-' && (word[1] == '-' || g_ascii_isalpha (word[1]));
}

static gboolean
take_option (GsArguments *self, const GsCommand *command, char **argv, int argc, int *i, GError **error)
{
  const char *word = argv[*i];
  const char *equals = word[1] == '-' ? strchr (word, '=') : NULL;
  g_autofree char *head = equals != NULL ? g_strndup (word, equals - word) : g_strdup (word);
  const GsOption *option = look_up (command, head, head + (head[1] == '-' ? 2 : 1), error);
  const char *value = equals != NULL ? equals + 1 : NULL;

  if (option == NULL)
    return FALSE;
  if (option->argument == NULL && value != NULL)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "The option %s takes no value, but “%s” was given; leave it out.", head, value);
      return FALSE;
    }
  if (option->argument != NULL && value == NULL)
    {
      if (*i + 1 >= argc || is_option (argv[*i + 1]))
        {
          g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE, "The option %s needs a value; write %s %s.",
                       head, head, option->argument);
          return FALSE;
        }
      value = argv[++*i];
    }
  if (value != NULL && !g_utf8_validate (value, -1, NULL) && !g_str_has_prefix (value, "/"))
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "The value of %s is not UTF-8 text; give it in UTF-8.", head);
      return FALSE;
    }
  if (g_hash_table_contains (self->values, option->name))
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE, "The option %s is given twice; give it once.",
                   head);
      return FALSE;
    }
  g_hash_table_insert (self->values, (gpointer)option->name, g_strdup (value != NULL ? value : ""));
  return TRUE;
}

GsArguments *
gs_arguments_parse (const GsCommand *command, int argc, char **argv, GError **error)
{
  g_autoptr (GsArguments) self = g_new0 (GsArguments, 1);
  gboolean only_words = FALSE;

  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->words = g_ptr_array_new_with_free_func (g_free);
  for (int i = 0; i < argc; i++)
    {
      if (!only_words && g_str_equal (argv[i], "--"))
        {
          only_words = TRUE;
        }
      else if (!only_words && is_option (argv[i]))
        {
          if (!take_option (self, command, argv, argc, &i, error))
            return NULL;
        }
      else if (self->words->len >= command->max_words)
        {
          g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                       "“%s” does not take the word “%s”; see gridscope-cli %s --help.", command->name,
                       argv[i], command->name);
          return NULL;
        }
      else
        {
          g_ptr_array_add (self->words, g_strdup (argv[i]));
        }
    }
  return g_steal_pointer (&self);
}

#define HELP_COLUMN 30
#define HELP_WIDTH  100

/* @help from the current column on, its further lines set in to HELP_COLUMN. */
static void
append_wrapped (GString *text, const char *help)
{
  g_auto (GStrv) words = g_strsplit (help, " ", -1);
  glong column = HELP_COLUMN;

  for (guint i = 0; words[i] != NULL; i++)
    {
      glong length = g_utf8_strlen (words[i], -1);

      if (i > 0 && column + 1 + length > HELP_WIDTH)
        {
          g_string_append_printf (text, "\n%*s", HELP_COLUMN, "");
          column = HELP_COLUMN;
        }
      else if (i > 0)
        {
          g_string_append_c (text, ' ');
          column++;
        }
      g_string_append (text, words[i]);
      column += length;
    }
  g_string_append_c (text, '\n');
}

static void
append_examples (GString *text, const char *examples)
{
  g_auto (GStrv) lines = g_strsplit (examples, "\n", -1);

  g_string_append (text, "\nExamples:\n");
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "  gridscope-cli %s\n", lines[i]);
}

static void
append_options (GString *text, const char *title, const GsOption *options)
{
  if (options == NULL || options->name == NULL)
    return;
  g_string_append_printf (text, "\n%s:\n", title);
  for (const GsOption *option = options; option->name != NULL; option++)
    {
      g_autoptr (GString) left = g_string_new ("  ");

      if (option->letter != 0)
        g_string_append_printf (left, "-%c, ", option->letter);
      g_string_append_printf (left, "--%s", option->name);
      if (option->argument != NULL)
        g_string_append_printf (left, " %s", option->argument);
      if (left->len > HELP_COLUMN - 2)
        g_string_append_printf (text, "%s\n%*s", left->str, HELP_COLUMN, "");
      else
        g_string_append_printf (text, "%-*s", HELP_COLUMN, left->str);
      append_wrapped (text, option->help);
    }
}

char *
gs_command_help (const GsCommand *command)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "Usage: gridscope-cli %s%s%s [options]\n\n%s\n", command->name,
                          command->words != NULL ? " " : "", command->words != NULL ? command->words : "",
                          command->summary);
  if (command->details != NULL)
    g_string_append_printf (text, "\n%s\n", command->details);
  if (command->examples != NULL)
    append_examples (text, command->examples);
  append_options (text, "Options", command->options);
  if (command->takes_spec)
    append_options (text, "What to compute and how to launch it", gs_spec_options);
  append_options (text, "General", common_options);
  return g_string_free (text, FALSE);
}
