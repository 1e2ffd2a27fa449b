/* Loop programs: what is built is what the compiled kernel computes; the outline says it. */
#include "fl-loops-fixture.h"

#include "fl-intern.h"

typedef struct
{
  const char *name, *signature, *body;
} LoopsCase;

typedef struct
{
  guint n_checked, n_skipped, n_wrong;
} Tally;

static FlRun *
plan (FlGraph *graph, const char *strategy)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (strategy);
  run = fl_pipeline_run (graph, &request);
  return run;
}

static FlGraph *
read_case (const LoopsCase *c)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s", c->signature, c->body);
  FlGraph *graph = fl_graph_read_text (c->name, text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

/* --- the interpreter beside compiled kernels -------------------------------------------------- */

static void
check_kernel (const FlRun *run, void *library, guint position, Tally *tally)
{
  const FlKernel *kernel = &run->program->kernels[position];
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, position, &error);
  LoopsArguments arguments;
  FlLoopInput input = { .lookup = loops_look_up, .max_steps = 20 * 1000 * 1000 };

  g_assert_no_error (error);
  if (!loops_arguments_init (&arguments, kernel, run->symbols, random, FALSE))
    {
      loops_arguments_clear (&arguments);
      tally->n_skipped++;
      return;
    }
  input.n_arguments = arguments.n;
  input.arguments = arguments.numbers;
  if (!fl_loop_interpret (program, &input, &error))
    {
      if (g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED))
        tally->n_skipped++;
      else
        {
          g_test_message ("%s", error->message);
          tally->n_wrong++;
        }
    }
  else
    {
      loops_call (library, kernel, &arguments);
      tally->n_checked++;
      tally->n_wrong += loops_compare (&arguments, &arguments, kernel->name) > 0;
    }
  loops_arguments_clear (&arguments);
}

static void
check_run (const FlRun *run, Tally *tally)
{
  void *library = loops_compile (run->program->source);

  for (guint i = 0; i < run->program->n_kernels; i++)
    if (run->program->plan->nests[i])
      check_kernel (run, library, i, tally);
  dlclose (library);
}

static const LoopsCase cases[] = {
  { "pointwise", "x: \"f32[6, 33]\", y: \"f32[33]\"",
    "        add: \"f32[6, 33]\" = torch.ops.aten.add.Tensor(x, y)\n"
    "        mul: \"f32[6, 33]\" = torch.ops.aten.mul.Tensor(add, x)\n"
    "        relu: \"f32[6, 33]\" = torch.ops.aten.relu.default(mul)\n"
    "        gt: \"b8[6, 33]\" = torch.ops.aten.gt.Scalar(add, 0.5)\n"
    "        return (relu, gt)\n" },
  { "softmax", "x: \"f32[5, 41]\"",
    "        softmax: \"f32[5, 41]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n" },
  /* Stages of a pipeline: rows of whole vectors, two apart and one; too few of them in a part, and enough. */
  { "rows-short", "x: \"f32[23, 48]\"",
    "        softmax: \"f32[23, 48]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
    "        return (softmax,)\n" },
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

static void
test_interpreter_agrees_with_kernels (gconstpointer data)
{
  static const char *const strategies[] = { "inductor", "none", "stitch-cpu", "xla" };
  g_autoptr (FlGraph) graph = read_case (data);
  Tally tally = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      g_autoptr (FlRun) run = plan (graph, strategies[i]);

      g_assert_no_error (run->error);
      check_run (run, &tally);
    }
  g_assert_cmpuint (tally.n_checked, >=, 4);
  g_assert_cmpuint (tally.n_skipped, ==, 0);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* The second part of each row of 41 begins at 41 - 41 * i0: what is left of it begins behind the vectors that fit from
 * there. */
static void
test_parts_begin_where_rows_say (void)
{
  static const LoopsCase c = { "stack", "x: \"f32[41, 1]\", y: \"f32[41, 1]\"",
                               "        stack: \"f32[2, 41, 1]\" = torch.ops.aten.stack.default([x, y])\n"
                               "        return (stack,)\n" };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "xla-base");
  Tally tally = { 0 };

  g_assert_no_error (run->error);
  check_run (run, &tally);
  g_assert_cmpuint (tally.n_checked, ==, 1);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* The mean is written over the sum that it was computed from; threads share the loop behind it, which reads the mean.
 */
static void
test_phases_hand_on_memory (void)
{
  static const LoopsCase c = { "phases", "x: \"f32[24]\"",
                               "        norm: \"f32[24]\" = torch.ops.aten.layer_norm.default(x, [24])\n"
                               "        return (norm,)\n" };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = NULL;
  FlPipelineRequest request;
  guint n_phases = 0;
  Tally tally = { 0 };

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern ("stitch-cpu");
  request.options.cpu_vector_bytes = FL_VECTOR_BYTES_NONE;
  request.options.cpu_grain_bytes = 16;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  for (guint i = 0; i < run->program->n_kernels; i++)
    n_phases = MAX (n_phases, run->program->kernels[i].n_phases);
  g_assert_cmpuint (n_phases, ==, 2);
  check_run (run, &tally);
  g_assert_cmpuint (tally.n_checked, ==, run->program->n_kernels);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* --- passes ----------------------------------------------------------------------------------- */

static gboolean
approximates (const FlLoopProgram *version)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, version->pass))
      return fl_loop_passes_get (i)->effect == FL_PASS_APPROXIMATES;
  return FALSE;
}

