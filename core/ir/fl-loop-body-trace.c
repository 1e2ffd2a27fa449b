/* Tracing a ComputedBuffer into a loop body.
 *
 * In: the loops of a buffer, whose expressions are shared DAGs.
 * Out: straight-line operations in the order in which TorchInductor's inner functions call them.
 * A SCOPE node is one call of a producer's inner function, so each is evaluated with a memory of its own; the body of a
 * masked operation is a block with its own operations. Indices are simplified with the ranges, deduplicated and numbered in
 * order of first use.
 * Source: torch/_inductor/loop_body.py (LoopBody, CaptureIndexing), index_propagation.py. */
#include "fl-loop-body-private.h"

#include "fl-intern.h"

#include <string.h>

typedef struct
{
  FlArena *arena;
  const FlLowered *lowered;
  FlSymTable *symbols;
  FlLoopBody *body;
  guint n_old;
  const FlSym **old_vars; /* the loops' variables, and what each becomes */
  const FlSym **values;
  GPtrArray *indices;
  GHashTable *index_positions; /* FlSym -> position + 1 */
  GPtrArray *blocks;           /* FlBodyBlock; [0] is the root's place */
  guint n_submodules;
} Tracer;

typedef struct
{
  Tracer *tracer;
  GArray *ops;         /* FlBodyOp */
  GHashTable *n_names; /* interned base -> times used */
} Block;

/* One call of an inner function: what it has computed so far. */
typedef struct _Scope Scope;
struct _Scope
{
  Block *block;
  const Scope *outer;  /* of a masked body: where index variables may already be known; else NULL */
  GHashTable *values;  /* FlExpr -> FlTraced */
  GHashTable *indirect; /* FlSym -> FlSym of this body */
};

static FlTraced trace_expr (Scope *scope, const FlExpr *expr);
static FlTraced trace_inner_function (Scope *scope, const FlExpr *expr);

/* --- names and operations -------------------------------------------------------------------------------------------- */

/* torch.fx never names a node like a Python builtin: those start at _1. */
static gboolean
is_python_builtin (const char *name)
{
  return g_str_equal (name, "abs") || g_str_equal (name, "pow") || g_str_equal (name, "round");
}

static const char *
make_name (Block *block, const char *base)
{
  const char *key = fl_intern (base);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (block->n_names, key));

  if (n == 0 && is_python_builtin (base))
    n = 1;
  g_hash_table_insert (block->n_names, (gpointer) key, GUINT_TO_POINTER (n + 1));
  return n == 0 ? key : fl_intern_printf ("%s_%u", base, n);
}

static guint32
emit (Block *block, const FlBodyOp *op, const char *base)
{
  FlBodyOp copy = *op;

  copy.name = make_name (block, base != NULL ? base : fl_scalar_get_info (op->op)->name);
  g_array_append_val (block->ops, copy);
  return block->ops->len - 1;
}

static FlBodyOp
make_op (FlScalar op, FlDtype dtype, FlNodeId origin)
{
  return (FlBodyOp) { .op = op, .dtype = dtype, .index = -1, .block = -1, .bound = -1, .origin = origin };
}

static gint32
add_index (Tracer *tracer, const FlSym *index)
{
  guint position;

  position = GPOINTER_TO_UINT (g_hash_table_lookup (tracer->index_positions, index));
  if (position == 0)
    {
      g_ptr_array_add (tracer->indices, (gpointer) index);
      position = tracer->indices->len;
      g_hash_table_insert (tracer->index_positions, (gpointer) index, GUINT_TO_POINTER (position));
    }
  return position - 1;
}

static const FlSym *
simplify (Tracer *tracer, const FlSym *index)
{
  return fl_sym_simplify (index, tracer->body->vars, tracer->body->sizes, tracer->body->n_vars);
}

/* The operation that holds a value: constants and index expressions are written out where they are used. */
static guint32
materialize (Block *block, const FlTraced *value, FlNodeId origin)
{
  FlBodyOp op;
  gint64 integer = 0;
  const FlSym *sym;

  if (value->kind == FL_TRACED_OP)
    return value->op;
  op = make_op (FL_SCALAR_CONSTANT, value->dtype, origin);
  if (value->kind == FL_TRACED_FLOAT)
    {
      op.number = value->number;
      return emit (block, &op, NULL);
    }
  sym = fl_sym_is_int (value->sym, NULL) ? value->sym : simplify (block->tracer, value->sym);
  if (fl_sym_is_int (sym, &integer))
    {
      op.integer = integer;
      op.number = (double) integer;
      return emit (block, &op, NULL);
    }
  op.op = FL_SCALAR_INDEX_EXPR;
  op.index = add_index (block->tracer, sym);
  return emit (block, &op, NULL);
}

