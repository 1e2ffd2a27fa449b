/* Memory that was freed, given to later allocations: the last freed of the same key first, unless keeping it alive
 * until then would raise the estimated peak. Source: torch/_inductor/codegen/wrapper.py (AllocateLine.plan,
 * FreeIfNotReusedLine.plan, EfficientPeakEstimate), memory.py. */
#include "fl-wrapper-plan-private.h"
#include "fl-torch-rules.h"

#include <string.h>

/* --- the estimate ----------------------------------------------------------------------------- */

static gboolean
is_version (const FlSchedule *schedule, const char *name)
{
  for (guint i = 0; i < schedule->n_mutations; i++)
    if (schedule->mutations[i].buffer == name)
      return TRUE;
  return FALSE;
}

static gint64
get_tensor_bytes (const FlWrapperWriter *writer, const FlBuffer *buffer)
{
  const FlSym *numel = fl_layout_get_numel (&buffer->layout, writer->schedule->lowered->symbols);

  return MAX (fl_sym_get_sample (numel), 0) * fl_dtype_get_size_bytes (buffer->layout.dtype);
}

/* A tuple is allocated as a whole and freed item by item; a new version of a buffer has the memory of the old one. */
static void
get_sizes (const FlWrapperWriter *writer, const FlSchedBuffer *sched, gint64 *allocated, gint64 *freed)
{
  const FlBuffer *buffer = sched->buffer;

  *allocated = *freed = 0;
  if (is_version (writer->schedule, buffer->name) || buffer->layout.kind == FL_LAYOUT_NONE)
    return;
  if (buffer->layout.kind == FL_LAYOUT_MULTI_OUTPUT)
    {
      for (guint i = 0; i < sched->n_users; i++)
        if (sched->users[i].node && sched->users[i].node->op
            && sched->users[i].node->op->kind == FL_BUFFER_MULTI_OUTPUT)
          *allocated += get_tensor_bytes (writer, sched->users[i].node->op);
      return;
    }
  *freed = get_tensor_bytes (writer, buffer);
  *allocated = buffer->kind == FL_BUFFER_MULTI_OUTPUT ? 0 : *freed;
}

/* The last scheduled nodes that wait for each buffer: interned name -> position + 1. */
static GHashTable *
find_ends (const FlWrapperWriter *writer)
{
  GHashTable *ends = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < writer->n_nodes; i++)
    for (guint k = 0; k < writer->nodes[i]->n_unmet; k++)
      if (!writer->nodes[i]->unmet[k].is_fake)
        g_hash_table_insert (ends, (gpointer) writer->nodes[i]->unmet[k].name, GUINT_TO_POINTER (i + 1));
  for (guint i = writer->schedule->n_mutations; i-- > 0;)
    {
      const FlSchedMutation *mutation = &writer->schedule->mutations[i];
      const guint late = GPOINTER_TO_UINT (g_hash_table_lookup (ends, mutation->buffer)),
                  own = GPOINTER_TO_UINT (g_hash_table_lookup (ends, mutation->real));

      g_hash_table_insert (ends, (gpointer) mutation->real, GUINT_TO_POINTER (MAX (late, own)));
    }
  return ends;
}

/* Elements that a read reaches, as PyTorch sizes an input that it may free: the last read's count. */
static gint64
get_read_bytes (const FlWrapperWriter *writer, const FlDep *dep, const FlBuffer *buffer)
{
  const FlSym *numel = fl_sym_int (writer->schedule->lowered->symbols, 1);

  if (dep->kind == FL_DEP_WEAK)
    return 1;
  if (dep->kind == FL_DEP_STAR || fl_dep_is_indirect (dep))
    return get_tensor_bytes (writer, buffer);
  for (guint i = 0; i < dep->n_vars; i++)
    if (fl_sym_contains (dep->index, dep->vars[i]))
      numel = fl_sym_mul (numel, dep->sizes[i]);
  return MAX (fl_sym_get_sample (numel), 0) * fl_dtype_get_size_bytes (buffer->layout.dtype);
}

/* Inputs of the graph that nobody else needs are alive from the start to their last read. */
static void
add_inputs (FlWrapperWriter *writer)
{
  const FlLowered *lowered = writer->schedule->lowered;

  for (guint n = 0; n < lowered->n_inputs; n++)
    {
      const FlBuffer *input = lowered->inputs[n];
      gint64 bytes = 0;
      guint end = 0;

      if (!input || !fl_sched_is_freeable_input (writer->pass->options, input->name))
        continue;
      for (guint i = 0; i < writer->n_nodes; i++)
        for (guint k = 0; k < writer->nodes[i]->n_reads; k++)
          if (writer->nodes[i]->reads[k].name == input->name && !writer->nodes[i]->reads[k].is_fake)
            {
              bytes = get_read_bytes (writer, &writer->nodes[i]->reads[k], input);
              end = i + 1;
            }
      writer->live[0] += bytes;
      if (!fl_wrapper_writer_find (writer, input->name)->is_output)
        writer->live[end] -= bytes;
    }
}

