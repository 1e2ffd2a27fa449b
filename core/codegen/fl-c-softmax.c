/* Softmax and related reductions, recognized by their operations: m = max (v); s = sum (exp (v - m)); and results that
 * need both. In: the leaves of a kernel.  Out: marks on operations.  Keeps: the operations.
 *
 * exp (v - m) is at most 1 and is weighed against others, the largest of which is 1: what counts is its error beside 1,
 * not beside itself. And where an element is NaN, so is s, and with it all that is made of s: m need not tell, if
 * nobody else asks for it. */
#include "fl-c-softmax.h"

#include "fl-c-nest-private.h"

/* A leaf that makes the maximum of something for each row, and what it stores that to. */
typedef struct
{
  const FlNestLeaf *leaf;
  guint32 reduction; /* position */
  const char *buffer;
} Maximum;

static gboolean
find_maximum (const FlNestLeaf *leaf, Maximum *maximum)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  guint n = 0;

  *maximum = (Maximum) { .leaf = leaf };
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_REDUCTION)
      {
        n++;
        maximum->reduction = i;
      }
  if (n != 1 || block->ops[maximum->reduction].reduction != FL_REDUCTION_MAX
      || block->ops[maximum->reduction].dtype != FL_DTYPE_F32)
    return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_STORE_REDUCTION || block->ops[i].op == FL_SCALAR_STORE)
      {
        if (maximum->buffer || block->ops[i].args[0] != maximum->reduction)
          return FALSE;
        maximum->buffer = block->ops[i].buffer;
      }
  return maximum->buffer != NULL;
}

gboolean
fl_c_softmax_makes_maximum (const FlNestLeaf *leaf)
{
  Maximum maximum;

  return find_maximum (leaf, &maximum);
}

static gboolean
loads (const FlNestLeaf *leaf, guint32 position, const char *buffer)
{
  const FlBodyOp *op = &leaf->body->blocks[0].ops[position];

  return op->op == FL_SCALAR_LOAD && op->buffer == buffer;
}

/* exp (v - m) */
static gboolean
is_exponential (const Maximum *maximum, const FlNestLeaf *leaf, guint32 position)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  const FlBodyOp *op = &block->ops[position], *difference;

  if (op->op != FL_SCALAR_EXP || op->dtype != FL_DTYPE_F32)
    return FALSE;
  difference = &block->ops[op->args[0]];
  return difference->op == FL_SCALAR_SUB && loads (leaf, difference->args[1], maximum->buffer)
         && fl_c_nest_is_same_value (leaf, difference->args[0], maximum->leaf,
                                     maximum->leaf->body->blocks[0].ops[maximum->reduction].args[0]);
}

/* What a leaf stores, if that is one thing. */
static const FlBodyOp *
find_only_store (const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  const FlBodyOp *found = NULL;

  for (guint i = 0; i < block->n_ops; i++)
    if (block->ops[i].op == FL_SCALAR_STORE || block->ops[i].op == FL_SCALAR_STORE_REDUCTION)
      {
        if (found || block->ops[i].mode == FL_STORE_ATOMIC_ADD)
          return NULL;
        found = &block->ops[i];
      }
  return leaf->body->n_blocks == 1 ? found : NULL;
}

gboolean
fl_c_softmax_only_sums (const FlNestLeaf *largest, const FlNestLeaf *const *leaves, guint n_leaves, const char **kept)
{
  const FlSym *index = NULL;
  guint n_sums = 0;
  Maximum maximum;

  *kept = NULL;
  if (!find_maximum (largest, &maximum))
    return FALSE;
  for (guint l = 0; l < n_leaves; l++)
    {
      const FlBodyBlock *block = &leaves[l]->body->blocks[0];
      const FlBodyOp *store = find_only_store (leaves[l]), *made = store ? &block->ops[store->args[0]] : NULL, *term;

      if (store && store->op == FL_SCALAR_STORE && !*kept && is_exponential (&maximum, leaves[l], store->args[0]))
        {
          *kept = store->buffer;
          index = leaves[l]->indices[store->index];
          continue;
        }
      if (!made || made->op != FL_SCALAR_REDUCTION || made->reduction != FL_REDUCTION_SUM || made->dtype != FL_DTYPE_F32
          || n_sums++ > 0)
        return FALSE;
      term = &block->ops[made->args[0]];
      if (!is_exponential (&maximum, leaves[l], made->args[0])
          && !(*kept && term->op == FL_SCALAR_LOAD && term->buffer == *kept
               && leaves[l]->indices[term->index] == index))
        return FALSE;
    }
  return n_sums == 1;
}

