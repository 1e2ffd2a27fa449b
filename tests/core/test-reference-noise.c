/* The reference interpreter's noise, which shows how far rounding may carry a result. */
#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-op-cases.h"

/* (x + y) - x with |x| near 1e6: an ulp of the sum is 2^-4, so noise of one ulp moves the difference by up to about
 * 0.1; x * y moves by an ulp only. */
static void
test_reference_noise_shows_what_rounding_does (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[64][1]cpu\", y: \"f32[64][1]cpu\"):\n"
                             "        add: \"f32[64][1]cpu\" = torch.ops.aten.add.Tensor(x, y)\n"
                             "        sub: \"f32[64][1]cpu\" = torch.ops.aten.sub.Tensor(add, x)\n"
                             "        mul: \"f32[64][1]cpu\" = torch.ops.aten.mul.Tensor(x, y)\n"
                             "        return (sub, mul)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  gint64 size = 64;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size), y = fl_array_new (FL_DTYPE_F32, 1, &size);
  for (gint64 i = 0; i < size; i++)
    {
      x->numbers[i] = 1000000 + i;
      y->numbers[i] = 1 + i;
    }
  FlArray *inputs[] = { x, y };
  g_autoptr (GPtrArray) exact = fl_reference_run (graph, inputs, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) noisy
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = 1 }, &error);
  g_assert_no_error (error);
  double moved[2] = { 0 };
  for (guint output = 0; output < 2; output++)
    for (gint64 i = 0; i < size; i++)
      {
        const FlArray *a = exact->pdata[output], *b = noisy->pdata[output];
        moved[output] = MAX (moved[output], fabs (b->numbers[i] / a->numbers[i] - 1));
      }
  g_assert_cmpfloat (moved[0], >, 0.01);
  g_assert_cmpfloat (moved[0], <, 0.2);
  g_assert_cmpfloat (moved[1], >, 0);
  g_assert_cmpfloat (moved[1], <, 0x1p-22);
}

static double
run_noisy (const char *body, FlArray *x, guint64 noise)
{
  g_autofree char *text = g_strdup_printf ("def forward(self, x: \"%s[%d][1]cpu\"):\n%s",
                                           x->dtype == FL_DTYPE_F64 ? "f64" : "f32", (int) x->numel, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) out
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = noise }, &error);
  g_assert_no_error (error);
  const FlArray *first = out->pdata[0];
  return first->numbers[0];
}

/* exp (96.875) is 1.2e42, beyond f32: PyTorch's loss is infinite there, and 96.875 of doubles. */
static void
test_reference_loses_powers_out_of_range (void)
{
  gint64 one = 1;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &one), wide = fl_array_new (FL_DTYPE_F64, 1, &one);
  const char *body
      = "    n = torch.ops.aten.full_like.default(x, 3.125)\n    l = torch.ops.aten.soft_margin_loss.default(x, n)\n    return (l,)\n";
  x->numbers[0] = wide->numbers[0] = -31;
  g_assert_true (isinf (run_noisy (body, x, 0)));
  g_assert_cmpfloat_with_epsilon (run_noisy (body, wide, 0), 96.875, 1e-9);
}

/* 1e30 * 1e30 * 0 in f32 is infinity times 0 from the left and 0 from the right. floor (1 / 0.1f), of 0.1f =
 * 0.100000001490, is 9, and 10 where the quotient 9.99999985 is rounded first. At 1.375, digamma is a sum of terms
 * around 2 that leaves 0.09. */
static void
test_reference_noise_tells_order_and_steps (void)
{
  gint64 three = 3, one = 1;
  g_autoptr (FlArray) factors = fl_array_new (FL_DTYPE_F32, 1, &three), x = fl_array_new (FL_DTYPE_F32, 1, &one),
                      z = fl_array_new (FL_DTYPE_F64, 1, &one);
  double low = INFINITY, high = -INFINITY, moved = 0;
  factors->numbers[0] = factors->numbers[1] = (float) 1e30;
  x->numbers[0] = 1;
  z->numbers[0] = 1.375;
  const char *prod = "    p = torch.ops.aten.prod.default(x)\n    return (p,)\n";
  const char *quotient = "    q = torch.ops.aten.floor_divide.Scalar(x, 0.1)\n    return (q,)\n";
  const char *sign
      = "    l = torch.ops.aten.log.default(x)\n    v = torch.ops.aten.view.dtype(l, torch.int32)\n"
        "    n = torch.ops.aten.lt.Scalar(v, 0)\n    f = torch.ops.prims.convert_element_type.default(n, torch.float32)\n    return (f,)\n";
  guint n_negative = 0;
  const char *gamma = "    d = torch.ops.aten.digamma.default(x)\n    return (d,)\n";
  g_assert_true (run_noisy (prod, factors, 0) == 0);
  g_assert_true (isnan (run_noisy (prod, factors, 1)));
  g_assert_true (run_noisy (prod, factors, 2) == 0);
  for (guint64 noise = 1; noise <= 8; noise++)
    {
      double q = round (run_noisy (quotient, x, noise));
      low = MIN (low, q);
      high = MAX (high, q);
      moved = MAX (moved, fabs (run_noisy (gamma, z, noise) - run_noisy (gamma, z, 0)));
    }
  x->numbers[0] = -1;
  for (guint64 noise = 1; noise <= 8; noise++) /* of NaN, as log (-1) yields on this machine or that */
    n_negative += run_noisy (sign, x, noise) > 0.5;
  g_assert_cmpuint (n_negative, >, 0);
  g_assert_cmpuint (n_negative, <, 8);
  x->numbers[0] = 1;
  g_assert_cmpfloat (run_noisy (quotient, x, 0), ==, 9);
  x->numbers[0] = INFINITY; /* PyTorch: inf // 0.1 is NaN */
  g_assert_true (isnan (run_noisy (quotient, x, 0)) && isnan (run_noisy (quotient, x, 1)));
  g_assert_cmpfloat (low, ==, 10); /* always: kernels round nothing else of what is exact */
  g_assert_cmpfloat (high, ==, 10);
  g_assert_cmpfloat (moved, >, 0x1p-52);
  g_assert_cmpfloat (moved, <, 0x1p-48);
}

