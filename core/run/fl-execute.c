/* Executing programs: inputs from a seed, the worker compiles and runs each variant, outputs are compared with the
 * reference interpreter, then all variants are timed in the same rounds.
 *
 * In: programs over one graph. Out: FlExecution. Keeps: nothing outside of the worker runs generated code. */
#include "fl-execute.h"

#include "fl-execute-private.h"

#include <math.h>
#include <string.h>

static const double SHARE_OF_INTEGERS = 1e-4; /* that may differ where they come from floats */

/* --- sizes ----------------------------------------------------------------------------------------------------------- */

gint64
fl_executor_get_size (const FlSym *symbol, gpointer data)
{
  const FlExecutor *self = data;
  for (guint i = 0; i < self->request->n_sizes; i++)
    if (self->request->sizes[i].symbol == symbol)
      return self->request->sizes[i].value;
  return fl_sizes_get_default (symbol);
}

gboolean
fl_executor_look_up (const FlSym *symbol, gpointer data, gint64 *value)
{
  const FlExecutor *self = data;
  if (fl_sym_get_kind (symbol) != FL_SYM_SIZE || !g_hash_table_contains (self->known, symbol))
    return FALSE;
  *value = fl_executor_get_size (symbol, data);
  return TRUE;
}

gboolean
fl_executor_evaluate (FlExecutor *self, const FlSym *sym, gint64 *value, GError **error)
{
  if (fl_sym_evaluate (sym, fl_executor_look_up, self, value))
    return TRUE;
  g_autofree char *text = fl_sym_dup_text (sym);
  g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "the size %s is known only while the graph runs", text);
  return FALSE;
}

gboolean
fl_executor_evaluate_layout (FlExecutor *self, const FlLayout *layout, gint64 *sizes, gint64 *strides, gint64 *offset,
                             GError **error)
{
  if (layout->n_dims > FL_MAX_DIMS)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "a tensor has %u dimensions, more than %d", layout->n_dims, FL_MAX_DIMS);
      return FALSE;
    }
  for (guint d = 0; d < layout->n_dims; d++)
    if (!fl_executor_evaluate (self, layout->sizes[d], &sizes[d], error)
        || !fl_executor_evaluate (self, layout->strides[d], &strides[d], error))
      return FALSE;
  return fl_executor_evaluate (self, layout->offset, offset, error);
}

void
fl_executor_report (FlExecutor *self, double fraction, const char *format, ...)
{
  if (self->progress == NULL)
    return;
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  self->progress (fraction, text, self->data);
}

static void
learn_symbols (FlExecutor *self, const FlSym *sym)
{
  g_autoptr (GPtrArray) symbols = g_ptr_array_new ();
  if (sym != NULL)
    fl_sym_collect_symbols (sym, symbols);
  for (guint i = 0; i < symbols->len; i++)
    g_hash_table_add (self->known, symbols->pdata[i]);
}

static void
learn_sizes (FlExecutor *self)
{
  self->known = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < self->request->n_sizes; i++)
    learn_symbols (self, self->request->sizes[i].symbol);
  for (guint i = 0; i < self->graph->n_inputs; i++)
    {
      const FlValue *value = &self->graph->nodes[self->graph->inputs[i].index].value;
      learn_symbols (self, value->kind == FL_VALUE_SYM ? value->sym : NULL);
      for (guint d = 0; value->kind == FL_VALUE_TENSOR && d < value->tensor.n_dims; d++)
        learn_symbols (self, value->tensor.sizes[d]);
    }
}

/* --- inputs ---------------------------------------------------------------------------------------------------------- */

static gboolean
place_load (FlExecutor *self, const FlBuffer *buffer, GError **error)
{
  gint64 bytes;
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  if (!fl_buffer_get_size_bytes (buffer, lowered->symbols, fl_executor_look_up, self, &bytes, error))
    return FALSE;
  g_hash_table_insert (self->loads, (gpointer) buffer->name, GSIZE_TO_POINTER (self->load_bytes + 1));
  self->load_bytes += (bytes + FL_EXCHANGE_ALIGNMENT - 1) / FL_EXCHANGE_ALIGNMENT * FL_EXCHANGE_ALIGNMENT;
  return TRUE;
}

