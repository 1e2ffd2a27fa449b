/* Which loops over vectors of bf16 are unrolled by two. See fl-pass-bf16.c. */
#include "fl-bf16.h"

#include "fl-loop-rewrite.h"

/* --- which loops ------------------------------------------------------------------------------ */

typedef struct
{
  const FlLoopKernel *kernel;
  FlAxisId lanes;
  GHashTable *seen;
  guint n_accesses, n_flops;
  gboolean reduces;
  gboolean is_of_pairs; /* all memory is bf16, all values floats or truth values */
} Finder;

static gboolean
is_next_to_each_other (const Finder *finder, const FlSym *index)
{
  const FlSym *var = fl_loop_get_var (finder->kernel, finder->lanes);

  return !fl_sym_contains_kind (index, FL_SYM_INDIRECT)
         && fl_sym_is_int_value (fl_sym_get_stride (index, var, &var, 1), 1)
         && !fl_sym_contains (fl_sym_sub (index, var), var);
}

static gboolean
is_memory_of_bf16 (const Finder *finder, FlHomeId id, const FlSym *index)
{
  const FlLoopHome *home = fl_loop_get_home (finder->kernel, id);

  return home->kind == FL_HOME_ARGUMENT && home->dtype == FL_DTYPE_BF16 && is_next_to_each_other (finder, index);
}

static gboolean
enter_value (const FlLoopKernel *kernel, FlValueId id, gpointer data)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  Finder *finder = data;

  finder->n_flops += fl_scalar_get_info (value->op)->flops;
  if (value->op == FL_SCALAR_CONSTANT || !(fl_loop_value_get_axes (kernel, id) >> finder->lanes & 1))
    return TRUE;
  finder->is_of_pairs
      &= fl_dtype_is_float (value->dtype) ? value->dtype != FL_DTYPE_F64 : value->dtype == FL_DTYPE_BOOL;
  switch (value->op)
    {
    case FL_SCALAR_LOAD:
      finder->is_of_pairs &= is_memory_of_bf16 (finder, value->home, value->index);
      finder->n_accesses++;
      break;
    case FL_SCALAR_INDEX_EXPR:
    case FL_SCALAR_SET_INDIRECT:
    case FL_SCALAR_GETITEM: /* of a row of accumulators, whose elements of even places do not lie together */
    case FL_SCALAR_MASKED:
    case FL_SCALAR_RAND:
    case FL_SCALAR_RANDN: finder->is_of_pairs = FALSE; break;
    default: break;
    }
  return TRUE;
}

gboolean
fl_bf16_is_store (const FlLoopKernel *kernel, FlAxisId lanes, const FlLoopStmt *stmt)
{
  const Finder finder = { .kernel = kernel, .lanes = lanes };

  return stmt->kind == FL_STMT_STORE && stmt->mode != FL_LOOP_STORE_ATOMIC_ADD
         && is_memory_of_bf16 (&finder, stmt->home, stmt->index)
         && fl_dtype_is_float (fl_loop_get_value (kernel, stmt->value)->dtype);
}

/* Does a statement behind this one read what it stores to? */
static gboolean
is_read_behind (const FlLoopKernel *kernel, const FlLoopStmt *loop, guint position)
{
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);

  g_hash_table_add (written, GUINT_TO_POINTER (fl_loop_get_stmt (kernel, loop->children[position])->home));
  for (guint i = position + 1; i < loop->n_children; i++)
    if (fl_loop_value_reads (kernel, fl_loop_get_stmt (kernel, loop->children[i])->value, written))
      return TRUE;
  return FALSE;
}

static gboolean
is_reduced_in_pairs (const FlLoopKernel *kernel, const FlLoopStmt *stmt)
{
  if (fl_loop_get_home (kernel, stmt->home)->kind
      != FL_HOME_REGISTER) /* a row of columns, each of which has its own element */
    return FALSE;
  switch (fl_loop_get_home (kernel, stmt->home)->combiner)
    {
    case FL_REDUCTION_SUM:
    case FL_REDUCTION_DOT:
    case FL_REDUCTION_PROD:
    case FL_REDUCTION_MAX:
    case FL_REDUCTION_MIN:
      return fl_dtype_is_float (fl_loop_get_home (kernel, stmt->home)->source_dtype) && !stmt->more[0];
    default: return FALSE;
    }
}

FlBf16Split
fl_bf16_choose (const FlLoopKernel *kernel, const FlLoopStmt *loop, guint *n_flops)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Finder finder = { .kernel = kernel, .lanes = loop->axis, .seen = seen, .is_of_pairs = TRUE };
  guint n_of_bf16 = 0;

  for (guint i = 0; i < loop->n_children; i++)
    {
      const FlLoopStmt *stmt = fl_loop_get_stmt (kernel, loop->children[i]);

      if (stmt->kind != FL_STMT_LET && stmt->kind != FL_STMT_STORE
          && !(stmt->kind == FL_STMT_ACCUMULATE && is_reduced_in_pairs (kernel, stmt)))
        return FL_BF16_NONE;
      finder.reduces |= stmt->kind == FL_STMT_ACCUMULATE;
      fl_loop_visit_value (kernel, stmt->value, seen, enter_value, &finder);
      if (fl_bf16_is_store (kernel, loop->axis, stmt))
        {
          if (is_read_behind (kernel, loop, i))
            return FL_BF16_NONE;
          n_of_bf16++;
        }
      else if (stmt->kind == FL_STMT_STORE)
        finder.is_of_pairs = FALSE;
    }
  *n_flops = finder.n_flops;
  if (finder.reduces)
    return finder.is_of_pairs && finder.n_accesses > 0 ? FL_BF16_PAIRS : FL_BF16_NONE;
  if (n_of_bf16 == 0)
    return FL_BF16_NONE;
  return finder.is_of_pairs ? FL_BF16_PAIRS : finder.n_flops <= FL_BF16_MOST_FLOPS ? FL_BF16_HALVES : FL_BF16_NONE;
}
