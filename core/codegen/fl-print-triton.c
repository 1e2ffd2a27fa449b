/* One group of scheduler nodes as a Triton kernel.
 * In: a group, the memory plan.  Out: source, and what it is called with.  Keeps: every element computed as its body
 * says.  Source: torch/_inductor/codegen/simd.py (generate_node_schedule), triton.py (codegen_kernel). */
#include "fl-kernel.h"
#include "fl-print-triton-private.h"
#include "fl-text.h"

#include <string.h>

enum
{
  FLAT_BLOCK = 4096,        /* the widest block of a flat index that Inductor tries: a multiple of it needs no mask */
  REDUCED_BLOCK = 4096 * 16 /* the widest of a reduction */
};

/* --- trees ------------------------------------------------------------------------------------ */

static const FlSchedNode *
find_reduction (const FlSchedNode *node)
{
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->body && node->originals[i]->n_reduce_sizes > 0
        && !fl_sym_is_int_value (node->originals[i]->rnumel, 1))
      return node->originals[i];
  for (guint i = 0; i < node->n_originals; i++)
    if (node->originals[i]->is_reduction)
      return node->originals[i];
  return NULL;
}

static gboolean
needs_mask (const FlTriton *triton, const FlSym *numel, gboolean is_reduction)
{
  gint64 n;

  if (!fl_sym_is_int (numel, &n))
    return TRUE;
  if (is_reduction && !triton->is_looped)
    return n != fl_triton_get_power (n);
  return n != 1 && n % (is_reduction ? REDUCED_BLOCK : FLAT_BLOCK) != 0;
}

static gboolean
make_trees (FlTriton *triton)
{
  const FlSchedNode *node = triton->kernel->node, *reduction = find_reduction (node);
  const FlSym *numel = reduction ? reduction->numel : NULL;

  for (guint i = 0; i < node->n_originals && !numel; i++)
    if (node->originals[i]->body)
      numel = node->originals[i]->numel;
  if (!numel || node->kind == FL_SCHED_MIX_ORDER || node->kind == FL_SCHED_NESTED || node->kind == FL_SCHED_FOREACH)
    {
      fl_triton_fail (triton, "%s",
                      node->kind == FL_SCHED_MIX_ORDER ? "rows and columns that one kernel reduces"
                      : node->kind == FL_SCHED_NESTED  ? "reductions of rows and of groups within them"
                      : node->kind == FL_SCHED_FOREACH ? "lists of operations side by side"
                                                       : "a kernel without loops");
      return FALSE;
    }
  triton->is_looped = reduction && strncmp (triton->kernel->name, "triton_per_", 11) != 0;
  triton->trees[triton->n_trees++] = (FlTritonTree) { "x", numel, FALSE, needs_mask (triton, numel, FALSE) };
  if (reduction)
    triton->trees[triton->n_trees++]
        = (FlTritonTree) { "r0_", reduction->rnumel, TRUE, needs_mask (triton, reduction->rnumel, TRUE) };
  return TRUE;
}

/* --- loops ------------------------------------------------------------------------------------ */

static void
append_indented (GString *out, GString *lines, guint indent)
{
  g_auto (GStrv) each = g_strsplit (lines->str, "\n", -1);

  for (guint i = 0; each[i]; i++)
    if (*each[i])
      g_string_append_printf (out, "%*s%s\n", indent, "", each[i]);
  g_string_truncate (lines, 0);
}

static void
open_loop (FlTriton *triton)
{
  GString *out = triton->body;

  g_string_append (out, "    for r0_offset in tl.range(0, r0_numel, R0_BLOCK):\n"
                        "        r0_index = r0_offset + r0_base\n");
  g_string_append (out, triton->trees[triton->n_trees - 1].has_mask
                            ? "        r0_mask = r0_index < r0_numel\n"
                            : "        r0_mask = tl.full([R0_BLOCK], True, tl.int1)[None, :]\n");
  g_string_append (out, "        roffset = r0_offset\n        rindex = r0_index\n");
  fl_triton_append_ranges (triton, out, TRUE, 8);
}

/* Writes what has been gathered: as a loop over the reduction, or as it is. Names made in a loop end with it. */
static void
flush (FlTriton *triton, gboolean is_loop)
{
  FlTritonLines *lines = &triton->lines;
  GHashTableIter iter;
  FlTritonStored *stored;

  append_indented (triton->body, lines->begin, 4);
  if (lines->loads->len + lines->compute->len + lines->stores->len > 0)
    {
      if (is_loop)
        open_loop (triton);
      append_indented (triton->body, lines->loads, is_loop ? 8 : 4);
      append_indented (triton->body, lines->compute, is_loop ? 8 : 4);
      append_indented (triton->body, lines->stores, is_loop ? 8 : 4);
    }
  append_indented (triton->body, lines->after, 4);
  append_indented (triton->body, lines->after_stores, 4);
  if (!is_loop)
    return;
  g_hash_table_remove_all (triton->known);
  g_hash_table_iter_init (&iter, triton->stored);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &stored))
    stored->is_over |= stored->is_in_loop;
}

