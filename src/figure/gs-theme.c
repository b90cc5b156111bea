#include "gs-theme.h"

#include <math.h>
#include <string.h>

#include "gs-error.h"
#include "gs-figure.h"

#define RGB(hex)                                                                                             \
  {                                                                                                          \
    ((hex) >> 16) / 255.0, (((hex) >> 8) & 255) / 255.0, ((hex)&255) / 255.0                                 \
  }

/* Fates and phases wear the same colours in every theme, so that a class can
 * talk about "the blue ones" whatever each screen is set to. */
#define PHASES                                                                                               \
  {                                                                                                          \
    [GS_PHASE_CONTEXT] = { RGB (0xb98bb0), RGB (0x6b3a62), GS_FILL_SOLID },                                  \
    [GS_PHASE_COMPILE] = { RGB (0xe3c6dc), RGB (0x9c5f8f), GS_FILL_HATCH },                                  \
    [GS_PHASE_LOAD] = { RGB (0xcc79a7), RGB (0xffffff), GS_FILL_DOTS },                                      \
    [GS_PHASE_ALLOC] = { RGB (0xa9a9a9), RGB (0x5e5e5e), GS_FILL_SOLID },                                    \
    [GS_PHASE_UPLOAD] = { RGB (0xe69f00), RGB (0x7a5400), GS_FILL_SPARSE_HATCH },                            \
    [GS_PHASE_COMPUTE] = { RGB (0x009e73), RGB (0x003d2c), GS_FILL_SOLID },                                  \
    [GS_PHASE_DOWNLOAD] = { RGB (0x56b4e9), RGB (0x1c5c86), GS_FILL_SPARSE_HATCH },                          \
    [GS_PHASE_FREE] = { RGB (0xa9a9a9), RGB (0x5e5e5e), GS_FILL_HATCH },                                     \
  }

