#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Exit codes of the contract. */
typedef enum
{
  GS_EXIT_DONE = 0,
  GS_EXIT_INTERNAL = 1,
  GS_EXIT_USAGE = 2,
  GS_EXIT_VERIFICATION = 3,
  GS_EXIT_UNAVAILABLE = 4,
  GS_EXIT_FAILED = 5,
  GS_EXIT_INTERRUPTED = 130,
} GsExit;

typedef enum
{
  GS_CLI_ERROR_USAGE = 1, /* a command line that is not understood */
  GS_CLI_ERROR_OUTPUT,    /* standard output cannot be written */
} GsCliError;

#define GS_CLI_ERROR (gs_cli_error_quark ())
GQuark gs_cli_error_quark (void);

/* Writes one sentence to standard error and gives the exit code @error stands for. */
GsExit gs_exit_with_error (const GError *error);
/* Writes "gridscope-cli: " and the sentence to standard error. */
void gs_complain (const char *sentence);

/* Writes all of @text to standard output: whole documents only, so that nobody
 * ever reads half of one. GS_EXIT_INTERNAL after a sentence on standard error
 * when that is not possible. */
GsExit gs_print (const char *text);
/* The same for a JSON document: @pretty over several lines, else on one. Takes
 * the node. */
GsExit gs_print_document (JsonNode *node, gboolean pretty);

typedef struct
{
  const char *name;     /* without the dashes */
  char letter;          /* "-o"; 0: none */
  const char *argument; /* how its argument is called in the help; NULL: it takes none */
  const char *help;
} GsOption;

/* What a command line said. */
typedef struct _GsArguments GsArguments;

const char *gs_arguments_get (const GsArguments *self, const char *name); /* NULL: not given */
gboolean gs_arguments_has (const GsArguments *self, const char *name);
guint gs_arguments_n_options (const GsArguments *self); /* how many were given */
/* The i-th word that is no option; NULL past the last. */
const char *gs_arguments_word (const GsArguments *self, guint i);

typedef struct
{
  const char *name;
  const char *words; /* "KIND": words that are no options, for the help; NULL: none */
  guint max_words;
  const char *summary;     /* one line */
  const char *details;     /* further paragraphs of its help; NULL: none */
  const char *examples;    /* command lines that work as they stand, each on its line; NULL: none */
  const GsOption *options; /* its own; ends with a name of NULL */
  gboolean takes_spec;     /* the options that describe a spec, too */
  GsExit (*run) (const GsArguments *arguments);
} GsCommand;

extern const GsCommand gs_command_plan;
extern const GsCommand gs_command_run;
extern const GsCommand gs_command_sweep;
extern const GsCommand gs_command_figure;
extern const GsCommand gs_command_devices;
extern const GsCommand gs_command_worker;
extern const GsCommand gs_command_check;
extern const GsCommand gs_command_lesson;
extern const GsCommand gs_command_roofs;

/* Options that describe a spec; ends with a name of NULL. */
extern const GsOption gs_spec_options[];

GsArguments *gs_arguments_parse (const GsCommand *command, int argc, char **argv, GError **error);
void gs_arguments_free (GsArguments *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsArguments, gs_arguments_free)

/* The text of "gridscope-cli COMMAND --help". Free it. */
char *gs_command_help (const GsCommand *command);

/* Runs @func in a thread of its own until it is done or interrupted (Ctrl+C).
 * A run that does not stop within 2 s of being asked is left behind: the
 * process ends with GS_EXIT_INTERRUPTED. FALSE when interrupted. */
typedef void (*GsWorkFunc) (GCancellable *cancellable, gpointer data);
gboolean gs_interruptible (GsWorkFunc func, gpointer data);

G_END_DECLS
