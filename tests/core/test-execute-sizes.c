/* Sizes that come with the call: what an example's sizes would decide holds for no other. Expected values, and sizes,
 * are the reference interpreter's, which knows numbers only. */
#include "fl-agree-fixture.h"
#include "fl-reference.h"

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

/* --- which sizes a graph holds for ------------------------------------------------------------ */

/* With windows of 2, steps of 2 and padding 1 on both sides, PyTorch makes ceil ((n + 2 - 2) / 2) + 1 windows, less one
 * when the last would begin in the padding behind: (n + 1)/2 of an odd n, n/2 + 1 of an even one. The text below is
 * that of the odd ones. */
static const AgreeCase odd
    = { "odd",
        "x: \"f32[2, s0, 8]\"",
        "        p = torch.ops.aten.max_pool2d_with_indices.default(x, [2, 2], [2, 2], [1, 1], [1, 1], True)\n"
        "        g: \"f32[2, ((s0 + 1)//2), 5]\" = p[0]\n"
        "        return (g,)\n",
        NULL,
        { NULL },
        { 0 } };

static gint64
look_up_three (const FlSym *symbol, gpointer data)
{
  return 3;
}

/* A float of the call as PyTorch 2.15 passes it, in a tensor that a number is read out of. Expected values are those of
 * eager mode, x * k + sin (k), 2 k - 1, x ** k, x + k % -0.7 and x * (k // -0.7) with k = 2.5: 2.5 = -4 -0.7 - 0.3. */
