/* Writes in place: a copy that keeps a value apart from a later write stays, and what is written is not read while it
 * changes. Expected values are the reference interpreter's, which carries out every operator on memory of its own. */
#include "fl-agree-fixture.h"

static const AgreeCase cases[] = {
  /* What is put into the concatenation is not put into its first piece. */
  { "filled-concatenation-of-what-is-read", "x: \"f32[3, 1][1, 1]cpu\", i: \"i64[2][1]cpu\"",
    "        zero: \"i64[2][1]cpu\" = torch.ops.aten.mul.Tensor(i, 0)\n"
    "        a: \"f32[3, 1][1, 1]cpu\" = torch.ops.aten.add.Tensor(x, x)\n"
    "        all: \"f32[12, 1][1, 1]cpu\" = torch.ops.aten.concat.default([a, a, x, a])\n"
    "        filled: \"f32[12, 1][1, 1]cpu\" = torch.ops.aten.index_fill.int_Scalar(all, 0, zero, 7)\n"
    "        sum_1: \"f32[1]\" = torch.ops.aten.logsumexp.default(a, [0])\n"
    "        return (filled, sum_1)\n" },
  { "clone-before-index-put", "a: \"f32[10, 10][10, 1]cpu\", i: \"i64[2][1]cpu\", v: \"f32[2, 10][10, 1]cpu\"",
    "        b: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.clone.default(a)\n"
    "        p: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.index_put_.default(b, [i], v)\n"
    "        r: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.add.Tensor(p, a)\n"
    "        return (r,)\n" },
  /* Dimensions are cut and joined in the same memory, whether sizes are numbers or cannot be compared. */
  { "reshape-of-a-product-is-written",
    "x: \"f32[3, 2, 3, 2][12, 6, 2, 1]cpu\", y: \"f32[2, 1, 6, 3][18, 18, 3, 1]cpu\"",
    "        m: \"f32[3, 2, 3, 2][12, 6, 2, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 3)\n"
    "        r: \"f32[2, 1, 6, 3][18, 18, 3, 1]cpu\" = torch.ops.aten.reshape.default(m, [2, 1, 6, 3])\n"
    "        c = torch.ops.aten.copy_.default(r, y)\n"
    "        return (m, r)\n" },
  { "view-of-a-copied-part-is-written",
    "s0: \"Sym(s0)\", x: \"f32[s0, s0][s0, 1]cpu\"",
    "        n = torch.ops.aten.narrow_copy.default(x, 0, 1, 2)\n"
    "        v = torch.ops.aten._unsafe_view.default(n, [2, s0])\n"
    "        w = torch.ops.aten.relu_.default(v)\n"
    "        return (w, n)\n",
    NULL,
    { "s0" },
    { 5 } },
  /* PyTorch: prims.reshape yields a new tensor, of one that is dense and of one that no other strides describe. */
  { "reshape-by-prims-is-written",
    "x: \"f32[4, 6][6, 1]cpu\", y: \"f32[4, 6][0, 1]cpu\", i: \"i64[3][1]cpu\", v: \"f32[3][1]cpu\"",
    "        r: \"f32[24][1]cpu\" = torch.ops.prims.reshape.default(x, [24])\n"
    "        a = torch.ops.aten.mul_.Scalar(r, 3)\n"
    "        s: \"f32[24][1]cpu\" = torch.ops.prims.reshape.default(y, [24])\n"
    "        b = torch.ops.aten.index_put_.default(s, [i], v)\n"
    "        return (a, x, b, y)\n" },
  { "lists-times-numbers", "x: \"f32[4]\", y: \"f32[2, 3]\"",
    "        m = torch.ops.aten._foreach_mul_.ScalarList([x, y], [0.5, 3])\n"
    "        a = torch.ops.aten.exp.default(x)\n"
    "        b = torch.ops.aten.sum.default(y)\n"
    "        return (a, b)\n" },
  { "clone-before-part-is-filled", "x: \"f32[8, 8][8, 1]cpu\"",
    "        b: \"f32[8, 8][8, 1]cpu\" = torch.ops.aten.clone.default(x)\n"
    "        c: \"f32[8][8]cpu\" = torch.ops.aten.select.int(b, 1, 0)\n"
    "        d: \"f32[8][8]cpu\" = torch.ops.aten.fill_.Scalar(c, 1.0)\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.sum.dim_IntList(b, [1])\n"
    "        t: \"f32[8][1]cpu\" = torch.ops.aten.sum.dim_IntList(x, [1])\n"
    "        u: \"f32[8][1]cpu\" = torch.ops.aten.add.Tensor(s, t)\n"
    "        return (u,)\n" },
  { "clone-before-writes-through-results", "x: \"f32[10, 10][10, 1]cpu\", y: \"f32[10][1]cpu\"",
    "        r: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.clone.default(x)\n"
    "        t: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.relu_.default(r)\n"
    "        f: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.add_.Tensor(t, y)\n"
    "        v: \"f32[10, 10][1, 10]cpu\" = torch.ops.aten.permute.default(f, [1, 0])\n"
    "        g: \"f32[10, 10][1, 10]cpu\" = torch.ops.aten.mul_.Tensor(v, y)\n"
    "        a: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(r, x)\n"
    "        return (a, )\n" },
  { "product-with-one-is-written", "x: \"f32[10, 10][10, 1]cpu\", y: \"f32[10][1]cpu\"",
    "        r: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.mul.Tensor(x, 1)\n"
    "        s: \"f32[10][10]cpu\" = torch.ops.aten.select.int(r, 1, 2)\n"
    "        f: \"f32[10][10]cpu\" = torch.ops.aten.add_.Tensor(s, y)\n"
    "        g: \"f32[10][10]cpu\" = torch.ops.aten.relu_.default(f)\n"
    "        a: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(r, x)\n"
    "        return (a, )\n" },
  { "clones-in-a-list", "x: \"f32[10][1]cpu\", y: \"f32[10][1]cpu\"",
    "        r: \"f32[10][1]cpu\" = torch.ops.aten.clone.default(x)\n"
    "        s: \"f32[10][1]cpu\" = torch.ops.aten.clone.default(y)\n"
    "        f = torch.ops.aten._foreach_add_.Scalar([r, s], 1.0)\n"
    "        a: \"f32[10][1]cpu\" = torch.ops.aten.mul.Tensor(r, s)\n"
    "        return (a, )\n" },
  { "list-is-written-after-readers", "x: \"f32[10][1]cpu\"",
    "        m: \"f32[][]cpu\" = torch.ops.aten.sum.default(x)\n"
    "        e: \"f32[][]cpu\" = torch.ops.aten.exp.default(m)\n"
    "        f = torch.ops.aten._foreach_add_.Scalar([m], 2.0)\n"
    "        return (m, e)\n" },
  { "list-is-written-by-its-neighbours", "x: \"f32[10][1]cpu\", y: \"f32[10][1]cpu\"",
    "        m: \"f32[10][1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        n: \"f32[10][1]cpu\" = torch.ops.aten.exp.default(y)\n"
    "        f = torch.ops.aten._foreach_add_.List([m, n], [n, n])\n"
    "        return (m, n)\n" },
  { "read-before-seen-otherwise", "x: \"f32[4, 4][4, 1]cpu\", i: \"i64[4][1]cpu\", mask: \"b8[4, 4][4, 1]cpu\"",
    "        m: \"f32[4, 4][4, 1]cpu\" = torch.ops.aten._unsafe_masked_index.default(x, mask, [i, None], 0.5)\n"
    "        u: \"b8[4, 4, 1][4, 1, 1]cpu\" = torch.ops.aten.unsqueeze_.default(mask, 2)\n"
    "        h: \"f32[4, 4][4, 1]cpu\" = torch.ops.aten.hardsigmoid_.default(m)\n"
    "        return (u, h)\n" },
  /* PyTorch: what relu_ returns is e itself, which t_ transposes. */
  { "written-then-seen-otherwise", "x: \"f32[4, 4][4, 1]cpu\"",
    "        e: \"f32[4, 4][4, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        r = torch.ops.aten.neg_.default(e)\n"
    "        t = torch.ops.aten.t_.default(e)\n"
    "        s: \"f32[4, 4][1, 4]cpu\" = torch.ops.aten.sub.Tensor(r, x)\n"
    "        return (r, t, s)\n" },
  { "drawn-then-written", "x: \"f32[16][1]cpu\"",
    "        u: \"f32[16][1]cpu\" = torch.ops.aten.uniform_.default(x)\n"
    "        e: \"f32[16][1]cpu\" = torch.ops.aten.exp_.default(x)\n"
    "        s: \"f32[16][1]cpu\" = torch.ops.aten.sigmoid.default(u)\n"
    "        return (s,)\n" },
  { "part-of-what-was-written", "x: \"f32[8][1]cpu\"",
    "        r: \"f32[8][1]cpu\" = torch.ops.aten.relu_.default(x)\n"
    "        s: \"f32[][]cpu\" = torch.ops.aten.select.int(r, 0, 1)\n"
    "        t: \"f32[8][1]cpu\" = torch.ops.aten.exp_.default(r)\n"
    "        return (s, t)\n" },
  { "clone-before-scatter", "x: \"f32[10, 10][10, 1]cpu\", i: \"i64[10, 10][10, 1]cpu\"",
    "        r: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.clone.default(x)\n"
    "        t: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.scatter_.value(r, 1, i, 3.0)\n"
    "        a: \"f32[10, 10][10, 1]cpu\" = torch.ops.aten.sub.Tensor(r, x)\n"
    "        return (a, t)\n" },
  { "index-put-of-its-own-part", "x: \"f32[8, 9][9, 1]cpu\"",
    "        e: \"f32[8, 9][9, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        i: \"i64[2][1]cpu\" = torch.ops.prims.iota.default(2, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        s: \"f32[9][1]cpu\" = torch.ops.aten.select.int(e, 0, 0)\n"
    "        p: \"f32[8, 9][9, 1]cpu\" = torch.ops.aten.index_put.default(e, [i], s, True)\n"
    "        return (p,)\n" },
  { "index-put-of-itself-at-itself", "x: \"i64[10][1]cpu\"",
    "        r: \"i64[10][1]cpu\" = torch.ops.aten.remainder.Scalar(x, 10)\n"
    "        q: \"i64[10][1]cpu\" = torch.ops.aten.index_put_.default(r, [r], r)\n"
    "        a: \"i64[10][1]cpu\" = torch.ops.aten.add.Tensor(r, 3)\n"
    "        a1: \"i64[10][1]cpu\" = torch.ops.aten.remainder.Scalar(a, 10)\n"
    "        p: \"i64[10][1]cpu\" = torch.ops.aten.index_put_.default(r, [a1], a)\n"
    "        return (p,)\n" },
  { "index-put-into-a-view-of-a-constant", "x: \"f32[3, 6][6, 1]cpu\", i: \"i64[3][1]cpu\"",
    "        full: \"f32[6, 12][12, 1]cpu\" = torch.ops.aten.full.default([6, 12], 0, dtype = torch.float32, device = device(type='cpu'), pin_memory = False)\n"
    "        t: \"f32[12, 6][1, 12]cpu\" = torch.ops.aten.permute.default(full, [1, 0])\n"
    "        p: \"f32[12, 6][1, 12]cpu\" = torch.ops.aten.index_put_.default(t, [i], x, True)\n"
    "        a: \"f32[12, 6][6, 1]cpu\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        b: \"f32[6, 12][12, 1]cpu\" = torch.ops.aten.neg.default(full)\n"
    "        return (a, b)\n" },
  { "index-put-of-a-view", "x: \"f32[10][1]cpu\", i: \"i64[4][1]cpu\"",
    "        r: \"f32[10][1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        s: \"f32[4][1]cpu\" = torch.ops.aten.slice.Tensor(r, 0, 2, 6)\n"
    "        p: \"f32[10][1]cpu\" = torch.ops.aten.index_put_.default(r, [i], s, True)\n"
    "        return (p,)\n" },
  { "list-copied-from-what-it-was-made-of", "x: \"f32[8][1]cpu\"",
    "        e: \"f32[8][1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.sin.default(e)\n"
    "        c = torch.ops.aten._foreach_copy_.default([s], [e])\n"
    "        w: \"f32[8][1]cpu\" = torch.ops.aten.add_.Tensor(s, x)\n"
    "        return (s, e)\n" },
  { "list-copied-for-nobody", "x: \"f32[8][1]cpu\"",
    "        e: \"f32[8][1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.sin.default(e)\n"
    "        c = torch.ops.aten._foreach_copy_.default([s], [e])\n"
    "        return (x,)\n" },
  /* PyTorch yields copies, although nothing moves. */
  { "pixels-shuffled-by-one", "x: \"f32[2, 3, 4, 2][24, 8, 2, 1]cpu\"",
    "        a: \"f32[2, 3, 4, 2][24, 8, 2, 1]cpu\" = torch.ops.aten.pixel_shuffle.default(x, 1)\n"
    "        b: \"f32[2, 3, 4, 2][24, 8, 2, 1]cpu\" = torch.ops.aten.pixel_unshuffle.default(x, 1)\n"
    "        v: \"f32[6, 4, 2][8, 2, 1]cpu\" = torch.ops.aten.view.default(b, [6, 4, 2])\n"
    "        w: \"f32[2, 3, 4, 2][24, 8, 2, 1]cpu\" = torch.ops.aten.tanh_.default(x)\n"
    "        return (a, v)\n" },
  { "strides-that-are-there-already", "x: \"f32[4, 3][3, 1]cpu\", y: \"f32[4, 3][3, 1]cpu\"",
    "        a: \"f32[4, 3][3, 1]cpu\" = torch.ops.prims.inductor_force_stride_order.default(x, [3, 1])\n"
    "        b: \"f32[4, 3][3, 1]cpu\" = torch.ops.prims.inductor_force_stride_order.default(y, [3, 1])\n"
    "        w: \"f32[4, 3][3, 1]cpu\" = torch.ops.aten.tanh_.default(x)\n"
    "        u: \"f32[4, 3][3, 1]cpu\" = torch.ops.aten.tanh_.default(b)\n"
    "        return (a, b, y)\n" },
  /* A library call writes the input, a kernel what the call yields: that is the same tensor. */
  { "written-by-a-call-and-again", "x: \"f32[8, 9][9, 1]cpu\", y: \"f32[6][1]cpu\"",
    "        m: \"i64[][]cpu\" = torch.ops.aten.argmax.default(x)\n"
    "        u: \"f32[8, 9][9, 1]cpu\" = torch.ops.aten.uniform_.default(x)\n"
    "        s: \"f32[8, 9][9, 1]cpu\" = torch.ops.aten.sqrt_.default(u)\n"
    "        a: \"f32[6][1]cpu\" = torch.ops._c10d_functional.all_reduce_.default(y, 'sum', '0')\n"
    "        p: \"f32[6][1]cpu\" = torch.ops.aten.tanh_.default(a)\n"
    "        b: \"f32[6][1]cpu\" = torch.ops.aten.neg.default(y)\n"
    "        return (m, b)\n" },
  /* A view of the tensor by its second name, too, sees what is written by its first. */
  { "written-beside-a-view-of-the-written", "x: \"f32[8, 9][9, 1]cpu\"",
    "        r: \"f32[8, 9][9, 1]cpu\" = torch.ops.aten.tanh_.default(x)\n"
    "        v: \"f32[72][1]cpu\" = torch.ops.aten.view.default(r, [72])\n"
    "        w: \"f32[8, 9][9, 1]cpu\" = torch.ops.aten.add_.Tensor(x, 1)\n"
    "        n: \"f32[72][1]cpu\" = torch.ops.aten.neg.default(v)\n"
    "        return (n,)\n" },
  { "scalar-read-before-a-call-writes", "x: \"f32[][]cpu\"",
    "        m: \"f32[][]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        u: \"f32[][]cpu\" = torch.ops.aten.uniform_.default(x)\n"
    "        return (m, u)\n" },
  { "scalar-read-before-a-list-writes", "x: \"f32[6][1]cpu\"",
    "        s: \"f32[][]cpu\" = torch.ops.aten.sum.default(x)\n"
    "        t: \"f32[][]cpu\" = torch.ops.aten.sum.default(s)\n"
    "        f = torch.ops.aten._foreach_mul_.Scalar([s], 2.0)\n"
    "        return (t,)\n" },
  /* 2^63 - 1 + 2^63 - 1 is -2 */
  { "integers-added-in-rows-wrap", "x: \"i64[4, 2][2, 1]cpu\"",
    "        f: \"i64[4, 2][2, 1]cpu\" = torch.ops.aten.full.default([4, 2], 9223372036854775807, dtype = torch.int64, device = device(type='cpu'), pin_memory = False)\n"
    "        i: \"i64[3][1]cpu\" = torch.ops.prims.iota.default(3, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        r: \"i64[3, 2][2, 1]cpu\" = torch.ops.aten.slice.Tensor(f, 0, 0, 3)\n"
    "        a: \"i64[4, 2][2, 1]cpu\" = torch.ops.aten.index_add.default(f, 0, i, r)\n"
    "        b: \"i64[4, 2][2, 1]cpu\" = torch.ops.aten.add.Tensor(a, x)\n"
    "        return (a, b)\n" },
  { "copy-of-the-transposed", "x: \"f32[64, 64][64, 1]cpu\"",
    "        f: \"f32[64, 64][1, 64]cpu\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        c: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.copy_.default(x, f)\n"
    "        return ()\n" },
  { "copy-of-the-reversed", "x: \"f32[64, 32][32, 1]cpu\"",
    "        f: \"f32[64, 32][32, 1]cpu\" = torch.ops.aten.flip.default(x, [0])\n"
    "        c: \"f32[64, 32][32, 1]cpu\" = torch.ops.aten.copy_.default(x, f)\n"
    "        return ()\n" },
  { "copy-of-a-row", "x: \"f32[64, 32][32, 1]cpu\"",
    "        f: \"f32[32][1]cpu\" = torch.ops.aten.select.int(x, 0, 5)\n"
    "        c: \"f32[64, 32][32, 1]cpu\" = torch.ops.aten.copy_.default(x, f)\n"
    "        return ()\n" },
  { "copy-to-the-next-row", "x: \"f32[64, 64][64, 1]cpu\"",
    "        a: \"f32[63, 64][64, 1]cpu\" = torch.ops.aten.slice.Tensor(x, 0, 0, 63)\n"
    "        b: \"f32[63, 64][64, 1]cpu\" = torch.ops.aten.slice.Tensor(x, 0, 1, 64)\n"
    "        cl: \"f32[63, 64][64, 1]cpu\" = torch.ops.aten.clone.default(a)\n"
    "        c: \"f32[63, 64][64, 1]cpu\" = torch.ops.aten.copy_.default(b, cl)\n"
    "        return ()\n" },
  { "copy-of-the-computed-and-transposed", "x: \"f32[64, 64][64, 1]cpu\"",
    "        e: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        f: \"f32[64, 64][1, 64]cpu\" = torch.ops.aten.permute.default(e, [1, 0])\n"
    "        c: \"f32[64, 64][64, 1]cpu\" = torch.ops.aten.copy_.default(x, f)\n"
    "        return ()\n" },
  { "shuffled-by-one-is-a-copy", "x: \"f32[2, 2, 3, 3][18, 9, 3, 1]cpu\"",
    "        u = torch.ops.aten.pixel_unshuffle.default(x, 1)\n"
    "        s = torch.ops.aten.selu_.default(u)\n"
    "        p = torch.ops.aten.pixel_shuffle.default(x, 1)\n"
    "        t = torch.ops.aten.neg_.default(p)\n"
    "        m = torch.ops.aten.movedim.int(u, 1, 0)\n"
    "        return (s, t, m)\n" },
  { "another-name-sees-the-write", "x: \"f32[8][1]cpu\"",
    "        l: \"f32[8][1]cpu\" = torch.ops.aten.lift_fresh.default(x)\n"
    "        f: \"f32[8][1]cpu\" = torch.ops.aten.frac_.default(x)\n"
    "        s: \"f32[8][1]cpu\" = torch.ops.aten.sin.default(l)\n"
    "        return (f, s)\n" },
  { "value-before-a-list-is-written", "x: \"f32[3, 8][8, 1]cpu\", y: \"f32[][]cpu\"",
    "        e = torch.ops.aten.special_exp2.default(x)\n"
    "        m = torch.ops.aten._foreach_mul_.Tensor([x], y)\n"
    "        n = torch.ops.aten.norm.ScalarOpt_dim(e, 2, [-1], False)\n"
    "        return (n,)\n" },
  { "value-before-a-library-call-writes", "x: \"f32[8][1]cpu\"",
    "        h: \"f32[8][1]cpu\" = torch.ops.aten.abs.default(x)\n"
    "        n: \"f32[8][1]cpu\" = torch.ops.aten.normal_.default(x)\n"
    "        a: \"f32[8][1]cpu\" = torch.ops.aten.sqrt.default(h)\n"
    "        return (n, a)\n" },
  { "integers-written-over-floats", "x: \"f32[8][1]cpu\", y: \"i32[8][1]cpu\"",
    "        v: \"i32[8][1]cpu\" = torch.ops.aten.view_copy.dtype(x, torch.int32)\n"
    "        a: \"i32[8][1]cpu\" = torch.ops.aten.bitwise_xor_.Tensor(v, y)\n"
    "        b: \"i32[8][1]cpu\" = torch.ops.aten.add.Tensor(v, 1)\n"
    "        return (v, a, b)\n" },
  /* Conversions of what is so already are the tensor itself. */
  { "converted-to-itself-and-written", "x: \"f32[8, 3][3, 1]cpu\"",
    "        a = torch.ops.aten.to.device(x, device(type='cpu'), torch.float32)\n"
    "        b = torch.ops.aten.type_as.default(a, x)\n"
    "        c = torch.ops.aten.contiguous.default(b)\n"
    "        w = torch.ops.aten.neg_.default(c)\n"
    "        d = torch.ops.aten.to.dtype(x, torch.float32, False, True)\n"
    "        e = torch.ops.aten.exp_.default(d)\n"
    "        return (a, b, e)\n" },
  /* Whether a reshape copies goes by strides: PyTorch copies x, and views what lies as it is transposed. */
  { "reshaped-by-a-copy-and-written", "x: \"f32[2, 3, 3][9, 1, 3]cpu\", y: \"f32[2, 3, 3][9, 3, 1]cpu\"",
    "        r = torch.ops.aten.reshape.default(x, [6, 3])\n"
    "        a = torch.ops.aten.add_.Tensor(x, y)\n"
    "        c = torch.ops.aten.clone.default(r)\n"
    "        return (a, c)\n" },
  { "reshaped-by-a-view-and-written", "x: \"f32[2, 3, 3][9, 1, 3]cpu\", y: \"f32[18][1]cpu\"",
    "        t = torch.ops.aten.permute.default(x, [0, 2, 1])\n"
    "        r = torch.ops.aten.reshape.default(t, [18])\n"
    "        a = torch.ops.aten.add_.Tensor(r, y)\n"
    "        c = torch.ops.aten.clone.default(x)\n"
    "        return (a, c)\n" },
  { "written-through-a-view-of-a-part", "x: \"f32[4, 3, 2, 2][12, 4, 2, 1]cpu\", y: \"f32[4, 8][8, 1]cpu\"",
    "        s = torch.ops.aten.slice.Tensor(x, 1, 1, 3)\n"
    "        v = torch.ops.aten.view.default(s, [4, 8])\n"
    "        a = torch.ops.aten.add_.Tensor(v, y)\n"
    "        c = torch.ops.aten.clone.default(x)\n"
    "        return (a, c)\n" },
  /* A copy whose strides change nothing is a copy nevertheless. */
  { "copied-to-the-same-strides", "x: \"f32[8][1]cpu\", i: \"i64[2][1]cpu\", i2: \"f32[2][1]cpu\"",
    "        s = torch.ops.prims.copy_strided.default(x, [1])\n"
    "        f = torch.ops.aten.index_fill.int_Scalar(s, 0, i, 7.0)\n"
    "        o = torch.ops.prims.inductor_force_stride_order.default(x, [1])\n"
    "        p = torch.ops.aten.index_copy.default(o, 0, i, i2)\n"
    "        n = torch.ops.aten.neg.default(x)\n"
    "        return (f, n)\n" },
  { "copied-before-a-call-writes", "x: \"f32[8][1]cpu\"",
    "        s = torch.ops.prims.copy_strided.default(x, [1])\n"
    "        u = torch.ops.aten.uniform_.default(s)\n"
    "        n = torch.ops.aten.neg.default(x)\n"
    "        return (u, n)\n" },
  /* A view is written, whatever strides the file says that it has. */
  { "view-of-other-strides-than-told", "x: \"f64[2, 2, 8][1, 2, 4]cpu\"",
    "        e: \"f64[2, 2, 8][1, 2, 4]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        s: \"f64[2, 2, 8][16, 8, 1]cpu\" = torch.ops.aten.squeeze.dim(e, 0)\n"
    "        n: \"f64[2, 2, 8][16, 8, 1]cpu\" = torch.ops.aten.neg_.default(s)\n"
    "        return (e, n)\n" },
  { "view-of-steps-of-other-strides", "x: \"f64[2, 2, 8][1, 2, 4]cpu\"",
    "        g = torch.ops.aten._log_softmax_backward_data.default(x, x, -2, torch.float64)\n"
    "        v: \"f64[4, 8][8, 1]cpu\" = torch.ops.aten.view.default(g, [4, 8])\n"
    "        n = torch.ops.aten.neg_.default(v)\n"
    "        return (g, n)\n" },
  { "steps-of-other-strides-are-written", "x: \"f64[2, 2, 8][1, 2, 4]cpu\"",
    "        g = torch.ops.aten._log_softmax_backward_data.default(x, x, -2, torch.float64)\n"
    "        v: \"f64[4, 8][8, 1]cpu\" = torch.ops.aten.view.default(g, [4, 8])\n"
    "        n = torch.ops.aten.neg_.default(g)\n"
    "        return (v, n)\n" },
  /* PyTorch: all three are one memory, and so is what an operator in place returned before others write. */
  { "results-of-writes-are-written", "x: \"f32[7, 7][7, 1]cpu\"",
    "        t = torch.ops.aten.transpose_copy.int(x, -2, 1)\n"
    "        s = torch.ops.aten.swapaxes.default(t, -2, 1)\n"
    "        e = torch.ops.aten.exp_.default(t)\n"
    "        n = torch.ops.aten.neg_.default(s)\n"
    "        return (s, e, n)\n" },
  /* Bits of another dtype, picked by views that no strides were made for yet */
  { "diagonal-of-bits", "x: \"f32[8, 8][8, 1]cpu\"",
    "        v: \"i32[8, 8][8, 1]cpu\" = torch.ops.aten.view.dtype(x, torch.int32)\n"
    "        c: \"i32[8][1]cpu\" = torch.ops.aten.diagonal_copy.default(v)\n"
    "        d: \"i32[7][9]cpu\" = torch.ops.aten.diagonal.default(v, 1)\n"
    "        n: \"i32[7][9]cpu\" = torch.ops.aten.bitwise_not_.default(d)\n"
    "        e: \"f32[8, 8][8, 1]cpu\" = torch.ops.aten.neg.default(x)\n"
    "        return (c, n, e)\n" },
  /* PyTorch: a copied view has no gaps, and that is the memory as_strided sees. */
  { "strided-part-of-a-copied-diagonal", "x: \"f32[3, 4, 8][32, 8, 1]cpu\"",
    "        d: \"f32[8, 3][3, 1]cpu\" = torch.ops.aten.diagonal_copy.default(x, 0, 0, 1)\n"
    "        s: \"f32[3][5]cpu\" = torch.ops.aten.as_strided.default(d, [3], [5], 2)\n"
    "        r: \"f32[3][1]cpu\" = torch.ops.aten.neg.default(s)\n"
    "        return (r,)\n" },
  /* PyTorch: a reshape copies where no strides describe it; 12 of each 14 floats cannot be cut into rows of 5, those of
     a turned matrix can. */
  { "reshape-that-copies", "x: \"f32[5, 12][14, 1]cpu\"",
    "        v: \"f32[12, 5][5, 1]cpu\" = torch.ops.aten.reshape.default(x, [12, 5])\n"
    "        n: \"f32[5, 12][14, 1]cpu\" = torch.ops.aten.zero_.default(x)\n"
    "        return (v,)\n" },
  { "reshape-of-turned-that-sees", "x: \"f32[4, 6][6, 1]cpu\"",
    "        e: \"f32[4, 6][6, 1]cpu\" = torch.ops.aten.exp.default(x)\n"
    "        t: \"f32[6, 4][1, 6]cpu\" = torch.ops.aten.permute.default(e, [1, 0])\n"
    "        v: \"f32[6, 2, 2][1, 12, 6]cpu\" = torch.ops.aten.reshape.default(t, [6, 2, 2])\n"
    "        n: \"f32[6, 2, 2][1, 12, 6]cpu\" = torch.ops.aten.neg_.default(v)\n"
    "        return (e, n)\n" },
  /* PyTorch: one part of a split, the members of a grid and what wait_tensor yields are the tensor, and so are its bits
     of another dtype. */
  { "part-that-is-whole-sees-writes", "x: \"f32[8, 8][8, 1]cpu\", i: \"i64[2][1]cpu\", y: \"f32[2][1]cpu\"",
    "        v = torch.ops.aten.var_mean.correction(x, [0])\n"
    "        m: \"f32[8][1]cpu\" = operator.getitem(v, 1)\n"
    "        s = torch.ops.aten.split.Tensor(m, 10)\n"
    "        p: \"f32[8][1]cpu\" = operator.getitem(s, 0)\n"
    "        r = torch.ops.aten.index_reduce_.default(m, 0, i, y, 'prod')\n"
    "        return (p,)\n" },
  { "grids-see-writes", "x: \"f32[4][1]cpu\", y: \"f32[2][1]cpu\", i: \"i64[2][1]cpu\"",
    "        e = torch.ops.aten.exp_.default(x)\n"
    "        g = torch.ops.aten.meshgrid.default([e, y])\n"
    "        a: \"f32[4, 2][1, 0]cpu\" = operator.getitem(g, 0)\n"
    "        r = torch.ops.aten.index_add_.default(e, 0, i, y)\n"
    "        return (a,)\n" },
  { "bits-see-writes", "x: \"f32[4][1]cpu\", y: \"f32[4][1]cpu\"",
    "        e = torch.ops.aten.abs.default(x)\n"
    "        b = torch.ops.aten.view.dtype(e, torch.int32)\n"
    "        r = torch.ops.aten.neg_.default(e)\n"
    "        return (b,)\n" },
  { "what-came-is-written", "x: \"f32[4][1]cpu\", y: \"f32[2][1]cpu\", i: \"i64[2][1]cpu\"",
    "        w = torch.ops._c10d_functional.wait_tensor.default(x)\n"
    "        r = torch.ops.aten.index_add_.default(w, 0, i, y)\n"
    "        n = torch.ops.aten.neg.default(x)\n"
    "        return (w, n)\n" },
  /* What m becomes nobody asks for; it was computed from x nevertheless, before x is written. */
  { "read-by-what-is-written-in-vain", "x: \"f32[8, 8][8, 1]cpu\", y: \"f32[][]cpu\"",
    "        t: \"f32[8, 8][1, 8]cpu\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        m: \"f32[8, 8][8, 1]cpu\" = torch.ops.aten.mm.default(x, t)\n"
    "        s: \"f32[8, 8][8, 1]cpu\" = torch.ops.aten.sin.default(m)\n"
    "        f = torch.ops.aten._foreach_mul_.Tensor([m, t], y)\n"
    "        return (s,)\n" },
  /* A piece of a concatenation is another tensor. */
  { "piece-of-a-concatenation-is-written", "x: \"f32[2, 4][4, 1]cpu\", y: \"f32[2, 4][4, 1]cpu\"",
    "        n: \"f32[2, 4][4, 1]cpu\" = torch.ops.aten.neg.default(x)\n"
    "        s: \"f32[2, 4][4, 1]cpu\" = torch.ops.aten.slice.Tensor(n)\n"
    "        c: \"f32[6, 4][4, 1]cpu\" = torch.ops.aten.cat.default([s, y, n])\n"
    "        r: \"f32[2, 4][4, 1]cpu\" = torch.ops.aten.exp_.default(n)\n"
    "        e: \"b8[2, 4][4, 1]cpu\" = torch.ops.aten.gt.Scalar(r, 1)\n"
    "        return (c, e)\n" },
  /* Rows of unknown length are gone through twice for their variance: the second time, too, before they are written. */
  { "variance-of-what-is-written",
    "s0: \"Sym(s0)\", x: \"f32[3, 3, s0][s91, s92, 1]cpu\"",
    "        v: \"f32[3][1]cpu\" = torch.ops.aten.var.correction(x, [1, 2], correction = 1)\n"
    "        c = torch.ops.aten.cosh_.default(x)\n"
    "        return (v,)\n",
    NULL,
    { "s0", "s91", "s92" },
    { 6, 23, 7 } },
  /* As TorchInductor's in-place pass leaves fill_diagonal_ behind a write through a transposed view: the value lies as
   * it was computed, as_strided counts in the strides of the traced graph. */
  { "strided-writes-of-turned", "x: \"f32[4, 6]\", f: \"f32[4]\"",
    "        c: \"f32[4, 6]\" = torch.ops.aten.clone.default(x)\n"
    "        p: \"f32[6, 4]\" = torch.ops.aten.permute.default(c, [1, 0])\n"
    "        s: \"f32[2, 4]\" = torch.ops.aten.slice.Tensor(p, 0, 1, 3)\n"
    "        m: \"f32[2, 4]\" = torch.ops.aten.mul.Tensor(s, 3)\n"
    "        w: \"f32[6, 4]\" = torch.ops.aten.slice_scatter.default(p, m, 0, 1, 3)\n"
    "        t: \"f32[4, 6]\" = torch.ops.aten.permute.default(w, [1, 0])\n"
    "        d: \"f32[4]\" = torch.ops.aten.as_strided.default(t, [4], [7], 0)\n"
    "        v: \"f32[4]\" = torch.ops.aten.copy_.default(d, f)\n"
    "        return (t,)\n" },
  { "strided-writes-of-turned-and-read", "x: \"f32[4, 6]\", f: \"f32[4]\"",
    "        p: \"f32[6, 4]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        w: \"f32[6, 4]\" = torch.ops.aten.exp.default(p)\n"
    "        t: \"f32[4, 6]\" = torch.ops.aten.permute.default(w, [1, 0])\n"
    "        d: \"f32[4]\" = torch.ops.aten.as_strided.default(t, [4], [7], 0)\n"
    "        v: \"f32[4]\" = torch.ops.aten.copy_.default(d, f)\n"
    "        n: \"f32[6, 4]\" = torch.ops.aten.neg.default(w)\n"
    "        return (n, t)\n" },
  /* What as_strided sees is the memory of the operator, not of the steps that the operator stands for. */
  { "strided-part-of-turned", "x: \"f32[8, 8][1, 8]cpu\", y: \"f32[15, 2][2, 1]cpu\"",
    "        s: \"f32[8, 8][1, 8]cpu\" = torch.ops.aten.as_strided_scatter.default(x, y, [15, 2], [3, 1])\n"
    "        return (s,)\n" },
  { "strided-part-of-diagonals", "x: \"f32[8, 3][3, 1]cpu\", y: \"f32[60, 3][3, 1]cpu\"",
    "        d: \"f32[5, 5, 8][40, 8, 1]cpu\" = torch.ops.aten.diag_embed.default(x, 2, 1, 0)\n"
    "        s: \"f32[5, 5, 8][40, 8, 1]cpu\" = torch.ops.aten.as_strided_scatter.default(d, y, [60, 3], [3, 1])\n"
    "        v: \"f32[60, 3][3, 1]cpu\" = torch.ops.aten.as_strided.default(d, [60, 3], [3, 1])\n"
    "        n: \"f32[60, 3][3, 1]cpu\" = torch.ops.aten.neg.default(v)\n"
    "        return (s, n)\n" },
  { "strided-part-of-scattered", "x: \"f32[8, 8][1, 8]cpu\", i: \"i64[5, 8][8, 1]cpu\", y: \"f32[15, 2][2, 1]cpu\"",
    "        c = torch.ops.aten.scatter.value(x, 0, i, 3.0)\n"
    "        s = torch.ops.aten.as_strided_scatter.default(c, y, [15, 2], [3, 1])\n"
    "        return (s,)\n" },
};

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-writes", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
