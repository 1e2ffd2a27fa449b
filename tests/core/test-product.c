/* Products: micro-kernels against plain sums, and whole calls against the reference interpreter. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-formats.h"
#include "fl-half-copies.h"
#include "fl-pipeline.h"
#include "fl-product-kernels.h"
#include "fl-quick-kernels.h"

static float
get_number (guint i)
{
  return (float) ((i * 2654435761u >> 8) % 2001) / 1000.0f - 1.0f;
}

static float *
new_floats (gint64 n, guint seed)
{
  float *data = g_aligned_alloc (MAX (n, 1), sizeof (float), 64);
  for (gint64 i = 0; i < n; i++)
    data[i] = get_number (seed * 7919 + i);
  return data;
}

/* --- micro-kernels -------------------------------------------------------------------------- */

/* All columns of three panels, and parts of them, by depths of either parity. */
static void
test_gemv_of_all_depths (void)
{
  enum
  {
    MOST = 19,
    COLUMNS = 3 * FL_GEMV_WIDTH
  };
  float *a = new_floats (MOST, 8), *b = new_floats (MOST * COLUMNS, 9), sums[COLUMNS + 1];

  for (gint64 n = 1; n <= COLUMNS; n += 7)
    for (gint64 depth = 1; depth <= MOST; depth++)
      {
        sums[n] = 77;
        fl_gemv (a, b, depth, 0, n, sums);
        g_assert_cmpfloat (sums[n], ==, 77);
        for (gint64 j = 0; j < n; j++)
          {
            const float *column = b + j / FL_GEMV_WIDTH * FL_GEMV_WIDTH * depth + j % FL_GEMV_WIDTH;
            double sum = 0;
            for (gint64 k = 0; k < depth; k++)
              sum += (double) a[k] * column[k * FL_GEMV_WIDTH];
            g_assert_cmpfloat_with_epsilon (sums[j], sum,
                                            19 * 19 * 6e-8); /* 19 products of at most 1, rounded as often */
          }
      }
  g_aligned_free (a);
  g_aligned_free (b);
}

/* C = 0.5 A B + 2 C, and A B over what was there, NaN too. */
static void
check_doubles (gint64 m, gint64 n, gint64 k, gboolean is_transposed)
{
  g_autofree double *a = g_new (double, m *k), *b = g_new (double, k *n), *c = g_new (double, m *n);
  const FlMatrix left = { a, m, k, k, 1 }, right = { b, k, n, is_transposed ? 1 : n, is_transposed ? k : 1 };

  for (gint64 i = 0; i < m * k; i++)
    a[i] = get_number (i);
  for (gint64 i = 0; i < k * n; i++)
    b[i] = get_number (7000 + i);
  for (guint has_more = 0; has_more < 2; has_more++)
    {
      for (gint64 i = 0; i < m * n; i++)
        c[i] = has_more ? get_number (i) : NAN;
      fl_gemm_doubles (&left, &right, has_more ? 0.5 : 1, has_more ? 2 : 0, c, n);
      for (gint64 i = 0; i < m * n; i++)
        {
          double sum = 0;
          for (gint64 p = 0; p < k; p++)
            sum += a[i / n * k + p] * (is_transposed ? b[i % n * k + p] : b[p * n + i % n]);
          sum = has_more ? 0.5 * sum + 2 * get_number (i) : sum;
          g_assert_cmpfloat_with_epsilon (c[i], sum, 1e-15 * (k + 8)); /* k products of at most 1 */
        }
    }
}