gboolean
fl_c_softmax_ignores_nan (const FlCWriter *writer, const FlNestLeaf *largest)
{
  Maximum maximum;

  return find_maximum (largest, &maximum) && writer->leaves[largest->position].ops[maximum.reduction].ignores_nan;
}

/* --- who asks for the maximum ----------------------------------------------------------------- */

/* Values that come of the maximum, and those that are NaN where the sum is. */
typedef struct
{
  const Maximum *maximum;
  GHashTable *tainted; /* names of buffers */
  GHashTable *poisoned;
  GHashTable *exponentials; /* buffer of exp (v - m) -> the index that each is stored at */
} Flow;

static gboolean
is_sum_of_exponentials (const Flow *flow, const FlNestLeaf *leaf, guint32 position)
{
  const FlBodyOp *op = &leaf->body->blocks[0].ops[position], *term;

  if (op->op != FL_SCALAR_REDUCTION || op->reduction != FL_REDUCTION_SUM
      || leaf->n_loops != flow->maximum->leaf->n_loops || leaf->n_iter != flow->maximum->leaf->n_iter)
    return FALSE;
  term = &leaf->body->blocks[0].ops[op->args[0]];
  return is_exponential (flow->maximum, leaf, op->args[0])
         || (term->op == FL_SCALAR_LOAD
             && g_hash_table_lookup (flow->exponentials, term->buffer) == leaf->indices[term->index]);
}

/* NaN when one of its arguments is. */
static gboolean
is_arithmetic (const FlBodyOp *op)
{
  switch (op->op)
    {
    case FL_SCALAR_ADD:
    case FL_SCALAR_SUB:
    case FL_SCALAR_MUL:
    case FL_SCALAR_TRUEDIV:
    case FL_SCALAR_EXP:
    case FL_SCALAR_LOG:
    case FL_SCALAR_NEG: return TRUE;
    case FL_SCALAR_TO_DTYPE: return fl_dtype_is_float (op->dtype);
    default: return FALSE;
    }
}

/* Goes through the leaf's operations. What is NaN where the sum is needs nobody to tell it so: it is as if it came of
 * the exact maximum. FALSE: the leaf does something with the maximum alone that cannot be followed. */
static gboolean
follow (Flow *flow, const FlNestLeaf *leaf)
{
  const FlBodyBlock *block = &leaf->body->blocks[0];
  g_autofree gboolean *tainted = g_new0 (gboolean, block->n_ops + 1), *poisoned = g_new0 (gboolean, block->n_ops + 1);

  for (guint b = 1; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      if (leaf->body->blocks[b].ops[i].buffer
          && g_hash_table_contains (flow->tainted, leaf->body->blocks[b].ops[i].buffer))
        return FALSE;
  for (guint i = 0; i < block->n_ops; i++)
    {
      const FlBodyOp *op = &block->ops[i];

      for (guint a = 0; a < op->n_args; a++)
        {
          tainted[i] |= tainted[op->args[a]];
          poisoned[i] |= poisoned[op->args[a]] && is_arithmetic (op);
        }
      if (op->op == FL_SCALAR_LOAD)
        {
          tainted[i] = g_hash_table_contains (flow->tainted, op->buffer);
          poisoned[i] = g_hash_table_contains (flow->poisoned, op->buffer);
        }
      poisoned[i] |= is_sum_of_exponentials (flow, leaf, i);
      tainted[i] &= !poisoned[i];
      if (op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION)
        {
          if (op->op == FL_SCALAR_STORE && is_exponential (flow->maximum, leaf, op->args[0]))
            g_hash_table_insert (flow->exponentials, (gpointer) op->buffer, (gpointer) leaf->indices[op->index]);
          if (tainted[op->args[0]] || poisoned[op->args[0]])
            g_hash_table_add (poisoned[op->args[0]] ? flow->poisoned : flow->tainted, (gpointer) op->buffer);
        }
      else if (tainted[i]
               && (op->op == FL_SCALAR_SET_INDIRECT || op->op == FL_SCALAR_DEVICE_ASSERT || op->op == FL_SCALAR_MASKED))
        return FALSE;
    }
  return TRUE;
}

static gboolean
comes_of_row (const Flow *flow, const char *buffer)
{
  return buffer && (g_hash_table_contains (flow->tainted, buffer) || g_hash_table_contains (flow->poisoned, buffer));
}

/* Through memory: does the leaf read what comes of the maximum and of the sum at one place, that is, of one row? */
static gboolean
is_of_one_row (const Flow *flow, const FlNestLeaf *leaf)
{
  const FlSym *index = NULL;

  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i];

        if (op->op != FL_SCALAR_LOAD || !comes_of_row (flow, op->buffer))
          continue;
        if (b > 0 || (index && leaf->indices[op->index] != index))
          return FALSE;
        index = leaf->indices[op->index];
      }
  return TRUE;
}

