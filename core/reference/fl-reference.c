/* The reference interpreter: walks the FX graph in order and calls one kernel a node.
 *
 * In: a graph, dense inputs, values of size symbols. Out: the values of the output node. Keeps: inputs that the graph
 * writes hold their new contents. Values are dropped after their last use. */
#include <string.h>

#include "fl-graph-memory.h"
#include "fl-inputs.h"
#include "fl-reference-private.h"

typedef struct
{
  const FlGraph *graph;
  FlSizeLookup sizes;
  gpointer data;
  const gint *cancelled;
  guint64 noise;
  gboolean floors_quotients, is_for_gpu;
  GPtrArray *seen;      /* FlSeen, or NULL */
  const FlGiven *given; /* constants, or NULL */
  FlDatum *values;      /* one a node */
  guint *uses_left;     /* one a node */
  GPtrArray *constants; /* arrays of get_attr nodes */
  gboolean writes;      /* some node writes memory: where elements lie decides what a write reaches */
  FlView **laid;        /* one a node: inputs that do not lie densely */
} Evaluation;

/* --- symbols ---------------------------------------------------------------------------------- */

static gboolean
look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  Evaluation *self = data;
  if (fl_sym_get_kind (symbol) != FL_SYM_SIZE)
    return FALSE;
  *value = self->sizes == NULL ? fl_sym_get_hint (symbol, 8) : self->sizes (symbol, self->data);
  return TRUE;
}

static gboolean
evaluate_sym (Evaluation *self, const FlSym *sym, gint64 *value)
{
  return sym != NULL && fl_sym_evaluate (sym, look_up, self, value);
}

static gboolean
evaluate_real (Evaluation *self, const FlSym *sym, double *value)
{
  return sym != NULL && fl_sym_is_real (sym) && fl_sym_evaluate_real (sym, look_up, self, value);
}

/* --- arguments -------------------------------------------------------------------------------- */

static FlDatum
make_datum (Evaluation *self, const FlArg *arg)
{
  FlDatum datum = { 0 };
  gint64 integer;
  switch (arg->kind)
    {
    case FL_ARG_NODE:
      datum = fl_datum_dup (&self->values[arg->node.index]);
      if (datum.kind == FL_DATUM_TENSOR)
        fl_view_refresh (datum.view);
      break;
    case FL_ARG_INT:
      if (evaluate_sym (self, arg->sym, &integer))
        datum = fl_datum_int (integer);
      break;
    case FL_ARG_FLOAT: datum = fl_datum_float (arg->number); break;
    case FL_ARG_BOOL: datum = fl_datum_bool (arg->number != 0); break;
    case FL_ARG_STRING: datum = (FlDatum) { .kind = FL_DATUM_STRING, .text = arg->text }; break;
    case FL_ARG_DTYPE: datum = (FlDatum) { .kind = FL_DATUM_DTYPE, .dtype = arg->dtype }; break;
    case FL_ARG_LIST:
    case FL_ARG_TUPLE:
      datum = (FlDatum) { .kind = FL_DATUM_LIST, .n_items = arg->n_items, .items = g_new0 (FlDatum, arg->n_items + 1) };
      for (guint i = 0; i < arg->n_items; i++)
        datum.items[i] = make_datum (self, &arg->items[i]);
      break;
    case FL_ARG_NONE:
    case FL_ARG_DICT:
    case FL_ARG_SLICE:
    case FL_ARG_DEVICE:
    case FL_ARG_NAME:
    case FL_ARG_GRAPH: break;
    }
  datum.keyword = arg->keyword;
  return datum;
}

/* Lays a dense value out with the strides that the graph says it has: as_strided looks at its memory, and whether a
 * reshape is a copy, which no later write reaches, goes by strides. */