/* Each version computes the bits of the one before, in any order of parallel iterations; behind a pass that
 * approximates, the bits of what that made. */
static FlLoopMemory *
validate (const FlLoopProgram *at, const LoopsArguments *arguments, Tally *tally)
{
  g_autoptr (GError) error = NULL;
  FlLoopMemory *expected = at->before ? validate (at->before, arguments, tally) : NULL, *first = NULL;

  if (!at->before)
    {
      first = loops_interpret (at, arguments, FL_LOOP_FORWARD, &error);
      tally->n_skipped += !first;
      g_assert_true (first || g_error_matches (error, FL_ERROR, FL_ERROR_UNSUPPORTED));
      return first;
    }
  for (FlLoopOrder order = FL_LOOP_FORWARD; expected && order <= FL_LOOP_EVEN_ODD; order++)
    {
      FlLoopMemory *got = loops_interpret (at, arguments, order, &error);

      g_assert_no_error (error);
      if (!loops_are_same (arguments, order > FL_LOOP_FORWARD ? first : expected, got, at->pass)
          && (order > FL_LOOP_FORWARD || !approximates (at)))
        tally->n_wrong++;
      tally->n_checked++;
      if (order == FL_LOOP_FORWARD)
        first = got;
      else
        loops_free_memory (got, arguments->n);
    }
  if (expected)
    loops_free_memory (expected, arguments->n);
  return first;
}

static void
validate_kernel (const FlRun *run, guint position, guint lanes, guint64 off, Tally *tally)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (position + 11);
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, position, &error), *last;
  static const FlLoopCaches caches[] = { { 1, 1, 1 }, { 0 } }; /* all is large for such caches, all is small */
  const FlLoopMachine machine = { .n_lanes = lanes,
                                  .grain = lanes / 2,
                                  .caches = caches[off >> 2 & 1],
                                  .stream_bytes = off >> 1 & 1,
                                  .work_grain = 1,
                                  .parts = off >> 2 & 1 ? 2 : 7,
                                  .prefetch_bytes = 64 };
  FlLoopContext context = { .machine = &machine };
  LoopsArguments arguments;

  g_assert_no_error (error);
  g_assert_true (fl_loop_verify (built, &error));
  last = fl_loop_passes_run (&context, built, off, &error);
  g_assert_no_error (error);
  if (loops_arguments_init (&arguments, &run->program->kernels[position], run->symbols, random, TRUE))
    {
      FlLoopMemory *left;

      arguments.n_lanes = lanes;
      left = validate (last, &arguments, tally);

      if (left)
        loops_free_memory (left, arguments.n);
    }
  loops_arguments_clear (&arguments);
}

