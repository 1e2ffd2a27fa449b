/* What the files of FluiComparing share: flui-comparing.c says what is compared,
 * flui-comparing-job.c has it made. */
#pragma once

#include "flui-comparing.h"

G_BEGIN_DECLS

typedef struct _FluiComparingJob FluiComparingJob;

struct _FluiComparing
{
  GObject parent;
  FluiSession *session; /* not referenced: it outlives the page */
  gboolean is_active;
  guint n_columns;
  FluiCompared columns[FLUI_COMPARING_MAX_COLUMNS];
  char *awaited[FLUI_COMPARING_MAX_COLUMNS]; /* titles of variants that are made again, or NULL */
  FlGraph *file_graph;                       /* the columns' graph, whatever its sizes; a reference */
  GArray *choices;                           /* FluiCompared: strategies, before fusion, then what others added */
  GHashTable *runs;                          /* flui_compared_get_key -> FlRun: of this graph and these options */
  FlRun *base;                               /* the session's run that all this was made for */
  FlComparison *comparison;
  char *changed; /* of the comparison, or NULL */
  FlComparePicture *picture;
  GPtrArray *unfolded, *folded; /* paths of blocks */
  GPtrArray *opened;            /* of unfolded: for the chosen difference only */
  guint difference;
  FlRun *executed;
  FluiComparingJob *job; /* the newest unfinished one that makes a comparison; borrowed */
  FluiComparingJob *measure_job;
  FluiComparingState state;
  char *message;
  double progress;
  char *progress_text;
};

enum
{
  FLUI_COMPARING_COLUMNS_CHANGED,
  FLUI_COMPARING_CHANGED,
  FLUI_COMPARING_DIFFERENCE_CHANGED,
  FLUI_COMPARING_BUSY_CHANGED,
  FLUI_COMPARING_MEASURED,
  FLUI_COMPARING_N_SIGNALS
};

void flui_comparing_emit (FluiComparing *self, guint signal);
void flui_comparing_set_state (FluiComparing *self, FluiComparingState state, const char *message);

/* Everything a thread needs, and what it made. */
struct _FluiComparingJob
{
  FluiComparing *self;
  gint cancelled;
  gboolean is_measure, is_redraw;
  FlGraph *graph;
  FlOptions options;
  guint n_columns;
  FluiCompared columns[FLUI_COMPARING_MAX_COLUMNS];
  FlRun *runs[FLUI_COMPARING_MAX_COLUMNS]; /* known, or made */
  FlComparison *comparison;                /* known, or made */
  char *changed;                           /* of one that was made */
  char **unfolded, **folded;
  guint difference; /* whose blocks are opened; G_MAXUINT */
  char *worker_path, *device_path;
  char *fault;
  GArray *sizes; /* FlSizeValue */
  FlComparePicture *picture;
  FlRun *executed;
  GError *error;
};

/* With what is to be compared now; the caller fills in the rest. */
FluiComparingJob *flui_comparing_job_new (FluiComparing *self);
/* Takes the job, and cancels the one of its kind before it. */
void flui_comparing_job_start (FluiComparing *self, FluiComparingJob *job, const char *text);
void flui_comparing_job_cancel (FluiComparingJob *job); /* may be NULL */

/* What was made of another graph cannot be compared with this one. Of the same graph at other sizes
 * it is made again: the column waits for it. */
void flui_comparing_drop_variants (FluiComparing *self, const FlGraph *graph);
/* TRUE: a column that is shown has its variant again. */
gboolean flui_comparing_restore_variants (FluiComparing *self);

/* Opens the blocks around the chosen difference, whose members may be blocks, too. */
void flui_comparing_open_blocks (FluiComparing *self);

/* Interned: columns of one strategy and version share a run. */
const char *flui_compared_get_key (const FluiCompared *compared);
void flui_compared_clear (FluiCompared *compared);
void flui_compared_copy (FluiCompared *to, const FluiCompared *from);
/* NULL-terminated; free with g_strfreev. */
char **flui_comparing_dup_paths (const GPtrArray *paths);

G_END_DECLS