static FlNodeId
find_constant_node (const FlGraph *graph, const FlBuffer *buffer)
{
  if (buffer->fx_node.index < graph->n_nodes)
    return buffer->fx_node;
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_GET_ATTR && (graph->nodes[i].target == buffer->name || graph->nodes[i].name == buffer->name))
      return (FlNodeId){ i };
  return FL_NODE_NONE;
}

static gboolean
make_constants (FlExecutor *self, const FlLowered *lowered, GError **error)
{
  self->constants = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < lowered->n_constants; i++)
    {
      FlNodeId node = find_constant_node (self->graph, lowered->constants[i]);
      if (node.index == FL_NODE_NONE.index)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "constant %s has no node in the graph", lowered->constants[i]->name);
          return FALSE;
        }
      FlArray *array = fl_inputs_new_constant (self->graph, node, fl_executor_get_size, self, error);
      if (array == NULL || !place_load (self, lowered->constants[i], error))
        {
          fl_array_free (array);
          return FALSE;
        }
      g_ptr_array_add (self->constants, array);
    }
  return TRUE;
}

static FlArray *
dup_array (const FlArray *array)
{
  FlArray *copy = fl_array_new (array->dtype, array->n_dims, array->sizes);
  gsize width = fl_dtype_is_complex (array->dtype) ? 2 : 1;
  if (array->numbers != NULL)
    memcpy (copy->numbers, array->numbers, width * array->numel * sizeof (double));
  else
    memcpy (copy->integers, array->integers, array->numel * sizeof (gint64));
  return copy;
}

static GPtrArray *
copy_inputs (FlExecutor *self)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < self->graph->n_inputs; i++)
    g_ptr_array_add (inputs, self->request->inputs[i] == NULL ? NULL : dup_array (self->request->inputs[i]));
  return inputs;
}

static gboolean
make_inputs (FlExecutor *self, GError **error)
{
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  self->inputs = self->request->inputs != NULL ? copy_inputs (self)
                                               : fl_inputs_new (self->graph, self->pass->options->seed, fl_executor_get_size, self, error);
  if (self->inputs == NULL)
    return FALSE;
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL && !place_load (self, lowered->inputs[i], error))
      return FALSE;
  return make_constants (self, lowered, error) && fl_stand_ins_make (self, error);
}

static gboolean
store_input (FlExecutor *self, const FlBuffer *buffer, const FlArray *array, GError **error)
{
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset;
  if (!fl_executor_evaluate_layout (self, &buffer->layout, sizes, strides, &offset, error))
    return FALSE;
  gint64 place = GPOINTER_TO_SIZE (g_hash_table_lookup (self->loads, buffer->name)) - 1;
  fl_array_store (array, strides, offset, fl_worker_client_get_exchange (self->client) + place);
  return TRUE;
}

static gboolean
store_inputs (FlExecutor *self, GError **error)
{
  const FlLowered *lowered = self->request->variants[0].program->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_inputs; i++)
    if (lowered->inputs[i] != NULL && !store_input (self, lowered->inputs[i], self->inputs->pdata[i], error))
      return FALSE;
  for (guint i = 0; i < lowered->n_constants; i++)
    if (!store_input (self, lowered->constants[i], self->constants->pdata[i], error))
      return FALSE;
  return fl_stand_ins_store (self, error);
}

/* --- programs -------------------------------------------------------------------------------------------------------- */

static gboolean
prepare (FlExecutor *self, GError **error)
{
  gint64 saved = 0;
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      if (self->request->variants[i].program->target != FL_TARGET_CPU)
        {
          g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s kernels are shown but not executed in this version; use --target cpu",
                       fl_target_get_name (self->request->variants[i].program->target));
          return FALSE;
        }
      if (!fl_sent_program_open (self, &self->request->variants[i], i, &self->programs[i], error))
        return FALSE;
      saved = MAX (saved, self->programs[i].saved_bytes);
    }
  self->exchange_bytes = self->load_bytes + saved;
  gint64 limit = (gint64) self->pass->options->size_limit_mib << 20;
  if (self->exchange_bytes > limit)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT,
                   "inputs and outputs need %" G_GINT64_FORMAT " MiB, more than the limit of %" G_GINT64_FORMAT
                   " MiB; raise it with --set run.size_limit=N",
                   self->exchange_bytes >> 20, limit >> 20);
      return FALSE;
    }
  return TRUE;
}

