/* What is tried on one program: every strategy, planner and width of vectors, some other options,
 * several numbers of threads, checked memory; texts that read back; the same bytes twice. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *worker_path, *cache_folder; /* as in FlExecuteRequest */
  guint32 seed;                           /* chooses options and their company */
  gboolean is_checked;                    /* kernels with bounds checks, too */
} RndCheckRequest;

/* klass: NULL when all is well. Else a line to tell failures apart by: "wrong", "compile: …",
 * "bounds: …", "pipeline: …". */
typedef struct
{
  char *klass, *detail;
  gboolean is_idle; /* nothing could be compared: why in detail */
  guint n_programs, n_modules, n_compiled;
} RndVerdict;

void rnd_check_text (const char *text, const RndCheckRequest *request, RndVerdict *verdict);
void rnd_verdict_clear (RndVerdict *verdict);

G_END_DECLS
