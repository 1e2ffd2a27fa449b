/* A debug folder through our pipeline, and the comparison with what PyTorch left in it. */
#pragma once

#include "fl-parity.h"
#include "fl-pipeline.h"

G_BEGIN_DECLS

typedef struct
{
  FlOptions options;
  gboolean keeps_target;       /* options.target was asked for: the dumps' device does not decide */
  const char *const *settings; /* "NAME=VALUE" over what the folder says; NULL-terminated; may be NULL */
  const char *const *hints;    /* "s77=4": sizes that PyTorch saw; NULL-terminated; may be NULL */
} FlParityRequest;

/* NULL + error: the folder holds no graph or no dump that can be read. */
FlParity *fl_parity_run_folder (const char *path, const FlParityRequest *request, GError **error);

G_END_DECLS