static gboolean
start_worker (FlExecutor *self, GError **error)
{
  const FlOptions *options = self->pass->options;
  FlWorkerOptions worker = { .path = self->request->worker_path,
                             .exchange_bytes = self->exchange_bytes,
                             .timeout_s = options->timeout_s,
                             .n_threads = options->cpp_threads,
                             .limit_bytes = (gint64) options->size_limit_mib << 20,
                             .cancelled = self->pass->cancelled };
  self->client = fl_worker_client_open (&worker, error);
  if (self->client == NULL)
    return FALSE;
  const cJSON *facts = fl_worker_client_get_facts (self->client);
  self->result->compiler = fl_arena_strdup (self->pass->arena, cJSON_GetStringValue (cJSON_GetObjectItem (facts, "compiler")));
  self->result->machine = fl_arena_printf (self->pass->arena, "%s, matrix products by %s",
                                           cJSON_GetStringValue (cJSON_GetObjectItem (facts, "machine")),
                                           cJSON_GetStringValue (cJSON_GetObjectItem (facts, "library")));
  return store_inputs (self, error);
}

static gboolean
has_kernels (const FlProgram *program)
{
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].kind != FL_KERNEL_EXTERN && program->kernels[i].kind != FL_KERNEL_NOP)
      return TRUE;
  return FALSE;
}

/* All variants in one message, which is sent before the reference is evaluated: both take their time. */
static gboolean
start_compiling (FlExecutor *self, GError **error)
{
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "compile");
  if (self->request->fault != NULL)
    cJSON_AddStringToObject (message, "fault", self->request->fault);
  cJSON *modules = cJSON_AddArrayToObject (message, "modules");
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const FlVariant *variant = &self->request->variants[i];
      self->result->variants[i].was_cached = TRUE;
      if (!has_kernels (variant->program))
        continue;
      cJSON *module = cJSON_CreateObject ();
      cJSON_AddNumberToObject (module, "module", i);
      cJSON_AddStringToObject (module, "name", variant->name);
      cJSON_AddStringToObject (module, "source", variant->program->source);
      cJSON_AddItemToArray (modules, module);
    }
  self->is_compiling = cJSON_GetArraySize (modules) > 0;
  if (self->is_compiling)
    return fl_worker_client_send (self->client, message, error);
  cJSON_Delete (message);
  return TRUE;
}

static void
record_compilation (FlExecutor *self, guint position, const cJSON *module)
{
  FlVariantTime *out = &self->result->variants[position];
  out->compile_ns = cJSON_GetNumberValue (cJSON_GetObjectItem (module, "ns"));
  out->was_cached = cJSON_IsTrue (cJSON_GetObjectItem (module, "cached"));
  fl_trace_record (self->pass->trace, &(FlEvent){ .stage = FL_STAGE_RUN,
                                                  .kind = FL_EVENT_COMPILE,
                                                  .verdict = FL_VERDICT_NOTE,
                                                  .subject = { FL_REF_KERNEL, position, fl_intern (out->name) },
                                                  .amount = out->compile_ns,
                                                  .reason = out->was_cached ? "found in the cache" : "compiled",
                                                  .facts = self->result->compiler });
}

static gboolean
finish_compiling (FlExecutor *self, GError **error)
{
  if (!self->is_compiling)
    return TRUE;
  cJSON *answer = fl_worker_client_receive (self->client, NULL, NULL, error);
  if (answer == NULL)
    {
      g_prefix_error (error, "while compiling: ");
      return FALSE;
    }
  const cJSON *module = cJSON_GetArrayItem (cJSON_GetObjectItem (answer, "modules"), 0);
  for (guint i = 0; i < self->request->n_variants && module != NULL; i++)
    if (has_kernels (self->request->variants[i].program))
      {
        record_compilation (self, i, module);
        module = module->next;
      }
  cJSON_Delete (answer);
  return TRUE;
}

