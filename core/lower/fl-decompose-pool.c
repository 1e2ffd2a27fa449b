/* Pooling in its other forms: one-dimensional, adaptive, and the maximum that keeps its position in a byte. */
#include "fl-aten-ids.h"
#include "fl-decompose-table.h"

DECOMPOSITION (max_pool2d_with_indices);
DECOMPOSITION (max_pool2d_with_indices_backward);
DECOMPOSITION (max_pool);
DECOMPOSITION (avg_pool1d);
DECOMPOSITION (adaptive_avg_pool1d);
DECOMPOSITION (adaptive_avg_pool2d);
DECOMPOSITION (adaptive_avg_pool2d_backward);
DECOMPOSITION (adaptive_max_pool2d);

enum
{
  LARGEST_WINDOW = 25 /* Inductor's own loops; beyond it a library is called */
};

/* Two numbers, of a list of one or two; FALSE: something else. */
static gboolean
get_pair (FlRewrite *rw, const char *name, gint64 fallback, gint64 *pair)
{
  FlArg arg = fl_rewrite_get (rw, name);
  const FlArg *items = arg.n_items > 0 ? arg.items : &arg;
  guint n = arg.kind == FL_ARG_INT ? 1 : arg.n_items;

  pair[0] = pair[1] = fallback;
  if (n == 0)
    return TRUE;
  if (n > 2 || items[0].kind != FL_ARG_INT || items[n - 1].kind != FL_ARG_INT)
    return FALSE;
  return fl_sym_is_int (items[0].sym, &pair[0]) && fl_sym_is_int (items[n - 1].sym, &pair[1]);
}

static FlArg
unsqueeze (FlRewrite *rw, FlArg x)
{
  return EMIT (rw, "aten.unsqueeze.default", x, INTEGER (-2));
}

static FlArg
squeeze (FlRewrite *rw, FlArg x)
{
  return EMIT (rw, "aten.squeeze.dim", x, INTEGER (-2));
}

/* A window of one row: 1 before the size given. */
static FlArg
widen (FlRewrite *rw, const char *name, gint64 first, gint64 fallback)
{
  gint64 pair[2];

  if (!get_pair (rw, name, fallback, pair))
    pair[1] = fallback;
  pair[0] = first;
  return fl_arg_ints (rw, pair, 2);
}

gboolean
decompose_max_pool2d_with_indices (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), pooled, offsets, results[2],
        ceil_mode = fl_arg_bool (fl_rewrite_get_bool (rw, "ceil_mode", FALSE));
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 kernel[2], stride[2], padding[2], dilation[2];

  if (tensor == NULL || tensor->n_dims < 3 || !get_pair (rw, "kernel_size", 1, kernel)
      || !get_pair (rw, "padding", 0, padding) || !get_pair (rw, "dilation", 1, dilation)
      || !get_pair (rw, "stride", 0, stride) || kernel[0] * kernel[1] > LARGEST_WINDOW)
    return FALSE;
  if (stride[0] == 0)
    {
      stride[0] = kernel[0];
      stride[1] = kernel[1];
    }
  pooled = EMIT (rw, "prims._low_memory_max_pool_with_offsets.default", x, fl_arg_ints (rw, kernel, 2),
                 fl_arg_ints (rw, stride, 2), fl_arg_ints (rw, padding, 2), fl_arg_ints (rw, dilation, 2), ceil_mode);
  results[0] = fl_emit_item (rw, pooled, 0);
  offsets = fl_emit_item (rw, pooled, 1);
  results[1] = EMIT (rw, "prims._low_memory_max_pool_offsets_to_indices.default", offsets, fl_arg_ints (rw, kernel, 2),
                     fl_arg_syms (rw, tensor->sizes + tensor->n_dims - 2, 2), fl_arg_ints (rw, stride, 2),
                     fl_arg_ints (rw, padding, 2), fl_arg_ints (rw, dilation, 2));
  return fl_decompose_done_tuple (rw, results, 2);
}

gboolean
decompose_max_pool2d_with_indices_backward (FlRewrite *rw, const FlAtenRow *row)
{
  return FALSE; /* a library call */
}

