/* A program as a message to the worker: where each tensor lies, and the steps.
 *
 * In: kernels in call order over a memory plan. Out: the "program" command of fl-worker-protocol.h. Memory: the plan's
 * arena for the sizes of this execution, then inputs, constants and whatever the plan gives no place. */
#include "fl-execute-program.h"

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

gboolean
fl_executor_has_kernels (const FlProgram *program)
{
  for (guint i = 0; i < program->n_kernels; i++)
    if (program->kernels[i].kind != FL_KERNEL_EXTERN && program->kernels[i].kind != FL_KERNEL_NOP)
      return TRUE;
  return FALSE;
}

/* --- storages --------------------------------------------------------------------------------- */

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

/* --- the message ------------------------------------------------------------------------------ */

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
  builder->arena_bytes = fl_memory_plan_lay_out_apart (builder->plan, fl_executor_look_up, builder->self, gap,
                                                       builder->offsets, sizes, error);
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
      guint position
          = zone->buffer == NULL
                ? 0
                : GPOINTER_TO_UINT (g_hash_table_lookup (builder->positions, fl_buffer_get_base (zone->buffer)));
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
  cJSON_AddStringToObject (tensor, "dtype", fl_dtype_get_short_name (fill->dtype));
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

/* An input that holds the same values in every run: no step writes it, and no other buffer is given its memory. */
static gboolean
is_fixed (const FlSentBuilder *builder, const FlSentPlace *place, GHashTable *written)
{
  if (g_hash_table_contains (written, place->buffer)
      || (place->load < 0 && !g_hash_table_contains (builder->self->fills, place->buffer->name)))
    return FALSE;
  for (guint i = 0; i < builder->places->len; i++)
    {
      const FlSentPlace *other = &g_array_index (builder->places, FlSentPlace, i);
      if (other != place && other->offset < place->offset + place->bytes
          && place->offset < other->offset + other->bytes)
        return FALSE;
    }
  return TRUE;
}

/* Tensors of one storage hold each other's values; others may be given its memory when it is free. -1: not of the plan.
 */
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
  FlSentBuilder builder = { .self = self, .program = variant->program, .plan = variant->program->plan, .sent = sent };
  *sent = (FlSentProgram) { .saved = g_array_new (FALSE, FALSE, sizeof (FlSaved)),
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
  if (!fl_executor_is_for_gpu (self))
    fl_sent_builder_find_copies (&builder);
  builder.entries = entries;
  builder.positions = positions;
  builder.places = places;
  builder.kernels = kernels;
  builder.steps = cJSON_AddArrayToObject (sent->message, "steps");
  gboolean ok
      = lay_out_plan (&builder, error) && fl_sent_builder_add_steps (&builder, error) && save_results (&builder, error);
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
