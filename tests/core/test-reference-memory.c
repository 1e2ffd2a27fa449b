/* The reference interpreter where tensors share memory: names of one tensor, views of another dtype, what as_strided
 * sees. Expected values are PyTorch's. */
#include "fl-formats.h"
#include "fl-reference-private.h"

#include <math.h>
#include <string.h>

/* What the graph of one operand yields first, at x = 0, 1, 2, … */
static FlArray *
run_on_counts (const char *body, guint n_dims, const gint64 *sizes)
{
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[%s]\"):\n%s",
                         n_dims == 1 ? "4" : "2, 2", body);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("counts.py", text, strlen (text), &error);
  g_assert_no_error (error);
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, n_dims, sizes);
  for (gint64 i = 0; i < x->numel; i++)
    x->numbers[i] = i;
  g_autoptr (GPtrArray) results = fl_reference_run (graph, (FlArray *[]) { x }, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  FlArray *first = fl_array_new (FL_DTYPE_F32, n_dims, sizes);
  memcpy (first->numbers, ((FlArray *) results->pdata[0])->numbers, first->numel * sizeof *first->numbers);
  return first;
}

static void
assert_four (const FlArray *array, double a, double b, double c, double d)
{
  g_assert_cmpfloat (array->numbers[0], ==, a);
  g_assert_cmpfloat (array->numbers[1], ==, b);
  g_assert_cmpfloat (array->numbers[2], ==, c);
  g_assert_cmpfloat (array->numbers[3], ==, d);
}

/* PyTorch 2.15: as_strided_scatter keeps the strides of self, and writes by them: memory 0 1 2 3, shown turned as 0 2 1
 * 3, becomes 8 8 2 3. */
static void
test_reference_scatters_into_memory_of_self (void)
{
  g_autoptr (FlArray) out = run_on_counts ("        t = torch.ops.aten.t.default(x)\n"
                                           "        e = torch.ops.aten.full.default([2], 8.0)\n"
                                           "        s = torch.ops.aten.as_strided_scatter.default(t, e, [2], [1])\n"
                                           "        return (s,)\n",
                                           2, (const gint64[]) { 2, 2 });
  assert_four (out, 8, 2, 8, 3);
}

/* PyTorch 2.15: x.to (x.dtype) is x, and so is x.contiguous (): x += 1 by such a name shows in x. x.to (x.dtype, copy =
 * True) is not. */
static void
test_reference_converts_to_the_same_tensor (void)
{
  g_autoptr (FlArray) same = run_on_counts ("        t = torch.ops.aten.to.dtype(x, torch.float32)\n"
                                            "        c = torch.ops.aten.contiguous.default(t)\n"
                                            "        w = torch.ops.aten.add_.Scalar(c, 1)\n"
                                            "        n = torch.ops.aten.mul.Scalar(x, 2)\n"
                                            "        return (n,)\n",
                                            1, (const gint64[]) { 4 });
  g_autoptr (FlArray) copy = run_on_counts ("        t = torch.ops.aten.to.dtype(x, torch.float32, False, True)\n"
                                            "        w = torch.ops.aten.add_.Scalar(t, 1)\n"
                                            "        n = torch.ops.aten.mul.Scalar(x, 2)\n"
                                            "        return (n,)\n",
                                            1, (const gint64[]) { 4 });
  assert_four (same, 2, 4, 6, 8);
  assert_four (copy, 0, 2, 4, 6);
}

/* PyTorch 2.15, x = 0 1 2 3: the sign set in the bits of x, as i32, shows in x; what is written to x shows in its bits.
 */
static void
test_reference_writes_by_another_dtype (void)
{
  g_autoptr (FlArray) out = run_on_counts ("        v = torch.ops.aten.view.dtype(x, torch.int32)\n"
                                           "        o = torch.ops.aten.bitwise_or_.Scalar(v, -2147483648)\n"
                                           "        w = torch.ops.aten.add_.Scalar(x, 3)\n"        /* 3 2 1 0 */
                                           "        e = torch.ops.aten.eq.Scalar(v, 1065353216)\n" /* the bits of 1 */
                                           "        n = torch.ops.aten.add.Tensor(x, e)\n"
                                           "        return (n,)\n",
                                           1, (const gint64[]) { 4 });
  assert_four (out, 3, 2, 2, 0);
}

/* PyTorch 2.15: -1 * 0 * 0 is -0 in addr without self; one element has no unbiased variance. */
static void
test_reference_has_signs_and_nan_of_addr_and_norm (void)
{
  g_autoptr (FlArray) addr = run_on_counts ("        v = torch.ops.aten.full.default([2], -1.0)\n"
                                            "        o = torch.ops.aten.full.default([2], 1.0)\n"
                                            "        r = torch.ops.aten.addr.default(x, v, o, beta = 0, alpha = 0)\n"
                                            "        return (r,)\n",
                                            2, (const gint64[]) { 2, 2 });
  g_assert_true (addr->numbers[0] == 0 && signbit (addr->numbers[0]));
  g_autoptr (FlArray) norm
      = run_on_counts ("        i = torch.ops.aten.full.default([1, 4, 1], 1.0)\n"
                       "        b = torch.ops.aten._batch_norm_with_update.default(i, None, None, x, x, 0.5, 1e-05)\n"
                       "        r = torch.ops.aten.alias.default(x)\n"
                       "        return (r,)\n",
                       1, (const gint64[]) { 4 });
  g_assert_true (isnan (norm->numbers[1]));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/reference/reference-memory/scatters-into-memory-of-self",
                   test_reference_scatters_into_memory_of_self);
  g_test_add_func ("/core/reference/reference-memory/converts-to-the-same-tensor",
                   test_reference_converts_to_the_same_tensor);
  g_test_add_func ("/core/reference/reference-memory/writes-by-another-dtype", test_reference_writes_by_another_dtype);
  g_test_add_func ("/core/reference/reference-memory/has-signs-and-nan-of-addr-and-norm",
                   test_reference_has_signs_and_nan_of_addr_and_norm);
  return g_test_run ();
}