static const GsTheme themes[GS_N_THEMES] = {
  [GS_THEME_LIGHT] = {
    .kind = GS_THEME_LIGHT,
    .background = RGB (0xffffff),
    .surface = RGB (0xfafafa),
    .border = RGB (0xd8d8d8),
    .grid = RGB (0xd8d8d8),
    .text = RGB (0x1e1e1e),
    .muted = RGB (0x5e5e5e),
    .line = RGB (0x3a3a3a),
    .accent = RGB (0x1c71d8),
    .danger = RGB (0xb5121b),
    .fates = {
      [GS_FATE_ACTIVE] = { RGB (0x0072b2), RGB (0x0072b2), GS_FILL_SOLID },
      [GS_FATE_IDLE] = { RGB (0xe8e8e8), RGB (0x909090), GS_FILL_HATCH },
      [GS_FATE_OUT_OF_BOUNDS] = { RGB (0xd55e00), RGB (0xffffff), GS_FILL_CROSS },
      [GS_FATE_ALIASED] = { RGB (0xcc79a7), RGB (0xffffff), GS_FILL_DOTS },
    },
    .unsettled = { RGB (0x0072b2), RGB (0xf0e442), GS_FILL_SPARSE_HATCH },
    .missed = { RGB (0xffffff), RGB (0x1e1e1e), GS_FILL_SPARSE_HATCH },
    .duplicated = { RGB (0x0072b2), RGB (0xe69f00), GS_FILL_STRIPES },
    .phases = PHASES,
    .series = { RGB (0x0072b2), RGB (0xd55e00), RGB (0x009e73), RGB (0xb0578a), RGB (0xb97f00), RGB (0x3a3a3a) },
    .line_width = 1,
  },
  [GS_THEME_DARK] = {
    .kind = GS_THEME_DARK,
    .background = RGB (0x1e1e1e),
    .surface = RGB (0x2a2a2a),
    .border = RGB (0x4a4a4a),
    .grid = RGB (0x4a4a4a),
    .text = RGB (0xf2f2f2),
    .muted = RGB (0xb4b4b4),
    .line = RGB (0xd0d0d0),
    .accent = RGB (0x78aeed),
    .danger = RGB (0xff8a80),
    .fates = {
      [GS_FATE_ACTIVE] = { RGB (0x0072b2), RGB (0x0072b2), GS_FILL_SOLID },
      [GS_FATE_IDLE] = { RGB (0x242424), RGB (0x666666), GS_FILL_HATCH },
      [GS_FATE_OUT_OF_BOUNDS] = { RGB (0xd55e00), RGB (0xffffff), GS_FILL_CROSS },
      [GS_FATE_ALIASED] = { RGB (0xcc79a7), RGB (0xffffff), GS_FILL_DOTS },
    },
    .unsettled = { RGB (0x0072b2), RGB (0xf0e442), GS_FILL_SPARSE_HATCH },
    .missed = { RGB (0x1e1e1e), RGB (0xf2f2f2), GS_FILL_SPARSE_HATCH },
    .duplicated = { RGB (0x0072b2), RGB (0xe69f00), GS_FILL_STRIPES },
    .phases = PHASES,
    .series = { RGB (0x5fb3e6), RGB (0xff8c3a), RGB (0x2fc79a), RGB (0xe29cc4), RGB (0xf0b93a), RGB (0xd0d0d0) },
    .line_width = 1,
  },
  [GS_THEME_CONTRAST] = {
    .kind = GS_THEME_CONTRAST,
    .background = RGB (0xffffff),
    .surface = RGB (0xffffff),
    .border = RGB (0x000000),
    .grid = RGB (0x8a8a8a),
    .text = RGB (0x000000),
    .muted = RGB (0x000000),
    .line = RGB (0x000000),
    .accent = RGB (0x00308f),
    .danger = RGB (0x8b0000),
    .fates = {
      [GS_FATE_ACTIVE] = { RGB (0x0072b2), RGB (0x0072b2), GS_FILL_SOLID },
      [GS_FATE_IDLE] = { RGB (0xeeeeee), RGB (0x707070), GS_FILL_HATCH },
      [GS_FATE_OUT_OF_BOUNDS] = { RGB (0xd55e00), RGB (0xffffff), GS_FILL_CROSS },
      [GS_FATE_ALIASED] = { RGB (0xcc79a7), RGB (0xffffff), GS_FILL_DOTS },
    },
    .unsettled = { RGB (0x0072b2), RGB (0xf0e442), GS_FILL_SPARSE_HATCH },
    .missed = { RGB (0xffffff), RGB (0x000000), GS_FILL_SPARSE_HATCH },
    .duplicated = { RGB (0x0072b2), RGB (0xe69f00), GS_FILL_STRIPES },
    .phases = PHASES,
    .series = { RGB (0x00507e), RGB (0x9c4300), RGB (0x006b4e), RGB (0x7d2f5c), RGB (0x6d4b00), RGB (0x000000) },
    .line_width = 1.75,
  },
  [GS_THEME_CONTRAST_DARK] = {
    .kind = GS_THEME_CONTRAST_DARK,
    .background = RGB (0x1e1e1e),
    .surface = RGB (0x1e1e1e),
    .border = RGB (0xffffff),
    .grid = RGB (0x8a8a8a),
    .text = RGB (0xffffff),
    .muted = RGB (0xffffff),
    .line = RGB (0xffffff),
    .accent = RGB (0x99c1f1),
    .danger = RGB (0xff9a90),
    .fates = {
      [GS_FATE_ACTIVE] = { RGB (0x0072b2), RGB (0x0072b2), GS_FILL_SOLID },
      [GS_FATE_IDLE] = { RGB (0x242424), RGB (0x767676), GS_FILL_HATCH },
      [GS_FATE_OUT_OF_BOUNDS] = { RGB (0xd55e00), RGB (0xffffff), GS_FILL_CROSS },
      [GS_FATE_ALIASED] = { RGB (0xcc79a7), RGB (0xffffff), GS_FILL_DOTS },
    },
    .unsettled = { RGB (0x0072b2), RGB (0xf0e442), GS_FILL_SPARSE_HATCH },
    .missed = { RGB (0x1e1e1e), RGB (0xffffff), GS_FILL_SPARSE_HATCH },
    .duplicated = { RGB (0x0072b2), RGB (0xe69f00), GS_FILL_STRIPES },
    .phases = PHASES,
    .series = { RGB (0x7cc4f2), RGB (0xffa35c), RGB (0x4fdcb0), RGB (0xf0b4d6), RGB (0xffcf5c), RGB (0xffffff) },
    .line_width = 1.75,
  },
};

static const char *const nicks[] = { "light", "dark", "contrast", "contrast-dark", NULL };

const char *
gs_theme_nick (GsThemeKind kind)
{
  g_return_val_if_fail ((guint)kind < GS_N_THEMES, NULL);
  return nicks[kind];
}

gboolean
gs_theme_from_nick (const char *nick, GsThemeKind *kind, GError **error)
{
  const char *nearest;

  for (guint i = 0; nicks[i] != NULL; i++)
    if (strcmp (nicks[i], nick) == 0)
      {
        *kind = i;
        return TRUE;
      }
  nearest = gs_nearest_word (nick, nicks);
  if (nearest != NULL)
    g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME, "There is no theme “%s”; did you mean “%s”?",
                 nick, nearest);
  else
    g_set_error (error, GS_FIGURE_ERROR, GS_FIGURE_ERROR_NAME,
                 "There is no theme “%s”; choose light, dark, contrast or contrast-dark.", nick);
  return FALSE;
}

const GsTheme *
gs_theme_get (GsThemeKind kind)
{
  g_return_val_if_fail ((guint)kind < GS_N_THEMES, &themes[0]);
  return &themes[kind];
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* Relative luminance by WCAG 2. */
static double
luminance (const GsColor *color)
{
  return 0.2126 * linear (color->red) + 0.7152 * linear (color->green) + 0.0722 * linear (color->blue);
}

double
gs_color_contrast (const GsColor *a, const GsColor *b)
{
  double x = luminance (a), y = luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

GsColor
gs_color_readable_on (const GsColor *background)
{
  GsColor black = { 0.07, 0.07, 0.07 }, white = { 1, 1, 1 };

  return gs_color_contrast (background, &black) >= gs_color_contrast (background, &white) ? black : white;
}
