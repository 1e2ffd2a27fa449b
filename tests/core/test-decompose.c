/* Decomposition: which operators a composite one becomes, and what the graph passes do. Expected: PyTorch's
 * decompositions and Inductor's graph passes (torch/_inductor/fx_passes), read off torch/_decomp and torch/_inductor.
 */
#include "fl-event-kinds.h"
#include "fl-lower-fixture.h"

typedef struct
{
  const char *name, *inputs, *body, *outputs;
  FlTarget target;
  const char *expected; /* the operators of the calls, in order; overloads left out */
  const char *setting;
} Row;

static const Row rows[] = {
  { "softmax", "x: 'f32[10, 3840]'", "y = @.softmax.int(x, -1)", "y", FL_TARGET_CPU, "amax sub exp sum div" },
  { "softmax-online", "x: 'f32[10, 3840]'", "y = @.softmax.int(x, -1)", "y", FL_TARGET_CUDA,
    "prepare_softmax_online getitem getitem sub exp div" },
  { "log-softmax", "x: 'f32[10, 38]'", "y = @._log_softmax.default(x, 1, False)", "y", FL_TARGET_CPU,
    "amax sub exp sum log sub" },
  { "layer-norm", "x: 'f32[4, 8]', w: 'f32[8]', b: 'f32[8]'", "y = @.layer_norm.default(x, [8], w, b)", "y",
    FL_TARGET_CPU, "var_mean getitem getitem sub add rsqrt mul mul add" },
  { "gelu", "x: 'f32[16]'", "y = @.gelu.default(x)", "y", FL_TARGET_CPU, "mul mul erf add mul" },
  { "linear", "x: 'f32[4, 64]', w: 'f32[32, 64]', b: 'f32[32]'", "y = @.linear.default(x, w, b)", "y", FL_TARGET_CPU,
    "permute addmm" },
  { "einsum", "a: 'f32[5, 16, 18]', b: 'f32[5, 18, 17]'", "y = @.einsum.default('bij,bjk->bik', [a, b])", "y",
    FL_TARGET_CPU, "unsqueeze unsqueeze reshape reshape bmm reshape permute reshape" },
  { "dropout-at-rest", "x: 'f32[16]'", "y = @.dropout.default(x, 0.5, False);z = @.relu.default(y)", "z", FL_TARGET_CPU,
    "relu" },
  { "dropout", "x: 'f32[16]'", "y = @.dropout.default(x, 0.5, True)", "y", FL_TARGET_CPU,
    "inductor_seeds inductor_lookup_seed inductor_random gt mul mul" },
  { "masked-fill", "x: 'f32[16]', m: 'b8[16]'", "y = @.masked_fill.Scalar(x, m, 1)", "y", FL_TARGET_CPU, "full where" },
  { "max-pool", "x: 'f32[1, 4, 8, 8]'", "y = @.max_pool2d.default(x, [2, 2])", "y", FL_TARGET_CPU,
    "_low_memory_max_pool_with_offsets getitem" },
  { "mse-loss", "x: 'f32[16]', t: 'f32[16]'", "y = @.mse_loss.default(x, t)", "y", FL_TARGET_CPU, "sub pow mean" },
  /* written in place: the input is written at the end */
  { "in-place", "x: 'f32[16]'", "y = @.add_.Tensor(x, 1);z = @.mul.Tensor(x, 2)", "z", FL_TARGET_CPU, "add mul copy_" },
  { "in-place-of-a-copy", "x: 'f32[16]'", "c = @.sin.default(x);y = @.add_.Tensor(c, 1);z = @.mul.Tensor(c, 2)", "z",
    FL_TARGET_CPU, "sin add mul" },
  /* passes */
  { "dead", "x: 'f32[16]'", "d = @.sin.default(x);y = @.cos.default(x)", "y", FL_TARGET_CPU, "cos" },
  { "add-nothing", "x: 'f32[16]'",
    "f = @.full.default([16], 0.0, dtype = torch.float32);d = @.add.Tensor(x, f);y = @.cos.default(d)", "y",
    FL_TARGET_CPU, "cos" },
  { "add-number", "x: 'f32[16]'", "d = @.add.Tensor(x, 0);y = @.cos.default(d)", "y", FL_TARGET_CPU, "cos" },
  { "softmax-of-scaled", "x: 'f32[64, 128]'", "s = @.mul.Tensor(x, 0.125);y = @._softmax.default(s, -1, False)", "y",
    FL_TARGET_CPU, "mul eq abs ne mul logical_not any logical_not mul amax sub mul amax sub where exp sum div" },
  { "softmax-of-divided", "x: 'f32[64, 128]', d: 'f32[64, 1]'",
    "s = @.div.Tensor(x, d);y = @._softmax.default(s, -1, False)", "y", FL_TARGET_CPU,
    "div eq abs ne mul logical_not any logical_not ge scalar_tensor neg where mul amax sub mul div amax sub where exp sum div" },
  { "softmax-of-uneven", "x: 'f32[64, 128]', d: 'f32[128]'",
    "s = @.mul.Tensor(x, d);y = @._softmax.default(s, -1, False)", "y", FL_TARGET_CPU, "mul amax sub exp sum div" },
  { "copy-of-input-stays", "x: 'f32[16]'", "y = @.clone.default(x)", "y", FL_TARGET_CPU, "clone" },
  { "copy-within-goes", "x: 'f32[16]'", "s = @.sin.default(x);c = @.clone.default(s);y = @.cos.default(c)", "y",
    FL_TARGET_CPU, "sin cos" },
  { "views-are-reshapes", "x: 'f32[4, 4]'", "v = @.view.default(x, [16]);y = @.cos.default(v)", "y", FL_TARGET_CPU,
    "reshape cos" },
  { "reshape-that-copies", "x: 'f32[4, 4]'",
    "t = @.permute.default(x, [1, 0]);v = @.reshape.default(t, [16]);y = @.cos.default(v)", "y", FL_TARGET_CPU,
    "permute clone reshape cos", "graph_passes=always" },
  { "reshape-that-was-left", "x: 'f32[4, 4]'",
    "t = @.permute.default(x, [1, 0]);v = @.reshape.default(t, [16]);y = @.cos.default(v)", "y", FL_TARGET_CPU,
    "permute reshape cos" },
  /* the level decides whether passes run: Inductor's do before fx_graph_transformed.py is written, and never again */
  { "bias-left-apart", "a: 'f32[64, 64]', b: 'f32[64, 64]', c: 'f32[64]'",
    "m = @.mm.default(a, b);s = @.add.Tensor(m, c);y = @.relu.default(s)", "y", FL_TARGET_CPU, "mm add relu",
    "graph_level=transformed" },
  { "product-left-closed", "a: 'f32[1, 64]', b: 'f32[64, 1]'", "m = @.mm.default(a, b);y = @.relu.default(m)", "y",
    FL_TARGET_CPU, "mm relu", "graph_level=transformed" },
  { "nothing-left-in", "x: 'f32[16]'", "d = @.add.Tensor(x, 0);y = @.cos.default(d)", "y", FL_TARGET_CPU, "add cos",
    "graph_level=transformed" },
  { "reshape-before-passes", "x: 'f32[4, 4]'",
    "t = @.permute.default(x, [1, 0]);v = @.reshape.default(t, [16]);y = @.cos.default(v)", "y", FL_TARGET_CPU,
    "permute clone reshape cos", "graph_level=decomposed" },
  { "bias-joins", "a: 'f32[64, 64]', b: 'f32[64, 64]', c: 'f32[64]'",
    "m = @.mm.default(a, b);s = @.add.Tensor(m, c);y = @.relu.default(s)", "y", FL_TARGET_CPU, "addmm relu" },
  { "bias-stays-apart-on-gpu", "a: 'f32[64, 64]', b: 'f32[64, 64]', c: 'f32[64]'",
    "m = @.mm.default(a, b);s = @.add.Tensor(m, c);y = @.relu.default(s)", "y", FL_TARGET_CUDA, "mm add relu" },
  { "moved-to-first-reader", "x: 'f32[16]'",
    "a = @.sin.default(x);b = @.cos.default(x);c = @.exp.default(b);d = @.mul.Tensor(c, a)", "d", FL_TARGET_CPU,
    "cos exp sin mul" },
  { "cache-in-place", "x: 'f32[16, 8]', i: 'i64[2]', v: 'f32[2, 8]'",
    "p = @.index_put.default(x, [i], v);y = @.sum.dim_IntList(p, [0]);w = @.copy_.default(x, p)", "y", FL_TARGET_CPU,
    "index_put_ sum" },
};

