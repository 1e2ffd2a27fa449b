/* The steps of a program as a message: kernels with their arguments and phases, library calls, and what the plan frees
 * after each. */
#include "fl-execute-program.h"

static const char *
get_target (const FlBuffer *call)
{
  if (call->kind == FL_BUFFER_RANDOM_SEEDS)
    return "prims.inductor_seeds.default";
  if (call->kind == FL_BUFFER_DEVICE_COPY)
    return "aten.clone.default";
  return call->aten == NULL ? NULL : call->aten->name;
}

static cJSON *
make_seed_count (FlSentBuilder *builder, const FlBuffer *call)
{
  gint64 n = 1;
  if (call->layout.n_dims > 0)
    fl_sym_evaluate (call->layout.sizes[0], fl_executor_look_up, builder->self, &n);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, n);
  return fl_sent_text_new ("i", text);
}

/* The call's node in the program's own graph; NULL: nobody's. */
static const FlNode *
get_node (const FlSentBuilder *builder, const FlBuffer *call)
{
  FlNodeId id = call->fx_node.index != FL_NODE_NONE.index || call->n_origins == 0 ? call->fx_node : call->origins[0];
  return id.index == FL_NODE_NONE.index ? NULL : fl_graph_get_node (builder->plan->schedule->lowered->graph, id);
}

/* An unverified stand-in, from the exchange memory to its buffer. */
static gboolean
add_stand_in (FlSentBuilder *builder, const FlBuffer *call, const FlBuffer *result, int item, cJSON *step,
              GError **error)
{
  const FlNode *node = get_node (builder, call);
  const FlStandIn *made = node == NULL ? NULL : fl_stand_ins_find (builder->self, node->origin, item);
  if (made == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED,
                   "%s (%s) is not known here, and what it yields is not said in the file",
                   call->kernel == NULL ? "an operator" : call->kernel, call->name);
      return FALSE;
    }
  cJSON *view = fl_sent_builder_make_view (builder, result, &result->layout, error);
  if (view == NULL)
    return FALSE;
  cJSON_AddItemToArray (cJSON_GetObjectItem (step, "out"), view);
  cJSON_AddItemToArray (cJSON_GetObjectItem (step, "from"), cJSON_CreateNumber (made->place));
  return TRUE;
}

/* An argument is copied out when the call's turn comes: its memory may be used again afterwards. */
static gboolean
show_argument (FlSentBuilder *builder, const FlBuffer *call, const FlBufferView *arg, guint *position, cJSON *step,
               GError **error)
{
  const FlNode *node = get_node (builder, call);
  FlShown shown
      = { .origin = FL_NODE_NONE, .name = call->name, .position = *position, .offset = builder->sent->saved_bytes };
  gint64 strides[FL_MAX_DIMS], offset;
  if (arg->buffer == NULL)
    return TRUE; /* None */
  if (node != NULL)
    {
      shown.origin = node->origin;
      shown.name = node->name;
    }
  cJSON *view = fl_sent_builder_make_view (builder, arg->buffer, &arg->layout, error);
  if (view == NULL || !fl_executor_evaluate_layout (builder->self, &arg->layout, shown.sizes, strides, &offset, error))
    return FALSE;
  shown.dtype = arg->layout.dtype;
  shown.n_dims = arg->layout.n_dims;
  (*position)++;
  builder->sent->saved_bytes
      += (fl_sizes_product (shown.sizes, shown.n_dims) * fl_dtype_get_size_bytes (shown.dtype) + 63) / 64 * 64;
  g_array_append_val (builder->sent->shown, shown);
  cJSON_AddItemToArray (cJSON_GetObjectItem (step, "seen"), view);
  cJSON_AddItemToArray (cJSON_GetObjectItem (step, "to"),
                        cJSON_CreateNumber (shown.offset + builder->self->load_bytes));
  return TRUE;
}

static gboolean
show_arguments (FlSentBuilder *builder, const FlBuffer *call, cJSON *step, GError **error)
{
  guint position = 0;
  for (guint i = 0; i < call->n_args; i++)
    {
      const FlExternArg *arg = &call->args[i];
      if (arg->kind == FL_EXTERN_TENSOR && !show_argument (builder, call, &arg->tensor, &position, step, error))
        return FALSE;
      for (guint k = 0; arg->kind != FL_EXTERN_TENSOR && arg->kind != FL_EXTERN_VALUE && k < arg->n_tensors; k++)
        if (!show_argument (builder, call, &arg->tensors[k], &position, step, error))
          return FALSE;
    }
  return TRUE;
}

