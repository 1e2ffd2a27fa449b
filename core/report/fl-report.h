/* Reports: a run as text, JSON and one self-contained HTML page. */
#pragma once

#include "fl-machine-code.h"
#include "fl-scene.h"

typedef struct cJSON cJSON;

G_BEGIN_DECLS

/* What TorchInductor's wrapper would do with memory after this fusion, line by line, with its calls: run->fused is
 * there.
 */
void fl_report_append_torch_wrapper (GString *out, const FlRun *run);
/* One stage as text: FX text, IR, ir_pre_fusion, ir_post_fusion, memory lines, kernels, times. */
gboolean fl_report_append_stage (GString *out, const FlRun *run, FlStage stage, GError **error);
/* The loop programs of all kernels, or of the one that is called so by its own name or its scheduler node's, as the
 * pass `after` left them (NULL: the last one), with what passes decided; with_diff: with signs for what that pass
 * changed. FALSE: FL_ERROR_USAGE, or a defect of a pass. */
gboolean fl_report_append_loops (GString *text, const FlRun *run, const char *kernel, const char *after,
                                 gboolean with_diff, GError **error);
/* What each pass did to these kernels; verdict: of the notes only those; -1: all. */
gboolean fl_report_append_kernel_steps (GString *text, const FlRun *run, const char *kernel, int verdict,
                                        GError **error);
/* An array: an object a kernel. NULL + error as above. */
cJSON *fl_report_new_kernel_steps_json (const FlRun *run, const char *kernel, GError **error);

/* The program for a GPU as a Python module of Triton kernels, in the shape of TorchInductor's output_code.py. why_not
 * (NULL: not asked for) gets a line a kernel that is not written. */
gboolean fl_report_append_triton (GString *out, const FlRun *run, GPtrArray *why_not, GError **error);

/* The kernels for a GPU as PTX or as SASS, or a table of registers, shared memory and occupancy, for the compute
 * capability of option cuda.capability; of one kernel, only, or of all (NULL). worker_path and errors as of
 * fl_machine_code_make. */
gboolean fl_report_append_machine_code (GString *out, const FlRun *run, FlMachineCode kind, const char *worker_path,
                                        const FlKernel *only, GError **error);

/* What came out of a stage that was reached, in a few words: "4 nodes became 1 group, 2 rounds, 3 MiB moved". NULL:
 * nothing did. */
char *fl_report_dup_outcome (const FlRun *run, FlStage stage);
/* The table of `stages`: one row a stage: counts, bytes, time spent. */
void fl_report_append_stages (GString *out, const FlRun *run);
/* What `run` says of an execution first: agreement, notes, speed, and the rows of results that do not agree. The run
 * was executed. */
void fl_report_append_verdict (GString *out, const FlRun *run);
/* All that is known of the execution: the verdict, agreement of each result, times of each kernel, conditions. */
void fl_report_append_execution (GString *out, const FlRun *run);

/* What `run --ablate` says of an ablation (fl-ablation.h): agreement, and what each pass is worth. */
void fl_report_append_ablation (GString *out, const FlRun *run);

/* Parts of both, which the report and the window show apart. */
/* Whether results agree with the reference and with given ones, or are unverified, and why: a line or several. */
void fl_report_append_headline (GString *out, const FlExecution *execution);
/* Warning, sizes, fused against unfused, and what disturbed the measurement: a line each. */
void fl_report_append_speed (GString *out, const FlExecution *execution);
/* Compiling, time to the first result, machine, measured peaks: a line each. */
void fl_report_append_conditions (GString *out, const FlExecution *execution);

/* The object of --json; its schema is data/schema/run.schema.json. Caller frees with cJSON_Delete. */
cJSON *fl_report_new_json (const FlRun *run);
/* What working it out took, which is another time each time. */
cJSON *fl_report_new_measured_json (const FlRun *run);

/* Writes the folder: ir_pre_fusion.txt, ir_post_fusion.txt, fx_graph.py, stage-*.svg, kernels.c, wrapper.py,
 * memory.txt, report.json, report.html. What the run did not reach is left out and said so in report.html. */
gboolean fl_report_write (const FlRun *run, const char *folder, const char *worker_path, const gint *cancelled,
                          GError **error);

G_END_DECLS
