/* What the files of lowering share: boxes, the state of a lowering, and the helpers by which operators are written.
 *
 * A value is a box (Inductor's TensorBox): a storage, seen directly or through a view. A storage (StorageBox) holds
 * loops that were not computed yet, or the buffer that they became. Views of a buffer are reinterpretations (strides
 * over the same memory); views of anything else are lazy: an index for each dimension of the base, over variables v0,
 * v1, …
 *
 * Strides of a buffer whose layout is still flexible are symbols ("buf3.stride0"); they are replaced when lowering
 * ends. */
#pragma once

#include "fl-lower.h"

#include "fl-error.h"
#include "fl-intern.h"
#include "fl-override.h"

G_BEGIN_DECLS

typedef struct _FlLowering FlLowering;

/* A sorted set of FX nodes, in the arena. */
typedef struct
{
  guint n;
  const guint32 *nodes;
} FlOrigins;

/* A buffer in the making: FlBuffer first, so that one is the other. */
typedef struct
{
  FlBuffer buffer;
  FlLoops *loops;                     /* buffer.loops, still changeable */
  const FlSym *const *stride_symbols; /* while flexible and once somebody loaded from it; else NULL */
  gboolean is_mutated;                /* somebody writes into it after it was made */
  gboolean follows_target;            /* MUTATION of a whole buffer: strides are those that the target gets */
  GPtrArray *readers;                 /* FlBox: unrealized values that read it */
} FlRecord;

/* Inductor's StorageBox: mutable, because a mutation re-points it. */
typedef struct
{
  FlLoops *loops;   /* until realized */
  FlRecord *record; /* once realized */
  FlExprCount count;
  gboolean is_counted;
  FlOrigins origins;
  FlNodeId fx_node;
} FlStorage;

typedef enum
{
  FL_VIEW_NONE,
  FL_VIEW_REINTERPRET,
  FL_VIEW_LAZY
} FlViewKind;

typedef struct
{
  FlStorage *storage;
  FlViewKind view;
  FlDevice device;
  FlDtype dtype;
  guint n_dims;
  const FlSym *const *sizes;
  const FlSym *const *strides; /* REINTERPRET */
  const FlSym *offset;         /* REINTERPRET */
  const FlSym *const *vars;    /* LAZY: one a dimension */
  const FlSym *const *reindex; /* LAZY: one a dimension of the storage, over vars */
  FlOrigins origins;           /* LAZY, REINTERPRET: of the views, and of what they are computed from */
  gboolean is_in_order;        /* LAZY: all elements of the storage, one after the other, in other sizes */
} FlBox;

typedef enum
{
  FL_ITEM_NONE,
  FL_ITEM_BOX,
  FL_ITEM_SYM, /* an integer, constant or symbolic */
  FL_ITEM_FLOAT,
  FL_ITEM_BOOL,
  FL_ITEM_LIST,
  FL_ITEM_OTHER /* text, dtype, device: as the argument has it */
} FlItemKind;

/* What an argument or an FX node is during lowering. */
typedef struct _FlItem FlItem;
struct _FlItem
{
  FlItemKind kind;
  FlBox *box;
  const FlSym *sym;
  double number;
  guint n_items;
  FlItem *items;
  const FlArg *arg; /* OTHER */
};

struct _FlLowering
{
  const FlPass *pass;
  const FlOptions *options;
  const FlGraph *graph;
  FlArena *arena;
  FlSymTable *symbols;
  FlExprPool *pool;
  const FlSym *zero, *one;
  GPtrArray *inputs;      /* FlRecord or NULL, one a placeholder */
  GPtrArray *input_boxes; /* FlBox or NULL */
  GPtrArray *constants;
  GPtrArray *buffers;
  GPtrArray *operations;
  GPtrArray *mutated_inputs;
  GArray *lists;   /* FlOperationList */
  GPtrArray *list; /* FlRecord: of the operator on lists that is being lowered */
  GHashTable *by_name;
  FlItem *items;      /* one a node of graph */
  const FlNode *node; /* the one being lowered */
  FlNodeId id;
  FlOrigins origins;               /* of what is being made */
  gboolean has_gpu;                /* the graph names one */
  gboolean wants_channels_last;    /* convolutions run on channels-last tensors */
  gboolean *prefers_channels_last; /* one a node of graph: it leads to a convolution or comes from one */
  gboolean *dislikes_padding;      /* one a node of graph: a convolution would have to undo it */
  gboolean *is_visible;            /* one a node of graph: the caller sees the result and its strides */
  gboolean *is_written;            /* one a node of graph: somebody writes its memory in place */
  gboolean *is_seen_as_strided;    /* one a node of graph: as_strided of a view of it is written and read elsewhere */
  GHashTable *unsupported;         /* target -> GUINT count */
  FlLoweredNode *nodes;
  GError *error; /* the first one; lowerings return NULL items after it */
};

