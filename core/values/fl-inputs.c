/* What an input is used for is found by following it through views, casts and simple integer arithmetic to the
 * operators that read it. */
#include "fl-inputs.h"
#include "fl-inputs-window.h"

#include "fl-aten-ids.h"
#include "fl-aten.h"

#include <math.h>
#include <string.h>

enum
{
  MAX_DEPTH = 64,
  DEFAULT_INTEGERS = 10 /* integers that index nothing are below this */
};

typedef struct
{
  const FlGraph *graph;
  FlSizeLookup sizes;
  gpointer data;
  gint64 range;        /* of an index: exclusive upper end; 0: no index */
  gint64 distinct_dim; /* >= 0: writes through it, so no two may be equal along this dim */
  gboolean is_distinct;
  gboolean is_positive;
  gboolean is_ascending; /* a list that places are looked for in */
  gboolean is_offsets;   /* where bags begin among indices, as many as `range` */
  gboolean is_fraction;  /* inside (0, 1) or (-1, 1) */
  gint64 fan_in;         /* of a weight: what one result sums over; 0: no weight */
  FlInputWindow window;  /* of offsets within the windows of a pooling */
} Role;

/* --- sizes ------------------------------------------------------------------------------------ */

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  Role *role = data;
  if (fl_sym_get_kind (symbol) != FL_SYM_SIZE)
    return FALSE;
  *value = role->sizes == NULL ? fl_sym_get_sample (symbol) : role->sizes (symbol, role->data);
  return TRUE;
}

static gint64
get_size (Role *role, const FlTensor *tensor, gint64 dim)
{
  gint64 size;
  dim = dim < 0 ? dim + tensor->n_dims : dim;
  if (dim < 0 || dim >= tensor->n_dims || !fl_sym_evaluate (tensor->sizes[dim], look_up, role, &size))
    return 1;
  return size;
}

static const FlTensor *
get_tensor (Role *role, const FlNode *node, const char *name)
{
  const FlArg *arg = fl_node_find_arg (node, name);
  if (arg == NULL || arg->kind != FL_ARG_NODE)
    return NULL;
  const FlNode *from = &role->graph->nodes[arg->node.index];
  return from->value.kind == FL_VALUE_TENSOR ? &from->value.tensor : NULL;
}

/* --- uses ------------------------------------------------------------------------------------- */

static void
limit_range (Role *role, gint64 range)
{
  if (range > 0)
    role->range = role->range == 0 ? range : MIN (role->range, range);
}

static gboolean
is_arg (const FlNode *node, const char *name, FlNodeId id)
{
  const FlArg *arg = fl_node_find_arg (node, name);
  return arg != NULL && arg->kind == FL_ARG_NODE && arg->node.index == id.index;
}

static gboolean
has (const FlNode *node, const char *text)
{
  return strstr (node->target, text) != NULL;
}

/* index (self, [None, i, j]): each list entry indexes the dim at its own place. */
static void
note_index_list (Role *role, const FlNode *node, FlNodeId id)
{
  const FlTensor *self = get_tensor (role, node, "self");
  const FlArg *list = fl_node_find_arg (node, "indices");
  gboolean accumulates = FALSE; /* accumulating writes may meet in one element */
  if (self == NULL || list == NULL)
    return;
  fl_node_get_bool (node, "accumulate", &accumulates);
  for (guint i = 0; i < list->n_items; i++)
    if (list->items[i].kind == FL_ARG_NODE && list->items[i].node.index == id.index)
      {
        limit_range (role, get_size (role, self, i));
        role->is_distinct |= has (node, "put") && !accumulates;
      }
}

