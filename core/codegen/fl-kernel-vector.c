/* Along which loops TorchInductor's CPU back end would vectorise a group, and how many vector loops
 * it would write: one where one loop is contiguous, two where two loops are and a tile is
 * transposed, none where it would not pay. The loops that are written here stay plain: the C
 * compiler vectorises them. Source: torch/_inductor/codegen/cpp.py (TilingSelect). */
#include "fl-intern.h"
#include "fl-kernel.h"

enum
{
  VECTOR_BYTES = 64, /* of the widest vectors */
  MAX_VARS = 32,
  MANY_STRIDED = 35,
  FEW_OPERATIONS = 10
};

static const double OVERHEAD_RATIO = 0.12;

typedef struct
{
  guint n_vars;
  guint n_contiguous[MAX_VARS]; /* accesses that are contiguous along each loop */
  gboolean is_strided[MAX_VARS], is_other[MAX_VARS];
  guint n_ops, n_strided_ops; /* along the loop that is chosen */
  gint64 chosen_size;         /* -1: symbolic */
  gboolean has_reduction, is_half, is_impossible;
} Tiling;

static gboolean
is_access (const FlBodyOp *op)
{
  return op->op == FL_SCALAR_LOAD || op->op == FL_SCALAR_STORE || op->op == FL_SCALAR_STORE_REDUCTION;
}

static void
note_access (Tiling *tiling, const FlLoopBody *body, const FlSym *index)
{
  for (guint v = 0; v < body->n_vars && v < MAX_VARS; v++)
    {
      const FlSym *stride;

      if (!fl_sym_contains (index, body->vars[v]))
        continue;
      stride = fl_sym_get_stride (index, body->vars[v], body->vars, body->n_vars);
      if (fl_sym_is_int_value (stride, 0))
        continue;
      if (fl_sym_is_int_value (stride, 1))
        tiling->n_contiguous[v]++;
      else if (fl_sym_is_int (stride, NULL) || !fl_sym_contains_kind (stride, FL_SYM_VAR))
        tiling->is_strided[v] = TRUE;
      else
        tiling->is_other[v] = TRUE;
    }
}

static void
note_body (Tiling *tiling, const FlLoopBody *body)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  tiling->n_vars = MAX (tiling->n_vars, MIN (body->n_vars, MAX_VARS));
  tiling->has_reduction |= body->n_iter < body->n_vars;
  for (guint b = 0; b < body->n_blocks; b++)
    for (guint i = 0; i < body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &body->blocks[b].ops[i];
        g_autofree char *key = NULL;

        if (!is_access (op) || op->index < 0)
          continue;
        tiling->is_half |= op->dtype == FL_DTYPE_F16 || op->dtype == FL_DTYPE_BF16;
        tiling->is_impossible |= fl_dtype_is_complex (op->dtype);
        key = g_strdup_printf ("%s %d", op->buffer, op->index);
        if (g_hash_table_add (seen, (gpointer) fl_intern (key)))
          note_access (tiling, body, body->indices[op->index]);
      }
}

/* The loops, innermost last; returns how many: 0, 1 or 2. */
static guint
choose_loops (const Tiling *tiling, guint *first)
{
  guint n_contiguous = 0, last = 0, before = 0, best = 0;
  gboolean has_only = FALSE;
  guint only = 0;

  for (guint v = 0; v < tiling->n_vars; v++)
    {
      if (tiling->n_contiguous[v] == 0)
        continue;
      before = last;
      last = v;
      best = n_contiguous == 0 || tiling->n_contiguous[v] >= tiling->n_contiguous[best] ? v : best;
      n_contiguous++;
      if (!tiling->is_strided[v] && !tiling->is_other[v])
        {
          only = v;
          has_only = TRUE;
        }
    }
  *first = has_only ? only : n_contiguous == 0 ? tiling->n_vars - 1 : best;
  if (has_only || n_contiguous != 2 || !tiling->is_strided[last] || tiling->is_other[last]
      || last + 1 != tiling->n_vars)
    return 1;
  *first = before;
  return 2;
}

/* What stands against one vector loop: accesses that are not contiguous along it, and short loops
 * of little work. */
static void
weigh_body (Tiling *tiling, const FlLoopBody *body, guint loop)
{
  for (guint b = 0; b < body->n_blocks; b++)
    for (guint i = 0; i < body->blocks[b].n_ops; i++)
      {
        const FlBodyOp *op = &body->blocks[b].ops[i];
        const FlSym *stride;

        tiling->n_ops += op->op != FL_SCALAR_CONSTANT && op->op != FL_SCALAR_MASKED;
        if ((op->op != FL_SCALAR_LOAD && op->op != FL_SCALAR_STORE) || op->index < 0 || loop >= body->n_vars
            || !fl_sym_contains (body->indices[op->index], body->vars[loop]))
          continue;
        stride = fl_sym_get_stride (body->indices[op->index], body->vars[loop], body->vars, body->n_vars);
        tiling->n_strided_ops += !fl_sym_is_int_value (stride, 0) && !fl_sym_is_int_value (stride, 1);
      }
  if (loop < body->n_iter && !fl_sym_is_int (body->sizes[loop], &tiling->chosen_size))
    tiling->chosen_size = -1;
}

static guint
count_in_nest (FlSchedNode *const *originals, guint n)
{
  Tiling tiling = { .chosen_size = -1 };
  guint lanes, loop, n_loops;

  for (guint i = 0; i < n; i++)
    if (originals[i]->body)
      note_body (&tiling, originals[i]->body);
  if (tiling.n_vars == 0 || tiling.is_impossible)
    return 0;
  n_loops = choose_loops (&tiling, &loop);
  for (guint i = 0; i < n && n_loops == 1; i++)
    if (originals[i]->body)
      weigh_body (&tiling, originals[i]->body, loop);
  lanes = VECTOR_BYTES / (tiling.is_half ? 2 : 4);
  if (n_loops == 1
      && (tiling.n_strided_ops >= MANY_STRIDED
          || (tiling.n_ops > 0 && (double) tiling.n_strided_ops / tiling.n_ops >= OVERHEAD_RATIO)
          || (!tiling.has_reduction && tiling.chosen_size >= 0 && tiling.chosen_size < lanes / 4
              && tiling.n_ops < FEW_OPERATIONS)))
    return 0;
  return n_loops;
}

guint
fl_kernel_count_vector_loops (const FlSchedNode *node)
{
  guint n = 0;

  if (node->kind == FL_SCHED_EXTERN || node->kind == FL_SCHED_NOP)
    return 0;
  for (guint i = 0; node->kind == FL_SCHED_KERNEL_GROUP && i < node->n_members; i++)
    n += fl_kernel_count_vector_loops (node->members[i]);
  if (node->kind == FL_SCHED_KERNEL_GROUP)
    return n;
  if (node->kind != FL_SCHED_OUTER_LOOP)
    return count_in_nest (node->originals, node->n_originals);
  for (guint i = 0; i < node->n_members; i++)
    n += count_in_nest (node->members[i]->originals, node->members[i]->n_originals);
  return n;
}
