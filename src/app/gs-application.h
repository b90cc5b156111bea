#pragma once

#include "gs-window.h"

G_BEGIN_DECLS

#define GS_TYPE_APPLICATION (gs_application_get_type ())
G_DECLARE_FINAL_TYPE (GsApplication, gs_application, GS, APPLICATION, AdwApplication)

GsApplication *gs_application_new (void);

/* A window beside those that are there, on screen from the next frame on. The application has it. */
GsWindow *gs_application_add_window (GsApplication *self);

/* Whether what the command line asked for was not done. */
gboolean gs_application_get_failed (GsApplication *self);

G_END_DECLS
