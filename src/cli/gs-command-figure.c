#include <string.h>

#include "gs-engine.h"
#include "gs-error.h"
#include "gs-export-animation.h"
#include "gs-export-figure.h"
#include "gs-figure-batch.h"
#include "gs-figure-options.h"
#include "gs-figure-window.h"
#include "gs-file-writer.h"
#include "gs-file.h"
#include "gs-fonts.h"
#include "gs-report-json.h"
#include "gs-roofs-json.h"
#include "gs-roofs-run.h"
#include "gs-roofs-runs.h"
#include "gs-spec-json.h"
#include "gs-spec-options.h"
#include "gs-sweep-file.h"
#include "gs-sweep-run.h"
#include "gs-tile-play.h"

static const GsOption options[] = {
  { "output", 'o', "FILE", "the picture: .png, .svg or .pdf" },
  { "report", 0, "FILE",
    "draw a saved report or sweep and run nothing; --backend and --kernel pick a result of it" },
  { "size", 0, "WxH", "size in points (960x600)" },
  { "scale", 0, "S", "pixels per point of a PNG (1)" },
  { "theme", 0, "THEME", "light, dark, contrast or contrast-dark (light)" },
  { "language", 0, "LANGUAGE", "en or zh_CN (en)" },
  { "caption", 0, NULL, "add a line with the launch, the sizes, the device and the version" },
  { "alt", 0, "FILE", "write what the picture says in words" },
  { "transparent", 0, NULL, "leave the background out" },
  { "outline-text", 0, NULL, "draw letters as shapes, so that fonts do not matter" },
  { "thread", 0, "B:T",
    "the thread that coverage and formula point at: block and thread, such as 1:3 or 1,0:3,2" },
  { "share", 0, NULL, "timing: each lane’s own 100 % in the place of one scale" },
  { "data-on-device", 0, NULL, "timing: leave uploads and downloads out" },
  { "roofs", 0, "FILE",
    "roofline: roofs that “gridscope-cli roofs --json” printed, in the place of measuring" },
  { "sizes", 0, "SIZES", "crossover: the sizes to run, such as 64:1024:x2" },
  { "play", 0, "STEP",
    "coverage: the launch after so many steps (warps; of a tiled product loads, barriers and k-loop)" },
  { "frames", 0, "DIR", "coverage: pictures of the launch being played, DIR/000.png and so on" },
  { "format", 0, "FORMAT", "of --frames: png, svg or pdf (png)" },
  { "animate", 0, NULL, "coverage: play the launch inside the .svg" },
  { "window", 0, NULL, "KIND is a view: draw the window itself into a .png, under a display of its own" },
  { "session", 0, "FILE.gridscope", "with --window: what the window holds" },
  { "batch", 0, "FIGURES.json", "draw a list of figures; what is current is left alone" },
  { "check", 0, NULL, "with --batch: only say which pictures are not as they would be drawn" },
  { "differences", 0, "DIR", "with --check: where pictures of the differences go (differences)" },
  { NULL },
};

/* What a figure is drawn from; owned here, borrowed by the input. */
typedef struct
{
  GsFigureKind kind;
  GsSpec *spec;
  GArray *sizes;
  GsPlan *plan;
  GsReport *report;
  GsSweep *sweep;
  GsRoofs *roofs;
  GError *error;
} Data;

static void
data_clear (Data *data)
{
  g_clear_pointer (&data->spec, gs_spec_free);
  g_clear_pointer (&data->sizes, g_array_unref);
  g_clear_pointer (&data->plan, gs_plan_free);
  g_clear_pointer (&data->report, gs_report_unref);
  g_clear_pointer (&data->sweep, gs_sweep_free);
  g_clear_pointer (&data->roofs, gs_roofs_free);
  g_clear_error (&data->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Data, data_clear)

static gboolean
load_report (Data *data, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);

  if (data->kind == GS_FIGURE_CROSSOVER)
    data->sweep = gs_sweep_load (file, error);
  else
    data->report = gs_report_load (file, error);
  return data->sweep != NULL || data->report != NULL;
}

static void
ignore_report (const GsReport *report, double fraction, gpointer data)
{
}

