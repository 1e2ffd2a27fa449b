/* The command line: what every sub-command shares. Exit status: 0 success, 1 the input or the world is at fault, 2
 * wrong usage, 3 results disagree with the reference, 4 a defect of Fuseloom's own. */
#pragma once

#include "fl-access-picture.h"
#include "fl-memory-map.h"
#include "fl-pipeline.h"
#include "fl-whatif.h"

G_BEGIN_DECLS

typedef enum
{
  FL_CLI_OK = 0,
  FL_CLI_INPUT = 1,
  FL_CLI_USAGE = 2,
  FL_CLI_MISMATCH = 3,
  FL_CLI_DEFECT = 4
} FlCliStatus;

typedef struct
{
  char **forbid, **force, **realize, **inlined, **rewrites;
  char *strategy, *name, *note;
  gboolean run;
} FlCliWhatIf;

typedef struct
{
  char *lost, *kernels, *bytes, *peak, *buffers, *time, *base_variant;
  double min_matched;
  gboolean markdown;
} FlCliGate;

typedef struct
{
  gint jobs, tasks; /* 0: not given */
  double timeout;   /* seconds; 0: not given */
  gboolean retry, slurm, slurm_write;
  char *part;    /* "I/N" */
  char **sbatch; /* options of sbatch */
} FlCliStudy;

typedef struct
{
  guint n_targets;
  FlTarget targets[FL_N_TARGETS];
  char **strategies;
  char *python; /* whose PyTorch is measured, too; NULL: none */
} FlCliTimes;

typedef struct
{
  char **inputs;  /* NAME=FILE.npy */
  char **folders; /* of inputs and constants */
  char *save, *expect;
  gboolean require_verified;
  FlGiven *given, *expected; /* tensors that were read; NULL: none were asked for */
  guint variant;             /* whose results are saved */
  GError *error;             /* the first that occurred while results were saved */
} FlCliTensors;

typedef struct
{
  const char *command;
  FlOptions options;
  char **words; /* arguments after the options: GRAPH and so on; n_words of them */
  guint n_words;
  /* common */
  char *target; /* NULL: the graph's own device */
  char *device; /* ssh://…: where kernels run; cpu, cuda: as target; NULL: this machine */
  char *strategy;
  char *planner;
  char *order;
  char *at, *buffer; /* plan: what memory holds at a step; why a buffer lies where it lies */
  char *format;
  char **settings;
  char **rules;
  gint64 seed;
  gboolean has_seed;
  gboolean json;
  gboolean quiet;
  gboolean verbose; /* run, whatif --run */
  /* of some commands */
  char *output; /* -o */
  char *stage;
  char *kernel, *after; /* dump --stage loops, steps --stage codegen */
  char *language;       /* kernels */
  char *svg, *pdf, *png, *dot;
  gint step; /* -1: the whole stage */
  gboolean dark;
  char **sizes;           /* s0=128 */
  gint graph_number;      /* --graph: of a file or folder with several; 0: the first that can be lowered */
  guint graph_of_several; /* the one that was read, when there were several; else 0 */
  gboolean is_executing;  /* kernels run, and they do so on the CPU */
  gboolean is_comparing;  /* decides as `run` does: sizes that nobody gives are chosen first */
  const char *target_why; /* interned: whose rules, and why */
  char *fault;            /* test hook of the worker */
  gboolean no_verify, no_measure;
  gboolean ablate;      /* run */
  char *problem;        /* plan GRAPH: write its allocation problem there */
  gint64 capacity;      /* plan PROBLEM.csv: 0: as low as possible */
  double seconds;       /* how long a planner may search; 0: its own limit */
  char *verdict;        /* steps: only this verdict */
  gboolean differences; /* compare: what differs, and why */
  char *variant;        /* of the session file that stands for the graph */
  FlSession *session;   /* NULL: a graph was given */
  guint n_overrides;
  const FlOverride *overrides; /* of that variant; borrowed from session */
  FlCliWhatIf whatif;
  FlCliGate gate;
  FlCliTensors tensors;
  FlCliStudy study;
  FlCliTimes times;     /* run: several targets or strategies */
  gboolean diff, table; /* parity: the differing lines too; the table alone */
  gboolean unknown;     /* ops */
  char *archive;        /* bundle */
  char *torch;          /* "2.11"; parity, compare: "2.11,2.15" */
} FlCli;

typedef struct
{
  const char *name;
  const char *words; /* "GRAPH A B" */
  const char *sentence;
  guint n_words_min, n_words_max;
  FlCliStatus (*run) (FlCli *cli);
} FlCliCommand;

/* Prints "fuseloom-cli: …" on stderr, frees the error and gives the exit status that fits its code. */
FlCliStatus fl_cli_fail (GError *error);

/* Reads cli->words[0] and settles target and options. NULL: failed, *status says how. Warnings of the reader go to
 * stderr. */
