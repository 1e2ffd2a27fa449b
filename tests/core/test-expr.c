/* Expressions: hash-consing, scopes, substitution through indices read from memory, counting, text; layouts. */
#include "fl-ir.h"

#include "fl-intern.h"

#include <string.h>

typedef struct
{
  FlArena *arena;
  FlSymTable *symbols;
  FlExprPool *pool;
  const FlSym *i0, *i1;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->arena = fl_arena_open ();
  f->symbols = fl_sym_table_new ();
  f->pool = fl_expr_pool_new (f->arena, f->symbols);
  f->i0 = fl_sym_var (f->symbols, "i0", fl_sym_int (f->symbols, 10));
  f->i1 = fl_sym_var (f->symbols, "i1", fl_sym_int (f->symbols, 3840));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  fl_arena_close (f->arena);
  fl_sym_table_unref (f->symbols);
}

/* 3840 * i0 + i1 */
static const FlSym *
get_row_major (Fixture *f)
{
  return fl_sym_add (fl_sym_mul_int (f->i0, 3840), f->i1);
}

static char *
dup_text (Fixture *f, const FlExpr *expr)
{
  GString *text = g_string_new (NULL);

  fl_expr_append (text, f->pool, expr);
  return g_string_free (text, FALSE);
}

static void
test_equal_is_same (Fixture *f, gconstpointer data)
{
  const FlExpr *a = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, get_row_major (f));
  const FlExpr *b = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, get_row_major (f));
  const FlExpr *other = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, f->i0);

  g_assert_true (a == b);
  g_assert_true (a != other);
  g_assert_true (a->canon == a);
  g_assert_true (fl_expr_constant (f->pool, FL_DTYPE_F32, 0.0) != fl_expr_constant (f->pool, FL_DTYPE_F32, -0.0));
  g_assert_true (fl_expr_to_dtype (f->pool, a, FL_DTYPE_F32) == a);
}

static void
test_scopes_and_origins_have_a_canon (Fixture *f, gconstpointer data)
{
  const FlExpr *load = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, get_row_major (f)), *a, *b, *plain, *scoped;

  a = fl_expr_scope (f->pool, load);
  b = fl_expr_scope (f->pool, load);
  g_assert_true (a != b);
  g_assert_true (a->canon == load && b->canon == load);
  plain = fl_expr_op2 (f->pool, FL_SCALAR_MUL, load, load);
  fl_expr_pool_set_origin (f->pool, (FlNodeId) { 7 });
  scoped = fl_expr_op2 (f->pool, FL_SCALAR_MUL, a, b);
  g_assert_cmpuint (scoped->origin.index, ==, 7);
  g_assert_true (scoped->canon == plain);
}

static void
test_substitution (Fixture *f, gconstpointer data)
{
  const FlExpr *load = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, get_row_major (f));
  const FlExpr *exp = fl_expr_op1 (f->pool, FL_SCALAR_EXP, load), *moved;
  const FlSym *vars[] = { f->i0, f->i1 }, *values[] = { f->i1, f->i0 };
  g_autofree char *text = NULL;

  moved = fl_expr_substitute (f->pool, exp, vars, values, 2);
  text = dup_text (f, moved);
  /* both at once: 3840 * i1 + i0 */
  g_assert_cmpstr (text, ==, "exp(load(arg0_1, i0 + 3840*i1))");
  g_assert_true (fl_expr_substitute (f->pool, exp, vars, vars, 2) == exp);
}

static void
test_substitution_goes_through_indirect_indices (Fixture *f, gconstpointer data)
{
  const FlSym *size = fl_sym_int (f->symbols, 50);
  const FlExpr *index = fl_expr_load (f->pool, "arg1_1", FL_DTYPE_I64, f->i0);
  const FlSym *indirect = fl_expr_indirect (f->pool, index, size, TRUE, TRUE);
  const FlExpr *row
      = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, fl_sym_add (fl_sym_mul_int (indirect, 3840), f->i1)),
      *moved;
  const FlSym *five = fl_sym_int (f->symbols, 5);
  g_autofree char *text = NULL;
  FlExprCount count;

  g_assert_true (fl_expr_indirect (f->pool, index, size, TRUE, TRUE) == indirect);
  g_assert_true (fl_expr_find_indirect (f->pool, indirect)->value == index);
  moved = fl_expr_substitute (f->pool, row, &f->i0, &five, 1);
  text = dup_text (f, moved);
  g_assert_nonnull (strstr (text, "[load(arg1_1, 5)]"));
  fl_expr_count (f->pool, row, f->arena, &count);
  /* two loads; Inductor counts no operation for the indirect index itself */
  g_assert_cmpuint (count.n_ops, ==, 2);
  g_assert_cmpuint (count.n_reads, ==, 2);
  g_assert_cmpuint (count.n_read_buffers, ==, 2);
  g_assert_cmpstr (count.read_buffers[0], ==, "arg1_1");
}

