/* Timing several ways to the same result on a GPU, once, to keep the fastest. */
#pragma once

#include "fl-cuda.h"

G_BEGIN_DECLS

/* Puts way i onto the stream; FALSE: it cannot. */
typedef gboolean (*FlCudaTrialFunc) (gpointer data, guint i);

/* The way of n that takes the device least; n: none can. Nothing is timed where there is but one. */
guint fl_cuda_trials_run (const FlCudaDriver *driver, FlCudaStream stream, FlCudaTrialFunc func, gpointer data,
                          guint n);

G_END_DECLS
