/* The reference interpreter where values are extreme: integers at the ends of their range,
 * infinities. Expected values are PyTorch's. */
#include <math.h>
#include <string.h>

#include "fl-formats.h"
#include "fl-reference-private.h"

/* What the graph whose text this is yields. */
static GPtrArray *
run_noisy (const char *signature, const char *body, FlArray *const *inputs, guint64 noise)
{
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s", signature, body);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("values.py", text, strlen (text), &error);
  g_assert_no_error (error);
  GPtrArray *results
      = fl_reference_run_request (&(FlReferenceRequest) { .graph = graph, .inputs = inputs, .noise = noise }, &error);
  g_assert_no_error (error);
  return results;
}

static GPtrArray *
run (const char *signature, const char *body, FlArray *const *inputs)
{
  return run_noisy (signature, body, inputs, 0);
}

static double
get (const GPtrArray *results, guint position, gint64 element)
{
  return ((const FlArray *) results->pdata[position])->numbers[element];
}

static void
assert_integers (const FlArray *array, const gint64 *expected)
{
  for (gint64 i = 0; i < array->numel; i++)
    g_assert_cmpint (array->integers[i], ==, expected[i]);
}

/* PyTorch 2.15, of x = [2^63 - 1, 2^62 + 1, -2^63, 3]: products wrap at 64 bits. 2^62 + 1 is no
 * double, nor is 2^63 - 1. */
static void
test_reference_values_integers_wrap (void)
{
  enum
  {
    M = 4
  };
  const gint64 most = G_MAXINT64, least = G_MININT64, odd = (G_GINT64_CONSTANT (1) << 62) + 1, sizes[] = { 2, 2 };
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_I64, 2, sizes);
  memcpy (x->integers, (gint64[M]) { most, odd, least, 3 }, M * sizeof (gint64));
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) got = run ("x: \"i64[2, 2]\"",
                                   "        a = torch.ops.aten.addcmul.default(x, x, x, value = 2)\n"
                                   "        r = torch.ops.aten.view.default(x, [4])\n"
                                   "        s = torch.ops.aten.slice.Tensor(r, 0, 0, 2)\n"
                                   "        o = torch.ops.aten.outer.default(s, s)\n"
                                   "        d = torch.ops.aten.addr.default(x, s, s, beta = 1, alpha = 3)\n"
                                   "        l = torch.ops.aten.linear.default(x, x)\n"
                                   "        b = torch.ops.aten.unsqueeze.default(x, 0)\n"
                                   "        p = torch.ops.aten.addbmm.default(x, b, b)\n"
                                   "        h = torch.ops.aten.heaviside.default(s, s)\n"
                                   "        z = torch.ops.aten.sub.Tensor(x, x)\n"
                                   "        v = torch.ops.aten.heaviside.default(z, x)\n"
                                   "        q = torch.ops.aten.max_pool2d.default(b, [2, 1])\n"
                                   "        return (a, o, d, l, p, h, v, q)\n",
                                   inputs);
  /* x + 2 x x: -1 + 2 of squares 1, 2^63 + 1 and 0, but 3 + 18 */
  assert_integers (got->pdata[0], (gint64[M]) { least + 1, odd + 2, least, 21 });
  /* (2^63 - 1)^2 = 1; (2^63 - 1) (2^62 + 1) = 2^125 + 2^63 - 2^62 - 1 = 2^62 - 1; (2^62 + 1)^2 =
   * 2^63 + 1 */
  assert_integers (got->pdata[1], (gint64[M]) { 1, odd - 2, odd - 2, least + 1 });
  assert_integers (got->pdata[2], (gint64[M]) { least + 2, -2, odd - 4, least + 6 }); /* x + 3 of the above */
  /* x x^T: rows (a, b) and (c, d): aa + bb, ac + bd, cc + dd */
  assert_integers (got->pdata[3], (gint64[M]) { least + 2, odd + 2, odd + 2, 9 });
  /* x + x x: ab + bd, ac + dc and so on */
  assert_integers (got->pdata[4], (gint64[M]) { 0, odd + 2, least, least + 12 });
  assert_integers (got->pdata[5], (gint64[2]) { 1, 1 });
  assert_integers (got->pdata[6], x->integers);
  assert_integers (got->pdata[7], (gint64[2]) { most, odd });
}