gboolean
decompose_max_pool (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), ceil_mode = fl_arg_bool (fl_rewrite_get_bool (rw, "ceil_mode", FALSE)), pooled;
  FlArg stride = fl_rewrite_get (rw, "stride");
  gboolean has_stride = stride.kind == FL_ARG_INT || stride.n_items > 0;
  gint64 kernel[2], padding[2], dilation[2];

  if (row->op == FL_ATEN_OP_MAX_POOL1D)
    {
      pooled = EMIT (rw, "aten.max_pool2d_with_indices.default", unsqueeze (rw, x), widen (rw, "kernel_size", 1, 1),
                     has_stride ? widen (rw, "stride", 1, 1) : fl_arg_ints (rw, NULL, 0), widen (rw, "padding", 0, 0),
                     widen (rw, "dilation", 1, 1), ceil_mode);
      return fl_decompose_done (rw, squeeze (rw, fl_emit_item (rw, pooled, 0)), FL_DTYPE_NONE);
    }
  if (!get_pair (rw, "kernel_size", 1, kernel) || !get_pair (rw, "padding", 0, padding)
      || !get_pair (rw, "dilation", 1, dilation))
    return FALSE;
  pooled = EMIT (rw, "aten.max_pool2d_with_indices.default", x, fl_arg_ints (rw, kernel, 2),
                 has_stride ? stride : fl_arg_ints (rw, kernel, 2), fl_arg_ints (rw, padding, 2),
                 fl_arg_ints (rw, dilation, 2), ceil_mode);
  return fl_decompose_done (rw, fl_emit_item (rw, pooled, 0), FL_DTYPE_NONE);
}

gboolean
decompose_avg_pool1d (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg stride = fl_rewrite_get (rw, "stride"), pooled;
  gboolean has_stride = stride.kind == FL_ARG_INT || stride.n_items > 0;

  pooled = EMIT (rw, "aten.avg_pool2d.default", unsqueeze (rw, fl_rewrite_nth (rw, 0)), widen (rw, "kernel_size", 1, 1),
                 has_stride ? widen (rw, "stride", 1, 1) : widen (rw, "kernel_size", 1, 1), widen (rw, "padding", 0, 0),
                 fl_arg_bool (fl_rewrite_get_bool (rw, "ceil_mode", FALSE)),
                 fl_arg_bool (fl_rewrite_get_bool (rw, "count_include_pad", TRUE)));
  return fl_decompose_done (rw, squeeze (rw, pooled), FL_DTYPE_NONE);
}

gboolean
decompose_adaptive_avg_pool1d (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg pooled = EMIT (rw, "aten.adaptive_avg_pool2d.default", unsqueeze (rw, fl_rewrite_nth (rw, 0)),
                       widen (rw, "output_size", 1, 1));

  return fl_decompose_done (rw, squeeze (rw, pooled), FL_DTYPE_NONE);
}

/* One value a channel is a mean. */
gboolean
decompose_adaptive_avg_pool2d (FlRewrite *rw, const FlAtenRow *row)
{
  static const gint64 last_two[] = { -1, -2 };
  gint64 size[2];

  if (!get_pair (rw, "output_size", 0, size))
    return FALSE;
  if (size[0] == 1 && size[1] == 1)
    return fl_decompose_done (rw, fl_emit_reduce (rw, "aten.mean.dim", fl_rewrite_nth (rw, 0), last_two, 2, TRUE),
                              FL_DTYPE_NONE);
  if (row->op == FL_ATEN_OP__ADAPTIVE_AVG_POOL2D)
    return FALSE;
  return fl_decompose_done (rw,
                            EMIT (rw, "aten._adaptive_avg_pool2d.default", fl_rewrite_nth (rw, 0),
                                  fl_arg_ints (rw, size, 2)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_adaptive_avg_pool2d_backward (FlRewrite *rw, const FlAtenRow *row)
{
  return FALSE; /* a library call */
}

/* Windows of one size are those of ordinary pooling. */
gboolean
decompose_adaptive_max_pool2d (FlRewrite *rw, const FlAtenRow *row)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));
  gint64 out[2], window[2];

  if (tensor == NULL || tensor->n_dims < 3 || !get_pair (rw, "output_size", 0, out))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      gint64 in;

      if (!fl_sym_is_int (tensor->sizes[tensor->n_dims - 2 + i], &in) || out[i] < 1 || in % out[i] != 0)
        return FALSE;
      window[i] = in / out[i];
    }
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.max_pool2d_with_indices.default", fl_rewrite_nth (rw, 0),
                                  fl_arg_ints (rw, window, 2)),
                            FL_DTYPE_NONE);
}
