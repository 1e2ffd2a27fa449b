/* Who gets a buffer of its own: the hints inside lowerings and the rules after each node (torch/_inductor/ir.py,
 * realize_hint; graph.py, run_node). Every value that could have been given one leaves an event, refusals too, with the
 * rule and the numbers that were compared. */
#include "fl-event-kinds.h"
#include "fl-lowering.h"
#include "fl-torch-rules.h"

/* --- thresholds: a CPU has its own since 2026, unless the user set the general one ------------ */

static gint64
get_opcount_threshold (FlLowering *low, const FlStorage *storage)
{
  const FlOptions *options = low->options;
  const FlBox box = { .device = storage->loops->device };

  if (fl_box_is_on_cpu (&box) && options->realize_opcount_threshold == 30)
    return options->realize_cpu_opcount_threshold;
  return options->realize_opcount_threshold;
}

static gboolean
is_pointwise_or_reduction (const FlStorage *storage)
{
  const FlLoops *loops = fl_storage_get_loops (storage);

  return loops != NULL && (loops->kind == FL_LOOPS_POINTWISE || loops->kind == FL_LOOPS_REDUCTION);
}

/* --- registering ------------------------------------------------------------------------------ */

FlRecord *
fl_record_new (FlLowering *low, FlBufferKind kind, FlDevice device, FlDtype dtype, const FlSym *const *sizes, guint n)
{
  FlRecord *record = fl_arena_new (low->arena, FlRecord, 1);

  record->buffer.kind = kind;
  record->buffer.fx_node = low->node != NULL ? low->id : FL_NODE_NONE;
  record->buffer.origins = (const FlNodeId *) low->origins.nodes;
  record->buffer.n_origins = low->origins.n;
  record->buffer.layout = (FlLayout) {
    .kind = FL_LAYOUT_FLEXIBLE,
    .device = device,
    .dtype = dtype,
    .n_dims = n,
    .sizes = sizes,
    .strides = fl_strides_contiguous (low, sizes, n),
    .offset = low->zero,
  };
  return record;
}

/* Inputs and constants are buffers under their own names, and one may be called buf0. */
static gboolean
is_taken (const FlLowering *low, const char *name)
{
  const FlNode *node = fl_graph_find_node (low->graph, name);

  return g_hash_table_contains (low->by_name, name)
         || (node != NULL && (node->kind == FL_NODE_PLACEHOLDER || node->kind == FL_NODE_GET_ATTR));
}

void
fl_record_register_buffer (FlLowering *low, FlRecord *record)
{
  record->buffer.number = low->buffers->len;
  record->buffer.name = fl_intern_printf ("buf%u", low->buffers->len);
  while (is_taken (low, record->buffer.name))
    record->buffer.name = fl_intern_printf ("%s_", record->buffer.name);
  g_ptr_array_add (low->buffers, record);
  g_hash_table_insert (low->by_name, (gpointer) record->buffer.name, record);
}

void
fl_record_register_operation (FlLowering *low, FlRecord *record)
{
  record->buffer.op_name = fl_intern_printf ("op%u", low->operations->len);
  g_ptr_array_add (low->operations, record);
}

void
fl_lower_add_list (FlLowering *low, const GPtrArray *records)
{
  FlOperationList list
      = { records->len, fl_arena_memdup (low->arena, records->pdata, records->len * sizeof (gpointer)) };

  if (records->len == 0)
    return;
  g_array_append_val (low->lists, list);
  fl_lower_trace (low, FL_EVENT_REALIZE, FL_VERDICT_NOTE, "one kernel is to do these operations side by side",
                  ((const FlRecord *) records->pdata[0])->buffer.name, records->len, NULL);
}

static void
trace_realize (FlLowering *low, const FlStorage *storage, FlVerdict verdict, const char *why, const char *facts)
{
  fl_lower_trace (low, FL_EVENT_REALIZE, verdict, why, storage->record != NULL ? storage->record->buffer.name : NULL,
                  storage->count.n_ops, facts);
}

/* --- what the user wants computed inside its readers ------------------------------------------ */

static FlOverrideState *
find_inlining (const FlLowering *low, const FlStorage *storage)
{
  return low->pass->overrides != NULL ? fl_override_find (low->pass, FL_OVERRIDE_INLINE, storage->fx_node.index) : NULL;
}

/* A rule that may store it does not. */
static gboolean
is_inlined (const FlLowering *low, const FlStorage *storage)
{
  FlOverrideState *state = find_inlining (low, storage);

  if (state == NULL || state->outcome == FL_OUTCOME_REFUSED || storage->record != NULL)
    return FALSE;
  state->is_needed = TRUE;
  return TRUE;
}

/* The value is stored for a reason that leaves no choice. */
static void
note_stored (FlLowering *low, const FlStorage *storage, const char *why, const char *facts)
{
  FlOverrideState *state = find_inlining (low, storage);

  if (state != NULL)
    fl_override_settle (low->pass, state, FL_OUTCOME_REFUSED, "it must be in memory",
                        fl_arena_printf (low->arena, "%s%s%s", why, facts != NULL ? "; " : "",
                                         facts != NULL ? facts : ""));
}