static void
test_passes_keep_bits (gconstpointer data)
{
  static const char *const strategies[] = { "inductor", "stitch-cpu" };
  g_autoptr (FlGraph) graph = read_case (data);
  Tally tally = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      g_autoptr (FlRun) run = plan (graph, strategies[i]);

      for (guint k = 0; k < run->program->n_kernels; k++)
        for (guint n = 0; run->program->plan->nests[k] && n < 16; n++) /* all passes, then subsets that differ */
          validate_kernel (run, k, n & 1 ? 16 : 4, n * G_GUINT64_CONSTANT (0x9e3779b9), &tally);
    }
  g_assert_cmpuint (tally.n_checked, >, 0);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* 44 * 7 + 3 = 311 fits into 32 bits; 44 * 100000000 does not: 4.4e9. */
static void
test_narrow_keeps_what_is_long (void)
{
  static const struct
  {
    const char *step;
    gboolean is_narrowed;
  } iotas[] = { { "7", TRUE }, { "100000000", FALSE } };
  static const FlLoopPass pass = { "narrow", "", FL_PASS_EXACT, fl_pass_narrow };
  const FlLoopMachine machine = { .n_lanes = 16 };

  for (guint i = 0; i < G_N_ELEMENTS (iotas); i++)
    {
      g_autofree char *body = g_strdup_printf (
          "        i: \"i64[45]\" = torch.ops.prims.iota.default(45, start = 3, step = %s, dtype = torch.int64, "
          "device = device(type='cpu'), requires_grad = False)\n"
          "        gt: \"b8[45]\" = torch.ops.aten.gt.Scalar(x, 0)\n"
          "        where: \"i64[45]\" = torch.ops.aten.where.ScalarOther(gt, i, 5)\n"
          "        return (where,)\n",
          iotas[i].step);
      const LoopsCase c = { "iota", "x: \"f32[45]\"", body };
      g_autoptr (FlGraph) graph = read_case (&c);
      g_autoptr (FlRun) run = plan (graph, "inductor");
      g_autoptr (FlArena) arena = fl_arena_open ();
      FlLoopContext context = { .machine = &machine };
      g_autoptr (GError) error = NULL;
      const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error);

      g_assert_no_error (error);
      g_assert_true ((fl_loop_passes_apply (&context, &pass, built, &error) != built) == iotas[i].is_narrowed);
      g_assert_no_error (error);
    }
}

/* Positions of 64 bits that the pass asked for. */
static guint n_wide_positions;

static const char *
refuse_wide_positions (const FlLoopKernel *kernel, FlValueId id, FlAxisId axis)
{
  const FlLoopValue *value = fl_loop_get_value (kernel, id);
  const gboolean is_wide
      = value->op == FL_SCALAR_SET_INDIRECT && fl_loop_get_value (kernel, value->args[0])->dtype == FL_DTYPE_I64;

  (void) axis;
  n_wide_positions += is_wide;
  return is_wide ? "positions of 64 bits" : NULL;
}

/* Where a store goes is made in vectors as well. */
static void
test_vectorize_asks_for_positions_of_stores (void)
{
  static const LoopsCase c = { "scatter", "w: \"f32[40]\", i: \"i64[40]\", y: \"f32[40]\"",
                               "        a: \"i64[40]\" = torch.ops.aten.remainder.Scalar(i, 40)\n"
                               "        s: \"f32[40]\" = torch.ops.aten.scatter.src(w, 0, a, y)\n"
                               "        return (s,)\n" };
  static const FlLoopPass pass = { "vectorize", "", FL_PASS_REORDERS, fl_pass_vectorize };
  const FlLoopMachine machine = { .n_lanes = 16, .refuse_vector = refuse_wide_positions };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  guint n_refused = 0;

  for (guint k = 0; k < run->program->n_kernels; k++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (GError) error = NULL;
      FlLoopContext context = { .machine = &machine };
      const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, k, &error), *made;

      g_assert_no_error (error);
      n_wide_positions = 0;
      made = fl_loop_passes_apply (&context, &pass, built, &error);
      g_assert_no_error (error);
      g_assert_true (n_wide_positions == 0 || made == built);
      n_refused += n_wide_positions > 0;
    }
  g_assert_cmpuint (n_refused, ==, 1);
}