/* exp (x - m) used twice: as inner_fn_opcount (torch/_inductor/ir.py) has it, operations are counted after equal ones
 * are merged. */
static void
test_count_merges_equal_operations (Fixture *f, gconstpointer data)
{
  const FlExpr *x = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, get_row_major (f));
  const FlExpr *m = fl_expr_load (f->pool, "buf0", FL_DTYPE_F32, fl_sym_int (f->symbols, 0));
  const FlExpr *e = fl_expr_op1 (f->pool, FL_SCALAR_EXP, fl_expr_op2 (f->pool, FL_SCALAR_SUB, x, m));
  const FlExpr *twice = fl_expr_op2 (f->pool, FL_SCALAR_ADD, fl_expr_scope (f->pool, e), fl_expr_scope (f->pool, e));
  FlExprCount count;

  fl_expr_count (f->pool, twice, f->arena, &count);
  g_assert_cmpuint (count.n_ops, ==, 5); /* load, load, sub, exp, add */
  g_assert_cmpuint (count.n_reads, ==, 2);
  g_assert_cmpuint (count.n_nontrivial_reads, ==, 1); /* buf0 is read at 0 */
  g_assert_true (count.is_heavy);
}

/* As TorchInductor's KernelFormatterHandler prints an inner_fn: an equal operation has one line, and an index that was
 * read from memory stands by the line that reads it. */
static void
test_lines_have_one_operation_each (Fixture *f, gconstpointer data)
{
  const FlExpr *place = fl_expr_load (f->pool, "arg1_1", FL_DTYPE_I64, f->i0);
  const FlSym *indirect = fl_expr_indirect (f->pool, place, fl_sym_int (f->symbols, 7), TRUE, TRUE);
  const FlExpr *x = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F32, indirect);
  const FlExpr *e = fl_expr_op1 (f->pool, FL_SCALAR_EXP, x);
  const FlExpr *sum = fl_expr_op2 (f->pool, FL_SCALAR_ADD, fl_expr_scope (f->pool, e), fl_expr_scope (f->pool, e));
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *name = fl_expr_append_lines (text, f->pool, sum, "  ", names);

  g_assert_cmpstr (name, ==, "tmp3");
  g_assert_cmpstr (text->str, ==,
                   "  tmp0 = ops.load(arg1_1, i0)\n"
                   "  tmp1 = ops.load(arg0_1, tmp0)\n"
                   "  tmp2 = ops.exp(tmp1)\n"
                   "  tmp3 = tmp2 + tmp2\n");
}

static void
test_results_have_dtypes (Fixture *f, gconstpointer data)
{
  const FlExpr *x = fl_expr_load (f->pool, "arg0_1", FL_DTYPE_F16, f->i0);
  const FlExpr *y = fl_expr_constant_int (f->pool, FL_DTYPE_F16, 3);
  const FlExpr *less = fl_expr_op2 (f->pool, FL_SCALAR_LT, x, y);

  g_assert_cmpint (less->dtype, ==, FL_DTYPE_BOOL);
  g_assert_cmpint (fl_expr_where (f->pool, less, x, y)->dtype, ==, FL_DTYPE_F16);
  g_assert_cmpfloat (y->number, ==, 3.0);
  g_assert_cmpint (fl_expr_to_dtype (f->pool, x, FL_DTYPE_F32)->src_dtype, ==, FL_DTYPE_F16);
}

static const FlSym *
rename_buffer (gpointer data, const char *buffer, const FlSym *index)
{
  return buffer == fl_intern ("buf0") ? fl_sym_mul_int (index, 2) : index;
}

static void
test_indices_are_mapped (Fixture *f, gconstpointer data)
{
  const FlExpr *sum = fl_expr_op2 (f->pool, FL_SCALAR_ADD, fl_expr_load (f->pool, "buf0", FL_DTYPE_F32, f->i0),
                                   fl_expr_load (f->pool, "buf1", FL_DTYPE_F32, f->i0));
  g_autofree char *text = dup_text (f, fl_expr_map_indices (f->pool, sum, rename_buffer, NULL));

  g_assert_cmpstr (text, ==, "load(buf0, 2*i0) + load(buf1, i0)");
}

