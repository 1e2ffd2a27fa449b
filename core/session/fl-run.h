/* FlRun: everything one execution of the pipeline produced. Immutable once returned (timings excepted: executing gives
 * a new FlRun that shares the rest), reference-counted, readable from any thread. core/pipeline fills it in. */
#pragma once

#include "fl-execute.h"
#include "fl-lower.h"
#include "fl-partition.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 time_ns; /* spent by the stage itself */
  gboolean was_reached;
  guint32 n_steps; /* events of the stage in a full run */
  guint32 step;    /* this run shows the stage after so many of them */
} FlStageTime;

typedef struct _FlRun
{
  FlArena *arena;
  const struct _FlRun *base; /* whose stages this one shares (an execution of it); referenced; NULL: its own */
  FlSymTable *symbols;       /* referenced, so that expressions outlive the graph */
  FlOptions options;
  FlOptions own_options;                /* options before overrides changed some */
  const struct _FlOverrides *overrides; /* decisions by hand, with outcomes (fl-override.h); NULL: none */
  const char *target_why;               /* interned: whose rules, and why: "CUDA's rules: …"; NULL: nobody says */
  FlTrace *trace;
  FlGraph *graph;               /* as read; referenced */
  FlGraph *decomposed;          /* referenced; NULL from the first stage that was not reached on, like the following */
  const FlPartition *partition; /* of strategies over tensor operations; NULL for the others */
  const guint32
      *group_of_node; /* by node of `decomposed`: its group there; G_MAXUINT32: none. NULL without a partition */
  const FlLowered *lowered;
  const FlSchedule *schedule; /* before fusion */
  const FlSchedule *fused;
  const FlMemoryPlan *plan;
  const FlProgram *program;
  const FlProgram *unfused;     /* the graph under strategy "none", which `run` compares with */
  const FlExecution *execution; /* NULL until executed */
  FlStage last_stage;           /* reached */
  FlStage failed_stage;         /* meaningful when error is set */
  GError *error;                /* why it stopped before CODEGEN; NULL when it did not */
  FlStageTime stages[FL_N_STAGES];
  gatomicrefcount refs;
} FlRun;

FlRun *fl_run_ref (const FlRun *run);
void fl_run_unref (FlRun *run);
/* "17 kernels"; where some of TorchInductor's were joined since, "22 in ir_post_fusion, 17 kernels after joining". */
char *fl_run_dup_kernels (const FlSchedule *fused);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlRun, fl_run_unref)

/* Runs of strategies over tensor operations: the operation that an FX node of `decomposed`, a scheduler node, a group
 * or a buffer stands for (of several, the last). NULL: none, or another kind of strategy. */
const FlOpNode *fl_run_find_op (const FlRun *run, const char *name);

/* --- provenance: one selection lights its related nodes everywhere -------------------------- */
/* An item of any stage. For FX nodes: stage GRAPH (nodes of run->graph) or DECOMPOSE (of run->decomposed). */
typedef enum
{
  FL_ITEM_NONE,
  FL_ITEM_GRAPH_NODE, /* name of a node of run->graph */
  FL_ITEM_NODE,       /* name of a node of run->decomposed */
  FL_ITEM_BUFFER,     /* "buf3" or an input's name */
  FL_ITEM_OP,         /* original scheduler node: "op3" */
  FL_ITEM_GROUP,      /* scheduled node after fusion: "op0_op1" */
  FL_ITEM_KERNEL      /* kernel name */
} FlItemKind;

typedef struct
{
  FlItemKind kind;
  const char *name; /* interned */
} FlItem;

typedef struct _FlKin FlKin;
/* The inverted table of origins, built once a run. Thread-safe to read. */
FlKin *fl_kin_new (const FlRun *run);
void fl_kin_free (FlKin *kin);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlKin, fl_kin_free)
/* Everything that is the same thing in other stages, the item itself included. Borrowed array. */
const FlItem *fl_kin_get (FlKin *kin, FlItem item, guint *n_items);
/* "1 op, in kernel cpp_fused_add_0, 12 lines, 16 MiB, 41 us"; says what has no counterpart and why. */
char *fl_kin_dup_status (FlKin *kin, FlItem item);

G_END_DECLS
