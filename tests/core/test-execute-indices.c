/* What indices tell, choose and count: the places of the largest in windows, histograms, rows that are added where an
 * index says. Each graph is executed with vectors of every width, fused and unfused, and compared with the reference
 * interpreter, which shares no code with what is tested. Sizes are odd on purpose; there are equal elements and NaNs.
 */
#include "fl-formats.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

#include <string.h>

typedef struct
{
  const char *name, *signature, *body, *results;
} Graph;

#define A "torch.ops.aten."
#define P "torch.ops.prims."

static const Graph graphs[] = {
  { "windows/largest", "x: \"f32[2, 3, 17, 43]\"",
    "        n = " A "log.default(x)\n"  /* NaN of half of them */
    "        z = " A "relu.default(x)\n" /* equal ones */
    "        p = " A "max_pool2d_with_indices.default(x, [2, 2], [2, 2])\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "max_pool2d_with_indices.default(n, [2, 2])\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "max_pool2d_with_indices.default(z, [3, 3], [2, 2], [1, 1])\n"
    "        e = r[0]\n"
    "        f = r[1]\n"
    "        s = " A "max_pool2d_with_indices.default(n, [3, 2], [1, 1], [1, 1])\n"
    "        g = s[0]\n"
    "        h = s[1]\n",
    "a, b, c, d, e, f, g, h" },
  { "windows/largest-of-others", "x: \"f64[2, 9, 21]\", y: \"bf16[3, 16, 34]\", z: \"f32[2, 33, 35]\"",
    "        p = " A "max_pool2d_with_indices.default(x, [2, 2], [2, 2])\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        q = " A "max_pool2d_with_indices.default(y, [2, 2], [2, 2])\n"
    "        c = q[0]\n"
    "        d = q[1]\n"
    "        r = " A "max_pool2d_with_indices.default(z, [2, 2], [1, 1], [0, 0], [2, 3])\n"
    "        e = r[0]\n"
    "        f = r[1]\n"
    "        s = " A "max_pool2d_with_indices.default(z, [7, 6], [5, 4], [3, 2])\n"
    "        g = s[0]\n"
    "        h = s[1]\n",
    "a, b, c, d, e, f, g, h" },
  { "windows/means",
    "x: \"f32[2, 3, 31, 43]\", y: \"f64[3, 17, 19]\", g: \"f32[2, 3, 25, 37]\", h: \"f32[2, 3, 11, 14]\", k: \"f32[2, 3, 7, 5]\"",
    "        a = " A "avg_pool2d.default(x, [7, 7], [1, 1])\n"
    "        b = " A "avg_pool2d.default(x, [7, 8], [3, 3], [3, 2], True, False)\n"
    "        c = " A "avg_pool2d.default(x, [6, 6], [], [1, 3], True)\n"
    "        d = " A "avg_pool2d.default(y, [9, 5], [2, 4], [0, 0], False, True, 3)\n"
    "        t = " A "permute.default(x, [0, 1, 3, 2])\n"
    "        e = " A "avg_pool2d.default(t, [7, 7], [2, 2], [3, 3])\n"
    "        f = " A "avg_pool2d_backward.default(g, x, [7, 7], [1, 1], [0, 0], False, True, None)\n"
    "        i = " A "avg_pool2d_backward.default(h, x, [7, 8], [3, 3], [3, 2], True, False, None)\n"
    "        j = " A "_adaptive_avg_pool2d_backward.default(k, x)\n"
    "        l = " A "avg_pool2d.default(x, [2, 3])\n",
    "a, b, c, d, e, f, i, j, l" },
  { "windows/offsets", "x: \"f32[3, 18, 70]\"",
    "        p = " P "_low_memory_max_pool_with_offsets.default(x, [2, 2], [2, 2], [0, 0], [1, 1], False)\n"
    "        a = p[0]\n"
    "        b = p[1]\n"
    "        c = " P "_low_memory_max_pool_offsets_to_indices.default(b, [2, 2], [18, 70], [2, 2], [0, 0], [1, 1])\n",
    "a, b, c" },
  /* --- counted -------------------------------------------------------------------------------- */
  /* A pass of TorchInductor up to 2.9 leaves this in the graph: one-hot rows, their places computed. */
  { "counted/number-into-constant", "i: \"i64[37, 1, 5]\", x: \"f32[37, 9, 5]\"",
    "        r = " A "remainder.Scalar(i, 9)\n"
    "        s = torch__inductor_fx_passes_post_grad_scatter_upon_const_tensor(shape = [37, 9, 5], background_val = 0, "
    "dtype = torch.float32, dim = 1, selector = r, val = -1.0)\n"
    "        m = " A "mul.Tensor(s, x)\n",
    "s, m" },
  { "counted/histograms", "i: \"i64[5003]\", k: \"i32[333]\", x: \"f32[5003]\", d: \"f64[333]\"",
    "        j = " A "remainder.Scalar(i, 37)\n"
    "        n = " A "sub.Tensor(j, 37)\n" /* counts from the end */
    "        l = " A "remainder.Scalar(k, 37)\n"
    "        zf = " A
    "full.default([37], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        zd = " A
    "full.default([37], 1.5, dtype = torch.float64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        zi = " A
    "full.default([37], 0, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        zk = " A
    "full.default([37], 7, dtype = torch.int32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        ones = " A
    "full.default([5003], 1, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        of = " A
    "full.default([333], 1.25, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        od = " A
    "full.default([], 0.5, dtype = torch.float64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        ok = " A
    "full.default([333], 3, dtype = torch.int32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        a = " A "index_put.default(zf, [j], x, True)\n"
    "        b = " A "index_put.default(zd, [l], d, True)\n"
    "        m = " A "index_put.default(zf, [l], of, True)\n" /* one number */
    "        o = " A "index_put.default(zd, [l], od, True)\n"
    "        p = " A "index_put.default(zk, [l], ok, True)\n"
    "        c = " A "index_put.default(zi, [n], ones, True)\n"
    "        e = " A "index_put.default(zi, [j], i, True)\n"
    "        f = " A "index_put.default(zk, [l], k, True)\n"
    "        g = " A "scatter_add.default(zf, 0, j, x)\n"
    "        h = " A "scatter_add.default(zi, 0, j, i)\n",
    "a, b, c, e, f, g, h, m, o, p" },
  /* Pieces of the indices with tables of their own: more than 16384 of them; 53 or 1001 places, of which some get
     nothing. */
  { "counted/tables",
    "x: \"f32[40003]\", y: \"f64[3, 20011]\", i: \"i64[40003]\", k: \"i64[3, 20011]\", t: \"f32[53]\", d: \"f64[3, 1001]\", v: \"i32[53]\"",
    "        r = " A "remainder.Scalar(i, 51)\n"
    "        q = " A "remainder.Scalar(k, 997)\n"
    "        j = " P "convert_element_type.default(i, torch.int32)\n"
    "        p = " A "remainder.Scalar(" A "mul.Tensor(i, 7), 53)\n"
    "        near = " A "add.Tensor(" A "mul.Tensor(x, 0.001), 1.0)\n"
    "        close = " A "add.Tensor(" A "mul.Tensor(y, 0.001), 1.0)\n"
    "        n = " A "log.default(" A "add.Tensor(x, 3.3))\n" /* NaN of a few */
    "        a = " A "scatter_add.default(t, 0, r, x)\n"
    "        b = " A "scatter_reduce.two(t, 0, r, n, 'amax')\n"
    "        c = " A "scatter_reduce.two(t, 0, r, x, 'amin')\n"
    "        e = " A "scatter_reduce.two(t, 0, r, near, 'prod')\n"
    "        f = " A "scatter_add.default(d, 1, q, y)\n"
    "        g = " A "scatter_reduce.two(d, 1, q, close, 'prod')\n"
    "        h = " A "scatter_reduce.two(d, 1, q, y, 'amax')\n"
    "        l = " A "scatter_add.default(v, 0, p, j)\n"
    "        m = " A "scatter_reduce.two(v, 0, r, j, 'prod')\n"
    "        o = " A "scatter_reduce.two(v, 0, r, j, 'amin')\n"
    "        s = " A "scatter_reduce.two(d, 1, q, y, 'mean', include_self = False)\n"
    "        z = " A "neg.default(" A
    "mul.Tensor(t, 0.0))\n" /* zeros of either sign stay what they are where nothing comes */
    "        u = " A "reciprocal.default(" A "slice.Tensor(" A "scatter_add.default(z, 0, r, x), 0, 51, 53))\n",
    "a, b, c, e, f, g, h, l, m, o, s, u" },
  /* Bags of rows, some empty: sums, means, the largest; weights of their indices; an index that does not count. */
  { "counted/bags", "w: \"f32[61, 37]\", i: \"i64[803]\", o: \"i64[53]\", s: \"f32[803]\"",
    "        r = " A "remainder.Scalar(i, 61)\n"
    "        k = " P "convert_element_type.default(r, torch.int32)\n"
    "        p = " P "convert_element_type.default(o, torch.int32)\n"
    "        b0 = " A "_embedding_bag_forward_only.default(w, r, o)\n"
    "        a = b0[0]\n"
    "        b1 = " A "_embedding_bag_forward_only.default(w, k, p, False, 1)\n"
    "        b = b1[0]\n"
    "        b2 = " A "_embedding_bag.default(w, r, o, False, 2)\n"
    "        c = b2[0]\n"
    "        d = b2[1]\n"
    "        e = b2[2]\n"
    "        f = b2[3]\n"
    "        b3 = " A "_embedding_bag_forward_only.default(w, r, o, False, 0, False, s, False, 3)\n"
    "        g = b3[0]\n"
    "        b4 = " A "_embedding_bag.default(w, r, o, False, 1, False, None, True)\n"
    "        h = b4[0]\n"
    "        l = b4[1]\n"
    "        m = b4[2]\n"
    "        b5 = " A "_embedding_bag_forward_only.default(" P
    "convert_element_type.default(w, torch.float64), r, o, False, 2)\n"
    "        n = b5[0]\n",
    "a, b, c, d, e, f, g, h, l, m, n" },
  { "counted/places",
    "t: \"f32[29, 31]\", i: \"i64[401]\", k: \"i64[401]\", x: \"f32[401]\", h: \"bf16[401]\", m: \"b8[401]\"",
    "        r = " A "remainder.Scalar(i, 29)\n"
    "        c = " A "remainder.Scalar(k, 31)\n"
    "        u = " A "remainder.Scalar(" P
    "iota.default(401, start = 0, step = 7, dtype = torch.int64, device = device(type='cpu'), requires_grad = False), 899)\n" /* 7 and 899 have no divisor in common */
    "        a = " A "index_put.default(t, [r, c], x, True)\n"
    "        b = " A "index_put.default(" A "view.default(t, [899]), [u], x)\n"
    "        th = " P "convert_element_type.default(" A "view.default(t, [899]), torch.bfloat16)\n"
    "        d = " A "index_put.default(th, [u], h)\n"
    "        tm = " A "gt.Scalar(" A "view.default(t, [899]), 0.0)\n"
    "        e = " A "index_put.default(tm, [u], m)\n"
    "        f = " A "scatter_add.default(t, 1, " A "expand.default(" A "view.default(" A
    "slice.Tensor(c, 0, 0, 29), [29, 1]), [29, 31]), t)\n",
    "a, b, d, e, f" },
  /* Positions that are computed as floats: NaN, and what no integer holds, are replaced before they choose. */
  { "counted/floats",
    "t: \"f32[29, 31]\", d: \"f64[29, 31]\", x: \"f32[13, 37]\", y: \"f32[13, 37]\", n: \"f32[1003]\"",
    "        zero = " A
    "full.default([], 0, dtype = torch.int64, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        l = " A "mul.Tensor(" A "log.default(x), 1e10)\n" /* NaN of negative numbers */
    "        u = " A "add.Tensor(" A "mul.Tensor(x, 12.0), 14.0)\n"
    "        v = " A "add.Tensor(" A "mul.Tensor(y, 12.0), 14.0)\n"
    "        m = " A "where.self(" A "gt.Scalar(y, 1.0), l, u)\n"
    "        f = " A "floor.default(m)\n"
    "        g = " A "floor.default(v)\n"
    "        p = " A "logical_and.default(" A "ge.Scalar(f, -29), " A "lt.Scalar(f, 29))\n"
    "        q = " A "logical_and.default(" A "ge.Scalar(g, 0), " A "lt.Scalar(g, 31))\n"
    "        i = " A "where.self(p, " P "convert_element_type.default(f, torch.int64), zero)\n"
    "        j = " A "where.self(q, " P "convert_element_type.default(g, torch.int64), zero)\n"
    "        a = " A "index.Tensor(t, [i, j])\n"
    "        b = " A "index.Tensor(d, [i, j])\n"
    "        c = " A "add.Tensor(i, j)\n"
    "        k = " A "remainder.Scalar(n, 29.0)\n"
    "        e = " A "index.Tensor(t, [" P "convert_element_type.default(k, torch.int64)])\n",
    "a, b, c, e" },
  /* The loop over three of a row is short. */
  { "counted/crossed", "x: \"f32[131, 3]\", y: \"f32[131, 3]\", z: \"f64[131, 3]\"",
    "        i = " P
    "iota.default(3, start = 0, step = 1, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        r = " A "remainder.Scalar(" A "add.Tensor(i, 1), 3)\n"
    "        s = " A "remainder.Scalar(" A "add.Tensor(i, 2), 3)\n"
    "        m = " A "mul.Tensor(" A "index.Tensor(x, [None, r]), " A "index.Tensor(y, [None, s]))\n"
    "        n = " A "mul.Tensor(" A "index.Tensor(x, [None, s]), " A "index.Tensor(y, [None, r]))\n"
    "        a = " A "sub.Tensor(m, n)\n"
    "        b = " A "index.Tensor(z, [None, s])\n",
    "a, b" },
  { "counted/short-rows", "t: \"f32[61, 5]\", i: \"i64[501]\", x: \"f32[501, 5]\", y: \"f32[501, 3, 4]\"",
    "        r = " A "remainder.Scalar(i, 61)\n"
    "        a = " A "index_put.default(t, [r], x, True)\n"
    "        z = " A
    "full.default([61, 3, 4], 0, dtype = torch.float32, layout = torch.strided, device = device(type='cpu'), pin_memory = False)\n"
    "        b = " A "index_put.default(z, [r], y, True)\n",
    "a, b" },
  { "counted/joined",
    "t: \"f32[61, 70]\", d: \"f64[40, 9]\", i: \"i64[901]\", k: \"i64[300, 9]\", x: \"f32[901, 70]\", y: \"f64[300, 9]\"",
    "        r = " A "remainder.Scalar(i, 60)\n"
    "        w = " A "expand.default(" A "view.default(r, [901, 1]), [901, 70])\n"
    "        q = " A "remainder.Scalar(k, 39)\n"
    "        n = " A "log.default(y)\n"
    "        a = " A "index_reduce.default(t, 0, r, x, 'amax')\n"
    "        b = " A "index_reduce.default(t, 0, r, x, 'mean', include_self = False)\n"
    "        c = " A "index_reduce.default(d, 1, " A "remainder.Scalar(" A "slice.Tensor(i, 0, 0, 5), 9), " A
    "slice.Tensor(" A "slice.Tensor(y, 0, 0, 40), 1, 2, 7), 'prod')\n"
    "        e = " A "scatter_reduce.two(t, 0, w, x, 'mean')\n"
    "        f = " A "scatter_reduce.two(t, 0, w, x, 'mean', include_self = False)\n"
    "        g = " A "scatter_reduce.two(d, 0, q, n, 'amin', include_self = False)\n"
    "        h = " A "scatter_reduce.two(d, 0, q, y, 'prod', include_self = False)\n"
    "        l = " A "scatter_reduce.two(d, 0, q, y, 'sum', include_self = False)\n"
    "        m = " A "scatter_reduce.two(d, 0, q, n, 'amax', include_self = False)\n"
    "        o = " A "scatter_reduce.two(t, 0, w, " A
    "log.default(x), 'amin', include_self = False)\n" /* NaN of half of them */
    "        p = " A "scatter_reduce.two(t, 0, w, " A "mul.Tensor(x, 0.5), 'prod', include_self = False)\n",
    "a, b, c, e, f, g, h, l, m, o, p" },
  { "small/shifted", "i: \"i64[7, 45]\", k: \"i32[7, 45]\", u: \"u8[7, 45]\", s: \"i8[7, 45]\"",
    "        n = " A "remainder.Scalar(i, 9)\n"
    "        l = " A "remainder.Scalar(k, 9)\n"
    "        v = " A "remainder.Scalar(u, 7)\n"
    "        w = " A "remainder.Scalar(s, 7)\n"
    "        a = " A "__rshift__.Tensor(" A "sub.Tensor(i, 100), n)\n"
    "        b = " A "__lshift__.Tensor(" A "remainder.Scalar(i, 1000), n)\n"
    "        c = " A "__rshift__.Tensor(k, l)\n"
    "        d = " A "__lshift__.Tensor(" A "remainder.Scalar(k, 1000), l)\n"
    "        e = " A "__rshift__.Tensor(u, v)\n"
    "        f = " A "__lshift__.Tensor(v, v)\n"
    "        g = " P "convert_element_type.default(" A "__lshift__.Scalar(w, 3), torch.float32)\n"
    "        h = " P "convert_element_type.default(" A "__rshift__.Scalar(s, 2), torch.float32)\n"
    "        j = " P "convert_element_type.default(" A "__rshift__.Scalar(k, 2), torch.float32)\n",
    "a, b, c, d, e, f, g, h, j" },
  { "small/shifted-beyond",
    "i: \"i64[7, 45]\", k: \"i32[7, 45]\", u: \"u8[7, 45]\", s: \"i8[7, 45]\"", /* by less than none, and by all bits
                                                                                   and more */
    "        l = " P
    "iota.default(45, start = -20, step = 3, dtype = torch.int64, device = device(type='cpu'), requires_grad = False)\n"
    "        n = " P "convert_element_type.default(l, torch.int32)\n"
    "        m = " P "convert_element_type.default(l, torch.int8)\n"
    "        v = " P "convert_element_type.default(l, torch.uint8)\n"
    "        a = " A "__rshift__.Tensor(" A "sub.Tensor(i, 100), l)\n"
    "        b = " A "__lshift__.Tensor(i, l)\n"
    "        c = " A "__rshift__.Tensor(" A "neg.default(k), n)\n"
    "        d = " A "__lshift__.Tensor(k, n)\n"
    "        e = " A "__rshift__.Tensor(u, v)\n"
    "        f = " A "__lshift__.Tensor(u, v)\n"
    "        g = " A "__rshift__.Tensor(" A "neg.default(s), m)\n"
    "        h = " A "__lshift__.Tensor(s, m)\n"
    "        j = " A "__rshift__.Scalar(" A "neg.default(k), 40)\n"
    "        o = " A "__lshift__.Scalar(s, 8)\n",
    "a, b, c, d, e, f, g, h, j, o" },
  { "small/chosen", "x: \"f32[7, 45]\", k: \"i8[7, 45]\", u: \"u8[7, 45]\", m: \"b8[7, 45]\"",
    "        w = " P "convert_element_type.default(k, torch.int64)\n"
    "        v = " P "convert_element_type.default(u, torch.int64)\n"
    "        n = " P "convert_element_type.default(m, torch.int64)\n"
    "        a = " A "where.self(m, w, v)\n"
    "        b = " A "add.Tensor(" A "mul.Tensor(w, 3), v)\n"
    "        c = " A "where.self(" A "gt.Tensor(w, v), n, w)\n"
    "        d = " P "convert_element_type.default(" A "sub.Tensor(v, w), torch.int8)\n"
    "        e = " P "convert_element_type.default(" A "mul.Tensor(v, 1000000), torch.float64)\n"
    "        f = " A "mul.Tensor(" A "mul.Tensor(v, 100000), 100000)\n" /* no longer small */
    "        i = " A "add.Tensor(" P
    "iota.default(45, start = 3, step = -2, dtype = torch.int64, device = device(type='cpu'), requires_grad = False), n)\n"
    "        g = " A "where.self(" A "lt.Scalar(i, -7), w, i)\n",
    "a, b, c, d, e, f, g" },
  /* As numbers they are indices, too: 0 and 1 whatever a mask holds in a lane. */
  { "small/truths", "m: \"b8[7, 45]\", n: \"b8[7, 45]\", t: \"f32[7, 3]\"",
    "        a = " A "gt.Tensor(m, n)\n"
    "        b = " A "lt.Tensor(m, n)\n"
    "        c = " A "ge.Tensor(m, n)\n"
    "        d = " A "le.Tensor(m, n)\n"
    "        i = " P "convert_element_type.default(m, torch.int64)\n"
    "        e = " A "scatter.value(n, 1, i, 1)\n"
    "        f = " A "gather.default(t, 1, i)\n",
    "a, b, c, d, e, f" },
};

