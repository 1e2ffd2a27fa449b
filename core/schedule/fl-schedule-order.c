/* Order of scheduler nodes: topological sort, dead ones, ancestors, distances from the inputs. */
#include <string.h>

#include "fl-schedule-private.h"

/* --- topological sort ------------------------------------------------------------------------- */

typedef struct
{
  GHashTable *writer; /* interned buffer name -> FlSchedNode */
  GHashTable *state;  /* FlSchedNode -> 1 seen */
  GPtrArray *result;
} Sort;

static gint
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Distinct producers of node in the order of the names that it waits for. */
static GPtrArray *
get_producers (Sort *sort, const FlSchedNode *node)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < node->n_unmet; i++)
    g_ptr_array_add (names, (gpointer) node->unmet[i].name);
  if (names->len > 1)
    g_qsort_with_data (names->pdata, names->len, sizeof (gpointer), compare_names, NULL);
  for (guint i = 0; i < names->len; i++)
    names->pdata[i] = g_hash_table_lookup (sort->writer, names->pdata[i]);
  return names;
}

/* A node whose producers are being visited; depth is on the heap, since chains may be thousands
 * long. */
typedef struct
{
  FlSchedNode *node;
  GPtrArray *producers;
  guint next;
} Frame;

static void
visit (Sort *sort, FlSchedNode *start)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  Frame frame = { start, NULL, 0 };

  if (!g_hash_table_add (sort->state, start))
    return;
  frame.producers = get_producers (sort, start);
  g_array_append_val (stack, frame);
  while (stack->len > 0)
    {
      Frame *top = &g_array_index (stack, Frame, stack->len - 1);

      if (top->next == top->producers->len)
        {
          g_ptr_array_add (sort->result, top->node);
          g_ptr_array_unref (top->producers);
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      frame.node = top->producers->pdata[top->next++];
      if (frame.node == NULL || !g_hash_table_add (sort->state, frame.node))
        continue;
      frame.producers = get_producers (sort, frame.node);
      frame.next = 0;
      g_array_append_val (stack, frame);
    }
}

void
fl_schedule_sort (FlSchedNode **nodes, guint n_nodes)
{
  g_autoptr (GHashTable) writer = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) state = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) result = g_ptr_array_new ();
  Sort sort = { writer, state, result };

  for (guint i = 0; i < n_nodes; i++)
    for (guint o = 0; o < nodes[i]->n_outputs; o++)
      g_hash_table_insert (writer, (gpointer) nodes[i]->outputs[o]->buffer->name, nodes[i]);
  for (guint i = 0; i < n_nodes; i++)
    visit (&sort, nodes[i]);
  g_assert (result->len == n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    nodes[i] = result->pdata[i];
}

/* --- dead nodes ------------------------------------------------------------------------------- */

static gboolean
asserts (const FlSchedNode *node)
{
  for (guint i = 0; node->body != NULL && i < node->body->n_blocks; i++)
    for (guint k = 0; k < node->body->blocks[i].n_ops; k++)
      if (node->body->blocks[i].ops[k].op == FL_SCALAR_DEVICE_ASSERT)
        return TRUE;
  return FALSE;
}

static gboolean
has_side_effects (const FlSchedNode *node)
{
  if (asserts (node))
    return TRUE;
  return node->kind == FL_SCHED_EXTERN && (node->op->n_mutates > 0 || node->op->layout.kind == FL_LAYOUT_NONE);
}

static gboolean
is_used (const FlSchedBuffer *buffer, GHashTable *removed)
{
  for (guint i = 0; i < buffer->n_users; i++)
    if (!buffer->users[i].is_weak && !g_hash_table_contains (removed, buffer->users[i].node))
      return TRUE;
  return FALSE;
}

static gboolean
is_node_needed (const FlSchedNode *node, GHashTable *removed)
{
  gboolean needed = has_side_effects (node);

  for (guint i = 0; i < node->n_outputs; i++)
    needed |= is_used (node->outputs[i], removed);
  return needed;
}

static void
remove_user (FlSchedContext *context, const char *name, const FlSchedNode *node)
{
  FlSchedBuffer *buffer = g_hash_table_lookup (context->buffers, name);
  FlSchedUser *users;
  guint n = 0;

  if (buffer == NULL)
    return;
  users = fl_arena_new (context->arena, FlSchedUser, buffer->n_users + 1);
  for (guint i = 0; i < buffer->n_users; i++)
    if (buffer->users[i].node != node)
      users[n++] = buffer->users[i];
  buffer->users = users;
  buffer->n_users = n;
}