static void
estimate_peak (FlWrapperWriter *writer)
{
  g_autoptr (GHashTable) ends = find_ends (writer);
  gint64 live = 0;

  writer->live = fl_arena_new (writer->pass->arena, gint64, writer->n_nodes + 2);
  add_inputs (writer);
  for (guint i = 0; i < writer->n_nodes; i++)
    for (guint k = 0; k < writer->nodes[i]->n_originals; k++)
      for (guint o = 0; o < writer->nodes[i]->originals[k]->n_outputs; o++)
        {
          const FlSchedBuffer *sched = writer->nodes[i]->originals[k]->outputs[o];
          const guint end = GPOINTER_TO_UINT (g_hash_table_lookup (ends, sched->buffer->name));
          gint64 allocated, freed;

          get_sizes (writer, sched, &allocated, &freed);
          writer->live[i] += allocated;
          if (!fl_wrapper_writer_find (writer, sched->buffer->name)->is_output)
            writer->live[end > 0 ? end : i + 1] -= freed;
        }
  for (guint i = 0; i <= writer->n_nodes; i++)
    {
      live += writer->live[i];
      writer->live[i] = live;
      writer->peak = MAX (writer->peak, live);
    }
}

/* --- taking over ------------------------------------------------------------------------------ */

/* The key: equal dtype, device and number of elements, both aligned or neither. */
static guint
hash_key (gconstpointer data)
{
  const FlWrapperSlot *slot = data;

  return (g_direct_hash (slot->elements) * 31u + slot->buffer->layout.dtype) * 2u + !!slot->is_unaligned;
}

static gboolean
has_key (gconstpointer a, gconstpointer b)
{
  const FlWrapperSlot *x = a, *y = b;
  const FlLayout *one = &x->buffer->layout, *other = &y->buffer->layout;

  return one->dtype == other->dtype && !x->is_unaligned == !y->is_unaligned && x->elements == y->elements
         && one->device.type == other->device.type && one->device.index == other->device.index;
}

static gboolean
should_take (const FlWrapperWriter *writer, const FlWrapperLine *freed, FlWrapperLine *wanted)
{
  gint64 between = 0;

  if (freed->node + 1 == wanted->node || !fl_options_has (writer->pass->options, FL_RULE_REUSE_BY_ESTIMATE))
    return TRUE;
  for (guint i = freed->node + 1; i + 1 <= wanted->node; i++)
    between = MAX (between, writer->live[i]);
  if (wanted->slot->bytes + between <= writer->peak)
    return TRUE;
  wanted->step.why = fl_arena_printf (writer->pass->arena,
                                      "keeping %s for it would raise the estimated peak: %" G_GINT64_FORMAT
                                      " B and %" G_GINT64_FORMAT " B alive meanwhile, peak %" G_GINT64_FORMAT " B",
                                      freed->slot->buffer->name, wanted->slot->bytes, between, writer->peak);
  return FALSE;
}

static void
take (FlWrapperWriter *writer, GHashTable *pool, FlWrapperLine *line)
{
  GArray *entries = g_hash_table_lookup (pool, line->slot);
  FlWrapperLine *freed;

  if (!entries || entries->len == 0)
    return;
  freed = &g_array_index (writer->lines, FlWrapperLine, g_array_index (entries, guint, entries->len - 1));
  if (!should_take (writer, freed, line))
    return;
  for (guint k = freed->node + 1; k + 1 <= line->node; k++)
    writer->live[k] += line->slot->bytes;
  freed->is_taken = TRUE;
  line->step.kind = FL_WRAPPER_REUSE;
  line->step.other = freed->slot->buffer;
  line->other = freed->slot;
  g_array_set_size (entries, entries->len - 1);
}

static void
give (GHashTable *pool, FlWrapperSlot *slot, guint line)
{
  GArray *entries = g_hash_table_lookup (pool, slot);

  if (!entries)
    {
      entries = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (pool, slot, entries);
    }
  g_array_append_val (entries, line);
}

void
fl_wrapper_take_over (FlWrapperWriter *writer)
{
  g_autoptr (GHashTable) pool = g_hash_table_new_full (hash_key, has_key, NULL, (GDestroyNotify) g_array_unref);

  if (!writer->pass->options->allow_buffer_reuse)
    return;
  estimate_peak (writer);
  for (guint i = 0; i < writer->lines->len; i++)
    {
      FlWrapperLine *line = &g_array_index (writer->lines, FlWrapperLine, i);

      if (!line->slot || line->slot->is_removed)
        continue;
      if (line->step.kind == FL_WRAPPER_ALLOCATE)
        take (writer, pool, line);
      else if (line->step.kind == FL_WRAPPER_FREE && !line->is_input && line->slot->elements
               && (!line->slot->sched || line->slot->sched->n_aliases == 0)
               && line->slot->buffer->layout.kind != FL_LAYOUT_NON_OWNING)
        give (pool, line->slot, i);
    }
}
