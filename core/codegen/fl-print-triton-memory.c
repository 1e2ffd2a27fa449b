/* Loads and stores of a Triton kernel, with their masks, and indices that come from memory.
 * Source: torch/_inductor/codegen/triton.py (indexing, load, store, indirect_indexing). */
#include "fl-print-triton-private.h"

#include "fl-kernel.h"

#include <string.h>

/* --- shapes and masks ------------------------------------------------------------------------- */

guint
fl_triton_get_all_trees (FlTriton *triton)
{
  const gboolean is_outside = triton->trees[triton->n_trees - 1].is_reduction && !triton->is_inside;

  return (1u << (triton->n_trees - is_outside)) - 1;
}

char *
fl_triton_dup_shape (FlTriton *triton)
{
  GString *out = g_string_new ("[");
  const guint all = fl_triton_get_all_trees (triton);

  for (guint i = 0; i < triton->n_trees; i++)
    {
      g_autofree char *block = g_ascii_strup (triton->trees[i].prefix, -1);

      if (all & (1u << i))
        g_string_append_printf (out, "%s%sBLOCK", i ? ", " : "", block);
      else
        g_string_append (out, ", 1");
    }
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
fl_triton_dup_mask (FlTriton *triton, guint trees)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);

  trees &= fl_triton_get_all_trees (triton);
  for (guint i = 0; i < triton->n_trees; i++)
    if ((trees & (1u << i)) && triton->trees[i].has_mask)
      g_ptr_array_add (words, g_strdup_printf ("%smask", triton->trees[i].prefix));
  if (triton->mask)
    g_ptr_array_add (words, g_strdup (triton->mask));
  g_ptr_array_sort (words, compare_words);
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (out, "%s%s", i ? " & " : "", (const char *) words->pdata[i]);
  return g_string_free (words->len ? out : g_string_assign (out, "None"), FALSE);
}

/* --- places ----------------------------------------------------------------------------------- */

/* Where an access goes: its index as text, and the trees that the lanes of the pointer run over. */
typedef struct
{
  const FlBuffer *buffer;
  const char *pointer;
  const FlSym *index;
  char *text;
  guint trees;
  gboolean is_computed; /* the index or the mask is */
} Access;

/* A name that a mutation was given stands for the version that the node means. */
static const char *
get_version (const FlSchedNode *node, const char *name)
{
  for (guint i = 0; i < node->n_renames; i++)
    if (node->renames[2 * i] == name)
      return node->renames[2 * i + 1];
  return name;
}

const FlSym *
fl_triton_get_index (FlTriton *triton, gint32 position, gboolean *is_indirect)
{
  const FlTritonNode *node = triton->node;
  const FlSym *index = node->indices[position];

  *is_indirect = fl_sym_contains_kind (index, FL_SYM_INDIRECT);
  for (guint b = 0; b < node->body->n_blocks && *is_indirect; b++)
    for (guint i = 0; i < node->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &node->body->blocks[b].ops[i];
        const FlSym *value;

        if (op->op != FL_SCALAR_SET_INDIRECT || op->indirect >= node->body->n_indirect
            || !node->indirects[op->indirect].text)
          continue;
        value = fl_sym_indirect (triton->symbols, node->indirects[op->indirect].text);
        index = fl_sym_substitute (index, &op->indirect_symbol, &value, 1);
      }
  return index;
}

