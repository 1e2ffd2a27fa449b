/* Growing graphs: blocks of a transformer, of a convolution net, and random acyclic graphs. Inputs
 * are collected while the body is written, since FX wants them in the signature. */
#include "bench-graphs.h"

typedef struct
{
  GString *inputs, *body;
  guint n_values; /* statements so far */
  guint n_inputs;
} Writer;

static guint
count_nodes (const Writer *writer)
{
  return writer->n_values + writer->n_inputs + 1;
}

/* "wN": an input of this shape. */
static char *
add_input (Writer *writer, const char *shape)
{
  char *name = g_strdup_printf ("w%u", writer->n_inputs++);

  g_string_append_printf (writer->inputs, ", %s: \"f32%s\"", name, shape);
  return name;
}

/* "vN": the value of a call, whose arguments are given as text. */
static char *add_call (Writer *writer, const char *target, const char *format, ...) G_GNUC_PRINTF (3, 4);

static char *
add_call (Writer *writer, const char *target, const char *format, ...)
{
  g_autofree char *arguments = NULL;
  char *name = g_strdup_printf ("v%u", writer->n_values++);
  va_list list;

  va_start (list, format);
  arguments = g_strdup_vprintf (format, list);
  va_end (list);
  g_string_append_printf (writer->body, "        %s = torch.ops.aten.%s(%s)\n", name, target, arguments);
  return name;
}

static char *
add_item (Writer *writer, const char *tuple, guint position)
{
  char *name = g_strdup_printf ("v%u", writer->n_values++);

  g_string_append_printf (writer->body, "        %s = %s[%u]\n", name, tuple, position);
  return name;
}

/* --- a transformer: layer norm, attention, layer norm, two products with a gelu
 * ---------------------------------- */

#define TOKENS 128
#define WIDTH 64
#define HIDDEN 256
#define HEADS 4

static char *
add_norm (Writer *writer, const char *x)
{
  g_autofree char *weight = add_input (writer, "[64]"), *bias = add_input (writer, "[64]");
  g_autofree char *pair = add_call (writer, "var_mean.correction", "%s, [1], correction = 0, keepdim = True", x);
  g_autofree char *variance = add_item (writer, pair, 0), *mean = add_item (writer, pair, 1);
  g_autofree char *shifted = add_call (writer, "add.Tensor", "%s, 1e-05", variance);
  g_autofree char *scale = add_call (writer, "rsqrt.default", "%s", shifted);
  g_autofree char *centred = add_call (writer, "sub.Tensor", "%s, %s", x, mean);
  g_autofree char *normal = add_call (writer, "mul.Tensor", "%s, %s", centred, scale);
  g_autofree char *scaled = add_call (writer, "mul.Tensor", "%s, %s", normal, weight);

  return add_call (writer, "add.Tensor", "%s, %s", scaled, bias);
}

static char *
add_linear (Writer *writer, const char *x, const char *weight_shape, const char *bias_shape)
{
  g_autofree char *weight = add_input (writer, weight_shape), *bias = add_input (writer, bias_shape);
  g_autofree char *turned = add_call (writer, "permute.default", "%s, [1, 0]", weight);

  return add_call (writer, "addmm.default", "%s, %s, %s", bias, x, turned);
}

static char *
add_heads (Writer *writer, const char *x)
{
  g_autofree char *view = add_call (writer, "reshape.default", "%s, [128, 4, 16]", x);

  return add_call (writer, "permute.default", "%s, [1, 0, 2]", view);
}