static gboolean
has_loops (const FlSchedNode *node)
{
  return node
         && (node->kind == FL_SCHED_COMPUTE || node->kind == FL_SCHED_FUSED || node->kind == FL_SCHED_OUTER_LOOP
             || node->kind == FL_SCHED_KERNEL_GROUP);
}

/* Does another kernel make nothing of what comes of the maximum alone but what is NaN where the sum is? */
static gboolean
is_safe_in (FlCWriter *writer, Flow *flow, const FlSchedNode *node)
{
  const FlNest *nest = fl_nest_new (writer->pass->arena, writer->nest->schedule, node);
  const guint n_known = g_hash_table_size (flow->tainted);

  for (guint l = 0; l < nest->n_leaves; l++)
    if (!is_of_one_row (flow, &nest->leaves[l]) || !follow (flow, &nest->leaves[l])
        || g_hash_table_size (flow->tainted) != n_known)
      return FALSE;
  return TRUE;
}

/* The same of all that read it behind this kernel. */
static gboolean
is_safe_outside (FlCWriter *writer, Flow *flow, const char *buffer)
{
  const FlSchedule *schedule = writer->nest->schedule;
  const FlSchedBuffer *written = fl_schedule_find_buffer (schedule, buffer);

  if (!written || written->buffer->is_output || written->n_aliases > 0 || written->n_mutations > 0
      || written->buffer->layout.kind == FL_LAYOUT_NON_OWNING)
    return FALSE;
  for (guint i = 0; i < written->n_users; i++)
    {
      const FlSchedNode *node
          = written->users[i].node ? fl_schedule_find_group (schedule, written->users[i].node) : NULL;

      if (written->users[i].is_weak || node == writer->nest->node)
        continue;
      if (!has_loops (node) || !is_safe_in (writer, flow, node))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_asked_for_by_sums (FlCWriter *writer, const Maximum *maximum)
{
  g_autoptr (GHashTable) tainted = g_hash_table_new (NULL, NULL), poisoned = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) exponentials = g_hash_table_new (NULL, NULL);
  g_autoptr (GList) names = NULL;
  Flow flow = { maximum, tainted, poisoned, exponentials };
  const FlNestLocal *own = fl_nest_find_local (writer->nest, maximum->buffer);
  const gboolean is_in_memory = !own || own->place == FL_LOCAL_MEMORY;
  gboolean has_sum = FALSE;

  g_hash_table_add (tainted, (gpointer) maximum->buffer);
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      const FlNestLeaf *leaf = &writer->nest->leaves[l];

      if (leaf == maximum->leaf)
        continue;
      if ((is_in_memory && !is_of_one_row (&flow, leaf)) || !follow (&flow, leaf))
        return FALSE;
      for (guint i = 0; i < leaf->body->blocks[0].n_ops; i++)
        has_sum |= is_sum_of_exponentials (&flow, leaf, i);
    }
  names = g_hash_table_get_keys (tainted);
  for (const GList *l = names; l && has_sum; l = l->next)
    {
      const FlNestLocal *local = fl_nest_find_local (writer->nest, l->data);

      if ((!local || local->place == FL_LOCAL_MEMORY) && !is_safe_outside (writer, &flow, l->data))
        return FALSE;
    }
  return has_sum;
}

/* ----------------------------------------------------------------------------------------------------------------- */

static void
mark_exponentials (FlCWriter *writer, const Maximum *maximum)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      FlCLeaf *state = &writer->leaves[l];

      for (guint i = 0; i < state->leaf->body->blocks[0].n_ops; i++)
        if (is_exponential (maximum, state->leaf, i))
          {
            state->ops[i].idiom = FL_C_IDIOM_EXP_BELOW;
            state->ops[i].idiom_arg = state->leaf->body->blocks[0].ops[i].args[0];
          }
    }
}

void
fl_c_softmax_find (FlCWriter *writer)
{
  for (guint l = 0; l < writer->nest->n_leaves; l++)
    {
      Maximum maximum;

      if (!find_maximum (&writer->nest->leaves[l], &maximum))
        continue;
      mark_exponentials (writer, &maximum);
      writer->leaves[l].ops[maximum.reduction].ignores_nan = is_asked_for_by_sums (writer, &maximum);
    }
}
