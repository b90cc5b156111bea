#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

/* Opens the editor of A (@operand 0) or B (1) in a window of its own beside
 * @window, or brings it to the front. It closes with @window. */
void gs_matrix_window_present (GsWindow *window, int operand);

/* Takes what is being typed in the sheets of @window. */
void gs_matrix_windows_commit (GsWindow *window);

G_END_DECLS
