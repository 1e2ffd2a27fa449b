/* Views in their composite forms, and data movement made of views. */
#include "fl-decompose-table.h"

#include "fl-graph-memory.h"

#include "fl-aten-ids.h"
#include "fl-intern.h"

#include <string.h>

DECOMPOSITION (flatten);
DECOMPOSITION (unflatten);
DECOMPOSITION (view_as);
DECOMPOSITION (conj);
DECOMPOSITION (expand_as);
DECOMPOSITION (transpose);
DECOMPOSITION (t);
DECOMPOSITION (numpy_T);
DECOMPOSITION (movedim);
DECOMPOSITION (narrow);
DECOMPOSITION (chunk);
DECOMPOSITION (split);
DECOMPOSITION (view_copy);
DECOMPOSITION (contiguous);
DECOMPOSITION (stack);
DECOMPOSITION (tile);
DECOMPOSITION (roll);
DECOMPOSITION (meshgrid);
DECOMPOSITION (pixel_shuffle);
DECOMPOSITION (pixel_unshuffle);
DECOMPOSITION (force_stride_order);
DECOMPOSITION (cat);

static const FlTensor *
get_result_tensor (FlRewrite *rw)
{
  const FlValue *value = &rw->node->value;

  return value->kind == FL_VALUE_TENSOR ? &value->tensor : NULL;
}

static FlArg
permute (FlRewrite *rw, FlArg x, const gint64 *dims, guint n)
{
  return EMIT (rw, "aten.permute.default", x, fl_arg_ints (rw, dims, n));
}

/* flatten, unflatten, view_as: a reshape to the shape of the result. */
static gboolean
reshape_to_result (FlRewrite *rw)
{
  const FlTensor *tensor = get_result_tensor (rw);

  if (tensor == NULL)
    return FALSE;
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.reshape.default", fl_rewrite_nth (rw, 0),
                                  fl_arg_syms (rw, tensor->sizes, tensor->n_dims)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_flatten (FlRewrite *rw, const FlAtenRow *row)
{
  return reshape_to_result (rw);
}

gboolean
decompose_unflatten (FlRewrite *rw, const FlAtenRow *row)
{
  return reshape_to_result (rw);
}

gboolean
decompose_view_as (FlRewrite *rw, const FlAtenRow *row)
{
  return reshape_to_result (rw);
}

/* PyTorch's is a view of the same memory, with a mark. A kernel's is memory of its own, as large as the view that it
 * was made of: where somebody sees it, the whole is made first, of which it is the same view. */
gboolean
decompose_conj (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), args[8];
  const FlNode *view = x.kind == FL_ARG_NODE ? &rw->mirror.nodes[x.node.index] : NULL;
  const FlTensor *whole;

  if (view == NULL || view->kind != FL_NODE_CALL || view->op == NULL || view->op->kind != FL_ATEN_VIEW
      || view->op->op == row->op || view->n_args == 0 || view->n_args > G_N_ELEMENTS (args)
      || !fl_decompose_is_memory_seen (rw->source, rw->node))
    return FALSE;
  memcpy (args, view->args, view->n_args * sizeof *args);
  whole = fl_rewrite_tensor (rw, args[0]);
  if (whole == NULL || !fl_dtype_is_complex (whole->dtype) || view->value.kind != FL_VALUE_TENSOR)
    return FALSE;
  const char *target = view->target;
  guint n = view->n_args;
  args[0] = EMIT (rw, "aten._conj.default", args[0]);
  return fl_decompose_done (rw, fl_rewrite_emit (rw, target, args, n), FL_DTYPE_NONE);
}

gboolean
decompose_expand_as (FlRewrite *rw, const FlAtenRow *row)
{
  const FlTensor *tensor = get_result_tensor (rw);

  if (tensor == NULL)
    return FALSE;
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.expand.default", fl_rewrite_nth (rw, 0),
                                  fl_arg_syms (rw, tensor->sizes, tensor->n_dims)),
                            FL_DTYPE_NONE);
}