static char *
add_attention (Writer *writer, const char *x)
{
  g_autofree char *q = add_linear (writer, x, "[64, 64]", "[64]"), *k = add_linear (writer, x, "[64, 64]", "[64]");
  g_autofree char *v = add_linear (writer, x, "[64, 64]", "[64]");
  g_autofree char *qh = add_heads (writer, q), *kh = add_heads (writer, k), *vh = add_heads (writer, v);
  g_autofree char *turned = add_call (writer, "permute.default", "%s, [0, 2, 1]", kh);
  g_autofree char *scores = add_call (writer, "bmm.default", "%s, %s", qh, turned);
  g_autofree char *scaled = add_call (writer, "mul.Tensor", "%s, 0.25", scores);
  g_autofree char *most = add_call (writer, "amax.default", "%s, [2], True", scaled);
  g_autofree char *less = add_call (writer, "sub.Tensor", "%s, %s", scaled, most);
  g_autofree char *power = add_call (writer, "exp.default", "%s", less);
  g_autofree char *sum = add_call (writer, "sum.dim_IntList", "%s, [2], True", power);
  g_autofree char *share = add_call (writer, "div.Tensor", "%s, %s", power, sum);
  g_autofree char *mixed = add_call (writer, "bmm.default", "%s, %s", share, vh);
  g_autofree char *back = add_call (writer, "permute.default", "%s, [1, 0, 2]", mixed);
  g_autofree char *dense = add_call (writer, "clone.default", "%s, memory_format = torch.contiguous_format", back);
  g_autofree char *flat = add_call (writer, "reshape.default", "%s, [128, 64]", dense);

  return add_linear (writer, flat, "[64, 64]", "[64]");
}

static char *
add_gelu (Writer *writer, const char *x)
{
  g_autofree char *half = add_call (writer, "mul.Tensor", "%s, 0.5", x);
  g_autofree char *scaled = add_call (writer, "mul.Tensor", "%s, 0.7071067811865476", x);
  g_autofree char *erf = add_call (writer, "erf.default", "%s", scaled);
  g_autofree char *plus = add_call (writer, "add.Tensor", "%s, 1", erf);

  return add_call (writer, "mul.Tensor", "%s, %s", half, plus);
}

static void
write_transformer (Writer *writer, guint n_nodes, GString *result)
{
  g_autofree char *x = add_input (writer, "[128, 64]");

  while (count_nodes (writer) + 66 <= n_nodes)
    {
      g_autofree char *first = add_norm (writer, x), *mixed = add_attention (writer, first);
      g_autofree char *middle = add_call (writer, "add.Tensor", "%s, %s", x, mixed);
      g_autofree char *second = add_norm (writer, middle), *up = add_linear (writer, second, "[256, 64]", "[256]");
      g_autofree char *active = add_gelu (writer, up), *down = add_linear (writer, active, "[64, 256]", "[64]");

      g_free (x);
      x = add_call (writer, "add.Tensor", "%s, %s", middle, down);
    }
  g_string_append (result, x);
}

/* --- a convolution net: convolution, batch norm with known statistics, relu, a sum every second
 * time --------------- */

static char *
add_channel_factor (Writer *writer, const char *input)
{
  g_autofree char *one = add_call (writer, "unsqueeze.default", "%s, -1", input);

  return add_call (writer, "unsqueeze.default", "%s, -1", one);
}

static char *
add_convolution (Writer *writer, const char *x)
{
  g_autofree char *weight = add_input (writer, "[16, 16, 3, 3]"), *mean = add_input (writer, "[16]");
  g_autofree char *variance = add_input (writer, "[16]"), *scale = add_input (writer, "[16]"),
                  *bias = add_input (writer, "[16]");
  g_autofree char *conv
      = add_call (writer, "convolution.default", "%s, %s, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1", x, weight);
  g_autofree char *shifted = add_call (writer, "add.Tensor", "%s, 1e-05", variance);
  g_autofree char *root = add_call (writer, "sqrt.default", "%s", shifted);
  g_autofree char *inverse = add_call (writer, "reciprocal.default", "%s", root);
  g_autofree char *m = add_channel_factor (writer, mean), *i = add_channel_factor (writer, inverse);
  g_autofree char *s = add_channel_factor (writer, scale), *b = add_channel_factor (writer, bias);
  g_autofree char *centred = add_call (writer, "sub.Tensor", "%s, %s", conv, m);
  g_autofree char *normal = add_call (writer, "mul.Tensor", "%s, %s", centred, i);
  g_autofree char *scaled = add_call (writer, "mul.Tensor", "%s, %s", normal, s);

  return add_call (writer, "add.Tensor", "%s, %s", scaled, b);
}

