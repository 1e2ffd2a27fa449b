/* Elements that go elsewhere: padding, joining, rolling, transposing, windows. */
#include "fl-layout-fixture.h"

static const LayoutCase graphs[] = {
  /* --- lines put together: more than the L1 cache holds --------------------------------------- */
  { "lines/padded", "x: \"f32[3, 7, 37, 29]\", y: \"f32[2, 3, 61, 53]\", z: \"f32[1, 5, 41, 70]\"",
    "        a = " A "constant_pad_nd.default(x, [1, 2, 1, 0], 0.5)\n"
    "        b = " A "reflection_pad2d.default(y, [3, 2, 4, 1])\n"
    "        c = " A "replication_pad2d.default(z, [5, 1, 0, 2])\n"
    "        d = " A "constant_pad_nd.default(y, [-3, 4, 2, -5], -1.0)\n"
    "        e = " A "constant_pad_nd.default(x, [17, 0, 0, 3], 0.0)\n",
    "a, b, c, d, e" },
  { "lines/joined", "x: \"f32[301, 19]\", y: \"f32[301, 3]\", z: \"f32[301, 45]\", w: \"f32[2, 3, 57, 41]\"",
    "        a = " A "cat.default([x, y, z], 1)\n"
    "        b = " A "cat.default([x, x, x], 1)\n"
    "        c = " A "cat.default([y, " A "relu.default(z), " A "flip.default(x, [1])], 1)\n"
    "        d = " A "cat.default([w, w], 2)\n",
    "a, b, c, d" },
  { "lines/backwards", "x: \"f32[67, 301]\", y: \"f32[3, 5, 31, 67]\"",
    "        a = " A "flip.default(x, [1])\n"
    "        b = " A "flip.default(x, [0, 1])\n"
    "        c = " A "flip.default(y, [3, 1])\n"
    "        r = " A "slice.Tensor(x, 1, 2, 300)\n"
    "        d = " A "add.Tensor(" A "flip.default(r, [1]), r)\n"
    "        e = " A "roll.default(x, [-5], [1])\n"
    "        f = " A "flip.default(x, [0])\n",
    "a, b, c, d, e, f" },
  /* --- ranges --------------------------------------------------------------------------------- */
  { "ranges/padding",
    "x: \"f32[2, 3, 17, 23]\", h: \"bf16[3, 5, 40]\", i: \"i64[4, 30]\", d: \"f64[3, 37]\", m: \"b8[5, 33]\"",
    "        a = " A "constant_pad_nd.default(x, [2, 3, 1, 4], 1.5)\n"
    "        b = " A "constant_pad_nd.default(h, [7, 0, 0, 2], -2.0)\n"
    "        c = " A "constant_pad_nd.default(i, [1, 17, 2, 2], 9)\n"
    "        e = " A "constant_pad_nd.default(d, [20, 20], 0.5)\n"
    "        f = " A "constant_pad_nd.default(m, [3, 4, 1, 1], True)\n"
    "        g = " A "constant_pad_nd.default(x, [-2, 5, 3, -1], 0.0)\n"
    "        j = " A "relu.default(" A "constant_pad_nd.default(x, [1, 1, 1, 1, 1, 1, 1, 1], -1.0))\n",
    "a, b, c, e, f, g, j" },
  { "ranges/whole-lines", "x: \"f32[5, 7, 45]\", y: \"f32[2, 3, 16, 64]\", h: \"bf16[3, 5, 29]\", i: \"i64[3, 64]\"",
    "        a = " A "constant_pad_nd.default(x, [2, 1], 0.0)\n"
    "        b = " A "constant_pad_nd.default(x, [0, 3, 2, 2], 1.5)\n"
    "        c = " A "relu.default(" A "constant_pad_nd.default(x, [17, 2], -0.0))\n"
    "        d = " A "constant_pad_nd.default(x, [-6, 9], 0.25)\n"
    "        e = " A "constant_pad_nd.default(h, [1, 2], 3.0)\n"
    "        p = " A "constant_pad_nd.default(y, [1, 1, 1, 1], 0.5)\n"
    "        w = torch.ops.prims.iota.default(64, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        t = torch.ops.prims.iota.default(3, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        v = " A "add.Tensor(" A "unsqueeze.default(w, 0), " A "unsqueeze.default(t, -1))\n"
    "        f = " A "add.Tensor(" A "index.Tensor(p, [None, None, None, v]), 1.0)\n"
    "        g = " A "add.Tensor(" A "constant_pad_nd.default(y, [3, -3]), " A
    "constant_pad_nd.default(y, [-5, 5], 2.0))\n"
    "        j = " A "constant_pad_nd.default(i, [1, -1], 9)\n",
    "a, b, c, d, e, f, g, j" },
  { "ranges/mirrors", "x: \"f32[2, 3, 17, 23]\", h: \"bf16[2, 5, 40]\", d: \"f64[3, 37]\"",
    "        a = " A "reflection_pad2d.default(x, [3, 5, 4, 2])\n"
    "        b = " A "reflection_pad1d.default(h, [7, 9])\n"
    "        c = " A "reflection_pad1d.default(d, [0, 36])\n"
    "        e = " A "replication_pad2d.default(x, [3, 5, 4, 2])\n"
    "        f = " A "replication_pad1d.default(h, [30, 1])\n",
    "a, b, c, e, f" },
  { "ranges/written-over",
    "x: \"f32[5, 61, 37]\", y: \"f32[5, 61, 11]\", z: \"f32[5, 61]\", i: \"i32[9, 50]\", j: \"i32[9, 9]\"",
    "        a = " A "slice_scatter.default(x, y, 2, 7, 18)\n"
    "        b = " A "slice_scatter.default(x, y, 2, 3, 36, 3)\n"
    "        c = " A "select_scatter.default(x, z, 2, 36)\n"
    "        d = " A "slice_scatter.default(i, j, 1, 41, 50)\n"
    "        e = " A "slice_scatter.default(i, i, 0, 0, 9)\n",
    "a, b, c, d, e" },
  { "ranges/rolls", "x: \"f32[7, 31, 45]\", i: \"i64[3, 50]\", h: \"f16[4, 33]\"",
    "        a = " A "roll.default(x, [7], [2])\n"
    "        b = " A "roll.default(x, [-5, 9], [1, 2])\n"
    "        c = " A "roll.default(i, [49], [1])\n"
    "        d = " A "roll.default(h, [40])\n",
    "a, b, c, d" },
  { "ranges/triangles", "x: \"f32[3, 41, 37]\", i: \"i64[33, 40]\", h: \"bf16[20, 50]\"",
    "        a = " A "tril.default(x)\n"
    "        b = " A "triu.default(x, 5)\n"
    "        c = " A "tril.default(i, -7)\n"
    "        d = " A "triu.default(h, -3)\n"
    "        e = " A "mul.Tensor(" A "tril.default(x, 100), 2.0)\n",
    "a, b, c, d, e" },
  { "ranges/joined",
    "x: \"f32[9, 13]\", y: \"f32[9, 40]\", z: \"f32[9, 1]\", h: \"bf16[6, 19]\", i: \"i64[5, 3]\", j: \"i64[5, 30]\"",
    "        a = " A "relu.default(" A "cat.default([x, y], 1))\n"
    "        b = " A "mul.Tensor(" A "cat.default([" A "exp.default(x), z, " A "neg.default(y)], 1), 0.5)\n"
    "        c = " A "add.Tensor(" A "cat.default([h, h], 1), 1.0)\n"
    "        d = " A "add.Tensor(" A "cat.default([i, j], 1), 1)\n"
    "        e = " A "cat.default([x, y, z], -1)\n"
    "        f = " A "cat.default([x, x], 0)\n",
    "a, b, c, d, e, f" },
  { "ranges/nothing-inside",
    "x: \"f32[0, 40]\", y: \"f32[3, 0]\", z: \"f32[3, 20]\", n: \"f32[0]\", m: \"b8[5]\", u: \"u8[7]\"",
    "        a = " A "constant_pad_nd.default(x, [1, 1, 2, 2], 3.0)\n"
    "        b = " A "constant_pad_nd.default(y, [9, 10], 3.0)\n"
    "        c = " A "constant_pad_nd.default(z, [9, -29], 3.0)\n"
    "        d = " A "relu.default(" A "cat.default([y, z], 1))\n"
    "        e = " A "cat.default([n, m, n, m])\n" /* floats, though no float is in them */
    "        f = " A "cat.default([n, m])\n"
    "        g = " A "cat.default([u, n, u])\n",
    "a, b, c, d, e, f, g" },
  { "ranges/symbolic", "s0: \"Sym(s0)\", s1: \"Sym(s1)\", x: \"f32[s0, s1]\"",
    "        a = " A "constant_pad_nd.default(x, [3, 4, 1, 2], 1.0)\n"
    "        b = " A "tril.default(x, 2)\n"
    "        c = " A "relu.default(" A "cat.default([x, x], 1))\n",
    "a, b, c" },
  /* 4000 times 0.7 one by one: from 1024 on a float is a multiple of 2^-13, so that each addition loses the same part
     of 0.7: 4e-5 in all. */
  { "ranges/equal-terms", "x: \"f32[5, 3990]\", y: \"f32[5, 500]\"",
    "        a = " A "constant_pad_nd.default(" A "add.Tensor(" A "mul.Tensor(x, 0), 0.7), [5, 5], 0.7)\n"
    "        b = " A "sum.dim_IntList(a, [1])\n"
    "        c = " A "mean.dim(" A "constant_pad_nd.default(" A "add.Tensor(" A
    "mul.Tensor(y, 0), 0.7), [5, 5], 0.7), [1])\n",
    "b, c" },
  /* Columns of equal numbers, each added up by one lane; their variance is nothing at all. */
  { "ranges/equal-columns", "x: \"f32[20001, 5]\", y: \"f32[512, 64]\"",
    "        a = " A "add.Tensor(" A "mul.Tensor(x, 0), 0.7)\n"
    "        b = " A "sum.dim_IntList(a, [0])\n"
    "        c, d = " A "var_mean.correction(a, [0], correction = 0)\n"
    "        e = " A "add.Tensor(" A "mul.Tensor(y, 0), 0.7)\n"
    "        f = " A "sum.dim_IntList(e, [0])\n"
    "        g, h = " A "var_mean.correction(e, [0], correction = 0)\n",
    "b, c, d, f, g, h" },
  /* Sums are divided by a length that is itself a product, or a sum. */
  { "ranges/length-of-symbols",
    "s0: \"Sym(s0)\", s1: \"Sym(s1)\", x: \"f32[3, s0, s1]\", y: \"f32[5, s0]\", z: \"f64[3, s0, s1]\"",
    "        a, b = " A "var_mean.correction(x, [1, 2], correction = 0)\n"
    "        c, d = " A "var_mean.correction(" A "constant_pad_nd.default(y, [3, 4], 1.0), [1], correction = 1)\n"
    "        e, f = " A "var_mean.correction(z, [0, 1], correction = 0)\n"
    "        g, h = " A "var_mean.correction(x, [0, 1, 2], correction = 0)\n",
    "a, b, c, d, e, f, g, h" },
  /* Mean and variance of nothing are not a number. */
  { "ranges/nothing", "x: \"f32[0]\", y: \"f32[3, 0]\", z: \"f64[0, 4]\"",
    "        a, b = " A "var_mean.correction(x, None, correction = 0)\n"
    "        c, d = " A "var_mean.correction(y, [1], correction = 1)\n"
    "        e, f = " A "var_mean.correction(z, [0, 1], correction = 0)\n",
    "a, b, c, d, e, f" },
  /* --- turning over --------------------------------------------------------------------------- */
  { "transposed/every-size",
    "x: \"f32[37, 70]\", h: \"bf16[67, 131]\", d: \"f64[19, 33]\", i: \"i64[40, 9]\", b: \"b8[70, 130]\", k: \"i32[16, 16]\"",
    "        a = " A "clone.default(" A "permute.default(x, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(h, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(i, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(b, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        j = " A "clone.default(" A "permute.default(k, [1, 0]), memory_format = torch.contiguous_format)\n",
    "a, c, e, f, g, j" },
  { "transposed/whole-lines",
    "x: \"f32[80, 45]\", h: \"bf16[96, 70]\", d: \"f64[40, 29]\", b: \"b8[192, 100]\", y: \"f32[32, 16]\", v: \"f32[2, 64, 9, 5]\"",
    "        a = " A "clone.default(" A "permute.default(x, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(h, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(b, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        j = " A "clone.default(" A "permute.default(v, [0, 2, 3, 1]), memory_format = torch.contiguous_format)\n",
    "a, c, e, f, g, j" },
  { "transposed/narrow",
    "x: \"f32[5, 300]\", y: \"f32[300, 5]\", h: \"f16[31, 8]\", d: \"f64[7, 4]\", z: \"f32[128, 64]\", e: \"f32[4, 4]\"",
    "        a = " A "clone.default(" A "permute.default(x, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        b = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(h, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(z, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        i = " A "clone.default(" A "permute.default(e, [1, 0]), memory_format = torch.contiguous_format)\n",
    "a, b, c, f, g, i" },
  { "transposed/interleaved",
    "x: \"f32[2, 3, 17, 23]\", y: \"f32[3, 301]\", i: \"i32[4, 70]\", z: \"f32[5, 2, 129]\", d: \"f64[3, 40]\", s0: \"Sym(s0)\", v: \"f32[3, s0]\"",
    "        a = " A "clone.default(" A "permute.default(x, [0, 2, 3, 1]), memory_format = torch.contiguous_format)\n"
    "        b = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(i, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(z, [0, 2, 1]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(v, [1, 0]), memory_format = torch.contiguous_format)\n",
    "a, b, c, e, f, g" },
  { "transposed/every-third", "x: \"f32[7, 301]\", y: \"f32[2, 8, 97, 3]\", z: \"f32[5, 400]\"",
    "        a = " A "add.Tensor(" A "slice.Tensor(x, 1, 1, 301, 3), 1.0)\n"
    "        b = " A "add.Tensor(" A "slice.Tensor(x, 1, 0, 301, 4), 1.0)\n"
    "        c = " A "clone.default(" A "permute.default(y, [0, 3, 1, 2]), memory_format = torch.contiguous_format)\n"
    "        d = " A "add.Tensor(" A "slice.Tensor(z, 1, 3, 400, 4), 1.0)\n"
    "        e = " A "add.Tensor(" A "slice.Tensor(z, 1, 66, 400, 3), 1.0)\n",
    "a, b, c, d, e" },
  { "transposed/more-axes",
    "x: \"f32[3, 17, 5, 33]\", h: \"bf16[2, 24, 7, 9]\", v: \"f32[2, 6, 20, 5, 40]\", i: \"i64[6, 10, 21]\"",
    "        a = " A "clone.default(" A "permute.default(x, [0, 2, 3, 1]), memory_format = torch.contiguous_format)\n"
    "        b = " A "clone.default(" A "permute.default(x, [0, 3, 1, 2]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(x, [3, 2, 1, 0]), memory_format = torch.contiguous_format)\n"
    "        d = " A "clone.default(" A "permute.default(h, [0, 2, 3, 1]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A
    "permute.default(v, [0, 4, 2, 1, 3]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A
    "permute.default(v, [1, 3, 0, 4, 2]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(i, [2, 1, 0]), memory_format = torch.contiguous_format)\n",
    "a, b, c, d, e, f, g" },
  { "transposed/parts", "x: \"f32[60, 50]\", s0: \"Sym(s0)\", s1: \"Sym(s1)\", y: \"f32[s0, s1]\"",
    "        t = " A "slice.Tensor(" A "slice.Tensor(x, 0, 3, 41), 1, 7, 50)\n"
    "        a = " A "clone.default(" A "permute.default(t, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        n = " A "slice.Tensor(x, 0, 2, 2)\n"
    "        b = " A "clone.default(" A "permute.default(n, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        d = " A "add.Tensor(" A "permute.default(t, [1, 0]), 1.0)\n"
    "        e = " A "cat.default([" A "permute.default(t, [1, 0]), " A "permute.default(t, [1, 0])], 1)\n",
    "a, b, c, d, e" },
  { "convolved/transposed-doubles", "x: \"f64[9, 10, 2, 6]\", w: \"f64[3, 3, 8, 6]\", b: \"f64[16]\"",
    "        y = " A "permute.default(x, [2, 3, 0, 1])\n"
    "        v = " A "permute.default(w, [2, 3, 0, 1])\n"
    "        c = " A "slice.Tensor(b, 0, 0, 16, 2)\n"
    "        a = " A "convolution.default(y, v, c, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)\n"
    "        d = " A "permute.default(y, [1, 0, 2, 3])\n"
    "        e = " A "convolution.default(d, " A "slice.Tensor(" A
    "permute.default(w, [2, 3, 0, 1]), 1, 1, 3), None, [2, 1], [0, 1], [1, 1], False, [0, 0], 1)\n",
    "a, e" },
  { "bytes/joined", "a: \"u8[37, 21]\", b: \"u8[37, 5]\", c: \"i8[6, 9, 11]\", d: \"i8[6, 4, 11]\", n: \"u8[37, 0]\"",
    "        p = " A "cat.default([a, b, n, a], 1)\n"
    "        q = " A "cat.default([c, d], -2)\n"
    "        t = " A "permute.default(a, [1, 0])\n"
    "        r = " A "cat.default([t, t])\n"
    "        s = " A "cat.default([" A "slice.Tensor(a, 1, 2, 20, 3), b], 1)\n",
    "p, q, r, s" },
  { "bytes/dealt", "a: \"u8[37, 21]\", b: \"u8[37, 21]\", c: \"i8[5, 3001]\", e: \"i8[5, 3001]\"",
    "        u = " A "unsqueeze.default(a, 2)\n"
    "        v = " A "unsqueeze.default(b, 2)\n"
    "        p = " A "cat.default([u, v], -1)\n"
    "        q = " A "cat.default([u, v, u], 2)\n"
    "        r = " A "cat.default([u, v, v, u], 2)\n"
    "        s = " A "cat.default([u, v, v, u, u], 2)\n"
    "        x = " A "unsqueeze.default(c, 2)\n"
    "        y = " A "unsqueeze.default(e, 2)\n"
    "        t = " A "cat.default([x, y], 2)\n",
    "p, q, r, s, t" },
  { "windows/means", "x: \"f32[3, 5, 32, 33]\", y: \"f64[4, 17, 9]\", z: \"f32[2, 3, 70, 40]\"",
    "        a = " A "_adaptive_avg_pool2d.default(x, [7, 7])\n"
    "        b = " A "_adaptive_avg_pool2d.default(y, [5, 4])\n"
    "        c = " A "_adaptive_avg_pool2d.default(" A "permute.default(x, [0, 2, 3, 1]), [3, 2])\n"
    "        d = " A "_adaptive_avg_pool2d.default(z, [3, 50])\n"
    "        e = " A "_adaptive_avg_pool2d.default(" A
    "clone.default(z, memory_format = torch.channels_last), [11, 3])\n",
    "a, b, c, d, e" },
  { "rows/beside-columns", "x: \"f32[70, 131]\", w: \"f32[131, 45]\"",
    "        a = " A "amax.default(" A "abs.default(x), [0])\n"
    "        b = " A "amax.default(" A "abs.default(w), [1])\n"
    "        s = " A "div.Tensor(a, " A "add.Tensor(b, 1.0))\n"
    "        c = " A "mul.Tensor(w, " A "unsqueeze.default(s, 1))\n"
    "        d = " A "div.Tensor(x, " A "add.Tensor(s, 1.0))\n",
    "a, b, c, d" },
  { "rows/over-and-over",
    "x: \"f32[101, 3]\", b: \"f32[3]\", y: \"f32[67, 7]\", c: \"f32[9]\", z: \"f32[300, 17]\", d: \"f32[17]\", u: \"u8[5, 9, 13, 3]\"",
    "        p = " A "relu.default(" A "add.Tensor(x, b))\n"
    "        q = " A "mul.Tensor(y, " A "slice.Tensor(c, 0, 1, 8))\n"
    "        r = " A "add.Tensor(" A "mul.Tensor(z, d), d)\n"
    "        f = torch.ops.prims.convert_element_type.default(" A "permute.default(u, [0, 3, 1, 2]), torch.float32)\n"
    "        v = " A "view.default(b, [3, 1, 1])\n"
    "        s = " A "div.Tensor(" A "sub.Tensor(f, v), " A "exp.default(v))\n"
    "        t = " A "copy_.default(b, " A
    "sum.dim_IntList(x, [0]))\n" /* a sum that is read over and over is written later */
    "        w = " A "add.Tensor(x, b)\n",
    "p, q, r, s, w" },
  /* Rows of the result begin and end within different rows of what is read: each cut lies between others, not between
     the loop's ends. */
  { "ranges/reshaped-by-odd-sizes",
    "x: \"f32[2, 65, 3]\", y: \"f32[7, 12, 33]\", z: \"bf16[3, 40, 5]\", i: \"i64[4, 30, 7]\"",
    "        a = " A "reshape.default(" A "permute.default(x, [0, 2, 1]), [5, 78])\n"
    "        b = " A "reshape.default(" A "permute.default(y, [2, 0, 1]), [21, 132])\n"
    "        c = " A "reshape.default(" A "permute.default(y, [0, 2, 1]), [84, 33])\n"
    "        d = " A "reshape.default(" A "permute.default(z, [2, 0, 1]), [8, 75])\n"
    "        e = " A "reshape.default(" A "permute.default(i, [1, 2, 0]), [12, 70])\n",
    "a, b, c, d, e" },
  /* Four rows, whose elements do not lie side by side where they are written. */
  { "transposed/few-rows-far-apart", "x: \"f32[4, 6, 4]\", i: \"i32[4, 7, 4]\", y: \"f32[4, 3, 5, 4]\"",
    "        a = " A "clone.default(" A "permute.default(x, [0, 2, 1]), memory_format = torch.contiguous_format)\n"
    "        b = " A "clone.default(" A "permute.default(x, [1, 0, 2]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(x, [1, 2, 0]), memory_format = torch.contiguous_format)\n"
    "        d = " A "clone.default(" A "permute.default(x, [2, 0, 1]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(x, [2, 1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(i, [2, 1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(i, [1, 2, 0]), memory_format = torch.contiguous_format)\n"
    "        h = " A "clone.default(" A "permute.default(y, [3, 1, 2, 0]), memory_format = torch.contiguous_format)\n"
    "        j = " A "clone.default(" A "permute.default(y, [3, 2, 1, 0]), memory_format = torch.contiguous_format)\n"
    "        k = " A "clone.default(" A "permute.default(y, [1, 3, 2, 0]), memory_format = torch.contiguous_format)\n"
    "        l = " A "clone.default(" A "permute.default(y, [2, 3, 0, 1]), memory_format = torch.contiguous_format)\n",
    "a, b, c, d, e, f, g, h, j, k, l" },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_layouts (graphs, G_N_ELEMENTS (graphs));
  return g_test_run ();
}
