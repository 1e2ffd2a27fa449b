/* Floats of 8 bits: the interpreter and kernels of each width of vectors make of them, and of floats, what PyTorch
 * makes of them. */
#include "fl-formats.h"
#include "fl-pipeline.h"

#include <math.h>
#include <string.h>

#define FLOATS(...) static const guint32 floats[] = { __VA_ARGS__ };
#define WIDENED_F8E4M3(...) static const guint32 widened_F8E4M3[] = { __VA_ARGS__ };
#define WIDENED_F8E5M2(...) static const guint32 widened_F8E5M2[] = { __VA_ARGS__ };
#define WIDENED_F8E4M3Z(...) static const guint32 widened_F8E4M3Z[] = { __VA_ARGS__ };
#define WIDENED_F8E5M2Z(...) static const guint32 widened_F8E5M2Z[] = { __VA_ARGS__ };
#define WIDENED_F8E8M0(...) static const guint32 widened_F8E8M0[] = { __VA_ARGS__ };
#define NARROWED_F8E4M3(...) static const guint8 narrowed_F8E4M3[] = { __VA_ARGS__ };
#define NARROWED_F8E5M2(...) static const guint8 narrowed_F8E5M2[] = { __VA_ARGS__ };
#define NARROWED_F8E4M3Z(...) static const guint8 narrowed_F8E4M3Z[] = { __VA_ARGS__ };
#define NARROWED_F8E5M2Z(...) static const guint8 narrowed_F8E5M2Z[] = { __VA_ARGS__ };
#define NARROWED_F8E8M0(...) static const guint8 narrowed_F8E8M0[] = { __VA_ARGS__ };
#include "f8-cases.def"

typedef struct
{
  FlDtype dtype;
  const guint32 *widened;
  const guint8 *narrowed;
} Format;

static const Format formats[] = {
  { FL_DTYPE_F8E4M3, widened_F8E4M3, narrowed_F8E4M3 },    { FL_DTYPE_F8E5M2, widened_F8E5M2, narrowed_F8E5M2 },
  { FL_DTYPE_F8E4M3Z, widened_F8E4M3Z, narrowed_F8E4M3Z }, { FL_DTYPE_F8E5M2Z, widened_F8E5M2Z, narrowed_F8E5M2Z },
  { FL_DTYPE_F8E8M0, widened_F8E8M0, narrowed_F8E8M0 },
};

static float
get_float (guint32 bits)
{
  return ((union {
           guint32 u;
           float f;
         }) { .u = bits })
      .f;
}

static void
check (const Format *format, const char *what, guint32 from, double got, guint32 expected)
{
  float e = get_float (expected);
  gboolean is_same = isnan (e) ? isnan (got) : got == e && (signbit (got) != 0) == (signbit (e) != 0);

  if (!is_same)
    g_test_message ("%s, %s of %x: %g, PyTorch has %g", fl_dtype_get_short_name (format->dtype), what, from, got, e);
  g_assert_true (is_same);
}

/* All bytes and all of FLOATS, to and from the bytes that kernels use. */
static void
test_arrays (gconstpointer data)
{
  const Format *format = data;
  const gint64 n_bytes = 256, n_floats = G_N_ELEMENTS (floats), stride = 1;
  guint8 bytes[256], stored[G_N_ELEMENTS (floats)];
  g_autoptr (FlArray) numbers = fl_array_new (format->dtype, 1, &n_floats);

  for (guint i = 0; i < n_bytes; i++)
    bytes[i] = i;
  g_autoptr (FlArray) loaded = fl_array_load (format->dtype, 1, &n_bytes, &stride, 0, bytes);
  for (guint i = 0; i < n_bytes; i++)
    check (format, "the number", i, loaded->numbers[i], format->widened[i]);
  for (guint i = 0; i < n_floats; i++)
    {
      numbers->numbers[i] = get_float (floats[i]);
      check (format, "rounding", floats[i], fl_dtype_round (format->dtype, numbers->numbers[i]),
             format->widened[format->narrowed[i]]);
    }
  fl_array_store (numbers, &stride, 0, stored);
  for (guint i = 0; i < n_floats; i++)
    check (format, "what is stored", floats[i], get_float (format->widened[stored[i]]),
           format->widened[format->narrowed[i]]);
}

/* --- kernels ---------------------------------------------------------------------------------- */

typedef struct
{
  const Format *format;
  guint n_taken;
} Taken;

static void
take (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  Taken *taken = data;

  if (is_input)
    return;
  taken->n_taken++;
  g_assert_cmpint (array->numel, ==, index == 0 ? 256 : (gint64) G_N_ELEMENTS (floats));
  for (guint i = 0; i < array->numel; i++)
    check (taken->format,
           index == 0   ? "kernel's number"
           : index == 1 ? "kernel's rounding"
                        : "rounding within a kernel",
           index == 0 ? i : floats[i], array->numbers[i],
           taken->format->widened[index == 0 ? i : taken->format->narrowed[i]]);
}

