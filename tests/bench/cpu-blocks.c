/* Whole blocks of models, each with sizes of its own. */
#include "cpu-cases.h"

#define INPUT bench_add_input
#define CALL bench_add_call
#define ITEM bench_add_item

static const char *
add_linear (BenchText *t, const char *x, int from, int to)
{
  const char *weight = INPUT (t, 0, "f32[%d, %d]", to, from), *bias = INPUT (t, 0, "f32[%d]", to);

  return CALL (t, "addmm.default", "%s, %s, %s", bias, x, CALL (t, "permute.default", "%s, [1, 0]", weight));
}

static const char *
add_plain_linear (BenchText *t, const char *x, int from, int to)
{
  const char *weight = INPUT (t, 0, "f32[%d, %d]", to, from);

  return CALL (t, "mm.default", "%s, %s", x, CALL (t, "permute.default", "%s, [1, 0]", weight));
}

static const char *
add_layer_norm (BenchText *t, const char *x, int width)
{
  const char *weight = INPUT (t, 0, "f32[%d]", width), *bias = INPUT (t, 0, "f32[%d]", width);

  return ITEM (t, CALL (t, "native_layer_norm.default", "%s, [%d], %s, %s, 1e-05", x, width, weight, bias), 0);
}

static const char *
add_rms_norm (BenchText *t, const char *x, int width)
{
  const char *weight = INPUT (t, 0, "f32[%d]", width);
  const char *mean = CALL (t, "mean.dim", "%s, [1], True", CALL (t, "pow.Tensor_Scalar", "%s, 2", x));
  const char *root = CALL (t, "rsqrt.default", "%s", CALL (t, "add.Tensor", "%s, 1e-06", mean));

  return CALL (t, "mul.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, %s", x, root), weight);
}

static const char *
add_heads (BenchText *t, const char *x, int n_tokens, int n_heads, int width)
{
  return CALL (t, "permute.default", "%s, [1, 0, 2]",
               CALL (t, "view.default", "%s, [%d, %d, %d]", x, n_tokens, n_heads, width));
}

static const char *
join_heads (BenchText *t, const char *x, int n_tokens, int width)
{
  const char *dense = CALL (t, "clone.default", "%s, memory_format = torch.contiguous_format",
                            CALL (t, "permute.default", "%s, [1, 0, 2]", x));

  return CALL (t, "view.default", "%s, [%d, %d]", dense, n_tokens, width);
}

/* softmax (q k' / sqrt d + mask) v, operator by operator. */
static const char *
add_attention (BenchText *t, const char *q, const char *k, const char *v, double scale, const char *mask)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const char *scores = CALL (t, "bmm.default", "%s, %s", q, CALL (t, "permute.default", "%s, [0, 2, 1]", k));
  const char *scaled = CALL (t, "mul.Tensor", "%s, %s", scores, g_ascii_formatd (text, sizeof text, "%.9f", scale));
  const char *masked = mask ? CALL (t, "add.Tensor", "%s, %s", scaled, mask) : scaled;

  return CALL (t, "bmm.default", "%s, %s", CALL (t, "_softmax.default", "%s, -1, False", masked), v);
}

static const char *
write_gpt2 (BenchText *t, gint64 n)
{
  const int tokens = 256, width = 768, heads = 12, each = 64;
  const char *x = INPUT (t, 0, "f32[%d, %d]", tokens, width), *mask = INPUT (t, 0, "f32[%d, %d]", tokens, tokens);
  const char *qkv = add_linear (t, add_layer_norm (t, x, width), width, 3 * width), *part[3], *middle, *up;

  for (int i = 0; i < 3; i++)
    part[i] = add_heads (t, CALL (t, "slice.Tensor", "%s, 1, %d, %d", qkv, i * width, (i + 1) * width), tokens, heads,
                         each);
  middle = join_heads (t, add_attention (t, part[0], part[1], part[2], 0.125, mask), tokens, width);
  middle = CALL (t, "add.Tensor", "%s, %s", x, add_linear (t, middle, width, width));
  up = CALL (t, "gelu.default", "%s, approximate = 'tanh'",
             add_linear (t, add_layer_norm (t, middle, width), width, 4 * width));
  t->n_elements = tokens * width;
  return CALL (t, "add.Tensor", "%s, %s", middle, add_linear (t, up, 4 * width, width));
}