/* --- layouts: expected texts from PyTorch's debug output of softmax --------------------------- */

static FlLayout
make_layout (Fixture *f, gint64 size0, gint64 size1, gint64 stride0, gint64 stride1)
{
  const FlSym **sizes = fl_arena_new (f->arena, const FlSym *, 2),
              **strides = fl_arena_new (f->arena, const FlSym *, 2);

  sizes[0] = fl_sym_int (f->symbols, size0);
  sizes[1] = fl_sym_int (f->symbols, size1);
  strides[0] = fl_sym_int (f->symbols, stride0);
  strides[1] = fl_sym_int (f->symbols, stride1);
  return (FlLayout) {
    .kind = FL_LAYOUT_FIXED,
    .device = { "cuda", 0 },
    .dtype = FL_DTYPE_F32,
    .n_dims = 2,
    .sizes = sizes,
    .strides = strides,
    .offset = fl_sym_int (f->symbols, 0),
  };
}

static void
test_layout_text (Fixture *f, gconstpointer data)
{
  FlLayout layout = make_layout (f, 10, 1, 1, 10);
  g_autoptr (GString) text = g_string_new (NULL);

  fl_layout_append (text, &layout);
  g_assert_cmpstr (text->str, ==, "FixedLayout('cuda:0', torch.float32, size=[10, 1], stride=[1, 10])");
  layout.kind = FL_LAYOUT_MULTI_OUTPUT;
  layout.device = (FlDevice) { "cpu", -1 };
  g_string_truncate (text, 0);
  fl_layout_append (text, &layout);
  g_assert_cmpstr (text->str, ==, "MultiOutputLayout(device=device(type='cpu'))");
}

static void
test_layout_arithmetic (Fixture *f, gconstpointer data)
{
  FlLayout rows = make_layout (f, 10, 3840, 3840, 1), column = make_layout (f, 10, 1, 1, 10),
           padded = make_layout (f, 10, 30, 32, 1);
  const FlSym *index[] = { f->i0, f->i1 };

  g_assert_true (fl_layout_get_index (&rows, f->symbols, index) == get_row_major (f));
  g_assert_true (fl_layout_get_index (&column, f->symbols, index) == f->i0);
  g_assert_true (fl_layout_is_contiguous (&rows));
  g_assert_true (fl_layout_is_contiguous (&column)); /* the stride of a dimension of size 1 means nothing */
  g_assert_false (fl_layout_is_contiguous (&padded));
  /* 1 + 9 * 32 + 29 * 1 = 318 */
  g_assert_true (fl_sym_is_int_value (fl_layout_get_storage_size (&padded, f->symbols), 318));
  g_assert_true (fl_sym_is_int_value (fl_layout_get_numel (&padded, f->symbols), 300));
}

/* A dimension of none takes its stride away: 1 + (u0 - 1) * 5 + (3 - 1) * 1 is -2 for u0 = 0, which stores nothing. */
static void
test_storage_of_none (Fixture *f, gconstpointer data)
{
  static const gint64 values[][2] = { { 0, 0 }, { 1, 3 }, { 4, 18 } };
  FlLayout layout = make_layout (f, 10, 3, 5, 1);
  const FlSym *size = fl_sym_size (f->symbols, "u0"), *sizes[] = { size, layout.sizes[1] };

  layout.sizes = sizes;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      const FlSym *storage = fl_layout_get_storage_size (&layout, f->symbols),
                  *value = fl_sym_int (f->symbols, values[i][0]);

      storage = fl_sym_substitute (storage, &size, &value, 1);
      g_assert_true (fl_sym_is_int_value (storage, values[i][1]));
    }
}

#define ADD(path, function) g_test_add ("/core/ir/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("expr/equal-is-same", test_equal_is_same);
  ADD ("expr/scopes-and-origins-have-a-canon", test_scopes_and_origins_have_a_canon);
  ADD ("expr/substitution", test_substitution);
  ADD ("layout/storage-of-none", test_storage_of_none);
  ADD ("expr/substitution-goes-through-indirect-indices", test_substitution_goes_through_indirect_indices);
  ADD ("expr/count-merges-equal-operations", test_count_merges_equal_operations);
  ADD ("expr/lines-have-one-operation-each", test_lines_have_one_operation_each);
  ADD ("expr/results-have-dtypes", test_results_have_dtypes);
  ADD ("expr/indices-are-mapped", test_indices_are_mapped);
  ADD ("layout/text", test_layout_text);
  ADD ("layout/arithmetic", test_layout_arithmetic);
  return g_test_run ();
}
