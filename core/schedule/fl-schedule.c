/* The schedule before fusion.
 *
 * In: lowered IR.
 * Out: one scheduler node an operation, with dependencies and users, in topological order; dead
 * ones removed. Source: torch/_inductor/scheduler.py (Scheduler._init up to the report before
 * fusion). */
#include "fl-error.h"
#include "fl-event-kinds.h"
#include "fl-intern.h"
#include "fl-schedule-private.h"

enum
{
  MAX_ANCESTORS = 6 /* named in a step */
};

/* --- events ----------------------------------------------------------------------------------- */

static void
record_node (const FlPass *pass, const FlSchedNode *node)
{
  FlEvent event = { .kind = FL_EVENT_NODE, .verdict = FL_VERDICT_NOTE };
  g_autoptr (GString) facts = g_string_new (NULL);

  event.subject = (FlRef) { FL_REF_OP, node->index, node->name };
  event.object = (FlRef) { FL_REF_BUFFER, node->op->number, node->op->name };
  event.reason = fl_sched_kind_get_name (node->kind);
  g_string_append_printf (facts, "reads %u, writes %u", node->n_reads, node->n_writes);
  if (node->kind == FL_SCHED_COMPUTE)
    {
      g_string_append (facts, ", loops ");
      fl_sched_node_describe_loops (facts, node);
    }
  event.facts = fl_arena_strdup (pass->arena, facts->str);
  fl_trace_record (pass->trace, &event);
}

static void
record_dead (const FlPass *pass, const GPtrArray *dead)
{
  for (guint i = 0; i < dead->len && !fl_pass_is_stopped (pass, FL_STAGE_SCHEDULE); i++)
    {
      FlEvent event = { .kind = FL_EVENT_DEAD, .verdict = FL_VERDICT_ACCEPT };

      event.subject = (FlRef) { FL_REF_OP, i, dead->pdata[i] };
      event.reason = "nobody reads its results";
      fl_trace_record (pass->trace, &event);
    }
}

/* "position 3, 1 to 2 steps from the inputs, after op0, op1"; as many as fit a line. */
static const char *
describe_place (const FlPass *pass, FlSchedNode *const *nodes, guint position)
{
  const FlSchedNode *node = nodes[position];
  g_autoptr (GString) facts = g_string_new (NULL);
  guint n = 0;

  g_string_append_printf (facts, "position %u, %u to %u steps from the inputs", position, node->min_input_distance,
                          node->max_input_distance);
  for (guint word = 0; word <= position / 32; word++)
    for (guint32 bits = node->ancestors[word]; bits != 0 && n <= MAX_ANCESTORS; bits &= bits - 1, n++)
      if (n < MAX_ANCESTORS)
        g_string_append_printf (facts, "%s%s", n == 0 ? "; ancestors " : ", ",
                                nodes[word * 32 + g_bit_nth_lsf (bits, -1)]->name);
  if (n > MAX_ANCESTORS)
    g_string_append (facts, ", …");
  return fl_arena_strdup (pass->arena, facts->str);
}

static void
record_order (const FlPass *pass, FlSchedNode *const *nodes, guint n_nodes)
{
  for (guint i = 0; i < n_nodes && !fl_pass_is_stopped (pass, FL_STAGE_SCHEDULE); i++)
    {
      FlEvent event = { .kind = FL_EVENT_ORDER, .verdict = FL_VERDICT_NOTE };

      event.subject = (FlRef) { FL_REF_OP, i, nodes[i]->name };
      event.amount = i;
      event.reason = "after all that it waits for";
      event.facts = describe_place (pass, nodes, i);
      fl_trace_record (pass->trace, &event);
    }
}

/* --- the pass --------------------------------------------------------------------------------- */

/* Nodes of the operations, up to where stepping stops. A prefix of the operations is a consistent
 * schedule: no operation needs a later one. */
