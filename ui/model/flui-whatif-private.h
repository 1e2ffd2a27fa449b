/* What the parts of the what-if share: flui-whatif.c is the list and its history, -try.c makes and
 * checks changes, -job.c runs the variants in threads, -file.c saves and opens. */
#pragma once

#include "flui-whatif.h"

G_BEGIN_DECLS

/* What a variant amounts to. */
typedef struct
{
  FlRun *run;
  FlFacts *facts;
  FlDelta *delta; /* against the base; NULL: it is the base, or its run failed */
} FluiWhatifResult;

typedef struct _FluiWhatifJob FluiWhatifJob;

/* A state to go back to. */
typedef struct
{
  FlSession *file;
  guint current;
  char *label; /* of the change that followed */
} FluiWhatifMoment;

struct _FluiWhatif
{
  GObject parent;
  FluiSession *session;
  FlSession *file;      /* NULL: no graph */
  const FlGraph *graph; /* graph of the file; compared only */
  guint current, added;
  gboolean tells_added; /* once the results of `added` are there */
  gboolean is_modified;
  GPtrArray *past, *future; /* FluiWhatifMoment */
  FlRun *base;
  GHashTable *results; /* text of a variant -> FluiWhatifResult */
  FluiWhatifJob *job;  /* the newest under way; borrowed */
  char *message;
  /* A session file whose graph is being opened. */
  FlSession *opening;
  guint opening_current;
  gboolean opening_is_modified;
};

enum
{
  FLUI_WHATIF_CHANGED,
  FLUI_WHATIF_REFUSED,
  FLUI_WHATIF_ADDED,
  FLUI_WHATIF_RESTORED,
  FLUI_WHATIF_N_SIGNALS
};

extern guint flui_whatif_signals[FLUI_WHATIF_N_SIGNALS];
/* What there is now, to come back to. */
FluiWhatifMoment *flui_whatif_moment_new (FluiWhatif *self, const char *label);
void flui_whatif_emit (FluiWhatif *self, guint signal);
/* Keeps the message, and emits "refused". */
void flui_whatif_refuse (FluiWhatif *self, const char *message);
FlSessionVariant *flui_whatif_get_variant (FluiWhatif *self, guint position); /* NULL: the base */
/* Identifies what a variant does: equal texts, equal results. */
char *flui_whatif_dup_key (const FlSessionVariant *variant);
FluiWhatifResult *flui_whatif_find_result (FluiWhatif *self, guint position);
/* Before a change: makes the state one that can be gone back to. */
void flui_whatif_remember (FluiWhatif *self, const char *label);
void flui_whatif_forget_history (FluiWhatif *self);
/* A variant like the current one with these more; becomes the current one. */
void flui_whatif_add (FluiWhatif *self, const char *strategy, const FlOverride *overrides, guint n_overrides);
/* The shown run follows the current variant. */
void flui_whatif_show_current (FluiWhatif *self);

/* Starts what is lacking, one after the other. */
void flui_whatif_pump (FluiWhatif *self);
void flui_whatif_result_free (gpointer data);
/* Checks the overrides in a thread, one by one, and adds a variant with those that are legal and
 * change something. */
void flui_whatif_check (FluiWhatif *self, const FlOverride *overrides, guint n_overrides);

/* "run-changed" of a graph that a session file asked for. */
void flui_whatif_go_on_opening (FluiWhatif *self);

G_END_DECLS