static gboolean
swap (FlRewrite *rw, gint64 a, gint64 b)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  guint rank = fl_rewrite_rank (rw, x);
  gint64 dims[16];

  a = fl_rewrite_wrap (a, rank);
  b = fl_rewrite_wrap (b, rank);
  if (rank > G_N_ELEMENTS (dims) || a < 0 || b < 0 || a >= rank || b >= rank)
    return FALSE;
  for (guint i = 0; i < rank; i++)
    dims[i] = i == a ? b : i == b ? a : i;
  return fl_decompose_done (rw, permute (rw, x, dims, rank), FL_DTYPE_NONE);
}

static gint64
get_position (FlRewrite *rw, guint position)
{
  FlArg arg = fl_rewrite_nth (rw, position);
  gint64 value;

  return arg.kind == FL_ARG_INT && fl_sym_is_int (arg.sym, &value) ? value : 0;
}

gboolean
decompose_transpose (FlRewrite *rw, const FlAtenRow *row)
{
  return swap (rw, get_position (rw, 1), get_position (rw, 2));
}

gboolean
decompose_t (FlRewrite *rw, const FlAtenRow *row)
{
  if (fl_rewrite_rank (rw, fl_rewrite_nth (rw, 0)) < 2)
    return fl_decompose_done (rw, fl_rewrite_nth (rw, 0), FL_DTYPE_NONE);
  return swap (rw, 0, 1);
}

gboolean
decompose_numpy_T (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  guint rank = fl_rewrite_rank (rw, x);
  gint64 dims[16];

  if (rank > G_N_ELEMENTS (dims))
    return FALSE;
  for (guint i = 0; i < rank; i++)
    dims[i] = rank - 1 - i;
  return fl_decompose_done (rw, permute (rw, x, dims, rank), FL_DTYPE_NONE);
}

static guint
get_dims (FlRewrite *rw, const char *name, guint rank, gint64 *dims)
{
  FlArg arg = fl_rewrite_get (rw, name);
  const FlArg *items = arg.n_items > 0 ? arg.items : &arg;
  guint n = arg.kind == FL_ARG_INT ? 1 : arg.n_items;

  for (guint i = 0; i < n && i < 16; i++)
    {
      gint64 value;

      dims[i]
          = items[i].kind == FL_ARG_INT && fl_sym_is_int (items[i].sym, &value) ? fl_rewrite_wrap (value, rank) : -1;
    }
  return MIN (n, 16u);
}

/* Dimensions named go where they are told; the others fill up, in order. */
gboolean
decompose_movedim (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  guint rank = fl_rewrite_rank (rw, x), n, next = 0;
  gint64 from[16], to[16], dims[16];
  gboolean is_taken[16] = { FALSE };

  if (rank == 0)
    return fl_decompose_done (rw, EMIT (rw, "aten.alias.default", x), FL_DTYPE_NONE);
  n = get_dims (rw, "source", rank, from);
  if (rank > 16 || n != get_dims (rw, "destination", rank, to))
    return FALSE;
  for (guint i = 0; i < rank; i++)
    dims[i] = -1;
  for (guint i = 0; i < n; i++)
    {
      if (from[i] < 0 || to[i] < 0 || from[i] >= rank || to[i] >= rank)
        return FALSE;
      dims[to[i]] = from[i];
      is_taken[from[i]] = TRUE;
    }
  for (guint i = 0; i < rank; i++)
    if (dims[i] < 0)
      {
        while (next < rank && is_taken[next])
          next++;
        dims[i] = next++;
      }
  return fl_decompose_done (rw, permute (rw, x, dims, rank), FL_DTYPE_NONE);
}

gboolean
decompose_narrow (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg start = fl_rewrite_get (rw, "start"), length = fl_rewrite_get (rw, "length");

  if (start.kind != FL_ARG_INT || length.kind != FL_ARG_INT)
    return FALSE;
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.slice.Tensor", fl_rewrite_nth (rw, 0), fl_rewrite_get (rw, "dim"), start,
                                  fl_arg_sym (fl_sym_add (start.sym, length.sym))),
                            FL_DTYPE_NONE);
}

