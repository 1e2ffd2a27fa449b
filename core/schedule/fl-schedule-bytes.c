/* Bytes that nodes access: those that their accesses reach, and TorchInductor's estimate (count_bytes: worst-case
 * inputs, the best kernel, whole buffers). */
#include "fl-access.h"
#include "fl-schedule-private.h"

/* More than any buffer holds: a group may touch all of a buffer. */
static const gint64 whole_buffer = 1000000000;

/* Sizes that no memory has come from graphs that are nonsense; bytes of all buffers of a graph still add up to a
 * number. */
static const gint64 most_elements = (gint64) 1 << 44;

/* Where the values of size symbols come from; lookup NULL: their hints. */
typedef struct
{
  FlSymLookup lookup;
  gpointer data;
} Sizes;

static gint64
get_value (const Sizes *sizes, const FlSym *sym)
{
  gint64 value;

  return sizes->lookup != NULL && fl_sym_evaluate (sym, sizes->lookup, sizes->data, &value) ? value
                                                                                            : fl_sched_get_hint (sym);
}

static gint64
get_buffer_bytes (const FlSchedule *schedule, const Sizes *sizes, const FlBuffer *buffer, gint64 n_accessed)
{
  const FlLayout *layout = &buffer->layout;
  gint64 total = 0;

  if (layout->kind == FL_LAYOUT_MULTI_OUTPUT)
    {
      const FlSchedBuffer *tuple = g_hash_table_lookup (schedule->by_name, buffer->name);

      for (guint i = 0; tuple != NULL && i < tuple->n_users; i++)
        if (tuple->users[i].node != NULL && tuple->users[i].node->op->kind == FL_BUFFER_MULTI_OUTPUT)
          total += get_buffer_bytes (schedule, sizes, tuple->users[i].node->op, n_accessed);
      return total;
    }
  if (layout->kind == FL_LAYOUT_NONE)
    {
      for (guint i = 0; i < buffer->n_mutates; i++)
        total += get_buffer_bytes (schedule, sizes, buffer->mutates[i], n_accessed);
      return total;
    }
  total = get_value (sizes, fl_layout_get_numel (layout, schedule->lowered->symbols));
  return CLAMP (MIN (total, n_accessed), 0, most_elements) * fl_dtype_get_size_bytes (layout->dtype);
}

/* Is a buffer that this group writes read outside of it? */
static gboolean
is_materialized (const FlSchedule *schedule, const FlSchedNode *node, const char *name)
{
  const FlSchedBuffer *buffer = g_hash_table_lookup (schedule->by_name, name);

  if (buffer == NULL)
    return TRUE;
  for (guint i = 0; i < buffer->n_users; i++)
    {
      gboolean is_inside = FALSE;

      for (guint k = 0; k < node->n_originals && !is_inside; k++)
        is_inside = node->originals[k] == buffer->users[i].node;
      if (!is_inside)
        return TRUE;
    }
  return FALSE;
}

static gint64
get_iterations (const Sizes *sizes, const FlSchedNode *node)
{
  return get_value (sizes, fl_sym_mul (node->numel, node->rnumel));
}

static void
count_set (const FlSchedule *schedule, const Sizes *sizes, const FlSchedNode *node, FlDepSet set, GHashTable *seen,
           GHashTable *n_deps, gint64 *bytes)
{
  gboolean is_group = fl_sched_node_is_group (node);

  for (guint i = 0; i < set.n; i++)
    {
      const char *name = set.deps[i].name;
      const FlBuffer *buffer;
      gint64 n_accessed = whole_buffer;

      if (!g_hash_table_add (seen, (gpointer) name))
        continue;
      buffer = fl_lowered_find_buffer (schedule->lowered, name);
      if (buffer == NULL
          || (is_group && fl_sched_node_has_buffer (node, name) && !is_materialized (schedule, node, name)))
        continue;
      if (node->kind == FL_SCHED_COMPUTE)
        n_accessed = get_iterations (sizes, node) * GPOINTER_TO_UINT (g_hash_table_lookup (n_deps, name));
      *bytes += get_buffer_bytes (schedule, sizes, buffer, n_accessed);
    }
}

/* --- what is reached -------------------------------------------------------------------------- */

/* Elements that one access reaches at most: a variable that the index does not have reads the same ones again, but
 * where a loaded number chooses, every iteration may choose another. */
static gint64
count_reached (const Sizes *sizes, const FlDep *dep)
{
  gboolean is_indirect = dep->kind == FL_DEP_MEMORY && fl_dep_is_indirect (dep);
  gint64 n = 1;

  if (dep->kind != FL_DEP_MEMORY)
    return G_MAXINT64;
  for (guint i = 0; i < dep->n_vars; i++)
    {
      gint64 size = get_value (sizes, dep->sizes[i]);

      if (!is_indirect && !fl_sym_contains (dep->index, dep->vars[i]))
        continue;
      if (size <= 0)
        return 0;
      if (__builtin_mul_overflow (n, size, &n))
        return G_MAXINT64;
    }
  return n;
}

