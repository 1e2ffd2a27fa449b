/* Random graphs under every strategy: what each one's kernels compute is what the reference
 * computes, and each group is carried out as the kernels that its template promises. */
#include <string.h>

#include "fl-formats.h"
#include "fl-fuse.h"
#include "fl-group-run.h"
#include "fl-intern.h"
#include "fl-pipeline.h"

enum
{
  MAX_VALUES = 24,
  N_SIZES = 3
};

typedef struct
{
  guint n_dims;
  guint sizes[3];
  gboolean is_read;
} Shape;

typedef struct
{
  GRand *random;
  GString *body;
  Shape values[MAX_VALUES + 4];
  guint n, n_inputs;
  gboolean is_wide; /* more operators, sizes and dtypes */
  const char *dtype;
} Maker;

static guint
pick (Maker *maker, guint n)
{
  return (guint) g_rand_int_range (maker->random, 0, (gint32) n);
}

/* "f32[6, 10][10, 1]cpu" */
static char *
dup_type (const char *dtype, const Shape *shape)
{
  g_autoptr (GString) text = g_string_new (dtype);
  guint stride = 1, strides[3];

  g_string_append_c (text, '[');
  for (guint i = shape->n_dims; i-- > 0; stride *= shape->sizes[i])
    strides[i] = stride;
  for (guint i = 0; i < shape->n_dims; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", shape->sizes[i]);
  g_string_append (text, "][");
  for (guint i = 0; i < shape->n_dims; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", strides[i]);
  g_string_append (text, "]cpu");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_sizes (GString *text, const Shape *shape)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < shape->n_dims; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", shape->sizes[i]);
  g_string_append_c (text, ']');
}

static void
begin (Maker *maker, const char *target)
{
  g_string_append_printf (maker->body, "        v%u = torch.ops.%s(", maker->n, target);
}

static void
use (Maker *maker, guint value)
{
  g_string_append_printf (maker->body, "v%u", value);
  maker->values[value].is_read = TRUE;
}

static void
finish (Maker *maker, Shape shape)
{
  g_string_append (maker->body, ")\n");
  shape.is_read = FALSE;
  maker->values[maker->n++] = shape;
}

static void
add_unary (Maker *maker, guint value)
{
  static const char *const names[]
      = { "aten.exp.default", "aten.relu.default", "aten.neg.default", "aten.tanh.default", "aten.sigmoid.default" };
  Shape shape = maker->values[value];
  gboolean is_bounded = pick (maker, 2) == 0;

  /* Exponentials only of what is bounded, so that exponentials of exponentials stay numbers. */
  if (is_bounded)
    {
      begin (maker, "aten.tanh.default");
      use (maker, value);
      finish (maker, shape);
      value = maker->n - 1;
    }
  begin (maker, names[is_bounded ? pick (maker, G_N_ELEMENTS (names)) : 1 + pick (maker, G_N_ELEMENTS (names) - 1)]);
  use (maker, value);
  finish (maker, shape);
}

/* A value that broadcasts with it to its own shape, or to a larger one. */
static gboolean
broadcasts (const Shape *a, const Shape *b)
{
  for (guint i = 1; i <= MIN (a->n_dims, b->n_dims); i++)
    {
      guint one = a->sizes[a->n_dims - i], other = b->sizes[b->n_dims - i];

      if (one != other && one != 1 && other != 1)
        return FALSE;
    }
  return TRUE;
}

static void
add_binary (Maker *maker, guint value)
{
  static const char *const names[]
      = { "aten.add.Tensor", "aten.sub.Tensor", "aten.mul.Tensor", "aten.maximum.default" };
  const Shape *a = &maker->values[value];
  guint other = pick (maker, maker->n);
  const Shape *b = &maker->values[other];
  Shape shape = { MAX (a->n_dims, b->n_dims) };

  if (!broadcasts (a, b))
    other = value;
  b = &maker->values[other];
  shape.n_dims = MAX (a->n_dims, b->n_dims);
  for (guint i = 1; i <= shape.n_dims; i++)
    shape.sizes[shape.n_dims - i]
        = MAX (i <= a->n_dims ? a->sizes[a->n_dims - i] : 1, i <= b->n_dims ? b->sizes[b->n_dims - i] : 1);
  begin (maker, names[pick (maker, G_N_ELEMENTS (names))]);
  use (maker, value);
  g_string_append (maker->body, ", ");
  use (maker, other);
  finish (maker, shape);
}

static void
add_reduction (Maker *maker, guint value)
{
  Shape shape = maker->values[value];
  guint axis = pick (maker, shape.n_dims);
  gboolean keeps = pick (maker, 3) > 0;

  begin (maker, pick (maker, 3) > 0 ? "aten.mean.dim" : "aten.amax.default");
  use (maker, value);
  g_string_append_printf (maker->body, ", [%u], %s", axis, keeps ? "True" : "False");
  shape.sizes[axis] = 1;
  if (!keeps)
    {
      memmove (&shape.sizes[axis], &shape.sizes[axis + 1], (shape.n_dims - axis - 1) * sizeof shape.sizes[0]);
      shape.n_dims--;
    }
  finish (maker, shape);
}

static void
add_view (Maker *maker, guint value)
{
  Shape shape = maker->values[value];

  if (shape.n_dims >= 2 && pick (maker, 2) == 0)
    {
      guint last = shape.n_dims - 1, saved = shape.sizes[last];

      begin (maker, "aten.transpose.int");
      use (maker, value);
      g_string_append_printf (maker->body, ", %u, %u", last - 1, last);
      shape.sizes[last] = shape.sizes[last - 1];
      shape.sizes[last - 1] = saved;
      finish (maker, shape);
      /* Contiguous again: the types of the text say so. */
      value = maker->n - 1;
      begin (maker, "aten.clone.default");
      use (maker, value);
      g_string_append (maker->body, ", memory_format = torch.contiguous_format");
      finish (maker, shape);
      return;
    }
  if (shape.n_dims == 2)
    shape = (Shape) { 1, { shape.sizes[0] * shape.sizes[1] } };
  else if (shape.n_dims == 1 && shape.sizes[0] % 2 == 0)
    shape = (Shape) { 2, { shape.sizes[0] / 2, 2 } };
  else
    {
      add_unary (maker, value);
      return;
    }
  begin (maker, "aten.reshape.default");
  use (maker, value);
  g_string_append (maker->body, ", ");
  append_sizes (maker->body, &shape);
  finish (maker, shape);
}

static void
add_part_or_whole (Maker *maker, guint value)
{
  Shape shape = maker->values[value];

  if (pick (maker, 2) == 0 && shape.sizes[0] > 2)
    {
      begin (maker, "aten.slice.Tensor");
      use (maker, value);
      g_string_append_printf (maker->body, ", 0, 1, %u", shape.sizes[0]);
      shape.sizes[0] -= 1;
    }
  else
    {
      begin (maker, "aten.cat.default");
      g_string_append_c (maker->body, '[');
      use (maker, value);
      g_string_append (maker->body, ", ");
      use (maker, value);
      g_string_append (maker->body, "], 0");
      shape.sizes[0] *= 2;
    }
  finish (maker, shape);
}

static void
add_product (Maker *maker, guint value)
{
  Shape shape = maker->values[value];

  if (shape.n_dims != 2 || shape.sizes[0] > 500)
    {
      add_unary (maker, value);
      return;
    }
  begin (maker, "aten.transpose.int");
  use (maker, value);
  g_string_append (maker->body, ", 0, 1");
  finish (maker, (Shape) { 2, { shape.sizes[1], shape.sizes[0] } });
  begin (maker, "aten.mm.default");
  use (maker, value);
  g_string_append (maker->body, ", ");
  use (maker, maker->n - 1);
  finish (maker, (Shape) { 2, { shape.sizes[0], shape.sizes[0] } });
}

/* --- more of everything: what kernels are written for, beside what strategies tell apart ------ */

static void
add_function (Maker *maker, guint value)
{
  static const char *const calls[][2] = {
    { "aten.gelu.default", "" },         { "aten.silu.default", "" }, { "aten.erf.default", "" },
    { "aten.sin.default", "" },          { "aten.abs.default", "" },  { "aten.square.default", "" },
    { "aten.clamp.default", ", -1, 2" }, { "aten.sign.default", "" }, { "aten.floor.default", "" },
    { "aten.hardswish.default", "" },
  };
  guint which = pick (maker, G_N_ELEMENTS (calls));
  Shape shape = maker->values[value];

  begin (maker, calls[which][0]);
  use (maker, value);
  g_string_append (maker->body, calls[which][1]);
  finish (maker, shape);
}

/* Along one axis: a softmax, a scan, a reversal, every other element, a wider one. */
static void
add_along (Maker *maker, guint value)
{
  Shape shape = maker->values[value];
  guint axis = pick (maker, shape.n_dims);

  switch (pick (maker, 6))
    {
    case 0:
      begin (maker, "aten._softmax.default");
      use (maker, value);
      g_string_append_printf (maker->body, ", %u, False", axis);
      break;
    case 1:
      begin (maker, "aten._log_softmax.default");
      use (maker, value);
      g_string_append_printf (maker->body, ", %u, False", axis);
      break;
    case 2:
      begin (maker, "aten.cumsum.default");
      use (maker, value);
      g_string_append_printf (maker->body, ", %u", axis);
      break;
    case 3:
      begin (maker, "aten.flip.default");
      use (maker, value);
      g_string_append_printf (maker->body, ", [%u]", axis);
      break;
    case 4:
      begin (maker, "aten.slice.Tensor");
      use (maker, value);
      g_string_append_printf (maker->body, ", %u, 0, %u, 2", axis, shape.sizes[axis]);
      shape.sizes[axis] = (shape.sizes[axis] + 1) / 2;
      finish (maker, shape);
      value = maker->n - 1;
      begin (maker, "aten.clone.default");
      use (maker, value);
      g_string_append (maker->body, ", memory_format = torch.contiguous_format");
      break;
    default:
      begin (maker, "aten.constant_pad_nd.default");
      use (maker, value);
      g_string_append (maker->body, ", [1, 2], 0.5");
      shape.sizes[shape.n_dims - 1] += 3;
      break;
    }
  finish (maker, shape);
}

static void
add_other_reduction (Maker *maker, guint value)
{
  static const char *const calls[][2]
      = { { "aten.sum.dim_IntList", "" }, { "aten.amin.default", "" }, { "aten.var.correction", ", correction = 0" } };
  guint which = pick (maker, G_N_ELEMENTS (calls));
  Shape shape = maker->values[value];
  guint axis = pick (maker, shape.n_dims);

  begin (maker, calls[which][0]);
  use (maker, value);
  if (which == 2)
    g_string_append_printf (maker->body, ", [%u]%s, keepdim = True", axis, calls[which][1]);
  else
    g_string_append_printf (maker->body, ", [%u], True", axis);
  shape.sizes[axis] = 1;
  finish (maker, shape);
}

/* One or the other, by a comparison; or there and back to another dtype. */
static void
add_choice (Maker *maker, guint value)
{
  static const char *const dtypes[] = { "torch.bfloat16", "torch.float16", "torch.float64" };
  Shape shape = maker->values[value];

  if (pick (maker, 2) == 0)
    {
      g_string_append_printf (maker->body, "        v%u_c = torch.ops.aten.gt.Scalar(v%u, 0.25)\n", maker->n, value);
      g_string_append_printf (maker->body, "        v%u = torch.ops.aten.where.self(v%u_c, v%u, 0.5", maker->n,
                              maker->n, value);
    }
  else
    {
      g_string_append_printf (maker->body, "        v%u_c = torch.ops.prims.convert_element_type.default(v%u, %s)\n",
                              maker->n, value, dtypes[pick (maker, G_N_ELEMENTS (dtypes))]);
      g_string_append_printf (maker->body, "        v%u = torch.ops.prims.convert_element_type.default(v%u_c, %s",
                              maker->n, maker->n, maker->dtype);
    }
  maker->values[value].is_read = TRUE;
  finish (maker, shape);
}

static gboolean
add_wide (Maker *maker, guint value)
{
  gboolean has_dims = maker->values[value].n_dims > 0;

  if (!maker->is_wide || pick (maker, 2) == 0)
    return FALSE;
  switch (pick (maker, 4))
    {
    case 0: add_function (maker, value); return TRUE;
    case 1: add_choice (maker, value); return TRUE;
    case 2:
      if (has_dims)
        add_along (maker, value);
      return has_dims;
    default:
      if (has_dims)
        add_other_reduction (maker, value);
      return has_dims;
    }
}

/* Rows and columns of whole vectors, parts of one, and enough for several threads. */
static void
choose_inputs (Maker *maker, Shape *inputs, const char **type)
{
  static const guint sizes[][2]
      = { { 12, 40 }, { 5, 33 }, { 64, 128 }, { 1, 19 }, { 131, 150 }, { 37, 1 }, { 257, 300 } };
  static const char *const types[][2] = { { "f32", "torch.float32" },
                                          { "f32", "torch.float32" },
                                          { "bf16", "torch.bfloat16" },
                                          { "f16", "torch.float16" },
                                          { "f64", "torch.float64" } };
  guint size = pick (maker, G_N_ELEMENTS (sizes)), dtype = pick (maker, G_N_ELEMENTS (types));

  inputs[0] = inputs[1] = (Shape) { 2, { sizes[size][0], sizes[size][1] } };
  inputs[2] = (Shape) { 1, { sizes[size][1] } };
  *type = types[dtype][0];
  maker->dtype = types[dtype][1];
}

static FlGraph *
make_graph (GRand *random, gboolean is_wide)
{
  Maker maker = { .random = random, .body = g_string_new (NULL), .is_wide = is_wide };
  g_autoptr (GString) text = g_string_new ("class GraphModule(torch.nn.Module):\n    def forward(self");
  g_autoptr (GError) error = NULL;
  guint n_ops = 4 + pick (&maker, 9);
  gboolean is_first = TRUE;
  FlGraph *graph;

  const char *type = "f32";
  Shape inputs[N_SIZES] = { { 2, { 12, 40 } }, { 2, { 12, 40 } }, { 1, { 40 } } };
  if (is_wide)
    choose_inputs (&maker, inputs, &type);
  for (maker.n = 0; maker.n < N_SIZES; maker.n++)
    {
      g_autofree char *full = dup_type (type, &inputs[maker.n]);

      maker.values[maker.n] = inputs[maker.n];
      g_string_append_printf (text, ", v%u: \"%s\"", maker.n, full);
    }
  g_string_append (text, "):\n");
  for (guint i = 0; i < n_ops && maker.n + 2 < MAX_VALUES; i++)
    {
      /* Mostly what was just made, so that there are chains. */
      guint value = pick (&maker, 3) > 0 ? maker.n - 1 : pick (&maker, maker.n), kind = pick (&maker, 12);

      if (add_wide (&maker, value))
        continue;
      if (kind < 3)
        add_unary (&maker, value);
      else if (kind < 7)
        add_binary (&maker, value);
      else if (kind < 9 && maker.values[value].n_dims > 0)
        add_reduction (&maker, value);
      else if (kind < 10 && maker.values[value].n_dims > 0)
        add_view (&maker, value);
      else if (kind < 11 && maker.values[value].n_dims > 0)
        add_part_or_whole (&maker, value);
      else
        add_product (&maker, value);
    }
  g_string_append (text, maker.body->str);
  g_string_append (text, "        return (");
  for (guint i = N_SIZES; i < maker.n; i++)
    if (!maker.values[i].is_read || pick (&maker, 6) == 0)
      {
        g_string_append_printf (text, "%sv%u", is_first ? "" : ", ", i);
        is_first = FALSE;
      }
  g_string_append (text, ",)\n");
  g_string_free (maker.body, TRUE);
  graph = fl_graph_read_text ("random", text->str, text->len, &error);
  if (error != NULL)
    g_test_message ("%s", text->str);
  g_assert_no_error (error);
  return graph;
}

/* --- strategies -------------------------------------------------------------------------------- */

static const struct
{
  const char *name, *strategy, *settings[3];
} variants[] = {
  { "inductor", "inductor" },
  { "none", "none" },
  { "pattern", "pattern" },
  { "xla", "xla" },
  { "xla-base", "xla-base" },
  { "stitch", "stitch" },
  { "stitch-cpu", "stitch-cpu" },
  { "tvm", "tvm" },
  { "dnnfusion", "dnnfusion" },
  { "optimal", "optimal" },
  { "optimal-by-parts", "optimal", { "optimal.all_ops=0" } },
  { "optimal-again", "optimal", { "optimal.recompute=1" } },
  { "optimal-loops-again", "optimal", { "optimal.recompute=1", "optimal.templates=loops" } },
};

/* FUSELOOM_TEST_SANITIZE=1: kernels are checked while they run. */
static gboolean
is_sanitized (void)
{
  return g_getenv ("FUSELOOM_TEST_SANITIZE") != NULL;
}

static FlRun *
plan (FlGraph *graph, guint position)
{
  FlPipelineRequest request;
  FlRun *run;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern (variants[position].strategy);
  request.options.epilogue_max_multiplications = 1 << 20;
  request.options.cpu_sanitize = is_sanitized ();
  request.options.timeout_s = 600;
  for (guint i = 0; i < G_N_ELEMENTS (variants[position].settings) && variants[position].settings[i] != NULL; i++)
    g_assert_true (fl_options_set (&request.options, variants[position].settings[i], NULL));
  run = fl_pipeline_run (graph, &request);
  if (run->error != NULL)
    g_test_message ("under %s", variants[position].name);
  g_assert_no_error (run->error);
  return run;
}

/* A group that a loop, rows, columns, a stitch or a product with an epilogue can compute is one kernel. */
static guint
check_groups (FlRun *run, const char *name)
{
  const FlGroupRun *groups = fl_group_runs_new (run->arena, run);
  guint n_groups = 0;

  for (guint i = 0; run->partition != NULL && i < run->partition->n_groups; i++)
    {
      const FlOpGroup *group = &run->partition->groups[i];

      n_groups += group->n_members > 1;
      switch (group->emission.template)
        {
        case FL_TEMPLATE_LOOP:
        case FL_TEMPLATE_ROW:
        case FL_TEMPLATE_COLUMN:
        case FL_TEMPLATE_STITCH:
        case FL_TEMPLATE_EPILOGUE: /* all products here may be loops */
          if (groups[i].n_kernels > 1)
            g_test_message ("%s: the group of %s runs as %u kernels", name,
                            run->partition->graph->nodes[group->members[0]].name, groups[i].n_kernels);
          g_assert_cmpuint (groups[i].n_kernels, <=, 1);
          break;
        case FL_TEMPLATE_NONE: g_assert_true (groups[i].n_kernels < 2 || groups[i].why != NULL); break;
        case FL_TEMPLATE_EXTERN: break;
        }
    }
  return n_groups;
}

static void
check_results (FlGraph *graph, FlRun *const *runs)
{
  g_autoptr (GError) error = NULL;
  FlVariant programs[G_N_ELEMENTS (variants)];
  FlExecuteRequest request = { .verify = TRUE, .worker_path = g_getenv ("FUSELOOM_WORKER") };
  g_autoptr (FlRun) done = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    programs[i] = (FlVariant) { variants[i].name, runs[i]->program };
  request.n_variants = G_N_ELEMENTS (variants);
  request.variants = programs;
  request.graph = graph;
  done = fl_pipeline_execute (runs[0], &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (done->execution->verified);
  for (guint i = 0; i < done->execution->n_agreements; i++)
    {
      const FlAgreement *agreement = &done->execution->agreements[i];

      if (!agreement->agrees)
        g_test_message ("%s: %s at %s is %g, expected %g", agreement->variant, agreement->output,
                        agreement->worst_place, agreement->got, agreement->expected);
      g_assert_true (agreement->agrees);
    }
}

static void
test_random_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20261121);
  guint n_planned = g_test_slow () ? 5000 : 300,
        n_executed = g_test_slow ()    ? 200
                     : is_sanitized () ? 10
                                       : 4,
        n_groups = 0;

  for (guint round = 0; round < n_planned; round++)
    {
      g_autoptr (FlGraph) graph = make_graph (random, FALSE);
      FlRun *runs[G_N_ELEMENTS (variants)];

      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        {
          runs[i] = plan (graph, i);
          n_groups += check_groups (runs[i], variants[i].name);
        }
      if (round < n_executed)
        check_results (graph, runs);
      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        fl_run_unref (runs[i]);
    }
  g_test_message ("%u graphs, %u of them executed, %u groups of several operations", n_planned, n_executed, n_groups);
  g_assert_cmpuint (n_groups, >, n_planned);
}

/* More operators, sizes and dtypes: only what is computed counts. */
static void
test_wide_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20261123);
  guint n_executed = g_test_slow () ? 200 : is_sanitized () ? 12 : 3;

  for (guint round = 0; round < n_executed; round++)
    {
      g_autoptr (FlGraph) graph = make_graph (random, TRUE);
      FlRun *runs[G_N_ELEMENTS (variants)];

      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        runs[i] = plan (graph, i);
      check_results (graph, runs);
      for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
        fl_run_unref (runs[i]);
    }
}

