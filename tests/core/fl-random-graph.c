/* Random graphs: pointwise operators, reductions, views, products. */
#include "fl-random-graph.h"

/* "f32[6, 10][10, 1]cpu" */
static char *
graph_dup_type (const char *dtype, const GraphShape *shape)
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
graph_append_sizes (GString *text, const GraphShape *shape)
{
  g_string_append_c (text, '[');
  for (guint i = 0; i < shape->n_dims; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? ", " : "", shape->sizes[i]);
  g_string_append_c (text, ']');
}

static void
add_unary (GraphMaker *maker, guint value)
{
  static const char *const names[]
      = { "aten.exp.default", "aten.relu.default", "aten.neg.default", "aten.tanh.default", "aten.sigmoid.default" };
  GraphShape shape = maker->values[value];
  gboolean is_bounded = graph_pick (maker, 2) == 0;

  /* Exponentials only of what is bounded, so that exponentials of exponentials stay numbers. */
  if (is_bounded)
    {
      graph_begin (maker, "aten.tanh.default");
      graph_use (maker, value);
      graph_finish (maker, shape);
      value = maker->n - 1;
    }
  graph_begin (maker, names[is_bounded ? graph_pick (maker, G_N_ELEMENTS (names))
                                       : 1 + graph_pick (maker, G_N_ELEMENTS (names) - 1)]);
  graph_use (maker, value);
  graph_finish (maker, shape);
}

/* A value that broadcasts with it to its own shape, or to a larger one. */
static gboolean
broadcasts (const GraphShape *a, const GraphShape *b)
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
add_binary (GraphMaker *maker, guint value)
{
  static const char *const names[]
      = { "aten.add.Tensor", "aten.sub.Tensor", "aten.mul.Tensor", "aten.maximum.default" };
  const GraphShape *a = &maker->values[value];
  guint other = graph_pick (maker, maker->n);
  const GraphShape *b = &maker->values[other];
  GraphShape shape = { MAX (a->n_dims, b->n_dims) };

  if (!broadcasts (a, b))
    other = value;
  b = &maker->values[other];
  shape.n_dims = MAX (a->n_dims, b->n_dims);
  for (guint i = 1; i <= shape.n_dims; i++)
    shape.sizes[shape.n_dims - i]
        = MAX (i <= a->n_dims ? a->sizes[a->n_dims - i] : 1, i <= b->n_dims ? b->sizes[b->n_dims - i] : 1);
  graph_begin (maker, names[graph_pick (maker, G_N_ELEMENTS (names))]);
  graph_use (maker, value);
  g_string_append (maker->body, ", ");
  graph_use (maker, other);
  graph_finish (maker, shape);
}

static void
add_reduction (GraphMaker *maker, guint value)
{
  GraphShape shape = maker->values[value];
  guint axis = graph_pick (maker, shape.n_dims);
  gboolean keeps = graph_pick (maker, 3) > 0;

  graph_begin (maker, graph_pick (maker, 3) > 0 ? "aten.mean.dim" : "aten.amax.default");
  graph_use (maker, value);
  g_string_append_printf (maker->body, ", [%u], %s", axis, keeps ? "True" : "False");
  shape.sizes[axis] = 1;
  if (!keeps)
    {
      memmove (&shape.sizes[axis], &shape.sizes[axis + 1], (shape.n_dims - axis - 1) * sizeof shape.sizes[0]);
      shape.n_dims--;
    }
  graph_finish (maker, shape);
}

static void
add_view (GraphMaker *maker, guint value)
{
  GraphShape shape = maker->values[value];

  if (shape.n_dims >= 2 && graph_pick (maker, 2) == 0)
    {
      guint last = shape.n_dims - 1, saved = shape.sizes[last];

      graph_begin (maker, "aten.transpose.int");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", %u, %u", last - 1, last);
      shape.sizes[last] = shape.sizes[last - 1];
      shape.sizes[last - 1] = saved;
      graph_finish (maker, shape);
      /* Contiguous again: the types of the text say so. */
      value = maker->n - 1;
      graph_begin (maker, "aten.clone.default");
      graph_use (maker, value);
      g_string_append (maker->body, ", memory_format = torch.contiguous_format");
      graph_finish (maker, shape);
      return;
    }
  if (shape.n_dims == 2)
    shape = (GraphShape) { 1, { shape.sizes[0] * shape.sizes[1] } };
  else if (shape.n_dims == 1 && shape.sizes[0] % 2 == 0)
    shape = (GraphShape) { 2, { shape.sizes[0] / 2, 2 } };
  else
    {
      add_unary (maker, value);
      return;
    }
  graph_begin (maker, "aten.reshape.default");
  graph_use (maker, value);
  g_string_append (maker->body, ", ");
  graph_append_sizes (maker->body, &shape);
  graph_finish (maker, shape);
}