/* --- storing ---------------------------------------------------------------------------------- */

static FlRecord *
realize (FlLowering *low, FlStorage *storage, const char *why, const char *facts)
{
  FlRecord *record = storage->record;
  FlLoops *loops = storage->loops;

  if (record != NULL)
    return record;
  record = fl_record_new (low, FL_BUFFER_COMPUTED, loops->device, loops->dtype, loops->ranges, loops->n_ranges);
  record->loops = loops;
  record->buffer.loops = loops;
  record->buffer.origins = (const FlNodeId *) storage->origins.nodes;
  record->buffer.n_origins = storage->origins.n;
  record->buffer.fx_node = storage->fx_node;
  record->buffer.why = why;
  fl_storage_get_count (low, storage);
  fl_record_register_buffer (low, record);
  fl_record_register_operation (low, record);
  storage->record = record;
  trace_realize (low, storage, FL_VERDICT_ACCEPT, why, facts);
  note_stored (low, storage, why, facts);
  return record;
}

FlRecord *
fl_realize_storage (FlLowering *low, FlStorage *storage, const char *why)
{
  return realize (low, storage, why, NULL);
}

FlRecord *
fl_realize_box (FlLowering *low, FlBox *box, const char *why)
{
  return fl_realize_storage (low, box->storage, why);
}

/* --- the hints -------------------------------------------------------------------------------- */

/* Worth a buffer only when computing it anew would load more than one thing. */
void
fl_realize_hint (FlLowering *low, FlBox *box, const char *why)
{
  FlStorage *storage = box->storage;
  const FlExprCount *count;
  guint n;

  if (!is_pointwise_or_reduction (storage))
    return;
  count = fl_storage_get_count (low, storage);
  n = fl_options_has (low->options, FL_RULE_NONTRIVIAL_READS) ? count->n_nontrivial_reads : count->n_reads;
  if (n > 1 && is_inlined (low, storage))
    trace_realize (low, storage, FL_VERDICT_REJECT, "an override computes it inside its readers", why);
  else if (n > 1)
    fl_realize_storage (low, storage, why);
  else
    trace_realize (low, storage, FL_VERDICT_REJECT, why, fl_arena_printf (low->arena, "nontrivial reads %u <= 1", n));
}

static gboolean
is_heavy (FlLowering *low, const FlStorage *storage)
{
  return fl_options_has (low->options, FL_RULE_COSTLY_OPS) ? storage->count.is_heavy_lately : storage->count.is_heavy;
}

/* The rule that gives a reused value a buffer, with what was compared; NULL: none does. */
static const char *
find_reuse_rule (FlLowering *low, FlStorage *storage, gint64 users, gboolean graph_reuse, const char **facts)
{
  const FlExprCount *count = fl_storage_get_count (low, storage);
  const FlBox box = { .device = storage->loops->device };
  gint64 max_ops = get_opcount_threshold (low, storage), max_reads = low->options->realize_reads_threshold;
  gboolean on_cpu = fl_box_is_on_cpu (&box);

  *facts = fl_arena_printf (low->arena, "%u reads, threshold %d; %u operations, threshold %d; %d readers",
                            count->n_reads, (int) max_reads, count->n_ops, (int) max_ops, (int) users);
  if (on_cpu && is_heavy (low, storage))
    return "it is used more than once and has a costly operation, on a CPU";
  if (on_cpu && storage->loops->kind == FL_LOOPS_POINTWISE && graph_reuse
      && users > low->options->realize_opusers_threshold && count->n_ops > MAX (0, max_ops - 2))
    return "many use it, and it has nearly realize_opcount_threshold operations";
  if (count->n_ops > max_ops)
    return "it is used more than once and has more operations than realize_opcount_threshold";
  if (graph_reuse && count->n_reads > max_reads)
    return "it is used more than once and has more loads than realize_reads_threshold";
  return NULL;
}

gboolean
fl_realize_is_due (FlLowering *low, FlBox *box, gint64 users)
{
  const char *facts;

  return users > 1 && is_pointwise_or_reduction (box->storage)
         && find_reuse_rule (low, box->storage, users, TRUE, &facts) != NULL;
}

void
fl_realize_mark_reuse (FlLowering *low, FlBox *box, gint64 users, gboolean graph_reuse, const char *why)
{
  FlStorage *storage = box->storage;
  const char *facts, *rule;

  if (users <= 1 || !is_pointwise_or_reduction (storage))
    return;
  rule = find_reuse_rule (low, storage, users, graph_reuse, &facts);
  if (rule == NULL)
    {
      trace_realize (low, storage, FL_VERDICT_REJECT, why, facts);
      return;
    }
  if (is_inlined (low, storage))
    {
      trace_realize (low, storage, FL_VERDICT_REJECT, "an override computes it inside its readers", rule);
      return;
    }
  realize (low, storage, rule, facts);
}