gboolean
decompose_chunk (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 dim, chunks = fl_rewrite_get_int (rw, "chunks", 1);
  const FlSym *size;

  if (tensor == NULL || chunks < 1)
    return FALSE;
  dim = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", 0), tensor->n_dims);
  if (dim < 0 || dim >= tensor->n_dims)
    return FALSE;
  if (fl_sym_is_int_value (tensor->sizes[dim], 0) && chunks <= 16)
    {
      static const gint64 nothing[16] = { 0 };

      return fl_decompose_done (rw,
                                EMIT (rw, "aten.split_with_sizes.default", x, fl_arg_ints (rw, nothing, chunks),
                                      fl_arg_int (rw, dim)),
                                FL_DTYPE_NONE);
    }
  size = fl_sym_ceil_div (tensor->sizes[dim], fl_sym_int (rw->symbols, chunks));
  if (!fl_sym_is_int (size, NULL) && fl_shapes_count_parts (tensor->sizes[dim], size) == 0) /* only this node tells */
    return FALSE;
  return fl_decompose_done (rw, EMIT (rw, "aten.split.Tensor", x, fl_arg_sym (size), fl_arg_int (rw, dim)),
                            FL_DTYPE_NONE);
}

/* Does the number of parts follow from the sizes, whatever they are? Else only the node itself tells. */
static gboolean
has_fixed_parts (FlRewrite *rw, FlArg dim, FlArg length)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, fl_rewrite_nth (rw, 0));
  gint64 d;

  if (tensor == NULL || tensor->n_dims == 0 || dim.kind != FL_ARG_INT || !fl_sym_is_int (dim.sym, &d))
    return TRUE;
  d = fl_rewrite_wrap (d, tensor->n_dims);
  return d < 0 || d >= tensor->n_dims || (fl_sym_is_int (tensor->sizes[d], NULL) && fl_sym_is_int (length.sym, NULL))
         || fl_shapes_count_parts (tensor->sizes[d], length.sym) > 0;
}

gboolean
decompose_split (FlRewrite *rw, const FlAtenRow *row)
{
  gboolean is_list = fl_rewrite_nth (rw, 1).kind != FL_ARG_INT;
  FlArg dim = fl_rewrite_get (rw, "dim");

  if (dim.kind == FL_ARG_NONE)
    dim = fl_arg_int (rw, 0);
  if (!is_list && !has_fixed_parts (rw, dim, fl_rewrite_nth (rw, 1)))
    return FALSE;
  return fl_decompose_done (rw,
                            EMIT (rw, is_list ? "aten.split_with_sizes.default" : "aten.split.Tensor",
                                  fl_rewrite_nth (rw, 0), fl_rewrite_nth (rw, 1), dim),
                            FL_DTYPE_NONE);
}

/* The functional twin of a view: the view, copied, as what is written to its base later does not reach it. */
gboolean
decompose_view_copy (FlRewrite *rw, const FlAtenRow *row)
{
  g_autofree char *name = g_strdup (row->name);
  char *mark = strstr (name, "_copy.");
  const char *view = row->op == FL_ATEN_OP_PRIMS_RESHAPE ? "aten.reshape.default" : name;
  FlArg args[8], format = { .kind = FL_ARG_NAME, .text = "torch.contiguous_format" }, value, *items;
  const guint n_args = rw->node->n_args, n_items = rw->node->value.kind == FL_VALUE_TUPLE ? rw->node->value.n_items : 0;

  g_assert (mark != NULL || view != name);
  if (mark != NULL)
    memmove (mark, mark + strlen ("_copy"), strlen (mark + strlen ("_copy")) + 1);
  if (n_args > G_N_ELEMENTS (args) || fl_aten_find (view) == NULL)
    return FALSE;
  for (guint i = 0; i < n_args; i++)
    {
      args[i] = fl_rewrite_map (rw, &rw->node->args[i]);
      args[i].keyword = rw->node->args[i].keyword;
    }
  value = fl_rewrite_emit (rw, fl_intern (view), args, n_args);
  format = fl_arg_with_keyword ("memory_format", format);
  if (rw->node->value.kind != FL_VALUE_TUPLE)
    return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", value, format), FL_DTYPE_NONE);
  items = fl_arena_new (rw->arena, FlArg, n_items + 1);
  for (guint i = 0; i < n_items; i++)
    items[i] = EMIT (rw, "aten.clone.default", fl_emit_item (rw, value, i), format);
  return fl_decompose_done_tuple (rw, items, n_items);
}

