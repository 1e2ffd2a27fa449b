/* Making a nest, first half: each operation's loops, cut where its indices are divided, over variables that all share.
 */
#include "fl-nest-private.h"

/* --- splitting loops ---------------------------------------------------------------------------------------------
 * An index such as i0 // 64 or i0 % 64 costs a division an element. Where 64 divides the length of the loop, the loop
 * is cut in two and both become plain variables. The loops at the same place of all operations are cut alike, so that
 * they can still be shared. */

enum
{
  MAX_PIECES = 6
};

static void
add_divisor (GArray *divisors, gint64 divisor, gint64 size)
{
  if (divisor <= 1 || divisor >= size || size % divisor != 0)
    return;
  for (guint i = 0; i < divisors->len; i++)
    if (g_array_index (divisors, gint64, i) == divisor)
      return;
  g_array_append_val (divisors, divisor);
}

/* Divisors of the variable where it stands alone in a division or modulo inside sym. */
static void
collect_divisors (const FlSym *sym, const FlSym *var, gint64 size, GArray *divisors)
{
  FlSymKind kind = fl_sym_get_kind (sym);

  if (kind == FL_SYM_FLOOR_DIV || kind == FL_SYM_MOD_INDEX)
    {
      const FlSym *x = fl_sym_get_arg (sym, 0);
      gint64 divisor = 0, modulus = 0;
      gboolean is_const = fl_sym_is_int (fl_sym_get_arg (sym, 1), &divisor);

      if (x == var && is_const)
        {
          add_divisor (divisors, divisor, size);
          if (kind == FL_SYM_MOD_INDEX && fl_sym_is_int (fl_sym_get_arg (sym, 2), &modulus))
            add_divisor (divisors, divisor * modulus, size);
        }
    }
  for (guint i = 0; i < fl_sym_get_n_args (sym); i++)
    collect_divisors (fl_sym_get_arg (sym, i), var, size, divisors);
}