static gboolean
make_nodes (const FlPass *pass, FlSchedContext *context, GPtrArray *nodes, GError **error)
{
  const FlLowered *lowered = context->lowered;

  for (guint i = 0; i < lowered->n_operations; i++)
    {
      FlSchedNode *node;

      if (fl_pass_is_cancelled (pass, error))
        return FALSE;
      if (fl_pass_is_stopped (pass, FL_STAGE_SCHEDULE))
        break;
      node = fl_sched_node_new (context, lowered->operations[i]);
      node->index = i;
      g_ptr_array_add (nodes, node);
      record_node (pass, node);
    }
  return TRUE;
}

static FlSchedule *
make_schedule (const FlPass *pass, FlSchedContext *context, GPtrArray *nodes, GPtrArray *buffers, GArray *mutations,
               GPtrArray *dead)
{
  FlSchedule *schedule = fl_arena_new (pass->arena, FlSchedule, 1);

  schedule->lowered = context->lowered;
  schedule->target = pass->options->target;
  schedule->text_rules = fl_options_get_text_rules (pass->options);
  schedule->n_originals = schedule->n_nodes = nodes->len;
  schedule->originals = fl_arena_memdup (pass->arena, nodes->pdata, nodes->len * sizeof (gpointer));
  schedule->nodes = schedule->originals;
  schedule->n_buffers = buffers->len;
  schedule->buffers = fl_arena_memdup (pass->arena, buffers->pdata, buffers->len * sizeof (gpointer));
  schedule->by_name = g_hash_table_ref (context->buffers);
  fl_arena_adopt (pass->arena, schedule->by_name, (GDestroyNotify) g_hash_table_unref);
  schedule->n_mutations = mutations->len;
  schedule->mutations = fl_arena_memdup (pass->arena, mutations->data, mutations->len * sizeof (FlSchedMutation));
  schedule->n_dead = dead->len;
  schedule->dead = fl_arena_memdup (pass->arena, dead->pdata, dead->len * sizeof (gpointer));
  schedule->n_words = (nodes->len + 31) / 32;
  return schedule;
}

static FlSchedule *
run (const FlPass *pass, FlSchedContext *context, GError **error)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  g_autoptr (GPtrArray) buffers = g_ptr_array_new ();
  g_autoptr (GPtrArray) dead = g_ptr_array_new ();
  g_autoptr (GArray) mutations = g_array_new (FALSE, FALSE, sizeof (FlSchedMutation));

  if (!make_nodes (pass, context, nodes, error))
    return NULL;
  fl_schedule_compute_dependencies (context, (FlSchedNode *const *) nodes->pdata, nodes->len, buffers, mutations);
  fl_schedule_sort ((FlSchedNode **) nodes->pdata, nodes->len);
  if (!fl_pass_is_stopped (pass, FL_STAGE_SCHEDULE))
    {
      guint n_left = !pass->options->use_dce
                         ? nodes->len
                         : fl_schedule_remove_dead (context, (FlSchedNode **) nodes->pdata, nodes->len, dead);

      g_ptr_array_set_size (nodes, n_left);
      record_dead (pass, dead);
    }
  fl_schedule_number (context, (FlSchedNode **) nodes->pdata, nodes->len, (nodes->len + 31) / 32);
  record_order (pass, (FlSchedNode *const *) nodes->pdata, nodes->len);
  return make_schedule (pass, context, nodes, buffers, mutations, dead);
}

FlSchedule *
fl_schedule_run (const FlPass *pass, const FlLowered *lowered, GError **error)
{
  FlSchedContext context;
  FlSchedule *schedule;

  fl_sched_context_init (&context, pass, lowered);
  schedule = run (pass, &context, error);
  fl_sched_context_clear (&context);
  return schedule;
}

/* --- looking up ------------------------------------------------------------------------------- */

const FlSchedBuffer *
fl_schedule_find_buffer (const FlSchedule *schedule, const char *name)
{
  return g_hash_table_lookup (schedule->by_name, fl_intern (name));
}