/* --- fl-lower-run.c, fl-lower-args.c ---------------------------------------------------------- */
typedef FlItem (*FlLowerFn) (FlLowering *low, const FlAtenRow *row, FlScalar scalar);
/* TRUE when the target has a lowering of its own (not a library call). */
gboolean fl_lower_needs_realized_inputs (const FlNode *node);
FlItem fl_lower_get_item (FlLowering *low, const FlArg *arg);
/* The argument for a parameter of the node's signature, resolved; kind NONE when absent. */
FlItem fl_lower_get_arg (FlLowering *low, const char *name);
FlItem fl_lower_get_nth (FlLowering *low, guint position);
FlBox *fl_lower_get_input (FlLowering *low); /* the first argument; NULL + error when it is no tensor */
const FlSym *fl_item_get_sym (FlLowering *low, const FlItem *item); /* NULL when it is no integer */
gboolean fl_lower_check_dim (FlLowering *low, gint64 dim, guint n_dims, guint *out);
/* Where a device of the graph is for the target that was chosen. */
FlDevice fl_lower_map_device (FlLowering *low, FlDevice device);
/* Does a value of the graph lie on a GPU, as the graph says? */
gboolean fl_lower_names_gpu (const FlGraph *graph);
gint64 fl_lower_get_int (FlLowering *low, const char *name, gint64 fallback);
gboolean fl_lower_get_bool (FlLowering *low, const char *name, gboolean fallback);
/* Does the number come with the call? Then the two functions around this say its value at the example's sizes. */
gboolean fl_lower_is_symbolic (FlLowering *low, const char *name);
double fl_lower_get_float (FlLowering *low, const char *name, double fallback);
FlDtype fl_lower_get_dtype (FlLowering *low, const char *name, FlDtype fallback);
FlDevice fl_lower_get_device (FlLowering *low, const char *name, FlDevice fallback);
/* A list of sizes; -1 stays -1. */
const FlSym **fl_lower_get_syms (FlLowering *low, const char *name, guint *n);
/* A dimension, counted from the front; FALSE + error when out of range. */
/* start and end of a slice of a dimension, both within it, where end >= start. length: of what the graph makes of it,
 * NULL where that is not known; bounds are put in order for every size unless those of the example give that length. */
void fl_lower_get_slice (FlLowering *low, const FlSym *size, gint64 step, const FlSym *length, const FlSym **start,
                         const FlSym **end);
/* A position in a dimension of this size, counted from the front; one whose sign is not known is asked when the kernel
 * runs. */
const FlSym *fl_lower_wrap (FlLowering *low, const FlSym *position, const FlSym *size);
gboolean fl_lower_get_dim (FlLowering *low, const char *name, gint64 fallback, guint n_dims, guint *dim);
FlItem fl_lower_fail (FlLowering *low, FlErrorCode code, const char *format, ...) G_GNUC_PRINTF (3, 4);
static inline FlItem
fl_item_of_box (FlBox *box)
{
  return (FlItem) { .kind = box != NULL ? FL_ITEM_BOX : FL_ITEM_NONE, .box = box };
}
FlItem fl_item_of_boxes (FlLowering *low, FlBox *const *boxes, guint n);
void fl_lower_trace (FlLowering *low, FlEventKind kind, FlVerdict verdict, const char *reason, const char *object,
                     gint64 amount, const char *facts);