static void
add_part_or_whole (GraphMaker *maker, guint value)
{
  GraphShape shape = maker->values[value];

  if (graph_pick (maker, 2) == 0 && shape.sizes[0] > 2)
    {
      graph_begin (maker, "aten.slice.Tensor");
      graph_use (maker, value);
      g_string_append_printf (maker->body, ", 0, 1, %u", shape.sizes[0]);
      shape.sizes[0] -= 1;
    }
  else
    {
      graph_begin (maker, "aten.cat.default");
      g_string_append_c (maker->body, '[');
      graph_use (maker, value);
      g_string_append (maker->body, ", ");
      graph_use (maker, value);
      g_string_append (maker->body, "], 0");
      shape.sizes[0] *= 2;
    }
  graph_finish (maker, shape);
}

static void
add_product (GraphMaker *maker, guint value)
{
  GraphShape shape = maker->values[value];

  if (shape.n_dims != 2 || shape.sizes[0] > 500)
    {
      add_unary (maker, value);
      return;
    }
  graph_begin (maker, "aten.transpose.int");
  graph_use (maker, value);
  g_string_append (maker->body, ", 0, 1");
  graph_finish (maker, (GraphShape) { 2, { shape.sizes[1], shape.sizes[0] } });
  graph_begin (maker, "aten.mm.default");
  graph_use (maker, value);
  g_string_append (maker->body, ", ");
  graph_use (maker, maker->n - 1);
  graph_finish (maker, (GraphShape) { 2, { shape.sizes[0], shape.sizes[0] } });
}

/* Rows and columns of whole vectors, parts of one, and enough for several threads. */
static void
choose_inputs (GraphMaker *maker, GraphShape *inputs, const char **type)
{
  static const guint sizes[][2]
      = { { 12, 40 }, { 5, 33 }, { 64, 128 }, { 1, 19 }, { 131, 150 }, { 37, 1 }, { 257, 300 } };
  static const char *const types[][2] = { { "f32", "torch.float32" },
                                          { "f32", "torch.float32" },
                                          { "bf16", "torch.bfloat16" },
                                          { "f16", "torch.float16" },
                                          { "f64", "torch.float64" } };
  guint size = graph_pick (maker, G_N_ELEMENTS (sizes)), dtype = graph_pick (maker, G_N_ELEMENTS (types));

  inputs[0] = inputs[1] = (GraphShape) { 2, { sizes[size][0], sizes[size][1] } };
  inputs[2] = (GraphShape) { 1, { sizes[size][1] } };
  *type = types[dtype][0];
  maker->dtype = types[dtype][1];
}

FlGraph *
graph_make_random (GRand *random, gboolean is_wide)
{
  GraphMaker maker = { .random = random, .body = g_string_new (NULL), .is_wide = is_wide };
  g_autoptr (GString) text = g_string_new ("class GraphModule(torch.nn.Module):\n    def forward(self");
  g_autoptr (GError) error = NULL;
  guint n_ops = 4 + graph_pick (&maker, 9);
  gboolean is_first = TRUE;
  FlGraph *graph;

  const char *type = "f32";
  GraphShape inputs[N_SIZES] = { { 2, { 12, 40 } }, { 2, { 12, 40 } }, { 1, { 40 } } };
  if (is_wide)
    choose_inputs (&maker, inputs, &type);
  for (maker.n = 0; maker.n < N_SIZES; maker.n++)
    {
      g_autofree char *full = graph_dup_type (type, &inputs[maker.n]);

      maker.values[maker.n] = inputs[maker.n];
      g_string_append_printf (text, ", v%u: \"%s\"", maker.n, full);
    }
  g_string_append (text, "):\n");
  for (guint i = 0; i < n_ops && maker.n + 2 < MAX_VALUES; i++)
    {
      /* Mostly what was just made, so that there are chains. */
      guint value = graph_pick (&maker, 3) > 0 ? maker.n - 1 : graph_pick (&maker, maker.n),
            kind = graph_pick (&maker, 12);

      if (graph_add_wide (&maker, value))
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
    if (!maker.values[i].is_read || graph_pick (&maker, 6) == 0)
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