/* --- indices ---------------------------------------------------------------------------------------------------------- */

static const FlSym *
wrap_negative (const FlSym *index, const FlSym *size)
{
  const FlSym *zero = fl_sym_int (fl_sym_get_table (index), 0);

  if (fl_sym_known (FL_SYM_GE, index, zero))
    return index;
  if (fl_sym_known (FL_SYM_LT, index, zero))
    return fl_sym_add (index, size);
  return fl_sym_select (fl_sym_rel (FL_SYM_LT, index, zero), fl_sym_add (index, size), index);
}

/* An index that turned out to be known without reading memory: it is used as it is, with an assertion of its bounds. */
static const FlSym *
use_known_index (Scope *scope, const FlTraced *value, const FlIndirect *indirect, FlNodeId origin)
{
  Tracer *tracer = scope->block->tracer;
  const FlSym *zero = fl_sym_int (tracer->symbols, 0);
  const FlSym *index = value->sym;
  const FlSym *size = fl_sym_substitute (indirect->size, tracer->old_vars, tracer->values, tracer->n_old);
  gboolean lower = fl_sym_known (FL_SYM_GE, index, zero)
                   || (indirect->wrap_negative && fl_sym_known (FL_SYM_GE, index, fl_sym_neg (size)));
  gboolean upper = fl_sym_known (FL_SYM_LT, index, size);

  if (indirect->wrap_negative)
    index = wrap_negative (index, size);
  if (indirect->check)
    {
      FlBodyOp op = make_op (FL_SCALAR_CHECK_BOUNDS, FL_DTYPE_NONE, origin);

      op.index = add_index (tracer, simplify (tracer, index));
      op.bound = add_index (tracer, size);
      op.check_lower = !lower;
      op.check_upper = !upper;
      emit (scope->block, &op, NULL);
    }
  return index;
}

static const FlSym *
trace_indirect (Scope *scope, const FlSym *symbol, FlNodeId origin)
{
  Tracer *tracer = scope->block->tracer;
  const FlIndirect *indirect = fl_expr_find_indirect (tracer->lowered->pool, symbol);
  const FlSym *known = NULL;
  FlTraced value;
  FlBodyOp op;

  for (const Scope *s = scope; s != NULL && known == NULL; s = s->outer)
    known = g_hash_table_lookup (s->indirect, symbol);
  if (known != NULL || indirect == NULL)
    return known != NULL ? known : symbol;
  value = trace_expr (scope, indirect->value);
  if (value.kind == FL_TRACED_SYM)
    known = use_known_index (scope, &value, indirect, origin);
  else
    {
      op = make_op (FL_SCALAR_SET_INDIRECT, value.dtype, indirect->value->origin);
      op.n_args = 1;
      op.args[0] = materialize (scope->block, &value, origin);
      op.indirect = tracer->body->n_indirect++;
      op.indirect_symbol = fl_sym_indirect (tracer->symbols, fl_intern_printf ("indirect%u", op.indirect));
      op.indirect_size = fl_sym_substitute (indirect->size, tracer->old_vars, tracer->values, tracer->n_old);
      op.indirect_wrap = indirect->wrap_negative;
      op.indirect_check = indirect->check;
      tracer->n_submodules++;
      emit (scope->block, &op, fl_intern_printf ("set_indirect%u", op.indirect));
      known = op.indirect_symbol;
    }
  g_hash_table_insert (scope->indirect, (gpointer) symbol, (gpointer) known);
  return known;
}