/* --- fl-lower-describe.c ---------------------------------------------------------------------- */
/* Of every node: its buffer, and its boxes and formula as text. */
void fl_lower_describe_nodes (FlLowering *low);

/* --- fl-box.c: boxes, loads, loops ------------------------------------------------------------ */
FlOrigins fl_origins_join (FlArena *arena, FlOrigins a, FlOrigins b);
FlOrigins fl_origins_of_box (const FlBox *box);
/* Loop variables i0, i1, … for the sizes; the constant 0 where a size is 1. */
const FlSym **fl_box_get_vars (FlLowering *low, const char *prefix, const FlSym *const *sizes, guint n);
/* The variables that fl_sym_close () puts for them. */
const FlSym *const *fl_box_close_vars (FlLowering *low, const FlSym *const *vars, guint n);
const FlExpr *fl_box_load (FlLowering *low, const FlBox *box, const FlSym *const *index);
const FlExpr *fl_expr_bind (FlLowering *low, const FlExpr *value, const FlSym *const *vars, const FlSym *const *values,
                            guint n);
FlStorage *fl_storage_new (FlLowering *low);
FlBox *fl_box_of_storage (FlLowering *low, FlStorage *storage);
FlBox *fl_box_of_record (FlLowering *low, FlRecord *record);
/* value: over fl_box_get_vars (low, "i", sizes, n). */
FlBox *fl_box_pointwise (FlLowering *low, FlDevice device, FlDtype dtype, const FlSym *const *sizes, guint n,
                         const FlExpr *value);
FlBox *fl_box_of_loops (FlLowering *low, FlLoops *loops);
gboolean fl_box_is_storage_and_layout (const FlBox *box);
gboolean fl_box_is_unrealized (const FlBox *box);               /* seen directly, and its loops have no buffer yet */
const FlLoops *fl_storage_get_loops (const FlStorage *storage); /* of what is not realized; else NULL */
const FlExprCount *fl_storage_get_count (FlLowering *low, FlStorage *storage);
/* The layout that the box shows: of the buffer, or of the reinterpretation. Only where is_storage_and_layout. */
FlLayout fl_box_get_layout (const FlBox *box);
gboolean fl_box_is_on_cpu (const FlBox *box);
const FlSym *fl_box_get_numel (FlLowering *low, const FlBox *box);
/* Buffer names that an unrealized or realized value reads, added to names. */
void fl_box_collect_reads (FlLowering *low, const FlBox *box, GPtrArray *names);
FlRecord *fl_lower_find_record (FlLowering *low, const char *name);

/* --- fl-box-view.c: views --------------------------------------------------------------------- */
FlBox *fl_box_reinterpret (FlLowering *low, const FlBox *base, const FlSym *const *sizes, const FlSym *const *strides,
                           guint n, const FlSym *offset);
/* index: one a dimension of box, over fl_box_get_view_vars (low, sizes, n). */
FlBox *fl_box_lazy (FlLowering *low, const FlBox *box, const FlSym *const *sizes, guint n, const FlSym *const *index);
const FlSym **fl_box_get_view_vars (FlLowering *low, const FlSym *const *sizes, guint n);
FlBox *fl_box_expand (FlLowering *low, FlBox *box, const FlSym *const *sizes, guint n, gboolean graph_fanout);
FlBox *fl_box_permute (FlLowering *low, FlBox *box, const guint *dims);
FlBox *fl_box_reshape (FlLowering *low, FlBox *box, const FlSym *const *sizes, guint n);
FlBox *fl_box_slice (FlLowering *low, FlBox *box, guint dim, const FlSym *start, const FlSym *size, gint64 step);
FlBox *fl_box_unsqueeze (FlLowering *low, FlBox *box, guint dim);
FlBox *fl_box_squeeze (FlLowering *low, FlBox *box, const gboolean *is_squeezed); /* NULL: every size-1 dimension */
FlBox *fl_box_select (FlLowering *low, FlBox *box, guint dim, const FlSym *position);
/* Index of each old dimension, for an index of the new shape. */
const FlSym **fl_reshape_index (FlLowering *low, const FlSym *const *old_sizes, guint n_old,
                                const FlSym *const *new_sizes, guint n_new, const FlSym *const *index);
