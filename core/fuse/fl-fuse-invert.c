/* Turning a consumer around: it reads what it is given in the order in which that was written, and
 * writes through the inverse of the index by which it read; on a GPU only. Source:
 * torch/_inductor/scheduler.py (shared_data_after_inverting_indexing), invert_expr_analysis.py. */
#include <string.h>

#include "fl-fuse-private.h"
#include "fl-torch-rules.h"

/* --- the inverse of an index ------------------------------------------------------------------ */

/* coefficient * (a piece of the variable): the piece has `range` values, each worth `multiplier` of
 * the variable. */
typedef struct
{
  gint64 coefficient, range, multiplier;
} Term;

enum
{
  MAX_TERMS = 16
};

static gboolean
get_int_arg (const FlSym *sym, guint position, gint64 *value)
{
  return fl_sym_is_int (fl_sym_get_arg (sym, position), value) && *value > 0;
}

/* (var // multiplier) % range, (var % m) // multiplier, or var // multiplier. */
static gboolean
parse_piece (const FlSym *piece, const FlSym *var, gint64 size, Term *term)
{
  const FlSym *base;
  gint64 inner, modulus;

  if (fl_sym_get_kind (piece) == FL_SYM_MOD_INDEX)
    return fl_sym_get_arg (piece, 0) == var && get_int_arg (piece, 1, &term->multiplier)
           && get_int_arg (piece, 2, &term->range);
  if (fl_sym_get_kind (piece) != FL_SYM_FLOOR_DIV || !get_int_arg (piece, 1, &term->multiplier))
    return FALSE;
  base = fl_sym_get_arg (piece, 0);
  if (base == var)
    {
      term->range = size / term->multiplier;
      return size % term->multiplier == 0;
    }
  if (fl_sym_get_kind (base) != FL_SYM_MOD_INDEX || fl_sym_get_arg (base, 0) != var || !get_int_arg (base, 1, &inner)
      || inner != 1 || !get_int_arg (base, 2, &modulus) || modulus % term->multiplier != 0)
    return FALSE;
  term->range = modulus / term->multiplier;
  return TRUE;
}

static gboolean
parse_term (const FlSym *sym, const FlSym *var, gint64 size, Term *term)
{
  term->coefficient = 1;
  if (fl_sym_get_kind (sym) != FL_SYM_MUL)
    return parse_piece (sym, var, size, term);
  return fl_sym_get_n_args (sym) == 2 && fl_sym_is_int (fl_sym_get_arg (sym, 0), &term->coefficient)
         && parse_piece (fl_sym_get_arg (sym, 1), var, size, term);
}

static guint
parse_terms (const FlSym *index, const FlSym *var, gint64 size, Term *terms)
{
  guint n = fl_sym_get_kind (index) == FL_SYM_ADD ? fl_sym_get_n_args (index) : 1;

  if (n > MAX_TERMS)
    return 0;
  for (guint i = 0; i < n; i++)
    if (!parse_term (fl_sym_get_kind (index) == FL_SYM_ADD ? fl_sym_get_arg (index, i) : index, var, size, &terms[i]))
      return 0;
  return n;
}

static gint
compare_coefficients (gconstpointer a, gconstpointer b)
{
  gint64 one = ((const Term *) a)->coefficient, other = ((const Term *) b)->coefficient;

  return one < other ? -1 : one > other;
}

static gint
compare_multipliers (gconstpointer a, gconstpointer b)
{
  gint64 one = ((const Term *) a)->multiplier, other = ((const Term *) b)->multiplier;

  return one < other ? -1 : one > other;
}

/* Rising, the digits fill the number without a gap: coefficients as the index uses them,
 * multipliers as the variable has them. */
static gboolean
are_digits (Term *terms, guint n, gint64 size)
{
  gint64 expected = 1;

  qsort (terms, n, sizeof *terms, compare_multipliers);
  for (guint i = 0; i < n; i++)
    {
      if (terms[i].multiplier != expected)
        return FALSE;
      expected *= terms[i].range;
    }
  if (expected != size)
    return FALSE;
  expected = 1;
  qsort (terms, n, sizeof *terms, compare_coefficients);
  for (guint i = 0; i < n; i++)
    {
      if (terms[i].coefficient != expected)
        return FALSE;
      expected *= terms[i].range;
    }
  return TRUE;
}

