/* Orders of kernels by search: what the peak's plan knows of them as a problem of nodes and
 * buffers, for the searches of core/alloc. */
#include "fl-alloc-order.h"
#include "fl-fuse-peak.h"

enum
{
  MIN_WIDTH = 4,
  MAX_WIDTH = 64,
  BEAM_WORK = 60 * 1000, /* width times nodes */
  MAX_STATES = 200 * 1000
};

typedef struct
{
  FlOrderProblem problem;
  GArray *made, *before_starts, *before, *freed, *use_starts, *uses;
  GHashTable *positions; /* FlMemBuffer -> position + 1 */
} Problem;

static guint
find_buffer (Problem *self, const FlMemBuffer *buffer)
{
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (self->positions, buffer));
  gint64 freed = buffer->is_output ? 0 : buffer->size_free;

  if (position > 0)
    return position - 1;
  g_array_append_val (self->freed, freed);
  g_hash_table_insert (self->positions, (gpointer) buffer, GUINT_TO_POINTER (self->freed->len));
  return self->freed->len - 1;
}

static void
add_node (Problem *self, const FlMemNode *node)
{
  guint first = self->uses->len;

  g_array_append_val (self->made, node->size);
  for (guint i = 0; i < node->pred_nodes->len; i++)
    g_array_append_val (self->before, ((const FlMemNode *) node->pred_nodes->pdata[i])->index);
  g_array_append_val (self->before_starts, self->before->len);
  for (guint i = 0; i < node->pred_buffers->len + node->outputs->len; i++)
    {
      guint buffer
          = find_buffer (self, i < node->pred_buffers->len ? node->pred_buffers->pdata[i]
                                                           : node->outputs->pdata[i - node->pred_buffers->len]);
      gboolean is_known = FALSE;

      for (guint k = first; k < self->uses->len && !is_known; k++)
        is_known = g_array_index (self->uses, guint, k) == buffer;
      if (!is_known)
        g_array_append_val (self->uses, buffer);
    }
  g_array_append_val (self->use_starts, self->uses->len);
}

static void
problem_init (Problem *self, const FlMemPlan *plan)
{
  const guint zero = 0;

  self->made = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->freed = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->before_starts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->before = g_array_new (FALSE, FALSE, sizeof (guint));
  self->use_starts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->uses = g_array_new (FALSE, FALSE, sizeof (guint));
  self->positions = g_hash_table_new (NULL, NULL);
  g_array_append_val (self->before_starts, zero);
  g_array_append_val (self->use_starts, zero);
  self->problem.start_bytes = 0;
  for (guint i = 0; i < plan->inputs->len; i++)
    self->problem.start_bytes += ((const FlMemBuffer *) plan->inputs->pdata[i])->size_free;
  for (guint i = 0; i < plan->n_nodes; i++)
    add_node (self, &plan->nodes[i]);
  self->problem.n_nodes = plan->n_nodes;
  self->problem.n_buffers = self->freed->len;
  self->problem.made_bytes = (const gint64 *) (gpointer) self->made->data;
  self->problem.freed_bytes = (const gint64 *) (gpointer) self->freed->data;
  self->problem.before_starts = (const guint *) (gpointer) self->before_starts->data;
  self->problem.before = (const guint *) (gpointer) self->before->data;
  self->problem.use_starts = (const guint *) (gpointer) self->use_starts->data;
  self->problem.uses = (const guint *) (gpointer) self->uses->data;
}

static void
problem_clear (Problem *self)
{
  g_array_unref (self->made);
  g_array_unref (self->freed);
  g_array_unref (self->before_starts);
  g_array_unref (self->before);
  g_array_unref (self->use_starts);
  g_array_unref (self->uses);
  g_hash_table_unref (self->positions);
}

static void
take_order (FlMemPlan *plan, const guint *found, FlMemNode **order)
{
  for (guint i = 0; i < plan->n_nodes; i++)
    order[i] = &plan->nodes[found[i]];
}

void
fl_mem_plan_search_beam (FlMemPlan *plan, FlMemNode **order, const char **facts)
{
  guint width = CLAMP (BEAM_WORK / MAX (plan->n_nodes, 1u), (guint) MIN_WIDTH, (guint) MAX_WIDTH);
  g_autofree guint *found = g_new0 (guint, plan->n_nodes + 1);
  Problem self;

  problem_init (&self, plan);
  for (guint i = 0; i < plan->n_nodes; i++)
    found[i] = order[i]->index;
  fl_order_search_beam (&self.problem, width, plan->fusion->pass->cancelled, found);
  take_order (plan, found, order);
  *facts = fl_arena_printf (plan->fusion->pass->arena, "%u side by side", width);
  problem_clear (&self);
}

void
fl_mem_plan_search_exact (FlMemPlan *plan, FlMemNode **order, const char **facts)
{
  g_autofree guint *found = g_new0 (guint, plan->n_nodes + 1);
  FlOrderResult result;
  guint64 n_states;
  Problem self;

  problem_init (&self, plan);
  for (guint i = 0; i < plan->n_nodes; i++)
    found[i] = order[i]->index;
  result = fl_order_search_exact (&self.problem, MAX_STATES, plan->fusion->pass->cancelled, found, &n_states);
  take_order (plan, found, order);
  *facts = fl_arena_printf (plan->fusion->pass->arena,
                            result == FL_ORDER_PROVED
                                ? "proved: no order is lower, %" G_GUINT64_FORMAT " sets of nodes looked at"
                                : "not proved: given up after %" G_GUINT64_FORMAT " sets of nodes",
                            n_states);
  problem_clear (&self);
}
