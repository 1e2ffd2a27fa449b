/* Constants, positions and corrections: what is known before a kernel runs is folded to what the operators would have
 * computed. Expected values are the reference interpreter's. */
#include "fl-agree-fixture.h"

static const AgreeCase cases[] = {
  { "truth-of-a-half", "",
    "        full: \"f32[4, 7][7, 1]cpu\" = torch.ops.aten.full.default([4, 7], 0.5, dtype = torch.float32, device = device(type='cpu'), pin_memory = False)\n"
    "        a: \"b8[4][1]cpu\" = torch.ops.aten.any.dim(full, 1)\n"
    "        b: \"b8[4][1]cpu\" = torch.ops.aten.all.dim(full, 1)\n"
    "        c: \"b8[4, 7][7, 1]cpu\" = torch.ops.aten.logical_not.default(full)\n"
    "        d: \"b8[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(full, torch.bool)\n"
    "        e: \"i64[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(d, torch.int64)\n"
    "        return (a, b, c, d, e)\n" },
  { "truth-of-nan", "",
    "        full: \"bf16[4, 7][7, 1]cpu\" = torch.ops.aten.full.default([4, 7], nan, dtype = torch.bfloat16, device = device(type='cpu'), pin_memory = False)\n"
    "        a: \"b8[4][1]cpu\" = torch.ops.aten.any.dim(full, 1)\n"
    "        b: \"b8[4][1]cpu\" = torch.ops.aten.all.dim(full, 1)\n"
    "        c: \"b8[4, 7][7, 1]cpu\" = torch.ops.aten.logical_not.default(full)\n"
    "        d: \"b8[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(full, torch.bool)\n"
    "        e: \"i64[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(d, torch.int64)\n"
    "        return (a, b, c, d, e)\n" },
  { "truth-of-nothing", "",
    "        full: \"f32[4, 7][7, 1]cpu\" = torch.ops.aten.full.default([4, 7], -0.0, dtype = torch.float32, device = device(type='cpu'), pin_memory = False)\n"
    "        a: \"b8[4][1]cpu\" = torch.ops.aten.any.dim(full, 1)\n"
    "        b: \"b8[4][1]cpu\" = torch.ops.aten.all.dim(full, 1)\n"
    "        c: \"b8[4, 7][7, 1]cpu\" = torch.ops.aten.logical_not.default(full)\n"
    "        d: \"b8[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(full, torch.bool)\n"
    "        e: \"i64[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(d, torch.int64)\n"
    "        return (a, b, c, d, e)\n" },
  /* The inverse of a subnormal number is infinite, quotients by it are not: by the largest of its row none is above 1.
   */
  { "quotients-of-subnormal-numbers", "x: \"f32[4, 19][19, 1]cpu\"",
    "        t: \"f32[4, 19][19, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 1e-40)\n"
    "        a: \"f32[4, 1][1, 1]cpu\" = torch.ops.aten.amax.default(t, [1], True)\n"
    "        d: \"f32[4, 19][19, 1]cpu\" = torch.ops.aten.div.Tensor(t, a)\n"
    "        n: \"f32[4, 19][19, 1]cpu\" = torch.ops.aten.maximum.default(t, a)\n"
    "        e: \"f32[4, 19][19, 1]cpu\" = torch.ops.aten.div.Tensor(n, a)\n"
    "        return (d, e)\n" },
  /* close to its poles digamma is about -1 / (x + n): 1e20, 1e10, 0.5e10 */
  { "digamma-beside-poles", "x: \"f64[6][1]cpu\"",
    "        z: \"f64[6][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0.0)\n"
    "        a: \"f64[6][1]cpu\" = torch.ops.aten.sub.Tensor(z, 1e-20)\n"
    "        b: \"f64[6][1]cpu\" = torch.ops.aten.sub.Tensor(z, 1.0000000001)\n"
    "        c: \"f64[6][1]cpu\" = torch.ops.aten.sub.Tensor(z, 2.9999999998)\n"
    "        d: \"f64[6][1]cpu\" = torch.ops.aten.digamma.default(a)\n"
    "        e: \"f64[6][1]cpu\" = torch.ops.aten.digamma.default(b)\n"
    "        f: \"f64[6][1]cpu\" = torch.ops.aten.digamma.default(c)\n"
    "        return (d, e, f)\n" },
  /* eager PyTorch: alpha is a truth value, too */
  { "sums-of-truth-values-times-alpha", "x: \"b8[3][1]cpu\", y: \"b8[2, 1][1, 1]cpu\"",
    "        a: \"b8[3][1]cpu\" = torch.ops.aten.add.Scalar(x, False, 3)\n"
    "        b: \"b8[3][1]cpu\" = torch.ops.aten.add.Scalar(x, True, 2)\n"
    "        c: \"b8[3][1]cpu\" = torch.ops.aten.add.Scalar(x, True, 0)\n"
    "        d: \"b8[2, 3][3, 1]cpu\" = torch.ops.aten.add.Tensor(x, y, alpha = 2)\n"
    "        e: \"b8[2, 3][3, 1]cpu\" = torch.ops.aten.add.Tensor(x, y, alpha = 0)\n"
    "        f: \"i64[3][1]cpu\" = torch.ops.aten.add.Scalar(x, 2, 3)\n"
    "        return (a, b, c, d, e, f)\n" },
  { "bool-filled-with-a-half", "",
    "        full: \"b8[4, 7][7, 1]cpu\" = torch.ops.aten.full.default([4, 7], 0.5, dtype = torch.bool, device = device(type='cpu'), pin_memory = False)\n"
    "        e: \"i64[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(full, torch.int64)\n"
    "        f: \"f32[4, 7][7, 1]cpu\" = torch.ops.prims.convert_element_type.default(full, torch.float32)\n"
    "        return (full, e, f)\n" },
  { "positions-as-bytes", "",
    "        i: \"i64[70000][1]cpu\" = torch.ops.prims.iota.default(70000, start = -5, step = 3, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        c: \"u8[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.uint8)\n"
    "        d: \"i64[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(c, torch.int64)\n"
    "        e: \"i64[70000][1]cpu\" = torch.ops.aten.add.Tensor(d, i)\n"
    "        f: \"u8[70000][1]cpu\" = torch.ops.aten.mul.Tensor(c, c)\n"
    "        g: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(f, torch.float32)\n"
    "        h: \"u8[70000][1]cpu\" = torch.ops.aten.maximum.default(c, f)\n"
    "        m: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(h, torch.float32)\n"
    "        return (d, e, g, m)\n" },
  { "positions-as-signed-bytes", "",
    "        i: \"i64[70000][1]cpu\" = torch.ops.prims.iota.default(70000, start = -5, step = 3, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        c: \"i8[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.int8)\n"
    "        d: \"i64[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(c, torch.int64)\n"
    "        e: \"i64[70000][1]cpu\" = torch.ops.aten.add.Tensor(d, i)\n"
    "        f: \"i8[70000][1]cpu\" = torch.ops.aten.mul.Tensor(c, c)\n"
    "        g: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(f, torch.float32)\n"
    "        h: \"i8[70000][1]cpu\" = torch.ops.aten.maximum.default(c, f)\n"
    "        m: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(h, torch.float32)\n"
    "        return (d, e, g, m)\n" },
  { "positions-as-shorts", "",
    "        i: \"i64[70000][1]cpu\" = torch.ops.prims.iota.default(70000, start = -5, step = 3, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        c: \"i16[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.int16)\n"
    "        d: \"i64[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(c, torch.int64)\n"
    "        e: \"i64[70000][1]cpu\" = torch.ops.aten.add.Tensor(d, i)\n"
    "        f: \"i16[70000][1]cpu\" = torch.ops.aten.mul.Tensor(c, c)\n"
    "        g: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(f, torch.float32)\n"
    "        h: \"i16[70000][1]cpu\" = torch.ops.aten.maximum.default(c, f)\n"
    "        m: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(h, torch.float32)\n"
    "        return (d, e, g, m)\n" },
  { "positions-as-truth", "",
    "        i: \"i64[70000][1]cpu\" = torch.ops.prims.iota.default(70000, start = -5, step = 3, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        c: \"b8[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.bool)\n"
    "        d: \"i64[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(c, torch.int64)\n"
    "        e: \"i64[70000][1]cpu\" = torch.ops.aten.add.Tensor(d, i)\n"
    "        f: \"b8[70000][1]cpu\" = torch.ops.aten.mul.Tensor(c, c)\n"
    "        g: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(f, torch.float32)\n"
    "        h: \"b8[70000][1]cpu\" = torch.ops.aten.maximum.default(c, f)\n"
    "        m: \"f32[70000][1]cpu\" = torch.ops.prims.convert_element_type.default(h, torch.float32)\n"
    "        return (d, e, g, m)\n" },
  { "positions-as-floats", "",
    "        i: \"f32[100][1]cpu\" = torch.ops.prims.iota.default(100, start = 0, step = 1, dtype = torch.float32, device = device(type='cpu'), requires_grad = False)\n"
    "        n: \"f32[100][1]cpu\" = torch.ops.aten.neg.default(i)\n"
    "        s: \"f32[100][1]cpu\" = torch.ops.aten.sub.Tensor(i, 50)\n"
    "        p: \"f32[100][1]cpu\" = torch.ops.aten.mul.Tensor(s, i)\n"
    "        a: \"f32[100][1]cpu\" = torch.ops.aten.reciprocal.default(n)\n"
    "        b: \"f32[100][1]cpu\" = torch.ops.aten.reciprocal.default(p)\n"
    "        c: \"b8[100][1]cpu\" = torch.ops.aten.signbit.default(p)\n"
    "        r: \"f32[100][1]cpu\" = torch.ops.aten.relu.default(n)\n" /* of -0 it is -0 */
    "        d: \"b8[100][1]cpu\" = torch.ops.aten.signbit.default(r)\n"
    "        return (a, b, c, d)\n" },
  { "variance-corrected-by-0.0", "x: \"f32[8, 10][10, 1]cpu\", z: \"bf16[8, 10][10, 1]cpu\"",
    "        v: \"f32[8][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = 0.0)\n"
    "        vm = torch.ops.aten.var_mean.correction(x, [1], correction = 0.0, keepdim = True)\n"
    "        a: \"f32[8, 1][1, 1]cpu\" = vm[0]\n"
    "        b: \"f32[8, 1][1, 1]cpu\" = vm[1]\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.std.correction(x, [1], correction = 0.0)\n"
    "        u: \"f32[][]cpu\" = torch.ops.aten.var.correction(x, None, correction = 0.0)\n"
    "        q: \"bf16[8][1]cpu\" = torch.ops.aten.var.correction(z, [1], correction = 0.0)\n"
    "        d: \"f32[8, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(x, b)\n"
    "        return (v, a, s, u, d, q)\n" },
  { "variance-corrected-by-0.5", "x: \"f32[3, 2000][2000, 1]cpu\", z: \"bf16[3, 2000][2000, 1]cpu\"",
    "        v: \"f32[3][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = 0.5)\n"
    "        vm = torch.ops.aten.var_mean.correction(x, [1], correction = 0.5, keepdim = True)\n"
    "        a: \"f32[3, 1][1, 1]cpu\" = vm[0]\n"
    "        b: \"f32[3, 1][1, 1]cpu\" = vm[1]\n"
    "        s: \"f32[3][1]cpu\" = torch.ops.aten.std.correction(x, [1], correction = 0.5)\n"
    "        u: \"f32[][]cpu\" = torch.ops.aten.var.correction(x, None, correction = 0.5)\n"
    "        q: \"bf16[3][1]cpu\" = torch.ops.aten.var.correction(z, [1], correction = 0.5)\n"
    "        d: \"f32[3, 2000][2000, 1]cpu\" = torch.ops.aten.sub.Tensor(x, b)\n"
    "        return (v, a, s, u, d, q)\n" },
  { "variance-corrected-by-none", "x: \"f32[8, 10][10, 1]cpu\", z: \"bf16[8, 10][10, 1]cpu\"",
    "        v: \"f32[8][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = None)\n"
    "        vm = torch.ops.aten.var_mean.correction(x, [1], correction = None, keepdim = True)\n"
    "        a: \"f32[8, 1][1, 1]cpu\" = vm[0]\n"
    "        b: \"f32[8, 1][1, 1]cpu\" = vm[1]\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.std.correction(x, [1], correction = None)\n"
    "        u: \"f32[][]cpu\" = torch.ops.aten.var.correction(x, None, correction = None)\n"
    "        q: \"bf16[8][1]cpu\" = torch.ops.aten.var.correction(z, [1], correction = None)\n"
    "        d: \"f32[8, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(x, b)\n"
    "        return (v, a, s, u, d, q)\n" },
  { "variance-corrected-by-less-than-nothing", "x: \"f32[8, 10][10, 1]cpu\", z: \"bf16[8, 10][10, 1]cpu\"",
    "        v: \"f32[8][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = -0.5)\n"
    "        vm = torch.ops.aten.var_mean.correction(x, [1], correction = -0.5, keepdim = True)\n"
    "        a: \"f32[8, 1][1, 1]cpu\" = vm[0]\n"
    "        b: \"f32[8, 1][1, 1]cpu\" = vm[1]\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.std.correction(x, [1], correction = -0.5)\n"
    "        u: \"f32[][]cpu\" = torch.ops.aten.var.correction(x, None, correction = -0.5)\n"
    "        q: \"bf16[8][1]cpu\" = torch.ops.aten.var.correction(z, [1], correction = -0.5)\n"
    "        d: \"f32[8, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(x, b)\n"
    "        return (v, a, s, u, d, q)\n" },
  { "variance-corrected-by-more-than-all", "x: \"f32[8, 10][10, 1]cpu\", z: \"bf16[8, 10][10, 1]cpu\"",
    "        v: \"f32[8][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = 9.5)\n"
    "        vm = torch.ops.aten.var_mean.correction(x, [1], correction = 9.5, keepdim = True)\n"
    "        a: \"f32[8, 1][1, 1]cpu\" = vm[0]\n"
    "        b: \"f32[8, 1][1, 1]cpu\" = vm[1]\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.std.correction(x, [1], correction = 9.5)\n"
    "        u: \"f32[][]cpu\" = torch.ops.aten.var.correction(x, None, correction = 9.5)\n"
    "        q: \"bf16[8][1]cpu\" = torch.ops.aten.var.correction(z, [1], correction = 9.5)\n"
    "        d: \"f32[8, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(x, b)\n"
    "        return (v, a, s, u, d, q)\n" },
  /* Eager PyTorch: what is around an infinity or a NaN is NaN, also around a single one. */
  { "variance-of-one-infinity", "x: \"f32[4, 1][1, 1]cpu\", y: \"f64[][]cpu\"",
    "        big: \"f32[4, 1][1, 1]cpu\" = torch.ops.aten.add.Tensor(x, inf)\n"
    "        v: \"f32[4][1]cpu\" = torch.ops.aten.var.correction(big, [1], correction = 0)\n"
    "        vm = torch.ops.aten.var_mean.correction(big, [1], correction = 0, keepdim = True)\n"
    "        a: \"f32[4, 1][1, 1]cpu\" = vm[0]\n"
    "        b: \"f32[4, 1][1, 1]cpu\" = vm[1]\n"
    "        none: \"f64[][]cpu\" = torch.ops.aten.mul.Tensor(y, nan)\n"
    "        s: \"f64[][]cpu\" = torch.ops.aten.std.correction(none, [], correction = 0)\n"
    "        t: \"f64[][]cpu\" = torch.ops.aten.std.correction(y, [], correction = 0)\n"
    "        return (v, a, b, s, t)\n" },
  /* y / relu (y) is 1 or -inf. A transposed convolution (and the gradient of one that is not) multiplies no pixels that
   * are not there: as eager PyTorch, it has no 0 * inf at its borders and between its steps. */
  { "transposed-convolution-by-infinity",
    "x: \"f32[1, 2, 5, 4][40, 20, 4, 1]cpu\", y: \"f32[2, 3, 3, 2][18, 6, 2, 1]cpu\", g: \"f32[1, 2, 3, 2][12, 6, 2, 1]cpu\"",
    "        r = torch.ops.aten.relu.default(y)\n"
    "        w = torch.ops.aten.div.Tensor(y, r)\n"
    "        a = torch.ops.aten.convolution.default(x, w, None, [3, 3], [0, 1], [1, 1], True, [2, 1], 1)\n"
    "        z = torch.ops.aten.convolution.default(x, y, None, [1, 1], [1, 0], [2, 1], True, [0, 0], 1)\n"
    "        k = torch.ops.aten.convolution_backward.default(g, z, w, None, [3, 3], [1, 1], [1, 1], False, [0, 0], 1, [True, False, False])\n"
    "        b = k[0]\n"
    "        return (a, b)\n" },
  { "transposed-convolution-of-doubles-by-infinity",
    "x: \"f64[1, 2, 5][10, 5, 1]cpu\", y: \"f64[2, 3, 3][9, 3, 1]cpu\"",
    "        r = torch.ops.aten.relu.default(y)\n"
    "        w = torch.ops.aten.div.Tensor(y, r)\n"
    "        a = torch.ops.aten.convolution.default(x, w, None, [3], [1], [1], True, [1], 1)\n"
    "        return (a,)\n" },
  /* as eager PyTorch: at 64 bits, of which doubles hold 53 */
  { "products-of-integers-wrap", "x: \"i64[4, 4][4, 1]cpu\", y: \"i64[4][1]cpu\"",
    "        big: \"i64[4, 4]\" = torch.ops.aten.mul.Tensor(x, 4611686018427387905)\n"
    "        flat: \"i64[4]\" = torch.ops.aten.select.int(big, 0, 1)\n"
    "        a: \"i64[]\" = torch.ops.aten.vdot.default(flat, y)\n"
    "        b: \"i64[4, 4]\" = torch.ops.aten.mm.default(big, x)\n"
    "        c: \"i64[4]\" = torch.ops.aten.mv.default(big, y)\n"
    "        d: \"i64[4, 4]\" = torch.ops.aten.addmm.default(x, big, big, beta = 3, alpha = 5)\n"
    "        zero: \"i64[4]\" = torch.ops.aten.mul.Tensor(y, 0)\n"
    "        e: \"i64[4, 4]\" = torch.ops.aten.index_add.default(x, 1, zero, big)\n"
    "        f: \"i64[4]\" = torch.ops.aten.addmv.default(y, big, y, beta = 2)\n"
    "        return (a, b, c, d, e, f)\n" },
  /* -1e-30 is beside the pole at 0: digamma is 1e30 there. T of odd degrees is exactly 0 at 0. */
  { "functions-at-their-ends", "x: \"f32[8][1]cpu\", y: \"f64[8][1]cpu\"",
    "        zero: \"f32[8][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0)\n"
    "        near: \"f32[8][1]cpu\" = torch.ops.aten.sub.Tensor(zero, 1e-30)\n"
    "        a: \"f32[8][1]cpu\" = torch.ops.aten.digamma.default(near)\n"
    "        square: \"f32[8][1]cpu\" = torch.ops.aten.mul.Tensor(x, x)\n"
    "        far: \"f32[8][1]cpu\" = torch.ops.aten.add.Tensor(square, 1e12)\n"
    "        b: \"f32[8][1]cpu\" = torch.ops.aten.special_scaled_modified_bessel_k1.default(far)\n"
    "        c: \"f32[8][1]cpu\" = torch.ops.aten.special_chebyshev_polynomial_t.n_scalar(zero, 5)\n"
    "        d: \"f64[8][1]cpu\" = torch.ops.aten.special_chebyshev_polynomial_t.n_scalar(y, 7)\n"
    "        return (a, b, c, d)\n" },
  { "functions-far-out", "x: \"f32[8][1]cpu\", y: \"f64[8][1]cpu\"",
    "        square: \"f32[8][1]cpu\" = torch.ops.aten.mul.Tensor(x, x)\n"
    "        large: \"f32[8][1]cpu\" = torch.ops.aten.add.Tensor(square, 1e8)\n"
    "        a: \"f32[8][1]cpu\" = torch.ops.aten.igamma.default(large, large)\n"
    "        low: \"f64[8][1]cpu\" = torch.ops.aten.sub.Tensor(y, 25)\n"
    "        b: \"f64[8][1]cpu\" = torch.ops.aten.special_airy_ai.default(low)\n"
    "        lower: \"f64[8][1]cpu\" = torch.ops.aten.sub.Tensor(y, 20000)\n"
    "        c: \"f64[8][1]cpu\" = torch.ops.aten.special_airy_ai.default(lower)\n"
    "        return (a, b, c)\n" },
  /* A series has as many terms as the number's root has units, 1e8; of 1e25 its terms never become small. */
  { "incomplete-gamma-of-large", "y: \"f64[8][1]cpu\"",
    "        zero: \"f64[8][1]cpu\" = torch.ops.aten.mul.Tensor(y, 0)\n"
    "        large: \"f64[8][1]cpu\" = torch.ops.aten.add.Tensor(zero, 1e16)\n"
    "        part: \"f64[8][1]cpu\" = torch.ops.aten.mul.Tensor(y, 1e-8)\n"
    "        near: \"f64[8][1]cpu\" = torch.ops.aten.add.Tensor(part, 1)\n"
    "        beside: \"f64[8][1]cpu\" = torch.ops.aten.mul.Tensor(large, near)\n"
    "        a: \"f64[8][1]cpu\" = torch.ops.aten.igamma.default(large, beside)\n"
    "        b: \"f64[8][1]cpu\" = torch.ops.aten.igammac.default(large, beside)\n"
    "        larger: \"f64[8][1]cpu\" = torch.ops.aten.add.Tensor(zero, 1e25)\n"
    "        c: \"f64[8][1]cpu\" = torch.ops.aten.igamma.default(larger, larger)\n"
    "        return (a, b, c)\n" },
  /* What igammac leaves of 1 is a (-log (x) - 0.577): 9.15e-39 of 1e-40 and 1e-40, no difference of two numbers that
     are nearly 1. */
  { "igammac-of-small-numbers", "x: \"f32[8][1]cpu\", y: \"f64[8][1]cpu\"",
    "        zero: \"f32[8][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0)\n"
    "        least: \"f32[8][1]cpu\" = torch.ops.aten.add.Tensor(zero, 1e-40)\n"
    "        a: \"f32[8][1]cpu\" = torch.ops.aten.igammac.default(least, least)\n"
    "        big: \"f32[8][1]cpu\" = torch.ops.aten.mul.Tensor(a, 1e38)\n"
    "        none: \"f64[8][1]cpu\" = torch.ops.aten.mul.Tensor(y, 0)\n"
    "        small: \"f64[8][1]cpu\" = torch.ops.aten.add.Tensor(none, 1e-7)\n"
    "        half: \"f64[8][1]cpu\" = torch.ops.aten.add.Tensor(none, 0.5)\n"
    "        b: \"f64[8][1]cpu\" = torch.ops.aten.igammac.default(small, half)\n"
    "        c: \"f64[8][1]cpu\" = torch.ops.aten.igammac.default(half, small)\n"
    "        return (big, b, c)\n" },
  /* -inf times a positive mean, and -inf less that: no number, as eager PyTorch's */
  { "group-norm-by-infinity", "x: \"f32[1, 2, 4, 3][24, 12, 3, 1]cpu\", w: \"f32[2][1]cpu\"",
    "        big: \"f32[2][1]cpu\" = torch.ops.aten.sub.Tensor(w, inf)\n"
    "        y: \"f32[1, 2, 4, 3][24, 12, 3, 1]cpu\" = torch.ops.aten.add.Tensor(x, 1)\n"
    "        a: \"f32[1, 2, 4, 3][24, 12, 3, 1]cpu\" = torch.ops.aten.group_norm.default(y, 1, big, big)\n"
    "        b: \"f32[1, 2, 4, 3][24, 12, 3, 1]cpu\" = torch.ops.aten.group_norm.default(y, 2, w, big)\n"
    "        return (a, b)\n" },
  /* As compiled PyTorch: z = 1 - x[target] + x that is no number stays so, where eager PyTorch takes 0. igamma (NaN, 0)
     is 0, igammac 1. */
  { "margins-and-gamma-of-no-numbers", "x: \"f32[3, 4][4, 1]cpu\", t: \"i64[3][1]cpu\", y: \"f32[4][1]cpu\"",
    "        zero: \"f32[4][1]cpu\" = torch.ops.aten.mul.Tensor(y, 0)\n"
    "        none: \"f32[4][1]cpu\" = torch.ops.aten.div.Tensor(zero, zero)\n"
    "        lost: \"f32[3, 4][4, 1]cpu\" = torch.ops.aten.add.Tensor(x, none)\n"
    "        one = torch.ops.aten.remainder.Scalar(t, 4)\n"
    "        a: \"f32[]\" = torch.ops.aten.multi_margin_loss.default(lost, one, 1, 1.5, None, 2)\n"
    "        many = torch.ops.aten.expand.default(torch.ops.aten.unsqueeze.default(one, 1), [3, 4])\n"
    "        m = torch.ops.aten.multilabel_margin_loss_forward.default(lost, many, 0)\n"
    "        b: \"f32[3]\" = m[0]\n"
    "        c: \"f32[4]\" = torch.ops.aten.igamma.default(none, zero)\n"
    "        d: \"f32[4]\" = torch.ops.aten.igammac.default(none, zero)\n"
    "        return (a, b, c, d)\n" },
  /* ndtri (0.5) is 0, and beside it sqrt (2 pi) (p - 0.5) */
  { "normal-quantiles-around-zero", "x: \"f64[8][1]cpu\"",
    "        zero = torch.ops.aten.mul.Tensor(x, 0)\n"
    "        half = torch.ops.aten.add.Tensor(zero, 0.5)\n"
    "        a = torch.ops.aten.special_ndtri.default(half)\n"
    "        small = torch.ops.aten.mul.Tensor(x, 0.0078125)\n"
    "        near = torch.ops.aten.add.Tensor(small, 0.5)\n"
    "        b = torch.ops.aten.special_ndtri.default(near)\n"
    "        return (a, b)\n" },
  /* the logarithm is taken of f64, to which PyTorch promotes both */
  { "logarithms-of-the-narrower-operand", "x: \"f64[8][1]cpu\", y: \"f32[8][1]cpu\"",
    "        z = torch.ops.aten.abs.default(y)\n"
    "        a: \"f64[8][1]cpu\" = torch.ops.aten.xlogy.Tensor(x, z)\n"
    "        return (a,)\n" },
  /* rows of scores that are all -inf weigh nothing, also where no mask made them so: 0 */
  { "attention-to-nothing", "x: \"f32[1, 2, 3, 4]cpu\"",
    "        k = torch.ops.aten.abs.default(x)\n"
    "        p = torch.ops.aten.add.Tensor(k, 1)\n"
    "        q = torch.ops.aten.mul.Tensor(p, -inf)\n"
    "        o = torch.ops.aten._scaled_dot_product_attention_math.default(q, p, p, None, 0.0, False)\n"
    "        a: \"f32[1, 2, 3, 4]cpu\" = o[0]\n"
    "        return (a,)\n" },
  { "variance-of-symbolic-rows",
    "x: \"f32[s0, s1][s1, 1]cpu\"",
    "        v: \"f32[s0][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = 0.5)\n"
    "        u: \"f32[s0][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = 0.0)\n"
    "        t: \"f32[s0][1]cpu\" = torch.ops.aten.var.correction(x, [1], correction = 2)\n"
    "        return (v, u, t)\n",
    NULL,
    { "s0", "s1" },
    { 5, 9 } },
};

/* A bound that u8 cannot hold, and floats that it may not hold: eager PyTorch differs, and the run says so; of others
 * nothing. */
static void
test_eager_differs (void)
{
  static const AgreeCase c = { "eager",
                               "x: \"u8[3]\", y: \"f32[3]\"",
                               "        a: \"u8[3]\" = torch.ops.aten.clamp.default(x, -2, 2)\n"
                               "        b: \"u8[3]\" = torch.ops.aten.clamp.default(x, 2, 5)\n"
                               "        d: \"u8[3]\" = torch.ops.prims.convert_element_type.default(y, torch.uint8)\n"
                               "        e: \"i32[3]\" = torch.ops.prims.convert_element_type.default(y, torch.int32)\n"
                               "        return (a, b, d, e)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor"), done = NULL;
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (GError) error = NULL;

  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (done->execution->n_notes, ==, 2);
  g_assert_nonnull (strstr (done->execution->notes[0], "a: the bound -2 is 254 in u8"));
  g_assert_nonnull (strstr (done->execution->notes[1], "numbers that u8 cannot hold"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-constants", cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/execute-constants/eager-differs", test_eager_differs);
  return g_test_run ();
}
