#pragma once

#include <gio/gio.h>

#include "gs-experiment.h"
#include "gs-spec-pane.h"

G_BEGIN_DECLS

/* The changes of a spec that buttons, menus and keys share, as an action group
 * to be inserted as "spec": op ('add', 'hadamard', 'matmul'), dims ('1', '2'),
 * guard (toggles), map ('x=column', 'x=row'), grid ('ceil', 'floor', 'own'),
 * bits ('32', '64'), block ('256', '16x16'), undo, redo. Their state follows @experiment, which the group keeps.
 * While something in @pane (NULL: none) is wrong, undo takes that back. */
GActionGroup *gs_spec_actions_new (GsExperiment *experiment, GsSpecPane *pane);

G_END_DECLS
