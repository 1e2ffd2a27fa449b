/* Which ops no kernel template can ever compute together, whatever else is in the kernel; and the
 * parts of the graph that follow from it.
 *
 * Two ops clash when a rule of the templates that no further op can mend refuses the pair; when ops
 * that clash lie on one path between them, for a group without cycles would have to hold those,
 * too; and when both are stored in every plan over different numbers of elements. Ops that share a
 * value and do not clash are linked; a group falls into pieces that are linked, at no cost, so the
 * parts between which there are no links can be searched one by one. */
#include <string.h>

#include "fl-optimal-private.h"

enum
{
  MAX_ROW_COUNTS = 64,
  MAX_ROUNDS = 4 /* clashes make values forced, which makes clashes */
};

typedef struct
{
  FlOptimal *optimal;
  FlReduceShape *shapes;
  const FlSym **numels; /* by position: of the loop that computes it, one pointer for equal ones */
  guint64 *rows;        /* by position: row counts that its leading axes multiply to */
} Clash;

static const FlOpNode *
get (const FlOptimal *optimal, guint position)
{
  return &optimal->graph->nodes[optimal->ops[position]];
}

static gboolean
is_library (const FlOpNode *node)
{
  return node->kind == FL_OP_MATMUL || node->kind == FL_OP_CONVOLUTION || node->kind == FL_OP_OPAQUE;
}

static void
set_pair (FlOptimal *optimal, guint a, guint b)
{
  if (a == b)
    return;
  fl_bits_add (optimal->clash[a], b);
  fl_bits_add (optimal->clash[b], a);
}

/* --- rules about two ops
 * ------------------------------------------------------------------------------------------ */

static gboolean
is_row_clash (const FlOpGraph *graph, const FlOpNode *a, const FlOpNode *b)
{
  return !fl_sym_known_equal (a->numel, b->numel)
         || !fl_sym_known_equal (graph->nodes[a->inputs[0]].numel, graph->nodes[b->inputs[0]].numel);
}

static gboolean
is_column_clash (const FlOpGraph *graph, const FlOpNode *a, const FlOpNode *b)
{
  return a->axes != b->axes || !fl_op_same_sizes (&graph->nodes[a->inputs[0]], &graph->nodes[b->inputs[0]]);
}

static void
clash_reductions (Clash *clash, guint a, guint b)
{
  FlReduceShape one = clash->shapes[a], other = clash->shapes[b];
  const FlOpGraph *graph = clash->optimal->graph;

  if (one != other
      || (one == FL_REDUCE_ROW ? is_row_clash (graph, get (clash->optimal, a), get (clash->optimal, b))
                               : is_column_clash (graph, get (clash->optimal, a), get (clash->optimal, b))))
    set_pair (clash->optimal, a, b);
}

/* What an op can never be with, by itself. */
static void
clash_by_kind (Clash *clash, guint position, GArray *reductions)
{
  FlOptimal *optimal = clash->optimal;
  const FlOpNode *node = get (optimal, position);
  FlReduceShape shape = clash->shapes[position];

  if (node->kind == FL_OP_OPAQUE || shape == FL_REDUCE_OTHER)
    for (guint i = 0; i < optimal->n; i++)
      set_pair (optimal, position, i);
  else if (is_library (node))
    {
      for (guint i = 0; i < optimal->n; i++)
        if (get (optimal, i)->kind != FL_OP_POINTWISE && get (optimal, i)->kind != FL_OP_BROADCAST)
          set_pair (optimal, position, i);
      for (guint i = 0; i < node->n_inputs; i++)
        if (fl_op_is_work (&optimal->graph->nodes[node->inputs[i]]))
          set_pair (optimal, position, optimal->position[node->inputs[i]]);
    }
  else if (shape != FL_REDUCE_NONE)
    {
      for (guint i = 0; i < reductions->len; i++)
        clash_reductions (clash, position, g_array_index (reductions, guint32, i));
      g_array_append_val (reductions, position);
      for (guint i = 0; shape == FL_REDUCE_COLUMN && i < node->n_users; i++)
        set_pair (optimal, position, optimal->position[node->users[i]]);
    }
}

/* --- paths ------------------------------------------------------------------------------------- */

static void
find_reach (FlOptimal *optimal)
{
  guint n_words = fl_bits_n_words (optimal->n);

  for (guint i = optimal->n; i-- > 0;)
    for (guint k = 0; k < get (optimal, i)->n_users; k++)
      {
        guint32 user = optimal->position[get (optimal, i)->users[k]];

        fl_bits_add (optimal->reach[i], user);
        for (guint w = 0; w < n_words; w++)
          optimal->reach[i][w] |= optimal->reach[user][w];
      }
}

