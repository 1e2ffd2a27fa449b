/* The answer to "why": found by fl-cli-answer.c, told as text or as JSON. */
#pragma once

#include "fl-cli-private.h"
#include "fl-fusion-log.h"
#include "fl-group-run.h"
#include "fl-help.h"
#include "fl-partition-explain.h"

G_BEGIN_DECLS

enum
{
  FL_CLI_WHY_MAX_SHOWN = 5 /* changes that help, in the text */
};

typedef struct
{
  FlCli *cli;
  const FlRun *run;
  GString *said;           /* how the names led to operations, a line each */
  const char *names[2];    /* of the two that are decided on: scheduler nodes, or operations */
  gboolean is_one;         /* one kernel has both */
  const char *kernels[2];  /* groups of scheduler nodes; NULL: the strategy is over operations */
  const char *unjoined[2]; /* … of ir_post_fusion, where Fuseloom joined the two; NULL: it did not */
  FlVerdict verdict;       /* of the pair by itself */
  const char *reason, *facts, *upstream;
  FlPartitionAnswer apart; /* over operations */
  const FlGroupRun *own;   /* … whose group is carried out as several kernels; may be NULL */
  FlFusionLog *log;
  FlWhy *why;           /* NULL: the log does not know them */
  FlHelpSearch help;    /* found NULL: nothing was tried */
  GError *unmeasured;   /* --run: why the changes that help have no times; else NULL */
  GPtrArray *decisions; /* FlEvent: those that the run made on the two, each once */
} FlCliWhy;

void fl_cli_why_append_text (GString *text, const FlCliWhy *answer);
void fl_cli_why_append_json (GString *text, const FlCliWhy *answer);
/* The nodes of the file that an operation comes from, last first, at most one a line of source; of FlNode. */
GPtrArray *fl_cli_names_find_sources (const FlRun *run, const char *name);

G_END_DECLS
