/* Sizes that come with the call: what an example's sizes would decide holds for no other. Expected values are the
 * reference interpreter's, which knows numbers only. */
#include "fl-agree-fixture.h"

static const AgreeCase cases[] = {
  { "rolls-and-parts-of-many",
    "x: \"f32[s0, s1][s1, 1]\"",
    "        a: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [-1, 3], [0, 1])\n"
    "        b: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [2])\n"
    "        c: \"f32[s0, Min(s1, 5)]\" = torch.ops.aten.slice.Tensor(x, 1, 0, 5)\n"
    "        d: \"f32[s0, Min(s1, 12) - 2]\" = torch.ops.aten.slice.Tensor(x, 1, 2, 12)\n"
    "        e: \"f32[s0]\" = torch.ops.aten.amax.default(c, [1])\n"
    "        f: \"f32[s0]\" = torch.ops.aten.amax.default(d, [1])\n"
    "        return (a, b, c, d, e, f)\n",
    NULL,
    { "s0", "s1" },
    { 7, 30 } },
  { "rolls-and-parts-of-few",
    "x: \"f32[s0, s1][s1, 1]\"",
    "        a: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [-1, 3], [0, 1])\n"
    "        b: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [2])\n"
    "        c: \"f32[s0, Min(s1, 5)]\" = torch.ops.aten.slice.Tensor(x, 1, 0, 5)\n"
    "        d: \"f32[s0, Min(s1, 12) - 2]\" = torch.ops.aten.slice.Tensor(x, 1, 2, 12)\n"
    "        e: \"f32[s0]\" = torch.ops.aten.amax.default(c, [1])\n"
    "        f: \"f32[s0]\" = torch.ops.aten.amax.default(d, [1])\n"
    "        return (a, b, c, d, e, f)\n",
    NULL,
    { "s0", "s1" },
    { 3, 4 } },
  { "windows-of-odd-sizes",
    "a: \"f32[2, 3, s0, s1]\"",
    "        p = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [0, 0], [1, 1], True)\n"
    "        g = p[0]\n"
    "        q = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [1, 1], [1, 1], True)\n"
    "        h = q[0]\n"
    "        v = torch.ops.aten.avg_pool2d.default(a, [2, 2], [3, 3], [0, 0], True, True)\n"
    "        return (g, h, v)\n",
    NULL,
    { "s0", "s1" },
    { 9, 7 } },
  { "windows-of-even-sizes",
    "a: \"f32[2, 3, s0, s1]\"",
    "        p = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [0, 0], [1, 1], True)\n"
    "        g = p[0]\n"
    "        q = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [1, 1], [1, 1], True)\n"
    "        h = q[0]\n"
    "        v = torch.ops.aten.avg_pool2d.default(a, [2, 2], [3, 3], [0, 0], True, True)\n"
    "        return (g, h, v)\n",
    NULL,
    { "s0", "s1" },
    { 8, 10 } },
  /* rows of 4 floats are put together for whole lines, the last of which ends at 20 (s0 + 3) */
  { "rows-in-lines-of-a-derived-size",
    "s0: \"Sym(s0)\", x: \"f32[s0, s0, 2, 2][4*s0, 4, 2, 1]\"",
    "        p: \"f32[s0, s0 + 3, 5, 4]\" = torch.ops.aten.replication_pad3d.default(x, [1, 1, 1, 2, 1, 2])\n"
    "        return (p,)\n",
    NULL,
    { "s0" },
    { 12 } },
  { "half-of-a-padded-size",
    "s0: \"Sym(s0)\", x: \"f32[s0][1]\"",
    "        p: \"f32[s0 + 1]\" = torch.ops.aten.constant_pad_nd.default(x, [1, 0])\n"
    "        a: \"f32[((s0 + 1)//2)]\" = torch.ops.aten.glu.default(p, 0)\n"
    "        return (a,)\n",
    NULL,
    { "s0" },
    { 33 } },
  { "part-of-a-derived-size",
    "x: \"f32[1, 1, s0, s1]\", w: \"f32[s2, 1, s2, s2]\"",
    "        convolution: \"f32[1, s2, -s2 + (((s0 + 5)//2)) + 1, -s2 + (((s1 + 5)//2)) + 1]cpu\" = torch.ops.aten.convolution.default(x, w, None, [2, 2], [2, 2], [2, 2], False, [0, 0], 1)\n"
    "        part: \"f32[1, s2, -s2 + (((s0 + 5)//2)) + 1, -s2 + (((s1 + 5)//2)) + 1]\" = torch.ops.aten.slice_copy.Tensor(convolution, 2, 0, 9223372036854775807)\n"
    "        return (part,)\n",
    NULL,
    { "s0", "s1", "s2" },
    { 5, 7, 2 } },
  { "sizes-called-as-loops",
    "a: \"Sym(i0)\", b: \"Sym(z1)\", x: \"f32[i0, z1, 8][8*z1, 8, 1]\", i: \"i64[i0]\"",
    "        g: \"f32[i0, z1, 8][8*z1, 8, 1]\" = torch.ops.aten.index.Tensor(x, [i])\n"
    "        p: \"f32[z1, i0, 8][8, 8*z1, 1]\" = torch.ops.aten.permute.default(g, [1, 0, 2])\n"
    "        c: \"f32[z1, i0, 8]\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        v: \"f32[z1, 8*i0]\" = torch.ops.aten.reshape.default(c, [b, -1])\n"
    "        e: \"f32[z1, 8*i0]\" = torch.ops.aten.exp.default(v)\n"
    "        s: \"f32[z1, 1]\" = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
    "        d: \"f32[z1, 8*i0]\" = torch.ops.aten.div.Tensor(e, s)\n"
    "        m: \"f32[z1, 8*i0]\" = torch.ops.aten.mul.Tensor(d, a)\n"
    "        return (d, m)\n",
    NULL,
    { "i0", "z1" },
    { 5, 3 } },
  { "sizes-called-as-what-is-loaded",
    "a: \"Sym(indirect0)\", b: \"Sym(tmp3)\", x: \"f32[indirect0, tmp3, 8][8*tmp3, 8, 1]\", i: \"i64[indirect0]\"",
    "        g: \"f32[indirect0, tmp3, 8][8*tmp3, 8, 1]\" = torch.ops.aten.index.Tensor(x, [i])\n"
    "        p: \"f32[tmp3, indirect0, 8][8, 8*tmp3, 1]\" = torch.ops.aten.permute.default(g, [1, 0, 2])\n"
    "        c: \"f32[tmp3, indirect0, 8]\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        v: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.reshape.default(c, [b, -1])\n"
    "        e: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.exp.default(v)\n"
    "        s: \"f32[tmp3, 1]\" = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
    "        d: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.div.Tensor(e, s)\n"
    "        m: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.mul.Tensor(d, a)\n"
    "        return (d, m)\n",
    NULL,
    { "indirect0", "tmp3" },
    { 5, 3 } },
  /* at 8 each the windows would not fit: -8 + (8 + 5)//2 + 1 is -1 */
  { "picked-from-a-derived-size",
    "x: \"f32[1, 1, s0, 7]\", w: \"f32[s1, 1, s1, s1]\", i: \"i64[3]\"",
    "        a = torch.ops.aten.convolution.default(x, w, None, [2, 2], [2, 2], [2, 2], False, [0, 0], 1)\n"
    "        b = torch.ops.aten.index.Tensor(a, [None, None, None, i])\n"
    "        return (b,)\n",
    NULL,
    { "s0", "s1" },
    { 21, 3 } },
  { "rows-that-overlap",
    "x: \"f32[s0, s1][s2, 1]\"",
    "        a = torch.ops.aten.mul.Tensor(x, 3)\n"
    "        b = torch.ops.aten.sum.dim_IntList(x, [0])\n"
    "        return (a, b)\n",
    NULL,
    { "s0", "s1", "s2" },
    { 3, 5, 2 } },
  /* (s0 - 2)//3 + 1 windows beside 2: one of them at 4, for which no other size stands */
  { "one-window-broadcast",
    "x: \"f32[1, 3, s0]\", y: \"f32[1, 3, 2]\"",
    "        p = torch.ops.aten.avg_pool1d.default(x, [2], [3])\n"
    "        a: \"f32[1, 3, 2]\" = torch.ops.aten.add.Tensor(p, y)\n"
    "        return (a,)\n",
    NULL,
    { "s0" },
    { 4 } },
  /* 0 / 0 also where threads share the elements */
  { "mean-and-variance-of-nothing",
    "x: \"f32[4, u0][u0, 1]\", y: \"f64[4, u0, 3][3*u0, 3, 1]\"",
    "        vm = torch.ops.aten.var_mean.correction(x, [1, 0], correction = 1, keepdim = True)\n"
    "        a: \"f32[1, 1]\" = vm[0]\n"
    "        b: \"f32[1, 1]\" = vm[1]\n"
    "        wm = torch.ops.aten.var_mean.correction(y, [1, 0], correction = 0.5)\n"
    "        c: \"f64[3]\" = wm[0]\n"
    "        d: \"f64[3]\" = wm[1]\n"
    "        return (a, b, c, d)\n",
    NULL,
    { "u0" },
    { 0 } },
  /* 7 in threes of ceil (7 / 3): 3, 3 and 1; 12 by fives: 5, 5 and 2, of which the last is not taken */
  { "parts-that-are-taken",
    "x: \"f32[s0, 2]\", y: \"f32[s1]\"",
    "        c = torch.ops.aten.unsafe_chunk.default(x, 3, 0)\n"
    "        c0 = c[0]\n        c2 = c[2]\n"
    "        p = torch.ops.aten.split.Tensor(y, 5)\n"
    "        p0 = p[0]\n        p1 = p[1]\n"
    "        q = torch.ops.aten.unsafe_split.Tensor(y, 5, 0)\n"
    "        q1 = q[1]\n"
    "        a = torch.ops.aten.neg.default(c0)\n"
    "        b = torch.ops.aten.sum.dim_IntList(c2, [0])\n"
    "        d = torch.ops.aten.mul.Tensor(p0, p1)\n"
    "        return (a, b, d, c2, q1)\n",
    NULL,
    { "s0", "s1" },
    { 7, 12 } },
  { "rows-that-are-taken",
    "x: \"f32[s0, s1]\"",
    "        p = torch.ops.aten.unbind.int(x)\n"
    "        p0 = p[0]\n        p2 = p[2]\n"
    "        q = torch.ops.aten.unbind_copy.int(x, -1)\n"
    "        q1 = q[1]\n"
    "        w = torch.ops.aten.neg_.default(p2)\n"
    "        a = torch.ops.aten.mul.Tensor(p0, w)\n"
    "        b = torch.ops.aten.exp.default(q1)\n"
    "        return (a, b, q1)\n",
    NULL,
    { "s0", "s1" },
    { 3, 5 } },
  { "halves",
    "x: \"f32[2*s0]\"",
    "        c = torch.ops.aten.chunk.default(x, 2, 0)\n"
    "        a = c[0]\n        b = c[1]\n"
    "        d = torch.ops.aten.sub.Tensor(a, b)\n        return (d,)\n",
    NULL,
    { "s0" },
    { 5 } },
  /* -9 is before the first of 3 rows, and 8 behind the last; 6 is behind the end of the slice at 2 */
  { "bounds-that-cross",
    "x: \"f32[s0, 3]\", n: \"Sym(u0)\", y: \"f32[u0]\"",
    "        a = torch.ops.aten.slice.Tensor(x, 0, -9, 2)\n"
    "        b = torch.ops.aten.slice_copy.Tensor(x, 0, 8, 2, 3)\n"
    "        c = torch.ops.aten.slice.Tensor(y, 0, 6, 2)\n"
    "        d = torch.ops.aten.slice.Tensor(y, 0, 1, -1, 2)\n"
    "        e = torch.ops.aten.neg.default(a)\n"
    "        f = torch.ops.aten.sum.dim_IntList(b, [0])\n"
    "        g = torch.ops.aten.sum.default(c)\n"
    "        h = torch.ops.aten.exp.default(d)\n"
    "        return (e, f, g, h)\n",
    NULL,
    { "s0", "u0" },
    { 3, 1 } },
  { "elements-from-either-end",
    "n: \"Sym(s0)\", x: \"f32[8, 3]\"",
    "        k: \"Sym(s0 - 5)\" = n - 5\n"
    "        a = torch.ops.aten.select.int(x, 0, k)\n"
    "        b = torch.ops.aten.neg.default(a)\n        return (b,)\n",
    NULL,
    { "s0" },
    { 3 } },
  /* sizes that an example takes for equal: s0 and s1; sizes that no hint can compare: s0//2 and 2 times 3 */
  { "sizes-that-nobody-compares",
    "n: \"Sym(s0)\", m: \"Sym(s1)\", x: \"f32[s0, s1]\", y: \"f32[(s2//2), s2]\"",
    "        a: \"f32[s1, s0]\" = torch.ops.aten.reshape.default(x, [m, n])\n"
    "        b = torch.ops.aten.permute.default(a, [1, 0])\n"
    "        c = torch.ops.aten.exp.default(b)\n"
    "        d: \"f32[s1, s0]\" = torch.ops.aten.reshape.default(c, [m, n])\n"
    "        e = torch.ops.aten.neg.default(d)\n"
    "        f: \"f32[2, 3, s2]\" = torch.ops.aten.reshape.default(y, [2, 3, -1])\n"
    "        g = torch.ops.aten.ceil_.default(y)\n"
    "        return (c, e, f, g)\n",
    NULL,
    { "s0", "s1", "s2" },
    { 3, 4, 13 } },
  { "one-element-that-only-a-call-tells",
    "n: \"Sym(u0)\", m: \"Sym(s1)\", x: \"f32[1, u0]\", y: \"f32[u0]\"",
    "        a = torch.ops.aten.diagonal.default(x, 0, 0, 1)\n"
    "        b = torch.ops.aten.expand.default(a, [m])\n"
    "        c = torch.ops.aten.exp.default(y)\n"
    "        d = torch.ops.aten.expand.default(c, [2, m])\n"
    "        e = torch.ops.aten.neg.default(d)\n"
    "        f = torch.ops.aten.arange.default(2)\n"
    "        g = torch.ops.aten.add.Tensor(f, y)\n"
    "        return (b, e, g)\n",
    NULL,
    { "u0", "s1" },
    { 1, 6 } },
  /* rows of 2 elements, that many of which make cache lines: where they end, half of an odd size is multiplied */
  { "half-of-an-odd-size-in-lines",
    "x: \"f32[2, (u0//2), 10, (u0//2), 4]\"",
    "        a = torch.ops.aten.avg_pool3d.default(x, [3, 1, 2], [1, 1, 3], [0, 0, 1], False, False)\n"
    "        return (a,)\n",
    NULL,
    { "u0" },
    { 11 } },
  /* windows of 5 elements, not of the example's; of 7, which 2 does not divide */
  { "windows-of-any-size",
    "x: \"f32[2, s0, s0]\", y: \"f32[1, 2*s1, s1, s1]\"",
    "        a = torch.ops.aten._adaptive_avg_pool2d.default(x, [1, 1])\n"
    "        b = torch.ops.aten._adaptive_avg_pool2d.default(y, [2, 2])\n"
    "        c = torch.ops.aten.adaptive_avg_pool1d.default(x, [2])\n"
    "        d = torch.ops.aten.adaptive_max_pool2d.default(y, [1, 2])\n"
    "        e = d[0]\n"
    "        return (a, b, c, e)\n",
    NULL,
    { "s0", "s1" },
    { 5, 7 } },
  { "windows-that-come-with-the-call",
    "n: \"Sym(s0)\", x: \"f32[1, 2, 2*s0, 3*s0]\"",
    "        a: \"f32[1, 2, 2, 3]\" = torch.ops.aten.avg_pool2d.default(x, [n, n])\n"
    "        p = torch.ops.aten.max_pool2d_with_indices.default(x, [n, n])\n"
    "        b: \"f32[1, 2, 2, 3]\" = p[0]\n"
    "        return (a, b)\n",
    NULL,
    { "s0" },
    { 3 } },
  { "pictures-there-and-back",
    "x: \"f32[1, 2, s0, s1]\", g: \"f32[1, 2, 2*s0, 3*s1]\"",
    "        h: \"Sym(2*s0)\" = torch.ops.aten.sym_size.int(g, 2)\n"
    "        w: \"Sym(3*s1)\" = torch.ops.aten.sym_size.int(g, 3)\n"
    "        a: \"f32[1, 2, 2*s0, 3*s1]\" = torch.ops.aten.upsample_nearest2d.default(x, [h, w])\n"
    "        b: \"f32[1, 2, 2*s0, 3*s1]\" = torch.ops.aten.upsample_bilinear2d.default(x, [h, w], True)\n"
    "        c: \"f32[1, 2, 2*s0, 3*s1]\" = torch.ops.aten.upsample_bicubic2d.default(x, [h, w], False)\n"
    "        d: \"f32[1, 2, s0 + 3, s1 + 1]\" = torch.ops.aten.reflection_pad2d.default(x, [1, 0, 2, 1])\n"
    "        return (a, b, c, d)\n",
    NULL,
    { "s0", "s1" },
    { 5, 4 } },
  { "numbers-that-come-with-the-call",
    "n: \"Sym(s0)\", x: \"f32[s0]\", i: \"i64[s0]\"",
    "        a = torch.ops.aten.constant_pad_nd.default(x, [1, 2], n)\n"
    "        b = torch.ops.aten.constant_pad_nd.default(i, [0, 1], n)\n"
    "        c = torch.ops.aten.add.Tensor(x, x, alpha = n)\n"
    "        d = torch.ops.aten.add.Scalar(x, 2.5, n)\n"
    "        e = torch.ops.aten.full.default([3], n)\n"
    "        f = torch.ops.aten.leaky_relu.default(x, n)\n"
    "        g = torch.ops.aten.addcmul.default(x, x, x, value = n)\n"
    "        h = torch.ops.aten.masked_fill.Scalar(x, torch.ops.aten.gt.Scalar(x, 0), n)\n"
    "        j = torch.ops.aten.rsub.Scalar(x, n, n)\n"
    "        k = torch.ops.aten.full_like.default(i, n)\n"
    "        return (a, b, c, d, e, f, g, j, k)\n",
    NULL,
    { "s0" },
    { 5 } },
  /* 7 * 0.7 is 4.9; what is divided is divided in doubles */
  { "numbers-that-are-not-whole",
    "n: \"Sym(s0)\", m: \"Sym(s1)\", x: \"f32[1, 2, s0, s1]\", i: \"i64[s0]\"",
    "        f: \"Sym(ToFloat(s0))\" = torch.sym_float(n)\n"
    "        g: \"Sym(0.7*ToFloat(s0))\" = f * 0.7\n"
    "        h: \"Sym(TruncToInt(0.7*ToFloat(s0)))\" = torch.sym_int(g)\n"
    "        r: \"Sym(IntTrueDiv(s0, s1))\" = n / m\n"
    "        u: \"f32[1, 2, TruncToInt(0.7*ToFloat(s0)), s1]\" = torch.ops.aten.upsample_nearest2d.default(x, [h, m])\n"
    "        z: \"f32[TruncToInt(0.7*ToFloat(s0))]\" = torch.ops.aten.full.default([h], r, dtype = torch.float32)\n"
    "        a = torch.ops.aten.mul.Tensor(i, r)\n"
    "        b = torch.ops.aten.clamp_min.default(x, r)\n"
    "        c = torch.ops.aten.add.Tensor(x, x, alpha = r)\n"
    "        d = torch.ops.aten.constant_pad_nd.default(x, [1, 1], r)\n"
    "        e = torch.ops.aten.leaky_relu.default(x, r)\n"
    "        return (u, z, a, b, c, d, e)\n",
    NULL,
    { "s0", "s1" },
    { 7, 5 } },
  /* as math.sin (7.0) and related functions, in doubles; 3.5 is rounded to 4 */
  /* opened into two loops that fuse with what is around them; PyTorch takes no odd sizes */
  { "gates-of-half-a-size",
    "x: \"f32[s1, s0]\"",
    "        e = torch.ops.aten.exp.default(x)\n"
    "        g: \"f32[s1, (s0//2)]\" = torch.ops.aten.glu.default(e)\n"
    "        h = torch.ops.aten.neg.default(g)\n"
    "        return (g, h)\n",
    NULL,
    { "s0", "s1" },
    { 14, 3 } },
  { "functions-of-numbers",
    "n: \"Sym(s0)\", k: \"Sym(zf3)\", x: \"f64[s0]\"",
    "        f: \"Sym(ToFloat(s0))\" = torch.sym_float(n)\n"
    "        g: \"Sym(OpaqueUnaryFn_log(ToFloat(s0)))\" = torch._sym_log(f)\n"
    "        h: \"Sym(OpaqueUnaryFn_tanh(zf3))\" = torch._sym_tanh(k)\n"
    "        i: \"Sym(OpaqueUnaryFn_exp(OpaqueUnaryFn_tanh(zf3)))\" = torch._sym_exp(h)\n"
    "        j = torch._sym_atan(i)\n"
    "        l = torch._sym_sqrt(n)\n"
    "        a = torch.ops.aten.mul.Tensor(x, g)\n"
    "        b = torch.ops.aten.add.Tensor(x, j)\n"
    "        c = torch.ops.aten.div.Tensor(x, l)\n"
    "        d: \"f64[RoundToInt(0.5*ToFloat(s0)), s0]\" = torch.ops.aten.expand.default(x, [4, n])\n"
    "        e = torch.ops.aten.neg.default(d)\n"
    "        return (a, b, c, e)\n",
    NULL,
    { "s0" },
    { 7 } },
  { "arguments-that-come-with-the-call",
    "n: \"Sym(s0)\", m: \"Sym(s1)\", x: \"f32[s0, s0]\", y: \"f32[s0, s1]\", z: \"f32[s1, s0]\"",
    "        a = torch.ops.aten.addmm.default(x, y, z, beta = n, alpha = m)\n"
    "        b = torch.ops.aten.linspace.default(0, n, m)\n"
    "        c = torch.ops.aten.var.correction(x, [1], correction = m)\n"
    "        d = torch.ops.aten.unfold.default(x, 0, m, 1)\n"
    "        e = torch.ops.aten.neg.default(d)\n"
    "        k: \"Sym(s1 - 3)\" = m - 3\n"
    "        f = torch.ops.aten.diagonal.default(x, k)\n"
    "        g = torch.ops.aten.exp.default(f)\n"
    "        return (a, b, c, e, g)\n",
    NULL,
    { "s0", "s1" },
    { 7, 5 } },
  /* 3 pairs of 3 rows, and ceil (3 / 2) columns in each of 2 chunks */
  { "pairs-and-chunks",
    "x: \"f32[(s0//2), 4]\", y: \"f64[2, (s0//2)]\"",
    "        a = torch.ops.aten._pdist_forward.default(x, 2.0)\n"
    "        b = torch.ops.aten._pdist_backward.default(a, x, 2.0, a)\n"
    "        c = torch.ops.aten._chunk_cat.default([y, y], 1, 2)\n"
    "        return (a, b, c)\n",
    NULL,
    { "s0" },
    { 7 } },
  { "pairs-of-one-row",
    "x: \"f32[u0, 4]\"",
    "        a = torch.ops.aten._pdist_forward.default(x, 2.0)\n"
    "        return (a,)\n",
    NULL,
    { "u0" },
    { 1 } },
};

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-sizes", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