static gboolean
is_ancestor (const FlSchedNode *node, const FlSchedNode *other)
{
  return (node->ancestors[other->index / 32] >> (other->index % 32)) & 1;
}

/* Does a node wait for a reduction of the loop under way? */
static gboolean
waits (const FlSchedNode *node, const GPtrArray *open)
{
  for (guint i = 0; i < open->len; i++)
    if (((const FlSchedNode *) open->pdata[i])->is_reduction && is_ancestor (node, open->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
runs_over_all (const FlTriton *triton, const FlSchedNode *node)
{
  const FlSym *own = fl_sym_mul (node->numel, node->rnumel);
  const FlSym *all = triton->trees[0].numel;

  for (guint i = 1; i < triton->n_trees; i++)
    all = fl_sym_mul (all, triton->trees[i].numel);
  return fl_sym_known_equal (own, all);
}

static void
write_nodes (FlTriton *triton)
{
  const FlSchedNode *group = triton->kernel->node;
  const gboolean has_reduction = triton->trees[triton->n_trees - 1].is_reduction;
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  for (guint i = 0; i < group->n_originals && !triton->why_not; i++)
    {
      const FlSchedNode *node = group->originals[i];

      if (!node->body)
        {
          if (node->kind != FL_SCHED_NOP)
            fl_triton_fail (triton, "%s, which has no loops", node->name);
          continue;
        }
      triton->is_inside = has_reduction && (node->is_reduction || runs_over_all (triton, node));
      if (triton->is_looped && (!triton->is_inside || waits (node, open)) && open->len > 0)
        {
          flush (triton, TRUE);
          g_ptr_array_set_size (open, 0);
        }
      fl_triton_write_node (triton, node, FALSE);
      if (triton->is_looped && triton->is_inside)
        g_ptr_array_add (open, (gpointer) node);
      else if (triton->is_looped)
        flush (triton, FALSE);
    }
  flush (triton, triton->is_looped && open->len > 0);
}

/* --- the kernel ------------------------------------------------------------------------------- */

static void
clear (FlTriton *triton)
{
  GString *texts[] = { triton->lines.begin, triton->lines.loads,        triton->lines.compute, triton->lines.stores,
                       triton->lines.after, triton->lines.after_stores, triton->body,          triton->helpers };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_free (texts[i], TRUE);
  g_array_unref (triton->ranges);
  g_ptr_array_unref (triton->sizes);
  g_hash_table_unref (triton->stored);
  g_hash_table_unref (triton->known);
}

FlTritonKernel *
fl_triton_kernel_new (const FlPass *pass, const FlProgram *program, guint kernel)
{
  FlTritonKernel *made = fl_arena_new (pass->arena, FlTritonKernel, 1);
  FlTriton triton = { .pass = pass, .program = program, .kernel = &program->kernels[kernel] };
  FlTritonLines *lines = &triton.lines;

  triton.symbols = program->plan->schedule->lowered->symbols;
  triton.ranges = g_array_new (FALSE, TRUE, sizeof (FlTritonRange));
  triton.sizes = g_ptr_array_new ();
  triton.write_node = fl_triton_write_node;
  triton.stored = g_hash_table_new (NULL, NULL);
  triton.known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  *lines = (FlTritonLines) { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL),
                             g_string_new (NULL), g_string_new (NULL), g_string_new (NULL) };
  triton.body = g_string_new (NULL);
  triton.helpers = g_string_new (NULL);
  if (make_trees (&triton))
    write_nodes (&triton);
  if (!triton.why_not)
    {
      fl_triton_order_args (&triton, made);
      made->source = fl_triton_write_source (&triton, made);
    }
  made->n_sizes = triton.sizes->len;
  made->sizes = fl_arena_memdup (pass->arena, triton.sizes->pdata, triton.sizes->len * sizeof (gpointer));
  made->n_numels = triton.n_trees;
  for (guint i = 0; i < triton.n_trees; i++)
    made->numels[i] = triton.trees[i].numel;
  made->name = triton.kernel->name;
  made->is_first = TRUE;
  made->why_no_source = triton.why_not;
  if (triton.why_not)
    made->source = NULL;
  clear (&triton);
  return made;
}
