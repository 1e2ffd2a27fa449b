/* Where the buffers between the operations of one kernel live. Only buffers that nobody outside reads are asked about. */
#include "fl-nest-private.h"

/* The loops around a leaf, outermost first. */
static gboolean
find_path (const FlNestItem *items, guint n_items, const FlNestLeaf *leaf, GPtrArray *path)
{
  for (guint i = 0; i < n_items; i++)
    {
      if (items[i].leaf == leaf)
        return TRUE;
      if (!items[i].loop)
        continue;
      g_ptr_array_add (path, (gpointer) items[i].loop);
      if (find_path (items[i].loop->items, items[i].loop->n_items, leaf, path))
        return TRUE;
      g_ptr_array_set_size (path, path->len - 1);
    }
  return FALSE;
}

static guint
count_shared_loops (const FlNest *nest, const FlNestLeaf *a, const FlNestLeaf *b)
{
  g_autoptr (GPtrArray) first = g_ptr_array_new (), second = g_ptr_array_new ();
  guint n = 0;

  find_path (nest->items, nest->n_items, a, first);
  find_path (nest->items, nest->n_items, b, second);
  while (n < first->len && n < second->len && first->pdata[n] == second->pdata[n])
    n++;
  return n;
}

static gboolean
is_private (const FlNest *nest, const FlSchedBuffer *buffer)
{
  FlLayoutKind kind = buffer->buffer->layout.kind;

  if (buffer->buffer->is_output || kind == FL_LAYOUT_MUTATION || kind == FL_LAYOUT_NON_OWNING || kind == FL_LAYOUT_NONE)
    return FALSE;
  if (buffer->n_aliases > 0 || buffer->n_mutations > 0 || buffer->n_users == 0)
    return FALSE;
  for (guint i = 0; i < buffer->n_users; i++)
    {
      const FlSchedNode *user = buffer->users[i].node;
      gboolean is_inside = FALSE;

      if (!user)
        return FALSE;
      for (guint k = 0; k < nest->n_leaves; k++)
        is_inside |= nest->leaves[k].node == user;
      if (!is_inside && !buffer->users[i].is_weak)
        return FALSE;
    }
  return TRUE;
}

/* Places one buffer with respect to one read of it. */
static void
place_read (const FlNest *nest, const FlNestAccess *write, const FlNestAccess *read, FlNestLocal *local)
{
  guint shared = count_shared_loops (nest, write->leaf, read->leaf);
  guint at = write->leaf->is_reduction ? write->leaf->n_iter : write->leaf->n_loops;
  gint64 elements;
  /* A two-pass reduction computes its inputs again after the first pass: a register of the first pass is gone by then. */
  gboolean is_gone = read->leaf->is_two_pass && !write->leaf->is_reduction && at > read->leaf->n_iter;

  if (write->leaf->is_scatter)
    {
      local->place = FL_LOCAL_MEMORY;
      local->why = "it is written at indices read from memory";
    }
  else if (shared >= at && fl_nest_is_same_point (write, read) && !is_gone)
    return;
  if (local->place == FL_LOCAL_MEMORY)
    return;
  if (is_gone)
    shared = MIN (shared, read->leaf->n_iter);
  if (shared > 0 && (elements = fl_nest_get_row_elements (write, read, shared)) > 0)
    {
      if (local->place == FL_LOCAL_REGISTER || shared < local->depth)
        local->depth = shared;
      if (local->place == FL_LOCAL_REGISTER)
        local->place = FL_LOCAL_ROW;
    }
  else
    {
      local->place = FL_LOCAL_MEMORY;
      local->why = shared == 0 ? "its reader runs in another loop nest of the kernel"
                               : "its reader needs more than the row that was just computed, or a row of unknown length";
    }
}

