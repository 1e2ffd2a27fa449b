/* What a worker is opened with, on this machine or another. */
#pragma once

#include "fl-error.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path; /* of fuseloom-worker, or ssh://HOST/PATH; NULL: FUSELOOM_WORKER, beside this program, in PATH */
  gsize exchange_bytes;  /* of shared memory */
  guint timeout_s;       /* of one answer */
  guint n_threads;       /* 0: one a processor */
  gint64 limit_bytes;    /* of one program's tensors; 0: none */
  const gint *cancelled; /* may be NULL */
  gboolean for_gpu;      /* a worker that runs CUDA kernels */
  gboolean sanitize;     /* kernels are checked: fl-sanitize.h */
  gboolean only_bounds;  /* with sanitize: accesses, but no undefined behaviour, in half of the time */
} FlWorkerOptions;

/* Called for lines of progress, fraction in [0, 1]. */
typedef void (*FlWorkerProgress) (double fraction, gpointer data);

G_END_DECLS