/* PyTorch 2.15: in the gradient of a batch norm the scale is the last factor, so that an infinite
 * one makes no NaN of dy - d k - mean (dy) = [1 - 4/3 - 1/3, -1/3, 2/3 - 1/3]. */
static void
test_reference_values_infinite_scale_of_batch_norm (void)
{
  const gint64 sizes[] = { 3, 1 }, one = 1;
  g_autoptr (FlArray) grad = fl_array_new (FL_DTYPE_F32, 2, sizes), x = fl_array_new (FL_DTYPE_F32, 2, sizes),
                      scale = fl_array_new (FL_DTYPE_F32, 1, &one), mean = fl_array_new (FL_DTYPE_F32, 1, &one),
                      root = fl_array_new (FL_DTYPE_F32, 1, &one);
  grad->numbers[0] = 1;
  x->numbers[0] = 2;
  x->numbers[2] = -1;
  scale->numbers[0] = INFINITY;
  root->numbers[0] = 1;
  FlArray *inputs[] = { grad, x, scale, mean, root };
  g_autoptr (GPtrArray) got = run ("g: \"f32[3, 1]\", x: \"f32[3, 1]\", w: \"f32[1]\", m: \"f32[1]\", r: \"f32[1]\"",
                                   "        b = torch.ops.aten.native_batch_norm_backward.default(g, x, w, None, None, "
                                   "m, r, True, 1e-05, [True, True, True])\n"
                                   "        d = b[0]\n"
                                   "        e = b[1]\n"
                                   "        f = b[2]\n"
                                   "        return (d, e, f)\n",
                                   inputs);
  const double *dx = ((FlArray *) got->pdata[0])->numbers;
  g_assert_true (dx[0] == -INFINITY && dx[1] == -INFINITY && dx[2] == INFINITY);
  g_assert_cmpfloat (((FlArray *) got->pdata[1])->numbers[0], ==, 2);
  g_assert_cmpfloat (((FlArray *) got->pdata[2])->numbers[0], ==, 1);
}

/* PyTorch 2.15: ldexp by integers is C's, whose exponents are ints: 2^40 is 0 as one. 1e-30 2^150
 * is no infinity, 3 2^-150 halfway between 2^-149 and 2^-148. By 1.3f as the only exponent 2^1.3 is
 * f64 beside f64, in a row of them f32. */
static void
test_reference_values_powers_of_two (void)
{
  const gint64 four = 4;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &four), d = fl_array_new (FL_DTYPE_F64, 1, &four),
                      n = fl_array_new (FL_DTYPE_I64, 1, &four), y = fl_array_new (FL_DTYPE_F32, 0, NULL);
  memcpy (x->numbers, (double[]) { 1, 1e-30f, 3, 0 }, sizeof (double[4]));
  memcpy (d->numbers, (double[]) { 3.3f, 1e-300, 1e300, 3 }, sizeof (double[4]));
  memcpy (n->integers, (gint64[]) { G_GINT64_CONSTANT (1) << 40, 150, -150, 200 }, sizeof (gint64[4]));
  y->numbers[0] = 1.3f;
  FlArray *inputs[] = { x, d, n, y };
  g_autoptr (GPtrArray) got = run ("x: \"f32[4]\", d: \"f64[4]\", n: \"i64[4]\", y: \"f32[]\"",
                                   "        a = torch.ops.aten.ldexp.Tensor(x, n)\n"
                                   "        e = torch.ops.aten.expand.default(y, [4])\n"
                                   "        b = torch.ops.aten.ldexp.Tensor(d, y)\n"
                                   "        c = torch.ops.aten.ldexp.Tensor(d, e)\n"
                                   "        return (a, b, c)\n",
                                   inputs);
  g_assert_cmpfloat (get (got, 0, 0), ==, 1);
  g_assert_cmpfloat (get (got, 0, 1), ==, 1427247697231872.0);
  g_assert_cmpfloat (get (got, 0, 2), ==, 0x1p-148);
  g_assert_cmpfloat (get (got, 0, 3), ==, 0);
  g_assert_cmpfloat_with_epsilon (get (got, 1, 0), 8.125552742100949, 1e-14);
  g_assert_cmpfloat_with_epsilon (get (got, 2, 0), 8.125553109059865, 1e-14);
}