static void
note_index (Role *role, const FlNode *node, FlNodeId id)
{
  const FlTensor *self = get_tensor (role, node, "self");
  gint64 dim = 0;
  if (has (node, "embedding_dense_backward") && is_arg (node, "indices", id))
    {
      gint64 n = 0;
      if (fl_node_get_int (node, "num_weights", &n))
        limit_range (role, n);
    }
  else if (has (node, "embedding") && is_arg (node, "indices", id) && get_tensor (role, node, "weight") != NULL)
    limit_range (role, get_size (role, get_tensor (role, node, "weight"), 0));
  else if (has (node, "_embedding_bag") && is_arg (node, "offsets", id) && get_tensor (role, node, "indices") != NULL)
    limit_range (role, get_size (role, get_tensor (role, node, "indices"), 0));
  else if ((has (node, "gather") || has (node, "scatter") || has (node, "index_")) && self != NULL
           && is_arg (node, "index", id))
    {
      fl_node_get_int (node, "dim", &dim);
      limit_range (role, get_size (role, self, dim));
      if (has (node, "scatter.") || has (node, "scatter_.") || has (node, "index_copy") || has (node, "index_fill"))
        {
          role->is_distinct = TRUE;
          role->distinct_dim = dim < 0 ? dim + self->n_dims : dim;
        }
    }
  else if ((has (node, "nll_loss") || has (node, "cross_entropy_loss")) && self != NULL && is_arg (node, "target", id))
    limit_range (role, get_size (role, self, self->n_dims == 1 ? 0 : 1));
  else if (has (node, "max_pool2d_with_indices_backward") && self != NULL && is_arg (node, "indices", id))
    limit_range (role, get_size (role, self, -1) * get_size (role, self, -2));
  else if (has (node, "offsets_to_indices"))
    {
      role->window = fl_input_window_read (node, &role->graph->nodes[id.index].value.tensor, look_up, role);
      limit_range (role, 4); /* the smallest window is 2 x 2 */
    }
  else if (has (node, "aten.index") || has (node, "_unsafe_index") || has (node, "masked_index"))
    note_index_list (role, node, id);
}

/* bucketize (self, boundaries), searchsorted (sorted_sequence, self) */
static void
note_list (Role *role, const FlNode *node, FlNodeId id)
{
  role->is_ascending |= (has (node, "aten.bucketize") && is_arg (node, "boundaries", id))
                        || (has (node, "aten.searchsorted") && is_arg (node, "sorted_sequence", id));
  role->is_offsets |= has (node, "_embedding_bag") && is_arg (node, "offsets", id);
}

static void
note_float (Role *role, const FlNode *node, FlNodeId id)
{
  static const char *const roots[]
      = { "aten.sqrt", "aten.rsqrt", "aten.log", "aten.pow", "aten.lgamma", "aten.digamma", "aten.reciprocal" };
  static const char *const fractions[]
      = { "aten.acos.", "aten.asin.", "aten.atanh", "aten.erfinv", "binary_cross_entropy.", "bernoulli" };
  static const char *const variances[] = { "running_var", "rstd", "save_invstd", "invstd" };
  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    role->is_positive |= g_str_has_prefix (node->target, roots[i]) && !has (node, "log_softmax")
                         && !has (node, "logical") && !has (node, "logsumexp") && !has (node, "logcumsumexp")
                         && !has (node, "log_sigmoid") && !has (node, "logaddexp") && node->args[0].kind == FL_ARG_NODE
                         && node->args[0].node.index == id.index;
  for (guint i = 0; i < G_N_ELEMENTS (fractions); i++)
    role->is_fraction |= has (node, fractions[i]);
  for (guint i = 0; i < G_N_ELEMENTS (variances); i++)
    role->is_positive |= is_arg (node, variances[i], id);
  if (has (node, "aten.div") || has (node, "true_divide"))
    role->is_positive |= is_arg (node, "other", id);
  if (has (node, "acosh"))
    role->is_positive = TRUE;
}

static void
note_weight (Role *role, const FlNode *node, FlNodeId id)
{
  const FlTensor *tensor = &role->graph->nodes[id.index].value.tensor;
  if ((has (node, ".mm.") || has (node, ".addmm.") || has (node, ".bmm.") || has (node, ".baddbmm."))
      && (is_arg (node, "mat2", id) || is_arg (node, "batch2", id)))
    role->fan_in = MAX (role->fan_in, get_size (role, tensor, -2));
  else if (has (node, ".matmul.") && is_arg (node, "other", id) && tensor->n_dims >= 2)
    role->fan_in = MAX (role->fan_in, get_size (role, tensor, -2));
  else if ((has (node, "aten.linear") || has (node, "conv")) && is_arg (node, "weight", id))
    {
      gint64 fan_in = 1;
      for (guint d = 1; d < tensor->n_dims; d++)
        fan_in *= get_size (role, tensor, d);
      role->fan_in = MAX (role->fan_in, fan_in);
    }
}

