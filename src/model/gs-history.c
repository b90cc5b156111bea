#include "gs-history.h"

#include <glib/gi18n-lib.h>

#include "gs-backend-title.h"
#include "gs-gpu.h"
#include "gs-history-file.h"
#include "gs-result-ratio.h"
#include "gs-scale.h"

struct _GsHistoryItem
{
  GObject parent_instance;

  GsReport *report;
  char *title;
  gboolean named; /* by a person */
  guint number;   /* in the order they came, from 1 */
  gboolean pinned;
};

G_DEFINE_FINAL_TYPE (GsHistoryItem, gs_history_item, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_TITLE,
  PROP_PINNED,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static void
gs_history_item_finalize (GObject *object)
{
  GsHistoryItem *self = GS_HISTORY_ITEM (object);

  g_clear_pointer (&self->report, gs_report_unref);
  g_free (self->title);

  G_OBJECT_CLASS (gs_history_item_parent_class)->finalize (object);
}

static void
gs_history_item_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  GsHistoryItem *self = GS_HISTORY_ITEM (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    case PROP_PINNED:
      g_value_set_boolean (value, self->pinned);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_history_item_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  GsHistoryItem *self = GS_HISTORY_ITEM (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      gs_history_item_set_title (self, g_value_get_string (value));
      break;
    case PROP_PINNED:
      gs_history_item_set_pinned (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gs_history_item_class_init (GsHistoryItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->finalize = gs_history_item_finalize;
  object_class->get_property = gs_history_item_get_property;
  object_class->set_property = gs_history_item_set_property;

  props[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  props[PROP_PINNED] = g_param_spec_boolean ("pinned", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
gs_history_item_init (GsHistoryItem *self)
{
}

static char *
first_title (const GsSpec *spec)
{
  g_autofree char *m = gs_format_count (spec->m);
  g_autofree char *n = gs_format_count (spec->n);
  g_autofree char *k = gs_format_count (spec->k);

  if (spec->op == GS_OP_MATMUL)
    return g_strdup_printf ("%s %s × %s × %s", gs_op_title (spec->op), m, k, n);
  return g_strdup_printf ("%s %s × %s", gs_op_title (spec->op), m, n);
}

static GsHistoryItem *
gs_history_item_new (GsReport *report, guint number)
{
  GsHistoryItem *self = g_object_new (GS_TYPE_HISTORY_ITEM, NULL);

  self->report = gs_report_ref (report);
  self->number = number;
  self->title = first_title (report->spec);
  return self;
}

GsReport *
gs_history_item_get_report (GsHistoryItem *self)
{
  g_return_val_if_fail (GS_IS_HISTORY_ITEM (self), NULL);
  return self->report;
}

guint
gs_history_item_get_number (GsHistoryItem *self)
{
  g_return_val_if_fail (GS_IS_HISTORY_ITEM (self), 0);
  return self->number;
}

const char *
gs_history_item_get_title (GsHistoryItem *self)
{
  g_return_val_if_fail (GS_IS_HISTORY_ITEM (self), NULL);
  return self->title;
}

void
gs_history_item_set_title (GsHistoryItem *self, const char *title)
{
  g_autofree char *plain = g_strstrip (g_strdup (title != NULL ? title : ""));
  g_autofree char *first = NULL;
  char *taken;

  g_return_if_fail (GS_IS_HISTORY_ITEM (self));

  first = first_title (self->report->spec);
  self->named = *plain != '\0' && !g_str_equal (plain, first);
  taken = self->named ? g_steal_pointer (&plain) : g_steal_pointer (&first);
  if (g_str_equal (taken, self->title))
    {
      g_free (taken);
      return;
    }
  g_free (self->title);
  self->title = taken;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_TITLE]);
}

void
gs_history_item_set_pinned (GsHistoryItem *self, gboolean pinned)
{
  g_return_if_fail (GS_IS_HISTORY_ITEM (self));

  if (self->pinned == pinned)
    return;
  self->pinned = pinned;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PINNED]);
}

/* The name of @gpu, or its PCI id where another has the same name: a row has room for one. */
static const char *
tell_apart (const GsGpu *gpu, const GPtrArray *gpus)
{
  guint n_alike = 0;

  for (guint i = 0; i < gpus->len; i++)
    n_alike += g_strcmp0 (((const GsGpu *)g_ptr_array_index (gpus, i))->name, gpu->name) == 0;
  return n_alike > 1 && gpu->pci != NULL ? gpu->pci : gpu->name;
}

/* Which of several cards @report is about; NULL: about none, or there is only one. Not to be freed. */
static const char *
find_card (const GsReport *report)
{
  const GPtrArray *gpus = report->environment->gpus;
  const GsGpu *gpu = gpus->len > 1 ? gs_report_get_gpu (report) : NULL;

  for (guint i = 0; gpu != NULL && i < report->results->len; i++)
    if (gs_gpu_runs (((const GsResult *)g_ptr_array_index (report->results, i))->backend))
      return tell_apart (gpu, gpus);
  return NULL;
}

char *
gs_history_item_dup_summary (GsHistoryItem *self)
{
  const GsResult *fastest = NULL;
  g_autofree char *title = NULL, *time = NULL;
  const char *card;

  g_return_val_if_fail (GS_IS_HISTORY_ITEM (self), NULL);

  for (guint i = 0; i < self->report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (self->report->results, i);

      if (gs_result_is_timed (result)
          && (fastest == NULL || result->compute.median < fastest->compute.median))
        fastest = result;
    }
  if (fastest == NULL)
    return g_strdup (_ ("Nothing in it was timed"));
  title = gs_kernel_title (fastest->backend, fastest->kernel);
  time = gs_format_ns (fastest->compute.median);
  card = find_card (self->report);
  if (self->report->environment->recorded != NULL)
    /* Translators: a backend and kernel, a time. */
    return g_strdup_printf (_ ("%s %s (recorded)"), title, time);
  if (card != NULL)
    /* Translators: a backend and kernel, a time, the GPU that took part. */
    return g_strdup_printf (_ ("%s %s · GPU: %s"), title, time, card);
  return g_strdup_printf ("%s %s", title, time);
}

struct _GsHistory
{
  GObject parent_instance;

  GPtrArray *items; /* oldest first */
  guint n_added;    /* since it was empty */
  gint64 n_bytes;   /* of all outputs */
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

static gint64
output_bytes (const GsReport *report)
{
  gint64 n_bytes = 0;

  for (guint i = 0; i < report->results->len; i++)
    {
      const GsResult *result = g_ptr_array_index (report->results, i);

      if (result->output != NULL)
        n_bytes += (gint64)sizeof (float) * gs_matrix_elements (result->output);
    }
  return n_bytes;
}

/* Never the newest, which is on screen, and none that is pinned. FALSE when none
 * can go. */
static gboolean
drop_oldest (GsHistory *self)
{
  for (guint i = 0; i + 1 < self->items->len; i++)
    {
      GsHistoryItem *item = g_ptr_array_index (self->items, i);

      if (item->pinned)
        continue;
      self->n_bytes -= output_bytes (item->report);
      g_ptr_array_remove_index (self->items, i);
      g_list_model_items_changed (G_LIST_MODEL (self), self->items->len - i, 1, 0);
      return TRUE;
    }
  return FALSE;
}

void
gs_history_add (GsHistory *self, GsReport *report)
{
  g_return_if_fail (GS_IS_HISTORY (self));
  g_return_if_fail (report != NULL);

  g_ptr_array_add (self->items, gs_history_item_new (report, ++self->n_added));
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, 1);
  self->n_bytes += output_bytes (report);
  while ((self->items->len > GS_HISTORY_MAX || self->n_bytes > GS_HISTORY_MAX_BYTES) && drop_oldest (self))
    ;
}

GPtrArray *
gs_history_list (GsHistory *self)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify)gs_history_entry_free);

  g_return_val_if_fail (GS_IS_HISTORY (self), entries);

  for (guint i = self->items->len; i > 0; i--)
    {
      GsHistoryItem *item = g_ptr_array_index (self->items, i - 1);

      g_ptr_array_add (entries, gs_history_entry_new (item->title, item->named, item->pinned, item->report));
    }
  return entries;
}

void
gs_history_clear (GsHistory *self)
{
  const guint n_items = self->items->len;

  g_return_if_fail (GS_IS_HISTORY (self));

  g_ptr_array_set_size (self->items, 0);
  self->n_bytes = 0;
  self->n_added = 0;
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
