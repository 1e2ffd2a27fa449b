/* Tile propagation through a set of ops that is to be stitched. */
#include "fl-tiles.h"

enum
{
  UNKNOWN = G_MAXUINT32,
  CACHE_BYTES = 8192 /* shared memory for values kept between loops */
};

typedef struct
{
  const FlOpSet *set;
  FlStitch *stitch;
  FlBits *results;
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

static guint32
axes_from (guint first, guint n_dims)
{
  guint32 below_n = n_dims >= 32 ? G_MAXUINT32 : ((guint32) 1 << n_dims) - 1;

  return below_n & ~(((guint32) 1 << first) - 1);
}

/* Sub-roots: every row reduction; all over rows of one size. */
static gboolean
find_sub_roots (Walk *walk)
{
  const FlOpNode *first = NULL;

  for (guint i = 0; i < walk->set->members->len; i++)
    {
      guint32 id = g_array_index (walk->set->members, guint32, i);
      const FlOpNode *node = get (walk, id), *argument;

      if (fl_op_get_reduce_shape (walk->set->graph, node) != FL_REDUCE_ROW)
        continue;
      argument = get (walk, node->inputs[0]);
      if (first == NULL)
        {
          walk->stitch->n_rows = node->numel;
          walk->stitch->n_columns
              = fl_op_graph_product (walk->set->graph, argument, node->n_dims, argument->n_dims - node->n_dims);
          first = argument;
        }
      else if (!fl_sym_known_equal (node->numel, walk->stitch->n_rows)
               || !fl_sym_known_equal (argument->numel, first->numel))
        return fail (walk, id, "row reductions over rows of different size");
      fl_bits_add (walk->stitch->sub_roots, id);
      walk->stitch->tiles[id] = 0;
      walk->stitch->n_sub_roots++;
      walk->stitch->dominant = id;
    }
  return TRUE;
}

/* A result is regular when its first axes together count the rows; the others are inside a row's task. */
static gboolean
tile_result (Walk *walk, guint32 id)
{
  const FlOpNode *node = get (walk, id);

  for (guint k = 0; k <= node->n_dims; k++)
    if (fl_sym_known_equal (fl_op_graph_product (walk->set->graph, node, 0, k), walk->stitch->n_rows))
      {
        walk->stitch->tiles[id] = axes_from (k, node->n_dims);
        return TRUE;
      }
  if (!fl_op_set_uses (walk->set, id))
    return fail (walk, id, "a result whose leading axes do not count the rows");
  fl_bits_add (walk->stitch->irregular, id);
  return TRUE;
}

/* `covers`: every element of the value is touched. */
static gboolean
set_tile (Walk *walk, guint32 id, guint32 tile, gboolean covers)
{
  guint32 known = walk->stitch->tiles[id];

  if (get (walk, id)->kind == FL_OP_CONSTANT)
    return TRUE;
  if (fl_bits_has (walk->results, id) && !covers)
    return fail (walk, id, "a result of which a slice or gather reads only a part");
  if (known != UNKNOWN && known != tile)
    return fail (walk, id, "a value needed in two different tiles");
  walk->stitch->tiles[id] = tile;
  if (!covers)
    fl_bits_add (walk->stitch->partial, id);
  return TRUE;
}

/* Axis `axis` of the result is axis k of the argument? A broadcast's argument, by its dims. */
static guint32
tile_through_broadcast (const FlOpNode *node, guint n_argument_dims, guint32 tile)
{
  guint32 inner = 0;

  for (guint k = 0; k < n_argument_dims; k++)
    if ((tile >> node->dims[k]) & 1)
      inner |= (guint32) 1 << k;
  return inner;
}

/* Cuts the result's axes into runs that are all inside or all outside the tile; each must be a run of the argument's
 * axes by its product. Axes of size 1 belong to any run. */
static gboolean
tile_through_reshape (const FlOpGraph *graph, const FlOpNode *node, const FlOpNode *argument, guint32 tile,
                      guint32 *inner)
{
  guint at = 0;

  *inner = 0;
  for (guint i = 0; i < node->n_dims;)
    {
      const FlSym *run = fl_sym_int (graph->symbols, 1), *taken = run;
      gboolean is_tiled, has_axis = FALSE;
      guint first = at;

      while (i < node->n_dims && fl_sym_is_int_value (node->sizes[i], 1))
        i++;
      if (i == node->n_dims)
        break;
      is_tiled = (tile >> i) & 1;
      for (; i < node->n_dims && (fl_sym_is_int_value (node->sizes[i], 1) || (gboolean) ((tile >> i) & 1) == is_tiled);
           i++)
        {
          run = fl_sym_mul (run, node->sizes[i]);
          has_axis = TRUE;
        }
      while (at < argument->n_dims && !(has_axis && at > first && fl_sym_known_equal (taken, run)))
        taken = fl_sym_mul (taken, argument->sizes[at++]);
      if (!fl_sym_known_equal (taken, run))
        return FALSE;
      if (is_tiled)
        *inner |= axes_from (first, at);
    }
  return TRUE;
}

/* Rows of a table, chosen by an index: the index's axes come first, then the table's but its first. A row is inside the
 * tile when all axes of the index are. */
static gboolean
push_through_embedding (Walk *walk, const FlOpNode *node, guint32 tile, gboolean covers)
{
  const FlOpNode *table = get (walk, node->inputs[0]), *index = get (walk, node->inputs[1]);
  const guint32 batch = axes_from (0, index->n_dims);
  guint32 inner = (tile >> index->n_dims) << 1;

  if ((tile & batch) != 0 && (tile & batch) != batch)
    return fail (walk, node->id, "a gather whose index lies half inside the tile");
  if (index->n_dims > 0 && (tile & batch) == batch)
    inner |= 1;
  return set_tile (walk, table->id, inner, FALSE) && set_tile (walk, index->id, tile & batch, covers);
}

/* One step: from a value's tile to those of its arguments. */
static gboolean
push_back (Walk *walk, guint32 id)
{
  const FlOpNode *node = get (walk, id);
  guint32 tile = walk->stitch->tiles[id], inner = 0;
  gboolean covers = !fl_bits_has (walk->stitch->partial, id);

  switch (node->kind)
    {
    case FL_OP_POINTWISE:
    case FL_OP_CONCAT:
      for (guint i = 0; i < node->n_inputs; i++)
        if (!set_tile (walk, node->inputs[i], tile, covers))
          return FALSE;
      return TRUE;
    case FL_OP_BROADCAST:
      return set_tile (walk, node->inputs[0], tile_through_broadcast (node, get (walk, node->inputs[0])->n_dims, tile),
                       covers);
    case FL_OP_TRANSPOSE:
      for (guint i = 0; i < node->n_dims; i++)
        if ((tile >> i) & 1)
          inner |= (guint32) 1 << node->dims[i];
      return set_tile (walk, node->inputs[0], inner, covers);
    case FL_OP_RESHAPE:
      if (!tile_through_reshape (walk->set->graph, node, get (walk, node->inputs[0]), tile, &inner))
        return fail (walk, id, "a reshape across the border of the tile");
      return set_tile (walk, node->inputs[0], inner, covers);
    case FL_OP_GATHER:
      if (node->fn == NULL || !g_str_equal (node->fn, "embedding") || node->n_inputs < 2)
        return fail (walk, id, "an operation that tiles cannot be followed through");
      return push_through_embedding (walk, node, tile, covers);
    case FL_OP_SLICE: return set_tile (walk, node->inputs[0], tile, FALSE);
    default: return fail (walk, id, "an operation that tiles cannot be followed through");
    }
}

/* From every skeleton (the argument of a sub-root; every result that only readers outside use) towards the inputs.
 * Members are in topological order, so one walk from the end meets every reader before what it reads. */
static gboolean
propagate (Walk *walk)
{
  const GArray *members = walk->set->members;

  for (guint i = members->len; i-- > 0;)
    {
      guint32 id = g_array_index (members, guint32, i);
      const FlOpNode *node = get (walk, id);
      gboolean is_sub_root = fl_bits_has (walk->stitch->sub_roots, id);

      walk->stitch->n_skeletons += is_sub_root || (fl_bits_has (walk->results, id) && !fl_op_set_uses (walk->set, id));
      if (is_sub_root ? !set_tile (walk, node->inputs[0], node->axes, TRUE)
                      : walk->stitch->tiles[id] != UNKNOWN && !push_back (walk, id))
        return FALSE;
    }
  return TRUE;
}

/* --- what is loaded again --------------------------------------------------------------------- */

/* Shared memory is laid out when the kernel is written: only what has a known number of elements in a row fits. */
static gboolean
can_cache (Walk *walk, const FlOpNode *node)
{
  const FlSym *extent = fl_sym_int (walk->set->graph->symbols, 1);
  guint32 tile = walk->stitch->tiles[node->id];
  gint64 n, bytes;

  if (node->kind == FL_OP_CONSTANT || tile == 0)
    return FALSE;
  for (guint k = 0; k < node->n_dims; k++)
    if ((tile >> k) & 1)
      extent = fl_sym_mul (extent, node->sizes[k]);
  if (!fl_sym_is_int (extent, &n) || n >= CACHE_BYTES)
    return FALSE;
  bytes = n * (gint64) fl_dtype_get_size_bytes (node->dtype);
  if (walk->stitch->cached_bytes + bytes >= CACHE_BYTES)
    return FALSE;
  walk->stitch->cached_bytes += bytes;
  return TRUE;
}

/* What the loop of one skeleton loads from outside. Values that an earlier loop computed are kept for this one when
 * they fit in what shared memory is left, else they are computed again. */
static void
evaluate (Walk *walk, guint32 skeleton, FlBits *earlier, FlBits *cached)
{
  g_autofree FlBits *wanted = fl_bits_new (walk->set->graph->n_nodes);

  fl_bits_add (wanted, skeleton);
  for (guint32 id = skeleton + 1; id-- > 0;)
    {
      const FlOpNode *node = get (walk, id);

      if (!fl_bits_has (wanted, id))
        continue;
      if (!fl_op_set_has (walk->set, id))
        {
          walk->stitch->bytes_issued += fl_op_set_count_read (walk->set, id);
          continue;
        }
      if (id != skeleton && (fl_bits_has (walk->stitch->sub_roots, id) || fl_bits_has (cached, id)))
        continue;
      if (id != skeleton && fl_bits_has (earlier, id) && can_cache (walk, node))
        {
          fl_bits_add (cached, id);
          continue;
        }
      fl_bits_add (earlier, id);
      for (guint i = 0; i < node->n_inputs; i++)
        fl_bits_add (wanted, node->inputs[i]);
    }
}

static void
count_issued (Walk *walk)
{
  guint n = walk->set->graph->n_nodes;
  g_autofree FlBits *earlier = fl_bits_new (n);

  walk->stitch->cached = fl_bits_new (n);
  for (guint i = 0; i < walk->set->members->len; i++)
    {
      guint32 id = g_array_index (walk->set->members, guint32, i);

      if (fl_bits_has (walk->stitch->sub_roots, id)
          || (fl_bits_has (walk->results, id) && !fl_op_set_uses (walk->set, id)))
        evaluate (walk, id, earlier, walk->stitch->cached);
    }
}

static void
analyse (const FlOpSet *set, const FlSym *n_rows, FlStitch *stitch)
{
  guint n_nodes = set->graph->n_nodes;
  Walk walk = { set, stitch, fl_bits_new (n_nodes) };
  gboolean is_fine;

  memset (stitch, 0, sizeof *stitch);
  stitch->culprit = stitch->dominant = G_MAXUINT32;
  stitch->tiles = g_new (guint32, set->graph->n_nodes + 1);
  memset (stitch->tiles, 0xff, set->graph->n_nodes * sizeof *stitch->tiles);
  stitch->irregular = fl_bits_new (set->graph->n_nodes);
  stitch->partial = fl_bits_new (set->graph->n_nodes);
  stitch->sub_roots = fl_bits_new (set->graph->n_nodes);
  is_fine = find_sub_roots (&walk);
  if (is_fine && stitch->n_sub_roots == 0 && n_rows == NULL)
    is_fine = fail (&walk, G_MAXUINT32, "no row reduction inside");
  if (stitch->n_sub_roots == 0)
    stitch->n_rows = n_rows;
  for (guint i = 0; is_fine && i < set->results->len; i++)
    {
      guint32 id = g_array_index (set->results, guint32, i);

      fl_bits_add (walk.results, id);
      if (!fl_bits_has (stitch->sub_roots, id))
        is_fine = tile_result (&walk, id);
    }
  if (is_fine && propagate (&walk))
    count_issued (&walk);
  g_free (walk.results);
}

void
fl_stitch_analyse (const FlOpSet *set, FlStitch *stitch)
{
  analyse (set, NULL, stitch);
}

void
fl_stitch_analyse_rows (const FlOpSet *set, const FlSym *n_rows, FlStitch *stitch)
{
  analyse (set, n_rows, stitch);
}

void
fl_stitch_clear (FlStitch *stitch)
{
  g_clear_pointer (&stitch->tiles, g_free);
  g_clear_pointer (&stitch->irregular, g_free);
  g_clear_pointer (&stitch->sub_roots, g_free);
  g_clear_pointer (&stitch->cached, g_free);
  g_clear_pointer (&stitch->partial, g_free);
}