/* gelu at -4 is -2 (1 + tanh (…)), of which f32 keeps steps of 2 * 2^-24 where the whole is near 1e-4: noise moves it
 * by more than its own unit, and by no more than two units of 1. The product of a vector by itself is 0, and rounded
 * products leave less than a unit. */
static void
test_reference_noise_of_what_cancels (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[3][1]cpu\"):\n"
                             "        a: \"f32[3][1]cpu\" = torch.ops.aten.gelu.default(x, approximate = 'tanh')\n"
                             "        b: \"f32[3][1]cpu\" = torch.ops.aten.linalg_cross.default(x, x)\n"
                             "        y: \"f32[3][1]cpu\" = torch.ops.aten.mul.Tensor(x, 64)\n"
                             "        c: \"f32[3][1]cpu\" = torch.ops.aten._log_softmax.default(y, 0, False)\n"
                             "        return (a, b, c)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  gint64 size = 3;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size);
  for (gint64 i = 0; i < size; i++)
    x->numbers[i] = -4 - 0.125 * i;
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) exact = fl_reference_run (graph, inputs, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) noisy
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = 1 }, &error);
  g_assert_no_error (error);
  const FlArray *gelu[] = { exact->pdata[0], noisy->pdata[0] }, *cross[] = { exact->pdata[1], noisy->pdata[1] };
  double moved = 0, left = 0;
  for (gint64 i = 0; i < size; i++)
    {
      moved = MAX (moved, fabs (gelu[1]->numbers[i] - gelu[0]->numbers[i]));
      left = MAX (left, fabs (cross[1]->numbers[i]));
      g_assert_cmpfloat (cross[0]->numbers[i], ==, 0);
    }
  g_assert_cmpfloat (moved, >, 0x1p-24);
  g_assert_cmpfloat (moved, <, 5 * 0x1p-23);
  g_assert_cmpfloat (left, >, 0);
  g_assert_cmpfloat (left, <, 5 * 5 * 4 * 0x1p-23);
  /* -log (1 + e^-8 + e^-16) is -3.4e-4, whose unit is below 2^-34: the logarithm of a number near 1 is no better than
   * 2^-23 */
  const FlArray *logs[] = { exact->pdata[2], noisy->pdata[2] };
  g_assert_cmpfloat (fabs (logs[1]->numbers[0] - logs[0]->numbers[0]), >, 0x1p-30);
  g_assert_cmpfloat (fabs (logs[1]->numbers[0] - logs[0]->numbers[0]), <, 0x1p-22);
}

/* 4096 squares of 0.6 or -0.6, one after the other in f32: where the sum is large, what 0.36 has below its unit is lost
 * at every step in the same way. The noise of the terms, units of each, cancels out. */
static void
test_reference_noise_adds_in_order (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[4096][1]cpu\"):\n"
                             "        a: \"f32[]\" = torch.ops.aten.var.correction(x, [0], correction = 0)\n"
                             "        return (a,)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("noise", text, strlen (text), &error);
  g_assert_no_error (error);
  gint64 size = 4096;
  float sum = 0;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &size);
  for (gint64 i = 0; i < size; i++)
    {
      x->numbers[i] = i % 2 == 0 ? 0.6f : -0.6f;
      sum += (float) (x->numbers[i] * x->numbers[i]);
    }
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) exact = fl_reference_run (graph, inputs, NULL, NULL, NULL, &error);
  g_autoptr (GPtrArray) noisy
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = 1 }, &error);
  g_assert_no_error (error);
  const FlArray *a[] = { exact->pdata[0], noisy->pdata[0] };
  const double lost = fabs (sum / 4096 - a[0]->numbers[0]);
  g_assert_cmpfloat (lost, >, 0.36 * 0x1p-23); /* more than the units of 4096 terms leave of one */
  g_assert_cmpfloat (fabs (a[1]->numbers[0] - a[0]->numbers[0]), >, lost / 2);
  g_assert_cmpfloat (fabs (a[1]->numbers[0] - a[0]->numbers[0]), <, 2 * lost);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/reference/reference/noise-shows-what-rounding-does",
                   test_reference_noise_shows_what_rounding_does);
  g_test_add_func ("/core/reference/reference/loses-powers-out-of-range", test_reference_loses_powers_out_of_range);
  g_test_add_func ("/core/reference/reference/noise-tells-order-and-steps", test_reference_noise_tells_order_and_steps);
  g_test_add_func ("/core/reference/reference/noise-of-what-cancels", test_reference_noise_of_what_cancels);
  g_test_add_func ("/core/reference/reference/noise-adds-in-order", test_reference_noise_adds_in_order);
  return g_test_run ();
}
