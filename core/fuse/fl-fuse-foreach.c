/* Kernels that do several operations side by side, none of which needs another: the elements of an
 * operator on lists, and inputs that are copied into a concatenation.
 * Source: torch/_inductor/scheduler.py (create_foreach_nodes, ForeachKernelSchedulerNode). */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fuse-private.h"

/* --- making ----------------------------------------------------------------------------------- */

static gboolean
is_written_in (const FlSchedNode *node, FlSchedNode *const *others, guint n)
{
  for (guint i = 0; i < node->n_unmet; i++)
    for (guint k = 0; k < n; k++)
      if (fl_sched_node_has_buffer (others[k], node->unmet[i].name))
        return TRUE;
  return FALSE;
}

static void
record_made (FlFusion *fusion, const FlSchedNode *group)
{
  FlEvent event = { .kind = FL_EVENT_ROUND, .verdict = FL_VERDICT_NOTE };

  event.subject = (FlRef) { FL_REF_OP, group->index, group->name };
  event.amount = group->n_members;
  event.reason = "one kernel does these side by side";
  if (!fusion->is_silent)
    fl_trace_record (fusion->pass->trace, &event);
}

static FlSchedNode *
make (FlFusion *fusion, FlSchedNode *const *members, guint n)
{
  FlSchedNode *group = fl_sched_group_new (&fusion->context, FL_SCHED_FOREACH, members, n, fusion->n_words);

  group->knows_readers = TRUE;
  return group;
}

/* The schedule's nodes for the operations of a list that are left and have loops. */
static guint
find_members (FlFusion *fusion, const FlOperationList *list, FlSchedNode **members)
{
  guint n = 0;

  for (guint i = 0; i < list->n; i++)
    for (guint k = 0; k < fusion->schedule->n_originals; k++)
      {
        FlSchedNode *node = fusion->schedule->originals[k];

        if (node->kind == FL_SCHED_COMPUTE && node->op->op_name == list->operations[i]->op_name)
          members[n++] = node;
      }
  return n;
}

guint
fl_fusion_make_foreach (FlFusion *fusion, FlSchedNode **nodes, guint n_nodes)
{
  const FlLowered *lowered = fusion->context.lowered;
  g_autofree FlSchedNode **members = g_new0 (FlSchedNode *, fusion->schedule->n_originals + 1);
  g_autoptr (GPtrArray) made = g_ptr_array_new ();
  guint n_left = 0;

  for (guint i = 0; i < lowered->n_lists; i++)
    {
      guint n = find_members (fusion, &lowered->lists[i], members), first = 0;

      /* What needs an earlier one of the list starts a kernel of its own. */
      for (guint k = 1; k <= n; k++)
        if (k == n || is_written_in (members[k], members + first, k - first))
          {
            FlSchedNode *group = make (fusion, members + first, k - first);

            g_ptr_array_add (made, group);
            record_made (fusion, group);
            fl_fusion_set_group (fusion, group);
            first = k;
          }
    }
  for (guint i = 0; i < n_nodes; i++)
    if (fusion->groups[nodes[i]->index] == nodes[i])
      nodes[n_left++] = nodes[i];
  for (guint i = 0; i < made->len; i++)
    nodes[n_left++] = made->pdata[i];
  return n_left;
}

/* --- which part ------------------------------------------------------------------------------- */

static gboolean
reads (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_reads; i++)
    if (node->reads[i].name == name)
      return TRUE;
  return FALSE;
}

/* The last part that reads the first of producer's results that any reads. Inductor forgets the
 * readers once a single node has joined. */
static FlSchedNode *
find_reader (const FlSchedNode *foreach, const FlSchedNode *producer)
{
  for (guint o = 0; o < producer->n_outputs && foreach->knows_readers; o++)
    for (guint i = foreach->n_members; i-- > 0;)
      if (reads (foreach->members[i], producer->outputs[o]->buffer->name))
        return foreach->members[i];
  return NULL;
}

/* The one part that writes what consumer reads; NULL where there are several. */
static FlSchedNode *
find_writer (const FlSchedNode *foreach, const FlSchedNode *consumer)
{
  FlSchedNode *found = NULL;

  for (guint i = 0; i < consumer->n_reads; i++)
    for (guint k = 0; k < foreach->n_members; k++)
      if (fl_sched_node_has_buffer (foreach->members[k], consumer->reads[i].name))
        {
          if (found != NULL && found != foreach->members[k])
            return NULL;
          found = foreach->members[k];
        }
  return found;
}

/* --- fusing ----------------------------------------------------------------------------------- */

static gboolean
can_pair (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  if (a->n_members != b->n_members)
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "foreach do not have same length", "%u and %u", a->n_members,
                             b->n_members);
  for (guint i = 0; i < b->n_members; i++)
    for (guint k = 0; k < a->n_members; k++)
      if (i != k && is_written_in (b->members[i], &a->members[k], 1))
        return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "a consumer depends on another producer sub-node",
                                 "%s on %s", b->members[i]->name, a->members[k]->name);
  for (guint i = 0; i < b->n_members; i++)
    if (!fl_fusion_can_fuse_parts (fusion, a->members[i], b->members[i]))
      return FALSE;
  return TRUE;
}

gboolean
fl_fusion_can_fuse_foreach (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  FlSchedNode *part;

  if (a->kind == FL_SCHED_FOREACH && b->kind == FL_SCHED_FOREACH)
    return can_pair (fusion, a, b);
  if (b->kind == FL_SCHED_FOREACH)
    {
      if (a->is_reduction)
        return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL,
                                 "candidate producer is a reduction, foreach ops cannot be fused "
                                 "with reductions currently",
                                 NULL);
      part = find_reader (b, a);
      if (part != NULL)
        return fl_fusion_can_fuse_parts (fusion, a, part);
      return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "candidate producer is not dep of any foreach consumer",
                               NULL);
    }
  if (b->is_reduction)
    return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL,
                             "candidate consumer is a reduction, foreach ops cannot be fused with "
                             "reductions currently",
                             NULL);
  part = find_writer (a, b);
  if (part != NULL)
    return fl_fusion_can_fuse_parts (fusion, part, b);
  return fl_fusion_refuse (fusion, FL_VERDICT_ILLEGAL, "candidate consumer has no dep in any foreach producer", NULL);
}

FlSchedNode *
fl_fusion_fuse_foreach (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  gboolean are_both = a->kind == FL_SCHED_FOREACH && b->kind == FL_SCHED_FOREACH;
  FlSchedNode *foreach = a->kind == FL_SCHED_FOREACH ? a : b;
  FlSchedNode *part = are_both ? NULL : foreach == a ? find_writer (a, b) : find_reader (b, a);
  g_autofree FlSchedNode **members = g_new0 (FlSchedNode *, foreach->n_members + 1);
  FlSchedNode *group;

  for (guint i = 0; i < foreach->n_members; i++)
    {
      FlSchedNode *member = foreach->members[i];

      if (are_both)
        member = fl_fusion_fuse_loops (fusion, member, b->members[i]);
      else if (member == part)
        member = foreach == a ? fl_fusion_fuse_loops (fusion, member, b) : fl_fusion_fuse_loops (fusion, a, member);
      members[i] = member;
    }
  group = make (fusion, members, foreach->n_members);
  group->knows_readers = are_both;
  return group;
}