/* `to` is only reached from `from` through an op that clashes with it. */
static gboolean
passes_clash (const FlOptimal *optimal, guint from, guint to)
{
  const FlOpNode *node = get (optimal, to);

  for (guint k = 0; k < node->n_inputs; k++)
    {
      guint32 before = optimal->position[node->inputs[k]];

      if (before != G_MAXUINT32 && before != from && fl_bits_has (optimal->reach[from], before)
          && fl_bits_has (optimal->clash[from], before))
        return TRUE;
    }
  return FALSE;
}

static void
spread_from (FlOptimal *optimal, guint from)
{
  guint n_words = fl_bits_n_words (optimal->n);
  FlBits *own = optimal->clash[from];

  /* What clashes with a reader clashes with this one, when it lies behind that reader. */
  for (guint k = 0; k < get (optimal, from)->n_users; k++)
    {
      guint32 user = optimal->position[get (optimal, from)->users[k]];

      for (guint w = 0; w < n_words; w++)
        own[w] |= optimal->clash[user][w] & optimal->reach[user][w];
    }
  for (guint w = from / 64; w < n_words; w++)
    for (FlBits left = optimal->reach[from][w]; left != 0; left &= left - 1)
      {
        guint to = w * 64 + (guint) __builtin_ctzll (left);

        if (fl_bits_has (own, to) || passes_clash (optimal, from, to))
          set_pair (optimal, from, to);
      }
}

/* --- values that are stored in every plan
 * ------------------------------------------------------------------------- */

static gboolean
find_forced (FlOptimal *optimal)
{
  gboolean has_new = FALSE;

  for (guint i = 0; i < optimal->n; i++)
    {
      const FlOpNode *node = get (optimal, i);
      gboolean is_forced = node->is_output;

      for (guint k = 0; k < node->n_users && !is_forced; k++)
        is_forced = fl_bits_has (optimal->clash[i], optimal->position[node->users[k]]);
      has_new |= is_forced && !optimal->is_forced[i];
      optimal->is_forced[i] |= is_forced;
    }
  return has_new;
}

/* A result that something inside reads needs no leading axes that count the rows. */
static gboolean
may_be_read_inside (const FlOptimal *optimal, guint position)
{
  const FlOpNode *node = get (optimal, position);

  for (guint k = 0; k < node->n_users; k++)
    if (!fl_bits_has (optimal->clash[position], optimal->position[node->users[k]]))
      return TRUE;
  return FALSE;
}

static gboolean
are_results_apart (const Clash *clash, guint a, guint b)
{
  const FlOptimal *optimal = clash->optimal;
  const FlOpNode *one = get (optimal, a), *other = get (optimal, b);

  if (is_library (one) || is_library (other))
    return !fl_op_same_sizes (one, other);
  return clash->numels[a] != clash->numels[b] && (clash->rows[a] & clash->rows[b]) == 0
         && !may_be_read_inside (optimal, a) && !may_be_read_inside (optimal, b);
}

static void
clash_results (Clash *clash)
{
  FlOptimal *optimal = clash->optimal;
  g_autoptr (GArray) forced = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < optimal->n; i++)
    if (optimal->is_forced[i])
      g_array_append_val (forced, i);
  for (guint i = 0; i < forced->len; i++)
    for (guint k = 0; k < i; k++)
      {
        guint32 a = g_array_index (forced, guint32, i), b = g_array_index (forced, guint32, k);

        if (!fl_bits_has (optimal->clash[a], b) && are_results_apart (clash, a, b))
          set_pair (optimal, a, b);
      }
}

/* --- preparing --------------------------------------------------------------------------------- */

static guint
find_equal (GPtrArray *known, const FlSym *numel)
{
  for (guint i = 0; i < known->len; i++)
    if (fl_sym_known_equal (known->pdata[i], numel))
      return i;
  g_ptr_array_add (known, (gpointer) numel);
  return known->len - 1;
}

static void
note_row_count (FlOptimal *optimal, const FlSym *numel)
{
  for (guint i = 0; i < optimal->row_counts->len; i++)
    if (fl_sym_known_equal (g_array_index (optimal->row_counts, const FlSym *, i), numel))
      return;
  g_array_append_val (optimal->row_counts, numel);
}