static char *
list_calls (const FlGraph *graph)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      g_auto (GStrv) parts = NULL;

      if (graph->nodes[i].kind != FL_NODE_CALL)
        continue;
      parts = g_strsplit (graph->nodes[i].target, ".", 3);
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", parts[1]);
    }
  return g_string_free (text, FALSE);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  Lowering run;
  g_autofree char *calls = NULL;

  lowering_run (&run, row->inputs, row->body, row->outputs, row->target, row->setting);
  g_assert_no_error (run.error);
  calls = list_calls (run.decomposed);
  g_assert_cmpstr (calls, ==, row->expected);
  for (guint i = 0; i < run.decomposed->n_nodes; i++)
    g_assert_cmpuint (run.decomposed->nodes[i].origin.index, <, run.graph->n_nodes);
  lowering_clear (&run);
}

/* A graph that went through all of it comes back itself, node for node. */
static void
test_finished_graph (void)
{
  Lowering run;

  lowering_run (&run, "x: 'f32[10, 3840]'",
                "m = @.amax.default(x, [1], True);s = @.sub.Tensor(x, m);e = @.exp.default(s);"
                "t = @.sum.dim_IntList(e, [1], True);y = @.div.Tensor(e, t)",
                "y", FL_TARGET_CPU, NULL);
  g_assert_true (run.decomposed == run.graph);
  /* Each pass is a step that changed nothing; the last one says so of all of them. */
  for (guint i = 0; i + 1 < fl_trace_get_n_steps (run.trace, FL_STAGE_DECOMPOSE); i++)
    {
      g_assert_cmpint (fl_trace_get_step (run.trace, FL_STAGE_DECOMPOSE, i)->kind, ==, FL_EVENT_PASS);
      g_assert_cmpint (fl_trace_get_step (run.trace, FL_STAGE_DECOMPOSE, i)->amount, ==, 0);
    }
  lowering_clear (&run);
}