/* The version that stands for what a removed node would have written; NULL: there is none. */
static const FlSchedBuffer *
find_left_version (FlSchedContext *context, const FlSchedBuffer *buffer, GHashTable *removed)
{
  while (buffer != NULL && g_hash_table_contains (removed, buffer->node))
    {
      const char *former = g_hash_table_lookup (context->former, buffer->buffer->name);

      buffer = former != NULL ? g_hash_table_lookup (context->buffers, former) : NULL;
    }
  return buffer;
}

/* Orders after removed nodes mean nothing any more. Who was to run after a reader whose result they
 * would have written over still runs after the reader. */
static void
prune_weak_deps (FlSchedContext *context, FlSchedNode *node, GHashTable *removed)
{
  FlDepSetBuilder kept;
  FlDepSet reads;
  gboolean has_pruned = FALSE;

  fl_dep_set_begin (&kept, context);
  for (guint i = 0; i < node->n_reads; i++)
    {
      const FlDep *dep = &node->reads[i];
      const FlSchedBuffer *buffer = g_hash_table_lookup (context->buffers, dep->name), *left;
      FlDep other;

      if (dep->kind != FL_DEP_WEAK || buffer == NULL || !g_hash_table_contains (removed, buffer->node))
        {
          fl_dep_set_add (&kept, dep);
          continue;
        }
      has_pruned = TRUE;
      left = find_left_version (context, buffer, removed);
      if (left == NULL || left->node == node)
        continue;
      other = fl_dep_weak (left->buffer->name, dep->mutating_buf, dep->is_fake);
      fl_dep_set_add (&kept, &other);
    }
  reads = fl_dep_set_end (&kept);
  if (has_pruned)
    fl_sched_node_set_deps (context, node, reads, fl_sched_node_get_writes (node));
}

guint
fl_schedule_remove_dead (FlSchedContext *context, FlSchedNode **nodes, guint n_nodes, GPtrArray *dead)
{
  g_autoptr (GHashTable) removed = g_hash_table_new (NULL, NULL);
  guint n_left = 0;

  for (guint i = n_nodes; i-- > 0;)
    {
      FlSchedNode *node = nodes[i];

      if (is_node_needed (node, removed))
        continue;
      g_hash_table_add (removed, node);
      g_ptr_array_add (dead, (gpointer) node->name);
      for (guint r = 0; r < node->n_reads; r++)
        remove_user (context, node->reads[r].name, node);
    }
  for (guint i = 0; i < n_nodes; i++)
    if (!g_hash_table_contains (removed, nodes[i]))
      nodes[n_left++] = nodes[i];
  if (n_left < n_nodes)
    for (guint i = 0; i < n_left; i++)
      prune_weak_deps (context, nodes[i], removed);
  return n_left;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static void
number_node (FlSchedContext *context, FlSchedNode *node, guint n_words)
{
  guint32 *ancestors = fl_arena_new (context->arena, guint32, n_words + 1);
  guint nearest = G_MAXUINT, farthest = 0;

  for (guint i = 0; i < node->n_unmet; i++)
    {
      const FlSchedBuffer *buffer = g_hash_table_lookup (context->buffers, node->unmet[i].name);
      const FlSchedNode *producer = buffer != NULL ? buffer->node : NULL;

      if (producer == NULL || producer == node)
        continue;
      fl_bits_set (ancestors, producer->index);
      for (guint w = 0; w < n_words; w++)
        ancestors[w] |= producer->ancestors[w];
      nearest = MIN (nearest, producer->min_input_distance + 1);
      farthest = MAX (farthest, producer->max_input_distance + 1);
    }
  node->ancestors = ancestors;
  node->min_input_distance = nearest == G_MAXUINT ? 0 : nearest;
  node->max_input_distance = farthest;
}

void
fl_schedule_number (FlSchedContext *context, FlSchedNode **nodes, guint n_nodes, guint n_words)
{
  for (guint i = 0; i < n_nodes; i++)
    nodes[i]->index = nodes[i]->min_order = nodes[i]->max_order = i;
  for (guint i = 0; i < n_nodes; i++)
    number_node (context, nodes[i], n_words);
}