gboolean
decompose_contiguous (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), format = fl_rewrite_get (rw, "memory_format");
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);

  if (tensor == NULL)
    return FALSE;
  if (fl_node_yields_argument (rw->source, rw->node)
      || (format.kind == FL_ARG_NONE && fl_tensor_is_contiguous (tensor)))
    return fl_decompose_done (rw, x, FL_DTYPE_NONE);
  if (format.kind == FL_ARG_NONE)
    format = (FlArg) { .kind = FL_ARG_NAME, .text = "torch.contiguous_format" };
  return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", x, fl_arg_with_keyword ("memory_format", format)),
                            FL_DTYPE_NONE);
}

/* --- joining and repeating -------------------------------------------------------------------- */

/* stack: a concatenation whose result is cut into the new dimension (along the first one), or of unsqueezed tensors. */
gboolean
decompose_stack (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg list = fl_rewrite_nth (rw, 0), *items, cat;
  const FlTensor *tensor = get_result_tensor (rw);
  gint64 dim;

  if (list.n_items == 0 || tensor == NULL)
    return FALSE;
  dim = fl_rewrite_wrap (fl_rewrite_get_int (rw, "dim", 0), tensor->n_dims);
  if (dim < 0 || dim >= tensor->n_dims)
    return FALSE;
  if (dim + 1 < tensor->n_dims)
    {
      cat = EMIT (rw, "aten.cat.default", fl_arg_list (rw, list.items, list.n_items), fl_arg_int (rw, dim));
      return fl_decompose_done (rw,
                                EMIT (rw, "aten.reshape.default", cat, fl_arg_syms (rw, tensor->sizes, tensor->n_dims)),
                                FL_DTYPE_NONE);
    }
  items = fl_arena_new (rw->arena, FlArg, list.n_items);
  for (guint i = 0; i < list.n_items; i++)
    items[i] = EMIT (rw, "aten.unsqueeze.default", list.items[i], fl_arg_int (rw, dim));
  return fl_decompose_done (rw,
                            EMIT (rw, "aten.cat.default", fl_arg_list (rw, items, list.n_items), fl_arg_int (rw, dim)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_tile (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), dims = fl_rewrite_nth (rw, 1), all[16];
  guint rank = fl_rewrite_rank (rw, x), n = MAX (rank, dims.n_items);

  if (n > G_N_ELEMENTS (all))
    return FALSE;
  for (guint i = 0; i < n; i++)
    all[i] = i + dims.n_items >= n ? dims.items[i + dims.n_items - n] : fl_arg_int (rw, 1);
  return fl_decompose_done (rw, EMIT (rw, "aten.repeat.default", x, fl_arg_list (rw, all, n)), FL_DTYPE_NONE);
}

/* Element i of the result is element (i - shift) mod size. */
static FlArg
roll_dim (FlRewrite *rw, FlArg x, guint dim, gint64 shift)
{
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  const FlSym *size = tensor->sizes[dim], *start;
  FlArg positions = fl_emit_positions (rw, size, tensor->device);

  start = fl_sym_is_int_value (size, 0) ? size : fl_sym_mod (fl_sym_add_int (size, -shift), size);
  positions = EMIT (rw, "aten.fmod.Scalar", ADD (positions, fl_arg_sym (start)), fl_arg_sym (size));
  return EMIT (rw, "aten.index.Tensor", x, fl_arg_indices (rw, dim, positions));
}

gboolean
decompose_roll (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x);
  gint64 shifts[16], dims[16];
  guint n, n_dims;

  if (tensor == NULL || tensor->n_dims == 0)
    return FALSE;
  n = get_dims (rw, "shifts", 0, shifts);
  n_dims = get_dims (rw, "dims", tensor->n_dims, dims);
  if (n_dims == 0)
    {
      const FlSym *numel = fl_tensor_get_numel (tensor, rw->symbols);
      FlArg flat = fl_emit_reshape (rw, x, &numel, 1);

      return n == 1
             && fl_decompose_done (rw,
                                   fl_emit_reshape (rw, roll_dim (rw, flat, 0, shifts[0]), tensor->sizes,
                                                    tensor->n_dims),
                                   FL_DTYPE_NONE);
    }
  if (n != n_dims)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (dims[i] < 0 || dims[i] >= tensor->n_dims || dims[i] > 14)
        return FALSE;
      x = roll_dim (rw, x, (guint) dims[i], shifts[i]);
    }
  return fl_decompose_done (rw, x, FL_DTYPE_NONE);
}

