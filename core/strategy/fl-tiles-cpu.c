/* Dominance, tiles and index maps of a set that is to be stitched on a CPU. */
#include "fl-tiles-cpu.h"

#include <string.h>

enum
{
  NO_INDEX = -1,
  MAX_DIMS = 16
};

/* Which axis of the dominant drives each axis of a value; NO_INDEX: the whole axis in every round.
 */
typedef struct
{
  gboolean is_set;
  gint8 index[MAX_DIMS];
} Map;

typedef struct
{
  const FlOpSet *set;
  FlCpuStitch *stitch;
  GArray *values;     /* guint32: inputs and members, ascending */
  GHashTable *places; /* id -> position + 1 in values */
  guint32 *whole;     /* by position: axes that lie wholly inside one round */
  Map *maps;          /* by position */
  gboolean *is_sub_root, *is_result;
} Walk;

static gboolean
fail (Walk *walk, guint32 node, const char *reason)
{
  walk->stitch->reason = reason;
  walk->stitch->culprit = node;
  return FALSE;
}

static const FlOpNode *
get (const Walk *walk, guint32 id)
{
  return &walk->set->graph->nodes[id];
}

/* G_MAXUINT32: a constant, which has no tile. */
static guint32
find (const Walk *walk, guint32 id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (walk->places, GUINT_TO_POINTER (id))) - 1;
}

/* Axis k of one that is not 1 is the next such axis of the other; FALSE: not the same sizes but for
 * ones. */
static gboolean
pair_axes (const FlOpNode *a, const FlOpNode *b, gint8 *to)
{
  guint at = 0;

  for (guint i = 0; i < a->n_dims; i++)
    {
      to[i] = NO_INDEX;
      if (fl_sym_is_int_value (a->sizes[i], 1))
        continue;
      while (at < b->n_dims && fl_sym_is_int_value (b->sizes[at], 1))
        at++;
      if (at == b->n_dims || !fl_sym_known_equal (a->sizes[i], b->sizes[at]))
        return FALSE;
      to[i] = (gint8) at++;
    }
  while (at < b->n_dims && fl_sym_is_int_value (b->sizes[at], 1))
    at++;
  return at == b->n_dims;
}

gboolean
fl_cpu_stitch_is_supported (const FlOpGraph *graph, const FlOpNode *node)
{
  gint8 axes[MAX_DIMS];

  if (node->n_dims > MAX_DIMS)
    return FALSE;
  switch (node->kind)
    {
    case FL_OP_POINTWISE:
    case FL_OP_BROADCAST: return TRUE;
    case FL_OP_REDUCE:
      return fl_op_get_reduce_shape (graph, node) == FL_REDUCE_ROW && graph->nodes[node->inputs[0]].n_dims <= MAX_DIMS;
    case FL_OP_RESHAPE:
      return node->n_dims > 0 && graph->nodes[node->inputs[0]].n_dims > 0
             && graph->nodes[node->inputs[0]].n_dims <= MAX_DIMS
             && pair_axes (node, &graph->nodes[node->inputs[0]], axes);
    default: return FALSE;
    }
}

/* Axis of the argument -> axis of the result, or the other way round; NO_INDEX: none. */
static void
get_axes (const Walk *walk, const FlOpNode *node, gboolean is_forward, gint8 *to)
{
  const FlOpNode *argument = get (walk, node->inputs[0]);
  guint kept = 0;

  memset (to, NO_INDEX, MAX_DIMS);
  switch (node->kind)
    {
    case FL_OP_BROADCAST:
      for (guint k = 0; k < argument->n_dims; k++)
        if (is_forward)
          to[k] = (gint8) node->dims[k];
        else
          to[node->dims[k]] = (gint8) k;
      return;
    case FL_OP_REDUCE:
      for (guint k = 0; k < argument->n_dims; k++)
        if (!((node->axes >> k) & 1))
          {
            to[is_forward ? k : kept] = (gint8) (is_forward ? kept : k);
            kept++;
          }
      return;
    case FL_OP_RESHAPE: pair_axes (is_forward ? argument : node, is_forward ? node : argument, to); return;
    default:
      for (guint k = 0; k < node->n_dims; k++)
        to[k] = (gint8) k;
    }
}

