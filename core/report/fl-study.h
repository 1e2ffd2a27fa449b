/* A study: many cells, and what they amount to: ratios to the first configuration of each group, their geometric means
 * and spread, the worst cells. Written as CSV and as one page of HTML. */
#pragma once

#include "fl-study-cell.h"

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *cells;    /* FlStudyCell, by place; of equal keys on one machine the one that was read last */
  GPtrArray *warnings; /* texts: lines that are no cells */
  GHashTable *by_id;   /* key and machine -> FlStudyCell, borrowed */
  GHashTable *by_key;  /* key -> the FlStudyCell of it that was taken last */
} FlStudy;

FlStudy *fl_study_new (void);
void fl_study_free (FlStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlStudy, fl_study_free)
/* Takes the cell: over one of the same key and machine. */
void fl_study_take (FlStudy *study, FlStudyCell *cell);
/* Adds the cells of a file's text. Lines that are no cells are warnings. */
void fl_study_read (FlStudy *study, const char *text, gsize length, const char *path);
void fl_study_sort (FlStudy *study);
/* The cell of that key, on whatever machine. NULL: there is none. */
const FlStudyCell *fl_study_find (const FlStudy *study, const char *key);
/* Is the one as good as what is there already: the same key and machine, and no error where there was a result? */
gboolean fl_study_has (const FlStudy *study, const FlStudyCell *cell);

/* Whose rules decided: "PyTorch 2.11's rules, as stated (4 cells); …". NULL: no cell has a result. */
char *fl_study_dup_torch (const FlStudy *study);

/* --- what they amount to ---------------------------------------------------------------------- */

typedef struct
{
  const FlStudyCell *cell, *base;
  double ratio;
} FlStudyRatio;

/* Ratios of one measure to those of the base, smallest first. */
typedef struct
{
  guint n;
  const FlStudyRatio *ratios;
  double mean, low, median, high; /* geometric mean, quartiles; 0 where n is 0 */
  guint n_left_out;               /* one of the two is 0, and the other is not */
} FlStudySpread;

/* A configuration: a strategy and values of options. */
typedef struct
{
  char *label; /* "inductor, memory_planner=reuse": the strategy, and options that differ within the group */
  const FlCellQuestion *asked; /* of its first cell */
  guint n_cells, n_errors, n_disagree, n_unverified;
  FlStudySpread spreads[FL_N_MEASURES];
  FlStudySpread unfused;      /* time of the unfused program over that of the fused one, of the same run */
  FlStudySpread beside_first; /* time over that of the same configuration in FlStudyGroup.beside */
} FlStudyRow;

/* Cells that can be compared: the same rules and, where they were run, the same device and machine. */
typedef struct _FlStudyGroup
{
  char *title;
  const struct _FlStudyGroup *beside; /* the first group with times, where it is another one and has the same cells */
  char *common;                       /* options that all rows have: "run.repeats=5"; "": none */
  GPtrArray *rows;                    /* FlStudyRow; the first is what the others are compared with */
  guint n_graphs;
} FlStudyGroup;

typedef struct
{
  GPtrArray *groups;         /* FlStudyGroup */
  const FlStudyGroup *timed; /* the first one with times; NULL: there is none */
  guint n_cells, n_graphs, n_errors, n_disagree, n_unverified;
  guint n_jobs; /* the most cells that were timed at the same time */
} FlStudySummary;

FlStudySummary *fl_study_summary_new (const FlStudy *study);
void fl_study_summary_free (FlStudySummary *summary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlStudySummary, fl_study_summary_free)

/* One row a cell, titles first; RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe. */
char *fl_study_dup_csv (const FlStudy *study);
/* The page, self-contained, without scripts. title: for people. */
char *fl_study_dup_html (const FlStudy *study, const char *title);
/* A few lines for a terminal: geometric means of each configuration. */
void fl_study_append_text (GString *out, const FlStudySummary *summary);

G_END_DECLS
