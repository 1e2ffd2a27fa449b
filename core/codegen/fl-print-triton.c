/* One group of scheduler nodes as a Triton kernel.
 * In: a group, the memory plan.  Out: source, and what it is called with.  Keeps: every element computed as its body
 * says.  Source: torch/_inductor/codegen/simd.py (generate_node_schedule), triton.py (codegen_kernel). */
#include "fl-kernel.h"
#include "fl-print-triton-private.h"
#include "fl-text.h"

#include <string.h>

enum
{
  MOST_Y = 65535, /* blocks along y that a grid can have */
  Y_BLOCK = 1024,
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

/* block: the widest that is tried. */
static FlTritonTree
make_tree (const char *prefix, const FlSym *numel, gint64 block, gboolean is_reduction)
{
  FlTritonTree tree = { prefix, numel, is_reduction, TRUE };
  gint64 n;

  if (fl_sym_is_int (numel, &n))
    tree.has_mask = n != 1 && n % block != 0;
  return tree;
}

/* Flat indices of a kernel without reductions: two where tiles serve memory better. */
static void
make_flat_trees (FlTriton *triton, const FlSchedNode *node, const FlSym *numel)
{
  const FlSym *outer, *inner;
  gint64 n;

  if (node == triton->kernel->node && fl_fuse_find_tile (triton->program->plan->schedule, node, &outer, &inner)
      && fl_sym_is_int (outer, &n) && n <= MOST_Y)
    {
      triton->trees[triton->n_trees++] = make_tree ("y", outer, Y_BLOCK, FALSE);
      numel = inner;
    }
  triton->trees[triton->n_trees++] = make_tree ("x", numel, FLAT_BLOCK, FALSE);
}

/* node: the kernel's node, or one of those side by side in it. */
static gboolean
make_trees (FlTriton *triton, const FlSchedNode *node)
{
  const FlSchedNode *reduction = find_reduction (node);
  const FlSym *numel = reduction ? reduction->numel : NULL;
  gint64 n;

  for (guint i = 0; i < node->n_originals && !numel; i++)
    if (node->originals[i]->body)
      numel = node->originals[i]->numel;
  if (!numel || node->kind == FL_SCHED_NESTED || node->kind == FL_SCHED_MIX_ORDER)
    {
      fl_triton_fail (triton, "%s", numel ? "reductions of rows and of groups within them" : "a kernel without loops");
      return FALSE;
    }
  triton->is_looped = reduction && strncmp (triton->kernel->name, "triton_per_", 11) != 0;
  if (!reduction)
    {
      make_flat_trees (triton, node, numel);
      return TRUE;
    }
  triton->trees[triton->n_trees++] = make_tree ("x", numel, FLAT_BLOCK, FALSE);
  triton->trees[triton->n_trees++] = make_tree ("r0_", reduction->rnumel, REDUCED_BLOCK, TRUE);
  if (!triton->is_looped && fl_sym_is_int (reduction->rnumel, &n))
    triton->trees[1].has_mask = n != fl_triton_get_power (n);
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
  GString *out = triton->text.body;

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

  append_indented (triton->text.body, lines->begin, 4);
  if (lines->loads->len + lines->compute->len + lines->stores->len > 0)
    {
      if (is_loop)
        open_loop (triton);
      append_indented (triton->text.body, lines->loads, is_loop ? 8 : 4);
      append_indented (triton->text.body, lines->compute, is_loop ? 8 : 4);
      append_indented (triton->text.body, lines->stores, is_loop ? 8 : 4);
    }
  append_indented (triton->text.body, lines->after, 4);
  append_indented (triton->text.body, lines->after_stores, 4);
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
write_nodes (FlTriton *triton, const FlSchedNode *group)
{
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

/* --- operations side by side ------------------------------------------------------------------ */

/* One branch: the lines of a member, for the program ids from the last member's end to its own. */
static void
write_member (FlTriton *triton, const FlSchedNode *member, guint position, GString *before, GString *branches)
{
  g_autofree char *numel = NULL;
  gint64 n;

  triton->n_trees = 0;
  g_array_set_size (triton->ranges, 0);
  g_hash_table_remove_all (triton->known);
  if (!make_trees (triton, member))
    return;
  if (triton->n_trees > 1 || !fl_sym_is_int (triton->trees[0].numel, &n))
    {
      fl_triton_fail (triton, triton->n_trees > 1 ? "reductions side by side" : "symbolic sizes side by side");
      return;
    }
  triton->trees[0].has_mask = TRUE;
  write_nodes (triton, member);
  numel = g_strdup_printf ("%" G_GINT64_FORMAT, n);
  g_ptr_array_add (triton->members, (gpointer) triton->trees[0].numel);
  if (position == 0)
    {
      fl_triton_line (before, "    num_xblocks_0 = tl.cdiv(%s, XBLOCK)", numel);
      fl_triton_line (branches, "    if pid < num_xblocks_0:\n        pid_offset = pid");
    }
  else
    {
      fl_triton_line (before, "    num_xblocks_%u = num_xblocks_%u + tl.cdiv(%s, XBLOCK)", position, position - 1,
                      numel);
      fl_triton_line (branches, "    elif pid < num_xblocks_%u:\n        pid_offset = pid - num_xblocks_%u", position,
                      position - 1);
    }
  fl_triton_line (branches,
                  "        xnumel = %s\n        xoffset = pid_offset * XBLOCK\n"
                  "        xindex = xoffset + tl.arange(0, XBLOCK)[:]\n        xmask = xindex < xnumel",
                  numel);
  fl_triton_append_ranges (triton, branches, FALSE, 8);
  append_indented (branches, triton->text.body, 4);
}

static void
write_members (FlTriton *triton)
{
  const FlSchedNode *group = triton->kernel->node;
  g_autoptr (GString) before = g_string_new ("    pid = tl.program_id(0)\n    XBLOCK: tl.constexpr = 1024\n");
  g_autoptr (GString) branches = g_string_new (NULL);

  for (guint i = 0; i < group->n_members && !triton->why_not; i++)
    write_member (triton, group->members[i], i, before, branches);
  triton->n_trees = 0;
  g_string_append (branches, "    else:\n        pass\n");
  g_string_append_printf (triton->text.body, "%s%s", before->str, branches->str);
}

/* --- the kernel ------------------------------------------------------------------------------- */

static void
begin (FlTriton *triton)
{
  triton->symbols = triton->program->plan->schedule->lowered->symbols;
  triton->ranges = g_array_new (FALSE, TRUE, sizeof (FlTritonRange));
  triton->sizes = g_ptr_array_new ();
  triton->members = g_ptr_array_new ();
  triton->write_node = fl_triton_write_node;
  triton->stored = g_hash_table_new (NULL, NULL);
  triton->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  triton->lines = (FlTritonLines) { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL),
                                    g_string_new (NULL), g_string_new (NULL), g_string_new (NULL) };
  triton->text.body = g_string_new (NULL);
  triton->text.helpers = g_string_new (NULL);
}

static void
clear (FlTriton *triton)
{
  GString *texts[] = { triton->lines.begin, triton->lines.loads,        triton->lines.compute, triton->lines.stores,
                       triton->lines.after, triton->lines.after_stores, triton->text.body,     triton->text.helpers };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_free (texts[i], TRUE);
  g_array_unref (triton->ranges);
  g_ptr_array_unref (triton->sizes);
  g_ptr_array_unref (triton->members);
  g_hash_table_unref (triton->stored);
  g_hash_table_unref (triton->known);
}

static FlTritonKernel *
write_kernel (const FlPass *pass, const FlProgram *program, const FlKernel *kernel)
{
  FlTritonKernel *made = fl_arena_new (pass->arena, FlTritonKernel, 1);
  FlTriton triton = { .pass = pass, .program = program, .kernel = kernel };

  begin (&triton);
  if (kernel->node->kind == FL_SCHED_FOREACH)
    write_members (&triton);
  else if (make_trees (&triton, kernel->node))
    write_nodes (&triton, kernel->node);
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
  made->name = kernel->name;
  made->is_first = TRUE;
  made->why_no_source = triton.why_not;
  if (triton.why_not)
    made->source = NULL;
  clear (&triton);
  return made;
}

/* Rows and columns that Inductor reduces in one kernel are two kernels here, one behind the other: unless the first
 * would write over what the second reads. */
static FlTritonKernel *
write_both_orders (const FlPass *pass, const FlProgram *program, const FlKernel *kernel)
{
  const FlSchedNode *node = kernel->node;
  FlTritonKernel *made[2] = { NULL };

  for (guint i = 0; i < 2; i++)
    {
      FlKernel part = *kernel;

      part.node = node->members[i];
      part.name = fl_kernel_make_name (program->plan->schedule, part.node, 0);
      fl_kernel_find_args (pass, program->plan, &part);
      made[i] = write_kernel (pass, program, &part);
    }
  for (guint i = 0; i < kernel->n_args; i++)
    if (kernel->args[i].is_read && kernel->args[i].is_written)
      {
        made[0]->source = NULL;
        made[0]->why_no_source = "rows and columns that one kernel reduces in place";
        return made[0];
      }
  made[0]->next = made[1];
  return made[0];
}

FlTritonKernel *
fl_triton_kernel_new (const FlPass *pass, const FlProgram *program, guint kernel)
{
  const FlSchedNode *node = program->kernels[kernel].node;

  if (node->kind == FL_SCHED_MIX_ORDER && node->n_members == 2)
    return write_both_orders (pass, program, &program->kernels[kernel]);
  return write_kernel (pass, program, &program->kernels[kernel]);
}
