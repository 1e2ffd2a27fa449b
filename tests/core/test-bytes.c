/* Bytes accessed and numbers of kernels, against PyTorch's own expectations (test_perf.py,
 * test_loop_ordering.py, test_torchinductor.py): the figures stand there, not here. Sizes are f32
 * elements: bytes / 4. */
#include <string.h>

#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-lower.h"

typedef struct
{
  const char *name;
  const char *inputs; /* "a: \"f32[10]\", …" */
  const char *body;   /* statements of forward, separated by ';' */
  const char *result;
  gint64 elements;     /* -1: not checked */
  gint kernels;        /* -1: not checked */
  const char *setting; /* "name=value" or NULL */
} Row;

static const Row cuda_rows[] = {
  /* test_perf.py: NumBytesMetricTests */
  { "cos", "a: 'f32[10]'", "b = torch.ops.aten.cos.default(a)", "b", 20, 1, NULL },
  { "add", "a: 'f32[10]', b: 'f32[10]'", "c = torch.ops.aten.add.Tensor(a, b)", "c", 30, 1, NULL },
  { "add-broadcast", "a: 'f32[10, 10]', b: 'f32[10]'", "c = torch.ops.aten.add.Tensor(a, b)", "c", 210, 1, NULL },
  { "add-itself", "a: 'f32[10]'", "c = torch.ops.aten.add.Tensor(a, a)", "c", 20, 1, NULL },
  { "add-transposed-self", "a: 'f32[10, 10]'",
    "t = torch.ops.aten.permute.default(a, [1, 0]);c = torch.ops.aten.add.Tensor(a, t)", "c", 200, 1, NULL },
  { "two-outputs", "a: 'f32[10]', b: 'f32[10]', c: 'f32[10]'",
    "x = torch.ops.aten.cos.default(a);y = torch.ops.aten.sin.default(b);z = "
    "torch.ops.aten.sin.default(c);"
    "w = torch.ops.aten.add.Tensor(y, z)",
    "x, w", 50, -1, NULL },
  { "sum-inner", "a: 'f32[10, 10]'", "s = torch.ops.aten.sum.dim_IntList(a, [1])", "s", 110, 1, NULL },
  { "sum-outer", "a: 'f32[10, 10]'", "s = torch.ops.aten.sum.dim_IntList(a, [0])", "s", 110, 1, NULL },
  { "mm-self", "a: 'f32[10, 10]'", "s = torch.ops.aten.mm.default(a, a)", "s", 200, 0, NULL },
  { "mm", "a: 'f32[10, 10]', b: 'f32[10, 10]'", "s = torch.ops.aten.mm.default(a, b)", "s", 300, 0, NULL },
  { "cos-mm-cos", "a: 'f32[10, 10]'",
    "x = torch.ops.aten.cos.default(a);y = torch.ops.aten.mm.default(x, x);z = "
    "torch.ops.aten.cos.default(y)",
    "z", 600, 2, NULL },
  { "mm-of-cos-and-sin", "a: 'f32[10, 10]'",
    "x = torch.ops.aten.cos.default(a);y = torch.ops.aten.sin.default(a);z = "
    "torch.ops.aten.mm.default(x, y)",
    "z", 600, 1, NULL },
  { "cat-of-sines", "a: 'f32[10]', b: 'f32[10]'",
    "x = torch.ops.aten.sin.default(a);y = torch.ops.aten.sin.default(b);z = "
    "torch.ops.aten.cat.default([x, y])",
    "z", 40, -1, NULL },
  { "cat-of-inputs", "a: 'f32[10]', b: 'f32[10]'", "z = torch.ops.aten.cat.default([a, b])", "z", 40, -1, NULL },
  { "cat-of-cos-and-input", "a: 'f32[10]', b: 'f32[10]'",
    "x = torch.ops.aten.cos.default(a);z = torch.ops.aten.cat.default([x, b])", "z", 40, -1, NULL },
  { "cat-of-same-input", "a: 'f32[10]'",
    "x = torch.ops.aten.cos.default(a);y = torch.ops.aten.sin.default(a);z = "
    "torch.ops.aten.cat.default([x, y])",
    "z", 30, -1, NULL },
  { "cat-of-mm-and-sin", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "x = torch.ops.aten.mm.default(a, a);y = torch.ops.aten.sin.default(b);z = "
    "torch.ops.aten.cat.default([x, y])",
    "z", 400, -1, NULL },
  { "cat-of-sums", "a: 'f32[10, 10, 10]', b: 'f32[10, 10, 10]'",
    "x = torch.ops.aten.sum.dim_IntList(a, [0]);y = torch.ops.aten.sum.dim_IntList(b, [0]);"
    "z = torch.ops.aten.cat.default([x, y]);w = torch.ops.aten.add.Tensor(z, 10)",
    "w", 2600, -1, NULL },
  { "cat-pointwise-mm", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "x = torch.ops.aten.cos.default(a);y = torch.ops.aten.mm.default(b, b);z = "
    "torch.ops.aten.cat.default([x, y]);"
    "w = torch.ops.aten.cos.default(z)",
    "w", 600, -1, NULL },
  { "cat-pointwise-two-mms", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "x = torch.ops.aten.mm.default(a, a);y = torch.ops.aten.mm.default(b, b);z = "
    "torch.ops.aten.cat.default([x, y]);"
    "w = torch.ops.aten.cos.default(z)",
    "w", 800, -1, NULL },
  { "cat-pointwise-inputs", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "z = torch.ops.aten.cat.default([a, b]);w = torch.ops.aten.cos.default(z)", "w", 400, -1, NULL },
  { "cat-pointwise-no-consumer", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "y = torch.ops.aten.cos.default(b);z = torch.ops.aten.cat.default([a, y])", "z", 400, -1, NULL },
  { "cat-pointwise-switched-off", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "x = torch.ops.aten.add.Tensor(a, 1);y = torch.ops.aten.add.Tensor(b, 2);z = "
    "torch.ops.aten.cat.default([x, y]);"
    "w = torch.ops.aten.add.Tensor(z, 3)",
    "w", 400, -1, "max_pointwise_cat_inputs=0" },
  { "index", "a: 'f32[10]', b: 'i32[10]'", "x = torch.ops.aten.index.Tensor(a, [b])", "x", 30, 1, NULL },
  /* test_perf.py: FusionTests */
  { "sum-and-cos", "a: 'f32[10, 10]'", "x = torch.ops.aten.sum.dim_IntList(a, [1]);y = torch.ops.aten.cos.default(a)",
    "x, y", 210, 1, NULL },
  { "sum-and-max", "a: 'f32[10, 10]'",
    "x = torch.ops.aten.sum.dim_IntList(a, [1]);y = torch.ops.aten.amax.default(a, [1])", "x, y", 120, 1, NULL },
  { "sum-broadcast", "a: 'f32[10, 10]', b: 'f32[10]'",
    "x = torch.ops.aten.sum.dim_IntList(a, [1], True);y = torch.ops.aten.cos.default(b);z = "
    "torch.ops.aten.mul.Tensor(x, y)",
    "z", 210, -1, NULL },
  { "vertical-sum", "a: 'f32[10, 10]'",
    "x = torch.ops.aten.cos.default(a);y = torch.ops.aten.sum.dim_IntList(x, [1]);z = "
    "torch.ops.aten.cos.default(y)",
    "z", 110, 1, NULL },
  { "norm-chain", "a: 'f32[10, 10]'",
    "b = torch.ops.aten.sum.dim_IntList(a, [1], True);c = torch.ops.aten.mul.Tensor(a, b);"
    "d = torch.ops.aten.sum.dim_IntList(c, [1], True);e = torch.ops.aten.mul.Tensor(c, d);"
    "f = torch.ops.aten.sum.dim_IntList(e, [1], True);g = torch.ops.aten.mul.Tensor(e, f)",
    "g", 200, 1, NULL },
  { "softmax-inner", "a: 'f32[10, 10]'",
    "pm = torch.ops.aten.amax.default(a, [1], True);pd = torch.ops.aten.sub.Tensor(a, pm);"
    "pe = torch.ops.aten.exp.default(pd);ps = torch.ops.aten.sum.dim_IntList(pe, [1], True);"
    "x = torch.ops.aten.div.Tensor(pe, ps)",
    "x", 200, 1, NULL },
  { "layer-norm", "x: 'f32[10, 10]', w: 'f32[10]', b: 'f32[10]'",
    "v = torch.ops.aten.var_mean.correction(x, [1], correction = 0, keepdim = True);a = v[0];m = "
    "v[1];"
    "c = torch.ops.aten.add.Tensor(a, 1e-05);r = torch.ops.aten.rsqrt.default(c);"
    "d = torch.ops.aten.sub.Tensor(x, m);e = torch.ops.aten.mul.Tensor(d, r);"
    "f = torch.ops.aten.mul.Tensor(e, w);y = torch.ops.aten.add.Tensor(f, b)",
    "y", 220, 1, NULL },
  { "double-softmax", "a: 'f32[10, 10]'",
    "pm = torch.ops.aten.amax.default(a, [1], True);pd = torch.ops.aten.sub.Tensor(a, pm);"
    "pe = torch.ops.aten.exp.default(pd);ps = torch.ops.aten.sum.dim_IntList(pe, [1], True);"
    "x = torch.ops.aten.div.Tensor(pe, ps);qm = torch.ops.aten.amax.default(x, [1], True);"
    "qd = torch.ops.aten.sub.Tensor(x, qm);qe = torch.ops.aten.exp.default(qd);"
    "qs = torch.ops.aten.sum.dim_IntList(qe, [1], True);y = torch.ops.aten.div.Tensor(qe, qs)",
    "y", 200, 1, NULL },
  { "softmax-backward", "g: 'f32[10, 10]', o: 'f32[10, 10]'",
    "p = torch.ops.aten.mul.Tensor(g, o);s = torch.ops.aten.sum.dim_IntList(p, [1], True);"
    "t = torch.ops.aten.mul.Tensor(o, s);x = torch.ops.aten.sub.Tensor(p, t)",
    "x", 300, 1, NULL },
  { "index-pointwise", "a: 'f32[10, 10]', b: 'i32[20]'",
    "x = torch.ops.aten.index.Tensor(a, [b]);y = torch.ops.aten.cos.default(x)", "y", 320, 1, NULL },
  /* test_perf.py: SchedulerFusionTests, with realize_opcount_threshold 0 and pattern_matcher off */
  { "fusion-choice-1", "a: 'f32[10, 10]'",
    "c = torch.ops.aten.cos.default(a);d = torch.ops.aten.mm.default(c, c);e = "
    "torch.ops.aten.cos.default(c);"
    "f = torch.ops.aten.add.Tensor(d, e)",
    "f", 700, 2, "realize_opcount_threshold=0 pattern_matcher=false" },
  /* test_perf.py: TilingTests */
  { "tiling-b-transposed", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "t = torch.ops.aten.permute.default(b, [1, 0]);c = torch.ops.aten.add.Tensor(a, t)", "c", 300, 1, NULL },
  { "tiling-a-transposed", "a: 'f32[10, 10]', b: 'f32[10, 10]'",
    "t = torch.ops.aten.permute.default(a, [1, 0]);c = torch.ops.aten.add.Tensor(t, b)", "c", 300, 1, NULL },
  /* test_loop_ordering.py */
  { "sum-and-transposed-copy", "x: 'f32[1024, 2048]'",
    "s = torch.ops.aten.sum.dim_IntList(x, [-1]);p = torch.ops.aten.permute.default(x, [1, 0]);"
    "c = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)",
    "s, c", -1, 1, NULL },
  { "different-reduction-orders", "x: 'f32[1024, 2048]'",
    "a = torch.ops.aten.sum.dim_IntList(x, [0]);b = torch.ops.aten.sum.dim_IntList(x, [1])", "a, b", -1, 2,
    "split_reductions=false" },
  { "outer-softmax", "x: 'f32[32, 2097152]'",
    "pm = torch.ops.aten.amax.default(x, [0], True);pd = torch.ops.aten.sub.Tensor(x, pm);"
    "pe = torch.ops.aten.exp.default(pd);ps = torch.ops.aten.sum.dim_IntList(pe, [0], True);"
    "y = torch.ops.aten.div.Tensor(pe, ps)",
    "y", -1, 1, NULL },
  { "outer-sum-and-add", "x: 'f32[32, 2097152]'",
    "s = torch.ops.aten.sum.dim_IntList(x, [0], True);y = torch.ops.aten.add.Tensor(s, x)", "y", -1, 1, NULL },
  /* test_torchinductor.py */
  { "transpose-add", "a: 'f32[16, 32]', b: 'f32[32, 16]'",
    "t = torch.ops.aten.permute.default(a, [1, 0]);c = torch.ops.aten.add.Tensor(t, b)", "c", -1, 1, NULL },
  { "softmax-one-kernel", "x: 'f32[16, 32]'",
    "m = torch.ops.aten.amax.default(x, [1], True);d = torch.ops.aten.sub.Tensor(x, m);e = "
    "torch.ops.aten.exp.default(d);"
    "s = torch.ops.aten.sum.dim_IntList(e, [1], True);y = torch.ops.aten.div.Tensor(e, s)",
    "y", -1, 1, NULL },
};

