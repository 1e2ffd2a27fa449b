/* Calls as no exported graph has them but PyTorch takes them: numbers where tensors usually stand, promotion by prims,
 * arguments by position, and results that are the difference of nearly equal numbers. Expected values are the reference
 * interpreter's. */
#include "fl-agree-fixture.h"

static const AgreeCase cases[] = {
  /* PyTorch: c64[2, 3] + f64[] is c64, also where the strategy expands the number first. */
  { "complex-plus-a-double", "x: \"c64[2, 3][3, 1]cpu\", y: \"f64[][]cpu\"",
    "        a: \"c64[2, 3][3, 1]cpu\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        return (a,)\n" },
  /* The scale's type is wider than what the softmax is cast to: the result is f32 all the same. */
  { "softmax-cast-of-a-softmax", "x: \"f64[5][1]cpu\"",
    "        a = torch.ops.aten._softmax.default(x, 0, False)\n"
    "        b = torch.ops.aten.softmax.int(a, 0, torch.float32)\n"
    "        return (b,)\n" },
  /* PyTorch: where beta is 0, self does not count, not even its infinities. */
  { "products-beside-infinities-times-zero",
    "x: \"f32[4][1]cpu\", m: \"f32[4, 5][5, 1]cpu\", v: \"f32[5][1]cpu\", r: \"f32[1, 5][5, 1]cpu\", c: \"f32[5, 1][1, 1]cpu\"",
    "        z = torch.ops.aten.mul.Scalar(x, 0)\n"
    "        i = torch.ops.aten.log.default(z)\n"
    "        a = torch.ops.aten.addmv.default(i, m, v, beta = 0)\n"
    "        j = torch.ops.aten.slice.Tensor(i, 0, 0, 1)\n"
    "        b = torch.ops.aten.addmm.default(j, r, c, beta = 0)\n"
    "        d = torch.ops.aten.addmv.default(i, m, v, beta = 0.0)\n"
    "        return (a, b, d)\n" },
  /* bool + 1 * 0: integers, by torch.result_type (bool, int) */
  { "alpha-by-position", "x: \"b8[5][1]cpu\", y: \"i64[5][1]cpu\"",
    "        a: \"i64[5][1]cpu\" = torch.ops.aten.add.Scalar(x, 3, 2)\n"
    "        b: \"i64[5][1]cpu\" = torch.ops.aten.sub.Scalar(y, 3, -2)\n"
    "        return (a, b)\n" },
  { "prims-of-integers", "x: \"b8[5][1]cpu\", y: \"i32[5][1]cpu\"",
    "        a = torch.ops.prims.sin.default(x)\n"
    "        b = torch.ops.prims.exp2.default(y)\n"
    "        return (a, b)\n" },
  { "log-sigmoid-kept", "g: \"f32[9][1]cpu\", x: \"f32[9][1]cpu\"",
    "        e: \"f32[0][1]cpu\" = torch.ops.aten.full.default([0], 1, dtype = torch.float32, device = device(type='cpu'), pin_memory = False)\n"
    "        a: \"f32[9][1]cpu\" = torch.ops.aten.log_sigmoid_backward.default(g, x, e)\n"
    "        n: \"f32[9][1]cpu\" = torch.ops.aten.abs.default(x)\n"
    "        b: \"f32[9][1]cpu\" = torch.ops.aten.log_sigmoid_backward.default(g, x, n)\n"
    "        c: \"f32[9][1]cpu\" = torch.ops.aten.log_sigmoid_backward.default(g, x, 1.0)\n"
    "        return (a, b, c)\n" },
  /* integers of f16 that kernels keep with their fractions */
  { "fraction-of-rounded", "x: \"f16[5, 8][8, 1]cpu\"",
    "        m: \"f16[5, 8][8, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 0.25)\n"
    "        s: \"f16[5, 8][8, 1]cpu\" = torch.ops.aten.add.Tensor(m, 3.1)\n"
    "        p: \"f16[5][1]cpu\" = torch.ops.aten.prod.dim_int(s, 1, False)\n"
    "        f: \"f16[5][1]cpu\" = torch.ops.aten.frac.default(p)\n"
    "        return (p, f)\n" },
  /* Weights of 0 and 1: each slope is what is left of two equal sums. */
  { "attention-of-one-weight", "x: \"f32[2, 1, 7, 8][56, 56, 8, 1]cpu\"",
    "        m: \"f32[2, 1, 7, 8][56, 56, 8, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 10.0)\n"
    "        o = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default(m, m, m, 0.0, True)\n"
    "        y = o[0]\n"
    "        l = o[1]\n"
    "        g = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward.default(y, m, m, m, y, l, 0.0, True)\n"
    "        q = g[0]\n"
    "        k = g[1]\n"
    "        v = g[2]\n"
    "        return (y, q, k, v)\n" },
  /* The tensor itself is seen otherwise after each, and so are its later readers' shapes. */
  { "views-in-place", "x: \"f32[3, 1, 5][5, 5, 1]cpu\"",
    "        e: \"f32[3, 1, 5][5, 5, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        u = torch.ops.aten.unsqueeze_.default(e, 0)\n"
    "        s = torch.ops.aten.squeeze_.dim(e, 2)\n"
    "        a: \"f32[1, 3, 5][15, 5, 1]cpu\" = torch.ops.aten.mul.Tensor(e, 2)\n"
    "        t = torch.ops.aten.transpose_.default(e, 1, 2)\n"
    "        b: \"f32[1, 5, 3][15, 1, 5]cpu\" = torch.ops.aten.add.Tensor(u, 1)\n"
    "        return (a, b, e)\n" },
  /* What a write yields is the tensor itself, seen as the tensor is. */
  { "view-in-place-of-the-written", "x: \"f32[3, 7][7, 1]cpu\"",
    "        w = torch.ops.aten.tanh_.default(x)\n"
    "        t = torch.ops.aten.transpose_.default(x, 0, 1)\n"
    "        a: \"f32[7, 3][1, 7]cpu\" = torch.ops.aten.mul.Tensor(w, 2)\n"
    "        u = torch.ops.aten.unsqueeze_.default(w, 0)\n"
    "        return (w, a, x)\n" },
  /* A product with 1 is another tensor, although no kernel makes it: it is seen as before. */
  { "view-in-place-beside-an-equal-tensor", "x: \"f32[5, 4][4, 1]cpu\"",
    "        d: \"f32[5, 4][4, 1]cpu\" = torch.ops.aten.div.Scalar(x, 1)\n"
    "        u = torch.ops.aten.unsqueeze_.default(x, 2)\n"
    "        e: \"f32[5, 4][4, 1]cpu\" = torch.ops.aten.exp.default(d)\n"
    "        p: \"f32[4, 5][5, 1]cpu\" = torch.ops.aten.permute.default(d, [1, 0])\n"
    "        return (u, e, p)\n" },
  /* Random numbers: compared with what the reference makes of the graph that was opened. */
  { "view-in-place-of-an-input-written-at-the-end", "x: \"f32[4, 4][4, 1]cpu\"",
    "        w = torch.ops.aten.relu_.default(x)\n"
    "        u = torch.ops.aten.unsqueeze_.default(w, 0)\n"
    "        r = torch.ops.aten.randint.low(-5, 8, [4], dtype = torch.int64, device = device(type='cpu'), pin_memory = False)\n"
    "        return (u, r)\n" },
  /* What is copied does not change with its base. */
  { "copies-of-views", "x: \"f32[9, 2][2, 1]cpu\", y: \"f32[9, 2][2, 1]cpu\"",
    "        s = torch.ops.aten.split_copy.Tensor(x, 4, 0)\n"
    "        a = s[0]\n"
    "        b: \"f32[2, 9][9, 1]cpu\" = torch.ops.aten.t_copy.default(x)\n"
    "        c: \"f32[18][1]cpu\" = torch.ops.aten.view_copy.default(x, [18])\n"
    "        w: \"f32[9, 2][2, 1]cpu\" = torch.ops.aten.add_.Tensor(x, y)\n"
    "        return (a, b, c)\n" },
  /* Copies have no gaps: element (0, 3) of the strided one is 21, of row 4 of the piece. */
  { "as-strided-of-a-copied-piece", "x: \"f64[16, 7][7, 1]cpu\"",
    "        s = torch.ops.aten.split_copy.Tensor(x, 5, -1)\n"
    "        p = s[0]\n"
    "        a: \"f64[8, 6][1, 7]cpu\" = torch.ops.aten.as_strided.default(p, [8, 6], [1, 7])\n"
    "        return (a,)\n" },
  /* PyTorch 2.15 returns a tensor of no elements as it is, and fills what is picked of one. */
  { "masked-indices-of-nothing",
    "x: \"f32[0, 3][3, 1]cpu\", y: \"f32[3, 0][1, 1]cpu\", z: \"f32[0][1]cpu\", m: \"b8[2][1]cpu\", i: \"i64[2][1]cpu\", v: \"f32[2][1]cpu\"",
    "        a: \"f32[0, 3][3, 1]cpu\" = torch.ops.aten._unsafe_masked_index_put_accumulate.default(x, m, [i], v)\n"
    "        b: \"f32[3, 0][1, 1]cpu\" = torch.ops.aten._unsafe_masked_index_put_accumulate.default(y, m, [i], v)\n"
    "        c: \"f32[2][1]cpu\" = torch.ops.aten._unsafe_masked_index.default(z, m, [i], 2.5)\n"
    "        d: \"f32[2][1]cpu\" = torch.ops.aten.add.Tensor(c, v)\n"
    "        return (a, b, d)\n" },
  /* A conjugate is the same memory: element 0 is the whole's, not the piece's. */
  { "as-strided-of-a-conjugate", "x: \"c64[4][1]cpu\"",
    "        s: \"c64[3][1]cpu\" = torch.ops.aten.slice.Tensor(x, 0, 1, 4)\n"
    "        c: \"c64[3][1]cpu\" = torch.ops.aten._conj.default(s)\n"
    "        a: \"c64[2, 2][1, 1]cpu\" = torch.ops.aten.as_strided.default(c, [2, 2], [1, 1], 0)\n"
    "        e: \"c64[2, 4][0, 1]cpu\" = torch.ops.aten.expand.default(x, [2, 4])\n"
    "        d: \"c64[2, 4][0, 1]cpu\" = torch.ops.aten._conj.default(e)\n"
    "        b: \"c64[2, 2][0, 1]cpu\" = torch.ops.aten.as_strided.default(d, [2, 2], [0, 1])\n"
    "        return (a, b)\n" },
  /* The power of two is rounded to bf16 where it is stored. */
  { "multiples-of-rounded-powers", "x: \"f32[4, 6][6, 1]cpu\", y: \"bf16[6][1]cpu\", i: \"i32[6][1]cpu\"",
    "        a: \"f32[4, 6][6, 1]cpu\" = torch.ops.aten.ldexp.Tensor(x, y)\n"
    "        n: \"i32[6][1]cpu\" = torch.ops.aten.clamp.default(i, -3, 5)\n"
    "        b: \"bf16[6][1]cpu\" = torch.ops.aten.ldexp.Tensor(y, n)\n"
    "        return (a, b)\n" },
  /* One exponent has the type of both; 1e-200 2^900 and 1e300 2^-1300 are doubles, 2^900 is no f32. */
  { "multiples-of-wide-powers",
    "x: \"f64[6][1]cpu\", y: \"f32[][]cpu\", h: \"f16[6][1]cpu\", b: \"bf16[][]cpu\", f: \"f32[6][1]cpu\", i: \"i64[6][1]cpu\"",
    "        a: \"f64[6][1]cpu\" = torch.ops.aten.ldexp.Tensor(x, y)\n"
    "        c: \"f16[6][1]cpu\" = torch.ops.aten.ldexp.Tensor(h, b)\n"
    "        n: \"i64[6][1]cpu\" = torch.ops.aten.clamp.default(i, -2, 2)\n"
    "        e: \"i64[6][1]cpu\" = torch.ops.aten.mul.Tensor(n, 450)\n"
    "        s: \"f64[6][1]cpu\" = torch.ops.aten.mul.Tensor(x, 1e-200)\n"
    "        d: \"f64[6][1]cpu\" = torch.ops.aten.ldexp.Tensor(s, e)\n"
    "        l: \"f64[6][1]cpu\" = torch.ops.aten.mul.Tensor(x, 1e300)\n"
    "        k: \"i64[][]cpu\" = torch.ops.aten.full.default([], -1300, dtype = torch.int64, device = device(type='cpu'), pin_memory = False)\n"
    "        g: \"f64[6][1]cpu\" = torch.ops.aten.ldexp.Tensor(l, k)\n"
    "        m: \"i64[6][1]cpu\" = torch.ops.aten.mul.Tensor(n, 80)\n"
    "        t: \"f32[6][1]cpu\" = torch.ops.aten.mul.Tensor(f, 1e-30)\n"
    "        u: \"f32[6][1]cpu\" = torch.ops.aten.ldexp.Tensor(t, m)\n"
    "        return (a, c, d, g, u)\n" },
  /* unbiased by position, and dimensions that are kept */
  { "variance-by-position", "x: \"f32[4, 9][9, 1]cpu\"",
    "        a: \"f32[4, 1][1, 1]cpu\" = torch.ops.aten.var.dim(x, [-1], True, True)\n"
    "        b: \"f32[4, 1][1, 1]cpu\" = torch.ops.aten.var.dim(x, [-1], False, True)\n"
    "        c: \"f32[4, 1][1, 1]cpu\" = torch.ops.aten.var.dim(x, [-1], keepdim = True)\n"
    "        return (a, b, c)\n" },
  /* Products beyond the type wrap before their sign goes: (2^63 - 1) 2 is -2. */
  { "multiples-that-wrap", "x: \"i64[4][1]cpu\"",
    "        f: \"i64[4][1]cpu\" = torch.ops.aten.full.default([4], 9223372036854775807, dtype = torch.int64, device = device(type='cpu'), pin_memory = False)\n"
    "        a: \"i64[4][1]cpu\" = torch.ops.aten.lcm.default(f, 2)\n"
    "        b: \"i64[4][1]cpu\" = torch.ops.aten.lcm.default(f, x)\n"
    "        return (a, b)\n" },
  { "infinities-between-pictures", "x: \"f32[1, 2, 4, 1][8, 4, 1, 1]cpu\"",
    "        f: \"f32[1, 2, 4, 1][8, 4, 1, 1]cpu\" = torch.ops.aten.div.Tensor(x, 0)\n"
    "        a: \"f32[1, 2, 1, 2][4, 2, 2, 1]cpu\" = torch.ops.aten.upsample_bilinear2d.vec(f, [1, 2], False, None)\n"
    "        return (a,)\n" },
  /* What is done with a row beside its columns, where nothing is reduced, is done once. */
  { "rows-beside-columns",
    "x: \"f32[2, 2, 2, 2][8, 4, 2, 1]cpu\", m: \"f32[2][1]cpu\", v: \"f32[2][1]cpu\", r: \"f32[2][1]cpu\"",
    "        b = torch.ops.aten.native_batch_norm_backward.default(x, x, m, m, v, m, r, True, 1e-05, [True, True, True])\n"
    "        g = b[0]\n"
    "        w = b[1]\n"
    "        c = b[2]\n"
    "        return (g, w, c)\n",
    "cpu.grain_bytes=16" },
  /* A row repeated by a step of 0 is written as rows of their own. */
  { "copy-of-the-repeated", "x: \"f32[4, 3][0, 1]cpu\", i: \"i64[6][1]cpu\", v: \"f32[6, 3][3, 1]cpu\"",
    "        m: \"b8[6, 3][3, 1]cpu\" = torch.ops.aten.gt.Scalar(v, 0)\n"
    "        a: \"i64[6][1]cpu\" = torch.ops.aten.remainder.Scalar(i, 4)\n"
    "        p = torch.ops.aten._unsafe_masked_index_put_accumulate.default(x, m, [a], v)\n"
    "        return (p,)\n" },
  /* Floats to integers of 64 bits and back, on vectors of 256 bits, which not every compiler survives lane by lane */
  { "positions-in-wide-integers", "x: \"f32[100][1]cpu\"",
    "        e: \"f32[100][1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        i: \"i64[100][1]cpu\" = torch.ops.prims.convert_element_type.default(e, torch.int64)\n"
    "        n: \"i64[100][1]cpu\" = torch.ops.aten.add.Tensor(i, 1)\n"
    "        m: \"i64[100][1]cpu\" = torch.ops.aten.clamp_max.default(n, 8)\n"
    "        s: \"f32[100][1]cpu\" = torch.ops.aten.sub.Tensor(e, i)\n"
    "        c: \"f32[100][1]cpu\" = torch.ops.aten.clamp_min.default(s, 0.0)\n"
    "        return (i, m, c)\n",
    "cpu.vector_bytes=32" },
  /* A write that reads nothing but what it writes stays before the other readers. */
  { "write-with-a-later-reader", "x: \"f32[8][1]cpu\", i: \"i64[8][1]cpu\", y: \"f32[8][1]cpu\"",
    "        w: \"f32[8][1]cpu\" = torch.ops.aten.bernoulli_.float(x)\n"
    "        m: \"f32[][]cpu\" = torch.ops.aten.mean.default(x)\n"
    "        a: \"i64[8][1]cpu\" = torch.ops.aten.remainder.Scalar(i, 8)\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.scatter.src(w, 0, a, y)\n"
    "        return (m, s)\n" },
  /* The counts are those of the call, not those that the graph was made with. */
  { "batch-norm-of-any-size",
    "s0: \"Sym(s0)\", x: \"f32[s0, 2, 4][8, 4, 1]cpu\", w: \"f32[2][1]cpu\", m: \"f32[2][1]cpu\", v: \"f32[2][1]cpu\"",
    "        a = torch.ops.aten.abs.default(v)\n"
    "        n = torch.ops.aten._native_batch_norm_legit_functional.default(x, w, w, m, a, True, 0.125, 1e-05)\n"
    "        y = n[0]\n"
    "        r = n[3]\n"
    "        u = n[4]\n"
    "        b = torch.ops.aten.native_batch_norm_backward.default(x, x, w, m, a, m, a, True, 1e-05, [True, True, True])\n"
    "        g = b[0]\n"
    "        return (y, r, u, g)\n",
    NULL,
    { "s0" },
    { 2 } },
  /* Addresses within a mask, of an element that is computed in many steps there */
  { "masked-index-of-a-picture",
    "x: \"f32[2, 3, 10, 1][30, 10, 1, 1]cpu\", i: \"i64[4][1]cpu\", m: \"b8[4, 3, 10, 2][0, 20, 0, 0]cpu\"",
    "        u: \"f32[2, 3, 10, 2][60, 20, 2, 1]cpu\" = torch.ops.aten.upsample_bilinear2d.vec(x, [10, 2], False, None)\n"
    "        a: \"i64[4][1]cpu\" = torch.ops.aten.remainder.Scalar(i, 2)\n"
    "        r: \"f32[4, 3, 10, 2][60, 20, 2, 1]cpu\" = torch.ops.aten._unsafe_masked_index.default(u, m, [a, None, None], 0.5)\n"
    "        return (r,)\n" },
  { "masked-index-by-a-column", "x: \"f32[5, 6]\", i: \"i64[4]\", m: \"b8[4, 1]\", n: \"b8[6]\"",
    "        a = torch.ops.aten.remainder.Scalar(i, 5)\n"
    "        b = torch.ops.aten._unsafe_masked_index.default(x, m, [a], 0.5)\n"
    "        c = torch.ops.aten._unsafe_masked_index.default(x, n, [a, None], 0.5)\n"
    "        return (b, c)\n" },
  { "pictures-of-any-size",
    "s0: \"Sym(s0)\", x: \"f32[1, 2, s0, 3][6*s0, 3*s0, 3, 1]cpu\", y: \"f32[1, 2, s0][2*s0, s0, 1]cpu\"",
    "        a = torch.ops.aten.upsample_bilinear2d.vec(x, [10, 8], True, None)\n"
    "        b = torch.ops.aten.upsample_bilinear2d.vec(x, [10, 8], False, None)\n"
    "        c = torch.ops.aten.upsample_nearest1d.default(y, [7])\n"
    "        return (a, b, c)\n",
    NULL,
    { "s0" },
    { 5 } },
  { "instance-norm",
    "x: \"f32[3, 2, 4, 5][40, 20, 5, 1]cpu\", w: \"f32[2][1]cpu\", m: \"f32[2][1]cpu\", v: \"f32[2][1]cpu\"",
    "        a = torch.ops.aten.abs.default(v)\n"
    "        p = torch.ops.aten.instance_norm.default(x, w, m, m, a, False, 0.1, 0.001, False)\n"
    "        n = torch.ops.aten.instance_norm.default(x, None, w, None, None, True, 0.1, 0.001, False)\n"
    "        r = torch.ops.aten.instance_norm.default(x, w, None, m, a, True, 0.125, 0.001, False)\n"
    "        return (p, n, r, a)\n" },
  /* One element meets every wish for strides: the library sees the reshaped sum all the same. */
  { "convolution-of-one-number", "x: \"f32[][]cpu\"",
    "        n: \"f32[][]cpu\" = torch.ops.aten.nansum.default(x)\n"
    "        r: \"f32[1, 1, 1][1, 1, 1]cpu\" = torch.ops.aten.reshape.default(n, [1, 1, 1])\n"
    "        c: \"f32[1, 1, 1][1, 1, 1]cpu\" = torch.ops.aten.conv_transpose1d.default(r, r)\n"
    "        return (c,)\n" },
  /* torch.result_type of u8 and f32, also where there is nothing to join */
  { "stack-of-no-elements", "x: \"f32[0][1]cpu\", b: \"u8[0][1]cpu\"",
    "        s: \"f32[3, 0][1, 1]cpu\" = torch.ops.aten.stack.default([b, b, x])\n"
    "        return (s,)\n" },
  /* PyTorch counts positions by the tensor's own dimensions, however memory has them. */
  { "positions-in-a-turned-tensor", "x: \"i32[5, 7][1, 5]cpu\", y: \"f32[5, 7][1, 5]cpu\"",
    "        a: \"i64[][]cpu\" = torch.ops.aten.argmax.default(x)\n"
    "        b: \"i64[][]cpu\" = torch.ops.aten.argmin.default(y)\n"
    "        return (a, b)\n",
    "torch=2.1" },
  { "logarithm-of-no-sum", "x: \"f32[3, 0][1, 1]cpu\"",
    "        a: \"f32[3][1]cpu\" = torch.ops.aten.special_logsumexp.default(x, [1])\n"
    "        b: \"f32[3][1]cpu\" = torch.ops.aten.logsumexp.default(x, [1])\n"
    "        return (a, b)\n" },
  /* No batch, no memory of its own: what is added must not be spread over that of others. */
  { "products-of-no-batch",
    "x: \"f32[4, 2][2, 1]cpu\", c: \"f32[0, 3, 1][3, 1, 1]cpu\", a: \"f32[0, 3, 2][6, 2, 1]cpu\", b: \"f32[0, 2, 5][10, 5, 1]cpu\"",
    "        p: \"f32[6][1]cpu\" = torch.ops.aten._pdist_forward.default(x, 2.0)\n"
    "        m: \"f32[0, 3, 5][15, 5, 1]cpu\" = torch.ops.aten.baddbmm.default(c, a, b)\n"
    "        return (p, m)\n" },
};

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-calls", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
