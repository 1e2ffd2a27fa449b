/* Readers of concatenations against the reference interpreter: rotary embeddings and the like, whose pieces are read as
 * they are computed, without the concatenation reaching memory. */
#include <string.h>

#include "fl-formats.h"
#include "fl-options.h"
#include "fl-pipeline.h"
#include "fl-quick-kernels.h"

typedef struct
{
  const char *name, *inputs, *body, *results;
  guint n_kernels;       /* of the CPU */
  const char *in_memory; /* buffers of pieces or wholes that need memory; "": none; NULL: not asked */
} Case;

#define A "torch.ops.aten."
/* x * cos + cat (-x_high, x_low) * sin */
#define ROTARY(dtype, before, table, dim, half, whole)                                                                 \
  "x: '" dtype "[" before ", " whole "]', c: '" dtype "[" table ", " whole "]', s: '" dtype "[" table ", " whole "]'", \
      "l = " A "slice.Tensor(x, " dim ", 0, " half ");h = " A "slice.Tensor(x, " dim ", " half ", " whole ");n = " A   \
      "neg.default(h);w = " A "cat.default([n, l], " dim ");a = " A "mul.Tensor(x, c);b = " A                          \
      "mul.Tensor(w, s);y = " A "add.Tensor(a, b)"

static const Case cases[] = {
  { "rotary", ROTARY ("f32", "1, 3, 9", "9", "3", "64", "128"), "y", 1, "" },
  { "rotary-tail", ROTARY ("f32", "2, 5, 7", "7", "3", "19", "38"), "y", 1, "" },
  { "rotary-uneven", ROTARY ("f32", "2, 5, 7", "7", "3", "33", "70"), "y", 0, NULL },
  { "rotary-short", ROTARY ("f32", "2, 5, 7", "7", "3", "2", "4"), "y", 2, NULL },
  { "rotary-bf16", ROTARY ("bf16", "1, 3, 9", "9", "3", "64", "128"), "y", 1, "" },
  { "rotary-bf16-tail", ROTARY ("bf16", "1, 3, 9", "9", "3", "21", "42"), "y", 1, "" },
  { "rotary-f16", ROTARY ("f16", "1, 3, 9", "9", "3", "40", "80"), "y", 1, "" },
  { "rotary-f64", ROTARY ("f64", "1, 3, 9", "9", "3", "20", "40"), "y", 1, "" },
  { "rotary-nothing", ROTARY ("f32", "1, 0, 9", "9", "3", "64", "128"), "y", 0, NULL },
  { "rotary-long", ROTARY ("f32", "1, 12, 300", "300", "3", "64", "128"), "y", 1, "" },
  /* The gradient: the pieces are computed, and read from a product. */
  { "rotary-backward", "g: 'f32[1, 4, 9, 64]', c: 'f32[9, 64]', s: 'f32[9, 64]'",
    "p = " A "mul.Tensor(g, s);l = " A "slice.Tensor(p, 3, 0, 32);h = " A "slice.Tensor(p, 3, 32, 64);n = " A
    "neg.default(l);w = " A "cat.default([h, n], 3);a = " A "mul.Tensor(g, c);y = " A "add.Tensor(a, w)",
    "y", 1, "" },
  /* Heads and tokens change places. */
  { "rotary-heads", "v: 'f32[20, 4, 64]', c: 'f32[20, 64]', s: 'f32[20, 64]'",
    "x = " A "permute.default(v, [1, 0, 2]);l = " A "slice.Tensor(x, 2, 0, 32);h = " A
    "slice.Tensor(x, 2, 32, 64);n = " A "neg.default(h);w = " A "cat.default([n, l], 2);a = " A
    "mul.Tensor(x, c);b = " A "mul.Tensor(w, s);y = " A "add.Tensor(a, b)",
    "y", 1, "" },
  /* Two wholes, one reader of both. */
  { "queries-and-keys", "x: 'f32[3, 9, 64]', z: 'f32[3, 9, 64]', c: 'f32[9, 64]', s: 'f32[9, 64]'",
    "xl = " A "slice.Tensor(x, 2, 0, 32);xh = " A "slice.Tensor(x, 2, 32, 64);xn = " A "neg.default(xh);xw = " A
    "cat.default([xn, xl], 2);"
    "zl = " A "slice.Tensor(z, 2, 0, 32);zh = " A "slice.Tensor(z, 2, 32, 64);zn = " A "neg.default(zh);zw = " A
    "cat.default([zn, zl], 2);"
    "xa = " A "mul.Tensor(x, c);xb = " A "mul.Tensor(xw, s);y = " A "add.Tensor(xa, xb);za = " A
    "mul.Tensor(z, c);zb = " A "mul.Tensor(zw, s);v = " A "add.Tensor(za, zb)",
    "y, v", 1, "" },
  /* Pieces of different lengths, none of them whole vectors; along an inner, and along an outer axis. */
  { "uneven", "x: 'f32[41, 24]', z: 'f32[41, 9]', v: 'f32[41, 17]', f: 'f32[41, 50]'",
    "e = " A "exp.default(z);w = " A "cat.default([x, e, v], 1);y = " A "mul.Tensor(w, f)", "y", 0, NULL },
  { "uneven-wide", "x: 'f32[41, 124]', z: 'f32[41, 19]', v: 'f32[41, 77]', f: 'f32[220]'",
    "e = " A "exp.default(z);w = " A "cat.default([x, e, v], 1);y = " A "mul.Tensor(w, f)", "y", 1, "" },
  { "channels", "x: 'f32[3, 4, 7, 9]', z: 'f32[3, 6, 7, 9]', f: 'f32[10, 1, 1]', g: 'f32[3, 10, 7, 9]'",
    "e = " A "sigmoid.default(x);w = " A "cat.default([e, z], 1);m = " A "mul.Tensor(w, f);r = " A
    "add.Tensor(m, g);y = " A "relu.default(r)",
    "y", 1, "" },
  { "integers", "x: 'i64[41, 24]', z: 'i64[41, 40]', f: 'i64[64]'",
    "e = " A "neg.default(x);w = " A "cat.default([e, z], 1);y = " A "add.Tensor(w, f)", "y", 1, "" },
  { "truth", "x: 'f32[41, 24]', z: 'f32[41, 40]', f: 'f32[41, 64]'",
    "p = " A "gt.Scalar(x, 0.0);q = " A "lt.Scalar(z, 0.0);w = " A "cat.default([p, q], 1);o = " A
    "full.default([], 2.0, dtype = torch.float32);"
    "y = " A "where.self(w, f, o)",
    "y", 1, "" },
  /* The concatenation is a result, too, or others read it elsewhere: it is stored, but not read. */
  { "also-a-result", "x: 'f32[41, 24]', z: 'f32[41, 40]', f: 'f32[41, 64]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);y = " A "mul.Tensor(w, f)", "y, w", 1, "021" },
  { "also-a-result-bf16", "x: 'bf16[41, 24]', z: 'bf16[41, 40]', f: 'bf16[41, 64]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);y = " A "mul.Tensor(w, f)", "y, w", 1, "021" },
  { "also-summed", "x: 'f32[41, 24]', z: 'f32[41, 40]', f: 'f32[41, 64]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);y = " A "mul.Tensor(w, f);v = " A
    "sum.dim_IntList(w, [0])",
    "y, v", 0, NULL },
  { "read-twice", "x: 'f32[41, 24]', z: 'f32[41, 40]', f: 'f32[41, 64]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);y = " A "mul.Tensor(w, f);v = " A
    "sum.dim_IntList(y, [1])",
    "y, v", 0, NULL },
  /* Elements that are not where they were: nothing can be cut. */
  { "mirrored", "x: 'f32[41, 24]', z: 'f32[41, 40]', f: 'f32[41, 64]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);m = " A "flip.default(w, [1]);y = " A "mul.Tensor(m, f)",
    "y", 0, NULL },
  { "turned", "x: 'f32[40, 24]', z: 'f32[40, 40]', f: 'f32[64, 40]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);m = " A "permute.default(w, [1, 0]);y = " A
    "mul.Tensor(m, f)",
    "y", 0, NULL },
  { "rows", "x: 'f32[41, 24]', z: 'f32[30, 24]', f: 'f32[71, 24]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 0);y = " A "mul.Tensor(w, f)", "y", 0, NULL },
  { "pairs", "x: 'f32[3, 9, 64]', c: 'f32[9, 64]', s: 'f32[9, 64]'",
    "v = " A "view.default(x, [3, 9, 32, 2]);p = " A "select.int(v, 3, 0);q = " A "select.int(v, 3, 1);n = " A
    "neg.default(q);nu = " A "unsqueeze.default(n, 3);pu = " A "unsqueeze.default(p, 3);k = " A
    "cat.default([nu, pu], 3);w = " A "view.default(k, [3, 9, 64]);a = " A "mul.Tensor(x, c);b = " A
    "mul.Tensor(w, s);y = " A "add.Tensor(a, b)",
    "y", 0, NULL },
  /* Inputs that begin anywhere. */
  { "slices", "v: 'f32[9, 131]', c: 'f32[9, 64]'",
    "x = " A "slice.Tensor(v, 1, 5, 69);l = " A "slice.Tensor(x, 1, 0, 32);h = " A "slice.Tensor(x, 1, 32, 64);n = " A
    "neg.default(h);w = " A "cat.default([n, l], 1);a = " A "mul.Tensor(x, c);y = " A "add.Tensor(a, w)",
    "y", 1, "" },
  /* Sizes that are known later. */
  { "symbolic-rows", "s0: 'Sym(s0)', x: 'f32[3, s0, 64]', c: 'f32[s0, 64]', s: 'f32[s0, 64]'",
    "l = " A "slice.Tensor(x, 2, 0, 32);h = " A "slice.Tensor(x, 2, 32, 64);n = " A "neg.default(h);w = " A
    "cat.default([n, l], 2);a = " A "mul.Tensor(x, c);b = " A "mul.Tensor(w, s);y = " A "add.Tensor(a, b)",
    "y", 0, NULL },
  { "symbolic-pieces", "s0: 'Sym(s0)', x: 'f32[30, s0]', z: 'f32[30, 40]', c: 'f32[30, s0 + 40]'",
    "e = " A "exp.default(x);w = " A "cat.default([e, z], 1);y = " A "mul.Tensor(w, c)", "y", 0, NULL },
};