/* test_cpu_repro.py, test_codecache.py, test_perf.py */
static const Row cpu_rows[] = {
  { "multiply-and-add", "x: 'f32[5, 5]', y: 'f32[5, 5]'",
    "a = torch.ops.aten.mul.Tensor(x, y);b = torch.ops.aten.add.Tensor(a, y)", "b", -1, 1, NULL },
  { "fusion-choice-4", "x: 'f32[2, 3, 10, 11]', w: 'f32[11]'",
    "a = torch.ops.aten.mul.Tensor(x, w);b = torch.ops.aten.add.Tensor(a, 1.0)", "b", 1331, 1, NULL },
  { "outer-loop", "x: 'f32[4, 12, 1023, 1022]'",
    "m = torch.ops.aten.amax.default(x, [-1], True);y = torch.ops.aten.sub.Tensor(x, m)", "y", -1, 1, NULL },
};

/* --- running ---------------------------------------------------------------------------------- */

static char *
make_text (const Row *row)
{
  GString *text = g_string_new (NULL);
  g_auto (GStrv) statements = g_strsplit (row->body, ";", -1);

  g_string_append_printf (text, "class G(torch.nn.Module):\n    def forward(self, %s):\n", row->inputs);
  g_string_replace (text, "'", "\"", 0);
  for (guint i = 0; statements[i] != NULL; i++)
    if (statements[i][0] != '\0')
      g_string_append_printf (text, "        %s\n", statements[i]);
  g_string_append_printf (text, "        return (%s,)\n", row->result);
  return g_string_free (text, FALSE);
}

