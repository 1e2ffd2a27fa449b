/* Ablation: the same program with passes over loop programs switched off, one at a time, all executed together. */
#pragma once

#include "fl-ablation.h"
#include "fl-pipeline.h"

G_BEGIN_DECLS

/* A new run that shares base's stages and adds the execution of its program and of those without a pass each, where
 * that changes code: fl_ablation_new reads it. As fl_pipeline_execute. */
FlRun *fl_pipeline_ablate (const FlRun *base, const FlExecuteRequest *request, const gint *cancelled,
                           FlProgress progress, gpointer data, GError **error);

G_END_DECLS
