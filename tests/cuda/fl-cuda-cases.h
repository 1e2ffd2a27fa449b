/* Graphs of small sizes whose kernels the tests of CUDA run: pointwise ones, rows for a warp and
 * for a block, columns, all dtypes, kernels of several functions. */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name, *signature, *body;
  const char *words;    /* of the outline: what the case is there for */
  gboolean rounds;      /* even of whole numbers: then sums in another order are close, elsewhere the same */
  gboolean is_whole;    /* TorchInductor does not split its reductions */
  guint n_functions;    /* of the kernel that has most; 0: one */
  const char *strategy; /* NULL: TorchInductor's */
} CudaCase;

static const CudaCase cuda_cases[] = {
  { "pointwise", "x: \"f32[6, 40]\", y: \"f32[40]\"",
    "        add: \"f32[6, 40]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        mul: \"f32[6, 40]\" = torch.ops.aten.mul.Tensor(add, x)\n"
    "        relu: \"f32[6, 40]\" = torch.ops.aten.relu.default(mul)\n"
    "        gt: \"b8[6, 40]\" = torch.ops.aten.gt.Scalar(add, 0.5)\n"
    "        return (relu, gt)\n",
    "[4] vector" },
  { "tail", "x: \"f32[1027]\"",
    "        exp: \"f32[1027]\" = torch.ops.aten.exp.default(x)\n"
    "        return (exp,)\n",
    "[4] vector" },
  { "odd-rows", "x: \"f32[5, 33]\", y: \"f32[33]\"",
    "        sub: \"f32[5, 33]\" = torch.ops.aten.sub.Tensor(x, y)\n"
    "        return (sub,)\n",
    "lane [32] lane" },
  { "halves", "x: \"bf16[4, 64]\", y: \"f16[4, 64]\"",
    "        a: \"f32[4, 64]\" = torch.ops.aten._to_copy.default(x, dtype = torch.float32)\n"
    "        b: \"f32[4, 64]\" = torch.ops.aten._to_copy.default(y, dtype = torch.float32)\n"
    "        c: \"f32[4, 64]\" = torch.ops.aten.mul.Tensor(a, b)\n"
    "        d: \"f16[4, 64]\" = torch.ops.aten._to_copy.default(c, dtype = torch.float16)\n"
    "        e: \"bf16[4, 64]\" = torch.ops.aten._to_copy.default(c, dtype = torch.bfloat16)\n"
    "        return (d, e)\n",
    "[8] vector" },
  { "doubles", "x: \"f64[7, 10]\", y: \"f64[7, 10]\"",
    "        tanh: \"f64[7, 10]\" = torch.ops.aten.tanh.default(x)\n"
    "        div: \"f64[7, 10]\" = torch.ops.aten.div.Tensor(tanh, y)\n"
    "        return (div,)\n",
    "[2] vector" },
  { "integers", "a: \"i64[96]\", b: \"i32[96]\", c: \"i16[96]\", d: \"i8[96]\", e: \"u8[96]\", f: \"b8[96]\"",
    "        ab: \"i64[96]\" = torch.ops.aten.add.Tensor(a, b)\n"
    "        cd: \"i16[96]\" = torch.ops.aten.mul.Tensor(c, d)\n"
    "        de: \"u8[96]\" = torch.ops.aten.add.Tensor(e, e)\n"
    "        fg: \"b8[96]\" = torch.ops.aten.logical_not.default(f)\n"
    "        w: \"i64[96]\" = torch.ops.aten.where.self(f, ab, a)\n"
    "        return (ab, cd, de, fg, w)\n",
    "vector" },
  /* The first byte of each word is a number by itself. */
  { "bytes", "x: \"i8[65]\", y: \"i8[65]\", z: \"u8[65]\"",
    "        add: \"i8[65]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        gt: \"b8[65]\" = torch.ops.aten.gt.Scalar(add, 3)\n"
    "        where: \"i8[65]\" = torch.ops.aten.where.self(gt, add, y)\n"
    "        sum_1: \"i64[]\" = torch.ops.aten.sum.default(where)\n"
    "        le: \"b8[65]\" = torch.ops.aten.le.Scalar(z, 5)\n"
    "        sum_2: \"i64[]\" = torch.ops.aten.sum.default(le)\n"
    "        return (sum_1, sum_2)\n",
    "vector" },
  { "row-of-a-warp", "x: \"f32[5, 96]\"",
    "        softmax: \"f32[5, 96]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n",
    "over lane\n", TRUE },
  { "row-of-a-block", "x: \"f32[3, 2048]\"",
    "        softmax: \"f32[3, 2048]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n",
    "barrier over warp, lane", TRUE },
  { "odd-row-of-a-block", "x: \"f32[3, 1031]\"",
    "        sum_1: \"f32[3]\" = torch.ops.aten.sum.dim_IntList(x, [1])\n"
    "        amin: \"f32[3]\" = torch.ops.aten.amin.default(x, [1])\n"
    "        return (sum_1, amin)\n",
    "barrier over warp, lane" },
  { "norm", "x: \"f32[6, 160]\", w: \"f32[160]\", b: \"f32[160]\"",
    "        norm = torch.ops.aten.native_layer_norm.default(x, [160], w, b, 1e-05)\n"
    "        y: \"f32[6, 160]\" = norm[0]\n"
    "        mean: \"f32[6, 1]\" = norm[1]\n"
    "        return (y, mean)\n",
    "x_kept: f32[8] in registers", TRUE },
  { "norm-of-a-block", "x: \"bf16[2, 1536]\", w: \"bf16[1536]\", b: \"bf16[1536]\"",
    "        norm = torch.ops.aten.native_layer_norm.default(x, [1536], w, b, 1e-05)\n"
    "        y: \"bf16[2, 1536]\" = norm[0]\n"
    "        return (y,)\n",
    "barrier over warp, lane", TRUE },
  /* A sum that is stored as halves and normalized: what memory holds of it stays in registers. */
  { "stored-row", "x: \"bf16[6, 256]\", y: \"bf16[6, 256]\"",
    "        add: \"bf16[6, 256]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        wide: \"f32[6, 256]\" = torch.ops.prims.convert_element_type.default(add, torch.float32)\n"
    "        amax: \"f32[6, 1]\" = torch.ops.aten.amax.default(wide, [-1], True)\n"
    "        sub: \"f32[6, 256]\" = torch.ops.aten.sub.Tensor(wide, amax)\n"
    "        half: \"bf16[6, 256]\" = torch.ops.prims.convert_element_type.default(sub, torch.bfloat16)\n"
    "        return (add, half)\n",
    "buf0_kept: f32[8] in registers" },
  { "stored-row-of-a-block", "x: \"f32[3, 2048]\", y: \"f32[2048]\"",
    "        mul: \"f32[3, 2048]\" = torch.ops.aten.mul.Tensor(x, y)\n"
    "        softmax: \"f32[3, 2048]\" = torch.ops.aten._softmax.default(mul, -1, False)\n"
    "        return (mul, softmax)\n",
    "_kept: f32[", TRUE },
  { "mean-and-variance", "x: \"f32[7, 64]\"",
    "        var: \"f32[7]\" = torch.ops.aten.var.correction(x, [1], correction = 1)\n"
    "        mean: \"f32[7]\" = torch.ops.aten.mean.dim(x, [1])\n"
    "        return (var, mean)\n",
    "over lane\n", TRUE },
  { "recomputed-row", "x: \"f32[6, 128]\"",
    "        abs_1: \"f32[6, 128]\" = torch.ops.aten.abs.default(x)\n"
    "        cos: \"f32[6, 128]\" = torch.ops.aten.cos.default(abs_1)\n"
    "        tanh: \"f32[6, 128]\" = torch.ops.aten.tanh.default(cos)\n"
    "        exp: \"f32[6, 128]\" = torch.ops.aten.exp.default(tanh)\n"
    "        amax: \"f32[6, 1]\" = torch.ops.aten.amax.default(exp, [1], True)\n"
    "        div: \"f32[6, 128]\" = torch.ops.aten.div.Tensor(exp, amax)\n"
    "        sum_1: \"f32[6, 1]\" = torch.ops.aten.sum.dim_IntList(div, [1], True)\n"
    "        sub: \"f32[6, 128]\" = torch.ops.aten.sub.Tensor(exp, sum_1)\n"
    "        return (sub,)\n",
    "x_kept: f32[4] in registers", TRUE },
  { "places", "x: \"f32[9, 50]\", y: \"f32[2, 1200]\"",
    "        argmax: \"i64[9]\" = torch.ops.aten.argmax.default(x, 1)\n"
    "        any_1: \"b8[9]\" = torch.ops.aten.any.dim(x, 1)\n"
    "        argmin: \"i64[2]\" = torch.ops.aten.argmin.default(y, 1)\n"
    "        return (argmax, any_1, argmin)\n",
    "barrier over warp, lane" },
  { "columns", "x: \"f32[37, 12]\"",
    "        sum_1: \"f32[12]\" = torch.ops.aten.sum.dim_IntList(x, [0])\n"
    "        return (sum_1,)\n",
    "lane [32] lane" },
  { "all-of-it", "x: \"f32[1001]\"",
    "        exp: \"f32[1001]\" = torch.ops.aten.exp.default(x)\n"
    "        sum_1: \"f32[]\" = torch.ops.aten.sum.default(exp)\n"
    "        return (sum_1, exp)\n",
    "barrier over warp, lane", TRUE },
  { "sums-of-integers", "x: \"i32[4, 100]\", y: \"b8[4, 100]\"",
    "        sum_1: \"i64[4]\" = torch.ops.aten.sum.dim_IntList(x, [1])\n"
    "        amax: \"i32[4]\" = torch.ops.aten.amax.default(x, [1])\n"
    "        sum_2: \"i64[4]\" = torch.ops.aten.sum.dim_IntList(y, [1])\n"
    "        prod: \"i64[4]\" = torch.ops.aten.prod.dim_int(x, 1)\n"
    "        return (sum_1, amax, sum_2, prod)\n",
    "over lane\n" },
  { "transposed", "x: \"f32[20, 36]\", y: \"f32[36, 20]\"",
    "        t: \"f32[36, 20]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[36, 20]\" = torch.ops.aten.add.Tensor(y, t)\n"
    "        return (add,)\n",
    "vector" },
  { "transposed-tiles", "x: \"f32[128, 64]\", y: \"f32[64, 128]\"",
    "        t: \"f32[64, 128]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[64, 128]\" = torch.ops.aten.add.Tensor(y, t)\n"
    "        return (add,)\n",
    "barrier over warp, lane" },
  { "transposed-odd-tiles", "x: \"f32[70, 101]\", y: \"f32[101, 70]\"",
    "        t: \"f32[101, 70]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[101, 70]\" = torch.ops.aten.add.Tensor(y, t)\n"
    "        return (add,)\n",
    "_tile: f32[4160] in shared" },
  { "transposed-halves", "x: \"bf16[2, 72, 40]\", y: \"bf16[2, 40, 72]\"",
    "        t: \"bf16[2, 40, 72]\" = torch.ops.aten.permute.default(x, [0, 2, 1])\n"
    "        add: \"bf16[2, 40, 72]\" = torch.ops.aten.add.Tensor(y, t)\n"
    "        clone: \"bf16[2, 40, 72]\" = torch.ops.aten.clone.default(add, memory_format = torch.contiguous_format)\n"
    "        return (clone,)\n",
    "element [8] vector" },
  { "in-place", "x: \"f32[64]\"",
    "        sin: \"f32[64]\" = torch.ops.aten.sin.default(x)\n"
    "        copy_: \"f32[64]\" = torch.ops.aten.copy_.default(x, sin)\n"
    "        add: \"f32[64]\" = torch.ops.aten.add.Tensor(copy_, 1)\n"
    "        return (add,)\n",
    "vector" },
  /* All threads of a block read an element of y that the first one writes over. */
  { "in-place-rows", "x: \"f32[3, 2048]\", y: \"f32[3]\"",
    "        amax: \"f32[3]\" = torch.ops.aten.amax.default(x, [1])\n"
    "        add: \"f32[3]\" = torch.ops.aten.add.Tensor(amax, y)\n"
    "        copy_: \"f32[3]\" = torch.ops.aten.copy_.default(y, add)\n"
    "        return ()\n",
    "barrier over warp, lane\n      if Eq(warp, 0)\n        if Eq(lane, 0)\n          y[block]" },
  { "padding", "x: \"f32[3, 10]\", y: \"f32[3, 7]\"",
    "        cat: \"f32[3, 17]\" = torch.ops.aten.cat.default([x, y], 1)\n"
    "        pad: \"f32[3, 20]\" = torch.ops.aten.constant_pad_nd.default(cat, [1, 2], 0.5)\n"
    "        return (pad,)\n",
    "lane [32] lane" },
  /* Halves of a row change places: each vector lies in one of them. */
  { "rotary", "q: \"f32[3, 5, 64]\", cos: \"f32[5, 64]\", sin: \"f32[5, 64]\"",
    "        low: \"f32[3, 5, 32]\" = torch.ops.aten.slice.Tensor(q, 2, 0, 32)\n"
    "        high: \"f32[3, 5, 32]\" = torch.ops.aten.slice.Tensor(q, 2, 32, 64)\n"
    "        neg: \"f32[3, 5, 32]\" = torch.ops.aten.neg.default(high)\n"
    "        turned: \"f32[3, 5, 64]\" = torch.ops.aten.cat.default([neg, low], -1)\n"
    "        a: \"f32[3, 5, 64]\" = torch.ops.aten.mul.Tensor(q, cos)\n"
    "        b: \"f32[3, 5, 64]\" = torch.ops.aten.mul.Tensor(turned, sin)\n"
    "        add: \"f32[3, 5, 64]\" = torch.ops.aten.add.Tensor(a, b)\n"
    "        return (add,)\n",
    "[4] vector" },
  /* The cut is no multiple of a vector. */
  { "uneven-halves", "x: \"f32[4, 10]\", y: \"f32[4, 22]\"",
    "        cat: \"f32[4, 32]\" = torch.ops.aten.cat.default([x, y], 1)\n"
    "        exp: \"f32[4, 32]\" = torch.ops.aten.exp.default(cat)\n"
    "        return (exp,)\n",
    "[4] vector" },
  { "symbolic", "s0: \"Sym(s0)\", x: \"f32[s0, 70]\", y: \"f32[s0]\"",
    "        unsqueeze: \"f32[s0, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
    "        mul: \"f32[s0, 70]\" = torch.ops.aten.mul.Tensor(x, unsqueeze)\n"
    "        sum_1: \"f32[s0]\" = torch.ops.aten.sum.dim_IntList(mul, [1])\n"
    "        return (mul, sum_1)\n",
    "over lane\n" },
  { "gelu", "x: \"f32[6, 40]\", y: \"bf16[6, 40]\"",
    "        a: \"f32[6, 40]\" = torch.ops.aten.gelu.default(x)\n"
    "        b: \"bf16[6, 40]\" = torch.ops.aten.gelu.default(y)\n"
    "        return (a, b)\n",
    "gelu (", TRUE },
  { "many-rows", "s0: \"Sym(s0)\", x: \"f32[s0, 4096]\"",
    "        softmax: \"f32[s0, 4096]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n",
    "x_kept: f32[32] in registers", TRUE },
  /* Of many rows: two blocks share a multiprocessor. */
  { "long-rows-of-halves", "s0: \"Sym(s0)\", x: \"bf16[s0, 20480]\"",
    "        amax: \"bf16[s0, 1]\" = torch.ops.aten.amax.default(x, [1], True)\n"
    "        sub: \"bf16[s0, 20480]\" = torch.ops.aten.sub.Tensor(x, amax)\n"
    "        amin: \"bf16[s0]\" = torch.ops.aten.amin.default(sub, [1])\n"
    "        return (amin,)\n",
    "x_kept: bf16[40] in registers, packed by 8" },
  /* Longer than the registers of a block: several blocks have a row. */
  { "row-of-a-cluster", "x: \"f32[1, 40960]\"",
    "        softmax: \"f32[1, 40960]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        sqrt: \"f32[1, 40960]\" = torch.ops.aten.sqrt.default(softmax)\n"
    "        sum_1: \"f32[1]\" = torch.ops.aten.sum.dim_IntList(sqrt, [1])\n"
    "        return (sum_1,)\n",
    "barrier over rank, warp, lane", TRUE, TRUE },
  /* No multiple of what threads have; two combinations, of which each has places of its own. */
  { "odd-row-of-a-cluster", "x: \"f32[1, 33001]\"",
    "        var: \"f32[1]\" = torch.ops.aten.var.correction(x, [1], correction = 1)\n"
    "        return (var,)\n",
    "wait over rank, warp, lane", TRUE, TRUE },
  /* Warps share out the rows of columns. */
  { "long-columns", "x: \"bf16[96, 64]\"",
    "        sum_1: \"f32[64]\" = torch.ops.aten.sum.dim_IntList(x, [0], False, dtype = torch.float32)\n"
    "        amax: \"bf16[64]\" = torch.ops.aten.amax.default(x, [0])\n"
    "        argmax: \"i64[64]\" = torch.ops.aten.argmax.default(x, 0)\n"
    "        return (sum_1, amax, argmax)\n",
    "warp [16] warp" },
  { "symbolic-rows", "s0: \"Sym(s0)\", x: \"f32[5, s0]\"",
    "        amax: \"f32[5, 1]\" = torch.ops.aten.amax.default(x, [1], True)\n"
    "        sub: \"f32[5, s0]\" = torch.ops.aten.sub.Tensor(x, amax)\n"
    "        return (sub,)\n",
    "lane [32] lane" },
  /* What all blocks need of one: a function of its own, with memory between the two. */
  { "total-for-all", "x: \"f32[40, 1000]\"",
    "        sum_1: \"f32[]\" = torch.ops.aten.sum.default(x)\n"
    "        neg: \"f32[]\" = torch.ops.aten.neg.default(sum_1)\n"
    "        add: \"f32[40, 1000]\" = torch.ops.aten.add.Tensor(x, neg)\n"
    "        return (add,)\n",
    "parallel", FALSE, FALSE, 2, "stitch" },
  { "softmax-of-all", "x: \"f32[20480]\"",
    "        softmax: \"f32[20480]\" = torch.ops.aten._softmax.default(x, 0, False)\n"
    "        return (softmax,)\n",
    "parallel", TRUE, FALSE, 3, "stitch" },
  { "place-of-all", "x: \"i32[300, 70]\"",
    "        view: \"i32[21000]\" = torch.ops.aten.reshape.default(x, [21000])\n"
    "        argmax: \"i64[]\" = torch.ops.aten.argmax.default(view)\n"
    "        amin: \"i32[]\" = torch.ops.aten.amin.default(view)\n"
    "        sub: \"i32[21000]\" = torch.ops.aten.sub.Tensor(view, amin)\n"
    "        eq: \"b8[21000]\" = torch.ops.aten.eq.Tensor(sub, argmax)\n"
    "        return (sub, eq)\n",
    "parallel", FALSE, FALSE, 3, "stitch" },
};
