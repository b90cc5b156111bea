#pragma once

#include "gs-cli.h"

G_BEGIN_DECLS

/* The command "check --launches": random launches on those of @backends that count
 * what they do ("simt": every access; "cuda": an instrumented twin), each held against
 * the plan. Runs, prints and judges. Blocks. */
GsExit gs_check_launches (const GsArguments *arguments, const char *const *backends);

G_END_DECLS