/* Does the value go on, unchanged or nearly so? */
static gboolean
passes_on (const FlNode *node)
{
  if (node->op == NULL)
    return FALSE;
  if (node->op->kind == FL_ATEN_VIEW)
    return TRUE;
  static const char *const names[]
      = { "_to_copy", "convert_element_type", "aten.clone", "aten.to.",     "aten.contiguous", "aten.cat",
          "getitem",  "aten.where",           "aten.clamp", "constant_pad", "aten.repeat",     "aten.flip" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (has (node, names[i]))
      return TRUE;
  return FALSE;
}

static void
follow (Role *role, FlNodeId id, guint depth)
{
  const FlNode *node = &role->graph->nodes[id.index];
  for (guint u = 0; u < node->n_users && depth < MAX_DEPTH; u++)
    {
      const FlNode *user = &role->graph->nodes[node->users[u].index];
      if (user->kind != FL_NODE_CALL || user->op == NULL)
        continue;
      gboolean is_tensor = node->value.kind == FL_VALUE_TENSOR;
      if (is_tensor && fl_dtype_is_float (node->value.tensor.dtype))
        {
          note_float (role, user, id);
          note_weight (role, user, id);
        }
      else
        note_index (role, user, id);
      note_list (role, user, id);
      gint64 shift;
      gboolean is_sum = has (user, "aten.add.") && user->n_args == 2 && is_arg (user, "self", id);
      if (passes_on (user))
        follow (role, node->users[u], depth + 1);
      else if (is_sum && user->args[1].kind == FL_ARG_INT && fl_sym_is_int (user->args[1].sym, &shift) && shift > 0)
        {
          Role after = *role;
          after.range = 0;
          follow (&after, node->users[u], depth + 1);
          limit_range (role, after.range > shift ? after.range - shift : 0);
          role->is_positive |= after.is_positive;
        }
      else if (is_sum && user->args[1].kind == FL_ARG_FLOAT) /* variance + epsilon */
        follow (role, node->users[u], depth + 1);
    }
}

/* --- values ----------------------------------------------------------------------------------- */

gint64
fl_inputs_get_seed (guint64 position)
{
  return (gint64) (fl_inputs_mix (position + 0x5eed) >> 1);
}

static double
draw_uniform (guint64 bits)
{
  return ((bits >> 11) + 0.5) * 0x1p-53;
}

/* What most inputs are. */
static void
fill_normal (const Role *role, FlArray *array, guint64 seed)
{
  double scale = role->fan_in > 1 ? 1 / sqrt ((double) role->fan_in) : 1;
  for (gint64 i = 0; i < array->numel; i++)
    {
      float x = scale * fl_inputs_draw_normal (fl_inputs_mix (seed + i));
      array->numbers[i] = x;
    }
}

static void
fill_floats (const Role *role, FlArray *array, guint64 seed)
{
  if (array->dtype == FL_DTYPE_F32 && !role->is_fraction && !role->is_positive)
    {
      fill_normal (role, array, seed);
      return;
    }
  double scale = role->fan_in > 1 ? 1 / sqrt ((double) role->fan_in) : 1;
  gint64 n = fl_dtype_is_complex (array->dtype) ? 2 * array->numel : array->numel;
  for (gint64 i = 0; i < n; i++)
    {
      guint64 bits = fl_inputs_mix (seed + i);
      double x = role->is_fraction   ? 0.05 + 0.9 * draw_uniform (bits)
                 : role->is_positive ? 0.5 + draw_uniform (bits)
                                     : scale * fl_inputs_draw_normal (bits);
      array->numbers[i] = fl_dtype_round (array->dtype, x);
    }
}

/* Numbers from 0 that the element type has, at most range: a mask that becomes an index holds 0 and 1 whatever it
 * indexes. */
static guint64
limit_to_dtype (FlDtype dtype, guint64 range)
{
  const guint bits
      = dtype == FL_DTYPE_BOOL ? 1 : 8 * fl_dtype_get_size_bytes (dtype) - (fl_dtype_is_signed (dtype) ? 1 : 0);

  return bits < 63 ? MIN (range, G_GUINT64_CONSTANT (1) << bits) : range;
}

/* Distinct along one dim (scatter) or everywhere (index_put): consecutive numbers, wrapped, from a random start. */
static void
fill_distinct (const Role *role, FlArray *array, guint64 seed)
{
  gint64 inner = 1;
  if (role->distinct_dim >= 0 && role->distinct_dim < array->n_dims)
    inner = fl_sizes_product (array->sizes + role->distinct_dim + 1, array->n_dims - role->distinct_dim - 1);
  gint64 length
      = role->distinct_dim >= 0 && role->distinct_dim < array->n_dims ? array->sizes[role->distinct_dim] : array->numel;
  const guint64 range = limit_to_dtype (array->dtype, role->range);
  for (gint64 i = 0; i < array->numel; i++)
    {
      guint64 lane = fl_inputs_mix (seed + i % inner + i / (inner * MAX (length, 1)) * inner);
      array->integers[i] = (i / inner % MAX (length, 1) + lane % range) % range;
    }
}

static void
fill_integers (const Role *role, FlArray *array, guint64 seed)
{
  if (role->is_distinct && role->range > 0)
    {
      fill_distinct (role, array, seed);
      return;
    }
  const guint64 range = limit_to_dtype (array->dtype, role->range > 0 ? role->range : DEFAULT_INTEGERS);
  for (gint64 i = 0; i < array->numel; i++)
    array->integers[i] = role->window.n_dims > 0 ? fl_input_window_draw (&role->window, fl_inputs_mix (seed + i))
                                                 : (gint64) (fl_inputs_mix (seed + i) % range);
}

static gboolean
read_sizes (Role *role, const char *name, const FlTensor *tensor, gint64 *dims, GError **error)
{
  if (tensor->n_dims > FL_MAX_DIMS || tensor->dtype == FL_DTYPE_NONE)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "input %s has %u dimensions of dtype %s: it cannot be made",
                   name, tensor->n_dims, fl_dtype_get_short_name (tensor->dtype));
      return FALSE;
    }
  for (guint d = 0; d < tensor->n_dims; d++)
    if (!fl_sym_evaluate (tensor->sizes[d], look_up, role, &dims[d]) || dims[d] < 0)
      {
        g_autofree char *text = fl_sym_dup_text (tensor->sizes[d]);
        g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "input %s: size %s has no value", name, text);
        return FALSE;
      }
  return TRUE;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static int
