/* Golden cases: a graph as Inductor had it, and what Inductor made of it. Shared by test-golden and
 * test-golden-models. */
#pragma once

#include <cjson/cJSON.h>

#include "fl-options.h"
#include "fl-schedule.h"

typedef struct
{
  char *error; /* the first stage that failed, and why */
  GString *pre, *post;
  GString *wrapper;      /* lines about memory of TorchInductor's wrapper */
  GPtrArray *groups;     /* names of the originals of each scheduled node, sorted and joined */
  GHashTable *decisions; /* "2 refused op0 op5": round, what, pair, and the score of a candidate ->
                            why refused */
} Outcome;

typedef struct
{
  gboolean runs, partition, pre, post, decisions;
} Verdict;

/* The text of FOLDER/NAME, or of FOLDER/NAME.gz; NULL: neither is there. */
char *golden_read (const char *folder, const char *name, gsize *length);

/* Sees each schedule with the events of its fusion, while all of it lives. */
typedef void (*OutcomeWatch) (const FlSchedule *before, const FlTrace *trace, gpointer data);

/* A case is a row of the index, whose name is that of its folder. */
void outcome_run_watched (Outcome *outcome, const char *folder, FlTarget target, const cJSON *golden,
                          OutcomeWatch watch, gpointer data);
void outcome_run (Outcome *outcome, const char *folder, FlTarget target, const cJSON *golden);
void outcome_clear (Outcome *outcome);
Verdict outcome_judge (const Outcome *outcome, const char *folder, const cJSON *golden);
/* The lines about memory of a text of the wrapper, one a line; NULL: there is no text. */
char *golden_dup_memory_lines (const char *text, gsize length);

/* Where `parts` below tests/golden is. */
char *golden_get_path (const char *part, ...) G_GNUC_NULL_TERMINATED;
cJSON *golden_read_index (const char *folder);
/* A file of lines "what differs: why", with # for comments. */
GHashTable *golden_read_causes (const char *path);
/* expected-differences.txt of the folder: what differs -> why. */
GHashTable *golden_read_expected (const char *folder);