/* PyTorch 2.15, of x = [0, 1 + i, 2 + 2i, 3 + 3i]: as_strided of a conjugate finds the memory of x,
 * from its first element on, whose every second one is x[0], x[2]. */
static void
test_reference_values_memory_of_conjugates (void)
{
  const gint64 four = 4;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_C64, 1, &four);
  memcpy (x->numbers, (double[]) { 0, 0, 1, 1, 2, 2, 3, 3 }, sizeof (double[8]));
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) got = run ("x: \"c64[4]\"",
                                   "        s = torch.ops.aten.slice.Tensor(x, 0, 1, 4)\n"
                                   "        c = torch.ops.aten._conj.default(s)\n"
                                   "        a = torch.ops.aten.as_strided.default(c, [2], [2], 0)\n"
                                   "        e = torch.ops.aten.expand.default(x, [2, 4])\n"
                                   "        d = torch.ops.aten._conj.default(e)\n"
                                   "        b = torch.ops.aten.as_strided.default(d, [2], [1], 2)\n"
                                   "        return (a, b)\n",
                                   inputs);
  g_assert_cmpfloat (get (got, 0, 0), ==, 0);
  g_assert_cmpfloat (get (got, 0, 2), ==, 2);
  g_assert_cmpfloat (get (got, 0, 3), ==, -2);
  g_assert_cmpfloat (get (got, 1, 0), ==, 2);
  g_assert_cmpfloat (get (got, 1, 3), ==, -3);
}

/* Both parts of a number move: rows of [[0 + i, 2 + 3i], [4 + 5i, 6 + 7i]], columns changed. */
static void
test_reference_values_moved_complex_numbers (void)
{
  static const double expected[][8] = {
    { 2, 3, 0, 1, 6, 7, 4, 5 }, { 2, 3, 0, 1, 6, 7, 4, 5 }, { 4, 5, 6, 7, 0, 1, 2, 3 }, { 2, 3, 0, 1, 6, 7, 4, 5 }
  };
  const gint64 sizes[] = { 2, 2 }, two = 2;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_C64, 2, sizes), i = fl_array_new (FL_DTYPE_I64, 1, &two);
  for (guint e = 0; e < 8; e++)
    x->numbers[e] = e;
  i->integers[0] = 1;
  FlArray *inputs[] = { x, i };
  g_autoptr (GPtrArray) got = run ("x: \"c64[2, 2]\", i: \"i64[2]\"",
                                   "        a = torch.ops.aten.index_select.default(x, 1, i)\n"
                                   "        b = torch.ops.aten.flip.default(x, [1])\n"
                                   "        c = torch.ops.aten.index.Tensor(x, [i])\n"
                                   "        e = torch.ops.aten.expand.default(i, [2, 2])\n"
                                   "        d = torch.ops.aten.gather.default(x, 1, e)\n"
                                   "        return (a, b, c, d)\n",
                                   inputs);
  for (guint r = 0; r < G_N_ELEMENTS (expected); r++)
    for (guint e = 0; e < 8; e++)
      g_assert_cmpfloat (get (got, r, e), ==, expected[r][e]);
}

/* PyTorch 2.15: elements that have no extreme have no slope, an infinite one neither; those that
 * have it share what is above 0. */
static void
test_reference_values_slopes_of_segments (void)
{
  static const double expected[] = { INFINITY, 0, -1, 0, -1, -1 }, shared[] = { -3, 0, 2, 0, 2, 2 };
  const gint64 six = 6, two = 2;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &six), g = fl_array_new (FL_DTYPE_F32, 1, &two),
                      h = fl_array_new (FL_DTYPE_F32, 1, &two), l = fl_array_new (FL_DTYPE_I64, 1, &two);
  memcpy (x->numbers, (double[]) { 1, 3, 0, 2, 0, 0 }, sizeof (double[6]));
  memcpy (g->numbers, (double[]) { INFINITY, -1 }, sizeof (double[2]));
  memcpy (h->numbers, (double[]) { -3, 6 }, sizeof (double[2]));
  memcpy (l->integers, (gint64[]) { 2, 4 }, sizeof (gint64[2]));
  FlArray *inputs[] = { x, g, h, l };
  g_autoptr (GPtrArray) got
      = run ("x: \"f32[6]\", g: \"f32[2]\", h: \"f32[2]\", l: \"i64[2]\"",
             "        o = torch.ops.aten.segment_reduce.default(x, 'min', lengths = l, axis = 0, "
             "unsafe = True)\n"
             "        a = torch.ops.aten._segment_reduce_backward.default(g, o, x, 'min', lengths = l, "
             "axis = 0)\n"
             "        b = torch.ops.aten._segment_reduce_backward.default(h, o, x, 'min', lengths = l, "
             "axis = 0)\n"
             "        return (a, b)\n",
             inputs);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpfloat (get (got, 0, i), ==, expected[i]);
      g_assert_cmpfloat (get (got, 1, i), ==, shared[i]);
    }
}