FlGraph *fl_cli_read_graph (FlCli *cli, FlCliStatus *status);

/* The graph of cli->words[0], or that of --graph; where there are several, all are listed on stderr. */
FlGraph *fl_cli_read_one_of (FlCli *cli, GError **error);
/* Whose rules: --target's, the session's, else those of the graph's device. Says so on stderr, with the reason. */
void fl_cli_settle_target (FlCli *cli, const FlGraph *graph);
/* Reads the graph and runs the pipeline. NULL: the graph could not be read. A run that failed in a stage is returned:
 * the caller decides (fl_cli_check_run). */
FlRun *fl_cli_run_pipeline (FlCli *cli, FlStage until, gboolean with_unfused, FlCliStatus *status);
/* The run up to a stage; executes when the stage is RUN. */
FlRun *fl_cli_run_to (FlCli *cli, FlStage stage, FlCliStatus *status);
/* fl_cli_run_pipeline to CODEGEN without the overrides of a session's variant: the base that a variant is compared
 * with. */
FlRun *fl_cli_run_base (FlCli *cli, FlCliStatus *status);
/* A session file in place of the graph: its options take effect, then those of the command line. FALSE: *status says
 * how it failed. */
gboolean fl_cli_open_session (FlCli *cli, FlCliStatus *status);
/* The options that the command line gives, over those in place. */
gboolean fl_cli_settle_options (FlCli *cli, GError **error);
/* FL_CLI_OK, or prints why the run stopped. */
FlCliStatus fl_cli_check_run (const FlRun *run);

/* "fuseloom-cli: …" as one line on standard error; of a long message the beginning. */
void fl_cli_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
void fl_cli_say_text (const char *text);
void fl_cli_show_progress (double fraction, const char *text, gpointer data);
void fl_cli_clear_progress (void);
/* To standard output. Where it cannot be written: says so, FL_CLI_INPUT. */
FlCliStatus fl_cli_write_out (const char *text);
/* At the end: the status, or FL_CLI_INPUT when it turns out only now that not all could be written. */
FlCliStatus fl_cli_close_out (FlCliStatus status);
/* Adds the entries that cli->command takes. Each entry, taken or not, has a row of fl-cli-words.c, with or without a
 * value as there: it is our fault otherwise. */
void fl_cli_add_entries (FlCli *cli, GOptionGroup *group, const GOptionEntry *entries);
/* Is every option in there one that the command takes? Else the message names the nearest one, or the commands that
 * take it. */
gboolean fl_cli_check_words (const char *command, int argc, char **argv, GError **error);
/* Of an option that no command has: the error names the nearest one that this command takes. */
void fl_cli_explain_unknown (const char *command, int argc, char **argv, GError **error);
gboolean fl_cli_wants_help (int argc, char **argv);

/* Writes text to stdout or, with -o, to that file. */
FlCliStatus fl_cli_print (FlCli *cli, const GString *text);
FlCliStatus fl_cli_print_json (FlCli *cli, const FlRun *run);
/* An executed run as text: its verdict, or with --verbose all of it. */
void fl_cli_append_execution (const FlCli *cli, GString *text, const FlRun *run);

/* --size NAME=N, as FlSizeValue, in order: of a symbol there may be several. */
gboolean fl_cli_parse_sizes (FlCli *cli, const FlGraph *graph, GArray *sizes, GError **error);
/* The sizes of one execution: of a symbol that was given several times the value in this place, the last one when it
 * was given less often. New array. */
GArray *fl_cli_pick_sizes (const GArray *all, guint place);
/* Before anything is decided: the sizes of the first execution, from --size and from the shapes of given tensors (which
 * are read here), become the symbols' hints, as PyTorch has those of the call that it compiles for. FALSE: the graph
 * does not hold for them. */
gboolean fl_cli_settle_sizes (FlCli *cli, FlGraph *graph, GError **error);

/* fuseloom-worker beside this program, or NULL to let the core look for it. */
const char *fl_cli_get_worker (void);
/* Where kernels run, for FlExecuteRequest: that worker, or --device ssh://HOST. */
const char *fl_cli_get_device (const FlCli *cli);

/* "reuse" or a planner that gives offsets in an arena, and --seconds: sets the options that say so. name NULL: that
 * planner stays. */
gboolean fl_cli_set_planner (FlCli *cli, const char *name, GError **error);
/* The planners' table: height is compared with bound, and with the sum of all sizes when that is above 0. */
void fl_cli_append_planner_titles (GString *text);
void fl_cli_append_planner (GString *text, const char *name, const FlAllocPlan *plan, gint64 naive, double ms);
double fl_cli_get_cpu_ms (void);

/* plan: the map as --svg, --pdf and --png ask for it. run may be NULL. */
/* plan --at, --buffer */
gboolean fl_cli_wants_facts (const FlCli *cli);
FlCliStatus fl_cli_show_facts (FlCli *cli, const FlMemoryMap *map);
gboolean fl_cli_wants_picture (const FlCli *cli);
FlCliStatus fl_cli_write_memory (const FlCli *cli, const FlMemoryMap *map, const FlRun *run);

