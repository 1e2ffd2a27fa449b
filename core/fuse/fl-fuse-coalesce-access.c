/* The accesses of several nodes over loops that are common to all.
 * Source: torch/_inductor/tiling_utils.py (extract_normalized_read_writes, apply_var_mapping). */
#include "fl-fuse-coalesce.h"

typedef struct
{
  const FlSchedNode *node;
  const FlCommonLoops *loops;
  const FlSym *values[FL_MAX_COALESCED_LOOPS]; /* of the body's loops, over the common ones */
  GHashTable *reads, *writes;                  /* names that count */
  GArray *accesses;                            /* FlCommonAccess, of this node */
} Collector;

/* What body loop i is over the common loops: its pieces, outermost first. */
static void
map_loops (FlSymTable *symbols, GArray *pieces, const FlCommonLoops *loops, const FlSym **values, guint n)
{
  for (guint i = 0; i < n; i++)
    values[i] = fl_sym_int (symbols, 0);
  for (guint k = 0; k < pieces->len; k++)
    {
      const FlSplitPiece *piece = &g_array_index (pieces, FlSplitPiece, k);
      const FlSym *part = loops->vars[piece->group];

      for (guint j = k + 1; j < pieces->len; j++)
        if (g_array_index (pieces, FlSplitPiece, j).group == piece->group)
          part = fl_sym_mul (part, g_array_index (pieces, FlSplitPiece, j).size);
      if (piece->loop < n)
        values[piece->loop] = fl_sym_add (fl_sym_mul (values[piece->loop], piece->size), part);
    }
}

static void
free_access (gpointer data)
{
  g_ptr_array_unref (((FlCommonAccess *) data)->names);
}

static GArray *
new_accesses (void)
{
  GArray *accesses = g_array_new (FALSE, FALSE, sizeof (FlCommonAccess));

  g_array_set_clear_func (accesses, free_access);
  return accesses;
}

static void
add_access (GArray *accesses, const FlSym *index, gboolean is_read, const char *name)
{
  FlCommonAccess *found = NULL;

  for (guint i = 0; i < accesses->len && found == NULL; i++)
    if (g_array_index (accesses, FlCommonAccess, i).index == index
        && g_array_index (accesses, FlCommonAccess, i).is_read == is_read)
      found = &g_array_index (accesses, FlCommonAccess, i);
  if (found == NULL)
    {
      FlCommonAccess access = { index, g_ptr_array_new (), is_read };

      g_array_append_val (accesses, access);
      found = &g_array_index (accesses, FlCommonAccess, accesses->len - 1);
    }
  if (!g_ptr_array_find (found->names, name, NULL))
    g_ptr_array_add (found->names, (gpointer) name);
}

static void
collect (const FlBodyOp *op, gpointer data)
{
  Collector *collector = data;
  const FlLoopBody *body = collector->node->body;
  const FlCommonLoops *loops = collector->loops;
  gboolean is_read = op->op == FL_SCALAR_LOAD;
  const FlSym *index;

  if ((!is_read && op->op != FL_SCALAR_STORE && op->op != FL_SCALAR_STORE_REDUCTION)
      || !g_hash_table_contains (is_read ? collector->reads : collector->writes, op->buffer))
    return;
  index = fl_sym_substitute (fl_sym_drop_identities (body->indices[op->index]), body->vars, collector->values,
                             body->n_vars);
  add_access (collector->accesses, fl_sym_simplify_as_inductor (index, loops->vars, loops->sizes, loops->n), is_read,
              op->buffer);
}

static gboolean
collect_node (FlFusion *fusion, const FlSym *numel, const FlSym *rnumel, Collector *collector)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (FlSplitPiece));

  if (!fl_common_loops_divide (collector->loops, collector->node, numel, rnumel, pieces))
    return FALSE;
  map_loops (fusion->context.symbols, pieces, collector->loops, collector->values, collector->node->body->n_vars);
  fl_loop_body_visit (collector->node->body, collect, collector);
  return TRUE;
}

/* Written here, and read nowhere else. */
static gboolean
stays_inside (FlFusion *fusion, const FlSchedBuffer *buffer, FlSchedNode *const *nodes, guint n_nodes)
{
  const char *name = buffer->buffer->name;

  if (g_hash_table_contains (fusion->context.renames, name) || g_hash_table_contains (fusion->context.real_names, name))
    return FALSE;
  for (guint i = 0; i < buffer->n_users; i++)
    {
      gboolean is_inside = buffer->users[i].is_weak;

      for (guint k = 0; k < n_nodes && !is_inside; k++)
        is_inside = buffer->users[i].node == nodes[k];
      if (!is_inside)
        return FALSE;
    }
  return TRUE;
}

static void
find_names (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, GHashTable *reads, GHashTable *writes)
{
  for (guint i = 0; i < n_nodes; i++)
    for (guint k = 0; k < nodes[i]->n_reads; k++)
      g_hash_table_add (reads, (gpointer) nodes[i]->reads[k].name);
  for (guint i = 0; i < n_nodes; i++)
    for (guint k = 0; k < nodes[i]->n_outputs; k++)
      {
        const FlSchedBuffer *buffer = nodes[i]->outputs[k];

        if (stays_inside (fusion, buffer, nodes, n_nodes))
          g_hash_table_remove (reads, buffer->buffer->name);
        else
          g_hash_table_add (writes, (gpointer) buffer->buffer->name);
      }
}

GArray *
fl_common_accesses_new (FlFusion *fusion, FlSchedNode *const *nodes, guint n_nodes, const FlSym *numel,
                        const FlSym *rnumel, FlCommonLoops *loops)
{
  g_autoptr (GHashTable) reads = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) writes = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) accesses = new_accesses ();

  if (!fl_common_loops_find (nodes, n_nodes, numel, rnumel, loops))
    return NULL;
  find_names (fusion, nodes, n_nodes, reads, writes);
  for (guint i = 0; i < n_nodes; i++)
    {
      Collector collector
          = { .node = nodes[i], .loops = loops, .reads = reads, .writes = writes, .accesses = accesses };

      if (!collect_node (fusion, numel, rnumel, &collector))
        return NULL;
    }
  return g_steal_pointer (&accesses);
}
