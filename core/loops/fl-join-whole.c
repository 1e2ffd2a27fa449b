/* Readers of concatenations. Those that write the pieces are put just before the reader: nobody in between needs them.
 */
#include "fl-join-private.h"

enum
{
  MIN_INNERMOST = 16, /* elements of a piece's row: a vector */
  SMALL_SHARE = 64    /* pieces so many times smaller than the largest may have shorter ones */
};

/* --- who takes part --------------------------------------------------------------------------- */

static gboolean
find_writer (GPtrArray *nodes, guint end, const char *name, guint *position)
{
  for (guint i = 0; i < end; i++)
    if (fl_join_writes (nodes->pdata[i], name))
      {
        *position = i;
        return TRUE;
      }
  return FALSE;
}

/* Marks what makes the concatenation of that name, in loops. */
static gboolean
mark_makers (GPtrArray *nodes, guint end, const FlSchedBuffer *whole, gboolean *is_taken)
{
  const FlSchedNode *concat = whole->node;
  guint position;

  if (!find_writer (nodes, end, whole->buffer->name, &position))
    return FALSE;
  is_taken[position] = TRUE;
  for (guint i = 0; i < concat->n_reads; i++)
    {
      if (!find_writer (nodes, end, concat->reads[i].name, &position) || !fl_join_is_loops (nodes->pdata[position]))
        return FALSE;
      is_taken[position] = TRUE;
    }
  return TRUE;
}

/* Concatenations that the node reads; the last one is told. */
static const FlBuffer *
mark_all (const FlSchedule *schedule, GPtrArray *nodes, guint position, gboolean *is_taken)
{
  const FlSchedNode *node = nodes->pdata[position];
  const FlBuffer *found = NULL;

  for (guint i = 0; i < node->n_reads; i++)
    {
      const FlSchedBuffer *buffer = fl_schedule_find_buffer (schedule, node->reads[i].name);

      if (!buffer || !buffer->node || buffer->node->kind != FL_SCHED_NOP || buffer->buffer->kind != FL_BUFFER_CONCAT)
        continue;
      if (!mark_makers (nodes, position, buffer, is_taken))
        return NULL;
      found = buffer->buffer;
    }
  return found;
}

/* Does a node that stays where it is need one that is taken away? */
static const FlSchedNode *
find_dependent (GPtrArray *nodes, guint position, const gboolean *is_taken)
{
  for (guint i = 0; i < position; i++)
    for (guint t = 0; !is_taken[i] && t < i; t++)
      for (guint k = 0; is_taken[t] && k < ((FlSchedNode *) nodes->pdata[i])->n_unmet; k++)
        if (fl_join_writes (nodes->pdata[t], ((FlSchedNode *) nodes->pdata[i])->unmet[k].name))
          return nodes->pdata[i];
  return NULL;
}

/* --- is it a gain ----------------------------------------------------------------------------- */

static guint
count_innermost (const FlNestItem *items, guint n_items)
{
  guint n = 0, inside;

  for (guint i = 0; i < n_items; i++)
    if (items[i].loop)
      {
        inside = count_innermost (items[i].loop->items, items[i].loop->n_items);
        n += MAX (inside, 1);
      }
  return n;
}

static double
count_iterations (const FlNestLeaf *leaf)
{
  double n = 1;

  for (guint i = 0; i < leaf->n_loops; i++)
    n *= fl_sym_get_hint (leaf->sizes[i], 8);
  return n;
}

/* Does the leaf write element by element along its innermost loop, which is as long as a vector? */
static gboolean
is_along_memory (const FlNestLeaf *leaf)
{
  const FlSym *var = leaf->vars[leaf->n_loops - 1];

  for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
    {
      const FlBodyOp *op = &leaf->body->blocks[0].ops[i];

      if (op->op == FL_SCALAR_STORE
          && !fl_sym_is_int_value (fl_sym_get_stride (leaf->indices[op->index], var, leaf->vars, leaf->n_loops), 1))
        return FALSE;
    }
  return fl_sym_get_hint (leaf->sizes[leaf->n_loops - 1], MIN_INNERMOST) >= MIN_INNERMOST;
}