/* PyTorch 2.15: nanmean of f16 divides a sum that was stored: 120000 is infinite there. A mean of
 * no losses is 0 / 0 where it is compiled; eager PyTorch leaves the result as it found it. */
static void
test_reference_values_means (void)
{
  const gint64 two = 2, none[] = { 0, 3 };
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F16, 1, &two), empty = fl_array_new (FL_DTYPE_F32, 2, none),
                      target = fl_array_new (FL_DTYPE_I64, 1, none);
  x->numbers[0] = x->numbers[1] = 60000;
  FlArray *inputs[] = { x, empty, target };
  g_autoptr (GPtrArray) got = run ("x: \"f16[2]\", e: \"f32[0, 3]\", t: \"i64[0]\"",
                                   "        a = torch.ops.aten.nanmean.default(x)\n"
                                   "        b = torch.ops.aten.multi_margin_loss.default(e, t)\n"
                                   "        c = torch.ops.aten.multi_margin_loss.default(e, t, 1, 1, None, 2)\n"
                                   "        return (a, b, c)\n",
                                   inputs);
  g_assert_true (get (got, 0, 0) == INFINITY);
  g_assert_true (isnan (get (got, 1, 0)));
  g_assert_cmpfloat (get (got, 2, 0), ==, 0);
}

/* Eager PyTorch computes y (g - sum (g y)), inf (1 - inf) = -inf; compiled PyTorch y g - y sum (g
 * y), inf - inf. 300 * 300 is infinite in f16 where it is stored, and not where one kernel keeps it
 * in f32. Noise tells of both. */
static void
test_reference_values_noise_of_infinities (void)
{
  const gint64 two = 2;
  g_autoptr (FlArray) g = fl_array_new (FL_DTYPE_F32, 1, &two), y = fl_array_new (FL_DTYPE_F32, 1, &two),
                      x = fl_array_new (FL_DTYPE_F16, 1, &two);
  g->numbers[0] = 1;
  g->numbers[1] = 2;
  y->numbers[0] = INFINITY;
  y->numbers[1] = 1;
  x->numbers[0] = x->numbers[1] = 300;
  FlArray *inputs[] = { g, y, x };
  for (guint noise = 0; noise < 3; noise++)
    {
      g_autoptr (GPtrArray) got
          = run_noisy ("g: \"f32[2]\", y: \"f32[2]\", x: \"f16[2]\"",
                       "        a = torch.ops.aten._softmax_backward_data.default(g, y, 0, torch.float32)\n"
                       "        m = torch.ops.aten.mul.Tensor(x, x)\n"
                       "        b = torch.ops.aten.neg.default(m)\n"
                       "        return (a, b)\n",
                       inputs, noise);
      g_assert_true (noise == 1 ? isnan (get (got, 0, 0)) : get (got, 0, 0) == -INFINITY);
      g_assert_true (noise == 2 ? fabs (get (got, 1, 0) + 90000) < 500 : get (got, 1, 0) == -INFINITY);
    }
}

/* 4096 times 0.1, one after the other, in doubles: what is lost at every step adds up. psi (1.5) is
 * 0.036, of terms near 1, so that units of those are what noise moves it by. */