const FlSym *fl_size_of_slice (FlLowering *low, const FlSym *start, const FlSym *end, gint64 step);

/* --- fl-realize.c: buffers, and who gets one -------------------------------------------------- */
FlRecord *fl_realize_box (FlLowering *low, FlBox *box, const char *why);
FlRecord *fl_realize_storage (FlLowering *low, FlStorage *storage, const char *why);
void fl_realize_hint (FlLowering *low, FlBox *box, const char *why);
gboolean fl_realize_is_due (FlLowering *low, FlBox *box,
                            gint64 users); /* shall a value with so many users have a buffer? */
void fl_realize_mark_reuse (FlLowering *low, FlBox *box, gint64 users, gboolean graph_reuse, const char *why);
/* The rules of run_node, once the node's lowering is done (torch/_inductor/graph.py). */
FlBox *fl_realize_result (FlLowering *low, FlBox *box);
/* --- fl-realize-override.c --- */
/* Stores the value of the node at hand when the user wants that. */
void fl_realize_obey (FlLowering *low, FlBox *box);
/* Once every node was lowered. */
void fl_realize_settle_rest (FlLowering *low);
FlRecord *fl_record_new (FlLowering *low, FlBufferKind kind, FlDevice device, FlDtype dtype, const FlSym *const *sizes,
                         guint n);
void fl_record_register_buffer (FlLowering *low, FlRecord *record);
void fl_record_register_operation (FlLowering *low, FlRecord *record);
/* The operations are to be one kernel; fewer than one: nothing happens. */
void fl_lower_add_list (FlLowering *low, const GPtrArray *records);
void fl_record_mark_mutated (FlLowering *low, FlRecord *record);
/* The record writes into written, through the view that target is. */
void fl_record_set_mutation (FlRecord *record, FlRecord *written, const FlBox *target);
/* box, or a copy of it in memory of its own where it reads what is about to be written. */
FlBox *fl_realize_aside (FlLowering *low, FlBox *box, const FlBox *written);
FlRecord *fl_realize_into (FlLowering *low, FlBox *source, FlBox *target);
/* The value's own buffer becomes the write into changed: nobody else reads it under its name. */
FlBox *fl_realize_as_mutation (FlLowering *low, FlBox *changed, FlBox *value);
FlBox *fl_realize_mutate_to (FlLowering *low, FlBox *changed, FlBox *value, gboolean share_value);

/* --- fl-layout-decide.c: strides -------------------------------------------------------------- */
const FlSym **fl_strides_contiguous (FlLowering *low, const FlSym *const *sizes, guint n);
const FlSym **fl_strides_channels_last (FlLowering *low, const FlSym *const *sizes, guint n);
/* order[d]: rank of dimension d's stride, 0 the smallest (Inductor's stride order). */
guint *fl_stride_order (FlLowering *low, const FlSym *const *strides, guint n);
const FlSym **fl_strides_of_order (FlLowering *low, const FlSym *const *sizes, guint n, const guint *order);
void fl_record_freeze (FlLowering *low, FlRecord *record, const FlSym *const *strides, const char *why);
void fl_record_decide_layout (FlLowering *low, FlRecord *record, const char *why);
void fl_box_decide_layout (FlLowering *low, const FlBox *box);
const FlSym *fl_record_get_index (FlLowering *low, FlRecord *record, const FlSym *const *index);
const FlSym **fl_strides_pad (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes, guint n,
                              FlDtype dtype, FlDevice device);
/* The order in which dimensions are filled, innermost first, from the strides of reads and writes. */
void fl_pick_loop_order (const gint64 *const *strides, guint n_reads, const FlSym *const *sizes, guint n,
                         gboolean is_modern, guint *order);
const FlSym **fl_strides_of_fill_order (FlLowering *low, const FlSym *const *sizes, guint n, const guint *fill);
const FlSym **fl_strides_of_same_order (FlLowering *low, const FlSym *const *sizes, guint n,
                                        const FlSym *const *strides);
gboolean fl_strides_are_ordered (const FlSym *const *strides, const FlSym *const *sizes, guint n, const guint *order);
/* Every element of the memory belongs to one element of the tensor. */
gboolean fl_strides_are_dense (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes, guint n);
gboolean fl_strides_are_channels_last (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes,
                                       guint n);