static FlGraph *
make_graph (const Graph *data)
{
  g_autofree char *text
      = g_strdup_printf ("class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n%s        return (%s,)\n",
                         data->signature, data->body, data->results);
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_graph_read_text (data->name, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

static void
check_width (const Graph *data, gint vector_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = make_graph (data);
  FlExecuteRequest execute = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  FlPipelineRequest request;
  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.timeout_s = 60;
  request.options.cpu_vector_bytes = vector_bytes;
  request.with_unfused = vector_bytes == 0;
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  const FlExecution *execution = done->execution;
  g_assert_cmpstr (execution->not_verified_why, ==, NULL);
  g_assert_true (execution->verified);
  g_assert_cmpint (execution->n_agreements, >, 0);
  for (guint i = 0; i < execution->n_agreements; i++)
    {
      const FlAgreement *a = &execution->agreements[i];
      if (!a->agrees)
        g_test_message ("%d bytes: %s %s at %s: %g, expected %g", vector_bytes, a->variant, a->output, a->worst_place,
                        a->got, a->expected);
      g_assert_true (a->agrees);
    }
}

static void
test_all_widths_agree (gconstpointer data)
{
  static const gint widths[] = { 0, FL_VECTOR_BYTES_NONE, 1, 2 }; /* as the machine has them, none, 16 and 32 bytes */

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    check_width (data, widths[i]);
}

/* An index beyond the places ends the run, whoever looks at it: that of a table of its own, or of bags. */
static void
test_bad_indices_are_told (void)
{
  static const Graph bad[] = {
    { "tables", "t: \"f32[53]\", i: \"i64[40003]\", x: \"f32[40003]\"",
      "        r = " A "add.Tensor(" A "remainder.Scalar(i, 53), 50)\n"
      "        a = " A "scatter_add.default(t, 0, r, x)\n",
      "a" },
    { "bags", "w: \"f32[53, 8]\", i: \"i64[803]\", o: \"i64[20]\"",
      "        r = " A "add.Tensor(" A "remainder.Scalar(i, 53), 50)\n"
      "        p = " A "_embedding_bag_forward_only.default(w, r, o)\n"
      "        a = p[0]\n",
      "a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = make_graph (&bad[i]);
      FlExecuteRequest execute = { .verify = FALSE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
      FlPipelineRequest request;
      fl_pipeline_request_init (&request);
      request.options.target = FL_TARGET_CPU;
      request.options.timeout_s = 60;
      g_autoptr (FlRun) run = fl_pipeline_run (graph, &request);
      g_assert_no_error (run->error);
      g_autoptr (FlRun) done = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
      g_assert_null (done);
      g_assert_nonnull (strstr (error->message, "index 5"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/execute/%s", graphs[i].name);
      g_test_add_data_func (path, &graphs[i], test_all_widths_agree);
    }
  g_test_add_func ("/core/execute/counted/bad", test_bad_indices_are_told);
  return g_test_run ();
}