/* The index over this body's variables; values that it reads from memory are traced first. */
static const FlSym *
map_index (Scope *scope, const FlSym *index, FlNodeId origin)
{
  Tracer *tracer = scope->block->tracer;
  g_autoptr (GPtrArray) from = NULL;
  g_autoptr (GPtrArray) to = NULL;
  g_autoptr (GPtrArray) found = NULL;

  if (!fl_sym_contains_kind (index, FL_SYM_INDIRECT))
    return fl_sym_substitute (index, tracer->old_vars, tracer->values, tracer->n_old);
  from = g_ptr_array_new ();
  to = g_ptr_array_new ();
  found = g_ptr_array_new ();
  for (guint i = 0; i < tracer->n_old; i++)
    {
      g_ptr_array_add (from, (gpointer) tracer->old_vars[i]);
      g_ptr_array_add (to, (gpointer) tracer->values[i]);
    }
  fl_expr_collect_indirect (tracer->lowered->pool, index, found);
  for (guint i = 0; i < found->len; i++)
    {
      g_ptr_array_add (from, found->pdata[i]);
      g_ptr_array_add (to, (gpointer) trace_indirect (scope, found->pdata[i], origin));
    }
  return fl_sym_substitute (index, (const FlSym *const *) from->pdata, (const FlSym *const *) to->pdata, from->len);
}

/* --- expressions ------------------------------------------------------------------------------------------------------ */

static void
scope_init (Scope *scope, Block *block, const Scope *outer)
{
  scope->block = block;
  scope->outer = outer;
  scope->values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  scope->indirect = g_hash_table_new (NULL, NULL);
}

static void
scope_clear (Scope *scope)
{
  g_hash_table_unref (scope->values);
  g_hash_table_unref (scope->indirect);
}

static void
block_init (Block *block, Tracer *tracer)
{
  block->tracer = tracer;
  block->ops = g_array_new (FALSE, TRUE, sizeof (FlBodyOp));
  block->n_names = g_hash_table_new (NULL, NULL);
}

static FlBodyBlock *
block_finish (Block *block, guint32 result, const char *name)
{
  FlBodyBlock *done = fl_arena_new (block->tracer->arena, FlBodyBlock, 1);

  done->n_ops = block->ops->len;
  done->ops = fl_arena_memdup (block->tracer->arena, block->ops->data, block->ops->len * sizeof (FlBodyOp));
  done->result = result;
  done->name = name;
  g_array_unref (block->ops);
  g_hash_table_unref (block->n_names);
  return done;
}

static FlTraced
trace_load (Scope *scope, const FlExpr *expr)
{
  Tracer *tracer = scope->block->tracer;
  FlBodyOp op = make_op (expr->op, expr->dtype, expr->origin);
  const FlSym *index = simplify (tracer, map_index (scope, expr->index, expr->origin));

  op.buffer = expr->buffer;
  op.index = add_index (tracer, index);
  return fl_traced_from_op (emit (scope->block, &op, NULL), expr->dtype);
}

static FlTraced
trace_masked (Scope *scope, const FlExpr *expr)
{
  Tracer *tracer = scope->block->tracer;
  FlTraced mask = trace_expr (scope, expr->args[0]);
  FlBodyOp op = make_op (FL_SCALAR_MASKED, expr->dtype, expr->origin);
  const char *name;
  Block inner;
  Scope inside;
  FlTraced result;

  op.n_args = 1;
  op.args[0] = materialize (scope->block, &mask, expr->origin);
  op.number = expr->number;
  op.integer = (gint64) expr->number;
  name = fl_intern_printf ("masked_subblock%u", tracer->n_submodules++);
  block_init (&inner, tracer);
  scope_init (&inside, &inner, scope);
  result = trace_inner_function (&inside, expr->args[1]);
  g_ptr_array_add (tracer->blocks, block_finish (&inner, materialize (&inner, &result, expr->origin), name));
  scope_clear (&inside);
  op.block = tracer->blocks->len - 1;
  return fl_traced_from_op (emit (scope->block, &op, name), expr->dtype);
}

/* Conditions that were listed and then joined, ((a and b) and c) and d: all of them are computed first. */
static void
trace_listed_conditions (Scope *scope, const FlExpr *expr)
{
  const FlExpr *first = expr;

  for (; first->op == FL_SCALAR_AND; first = first->args[0])
    if (first->args[1]->op == FL_SCALAR_AND)
      return;
  if (expr->args[0]->op == FL_SCALAR_AND)
    trace_listed_conditions (scope, expr->args[0]);
  else
    trace_expr (scope, expr->args[0]);
  trace_expr (scope, expr->args[1]);
}