static FlGraph *
read_case (const Case *row)
{
  g_auto (GStrv) lines = g_strsplit (row->body, ";", -1);
  g_autofree char *inputs = g_strdelimit (g_strdup (row->inputs), "'", '"');
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  FlGraph *graph;

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n", inputs);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, "        %s\n", lines[i]);
  g_string_append_printf (text, "        return (%s,)\n", row->results);
  graph = fl_graph_read_text (row->name, text->str, text->len, &error);
  g_assert_no_error (error);
  return graph;
}

static guint
count_kernels (const FlRun *run)
{
  guint n = 0;

  for (guint i = 0; i < run->program->n_kernels; i++)
    n += run->program->kernels[i].source != NULL;
  return n;
}

static FlRun *
run_case (FlGraph *graph, gboolean joins, int threads)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.cpu_join = joins;
  request.options.cpp_threads = threads;
  run = fl_pipeline_run (graph, &request);
  g_assert_no_error (run->error);
  return run;
}

/* Numbers of the concatenations and their pieces that have memory. */
static char *
list_in_memory (const FlRun *run)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < run->plan->n_buffers; i++)
    {
      const FlMemoryBuffer *entry = &run->plan->buffers[i];
      const FlBuffer *buffer = entry->buffer;

      if (!entry->is_removed && (buffer->kind == FL_BUFFER_CONCAT || buffer->layout.kind == FL_LAYOUT_NON_OWNING))
        g_string_append_printf (text, "%u", buffer->number);
    }
  return g_string_free (text, FALSE);
}

