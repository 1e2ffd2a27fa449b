/* Loops that several nodes can all be written over.
 * Source: torch/_inductor/tiling_utils.py (NodeSplitGetter, get_pw_red_splits). */
#include "fl-fuse-coalesce.h"

/* --- how a node's own loops divide into a kernel's ------------------------------------------------ */

typedef struct
{
  guint n;
  const FlSym *sizes[FL_MAX_COALESCED_LOOPS];
} Sizes;

typedef struct
{
  Sizes pointwise, reduction;
} NodeLoops;

typedef struct
{
  FlSymTable *symbols;
  const FlSym *numel, *rnumel;
  GArray *all;                   /* NodeLoops, each once */
  GArray *pointwise, *reduction; /* Sizes to be tried, each once */
  GArray *tried;                 /* Sizes of pointwise loops */
} Search;

static gboolean
are_equal (const Sizes *a, const Sizes *b)
{
  return a->n == b->n && memcmp (a->sizes, b->sizes, a->n * sizeof *a->sizes) == 0;
}

/* FALSE: it is there already. */
static gboolean
add_sizes (GArray *set, const Sizes *sizes)
{
  for (guint i = 0; i < set->len; i++)
    if (are_equal (&g_array_index (set, Sizes, i), sizes))
      return FALSE;
  g_array_append_vals (set, sizes, 1);
  return TRUE;
}

static void
add_loops (GArray *set, const NodeLoops *loops)
{
  for (guint i = 0; i < set->len; i++)
    {
      const NodeLoops *known = &g_array_index (set, NodeLoops, i);

      if (are_equal (&known->pointwise, &loops->pointwise) && are_equal (&known->reduction, &loops->reduction))
        return;
    }
  g_array_append_vals (set, loops, 1);
}

/* The first n_pointwise loops of the body, and the others. */
static NodeLoops
divide (const FlLoopBody *body, guint n_pointwise)
{
  NodeLoops loops = { 0 };

  for (guint i = 0; i < body->n_vars; i++)
    {
      Sizes *part = i < n_pointwise ? &loops.pointwise : &loops.reduction;

      part->sizes[part->n++] = body->sizes[i];
    }
  return loops;
}

/* A pointwise node inside of a reduction has the reduction's elements in its last loops. FALSE: no loop begins there;
 * all of them are pointwise ones then. */
static gboolean
find_loops (const FlSchedNode *node, const FlSym *numel, const FlSym *rnumel, NodeLoops *loops)
{
  const FlLoopBody *body = node->body;
  FlSymTable *symbols = fl_sym_get_table (numel);
  const FlSym *product = fl_sym_int (symbols, 1);

  *loops = divide (body, body->n_iter);
  if (node->is_reduction || fl_sym_known_equal (fl_sym_product (symbols, body->sizes, body->n_iter), numel))
    return TRUE;
  for (guint i = body->n_iter; i-- > 0;)
    {
      product = fl_sym_mul (product, body->sizes[i]);
      if (product == rnumel)
        {
          *loops = divide (body, i);
          return TRUE;
        }
    }
  return FALSE;
}

/* Where the node leaves the reduction's loop out, it is filled in. */
static gboolean
fill_in (FlSymTable *symbols, const FlSym *numel, const FlSym *rnumel, NodeLoops *loops)
{
  const FlSym *own = fl_sym_product (symbols, loops->pointwise.sizes, loops->pointwise.n);

  if (loops->reduction.n > 0 || fl_sym_is_int_value (rnumel, 1)
      || !fl_sym_known_equal (fl_sym_mul (numel, rnumel), fl_sym_mul (own, rnumel)))
    return FALSE;
  loops->reduction = (Sizes) { 1, { rnumel } };
  return TRUE;
}

static guint
concatenate (const FlSym **all, const Sizes *first, const Sizes *second)
{
  memcpy (all, first->sizes, first->n * sizeof *all);
  memcpy (all + first->n, second->sizes, second->n * sizeof *all);
  return first->n + second->n;
}

/* --- loops that all nodes have ----------------------------------------------------------------- */

static gboolean try_groups (Search *search, const Sizes *pointwise, const Sizes *reduction, NodeLoops *found);

/* A loop that broke over two groups makes smaller groups, which are better. Recursive: each time with more groups. */
static gboolean
try_smaller (Search *search, GArray *pieces, guint n_groups, const Sizes *pointwise, const Sizes *reduction,
             NodeLoops *found)
{
  Sizes smaller = { 0 };

  for (guint g = 0; g < n_groups; g++)
    for (guint i = 0; i < pieces->len; i++)
      {
        const FlSplitPiece *piece = &g_array_index (pieces, FlSplitPiece, i);

        if (piece->group != g)
          continue;
        if (smaller.n == FL_MAX_COALESCED_LOOPS / 2)
          return FALSE;
        smaller.sizes[smaller.n++] = piece->size;
      }
  return !are_equal (&smaller, pointwise) && try_groups (search, &smaller, reduction, found);
}