static void
lay_out (Evaluation *self, const FlNode *node, FlDatum *datum)
{
  const FlTensor *tensor = &node->value.tensor;
  if (datum->kind != FL_DATUM_TENSOR || node->value.kind != FL_VALUE_TENSOR || tensor->strides == NULL)
    return;
  gint64 strides[FL_MAX_DIMS], offset = 0, length = 1;
  gboolean is_same = TRUE;
  if (tensor->offset != NULL && !evaluate_sym (self, tensor->offset, &offset))
    return;
  for (guint d = 0; d < tensor->n_dims && d < datum->view->n_dims; d++)
    {
      if (!evaluate_sym (self, tensor->strides[d], &strides[d]))
        return;
      is_same &= strides[d] == datum->view->strides[d] || datum->view->sizes[d] == 1;
      length += MAX (datum->view->sizes[d] - 1, 0) * strides[d];
    }
  if (is_same || length > 64 * (datum->view->numel + 64))
    return;
  FlView *whole = fl_view_new_array (fl_array_new (datum->view->dtype, 1, &length));
  FlView *laid = fl_view_new (whole, datum->view->n_dims, datum->view->sizes, strides, 0);
  g_autoptr (FlArray) array = fl_view_dup_array (datum->view);
  fl_view_write (laid, array);
  fl_view_unref (whole);
  fl_view_unref (datum->view);
  datum->view = laid;
}

/* Graphs name the view that squeeze_, t_ and related operators yield wherever the tensor is read from there on. The
 * operand stays as it is: in a graph that was rewritten, it may stand for another tensor as well. */
static void
keep_view (const FlNode *node, FlDatum *datum)
{
  if (node->op->kind != FL_ATEN_VIEW || datum->kind != FL_DATUM_TENSOR)
    return;
  FlView *own
      = fl_view_new (datum->view, datum->view->n_dims, datum->view->sizes, datum->view->strides, datum->view->offset);
  fl_view_unref (datum->view);
  datum->view = own;
}

/* --- checking --------------------------------------------------------------------------------- */

/* Sizes that only the run decides have no hint and are not compared. */
static gboolean
check_value (Evaluation *self, const FlNode *node, const FlDatum *got, GError **error)
{
  const FlTensor *tensor = &node->value.tensor;
  if (node->value.kind != FL_VALUE_TENSOR || got->kind != FL_DATUM_TENSOR)
    return TRUE;
  gboolean ok
      = got->view->n_dims == tensor->n_dims && (tensor->dtype == FL_DTYPE_NONE || tensor->dtype == got->view->dtype);
  for (guint d = 0; ok && d < tensor->n_dims; d++)
    {
      gint64 size;
      gboolean is_known = fl_sym_get_hint (tensor->sizes[d], 3) == fl_sym_get_hint (tensor->sizes[d], 5);
      ok = !is_known || !evaluate_sym (self, tensor->sizes[d], &size) || size == got->view->sizes[d];
    }
  if (ok)
    return TRUE;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) sizes = g_string_new (NULL);
  fl_value_append (expected, &node->value);
  for (guint d = 0; d < got->view->n_dims; d++)
    g_string_append_printf (sizes, "%s%" G_GINT64_FORMAT, d == 0 ? "" : ", ", got->view->sizes[d]);
  g_set_error (error, FL_ERROR, FL_ERROR_SHAPE, "%s yields %s[%s], the graph says %s", node->target,
               fl_dtype_get_short_name (got->view->dtype), sizes->str, expected->str);
  return FALSE;
}

/* All operators without a kernel, in one message. Those that nobody knows get stand-ins. */
static gboolean
check_operators (const FlGraph *graph, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if (node->kind != FL_NODE_CALL || fl_calls_unknown (node->op) || fl_reference_find (node->op) != NULL)
        continue;
      if (g_hash_table_add (seen, (gpointer) node->target))
        g_string_append_printf (names, "%s%s", names->len == 0 ? "" : ", ", node->target);
    }
  if (names->len == 0)
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the reference interpreter has no kernel for %s", names->str);
  return FALSE;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* "mine.scale_.default": an unknown operator that writes its argument leaves it as it is. */
static gboolean
is_in_place (const char *target)
{
  const char *overload = strrchr (target, '.');
  return overload != NULL && overload > target + 1 && overload[-1] == '_' && overload[-2] != '_';
}