static gboolean
keeps_vectors (const FlNest *nest)
{
  double most = 0;

  for (guint i = 0; i < nest->n_leaves; i++)
    most = MAX (most, count_iterations (&nest->leaves[i]));
  for (guint i = 0; i < nest->n_leaves; i++)
    if (!is_along_memory (&nest->leaves[i]) && count_iterations (&nest->leaves[i]) * SMALL_SHARE > most)
      return FALSE;
  return TRUE;
}

static guint
count_parts (const FlNest *nest)
{
  guint n = 0;

  for (guint i = 0; i < nest->n_leaves; i++)
    n = MAX (n, nest->leaves[i].part);
  return n;
}

static const char *
find_obstacle (const FlNest *nest)
{
  if (nest->n_wholes == 0)
    return "its loops cannot be cut where the pieces end";
  if (nest->n_items != 1)
    return "they share no outermost loop";
  if (!nest->is_parallel)
    return nest->why_serial;
  if (fl_join_count_special (nest->items, nest->n_items) > 0)
    return "one of them walks memory by strips or tiles";
  if (count_innermost (nest->items, nest->n_items) > count_parts (nest))
    return "what passes between them would go through memory all the same";
  if (!keeps_vectors (nest))
    return "innermost loops would become short, or jump through memory";
  return NULL;
}

/* --- taking in -------------------------------------------------------------------------------- */

static FlSchedNode *
make_group (const FlPass *pass, const FlSchedule *schedule, GPtrArray *nodes, guint position, const gboolean *is_taken)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  FlSchedNode *group;
  guint n = 0;

  for (guint i = 0; i <= position; i++)
    if (is_taken[i] || i == position)
      {
        g_ptr_array_add (members, nodes->pdata[i]);
        n += ((FlSchedNode *) nodes->pdata[i])->n_originals;
      }
  group = n > FL_JOIN_MAX_ORIGINALS
              ? NULL
              : fl_join_make_group (pass->arena, schedule, (FlSchedNode *const *) members->pdata, members->len);
  return group;
}

void
fl_join_take_in (const FlPass *pass, const FlSchedule *schedule, GPtrArray *nodes, guint *position)
{
  g_autofree gboolean *is_taken = g_new0 (gboolean, nodes->len + 1);
  FlSchedNode *node = nodes->pdata[*position], *group;
  const FlBuffer *whole = fl_join_is_loops (node) ? mark_all (schedule, nodes, *position, is_taken) : NULL;
  const FlSchedNode *first = NULL, *dependent;
  const char *obstacle;
  guint n = 0;

  if (!whole)
    return;
  for (guint i = 0; i < *position && !first; i++)
    first = is_taken[i] ? nodes->pdata[i] : NULL;
  dependent = find_dependent (nodes, *position, is_taken);
  group = dependent ? NULL : make_group (pass, schedule, nodes, *position, is_taken);
  obstacle = dependent ? "something in between reads the pieces"
             : !group  ? "it would be a very large kernel"
                       : fl_join_find_forbidden (pass, group);
  if (!obstacle)
    obstacle = find_obstacle (fl_nest_new (pass->arena, schedule, group));
  fl_join_record (pass, first, node, obstacle ? FL_VERDICT_REJECT : FL_VERDICT_ACCEPT,
                  obstacle
                      ? obstacle
                      : fl_arena_printf (pass->arena,
                                         "loops over %s are cut where its pieces end: each is read as it is computed",
                                         whole->name));
  if (obstacle)
    return;
  nodes->pdata[*position] = group;
  for (guint i = 0; i < nodes->len; i++)
    if (!is_taken[i])
      nodes->pdata[n++] = nodes->pdata[i];
  *position -= nodes->len - n;
  g_ptr_array_set_size (nodes, n);
}