/* --- what the verifier and the interpreter are for: programs that are wrong ------------------- */

/* for i0 [8] { for i1 [4]: y[…] = x[…] }, with a fault. */
typedef struct
{
  const char *name, *words;
  FlAxisMap outer, inner;
  gint64 outer_step, inner_step, first; /* of the store's index */
  gboolean is_closed;                   /* the store stands outside of the loop over i1 */
  gboolean is_found_late;               /* only executing it tells */
} WrongCase;

static const WrongCase wrong_cases[] = {
  { "open-axis", "an index depends on i1, which is not open here", FL_MAP_SERIAL, FL_MAP_SERIAL, 4, 1, 0, TRUE, FALSE },
  { "one-element", "all positions of i0 (parallel) write one element of y", FL_MAP_PARALLEL, FL_MAP_SERIAL, 0, 1, 0,
    FALSE, FALSE },
  { "vector-in-vector", "a vector along i1 within one along i0", FL_MAP_VECTOR, FL_MAP_VECTOR, 4, 1, 0, FALSE, FALSE },
  { "beyond", "of y, which has 32", FL_MAP_SERIAL, FL_MAP_SERIAL, 4, 1, 32, FALSE, FALSE },
  { "beyond-at-the-end", "element 32 of y, which has 32", FL_MAP_SERIAL, FL_MAP_SERIAL, 4, 1, 1, FALSE, TRUE },
};

static FlAxisId
add_axis (FlLoopKernel *kernel, const char *name, gint64 extent)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  FlLoopAxis axis = { .name = name, .extent = fl_sym_int (symbols, extent) };

  axis.var = fl_sym_var (symbols, name, axis.extent);
  return fl_loop_add_axis (kernel, &axis);
}

static FlHomeId
add_argument (FlLoopKernel *kernel, const char *name, guint position)
{
  const FlLoopHome home = { .name = name,
                            .kind = FL_HOME_ARGUMENT,
                            .dtype = FL_DTYPE_F32,
                            .combiner = FL_N_REDUCTIONS,
                            .n_components = 1,
                            .size = fl_sym_int (fl_loop_kernel_get_symbols (kernel), 32),
                            .argument = position };

  return fl_loop_add_home (kernel, &home);
}

static FlStmtId
add_block (FlLoopKernel *kernel, FlLoopStmt stmt, const FlStmtId *children, guint n)
{
  stmt.n_children = n;
  stmt.children = fl_arena_memdup (fl_loop_kernel_get_arena (kernel), children, sizeof *children * n);
  return fl_loop_add_stmt (kernel, &stmt);
}

static const FlLoopProgram *
make_wrong (FlLoopKernel *kernel, const WrongCase *c)
{
  FlSymTable *symbols = fl_loop_kernel_get_symbols (kernel);
  const FlAxisId outer = add_axis (kernel, "i0", 8), inner = add_axis (kernel, "i1", 4);
  const FlHomeId x = add_argument (kernel, "x", 0), y = add_argument (kernel, "y", 1);
  const FlSym *i0 = fl_loop_get_axis (kernel, outer)->var, *i1 = fl_loop_get_axis (kernel, inner)->var;
  const FlLoopValue load = { .op = FL_SCALAR_LOAD, .dtype = FL_DTYPE_F32, .home = x, .index = i0, .name = "load" };
  const FlLoopStmt store
      = { .kind = FL_STMT_STORE,
          .home = y,
          .value = fl_loop_add_value (kernel, &load),
          .index = fl_sym_add (fl_sym_add (fl_sym_mul_int (i0, c->outer_step), fl_sym_mul_int (i1, c->inner_step)),
                               fl_sym_int (symbols, c->first)) };
  FlStmtId stmt = fl_loop_add_stmt (kernel, &store);

  if (!c->is_closed)
    stmt = add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = inner, .map = c->inner }, &stmt, 1);
  stmt = add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_LOOP, .axis = outer, .map = c->outer }, &stmt, 1);
  return fl_loop_program_new (kernel, add_block (kernel, (FlLoopStmt) { .kind = FL_STMT_SEQUENCE }, &stmt, 1), "build",
                              NULL);
}