static void
test_floats_of_the_call (void)
{
  static const AgreeCase c
      = { "floats",
          "n: \"Sym(s77)\", x: \"f32[s77][1]cpu\", t: \"f64[][]cpu\"",
          "        k: \"Sym(zf16)\" = torch.ops.aten._local_scalar_dense.default(t)\n"
          "        mul: \"f32[s77][1]cpu\" = torch.ops.aten.mul.Tensor(x, k)\n"
          "        sin: \"Sym(OpaqueUnaryFn_sin(zf16))\" = torch._sym_sin(k)\n"
          "        a: \"f32[s77][1]cpu\" = torch.ops.aten.add.Tensor(mul, sin)\n"
          "        twice: \"Sym(2.0*zf16)\" = k * 2.0\n"
          "        less: \"Sym(2.0*zf16 - 1.0)\" = twice - 1.0\n"
          "        left: \"Sym(PythonMod(zf16, -0.7))\" = k % -0.7\n"
          "        whole: \"Sym(ToFloat(FloorToInt(FloatTrueDiv(zf16, -0.7))))\" = k // -0.7\n"
          "        b: \"f32[s77][1]cpu\" = torch.ops.aten.full.default([n], less, dtype = torch.float32)\n"
          "        d: \"f32[s77][1]cpu\" = torch.ops.aten.pow.Tensor_Scalar(x, k)\n"
          "        e: \"f32[s77][1]cpu\" = torch.ops.aten.add.Tensor(x, left)\n"
          "        f: \"f32[s77][1]cpu\" = torch.ops.aten.mul.Tensor(x, whole)\n"
          "        return (a, b, d, e, f)\n",
          NULL,
          { NULL },
          { 0 } };
  static const float x[] = { 0, 1, 4 };
  static const float expected[5][3]
      = { { 0.5984721f, 3.0984721f, 10.598473f }, { 4, 4, 4 }, { 0, 1, 32 }, { -0.3f, 0.7f, 3.7f }, { 0, -4, -16 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor"), done = NULL;
  g_autoptr (FlArray) array = fl_array_new (FL_DTYPE_F32, 1, (const gint64[]) { 3 });
  g_autoptr (FlArray) number = fl_array_new (FL_DTYPE_F64, 0, NULL);
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  FlSizeValue sizes[2] = { { fl_sym_size (graph->symbols, "s77"), 3 } };
  FlExecuteRequest request
      = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER"), .sizes = sizes, .n_sizes = 2 };

  g_assert_false (fl_sizes_parse (graph, "zf16=much", &sizes[1], &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  g_clear_error (&error);
  g_assert_true (fl_sizes_parse (graph, "zf16=2.5", &sizes[1], &error));
  g_assert_no_error (error);
  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->check, ==, FL_CHECK_AGREES);
  for (guint i = 0; i < 3; i++)
    array->numbers[i] = x[i];
  number->numbers[0] = 2.5;
  results = fl_reference_run (graph, (FlArray *[]) { NULL, array, number }, look_up_three, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint r = 0; r < G_N_ELEMENTS (expected); r++)
    for (guint i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon (((FlArray *) results->pdata[r])->numbers[i], expected[r][i], 1e-5);
}

static void
test_refused (void)
{
  g_autoptr (FlGraph) graph = agree_read (&odd);
  const FlSym *symbol = fl_sym_size (graph->symbols, "s0");

  for (gint64 n = 2; n < 40; n++)
    {
      g_autoptr (GError) error = NULL;
      const FlSizeValue size = { symbol, n };

      g_assert_cmpint (fl_sizes_check (graph, &size, 1, &error), ==, n % 2 == 1);
      if (n % 2 == 1)
        continue;
      g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
      g_assert_nonnull (strstr (error->message, "PyTorch made this graph for other sizes"));
      g_assert_nonnull (strstr (error->message, "((s0 + 1)//2)"));
    }
}

/* As PyTorch: amax and norms of an order without a value for nothing refuse a dimension of no
 * elements, a gradient is of as many channels as the images, and what is written in place is not
 * broadcast. */
static void
test_refused_as_by_operators (void)
{
  static const struct
  {
    const char *inputs, *call;
    gint64 right, wrong;
  } graphs[] = {
    { "x: \"f32[2, u0]\"", "aten.amax.default(x, [1])", 1, 0 },
    { "x: \"f32[u0, u0]\"", "aten.argmin.default(x, 0)", 1, 0 },
    { "x: \"f32[u0, 3]\"", "aten.linalg_vector_norm.default(x, inf, [0], True)", 1, 0 },
    { "x: \"f32[u0, 3]\"", "aten.linalg_vector_norm.default(x, -1, [1])", 0, -1 },
    { "x: \"f32[u0, 3]\"", "aten.linalg_vector_norm.default(x, 2, [0])", 0, -1 },
    { "x: \"f32[1, u0, 2]\"", "aten.upsample_linear1d_backward.default(x, [2], [1, 5, 8], True)", 5, 4 },
    { "x: \"f32[3]\", y: \"f32[u0, 3]\"", "aten.clamp_max_.Tensor(y, x)", 0, -1 },
    { "x: \"f32[3]\", y: \"f32[u0]\"", "aten.clamp_max_.Tensor(x, y)", 1, 2 },
    { "x: \"f32[2, u0]\"", "aten.glu.default(x)", 6, 7 },
    { "x: \"f32[u0, 3]\"", "aten.unbind.int(x)\n        b = a[2]", 3, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, n: \"Sym(u0)\", %s):\n"
                             "        a = torch.ops.%s\n        return (a,)\n",
                             graphs[i].inputs, graphs[i].call);
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text ("refused", text, strlen (text), &error);
      FlSizeValue size;

      g_assert_no_error (error);
      size = (FlSizeValue) { fl_sym_size (graph->symbols, "u0"), graphs[i].right };
      g_assert_true (fl_sizes_check (graph, &size, 1, &error));
      size.value = graphs[i].wrong;
      g_assert_true (size.value < 0 || !fl_sizes_check (graph, &size, 1, &error));
    }
}

/* Nobody gave a size, and 8 will not do. */
static void
test_chosen (void)
{
  g_autoptr (FlGraph) graph = agree_read (&odd);
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = agree_plan (graph, &odd, "inductor"), done = NULL;

  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->check, ==, FL_CHECK_AGREES);
  g_assert_cmpuint (done->execution->n_sizes, ==, 1);
  g_assert_cmpint (done->execution->sizes[0].value % 2, ==, 1);
}

/* What decides is what will be executed: beside a size that was given, the others are chosen to suit. */
static void
test_hints (void)
{
  static const AgreeCase c = { "hints",
                               "n: \"Sym(s1)\", x: \"f32[s0, 6]\"",
                               "        a: \"f32[s1, 2]\" = torch.ops.aten.reshape.default(x, [n, 2])\n"
                               "        return (a,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  const FlSizeValue rows = { fl_sym_size (graph->symbols, "s0"), 4 };
  g_autoptr (GError) error = NULL;

  g_array_append_val (sizes, rows);
  g_assert_true (fl_sizes_choose_hints (graph, sizes, &error));
  g_assert_no_error (error);
  g_assert_cmpint (fl_sym_get_hint (fl_sym_size (graph->symbols, "s0"), 0), ==, 4);
  g_assert_cmpint (fl_sym_get_hint (fl_sym_size (graph->symbols, "s1"), 0), ==, 12); /* 4 * 6 / 2 */
}

/* A long sum beside a loop in the same loop: nothing is added up in pieces. */
static void
test_sum_beside_loop (void)
{
  static const AgreeCase c = { "beside",
                               "x: \"f32[1]\", y: \"f32[3, s0][1, 3]\", z: \"f32[s0]\", w: \"f32[s0]\"",
                               "        a = torch.ops.aten.addmv.default(x, y, z)\n"
                               "        b = torch.ops.aten.meshgrid.default([a, w, a])\n"
                               "        c = b[0]\n        d = b[1]\n        return (c, d)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  const FlSizeValue size = { fl_sym_size (graph->symbols, "s0"), 16 };
  FlExecuteRequest request
      = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER"), .sizes = &size, .n_sizes = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FlRun) run = agree_plan (graph, &c, "stitch"), done = NULL;

  done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done->execution->check, ==, FL_CHECK_AGREES);
}

/* A derived size that is negative at 8: the plan is made all the same, and what was asked for is refused by name. */
static void
test_impossible (void)
{
  static const AgreeCase c = { "impossible",
                               "x: \"f32[s0]\"",
                               "        a = torch.ops.aten.unfold.default(x, 0, 20, 1)\n"
                               "        b = torch.ops.aten.neg.default(a)\n"
                               "        return (b,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor");
  const FlSizeValue size = { fl_sym_size (graph->symbols, "s0"), 8 };
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (fl_sym_get_sample (size.symbol), >=, 20);
  g_assert_false (fl_sizes_check (graph, &size, 1, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_SHAPE);
}

static void
test_unbacked (void)
{
  static const AgreeCase c = { "unbacked",
                               "x: \"f32[8]\"",
                               "        n: \"i64[u0, 1]\" = torch.ops.aten.nonzero.default(x)\n"
                               "        a: \"i64[u0, 1]\" = torch.ops.aten.add.Tensor(n, 1)\n"
                               "        return (a,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (FlRun) run = agree_plan (graph, &c, "inductor");
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (GError) error = NULL;

  g_assert_null (fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "u0 comes from n (aten.nonzero.default)"));
}

/* Sizes that only strides have are those of dense rows, also where the graph passes them as numbers. */
static void
test_strides (void)
{
  static const AgreeCase c = { "strides",
                               "s0: \"Sym(s0)\", s1: \"Sym(s1)\", s2: \"Sym(s2)\", x: \"f32[s0, s1][s2, 1]\"",
                               "        a = torch.ops.aten.neg.default(x)\n        return (a,)\n",
                               NULL,
                               { NULL },
                               { 0 } };
  g_autoptr (FlGraph) graph = agree_read (&c);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  const FlSizeValue wide = { fl_sym_size (graph->symbols, "s1"), 100 };
  g_autoptr (GError) error = NULL;

  g_array_append_val (sizes, wide);
  g_assert_true (fl_sizes_choose (graph, sizes, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == fl_sym_size (graph->symbols, "s2"))
      g_assert_cmpint (g_array_index (sizes, FlSizeValue, i).value, ==, 100);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-sizes", cases, G_N_ELEMENTS (cases));
  g_test_add_func ("/execute-sizes/sizes-that-a-graph-does-not-hold-for", test_refused);
  g_test_add_func ("/execute-sizes/sizes-that-an-operator-refuses", test_refused_as_by_operators);
  g_test_add_func ("/execute-sizes/sizes-are-chosen", test_chosen);
  g_test_add_func ("/execute-sizes/a-sum-beside-a-loop", test_sum_beside_loop);
  g_test_add_func ("/execute-sizes/sizes-that-decide", test_hints);
  g_test_add_func ("/execute-sizes/floats-of-the-call", test_floats_of_the_call);
  g_test_add_func ("/execute-sizes/impossible-sizes", test_impossible);
  g_test_add_func ("/execute-sizes/sizes-that-only-a-run-tells", test_unbacked);
  g_test_add_func ("/execute-sizes/strides-of-their-own", test_strides);
  return g_test_run ();
}