static void
work (GCancellable *cancellable, gpointer user_data)
{
  Data *data = user_data;

  if (data->kind == GS_FIGURE_CROSSOVER)
    data->sweep = gs_sweep_run (data->spec, data->sizes, ignore_report, NULL, cancellable, &data->error);
  else
    data->report = gs_engine_run (data->spec, NULL, NULL, cancellable, &data->error);
  if (data->kind == GS_FIGURE_ROOFLINE && data->report != NULL && data->roofs == NULL)
    data->roofs = gs_roofs_run (data->spec->threads, data->spec->device, cancellable, &data->error);
}

/* Coverage, formula and occupancy follow from the plan; all else is measured. */
static gboolean
needs_run (GsFigureKind kind)
{
  return kind != GS_FIGURE_COVERAGE && kind != GS_FIGURE_FORMULA && kind != GS_FIGURE_OCCUPANCY;
}

/* What is wrong with a launch is said in the language of the picture. */
static void
plan_cb (gpointer user_data)
{
  Data *data = user_data;

  data->plan = gs_engine_plan (data->spec);
}

static gboolean
make_data (Data *data, const GsArguments *arguments, GError **error)
{
  const char *sizes = gs_arguments_get (arguments, "sizes");

  if (data->kind == GS_FIGURE_CROSSOVER)
    {
      if (sizes == NULL)
        {
          g_set_error_literal (
              error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
              "A crossover needs --sizes, such as 64:1024:x2, or --report with a saved sweep.");
          return FALSE;
        }
      data->sizes = gs_sweep_sizes_parse (sizes, error);
      if (data->sizes == NULL)
        return FALSE;
      data->spec = gs_spec_from_arguments_sized (arguments, g_array_index (data->sizes, gint64, 0), error);
    }
  else
    {
      data->spec = gs_spec_from_arguments (arguments, error);
    }
  if (data->spec == NULL)
    return FALSE;
  if (!needs_run (data->kind))
    {
      const char *language = gs_arguments_get (arguments, "language");

      gs_with_language (language != NULL ? language : "en", plan_cb, data);
      return TRUE;
    }
  gs_interruptible (work, data);
  if (data->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&data->error));
  return FALSE;
}

/* Before the data: what is read need not be measured. */
static gboolean
load_roofs (Data *data, const char *path, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (path == NULL)
    return TRUE;
  if (data->kind != GS_FIGURE_ROOFLINE)
    {
      g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                   "--roofs is for the figure “roofline”, not “%s”; leave it out.",
                   gs_figure_kind_nick (data->kind));
      return FALSE;
    }
  file = g_file_new_for_commandline_arg (path);
  data->roofs = gs_roofs_load (file, error);
  return data->roofs != NULL;
}

/* Puts the runs of the report under the roofs that were read, measured, or saved
 * in the report. */
static gboolean
place_runs (Data *data, GError **error)
{
  if (data->kind != GS_FIGURE_ROOFLINE)
    return TRUE;
  if (data->roofs == NULL && data->report->environment->roofs != NULL)
    data->roofs = gs_roofs_copy_roofs (data->report->environment->roofs);
  if (data->roofs == NULL)
    {
      g_set_error_literal (
          error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_DATA,
          "This report holds no roofs; save it with run --roofs, or give --roofs FILE with what "
          "“gridscope-cli roofs --json” printed on that machine.");
      return FALSE;
    }
  gs_roofs_add_runs (data->roofs, data->report);
  return TRUE;
}

typedef struct
{
  const GsFigureInput *input;
  char *text;
} AltText;

static void
make_alt_text (gpointer data)
{
  AltText *alt = data;

  alt->text = gs_figure_alt_text (alt->input);
}

static gboolean
write_alt_text (const GsFigureInput *input, const GsFigureStyle *style, const char *path, GError **error)
{
  g_autoptr (GFile) file = NULL;
  AltText alt = { .input = input };
  g_autofree char *line = NULL;

  if (path == NULL)
    return TRUE;
  gs_with_language (style->language, make_alt_text, &alt);
  line = g_strconcat (alt.text, "\n", NULL);
  g_free (alt.text);
  file = g_file_new_for_commandline_arg (path);
  return gs_file_save (file, line, strlen (line), NULL, error);
}

