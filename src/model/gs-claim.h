#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A request whose answer counts only while it is the current one of whoever made
 * it. The current one is known by its cancellable. */
typedef struct
{
  GObject *owner;
  GCancellable *cancellable;
} GsClaim;

/* Makes a new request the current one: *@current, which must be NULL, becomes its
 * cancellable. The claim keeps @owner alive until its answer came. */
GsClaim *gs_claim_new (gpointer owner, GCancellable **current);
/* One more claim of the request that is current: it had to wait before it was made. */
GsClaim *gs_claim_renew (gpointer owner, GCancellable *current);
void gs_claim_free (GsClaim *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsClaim, gs_claim_free)

/* Whether the answer still counts. */
gboolean gs_claim_holds (const GsClaim *self, GCancellable *current);

G_END_DECLS
