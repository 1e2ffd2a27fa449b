/* Kernels that move elements rather than compute: scans, padding, joining, turning over, picking by index. Each graph
 * is executed, fused and unfused, and compared with the reference interpreter, which shares no code with what is
 * tested. Sizes are odd on purpose. */
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <string.h>

typedef struct
{
  const char *name, *signature, *body, *results;
} Graph;

#define A "torch.ops.aten."

static const Graph graphs[] = {
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
  /* --- scans ---------------------------------------------------------------------------------- */
  { "scans/last-axis", "x: \"f32[7, 5003]\", y: \"f64[5, 33]\", h: \"bf16[3, 70]\", g: \"f16[4, 65]\"",
    "        a = " A "cumsum.default(x, 1)\n"
    "        b = " A "cumsum.default(y, -1)\n"
    "        c = " A "cumsum.default(h, 1)\n"
    "        d = " A "cumsum.default(g, 1, dtype = torch.float32)\n",
    "a, b, c, d" },
  { "scans/other-axes", "x: \"f32[9, 37, 21]\", y: \"f64[6, 19]\", h: \"bf16[8, 301]\"",
    "        a = " A "cumsum.default(x, 1)\n"
    "        b = " A "cumsum.default(x, 0)\n"
    "        c = " A "cumsum.default(y, 0)\n"
    "        d = " A "cumsum.default(h, 0)\n",
    "a, b, c, d" },
  { "scans/one-long-lane", "x: \"f32[9001]\", i: \"i64[4099]\", m: \"b8[5000]\"",
    "        a = " A "cumsum.default(x, 0)\n"
    "        b = " A "cumsum.default(i, 0)\n"
    "        c = " A "cumsum.default(m, 0)\n"
    "        s = " A "slice.Tensor(x, 0, 3, 2999)\n"
    "        d = " A "cumsum.default(s, 0)\n",
    "a, b, c, d" },
  { "scans/parts-of-long-rows", "x: \"f32[2, 70003]\", y: \"f32[150001]\"",
    "        a = " A "cumsum.default(x, 1)\n"
    "        b = " A "cumsum.default(y, 0)\n"
    "        s = " A "slice.Tensor(x, 1, 3, 69000)\n"
    "        c = " A "cumsum.default(s, 1)\n",
    "a, b, c" },
  { "scans/past-the-caches", "x: \"f32[1033, 1048]\", y: \"f32[1053, 1041]\"",
    "        a = " A "cumsum.default(x, 0)\n"
    "        b = " A "cumsum.default(x, 1)\n"
    "        c = " A "cumsum.default(y, 0)\n"
    "        d = " A "cumsum.default(y, 1)\n"
    "        p = " A "cummax.default(x, 1)\n"
    "        e = p[0]\n"
    "        f = p[1]\n"
    "        q = " A "cummin.default(y, 0)\n"
    "        g = q[0]\n"
    "        h = q[1]\n",
    "a, b, c, d, e, f, g, h" },
  { "scans/integers", "i: \"i32[5, 40]\", s: \"i16[3, 9]\", u: \"u8[4, 50]\", k: \"i8[2, 31]\"",
    "        a = " A "cumsum.default(i, 1)\n"
    "        b = " A "cumsum.default(i, 0, dtype = torch.int32)\n"
    "        c = " A "cumsum.default(s, 1)\n"
    "        d = " A "cumsum.default(u, 0)\n"
    "        e = " A "cumprod.default(k, 1)\n",
    "a, b, c, d, e" },
  { "scans/strided", "x: \"f32[6, 50]\"",
    "        t = " A "permute.default(x, [1, 0])\n"
    "        a = " A "cumsum.default(t, 0)\n"
    "        b = " A "cumsum.default(t, 1)\n"
    "        s = " A "slice.Tensor(x, 1, 1, 50, 3)\n"
    "        c = " A "cumsum.default(s, 1)\n"
    "        n = " A "slice.Tensor(x, 0, 2, 2)\n"
    "        d = " A "cumsum.default(n, 1)\n",
    "a, b, c, d" },
  { "scans/products", "x: \"f32[7, 30]\", y: \"f64[3, 11]\", h: \"bf16[5, 9]\"",
    "        a = " A "cumprod.default(x, 1)\n"
    "        b = " A "cumprod.default(x, 0)\n"
    "        c = " A "cumprod.default(y, 1)\n"
    "        d = " A "cumprod.default(h, 0)\n",
    "a, b, c, d" },
  { "scans/extremes-beside-nan", "x: \"f32[23, 45]\", y: \"f64[12, 19]\"", /* whose logarithm often is none */
    "        l = " A "log.default(x)\n"
    "        m = " A "log.default(y)\n"
    "        p = " A "cummax.default(l, 0)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "cummin.default(l, 1)\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "cummin.default(m, 0)\n"
    "        e = r[0]\n"
    "        f = r[1]\n",
    "a, b, c, d, e, f" },
  { "scans/extremes", "x: \"f32[6, 45]\", i: \"i64[5, 33]\", h: \"f16[300, 7]\"",
    "        p = " A "cummax.default(x, 1)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "cummin.default(x, 0)\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "cummin.default(i, 1)\n"
    "        e = r[0]\n"
    "        f = r[1]\n"
    "        s = " A "cummax.default(h, 0)\n"
    "        g = s[0]\n"
    "        j = s[1]\n",
    "a, b, c, d, e, f, g, j" },
  { "scans/extremes-of-equals", "x: \"f32[9, 211]\", y: \"f32[150, 77]\"",
    "        u = " A "round.default(x)\n" /* many equals, zeros of both signs */
    "        v = " A "round.default(y)\n"
    "        p = " A "cummax.default(u, 1)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "cummin.default(u, 1)\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "cummax.default(v, 0)\n"
    "        e = r[0]\n"
    "        f = r[1]\n"
    "        s = " A "cummin.default(v, 0)\n"
    "        g = s[0]\n"
    "        h = s[1]\n"
    "        w = " A "where.self(" A "gt.Scalar(x, 1.0), " A "log.default(" A "neg.default(x)), x)\n" /* some are NaN */
    "        t = " A "cummax.default(w, 1)\n"
    "        i = t[0]\n"
    "        j = t[1]\n",
    "a, b, c, d, e, f, g, h, i, j" },
  { "scans/halves", "h: \"bf16[3, 700]\", g: \"f16[600, 19]\"",
    "        a = " A "cumsum.default(h, 1)\n"
    "        b = " A "cumsum.default(g, 0)\n"
    "        c = " A "cumsum.default(g, 1)\n"
    "        d = " A "cumsum.default(h, 0, dtype = torch.float32)\n"
    "        e = " A "cumprod.default(h, 0)\n"
    "        t = " A "permute.default(g, [1, 0])\n"
    "        f = " A "cumsum.default(t, 1)\n",
    "a, b, c, d, e, f" },
  { "scans/logarithms", "x: \"f32[6, 45]\", y: \"f64[5, 8, 9]\", h: \"bf16[4, 30]\"",
    "        a = " A "logcumsumexp.default(x, 1)\n"
    "        b = " A "logcumsumexp.default(y, 1)\n"
    "        c = " A "logcumsumexp.default(h, 0)\n",
    "a, b, c" },
  { "scans/what-is-no-number", "x: \"f32[5, 40]\"",
    "        z = " A "mul.Tensor(x, 0.0)\n"
    "        n = " A "log.default(x)\n"        /* NaN where x is negative */
    "        i = " A "reciprocal.default(z)\n" /* infinities of both signs */
    "        a = " A "cumsum.default(n, 1)\n"
    "        b = " A "cumsum.default(i, 1)\n"
    "        p = " A "cummax.default(n, 1)\n"
    "        c = p[0]\n"
    "        d = p[1]\n"
    "        q = " A "cummin.default(i, 0)\n"
    "        e = q[0]\n"
    "        f = q[1]\n"
    "        g = " A "logcumsumexp.default(n, 1)\n"
    "        h = " A "logcumsumexp.default(i, 0)\n",
    "a, b, c, d, e, f, g, h" },
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
  { "turned/every-size",
    "x: \"f32[37, 70]\", h: \"bf16[67, 131]\", d: \"f64[19, 33]\", i: \"i64[40, 9]\", b: \"b8[70, 130]\", k: \"i32[16, 16]\"",
    "        a = " A "clone.default(" A "permute.default(x, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(h, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(i, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(b, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        j = " A "clone.default(" A "permute.default(k, [1, 0]), memory_format = torch.contiguous_format)\n",
    "a, c, e, f, g, j" },
  { "turned/whole-lines",
    "x: \"f32[80, 45]\", h: \"bf16[96, 70]\", d: \"f64[40, 29]\", b: \"b8[192, 100]\", y: \"f32[32, 16]\", v: \"f32[2, 64, 9, 5]\"",
    "        a = " A "clone.default(" A "permute.default(x, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(h, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(b, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        j = " A "clone.default(" A "permute.default(v, [0, 2, 3, 1]), memory_format = torch.contiguous_format)\n",
    "a, c, e, f, g, j" },
  { "turned/narrow",
    "x: \"f32[5, 300]\", y: \"f32[300, 5]\", h: \"f16[31, 8]\", d: \"f64[7, 4]\", z: \"f32[128, 64]\", e: \"f32[4, 4]\"",
    "        a = " A "clone.default(" A "permute.default(x, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        b = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(h, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(z, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        i = " A "clone.default(" A "permute.default(e, [1, 0]), memory_format = torch.contiguous_format)\n",
    "a, b, c, f, g, i" },
  { "turned/interleaved",
    "x: \"f32[2, 3, 17, 23]\", y: \"f32[3, 301]\", i: \"i32[4, 70]\", z: \"f32[5, 2, 129]\", d: \"f64[3, 40]\", s0: \"Sym(s0)\", v: \"f32[3, s0]\"",
    "        a = " A "clone.default(" A "permute.default(x, [0, 2, 3, 1]), memory_format = torch.contiguous_format)\n"
    "        b = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(i, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        e = " A "clone.default(" A "permute.default(z, [0, 2, 1]), memory_format = torch.contiguous_format)\n"
    "        f = " A "clone.default(" A "permute.default(d, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        g = " A "clone.default(" A "permute.default(v, [1, 0]), memory_format = torch.contiguous_format)\n",
    "a, b, c, e, f, g" },
  { "turned/every-third", "x: \"f32[7, 301]\", y: \"f32[2, 8, 97, 3]\", z: \"f32[5, 400]\"",
    "        a = " A "add.Tensor(" A "slice.Tensor(x, 1, 1, 301, 3), 1.0)\n"
    "        b = " A "add.Tensor(" A "slice.Tensor(x, 1, 0, 301, 4), 1.0)\n"
    "        c = " A "clone.default(" A "permute.default(y, [0, 3, 1, 2]), memory_format = torch.contiguous_format)\n"
    "        d = " A "add.Tensor(" A "slice.Tensor(z, 1, 3, 400, 4), 1.0)\n"
    "        e = " A "add.Tensor(" A "slice.Tensor(z, 1, 66, 400, 3), 1.0)\n",
    "a, b, c, d, e" },
  { "turned/more-axes",
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
  { "turned/parts", "x: \"f32[60, 50]\", s0: \"Sym(s0)\", s1: \"Sym(s1)\", y: \"f32[s0, s1]\"",
    "        t = " A "slice.Tensor(" A "slice.Tensor(x, 0, 3, 41), 1, 7, 50)\n"
    "        a = " A "clone.default(" A "permute.default(t, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        n = " A "slice.Tensor(x, 0, 2, 2)\n"
    "        b = " A "clone.default(" A "permute.default(n, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        c = " A "clone.default(" A "permute.default(y, [1, 0]), memory_format = torch.contiguous_format)\n"
    "        d = " A "add.Tensor(" A "permute.default(t, [1, 0]), 1.0)\n"
    "        e = " A "cat.default([" A "permute.default(t, [1, 0]), " A "permute.default(t, [1, 0])], 1)\n",
    "a, b, c, d, e" },
  /* --- by index ------------------------------------------------------------------------------- */
  { "picked/rows", "t: \"f32[50, 37]\", h: \"bf16[20, 5, 70]\", d: \"i64[30, 3]\", x: \"f32[9, 20, 33]\"",
    "        i = " A "remainder.Scalar(" A "arange.default(83), 7)\n"
    "        a = " A "embedding.default(t, i)\n"
    "        b = " A "index_select.default(h, 0, i)\n"
    "        j = " A "view.default(" A "slice.Tensor(i, 0, 0, 80), [8, 10])\n"
    "        c = " A "index.Tensor(d, [j])\n"
    "        e = " A "index.Tensor(x, [None, i])\n"
    "        k = " A "sub.Tensor(i, 9)\n"
    "        f = " A "index.Tensor(x, [k, i])\n"
    "        g = " A "gather.default(t, 1, " A "expand.default(" A "view.default(i, [1, 83]), [50, 83]))\n",
    "a, b, c, e, f, g" },
  { "picked/written",
    "t: \"f32[50, 37]\", s: \"f32[83, 37]\", h: \"bf16[20, 70]\", u: \"bf16[83, 70]\", n: \"i64[30, 19]\", m: \"i64[83, 19]\", d: \"f64[9, 4]\", v: \"f64[83, 4]\"",
    "        i = " A "remainder.Scalar(" A "arange.default(83), 7)\n"
    "        a = " A "index_add.default(t, 0, i, s)\n"
    "        b = " A "index_put.default(h, [i], u, True)\n"
    "        c = " A "index_put.default(n, [i], m, True)\n"
    "        e = " A "index_put.default(d, [i], v, True)\n"
    "        j = " A "sub.Tensor(" A "arange.default(9), 9)\n"
    "        f = " A "index_put.default(t, [j], " A "slice.Tensor(s, 0, 0, 9))\n"
    "        g = " A "index_put.default(n, [j], " A "slice.Tensor(m, 0, 5, 14))\n"
    "        k = " A "scatter_add.default(t, 1, " A "expand.default(" A "view.default(i, [1, 83]), [50, 83]), " A
    "expand.default(" A "view.default(" A "select.int(s, 1, 0), [1, 83]), [50, 83]))\n",
    "a, b, c, e, f, g, k" },
  { "picked/resized",
    "x: \"f32[2, 3, 17, 23]\", h: \"bf16[2, 3, 9, 40]\", d: \"f64[1, 2, 7, 11]\", t: \"f32[2, 3, 41]\", g: \"f16[1, 2, 5, 19]\"",
    "        a = " A "upsample_nearest2d.vec(x, [35, 61], None)\n"
    "        b = " A "upsample_nearest2d.vec(x, [9, 16], None)\n"
    "        c = " A "upsample_nearest2d.vec(h, [27, 83], None)\n"
    "        e = " A "upsample_nearest2d.vec(d, [13, 37], None)\n"
    "        f = " A "upsample_nearest2d.vec(" A "unsqueeze.default(t, 0), [7, 97], None)\n"
    "        i = " A "upsample_bilinear2d.vec(x, [35, 61], False, None)\n"
    "        j = " A "upsample_bilinear2d.vec(x, [34, 46], True, None)\n"
    "        k = " A "upsample_bilinear2d.vec(x, [19, 47], False, None)\n"
    "        l = " A "tanh.default(" A "upsample_nearest2d.vec(g, [10, 38], None))\n"
    "        m = " A "index.Tensor(x, [None, None, None, " A "remainder.Scalar(" A "arange.default(50), 23)])\n"
    "        n = " A "add.Tensor("
    "torch.ops.prims.convert_element_type.default(" A
    "arange.start_step(-7, 93, 3, dtype = torch.int64), torch.float32), 0.5)\n",
    "a, b, c, e, f, i, j, k, l, m, n" },
  { "picked/scattered",
    "x: \"f32[13, 70, 10]\", s: \"f32[15, 90, 10]\", d: \"f64[40, 11]\", v: \"f64[83, 11]\", n: \"i64[6, 30]\", m: \"i64[6, 83]\", "
    "k: \"i32[30]\", l: \"i32[83]\", "
    "rows: \"f32[40, 130]\", more: \"f32[83, 130]\"",
    "        i = " A "remainder.Scalar(" A "arange.default(83), 7)\n"
    "        j = " A "expand.default(" A "view.default(i, [1, 83, 1]), [13, 83, 10])\n"
    "        a = " A "scatter_add.default(x, 1, j, s)\n"
    "        r = " A "remainder.Scalar(" A "view.default(" A "arange.default(7200), [12, 60, 10]), 13)\n"
    "        b = " A "scatter_add.default(x, 0, r, s)\n"
    "        q = " A "expand.default(" A "view.default(i, [83, 1]), [83, 11])\n"
    "        c = " A "scatter_reduce.two(d, 0, q, v, 'sum')\n"
    "        e = " A "scatter_reduce.two(d, 0, q, v, 'amin')\n"
    "        f = " A "scatter_reduce.two(d, 0, q, v, 'prod')\n"
    "        w = " A "log.default(v)\n" /* NaN where v is negative */
    "        g = " A "scatter_reduce.two(d, 0, q, w, 'amax')\n"
    "        h = " A "scatter_reduce.two(d, 0, q, v, 'mean')\n"
    "        o = " A "scatter_reduce.two(d, 0, q, v, 'sum', include_self = False)\n"
    "        t = " A "expand.default(" A "view.default(i, [1, 83]), [6, 83])\n"
    "        u = " A "scatter_add.default(n, 1, t, m)\n"
    "        y = " A "scatter_reduce.two(n, 1, t, m, 'amax')\n"
    "        z = " A "scatter_add.default(k, 0, i, l)\n"
    "        whole = " A "expand.default(" A "view.default(" A "remainder.Scalar(" A "mul.Tensor(" A
    "arange.default(83), 17), 40), [83, 1]), [83, 130])\n"
    "        sums = " A "scatter_add.default(rows, 0, whole, more)\n"
    "        tops = " A "scatter_reduce.two(rows, 0, whole, more, 'amax')\n",
    "a, b, c, e, f, g, h, o, u, y, z, sums, tops" },
  { "convolved/turned-doubles", "x: \"f64[9, 10, 2, 6]\", w: \"f64[3, 3, 8, 6]\", b: \"f64[16]\"",
    "        y = " A "permute.default(x, [2, 3, 0, 1])\n"
    "        v = " A "permute.default(w, [2, 3, 0, 1])\n"
    "        c = " A "slice.Tensor(b, 0, 0, 16, 2)\n"
    "        a = " A "convolution.default(y, v, c, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)\n"
    "        d = " A "permute.default(y, [1, 0, 2, 3])\n"
    "        e = " A "convolution.default(d, " A "slice.Tensor(" A
    "permute.default(w, [2, 3, 0, 1]), 1, 1, 3), None, [2, 1], [0, 1], [1, 1], False, [0, 0], 1)\n",
    "a, e" },
  /* --- sorting -------------------------------------------------------------------------------- */
  { "sorted/few-of-many", "x: \"f32[128, 8]\", y: \"f32[3, 5003]\", d: \"f64[5, 333]\"",
    "        p = " A "topk.default(x, 2)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "topk.default(y, 33, 1, False)\n"
    "        c = q[0]\n"
    "        e = q[1]\n"
    "        r = " A "topk.default(d, 40)\n"
    "        f = r[0]\n"
    "        g = r[1]\n"
    "        s = " A "topk.default(y, 3001)\n"
    "        h = s[0]\n"
    "        i = s[1]\n"
    "        t = " A "topk.default(y, 1, 0)\n"
    "        j = t[1]\n",
    "a, b, c, e, f, g, h, i, j" },
  { "sorted/one-of-many",
    "x: \"f32[9, 211]\", y: \"f64[40, 33, 3]\", h: \"bf16[5, 90]\", i: \"i64[7, 51]\", z: \"f32[]\"",
    "        p = " A "kthvalue.default(x, 17)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "kthvalue.default(y, 5, 1, True)\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "median.dim(y, 0)\n"
    "        e = r[0]\n"
    "        f = r[1]\n"
    "        s = " A "median.dim(h, 1, True)\n"
    "        g = s[0]\n"
    "        j = s[1]\n"
    "        t = " A "median.dim(i, -1)\n"
    "        k = t[0]\n"
    "        l = t[1]\n"
    "        u = " A "median.dim(z, 0)\n"
    "        m = u[0]\n",
    "a, b, c, d, e, f, g, j, k, l, m" },
  { "sorted/one-of-what-is-no-number", "x: \"f32[5, 40]\", h: \"f16[4, 91]\", d: \"f64[3, 70]\"",
    "        v = " A "log.default(x)\n" /* half of it */
    "        p = " A "median.dim(v, 1)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "kthvalue.default(v, 39, 1)\n"
    "        c = q[0]\n"
    "        e = q[1]\n"
    "        r = " A "median.dim(" A "log.default(h), 0)\n"
    "        f = r[0]\n"
    "        g = r[1]\n"
    "        s = " A "median.dim(" A "log.default(d), 1)\n"
    "        i = s[0]\n"
    "        j = s[1]\n",
    "a, b, c, e, f, g, i, j" },
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
  { "places/in-lists",
    "x: \"f32[37, 1001]\", e: \"f32[31]\", i: \"i64[50, 33]\", k: \"i64[7]\", y: \"f64[9]\", f: \"f64[300]\", n: \"f32[0]\"",
    "        a = " A "bucketize.Tensor(x, e)\n"
    "        b = " A "bucketize.Tensor(x, e, out_int32 = True, right = True)\n"
    "        c = " A "bucketize.Tensor(i, k)\n"
    "        d = " A "bucketize.Tensor(i, k, right = True)\n"
    "        g = " A "searchsorted.Tensor(f, y)\n"
    "        h = " A "searchsorted.Tensor(f, y, side = 'right')\n"
    "        j = " A "bucketize.Tensor(" A "log.default(x), e)\n" /* NaN behind all */
    "        m = " A "bucketize.Tensor(x, n)\n",
    "a, b, c, d, g, h, j, m" },
  { "sorted/equals", "x: \"f32[9, 211]\", y: \"f32[150, 1077]\"",
    "        u = " A "round.default(x)\n" /* many equals, zeros of both signs */
    "        v = " A "round.default(y)\n"
    "        p = " A "sort.default(u)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "sort.stable(v, stable = True, dim = 1, descending = True)\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "topk.default(v, 50, 1)\n"
    "        e = r[0]\n"
    "        f = r[1]\n"
    "        s = " A "topk.default(u, 7, 0, False)\n"
    "        g = s[0]\n"
    "        h = s[1]\n",
    "a, b, c, d, e, f, g, h" },
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
  { "sorted/what-is-no-number", "x: \"f32[5, 400]\", g: \"f16[4, 90]\", h: \"bf16[4, 90]\", d: \"f64[3, 70]\"",
    "        n = " A "log.default(x)\n"                              /* NaN where x is negative */
    "        i = " A "reciprocal.default(" A "mul.Tensor(x, 0.0))\n" /* infinities of both signs */
    "        w = " A "where.self(" A "gt.Scalar(x, 0.5), i, n)\n"
    "        p = " A "sort.default(w)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "topk.default(w, 20, 1, False)\n"
    "        c = q[0]\n"
    "        e = q[1]\n"
    "        r = " A "sort.default(" A "log.default(g), 1, True)\n"
    "        f = r[0]\n"
    "        j = r[1]\n"
    "        s = " A "sort.default(" A "log.default(h), 0)\n"
    "        k = s[0]\n"
    "        l = s[1]\n"
    "        t = " A "topk.default(" A "log.default(d), 60)\n"
    "        m = t[0]\n"
    "        o = t[1]\n",
    "a, b, c, e, f, j, k, l, m, o" },
  { "sorted/integers",
    "i: \"i64[7, 901]\", k: \"i32[6, 40]\", s: \"i16[3, 90]\", u: \"u8[4, 50]\", b: \"i8[2, 310]\", m: \"b8[5, 70]\"",
    "        p = " A "sort.default(i, 1, True)\n"
    "        a = p[0]\n"
    "        c = p[1]\n"
    "        q = " A "sort.default(k, 0)\n"
    "        d = q[0]\n"
    "        e = q[1]\n"
    "        r = " A "topk.default(s, 5)\n"
    "        f = r[0]\n"
    "        g = r[1]\n"
    "        t = " A "sort.default(u)\n"
    "        h = t[0]\n"
    "        j = t[1]\n"
    "        v = " A "topk.default(b, 100, 1, False)\n"
    "        l = v[0]\n"
    "        n = v[1]\n"
    "        w = " A "sort.default(m, 1, True)\n"
    "        o = w[0]\n"
    "        x = w[1]\n",
    "a, c, d, e, f, g, h, j, l, n, o, x" },
  { "sorted/strided", "x: \"f32[12, 70, 5]\", y: \"f32[40, 9]\", z: \"f32[]\"",
    "        p = " A "sort.default(" A "permute.default(x, [2, 0, 1]), 1)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "topk.default(" A "slice.Tensor(y, 0, 1, 40, 3), 4, 0)\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "sort.default(" A "expand.default(" A "slice.Tensor(y, 1, 2, 3), [40, 6]), 1)\n"
    "        e = r[1]\n"
    "        s = " A "sort.default(z, 0)\n"
    "        f = s[0]\n"
    "        t = " A "topk.default(y, 0)\n"
    "        g = t[0]\n"
    "        u = " A "sort.default(" A "slice.Tensor(y, 0, 4, 4), 1)\n"
    "        h = u[1]\n"
    "        i = " A "argsort.default(y, 0)\n",
    "a, b, c, d, e, f, g, h, i" },
};

static FlGraph *
make_graph (const Graph *graph)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s        return (%s,)\n",
                         graph->signature, graph->body, graph->results);
  FlGraph *read = fl_graph_read_text (graph->name, text, strlen (text), &error);
  g_assert_no_error (error);
  return read;
}

