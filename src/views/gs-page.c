#include "gs-page.h"

G_DEFINE_INTERFACE (GsPage, gs_page, GTK_TYPE_WIDGET)

static void
gs_page_default_init (GsPageInterface *iface)
{
  g_object_interface_install_property (
      iface, g_param_spec_string ("verdict", NULL, NULL, NULL,
                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY));
}

const char *
gs_page_get_verdict (GsPage *self)
{
  g_return_val_if_fail (GS_IS_PAGE (self), NULL);
  return GS_PAGE_GET_IFACE (self)->get_verdict (self);
}

void
gs_page_set_report (GsPage *self, GsReport *report)
{
  GsPageInterface *iface;

  g_return_if_fail (GS_IS_PAGE (self));

  iface = GS_PAGE_GET_IFACE (self);
  if (iface->set_report != NULL)
    iface->set_report (self, report);
}

gboolean
gs_page_get_figure (GsPage *self, GsFigureInput *input)
{
  GsPageInterface *iface;

  g_return_val_if_fail (GS_IS_PAGE (self), FALSE);

  iface = GS_PAGE_GET_IFACE (self);
  return iface->get_figure != NULL && iface->get_figure (self, input);
}

gboolean
gs_page_has_figures (GsPage *self)
{
  g_return_val_if_fail (GS_IS_PAGE (self), FALSE);
  return GS_PAGE_GET_IFACE (self)->get_figure != NULL;
}

char *
gs_page_get_table (GsPage *self)
{
  GsPageInterface *iface;

  g_return_val_if_fail (GS_IS_PAGE (self), NULL);

  iface = GS_PAGE_GET_IFACE (self);
  return iface->get_table != NULL ? iface->get_table (self) : NULL;
}

void
gs_page_light (GsPage *self, const GsHighlight *highlight)
{
  GsPageInterface *iface;

  g_return_if_fail (GS_IS_PAGE (self));

  iface = GS_PAGE_GET_IFACE (self);
  if (iface->light != NULL)
    iface->light (self, highlight);
}

void
gs_page_set_veiled (GsPage *self, gboolean veiled)
{
  GsPageInterface *iface;

  g_return_if_fail (GS_IS_PAGE (self));

  iface = GS_PAGE_GET_IFACE (self);
  if (iface->set_veiled != NULL)
    iface->set_veiled (self, veiled);
}

void
gs_page_notify_verdict (GsPage *self)
{
  g_object_notify (G_OBJECT (self), "verdict");
}

void
gs_page_take_verdict (GsPage *self, char **verdict, char *sentence)
{
  g_return_if_fail (GS_IS_PAGE (self) && verdict != NULL);

  if (g_strcmp0 (sentence, *verdict) == 0)
    {
      g_free (sentence);
      return;
    }
  g_free (*verdict);
  *verdict = sentence;
  gs_page_notify_verdict (self);
}