static gboolean
try_groups (Search *search, const Sizes *pointwise, const Sizes *reduction, NodeLoops *found)
{
  const FlSym *groups[2 * FL_MAX_COALESCED_LOOPS], *loops[2 * FL_MAX_COALESCED_LOOPS];
  guint n_groups = concatenate (groups, pointwise, reduction);

  if (!add_sizes (search->tried, pointwise))
    return FALSE;
  for (guint i = 0; i < search->all->len; i++)
    {
      const NodeLoops *node = &g_array_index (search->all, NodeLoops, i);
      guint n_loops = concatenate (loops, &node->pointwise, &node->reduction);
      g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (FlSplitPiece));

      if (!fl_tiling_split (search->symbols, groups, n_groups, loops, n_loops, pieces))
        return FALSE;
      if (try_smaller (search, pieces, pointwise->n, pointwise, reduction, found))
        return TRUE;
    }
  *found = (NodeLoops) { *pointwise, *reduction };
  return TRUE;
}

static guint
get_most (const GArray *set)
{
  guint most = 0;

  for (guint i = 0; i < set->len; i++)
    most = MAX (most, g_array_index (set, Sizes, i).n);
  return most;
}

/* Of all with so many loops: the same with two neighbours as one. */
static void
add_merged (Search *search, GArray *set, guint n_loops)
{
  for (guint k = 0; k < set->len; k++)
    {
      Sizes sizes = g_array_index (set, Sizes, k);

      for (guint i = 0; sizes.n == n_loops && i + 1 < n_loops; i++)
        {
          Sizes merged = sizes;

          merged.sizes[i] = fl_sym_mul (sizes.sizes[i], sizes.sizes[i + 1]);
          merged.n--;
          memmove (merged.sizes + i + 1, sizes.sizes + i + 2, (n_loops - i - 2) * sizeof *sizes.sizes);
          add_sizes (set, &merged);
        }
    }
}

/* With so many loops in all, the most pointwise ones first. */
static gboolean
try_length (Search *search, guint n_total, NodeLoops *found)
{
  for (guint n = n_total; n > 0; n--)
    for (guint p = 0; p < search->pointwise->len; p++)
      for (guint r = 0; r < search->reduction->len; r++)
        {
          Sizes pointwise = g_array_index (search->pointwise, Sizes, p),
                reduction = g_array_index (search->reduction, Sizes, r);

          if (pointwise.n == n && reduction.n == n_total - n && try_groups (search, &pointwise, &reduction, found))
            return TRUE;
        }
  return FALSE;
}

static NodeLoops
choose (Search *search)
{
  NodeLoops whole = { { 1, { search->numel } }, { 1, { search->rnumel } } }, found;
  guint n_pointwise = get_most (search->pointwise), n_reduction = get_most (search->reduction);

  if (search->all->len == 1)
    return g_array_index (search->all, NodeLoops, 0);
  for (guint i = 0, n = n_pointwise + n_reduction; search->pointwise->len > 0 && n > 0; i++, n--)
    {
      if (try_length (search, n, &found))
        return found;
      if (n_pointwise >= i)
        add_merged (search, search->pointwise, n_pointwise - i);
      if (n_reduction >= i)
        add_merged (search, search->reduction, n_reduction - i);
    }
  return whole;
}

static void
set_loops (FlSymTable *symbols, const NodeLoops *common, FlCommonLoops *loops)
{
  loops->n_pointwise = common->pointwise.n;
  loops->n = concatenate (loops->sizes, &common->pointwise, &common->reduction);
  for (guint i = 0; i < loops->n; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u", i);

      loops->vars[i] = fl_sym_var (symbols, name, loops->sizes[i]);
    }
}

gboolean
fl_common_loops_find (FlSchedNode *const *nodes, guint n_nodes, const FlSym *numel, const FlSym *rnumel,
                      FlCommonLoops *loops)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (NodeLoops));
  g_autoptr (GArray) pointwise = g_array_new (FALSE, FALSE, sizeof (Sizes));
  g_autoptr (GArray) reduction = g_array_new (FALSE, FALSE, sizeof (Sizes));
  g_autoptr (GArray) tried = g_array_new (FALSE, FALSE, sizeof (Sizes));
  FlSymTable *symbols = fl_sym_get_table (numel);
  Search search = { symbols, numel, rnumel, all, pointwise, reduction, tried };

  NodeLoops one;

  for (guint i = n_nodes; i-- > 0;)
    {
      if (nodes[i]->body->n_vars > FL_MAX_COALESCED_LOOPS / 2)
        return FALSE;
      if (find_loops (nodes[i], numel, rnumel, &one))
        {
          fill_in (symbols, numel, rnumel, &one);
          add_sizes (pointwise, &one.pointwise);
          add_sizes (reduction, &one.reduction);
        }
      add_loops (all, &one);
    }
  one = choose (&search);
  set_loops (symbols, &one, loops);
  return TRUE;
}

gboolean
fl_common_loops_divide (const FlCommonLoops *loops, const FlSchedNode *node, const FlSym *numel, const FlSym *rnumel,
                        GArray *pieces)
{
  const FlSym *own[2 * FL_MAX_COALESCED_LOOPS];
  FlSymTable *symbols = fl_sym_get_table (numel);
  NodeLoops node_loops;
  guint n;

  find_loops (node, numel, rnumel, &node_loops);
  fill_in (symbols, numel, rnumel, &node_loops);
  n = concatenate (own, &node_loops.pointwise, &node_loops.reduction);
  return fl_tiling_split (symbols, loops->sizes, loops->n, own, n, pieces);
}