static gboolean
write_frames (const GsFigureInput *input,
              const GsFigureStyle *style,
              const char *directory,
              const char *format,
              GError **error)
{
  static const char *const formats[] = { "png", "svg", "pdf", NULL };
  guint n_frames = gs_figure_n_frames (input);
  GsFigureInput frame = *input;

  if (!g_strv_contains (formats, format))
    return gs_set_unknown_word_error (error, "format", format, formats);
  if (n_frames < 2)
    {
      g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                           "Only the coverage of a launch that a device allows has --frames; leave it out.");
      return FALSE;
    }
  /* Where this fails, so does the first frame, with the name of its file. */
  g_mkdir_with_parents (directory, 0777);
  for (guint i = 0; i < n_frames; i++)
    {
      g_autofree char *name = g_strdup_printf ("%03u.%s", i, format);
      g_autofree char *path = g_build_filename (directory, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);

      frame.play = gs_figure_frame_play (input, i);
      if (!gs_export_figure_to_file (&frame, style, file, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_animation (const GsFigureInput *input, const GsFigureStyle *style, GFile *file, GError **error)
{
  g_autoptr (GBytes) bytes = gs_export_animation (input, style, error);

  return bytes != NULL
         && gs_file_save (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, error);
}

/* All the files that the command line asks for. */
static gboolean
write_files (const GsArguments *arguments,
             const GsFigureInput *input,
             const GsFigureStyle *style,
             const char *path,
             GError **error)
{
  const char *frames = gs_arguments_get (arguments, "frames"),
             *format = gs_arguments_get (arguments, "format");
  gboolean animate = gs_arguments_has (arguments, "animate");
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;

  if (animate && (path == NULL || !g_str_has_suffix (path, ".svg")))
    {
      g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                           "--animate needs an output that can move; end its name in .svg.");
      return FALSE;
    }
  return (frames == NULL || write_frames (input, style, frames, format != NULL ? format : "png", error))
         && (file == NULL
             || (animate ? write_animation (input, style, file, error)
                         : gs_export_figure_to_file (input, style, file, NULL, error)))
         && write_alt_text (input, style, gs_arguments_get (arguments, "alt"), error);
}

/* Whose values a figure can write out; NULL: nobody's. */
static const GsSpec *
find_inputs (const Data *data)
{
  const GsSpec *spec = data->report != NULL ? data->report->spec : data->spec;

  return spec != NULL && !needs_run (data->kind) && gs_spec_has_values (spec) ? spec : NULL;
}

static gboolean
check_play (const GsFigureInput *input, GError **error)
{
  const gint64 n_steps = input->kind == GS_FIGURE_COVERAGE
                             ? gs_plan_play_steps (input->plan, input->has_thread ? &input->thread : NULL)
                             : 0;

  if (input->play <= n_steps)
    return TRUE;
  if (n_steps == 0)
    g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                         "Only the coverage of a launch that a device allows has --play; leave it out.");
  else
    g_set_error (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                 "--play is %" G_GINT64_FORMAT "; this launch has %" G_GINT64_FORMAT
                 " steps: give 0 to that.",
                 input->play, n_steps);
  return FALSE;
}

/* Before anything is computed for it. */
static gboolean
check_output (const char *path, GError **error)
{
  g_autoptr (GFile) file = path != NULL ? g_file_new_for_commandline_arg (path) : NULL;

  return file == NULL || gs_file_check_target (file, error);
}

static gboolean
draw (const GsArguments *arguments, GsFigureKind kind, const char *path, GError **error)
{
  const char *report = gs_arguments_get (arguments, "report");
  g_auto (Data) data = { .kind = kind };
  GsFigureStyle style;
  GsFigureInput input;
  GsFigureFormat format;

  gs_fonts_use_folders ();
  gs_figure_input_init (&input, kind);
  if ((path != NULL && !gs_figure_format_from_path (path, &format, error)) || !check_output (path, error)
      || !check_output (gs_arguments_get (arguments, "alt"), error)
      || !gs_figure_style_from_arguments (arguments, &style, error)
      || !gs_figure_input_from_arguments (arguments, &input, error)
      || !load_roofs (&data, gs_arguments_get (arguments, "roofs"), error))
    return FALSE;
  if (!(report != NULL ? load_report (&data, report, error) : make_data (&data, arguments, error))
      || !place_runs (&data, error))
    return FALSE;
  input.plan = data.plan != NULL ? data.plan : data.report != NULL ? data.report->plan : NULL;
  input.report = data.report;
  input.sweep = data.sweep;
  input.roofs = data.roofs;
  input.inputs = find_inputs (&data);
  if (!gs_figure_check_thread (&input, error) || !check_play (&input, error))
    return FALSE;
  return gs_figure_input_check (&input, error) && write_files (arguments, &input, &style, path, error);
}

static gboolean
draw_window (const GsArguments *arguments, const char *nick, const char *path, GError **error)
{
  const char *report = gs_arguments_get (arguments, "report");
  g_auto (Data) data = { 0 };

  if (!gs_figure_window_view (nick, &data.kind, error))
    return FALSE;
  if (gs_arguments_has (arguments, "session"))
    {
      if (report == NULL)
        return gs_figure_window_write (arguments, nick, NULL, NULL, path, error);
      g_set_error_literal (error, GS_CLI_ERROR, GS_CLI_ERROR_USAGE,
                           "--session and --report both say what the window holds; leave one out.");
      return FALSE;
    }
  return (report != NULL ? load_report (&data, report, error) : make_data (&data, arguments, error))
         && gs_figure_window_write (arguments, nick, data.spec, data.report, path, error);
}

static GsExit
run_batch (const GsArguments *arguments)
{
  static const char *const own[] = { "batch", "check", "differences" };
  const char *path = gs_arguments_get (arguments, "batch");
  const char *differences = gs_arguments_get (arguments, "differences");
  g_autoptr (GError) error = NULL;
  g_autoptr (GsFigureList) list = NULL;
  guint n_own = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (own); i++)
    n_own += gs_arguments_has (arguments, own[i]);
  if (gs_arguments_word (arguments, 0) != NULL || n_own < gs_arguments_n_options (arguments))
    {
      gs_complain (
          "--batch goes with --check and --differences only; kinds and other options stand in the list, "
          "under “common” for all of its figures.");
      return GS_EXIT_USAGE;
    }
  list = gs_figure_list_load (path, &error);
  if (list == NULL)
    return gs_exit_with_error (error);
  if (gs_arguments_has (arguments, "check"))
    return gs_figure_batch_check (list, differences != NULL ? differences : "differences");
  return gs_figure_batch_draw (list);
}

