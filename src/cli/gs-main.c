#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "gs-cli.h"
#include "gs-engine.h"
#include "gs-error.h"
#include "gs-locale.h"
#include "gs-profile-io.h"

static const GsCommand *const commands[] = {
  &gs_command_plan,  &gs_command_run,    &gs_command_sweep,   &gs_command_roofs,  &gs_command_figure,
  &gs_command_check, &gs_command_lesson, &gs_command_devices, &gs_command_worker,
};

static char *
general_help (void)
{
  GString *text
      = g_string_new ("Usage: gridscope-cli COMMAND [options]\n\n"
                      "See what a GPU does with a matrix: coverage of the grid, results held against a\n"
                      "float64 reference, and the time of every phase.\n\nCommands:\n");

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "  %-10s%s\n", commands[i]->name, commands[i]->summary);
  g_string_append (text, "\n  --help      print this help, or with a command its own\n"
                         "  --version   print the version\n\n"
                         "Exit codes: 0 done, 1 internal error, 2 bad usage or input, 3 a result failed\n"
                         "verification or a picture is not current, 4 a backend asked for by name is\n"
                         "not available, 5 a run failed, 130 interrupted.\n");
  return g_string_free (text, FALSE);
}

static const GsCommand *
find_command (const char *name, GError **error)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = { NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      if (g_str_equal (commands[i]->name, name))
        return commands[i];
      names[i] = commands[i]->name;
    }
  gs_set_unknown_word_error (error, "command", name, names);
  return NULL;
}

/* A file opened later must not end up where standard output was closed: what is
 * printed would land in it. What stands here instead cannot be written. */
static void
hold_standard_descriptors (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    {
      if (fcntl (fd, F_GETFD) == -1)
        (void)open ("/dev/null", O_RDONLY);
    }
}

static gboolean
find_profile (const char *word, GsLimits *limits)
{
  return gs_profile_find (word, limits, NULL);
}

static GsExit
run_command (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GsArguments) arguments = NULL;
  const GsCommand *command = find_command (argv[1], &error);

  if (command == NULL)
    return gs_exit_with_error (error);
  arguments = gs_arguments_parse (command, argc - 2, argv + 2, &error);
  if (arguments == NULL)
    return gs_exit_with_error (error);
  if (gs_arguments_has (arguments, "help"))
    {
      g_autofree char *help = gs_command_help (command);

      return gs_print (help);
    }
  return command->run (arguments);
}

/* Output is the same in every locale: only the worker, which speaks to a window,
 * and the figures, whose language is an option, set one. */
int
main (int argc, char **argv)
{
  hold_standard_descriptors ();
  signal (SIGPIPE, SIG_IGN);
  gs_engine_set_profiles (find_profile);
  gs_locale_bind (GS_LOCALEDIR);

  if (argc < 2)
    {
      gs_complain ("A command is needed: plan, run, sweep, roofs, figure, check, lesson, devices or worker; "
                   "see gridscope-cli --help.");
      return GS_EXIT_USAGE;
    }
  if (g_str_equal (argv[1], "--version"))
    return gs_print ("gridscope " GS_VERSION "\n");
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h") || g_str_equal (argv[1], "help"))
    {
      g_autofree char *help = general_help ();

      return gs_print (help);
    }
  return run_command (argc, argv);
}
