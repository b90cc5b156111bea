#include "gs-claim.h"

GsClaim *
gs_claim_new (gpointer owner, GCancellable **current)
{
  g_return_val_if_fail (current != NULL && *current == NULL, NULL);

  *current = g_cancellable_new ();
  return gs_claim_renew (owner, *current);
}

GsClaim *
gs_claim_renew (gpointer owner, GCancellable *current)
{
  GsClaim *self;

  g_return_val_if_fail (G_IS_OBJECT (owner) && current != NULL, NULL);

  self = g_new0 (GsClaim, 1);
  self->owner = g_object_ref (owner);
  self->cancellable = g_object_ref (current);
  return self;
}

void
gs_claim_free (GsClaim *self)
{
  g_object_unref (self->owner);
  g_object_unref (self->cancellable);
  g_free (self);
}

gboolean
gs_claim_holds (const GsClaim *self, GCancellable *current)
{
  return self->cancellable == current;
}
