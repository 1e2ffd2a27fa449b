/* The IR after lowering: layouts, loops, buffers, operations, by Inductor's names. Built by core/lower, frozen
 * afterwards.
 *
 * Numbers: bufN and opN are handed out when a value is realized; the two counters advance independently (an operation
 * may own several buffers, or one that is an alias). */
#pragma once

#include "fl-aten.h"
#include "fl-expr.h"
#include "fl-options.h"

G_BEGIN_DECLS

typedef struct _FlBuffer FlBuffer;

typedef enum
{
  FL_LAYOUT_FIXED,
  FL_LAYOUT_FLEXIBLE,    /* strides may still change; none is left after lowering */
  FL_LAYOUT_NON_OWNING,  /* a slice of another buffer (concatenation): target is the whole */
  FL_LAYOUT_MUTATION,    /* the write goes into target's storage */
  FL_LAYOUT_NONE,        /* no tensor */
  FL_LAYOUT_MULTI_OUTPUT /* a tuple */
} FlLayoutKind;

typedef struct
{
  FlLayoutKind kind;
  FlDevice device;
  FlDtype dtype;
  guint n_dims;
  const FlSym *const *sizes;
  const FlSym *const *strides;
  gboolean is_stride_tuple; /* Inductor holds them in a tuple, which its text shows */
  const FlSym *offset;      /* never NULL for kinds with a tensor */
  FlBuffer *target;         /* NON_OWNING, MUTATION */
  const FlSym
      *target_offset; /* NON_OWNING: where the slice starts in target; Inductor keeps it out of the layout's offset */
} FlLayout;

/* "FixedLayout('cuda:0', torch.float32, size=[10, 1], stride=[1, 10])" */
void fl_layout_append (GString *out, const FlLayout *layout);
/* offset + sum of index * stride over dims whose size is not 1. */
const FlSym *fl_layout_get_index (const FlLayout *layout, FlSymTable *symbols, const FlSym *const *index);
const FlSym *fl_layout_get_numel (const FlLayout *layout, FlSymTable *symbols);
/* Elements from the start of the storage to its last element, offset included; 0 when a size is 0. */
const FlSym *fl_layout_get_storage_size (const FlLayout *layout, FlSymTable *symbols);
gboolean fl_layout_is_contiguous (const FlLayout *layout);

typedef enum
{
  FL_LOOPS_POINTWISE,
  FL_LOOPS_REDUCTION, /* reductions of one or several outputs (welford, online softmax) */
  FL_LOOPS_SCATTER,
  FL_LOOPS_SCAN,
  FL_LOOPS_SORT
} FlLoopsKind;

typedef enum
{
  FL_REDUCTION_SUM,
  FL_REDUCTION_PROD,
  FL_REDUCTION_MAX,
  FL_REDUCTION_MIN,
  FL_REDUCTION_ANY,
  FL_REDUCTION_XOR_SUM,
  FL_REDUCTION_ARGMAX,
  FL_REDUCTION_ARGMIN,
  FL_REDUCTION_ARGMAX_VALUE, /* the value of the extreme that argmax finds, with its rules for NaN and ties */
  FL_REDUCTION_ARGMIN_VALUE,
  FL_REDUCTION_ARGMAX_WITH_VALUE, /* outputs: value, position */
  FL_REDUCTION_ARGMIN_WITH_VALUE,
  FL_REDUCTION_DOT,
  FL_REDUCTION_WELFORD_REDUCE, /* outputs: mean, m2, weight */
  FL_REDUCTION_WELFORD_COMBINE,
  FL_REDUCTION_ONLINE_SOFTMAX, /* outputs: max, sum of exp (x - max) */
  FL_N_REDUCTIONS
} FlReductionType;

gboolean fl_reduction_is_arg (FlReductionType type);      /* argmax, argmin and related operators */
const char *fl_reduction_get_name (FlReductionType type); /* "sum", "welford_reduce", "online_softmax_reduce" */
guint fl_reduction_get_n_outputs (FlReductionType type);