static gboolean
run_variant (FlExecutor *self, guint position, GError **error)
{
  FlSentProgram *sent = &self->programs[position];
  cJSON_AddNumberToObject (sent->message, "exchange_bytes", self->exchange_bytes);
  cJSON *answer = fl_worker_client_call (self->client, g_steal_pointer (&sent->message), NULL, NULL, error);
  if (answer == NULL)
    return FALSE;
  cJSON_Delete (answer);
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "run");
  cJSON_AddNumberToObject (message, "id", position);
  if (self->request->fault != NULL)
    cJSON_AddStringToObject (message, "fault", self->request->fault);
  answer = fl_worker_client_call (self->client, message, NULL, NULL, error);
  cJSON_Delete (answer);
  return answer != NULL;
}

/* --- verification ---------------------------------------------------------------------------------------------------- */

/* What the reference says: outputs, and the inputs after the run. noisy: the same with every rounding disturbed, evaluated
 * only when a result disagrees. */
typedef struct _Expectation Expectation;
struct _Expectation
{
  GPtrArray *outputs;
  GPtrArray *inputs;
  GPtrArray *seen;      /* FlSeen */
  const FlGraph *graph; /* that was evaluated */
  Expectation *noisy;
};

/* Attention with dropout draws the mask itself. */
static gboolean
drops_out (const FlNode *node)
{
  const FlArg *p = fl_node_find_arg (node, "dropout_p");
  return p != NULL && p->kind == FL_ARG_FLOAT && p->number > 0;
}

/* Numbers that PyTorch's own generator would draw differ from graph to graph, as the positions of their nodes do; so do
 * results that are made up. */
static gboolean
draws_by_position (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      if (node->kind != FL_NODE_CALL)
        continue;
      if (fl_calls_unknown (node->op) || drops_out (node) || (node->op->kind == FL_ATEN_RANDOM && !g_str_has_prefix (node->op->name, "prims.")))
        return TRUE;
    }
  return FALSE;
}

/* "aten.add_.Tensor", but not "aten.__and__.Tensor"; normalizations write their running statistics. */
static gboolean
may_write_inputs (const FlGraph *graph)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = &graph->nodes[i];
      const char *overload = node->kind == FL_NODE_CALL ? strrchr (node->target, '.') : NULL;
      if (node->kind != FL_NODE_CALL)
        continue;
      if ((node->op != NULL && node->op->kind == FL_ATEN_MUTATION) || strstr (node->target, "batch_norm") != NULL
          || (overload != NULL && overload > node->target + 1 && overload[-1] == '_' && overload[-2] != '_'))
        return TRUE;
    }
  return FALSE;
}

static GPtrArray *
dup_arrays (const GPtrArray *arrays)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_array_free);
  for (guint i = 0; i < arrays->len; i++)
    g_ptr_array_add (copies, arrays->pdata[i] == NULL ? NULL : dup_array (arrays->pdata[i]));
  return copies;
}

static gboolean
evaluate (FlExecutor *self, const FlGraph *graph, guint64 noise, Expectation *expected, GError **error)
{
  expected->graph = graph;
  g_clear_pointer (&expected->inputs, g_ptr_array_unref);
  g_clear_pointer (&expected->seen, g_ptr_array_unref);
  expected->seen = g_ptr_array_new_with_free_func (fl_seen_free);
  expected->inputs = may_write_inputs (graph) ? dup_arrays (self->inputs) : g_ptr_array_ref (self->inputs);
  expected->outputs = fl_reference_run_noisy (graph, (FlArray *const *) expected->inputs->pdata, fl_executor_get_size, self, noise,
                                              expected->seen, self->pass->cancelled, error);
  return expected->outputs != NULL;
}

