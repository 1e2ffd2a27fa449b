/* Joins of lists of tensors, copies of their parts, and reductions into places, opened into simpler
 * operators. */
#include <string.h>

#include "fl-decompose-table.h"

DECOMPOSITION (chunk_cat);
DECOMPOSITION (block_diag);
DECOMPOSITION (copy_of_parts);
DECOMPOSITION (scatter_named);
DECOMPOSITION (fused_rms_norm_backward);

enum
{
  MAX_RANK = FL_DECOMPOSE_MAX_RANK,
  MAX_MEMBERS = 256
};

gboolean
decompose_chunk_cat (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg list = fl_rewrite_get (rw, "tensors"), parts[MAX_MEMBERS];
  gint64 dim = fl_rewrite_get_int (rw, "dim", 0), chunks = fl_rewrite_get_int (rw, "num_chunks", 1), sizes[MAX_RANK];

  if (list.n_items == 0 || list.n_items > MAX_MEMBERS || chunks < 1)
    return FALSE;
  for (guint i = 0; i < list.n_items; i++)
    {
      const FlTensor *tensor = fl_rewrite_tensor (rw, list.items[i]);
      gint64 pads[2 * MAX_RANK] = { 0 }, whole, shape[MAX_RANK + 2];

      if (!fl_decompose_get_sizes (tensor, sizes))
        return FALSE;
      if (i == 0)
        dim = fl_rewrite_wrap (dim, tensor->n_dims);
      if (dim < 0 || dim >= tensor->n_dims)
        return FALSE;
      whole = (sizes[dim] + chunks - 1) / chunks * chunks;
      parts[i] = list.items[i];
      pads[2 * (tensor->n_dims - dim - 1) + 1] = whole - sizes[dim];
      if (whole != sizes[dim])
        parts[i] = EMIT (rw, "aten.constant_pad_nd.default", parts[i],
                         fl_arg_ints (rw, pads, 2 * (tensor->n_dims - dim)), INTEGER (0));
      memcpy (shape, sizes, dim * sizeof *shape);
      shape[dim] = chunks;
      shape[dim + 1] = -1;
      parts[i] = EMIT (rw, "aten.reshape.default", parts[i], fl_arg_ints (rw, shape, dim + 2));
    }
  return fl_decompose_done (rw, EMIT (rw, "aten.cat.default", fl_arg_list (rw, parts, list.n_items), INTEGER (dim + 1)),
                            FL_DTYPE_NONE);
}

static FlArg
make_zeros (FlRewrite *rw, const FlTensor *like, gint64 n_rows, gint64 n_columns)
{
  const FlSym *sizes[] = { fl_sym_int (rw->symbols, n_rows), fl_sym_int (rw->symbols, n_columns) };
  FlTensor tensor = *like;

  tensor.n_dims = 2;
  tensor.sizes = sizes;
  return fl_emit_full (rw, &tensor, 0);
}

/* Each tensor between zeros, one below the other. */
gboolean
decompose_block_diag (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg list = fl_rewrite_get (rw, "tensors"), rows[MAX_MEMBERS];
  gint64 sizes[MAX_RANK], n_columns = 0, first = 0;

  if (list.n_items == 0 || list.n_items > MAX_MEMBERS)
    return FALSE;
  for (guint i = 0; i < list.n_items; i++)
    {
      const FlTensor *tensor = fl_rewrite_tensor (rw, list.items[i]);

      if (!fl_decompose_get_sizes (tensor, sizes) || tensor->n_dims > 2)
        return FALSE;
      n_columns += tensor->n_dims == 0 ? 1 : sizes[tensor->n_dims - 1];
    }
  for (guint i = 0; i < list.n_items; i++)
    {
      const FlTensor *tensor = fl_rewrite_tensor (rw, list.items[i]);
      FlArg parts[3] = { fl_arg_none (), list.items[i], fl_arg_none () };
      gint64 height, width;

      fl_decompose_get_sizes (tensor, sizes);
      height = tensor->n_dims == 2 ? sizes[0] : 1;
      width = tensor->n_dims == 0 ? 1 : sizes[tensor->n_dims - 1];
      if (tensor->n_dims < 2)
        parts[1] = EMIT (rw, "aten.reshape.default", parts[1], fl_arg_ints (rw, (const gint64[]) { 1, -1 }, 2));
      parts[0] = make_zeros (rw, tensor, height, first);
      parts[2] = make_zeros (rw, tensor, height, n_columns - first - width);
      rows[i] = EMIT (rw, "aten.cat.default", fl_arg_list (rw, parts, 3), INTEGER (1));
      first += width;
    }
  return fl_decompose_done (rw, EMIT (rw, "aten.cat.default", fl_arg_list (rw, rows, list.n_items), INTEGER (0)),
                            FL_DTYPE_NONE);
}