static void
test_wrong_programs_are_found (gconstpointer data)
{
  const WrongCase *c = data;
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = make_wrong (fl_loop_kernel_new (arena, symbols, "wrong"), c);
  FlLoopNumber elements[2][32] = { 0 };
  FlLoopMemory memory[] = { { elements[0], 32 }, { elements[1], 32 } };
  FlLoopInput input = { .n_arguments = 2, .arguments = memory };

  if (!c->is_found_late)
    g_assert_false (fl_loop_verify (program, &error));
  else
    {
      g_assert_true (fl_loop_verify (program, &error));
      g_assert_false (fl_loop_interpret (program, &input, &error));
    }
  g_assert_error (error, FL_ERROR, FL_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, c->words));
}

/* --- the outline ------------------------------------------------------------------------------ */

static void
test_outline_reads_as_loops (void)
{
  static const LoopsCase c = { "outline", "x: \"f32[6, 40]\", y: \"f32[6]\"",
                               "        unsqueeze: \"f32[6, 1]\" = torch.ops.aten.unsqueeze.default(y, 1)\n"
                               "        neg: \"f32[6, 1]\" = torch.ops.aten.neg.default(unsqueeze)\n"
                               "        mul: \"f32[6, 40]\" = torch.ops.aten.mul.Tensor(x, neg)\n"
                               "        return (mul,)\n" };
  static const char built[] = "for i0 [6]\n"
                              "  for i1 [40]\n"
                              "    buf0[40*i0 + i1] = x[40*i0 + i1] * neg (y[i0])                      # op0: mul\n";
  static const char done[] = "for i0p [6] parallel\n"
                             "  for i0s [i0_begin .. i0_end]\n"
                             "    let neg = neg (y[i0s])\n"
                             "    for i1b [0 .. lanes*((40//lanes)) by lanes], tail masked\n"
                             "      for i1v [lanes] vector\n"
                             "        buf0[40*i0s + i1b + i1v] = x[40*i0s + i1b + i1v] * neg          # op0: mul\n"
                             "    for i1r [lanes*((40//lanes)) .. 40 by lanes], what is left\n"
                             "      for i1t [40 - i1r] vector\n"
                             "        buf0[40*i0s + i1r + i1t] = x[40*i0s + i1r + i1t] * neg          # op0: mul\n";
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  fl_loop_program_append (before, program, run->decomposed);
  g_assert_cmpstr (before->str, ==, built);
  program = fl_loop_passes_run (&context, program, 0, &error);
  g_assert_no_error (error);
  fl_loop_program_append (after, program, run->decomposed);
  g_assert_cmpstr (after->str, ==, done);
}

/* y[i] = 2 <= i < 42 ? x[i - 2] : 0.5 of 45 elements: parts of 2, 40 and 3, none of which asks where it is. */
static void
test_index_sets_are_split (void)
{
  static const LoopsCase c = { "split", "x: \"f32[6, 40]\"",
                               "        pad: \"f32[6, 45]\" = torch.ops.aten.constant_pad_nd.default(x, [2, 3], 0.5)\n"
                               "        return (pad,)\n" };
  static const char done[] = "for i0p [6] parallel\n"
                             "  for i0s [i0_begin .. i0_end]\n"
                             "    for i1c [2]\n"
                             "      buf0[45*i0s + i1c] = 0.5                                          # op0: pad\n"
                             "    for i1c [2 .. 42]\n"
                             "      buf0[45*i0s + i1c] = x[40*i0s + i1c - 2]                          # op0: pad\n"
                             "    for i1c [42 .. 45]\n"
                             "      buf0[45*i0s + i1c] = 0.5                                          # op0: pad\n";
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 1 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  program = fl_loop_passes_run (&context, program, 0, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, program, run->decomposed);
  g_assert_cmpstr (text->str, ==, done);
}

