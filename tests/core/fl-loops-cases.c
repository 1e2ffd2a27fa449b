/* Graphs of a few operators, small ones for each kind of loop nest. */
#include "fl-loops-cases.h"

const LoopsCase loops_cases[] = {
  { "pointwise", "x: \"f32[6, 33]\", y: \"f32[33]\"",
    "        add: \"f32[6, 33]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        mul: \"f32[6, 33]\" = torch.ops.aten.mul.Tensor(add, x)\n"
    "        relu: \"f32[6, 33]\" = torch.ops.aten.relu.default(mul)\n"
    "        gt: \"b8[6, 33]\" = torch.ops.aten.gt.Scalar(add, 0.5)\n"
    "        return (relu, gt)\n" },
  { "softmax", "x: \"f32[5, 41]\"",
    "        softmax: \"f32[5, 41]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n" },
  /* Rows that are no whole vectors, beside a reduction over all of them. */
  { "deviation-of-blocks", "x: \"f32[37]\"",
    "        repeat: \"f32[74]\" = torch.ops.aten.repeat.default(x, [2])\n"
    "        abs_1: \"f32[74]\" = torch.ops.aten.abs.default(repeat)\n"
    "        std: \"f32[]\" = torch.ops.aten.std.correction(repeat)\n"
    "        return (abs_1, std)\n" },
  /* A sum of more digits than a float has, which memory rounds and what is forwarded does not. */
  { "sum-read-again", "x: \"f32[3, 64]\"",
    "        silu: \"f32[3, 64]\" = torch.ops.aten.silu.default(x)\n"
    "        sum_1: \"f32[3, 1]\" = torch.ops.aten.sum.dim_IntList(silu, [1], True)\n"
    "        sub: \"f32[3, 64]\" = torch.ops.aten.sub.Tensor(silu, sum_1)\n"
    "        return (sum_1, sub)\n" },
  { "maxima-of-zeros", "x: \"f32[9, 70]\"",
    "        sub: \"f32[9, 70]\" = torch.ops.aten.sub.Tensor(x, x)\n"
    "        mul: \"f32[9, 70]\" = torch.ops.aten.mul.Tensor(sub, x)\n"
    "        amax: \"f32[9]\" = torch.ops.aten.amax.default(mul, [1])\n"
    "        return (amax,)\n" },
  /* Stages of a pipeline: rows of whole vectors, two apart and one; too few of them in a part, and enough. */
  { "rows-short", "x: \"f32[23, 48]\"",
    "        softmax: \"f32[23, 48]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n" },
  /* A row that three loops need. */
  { "row-for-three", "x: \"f32[23, 48]\"",
    "        exp: \"f32[23, 48]\" = torch.ops.aten.exp.default(x)\n"
    "        amax: \"f32[23, 1]\" = torch.ops.aten.amax.default(exp, [1], True)\n"
    "        sub: \"f32[23, 48]\" = torch.ops.aten.sub.Tensor(exp, amax)\n"
    "        amin: \"f32[23, 1]\" = torch.ops.aten.amin.default(sub, [1], True)\n"
    "        mul: \"f32[23, 48]\" = torch.ops.aten.mul.Tensor(exp, amin)\n"
    "        sum_1: \"f32[23]\" = torch.ops.aten.sum.dim_IntList(mul, [1])\n"
    "        return (sum_1,)\n" },
  { "rows-logarithm", "x: \"f32[9, 528]\"",
    "        softmax: \"f32[9, 528]\" = torch.ops.aten._log_softmax.default(x, -1, False)\n"
    "        return (softmax,)\n" },
  { "rows-norm", "x: \"f32[11, 70]\", w: \"f32[70]\", b: \"f32[70]\"",
    "        neg: \"f32[11, 70]\" = torch.ops.aten.neg.default(x)\n"
    "        norm = torch.ops.aten.native_layer_norm.default(neg, [70], w, b, 1e-05)\n"
    "        y: \"f32[11, 70]\" = norm[0]\n"
    "        mean: \"f32[11, 1]\" = norm[1]\n"
    "        return (y, mean)\n" },
  { "norm", "x: \"f32[4, 70]\", w: \"f32[70]\", b: \"f32[70]\"",
    "        norm = torch.ops.aten.native_layer_norm.default(x, [70], w, b, 1e-05)\n"
    "        y: \"f32[4, 70]\" = norm[0]\n"
    "        return (y,)\n" },
  { "sum-across", "x: \"f32[9, 40]\", y: \"f32[40, 9]\"",
    "        t: \"f32[9, 40]\" = torch.ops.aten.permute.default(y, [1, 0])\n"
    "        mul: \"f32[9, 40]\" = torch.ops.aten.mul.Tensor(x, t)\n"
    "        sum_1: \"f32[9]\" = torch.ops.aten.sum.dim_IntList(mul, [1])\n"
    "        return (sum_1,)\n" },
  { "rows-by-index", "x: \"f32[9, 40]\", i: \"i64[13]\", s: \"f32[13, 40]\", y: \"f32[5, 9]\", t: \"f32[5, 13]\"",
    "        put: \"f32[9, 40]\" = torch.ops.aten.index_put.default(x, [i], s, True)\n"
    "        put_1: \"f32[5, 9]\" = torch.ops.aten.index_put.default(y, [None, i], t)\n"
    "        return (put, put_1)\n" },
  { "columns", "x: \"f32[37, 12]\"",
    "        sum_1: \"f32[12]\" = torch.ops.aten.sum.dim_IntList(x, [0])\n"
    "        amax: \"f32[37]\" = torch.ops.aten.amax.default(x, [1])\n"
    "        return (sum_1, amax)\n" },
  { "strips", "x: \"f32[150, 21]\", y: \"f32[3, 13, 40]\", z: \"f32[21]\"",
    "        sum_1: \"f32[21]\" = torch.ops.aten.sum.dim_IntList(x, [0])\n"
    "        mul: \"f32[21]\" = torch.ops.aten.mul.Tensor(sum_1, z)\n"
    "        amin: \"f32[21]\" = torch.ops.aten.amin.default(x, [0])\n"
    "        sum_2: \"f32[40]\" = torch.ops.aten.sum.dim_IntList(y, [0, 1])\n"
    "        prod: \"f32[3, 40]\" = torch.ops.aten.prod.dim_int(y, 1)\n"
    "        return (mul, amin, sum_2, prod)\n" },
  { "short-rows", "x: \"f32[133, 12]\", y: \"f32[64, 9]\", w: \"f32[9]\"", /* whole tiles, and a part of one */
    "        amax: \"f32[133]\" = torch.ops.aten.amax.default(x, [1])\n"
    "        neg: \"f32[133]\" = torch.ops.aten.neg.default(amax)\n"
    "        exp: \"f32[64, 9]\" = torch.ops.aten.exp.default(y)\n"
    "        mul: \"f32[64, 9]\" = torch.ops.aten.mul.Tensor(exp, w)\n"
    "        sum_1: \"f32[64]\" = torch.ops.aten.sum.dim_IntList(mul, [1])\n"
    "        return (neg, sum_1)\n" },
  { "columns-by-turns", "x: \"f32[70, 37]\"", /* a sum over what a maximum leaves; no rounding */
    "        amax: \"f32[1, 37]\" = torch.ops.aten.amax.default(x, [0], True)\n"
    "        sub: \"f32[70, 37]\" = torch.ops.aten.sub.Tensor(x, amax)\n"
    "        sum_1: \"f32[37]\" = torch.ops.aten.sum.dim_IntList(sub, [0])\n"
    "        return (sum_1,)\n" },
  { "columns-bf16", "x: \"bf16[37, 12]\"",
    "        float_1: \"f32[37, 12]\" = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
    "        amax: \"f32[12]\" = torch.ops.aten.amax.default(float_1, [0])\n"
    "        return (amax,)\n" },
  { "places", "x: \"f32[9, 50]\"",
    "        argmax: \"i64[9]\" = torch.ops.aten.argmax.default(x, 1)\n"
    "        any_1: \"b8[9]\" = torch.ops.aten.any.dim(x, 1)\n"
    "        return (argmax, any_1)\n" },
  { "long-places", "x: \"f32[5, 150]\", y: \"bf16[3, 128]\", z: \"f32[9000]\"",
    "        all: \"i64[]\" = torch.ops.aten.argmax.default(z)\n"
    "        argmin: \"i64[5]\" = torch.ops.aten.argmin.default(x, 1)\n"
    "        max_1 = torch.ops.aten.max.dim(y, 1)\n"
    "        a: \"bf16[3]\" = max_1[0]\n"
    "        b: \"i64[3]\" = max_1[1]\n"
    "        return (argmin, a, b, all)\n" },
  { "window-places", "x: \"f32[2, 12, 40]\"",
    "        pair = torch.ops.aten.max_pool2d_with_indices.default(x, [2, 2], [2, 2])\n"
    "        y: \"f32[2, 6, 20]\" = pair[0]\n"
    "        at: \"i64[2, 6, 20]\" = pair[1]\n"
    "        return (y, at)\n" },
  { "any-beyond", "x: \"f32[5, 90]\", y: \"bf16[3, 64]\"",
    "        gt: \"b8[5, 90]\" = torch.ops.aten.gt.Scalar(x, 1.5)\n"
    "        any_1: \"b8[5]\" = torch.ops.aten.any.dim(gt, 1)\n"
    "        le: \"b8[3, 64]\" = torch.ops.aten.le.Scalar(y, -2.0)\n"
    "        any_2: \"b8[3]\" = torch.ops.aten.any.dim(le, 1)\n"
    "        return (any_1, any_2)\n" },
  { "columns-of-all", "x: \"f32[37, 21]\", y: \"i64[37, 21]\", z: \"f64[37, 21]\"",
    "        argmax: \"i64[21]\" = torch.ops.aten.argmax.default(x, 0)\n"
    "        any_1: \"b8[21]\" = torch.ops.aten.any.dim(x, 0)\n"
    "        sum_1: \"i64[21]\" = torch.ops.aten.sum.dim_IntList(y, [0])\n"
    "        argmin: \"i64[21]\" = torch.ops.aten.argmin.default(y, 0)\n"
    "        amax: \"f64[21]\" = torch.ops.aten.amax.default(z, [0])\n"
    "        return (argmax, any_1, sum_1, argmin, amax)\n" },
  { "rows-of-all", "x: \"i32[4, 70]\", y: \"f64[4, 70]\", z: \"i64[4, 70]\"",
    "        amin: \"i32[4]\" = torch.ops.aten.amin.default(x, [1])\n"
    "        sum_1: \"f64[4]\" = torch.ops.aten.sum.dim_IntList(y, [1])\n"
    "        amax: \"f64[4]\" = torch.ops.aten.amax.default(y, [1])\n"
    "        argmax: \"i64[4]\" = torch.ops.aten.argmax.default(z, 1)\n"
    "        return (amin, sum_1, amax, argmax)\n" },
  { "transpose", "x: \"f32[20, 18]\", y: \"f32[18, 20]\"",
    "        t: \"f32[18, 20]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[18, 20]\" = torch.ops.aten.add.Tensor(y, t)\n"
    "        return (add,)\n" },
  { "transposed-rows", "a: \"f32[70, 40]\", b: \"f32[40, 70]\", c: \"f32[2, 18, 33]\"",
    "        t: \"f32[40, 70]\" = torch.ops.aten.permute.default(a, [1, 0])\n"
    "        exp: \"f32[40, 70]\" = torch.ops.aten.exp.default(t)\n"
    "        mul: \"f32[40, 70]\" = torch.ops.aten.mul.Tensor(exp, b)\n"
    "        u: \"f32[2, 33, 18]\" = torch.ops.aten.permute.default(c, [0, 2, 1])\n"
    "        copy: \"f32[2, 33, 18]\" = torch.ops.aten.clone.default(u, memory_format = torch.contiguous_format)\n"
    "        return (mul, copy)\n" },
  { "transposed-halves", "a: \"bf16[70, 40]\", b: \"f16[20, 67]\", c: \"f32[67, 20]\"",
    "        t: \"bf16[40, 70]\" = torch.ops.aten.permute.default(a, [1, 0])\n"
    "        to: \"f32[40, 70]\" = torch.ops.prims.convert_element_type.default(t, torch.float32)\n"
    "        copy: \"f32[40, 70]\" = torch.ops.aten.clone.default(to, memory_format = torch.contiguous_format)\n"
    "        u: \"f16[67, 20]\" = torch.ops.aten.permute.default(b, [1, 0])\n"
    "        add: \"f32[67, 20]\" = torch.ops.aten.add.Tensor(u, c)\n"
    "        return (copy, add)\n" },
  { "interleaved", "x: \"f32[3, 50]\", y: \"i64[30, 20]\"",
    "        t: \"f32[50, 3]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        a: \"f32[50, 3]\" = torch.ops.aten.clone.default(t, memory_format = torch.contiguous_format)\n"
    "        u: \"i64[20, 30]\" = torch.ops.aten.permute.default(y, [1, 0])\n"
    "        b: \"i64[20, 30]\" = torch.ops.aten.add.Tensor(u, 3)\n"
    "        c: \"i64[20, 30]\" = torch.ops.aten.clone.default(b, memory_format = torch.contiguous_format)\n"
    "        return (a, c)\n" },
  { "gather", "w: \"f32[4, 16]\", i: \"i64[11]\"",
    "        embedding: \"f32[11, 16]\" = torch.ops.aten.embedding.default(w, i)\n"
    "        exp: \"f32[11, 16]\" = torch.ops.aten.exp.default(embedding)\n"
    "        return (exp,)\n" },
  { "pad-and-cat", "x: \"f32[3, 10]\", y: \"f32[3, 7]\"",
    "        cat: \"f32[3, 17]\" = torch.ops.aten.cat.default([x, y], 1)\n"
    "        pad: \"f32[3, 20]\" = torch.ops.aten.constant_pad_nd.default(cat, [1, 2], 0.5)\n"
    "        return (pad,)\n" },
  { "roll", "x: \"f32[20, 30]\"",
    "        roll: \"f32[20, 30]\" = torch.ops.aten.roll.default(x, [3, 9], [0, 1])\n"
    "        return (roll,)\n" },
  { "triangle", "x: \"f32[20, 24]\"",
    "        triu: \"f32[20, 24]\" = torch.ops.aten.triu.default(x, 2)\n"
    "        tril: \"f32[20, 24]\" = torch.ops.aten.tril.default(triu, 9)\n"
    "        return (tril,)\n" },
  { "mirror", "x: \"f32[3, 16, 20]\"",
    "        pad: \"f32[3, 20, 26]\" = torch.ops.aten.reflection_pad2d.default(x, [3, 3, 2, 2])\n"
    "        return (pad,)\n" },
  { "window", "x: \"f32[2, 14, 18]\"",
    "        pool: \"f32[2, 7, 9]\" = torch.ops.aten.avg_pool2d.default(x, [3, 3], [2, 2], [1, 1])\n"
    "        return (pool,)\n" },
  { "scatter", "x: \"f32[4, 8]\", i: \"i64[4, 8]\", s: \"f32[4, 8]\"",
    "        add: \"f32[4, 8]\" = torch.ops.aten.scatter_add.default(x, 1, i, s)\n"
    "        return (add,)\n" },
  { "scattered-rows", "x: \"f32[9, 21]\", i: \"i64[14]\", s: \"f32[14, 21]\"",
    "        put: \"f32[9, 21]\" = torch.ops.aten.index_put.default(x, [i], s, True)\n"
    "        w: \"f32[14, 21]\" = torch.ops.aten.embedding.default(x, i)\n"
    "        return (put, w)\n" },
  { "integers", "x: \"i32[40]\", y: \"u8[40]\"",
    "        mul: \"i32[40]\" = torch.ops.aten.mul.Tensor(x, y)\n"
    "        sub: \"i32[40]\" = torch.ops.aten.sub.Tensor(mul, 7)\n"
    "        div: \"f32[40]\" = torch.ops.aten.div.Tensor(sub, x)\n"
    "        return (sub, div)\n" },
  { "gather-lanes", "x: \"f32[6, 4, 8]\", i: \"i64[6, 45]\", j: \"i32[45]\", t: \"bf16[40]\"",
    "        reshape: \"f32[6, 32]\" = torch.ops.aten.reshape.default(x, [6, 32])\n"
    "        gather: \"f32[6, 45]\" = torch.ops.aten.gather.default(reshape, 1, i)\n"
    "        index: \"bf16[45]\" = torch.ops.aten.index.Tensor(t, [j])\n"
    "        add: \"f32[6, 45]\" = torch.ops.aten.add.Tensor(gather, index)\n"
    "        return (add,)\n" },
  { "masks", "x: \"f32[3, 50]\", y: \"f32[64]\"",
    "        pad: \"f32[3, 64]\" = torch.ops.aten.constant_pad_nd.default(x, [5, 9], 0.5)\n"
    "        add: \"f32[3, 64]\" = torch.ops.aten.add.Tensor(pad, y)\n"
    "        return (add,)\n" },
  { "apart", "x: \"f32[3, 138]\", y: \"f32[46]\"",
    "        slice: \"f32[3, 46]\" = torch.ops.aten.slice.Tensor(x, 1, 1, 138, 3)\n"
    "        flip: \"f32[46]\" = torch.ops.aten.flip.default(y, [0])\n"
    "        add: \"f32[3, 46]\" = torch.ops.aten.add.Tensor(slice, flip)\n"
    "        return (add,)\n" },
  { "steps", "x: \"f32[3, 323]\", y: \"f32[3, 46]\", z: \"f32[46, 3]\"",
    "        slice: \"f32[3, 46]\" = torch.ops.aten.slice.Tensor(x, 1, 1, 323, 7)\n"
    "        t: \"f32[3, 46]\" = torch.ops.aten.permute.default(z, [1, 0])\n"
    "        flip: \"f32[3, 46]\" = torch.ops.aten.flip.default(t, [1])\n"
    "        mul: \"f32[3, 46]\" = torch.ops.aten.mul.Tensor(slice, y)\n"
    "        add: \"f32[3, 46]\" = torch.ops.aten.add.Tensor(mul, flip)\n"
    "        stack: \"f32[3, 46, 5]\" = torch.ops.aten.stack.default([mul, add, y, mul, y], 2)\n"
    "        sum_1: \"f32[3]\" = torch.ops.aten.sum.dim_IntList(add, [1])\n"
    "        return (stack, sum_1)\n" },
  { "colours", "x: \"u8[97, 3]\", y: \"f32[3]\", z: \"f32[6]\", w: \"f32[80, 20]\", v: \"f32[20]\"",
    "        slice: \"f32[3]\" = torch.ops.aten.slice.Tensor(z, 0, 2, 5)\n"
    "        sub: \"f32[97, 3]\" = torch.ops.aten.sub.Tensor(x, y)\n"
    "        mul: \"f32[97, 3]\" = torch.ops.aten.mul.Tensor(sub, slice)\n"
    "        exp: \"f32[80, 20]\" = torch.ops.aten.exp.default(w)\n"
    "        add: \"f32[80, 20]\" = torch.ops.aten.add.Tensor(exp, v)\n"
    "        return (mul, add)\n" },
  { "padded-rows", "x: \"f32[3, 11, 2, 32]\", y: \"f32[2, 2, 10, 11, 32]\"",
    "        exp: \"f32[3, 11, 2, 32]\" = torch.ops.aten.exp.default(x)\n"
    "        pad: \"f32[3, 12, 3, 32]\" = torch.ops.aten.constant_pad_nd.default(exp, [0, 0, 0, 1, 1, 0], 0.5)\n"
    "        exp_1: \"f32[2, 2, 10, 11, 32]\" = torch.ops.aten.exp.default(y)\n"
    "        pad_1: \"f32[2, 2, 12, 13, 32]\" = torch.ops.aten.constant_pad_nd.default(exp_1, [0, 0, 0, 2, 1, 1], 0.5)\n"
    "        return (pad, pad_1)\n" },
  { "pieces-of-lines", "x: \"f32[90, 24]\", y: \"f32[90, 8]\", z: \"f32[90, 16]\", w: \"f32[5, 12, 12]\"",
    "        exp: \"f32[90, 8]\" = torch.ops.aten.exp.default(y)\n"
    "        cat: \"f32[90, 48]\" = torch.ops.aten.cat.default([x, exp, z], 1)\n"
    "        pad: \"f32[5, 15, 14]\" = torch.ops.aten.constant_pad_nd.default(w, [1, 1, 2, 1], 0.5)\n"
    "        mirror: \"f32[5, 14, 18]\" = torch.ops.aten.reflection_pad2d.default(w, [3, 3, 1, 1])\n"
    "        return (cat, pad, mirror)\n" },
  { "rows-of-lines", "w: \"f32[3, 43, 46]\"",
    "        pad: \"f32[3, 45, 48]\" = torch.ops.aten.constant_pad_nd.default(w, [1, 1, 1, 1], 0.5)\n"
    "        mirror: \"f32[3, 47, 52]\" = torch.ops.aten.reflection_pad2d.default(w, [3, 3, 2, 2])\n"
    "        return (pad, mirror)\n" },
  { "random", "x: \"f32[3, 45]\"",
    "        seed = torch.ops.prims.inductor_seed.default(device(type='cpu'))\n"
    "        rand: \"f32[3, 45]\" = torch.ops.prims.inductor_random.default([3, 45], seed, 'rand')\n"
    "        randn: \"f32[3, 45]\" = torch.ops.prims.inductor_random.default([3, 45], seed, 'randn')\n"
    "        mul: \"f32[3, 45]\" = torch.ops.aten.mul.Tensor(x, rand)\n"
    "        return (mul, randn)\n" },
  { "pairs", "x: \"bf16[3, 101]\", y: \"bf16[101]\"",
    "        add: \"bf16[3, 101]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        gt: \"b8[3, 101]\" = torch.ops.aten.gt.Tensor(add, y)\n"
    "        where: \"bf16[3, 101]\" = torch.ops.aten.where.self(gt, x, add)\n"
    "        return (add, where)\n" },
  { "pairs-reduced", "x: \"bf16[3, 256]\", y: \"bf16[5, 101]\"",
    "        to: \"f32[3, 256]\" = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
    "        sum_1: \"f32[3]\" = torch.ops.aten.sum.dim_IntList(to, [1])\n"
    "        exp: \"bf16[5, 101]\" = torch.ops.aten.exp.default(y)\n"
    "        to_1: \"f32[5, 101]\" = torch.ops.prims.convert_element_type.default(exp, torch.float32)\n"
    "        amax: \"f32[5]\" = torch.ops.aten.amax.default(to_1, [1])\n"
    "        return (sum_1, amax)\n" },
  { "rounded", "x: \"bf16[3, 45]\"",
    "        tanh: \"bf16[3, 45]\" = torch.ops.aten.tanh.default(x)\n"
    "        add: \"bf16[3, 45]\" = torch.ops.aten.add.Tensor(tanh, x)\n"
    "        return (tanh, add)\n" },
  { "halves", "x: \"f32[3, 48]\", y: \"bf16[48]\"",
    "        add: \"f32[3, 48]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        to: \"bf16[3, 48]\" = torch.ops.prims.convert_element_type.default(add, torch.bfloat16)\n"
    "        mul: \"f32[3, 48]\" = torch.ops.aten.mul.Tensor(to, x)\n"
    "        return (to, mul)\n" },
  { "narrow", "x: \"f32[3, 45]\", n: \"i64[45]\"",
    "        i: \"i64[45]\" = torch.ops.prims.iota.default(45, start = -20, step = 3, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        rem: \"i64[45]\" = torch.ops.aten.remainder.Scalar(i, 7)\n"
    "        lt: \"b8[45]\" = torch.ops.aten.lt.Scalar(rem, 3)\n"
    "        where: \"f32[3, 45]\" = torch.ops.aten.where.self(lt, x, i)\n"
    "        gt: \"b8[3, 45]\" = torch.ops.aten.gt.Scalar(x, 0)\n"
    "        to: \"i64[3, 45]\" = torch.ops.prims.convert_element_type.default(gt, torch.int64)\n"
    "        eq: \"b8[3, 45]\" = torch.ops.aten.eq.Scalar(to, 0)\n"
    "        add: \"i64[45]\" = torch.ops.aten.add.Tensor(rem, n)\n"
    "        mul: \"i64[45]\" = torch.ops.aten.mul.Tensor(i, 2)\n"
    "        return (where, eq, to, add, mul)\n" },
  { "idioms", "x: \"f32[5, 37]\", y: \"f32[5, 37]\"",
    "        gelu: \"f32[5, 37]\" = torch.ops.aten.gelu.default(x)\n"
    "        silu: \"f32[5, 37]\" = torch.ops.aten.silu.default(gelu)\n"
    "        softplus: \"f32[5, 37]\" = torch.ops.aten.softplus.default(silu)\n"
    "        mish: \"f32[5, 37]\" = torch.ops.aten.mish.default(y)\n"
    "        gelu_1: \"f32[5, 37]\" = torch.ops.aten.gelu.default(y, approximate = 'tanh')\n"
    "        return (softplus, mish, gelu_1)\n" },
  { "half", "x: \"bf16[8, 24]\", y: \"bf16[8, 24]\"",
    "        add: \"bf16[8, 24]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        sum_1: \"bf16[8]\" = torch.ops.aten.sum.dim_IntList(add, [1])\n"
    "        return (add, sum_1)\n" },
  { "variance", "x: \"f32[7, 45]\"",
    "        var: \"f32[7]\" = torch.ops.aten.var.correction(x, [1], correction = 1)\n"
    "        mean: \"f32[7]\" = torch.ops.aten.mean.dim(x, [1])\n"
    "        return (var, mean)\n" },
  { "in-place", "x: \"f32[32]\"",
    "        sin: \"f32[32]\" = torch.ops.aten.sin.default(x)\n"
    "        copy_: \"f32[32]\" = torch.ops.aten.copy_.default(x, sin)\n"
    "        add: \"f32[32]\" = torch.ops.aten.add.Tensor(copy_, 1)\n"
    "        return (add,)\n" },
};

/* --- passes ----------------------------------------------------------------------------------- */

const guint loops_n_cases = G_N_ELEMENTS (loops_cases);