/* What PyTorch takes for channels-last where strides of size-1 dimensions leave it open. */
gboolean fl_strides_suggest_channels_last (const FlSym *const *strides, const FlSym *const *sizes, guint n);
/* PyTorch's is_contiguous in channels-last: also true for one channel, where the strides are contiguous as well. */
gboolean fl_strides_fit_channels_last (FlLowering *low, const FlSym *const *strides, const FlSym *const *sizes,
                                       guint n);
void fl_record_freeze_contiguous (FlLowering *low, FlRecord *record, const char *why);
/* How many of the readers of the node that is lowered are the graph's output. */
guint fl_lower_count_returns (const FlLowering *low);
FlBox *fl_require_stride_order (FlLowering *low, FlBox *box, const guint *order, gboolean allow_padding);
/* The box itself where only a copy would have the order. */
FlBox *fl_prefer_stride_order (FlLowering *low, FlBox *box, const guint *order);
/* The box with these strides, where dimensions of size 0 or 1 make all other strides of it meaningless. */
FlBox *fl_box_match_strides (FlLowering *low, FlBox *box, const FlSym *const *strides);
FlBox *fl_require_exact_strides (FlLowering *low, FlBox *box, const FlSym *const *strides, gboolean allow_padding);
FlBox *fl_require_contiguous (FlLowering *low, FlBox *box);
FlBox *fl_box_copy_input (FlLowering *low, FlBox *box, const char *why);
/* A lazy view over a buffer as strides over it; NULL when it is none. */
FlBox *fl_box_to_reinterpret (FlLowering *low, FlBox *box);
/* A lazy view that is written through as strides: a reshape of a whole value is in its order, although its index of
 * quotients and remainders need not add up to that again, and what is only read is copied then. */
FlBox *fl_box_to_written (FlLowering *low, FlBox *box);
FlBox *fl_realize_input (FlLowering *low, FlBox *box);
/* Every stride symbol in the loads of the expression replaced by the stride decided. */
const FlExpr *fl_layout_resolve (FlLowering *low, const FlExpr *value);
const FlSym *fl_layout_resolve_one (FlLowering *low, const char *buffer, const FlSym *index); /* not inside ties */
const FlSym *fl_layout_resolve_index (FlLowering *low, const FlSym *index);
gboolean fl_sizes_equal (const FlSym *const *a, guint n_a, const FlSym *const *b, guint n_b);
gint64 fl_sym_hint (const FlSym *sym);

/* --- fl-lower-pointwise.c --------------------------------------------------------------------- */
typedef const FlExpr *(*FlPointwiseFn) (FlLowering *low, const FlExpr *const *values, guint n, gpointer data);
typedef enum
{
  FL_PROMOTE_DEFAULT,
  FL_PROMOTE_INT_TO_FLOAT
} FlPromotion;
FlDtype fl_promote_items (const FlItem *items, guint n, FlPromotion promotion);
FlBox *fl_box_to_dtype (FlLowering *low, FlBox *box, FlDtype dtype);
FlBox *fl_box_clone (FlLowering *low, FlBox *box);
void fl_broadcast_items (FlLowering *low, FlItem *items, guint n);
/* Inductor's make_pointwise: items already promoted and broadcast; dtype NONE: that of the first tensor. */
FlBox *fl_make_pointwise (FlLowering *low, FlPointwiseFn fn, gpointer data, FlItem *items, guint n, FlDtype dtype);
FlBox *fl_box_unary (FlLowering *low, FlScalar op, FlBox *box);
FlBox *fl_box_binary (FlLowering *low, FlScalar op, FlItem a, FlItem b); /* promotes and broadcasts */
FlBox *fl_box_div (FlLowering *low, FlItem a, FlItem b);
FlBox *fl_box_full (FlLowering *low, const FlItem *value, FlDtype dtype, FlDevice device, const FlSym *const *sizes,
                    guint n);
FlBox *fl_box_empty (FlLowering *low, FlDtype dtype, FlDevice device, const FlSym *const *sizes, guint n,
                     const FlSym *const *strides); /* memory without a value; strides NULL: contiguous */