/* For switching a row off. */
static guint64
find_bit (const char *pass)
{
  for (guint i = 0; i < fl_loop_passes_get_n (); i++)
    if (g_str_equal (fl_loop_passes_get (i)->name, pass))
      return G_GUINT64_CONSTANT (1) << i;
  g_assert_not_reached ();
}

/* y[i0, i1] = x[i1, i0] + z[i0, i1]: x comes by way of 16 rows of 64 columns, of which 40 are there; a copy alone is
 * one statement. */
static void
test_transposed_access_is_tiled (void)
{
  static const LoopsCase c = {
    "tile", "x: \"f32[40, 48]\", z: \"f32[48, 40]\", w: \"f32[9, 64, 32]\"",
    "        t: \"f32[48, 40]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
    "        add: \"f32[48, 40]\" = torch.ops.aten.add.Tensor(z, t)\n"
    "        u: \"f32[9, 32, 64]\" = torch.ops.aten.permute.default(w, [0, 2, 1])\n"
    "        copy: \"f32[9, 32, 64]\" = torch.ops.aten.clone.default(u, memory_format = torch.contiguous_format)\n"
    "        return (add, copy)\n"
  };
  static const char *const done[] = {
    "for i0p [48] parallel\n"
    "  for i1_tile [0 .. 40 by 64]\n"
    "    for i0s_tile [i0_begin .. i0_end by 16]\n"
    "      x_tile: f32[1024] in stack\n"
    "      relayout i0s_in [i0s_tile .. Min(i0_end, i0s_tile + 16)], i1_in [i1_tile .. Min(40, i1_tile + 64)]: "
    "x_tile[64*i0s_in - 64*i0s_tile + i1_in - i1_tile] = x[i0s_in + 48*i1_in]  # op0: add\n"
    "      for i0s_in [i0s_tile .. Min(i0_end, i0s_tile + 16)]\n"
    "        for i1_in [i1_tile .. Min(40, i1_tile + 64)]\n"
    "          buf0[40*i0s_in + i1_in] = z[40*i0s_in + i1_in] + x_tile[64*i0s_in - 64*i0s_tile + i1_in - i1_tile]  # op0: add\n",
    "for i0p [9] parallel\n"
    "  for i0s [i0_begin .. i0_end]\n"
    "    relayout i1 [32], i2 [64]: buf1[2048*i0s + 64*i1 + i2] = w[2048*i0s + i1 + 32*i2]  # op1: copy\n"
  };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };

  for (guint i = 0; i < G_N_ELEMENTS (done); i++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, i, &error);

      g_assert_no_error (error);
      program = fl_loop_passes_run (&context, program, find_bit ("vectorize"), &error);
      g_assert_no_error (error);
      fl_loop_program_append (text, program, run->decomposed);
      g_assert_cmpstr (text->str, ==, done[i]);
    }
}