static void
test_doubles_of_all_shapes (void)
{
  static const gint64 sizes[][3] = { { 1, 1, 1 }, { 3, 23, 5 }, { 4, 24, 256 }, { 5, 25, 257 }, { 9, 100, 600 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      check_doubles (sizes[i][0], sizes[i][1], sizes[i][2], FALSE);
      check_doubles (sizes[i][0], sizes[i][1], sizes[i][2], TRUE);
    }
}

/* --- half precision --------------------------------------------------------------------------- */

static guint32
get_bits (float x)
{
  guint32 bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

/* All numbers of 16 bits, and floats around them: rows side by side, which go by vectors, as rows that are apart, which
 * do not. */
static void
test_half_rows_agree (gconstpointer data)
{
  enum
  {
    N = 65536
  };
  const FlDtype dtype = GPOINTER_TO_INT (data);
  g_autofree guint16 *bits = g_new (guint16, N), *apart = g_new (guint16, 2 * N), *rounded = g_new (guint16, N);
  g_autofree float *wide = g_new (float, N), *one_by_one = g_new (float, N);

  for (guint i = 0; i < N; i++)
    bits[i] = apart[2 * i] = i;
  fl_half_widen_row (dtype, bits, 1, wide, N - 5);
  fl_half_widen_row (dtype, bits + N - 5, 1, wide + N - 5, 5);
  fl_half_widen_row (dtype, apart, 2, one_by_one, N);
  for (guint i = 0; i < N; i++)
    g_assert_true (get_bits (wide[i]) == get_bits (one_by_one[i]) || (isnan (wide[i]) && isnan (one_by_one[i])));
  for (guint step = 0; step < 4; step++) /* themselves, halfway to the next, a little less and more */
    {
      for (guint i = 0; i + 1 < N; i++)
        {
          float between = isfinite (wide[i]) && isfinite (wide[i + 1]) ? 0.5f * wide[i] + 0.5f * wide[i + 1] : wide[i];
          one_by_one[i] = step == 0   ? wide[i]
                          : step == 1 ? between
                                      : nextafterf (between, step == 2 ? INFINITY : -INFINITY);
        }
      fl_half_round_row (dtype, one_by_one, rounded, 1, N - 1);
      fl_half_round_row (dtype, one_by_one, apart, 2, N - 1);
      for (guint i = 0; i + 1 < N; i++)
        g_assert_true (rounded[i] == apart[2 * i] || isnan (one_by_one[i]));
      for (guint i = 0; i + 1 < N && step == 0; i++)
        g_assert_true (rounded[i] == i || isnan (wide[i]));
    }
}

/* --- whole calls ------------------------------------------------------------------------------ */

typedef struct
{
  const char *name, *inputs, *body;
  gboolean is_timed; /* too: then each way computes it */
} Case;

static const Case cases[] = {
  { "mm", "a: 'f32[70, 33]', b: 'f32[33, 50]'", "mm.default(a, b)", TRUE },
  { "mm-weight-turned", "a: 'f32[40, 33]', w: 'f32[50, 33]'", "permute.default(w, [1, 0]);mm.default(a, x0)" },
  { "mm-left-turned", "a: 'f32[33, 40]', b: 'f32[33, 64]'", "permute.default(a, [1, 0]);mm.default(x0, b)", TRUE },
  { "mm-both-turned", "a: 'f32[33, 40]', b: 'f32[50, 33]'",
    "permute.default(a, [1, 0]);permute.default(b, [1, 0]);mm.default(x0, x1)" },
  { "mm-row", "a: 'f32[1, 100]', b: 'f32[100, 80]'", "mm.default(a, b)" },
  { "mm-row-of-columns", "a: 'f32[1, 203]', w: 'f32[307, 203]'", "permute.default(w, [1, 0]);mm.default(a, x0)", TRUE },
  { "mm-row-of-made-columns", "a: 'f32[1, 203]', w: 'f32[307, 203]'",
    "neg.default(w);permute.default(x0, [1, 0]);mm.default(a, x1)", TRUE },
  { "mm-row-timed", "a: 'f32[1, 203]', w: 'f32[203, 67]'", "mm.default(a, w)", TRUE },
  { "mm-row-strided", "a: 'f32[1, 406]', w: 'f32[203, 67]'", "slice.Tensor(a, 1, 0, 406, 2);mm.default(x0, w)", TRUE },
  { "mm-column-timed", "a: 'f32[307, 203]', b: 'f32[203, 1]'", "mm.default(a, b)", TRUE },
  { "addmm-of-one-row", "c: 'f32[307]', a: 'f32[1, 203]', w: 'f32[307, 203]'",
    "permute.default(w, [1, 0]);addmm.default(c, a, x0, beta = 0.5, alpha = 2.0)", TRUE },
  { "addmm-of-one-column", "c: 'f32[1]', a: 'f32[307, 203]', b: 'f32[203, 1]'",
    "addmm.default(c, a, b, beta = 0.5, alpha = 2.0)", TRUE },
  { "bmm-of-rows", "a: 'f32[5, 1, 64]', w: 'f32[5, 130, 64]'", "permute.default(w, [0, 2, 1]);bmm.default(a, x0)",
    TRUE },
  { "baddbmm-of-rows", "c: 'f32[5, 1, 130]', a: 'f32[5, 1, 64]', w: 'f32[5, 130, 64]'",
    "permute.default(w, [0, 2, 1]);baddbmm.default(c, a, x0, beta = 0.5)", TRUE },
  { "mm-f64-row-of-columns", "a: 'f64[1, 203]', w: 'f64[307, 203]'", "permute.default(w, [1, 0]);mm.default(a, x0)",
    TRUE },
  { "addmm-f64-row-of-columns", "c: 'f64[307]', a: 'f64[1, 203]', w: 'f64[307, 203]'",
    "permute.default(w, [1, 0]);addmm.default(c, a, x0, beta = 0.5, alpha = 2.0)" },
  { "mm-column", "a: 'f32[100, 70]', b: 'f32[70, 1]'", "mm.default(a, b)" },
  { "mm-outer", "a: 'f32[65, 1]', b: 'f32[1, 70]'", "mm.default(a, b)" },
  { "mm-few-rows", "a: 'f32[5, 200]', b: 'f32[200, 96]'", "mm.default(a, b)", TRUE },
  { "mm-strided", "a: 'f32[80, 60]', b: 'f32[60, 90]'",
    "slice.Tensor(a, 0, 0, 80, 2);slice.Tensor(b, 1, 0, 90, 3);mm.default(x0, x1)" },
  { "mm-offset", "a: 'f32[41, 61]', b: 'f32[61, 48]'",
    "slice.Tensor(a, 0, 1, 41);slice.Tensor(x0, 1, 1, 61);slice.Tensor(b, 0, 0, 60);mm.default(x1, x2)" },
  { "mm-of-broadcast", "a: 'f32[1, 60]', b: 'f32[60, 48]'", "expand.default(a, [30, 60]);mm.default(x0, b)" },
  { "mm-no-rows", "a: 'f32[0, 60]', b: 'f32[60, 48]'", "mm.default(a, b)" },
  { "mm-no-depth", "a: 'f32[30, 0]', b: 'f32[0, 48]'", "mm.default(a, b)", TRUE },
  { "mm-row-no-depth", "a: 'f32[1, 0]', b: 'f32[0, 48]'", "mm.default(a, b)", TRUE },
  { "addmm-no-depth", "c: 'f32[50]', a: 'f32[30, 0]', b: 'f32[0, 50]'",
    "addmm.default(c, a, b, beta = 0.5, alpha = 2.0);relu.default(x0)", TRUE },
  { "bmm-no-depth", "a: 'f32[4, 30, 0]', b: 'f32[4, 0, 48]'", "bmm.default(a, b)", TRUE },
  { "baddbmm-no-depth", "c: 'f32[4, 30, 48]', a: 'f32[4, 30, 0]', b: 'f32[4, 0, 48]'", "baddbmm.default(c, a, b)",
    TRUE },
  { "mm-no-columns", "a: 'f32[30, 20]', b: 'f32[20, 0]'", "mm.default(a, b)" },
  { "mm-bf16", "a: 'bf16[40, 64]', b: 'bf16[64, 48]'", "mm.default(a, b)", TRUE },
  { "mm-f16", "a: 'f16[40, 64]', b: 'f16[64, 48]'", "mm.default(a, b)" },
  { "mm-f64", "a: 'f64[40, 64]', b: 'f64[64, 48]'", "mm.default(a, b)" },
  { "mm-i64", "a: 'i64[20, 30]', b: 'i64[30, 10]'", "mm.default(a, b)" },
  { "mm-i8", "a: 'i8[20, 30]', b: 'i8[30, 10]'", "mm.default(a, b)" },
  { "mm-f64-large", "a: 'f64[37, 530]', b: 'f64[530, 61]'", "mm.default(a, b)", TRUE },
  { "mm-f64-turned", "a: 'f64[64, 40]', b: 'f64[70, 64]'",
    "permute.default(a, [1, 0]);permute.default(b, [1, 0]);mm.default(x0, x1)" },
  { "bmm-f64", "a: 'f64[5, 20, 33]', b: 'f64[5, 33, 50]'", "bmm.default(a, b)", TRUE },
  { "addmm-f64", "c: 'f64[48]', a: 'f64[40, 300]', b: 'f64[300, 48]'",
    "addmm.default(c, a, b, beta = 0.5, alpha = 2.0)" },
  { "baddbmm-f64", "c: 'f64[3, 1, 25]', a: 'f64[3, 9, 8]', b: 'f64[3, 8, 25]'", "baddbmm.default(c, a, b)" },
  { "mm-f64-row", "a: 'f64[1, 100]', b: 'f64[100, 1]'", "mm.default(a, b)" },
  { "bytes", "a: 'i8[37, 131]', b: 'i8[131, 100]'", "_int_mm.default(a, b)", TRUE },
  { "bytes-turned", "a: 'i8[40, 64]', b: 'i8[96, 64]'", "permute.default(b, [1, 0]);_int_mm.default(a, x0)" },
  { "bytes-left-turned", "a: 'i8[64, 41]', b: 'i8[64, 16]'", "permute.default(a, [1, 0]);_int_mm.default(x0, b)" },
  { "bytes-offset", "a: 'i8[41, 61]', b: 'i8[61, 48]'",
    "slice.Tensor(a, 1, 1, 61);slice.Tensor(b, 0, 0, 60);_int_mm.default(x0, x1)" },
  { "bytes-batch", "a: 'i8[3, 20, 30]', b: 'i8[3, 30, 50]'", "bmm.default(a, b)" },
  { "addmm-row", "c: 'f32[48]', a: 'f32[40, 64]', b: 'f32[64, 48]'", "addmm.default(c, a, b)" },
  { "addmm-matrix", "c: 'f32[40, 48]', a: 'f32[40, 64]', b: 'f32[64, 48]'",
    "addmm.default(c, a, b, beta = 0.5, alpha = 2.0)", TRUE },
  { "addmm-column", "c: 'f32[40, 1]', a: 'f32[40, 64]', b: 'f32[64, 48]'", "addmm.default(c, a, b)", TRUE },
  { "addmm-number", "c: 'f32[1]', a: 'f32[40, 64]', b: 'f32[64, 48]'", "addmm.default(c, a, b, beta = 3.0)" },
  { "addmm-turned", "c: 'f32[48, 40]', a: 'f32[40, 64]', b: 'f32[64, 48]'",
    "permute.default(c, [1, 0]);addmm.default(x0, a, b)" },
  { "addmm-bf16", "c: 'bf16[48]', a: 'bf16[40, 64]', b: 'bf16[64, 48]'", "addmm.default(c, a, b)" },
  { "bmm", "a: 'f32[6, 20, 33]', b: 'f32[6, 33, 50]'", "bmm.default(a, b)" },
  { "bmm-timed", "a: 'f32[5, 40, 32]', b: 'f32[5, 32, 96]'", "bmm.default(a, b)", TRUE },
  { "bmm-keys", "a: 'f32[6, 33, 64]', b: 'f32[6, 40, 64]'", "permute.default(b, [0, 2, 1]);bmm.default(a, x0)", TRUE },
  { "bmm-heads", "a: 'f32[33, 6, 16]', b: 'f32[33, 6, 16]'",
    "permute.default(a, [1, 0, 2]);permute.default(b, [1, 2, 0]);bmm.default(x0, x1)" },
  { "bmm-broadcast", "a: 'f32[6, 30, 16]', b: 'f32[1, 16, 32]'", "expand.default(b, [6, 16, 32]);bmm.default(a, x0)" },
  { "bmm-broadcast-left", "a: 'f32[1, 30, 16]', b: 'f32[6, 16, 32]'",
    "expand.default(a, [6, 30, 16]);bmm.default(x0, b)" },
  { "bmm-rows", "a: 'f32[9, 1, 64]', b: 'f32[9, 64, 48]'", "bmm.default(a, b)" },
  { "bmm-outer", "a: 'f32[9, 64, 1]', b: 'f32[9, 1, 48]'", "bmm.default(a, b)" },
  { "bmm-none", "a: 'f32[0, 8, 9]', b: 'f32[0, 9, 7]'", "bmm.default(a, b)" },
  { "baddbmm", "c: 'f32[6, 20, 50]', a: 'f32[6, 20, 33]', b: 'f32[6, 33, 50]'", "baddbmm.default(c, a, b, beta = 0.5)",
    TRUE },
  { "baddbmm-row", "c: 'f32[1, 1, 50]', a: 'f32[6, 20, 33]', b: 'f32[6, 33, 50]'", "baddbmm.default(c, a, b)" },
  { "large", "a: 'f32[300, 700]', w: 'f32[300, 700]', c: 'f32[300]'",
    "permute.default(w, [1, 0]);addmm.default(c, a, x0);relu.default(x1)", TRUE },
};

static char *
dup_text (const Case *row)
{
  g_auto (GStrv) lines = g_strsplit (row->body, ";", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *inputs = g_strdelimit (g_strdup (row->inputs), "'", '"');
  guint n = g_strv_length (lines);

  g_string_append_printf (text, "class GraphModule(torch.nn.Module):\n    def forward(self, %s):\n", inputs);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "        x%u = torch.ops.aten.%s\n", i, lines[i]);
  g_string_append_printf (text, "        return (x%u,)\n", n - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_call_agrees (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *text = dup_text (row);

  for (guint measure = 0; measure <= row->is_timed; measure++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text (row->name, text, strlen (text), &error);
      g_autoptr (FlRun) run = NULL, executed = NULL;
      FlPipelineRequest request;
      FlExecuteRequest execute = { .verify = TRUE, .measure = measure, .only_times = TRUE };

      g_assert_no_error (error);
      fl_pipeline_request_init (&request);
      g_assert_true (fl_options_set (&request.options, "run.repeats=3", NULL));
      g_assert_true (fl_options_set (&request.options, "cpu.choices=measured", NULL)); /* each way is run */
      run = fl_pipeline_run (graph, &request);
      g_assert_no_error (run->error);
      executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (executed->execution->verified);
      g_assert_true (executed->execution->agrees);
    }
}

/* --- chains of steps -------------------------------------------------------------------------- */

/* Each has steps that may be tiled over a shared panel; n: how many of them must. */
static const struct
{
  Case graph;
  guint n;
} chains[] = {
  { { "attention-3d", "q: 'f32[6, 64, 32]', k: 'f32[6, 64, 32]', v: 'f32[6, 64, 32]'",
      "scaled_dot_product_attention.default(q, k, v)" },
    3 },
  { { "attention-causal", "q: 'f32[6, 48, 16]', k: 'f32[6, 48, 16]', v: 'f32[6, 48, 16]'",
      "scaled_dot_product_attention.default(q, k, v, None, 0.0, True)" },
    3 },
  { { "attention-masked", "q: 'f32[1, 4, 33, 16]', k: 'f32[1, 4, 50, 16]', v: 'f32[1, 4, 50, 24]', m: 'f32[33, 50]'",
      "scaled_dot_product_attention.default(q, k, v, m)" },
    2 },
  { { "attention-shared-heads", "q: 'f32[1, 6, 32, 16]', k: 'f32[1, 2, 32, 16]', v: 'f32[1, 2, 32, 16]'",
      "scaled_dot_product_attention.default(q, k, v, enable_gqa = True)" },
    0 },
  { { "scores-written-out", "q: 'f32[8, 40, 16]', k: 'f32[8, 40, 16]', v: 'f32[8, 40, 16]', m: 'f32[40, 40]'",
      "permute.default(k, [0, 2, 1]);bmm.default(q, x0);mul.Tensor(x1, 0.25);add.Tensor(x2, "
      "m);_softmax.default(x3, -1, False);bmm.default(x4, v)" },
    3 },
  { { "experts", "x: 'f32[24, 32]', up: 'f32[6, 32, 64]', down: 'f32[6, 64, 32]'",
      "unsqueeze.default(x, 0);expand.default(x0, [6, 24, 32]);bmm.default(x1, "
      "up);silu.default(x2);bmm.default(x3, down);sum.dim_IntList(x4, [0])" },
    3 },
  { { "linear-relu", "x: 'f32[256, 64]', w: 'f32[64, 64]', b: 'f32[64]'",
      "permute.default(w, [1, 0]);addmm.default(b, x, x0);relu.default(x1)" },
    2 },
  /* 37 rows have no panels but single ones, whose 50 floats are no whole vectors */
  { { "relu-of-odd-sizes", "x: 'f32[37, 1100]', w: 'f32[1100, 50]'", "mm.default(x, w);relu.default(x0)" }, 0 },
  { { "relu-of-no-numbers", "x: 'f32[40, 30]', w: 'f32[30, 112]', b: 'f32[112]'",
      "log.default(x);addmm.default(b, x0, w);relu.default(x1)" },
    2 },
  { { "relu-of-a-batch", "x: 'f32[5, 24, 30]', w: 'f32[5, 30, 48]'", "bmm.default(x, w);relu.default(x0)" }, 2 },
  { { "relu-of-what-others-read", "x: 'f32[48, 48]', w: 'f32[48, 48]', v: 'f32[48, 48]'",
      "mm.default(x, w);relu.default(x0);mm.default(x0, v);mm.default(x1, v);add.Tensor(x2, x3)" },
    0 },
  { { "relu-of-a-part", "x: 'f32[40, 30]', w: 'f32[30, 96]'",
      "mm.default(x, w);slice.Tensor(x0, 1, 0, 48);relu.default(x1)" },
    0 },
};

static guint
count_chained (const FlRun *run)
{
  guint most = 0, n;

  for (guint i = 0; i < fl_trace_get_n_events (run->trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (run->trace, i);
      if (event->kind == FL_EVENT_LIBRARY && event->verdict == FL_VERDICT_ACCEPT
          && sscanf (event->facts, "%u steps", &n) == 1)
        most = MAX (most, n);
    }
  return most;
}

static void
test_chain_agrees (gconstpointer data)
{
  guint row = GPOINTER_TO_UINT (data);
  g_autofree char *text = dup_text (&chains[row].graph);

  for (guint threads = 1; threads <= 2; threads++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (FlGraph) graph = fl_graph_read_text ("chain", text, strlen (text), &error);
      g_autoptr (FlRun) run = NULL, executed = NULL;
      FlPipelineRequest request;
      FlExecuteRequest execute = { .verify = TRUE };

      g_assert_no_error (error);
      fl_pipeline_request_init (&request);
      g_assert_true (fl_options_set (&request.options, "cpu.panels=always", NULL));
      g_assert_true (fl_options_set (&request.options, threads == 1 ? "cpp.threads=1" : "cpp.threads=2", NULL));
      run = fl_pipeline_run (graph, &request);
      g_assert_no_error (run->error);
      executed = fl_pipeline_execute (run, &execute, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (executed->execution->verified);
      g_assert_true (executed->execution->agrees);
      g_assert_cmpuint (count_chained (executed), >=, chains[row].n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  compile_kernels_quickly ();
  g_test_add_func ("/core/library/product/gemv-of-all-depths", test_gemv_of_all_depths);
  g_test_add_func ("/core/library/product/doubles-of-all-shapes", test_doubles_of_all_shapes);
  g_test_add_data_func ("/core/library/product/rows-of-bf16", GINT_TO_POINTER (FL_DTYPE_BF16), test_half_rows_agree);
  if (fl_half_is (FL_DTYPE_F16))
    g_test_add_data_func ("/core/library/product/rows-of-f16", GINT_TO_POINTER (FL_DTYPE_F16), test_half_rows_agree);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/core/library/product/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_call_agrees);
    }
  for (guint i = 0; i < G_N_ELEMENTS (chains); i++)
    {
      g_autofree char *path = g_strconcat ("/core/library/product/chain/", chains[i].graph.name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_chain_agrees);
    }
  return g_test_run ();
}