/* --- tiles ------------------------------------------------------------------------------------- */

static guint32
move_axes (guint32 axes, const gint8 *to)
{
  guint32 moved = 0;

  for (guint k = 0; k < MAX_DIMS; k++)
    if (((axes >> k) & 1) && to[k] != NO_INDEX)
      moved |= (guint32) 1 << to[k];
  return moved;
}

/* Whole axes go both ways through every op until nothing changes; a reduction makes its own whole.
 */
static gboolean
exchange (Walk *walk, guint32 id)
{
  const FlOpNode *node = get (walk, id);
  guint32 own = find (walk, id);
  gboolean has_changed = FALSE;
  gint8 to[MAX_DIMS];

  for (guint i = 0; i < node->n_inputs; i++)
    {
      guint32 input = find (walk, node->inputs[i]), before, after;

      if (input == G_MAXUINT32)
        continue;
      before = walk->whole[input];
      after = walk->whole[own];
      walk->whole[input] |= node->kind == FL_OP_REDUCE ? node->axes : 0;
      get_axes (walk, node, FALSE, to);
      walk->whole[input] |= move_axes (walk->whole[own], to);
      get_axes (walk, node, TRUE, to);
      walk->whole[own] |= move_axes (walk->whole[input], to);
      has_changed |= before != walk->whole[input] || after != walk->whole[own];
    }
  return has_changed;
}

static void
find_tiles (Walk *walk)
{
  const GArray *members = walk->set->members;
  gboolean has_changed = TRUE;

  while (has_changed)
    {
      has_changed = FALSE;
      for (guint i = 0; i < members->len; i++)
        has_changed |= exchange (walk, g_array_index (members, guint32, i));
      for (guint i = members->len; i-- > 0;)
        has_changed |= exchange (walk, g_array_index (members, guint32, i));
    }
}

/* --- the dominant ------------------------------------------------------------------------------ */

/* Marks all values that `from` is at least as large as: elementwise and reshape both ways, a
 * reduction's argument its result, a broadcast's result its argument. */
static void
mark_below (const Walk *walk, guint32 from, FlBits *below)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  fl_bits_add (below, find (walk, from));
  g_array_append_val (stack, from);
  while (stack->len > 0)
    {
      const FlOpNode *node = get (walk, g_array_index (stack, guint32, stack->len - 1));

      g_array_set_size (stack, stack->len - 1);
      for (guint i = 0; fl_op_set_has (walk->set, node->id) && node->kind != FL_OP_REDUCE && i < node->n_inputs; i++)
        if (find (walk, node->inputs[i]) != G_MAXUINT32 && !fl_bits_has (below, find (walk, node->inputs[i])))
          {
            fl_bits_add (below, find (walk, node->inputs[i]));
            g_array_append_val (stack, node->inputs[i]);
          }
      for (guint i = 0; i < node->n_users; i++)
        if (fl_op_set_has (walk->set, node->users[i]) && get (walk, node->users[i])->kind != FL_OP_BROADCAST
            && !fl_bits_has (below, find (walk, node->users[i])))
          {
            fl_bits_add (below, find (walk, node->users[i]));
            g_array_append_val (stack, node->users[i]);
          }
    }
}

static gboolean
covers_results (const Walk *walk, const FlBits *below)
{
  for (guint i = 0; i < walk->set->results->len; i++)
    if (!fl_bits_has (below, find (walk, g_array_index (walk->set->results, guint32, i))))
      return FALSE;
  return TRUE;
}

/* Smaller than the dominant so far, and still not below any result. */
static gboolean
find_dominant (Walk *walk)
{
  g_autofree FlBits *tried = fl_bits_new (walk->values->len), *best = NULL;

  for (guint i = 0; i < walk->values->len; i++)
    {
      g_autofree FlBits *below = NULL;
      guint32 id = g_array_index (walk->values, guint32, i);

      if (fl_bits_has (tried, i) || (best != NULL && !fl_bits_has (best, i)))
        continue;
      below = fl_bits_new (walk->values->len);
      mark_below (walk, id, below);
      if (covers_results (walk, below))
        {
          walk->stitch->dominant = id;
          g_free (best);
          best = g_steal_pointer (&below);
        }
      else
        for (guint w = 0; w < fl_bits_n_words (walk->values->len); w++)
          tried[w] |= below[w];
    }
  if (best == NULL)
    return fail (walk, g_array_index (walk->set->results, guint32, 0),
                 "no value is at least as large as every result by the ops between them");
  return TRUE;
}