/* With all lanes of the block where the index runs over fewer and is_whole asks for them. */
static Access
find_access (FlTriton *triton, const FlBodyOp *op, gboolean is_whole)
{
  Access access = { .buffer = fl_lowered_find_buffer (triton->program->plan->schedule->lowered, op->buffer) };
  const FlSym *offset = access.buffer ? fl_buffer_get_slice_offset (access.buffer) : NULL;
  const guint all = fl_triton_get_all_trees (triton);
  g_autofree char *shape = fl_triton_dup_shape (triton);
  gint64 number;

  access.pointer = access.buffer ? fl_triton_get_pointer_name (triton, access.buffer) : NULL;
  access.index = fl_triton_get_index (triton, op->index, &access.is_computed);
  if (offset)
    access.index = fl_sym_add (access.index, offset);
  access.trees = fl_triton_get_trees (triton, access.index);
  access.text = fl_triton_dup_index (triton, access.index);
  if (access.trees & ~all)
    fl_triton_fail (triton, "an index of %s over the reduction, outside of it", op->buffer);
  if ((is_whole || triton->mask) && access.trees != all)
    {
      char *wide = fl_sym_is_int (access.index, &number)
                       ? g_strdup_printf ("tl.full(%s, %s, tl.int32)", shape, access.text)
                       : g_strdup_printf ("tl.broadcast_to(%s, %s)", access.text, shape);

      if (access.trees == 0 && !fl_sym_is_int (access.index, &number))
        {
          g_free (wide);
          wide = g_strdup_printf ("(%s + tl.full(%s, 0, tl.int32))", access.text, shape);
        }
      g_free (access.text);
      access.text = wide;
      access.trees = all;
    }
  access.is_computed |= triton->mask != NULL;
  return access;
}

/* --- loads ------------------------------------------------------------------------------------ */

/* Was the memory written over in a loop that has ended, by another buffer than the one that is read? */
static gboolean
is_overwritten (FlTriton *triton, const FlBuffer *buffer, const char *name)
{
  const FlMemoryPlan *plan = triton->program->plan;
  const FlBuffer *storage = fl_kernel_resolve (plan, triton->kernel->node, buffer);
  const FlTritonStored *stored;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, triton->stored);
  while (g_hash_table_iter_next (&iter, &key, (gpointer *) &stored))
    if (key != name && stored->is_over
        && fl_kernel_resolve (plan, triton->kernel->node, fl_lowered_find_buffer (plan->schedule->lowered, key))
               == storage)
      return TRUE;
  return FALSE;
}

/* What the kernel wrote itself it still has, or computes again in the loop under way. */
static gboolean
find_stored (FlTriton *triton, const FlBodyOp *op, const char *name, FlTritonValue *value)
{
  FlTritonStored *stored = g_hash_table_lookup (triton->stored, name);
  const FlSym *index;
  gboolean is_indirect;

  if (!stored)
    return FALSE;
  index = fl_triton_get_index (triton, op->index, &is_indirect);
  if (stored->is_over)
    {
      const FlSchedNode *node = stored->node;

      triton->write_node (triton, node, TRUE);
      stored = g_hash_table_lookup (triton->stored, name);
    }
  if (triton->why_not == NULL && (stored->is_over || stored->index != index || is_indirect))
    fl_triton_fail (triton, "%s, which is read at another place than the kernel writes it", name);
  *value = stored->value;
  return TRUE;
}

/* Do several iterations read one element: does the index leave out a part of a flat index? */
static gboolean
is_broadcast (FlTriton *triton, const FlSym *index)
{
  const guint all = fl_triton_get_all_trees (triton);

  for (guint tree = 0; tree < triton->n_trees; tree++)
    {
      const FlSym *reached = fl_sym_int (triton->symbols, 1);

      for (guint i = 0; i < triton->ranges->len; i++)
        {
          const FlTritonRange *range = &g_array_index (triton->ranges, FlTritonRange, i);

          if (range->tree == tree && fl_sym_contains (index, range->var))
            reached = fl_sym_mul (reached, range->length);
        }
      if ((all & (1u << tree)) && !fl_sym_known_equal (reached, triton->trees[tree].numel))
        return TRUE;
    }
  return FALSE;
}

/* Rows that every iteration reads, or that a later loop reads again, are to stay in the cache. */
static const char *
get_eviction (FlTriton *triton, const Access *access)
{
  const gboolean is_reduction = triton->trees[triton->n_trees - 1].is_reduction;

  if (is_broadcast (triton, access->index) && !access->is_computed)
    return ", eviction_policy='evict_last'";
  if (is_reduction && triton->is_inside)
    return triton->is_looped && access->is_computed ? ", eviction_policy='evict_last'"
                                                    : ", eviction_policy='evict_first'";
  return "";
}