static void
check_row (const Row *row, FlTarget target)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autofree char *text = make_text (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text (row->name, text, strlen (text), &error);
  FlOptions options;
  FlPass pass = { .arena = arena,
                  .trace = fl_trace_new (arena),
                  .options = &options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32 };
  g_autoptr (FlGraph) decomposed = NULL;
  g_auto (GStrv) settings = NULL;
  const FlLowered *lowered;
  const FlSchedule *schedule;
  gint kernels = 0;

  g_assert_no_error (error);
  fl_options_init (&options);
  options.target = target;
  settings = g_strsplit (row->setting != NULL ? row->setting : "", " ", -1);
  for (guint i = 0; settings[i] != NULL && settings[i][0] != '\0'; i++)
    g_assert_true (fl_options_set (&options, settings[i], &error));
  decomposed = fl_decompose_run (&pass, graph, &error);
  lowered = decomposed != NULL ? fl_lower_run (&pass, decomposed, &error) : NULL;
  schedule = lowered != NULL ? fl_schedule_run (&pass, lowered, &error) : NULL;
  schedule = schedule != NULL ? fl_fuse_run (&pass, schedule, &error) : NULL;
  g_assert_no_error (error);
  for (guint i = 0; i < schedule->n_nodes; i++)
    kernels += schedule->nodes[i]->kind != FL_SCHED_EXTERN && schedule->nodes[i]->kind != FL_SCHED_NOP;
  if (row->kernels >= 0 && kernels != row->kernels)
    {
      g_test_message ("%s: %d kernels, PyTorch has %d", row->name, kernels, row->kernels);
      g_test_fail ();
    }
  if (row->elements >= 0 && fl_schedule_count_bytes (schedule) != row->elements * 4)
    {
      g_test_message ("%s: %g elements, PyTorch has %d", row->name, fl_schedule_count_bytes (schedule) / 4.0,
                      (int) row->elements);
      g_test_fail ();
    }
}

static void
test_cuda (gconstpointer row)
{
  check_row (row, FL_TARGET_CUDA);
}

static void
test_cpu (gconstpointer row)
{
  check_row (row, FL_TARGET_CPU);
}

static void
add_rows (const char *device, const Row *rows, guint n, GTestDataFunc func)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/bytes/%s/%s", device, rows[i].name);

      g_test_add_data_func (path, &rows[i], func);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_rows ("cuda", cuda_rows, G_N_ELEMENTS (cuda_rows), test_cuda);
  add_rows ("cpu", cpu_rows, G_N_ELEMENTS (cpu_rows), test_cpu);
  return g_test_run ();
}