static void
test_reference_values_noise_of_doubles (void)
{
  const gint64 size = 4096, one = 1;
  double sum = 0, moved = 0;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F64, 1, &size), p = fl_array_new (FL_DTYPE_F64, 1, &one);
  for (gint64 i = 0; i < size; i++)
    sum += x->numbers[i] = 0.1;
  p->numbers[0] = 1.5;
  const double lost = fabs (sum / size - 0.1);
  FlArray *inputs[] = { x, p };
  static const char signature[] = "x: \"f64[4096]\", p: \"f64[1]\"",
                    body[] = "        a = torch.ops.aten.mean.default(x)\n"
                             "        b = torch.ops.aten.special_psi.default(p)\n"
                             "        return (a, b)\n";
  g_autoptr (GPtrArray) exact = run (signature, body, inputs), ordered = run_noisy (signature, body, inputs, 1);
  g_assert_cmpfloat (lost, >, 0x1p-50);
  g_assert_cmpfloat (fabs (get (ordered, 0, 0) - get (exact, 0, 0)), >, lost / 2);
  g_assert_cmpfloat (fabs (get (ordered, 0, 0) - get (exact, 0, 0)), <, lost * 2);
  for (guint noise = 1; noise < 5; noise++)
    {
      g_autoptr (GPtrArray) noisy = run_noisy (signature, body, inputs, noise);
      moved = MAX (moved, fabs (get (noisy, 1, 0) - get (exact, 1, 0)));
    }
  g_assert_cmpfloat (moved, >, 0x1p-53);
  g_assert_cmpfloat (moved, <, 0x1p-48);
}

/* PyTorch 2.15: 300 ones are 256 in bf16, where sums are stored at every step. alpha = 0 of
 * infinite products is NaN; where libraries leave the products out it is not, which noise tells. */
static void
test_reference_values_steps_of_sums (void)
{
  const gint64 two = 2, many = 300, square[] = { 2, 2 };
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_BF16, 1, &two), at = fl_array_new (FL_DTYPE_I64, 1, &many),
                      one = fl_array_new (FL_DTYPE_BF16, 0, NULL), m = fl_array_new (FL_DTYPE_F32, 2, square);
  one->numbers[0] = 1;
  m->numbers[0] = INFINITY;
  FlArray *inputs[] = { x, at, one, m };
  for (guint noise = 0; noise < 2; noise++)
    {
      g_autoptr (GPtrArray) got = run_noisy ("x: \"bf16[2]\", i: \"i64[300]\", y: \"bf16[]\", m: \"f32[2, 2]\"",
                                             "        a = torch.ops.aten.index_put.default(x, [i], y, True)\n"
                                             "        e = torch.ops.aten.full.default([2, 2], 1.0)\n"
                                             "        b = torch.ops.aten.addmm.default(e, m, m, beta = 1, alpha = 0)\n"
                                             "        return (a, b)\n",
                                             inputs, noise);
      g_assert_true (noise == 0 ? get (got, 0, 0) == 256 : fabs (get (got, 0, 0) - 256) <= 4);
      g_assert_true (noise == 0 ? isnan (get (got, 1, 0)) : fabs (get (got, 1, 0) - 1) < 1e-6);
    }
}

/* The logarithm of the only class's share is 0, but for what bf16 keeps of a number that is stored
 * after the largest was taken of it. */
static void
test_reference_values_noise_of_what_is_stored (void)
{
  const gint64 one = 1;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_BF16, 1, &one);
  x->numbers[0] = 3;
  FlArray *inputs[] = { x };
  for (guint noise = 0; noise < 2; noise++)
    {
      g_autoptr (GPtrArray) got = run_noisy ("x: \"bf16[1]\"",
                                             "        m = torch.ops.aten.mul.Tensor(x, x)\n"
                                             "        a = torch.ops.aten.log_softmax.int(m, 0)\n"
                                             "        return (a,)\n",
                                             inputs, noise);
      g_assert_true (noise == 0 ? get (got, 0, 0) == 0 : get (got, 0, 0) != 0 && fabs (get (got, 0, 0)) <= 9 * 0x1p-8);
    }
}

/* gelu (-6) is -6e-9, of which f32 may leave -0 or more, since 1 + erf is rounded to units of 1; so
 * is 1 - 1 + 1e-8 without the numbers that are none. log (1 + exp (-2.25)) - 0.125 of bf16, whose
 * sum 1.105 may be stored, is -0.025 to 2^-8. */
