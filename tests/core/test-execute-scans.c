/* Elements that depend on others of their row: scans, sorting, picking by index. */
#include "fl-layout-fixture.h"

static const LayoutCase graphs[] = {
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
  { "scans/non-temporal", "x: \"f32[1033, 1048]\", y: \"f32[1053, 1041]\"",
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_layouts (graphs, G_N_ELEMENTS (graphs));
  return g_test_run ();
}