compare_integers (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;
  return (x > y) - (x < y);
}

/* Along the last dimension. */
static void
sort_rows (FlArray *array)
{
  gint64 length = array->n_dims == 0 ? 1 : array->sizes[array->n_dims - 1];
  for (gint64 at = 0; at < array->numel; at += length)
    if (array->numbers != NULL)
      qsort (array->numbers + at, length, sizeof *array->numbers, compare_numbers);
    else
      qsort (array->integers + at, length, sizeof *array->integers, compare_integers);
}

static FlArray *
fill_tensor (const Role *role, const FlTensor *tensor, const gint64 *dims, guint64 start)
{
  FlArray *array = fl_array_new (tensor->dtype, tensor->n_dims, dims);
  if (array->numbers != NULL)
    fill_floats (role, array, start);
  else
    fill_integers (role, array, start);
  if (role->is_offsets && array->numel > 0 && array->integers != NULL)
    array->integers[0] = 0;
  if ((role->is_ascending || role->is_offsets) && !fl_dtype_is_complex (array->dtype))
    sort_rows (array);
  return array;
}

/* Elements of one place, as those along a stride of 0, have one value. */
static void
share_places (Role *role, const FlTensor *tensor, FlArray *array)
{
  gint64 strides[FL_MAX_DIMS];

  for (guint d = 0; d < tensor->n_dims; d++)
    if (tensor->strides == NULL || !fl_sym_evaluate (tensor->strides[d], look_up, role, &strides[d]) || strides[d] < 0)
      return;
  fl_array_share (array, strides, NULL, NULL);
}

static guint64
find_role (Role *role, FlNodeId id, guint64 seed)
{
  const FlNode *node = &role->graph->nodes[id.index];
  follow (role, id, 0);
  if (strstr (node->name, "running_var") != NULL || strstr (node->target, "running_var") != NULL)
    role->is_positive = TRUE;
  /* Passes may rename the node of a constant, never what it names. */
  const char *name = node->kind == FL_NODE_GET_ATTR ? node->target : node->name;
  return fl_inputs_mix (fl_inputs_mix (seed) ^ g_str_hash (name));
}

/* A constant whose elements the file tells. */
static void
take_elements (const FlNode *node, FlArray *array)
{
  for (guint i = 0; i < node->n_args; i++)
    {
      const FlArg *arg = &node->args[i];
      gint64 whole = arg->number != 0;

      if (arg->kind == FL_ARG_INT)
        fl_sym_is_int (arg->sym, &whole);
      if (array->integers != NULL)
        array->integers[i] = whole;
      else
        array->numbers[i] = fl_dtype_round (array->dtype, arg->kind == FL_ARG_INT ? (double) whole : arg->number);
    }
}

static FlArray *
make_tensor (const FlGraph *graph, FlNodeId id, guint64 seed, FlSizeLookup sizes, gpointer data, GError **error)
{
  const FlNode *node = &graph->nodes[id.index];
  const FlTensor *tensor = &node->value.tensor;
  Role role = { .graph = graph, .sizes = sizes, .data = data, .distinct_dim = -1 };
  gint64 dims[FL_MAX_DIMS];
  if (!read_sizes (&role, node->name, tensor, dims, error))
    return NULL;
  guint64 start = find_role (&role, id, seed);
  FlArray *array = fill_tensor (&role, tensor, dims, start);
  if (node->kind == FL_NODE_GET_ATTR && node->n_args == array->numel)
    take_elements (node, array);
  share_places (&role, tensor, array);
  return array;
}