static gboolean
make_up_item (Evaluation *self, guint position, int item, const FlValue *value, FlDatum *datum, GError **error)
{
  gint64 integer;
  if (value->kind == FL_VALUE_SYM && evaluate_sym (self, value->sym, &integer))
    *datum = fl_datum_int (integer);
  if (value->kind != FL_VALUE_TENSOR)
    return TRUE;
  FlArray *array = fl_inputs_new_stand_in (self->graph, (FlNodeId) { position }, item, self->sizes, self->data, error);
  if (array == NULL)
    return FALSE;
  *datum = fl_datum_view (fl_view_new_array (array));
  return TRUE;
}

void
fl_seen_free (gpointer seen)
{
  fl_array_free (((FlSeen *) seen)->header);
  g_free (((FlSeen *) seen)->bytes);
  g_free (seen);
}

FlArray *
fl_seen_dup_array (const FlSeen *seen)
{
  gint64 strides[FL_MAX_DIMS];
  fl_array_get_strides (seen->header, strides);
  return fl_array_load (seen->header->dtype, seen->header->n_dims, seen->header->sizes, strides, 0, seen->bytes);
}

static FlSeen *
keep_seen (FlArray *array, FlNodeId origin, guint position)
{
  FlSeen *seen = g_new0 (FlSeen, 1);
  gint64 strides[FL_MAX_DIMS];
  *seen
      = (FlSeen) { origin, position, array, g_malloc (MAX (array->numel, 1) * fl_dtype_get_size_bytes (array->dtype)) };
  fl_array_get_strides (array, strides);
  fl_array_store (array, strides, 0, seen->bytes);
  g_clear_pointer (&array->numbers, g_free);
  g_clear_pointer (&array->integers, g_free);
  return seen;
}

/* What empty () yields, seen through views: its bytes are whatever lay there. */
static gboolean
is_uninitialised (const FlGraph *graph, const FlArg *arg)
{
  while (arg->kind == FL_ARG_NODE)
    {
      const FlNode *node = &graph->nodes[arg->node.index];
      if (node->kind != FL_NODE_CALL || node->op == NULL)
        return FALSE;
      if (strstr (node->op->name, "empty") != NULL)
        return TRUE;
      if (node->op->kind != FL_ATEN_VIEW || node->n_args == 0)
        return FALSE;
      arg = &node->args[0];
    }
  return FALSE;
}

/* What an operator that nobody knows is given is as good a result as what the graph returns. */
static void
note_argument (Evaluation *self, guint node, const FlArg *arg, guint *position)
{
  const FlDatum *datum = arg->kind == FL_ARG_NODE ? &self->values[arg->node.index] : NULL;
  for (guint i = 0; i < arg->n_items; i++)
    note_argument (self, node, &arg->items[i], position);
  if (datum == NULL || datum->kind != FL_DATUM_TENSOR)
    return;
  if (!is_uninitialised (self->graph, arg))
    g_ptr_array_add (self->seen,
                     keep_seen (fl_view_dup_array (datum->view), self->graph->nodes[node].origin, *position));
  (*position)++;
}

/* An operator that nobody knows. */
static gboolean
make_up_results (Evaluation *self, guint position, GError **error)
{
  const FlNode *node = &self->graph->nodes[position];
  guint n_seen = 0;
  for (guint i = 0; self->seen != NULL && i < node->n_args; i++)
    note_argument (self, position, &node->args[i], &n_seen);
  const FlValue *value = &node->value;
  FlDatum *datum = &self->values[position];
  if (value->kind == FL_VALUE_TENSOR && is_in_place (node->target) && node->n_args > 0
      && node->args[0].kind == FL_ARG_NODE)
    *datum = fl_datum_dup (&self->values[node->args[0].node.index]);
  else if (value->kind != FL_VALUE_TUPLE)
    return make_up_item (self, position, -1, value, datum, error);
  else
    *datum
        = (FlDatum) { .kind = FL_DATUM_LIST, .n_items = value->n_items, .items = g_new0 (FlDatum, value->n_items + 1) };
  for (guint i = 0; value->kind == FL_VALUE_TUPLE && i < value->n_items; i++)
    if (!make_up_item (self, position, i, &value->items[i], &datum->items[i], error))
      return FALSE;
  return TRUE;
}

