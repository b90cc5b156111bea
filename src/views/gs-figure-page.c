#include "gs-figure-page.h"

typedef struct
{
  GsPicture *picture;  /* weak */
  GsPlainTable *table; /* weak */
  char *verdict;
  gboolean table_due; /* when the page comes to the front */
} GsFigurePagePrivate;

static void page_init (GsPageInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (GsFigurePage,
                                  gs_figure_page,
                                  ADW_TYPE_BIN,
                                  G_ADD_PRIVATE (GsFigurePage)
                                      G_IMPLEMENT_INTERFACE (GS_TYPE_PAGE, page_init))

enum
{
  PROP_0,
  PROP_VERDICT,
};

static const char *
gs_figure_page_get_verdict (GsPage *page)
{
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (GS_FIGURE_PAGE (page));

  return priv->verdict;
}

static gboolean
gs_figure_page_get_figure (GsPage *page, GsFigureInput *input)
{
  return GS_FIGURE_PAGE_GET_CLASS (page)->get_figure (GS_FIGURE_PAGE (page), input);
}

static char *
gs_figure_page_get_table (GsPage *page)
{
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (GS_FIGURE_PAGE (page));
  GsFigureInput input;

  return gs_figure_page_get_figure (page, &input) ? gs_plain_table_to_text (priv->table) : NULL;
}

static void
page_init (GsPageInterface *iface)
{
  iface->get_verdict = gs_figure_page_get_verdict;
  iface->get_figure = gs_figure_page_get_figure;
  iface->get_table = gs_figure_page_get_table;
}

static void
gs_figure_page_dispose (GObject *object)
{
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (GS_FIGURE_PAGE (object));

  if (priv->picture != NULL)
    gs_picture_set_input (priv->picture, NULL);
  g_clear_weak_pointer (&priv->picture);
  g_clear_weak_pointer (&priv->table);

  G_OBJECT_CLASS (gs_figure_page_parent_class)->dispose (object);
}

/* It has many cells and waits until somebody can see it. */
static void
fill_table (GsFigurePage *self)
{
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (self);

  if (!priv->table_due)
    return;
  priv->table_due = FALSE;
  GS_FIGURE_PAGE_GET_CLASS (self)->fill_table (self, priv->table);
}

static void
gs_figure_page_map (GtkWidget *widget)
{
  fill_table (GS_FIGURE_PAGE (widget));
  GTK_WIDGET_CLASS (gs_figure_page_parent_class)->map (widget);
}

static void
gs_figure_page_finalize (GObject *object)
{
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (GS_FIGURE_PAGE (object));

  g_free (priv->verdict);

  G_OBJECT_CLASS (gs_figure_page_parent_class)->finalize (object);
}

static void
gs_figure_page_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VERDICT:
      g_value_set_string (value, gs_page_get_verdict (GS_PAGE (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_figure_page_class_init (GsFigurePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gs_figure_page_dispose;
  object_class->finalize = gs_figure_page_finalize;
  object_class->get_property = gs_figure_page_get_property;
  GTK_WIDGET_CLASS (klass)->map = gs_figure_page_map;
  g_object_class_override_property (object_class, PROP_VERDICT, "verdict");
}

static void
gs_figure_page_init (GsFigurePage *self)
{
}

void
gs_figure_page_set_up (GsFigurePage *self, GsPicture *picture, int picture_height_px, GsPlainTable *table)
{
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (self);

  g_return_if_fail (GS_IS_FIGURE_PAGE (self) && GS_IS_PICTURE (picture) && GS_IS_PLAIN_TABLE (table));

  g_set_weak_pointer (&priv->picture, picture);
  g_set_weak_pointer (&priv->table, table);
  gs_picture_set_usual_height (picture, picture_height_px);
}

gboolean
gs_figure_page_refresh (GsFigurePage *self)
{
  GsFigurePageClass *klass = GS_FIGURE_PAGE_GET_CLASS (self);
  GsFigurePagePrivate *priv = gs_figure_page_get_instance_private (self);
  GsFigureInput input;
  gboolean drawn;

  g_return_val_if_fail (GS_IS_FIGURE_PAGE (self) && priv->picture != NULL, FALSE);

  drawn = klass->get_figure (self, &input);
  gs_picture_set_input (priv->picture, drawn ? &input : NULL);
  priv->table_due = drawn;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_table (self);
  gs_page_take_verdict (GS_PAGE (self), &priv->verdict, klass->describe (self));
  return drawn;
}