static void
execute (const Format *format, const char *vector_bytes)
{
  static const char source[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, x: \"%1$s[256]\", y: \"f32[%2$u]\"):\n"
        "        a: \"f32[256]\" = torch.ops.prims.convert_element_type.default(x, torch.float32)\n"
        "        b: \"%1$s[%2$u]\" = torch.ops.prims.convert_element_type.default(y, %3$s)\n"
        "        c: \"f32[%2$u]\" = torch.ops.prims.convert_element_type.default(b, torch.float32)\n"
        "        return (a, b, c)\n";
  const gint64 n_bytes = 256, n_floats = G_N_ELEMENTS (floats), stride = 1;
  g_autofree char *text = g_strdup_printf (source, fl_dtype_get_short_name (format->dtype), (guint) n_floats,
                                           fl_dtype_get_torch_name (format->dtype));
  guint8 bytes[256];
  Taken taken = { format, 0 };
  FlPipelineRequest pipeline;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_bytes; i++)
    bytes[i] = i;
  g_autoptr (FlArray) x = fl_array_load (format->dtype, 1, &n_bytes, &stride, 0, bytes);
  g_autoptr (FlArray) y = fl_array_new (FL_DTYPE_F32, 1, &n_floats);
  FlArray *const inputs[] = { x, y };
  for (guint i = 0; i < n_floats; i++)
    y->numbers[i] = get_float (floats[i]);
  g_autoptr (FlGraph) graph = fl_graph_read_text ("f8", text, strlen (text), &error);
  g_assert_no_error (error);
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  g_assert_true (fl_options_set (&pipeline.options, vector_bytes, &error));
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &pipeline);
  g_assert_no_error (run->error);
  const FlExecuteRequest request = { .verify = TRUE,
                                     .worker_path = g_getenv ("FUSELOOM_WORKER"),
                                     .inputs = inputs,
                                     .take_result = take,
                                     .take_data = &taken };
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (done->execution->not_verified_why, ==, NULL);
  g_assert_true (done->execution->agrees);
  g_assert_cmpuint (taken.n_taken, ==, 3);
}

static void
test_kernels (gconstpointer data)
{
  execute (data, "cpu.vector_bytes=0");
  execute (data, "cpu.vector_bytes=4");
  execute (data, "cpu.vector_bytes=16");
  execute (data, "cpu.vector_bytes=32");
}

/* 32 products of 1.5 * 2 make 96; times 0.5 and the column's 1, 2, 3, … and plus the bias 0.25. */
static void
take_product (guint variant, gboolean is_input, guint index, const FlArray *array, gpointer data)
{
  if (is_input)
    return;
  g_assert_cmpint (array->numel, ==, 16 * 8);
  for (guint i = 0; i < array->numel; i++)
    g_assert_cmpfloat (array->numbers[i], ==, 48 * (i % 8 + 1) + 0.25);
  (*(guint *) data)++;
}

static void
fill (FlArray *array, double first, double step)
{
  for (guint i = 0; i < array->numel; i++)
    array->numbers[i] = first + step * i;
}

static void
test_scaled_product (void)
{
  static const char text[]
      = "class GraphModule(torch.nn.Module):\n"
        "    def forward(self, a: \"f8e4m3fn[16, 32]\", b: \"f8e4m3fn[32, 8]\", s: \"f32[]\", t: \"f32[1, 8]\", c: \"f32[8]\"):\n"
        "        mm: \"f32[16, 8]\" = torch.ops.aten._scaled_mm.default(a, b, s, t, c, None, torch.float32)\n"
        "        return (mm,)\n";
  const gint64 a_sizes[] = { 16, 32 }, b_sizes[] = { 32, 8 }, t_sizes[] = { 1, 8 };
  g_autoptr (FlArray) a = fl_array_new (FL_DTYPE_F8E4M3, 2, a_sizes), b = fl_array_new (FL_DTYPE_F8E4M3, 2, b_sizes);
  g_autoptr (FlArray) s = fl_array_new (FL_DTYPE_F32, 0, NULL), t = fl_array_new (FL_DTYPE_F32, 2, t_sizes),
                      c = fl_array_new (FL_DTYPE_F32, 1, b_sizes + 1);
  FlArray *const inputs[] = { a, b, s, t, c };
  guint n_taken = 0;
  FlPipelineRequest pipeline;
  g_autoptr (GError) error = NULL;

  fill (a, 1.5, 0);
  fill (b, 2, 0);
  fill (s, 0.5, 0);
  fill (t, 1, 1);
  fill (c, 0.25, 0);
  g_autoptr (FlGraph) graph = fl_graph_read_text ("product", text, strlen (text), &error);
  g_assert_no_error (error);
  fl_pipeline_request_init (&pipeline);
  pipeline.options.target = FL_TARGET_CPU;
  g_autoptr (FlRun) run = fl_pipeline_run (graph, &pipeline);
  g_assert_no_error (run->error);
  const FlExecuteRequest request = { .verify = TRUE,
                                     .worker_path = g_getenv ("FUSELOOM_WORKER"),
                                     .inputs = inputs,
                                     .take_result = take_product,
                                     .take_data = &n_taken };
  g_autoptr (FlRun) done = fl_pipeline_execute (run, &request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (done->execution->agrees);
  g_assert_cmpuint (n_taken, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpuint (G_N_ELEMENTS (narrowed_F8E4M3), ==, G_N_ELEMENTS (floats));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      const char *name = fl_dtype_get_short_name (formats[i].dtype);
      g_autofree char *arrays = g_strconcat ("/core/f8/arrays/", name, NULL),
                      *kernels = g_strconcat ("/core/f8/kernels/", name, NULL);
      g_test_add_data_func (arrays, &formats[i], test_arrays);
      g_test_add_data_func (kernels, &formats[i], test_kernels);
    }
  g_test_add_func ("/core/f8/scaled-product", test_scaled_product);
  return g_test_run ();
}