static FlTraced
trace_plain (Scope *scope, const FlExpr *expr)
{
  FlTraced args[4], folded;
  FlBodyOp op = make_op (expr->op, expr->dtype, expr->origin);

  if (expr->op == FL_SCALAR_AND && !g_hash_table_contains (scope->values, expr))
    trace_listed_conditions (scope, expr);
  for (guint i = 0; i < expr->n_args; i++)
    args[i] = trace_expr (scope, expr->args[i]);
  if (fl_traced_fold (expr->op, args, expr->n_args, expr->dtype, scope->block->tracer->symbols, &folded))
    return folded;
  op.src_dtype = expr->src_dtype;
  op.n_args = expr->n_args;
  for (guint i = 0; i < expr->n_args; i++)
    op.args[i] = materialize (scope->block, &args[i], expr->origin);
  return fl_traced_from_op (emit (scope->block, &op, NULL), expr->dtype);
}

static FlTraced
trace_uncached (Scope *scope, const FlExpr *expr)
{
  Tracer *tracer = scope->block->tracer;
  Scope inside;
  FlTraced result;

  switch (expr->op)
    {
    case FL_SCALAR_SCOPE:
      scope_init (&inside, scope->block, NULL);
      result = trace_inner_function (&inside, expr->args[0]);
      scope_clear (&inside);
      return result;
    case FL_SCALAR_AFTER:
      trace_expr (scope, expr->args[0]);
      return trace_expr (scope, expr->args[1]);
    case FL_SCALAR_CONSTANT:
      return fl_dtype_is_integer (expr->dtype)
                 ? fl_traced_from_sym (fl_sym_int (tracer->symbols, expr->integer), expr->dtype)
                 : fl_traced_from_number (expr->number, expr->dtype, tracer->symbols);
    case FL_SCALAR_INDEX_EXPR:
      return fl_traced_from_sym (map_index (scope, expr->index, expr->origin), expr->dtype);
    case FL_SCALAR_LOAD:
    case FL_SCALAR_LOAD_SEED:
      return trace_load (scope, expr);
    case FL_SCALAR_MASKED:
      return trace_masked (scope, expr);
    default:
      return trace_plain (scope, expr);
    }
}

static FlTraced
trace_expr (Scope *scope, const FlExpr *expr)
{
  FlTraced *known = g_hash_table_lookup (scope->values, expr);
  FlTraced result;

  if (known != NULL)
    return *known;
  result = trace_uncached (scope, expr);
  g_hash_table_insert (scope->values, (gpointer) expr, g_memdup2 (&result, sizeof result));
  return result;
}

/* A part of an inner function that is evaluated by a call of its own, and when: scopes are numbered in that order. */
typedef struct
{
  const FlExpr *expr;
  guint32 when;
} Call;

typedef struct
{
  GHashTable *latest; /* FlExpr -> highest number of a scope inside, + 1 */
  GArray *calls;
} CallSearch;

static guint32
collect_calls (CallSearch *search, const FlExpr *expr)
{
  gpointer known = g_hash_table_lookup (search->latest, expr);
  guint32 when = expr->op == FL_SCALAR_SCOPE ? expr->scope : 0;
  guint n_outside = search->calls->len;

  if (known != NULL)
    return GPOINTER_TO_UINT (known) - 1;
  for (guint i = 0; expr->op != FL_SCALAR_SCOPE && i < expr->n_args; i++)
    {
      when = MAX (when, collect_calls (search, expr->args[i]));
      if (expr->op == FL_SCALAR_MASKED && i == 0)
        n_outside = search->calls->len;
    }
  if (expr->op == FL_SCALAR_MASKED) /* what is inside is called there */
    g_array_set_size (search->calls, n_outside);
  if (expr->op == FL_SCALAR_MASKED || expr->op == FL_SCALAR_SCOPE)
    {
      Call call = { expr, when };

      g_array_append_val (search->calls, call);
    }
  g_hash_table_insert (search->latest, (gpointer) expr, GUINT_TO_POINTER (when + 1));
  return when;
}

static gint
compare_calls (gconstpointer a, gconstpointer b)
{
  const Call *one = a, *other = b;

  return one->when < other->when ? -1 : one->when > other->when;
}