/* Which dimension of the grid a list member runs along: the first two are exchanged for "xy". */
static guint
get_grid_dim (guint member, guint n, gboolean is_xy)
{
  return is_xy && n > 1 && member < 2 ? 1 - member : member;
}

gboolean
decompose_meshgrid (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg list = fl_rewrite_nth (rw, 0), indexing = fl_rewrite_get (rw, "indexing"), results[8];
  const FlSym *sizes[8];
  gboolean is_xy = indexing.kind == FL_ARG_STRING && g_str_equal (indexing.text, "xy");
  guint n = list.n_items;

  if (n == 0 || n > 8)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const FlTensor *tensor = fl_rewrite_tensor (rw, list.items[i]);

      if (tensor == NULL)
        return FALSE;
      sizes[get_grid_dim (i, n, is_xy)] = tensor->n_dims > 0 ? tensor->sizes[0] : fl_sym_int (rw->symbols, 1);
    }
  for (guint i = 0; i < n; i++)
    {
      const FlSym *shape[8];

      for (guint k = 0; k < n; k++)
        shape[k] = k == get_grid_dim (i, n, is_xy) ? sizes[k] : fl_sym_int (rw->symbols, 1);
      results[i] = EMIT (rw, "aten.reshape.default", list.items[i], fl_arg_syms (rw, shape, n));
      results[i] = EMIT (rw, "aten.expand.default", results[i], fl_arg_syms (rw, sizes, n));
    }
  return fl_decompose_done_tuple (rw, results, n);
}

/* (b, c r r, h, w) <-> (b, c, h r, w r) */
static gboolean
shuffle_pixels (FlRewrite *rw, gint64 factor, gboolean is_inverse)
{
  FlArg x = fl_rewrite_nth (rw, 0);
  const FlTensor *tensor = fl_rewrite_tensor (rw, x), *to = get_result_tensor (rw);
  static const gint64 forward[] = { 0, 1, 4, 2, 5, 3 }, backward[] = { 0, 1, 3, 5, 2, 4 };
  const FlSym *r = fl_sym_int (rw->symbols, factor), *shape[6];
  FlArg format = { .kind = FL_ARG_NAME };

  if (tensor == NULL || to == NULL || tensor->n_dims != 4 || factor < 1)
    return FALSE;
  if (factor == 1) /* a copy like the others, where views would let writes through */
    return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", x), FL_DTYPE_NONE);
  shape[0] = tensor->sizes[0];
  if (is_inverse)
    {
      shape[1] = tensor->sizes[1];
      shape[2] = to->sizes[2];
      shape[3] = r;
      shape[4] = to->sizes[3];
      shape[5] = r;
    }
  else
    {
      shape[1] = to->sizes[1];
      shape[2] = shape[3] = r;
      shape[4] = tensor->sizes[2];
      shape[5] = tensor->sizes[3];
    }
  x = permute (rw, EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, shape, 6)), is_inverse ? backward : forward,
               6);
  x = EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, to->sizes, 4));
  /* By 1, or of one row, the pixels stay where they are; what is yielded is memory of its own nevertheless. */
  format.text = fl_tensor_is_contiguous (to) ? "torch.contiguous_format" : "torch.channels_last";
  return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", x, fl_arg_with_keyword ("memory_format", format)),
                            FL_DTYPE_NONE);
}