/* Some operators yield what the graph wants to have; NULL: it says nothing. */
static FlCallOutput *
describe_outputs (Evaluation *self, const FlValue *value)
{
  if (value->kind != FL_VALUE_TUPLE)
    return NULL;
  FlCallOutput *outputs = g_new0 (FlCallOutput, value->n_items + 1);
  for (guint i = 0; i < value->n_items; i++)
    {
      const FlTensor *tensor = &value->items[i].tensor;
      gboolean is_known = value->items[i].kind == FL_VALUE_TENSOR && tensor->n_dims <= FL_MAX_DIMS;
      for (guint d = 0; is_known && d < tensor->n_dims; d++)
        is_known = evaluate_sym (self, tensor->sizes[d], &outputs[i].sizes[d]);
      outputs[i].dtype = is_known ? tensor->dtype : FL_DTYPE_NONE;
      outputs[i].n_dims = is_known ? tensor->n_dims : 0;
    }
  return outputs;
}

static gboolean
call_node (Evaluation *self, guint position, GError **error)
{
  const FlNode *node = &self->graph->nodes[position];
  if (fl_calls_unknown (node->op))
    return make_up_results (self, position, error);
  g_autofree FlDatum *datums = g_new0 (FlDatum, node->n_args + 1);
  gboolean looks_at_storage = strstr (node->target, "as_strided") != NULL;
  for (guint i = 0; i < node->n_args; i++)
    {
      datums[i] = make_datum (self, &node->args[i]);
      if (looks_at_storage && node->args[i].kind == FL_ARG_NODE)
        lay_out (self, &self->graph->nodes[node->args[i].node.index], &datums[i]);
    }
  if (node->n_args > 0)
    keep_view (node, &datums[0]);
  if (self->noise != 0)
    fl_reference_shake_operands (self->graph, node, datums, self->noise);
  FlCall call;
  gboolean is_itself = fl_node_yields_argument (self->graph, node);
  gboolean ok = is_itself ? fl_call_open (&call, fl_aten_find ("aten.alias.default"), datums, 1, error)
                          : fl_call_open (&call, node->op, datums, node->n_args, error);
  call.cancelled = self->cancelled;
  call.seed = node->origin.index; /* random numbers of a node are equal in every graph made from the user's graph */
  call.noise = self->noise;
  call.floors_quotients = self->floors_quotients;
  call.is_for_gpu = self->is_for_gpu;
  if (node->value.kind == FL_VALUE_TENSOR)
    call.output_dtype = node->value.tensor.dtype;
  g_autofree FlCallOutput *outputs = describe_outputs (self, &node->value);
  call.outputs = outputs;
  call.n_outputs = outputs == NULL ? 0 : node->value.n_items;
  ok = ok && fl_call_execute (&call) && check_value (self, node, &call.result, error);
  if (ok)
    {
      self->values[position] = call.result;
      call.result = (FlDatum) { 0 };
      if (self->writes && node->op->kind != FL_ATEN_VIEW && node->op->kind != FL_ATEN_MUTATION && !is_itself)
        lay_out (self, node, &self->values[position]);
    }
  else
    g_prefix_error (error, "while evaluating %%%s (%s): ", node->name, node->target);
  fl_call_close (&call);
  for (guint i = 0; i < node->n_args; i++)
    fl_datum_clear (&datums[i]);
  return ok;
}

static gboolean
read_attribute (Evaluation *self, guint position, GError **error)
{
  const FlNode *node = &self->graph->nodes[position];
  if (node->value.kind != FL_VALUE_TENSOR)
    return TRUE; /* a sub-graph: its caller has no kernel */
  const FlArray *given = fl_given_find_constant (self->given, node->target);
  FlArray *array = given != NULL
                       ? fl_array_dup (given)
                       : fl_inputs_new_constant (self->graph, (FlNodeId) { position }, self->sizes, self->data, error);
  if (array == NULL)
    return FALSE;
  g_ptr_array_add (self->constants, array);
  self->values[position] = fl_datum_view (fl_view_new_borrowed (array));
  return TRUE;
}