/* What it reads and writes at the sizes of this execution. */
static gint64
add_bytes (FlSentBuilder *builder, cJSON *step, const FlKernel *kernel)
{
  gint64 read_bytes, written_bytes;

  fl_sched_node_count_traffic_at (builder->plan->schedule, kernel->node, fl_executor_look_up, builder->self,
                                  &read_bytes, &written_bytes);
  cJSON_AddNumberToObject (step, "bytes", read_bytes + written_bytes);
  return read_bytes + written_bytes;
}

/* The functions of a kernel, each with as many threads as its work is worth: it grows as the bytes do. */
static gboolean
add_phases (FlSentBuilder *builder, cJSON *step, const FlKernel *kernel, gint64 bytes, GError **error)
{
  const gint64 grain = MAX (builder->self->pass->options->cpu_grain_bytes, 1),
               hint = MAX (kernel->read_bytes + kernel->written_bytes, 1);
  cJSON *phases = cJSON_AddArrayToObject (step, "phases");

  for (guint i = 0; i < kernel->n_phases; i++)
    {
      const FlKernelPhase *phase = &kernel->phases[i];
      gint64 extent = 1;
      cJSON *item = cJSON_CreateObject ();

      cJSON_AddItemToArray (phases, item);
      if (phase->extent != NULL && !fl_executor_evaluate (builder->self, phase->extent, &extent, error))
        return FALSE;
      cJSON_AddStringToObject (item, "name", phase->name);
      cJSON_AddNumberToObject (item, "extent", extent);
      cJSON_AddNumberToObject (item, "step", phase->step);
      cJSON_AddNumberToObject (item, "threads", CLAMP ((double) phase->work * bytes / hint / grain, 1, G_MAXINT16));
    }
  return TRUE;
}

