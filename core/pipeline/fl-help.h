/* What would help: changes that make two values one kernel and move fewer bytes, found by trying them as what-ifs. */
#pragma once

#include "fl-whatif.h"

G_BEGIN_DECLS

typedef struct
{
  const char *strategy; /* another one; NULL: the base's, with the override */
  FlOverride override;
  gint64 saved_bytes;                  /* of all that the program moves */
  gint n_fewer_kernels;                /* negative: there are more */
  gboolean is_apart;                   /* a rewrite that saves bytes elsewhere */
  gboolean is_measured, is_time_apart; /* apart: beyond the spread of the measurements */
  double base_ns, time_ns;             /* is_measured: medians of the two programs, in interleaved rounds */
} FlHelp;

typedef struct
{
  GArray *found;        /* FlHelp, most bytes first */
  guint n_tried, n_all; /* fewer were tried than there are: the time was over, or it was cancelled */
} FlHelpSearch;

/* Before each trial, in the caller's thread: how many are over, and of how many. */
typedef void (*FlHelpProgress) (guint n_done, guint n_all, gpointer data);

/* a, b: subjects (fl_whatif_find_subject) that are in different kernels of base. Each candidate is a run of its own;
 * none is begun after limit_ms, or once *cancelled (may be NULL). progress may be NULL. */
void fl_help_find (FlHelpSearch *search, const FlRun *base, const char *a, const char *b, guint limit_ms,
                   const gint *cancelled, FlHelpProgress progress, gpointer data);
/* Builds and runs the first n that were found, each beside base, which was made through code generation. Those that are
 * slower than base go last. FALSE + error: the first that cannot be run. */
gboolean fl_help_measure (FlHelpSearch *search, const FlRun *base, guint n, const FlExecuteRequest *request,
                          const gint *cancelled, GError **error);
void fl_help_clear (FlHelpSearch *search);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FlHelpSearch, fl_help_clear)

void fl_help_append_change (GString *out, const FlHelp *help); /* "force a, b" */
gboolean fl_help_is_rewrite (const FlHelp *help);              /* the user's line, written in another way */
/* "A reduction of all … becomes one of each row … model.py:3: y = x.max ()"; of a rewrite. */
void fl_help_append_meaning (GString *out, const FlHelp *help, const FlRun *base);
void fl_help_append_gain (GString *out, const FlHelp *help, const FlRun *base); /* "12 MiB less (31 % …" */
/* "force a, b: 12 MiB less (31 % of what is moved), 1 kernel fewer" */
void fl_help_append (GString *out, const FlHelp *help, const FlRun *base);

G_END_DECLS