FlTritonValue
fl_triton_load (FlTriton *triton, const FlBodyOp *op)
{
  const char *name = get_version (triton->node->node, op->buffer);
  FlTritonValue value = { "", fl_triton_get_compute (op->dtype), 0, { NULL } };
  g_autofree char *mask = NULL;
  const char *type, *eviction, *other = "";
  Access access;
  guint trees;

  if (find_stored (triton, op, name, &value))
    return value;
  access = find_access (triton, op, FALSE);
  type = access.buffer ? fl_triton_get_pointer (access.buffer->layout.dtype) : NULL;
  if (!access.pointer || !type)
    fl_triton_fail (triton, "reading %s", op->buffer);
  else if (is_overwritten (triton, access.buffer, name))
    fl_triton_fail (triton, "%s, which is read again after a loop has written over it", op->buffer);
  trees = fl_triton_get_trees (triton, triton->node->indices[op->index]) | access.trees;
  mask = fl_triton_dup_mask (triton, access.trees);
  eviction = get_eviction (triton, &access);
  if (!g_str_equal (mask, "None")
      && (triton->mask
          || (access.trees & (1u << (triton->n_trees - 1)) && triton->trees[triton->n_trees - 1].is_reduction)))
    other = ", other=0.0";
  if (fl_dtype_is_integer (op->dtype) && *other)
    other = ", other=0";
  if (!triton->why_not)
    {
      const FlDtype dtype = access.buffer->layout.dtype;
      const gboolean is_wide = access.trees == 0;
      g_autofree char *shape = fl_triton_dup_shape (triton);
      const char *upcast = dtype == FL_DTYPE_BOOL                   ? ".to(tl.int1)"
                           : fl_triton_get_compute (dtype) != dtype ? ".to(tl.float32)"
                                                                    : "";

      value = fl_triton_name (triton, access.is_computed ? triton->lines.compute : triton->lines.loads,
                              fl_triton_get_compute (dtype), trees,
                              is_wide ? "tl.load(%s + (%s))%s" : "tl.load(%s + (%s), %s%s%s)%s", access.pointer,
                              access.text, is_wide ? upcast : mask, eviction, other, upcast);
      if (is_wide)
        value = fl_triton_name (triton, access.is_computed ? triton->lines.compute : triton->lines.loads, value.dtype,
                                0, "tl.broadcast_to(%s, %s)", value.text, shape);
      triton->counts[FL_TRITON_LOADS]++;
    }
  g_free (access.text);
  return value;
}

/* --- stores ----------------------------------------------------------------------------------- */

static void
write_store (FlTriton *triton, const FlBodyOp *op, FlTritonValue value, GString *lines)
{
  Access access = find_access (triton, op, TRUE);
  g_autofree char *mask = fl_triton_dup_mask (triton, access.trees);
  const char *type = access.buffer ? fl_triton_get_pointer (access.buffer->layout.dtype) : NULL;

  if (!access.pointer || !type)
    fl_triton_fail (triton, "writing %s", op->buffer);
  else if (op->mode == FL_STORE_ATOMIC_ADD)
    {
      triton->counts[FL_TRITON_ATOMICS]++;
      fl_triton_line (lines, "tl.atomic_add(%s + (%s), %s, %s, sem='relaxed')", access.pointer, access.text, value.text,
                      mask);
    }
  else
    fl_triton_line (lines, "tl.store(%s + (%s), %s, %s)", access.pointer, access.text, value.text, mask);
  g_free (access.text);
}

