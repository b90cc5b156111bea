#include "gs-history.h"

#include "gs-boxed.h"
#include "gs-scale.h"

struct _GsHistoryItem
{
  GObject parent_instance;

  GsReport *report;
  char *title;
};

G_DEFINE_FINAL_TYPE (GsHistoryItem, gs_history_item, G_TYPE_OBJECT)

static void
gs_history_item_finalize (GObject *object)
{
  GsHistoryItem *self = GS_HISTORY_ITEM (object);

  g_clear_pointer (&self->report, gs_report_unref);
  g_free (self->title);

  G_OBJECT_CLASS (gs_history_item_parent_class)->finalize (object);
}

static void
gs_history_item_class_init (GsHistoryItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gs_history_item_finalize;
}

static void
gs_history_item_init (GsHistoryItem *self)
{
}

static GsHistoryItem *
gs_history_item_new (GsReport *report)
{
  GsHistoryItem *self = g_object_new (GS_TYPE_HISTORY_ITEM, NULL);
  const GsSpec *spec = report->spec;
  g_autofree char *m = gs_format_count (spec->m);
  g_autofree char *n = gs_format_count (spec->n);

  self->report = gs_report_ref (report);
  if (spec->op == GS_OP_MATMUL)
    {
      g_autofree char *k = gs_format_count (spec->k);
      self->title = g_strdup_printf ("%s %s × %s × %s", gs_op_title (spec->op), m, k, n);
    }
  else
    self->title = g_strdup_printf ("%s %s × %s", gs_op_title (spec->op), m, n);
  return self;
}

GsReport *
gs_history_item_get_report (GsHistoryItem *self)
{
  g_return_val_if_fail (GS_IS_HISTORY_ITEM (self), NULL);
  return self->report;
}

const char *
gs_history_item_get_title (GsHistoryItem *self)
{
  g_return_val_if_fail (GS_IS_HISTORY_ITEM (self), NULL);
  return self->title;
}

struct _GsHistory
{
  GObject parent_instance;

  GPtrArray *items; /* oldest first */
};

static GType
gs_history_get_item_type (GListModel *model)
{
  return GS_TYPE_HISTORY_ITEM;
}

static guint
gs_history_get_n_items (GListModel *model)
{
  return GS_HISTORY (model)->items->len;
}

static gpointer
gs_history_get_item (GListModel *model, guint position)
{
  GPtrArray *items = GS_HISTORY (model)->items;

  return position < items->len ? g_object_ref (g_ptr_array_index (items, items->len - 1 - position)) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = gs_history_get_item_type;
  iface->get_n_items = gs_history_get_n_items;
  iface->get_item = gs_history_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GsHistory,
                               gs_history,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
gs_history_finalize (GObject *object)
{
  g_ptr_array_unref (GS_HISTORY (object)->items);

  G_OBJECT_CLASS (gs_history_parent_class)->finalize (object);
}

static void
gs_history_class_init (GsHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gs_history_finalize;
}

static void
gs_history_init (GsHistory *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

GsHistory *
gs_history_new (void)
{
  return g_object_new (GS_TYPE_HISTORY, NULL);
}

void
gs_history_add (GsHistory *self, GsReport *report)
{
  g_return_if_fail (GS_IS_HISTORY (self));
  g_return_if_fail (report != NULL);

  if (self->items->len == GS_HISTORY_MAX)
    {
      g_ptr_array_remove_index (self->items, 0);
      g_list_model_items_changed (G_LIST_MODEL (self), GS_HISTORY_MAX - 1, 1, 0);
    }
  g_ptr_array_add (self->items, gs_history_item_new (report));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, 1);
}

void
gs_history_clear (GsHistory *self)
{
  const guint n_items = self->items->len;

  g_return_if_fail (GS_IS_HISTORY (self));

  g_ptr_array_set_size (self->items, 0);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_items, 0);
}

GsReport *
gs_history_latest (GsHistory *self)
{
  g_return_val_if_fail (GS_IS_HISTORY (self), NULL);

  if (self->items->len == 0)
    return NULL;
  return gs_history_item_get_report (g_ptr_array_index (self->items, self->items->len - 1));
}