/* FALSE only when cancelled; a graph that the reference cannot evaluate is executed all the same. */
static gboolean
run_reference (FlExecutor *self, Expectation *expected, GError **error)
{
  g_autoptr (GError) inner = NULL;
  const FlGraph *given = self->request->graph;
  gboolean can_use_given = given != NULL && given->n_inputs == self->graph->n_inputs && !draws_by_position (given);
  if (can_use_given && evaluate (self, given, 0, expected, &inner))
    return TRUE;
  if (!g_error_matches (inner, FL_ERROR, FL_ERROR_CANCELLED))
    {
      g_clear_error (&inner);
      self->result->verified_decomposed = TRUE;
      if (evaluate (self, self->graph, 0, expected, &inner))
        return TRUE;
    }
  if (g_error_matches (inner, FL_ERROR, FL_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&inner));
      return FALSE;
    }
  self->result->not_verified_why = fl_arena_strdup (self->pass->arena, inner->message);
  return TRUE;
}

/* The node of the position-th result, lists opened; counts down. */
static const FlArg *
find_result (const FlArg *args, guint n, guint *position)
{
  for (guint i = 0; i < n; i++)
    {
      const FlArg *arg = &args[i];
      if (arg->kind == FL_ARG_LIST || arg->kind == FL_ARG_TUPLE)
        {
          const FlArg *found = find_result (arg->items, arg->n_items, position);
          if (found != NULL)
            return found;
        }
      else if ((*position)-- == 0)
        return arg;
    }
  return NULL;
}

static const char *
name_output (FlExecutor *self, guint position)
{
  const FlNode *output = &self->graph->nodes[self->graph->output.index];
  const FlArg *arg = find_result (output->args, output->n_args, &position);
  return arg != NULL && arg->kind == FL_ARG_NODE ? self->graph->nodes[arg->node.index].name : "output";
}

static void
record_agreement (FlExecutor *self, const FlAgreement *agreement)
{
  fl_trace_record (self->pass->trace,
                   &(FlEvent){ .stage = FL_STAGE_RUN,
                               .kind = FL_EVENT_VERIFY,
                               .verdict = agreement->agrees ? FL_VERDICT_ACCEPT : FL_VERDICT_REJECT,
                               .subject = { FL_REF_NODE, agreement->position, agreement->output },
                               .reason = agreement->agrees ? "agrees with the reference" : "disagrees with the reference",
                               .facts = fl_arena_printf (self->pass->arena, "%s: at %s %.9g, expected %.9g; error %.3g, tolerance %.3g%s",
                                                         agreement->variant, agreement->worst_place, agreement->got,
                                                         agreement->expected, agreement->max_rel, agreement->tolerance,
                                                         agreement->sensitivity == 0 ? "" : ", widened: rounding alone moves it so far") });
}

/* One thing to compare. */
typedef struct
{
  const FlBuffer *buffer;
  const FlLayout *layout;
  const FlShown *shown; /* instead: an argument of an unknown operator */
  gboolean is_input;    /* a mutated one */
  guint index;          /* among the outputs or the inputs */
  const char *name;
  guint position;
} Subject;

static const FlSeen *
find_seen (const Expectation *expected, const FlShown *shown)
{
  for (guint i = 0; i < expected->seen->len; i++)
    {
      const FlSeen *seen = expected->seen->pdata[i];
      if (seen->origin.index == shown->origin.index && seen->position == shown->position)
        return seen;
    }
  return NULL;
}

/* NULL: the reference has no such thing. An argument of an unknown operator is decoded into *made, which the caller owns. */
static const FlArray *
get_expected (const Expectation *expected, const Subject *subject, FlArray **made)
{
  if (expected->outputs == NULL)
    return NULL;
  if (subject->shown != NULL)
    {
      const FlSeen *seen = find_seen (expected, subject->shown);
      return seen == NULL ? NULL : (*made = fl_seen_dup_array (seen));
    }
  if (!subject->is_input && subject->index >= expected->outputs->len)
    return NULL;
  return (subject->is_input ? expected->inputs : expected->outputs)->pdata[subject->index];
}