void
fl_triton_store (FlTriton *triton, const FlBodyOp *op, FlTritonValue value)
{
  const gboolean is_reduction = op->op == FL_SCALAR_STORE_REDUCTION;
  const gboolean was_inside = triton->is_inside;
  const FlMemoryBuffer *entry = fl_memory_plan_find (triton->program->plan, op->buffer);
  const FlBuffer *buffer = fl_lowered_find_buffer (triton->program->plan->schedule->lowered, op->buffer);
  FlTritonStored *stored = fl_arena_new (triton->pass->arena, FlTritonStored, 1);
  gboolean is_indirect;

  /* Of f16 and bf16 what a later reader gets is what was rounded; kept in f32 it is more exact, as in Inductor. */
  if (buffer && fl_triton_get_type (buffer->layout.dtype) && !is_reduction
      && fl_triton_get_compute (buffer->layout.dtype) != value.dtype && op->mode != FL_STORE_ATOMIC_ADD)
    value = fl_triton_convert (triton, value, buffer->layout.dtype);
  if (is_reduction)
    triton->is_inside = FALSE;
  if (!triton->node->is_again && !(entry && entry->is_removed))
    write_store (triton, op, value,
                 is_reduction && triton->is_looped ? triton->lines.after_stores : triton->lines.stores);
  triton->is_inside = was_inside;
  *stored = (FlTritonStored) { .value = value,
                               .index = fl_triton_get_index (triton, op->index, &is_indirect),
                               .node = triton->node->node,
                               .is_in_loop = triton->is_looped && triton->is_inside && !is_reduction };
  if (is_indirect || op->mode == FL_STORE_ATOMIC_ADD)
    stored->index = NULL;
  g_hash_table_insert (triton->stored, (gpointer) op->buffer, stored);
}

/* --- indices from memory ---------------------------------------------------------------------- */

static void
write_assert (FlTriton *triton, const char *condition, guint trees, const char *range)
{
  g_autofree char *mask = fl_triton_dup_mask (triton, trees);

  if (g_str_equal (mask, "None"))
    fl_triton_line (triton->lines.compute, "tl.device_assert(%s, \"index out of bounds: %s\")", condition, range);
  else
    fl_triton_line (triton->lines.compute, "tl.device_assert((%s) | ~(%s), \"index out of bounds: %s\")", condition,
                    mask, range);
}

void
fl_triton_set_indirect (FlTriton *triton, const FlBodyOp *op, FlTritonValue value)
{
  g_autofree char *size = op->indirect_size ? fl_triton_dup_size (triton, op->indirect_size) : NULL;
  GString *lines = triton->lines.compute;

  if (fl_dtype_get_size_bytes (value.dtype) < 4) /* products of it may not fit */
    value = fl_triton_convert (triton, value, FL_DTYPE_I32);
  if (op->indirect_wrap && size)
    value = fl_triton_name (triton, lines, value.dtype, value.trees, "tl.where(%s < 0, %s + %s, %s)", value.text,
                            value.text, size, value.text);
  if (op->indirect_check && size)
    {
      g_autofree char *condition = g_strdup_printf ("(0 <= %s) & (%s < %s)", value.text, value.text, size);
      g_autofree char *range = g_strdup_printf ("0 <= %s < %s", value.text, size);

      write_assert (triton, condition, value.trees, range);
    }
  if (op->indirect < triton->node->body->n_indirect)
    triton->node->indirects[op->indirect] = value;
}

void
fl_triton_check_bounds (FlTriton *triton, const FlBodyOp *op)
{
  gboolean is_indirect;
  const FlSym *index = fl_triton_get_index (triton, op->index, &is_indirect);
  g_autofree char *text = fl_triton_dup_index (triton, index);
  g_autofree char *bound = fl_triton_dup_index (triton, fl_triton_get_index (triton, op->bound, &is_indirect));
  g_autoptr (GString) condition = g_string_new (NULL);
  g_autofree char *range = g_strdup_printf ("%s < %s", text, bound);

  if (op->check_lower)
    g_string_append_printf (condition, "(0 <= %s)", text);
  if (op->check_upper)
    g_string_append_printf (condition, "%s(%s < %s)", condition->len ? " & " : "", text, bound);
  if (condition->len)
    write_assert (triton, condition->str, fl_triton_get_trees (triton, index), range);
}