gboolean
decompose_pixel_shuffle (FlRewrite *rw, const FlAtenRow *row)
{
  return shuffle_pixels (rw, fl_rewrite_get_int (rw, "upscale_factor", 1), FALSE);
}

gboolean
decompose_pixel_unshuffle (FlRewrite *rw, const FlAtenRow *row)
{
  return shuffle_pixels (rw, fl_rewrite_get_int (rw, "downscale_factor", 1), TRUE);
}

static gboolean
is_written (const FlRewrite *rw, const guint32 *storages, guint32 storage)
{
  guint n;

  for (guint i = 0; i < rw->source->n_nodes; i++)
    {
      const FlArg *written = fl_node_get_written (&rw->source->nodes[i], &n);

      for (guint k = 0; k < n; k++)
        if (written[k].kind == FL_ARG_NODE && storages[written[k].node.index] == storage)
          return TRUE;
    }
  return FALSE;
}

/* Lowering takes a tensor that has the order as it is, while PyTorch yields a copy of each. The difference shows where
 * one of the two is written. */
gboolean
decompose_force_stride_order (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg x = fl_rewrite_nth (rw, 0), strides = fl_rewrite_nth (rw, 1);
  const guint32 *storages = fl_graph_find_storages (rw->source, rw->arena);

  if (rw->node->args[0].kind != FL_ARG_NODE
      || (!is_written (rw, storages, storages[rw->node->args[0].node.index])
          && !is_written (rw, storages, storages[rw->id.index])))
    return FALSE;
  x = EMIT (rw, "aten.clone.default", x);
  return fl_decompose_done (rw, EMIT (rw, row->name, x, strides), FL_DTYPE_NONE);
}

/* One tensor repeated is expanded and copied rather than concatenated. */
gboolean
decompose_cat (FlRewrite *rw, const FlAtenRow *row)
{
  FlArg list = fl_rewrite_nth (rw, 0), x;
  const FlTensor *tensor = list.n_items > 1 ? fl_rewrite_tensor (rw, list.items[0]) : NULL;
  gint64 dim = fl_rewrite_get_int (rw, "dim", 0);
  const FlSym *sizes[16];

  if (tensor == NULL || tensor->n_dims == 0 || tensor->n_dims + 1 > G_N_ELEMENTS (sizes))
    return FALSE;
  for (guint i = 1; i < list.n_items; i++)
    if (list.items[i].kind != FL_ARG_NODE || list.items[i].node.index != list.items[0].node.index)
      return FALSE;
  dim = fl_rewrite_wrap (dim, tensor->n_dims);
  if (dim < 0 || dim >= tensor->n_dims)
    return FALSE;
  for (guint i = 0, from = 0; i <= tensor->n_dims; i++)
    sizes[i] = i == dim ? fl_sym_int (rw->symbols, list.n_items) : tensor->sizes[from++];
  x = EMIT (rw, "aten.unsqueeze.default", list.items[0], INTEGER (dim));
  x = EMIT (rw, "aten.expand.default", x, fl_arg_syms (rw, sizes, tensor->n_dims + 1));
  sizes[dim] = fl_sym_mul (sizes[dim], sizes[dim + 1]);
  for (guint i = dim + 1; i < tensor->n_dims; i++)
    sizes[i] = sizes[i + 1];
  x = EMIT (rw, "aten.reshape.default", x, fl_arg_syms (rw, sizes, tensor->n_dims));
  return fl_decompose_done (rw, EMIT (rw, "aten.clone.default", x), FL_DTYPE_NONE);
}