/* The parts as views, and a copy of each. */
gboolean
decompose_copy_of_parts (FlRewrite *rw, const FlAtenRow *row)
{
  gboolean is_split = strstr (row->name, "split") != NULL;
  FlArg x = fl_rewrite_nth (rw, 0), dim = INTEGER (fl_rewrite_get_int (rw, "dim", 0)), views, *results;
  guint n = rw->node->value.kind == FL_VALUE_TUPLE ? rw->node->value.n_items : 0;
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 d;
  gboolean is_open; /* nobody but this node knows how many parts there are */

  if (n == 0 || tensor == NULL || tensor->n_dims == 0)
    return FALSE;
  d = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", 0), tensor->n_dims);
  is_open = !is_split && d >= 0 && d < tensor->n_dims && !fl_sym_is_int (tensor->sizes[d], NULL);
  views = is_split  ? EMIT (rw, "aten.split_with_sizes.default", x, fl_rewrite_get (rw, "split_sizes"), dim)
          : is_open ? x
                    : EMIT (rw, "aten.unbind.int", x, dim);
  results = fl_arena_new (rw->arena, FlArg, n);
  for (guint i = 0; i < n; i++)
    results[i] = EMIT (rw, "aten.clone.default",
                       is_open ? EMIT (rw, "aten.select.int", x, dim, INTEGER (i)) : fl_emit_item (rw, views, i),
                       fl_arg_with_keyword ("memory_format",
                                            (FlArg) { .kind = FL_ARG_NAME, .text = "torch.contiguous_format" }));
  return fl_decompose_done_tuple (rw, results, n);
}

/* scatter with reduce='add' or 'multiply' is scatter_reduce by sum or prod; a number stands for a
 * source of the indices' sizes. */
gboolean
decompose_scatter_named (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), index = fl_rewrite_get (rw, "index"), how = fl_rewrite_get (rw, "reduce"),
        source = fl_rewrite_get (rw, "src");
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *places = fl_rewrite_tensor (rw, index);

  if (tensor == NULL || places == NULL || how.kind != FL_ARG_STRING)
    return FALSE;
  if (strstr (row->name, "value") != NULL)
    {
      FlTensor like = *tensor;

      like.n_dims = places->n_dims;
      like.sizes = places->sizes;
      source = fl_emit_full (rw, &like, fl_rewrite_get_float (rw, "value", 0));
    }
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.scatter_reduce.two", x, fl_rewrite_get (rw, "dim"), index, source,
                                  fl_arg_name (g_str_equal (how.text, "add") ? "sum" : "prod")),
                            FL_DTYPE_NONE);
}

/* A mean of squares has one factor a row: what the rows' gradients have in common with them goes.
 */
gboolean
decompose_fused_rms_norm_backward (FlRewrite *rw, const FlAtenRow *row)
{
  FlDtype given, ignored;
  FlArg grad = fl_emit_opmath (rw, fl_rewrite_nth (rw, 0), &ignored),
        x = fl_emit_opmath (rw, fl_rewrite_nth (rw, 1), &given);
  FlArg rstd = fl_rewrite_get (rw, "rstd"), weight = fl_rewrite_get (rw, "weight"),
        results[2] = { fl_arg_none (), fl_arg_none () }, scaled, normal;
  const FlArg *shape = fl_node_find_arg (rw->node, "normalized_shape"),
              *mask = fl_node_find_arg (rw->node, "output_mask");
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  guint rank = fl_rewrite_rank (rw, x), n = shape != NULL ? shape->n_items : 0;
  gint64 inner[MAX_RANK], outer[MAX_RANK];

  if (tensor == NULL || n == 0 || n > rank || rank > MAX_RANK || mask == NULL || mask->n_items != 2)
    return FALSE;
  for (guint i = 0; i < rank; i++)
    *(i < rank - n ? &outer[i] : &inner[i - (rank - n)]) = i;
  rstd = fl_emit_unsqueeze_to (rw, rstd, rank);
  scaled = weight.kind == FL_ARG_NODE ? MUL (grad, fl_emit_opmath (rw, weight, &ignored)) : grad;
  normal = MUL (x, rstd);
  if (mask->items[0].number != 0)
    {
      FlArg sum = fl_emit_reduce (rw, "aten.sum.dim_IntList", MUL (normal, scaled), inner, n, TRUE);
      FlArg numel = fl_arg_sym (fl_sym_product (rw->symbols, tensor->sizes + rank - n, n));

      results[0] = fl_emit_cast (rw, MUL (SUB (scaled, MUL (DIV (normal, numel), sum)), rstd), given);
    }
  if (mask->items[1].number != 0 && weight.kind == FL_ARG_NODE)
    {
      results[1] = MUL (grad, normal);
      if (rank > n)
        results[1] = fl_emit_reduce (rw, "aten.sum.dim_IntList", results[1], outer, rank - n, FALSE);
      results[1] = fl_emit_cast (rw, results[1], given);
    }
  return fl_decompose_done_tuple (rw, results, 2);
}