/* A tensor without dimensions gives way to the dtype of one with dimensions, of its own kind, also where a strategy
 * expands it first. */
static void
test_tensors_without_dims (void)
{
  static const char text[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, a: \"i16[57][1]cpu\", b: \"i64[][]cpu\", c: \"bf16[3, 5][5, 1]cpu\", d: \"f32[][]cpu\", "
        "e: \"f64[][]cpu\", m: \"b8[57][1]cpu\"):\n"
        "        v1 = torch.ops.aten.add.Tensor(a, b)\n"
        "        v2 = torch.ops.aten.mul.Tensor(d, c)\n"
        "        v3 = torch.ops.aten.div.Tensor(a, b)\n"
        "        v4 = torch.ops.aten.gt.Tensor(c, e)\n"
        "        v5 = torch.ops.aten.add.Tensor(a, d)\n"
        "        v6 = torch.ops.aten.where.self(m, a, b)\n"
        "        v7 = torch.ops.aten.where.self(m, b, d)\n"
        "        v8 = torch.ops.aten.maximum.default(c, b)\n"
        "        return (v1, v2, v3, v4, v5, v6, v7, v8)\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_text ("text", text, strlen (text), &error);
  FlRun *runs[G_N_ELEMENTS (variants)];

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    runs[i] = plan (graph, i);
  check_results (graph, runs); /* of the dtypes that shape rules say, too */
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    fl_run_unref (runs[i]);
}

/* The sample graphs under every strategy. */
static void
test_sample (gconstpointer name)
{
  g_autofree char *path = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (FlGraph) graph = fl_graph_read_file (path, &error);
  FlRun *runs[G_N_ELEMENTS (variants)];

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    runs[i] = plan (graph, i);
  check_results (graph, runs);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    fl_run_unref (runs[i]);
}

static void
add_samples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "data", "graphs", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    if (g_str_has_suffix (name, ".py") && strcmp (name, "make-samples.py") != 0)
      {
        g_autofree char *path = g_strconcat ("/execute-strategies/sample/", name, NULL);

        g_test_add_data_func (path, fl_intern (name), test_sample);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/execute-strategies/random-graphs", test_random_graphs);
  g_test_add_func ("/execute-strategies/wide-graphs", test_wide_graphs);
  g_test_add_func ("/execute-strategies/tensors-without-dims", test_tensors_without_dims);
  if (g_test_slow () || is_sanitized ())
    add_samples ();
  return g_test_run ();
}