enum
{
  NOISE = 20240229,
  NOISE_MARGIN = 8
};

/* How far the result moves when every operator rounds at random: a result that depends on which side of zero a tiny number
 * falls, or on the difference of nearly equal ones, may not be held to an ordinary tolerance. */
static double
find_sensitivity (FlExecutor *self, const Subject *subject, const FlArray *exact, Expectation *expected)
{
  if (expected->noisy == NULL)
    {
      expected->noisy = g_new0 (Expectation, 1);
      fl_executor_report (self, 0.6, "Evaluating the reference again, with noise");
      if (!evaluate (self, expected->graph, NOISE, expected->noisy, NULL))
        return 0;
    }
  if (expected->noisy->outputs == NULL)
    return 0;
  g_autoptr (FlArray) made = NULL;
  const FlArray *noisy = get_expected (expected->noisy, subject, &made);
  FlAgreement moved = { 0 };
  if (noisy == NULL)
    return 0;
  fl_agreement_compare (&moved, exact, noisy, 0, self->pass->arena);
  return moved.max_rel;
}

/* What the variant left of it in the exchange memory; NULL and an error when a size has no value. */
static FlArray *
load_subject (FlExecutor *self, guint variant, const Subject *subject, GError **error)
{
  const FlSentProgram *program = &self->programs[variant];
  gint64 sizes[FL_MAX_DIMS], strides[FL_MAX_DIMS], offset, start = 0;
  const guint8 *bytes = fl_worker_client_get_exchange (self->client) + self->load_bytes;
  const FlShown *shown = subject->shown;
  if (shown != NULL)
    {
      gint64 stride = 1;
      for (guint d = shown->n_dims; d-- > 0; stride *= shown->sizes[d])
        strides[d] = stride;
      return fl_array_load (shown->dtype, shown->n_dims, shown->sizes, strides, 0, bytes + shown->offset);
    }
  const FlLayout *layout = subject->layout;
  const FlSaved *saved = fl_sent_program_find_saved (program, subject->buffer);
  const FlSym *slice = fl_buffer_get_slice_offset (subject->buffer);
  if (!fl_executor_evaluate_layout (self, layout, sizes, strides, &offset, error)
      || (slice != NULL && !fl_executor_evaluate (self, slice, &start, error)))
    return NULL;
  g_assert (saved != NULL);
  return fl_array_load (layout->dtype, layout->n_dims, sizes, strides, offset + start, bytes + saved->offset);
}

static gboolean
compare (FlExecutor *self, guint variant, const Subject *subject, const FlArray *got, const FlArray *exact, Expectation *expected,
         GArray *agreements)
{
  FlAgreement agreement
      = { .variant = self->request->variants[variant].name, .output = subject->name, .position = subject->position };
  double tolerance = fl_dtype_is_float (got->dtype) ? fl_agreement_get_tolerance (self->graph, got->dtype) : SHARE_OF_INTEGERS;
  fl_agreement_compare (&agreement, exact, got, tolerance, self->pass->arena);
  double sensitivity = agreement.agrees || isinf (agreement.max_rel) ? 0 : find_sensitivity (self, subject, exact, expected);
  if (sensitivity > 0 && isfinite (sensitivity))
    {
      agreement.sensitivity = sensitivity;
      agreement.tolerance = MAX (tolerance, NOISE_MARGIN * sensitivity);
      agreement.agrees = agreement.max_rel <= agreement.tolerance;
    }
  record_agreement (self, &agreement);
  g_array_append_val (agreements, agreement);
  return TRUE;
}

/* Hands a result to who asked for it, and compares it where there is something to compare it with. */
static gboolean
look_at (FlExecutor *self, guint variant, const Subject *subject, Expectation *expected, GArray *agreements, GError **error)
{
  g_autoptr (FlArray) made = NULL;
  const FlArray *exact = get_expected (expected, subject, &made);
  gboolean is_wanted = self->request->take_result != NULL && subject->shown == NULL;
  if (!is_wanted && exact == NULL)
    return TRUE;
  g_autoptr (FlArray) got = load_subject (self, variant, subject, error);
  if (got == NULL)
    return FALSE;
  if (is_wanted)
    self->request->take_result (variant, subject->is_input, subject->index, got, self->request->take_data);
  return exact == NULL || compare (self, variant, subject, got, exact, expected, agreements);
}