static void
write_convolutions (Writer *writer, guint n_nodes, GString *result)
{
  g_autofree char *x = add_input (writer, "[2, 16, 28, 28]");

  while (count_nodes (writer) + 44 <= n_nodes)
    {
      g_autofree char *first = add_convolution (writer, x), *active = add_call (writer, "relu.default", "%s", first);
      g_autofree char *second = add_convolution (writer, active);
      g_autofree char *sum = add_call (writer, "add.Tensor", "%s, %s", second, x);

      g_free (x);
      x = add_call (writer, "relu.default", "%s", sum);
    }
  g_string_append (result, x);
}

/* --- a random acyclic graph over [64, 64]: pointwise operators, sums over rows, products,
 * transposes ---------------- */

static char *
pick (GPtrArray *values, GRand *random)
{
  /* Mostly something recent, sometimes anything. */
  guint window = g_rand_int (random) % 4 == 0 ? values->len : MIN (values->len, 24);

  return values->pdata[values->len - 1 - g_rand_int (random) % window];
}

static char *
add_random (Writer *writer, GPtrArray *values, GRand *random)
{
  static const char *const unary[]
      = { "exp.default", "relu.default", "sigmoid.default", "tanh.default", "neg.default", "cos.default" };
  static const char *const binary[] = { "add.Tensor", "mul.Tensor", "sub.Tensor", "maximum.default" };
  const char *a = pick (values, random), *b = pick (values, random);
  guint which = g_rand_int (random) % 100;

  if (which < 40)
    return add_call (writer, unary[g_rand_int (random) % G_N_ELEMENTS (unary)], "%s", a);
  if (which < 82)
    return add_call (writer, binary[g_rand_int (random) % G_N_ELEMENTS (binary)], "%s, %s", a, b);
  if (which < 88)
    {
      g_autofree char *sum = add_call (writer, "sum.dim_IntList", "%s, [1], True", a);

      return add_call (writer, "sub.Tensor", "%s, %s", b, sum);
    }
  if (which < 94)
    return add_call (writer, "permute.default", "%s, [1, 0]", a);
  return add_call (writer, "mm.default", "%s, %s", a, b);
}

static void
write_random (Writer *writer, guint n_nodes, GString *result)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  GRand *random = g_rand_new_with_seed (17);

  for (guint i = 0; i < 4 + n_nodes / 50; i++)
    g_ptr_array_add (values, add_input (writer, "[64, 64]"));
  while (count_nodes (writer) + 2 <= n_nodes)
    g_ptr_array_add (values, add_random (writer, values, random));
  for (guint i = 0; i < MIN (values->len, 24); i++)
    g_string_append_printf (result, "%s%s", i > 0 ? ", " : "", (char *) values->pdata[values->len - 1 - i]);
  g_rand_free (random);
}

/* --- all of them ------------------------------------------------------------------------------- */

static void
write_graph (GString *text, guint n_nodes, void (*write_body) (Writer *, guint, GString *))
{
  g_autoptr (GString) inputs = g_string_new (NULL);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GString) result = g_string_new (NULL);
  Writer writer = { .inputs = inputs, .body = body };

  write_body (&writer, n_nodes, result);
  g_string_append_printf (text,
                          "class GraphModule(torch.nn.Module):\n    def forward(self%s):\n%s        return (%s,)\n",
                          inputs->str, body->str, result->str);
}

static void
write_transformer_graph (GString *text, guint n_nodes)
{
  write_graph (text, n_nodes, write_transformer);
}

static void
write_convolution_graph (GString *text, guint n_nodes)
{
  write_graph (text, n_nodes, write_convolutions);
}

static void
write_random_graph (GString *text, guint n_nodes)
{
  write_graph (text, n_nodes, write_random);
}

const BenchKind bench_kinds[] = {
  { "transformer", "blocks of layer norm, attention with its softmax written out, layer norm and two products",
    write_transformer_graph },
  { "convolutions", "convolutions with batch norm and residual sums", write_convolution_graph },
  { "random", "random pointwise operators, row sums, transposes and products", write_random_graph },
};
const guint n_bench_kinds = G_N_ELEMENTS (bench_kinds);

char *
bench_graph_dup_text (const BenchKind *kind, guint n_nodes)
{
  GString *text = g_string_new (NULL);

  kind->write (text, n_nodes);
  return g_string_free (text, FALSE);
}