static void
read_input (Evaluation *self, guint position, FlArray *input)
{
  FlDatum datum = fl_datum_view (fl_view_new_borrowed (input));
  FlView *dense = datum.view;
  if (self->writes)
    lay_out (self, &self->graph->nodes[position], &datum);
  self->values[position] = datum;
  if (datum.view != dense)
    self->laid[position] = fl_view_ref (datum.view);
}

/* What was written to inputs that do not lie densely. */
static void
return_inputs (Evaluation *self, FlArray *const *inputs)
{
  guint n_inputs = 0;
  for (guint i = 0; i < self->graph->n_nodes; i++)
    {
      FlArray *input = self->graph->nodes[i].kind == FL_NODE_PLACEHOLDER ? inputs[n_inputs++] : NULL;
      if (self->laid[i] == NULL)
        continue;
      fl_view_refresh (self->laid[i]);
      g_autoptr (FlArray) values = fl_view_dup_array (self->laid[i]);
      FlView *dense = fl_view_new_borrowed (input);
      fl_view_write (dense, values);
      fl_view_unref (dense);
      fl_view_unref (self->laid[i]);
    }
}

static gboolean
evaluate_node (Evaluation *self, guint position, FlArray *input, GError **error)
{
  const FlNode *node = &self->graph->nodes[position];
  gint64 integer;
  double number;
  switch (node->kind)
    {
    case FL_NODE_PLACEHOLDER:
      if (input != NULL)
        read_input (self, position, input);
      else if (node->value.kind == FL_VALUE_SYM && evaluate_sym (self, node->value.sym, &integer))
        self->values[position] = fl_datum_int (integer);
      else if (node->value.kind == FL_VALUE_FLOAT && evaluate_real (self, node->value.sym, &number))
        self->values[position] = fl_datum_float (number);
      return TRUE;
    case FL_NODE_GET_ATTR: return read_attribute (self, position, error);
    case FL_NODE_CALL: return call_node (self, position, error);
    case FL_NODE_OUTPUT: return TRUE;
    }
  g_assert_not_reached ();
}

static void
drop_used (Evaluation *self, const FlArg *arg)
{
  if (arg->kind == FL_ARG_NODE && self->uses_left[arg->node.index] > 0 && --self->uses_left[arg->node.index] == 0)
    fl_datum_clear (&self->values[arg->node.index]);
  for (guint i = 0; i < arg->n_items; i++)
    drop_used (self, &arg->items[i]);
}

static void
count_uses (Evaluation *self, const FlArg *arg)
{
  if (arg->kind == FL_ARG_NODE)
    self->uses_left[arg->node.index]++;
  for (guint i = 0; i < arg->n_items; i++)
    count_uses (self, &arg->items[i]);
}

/* --- results ---------------------------------------------------------------------------------- */

static void
add_outputs (const FlDatum *datum, GPtrArray *outputs)
{
  if (datum->kind == FL_DATUM_LIST)
    for (guint i = 0; i < datum->n_items; i++)
      add_outputs (&datum->items[i], outputs);
  else
    g_ptr_array_add (outputs, datum->kind == FL_DATUM_TENSOR ? fl_view_dup_array (datum->view) : NULL);
}

static GPtrArray *
collect_outputs (Evaluation *self)
{
  const FlNode *output = &self->graph->nodes[self->graph->output.index];
  GPtrArray *outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < output->n_args; i++)
    {
      FlDatum datum = make_datum (self, &output->args[i]);
      add_outputs (&datum, outputs);
      fl_datum_clear (&datum);
    }
  return outputs;
}