/* What the operators that nobody knows were given. */
static gboolean
verify_arguments (FlExecutor *self, guint variant, Expectation *expected, GArray *agreements, GError **error)
{
  const GArray *shown = self->programs[variant].shown;
  for (guint i = 0; i < shown->len; i++)
    {
      const FlShown *argument = &g_array_index (shown, FlShown, i);
      Subject subject = { .shown = argument, .position = argument->origin.index };
      subject.name = fl_arena_printf (self->pass->arena, "argument %u of %s", argument->position, argument->name);
      if (!look_at (self, variant, &subject, expected, agreements, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
verify_variant (FlExecutor *self, guint variant, Expectation *expected, GArray *agreements, GError **error)
{
  const FlLowered *lowered = self->request->variants[variant].program->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_outputs; i++)
    {
      const FlOutput *output = &lowered->outputs[i];
      Subject subject = { output->tensor.buffer, &output->tensor.layout, NULL, FALSE, i, name_output (self, i), i };
      if (output->kind == FL_OUTPUT_TENSOR && !look_at (self, variant, &subject, expected, agreements, error))
        return FALSE;
    }
  for (guint i = 0; i < lowered->n_inputs; i++)
    for (guint k = 0; k < lowered->n_mutated_inputs; k++)
      {
        const FlBuffer *input = lowered->inputs[i];
        if (input == NULL || lowered->mutated_inputs[k] != input)
          continue;
        Subject subject = { input, &input->layout, NULL, TRUE, i, input->name, lowered->n_outputs + k };
        if (!look_at (self, variant, &subject, expected, agreements, error))
          return FALSE;
      }
  return verify_arguments (self, variant, expected, agreements, error);
}

/* --- the whole ------------------------------------------------------------------------------------------------------- */

static gboolean
run_variants (FlExecutor *self, Expectation *expected, GError **error)
{
  g_autoptr (GArray) agreements = g_array_new (FALSE, TRUE, sizeof (FlAgreement));
  for (guint i = 0; i < self->request->n_variants; i++)
    {
      const char *name = self->request->variants[i].name;
      fl_executor_report (self, 0.3 + 0.3 * (i + 0.5) / self->request->n_variants, "Running the %s kernels", name);
      if (!run_variant (self, i, error))
        {
          g_prefix_error (error, "while running the %s program: ", name);
          return FALSE;
        }
      if (!verify_variant (self, i, expected, agreements, error))
        return FALSE;
    }
  FlExecution *result = self->result;
  result->verified = expected->outputs != NULL;
  result->agrees = result->verified;
  result->n_agreements = agreements->len;
  result->agreements = fl_arena_memdup (self->pass->arena, agreements->data, agreements->len * sizeof (FlAgreement));
  for (guint i = 0; i < agreements->len; i++)
    {
      result->agrees &= result->agreements[i].agrees;
      if (result->agreements[i].agrees && result->agreements[i].sensitivity > 0)
        result->n_widened++;
      else
        result->max_rel = MAX (result->max_rel, result->agreements[i].max_rel);
    }
  return TRUE;
}

static void
report_measuring (double fraction, gpointer data)
{
  fl_executor_report (data, 0.6 + 0.4 * fraction, "Measuring");
}

static gboolean
measure (FlExecutor *self, GError **error)
{
  cJSON *message = cJSON_CreateObject ();
  cJSON_AddStringToObject (message, "do", "measure");
  cJSON *ids = cJSON_AddArrayToObject (message, "ids");
  for (guint i = 0; i < self->request->n_variants; i++)
    cJSON_AddItemToArray (ids, cJSON_CreateNumber (i));
  cJSON_AddNumberToObject (message, "samples", self->pass->options->repeats);
  /* Samples may take a third of the time that an answer may take; three rounds are taken in any case. */
  cJSON_AddNumberToObject (message, "budget_ns", MIN (self->pass->options->timeout_s / 3.0, 20.0) * 1e9);
  cJSON *answer = fl_worker_client_call (self->client, message, report_measuring, self, error);
  if (answer == NULL)
    {
      g_prefix_error (error, "while measuring: ");
      return FALSE;
    }
  fl_executor_read_times (self, answer);
  cJSON_Delete (answer);
  return TRUE;
}

static void
clear_expectation (Expectation *expected)
{
  g_clear_pointer (&expected->outputs, g_ptr_array_unref);
  g_clear_pointer (&expected->inputs, g_ptr_array_unref);
  g_clear_pointer (&expected->seen, g_ptr_array_unref);
  if (expected->noisy != NULL)
    clear_expectation (expected->noisy);
  g_clear_pointer (&expected->noisy, g_free);
}

static gboolean
execute (FlExecutor *self, GError **error)
{
  Expectation expected = { 0 };
  gboolean ok = FALSE;
  fl_executor_report (self, 0, "Making inputs");
  if (make_inputs (self, error) && prepare (self, error) && start_worker (self, error) && start_compiling (self, error))
    {
      fl_executor_report (self, 0.05, "Compiling the kernels and evaluating the reference");
      ok = !self->request->verify || run_reference (self, &expected, error);
    }
  if (ok)
    fl_executor_report (self, 0.3, "Compiling the kernels");
  ok = ok && finish_compiling (self, error) && run_variants (self, &expected, error) && (!self->request->measure || measure (self, error));
  clear_expectation (&expected);
  return ok;
}

/* What each symbol of the inputs is in this execution. */
static void
note_sizes (FlExecutor *self)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list (self->graph);
  FlSizeValue *sizes = fl_arena_new (self->pass->arena, FlSizeValue, MAX (symbols->len, 1));
  for (guint i = 0; i < symbols->len; i++)
    sizes[i] = (FlSizeValue){ symbols->pdata[i], fl_executor_get_size (symbols->pdata[i], self) };
  self->result->n_sizes = symbols->len;
  self->result->sizes = sizes;
}

FlExecution *
fl_execute_run (const FlPass *pass, const FlExecuteRequest *request, FlProgress progress, gpointer data, GError **error)
{
  g_assert (request->n_variants > 0);
  FlArena *arena = pass->arena;
  FlExecutor self = { .pass = pass, .request = request, .progress = progress, .data = data };
  self.graph = request->variants[0].program->plan->schedule->lowered->graph;
  self.result = fl_arena_new (arena, FlExecution, 1);
  self.result->n_variants = request->n_variants;
  self.result->variants = fl_arena_new (arena, FlVariantTime, request->n_variants);
  for (guint i = 0; i < request->n_variants; i++)
    self.result->variants[i] = (FlVariantTime){ .name = request->variants[i].name, .program = request->variants[i].program };
  self.programs = g_new0 (FlSentProgram, request->n_variants);
  self.loads = g_hash_table_new (NULL, NULL);
  learn_sizes (&self);
  fl_execution_note_differences (&self);
  if (!request->verify)
    self.result->not_verified_why = "verification was not asked for";
  note_sizes (&self);
  gboolean ok = fl_sizes_check (request->graph != NULL ? request->graph : self.graph, request->sizes, request->n_sizes, error) && execute (&self, error);
  for (guint i = 0; i < request->n_variants; i++)
    {
      self.result->variants[i].arena_bytes = self.programs[i].arena_bytes;
      fl_sent_program_close (&self.programs[i]);
    }
  g_free (self.programs);
  g_hash_table_unref (self.loads);
  g_hash_table_unref (self.known);
  g_clear_pointer (&self.client, fl_worker_client_close);
  g_clear_pointer (&self.inputs, g_ptr_array_unref);
  g_clear_pointer (&self.constants, g_ptr_array_unref);
  g_clear_pointer (&self.stand_ins, g_ptr_array_unref);
  return ok ? self.result : NULL;
}