static void
test_reference_values_noise_to_either_side (void)
{
  const gint64 one = 1, two = 2, four = 4;
  double gelu[3], sum[3], logarithm[3];
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &one), y = fl_array_new (FL_DTYPE_F32, 1, &four),
                      z = fl_array_new (FL_DTYPE_BF16, 1, &two);
  x->numbers[0] = -6;
  memcpy (y->numbers, (double[]) { 1, NAN, -1, 1e-8 }, 4 * sizeof (double));
  z->numbers[0] = -0.125;
  z->numbers[1] = -2.375;
  FlArray *inputs[] = { x, y, z };
  for (guint noise = 0; noise < 3; noise++)
    {
      g_autoptr (GPtrArray) got = run_noisy ("x: \"f32[1]\", y: \"f32[4]\", z: \"bf16[2]\"",
                                             "        a = torch.ops.aten.gelu.default(x)\n"
                                             "        b = torch.ops.aten.nansum.default(y)\n"
                                             "        c = torch.ops.aten.logsumexp.default(z, [0])\n"
                                             "        return (a, b, c)\n",
                                             inputs, noise);
      gelu[noise] = get (got, 0, 0);
      sum[noise] = get (got, 1, 0);
      logarithm[noise] = get (got, 2, 0);
    }
  g_assert_true (gelu[0] < 0 && gelu[1] < gelu[0] && gelu[2] > 0 && gelu[2] < 1e-6);
  g_assert_cmpfloat (fabs (sum[1] - sum[0]), >, 1e-9);
  g_assert_cmpfloat (fabs (sum[1] - sum[0]), <, 1e-6);
  g_assert_cmpfloat (MAX (fabs (logarithm[1] - logarithm[0]), fabs (logarithm[2] - logarithm[0])), >, 0x1p-11);
  g_assert_cmpfloat (MAX (fabs (logarithm[1] - logarithm[0]), fabs (logarithm[2] - logarithm[0])), <, 0x1p-6);
}

/* PyTorch 2.15: silu (-89.625) is -0 in f32, where exp (89.625) = 8.4e38 is infinite, and -1.07e-37
 * in f64; silu (-87) = -87 / (1 + exp (87)) = -1.43e-36. */
static void
test_reference_values_range_of_silu (void)
{
  const gint64 two = 2;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &two), y = fl_array_new (FL_DTYPE_F64, 1, &two);
  x->numbers[0] = y->numbers[0] = -89.625;
  x->numbers[1] = y->numbers[1] = -87;
  FlArray *inputs[] = { x, y };
  g_autoptr (GPtrArray) got = run ("x: \"f32[2]\", y: \"f64[2]\"",
                                   "        a = torch.ops.aten.silu.default(x)\n"
                                   "        b = torch.ops.aten.silu.default(y)\n"
                                   "        return (a, b)\n",
                                   inputs);
  g_assert_true (get (got, 0, 0) == 0 && signbit (get (got, 0, 0)));
  g_assert_cmpfloat_with_epsilon (get (got, 0, 1), -1.43e-36, 1e-38);
  g_assert_cmpfloat_with_epsilon (get (got, 1, 0), -1.07e-37, 1e-39);
  /* A kernel that joins the steps may keep it in f32, too. */
  g_autoptr (GPtrArray) noisy
      = run_noisy ("x: \"f32[2]\", y: \"f64[2]\"", "        a = torch.ops.aten.silu.default(x)\n        return (a,)\n",
                   inputs, 1);
  g_assert_cmpfloat_with_epsilon (get (noisy, 0, 0), -1.07e-37, 1e-39);
}

/* Of 0 and -0 either is the larger one and the smaller one. */
static void
test_reference_values_noise_of_zeros (void)
{
  const gint64 one = 1;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &one), y = fl_array_new (FL_DTYPE_F32, 1, &one);
  gboolean is_negative[2][2];
  x->numbers[0] = -0.0;
  FlArray *inputs[] = { x, y };
  for (guint noise = 0; noise < 2; noise++)
    {
      g_autoptr (GPtrArray) got = run_noisy ("x: \"f32[1]\", y: \"f32[1]\"",
                                             "        a = torch.ops.aten.maximum.default(x, y)\n"
                                             "        b = torch.ops.aten.minimum.default(x, y)\n"
                                             "        return (a, b)\n",
                                             inputs, noise);
      for (guint i = 0; i < 2; i++)
        {
          g_assert_true (get (got, i, 0) == 0);
          is_negative[noise][i] = signbit (get (got, i, 0)) != 0;
        }
    }
  g_assert_true (is_negative[0][0] != is_negative[1][0]);
  g_assert_true (is_negative[0][1] != is_negative[1][1]);
}

