/* Shape rules: what an operator yields for given arguments, as eager PyTorch does: sizes, strides, dtype, device. A
 * rule is fl_shape_<token> for SHAPE (<token>) in fl-aten-ops.def; rules of one family share a file. */
#pragma once

#include "fl-aten.h"

G_BEGIN_DECLS

typedef struct
{
  FlGraph *graph;
  FlArena *arena;
  FlSymTable *symbols;
  const FlNode *node;
  const char *why;   /* set by a rule that returns FALSE: which fact is lacking or which rule is broken */
  const char *doubt; /* set by a rule that goes on: a warning of the graph */
  gboolean is_wrong; /* a rule is broken: nothing that is not known yet could mend the call */
  /* fl_shapes_infer, for rules that ask another operator's. */
  gboolean (*infer) (FlGraph *graph, const FlNode *node, FlValue *value);
} FlShape;

/* Fills *out; FALSE when the arguments do not tell, with shape->why. */
typedef gboolean (*FlShapeRule) (FlShape *shape, FlValue *out);

enum
{
  FL_SHAPE_MAX_DIMS = 64
};

/* --- arguments -------------------------------------------------------------------------------- */
/* The arguments break the operator's rule, whatever else may become known: the graph is refused. FALSE. */
gboolean fl_shape_fail (FlShape *shape, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Something does not fit, but what the node yields does not depend on it: a warning. TRUE. */
gboolean fl_shape_doubt (FlShape *shape, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A fact is lacking, or more than we can tell: what the node yields stays unknown, or as the file says. FALSE. */
gboolean fl_shape_lack (FlShape *shape, const char *format, ...) G_GNUC_PRINTF (2, 3);
const FlValue *fl_shape_get_value (const FlShape *shape, const FlArg *arg);      /* NULL: no node, or not known */
const FlTensor *fl_shape_get_tensor_of (const FlShape *shape, const FlArg *arg); /* NULL: no tensor */
const FlTensor *fl_shape_get_tensor (FlShape *shape, guint position);            /* NULL and why */
const FlTensor *fl_shape_find_tensor (FlShape *shape, guint position);           /* NULL when absent */
/* An integer, SymInt or default; NULL when it is neither (None). */
const FlSym *fl_shape_get_sym (const FlShape *shape, const char *name);
const FlSym *fl_shape_get_sym_of (const FlShape *shape, const FlArg *arg);
const FlSym *const *fl_shape_get_syms (FlShape *shape, const char *name, guint *n);
gboolean fl_shape_get_int (FlShape *shape, const char *name, gint64 *value); /* FALSE and why */
gint64 fl_shape_get_int_or (const FlShape *shape, const char *name, gint64 fallback);
gboolean fl_shape_get_bool_or (const FlShape *shape, const char *name, gboolean fallback);
FlDtype fl_shape_get_dtype_or (const FlShape *shape, const char *name, FlDtype fallback);
/* The argument "device", else fallback. */
FlDevice fl_shape_get_device_or (const FlShape *shape, FlDevice fallback);
gboolean fl_shape_has_arg (const FlShape *shape, const char *name); /* given and not None */
/* dim counted from the end when negative; a scalar counts as one dimension. FALSE and why when out of range. */
gboolean fl_shape_wrap_dim (FlShape *shape, gint64 dim, guint n_dims, guint *wrapped);
gboolean fl_shape_get_dim (FlShape *shape, const char *name, guint n_dims, guint *dim);
/* "channels_last", "contiguous_format", … of the argument memory_format; NULL when absent. */
const char *fl_shape_get_memory_format (const FlShape *shape);

/* --- tensors ---------------------------------------------------------------------------------- */
const FlSym *fl_shape_int (const FlShape *shape, gint64 value);
const FlSym **fl_shape_new_syms (const FlShape *shape, guint n);
const FlSym **fl_shape_dup_syms (const FlShape *shape, const FlSym *const *syms, guint n);
const FlSym *const *fl_shape_make_contiguous_strides (const FlShape *shape, const FlSym *const *sizes, guint n);
const FlSym *const *fl_shape_make_channels_last_strides (const FlShape *shape, const FlSym *const *sizes, guint n);
/* Dense strides with the dimension order of an elementwise operator over these operands (all broadcast to sizes). */
const FlSym *const *fl_shape_make_elementwise_strides (const FlShape *shape, const FlSym *const *sizes, guint n,
                                                       const FlTensor *const *operands, guint n_operands);
gboolean fl_shape_is_dense (const FlTensor *tensor); /* no gaps, no overlap */
gboolean fl_shape_is_channels_last (const FlTensor *tensor);
/* As PyTorch's suggest_memory_format: strides that look like channels last even where sizes of 1 make it ambiguous. */
gboolean fl_shape_suggests_channels_last (const FlTensor *tensor);
gboolean fl_shape_is_one (const FlSym *size);
FlTensor fl_shape_make_contiguous (const FlShape *shape, FlDtype dtype, const FlSym *const *sizes, guint n,
                                   FlDevice device);
/* Sizes and dtype of like with the layout that torch.empty_like gives. */
FlTensor fl_shape_like (const FlShape *shape, const FlTensor *like, FlDtype dtype);
gboolean fl_shape_set (FlValue *out, FlTensor tensor);
gboolean fl_shape_set_tuple (const FlShape *shape, FlValue *out, const FlTensor *tensors,
                             guint n); /* dtype NONE: None */
/* Sizes of a and b broadcast together; FALSE and why when they do not fit. */
gboolean fl_shape_broadcast_sizes (FlShape *shape, const FlSym *const *a, guint n_a, const FlSym *const *b, guint n_b,
                                   const FlSym *const **sizes, guint *n);
/* NULL when the same memory cannot be seen with these sizes. */
const FlSym *const *fl_shape_make_view_strides (const FlShape *shape, const FlTensor *tensor, const FlSym *const *sizes,
                                                guint n);
/* Puts numel / the others in place of -1. */
const FlSym *const *fl_shape_infer_sizes (const FlShape *shape, const FlSym *const *sizes, guint n, const FlSym *numel);
/* Element type of an operator over arguments first … last (tensors and numbers) by PyTorch's promotion. */
FlDtype fl_shape_promote (const FlShape *shape, guint first, guint last);
/* Arguments first … last broadcast together, with TensorIterator's layout; FALSE and why. */
gboolean fl_shape_combine (FlShape *shape, guint first, guint last, FlDtype dtype, FlValue *out);
FlDtype fl_shape_to_float (FlDtype dtype); /* integers and bool become f32 */
/* The value of kernel['key'] where kernel is a Triton kernel of the user; NULL when there is none. */
const FlValue *fl_shape_find_kernel_result (const FlShape *shape, const FlNode *kernel, const char *key);

/* A copy of self whose sizes and strides may be changed. */
typedef struct
{
  FlTensor tensor;
  const FlSym **sizes;
  const FlSym **strides;
} FlShapeView;

gboolean fl_shape_open_view (FlShape *shape, FlShapeView *view); /* of argument 0; FALSE and why */
/* mask, of FL_SHAPE_MAX_DIMS: which dimensions of self the call reduces; FALSE and why. */
gboolean fl_shape_get_reduced_dims (FlShape *shape, const FlTensor *self, gboolean *mask);
void fl_shape_remove_dim (FlShapeView *view, guint dim);
const FlSym *fl_shape_get_offset (const FlShape *shape, const FlTensor *tensor);

/* Do the arguments fit each other? FALSE and why when they do not; TRUE as well where not enough is known. */
gboolean fl_shape_fits (FlShape *shape);

/* --- rules ------------------------------------------------------------------------------------ */
/* Declares a rule. Each file declares those that it defines, and fl-shapes.c all that the operator table names: no
 * header reads the table, or every row would build all rules anew. */
#define SHAPE_RULE(rule) gboolean fl_shape_##rule (FlShape *shape, FlValue *out)

/* Rules that others end with. */
SHAPE_RULE (as_strided);
SHAPE_RULE (broadcast);
SHAPE_RULE (broadcast_boolean);
SHAPE_RULE (broadcast_float);
SHAPE_RULE (diagonal);
SHAPE_RULE (index);
SHAPE_RULE (same);
SHAPE_RULE (select);
SHAPE_RULE (slice);
SHAPE_RULE (split_with_sizes);
SHAPE_RULE (unbind);

G_END_DECLS
