/* Golden cases: a graph as Inductor had it, and what Inductor made of it. Shared by test-golden and
 * test-golden-models. */
#pragma once

#include <cjson/cJSON.h>

#include "fl-options.h"

typedef struct
{
  char *error; /* the first stage that failed, and why */
  GString *pre, *post;
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

/* A case is a row of the index, whose name is that of its folder. */
void outcome_run (Outcome *outcome, const char *folder, FlTarget target, const cJSON *golden);
void outcome_clear (Outcome *outcome);
Verdict outcome_judge (const Outcome *outcome, const char *folder, const cJSON *golden);

/* Where `parts` below tests/golden is. */
char *golden_get_path (const char *part, ...) G_GNUC_NULL_TERMINATED;
cJSON *golden_read_index (const char *folder);
/* expected-differences.txt of the folder: what differs -> why. */
GHashTable *golden_read_expected (const char *folder);