static int
compare_int64 (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Lengths of the pieces of the loop at a position, outermost first. */
static guint
get_pieces (const FlNestMaker *maker, guint position, gint64 size, gint64 *pieces)
{
  g_autoptr (GArray) divisors = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 inner = 1;
  guint n = 0;
  gint64 chain[MAX_PIECES];

  for (guint i = 0; i < maker->ops->len; i++)
    {
      const FlLoopBody *body = g_array_index (maker->ops, FlNestOp, i).body;

      if (!body || position >= body->n_vars || !fl_sym_is_int_value (body->sizes[position], size))
        continue;
      for (guint k = 0; k < body->n_indices; k++)
        collect_divisors (body->indices[k], body->vars[position], size, divisors);
    }
  g_array_sort (divisors, compare_int64);
  for (guint i = 0; i < divisors->len && n + 1 < MAX_PIECES; i++)
    {
      gint64 divisor = g_array_index (divisors, gint64, i);

      if (divisor % inner != 0)
        continue; /* not a multiple of the piece below: this division stays */
      chain[n++] = divisor / inner;
      inner = divisor;
    }
  chain[n++] = size / inner;
  for (guint i = 0; i < n; i++)
    pieces[i] = chain[n - 1 - i];
  return n;
}

/* --- leaves ----------------------------------------------------------------------------------- */

const FlSym *
fl_nest_make_var (FlSymTable *symbols, guint depth, const FlSym *size)
{
  g_autofree char *name = g_strdup_printf ("i%u", depth);

  return fl_sym_var (symbols, name, size);
}

static void
look_at_ops (FlNestLeaf *leaf)
{
  for (guint b = 0; b < leaf->body->n_blocks; b++)
    for (guint i = 0; i < leaf->body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &leaf->body->blocks[b].ops[i];

        if (op->op == FL_SCALAR_REDUCTION)
          {
            leaf->is_reduction = TRUE;
            leaf->is_two_pass
                |= op->reduction == FL_REDUCTION_WELFORD_REDUCE || op->reduction == FL_REDUCTION_ONLINE_SOFTMAX;
          }
        if (op->op == FL_SCALAR_STORE
            && (op->mode == FL_STORE_ATOMIC_ADD
                || fl_sym_contains_kind (leaf->body->indices[op->index], FL_SYM_INDIRECT)))
          leaf->is_scatter = TRUE;
      }
}

static const FlSym *
make_reduction_index (FlSymTable *symbols, const FlNestLeaf *leaf)
{
  const FlSym *flat = fl_sym_int (symbols, 0);

  for (guint i = leaf->n_iter; i < leaf->n_loops; i++)
    flat = fl_sym_add (fl_sym_mul (flat, leaf->sizes[i]), leaf->vars[i]);
  return flat;
}

static void
make_leaf (const FlNestMaker *maker, const FlNestOp *op, guint position, FlNestLeaf *leaf)
{
  FlSymTable *symbols = maker->schedule->lowered->symbols;
  const FlLoopBody *body = op->body;
  const FlSym **vars = fl_arena_new (maker->arena, const FlSym *, body->n_vars *MAX_PIECES);
  const FlSym **sizes = fl_arena_new (maker->arena, const FlSym *, body->n_vars *MAX_PIECES);
  const FlSym **values = g_newa (const FlSym *, body->n_vars + 1);
  const FlSym **indices = fl_arena_new (maker->arena, const FlSym *, body->n_indices);
  guint n = 0, n_iter = 0;

  for (guint v = 0; v < body->n_vars; v++)
    {
      gint64 size, pieces[MAX_PIECES];
      guint n_pieces = fl_sym_is_int (body->sizes[v], &size) && size > 1 ? get_pieces (maker, v, size, pieces) : 0;

      if (maker->cuts && v < body->n_iter && n_pieces > 0)
        n_pieces = fl_nest_cut_pieces (maker->cuts, body, v, pieces, n_pieces, MAX_PIECES);
      if (v == body->n_iter)
        n_iter = n;
      values[v] = fl_sym_int (symbols, 0);
      for (guint p = 0; p < MAX (n_pieces, 1); p++, n++)
        {
          sizes[n] = n_pieces > 1 ? fl_sym_int (symbols, pieces[p]) : body->sizes[v];
          vars[n] = fl_nest_make_var (symbols, n, sizes[n]);
          values[v] = fl_sym_add (fl_sym_mul (values[v], sizes[n]), vars[n]);
        }
    }
  if (body->n_iter >= body->n_vars)
    n_iter = n;
  for (guint k = 0; k < body->n_indices; k++)
    {
      const FlSym *index
          = fl_sym_substitute (fl_sym_drop_identities (body->indices[k]), body->vars, values, body->n_vars);

      indices[k] = fl_sym_simplify (index, vars, sizes, n);
    }
  *leaf = (FlNestLeaf) { .node = op->node,
                         .body = body,
                         .position = position,
                         .part = op->part,
                         .n_loops = n,
                         .n_iter = n_iter,
                         .vars = vars,
                         .sizes = sizes,
                         .indices = indices };
  look_at_ops (leaf);
  leaf->reduction_index = make_reduction_index (symbols, leaf);
}

void
fl_nest_make_leaves (const FlNestMaker *maker, FlNest *nest)
{
  const guint n = maker->ops->len;
  FlNestLeaf *leaves = fl_arena_new (maker->arena, FlNestLeaf, n);

  for (guint i = 0; i < n; i++)
    make_leaf (maker, &g_array_index (maker->ops, FlNestOp, i), i, &leaves[i]);
  fl_nest_flatten (maker->arena, maker->schedule, leaves, n);
  nest->merged = fl_nest_merge_rows (maker->arena, maker->schedule, leaves, maker->node->n_originals);
  nest->inward = fl_nest_order_leaves (maker->arena, maker->schedule, leaves, n, maker->wholes->len > 0);
  nest->leaves = leaves;
  nest->n_leaves = n;
}
