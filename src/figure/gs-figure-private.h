#pragma once

#include "gs-canvas.h"
#include "gs-figure.h"

G_BEGIN_DECLS

/* What the figures of one kind know how to do. */
typedef struct
{
  /* FALSE with GS_FIGURE_ERROR_DATA when something is missing. */
  gboolean (*check) (const GsFigureInput *input, GError **error);
  void (*paint) (GsCanvas *canvas, const GsFigureInput *input);
  char *(*title) (const GsFigureInput *input);
  char *(*alt) (const GsFigureInput *input); /* without the title */
} GsFigureClass;

extern const GsFigureClass gs_figure_coverage_class;
extern const GsFigureClass gs_figure_timing_class;
extern const GsFigureClass gs_figure_matrix_class;
extern const GsFigureClass gs_figure_memory_class;
extern const GsFigureClass gs_figure_schedule_class;
extern const GsFigureClass gs_figure_crossover_class;
extern const GsFigureClass gs_figure_roofline_class;
extern const GsFigureClass gs_figure_pitfall_class;
extern const GsFigureClass gs_figure_occupancy_class;
extern const GsFigureClass gs_figure_formula_class;

/* The plan of @input, its own or its report's; NULL when there is neither. */
const GsPlan *gs_figure_input_plan (const GsFigureInput *input);

gboolean gs_figure_need_plan (const GsFigureInput *input, GError **error);
gboolean gs_figure_need_report (const GsFigureInput *input, GError **error);

G_END_DECLS
