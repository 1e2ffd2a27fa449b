/* One graph by the rules of two versions of PyTorch: the groups that differ, and the rules that make them differ. */
#pragma once

#include "fl-run.h"

G_BEGIN_DECLS

typedef struct
{
  guint versions[2];
  GPtrArray *groups[2]; /* texts: the names of each group's originals, sorted */
  gboolean are_equal;
  GPtrArray *causes;  /* texts: rules and defaults that, all switched back in the later version, give the earlier's
                       * groups; none of them can be left out */
  gboolean is_proved; /* the causes that are listed give those groups */
  gboolean is_cut;    /* time ran out: some may not be needed */
} FlChanged;

/* options: whatever else holds, their version of PyTorch does not. limit_ms: for the search of causes, 0: none.
 * cancelled may be NULL. NULL + error: a run failed, or was cancelled. */
FlChanged *fl_changed_new (FlGraph *graph, const FlOptions *options, guint first, guint second, gint64 limit_ms,
                           const gint *cancelled, GError **error);
void fl_changed_free (FlChanged *changed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlChanged, fl_changed_free)

/* Numbers of groups, those that only one has, causes: lines. */
void fl_changed_append (GString *out, const FlChanged *changed);
/* One sentence: "From PyTorch 2.11 to 2.15 5 groups became 3: online-softmax-splits (A softmax …)". */
char *fl_changed_dup_sentence (const FlChanged *changed);

G_END_DECLS