/* --- index maps -------------------------------------------------------------------------------- */

static Map
move_map (const Map *map, const gint8 *to, guint n_dims)
{
  Map moved = { TRUE };

  memset (moved.index, NO_INDEX, sizeof moved.index);
  for (guint k = 0; k < n_dims; k++)
    if (to[k] != NO_INDEX)
      moved.index[to[k]] = map->index[k];
  return moved;
}

/* One op, from one of its values that has a map to those that have none. */
static gboolean
push_through (Walk *walk, guint32 id)
{
  const FlOpNode *node = get (walk, id);
  Map *own = &walk->maps[find (walk, id)];
  gboolean has_changed = FALSE;
  gint8 to[MAX_DIMS];

  for (guint i = 0; i < node->n_inputs; i++)
    {
      guint32 input = find (walk, node->inputs[i]);
      Map *map;

      if (input == G_MAXUINT32)
        continue;
      map = &walk->maps[input];
      if (map->is_set && !own->is_set && node->kind != FL_OP_BROADCAST)
        {
          get_axes (walk, node, TRUE, to);
          *own = move_map (map, to, get (walk, node->inputs[i])->n_dims);
          has_changed = TRUE;
        }
      else if (own->is_set && !map->is_set && node->kind != FL_OP_REDUCE)
        {
          get_axes (walk, node, FALSE, to);
          *map = move_map (own, to, node->n_dims);
          has_changed = TRUE;
        }
    }
  return has_changed;
}

static gboolean
push_maps (Walk *walk)
{
  const FlOpNode *dominant = get (walk, walk->stitch->dominant);
  Map *map = &walk->maps[find (walk, dominant->id)];
  gboolean has_changed = TRUE;

  map->is_set = TRUE;
  memset (map->index, NO_INDEX, sizeof map->index);
  for (guint k = 0; k < dominant->n_dims; k++)
    if (!((walk->whole[find (walk, dominant->id)] >> k) & 1))
      {
        map->index[k] = (gint8) k;
        walk->stitch->parallel |= (guint32) 1 << k;
      }
  if (walk->stitch->parallel == 0)
    return fail (walk, dominant->id, "no axis is left to run in parallel");
  while (has_changed)
    {
      has_changed = FALSE;
      for (guint i = 0; i < walk->set->members->len; i++)
        has_changed |= push_through (walk, g_array_index (walk->set->members, guint32, i));
      for (guint i = walk->set->members->len; i-- > 0;)
        has_changed |= push_through (walk, g_array_index (walk->set->members, guint32, i));
    }
  return TRUE;
}

/* Values that are computed once a round and kept; the others are computed in their readers' loops.
 */
static void
find_sub_roots (Walk *walk)
{
  for (guint i = 0; i < walk->set->members->len; i++)
    {
      guint32 id = g_array_index (walk->set->members, guint32, i);
      const FlOpNode *node = get (walk, id);
      gboolean is_sub_root = walk->is_result[find (walk, id)] || node->kind == FL_OP_REDUCE
                             || g_strcmp0 (node->fn, "exp") == 0 || g_strcmp0 (node->fn, "sqrt") == 0
                             || g_strcmp0 (node->fn, "rsqrt") == 0;

      for (guint k = 0; k < node->n_users && !is_sub_root; k++)
        if (fl_op_set_has (walk->set, node->users[k]))
          is_sub_root = get (walk, node->users[k])->kind == FL_OP_REDUCE
                        || (get (walk, node->users[k])->kind == FL_OP_BROADCAST && walk->whole[find (walk, id)] == 0);
      walk->is_sub_root[find (walk, id)] = is_sub_root;
      walk->stitch->n_sub_roots += is_sub_root;
    }
}

/* From the results to what they are made of. Members are in topological order, so every reader of a
 * value has its map before the value's own op is met; readers that want a kept value by different
 * indices cannot share it. */