/* An inner function calls the loaders of its operands, in their order, before it computes anything. */
static FlTraced
trace_inner_function (Scope *scope, const FlExpr *expr)
{
  g_autoptr (GHashTable) latest = NULL;
  g_autoptr (GArray) calls = NULL;
  CallSearch search;

  if (expr->op == FL_SCALAR_SCOPE || expr->op == FL_SCALAR_MASKED || expr->n_args == 0)
    return trace_expr (scope, expr);
  latest = g_hash_table_new (NULL, NULL);
  calls = g_array_new (FALSE, FALSE, sizeof (Call));
  search = (CallSearch) { latest, calls };
  collect_calls (&search, expr);
  g_array_sort (calls, compare_calls);
  for (guint i = 0; i < calls->len; i++)
    trace_expr (scope, g_array_index (calls, Call, i).expr);
  return trace_expr (scope, expr);
}

/* --- the store --------------------------------------------------------------------------------------------------------- */

static guint32
trace_values (Scope *scope, const FlLoops *loops, FlBodyOp *op)
{
  FlTraced values[3];

  for (guint i = 0; i < loops->n_values; i++)
    values[i] = trace_inner_function (scope, loops->values[i]);
  op->n_args = loops->n_values;
  for (guint i = 0; i < loops->n_values; i++)
    op->args[i] = materialize (scope->block, &values[i], loops->values[i]->origin);
  return op->args[0];
}

/* Unpacks every result of a tuple; gives the one that is stored. */
static guint32
unpack (Scope *scope, guint32 tuple, guint n_outputs, guint wanted, FlDtype dtype, FlNodeId origin)
{
  guint32 result = tuple;

  for (guint i = 0; i < n_outputs; i++)
    {
      FlBodyOp item = make_op (FL_SCALAR_GETITEM, dtype, origin);
      guint32 position;

      item.n_args = 1;
      item.args[0] = tuple;
      item.output = i;
      position = emit (scope->block, &item, NULL);
      if (i == wanted)
        result = position;
    }
  return result;
}

static guint32
trace_reduction (Scope *scope, const FlLoops *loops, FlNodeId origin)
{
  FlBodyOp op = make_op (FL_SCALAR_REDUCTION, loops->dtype, origin);
  guint n_outputs = fl_reduction_get_n_outputs (loops->reduction);
  guint32 position;

  op.src_dtype = loops->src_dtype;
  op.reduction = loops->reduction;
  trace_values (scope, loops, &op);
  position = emit (scope->block, &op, NULL);
  return n_outputs > 1 ? unpack (scope, position, n_outputs, loops->output_index, loops->dtype, origin) : position;
}

static guint32
trace_scan_or_sort (Scope *scope, const FlLoops *loops, FlNodeId origin)
{
  gboolean is_scan = loops->kind == FL_LOOPS_SCAN;
  FlBodyOp op = make_op (is_scan ? FL_SCALAR_SCAN : FL_SCALAR_SORT, loops->dtype, origin);
  guint32 position;

  op.scan_op = loops->scan_op;
  op.sort_stable = loops->sort_stable;
  op.sort_descending = loops->sort_descending;
  trace_values (scope, loops, &op);
  position = emit (scope->block, &op, is_scan ? fl_intern_printf ("scan%u", scope->block->tracer->n_submodules++) : NULL);
  return unpack (scope, position, loops->n_values, loops->output_index, loops->dtype, origin);
}

/* Where the result goes: the layout's index of the loop variables, or of the indices that a scatter computes. */
static const FlSym *
get_store_index (Scope *scope, const FlBuffer *buffer, FlNodeId origin)
{
  const FlLoops *loops = buffer->loops;
  FlSymTable *symbols = scope->block->tracer->symbols;
  g_autoptr (GPtrArray) index = g_ptr_array_new ();

  if (loops->n_scatter_index > 0)
    for (guint i = 0; i < loops->n_scatter_index; i++)
      g_ptr_array_add (index, (gpointer) loops->scatter_index[i]);
  else
    {
      for (guint i = 0; i < loops->n_ranges; i++)
        g_ptr_array_add (index, (gpointer) loops->vars[i]);
      if (loops->kind == FL_LOOPS_SCAN || loops->kind == FL_LOOPS_SORT)
        for (guint i = 0; i < loops->n_reduction_ranges; i++)
          g_ptr_array_add (index, (gpointer) loops->reduction_vars[i]);
    }
  g_assert (index->len == buffer->layout.n_dims);
  return map_index (scope, fl_layout_get_index (&buffer->layout, symbols, (const FlSym *const *) index->pdata), origin);
}