FlBox *fl_box_where (FlLowering *low, FlItem condition, FlItem a, FlItem b);
void fl_promote_to (FlLowering *low, FlItem *items, guint n, FlDtype dtype);
const FlExpr *fl_item_to_constant (FlLowering *low, const FlItem *item, FlDtype dtype);
/* data: the FlScalar. */
const FlExpr *fl_apply_scalar (FlLowering *low, const FlExpr *const *values, guint n, gpointer data);
static inline FlItem
fl_item_of_number (double number)
{
  return (FlItem) { .kind = FL_ITEM_FLOAT, .number = number };
}
static inline FlItem
fl_item_of_int (FlLowering *low, gint64 value)
{
  return (FlItem) { .kind = FL_ITEM_SYM, .sym = fl_sym_int (low->symbols, value) };
}

/* --- fl-lower-reduction.c, fl-reduction-split.c ----------------------------------------------- */
/* A reduction in the making: value over vars (of ranges) and reduction_vars. */
typedef struct
{
  FlDevice device;
  FlDtype dtype, src_dtype;
  FlReductionType type;
  FlReductionHint hint;
  guint n_ranges;
  const FlSym *const *ranges;
  guint n_reduction_ranges;
  const FlSym *const *reduction_ranges;
  guint n_values;
  const FlExpr *values[3];
  FlBox *input;            /* the reduction's operand, for layout decisions; may be NULL */
  gint64 unroll_threshold; /* 0: the option's */
  gboolean is_scan;        /* split whatever split_reductions says */
} FlReductionPlan;
FlReductionPlan fl_reduction_plan (FlLowering *low, FlBox *box, const gboolean *is_reduced, gboolean keep_dims);
/* Unrolled, split or whole; realized when it is a real reduction. */
FlBox *fl_reduction_create (FlLowering *low, FlReductionPlan *plan);
void fl_reduction_create_with_position (FlLowering *low, FlReductionPlan *plan, FlBox *outputs[2]);
/* n outputs of one reduction (welford, online softmax): realized. */
gboolean fl_reduction_create_multi (FlLowering *low, FlReductionPlan *plan, FlBox **outputs, guint n);
/* The loops of the reduction whose results are reduced, when its sizes make up what is reduced. */
gboolean fl_reduction_find_input_ranges (FlLowering *low, const FlReductionPlan *plan, const FlSym *reduced,
                                         const FlLoops **found);
gint64 fl_reduction_choose_split (FlLowering *low, const FlReductionPlan *plan, FlReductionHint *hint);
const FlExpr *fl_reduction_combine (FlLowering *low, FlReductionType type, const FlExpr *a, const FlExpr *b);
double fl_reduction_get_identity (FlReductionType type, FlDtype dtype);
FlBox *fl_box_reduce (FlLowering *low, FlReductionType type, FlBox *box, const gboolean *is_reduced, gboolean keep_dims,
                      FlDtype dtype);
/* A plan that is not written out: whole, or in two layers. */
FlBox *fl_reduction_split (FlLowering *low, FlReductionPlan *plan);
void fl_reduction_split_multi (FlLowering *low, FlReductionPlan *plan, FlBox **outputs, guint n);
FlLoops *fl_reduction_get_loops (FlLowering *low, const FlReductionPlan *plan, guint output);
const FlSym *fl_reduction_get_numel (FlLowering *low, const FlBox *box, const gboolean *axes);
FlBox *fl_box_mean (FlLowering *low, FlBox *box, const gboolean *axes, gboolean keep_dims);
FlBox *fl_box_divide_by_count (FlLowering *low, FlBox *box, const FlSym *count);
gboolean *fl_lower_get_axes (FlLowering *low, const char *name, guint n_dims);