static void
check_layout (const Graph *data, gint64 stream_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (data);
  FlExecuteRequest execute = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  FlPipelineRequest request;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.timeout_s = 60;
  request.options.cpu_stream_bytes = stream_bytes >= 0 ? stream_bytes : request.options.cpu_stream_bytes;
  request.with_unfused = TRUE;
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  const FlExecution *execution = done->execution;
  g_assert_cmpstr (execution->not_verified_why, ==, NULL);
  g_assert_true (execution->verified);
  g_assert_cmpint (execution->n_agreements, >, 0);
  g_assert_cmpint (execution->n_notes, ==, 0); /* nothing has a stand-in */
  for (guint i = 0; i < execution->n_agreements; i++)
    {
      const FlAgreement *a = &execution->agreements[i];
      if (!a->agrees)
        g_test_message ("%s %s at %s: %g, expected %g", a->variant, a->output, a->worst_place, a->got, a->expected);
      g_assert_true (a->agrees);
    }
}

static void
test_layout_agrees (gconstpointer data)
{
  check_layout (data, -1);
}

static void
test_layout_past_the_caches_agrees (gconstpointer data)
{
  check_layout (data, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/execute/%s", graphs[i].name);
      g_autofree char *past = g_strdup_printf ("/core/execute/past-the-caches/%s", graphs[i].name);
      g_test_add_data_func (path, &graphs[i], test_layout_agrees);
      if (g_str_has_prefix (graphs[i].name, "turned/") || g_str_has_prefix (graphs[i].name, "ranges/"))
        g_test_add_data_func (past, &graphs[i], test_layout_past_the_caches_agrees);
    }
  return g_test_run ();
}