/* Three pictures of 17 rows of 14 elements, 238 each: eight of them would fit a buffer of 2,048. */
static void
test_pieces_are_put_together (void)
{
  static const LoopsCase c
      = { "pieces", "x: \"f32[3, 14, 12]\"",
          "        pad: \"f32[3, 17, 14]\" = torch.ops.aten.constant_pad_nd.default(x, [1, 1, 2, 1], 0.5)\n"
          "        return (pad,)\n" };
  static const FlLoopPass pass = { "write combining", "", FL_PASS_EXACT, fl_pass_stage };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16, .stream_bytes = 1 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  program = fl_loop_passes_apply (&context, &pass, program, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, program, run->decomposed);
  g_assert_cmpstr (
      text->str, ==,
      "for i0b [1]\n"
      "  buf0_lines: f32[1904] in stack\n"
      "  for i0w [8*i0b .. Min(3, 8*i0b + 8)]\n"
      "    for i1 [17]\n"
      "      for i2 [14]\n"
      "        buf0_lines[-1904*i0b + 238*i0w + 14*i1 + i2] = if (((((i1 - 2) >= 0) and ((i1 - 2) < 14)) and "
      "((i2 - 1) >= 0)) and ((i2 - 1) < 12)) then x[168*i0w + 12*i1 + i2 - 25] else 0.5  # op0: pad\n"
      "  for i0k [238*Min(8, 3 - 8*i0b)]\n"
      "    buf0[1904*i0b + i0k] = buf0_lines[i0k]  streaming\n");
}

/* A kernel whose two inner loops were exchanged gets them back. */
static void
test_loops_are_interchanged (void)
{
  static const LoopsCase c = { "interchanged", "x: \"f32[3, 20, 30][600, 1, 20]cpu\", y: \"f32[3, 20, 1]\"",
                               "        mul: \"f32[3, 20, 30]\" = torch.ops.aten.mul.Tensor(x, y)\n"
                               "        return (mul,)\n" };
  static const FlLoopPass pass = { "interchange", "", FL_PASS_EXACT, fl_pass_interchange };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16 };
  FlLoopContext context = { .machine = &machine };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error), *swapped, *done;
  FlStmtId loops[3], id;
  LoopsArguments arguments;
  Tally tally = { 0 };

  g_assert_no_error (error);
  loops[0] = fl_loop_get_stmt (built->kernel, built->root)->children[0];
  for (guint i = 1; i < 3; i++)
    loops[i] = fl_loop_get_stmt (built->kernel, loops[i - 1])->children[0];
  id = fl_loop_get_stmt (built->kernel, loops[2])->children[0];
  for (guint i = 1; i < 3; i++)
    id = fl_loop_with_children (built->kernel, loops[i], &id, 1);
  id = fl_loop_with_children (built->kernel, loops[0], &id, 1);
  id = fl_loop_with_children (built->kernel, built->root, &id, 1);
  swapped = fl_loop_program_new (built->kernel, id, "test", built);
  done = fl_loop_passes_apply (&context, &pass, swapped, &error);
  g_assert_no_error (error);
  fl_loop_program_append (before, built, NULL);
  fl_loop_program_append (after, done, NULL);
  g_assert_cmpstr (after->str, ==, before->str);
  g_assert_true (fl_loop_passes_apply (&context, &pass, built, &error) == built);
  g_assert_true (loops_arguments_init (&arguments, &run->program->kernels[0], run->symbols, random, TRUE));
  loops_free_memory (validate (done, &arguments, &tally), arguments.n);
  loops_arguments_clear (&arguments);
  g_assert_cmpuint (tally.n_checked, ==, 6);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* --- CONTRIBUTING's example ------------------------------------------------------------------- */

const FlLoopProgram *fl_pass_unroll_short (FlLoopContext *context, const FlLoopProgram *program);

