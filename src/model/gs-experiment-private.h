#pragma once

#include "gs-experiment.h"

G_BEGIN_DECLS

/* Internal to the experiment. */

/* One change that can be undone or redone: what was there on its other side. */
typedef struct
{
  GsSpec *spec; /* NULL: only what is looked at changed */
  GsCellTexts *texts[2];
  char *view;
  GsPin pin;
  char *name;
  gboolean joins; /* with a next one of the same name */
} GsStep;

/* Copies @spec (NULL: of what is looked at), takes references on @texts. */
GsStep *gs_step_new (
    const GsSpec *spec, GsCellTexts *const texts[2], const char *view, const GsPin *pin, const char *name);
void gs_step_free (GsStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GsStep, gs_step_free)

/* How many of @steps, newest first, hold no more than @max_bytes of matrices
 * beyond those of @present; the newest counts whatever its size. */
guint gs_steps_count_kept (GQueue *steps, const GsSpec *present, guint64 max_bytes);

struct _GsExperiment
{
  GObject parent_instance;

  GsSpec *spec;
  GsPlan *plan;
  char *verdict;
  char *problem;
  GPtrArray *gpus;       /* of GsGpu; NULL: not known yet */
  GHashTable *gpu_names; /* by UUID, of those there are and were */
  GsCellTexts *texts[2];
  char *view;
  GsPin pin;
  gboolean veiled;
  int n_awaited; /* readings of values under way */

  GQueue undo; /* of GsStep, newest at the head */
  GQueue redo;
  guint64 max_undo_bytes;
};

/* Plans the spec anew, and tells. */
void gs_experiment_replan (GsExperiment *self);
/* The limits of what the spec is planned for; FALSE: those common to all cards. */
gboolean gs_experiment_find_limits (GsExperiment *self, GsLimits *limits);

/* After a step was added: drops those beyond a bound, and tells. */
void gs_experiment_drop_old_steps (GsExperiment *self);
void gs_experiment_notify_steps (GsExperiment *self);

G_END_DECLS