static guint64
find_rows (const FlOptimal *optimal, const FlOpNode *node)
{
  guint64 rows = 0;

  if (optimal->row_counts->len > MAX_ROW_COUNTS || node->kind == FL_OP_REDUCE)
    return G_MAXUINT64;
  for (guint k = 0; k <= node->n_dims; k++)
    for (guint r = 0; r < optimal->row_counts->len; r++)
      if (fl_sym_known_equal (fl_op_graph_product (optimal->graph, node, 0, k),
                              g_array_index (optimal->row_counts, const FlSym *, r)))
        rows |= (guint64) 1 << r;
  return rows;
}

static void
prepare (Clash *clash)
{
  FlOptimal *optimal = clash->optimal;
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autoptr (GHashTable) by_numel = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < optimal->n; i++)
    {
      const FlSym *numel = fl_op_get_domain (optimal->graph, get (optimal, i))->numel;
      const FlSym *first = g_hash_table_lookup (by_numel, numel);

      if (first == NULL)
        {
          guint at = find_equal (known, numel);

          first = known->pdata[at];
          g_hash_table_insert (by_numel, (gpointer) numel, (gpointer) first);
        }
      clash->numels[i] = first;
      clash->shapes[i] = fl_op_get_reduce_shape (optimal->graph, get (optimal, i));
      clash->rows[i] = find_rows (optimal, get (optimal, i));
    }
}

/* --- parts ------------------------------------------------------------------------------------- */

static guint32
find_root (guint32 *parents, guint32 at)
{
  while (parents[at] != at)
    at = parents[at] = parents[parents[at]];
  return at;
}

static void
link_pair (FlOptimal *optimal, guint32 *parents, guint32 a, guint32 b)
{
  if (fl_bits_has (optimal->clash[a], b))
    return;
  a = find_root (parents, a);
  b = find_root (parents, b);
  parents[MAX (a, b)] = MIN (a, b); /* a root is the first of its part */
}

static void
find_parts (FlOptimal *optimal)
{
  g_autofree guint32 *parents = g_new (guint32, optimal->n + 1);

  for (guint32 i = 0; i < optimal->n; i++)
    parents[i] = i;
  for (guint32 id = 0; id < optimal->graph->n_nodes; id++)
    {
      const FlOpNode *node = &optimal->graph->nodes[id];

      if (node->kind == FL_OP_CONSTANT)
        continue;
      for (guint i = 0; i < node->n_users; i++)
        {
          guint32 user = optimal->position[node->users[i]];

          if (optimal->position[id] != G_MAXUINT32)
            link_pair (optimal, parents, optimal->position[id], user);
          for (guint k = 0; k < i; k++)
            link_pair (optimal, parents, optimal->position[node->users[k]], user);
        }
    }
  for (guint32 i = 0; i < optimal->n; i++)
    {
      guint32 root = find_root (parents, i);

      optimal->part_of[i] = root == i ? optimal->n_parts++ : optimal->part_of[root];
    }
}

void
fl_optimal_find_clashes (FlOptimal *optimal)
{
  Clash clash = { optimal };
  g_autoptr (GArray) reductions = g_array_new (FALSE, FALSE, sizeof (guint32));

  optimal->reach = g_new0 (FlBits *, optimal->n + 1);
  optimal->clash = g_new0 (FlBits *, optimal->n + 1);
  for (guint i = 0; i < optimal->n; i++)
    {
      optimal->reach[i] = fl_bits_new (optimal->n);
      optimal->clash[i] = fl_bits_new (optimal->n);
      if (fl_op_get_reduce_shape (optimal->graph, get (optimal, i)) == FL_REDUCE_ROW)
        note_row_count (optimal, get (optimal, i)->numel);
    }
  clash.shapes = g_new (FlReduceShape, optimal->n + 1);
  clash.numels = g_new (const FlSym *, optimal->n + 1);
  clash.rows = g_new (guint64, optimal->n + 1);
  prepare (&clash);
  find_reach (optimal);
  for (guint i = 0; i < optimal->n; i++)
    clash_by_kind (&clash, i, reductions);
  for (guint round = 0; round < MAX_ROUNDS; round++)
    {
      for (guint i = optimal->n; i-- > 0;)
        spread_from (optimal, i);
      if (!find_forced (optimal))
        break;
      clash_results (&clash);
    }
  find_parts (optimal);
  g_free (clash.shapes);
  g_free (clash.numels);
  g_free (clash.rows);
}
