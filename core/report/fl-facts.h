/* What a run amounts to, small enough to keep and to compare: its values with the kernels that
 * compute them, its stored buffers, and its figures. Made from a run, or read back from a report's
 * JSON, so that a run can be compared with one of another day. Frozen. */
#pragma once

#include "fl-run.h"

G_BEGIN_DECLS

typedef enum
{
  FL_FACT_KERNELS,
  FL_FACT_POST_FUSION, /* kernels in ir_post_fusion, before Fuseloom joined some */
  FL_FACT_BYTES,       /* read and written by all kernels, each value once a kernel */
  FL_FACT_PEAK,
  FL_FACT_BOUND,   /* no plan for these kernels has a lower peak */
  FL_FACT_BUFFERS, /* intermediate results with memory of their own, and outputs */
  FL_FACT_FUSIONS, /* values that joined a kernel of others: a kernel of n values is n - 1 */
  FL_FACT_TIME,    /* median of the whole program, ns; only when it was run */
  FL_N_FACTS
} FlFact;

typedef struct
{
  const char *name;  /* "kernels": JSON */
  const char *title; /* "Kernels" */
  FlUnit unit;
  const char *sentence;
} FlFactInfo;

typedef struct
{
  const char *subject; /* "softmax:exp" */
  const char *op;      /* "aten.exp.default" */
  const char *shape;   /* "f32[8, 16]" */
  const char *module;  /* NULL: not known */
  const char *buffer;  /* where it is stored; NULL: computed inside its readers */
  gint64 bytes;        /* of its buffer; 0: none */
  guint kernel;        /* position in kernels, of the one that stores it, else the first that computes it;
                          G_MAXUINT: none */
} FlFactValue;

typedef struct _FlFacts
{
  FlArena *arena;
  const char *name; /* of the graph or the file, for texts */
  const char *strategy;
  const char *graph_hash; /* of the user's graph: equal hashes, equal graphs; NULL: not known */
  gboolean has[FL_N_FACTS];
  double amount[FL_N_FACTS];
  double time_low_ns, time_high_ns; /* the spread of FL_FACT_TIME: quartiles */
  guint n_values;
  const FlFactValue *values;
  guint n_kernels;
  const char *const *kernels;
  const guint *codes; /* of each kernel's source, a hash; 0: it has none. NULL: read back, not known */
} FlFacts;

const FlFactInfo *fl_fact_get_info (FlFact fact);
/* In the fact's own unit, for people: "1.5 MiB", "36.5 µs", "16". */
char *fl_fact_dup_amount (FlFact fact, double amount);

/* A run that reached CODEGEN; of one that did not, what there is. Never NULL. */
FlFacts *fl_facts_new (const FlRun *run);
/* The time of one of the programs that were executed together, before the facts are handed on. */
void fl_facts_set_time (FlFacts *facts, const FlExecution *execution, const FlProgram *program);
/* From the text of report.json or --json. NULL + error that names the path, the place in the JSON
 * and the rule. */
FlFacts *fl_facts_parse (const char *text, gsize length, const char *path, GError **error);
/* The object that a report keeps under "facts". */
struct cJSON *fl_facts_new_json (const FlFacts *facts);
void fl_facts_free (FlFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlFacts, fl_facts_free)

G_END_DECLS
