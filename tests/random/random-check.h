/* What is tried on programs. Each: every strategy, with a width of vectors, a memory planner and
 * some options that its seed chooses; now and then all of them (random-choices.h). Kernels run with
 * every access checked, many also as users run them; results agree with the reference; texts read
 * back; the same bytes come twice.
 *
 * Programs that are tried together share compilers and workers: kernels of equal text, names of
 * buffers aside, are compiled once, all in one unit. One that fails is tried again alone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *worker_path, *cache_folder; /* as in FlExecuteRequest */
  gboolean is_unchecked;                  /* no kernels with bounds checks */
  gboolean is_cuda;                       /* CUDA kernels, run by an emulation */
  gboolean only_loops;                    /* no kernel is compiled: loop programs alone */
  gboolean is_strict;                     /* as users run kernels, and checked for undefined behaviour, too */
  gboolean is_full;                       /* everything, whatever the seeds choose */
  const char *only_variant;               /* of these alone, to save time; NULL: all */
  /* Tests only: another text of a kernel, which g_free takes, or NULL. */
  char *(*doctor) (const char *kernel);
  /* Called before work on a program, which may end this process; may be NULL. */
  void (*begin) (guint32 seed);
} RndCheckRequest;

/* klass: NULL when all is well. Else a line to tell failures apart by: "wrong", "compile: …",
 * "bounds: …", "pipeline: …". */
typedef struct
{
  char *klass, *detail;
  char *variant;    /* the variant that failed; NULL: not known, or none */
  gboolean is_idle; /* nothing could be compared: why in detail */
  guint n_variants; /* variants that ran, each with each number of threads and each kind of checks */
  guint n_kernels;  /* calls of compiled ones in these */
} RndVerdict;

typedef struct
{
  const char *text; /* NULL: left out */
  guint32 seed;     /* of choices, too */
  RndVerdict verdict;
} RndItem;

/* Of compiling, all calls so far. */
typedef struct
{
  guint64 n_units, n_kernels; /* compiled: cached ones do not count */
  gint64 compile_ns;          /* processor time */
} RndTotals;

void rnd_check_items (RndItem *items, guint n, const RndCheckRequest *request);
void rnd_check_text (const char *text, guint32 seed, const RndCheckRequest *request, RndVerdict *verdict);
void rnd_verdict_clear (RndVerdict *verdict);
const RndTotals *rnd_get_totals (void);

G_END_DECLS
