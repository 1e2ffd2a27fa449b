/* Every reduction and scan, of every dtype, along every axis, however its operand lies in memory, in vectors of every
 * width. */
#include "fl-sweep.h"

#include "fl-graph.h"

static const FlDtype dtypes[] = { FL_DTYPE_F32, FL_DTYPE_BF16, FL_DTYPE_F16, FL_DTYPE_F64,
                                  FL_DTYPE_I64, FL_DTYPE_I32,  FL_DTYPE_U8,  FL_DTYPE_BOOL };

/* Rows and columns of a few vectors and a tail; rows longer than what is summed before a double takes it; one element;
 * none. */
static const SweepPattern patterns[] = {
  { "rows", 2, { 5, 131 }, { 0 }, { 1, 131 }, NULL },
  { "long rows", 2, { 2, 9001 }, { 0 }, { 2, 1 }, NULL },
  { "many rows", 2, { 1003, 17 }, { 0 }, { 1, 17 }, NULL },
  { "transposed", 2, { 37, 70 }, { 1, 37 }, { 37, 70 }, NULL },
  { "every other", 2, { 5, 67 }, { 134, 2 }, { 5, 67 }, NULL },
  { "part of rows", 2, { 7, 100 }, { 0 }, { 7, 97 }, "x = torch.ops.aten.slice.Tensor(x0, 1, 2, 99)" },
  { "permuted", 3, { 3, 33, 19 }, { 0 }, { 33, 19, 3 }, "x = torch.ops.aten.permute.default(x0, [1, 2, 0])" },
  { "large", 2, { 307, 1013 }, { 0 }, { 307, 1 }, NULL }, /* for several threads */
  { "tall", 2, { 20011, 7 }, { 0 }, { 1, 7 }, NULL },
  { "wide", 2, { 3, 40009 }, { 0 }, { 3, 1 }, NULL },
  { "one element", 2, { 1, 1 }, { 0 }, { 1, 1 }, NULL },
};

/* Sums may be off by the rounding of their terms. */
static const SweepOp ops[] = {
  { "aten.sum.dim_IntList({x}, [-1])", SWEEP_ALL, 256, 4, 10 },
  { "aten.sum.dim_IntList({x}, [0])", SWEEP_ALL, 256, 32, 10 },
  { "aten.sum.dim_IntList({x}, [0, -1], True)", SWEEP_ALL, 256, 16, 10 },
  { "aten.sum.default({x})", SWEEP_FLOATS, 256, 16, 10 },
  { "aten.sum.dim_IntList({x}, [-1], True)", SWEEP_FLOATS, 256, 4, -1 },
  { "aten.mean.dim({x}, [-1])", SWEEP_FLOATS, 32, 4, 10 },
  { "aten.mean.dim({x}, [0], True)", SWEEP_FLOATS, 32, 4, 10 },
  { "aten.prod.dim_int({x}, -1)", SWEEP_NUMBERS, 512, 0, 1 },
  { "aten.prod.dim_int({x}, 0)", SWEEP_NUMBERS, 512, 0, 1 },
  { "aten.amax.default({x}, [-1])", SWEEP_ALL, 1 },
  { "aten.amax.default({x}, [0], True)", SWEEP_ALL, 1 },
  { "aten.amin.default({x}, [-1])", SWEEP_ALL, 1 },
  { "aten.amin.default({x}, [0, -1])", SWEEP_ALL, 1 },
  { "aten.argmax.default({x}, -1)", SWEEP_NUMBERS, 0 },
  { "aten.argmax.default({x}, 0)", SWEEP_NUMBERS, 0 },
  { "aten.argmax.default({x})", SWEEP_NUMBERS, 0 },
  { "aten.argmin.default({x}, -1)", SWEEP_NUMBERS, 0 },
  { "aten.argmin.default({x}, 0, True)", SWEEP_NUMBERS, 0 },
  { "aten.any.dim({x}, -1)", SWEEP_ALL, 0 },
  { "aten.any.dim({x}, 0)", SWEEP_ALL, 0 },
  { "aten.any.default({c})", SWEEP_ALL, 0 },
  { "aten.all.dim({x}, -1)", SWEEP_ALL, 0 },
  { "aten.all.dim({c}, 0)", SWEEP_ALL, 0 },
  { "aten.var.correction({x}, [-1], correction = 1, keepdim = True)", SWEEP_FLOATS, 64, 1, 10 },
  { "aten.var.correction({x}, [0], correction = 0)", SWEEP_FLOATS, 64, 1, 10 },
  { "aten.std.correction({x}, [-1], correction = 0)", SWEEP_FLOATS, 64, 1, 10 },
  { "aten._softmax.default({x}, -1, False)", SWEEP_FLOATS, 32 },
  { "aten._softmax.default({x}, 0, False)", SWEEP_FLOATS, 32 },
  { "aten._log_softmax.default({x}, -1, False)", SWEEP_FLOATS, 32, 1 },
  { "aten._log_softmax.default({x}, 0, False)", SWEEP_FLOATS, 32, 1 },
  { "aten.logsumexp.default({x}, [-1])", SWEEP_FLOATS, 32, 1 },
  { "aten.cumsum.default({x}, -1)", SWEEP_ALL, 256, 16, 10 },
  { "aten.cumsum.default({x}, 0)", SWEEP_ALL, 256, 16, 10 },
  { "aten.cumprod.default({x}, -1)", SWEEP_NUMBERS, 1024, 0, 1 },
  { "aten.cumprod.default({x}, 0)", SWEEP_NUMBERS, 1024, 0, 1 },
  { "aten.sum.dim_IntList(torch.ops.aten.mul.Tensor({x}, {y}), [-1])", SWEEP_FLOATS, 256, 16, 10 },
};

static void
test_one (gconstpointer data)
{
  guint number = GPOINTER_TO_UINT (data);

  sweep_run (ops, G_N_ELEMENTS (ops), dtypes[number / G_N_ELEMENTS (patterns)],
             &patterns[number % G_N_ELEMENTS (patterns)]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (dtypes) * G_N_ELEMENTS (patterns); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/sweep-reductions/%s/%s", fl_dtype_get_short_name (dtypes[i / G_N_ELEMENTS (patterns)]),
                             patterns[i % G_N_ELEMENTS (patterns)].name);

      if (sweep_is_chosen (i, 7)) /* another pattern of each dtype */
        g_test_add_data_func (path, GUINT_TO_POINTER (i), test_one);
    }
  return g_test_run ();
}
