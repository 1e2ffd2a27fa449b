/* Sizes that come with the call: what an example's sizes would decide holds for no other. Expected values, and sizes, are the reference
 * interpreter's, which knows numbers only. */
#include "fl-agree-fixture.h"

static const AgreeCase cases[] = {
  { "rolls-and-parts-of-many", "x: \"f32[s0, s1][s1, 1]\"",
    "        a: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [-1, 3], [0, 1])\n"
    "        b: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [2])\n"
    "        c: \"f32[s0, Min(s1, 5)]\" = torch.ops.aten.slice.Tensor(x, 1, 0, 5)\n"
    "        d: \"f32[s0, Min(s1, 12) - 2]\" = torch.ops.aten.slice.Tensor(x, 1, 2, 12)\n"
    "        e: \"f32[s0]\" = torch.ops.aten.amax.default(c, [1])\n"
    "        f: \"f32[s0]\" = torch.ops.aten.amax.default(d, [1])\n"
    "        return (a, b, c, d, e, f)\n", NULL, { "s0", "s1" }, { 7, 30 } },
  { "rolls-and-parts-of-few", "x: \"f32[s0, s1][s1, 1]\"",
    "        a: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [-1, 3], [0, 1])\n"
    "        b: \"f32[s0, s1]\" = torch.ops.aten.roll.default(x, [2])\n"
    "        c: \"f32[s0, Min(s1, 5)]\" = torch.ops.aten.slice.Tensor(x, 1, 0, 5)\n"
    "        d: \"f32[s0, Min(s1, 12) - 2]\" = torch.ops.aten.slice.Tensor(x, 1, 2, 12)\n"
    "        e: \"f32[s0]\" = torch.ops.aten.amax.default(c, [1])\n"
    "        f: \"f32[s0]\" = torch.ops.aten.amax.default(d, [1])\n"
    "        return (a, b, c, d, e, f)\n", NULL, { "s0", "s1" }, { 3, 4 } },
  { "windows-of-odd-sizes", "a: \"f32[2, 3, s0, s1]\"",
    "        p = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [0, 0], [1, 1], True)\n"
    "        g = p[0]\n"
    "        q = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [1, 1], [1, 1], True)\n"
    "        h = q[0]\n"
    "        v = torch.ops.aten.avg_pool2d.default(a, [2, 2], [3, 3], [0, 0], True, True)\n"
    "        return (g, h, v)\n", NULL, { "s0", "s1" }, { 9, 7 } },
  { "windows-of-even-sizes", "a: \"f32[2, 3, s0, s1]\"",
    "        p = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [0, 0], [1, 1], True)\n"
    "        g = p[0]\n"
    "        q = torch.ops.aten.max_pool2d_with_indices.default(a, [2, 2], [2, 2], [1, 1], [1, 1], True)\n"
    "        h = q[0]\n"
    "        v = torch.ops.aten.avg_pool2d.default(a, [2, 2], [3, 3], [0, 0], True, True)\n"
    "        return (g, h, v)\n", NULL, { "s0", "s1" }, { 8, 10 } },
  { "part-of-a-derived-size", "x: \"f32[1, 1, s0, s1]\", w: \"f32[s2, 1, s2, s2]\"",
    "        convolution: \"f32[1, s2, -s2 + (((s0 + 5)//2)) + 1, -s2 + (((s1 + 5)//2)) + 1]cpu\" = torch.ops.aten.convolution.default(x, w, None, [2, 2], [2, 2], [2, 2], False, [0, 0], 1)\n"
    "        part: \"f32[1, s2, -s2 + (((s0 + 5)//2)) + 1, -s2 + (((s1 + 5)//2)) + 1]\" = torch.ops.aten.slice_copy.Tensor(convolution, 2, 0, 9223372036854775807)\n"
    "        return (part,)\n", NULL, { "s0", "s1", "s2" }, { 5, 7, 2 } },
  { "sizes-called-as-loops", "a: \"Sym(i0)\", b: \"Sym(z1)\", x: \"f32[i0, z1, 8][8*z1, 8, 1]\", i: \"i64[i0]\"",
    "        g: \"f32[i0, z1, 8][8*z1, 8, 1]\" = torch.ops.aten.index.Tensor(x, [i])\n"
    "        p: \"f32[z1, i0, 8][8, 8*z1, 1]\" = torch.ops.aten.permute.default(g, [1, 0, 2])\n"
    "        c: \"f32[z1, i0, 8]\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        v: \"f32[z1, 8*i0]\" = torch.ops.aten.reshape.default(c, [b, -1])\n"
    "        e: \"f32[z1, 8*i0]\" = torch.ops.aten.exp.default(v)\n"
    "        s: \"f32[z1, 1]\" = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
    "        d: \"f32[z1, 8*i0]\" = torch.ops.aten.div.Tensor(e, s)\n"
    "        m: \"f32[z1, 8*i0]\" = torch.ops.aten.mul.Tensor(d, a)\n"
    "        return (d, m)\n", NULL, { "i0", "z1" }, { 5, 3 } },
  { "sizes-called-as-what-is-loaded", "a: \"Sym(indirect0)\", b: \"Sym(tmp3)\", x: \"f32[indirect0, tmp3, 8][8*tmp3, 8, 1]\", i: \"i64[indirect0]\"",
    "        g: \"f32[indirect0, tmp3, 8][8*tmp3, 8, 1]\" = torch.ops.aten.index.Tensor(x, [i])\n"
    "        p: \"f32[tmp3, indirect0, 8][8, 8*tmp3, 1]\" = torch.ops.aten.permute.default(g, [1, 0, 2])\n"
    "        c: \"f32[tmp3, indirect0, 8]\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        v: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.reshape.default(c, [b, -1])\n"
    "        e: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.exp.default(v)\n"
    "        s: \"f32[tmp3, 1]\" = torch.ops.aten.sum.dim_IntList(e, [1], True)\n"
    "        d: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.div.Tensor(e, s)\n"
    "        m: \"f32[tmp3, 8*indirect0]\" = torch.ops.aten.mul.Tensor(d, a)\n"
    "        return (d, m)\n", NULL, { "indirect0", "tmp3" }, { 5, 3 } },
};

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  agree_add ("execute-sizes", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
