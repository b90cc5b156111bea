#pragma once

#include "gs-plan.h"
#include "gs-report.h"

G_BEGIN_DECLS

typedef enum
{
  GS_THEME_LIGHT,
  GS_THEME_DARK,
  GS_THEME_CONTRAST,
  GS_THEME_CONTRAST_DARK,
  GS_N_THEMES
} GsThemeKind;

const char *gs_theme_nick (GsThemeKind kind); /* "light", "dark", "contrast" */
gboolean gs_theme_from_nick (const char *nick, GsThemeKind *kind, GError **error);

/* sRGB, 0…1. */
typedef struct
{
  double red, green, blue;
} GsColor;

/* How an area is filled, beside its colour: never colour alone. */
typedef enum
{
  GS_FILL_SOLID,
  GS_FILL_HATCH, /* lines at 45° */
  GS_FILL_CROSS, /* lines at ±45° */
  GS_FILL_DOTS,
  GS_FILL_SPARSE_HATCH, /* lines at −45°, far apart */
  GS_FILL_STRIPES,      /* upright lines */
} GsFill;

typedef struct
{
  GsColor base;
  GsColor ink; /* of the pattern */
  GsFill fill;
} GsPaint;

/* The colours of a figure (Okabe and Ito's, with a pattern each). Static. */
typedef struct
{
  GsThemeKind kind;
  GsColor background; /* the paper */
  GsColor surface;    /* cards on it */
  GsColor border;     /* of cards, light rules */
  GsColor grid;       /* lines of a chart that values are read against; behind the data */
  GsColor text;
  GsColor muted;  /* secondary text; contrast with background ≥ 4.5 */
  GsColor line;   /* grid of blocks, axes */
  GsColor accent; /* selection, sliders */
  GsColor danger; /* text about what is wrong */
  GsPaint fates[GS_N_FATES];
  GsPaint unsettled; /* threads that work, on a value that nobody can tell */
  GsPaint missed;
  GsPaint duplicated;
  GsPaint phases[GS_N_PHASES];
  GsColor series[6]; /* lines of charts */
  double line_width; /* 1, contrast 1.5 */
} GsTheme;

const GsTheme *gs_theme_get (GsThemeKind kind);

/* The contrast ratio of two colours by WCAG 2 (1…21). */
double gs_color_contrast (const GsColor *a, const GsColor *b);
/* Black or white, whichever reads better on @background. */
GsColor gs_color_readable_on (const GsColor *background);

G_END_DECLS
