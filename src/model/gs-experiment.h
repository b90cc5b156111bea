#pragma once

#include <glib-object.h>

#include "gs-plan.h"

G_BEGIN_DECLS

/* The spec on screen and its plan. Every change re-plans at once and can be
 * undone by name.
 *
 * Properties (all read-only, notified on change only): "verdict" and "problem"
 * (strings), "can-undo", "can-redo", "undo-name", "redo-name", "view". Signal
 * "changed": spec and plan are new.
 *
 * Undo keeps as many steps as their matrices fit into GS_EXPERIMENT_UNDO_BYTES,
 * each counted once however many steps share it, and at least the newest. */
#define GS_TYPE_EXPERIMENT (gs_experiment_get_type ())
G_DECLARE_FINAL_TYPE (GsExperiment, gs_experiment, GS, EXPERIMENT, GObject)

#define GS_EXPERIMENT_UNDO_BYTES ((guint64)1 << 29)

/* @spec NULL: the seed example. Copied. */
GsExperiment *gs_experiment_new (const GsSpec *spec);

/* Valid until the next change. */
const GsSpec *gs_experiment_get_spec (GsExperiment *self);
const GsPlan *gs_experiment_get_plan (GsExperiment *self);

/* What the launch does, in one sentence. */
const char *gs_experiment_get_verdict (GsExperiment *self);
/* Why it cannot be run, in one sentence; NULL when it can. */
const char *gs_experiment_get_problem (GsExperiment *self);

/* Takes @spec. @name says what was changed, for people ("Change block x"). An
 * equal spec is no change. */
void gs_experiment_change (GsExperiment *self, GsSpec *spec, const char *name);

/* The same for a change in small steps, as by typing: while the newest change has
 * the same @name and came by this function too, both are one for undo. */
void gs_experiment_change_joined (GsExperiment *self, GsSpec *spec, const char *name);

/* What is looked at, a word of the front end's; NULL at first. Going from view to
 * view is one change for undo; looking around between undo and redo is none, so
 * that what can be redone stays. Setting it is no change. */
const char *gs_experiment_get_view (GsExperiment *self);
void gs_experiment_change_view (GsExperiment *self, const char *view, const char *name);
void gs_experiment_set_view (GsExperiment *self, const char *view);

/* The limits launches are checked against; NULL: those common to all cards. */
void gs_experiment_set_limits (GsExperiment *self, const GsLimits *limits);

gboolean gs_experiment_undo (GsExperiment *self);
gboolean gs_experiment_redo (GsExperiment *self);
/* Another bound than GS_EXPERIMENT_UNDO_BYTES. */
void gs_experiment_set_undo_bytes (GsExperiment *self, guint64 n_bytes);
/* Nothing can be undone or redone any more: this is the beginning. */
void gs_experiment_forget (GsExperiment *self);

const char *gs_experiment_get_undo_name (GsExperiment *self); /* NULL: nothing to undo */
const char *gs_experiment_get_redo_name (GsExperiment *self);

G_END_DECLS