static void
test_example_is_a_pass (void)
{
  static const LoopsCase c = { "example", "x: \"f32[3, 40]\", y: \"f32[40, 3]\"",
                               "        t: \"f32[40, 3]\" = torch.ops.aten.permute.default(x, [1, 0])\n"
                               "        add: \"f32[40, 3]\" = torch.ops.aten.add.Tensor(y, t)\n"
                               "        return (add,)\n" };
  static const FlLoopPass pass
      = { "unroll short loops", "Loops of at most four steps are unrolled.", FL_PASS_EXACT, fl_pass_unroll_short };
  g_autoptr (FlGraph) graph = read_case (&c);
  g_autoptr (FlRun) run = plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  FlLoopContext context = { .notes = notes };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *built = fl_kernel_build_loops (arena, run->program, 0, &error), *done;
  LoopsArguments arguments;
  Tally tally = { 0 };

  g_assert_no_error (error);
  done = fl_loop_passes_apply (&context, &pass, built, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, done, NULL);
  g_assert_nonnull (strstr (text->str, "for i1 [3] unrolled\n"));
  g_assert_cmpuint (notes->len, ==, 2); /* of 40 steps, and of 3 */
  g_assert_true (loops_arguments_init (&arguments, &run->program->kernels[0], run->symbols, random, TRUE));
  loops_free_memory (validate (done, &arguments, &tally), arguments.n);
  loops_arguments_clear (&arguments);
  g_assert_cmpuint (tally.n_checked, ==, 3);
  g_assert_cmpuint (tally.n_wrong, ==, 0);
}

/* CONTRIBUTING shows what is compiled here, to the byte. */
static void
test_example_is_shown (void)
{
  g_autofree char *guide = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "CONTRIBUTING.md", NULL);
  g_autofree char *file = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "core", "example-pass.c", NULL);
  g_autofree char *text = NULL, *code = NULL;

  g_assert_true (g_file_get_contents (guide, &text, NULL, NULL));
  g_assert_true (g_file_get_contents (file, &code, NULL, NULL));
  g_assert_nonnull (strstr (text, code));
}

/* Graphs of FUSELOOM_LOOPS_GRAPHS, one path a line: for looking at many by hand. */
static void
test_files (void)
{
  g_auto (GStrv) paths = g_strsplit (g_getenv ("FUSELOOM_LOOPS_GRAPHS"), "\n", -1);
  Tally all = { 0 };

  for (guint i = 0; paths[i] && *paths[i]; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_file (paths[i], &error);
      g_autoptr (FlRun) run = graph ? plan (graph, "inductor") : NULL;
      Tally tally = { 0 };

      if (!run || run->error || !run->program || !run->program->source)
        continue;
      check_run (run, &tally);
      if (tally.n_wrong)
        g_test_message ("%s: %u wrong of %u", paths[i], tally.n_wrong, tally.n_checked);
      all.n_checked += tally.n_checked;
      all.n_skipped += tally.n_skipped;
      all.n_wrong += tally.n_wrong;
    }
  g_test_message ("%u kernels beside the interpreter, %u skipped, %u wrong", all.n_checked, all.n_skipped, all.n_wrong);
  g_assert_cmpuint (all.n_wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/interpreter/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_interpreter_agrees_with_kernels);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/passes/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_passes_keep_bits);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong_cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/wrong/%s", wrong_cases[i].name);

      g_test_add_data_func (path, &wrong_cases[i], test_wrong_programs_are_found);
    }
  g_test_add_func ("/core/loops/example/is-a-pass", test_example_is_a_pass);
  g_test_add_func ("/core/loops/example/is-shown", test_example_is_shown);
  g_test_add_func ("/core/loops/index-sets", test_index_sets_are_split);
  g_test_add_func ("/core/loops/phases", test_phases_hand_on_memory);
  g_test_add_func ("/core/loops/parts", test_parts_begin_where_rows_say);
  g_test_add_func ("/core/loops/narrow", test_narrow_keeps_what_is_long);
  g_test_add_func ("/core/loops/vectorize/positions-of-stores", test_vectorize_asks_for_positions_of_stores);
  g_test_add_func ("/core/loops/interchange", test_loops_are_interchanged);
  g_test_add_func ("/core/loops/pieces", test_pieces_are_put_together);
  g_test_add_func ("/core/loops/tiles", test_transposed_access_is_tiled);
  g_test_add_func ("/core/loops/outline", test_outline_reads_as_loops);
  if (g_getenv ("FUSELOOM_LOOPS_GRAPHS"))
    g_test_add_func ("/core/loops/files", test_files);
  return g_test_run ();
}