/* Elements of a row over all accesses, now that the number of loops around it is known. */
static gint64
measure_row (GArray *accesses, guint depth)
{
  const FlNestAccess *first = &g_array_index (accesses, FlNestAccess, 0);
  gint64 most = 0;

  for (guint i = 0; i < accesses->len; i++)
    {
      gint64 elements = fl_nest_get_row_elements (first, &g_array_index (accesses, FlNestAccess, i), depth);

      if (elements <= 0)
        return -1;
      most = MAX (most, elements);
    }
  return most;
}

static void
place_buffer (const FlNest *nest, const FlSchedBuffer *buffer, GArray *accesses, FlNestLocal *local)
{
  const FlNestAccess *write = NULL;
  guint n_writes = 0;

  *local = (FlNestLocal) { .buffer = buffer->buffer, .place = FL_LOCAL_REGISTER, .depth = G_MAXUINT,
                           .why = "every reader is in the loop that computes it" };
  for (guint i = 0; i < accesses->len; i++)
    if (g_array_index (accesses, FlNestAccess, i).is_write)
      {
        write = &g_array_index (accesses, FlNestAccess, i);
        n_writes++;
      }
  if (n_writes != 1)
    {
      local->place = FL_LOCAL_MEMORY;
      local->why = "it is written more than once";
      return;
    }
  for (guint i = 0; i < accesses->len && local->place != FL_LOCAL_MEMORY; i++)
    if (!g_array_index (accesses, FlNestAccess, i).is_write)
      place_read (nest, write, &g_array_index (accesses, FlNestAccess, i), local);
  if (local->place != FL_LOCAL_ROW)
    return;
  local->row_elements = measure_row (accesses, local->depth);
  local->why = "its readers need no more than the row that was just computed";
  if (local->row_elements <= 0)
    {
      local->place = FL_LOCAL_MEMORY;
      local->why = "its readers need different rows";
    }
}

static GArray *
get_accesses_to (const FlNest *nest, const FlBuffer *buffer)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (FlNestAccess));

  for (guint i = 0; i < nest->n_leaves; i++)
    {
      g_autoptr (GArray) all = fl_nest_leaf_get_accesses (nest->schedule, &nest->leaves[i]);

      for (guint k = 0; k < all->len; k++)
        if (g_array_index (all, FlNestAccess, k).storage == buffer)
          g_array_append_val (found, g_array_index (all, FlNestAccess, k));
    }
  return found;
}

/* Rows that do not fit the stack together go to memory, the largest first. */
static void
limit_rows (GArray *locals)
{
  for (;;)
    {
      gint64 total = 0, largest = 0;
      FlNestLocal *victim = NULL;

      for (guint i = 0; i < locals->len; i++)
        {
          FlNestLocal *local = &g_array_index (locals, FlNestLocal, i);
          gint64 bytes = local->row_elements * MAX (4, fl_dtype_get_size_bytes (local->buffer->layout.dtype));

          if (local->place != FL_LOCAL_ROW)
            continue;
          total += bytes;
          if (bytes > largest)
            {
              largest = bytes;
              victim = local;
            }
        }
      if (total <= FL_NEST_MAX_ROW_BYTES)
        return;
      victim->place = FL_LOCAL_MEMORY;
      victim->why = "a row of it would not fit beside the others in 256 KiB of stack";
    }
}

void
fl_nest_place_buffers (FlArena *arena, FlNest *nest)
{
  g_autoptr (GArray) locals = g_array_new (FALSE, TRUE, sizeof (FlNestLocal));

  for (guint i = 0; nest->n_leaves > 1 && i < nest->n_leaves; i++)
    for (guint k = 0; k < nest->leaves[i].node->n_outputs; k++)
      {
        const FlSchedBuffer *buffer = nest->leaves[i].node->outputs[k];
        g_autoptr (GArray) accesses = NULL;
        FlNestLocal local;

        if (!is_private (nest, buffer))
          continue;
        accesses = get_accesses_to (nest, buffer->buffer);
        place_buffer (nest, buffer, accesses, &local);
        g_array_append_val (locals, local);
      }
  limit_rows (locals);
  nest->n_locals = locals->len;
  nest->locals = fl_arena_memdup (arena, locals->data, locals->len * sizeof (FlNestLocal));
}