typedef enum
{
  FL_HINT_INNER,
  FL_HINT_OUTER,
  FL_HINT_OUTER_TINY,
  FL_HINT_DEFAULT
} FlReductionHint;

typedef enum
{
  FL_STORE_SET,
  FL_STORE_ATOMIC_ADD
} FlStoreMode;

/* An unrealized computation, or the one inside a ComputedBuffer. vars[d] is the loop variable of range d (its kind is
 * FL_SYM_VAR; for a range of size 1 Inductor indexes with 0: then vars[d] is the constant 0). */
typedef struct
{
  FlLoopsKind kind;
  FlDevice device;
  FlDtype dtype; /* of what is stored */
  guint n_ranges;
  const FlSym *const *ranges;
  const FlSym *const *vars;
  guint n_reduction_ranges; /* REDUCTION, SCAN, SORT */
  const FlSym *const *reduction_ranges;
  const FlSym *const *reduction_vars;
  guint n_values; /* 1; welford_combine 3; online softmax of partial results 2 (max, sum); argmax and argmin
                   * over several dimensions 2 (value, position in row-major order) */
  const FlExpr *values[3];
  FlReductionType reduction;
  FlDtype src_dtype; /* dtype of what is reduced */
  FlReductionHint hint;
  const FlSym *split_kept; /* first layer of a split reduction: results and elements of each before; else NULL */
  const FlSym *split_reduced;
  guint output_index;                /* which result of a multi-output reduction is stored */
  const FlSym *const *scatter_index; /* SCATTER: n_scatter_index indices into the written buffer */
  guint n_scatter_index;
  FlStoreMode mode;
  const char *scan_op; /* SCAN: "add", "mul", "maximum", … */
  gboolean is_split;   /* SCAN: of a few long rows, over several blocks of a GPU */
  gboolean sort_descending, sort_stable;
} FlLoops;

typedef enum
{
  FL_BUFFER_INPUT,
  FL_BUFFER_CONSTANT, /* get_attr tensor */
  FL_BUFFER_COMPUTED,
  FL_BUFFER_EXTERN_OUT,   /* called with out=: mm, addmm, bmm */
  FL_BUFFER_EXTERN_ALLOC, /* the kernel allocates its result: convolution */
  FL_BUFFER_FALLBACK,     /* any operator by its own library kernel */
  FL_BUFFER_MULTI_OUTPUT, /* one element of a tuple */
  FL_BUFFER_CONCAT,       /* written piecewise by others */
  FL_BUFFER_NOP,
  FL_BUFFER_MUTATION_OUTPUT,
  FL_BUFFER_DEVICE_COPY,
  FL_BUFFER_RANDOM_SEEDS,
  FL_N_BUFFER_KINDS
} FlBufferKind;

const char *fl_buffer_kind_get_name (FlBufferKind kind); /* "ComputedBuffer", "ExternKernelOut", … */

/* A tensor argument: a buffer, seen through a layout (equal to the buffer's own, or a reinterpretation of it). */
typedef struct
{
  FlBuffer *buffer;
  FlLayout layout;
  gboolean is_view; /* the layout differs: prints reinterpret_tensor (…) */
} FlBufferView;

typedef struct
{
  const char *keyword; /* NULL: positional */
  enum
  {
    FL_EXTERN_TENSOR,
    FL_EXTERN_TENSORS,
    FL_EXTERN_VALUE
  } kind;
  FlBufferView tensor;
  guint n_tensors; /* a list of tensors; a NULL buffer stands for None */
  const FlBufferView *tensors;
  FlArg value; /* a constant; node references are resolved to their sym */
} FlExternArg;

