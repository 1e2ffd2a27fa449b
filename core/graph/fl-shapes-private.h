/* Shape rules: what an operator yields for given arguments, as eager PyTorch does: sizes, strides, dtype, device. A rule
 * is fl_shape_<token> for SHAPE (<token>) in fl-aten-ops.def; rules of one family share a file. */
#pragma once

#include "fl-aten.h"

G_BEGIN_DECLS

typedef struct
{
  FlGraph *graph;
  FlArena *arena;
  FlSymTable *symbols;
  const FlNode *node;
  const char *why; /* set by a rule that returns FALSE: which fact is lacking or which rule is broken */
} FlShape;

/* Fills *out; FALSE when the arguments do not tell, with shape->why. */
typedef gboolean (*FlShapeRule) (FlShape *shape, FlValue *out);

enum
{
  FL_SHAPE_MAX_DIMS = 64
};

/* --- arguments --------------------------------------------------------------------------------------------------- */
gboolean fl_shape_fail (FlShape *shape, const char *format, ...) G_GNUC_PRINTF (2, 3);
const FlValue *fl_shape_get_value (const FlShape *shape, const FlArg *arg); /* NULL: no node, or not known */
const FlTensor *fl_shape_get_tensor_of (const FlShape *shape, const FlArg *arg); /* NULL: no tensor */
const FlTensor *fl_shape_get_tensor (FlShape *shape, guint position);   /* NULL and why */
const FlTensor *fl_shape_find_tensor (FlShape *shape, guint position);  /* NULL when absent */
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

/* --- tensors ----------------------------------------------------------------------------------------------------- */
const FlSym *fl_shape_int (const FlShape *shape, gint64 value);
const FlSym **fl_shape_new_syms (const FlShape *shape, guint n);
const FlSym **fl_shape_dup_syms (const FlShape *shape, const FlSym *const *syms, guint n);
const FlSym *const *fl_shape_make_contiguous_strides (const FlShape *shape, const FlSym *const *sizes, guint n);
const FlSym *const *fl_shape_make_channels_last_strides (const FlShape *shape, const FlSym *const *sizes, guint n);
/* Dense strides with the dimension order of an elementwise operator over these operands (all broadcast to sizes). */
const FlSym *const *fl_shape_make_elementwise_strides (const FlShape *shape, const FlSym *const *sizes, guint n, const FlTensor *const *operands,
                                                       guint n_operands);
gboolean fl_shape_is_dense (const FlTensor *tensor); /* no gaps, no overlap */
gboolean fl_shape_is_channels_last (const FlTensor *tensor);
/* As PyTorch's suggest_memory_format: strides that look like channels last even where sizes of 1 make it ambiguous. */
gboolean fl_shape_suggests_channels_last (const FlTensor *tensor);
gboolean fl_shape_is_one (const FlSym *size);
FlTensor fl_shape_make_contiguous (const FlShape *shape, FlDtype dtype, const FlSym *const *sizes, guint n, FlDevice device);
/* Sizes and dtype of like with the layout that torch.empty_like gives. */
FlTensor fl_shape_like (const FlShape *shape, const FlTensor *like, FlDtype dtype);
gboolean fl_shape_set (FlValue *out, FlTensor tensor);
gboolean fl_shape_set_tuple (const FlShape *shape, FlValue *out, const FlTensor *tensors, guint n); /* dtype NONE: None */
/* Sizes of a and b broadcast together; FALSE and why when they do not fit. */
gboolean fl_shape_broadcast_sizes (FlShape *shape, const FlSym *const *a, guint n_a, const FlSym *const *b, guint n_b, const FlSym *const **sizes,
                             guint *n);
/* NULL when the same memory cannot be seen with these sizes. */
const FlSym *const *fl_shape_make_view_strides (const FlShape *shape, const FlTensor *tensor, const FlSym *const *sizes, guint n);
/* Puts numel / the others in place of -1. */
const FlSym *const *fl_shape_infer_sizes (const FlShape *shape, const FlSym *const *sizes, guint n, const FlSym *numel);
/* Element type of an operator over arguments first … last (tensors and numbers) by PyTorch's promotion. */
FlDtype fl_shape_promote (const FlShape *shape, guint first, guint last);
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
void fl_shape_remove_dim (FlShapeView *view, guint dim);
const FlSym *fl_shape_get_offset (const FlShape *shape, const FlTensor *tensor);