static gboolean
pull_maps (Walk *walk)
{
  g_autofree Map *maps = g_new0 (Map, walk->values->len + 1);
  g_autofree gboolean *is_apart = g_new0 (gboolean, walk->values->len + 1);

  for (guint i = 0; i < walk->set->results->len; i++)
    {
      guint32 own = find (walk, g_array_index (walk->set->results, guint32, i));

      maps[own] = walk->maps[own];
    }
  for (guint i = walk->set->members->len; i-- > 0;)
    {
      guint32 id = g_array_index (walk->set->members, guint32, i), own = find (walk, id);
      const FlOpNode *node = get (walk, id);
      gint8 to[MAX_DIMS];

      if (is_apart[own] && walk->is_sub_root[own])
        return fail (walk, id, "a kept value that its readers need by different indices");
      for (guint k = 0; k < node->n_inputs && maps[own].is_set; k++)
        {
          guint32 input = find (walk, node->inputs[k]);
          Map map;

          if (input == G_MAXUINT32)
            continue;
          get_axes (walk, node, FALSE, to);
          map = move_map (&maps[own], to, node->n_dims);
          is_apart[input] |= is_apart[own] || (maps[input].is_set && memcmp (&maps[input], &map, sizeof map) != 0);
          if (!maps[input].is_set)
            maps[input] = map;
        }
    }
  return TRUE;
}

/* --- all of it --------------------------------------------------------------------------------- */

static gboolean
collect_values (Walk *walk)
{
  g_array_append_vals (walk->values, walk->set->inputs->data, walk->set->inputs->len);
  g_array_append_vals (walk->values, walk->set->members->data, walk->set->members->len);
  for (guint i = 0; i < walk->values->len; i++)
    g_hash_table_insert (walk->places, GUINT_TO_POINTER (g_array_index (walk->values, guint32, i)),
                         GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < walk->set->members->len; i++)
    if (!fl_cpu_stitch_is_supported (walk->set->graph, get (walk, g_array_index (walk->set->members, guint32, i))))
      return fail (walk, g_array_index (walk->set->members, guint32, i),
                   "an operation that CPU stitching does not take");
  if (walk->set->results->len == 0)
    return fail (walk, G_MAXUINT32, "nothing is stored");
  walk->whole = g_new0 (guint32, walk->values->len + 1);
  walk->maps = g_new0 (Map, walk->values->len + 1);
  walk->is_sub_root = g_new0 (gboolean, walk->values->len + 1);
  walk->is_result = g_new0 (gboolean, walk->values->len + 1);
  for (guint i = 0; i < walk->set->results->len; i++)
    walk->is_result[find (walk, g_array_index (walk->set->results, guint32, i))] = TRUE;
  return TRUE;
}

static void
copy_tiles (const Walk *walk, FlCpuTile *tiles)
{
  for (guint i = 0; tiles != NULL && i < walk->set->members->len; i++)
    {
      const guint32 own = find (walk, g_array_index (walk->set->members, guint32, i));

      tiles[i] = (FlCpuTile) { walk->whole[own], walk->is_sub_root[own], walk->is_result[own] };
    }
}

void
fl_cpu_stitch_analyse (const FlOpSet *set, FlCpuStitch *stitch)
{
  fl_cpu_stitch_analyse_tiles (set, stitch, NULL);
}

void
fl_cpu_stitch_analyse_tiles (const FlOpSet *set, FlCpuStitch *stitch, FlCpuTile *tiles)
{
  Walk walk = { set, stitch };

  memset (stitch, 0, sizeof *stitch);
  stitch->culprit = stitch->dominant = G_MAXUINT32;
  walk.values = g_array_new (FALSE, FALSE, sizeof (guint32));
  walk.places = g_hash_table_new (NULL, NULL);
  if (collect_values (&walk) && find_dominant (&walk))
    {
      find_tiles (&walk);
      if (push_maps (&walk))
        {
          find_sub_roots (&walk);
          if (pull_maps (&walk))
            copy_tiles (&walk, tiles);
        }
    }
  g_array_unref (walk.values);
  g_hash_table_unref (walk.places);
  g_free (walk.whole);
  g_free (walk.maps);
  g_free (walk.is_sub_root);
  g_free (walk.is_result);
}