void fl_cli_add_whatif_options (FlCli *cli, GOptionGroup *group);
void fl_cli_add_gate_options (FlCli *cli, GOptionGroup *group);
void fl_cli_add_ops_options (FlCli *cli, GOptionGroup *group);
void fl_cli_add_tensor_options (FlCli *cli, GOptionGroup *group);
void fl_cli_add_study_options (FlCli *cli, GOptionGroup *group);
void fl_cli_study_clear (FlCliStudy *study);

/* run: tensors of the user's, by --input, --inputs, --expect and --save-outputs. FALSE: a file cannot be read, or is
 * not for this graph. */
gboolean fl_cli_tensors_open (FlCli *cli, const FlGraph *graph, GError **error);
void fl_cli_tensors_clear (FlCliTensors *tensors);
/* Into the request; sizes takes what shapes tell. */
gboolean fl_cli_tensors_apply (FlCliTensors *tensors, const FlRun *run, FlExecuteRequest *request, GArray *sizes,
                               GError **error);

/* run with several targets or strategies, all in one table. */
gboolean fl_cli_is_side_by_side (const FlCli *cli);
/* compare --target A,B: the strategies by the rules of each target, in one table. names: NULL-terminated. */
gboolean fl_cli_is_matrix (const FlCli *cli);
FlCliStatus fl_cli_matrix (FlCli *cli, FlGraph *graph, const char *const *names);
gboolean fl_cli_settle_side_by_side (FlCli *cli, GError **error);
FlCliStatus fl_cli_execute_side_by_side (FlCli *cli);
void fl_cli_times_clear (FlCliTimes *times);

FlCliStatus fl_cli_times (FlCli *cli);
FlCliStatus fl_cli_stages (FlCli *cli);
FlCliStatus fl_cli_steps (FlCli *cli);
FlCliStatus fl_cli_dump (FlCli *cli);
FlCliStatus fl_cli_dump_loops (FlCli *cli);
/* steps --stage codegen --kernel: what passes did to it. verdict: -1: all notes. */
FlCliStatus fl_cli_steps_of_kernel (FlCli *cli, int verdict);
FlCliStatus fl_cli_report (FlCli *cli);
FlCliStatus fl_cli_execute (FlCli *cli);
FlCliStatus fl_cli_compare (FlCli *cli);
FlCliStatus fl_cli_regions (FlCli *cli);
FlCliStatus fl_cli_why (FlCli *cli);
/* The name by which the strategy decided on what the name stands for: the file's, a stage's or a kernel's. *settled is
 * NULL where nothing was decided on it (a view, an input, what was removed): then text says so. FALSE: nothing has that
 * name. */
gboolean fl_cli_why_settle (const FlRun *run, const char *name, const char **settled, GString *text);
/* Where name is a reduction that was split: its layers, and which of them other is, the operation that the other name
 * was settled on. */
/* Does the buffer compute the node's value, perhaps a layer of it, and nothing after it? */
gboolean fl_cli_why_is_part (const FlBuffer *buffer, FlNodeId node);
void fl_cli_why_append_layers (GString *text, const FlRun *run, const char *name, const char *other);
FlCliStatus fl_cli_whatif (FlCli *cli);
FlCliStatus fl_cli_gate (FlCli *cli);
FlCliStatus fl_cli_kernels (FlCli *cli);
FlCliStatus fl_cli_plan (FlCli *cli);
FlCliStatus fl_cli_plan_problem (FlCli *cli); /* plan PROBLEM.csv */
FlCliStatus fl_cli_plan_orders (FlCli *cli);  /* plan GRAPH --order all */
FlCliStatus fl_cli_import (FlCli *cli);
FlCliStatus fl_cli_graphs (FlCli *cli);
FlCliStatus fl_cli_story (FlCli *cli);
FlCliStatus fl_cli_explain (FlCli *cli);
FlCliStatus fl_cli_options (FlCli *cli);
FlCliStatus fl_cli_ops (FlCli *cli);
FlCliStatus fl_cli_parity (FlCli *cli);
/* parity with two versions of PyTorch. */
FlCliStatus fl_cli_changed (FlCli *cli);
/* Of --torch A,B,…: guint. NULL + error: one of them is none. */
GArray *fl_cli_parse_versions (const FlCli *cli, GError **error);
/* What changed from one to the other: the groups that differ, and the rules that make them. */
FlCliStatus fl_cli_append_changed (FlCli *cli, FlGraph *graph, guint first, guint second, GString *out);
FlCliStatus fl_cli_bundle (FlCli *cli);
FlCliStatus fl_cli_study (FlCli *cli);

/* Runs a command line; what main () does. */
int fl_cli_main (int argc, char **argv);

G_END_DECLS