static void
trace_store (Scope *scope, const FlBuffer *buffer)
{
  const FlLoops *loops = buffer->loops;
  FlNodeId origin = buffer->fx_node;
  gboolean is_reduction = loops->kind == FL_LOOPS_REDUCTION;
  FlBodyOp op = make_op (is_reduction ? FL_SCALAR_STORE_REDUCTION : FL_SCALAR_STORE, buffer->layout.dtype, origin);
  const FlSym *index = NULL;
  guint32 value;

  /* Python evaluates the arguments of ops.store in order: a scatter's indices come before the value. */
  if (loops->kind == FL_LOOPS_POINTWISE || loops->kind == FL_LOOPS_SCATTER)
    {
      FlTraced traced;

      index = get_store_index (scope, buffer, origin);
      traced = trace_inner_function (scope, loops->values[0]);
      value = materialize (scope->block, &traced, origin);
    }
  else
    {
      value = is_reduction ? trace_reduction (scope, loops, origin) : trace_scan_or_sort (scope, loops, origin);
      index = get_store_index (scope, buffer, origin);
    }
  op.buffer = buffer->name;
  op.index = add_index (scope->block->tracer, simplify (scope->block->tracer, index));
  op.mode = loops->mode;
  op.n_args = 1;
  op.args[0] = value;
  emit (scope->block, &op, NULL);
  scope->block->tracer->body->returns_store = !is_reduction || fl_reduction_get_n_outputs (loops->reduction) > 1;
}

/* --- entry -------------------------------------------------------------------------------------------------------------- */

/* Variables of the body for every range that is not 1, and the mapping from the loops' variables to them. */
static void
make_variables (Tracer *tracer, const FlLoops *loops, const char *prefix)
{
  guint n_all = loops->n_ranges + loops->n_reduction_ranges;
  FlLoopBody *body = tracer->body;
  const FlSym **vars = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);
  const FlSym **sizes = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);

  tracer->old_vars = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);
  tracer->values = fl_arena_new (tracer->arena, const FlSym *, n_all + 1);
  for (guint i = 0; i < n_all; i++)
    {
      gboolean is_iter = i < loops->n_ranges;
      const FlSym *size = is_iter ? loops->ranges[i] : loops->reduction_ranges[i - loops->n_ranges];
      const FlSym *old = is_iter ? loops->vars[i] : loops->reduction_vars[i - loops->n_ranges];
      const FlSym *value = fl_sym_int (tracer->symbols, 0);

      if (!fl_sym_is_int_value (size, 1))
        {
          value = fl_sym_var (tracer->symbols, fl_intern_printf ("%s%u", prefix, body->n_vars), size);
          vars[body->n_vars] = value;
          sizes[body->n_vars++] = size;
          body->n_iter += is_iter;
        }
      if (fl_sym_is_symbol (old))
        {
          tracer->old_vars[tracer->n_old] = old;
          tracer->values[tracer->n_old++] = value;
        }
    }
  body->vars = vars;
  body->sizes = sizes;
}

FlLoopBody *
fl_loop_body_new (FlArena *arena, const FlLowered *lowered, const FlBuffer *buffer, const char *prefix)
{
  Tracer tracer = { .arena = arena, .lowered = lowered, .symbols = lowered->symbols, .n_submodules = 1 };
  g_autoptr (GPtrArray) indices = g_ptr_array_new ();
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  g_autoptr (GHashTable) positions = g_hash_table_new (NULL, NULL);
  FlLoopBody *body = fl_arena_new (arena, FlLoopBody, 1);
  Block root;
  Scope scope;

  g_assert (buffer->loops != NULL);
  tracer.body = body;
  tracer.indices = indices;
  tracer.blocks = blocks;
  tracer.index_positions = positions;
  make_variables (&tracer, buffer->loops, prefix);
  g_ptr_array_add (blocks, NULL);
  block_init (&root, &tracer);
  scope_init (&scope, &root, NULL);
  trace_store (&scope, buffer);
  scope_clear (&scope);
  blocks->pdata[0] = block_finish (&root, root.ops->len - 1, "body");

  body->n_indices = indices->len;
  body->indices = fl_arena_memdup (arena, indices->pdata, indices->len * sizeof (gpointer));
  body->n_blocks = blocks->len;
  body->blocks = fl_arena_new (arena, FlBodyBlock, blocks->len);
  for (guint i = 0; i < blocks->len; i++)
    body->blocks[i] = *(FlBodyBlock *) blocks->pdata[i];
  return body;
}
