/* FluiComparing: what the Compare page looks at: two to four columns of one graph, what differs
 * between them, the chosen difference, and the times of one run of all. Like the session it
 * computes nothing: threads make runs, comparison and layout, and frozen results are swapped in.
 *
 * Signals (without arguments, on the main thread):
 *   "columns-changed"    their number, or what one shows
 *   "changed"            comparison and picture are new (or gone: another graph)
 *   "difference-changed" another difference is chosen, or none
 *   "busy-changed"       work began, ended, or made progress; the state may be another one
 *   "measured"           flui_comparing_get_execution () is new
 */
#pragma once

#include "fl-compare-picture.h"

#include "flui-session.h"

G_BEGIN_DECLS

enum
{
  FLUI_COMPARING_MIN_COLUMNS = 2,
  FLUI_COMPARING_MAX_COLUMNS = 4,
  FLUI_COMPARING_OLDEST_TORCH = 204 /* of the columns for one version; what came before has no rules of its own here */
};

#define FLUI_TYPE_COMPARING (flui_comparing_get_type ())
G_DECLARE_FINAL_TYPE (FluiComparing, flui_comparing, FLUI, COMPARING, GObject)

FluiComparing *flui_comparing_new (FluiSession *session);

/* Where a column's kernels come from. */
typedef struct
{
  const char *strategy; /* of the table; interned */
  gboolean is_unfused;  /* the schedule before fusion */
  const char *title;    /* NULL: the strategy's own. Copied */
  FlRun *run;           /* made elsewhere of the same graph (a what-if variant); NULL: made here. Referenced */
  guint torch;          /* by the rules of that version of PyTorch; 0: of the session's */
} FluiCompared;

typedef enum
{
  FLUI_COMPARING_EMPTY, /* no graph is open, or nobody looks */
  FLUI_COMPARING_WORKING,
  FLUI_COMPARING_READY,
  FLUI_COMPARING_FAILED, /* flui_comparing_get_message () says why */
  FLUI_COMPARING_CANCELLED
} FluiComparingState;

FluiComparingState flui_comparing_get_state (FluiComparing *self);
const char *flui_comparing_get_message (FluiComparing *self);

/* While nobody looks, a new graph starts no work. */
void flui_comparing_set_active (FluiComparing *self, gboolean active);

guint flui_comparing_get_n_columns (FluiComparing *self);
void flui_comparing_set_n_columns (FluiComparing *self, guint n);
const FluiCompared *flui_comparing_get_column (FluiComparing *self, guint column);
void flui_comparing_set_column (FluiComparing *self, guint column, const FluiCompared *compared);
/* Two columns: before fusion, and TorchInductor's. */
void flui_comparing_reset_columns (FluiComparing *self);

/* What a column can show: the strategies, the schedule before fusion, TorchInductor by the rules of each version of
 * PyTorch, and what was added. */
guint flui_comparing_get_n_choices (FluiComparing *self);
const FluiCompared *flui_comparing_get_choice (FluiComparing *self, guint choice);
char *flui_comparing_dup_choice_title (FluiComparing *self, guint choice);
/* G_MAXUINT: none. */
guint flui_comparing_find_choice (FluiComparing *self, const FluiCompared *compared);
/* A run of the open graph made elsewhere, as a what-if variant; returns its position. Forgotten
 * with the graph. */
guint flui_comparing_add_choice (FluiComparing *self, const char *title, FlRun *run);
/* Only these are left of what was added. A column that shows another one goes on doing so. */
void flui_comparing_set_variants (FluiComparing *self, guint n, const char *const *titles, const FlRun *const *runs);

/* Starts again after a failure or a cancellation. */
void flui_comparing_retry (FluiComparing *self);

/* Where columns follow the rules of several versions of PyTorch: the rules that make their groups differ, a sentence a
 * line; NULL: nothing is to be said. */
const char *flui_comparing_get_changed (FluiComparing *self);

/* NULL until there is one; borrowed until "changed". */
const FlComparison *flui_comparing_get_comparison (FluiComparing *self);
/* Pictures of the comparison; the caller may take scenes out of them. */
FlComparePicture *flui_comparing_get_picture (FluiComparing *self);
/* Opens or closes a block of all pictures. */
void flui_comparing_set_block (FluiComparing *self, const char *path, gboolean open);

/* G_MAXUINT: none. Opens the blocks that hide it. */
guint flui_comparing_get_difference (FluiComparing *self);
void flui_comparing_set_difference (FluiComparing *self, guint difference);
/* Round and round, in the graph's order. */
void flui_comparing_move_difference (FluiComparing *self, int by);

/* Builds, runs, checks and times all columns in interleaved rounds. */
void flui_comparing_measure (FluiComparing *self);
/* NULL: not measured. */
const FlExecution *flui_comparing_get_execution (FluiComparing *self);
/* NULL: it can be measured; else why it cannot. */
const char *flui_comparing_get_obstacle (FluiComparing *self);

gboolean flui_comparing_is_working (FluiComparing *self);
gboolean flui_comparing_is_measuring (FluiComparing *self);
double flui_comparing_get_progress (FluiComparing *self); /* negative: unknown */
const char *flui_comparing_get_progress_text (FluiComparing *self);
void flui_comparing_cancel (FluiComparing *self);

/* Picture (.svg, .pdf, .png), or the table and the differences as text (.txt) or JSON (.json). Lays
 * out anew: blocks for as long. */
gboolean flui_comparing_write (FluiComparing *self, const char *path, GError **error);
/* The table and the differences; free with g_free. NULL: nothing is compared. */
char *flui_comparing_dup_text (FluiComparing *self);

G_END_DECLS