struct _FlBuffer
{
  FlBufferKind kind;
  const char *name;    /* interned: "buf3", "arg0_1" */
  guint32 number;      /* the 3 of buf3 */
  const char *op_name; /* interned: "op2"; NULL for inputs and constants */
  FlLayout layout;
  const FlLoops *loops;   /* COMPUTED */
  const char *class_name; /* Inductor's class where it is not that of the kind: "ScatterFallback"; else NULL */
  const char *kernel;     /* extern kinds: "extern_kernels.mm", "torch.ops.aten.sort.stable"; NULL for MULTI_OUTPUT */
  const FlAtenRow *aten;  /* extern kinds: the operator that is executed; NULL when opaque */
  guint n_args;           /* extern kinds, CONCAT: inputs (StarDeps are made of the tensors) */
  const FlExternArg *args;
  guint tuple_index; /* MULTI_OUTPUT: element of args[0]'s tuple */
  guint n_mutates;   /* buffers whose storage this operation writes besides its own */
  FlBuffer *const *mutates;
  guint n_aliases; /* inputs that the result may alias */
  FlBuffer *const *aliases;
  gboolean is_output; /* named by the graph's output */
  gboolean is_constant_zero_dim;
  double constant_value; /* zero-dim constants */
  guint n_origins;       /* FX nodes it came from, ascending */
  const FlNodeId *origins;
  FlNodeId fx_node; /* the FX node whose value it is; FL_NODE_NONE when it has none */
  const char *why;  /* why it was realized: the rule, in words */
};

/* Operations that one kernel is to do side by side: elements of an operator on lists, inputs copied into a
 * concatenation. */
typedef struct
{
  guint n;
  FlBuffer *const *operations;
} FlOperationList;

/* What one FX node became: for the pages of stages 3 and 4. */
typedef enum
{
  FL_LOWERED_NOTHING, /* symbolic integer, assertion, unused */
  FL_LOWERED_INPUT,
  FL_LOWERED_CONSTANT,
  FL_LOWERED_POINTWISE, /* not realized: inlined into its readers */
  FL_LOWERED_REDUCTION,
  FL_LOWERED_VIEW,
  FL_LOWERED_EXTERN,
  FL_LOWERED_CONCAT,
  FL_LOWERED_SCATTER,
  FL_LOWERED_TUPLE,
  FL_LOWERED_OUTPUT
} FlLoweredKind;

typedef struct
{
  FlLoweredKind kind;
  const FlBuffer *buffer; /* the buffer that holds it; NULL: inlined */
  FlExprCount count;      /* POINTWISE, REDUCTION */
  const char *text;       /* "TensorBox(StorageBox(Pointwise(...)))", for the inspector; in the arena */
} FlLoweredNode;

typedef struct
{
  enum
  {
    FL_OUTPUT_TENSOR,
    FL_OUTPUT_SYM,
    FL_OUTPUT_NONE
  } kind;
  FlBufferView tensor;
  const FlSym *sym;
} FlOutput;

typedef struct
{
  const FlGraph *graph; /* the decomposed graph that was lowered */
  FlExprPool *pool;
  FlSymTable *symbols;
  FlTarget target;
  guint n_inputs; /* one a placeholder, in order; NULL where it is a symbolic integer */
  FlBuffer *const *inputs;
  guint n_constants;
  FlBuffer *const *constants;
  guint n_buffers; /* registered ones, by number */
  FlBuffer *const *buffers;
  guint n_operations; /* buffers[] that own an operation, by op number */
  FlBuffer *const *operations;
  guint n_lists;
  const FlOperationList *lists;
  guint n_outputs;
  const FlOutput *outputs;
  const FlLoweredNode *nodes; /* one a node of graph */
  guint n_mutated_inputs;
  FlBuffer *const *mutated_inputs;
  GHashTable *by_name; /* interned name -> FlBuffer: inputs, constants, buffers; owned by the arena */
  guint n_unlowered;   /* stopped early (stepping): nodes of graph from here on are not lowered */
} FlLowered;

const char *fl_buffer_get_class_name (const FlBuffer *buffer); /* "ComputedBuffer", "ScatterFallback", … */
FlBuffer *fl_lowered_find_buffer (const FlLowered *lowered, const char *name);
/* Names unique, layouts decided, loads refer to known buffers, sizes of loops equal sizes of layouts. */
gboolean fl_lowered_verify (const FlLowered *lowered, GError **error);

G_END_DECLS