/* --- fl-extern.c: making library calls -------------------------------------------------------- */
typedef struct
{
  const char *kernel; /* interned or literal */
  const FlAtenRow *aten;
  FlExternArg *args;
  guint n_args, max_args;
} FlExternCall;
FlExternCall *fl_extern_new (FlLowering *low, guint max_args);
void fl_extern_add_box (FlLowering *low, FlExternCall *call, const char *keyword, FlBox *box);
void fl_extern_add_value (FlLowering *low, FlExternCall *call, const char *keyword, const FlArg *value);
void fl_extern_add_int (FlLowering *low, FlExternCall *call, const char *keyword, gint64 value);
void fl_extern_add_bool (FlLowering *low, FlExternCall *call, const char *keyword, gboolean value);
void fl_extern_add_tuple (FlLowering *low, FlExternCall *call, const char *keyword, const FlSym *const *values,
                          guint n);
void fl_extern_add_node_arg (FlLowering *low, FlExternCall *call, const FlArg *given);
FlBox *fl_extern_finish (FlLowering *low, FlExternCall *call, FlBufferKind kind, FlDevice device, FlDtype dtype,
                         const FlSym *const *sizes, guint n, const FlSym *const *strides);
FlItem fl_extern_finish_fallback (FlLowering *low, FlExternCall *call);
FlRecord *fl_extern_finish_nothing (FlLowering *low, FlExternCall *call, FlDevice device); /* no result */
void fl_extern_add_mutation (FlLowering *low, FlRecord *call, FlBox *changed, gboolean with_output);

/* --- fl-lower-extern.c ------------------------------------------------------------------------ */
FlItem fl_lower_fallback (FlLowering *low);
/* fl-lower-attention.c: the arguments of the call become such as attention takes. */
void fl_lower_constrain_attention (FlLowering *low);
FlItem fl_lower_fallback_as (FlLowering *low, const char *kernel);
FlBox *fl_realize_matrix (FlLowering *low, FlBox *box);
FlBox *fl_box_to_device (FlLowering *low, FlBox *box, FlDevice device);

/* --- fl-lower-conv.c */
FlBox *fl_lower_constrain_box (FlLowering *low,
                               guint position); /* one argument, which is a tensor; other readers keep theirs */
void fl_lower_constrain_strides (
    FlLowering *low);                            /* tensor arguments get the stride order that they were traced with */
void fl_lower_look_at_layouts (FlLowering *low); /* before the first node is lowered */
gboolean fl_lower_feeds_as_strided (const FlGraph *graph, guint32 index); /* the memory of this node is seen */

/* --- fl-lower-index.c, fl-lower-pad.c, fl-lower-cat.c: x[i, :, j]; masks; concatenation ------- */
typedef struct
{
  guint n_indices;
  FlBox **indices;       /* NULL: a whole dimension */
  guint n_tensors, rank; /* how many are tensors, and of how many dimensions */
  guint first, last;
  gboolean is_scattered; /* not next to each other: their dimensions come first */
  const FlSym *const *sizes;
  guint n_dims; /* of what is indexed */
  const FlSym **result_sizes;
  guint n_result;
} FlIndexing;
gboolean fl_indexing_start (FlLowering *low, FlItem list, const FlSym *const *sizes, guint n_dims,
                            FlIndexing *indexing);
const FlSym **fl_indexing_get_index (FlLowering *low, const FlIndexing *indexing, const FlSym *const *vars,
                                     gboolean wrap, gboolean check);
/* As bf16 or f16 holds the number. */
double fl_round_to_half (FlDtype dtype, double number);
/* Adaptive pooling of windows of one size. */
FlItem fl_lower_adaptive_evenly (FlLowering *low);
const FlExpr *fl_mask_compare (FlLowering *low, FlScalar op, const FlSym *position, const FlSym *bound);
FlBox *fl_box_concatenate (FlLowering *low, const FlItem *items, guint n, guint dim);
/* Is what this reader computes pointwise, through views? */
gboolean fl_node_is_pointwise_use (const FlGraph *graph, const FlNode *user, guint depth);

/* --- fl-lower-finish.c ------------------------------------------------------------------------ */
void fl_lower_output (FlLowering *low, FlOutput **outputs, guint *n_outputs);
FlLowered *fl_lower_finish (FlLowering *low, FlOutput *outputs, guint n_outputs, guint n_unlowered);
FlBufferView fl_box_get_buffer_view (FlLowering *low, const FlBox *box);

G_END_DECLS