const FlSchedNode *
fl_schedule_find_node (const FlSchedule *schedule, const char *name)
{
  for (guint i = 0; i < schedule->n_nodes; i++)
    if (g_str_equal (schedule->nodes[i]->name, name))
      return schedule->nodes[i];
  for (guint i = 0; i < schedule->n_originals; i++)
    if (g_str_equal (schedule->originals[i]->name, name))
      return schedule->originals[i];
  return NULL;
}

static const FlSchedNode *
find_holder (FlSchedNode *const *nodes, guint n_nodes, const FlSchedNode *original)
{
  for (guint i = 0; i < n_nodes; i++)
    for (guint k = 0; k < nodes[i]->n_originals; k++)
      if (nodes[i]->originals[k]->name == original->name)
        return nodes[i];
  return NULL;
}

const FlSchedNode *
fl_schedule_find_group (const FlSchedule *schedule, const FlSchedNode *original)
{
  return find_holder (schedule->nodes, schedule->n_nodes, original);
}

const FlSchedNode *
fl_schedule_find_unjoined (const FlSchedule *schedule, const FlSchedNode *original)
{
  return schedule->unjoined != NULL ? find_holder (schedule->unjoined, schedule->n_unjoined, original)
                                    : fl_schedule_find_group (schedule, original);
}

gboolean
fl_sched_node_computes (const FlSchedNode *node, guint32 fx)
{
  for (guint i = 0; i < node->n_originals; i++)
    {
      const FlBuffer *op = node->originals[i]->op;

      if (op->fx_node.index == fx)
        return TRUE;
      for (guint k = 0; k < op->n_origins; k++)
        if (op->origins[k].index == fx)
          return TRUE;
    }
  return FALSE;
}

guint
fl_schedule_count_kernels (const FlSchedule *schedule, gboolean is_joined)
{
  gboolean is_older = !is_joined && schedule->unjoined != NULL;
  FlSchedNode *const *nodes = is_older ? schedule->unjoined : schedule->nodes;
  guint n = 0;

  for (guint i = 0; i < (is_older ? schedule->n_unjoined : schedule->n_nodes); i++)
    n += nodes[i]->kind != FL_SCHED_NOP;
  return n;
}

/* --- checking --------------------------------------------------------------------------------- */

static gboolean
fail (GError **error, const FlSchedNode *node, const char *what, const char *object)
{
  g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "schedule: %s: %s%s%s", node->name, what, object != NULL ? " " : "",
               object != NULL ? object : "");
  return FALSE;
}

/* Each original is in one scheduled node, and everything runs after what it waits for. */
gboolean
fl_schedule_verify (const FlSchedule *schedule, GError **error)
{
  g_autoptr (GHashTable) writer = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  guint n_seen = 0;

  for (guint i = 0; i < schedule->n_nodes; i++)
    for (guint o = 0; o < schedule->nodes[i]->n_outputs; o++)
      g_hash_table_insert (writer, (gpointer) schedule->nodes[i]->outputs[o]->buffer->name, schedule->nodes[i]);
  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      const FlSchedNode *node = schedule->nodes[i];

      for (guint u = 0; u < node->n_unmet; u++)
        {
          gpointer producer = g_hash_table_lookup (writer, node->unmet[u].name);

          if (producer != NULL && producer != node && !g_hash_table_contains (done, producer))
            return fail (error, node, "it is scheduled before the writer of", node->unmet[u].name);
        }
      for (guint k = 0; k < node->n_originals; k++)
        if (!g_hash_table_add (done, node->originals[k]))
          return fail (error, node, "it holds a node that another holds too:", node->originals[k]->name);
      g_hash_table_add (done, (gpointer) node);
      n_seen += node->n_originals;
    }
  if (n_seen != schedule->n_originals)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_GRAPH, "schedule: %u of %u nodes are scheduled", n_seen,
                   schedule->n_originals);
      return FALSE;
    }
  return TRUE;
}
