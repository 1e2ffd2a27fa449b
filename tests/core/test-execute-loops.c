/* Loops that meet in one kernel: numbers of 64 bits beside vectors of 32, sums of what does not change, rows that reach
 * before their beginning, zeros with a sign, names that kernels use themselves. Expected values are the reference
 * interpreter's. */
#include "fl-agree-fixture.h"

static const AgreeCase cases[] = {
  /* Squares about a mean that is infinite are no numbers. */
  { "variance-beside-an-infinity", "x: \"f32[40][1]cpu\", y: \"f32[40][1]cpu\"",
    "        last: \"i64[40]\" = torch.ops.prims.iota.default(40, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        is_last: \"b8[40]\" = torch.ops.aten.eq.Scalar(last, 39)\n"
    "        far: \"f32[40][1]cpu\" = torch.ops.aten.masked_fill.Scalar(x, is_last, -inf)\n"
    "        v: \"f32[]\" = torch.ops.aten.var.correction(far)\n"
    "        return (v,)\n" },
  /* The mean of nothing is no number, and so is what follows it. */
  { "running-mean-of-nothing",
    "x: \"f32[2, 1, 0, 1][1, 1, 1, 1]cpu\", w: \"f32[1][1]cpu\", m: \"f32[1][1]cpu\", v: \"f32[1][1]cpu\"",
    "        n = torch.ops.aten._native_batch_norm_legit_functional.default(x, w, w, m, v, True, 0.125, 1e-05)\n"
    "        a: \"f32[1][1]cpu\" = n[3]\n"
    "        return (a,)\n" },
  /* What the mask hides adds 0: -0 becomes 0 there, and its reciprocal is inf, as PyTorch's decomposition has it. */
  { "masked-zeros-are-added", "x: \"f32[8][1]cpu\", i: \"i64[4][1]cpu\", v: \"f32[4][1]cpu\"",
    "        zero: \"f32[8][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0)\n"
    "        size: \"f32[8][1]cpu\" = torch.ops.aten.abs.default(zero)\n"
    "        least: \"f32[8][1]cpu\" = torch.ops.aten.neg.default(size)\n"
    "        none: \"b8[4][1]cpu\" = torch.ops.aten.ne.Tensor(v, v)\n"
    "        put: \"f32[8][1]cpu\" = torch.ops.aten._unsafe_masked_index_put_accumulate.default(least, none, [i], v)\n"
    "        y: \"f32[8][1]cpu\" = torch.ops.aten.reciprocal.default(put)\n"
    "        return (y,)\n" },
  /* An index that memory says, cut off below: not a sum of positions. */
  { "places-of-largest-cut-off", "x: \"f32[2, 1, 3, 20][60, 60, 20, 1]cpu\"",
    "        m = torch.ops.aten.max_pool2d_with_indices.default(x, [1, 2])\n"
    "        i = m[1]\n"
    "        a = torch.ops.aten.clamp.default(i, 1)\n"
    "        b = torch.ops.aten.minimum.default(i, a)\n"
    "        return (a, b)\n" },
  /* PyTorch: each of these functions keeps the sign of a zero. */
  { "functions-of-negative-zeros", "x: \"f32[40][1]cpu\"",
    "        z = torch.ops.aten.mul.Scalar(x, 0)\n"
    "        a = torch.ops.aten.abs.default(z)\n"
    "        n = torch.ops.aten.neg.default(a)\n"
    "        s = torch.ops.aten.sin.default(n)\n"
    "        t = torch.ops.aten.tanh.default(n)\n"
    "        u = torch.ops.aten.tan.default(n)\n"
    "        e = torch.ops.aten.erf.default(n)\n"
    "        h = torch.ops.aten.asinh.default(n)\n"
    "        i = torch.ops.aten.atan2.default(a, s)\n"
    "        j = torch.ops.aten.atan2.default(a, t)\n"
    "        k = torch.ops.aten.atan2.default(a, u)\n"
    "        l = torch.ops.aten.atan2.default(a, e)\n"
    "        m = torch.ops.aten.atan2.default(a, h)\n"
    "        return (i, j, k, l, m)\n" },
  /* A store whose place comes from memory has no row to align: long rows of other values. */
  { "scatter-along-long-rows", "x: \"f32[3, 2051, 2][4102, 2, 1]cpu\", i: \"i64[3, 2051, 1][0, 1, 0]cpu\"",
    "        v = torch.ops.aten.scatter.value(x, 2, i, -0.25)\n"
    "        return (v,)\n" },
  { "column-sum-named-c", "x: \"f32[256, 192][192, 1]cpu\"",
    "        exp: \"f32[256, 192][192, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        c: \"f32[192][1]cpu\" = torch.ops.aten.sum.dim_IntList(exp, [0])\n"
    "        return (c,)\n" },
  { "input-named-buf0", "buf1: \"f32[67, 150][150, 1]cpu\", buf0: \"f32[150][1]cpu\"",
    "        op0: \"f32[67, 150][150, 1]cpu\" = torch.ops.aten.exp.default(buf1)\n"
    "        op1: \"f32[67, 150][150, 1]cpu\" = torch.ops.aten.add.Tensor(op0, buf0)\n"
    "        a: \"f32[150][1]cpu\" = torch.ops.aten.sum.dim_IntList(op1, [0])\n"
    "        b: \"f32[67][1]cpu\" = torch.ops.aten.amax.default(op1, [1])\n"
    "        return (op0, a, b)\n" },
  { "row-padded-at-its-beginning", "x: \"f32[9, 14][14, 1]cpu\"",
    "        a: \"f32[9, 13][14, 1]cpu\" = torch.ops.aten.slice.Tensor(x, 1, 0, -1)\n"
    "        b: \"f32[9, 14][14, 1]cpu\" = torch.ops.aten.constant_pad_nd.default(a, [1, 0], -2.0)\n"
    "        e: \"f32[9, 14][14, 1]cpu\" = torch.ops.aten.exp.default(b)\n"
    "        d: \"f32[9, 13][14, 1]cpu\" = torch.ops.aten.slice.Tensor(e, 1, 0, -1)\n"
    "        f: \"f32[9, 14][14, 1]cpu\" = torch.ops.aten.constant_pad_nd.default(d, [1, 0], 0.5)\n"
    "        g: \"b8[9, 14][14, 1]cpu\" = torch.ops.aten.ge.Tensor(e, f)\n"
    "        h: \"f32[9, 14][14, 1]cpu\" = torch.ops.aten.where.self(g, f, e)\n"
    "        i: \"f32[9, 14][14, 1]cpu\" = torch.ops.aten.exp.default(h)\n"
    "        m: \"f32[9, 1][1, 1]cpu\" = torch.ops.aten.amax.default(i, [1], True)\n"
    "        n: \"f32[9, 14][14, 1]cpu\" = torch.ops.aten.sub.Tensor(i, m)\n"
    "        return (n,)\n" },
  { "rows-padded-above-and-below", "x: \"f32[40, 12, 16]\"",
    "        e: \"f32[40, 12, 16]\" = torch.ops.aten.cumsum.default(x, 2)\n"
    "        f: \"f32[40, 12, 16]\" = torch.ops.aten.tanh.default(e)\n"
    "        sl: \"f32[40, 11, 16]\" = torch.ops.aten.slice.Tensor(f, 1, 1, 12)\n"
    "        p: \"f32[40, 12, 16]\" = torch.ops.aten.constant_pad_nd.default(sl, [0, 0, 0, 1], 3.0)\n"
    "        sm: \"f32[40, 11, 16]\" = torch.ops.aten.slice.Tensor(f, 1, 0, 11)\n"
    "        pm: \"f32[40, 12, 16]\" = torch.ops.aten.constant_pad_nd.default(sm, [0, 0, 1, 0], 2.0)\n"
    "        q: \"f32[40, 12, 16]\" = torch.ops.aten.add.Tensor(f, p)\n"
    "        r: \"f32[40, 12, 16]\" = torch.ops.aten.mul.Tensor(q, pm)\n"
    "        t: \"f32[40, 12]\" = torch.ops.aten.sum.dim_IntList(r, [2])\n"
    "        return (r, t)\n" },
  { "scalar-beside-position-of-table", "t: \"f32[64, 4][4, 1]cpu\", x: \"b8[17][1]cpu\"",
    "        iota: \"i64[17][1]cpu\" = torch.ops.prims.iota.default(17, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        c: \"i64[17][1]cpu\" = torch.ops.prims.convert_element_type.default(x, torch.int64)\n"
    "        d: \"i64[17][1]cpu\" = torch.ops.aten.mul.Tensor(c, 16)\n"
    "        u: \"i64[17, 1][1, 1]cpu\" = torch.ops.aten.unsqueeze.default(d, 1)\n"
    "        j: \"i64[17, 1][1, 1]cpu\" = torch.ops.aten.unsqueeze.default(iota, 1)\n"
    "        k: \"i64[17, 17][17, 1]cpu\" = torch.ops.aten.sub.Tensor(iota, j)\n"
    "        l: \"i64[17, 17][17, 1]cpu\" = torch.ops.aten.abs.default(k)\n"
    "        v: \"i64[17, 17][17, 1]cpu\" = torch.ops.aten.add.Tensor(l, u)\n"
    "        e: \"f32[17, 17, 4][68, 4, 1]cpu\" = torch.ops.aten.embedding.default(t, v)\n"
    "        p: \"f32[4, 17, 17][1, 68, 4]cpu\" = torch.ops.aten.permute.default(e, [2, 0, 1])\n"
    "        q: \"f32[4, 17, 17][289, 17, 1]cpu\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        return (q,)\n" },
  { "scalar-beside-positions", "x: \"i8[33, 1, 7][7, 7, 0]cpu\"",
    "        iota: \"i64[7][1]cpu\" = torch.ops.prims.iota.default(7, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        c: \"i64[33, 1, 7][7, 7, 1]cpu\" = torch.ops.prims.convert_element_type.default(x, torch.int64)\n"
    "        add: \"i64[33, 1, 7][7, 7, 1]cpu\" = torch.ops.aten.add.Tensor(iota, c)\n"
    "        mul: \"i64[33, 1, 7][7, 7, 1]cpu\" = torch.ops.aten.mul.Tensor(add, c)\n"
    "        m: \"i64[33, 1, 7][7, 7, 1]cpu\" = torch.ops.aten.minimum.default(iota, c)\n"
    "        g: \"b8[33, 1, 7][7, 7, 1]cpu\" = torch.ops.aten.gt.Tensor(iota, c)\n"
    "        s: \"i64[33, 1, 7][7, 7, 1]cpu\" = torch.ops.aten.where.self(g, c, mul)\n"
    "        return (mul, m, s)\n" },
  { "slice-of-symbolic-rows",
    "x: \"f32[s0, 4, 8][32, 8, 1]cpu\", b: \"f32[4][1]cpu\"",
    "        a: \"f32[s0, 4, 8]\" = torch.ops.aten.add.Tensor(x, 1)\n"
    "        r: \"f32[s0, 4, 8]\" = torch.ops.aten.relu.default(a)\n"
    "        c: \"f32[2*s0, 4, 8]\" = torch.ops.aten.cat.default([r, a])\n"
    "        p: \"f32[s0, 8, 4]\" = torch.ops.aten.permute.default(a, [0, 2, 1])\n"
    "        d: \"f32[s0, 8, 4]\" = torch.ops.aten.add.Tensor(p, b)\n"
    "        f: \"f32[s0, 8, 4]\" = torch.ops.aten.clone.default(d, memory_format = torch.contiguous_format)\n"
    "        return (c, f)\n",
    NULL,
    { "s0" },
    { 5 } },
  { "sum-of-one-truth-a-row", "x: \"f32[9][1]cpu\"",
    "        g: \"b8[9][1]cpu\" = torch.ops.aten.gt.Scalar(x, 0)\n"
    "        u: \"b8[9, 1][1, 1]cpu\" = torch.ops.aten.unsqueeze.default(g, 1)\n"
    "        e: \"b8[9, 37][1, 0]cpu\" = torch.ops.aten.expand.default(u, [9, 37])\n"
    "        s: \"i64[9][1]cpu\" = torch.ops.aten.sum.dim_IntList(e, [1])\n"
    "        a: \"b8[37, 9][0, 1]cpu\" = torch.ops.aten.expand.default(g, [37, 9])\n"
    "        t: \"i64[9][1]cpu\" = torch.ops.aten.sum.dim_IntList(a, [0])\n"
    "        p: \"i64[9][1]cpu\" = torch.ops.aten.prod.dim_int(e, 1)\n"
    "        return (s, t, p)\n" },
  { "zero-of-floats-as-i64", "x: \"f32[64]\", y: \"f32[64]\"",
    "        u: \"f32[64][1]cpu\" = torch.ops.aten.sub.Tensor(x, x)\n"
    "        m: \"f32[64][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0.4)\n"
    "        i: \"i64[64][1]cpu\" = torch.ops.prims.convert_element_type.default(m, torch.int64)\n"
    "        f: \"f32[64][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.float32)\n"
    "        g: \"f64[64][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.float64)\n"
    "        r: \"f32[64][1]cpu\" = torch.ops.aten.reciprocal.default(f)\n"
    "        q: \"f64[64][1]cpu\" = torch.ops.aten.reciprocal.default(g)\n"
    "        s: \"f32[][]cpu\" = torch.ops.aten.amin.default(r)\n"
    "        v: \"f64[][]cpu\" = torch.ops.aten.amin.default(q)\n"
    "        return (r, q, s, v)\n" },
  { "zero-of-doubles-as-i32", "x: \"f64[64]\", y: \"f64[64]\"",
    "        u: \"f64[64][1]cpu\" = torch.ops.aten.sub.Tensor(x, x)\n"
    "        m: \"f64[64][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0.4)\n"
    "        i: \"i32[64][1]cpu\" = torch.ops.prims.convert_element_type.default(m, torch.int32)\n"
    "        f: \"f32[64][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.float32)\n"
    "        g: \"f64[64][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.float64)\n"
    "        r: \"f32[64][1]cpu\" = torch.ops.aten.reciprocal.default(f)\n"
    "        q: \"f64[64][1]cpu\" = torch.ops.aten.reciprocal.default(g)\n"
    "        s: \"f32[][]cpu\" = torch.ops.aten.amin.default(r)\n"
    "        v: \"f64[][]cpu\" = torch.ops.aten.amin.default(q)\n"
    "        return (r, q, s, v)\n" },
  { "zero-of-halves-as-bytes", "x: \"bf16[64]\", y: \"bf16[64]\"",
    "        u: \"bf16[64][1]cpu\" = torch.ops.aten.sub.Tensor(x, x)\n"
    "        m: \"bf16[64][1]cpu\" = torch.ops.aten.mul.Tensor(x, 0.4)\n"
    "        i: \"i8[64][1]cpu\" = torch.ops.prims.convert_element_type.default(m, torch.int8)\n"
    "        f: \"f32[64][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.float32)\n"
    "        g: \"f64[64][1]cpu\" = torch.ops.prims.convert_element_type.default(i, torch.float64)\n"
    "        r: \"f32[64][1]cpu\" = torch.ops.aten.reciprocal.default(f)\n"
    "        q: \"f64[64][1]cpu\" = torch.ops.aten.reciprocal.default(g)\n"
    "        s: \"f32[][]cpu\" = torch.ops.aten.amin.default(r)\n"
    "        v: \"f64[][]cpu\" = torch.ops.aten.amin.default(q)\n"
    "        return (r, q, s, v)\n" },
  /* A row of equal columns: the sum of all goes on over the loop in which those of the columns begin anew. */
  { "sum-of-all-beside-sums-of-columns",
    "s0: \"Sym(s0)\", x: \"f32[s0]\"",
    "        e: \"f32[s0, s0]\" = torch.ops.aten.expand.default(x, [s0, s0])\n"
    "        s: \"f32[]\" = torch.ops.aten.sum.dim_IntList(e, [0, 1], False)\n"
    "        c: \"f32[s0]\" = torch.ops.aten.amax.default(e, [0])\n"
    "        return (s, c)\n",
    "strategy=xla-base",
    { "s0" },
    { 5 } },
  /* elements that both loops over a row need are kept in the order of memory, though the first loop's sums take the
     even lanes of bf16 first */
  { "norm-of-pairs-with-a-kept-row", "x: \"bf16[15, 64]\", w: \"f32[64]\"",
    "        f: \"f32[15, 64]\" = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
    "        a: \"f32[15, 64]\" = torch.ops.aten.add.Tensor(f, f)\n"
    "        m: \"f32[15, 1]\" = torch.ops.aten.mean.dim(a, [-1], True)\n"
    "        d: \"f32[15, 64]\" = torch.ops.aten.sub.Tensor(a, m)\n"
    "        q: \"f32[15, 64]\" = torch.ops.aten.mul.Tensor(d, d)\n"
    "        v: \"f32[15, 1]\" = torch.ops.aten.mean.dim(q, [-1], True)\n"
    "        r: \"f32[15, 1]\" = torch.ops.aten.rsqrt.default(v)\n"
    "        n: \"f32[15, 64]\" = torch.ops.aten.mul.Tensor(d, r)\n"
    "        y: \"f32[15, 64]\" = torch.ops.aten.mul.Tensor(n, w)\n"
    "        h: \"bf16[15, 64]\" = torch.ops.prims.convert_element_type.default(y, torch.bfloat16)\n"
    "        return (q, h)\n",
    "strategy=stitch-cpu" },
};

static AgreeCase plain[G_N_ELEMENTS (cases)], narrow[G_N_ELEMENTS (cases)], checked[3];

/* Runs the cases one element at a time, and in vectors of 16 bytes; rows also with every access checked. */
static void
add_widths (void)
{
  guint n_checked = 0;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      plain[i] = narrow[i] = cases[i];
      plain[i].setting = "cpu.vector_bytes=4";
      narrow[i].setting = "cpu.vector_bytes=16";
      if (strncmp (cases[i].name, "row", 3) == 0 && n_checked < G_N_ELEMENTS (checked))
        {
          checked[n_checked] = cases[i];
          checked[n_checked++].setting = "cpu.sanitize=1";
        }
    }
  agree_add ("execute-loops/plain", plain, G_N_ELEMENTS (cases));
  if (g_test_slow ())
    agree_add ("execute-loops/narrow", narrow, G_N_ELEMENTS (cases));
  agree_add ("execute-loops/checked", checked, n_checked);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-loops", cases, G_N_ELEMENTS (cases));
  add_widths ();
  return g_test_run ();
}