static const char *
add_rotation (BenchText *t, const char *x, const char *cosine, const char *sine, int each)
{
  const char *low = CALL (t, "slice.Tensor", "%s, 2, 0, %d", x, each / 2),
             *high = CALL (t, "slice.Tensor", "%s, 2, %d, %d", x, each / 2, each);
  const char *turned = CALL (t, "cat.default", "[%s, %s], 2", CALL (t, "neg.default", "%s", high), low);

  return CALL (t, "add.Tensor", "%s, %s", CALL (t, "mul.Tensor", "%s, %s", x, cosine),
               CALL (t, "mul.Tensor", "%s, %s", turned, sine));
}

static const char *
write_llama (BenchText *t, gint64 n)
{
  const int tokens = 256, width = 512, heads = 8, each = 64, hidden = 1376;
  const char *x = INPUT (t, 0, "f32[%d, %d]", tokens, width), *mask = INPUT (t, 0, "f32[%d, %d]", tokens, tokens);
  const char *cosine = INPUT (t, 0, "f32[%d, %d]", tokens, each), *sine = INPUT (t, 0, "f32[%d, %d]", tokens, each);
  const char *normal = add_rms_norm (t, x, width), *part[3], *middle, *gate, *up;

  for (int i = 0; i < 3; i++)
    part[i] = add_heads (t, add_plain_linear (t, normal, width, width), tokens, heads, each);
  part[0] = add_rotation (t, part[0], cosine, sine, each);
  part[1] = add_rotation (t, part[1], cosine, sine, each);
  middle = join_heads (t, add_attention (t, part[0], part[1], part[2], 0.125, mask), tokens, width);
  middle = CALL (t, "add.Tensor", "%s, %s", x, add_plain_linear (t, middle, width, width));
  normal = add_rms_norm (t, middle, width);
  gate = CALL (t, "silu.default", "%s", add_plain_linear (t, normal, width, hidden));
  up = add_plain_linear (t, normal, width, hidden);
  t->n_elements = tokens * width;
  return CALL (t, "add.Tensor", "%s, %s", middle,
               add_plain_linear (t, CALL (t, "mul.Tensor", "%s, %s", gate, up), hidden, width));
}

static const char *
add_convolution (BenchText *t, const char *x, int from, int to, int size)
{
  const char *weight = INPUT (t, 0, "f32[%d, %d, %d, %d]", to, from, size, size), *scale = INPUT (t, 0, "f32[%d]", to),
             *bias = INPUT (t, 0, "f32[%d]", to), *mean = INPUT (t, 0, "f32[%d]", to),
             *variance = CALL (t, "abs.default", "%s", INPUT (t, 0, "f32[%d]", to));
  const char *y = CALL (t, "convolution.default", "%s, %s, None, [1, 1], [%d, %d], [1, 1], False, [0, 0], 1", x, weight,
                        size / 2, size / 2);

  return ITEM (t,
               CALL (t, "_native_batch_norm_legit_no_training.default", "%s, %s, %s, %s, %s, 0.1, 1e-05", y, scale,
                     bias, mean, variance),
               0);
}

static const char *
write_bottleneck (BenchText *t, gint64 n)
{
  const char *x = INPUT (t, 0, "f32[4, 256, 28, 28]");
  const char *a = CALL (t, "relu.default", "%s", add_convolution (t, x, 256, 64, 1));
  const char *b = CALL (t, "relu.default", "%s", add_convolution (t, a, 64, 64, 3));

  t->n_elements = 4 * 256 * 28 * 28;
  return CALL (t, "relu.default", "%s", CALL (t, "add.Tensor", "%s, %s", add_convolution (t, b, 64, 256, 1), x));
}