/* The variable in terms of the index' value, which takes the variable's place; NULL: it cannot be
 * turned around. */
static const FlSym *
invert_index (FlSymTable *symbols, const FlSym *index, const FlSym *var, const FlSym *size)
{
  Term terms[MAX_TERMS];
  const FlSym *rest = var, *sum = fl_sym_int (symbols, 0), *one = fl_sym_int (symbols, 1);
  gint64 numel;
  guint n;

  if (!fl_sym_is_int (size, &numel) || numel <= 0)
    return NULL;
  n = parse_terms (index, var, numel, terms);
  if (n == 0 || !are_digits (terms, n, numel))
    return NULL;
  for (guint i = n; i-- > 0;)
    {
      const FlSym *coefficient = fl_sym_int (symbols, terms[i].coefficient);

      sum = fl_sym_add (sum, fl_sym_mul_int (fl_sym_floor_div (rest, coefficient), terms[i].multiplier));
      rest = fl_sym_mod_index (rest, one, coefficient);
    }
  return fl_sym_simplify_as_inductor (sum, &var, &size, 1);
}

/* --- when it applies -------------------------------------------------------------------------- */

typedef struct
{
  const FlDep *made; /* how a writes what b reads */
  const FlDep *read, *write;
  gint32 read_index, write_index;
} Shape;

typedef struct
{
  gint32 read, write;
  guint n_reads;
} Positions;

static void
note_positions (const FlBodyOp *op, gpointer data)
{
  Positions *positions = data;

  if (op->op == FL_SCALAR_LOAD || op->op == FL_SCALAR_LOAD_SEED)
    {
      positions->n_reads += positions->n_reads == 0 || positions->read != op->index;
      positions->read = op->index;
    }
  else if (op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION)
    positions->write = op->index;
}

/* One read of one result of a, one write, two indices, nothing else to wait for. */
static gboolean
find_shape (const FlSchedNode *a, const FlSchedNode *b, Shape *shape)
{
  Positions positions = { -1, -1, 0 };
  guint n_made = 0;

  if (b->kind != FL_SCHED_COMPUTE || b->n_reads != 1 || b->n_writes != 1 || b->body->n_indices != 2
      || b->body->n_blocks != 1)
    return FALSE;
  shape->read = &b->reads[0];
  shape->write = &b->writes[0];
  if (shape->read->kind != FL_DEP_MEMORY || shape->write->kind != FL_DEP_MEMORY)
    return FALSE;
  for (guint i = 0; i < a->n_writes; i++)
    if (a->writes[i].name == shape->read->name)
      {
        shape->made = &a->writes[i];
        n_made++;
      }
  if (n_made != 1 || shape->made->kind != FL_DEP_MEMORY)
    return FALSE;
  fl_loop_body_visit (b->body, note_positions, &positions);
  shape->read_index = positions.read;
  shape->write_index = positions.write;
  return positions.n_reads == 1 && positions.read >= 0 && positions.write >= 0 && positions.read != positions.write;
}

static gboolean
have_equal_sizes (const FlDep *a, const FlDep *b)
{
  if (a->n_vars != b->n_vars)
    return FALSE;
  for (guint i = 0; i < a->n_vars; i++)
    if (a->sizes[i] != b->sizes[i])
      return FALSE;
  return TRUE;
}

/* The index is a number or one loop variable. */
static gboolean
is_contiguous (const FlDep *dep)
{
  if (fl_sym_is_int (dep->index, NULL))
    return TRUE;
  for (guint i = 0; i < dep->n_vars; i++)
    if (dep->index == dep->vars[i])
      return TRUE;
  return FALSE;
}

