#pragma once

#include <glib-object.h>

#include "gs-cell-texts.h"
#include "gs-report.h"

G_BEGIN_DECLS

/* A cell of the plane of threads and elements (gs_plan_plane()) that is held on
 * to. */
typedef struct
{
  gboolean is_set;
  gint64 x, y;
} GsPin;

/* The spec on screen and its plan, what is being typed into A and B and what is
 * looked at. Every change re-plans at once and can be undone by name.
 *
 * Properties (all read-only, notified on change only): "verdict" and "problem"
 * (strings), "can-undo", "can-redo", "undo-name", "redo-name", "view", "awaits-values". Signals:
 * "changed": spec and plan are new, or a veil was drawn or taken away; "texts-changed": cells of A or B hold other
 * texts; "pin-changed".
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

/* Veiled, the counts of the plan are not to be shown: somebody is to find them
 * out first. The verdict then is gs_experiment_veil_text(). */
void gs_experiment_set_veiled (GsExperiment *self, gboolean veiled);
gboolean gs_experiment_get_veiled (GsExperiment *self);
/* What stands in place of whatever is veiled; translated. */
const char *gs_experiment_veil_text (void);

/* Takes @spec. @name says what was changed, for people ("Change block x"). An
 * equal spec is no change. */
void gs_experiment_change (GsExperiment *self, GsSpec *spec, const char *name);

/* The same for a spec from elsewhere: a file, a lesson, a run. Where it names no
 * device, the one on screen stays: a lesson runs on the card that was chosen. */
void gs_experiment_show (GsExperiment *self, GsSpec *spec, const char *name);

/* The same for a change in small steps, as by typing: while the newest change has
 * the same @name and came by this function too, both are one for undo. */
void gs_experiment_change_joined (GsExperiment *self, GsSpec *spec, const char *name);

/* Texts in cells of operand 0 (A) or 1 (B) that are no numbers; NULL: none. They
 * are of these values: another source for the operand drops them, another size of
 * the same source those that lie outside. */
GsCellTexts *gs_experiment_get_texts (GsExperiment *self, int operand);
/* A change of the operand's cells: values and texts at once. Takes @spec and
 * @texts. @spec NULL: no value changed. */
void gs_experiment_change_cells (
    GsExperiment *self, GsSpec *spec, int operand, GsCellTexts *texts, const char *name);
/* Takes @texts, as no change. */
void gs_experiment_set_texts (GsExperiment *self, int operand, GsCellTexts *texts);

/* Values of A or B are being read and will be a change, or turn out to be wrong: what
 * is on screen is soon another spec, so that a run had better wait. Each beginning
 * has its end; the property "awaits-values" says whether any is open. */
void gs_experiment_begin_values (GsExperiment *self);
void gs_experiment_end_values (GsExperiment *self);
gboolean gs_experiment_get_awaits_values (GsExperiment *self);

/* What is looked at: a view, as a word of the front end's (NULL at first), and a
 * cell that is pinned. Going from view to view, or from cell to cell, is one
 * change for undo; looking around between undo and redo is none, so that what can
 * be redone stays. Setting is no change. How far one has zoomed is not kept: a
 * turn of the wheel would be twenty steps, and fitting the picture is one key. */
const char *gs_experiment_get_view (GsExperiment *self);
void gs_experiment_change_view (GsExperiment *self, const char *view, const char *name);
void gs_experiment_set_view (GsExperiment *self, const char *view);
GsPin gs_experiment_get_pin (GsExperiment *self);
void gs_experiment_change_pin (GsExperiment *self, const GsPin *pin, const char *name);
void gs_experiment_set_pin (GsExperiment *self, const GsPin *pin);

/* The GPUs of this machine (array of GsGpu in the order of their numbers; takes a
 * reference). Launches are checked against the limits of the one that is used, or
 * of the profile that the spec names; without, against those common to all cards. */
void gs_experiment_set_gpus (GsExperiment *self, GPtrArray *gpus);
GPtrArray *gs_experiment_get_gpus (GsExperiment *self); /* NULL: not known yet */

/* The GPU that runs use: the one that the spec names, and while that is not there,
 * or none is named, the first. NULL: there is none, or it is not known yet. */
const GsGpu *gs_experiment_get_gpu (GsExperiment *self);
/* What was chosen and is not there, for people: its name and UUID, or the word of
 * the spec; free it. NULL: what was chosen is there, or nobody knows yet. */
char *gs_experiment_dup_missing_gpu (GsExperiment *self);
/* That, what is used instead and the way out, in one sentence; free it. */
char *gs_experiment_dup_gpu_trouble (GsExperiment *self);
/* Notes what a GPU is called that may not be there any more. */
void gs_experiment_name_gpu (GsExperiment *self, const char *uuid, const char *name);
/* The name of a GPU that was there, or was noted; NULL: not known. */
const char *gs_experiment_get_gpu_name (GsExperiment *self, const char *uuid);

/* The spec to hand to the worker: the one on screen, which names the UUID of the
 * GPU that is used when one is asked for and there are several, or another is to
 * take the place of a missing one. Free it. */
GsSpec *gs_experiment_dup_run_spec (GsExperiment *self);

gboolean gs_experiment_undo (GsExperiment *self);
gboolean gs_experiment_redo (GsExperiment *self);
/* Another bound than GS_EXPERIMENT_UNDO_BYTES. */
void gs_experiment_set_undo_bytes (GsExperiment *self, guint64 n_bytes);
/* Nothing can be undone or redone any more: this is the beginning. */
void gs_experiment_forget (GsExperiment *self);

const char *gs_experiment_get_undo_name (GsExperiment *self); /* NULL: nothing to undo */
const char *gs_experiment_get_redo_name (GsExperiment *self);

G_END_DECLS