/* A call of an operator that nobody knows; one that only writes an argument does nothing. */
static gboolean
add_unknown_call (FlSentBuilder *builder, const FlKernel *kernel, GError **error)
{
  const FlBuffer *call = kernel->call;
  const FlLowered *lowered = builder->plan->schedule->lowered;
  gboolean ok = TRUE;
  cJSON *step = cJSON_CreateObject ();
  cJSON_AddItemToArray (builder->steps, step);
  g_ptr_array_add (builder->kernels, (gpointer) kernel);
  cJSON_AddStringToObject (step, "name", kernel->name);
  cJSON_AddNumberToObject (step, "bytes", kernel->written_bytes);
  cJSON_AddArrayToObject (step, "seen");
  cJSON_AddArrayToObject (step, "to");
  cJSON_AddArrayToObject (step, "from");
  cJSON_AddArrayToObject (step, "out");
  if (!show_arguments (builder, call, step, error))
    return FALSE;
  if (call->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
    for (guint i = 0; ok && i < lowered->n_buffers; i++)
      {
        const FlBuffer *element = lowered->buffers[i];
        if (element->kind == FL_BUFFER_MULTI_OUTPUT && element->n_args > 0 && element->args[0].tensor.buffer == call
            && fl_schedule_find_buffer (builder->plan->schedule, element->name) != NULL)
          ok = add_stand_in (builder, call, element, element->tuple_index, step, error);
      }
  else if (call->layout.kind != FL_LAYOUT_NONE && call->n_mutates == 0)
    ok = add_stand_in (builder, call, call, -1, step, error);
  return ok;
}

typedef struct
{
  FlSentBuilder *builder;
  cJSON *step;
  GError **error;
  gboolean ok;
} InterpretedStep;

static void
add_interpreted_value (const FlBuffer *buffer, gint64 place, gpointer data)
{
  InterpretedStep *self = data;
  cJSON *view = self->ok ? fl_sent_builder_make_view (self->builder, buffer, &buffer->layout, self->error) : NULL;
  self->ok = view != NULL;
  if (!self->ok)
    return;
  cJSON_AddItemToArray (cJSON_GetObjectItem (self->step, "out"), view);
  cJSON_AddItemToArray (cJSON_GetObjectItem (self->step, "from"), cJSON_CreateNumber (place));
}

/* A kernel that the compiler refused: what it would store is copied from the exchange memory. */
static gboolean
add_interpreted (FlSentBuilder *builder, const FlKernel *kernel, GError **error)
{
  cJSON *step = cJSON_CreateObject ();
  cJSON_AddItemToArray (builder->steps, step);
  g_ptr_array_add (builder->kernels, (gpointer) kernel);
  cJSON_AddStringToObject (step, "name", kernel->name);
  add_bytes (builder, step, kernel);
  cJSON_AddArrayToObject (step, "seen");
  cJSON_AddArrayToObject (step, "to");
  cJSON_AddArrayToObject (step, "from");
  cJSON_AddArrayToObject (step, "out");
  InterpretedStep self = { builder, step, error, TRUE };
  fl_interpreted_foreach (builder->self, kernel, add_interpreted_value, &self);
  return self.ok;
}

static gboolean
add_library_call (FlSentBuilder *builder, const FlKernel *kernel, GError **error)
{
  const FlBuffer *call = kernel->call;
  if (call->kind == FL_BUFFER_MULTI_OUTPUT || call->kind == FL_BUFFER_MUTATION_OUTPUT || call->kind == FL_BUFFER_NOP
      || call->kind == FL_BUFFER_CONCAT)
    return TRUE; /* nothing runs */
  const char *target = get_target (call);
  if (target == NULL || (call->aten != NULL && fl_calls_unknown (call->aten)))
    return add_unknown_call (builder, kernel, error);
  if (fl_reference_find (fl_aten_find (target)) == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s (%s) calls %s, which this version cannot execute",
                   kernel->name, call->name, call->kernel == NULL ? "an unknown operator" : call->kernel);
      return FALSE;
    }
  cJSON *step = cJSON_CreateObject ();
  cJSON_AddItemToArray (builder->steps, step);
  g_ptr_array_add (builder->kernels, (gpointer) kernel);
  cJSON_AddStringToObject (step, "extern", target);
  cJSON_AddStringToObject (step, "name", kernel->name);
  add_bytes (builder, step, kernel);
  const FlNode *node = get_node (builder, call);
  cJSON_AddNumberToObject (step, "seed", node == NULL ? 0 : node->origin.index); /* the reference draws with it, too */
  cJSON *args = cJSON_AddArrayToObject (step, "args");
  gboolean makes_seeds = call->kind == FL_BUFFER_RANDOM_SEEDS; /* written as randint, but always the same ones */
  if (makes_seeds)
    cJSON_AddItemToArray (args, make_seed_count (builder, call));
  for (guint i = 0; i < call->n_args && !makes_seeds; i++)
    {
      cJSON *arg = fl_sent_builder_make_arg (builder, call, &call->args[i], error);
      if (arg == NULL)
        return FALSE;
      cJSON_AddItemToArray (args, arg);
    }
  return fl_sent_builder_add_results (builder, call, cJSON_AddArrayToObject (step, "out"), error);
}

/* What a group of the kernel's parts has of each buffer to itself, in bytes: 0 where groups share it. */
static void
add_parts (FlSentBuilder *builder, const FlKernel *kernel, cJSON *step)
{
  const FlNest *nest = builder->plan->nests[kernel - builder->program->kernels];
  g_autofree gint64 *own = g_new0 (gint64, kernel->n_args + 1);
  gint64 group;
  if (!fl_kernel_find_parts (builder->plan, nest, kernel, &group, own))
    return;
  cJSON_AddNumberToObject (step, "group", group);
  cJSON *list = cJSON_AddArrayToObject (step, "own"), *written = cJSON_AddArrayToObject (step, "stores");
  for (guint i = 0; i < kernel->n_args; i++)
    {
      const FlBuffer *buffer = kernel->args[i].buffer;
      cJSON_AddItemToArray (list, cJSON_CreateNumber (own[i] * fl_dtype_get_size_bytes (buffer->layout.dtype)));
      cJSON_AddItemToArray (written, cJSON_CreateBool (kernel->args[i].is_written));
    }
}

