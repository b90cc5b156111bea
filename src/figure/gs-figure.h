#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "gs-report.h"
#include "gs-roofs.h"
#include "gs-schedule-view.h"
#include "gs-sweep.h"
#include "gs-theme.h"

G_BEGIN_DECLS

typedef enum
{
  GS_FIGURE_COVERAGE,
  GS_FIGURE_TIMING,
  GS_FIGURE_MATRIX, /* also "numbers" */
  GS_FIGURE_MEMORY,
  GS_FIGURE_SCHEDULE,
  GS_FIGURE_CROSSOVER,
  GS_FIGURE_ROOFLINE,
  GS_FIGURE_PITFALL,
  GS_FIGURE_OCCUPANCY,
  GS_FIGURE_FORMULA,
  GS_N_FIGURES
} GsFigureKind;

const char *gs_figure_kind_nick (GsFigureKind kind);
gboolean gs_figure_kind_from_nick (const char *nick, GsFigureKind *kind, GError **error);

typedef enum
{
  GS_FIGURE_ERROR_NAME = 1, /* an unknown kind, theme, format or language; the nearest known word */
  GS_FIGURE_ERROR_SIZE,     /* a picture too small or too large to draw */
  GS_FIGURE_ERROR_DATA,     /* what the figure needs is not there; says where it comes from */
} GsFigureError;

#define GS_FIGURE_ERROR (gs_figure_error_quark ())
GQuark gs_figure_error_quark (void);

/* How a figure is drawn. Sizes in points at scale 1. */
typedef struct
{
  double width, height;
  double scale;      /* PNG pixels per point */
  GsThemeKind theme;
  gboolean caption;
  gboolean transparent;
  double type_scale; /* 1; presenter 1.6; follows the text scale in a window */
  gboolean outline_text;
  const char *language; /* "en", "zh_CN"; NULL: that of the process */
  gboolean text_free;   /* leave all text out and lay out by nominal widths: for pictures that
                         * must not depend on fonts */
} GsFigureStyle;

void gs_figure_style_init (GsFigureStyle *style); /* 960×600, scale 1, light */

/* What a figure is drawn from. Borrowed; what a kind does not need may be NULL. */
typedef struct
{
  GsFigureKind kind;
  const GsPlan *plan;     /* coverage, formula, occupancy; memory without a run. NULL: the report's */
  const GsReport *report; /* timing, matrix, memory, schedule, pitfall */
  const GsSweep *sweep;   /* crossover */
  const GsRoofs *roofs;   /* roofline */
  const char *backend, *kernel; /* which result (matrix, memory, schedule, pitfall); NULL: the first
                                 * that has what the figure shows */
  gboolean has_thread;    /* formula, coverage: the pinned thread */
  GsThreadId thread;
  gboolean share_of_lane; /* timing: each lane's own 100 % in the place of one scale */
  gboolean data_on_device; /* timing: leave uploads and downloads out */
  GsScheduleView schedule_view; /* schedule: the visible part */
  int registers;          /* occupancy: per thread; 32 unless set */
  gint64 shared_bytes;    /* occupancy: per block */
  guint request;          /* memory: which warp request is laid out */
  gint64 play;            /* coverage: steps done (warps in launch order; of a tiled product see
                           * gs-tile-play.h); -1: all */
  const GsSpec *inputs;   /* coverage being played, formula: has the values of A and B
                           * (gs_spec_has_values()), which are written out; may be NULL */
} GsFigureInput;

void gs_figure_input_init (GsFigureInput *input, GsFigureKind kind);

/* One that owns what it is drawn from, as that is now: for another thread, or for later. Free it with
 * gs_figure_input_free(). */
GsFigureInput *gs_figure_input_copy (const GsFigureInput *input);
/* Only of a copy. */
void gs_figure_input_free (GsFigureInput *copy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsFigureInput, gs_figure_input_free)

/* Whether all that the figure needs is there. */
gboolean gs_figure_input_check (const GsFigureInput *input, GError **error);

/* Draws the whole figure, background and caption included, into the rectangle
 * (0, 0, style->width, style->height) of @cr in points: the one road for
 * window, export and print. style->scale is not applied. */
void gs_figure_paint (const GsFigureInput *input, const GsFigureStyle *style, cairo_t *cr);

/* What a reader who cannot see the figure must know: the verdict with its
 * numbers. Translated. Free it. */
char *gs_figure_alt_text (const GsFigureInput *input);
char *gs_figure_title (const GsFigureInput *input);
/* One line for under the figure: launch line, n, device, program version. */
char *gs_figure_caption (const GsFigureInput *input);

G_END_DECLS