FlArray *
fl_inputs_new_one (const FlGraph *graph, guint position, guint64 seed, FlSizeLookup sizes, gpointer data,
                   GError **error)
{
  return make_tensor (graph, graph->inputs[position], seed, sizes, data, error);
}

/* Are these the strides of a dense tensor, last dimension first, as nodes have it, too? */
static gboolean
is_dense (Role *role, const FlTensor *tensor, const gint64 *dims, const gint64 *strides)
{
  gint64 stride = 1, own;
  for (guint d = tensor->n_dims; d-- > 0; stride *= dims[d])
    if (dims[d] > 1
        && (strides[d] != stride
            || (tensor->strides != NULL && (!fl_sym_evaluate (tensor->strides[d], look_up, role, &own) || own == 0))))
      return FALSE;
  return TRUE;
}

gboolean
fl_inputs_can_fill (FlDtype dtype)
{
  return dtype == FL_DTYPE_F32 || dtype == FL_DTYPE_BF16 || dtype == FL_DTYPE_F16;
}

gboolean
fl_inputs_find_fill (const FlGraph *graph, guint position, guint64 seed, FlSizeLookup sizes, gpointer data,
                     const gint64 *strides, FlInputFill *fill)
{
  const FlNode *node = &graph->nodes[graph->inputs[position].index];
  const FlTensor *tensor = &node->value.tensor;
  Role role = { .graph = graph, .sizes = sizes, .data = data, .distinct_dim = -1 };
  gint64 dims[FL_MAX_DIMS];
  if (node->value.kind != FL_VALUE_TENSOR || !fl_inputs_can_fill (tensor->dtype)
      || !read_sizes (&role, node->name, tensor, dims, NULL) || !is_dense (&role, tensor, dims, strides))
    return FALSE;
  fill->start = find_role (&role, graph->inputs[position], seed);
  fill->fan_in = role.fan_in;
  fill->n = fl_sizes_product (dims, tensor->n_dims);
  fill->dtype = tensor->dtype;
  return !role.is_fraction && !role.is_positive && !role.is_ascending;
}

GPtrArray *
fl_inputs_new (const FlGraph *graph, guint64 seed, FlSizeLookup sizes, gpointer data, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < graph->n_inputs; i++)
    {
      const FlNode *node = &graph->nodes[graph->inputs[i].index];
      FlArray *array = NULL;
      if (node->value.kind == FL_VALUE_TENSOR)
        {
          array = make_tensor (graph, graph->inputs[i], seed, sizes, data, error);
          if (array == NULL)
            return NULL;
        }
      g_ptr_array_add (inputs, array);
    }
  return g_steal_pointer (&inputs);
}

FlArray *
fl_inputs_new_constant (const FlGraph *graph, FlNodeId node, FlSizeLookup sizes, gpointer data, GError **error)
{
  return make_tensor (graph, node, 0, sizes, data, error);
}

gboolean
fl_calls_unknown (const FlAtenRow *row)
{
  return row == NULL || row->op == FL_ATEN_OP_HIGHER_ORDER_AUTO_FUNCTIONALIZED
         || row->op == FL_ATEN_OP_HIGHER_ORDER_AUTO_FUNCTIONALIZED_V2 || row->op == FL_ATEN_OP_HIGHER_ORDER_WITH_EFFECTS
         || row->op == FL_ATEN_OP_HIGHER_ORDER_TRITON_KERNEL_WRAPPER_FUNCTIONAL;
}

FlArray *
fl_inputs_new_stand_in (const FlGraph *graph, FlNodeId id, int item, FlSizeLookup sizes, gpointer data, GError **error)
{
  const FlNode *node = &graph->nodes[id.index];
  const FlTensor *tensor = item < 0 ? &node->value.tensor : &node->value.items[item].tensor;
  Role role = { .graph = graph, .sizes = sizes, .data = data, .distinct_dim = -1 };
  gint64 dims[FL_MAX_DIMS], index;
  if (!read_sizes (&role, node->name, tensor, dims, error))
    return NULL;
  if (item < 0)
    follow (&role, id, 0);
  for (guint u = 0; item >= 0 && u < node->n_users; u++)
    {
      const FlNode *user = &graph->nodes[node->users[u].index];
      if (has (user, "getitem") && fl_node_get_int (user, "index", &index) && index == item)
        follow (&role, node->users[u], 0);
    }
  return fill_tensor (&role, tensor, dims, fl_inputs_mix (fl_inputs_mix (item + 1) ^ node->origin.index));
}
