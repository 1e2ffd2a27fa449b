/* Commands of studies: what their files share. */
#pragma once

#include "fl-cli.h"
#include "fl-file-lines.h"
#include "fl-study.h"

G_BEGIN_DECLS

#define FL_CLI_STUDY_CELLS "cells.jsonl"
#define FL_CLI_STUDY_TASK "task-" /* folders of a Slurm job's tasks, in the study's folder */

typedef struct
{
  char *path, *name, *sha256; /* name, sha256: NULL: not known */
  guint number;               /* in its file; 0: of one that could not be listed */
} FlCliStudyGraph;

/* Of all words of the command line: FlCliStudyGraph. */
GPtrArray *fl_cli_study_list_graphs (const FlCli *cli, GError **error);
/* The grid: FlStudyCell without figures, in the order in which they are run: all that is asked of one graph together.
 * NULL: *status says how it failed. */
GPtrArray *fl_cli_study_new_grid (FlCli *cli, FlCliStatus *status);
/* Absolute paths of the graphs, as they were given; NULL-terminated. */
GStrv fl_cli_study_dup_paths (const FlCli *cli);

/* Runs the cells, and takes each into study and lines when it ends. Counts what is done; a cell that was cut off is
 * none. */
typedef struct
{
  FlCli *cli;
  FlStudy *study;
  FlFileLines *lines;
  GPtrArray *cells; /* to be run: borrowed */
  guint n_done, n_errors, n_disagree, n_defects;
  gboolean was_cancelled;
  GError *error; /* why it had to stop; NULL: it did not */
} FlCliStudyRun;
void fl_cli_study_run_cells (FlCliStudyRun *run);

/* --slurm: n_cells are to be divided among tasks. */
FlCliStatus fl_cli_study_submit (FlCli *cli, const char *folder, guint n_cells);

G_END_DECLS