static gboolean
evaluate_nodes (Evaluation *self, FlArray *const *inputs, GError **error)
{
  const FlGraph *graph = self->graph;
  guint n_inputs = 0;
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if (self->cancelled != NULL && g_atomic_int_get (self->cancelled))
        {
          g_set_error (error, FL_ERROR, FL_ERROR_CANCELLED, "the evaluation was cancelled");
          return FALSE;
        }
      FlArray *input = node->kind == FL_NODE_PLACEHOLDER ? inputs[n_inputs++] : NULL;
      if (!evaluate_node (self, i, input, error))
        return FALSE;
      if (node->kind == FL_NODE_OUTPUT)
        continue;
      for (guint a = 0; a < node->n_args; a++)
        drop_used (self, &node->args[a]);
      if (self->uses_left[i] == 0)
        fl_datum_clear (&self->values[i]);
    }
  return TRUE;
}

GPtrArray *
fl_reference_run (const FlGraph *graph, FlArray *const *inputs, FlSizeLookup sizes, gpointer data,
                  const gint *cancelled, GError **error)
{
  const FlReferenceRequest request
      = { .graph = graph, .inputs = inputs, .sizes = sizes, .data = data, .cancelled = cancelled };
  return fl_reference_run_request (&request, error);
}

static GPtrArray *
collect_values (Evaluation *self, const FlNodeId *nodes, guint n_nodes)
{
  GPtrArray *values = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < n_nodes; i++)
    {
      const FlDatum *datum = &self->values[nodes[i].index];
      g_ptr_array_add (values, datum->kind == FL_DATUM_TENSOR ? fl_view_dup_array (datum->view) : NULL);
    }
  return values;
}

/* nodes: what is wanted; NULL: the outputs. */
static GPtrArray *
run (Evaluation *self, FlArray *const *inputs, const FlNodeId *nodes, guint n_nodes, GError **error)
{
  const FlGraph *graph = self->graph;
  if (!check_operators (graph, error))
    return NULL;
  self->values = g_new0 (FlDatum, graph->n_nodes + 1);
  self->uses_left = g_new0 (guint, graph->n_nodes + 1);
  self->laid = g_new0 (FlView *, graph->n_nodes + 1);
  self->constants = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      self->writes |= graph->nodes[i].op != NULL && graph->nodes[i].op->kind == FL_ATEN_MUTATION;
      for (guint a = 0; a < graph->nodes[i].n_args; a++)
        count_uses (self, &graph->nodes[i].args[a]);
    }
  for (guint i = 0; i < n_nodes; i++)
    self->uses_left[nodes[i].index]++; /* kept to the end */
  gboolean ok = evaluate_nodes (self, inputs, error);
  GPtrArray *results = !ok ? NULL : nodes == NULL ? collect_outputs (self) : collect_values (self, nodes, n_nodes);
  for (guint i = 0; i < graph->n_nodes; i++)
    fl_datum_clear (&self->values[i]);
  return_inputs (self, inputs);
  g_free (self->values);
  g_free (self->laid);
  g_free (self->uses_left);
  g_ptr_array_unref (self->constants);
  return results;
}

GPtrArray *
fl_reference_run_request (const FlReferenceRequest *request, GError **error)
{
  Evaluation self = { .graph = request->graph,
                      .sizes = request->sizes,
                      .data = request->data,
                      .cancelled = request->cancelled,
                      .noise = request->noise,
                      .floors_quotients = request->floors_quotients,
                      .is_for_gpu = request->is_for_gpu,
                      .seen = request->seen,
                      .given = request->given };
  return run (&self, request->inputs, request->nodes, request->n_nodes, error);
}

GPtrArray *
fl_reference_run_for (const FlGraph *graph, FlArray *const *inputs, FlSizeLookup sizes, gpointer data,
                      const FlNodeId *nodes, guint n_nodes, const gint *cancelled, GError **error)
{
  const FlReferenceRequest request = { .graph = graph,
                                       .inputs = inputs,
                                       .sizes = sizes,
                                       .data = data,
                                       .nodes = nodes,
                                       .n_nodes = n_nodes,
                                       .cancelled = cancelled };
  return fl_reference_run_request (&request, error);
}