static GsExit
run (const GsArguments *arguments)
{
  const char *nick = gs_arguments_word (arguments, 0);
  const char *path = gs_arguments_get (arguments, "output");
  g_autoptr (GError) error = NULL;
  GsFigureKind kind;

  if (gs_arguments_has (arguments, "batch"))
    return run_batch (arguments);
  if (gs_arguments_has (arguments, "check") || gs_arguments_has (arguments, "differences"))
    {
      gs_complain ("--check and --differences are for --batch FIGURES.json; add it or leave them out.");
      return GS_EXIT_USAGE;
    }
  if (nick == NULL)
    {
      gs_complain ("Which figure? Name a kind, for example: gridscope-cli figure coverage --n 7 --block 4 -o "
                   "out.svg.");
      return GS_EXIT_USAGE;
    }
  if (gs_arguments_has (arguments, "window"))
    return draw_window (arguments, nick, path, &error) ? GS_EXIT_DONE : gs_exit_with_error (error);
  if (gs_arguments_has (arguments, "session"))
    {
      gs_complain ("--session is for --window; add it, or draw a figure from --report.");
      return GS_EXIT_USAGE;
    }
  if (!gs_figure_kind_from_nick (nick, &kind, &error))
    return gs_exit_with_error (error);
  if (path == NULL && !gs_arguments_has (arguments, "frames"))
    {
      gs_complain ("A figure needs -o FILE, with the ending .png, .svg or .pdf.");
      return GS_EXIT_USAGE;
    }
  return draw (arguments, kind, path, &error) ? GS_EXIT_DONE : gs_exit_with_error (error);
}

const GsCommand gs_command_figure = {
  .name = "figure",
  .words = "KIND",
  .max_words = 1,
  .summary = "Draw a figure into a file: no display needed; same input, same bytes.",
  .details
  = "KIND: coverage, timing, matrix, memory, schedule, crossover, roofline, pitfall, occupancy, formula.\n"
    "Or without KIND: --batch FIGURES.json draws many, --batch FIGURES.json --check compares them.\n"
    "With --window, KIND is a view: coverage, timing, numbers, memory, schedule, crossover, roofline,\n"
    "occupancy, kernel or history.",
  .examples = "figure coverage --m 13 --n 21 --block 8x4 --no-guard --thread 2,1:6,2 -o coverage.svg\n"
              "figure matrix --op matmul --a \"[1 2; 3 4]\" --b \"[5 6; 7 8]\" --theme dark -o matrix.png",
  .options = options,
  .takes_spec = TRUE,
  .run = run,
};