static gboolean
add_kernel (FlSentBuilder *builder, const FlKernel *kernel, GError **error)
{
  gint64 value;
  cJSON *step = cJSON_CreateObject ();
  cJSON_AddItemToArray (builder->steps, step);
  g_ptr_array_add (builder->kernels, (gpointer) kernel);
  cJSON_AddStringToObject (step, "kernel", kernel->name);
  cJSON *buffers = cJSON_AddArrayToObject (step, "buffers");
  for (guint i = 0; i < kernel->n_args; i++)
    {
      int position = fl_sent_builder_add_tensor (builder, kernel->args[i].buffer, error);
      if (position < 0)
        return FALSE;
      cJSON_AddItemToArray (buffers, cJSON_CreateNumber (position));
    }
  cJSON *writes = builder->self->pass->options->guard ? cJSON_AddArrayToObject (step, "writes") : NULL;
  for (guint i = 0; i < kernel->n_args && writes != NULL; i++)
    if (kernel->args[i].is_written)
      cJSON_AddItemToArray (writes,
                            cJSON_CreateNumber (fl_sent_builder_add_tensor (builder, kernel->args[i].buffer, NULL)));
  cJSON *is_written = cJSON_AddArrayToObject (step, "written");
  for (guint i = 0; i < kernel->n_args; i++)
    cJSON_AddItemToArray (is_written, cJSON_CreateBool (kernel->args[i].is_written));
  if (!fl_executor_is_for_gpu (builder->self))
    add_parts (builder, kernel, step);
  cJSON *sizes = cJSON_AddArrayToObject (step, "sizes");
  for (guint i = 0; i < kernel->n_sizes; i++)
    {
      if (!fl_executor_evaluate (builder->self, kernel->size_symbols[i], &value, error))
        return FALSE;
      cJSON_AddItemToArray (sizes, cJSON_CreateNumber (value));
    }
  return add_phases (builder, step, kernel, add_bytes (builder, step, kernel), error);
}

/* Calls that do nothing have no step: what ends with them is filled by the step before. */
static void
add_stomps (FlSentBuilder *builder, guint call)
{
  cJSON *step = cJSON_GetArrayItem (builder->steps, MAX (cJSON_GetArraySize (builder->steps) - 1, 0));
  cJSON *pieces = builder->stomps == NULL ? NULL : g_steal_pointer (&builder->stomps[call]), *known;
  if (pieces == NULL)
    return;
  const char *name = builder->self->pass->options->stomp ? "stomp" : "free";
  known = cJSON_GetObjectItem (step, name);
  if (step == NULL)
    cJSON_Delete (pieces);
  else if (known == NULL)
    cJSON_AddItemToObject (step, name, pieces);
  else
    {
      while (pieces->child != NULL)
        cJSON_AddItemToArray (known, cJSON_DetachItemFromArray (pieces, 0));
      cJSON_Delete (pieces);
    }
}

gboolean
fl_sent_builder_add_steps (FlSentBuilder *builder, GError **error)
{
  builder->first_steps = g_new0 (guint, builder->plan->n_calls + 2);
  for (guint i = 0; i < builder->program->n_kernels; i++)
    {
      builder->first_steps[i] = cJSON_GetArraySize (builder->steps);
      if (i > 0)
        add_stomps (builder, i - 1);
      const FlKernel *kernel = &builder->program->kernels[i];
      if (kernel->kind == FL_KERNEL_NOP || g_hash_table_contains (builder->skipped, kernel))
        continue;
      gboolean ok = kernel->kind == FL_KERNEL_EXTERN             ? add_library_call (builder, kernel, error)
                    : fl_interpreted_has (builder->self, kernel) ? add_interpreted (builder, kernel, error)
                                                                 : add_kernel (builder, kernel, error);
      if (!ok)
        {
          g_prefix_error (error, "while preparing %s: ", kernel->name);
          return FALSE;
        }
    }
  for (guint i = builder->program->n_kernels; i < builder->plan->n_calls + 2; i++)
    builder->first_steps[i] = cJSON_GetArraySize (builder->steps);
  if (builder->program->n_kernels > 0)
    add_stomps (builder, builder->program->n_kernels - 1);
  return TRUE;
}
