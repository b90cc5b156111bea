#include "gs-fonts.h"

#include <fontconfig/fontconfig.h>

/* fontconfig's own defaults. */
#define FOLDERS                                                                                              \
  "<fontconfig>"                                                                                             \
  "<dir>/usr/share/fonts</dir>"                                                                              \
  "<dir>/usr/local/share/fonts</dir>"                                                                        \
  "<dir prefix=\"xdg\">fonts</dir>"                                                                          \
  "<dir>~/.fonts</dir>"                                                                                      \
  "<cachedir>/var/cache/fontconfig</cachedir>"                                                               \
  "<cachedir prefix=\"xdg\">fontconfig</cachedir>"                                                           \
  "</fontconfig>"

static gboolean
has_family (FcConfig *config, const char *family)
{
  FcPattern *pattern = FcPatternBuild (NULL, FC_FAMILY, FcTypeString, family, NULL);
  FcObjectSet *objects = FcObjectSetBuild (FC_FAMILY, NULL);
  FcFontSet *found = FcFontList (config, pattern, objects);
  gboolean any = found != NULL && found->nfont > 0;

  if (found != NULL)
    FcFontSetDestroy (found);
  FcObjectSetDestroy (objects);
  FcPatternDestroy (pattern);
  return any;
}

void
gs_fonts_use_folders (void)
{
  /* The first of each list in the text of figures. */
  static const char *const families[]
      = { "DejaVu Sans", "DejaVu Sans Mono", "DejaVu Serif", "Noto Sans CJK SC" };
  FcConfig *config;
  gboolean all;

  if (g_getenv ("FONTCONFIG_FILE") != NULL || g_getenv ("FONTCONFIG_PATH") != NULL)
    return;
  config = FcConfigCreate ();
  all = FcConfigParseAndLoadFromMemory (config, (const FcChar8 *)FOLDERS, FcFalse)
        && FcConfigBuildFonts (config);
  for (gsize i = 0; i < G_N_ELEMENTS (families) && all; i++)
    all = has_family (config, families[i]);
  if (all)
    FcConfigSetCurrent (config); /* takes a reference */
  FcConfigDestroy (config);
}