/* Would b, its loops made one, read by an index that can be turned around? */
static gboolean
can_flatten (FlFusion *fusion, const FlSchedNode *b, const Shape *shape, const FlSym **flat_size)
{
  FlSymTable *symbols = fusion->context.symbols;
  const FlLoopBody *body = b->body;
  g_autofree const FlSym **values = g_new0 (const FlSym *, body->n_iter + 1);
  const FlSym *size = fl_sym_product (symbols, shape->made->sizes, shape->made->n_vars),
              *stride = fl_sym_int (symbols, 1);
  const FlSym *flat = fl_sym_var (symbols, "_flattened_read", size), *index;
  FlDep write;

  *flat_size = size;
  if (b->is_reduction || !have_equal_sizes (shape->read, shape->write)
      || !fl_sym_known_equal (fl_sym_product (symbols, shape->read->sizes, shape->read->n_vars), size)
      || !fl_sym_known_equal (b->numel, size) || (body->n_iter == 1 && body->sizes[0] == size)
      || body->n_iter != body->n_vars)
    return FALSE;
  write = fl_dep_normalize (&fusion->context, shape->write);
  if (!is_contiguous (&write))
    return FALSE;
  for (guint i = body->n_iter; i-- > 0;)
    {
      values[i] = fl_sym_mod_index (flat, stride, body->sizes[i]);
      stride = fl_sym_mul (stride, body->sizes[i]);
    }
  index = fl_sym_substitute (body->indices[shape->read_index], body->vars, values, body->n_iter);
  index = fl_sym_simplify_as_inductor (index, &flat, &size, 1);
  return invert_index (symbols, index, flat, size) != NULL;
}

/* --- doing it --------------------------------------------------------------------------------- */

static gboolean
turn_around (FlFusion *fusion, FlSchedNode *b, const Shape *shape)
{
  const FlLoopBody *body = b->body;
  const FlSym *inverse;
  FlLoopBody *turned;
  const FlSym **indices;

  if (body->n_vars != 1)
    return FALSE;
  inverse
      = invert_index (fusion->context.symbols, body->indices[shape->read_index], body->vars[0], shape->read->sizes[0]);
  if (inverse == NULL)
    return FALSE;
  turned = fl_arena_memdup (fusion->pass->arena, body, sizeof *body);
  indices = fl_arena_memdup (fusion->pass->arena, body->indices, body->n_indices * sizeof *body->indices);
  indices[shape->read_index] = body->indices[shape->write_index];
  indices[shape->write_index] = inverse;
  turned->indices = indices;
  b->body = turned;
  fl_sched_node_refresh_deps (&fusion->context, b, TRUE);
  fusion->score_reads = NULL;
  return TRUE;
}

static gboolean
waits_only_for (const FlSchedNode *b, const FlSchedNode *a)
{
  for (guint i = 0; i < b->n_unmet; i++)
    if (b->unmet[i].name != b->unmet[0].name || !fl_sched_node_has_buffer (a, b->unmet[i].name))
      return FALSE;
  return TRUE;
}

gint64
fl_fusion_invert_index (FlFusion *fusion, FlSchedNode *a, FlSchedNode *b)
{
  const FlSym *flat_size;
  Shape shape;
  FlDep made;
  gint64 shared;

  if (!fl_sched_keeps_loops (&fusion->context, a->device) || !fl_sched_keeps_loops (&fusion->context, b->device)
      || !find_shape (a, b, &shape) || !waits_only_for (b, a))
    return -1;
  if (fl_fusion_has (fusion, FL_RULE_FLATTENS_INVERTED) && can_flatten (fusion, b, &shape, &flat_size))
    {
      fl_fusion_save (fusion, b);
      fl_sched_node_split_loops (&fusion->context, b, &flat_size, 1);
      if (!find_shape (a, b, &shape))
        return -1;
    }
  made = fl_dep_normalize (&fusion->context, shape.made);
  if (!is_contiguous (shape.write) || (made.index != shape.write->index && !have_equal_sizes (&made, shape.write))
      || !have_equal_sizes (shape.read, shape.write) || shape.read->n_vars != 1)
    return -1;
  fl_fusion_save (fusion, b);
  if (!turn_around (fusion, b, &shape))
    return -1;
  shared = fl_fusion_score_memory (fusion, a, b);
  return shared > 0 ? shared : fl_fusion_score_reads_of_writes (fusion, a, b);
}