/* --- all rules --------------------------------------------------------------------------------------------------- */
#define FL_SHAPE_RULES(RULE)                                                                                           \
  RULE (broadcast) RULE (broadcast_boolean) RULE (broadcast_float) RULE (boolean) RULE (same) RULE (float)             \
  RULE (div_mode) RULE (clamp) RULE (where) RULE (masked_fill) RULE (ternary) RULE (ternary_float) RULE (glu)          \
  RULE (log_sigmoid) RULE (gradient) RULE (gradient_where) RULE (gradient_cast) RULE (first) RULE (second) RULE (copy) RULE (clone)          \
  RULE (contiguous) RULE (to_copy) RULE (to_other) RULE (convert_element_type) RULE (device_put) RULE (complex)        \
  RULE (native_dropout) RULE (loss) RULE (foreach) RULE (nothing) RULE (dynamic)                                       \
  RULE (reduce) RULE (reduce_all) RULE (reduce_same) RULE (reduce_all_same) RULE (reduce_pair) RULE (reduce_index)     \
  RULE (reduce_boolean) RULE (reduce_float) RULE (reduce_float_all) RULE (reduce_var_mean) RULE (reduce_norm)          \
  RULE (reduce_norm_all) RULE (aminmax) RULE (scan) RULE (sort) RULE (argsort) RULE (topk) RULE (softmax)              \
  RULE (prepare_softmax_online) RULE (histc)                                                                           \
  RULE (alias) RULE (as_strided) RULE (diagonal) RULE (expand) RULE (expand_as) RULE (flatten) RULE (unflatten)        \
  RULE (movedim) RULE (narrow) RULE (permute) RULE (reshape) RULE (select) RULE (slice) RULE (split)                   \
  RULE (split_with_sizes) RULE (chunk) RULE (squeeze) RULE (t) RULE (numpy_T) RULE (transpose) RULE (unbind)           \
  RULE (unfold) RULE (unsqueeze) RULE (view) RULE (view_dtype) RULE (view_as) RULE (view_as_complex)                   \
  RULE (view_as_real) RULE (broadcast_in_dim) RULE (rev) RULE (force_stride_order)                                     \
  RULE (cat) RULE (stack) RULE (pad) RULE (repeat) RULE (repeat_interleave) RULE (embedding) RULE (embedding_bag) RULE (fused_lstm_cell)                           \
  RULE (embedding_dense_backward) RULE (gather) RULE (index) RULE (unsafe_masked_index) RULE (index_select)            \
  RULE (fill_sizes) RULE (bucketize) RULE (meshgrid) RULE (pixel_shuffle) RULE (pixel_unshuffle)                       \
  RULE (arange) RULE (linspace) RULE (full) RULE (full_like) RULE (empty_strided) RULE (empty_permuted)                \
  RULE (new_full) RULE (new_empty_strided) RULE (scalar_tensor) RULE (eye) RULE (fill) RULE (iota) RULE (randint)      \
  RULE (randperm) RULE (multinomial) RULE (seed) RULE (seeds) RULE (lookup_seed) RULE (inductor_random)                \
  RULE (inductor_randint) RULE (token)                                                                                 \
  RULE (mm) RULE (addmm) RULE (bmm) RULE (baddbmm) RULE (mv) RULE (addmv) RULE (dot) RULE (int_mm) RULE (scaled_mm)    \
  RULE (grouped_mm) RULE (linear) RULE (matmul) RULE (einsum)                                                                        \
  RULE (convolution) RULE (convolution_backward) RULE (conv_nd) RULE (conv_padding) RULE (conv_transpose)              \
  RULE (avg_pool) RULE (adaptive_avg_pool) RULE (adaptive_max_pool) RULE (max_pool) RULE (max_pool_with_indices)       \
  RULE (low_memory_max_pool) RULE (low_memory_max_pool_indices) RULE (upsample) RULE (upsample_backward)               \
  RULE (sdpa) RULE (sdpa_math) RULE (sdpa_flash) RULE (sdpa_efficient) RULE (sdpa_cudnn) RULE (sdpa_cpu)               \
  RULE (sdpa_backward) RULE (native_layer_norm) RULE (native_norm_backward) RULE (fused_rms_norm)                      \
  RULE (native_group_norm) RULE (native_group_norm_backward) RULE (batch_norm) RULE (batch_norm_functional)            \
  RULE (cross_entropy) RULE (nll_loss) RULE (nll_loss_forward)                                                         \
  RULE (all_gather) RULE (all_gather_coalesced) RULE (reduce_scatter) RULE (reduce_scatter_coalesced)                  \
  RULE (all_to_all) RULE (subgraph) RULE (while_loop) RULE (flex_attention) RULE (flex_attention_backward)             \
  RULE (triton_kernel)                                                                                                 \
  RULE (sym_size) RULE (sym_sizes) RULE (sym_stride) RULE (sym_numel) RULE (sym_offset) RULE (item) RULE (sym_add)     \
  RULE (sym_sub) RULE (sym_mul) RULE (sym_floordiv) RULE (sym_truediv) RULE (sym_mod) RULE (sym_pow) RULE (sym_neg)    \
  RULE (sym_pos) RULE (sym_abs) RULE (sym_opaque) RULE (sym_eq) RULE (sym_ne) RULE (sym_lt) RULE (sym_le)              \
  RULE (sym_gt) RULE (sym_ge) RULE (sym_logic) RULE (sym_sum) RULE (sym_min) RULE (sym_max) RULE (sym_ite)             \
  RULE (sym_float) RULE (sym_int) RULE (sym_ceil) RULE (sym_floor) RULE (getitem)

#define FL_SHAPE_DECLARE(token) gboolean fl_shape_##token (FlShape *shape, FlValue *out);
FL_SHAPE_RULES (FL_SHAPE_DECLARE)
#undef FL_SHAPE_DECLARE

G_END_DECLS