static void
test_concat_agrees (gconstpointer data)
{
  const Case *row = data;
  g_autoptr (FlGraph) graph = read_case (row);
  g_autoptr (FlRun) run = run_case (graph, TRUE, 1), apart = run_case (graph, FALSE, 1), executed = NULL;
  FlSizeValue size = { fl_sym_size (graph->symbols, "s0"), 37 };
  FlExecuteRequest execute = { .verify = TRUE, .sizes = &size, .n_sizes = strstr (row->inputs, "Sym") ? 1 : 0 };
  g_autoptr (GString) text = g_string_new (NULL), text_apart = g_string_new (NULL);
  g_autofree char *in_memory = list_in_memory (run);
  g_autoptr (GError) error = NULL;

  if (row->n_kernels > 0)
    g_assert_cmpuint (count_kernels (run), ==, row->n_kernels);
  if (row->in_memory)
    g_assert_cmpstr (in_memory, ==, row->in_memory);
  /* Fusion is what it was. */
  fl_schedule_append_text (text, run->fused);
  fl_schedule_append_text (text_apart, apart->fused);
  g_assert_cmpstr (text->str, ==, text_apart->str);
  executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (executed->execution->verified);
  g_assert_true (executed->execution->agrees);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/concat/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_concat_agrees);
    }
  return g_test_run ();
}