/* PyTorch 2.15: prims.reshape yields a new tensor, even of one that is dense. */
static void
test_reference_values_reshape_by_prims (void)
{
  const gint64 four = 4;
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_F32, 1, &four);
  for (guint i = 0; i < 4; i++)
    x->numbers[i] = i + 1;
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) got = run ("x: \"f32[4][1]cpu\"",
                                   "        r = torch.ops.prims.reshape.default(x, [2, 2])\n"
                                   "        w = torch.ops.aten.mul_.Scalar(r, 3)\n"
                                   "        return (w, x)\n",
                                   inputs);
  g_assert_cmpfloat (get (got, 0, 3), ==, 12);
  g_assert_cmpfloat (get (got, 1, 3), ==, 4);
}

/* One-hot rows times a number, as TorchInductor up to 2.9 writes them: val where the position along dim is the
 * selector, background_val elsewhere. */
static void
test_reference_values_scatter_upon_const (void)
{
  const gint64 sizes[] = { 2, 1, 2 };
  g_autoptr (FlArray) x = fl_array_new (FL_DTYPE_I64, 3, sizes);
  static const double expected[] = { 0.5, -1, 0.5, 0.5, -1, 0.5, 0.5, 0.5, -1, -1, 0.5, 0.5 };
  memcpy (x->integers, (gint64[]) { 2, 0, 1, 1 }, 4 * sizeof (gint64));
  FlArray *inputs[] = { x };
  g_autoptr (GPtrArray) got = run (
      "x: \"i64[2, 1, 2]\"",
      "        s: \"f32[2, 3, 2]\" = torch__inductor_fx_passes_post_grad_scatter_upon_const_tensor(shape = [2, 3, "
      "2], background_val = 0.5, dtype = torch.float32, dim = 1, selector = x, val = -1.0)\n"
      "        return (s,)\n",
      inputs);
  for (gint64 i = 0; i < 12; i++)
    g_assert_cmpfloat (get (got, 0, i), ==, expected[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run/reference-values/scatter-upon-const", test_reference_values_scatter_upon_const);
  g_test_add_func ("/core/run/reference-values/integers-wrap", test_reference_values_integers_wrap);
  g_test_add_func ("/core/run/reference-values/powers-of-two", test_reference_values_powers_of_two);
  g_test_add_func ("/core/run/reference-values/memory-of-conjugates", test_reference_values_memory_of_conjugates);
  g_test_add_func ("/core/run/reference-values/moved-complex-numbers", test_reference_values_moved_complex_numbers);
  g_test_add_func ("/core/run/reference-values/slopes-of-segments", test_reference_values_slopes_of_segments);
  g_test_add_func ("/core/run/reference-values/infinite-scale-of-batch-norm",
                   test_reference_values_infinite_scale_of_batch_norm);
  g_test_add_func ("/core/run/reference-values/range-of-silu", test_reference_values_range_of_silu);
  g_test_add_func ("/core/run/reference-values/noise-of-zeros", test_reference_values_noise_of_zeros);
  g_test_add_func ("/core/run/reference-values/reshape-by-prims", test_reference_values_reshape_by_prims);
  g_test_add_func ("/core/run/reference-values/means", test_reference_values_means);
  g_test_add_func ("/core/run/reference-values/noise-of-infinities", test_reference_values_noise_of_infinities);
  g_test_add_func ("/core/run/reference-values/noise-of-doubles", test_reference_values_noise_of_doubles);
  g_test_add_func ("/core/run/reference-values/steps-of-sums", test_reference_values_steps_of_sums);
  g_test_add_func ("/core/run/reference-values/noise-of-what-is-stored", test_reference_values_noise_of_what_is_stored);
  g_test_add_func ("/core/run/reference-values/noise-to-either-side", test_reference_values_noise_to_either_side);
  return g_test_run ();
}
