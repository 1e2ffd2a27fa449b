/* A program as a message to the worker: where each tensor lies, and the steps.
 *
 * In: kernels in call order over a memory plan. Out: the "program" command of fl-worker-protocol.h. Memory: the plan's
 * arena for the sizes of this execution, then inputs, constants and whatever the plan gives no place. */
#include "fl-execute-program.h"
#include "fl-inputs.h"

#include <string.h>

/* Bytes behind a storage that nothing may write while it lives. */
typedef struct
{
  gint64 offset, bytes;
  guint first, last; /* calls */
  const FlBuffer *buffer;
} Zone;

enum
{
  ZONE_BYTES = 64
};

/* --- steps ----------------------------------------------------------------------------------------------------------- */

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

/* A result that was made up, from the exchange memory to its buffer. */
static gboolean
add_stand_in (FlSentBuilder *builder,
              const FlBuffer *call,
              const FlBuffer *result,
              int item,
              cJSON *step,
              GError **error)
{
  const FlNode *node = get_node (builder, call);
  const FlStandIn *made = node == NULL ? NULL : fl_stand_ins_find (builder->self, node->origin, item);
  if (made == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s (%s) is not known here, and what it yields is not said in the file",
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
show_argument (FlSentBuilder *builder,
               const FlBuffer *call,
               const FlBufferView *arg,
               guint *position,
               cJSON *step,
               GError **error)
{
  const FlNode *node = get_node (builder, call);
  FlShown shown = { .origin = FL_NODE_NONE, .name = call->name, .position = *position, .offset = builder->sent->saved_bytes };
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
  cJSON_AddItemToArray (cJSON_GetObjectItem (step, "to"), cJSON_CreateNumber (shown.offset + builder->self->load_bytes));
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

  fl_sched_node_count_bytes_at (builder->plan->schedule, kernel->node, fl_executor_look_up, builder->self, &read_bytes, &written_bytes);
  cJSON_AddNumberToObject (step, "bytes", read_bytes + written_bytes);
  return read_bytes + written_bytes;
}

/* The functions of a kernel, each with as many threads as its work is worth: it grows as the bytes do. */
static gboolean
add_phases (FlSentBuilder *builder, cJSON *step, const FlKernel *kernel, gint64 bytes, GError **error)
{
  const gint64 grain = MAX (builder->self->pass->options->cpu_grain_bytes, 1), hint = MAX (kernel->read_bytes + kernel->written_bytes, 1);
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
  if (fl_reference_find (fl_aten_find (target)->op) == NULL)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED, "%s (%s) calls %s, which this version cannot execute", kernel->name,
                   call->name, call->kernel == NULL ? "an unknown operator" : call->kernel);
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
      cJSON_AddItemToArray (writes, cJSON_CreateNumber (
                                        fl_sent_builder_add_tensor (builder, kernel->args[i].buffer,
                                                                    NULL)));
  cJSON *is_written = cJSON_AddArrayToObject (step, "written");
  for (guint i = 0; i < kernel->n_args; i++)
    cJSON_AddItemToArray (is_written, cJSON_CreateBool (kernel->args[i].is_written));
  add_parts (builder, kernel, step);
  guint relu[2];
  if (fl_kernel_is_relu (builder->plan, builder->plan->nests[kernel - builder->program->kernels], kernel, &relu[0], &relu[1]))
    cJSON_AddItemToObject (step, "relu", cJSON_CreateIntArray ((const int[]){ relu[0], relu[1] }, 2));
  cJSON *sizes = cJSON_AddArrayToObject (step, "sizes");
  for (guint i = 0; i < kernel->n_sizes; i++)
    {
      if (!fl_executor_evaluate (builder->self, kernel->size_symbols[i], &value, error))
        return FALSE;
      cJSON_AddItemToArray (sizes, cJSON_CreateNumber (value));
    }
  return add_phases (builder, step, kernel, add_bytes (builder, step, kernel), error);
}

/* What the plan calls free after each call: a storage is free when nothing that lies in it is used any more. */
static void
find_stomps (FlSentBuilder *builder, const FlAllocProblem *problem, const gint64 *offsets)
{
  builder->stomps = g_new0 (cJSON *, builder->plan->n_calls + 1);
  for (guint i = 0; i < problem->n; i++)
    {
      gint64 last = problem->buffers[i].upper - 1;

      if (offsets[i] < 0 || last >= builder->plan->n_calls)
        continue; /* not in the arena, or a result */
      if (builder->stomps[last] == NULL)
        builder->stomps[last] = cJSON_CreateArray ();
      cJSON_AddItemToArray (builder->stomps[last], cJSON_CreateNumber (offsets[i]));
      cJSON_AddItemToArray (builder->stomps[last], cJSON_CreateNumber (problem->buffers[i].size));
    }
}

/* Behind every storage, and before the first one. */
static void
find_zones (FlSentBuilder *builder, const FlAllocProblem *problem, const gint64 *offsets)
{
  Zone beginning = { 0, ZONE_BYTES, 0, builder->plan->n_calls, NULL };

  g_array_append_val (builder->zones, beginning);
  for (guint i = 0; i < problem->n; i++)
    {
      const FlAllocBuffer *storage = &problem->buffers[i];
      Zone zone = { offsets[i] + storage->size, ZONE_BYTES, (guint) storage->lower, (guint) storage->upper - 1,
                    fl_lowered_find_buffer (builder->plan->schedule->lowered, storage->id) };

      if (offsets[i] >= 0 && storage->size > 0)
        g_array_append_val (builder->zones, zone);
    }
}

/* What runs look at beside results: the storages of the plan, where they lie and for how long. */
static void
find_storages (FlSentBuilder *builder, const gint64 *sizes)
{
  const FlOptions *options = builder->self->pass->options;
  g_autoptr (FlArena) scratch = fl_arena_open ();
  guint *storages = builder->storages = g_new (guint, builder->plan->n_buffers + 1);
  const FlAllocProblem *problem = fl_memory_plan_make_problem (builder->plan, sizes, scratch, storages);
  g_autofree gint64 *offsets = g_new (gint64, problem->n + 1);

  for (guint i = 0; i < problem->n; i++)
    offsets[i] = -1;
  for (guint i = 0; i < builder->plan->n_buffers; i++)
    if (storages[i] != G_MAXUINT)
      offsets[storages[i]] = MAX (offsets[storages[i]], builder->offsets[i]);
  if (options->stomp || options->track_memory)
    find_stomps (builder, problem, offsets);
  if (options->guard)
    find_zones (builder, problem, offsets);
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

static gboolean
add_steps (FlSentBuilder *builder, GError **error)
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
      gboolean ok = kernel->kind == FL_KERNEL_EXTERN ? add_library_call (builder, kernel, error) : add_kernel (builder, kernel, error);
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

/* --- the message ----------------------------------------------------------------------------------------------------- */

static gboolean
save_results (FlSentBuilder *builder, GError **error)
{
  const FlLowered *lowered = builder->plan->schedule->lowered;
  for (guint i = 0; i < lowered->n_outputs; i++)
    if (lowered->outputs[i].kind == FL_OUTPUT_TENSOR
        && !fl_sent_builder_save_tensor (builder, lowered->outputs[i].tensor.buffer, error))
      return FALSE;
  for (guint i = 0; i < lowered->n_mutated_inputs; i++)
    if (!fl_sent_builder_save_tensor (builder, lowered->mutated_inputs[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
lay_out_plan (FlSentBuilder *builder, GError **error)
{
  g_autofree gint64 *sizes = g_new0 (gint64, builder->plan->n_buffers + 1);
  builder->offsets = g_new0 (gint64, builder->plan->n_buffers + 1);
  for (guint i = 0; i < builder->plan->n_buffers; i++)
    g_hash_table_insert (builder->entries, (gpointer) builder->plan->buffers[i].buffer->name, GUINT_TO_POINTER (i + 1));
  const FlOptions *options = builder->self->pass->options;
  gint64 gap = options->guard || options->cpu_sanitize ? ZONE_BYTES : 0;
  builder->arena_bytes
      = fl_memory_plan_lay_out_apart (builder->plan, fl_executor_look_up, builder->self, gap, builder->offsets, sizes, error);
  if (builder->arena_bytes < 0)
    return FALSE;
  for (guint i = 0; i < builder->plan->n_buffers; i++)
    if (builder->offsets[i] >= 0)
      builder->offsets[i] += gap; /* behind the beginning's zone */
  builder->planned_bytes = builder->arena_bytes + gap;
  builder->arena_bytes = (builder->planned_bytes + FL_SENT_ALIGNMENT - 1) / FL_SENT_ALIGNMENT
                         * FL_SENT_ALIGNMENT; /* no page is shared with inputs */
  find_storages (builder, sizes);
  return TRUE;
}

/* By steps, which calls that do nothing do not have. */
static void
add_zones (FlSentBuilder *builder, cJSON *message)
{
  cJSON *list = builder->zones->len > 0 ? cJSON_AddArrayToObject (message, "zones") : NULL;
  guint n_steps = cJSON_GetArraySize (builder->steps);

  for (guint i = 0; i < builder->zones->len; i++)
    {
      const Zone *zone = &g_array_index (builder->zones, Zone, i);
      guint first = builder->first_steps[MIN (zone->first, builder->plan->n_calls)];
      guint end = builder->first_steps[MIN (zone->last, builder->plan->n_calls) + 1];
      guint position = zone->buffer == NULL ? 0 : GPOINTER_TO_UINT (g_hash_table_lookup (builder->positions, fl_buffer_get_base (zone->buffer)));
      const double fields[] = { zone->offset, zone->bytes, first, end - 1, (double) position - 1 };

      for (guint k = 0; k < G_N_ELEMENTS (fields) && first < MIN (end, n_steps); k++)
        cJSON_AddItemToArray (list, cJSON_CreateNumber (fields[k]));
    }
}

/* 64 bits do not fit a number of JSON: text. */
static void
add_fill (const FlSentBuilder *builder, const FlSentPlace *place, cJSON *tensor)
{
  const FlInputFill *fill = g_hash_table_lookup (builder->self->fills, place->buffer->name);
  char start[32];
  if (fill == NULL)
    return;
  g_snprintf (start, sizeof start, "%" G_GUINT64_FORMAT, fill->start);
  cJSON_AddStringToObject (tensor, "fill", start);
  cJSON_AddNumberToObject (tensor, "fan_in", fill->fan_in);
  cJSON_AddNumberToObject (tensor, "n", fill->n);
}

static void
note_written (const FlBuffer *buffer, GHashTable *written)
{
  g_hash_table_add (written, (gpointer) fl_buffer_get_base (buffer));
}

/* What a step may write, by the buffers whose storage it is. */
static GHashTable *
find_written (const FlProgram *program)
{
  GHashTable *written = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < program->n_kernels; i++)
    {
      const FlKernel *kernel = &program->kernels[i];
      for (guint k = 0; k < kernel->n_args; k++)
        if (kernel->args[k].is_written)
          note_written (kernel->args[k].buffer, written);
      for (guint k = 0; kernel->call != NULL && k < kernel->call->n_mutates; k++)
        note_written (kernel->call->mutates[k], written);
    }
  return written;
}

/* The same in every run: an input that no step writes, and whose memory nothing else is given. */
static gboolean
is_fixed (const FlSentBuilder *builder, const FlSentPlace *place, GHashTable *written)
{
  if (g_hash_table_contains (written, place->buffer)
      || (place->load < 0 && !g_hash_table_contains (builder->self->fills, place->buffer->name)))
    return FALSE;
  for (guint i = 0; i < builder->places->len; i++)
    {
      const FlSentPlace *other = &g_array_index (builder->places, FlSentPlace, i);
      if (other != place && other->offset < place->offset + place->bytes && place->offset < other->offset + other->bytes)
        return FALSE;
    }
  return TRUE;
}

/* Tensors of one storage hold each other's values; others may be given its memory when it is free. -1: not of the plan. */
static int
find_storage (const FlSentBuilder *builder, const FlSentPlace *place)
{
  guint entry = GPOINTER_TO_UINT (g_hash_table_lookup (builder->entries, place->buffer->name));
  if (entry == 0 || builder->offsets[entry - 1] < 0 || builder->storages[entry - 1] == G_MAXUINT)
    return -1;
  return builder->storages[entry - 1];
}

static void
add_places (FlSentBuilder *builder, cJSON *message)
{
  g_autoptr (GHashTable) written = find_written (builder->program);
  cJSON *tensors = cJSON_AddArrayToObject (message, "tensors");
  for (guint i = 0; i < builder->places->len; i++)
    {
      const FlSentPlace *place = &g_array_index (builder->places, FlSentPlace, i);
      cJSON *object = cJSON_CreateObject ();
      cJSON_AddStringToObject (object, "name", place->buffer->name);
      cJSON_AddNumberToObject (object, "offset", place->offset);
      cJSON_AddNumberToObject (object, "bytes", place->bytes);
      cJSON_AddNumberToObject (object, "element_bytes", fl_dtype_get_size_bytes (place->buffer->layout.dtype));
      cJSON_AddNumberToObject (object, "load", place->load);
      cJSON_AddNumberToObject (object, "save", place->save < 0 ? -1 : place->save + builder->self->load_bytes);
      add_fill (builder, place, object);
      cJSON_AddNumberToObject (object, "storage", find_storage (builder, place));
      if (is_fixed (builder, place, written))
        cJSON_AddTrueToObject (object, "fixed");
      cJSON_AddItemToArray (tensors, object);
    }
}

gboolean
fl_sent_program_open (FlExecutor *self, const FlVariant *variant, guint position, FlSentProgram *sent, GError **error)
{
  FlSentBuilder builder
      = { .self = self, .program = variant->program, .plan = variant->program->plan, .sent = sent };
  *sent = (FlSentProgram){ .saved = g_array_new (FALSE, FALSE, sizeof (FlSaved)),
                            .shown = g_array_new (FALSE, FALSE, sizeof (FlShown)),
                            .message = cJSON_CreateObject () };
  g_autoptr (GHashTable) entries = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (FlSentPlace));
  g_autoptr (GPtrArray) kernels = g_ptr_array_new ();
  g_autoptr (GArray) zones = g_array_new (FALSE, FALSE, sizeof (Zone));
  g_autoptr (GHashTable) copied = g_hash_table_new (NULL, NULL), skipped = g_hash_table_new (NULL, NULL);

  builder.zones = zones;
  builder.copied = copied;
  builder.skipped = skipped;
  fl_sent_builder_find_copies (&builder);
  builder.entries = entries;
  builder.positions = positions;
  builder.places = places;
  builder.kernels = kernels;
  builder.steps = cJSON_AddArrayToObject (sent->message, "steps");
  gboolean ok = lay_out_plan (&builder, error) && add_steps (&builder, error) && save_results (&builder, error);
  for (guint i = 0; builder.stomps != NULL && i < builder.plan->n_calls; i++)
    cJSON_Delete (builder.stomps[i]);
  g_free (builder.stomps);
  if (ok)
    add_zones (&builder, sent->message);
  g_free (builder.first_steps);
  if (ok)
    add_places (&builder, sent->message);
  g_free (builder.offsets);
  g_free (builder.storages);
  if (!ok)
    return FALSE;
  cJSON_AddStringToObject (sent->message, "do", "program");
  cJSON_AddNumberToObject (sent->message, "id", position);
  cJSON_AddNumberToObject (sent->message, "arena_bytes", builder.arena_bytes);
  cJSON_AddNumberToObject (sent->message, "planned_bytes", builder.planned_bytes);
  cJSON_AddBoolToObject (sent->message, "choices", self->pass->options->cpu_choices == 0);
  if (self->request->cache_folder != NULL)
    cJSON_AddStringToObject (sent->message, "cache", self->request->cache_folder);
  sent->arena_bytes = builder.arena_bytes;
  sent->planned_bytes = builder.planned_bytes;
  sent->n_steps = kernels->len;
  sent->steps = fl_arena_memdup (self->pass->arena, kernels->pdata, kernels->len * sizeof (gpointer));
  return TRUE;
}

void
fl_sent_program_close (FlSentProgram *program)
{
  cJSON_Delete (program->message);
  g_clear_pointer (&program->saved, g_array_unref);
  g_clear_pointer (&program->shown, g_array_unref);
}

const FlSaved *
fl_sent_program_find_saved (const FlSentProgram *program, const FlBuffer *buffer)
{
  const FlBuffer *base = fl_buffer_get_base (buffer);
  for (guint i = 0; i < program->saved->len; i++)
    if (g_array_index (program->saved, FlSaved, i).buffer == base)
      return &g_array_index (program->saved, FlSaved, i);
  return NULL;
}
