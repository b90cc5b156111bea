#pragma once

#include "gs-cli.h"
#include "gs-figure.h"

G_BEGIN_DECLS

/* How a figure is to look, from --size, --scale, --theme, --language and the
 * rest. @style borrows the language from @arguments. */
gboolean gs_figure_style_from_arguments (const GsArguments *arguments, GsFigureStyle *style, GError **error);

/* What of the data is to be shown: --thread, --share, --data-on-device, and
 * with --report the result that --backend and --kernel name. */
gboolean gs_figure_input_from_arguments (const GsArguments *arguments, GsFigureInput *input, GError **error);

/* Whether the plan of @input has the thread it points at. TRUE without a thread
 * or a plan. */
gboolean gs_figure_check_thread (const GsFigureInput *input, GError **error);

G_END_DECLS
