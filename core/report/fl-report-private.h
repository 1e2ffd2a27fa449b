/* What the files of the report share: tables that print as text and as HTML. */
#pragma once

#include "fl-ablation.h"
#include "fl-report.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_columns;
  const char *const *titles;
  guint32 right;    /* bit set: numbers, aligned to the right */
  GPtrArray *cells; /* owned text, row by row */
} FlTable;

void fl_table_init (FlTable *table, const char *const *titles, guint n_columns, guint32 right);
/* Takes the text; NULL stands for nothing. */
void fl_table_take (FlTable *table, char *cell);
void fl_table_add (FlTable *table, const char *cell);
guint fl_table_get_n_rows (const FlTable *table);
void fl_table_append_text (GString *out, const FlTable *table);
/* class_name may be NULL; a column titled "verdict" gets its cell's text as a class too. */
void fl_table_append_html (GString *out, const FlTable *table, const char *class_name);
void fl_table_clear (FlTable *table);

/* The tables of the report, as data. Cleared by the caller. with_times: what each stage took, another time each time.
 */
void fl_report_init_stages (FlTable *table, const FlRun *run, gboolean with_times);
void fl_report_init_kernel_times (FlTable *table, const FlExecution *execution);
void fl_report_init_agreement (FlTable *table, const FlAgreement *agreements, guint n);
void fl_report_init_memory (FlTable *table, const FlMemoryPlan *plan);
void fl_report_init_kernels (FlTable *table, const FlProgram *program);
/* The kernels that take most of the variant's time, all calls of one together, with the bound that each is near.
 * Returns how many kernels there are. */
guint fl_report_init_longest (FlTable *table, const FlVariantTime *variant);
/* Fusion decisions: the fused pairs, then the refused ones by what they would save; equal reasons beyond `most` rows
 * are counted in *n_left_out. */
void fl_report_init_decisions (FlTable *table, const FlRun *run, guint most, guint *n_left_out);

/* What passes are worth: of the whole program, and of single kernels. */
void fl_ablation_init_passes (FlTable *table, const FlAblation *ablation);
void fl_ablation_init_kernels (FlTable *table, const FlAblation *ablation);

/* "%.3g" and the like, whatever the locale. */
char *fl_report_dup_number (const char *format, double number);
const char *fl_report_get_verdict (FlVerdict verdict); /* "fused", "refused", "illegal", "note" */
/* FX text of a graph, as our reader and people read it. */
void fl_report_append_fx (GString *out, const FlGraph *graph);
/* Stages Lowered IR and Realized: boxes, the lists that lowering keeps, buffers with their inner_fn. */
void fl_report_append_lowered (GString *out, const FlLowered *lowered);
void fl_report_append_realized (GString *out, const FlLowered *lowered);
void fl_report_append_memory (GString *out, const FlMemoryPlan *plan);
void fl_report_append_html (GString *out, const FlRun *run, const char *worker_path, const gint *cancelled);
/* The style sheet of pages, light and dark. */
void fl_report_append_style (GString *out);
/* The steps of a kernel, folded; and what passes are worth, where the run was an ablation. */
void fl_report_append_steps_html (GString *out, const FlRun *run, guint kernel);
void fl_report_append_terms_html (GString *out, const FlRun *run);
void fl_report_append_ablation_html (GString *out, const FlRun *run);
/* A scene of the stage, laid out; FALSE when there is nothing to draw or it was cancelled. */
gboolean fl_report_append_stage_svg (GString *out, const FlRun *run, FlStage stage, const char *worker_path,
                                     const gint *cancelled, char **note);

G_END_DECLS