static const char *
write_vit (BenchText *t, gint64 n)
{
  const int tokens = 197, width = 384, heads = 6, each = 64;
  const char *x = INPUT (t, 0, "f32[%d, %d]", tokens, width);
  const char *qkv = add_linear (t, add_layer_norm (t, x, width), width, 3 * width), *part[3], *mixed, *middle, *up;

  for (int i = 0; i < 3; i++)
    part[i] = CALL (t, "unsqueeze.default", "%s, 0",
                    add_heads (t, CALL (t, "slice.Tensor", "%s, 1, %d, %d", qkv, i * width, (i + 1) * width), tokens,
                               heads, each));
  mixed = CALL (t, "squeeze.dim", "%s, 0",
                CALL (t, "scaled_dot_product_attention.default", "%s, %s, %s", part[0], part[1], part[2]));
  middle = CALL (t, "add.Tensor", "%s, %s", x, add_linear (t, join_heads (t, mixed, tokens, width), width, width));
  up = CALL (t, "gelu.default", "%s", add_linear (t, add_layer_norm (t, middle, width), width, 4 * width));
  t->n_elements = tokens * width;
  return CALL (t, "add.Tensor", "%s, %s", middle, add_linear (t, up, 4 * width, width));
}

/* Every expert sees every token; shares of the two best count. */
static const char *
write_experts (BenchText *t, gint64 n)
{
  const int tokens = 128, width = 256, experts = 8, hidden = 512;
  const char *x = INPUT (t, 0, "f32[%d, %d]", tokens, width),
             *up = INPUT (t, 0, "f32[%d, %d, %d]", experts, width, hidden),
             *down = INPUT (t, 0, "f32[%d, %d, %d]", experts, hidden, width);
  const char *shares
      = CALL (t, "_softmax.default", "%s, 1, False", add_plain_linear (t, add_rms_norm (t, x, width), width, experts));
  const char *best = CALL (t, "topk.default", "%s, 2", shares), *least, *kept, *all, *active;

  least = CALL (t, "slice.Tensor", "%s, 1, 1, 2", ITEM (t, best, 0));
  kept = CALL (t, "where.self", "%s, %s, %s", CALL (t, "ge.Tensor", "%s, %s", shares, least), shares,
               CALL (t, "mul.Tensor", "%s, 0.0", shares));
  all = CALL (t, "expand.default", "%s, [%d, %d, %d]", CALL (t, "unsqueeze.default", "%s, 0", x), experts, tokens,
              width);
  active = CALL (t, "silu.default", "%s", CALL (t, "bmm.default", "%s, %s", all, up));
  all = CALL (t, "bmm.default", "%s, %s", active, down);
  kept = CALL (t, "unsqueeze.default", "%s, 2", CALL (t, "permute.default", "%s, [1, 0]", kept));
  t->n_elements = tokens * width;
  return CALL (t, "add.Tensor", "%s, %s", x,
               CALL (t, "sum.dim_IntList", "%s, [0]", CALL (t, "mul.Tensor", "%s, %s", all, kept)));
}

const BenchCase bench_blocks[] = {
  { "gpt2", "block", 0, "256 tokens of 768, 12 heads, softmax written out", write_gpt2 },
  { "llama", "block", 0, "256 tokens of 512, 8 heads, rotations, silu gate", write_llama },
  { "resnet-bottleneck", "block", 0, "4 images, 256 to 64 to 256 channels at 28 x 28", write_bottleneck },
  { "vit", "block", 0, "197 tokens of 384, 6 heads, attention by one operator", write_vit },
  { "experts", "block", 0, "128 tokens of 256, 8 experts, the best two count", write_experts },
};
const guint n_bench_blocks = G_N_ELEMENTS (bench_blocks);