/* "pass: how much it changed" of each pass that changed something. */
static char *
dup_changing_passes (const FlTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_DECOMPOSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_DECOMPOSE, i);

      if (event->kind == FL_EVENT_PASS && event->amount > 0)
        g_string_append_printf (text, "%s%s: %d", text->len > 0 ? "; " : "", event->reason, (int) event->amount);
    }
  return g_string_free (text, FALSE);
}

/* The clone is a no-op (1), mm + bias is one call (1), 1 / sqrt is rsqrt (1), s moves from before the product to its
 * reader and y to before s (2), and a softmax opens into its parts. */
static void
test_passes_are_steps (void)
{
  g_autofree char *passes = NULL;
  Lowering run;

  lowering_run (&run, "x: 'f32[8, 16]', w: 'f32[16, 4]', b: 'f32[4]'",
                "c = @.clone.default(x);s = @.sqrt.default(b);m = @.mm.default(c, w);y = @.add.Tensor(m, b);"
                "r = @.reciprocal.default(s);z = @.mul.Tensor(y, r);o = @._softmax.default(z, -1, False)",
                "o", FL_TARGET_CPU, NULL);
  passes = dup_changing_passes (run.trace);
  g_assert_cmpstr (
      passes, ==,
      "open composite operators: 1; remove what changes nothing: 1; reorder for locality: 2; take shortcuts: 1; "
      "replace patterns: 1");
  lowering_clear (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/decompose/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/core/decompose/finished-graph", test_finished_graph);
  g_test_add_func ("/core/decompose/passes-are-steps", test_passes_are_steps);
  return g_test_run ();
}
