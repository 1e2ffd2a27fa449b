/* One cell of a study: a graph under a strategy with values of options, for a target, and what came of it: figures, or
 * the error. A line of JSON in the study's file; data/docs/study.md lists the members. */
#pragma once

#include <glib.h>

typedef struct cJSON cJSON;

G_BEGIN_DECLS

typedef enum
{
  FL_MEASURE_KERNELS,
  FL_MEASURE_BYTES,
  FL_MEASURE_PEAK,
  FL_MEASURE_TIME,
  FL_N_MEASURES
} FlMeasure;

typedef struct
{
  const char *name;  /* "bytes": JSON, CSV, anchors */
  const char *title; /* "Bytes moved" */
  const char *sentence;
} FlMeasureInfo;

const FlMeasureInfo *fl_measure_get_info (FlMeasure measure);
char *fl_measure_dup_amount (FlMeasure measure, double amount);

/* What was asked. */
typedef struct
{
  char *key;    /* equal keys, equal cells: fl_cell_question_dup_key */
  guint place;  /* in the grid, from 0 */
  char *graph;  /* path */
  guint number; /* which graph of several in there, from 1; 0: the one that is meant when nobody says */
  char *name;   /* of the graph itself; NULL: not known */
  char *sha256; /* of the file; NULL: it could not be read */
  char *target; /* "auto": the graph's device decides */
  char *strategy;
  char **options; /* "NAME=VALUE", in the grid's order */
  char **words;   /* options of the command line that all cells share: "--seed=3" */
  gboolean is_run;
} FlCellQuestion;

typedef struct
{
  FlCellQuestion asked;
  char *rules; /* "cpu": the target that was decided for; NULL: unknown */
  char *torch; /* "PyTorch 2.11's rules, as stated"; NULL: unknown */
  gboolean has[FL_N_MEASURES];
  double amount[FL_N_MEASURES];     /* bytes and nanoseconds */
  double time_low_ns, time_high_ns; /* quartiles */
  double unfused_ns, speedup;       /* 0: not measured */
  char *check, *why;                /* "agrees", "disagrees", "unverified" and its reason; NULL: not run */
  double max_rel_error;             /* -1: not known */
  char *device, *machine;           /* where it ran */
  guint n_threads, n_jobs;          /* n_jobs: cells that ran at the same time at most */
  char *error_kind, *error;         /* NULL: there is none */
  char *finished, *program;         /* UTC; version of Fuseloom */
  double wall_s;
} FlStudyCell;

/* Of the graph's path, number and content, target, strategy, options, and whether it is run. */
char *fl_cell_question_dup_key (const FlCellQuestion *question);
/* "inductor, memory_planner=reuse" */
char *fl_cell_question_dup_label (const FlCellQuestion *question);

FlStudyCell *fl_study_cell_new (void);
void fl_study_cell_free (FlStudyCell *cell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlStudyCell, fl_study_cell_free)
/* A copy without figures. */
FlStudyCell *fl_study_cell_new_asked (const FlCellQuestion *question);
void fl_study_cell_set_error (FlStudyCell *cell, const char *kind, const char *message);
/* Figures from what `run --json` or `stages --json` printed. FALSE: error says what it lacks. */
gboolean fl_study_cell_take_figures (FlStudyCell *cell, const char *text, gsize length, GError **error);

/* One line, without its end. */
char *fl_study_cell_dup_line (const FlStudyCell *cell);
/* place: "cells.jsonl:12", for errors. NULL + error: the line is no cell. */
FlStudyCell *fl_study_cell_parse (const char *line, gsize length, const char *place, GError **error);

G_END_DECLS
