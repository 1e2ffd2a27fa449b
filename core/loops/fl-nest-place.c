/* Array contraction: where the buffers between the operations of one kernel live (a register, a row on the stack,
 * memory). Only buffers that nobody outside reads are asked about. */
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

/* Does nobody outside read it? A whole counts as inside when its pieces are read instead. */
static gboolean
is_read_inside (const FlNest *nest, const FlSchedBuffer *buffer)
{
  const guint n_own = buffer->buffer->layout.kind == FL_LAYOUT_NON_OWNING; /* a piece and its whole count as aliases */

  if (buffer->buffer->is_output || buffer->n_aliases > n_own || buffer->n_mutations > 0 || buffer->n_users == 0)
    return FALSE;
  for (guint i = 0; i < buffer->n_users; i++)
    {
      const FlSchedNode *user = buffer->users[i].node;
      gboolean is_inside = FALSE;

      if (!user)
        return FALSE;
      for (guint k = 0; k < nest->n_leaves; k++)
        is_inside |= nest->leaves[k].node == user;
      for (guint k = 0; k < nest->n_wholes; k++)
        is_inside |= nest->wholes[k] == user->op;
      if (!is_inside && !buffer->users[i].is_weak)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_whole (const FlNest *nest, const FlBuffer *buffer)
{
  for (guint i = 0; i < nest->n_wholes; i++)
    if (nest->wholes[i] == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
is_private (const FlNest *nest, const FlSchedBuffer *buffer)
{
  const FlLayout *layout = &buffer->buffer->layout;

  if (layout->kind == FL_LAYOUT_MUTATION || layout->kind == FL_LAYOUT_NONE
      || (layout->kind == FL_LAYOUT_NON_OWNING && !is_whole (nest, layout->target)))
    return FALSE;
  return is_read_inside (nest, buffer);
}

/* Places one buffer with respect to one read of it. */
static void
place_read (const FlNest *nest, const FlNestAccess *write, const FlNestAccess *read, FlNestLocal *local)
{
  guint shared = count_shared_loops (nest, write->leaf, read->leaf);
  guint at = write->leaf->is_reduction ? write->leaf->n_iter : write->leaf->n_loops;
  gint64 elements;
  /* A two-pass reduction computes its inputs again after the first pass: a register of the first pass is gone by then.
   */
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
      local->why = shared == 0
                       ? "its reader runs in another loop nest of the kernel"
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

/* Of what is written piece by piece: that for the same piece. */
static const FlNestAccess *
find_write (GArray *accesses, const FlNestAccess *read, const FlNestAccess *otherwise)
{
  for (guint i = 0; i < accesses->len; i++)
    if (g_array_index (accesses, FlNestAccess, i).is_write
        && g_array_index (accesses, FlNestAccess, i).leaf->part == read->leaf->part)
      return &g_array_index (accesses, FlNestAccess, i);
  return otherwise;
}

static void
place_buffer (const FlNest *nest, const FlSchedBuffer *buffer, GArray *accesses, FlNestLocal *local)
{
  const FlNestAccess *write = NULL;
  guint n_writes = 0, n_apart = 0;

  *local = (FlNestLocal) { .buffer = buffer->buffer,
                           .place = FL_LOCAL_REGISTER,
                           .depth = G_MAXUINT,
                           .why = "every reader is in the loop that computes it" };
  for (guint i = 0; i < accesses->len; i++)
    if (g_array_index (accesses, FlNestAccess, i).is_write)
      {
        write = &g_array_index (accesses, FlNestAccess, i);
        n_writes++;
        n_apart += write->leaf->part > 0;
      }
  if (n_writes != 1 && n_apart != n_writes)
    {
      local->place = FL_LOCAL_MEMORY;
      local->why = "it is written more than once";
      return;
    }
  for (guint i = 0; i < accesses->len && local->place != FL_LOCAL_MEMORY; i++)
    if (!g_array_index (accesses, FlNestAccess, i).is_write)
      {
        const FlNestAccess *read = &g_array_index (accesses, FlNestAccess, i);

        place_read (nest, n_writes > 1 ? find_write (accesses, read, write) : write, read, local);
      }
  if (local->place != FL_LOCAL_ROW)
    return;
  if (n_writes > 1)
    {
      local->place = FL_LOCAL_MEMORY;
      local->why = "it is written piece by piece";
      return;
    }
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

/* A concatenation needs no memory when none of its pieces does and nobody else reads it; else all of them need it. */
static void
place_whole (const FlNest *nest, const FlBuffer *whole, GArray *locals)
{
  const FlSchedBuffer *buffer = fl_schedule_find_buffer (nest->schedule, whole->name);
  FlNestLocal local = {
    .buffer = whole, .place = FL_LOCAL_REGISTER, .depth = G_MAXUINT, .why = "its pieces are read as they are computed"
  };
  gboolean is_needed = !buffer || !is_read_inside (nest, buffer);
  guint n = 0;

  for (guint i = 0; i < locals->len; i++)
    {
      const FlNestLocal *piece = &g_array_index (locals, FlNestLocal, i);

      if (piece->buffer->layout.kind == FL_LAYOUT_NON_OWNING && piece->buffer->layout.target == whole)
        n += piece->place != FL_LOCAL_MEMORY;
    }
  for (guint i = 0; i < whole->n_args; i++)
    is_needed |= whole->args[i].kind == FL_EXTERN_TENSORS ? n < whole->args[i].n_tensors : n < whole->n_args;
  for (guint i = 0; is_needed && i < locals->len; i++)
    {
      FlNestLocal *piece = &g_array_index (locals, FlNestLocal, i);

      if (piece->buffer->layout.kind != FL_LAYOUT_NON_OWNING || piece->buffer->layout.target != whole)
        continue;
      piece->place = FL_LOCAL_MEMORY;
      piece->why = "others read the concatenation that it is a piece of";
    }
  if (!is_needed)
    g_array_append_val (locals, local);
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

        if (nest->leaves[i].part > 1 || !is_private (nest, buffer))
          continue;
        accesses = get_accesses_to (nest, buffer->buffer);
        place_buffer (nest, buffer, accesses, &local);
        g_array_append_val (locals, local);
      }
  limit_rows (locals);
  for (guint i = 0; i < nest->n_wholes; i++)
    place_whole (nest, nest->wholes[i], locals);
  nest->n_locals = locals->len;
  nest->locals = fl_arena_memdup (arena, locals->data, locals->len * sizeof (FlNestLocal));
}
