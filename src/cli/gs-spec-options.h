#pragma once

#include "gs-cli.h"
#include "gs-spec.h"
#include "gs-words.h"

G_BEGIN_DECLS

/* The spec that the options describe: the one of --spec, or the seed example,
 * with the options over it; checked, and saved where --save says. Reads the
 * files and the standard input that --a and --b name, and writes what changed
 * on the way to float32 to standard error. */
GsSpec *gs_spec_from_arguments (const GsArguments *arguments, GError **error);

/* The same for a sweep that begins at @size, where no size is given. */
GsSpec *gs_spec_from_arguments_sized (const GsArguments *arguments, gint64 size, GError **error);

/* Whether a GPU that --device names is for one of the spec's backends, before a
 * run. A profile, which only planning asks for, is for none. */
gboolean gs_spec_check_device_is_used (const GsSpec *spec, const GsArguments *arguments, GError **error);

G_END_DECLS