/* All accesses of the set to that buffer, different ones added up. */
static gint64
count_all_reached (const Sizes *sizes, const FlSchedNode *node, FlDepSet set, const char *name)
{
  gint64 n = 0, chosen = 0;

  for (guint i = 0; i < set.n; i++)
    {
      const FlDep *dep = &set.deps[i];

      if (dep->name != name || dep->kind == FL_DEP_WEAK)
        continue;
      if (dep->kind == FL_DEP_MEMORY && fl_dep_is_indirect (dep))
        chosen = MAX (chosen, count_reached (sizes, dep));
      else if (__builtin_add_overflow (n, count_reached (sizes, dep), &n))
        return G_MAXINT64;
    }
  if (chosen > 0
      && (__builtin_mul_overflow (chosen, MAX (1, fl_sched_node_count_places (node, name)), &chosen)
          || __builtin_add_overflow (n, chosen, &n)))
    return G_MAXINT64;
  return n;
}

static void
count_moved (const FlSchedule *schedule, const Sizes *sizes, const FlSchedNode *node, FlDepSet set, GHashTable *seen,
             gint64 *bytes)
{
  for (guint i = 0; i < set.n; i++)
    {
      const char *name = set.deps[i].name;
      const FlBuffer *buffer;

      if (set.deps[i].kind == FL_DEP_WEAK || !g_hash_table_add (seen, (gpointer) name))
        continue;
      buffer = fl_lowered_find_buffer (schedule->lowered, name);
      if (buffer == NULL
          || (fl_sched_node_is_group (node) && fl_sched_node_has_buffer (node, name)
              && !is_materialized (schedule, node, name)))
        continue;
      *bytes += get_buffer_bytes (schedule, sizes, buffer, count_all_reached (sizes, node, set, name));
    }
}

void
fl_sched_node_count_traffic_at (const FlSchedule *schedule, const FlSchedNode *node, FlSymLookup lookup, gpointer data,
                                gint64 *read_bytes, gint64 *written_bytes)
{
  const Sizes sizes = { lookup, data };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  *read_bytes = *written_bytes = 0;
  if (node->kind == FL_SCHED_NOP || (node->kind == FL_SCHED_EXTERN && node->op->kind == FL_BUFFER_MULTI_OUTPUT))
    return;
  count_moved (schedule, &sizes, node, fl_sched_node_get_writes (node), seen, written_bytes);
  count_moved (schedule, &sizes, node, fl_sched_node_get_reads (node), seen, read_bytes);
}

void
fl_sched_node_count_traffic (const FlSchedule *schedule, const FlSchedNode *node, gint64 *read_bytes,
                             gint64 *written_bytes)
{
  fl_sched_node_count_traffic_at (schedule, node, NULL, NULL, read_bytes, written_bytes);
}

gint64
fl_schedule_count_traffic (const FlSchedule *schedule)
{
  gint64 total = 0;

  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      gint64 read_bytes, written_bytes;

      fl_sched_node_count_traffic (schedule, schedule->nodes[i], &read_bytes, &written_bytes);
      total += read_bytes + written_bytes;
    }
  return total;
}

gint64
fl_sched_node_count_read (const FlSchedule *schedule, const FlSchedNode *node, const char *name)
{
  const Sizes sizes = { NULL, NULL };
  const FlBuffer *buffer = fl_lowered_find_buffer (schedule->lowered, name);

  return buffer == NULL ? 0
                        : get_buffer_bytes (schedule, &sizes, buffer,
                                            count_all_reached (&sizes, node, fl_sched_node_get_reads (node), name));
}

/* --- TorchInductor's estimate ----------------------------------------------------------------- */

void
fl_sched_node_count_bytes (const FlSchedule *schedule, const FlSchedNode *node, gint64 *read_bytes,
                           gint64 *written_bytes)
{
  const Sizes sizes = { NULL, NULL };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) n_deps = g_hash_table_new (NULL, NULL);
  FlDepSet sets[2] = { fl_sched_node_get_writes (node), fl_sched_node_get_reads (node) };

  *read_bytes = *written_bytes = 0;
  if (node->kind == FL_SCHED_NOP || (node->kind == FL_SCHED_EXTERN && node->op->kind == FL_BUFFER_MULTI_OUTPUT))
    return;
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < sets[s].n; i++)
      {
        gpointer key = (gpointer) sets[s].deps[i].name;

        g_hash_table_insert (n_deps, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (n_deps, key)) + 1));
      }
  count_set (schedule, &sizes, node, sets[0], seen, n_deps, written_bytes);
  count_set (schedule, &sizes, node, sets[1], seen, n_deps, read_bytes);
}

gint64
fl_schedule_count_bytes (const FlSchedule *schedule)
{
  gint64 total = 0;

  for (guint i = 0; i < schedule->n_nodes; i++)
    {
      gint64 read_bytes, written_bytes;

      fl_sched_node_count_bytes (schedule, schedule->nodes[i], &read_bytes, &written_bytes);
      total += read_bytes + written_bytes;
    }
  return total;
}
