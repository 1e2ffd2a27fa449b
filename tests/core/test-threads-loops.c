/* Loops and scatters divided among threads come out alike bit by bit for any number of threads and any order of their
 * parts, and as where nothing is divided; scatters are held against the elements one by one. */
#include "fl-threads-fixture.h"

/* Loops that are divided as one, vectors with a rest, tiles, several functions that hand numbers on. */
static const struct
{
  const char *name, *signature, *body;
  gint64 n_inputs[2], n_output;
} graphs[] = {
  { "adds-rows",
    "x: \"f32[3, 10007][10007, 1]cpu\", y: \"f32[10007][1]cpu\"",
    "        a: \"f32[3, 10007][10007, 1]cpu\" = torch.ops.aten.add.Tensor(x, y)\n        return (a,)\n",
    { 30021, 10007 },
    30021 },
  { "softmax-of-heads",
    "x: \"f32[3, 50, 130][6500, 130, 1]cpu\", y: \"f32[3, 1, 130][130, 130, 1]cpu\"",
    "        a: \"f32[3, 50, 130][6500, 130, 1]cpu\" = torch.ops.aten.mul.Tensor(x, y)\n"
    "        r: \"f32[3, 50, 130][6500, 130, 1]cpu\" = torch.ops.aten._softmax.default(a, 2, False)\n        return (r,)\n",
    { 19500, 390 },
    19500 },
  { "four-dimensions",
    "x: \"f32[2, 3, 20, 70][4200, 1400, 70, 1]cpu\", y: \"f32[2, 1, 20, 1][20, 20, 1, 1]cpu\"",
    "        a: \"f32[2, 3, 20, 70][4200, 1400, 70, 1]cpu\" = torch.ops.aten.mul.Tensor(x, y)\n        return (a,)\n",
    { 8400, 40 },
    8400 },
  { "transposes",
    "x: \"f32[2, 200, 130][26000, 130, 1]cpu\", y: \"f32[1][1]cpu\"",
    "        p: \"f32[2, 130, 200][26000, 1, 130]cpu\" = torch.ops.aten.permute.default(x, [0, 2, 1])\n"
    "        r: \"f32[2, 130, 200][26000, 200, 1]cpu\" = torch.ops.aten.clone.default(p, memory_format = torch.contiguous_format)\n"
    "        return (r,)\n",
    { 52000, 1 },
    52000 },
  { "scales-by-the-sum",
    "x: \"f32[30011][1]cpu\", y: \"f32[30011][1]cpu\"",
    "        s: \"f32[][]cpu\" = torch.ops.aten.sum.default(x)\n"
    "        t: \"f32[][]cpu\" = torch.ops.aten.tanh.default(s)\n"
    "        m: \"f32[][]cpu\" = torch.ops.aten.amax.default(y)\n"
    "        a: \"f32[30011][1]cpu\" = torch.ops.aten.mul.Tensor(y, t)\n"
    "        b: \"f32[30011][1]cpu\" = torch.ops.aten.add.Tensor(a, m)\n        return (b,)\n",
    { 30011, 30011 },
    30011 },
};

/* Expected: the same from the whole graph with kernels that run on one thread, in one call. */
static void
test_threads_share_loops (gconstpointer data)
{
  guint g = GPOINTER_TO_UINT (data);
  g_autofree char *text = g_strdup_printf ("class G(torch.nn.Module):\n    def forward(self, %s):\n%s",
                                           graphs[g].signature, graphs[g].body);
  g_autofree float *x = make_floats (graphs[g].n_inputs[0], 3), *y = make_floats (graphs[g].n_inputs[1], 4),
                   *got = NULL;
  gpointer inputs[] = { x, y };
  Program program, plain;
  const float *expected;

  program_open (&program, text, 9, 256);
  program_open (&plain, text, 1, G_MAXINT);
  got = run_all_ways (&program, inputs, graphs[g].n_output * sizeof *got);
  expected = program_run (&plain, inputs, 1, FALSE);
  for (gint64 i = 0; i < graphs[g].n_output; i++)
    assert_close (got[i], expected[i], 1e-6);
  program_close (&program);
  program_close (&plain);
}

/* Of loops that are divided as one, an inner one without iterations has no parts to count in. Expected: nothing is
 * stored. */
static void
test_threads_share_nothing (void)
{
  typedef void (*Kernel) (void *const *buffers, const gint64 *sizes, gint64 begin, gint64 end);
  static const char text[] = "class G(torch.nn.Module):\n"
                             "    def forward(self, s0: \"Sym(s0)\", x: \"f32[3, s0, 64][64*s0, 64, 1]cpu\", "
                             "y: \"f32[s0, 1][1, 1]cpu\"):\n"
                             "        a: \"f32[3, s0, 64][64*s0, 64, 1]cpu\" = torch.ops.aten.mul.Tensor(x, y)\n"
                             "        return (a,)\n";
  float memory[3] = { 1, 2, 3 };
  void *buffers[] = { &memory[0], &memory[1], &memory[2] };
  const gint64 sizes[] = { 0 };
  gint64 extent = -1;
  Program program;
  const FlKernelPhase *phase;

  program_open (&program, text, 9, 256);
  phase = &program.run->program->kernels[0].phases[0];
  g_assert_true (fl_sym_evaluate (phase->extent, look_up, &program, &extent)); /* s0 is 0 */
  g_assert_cmpint (extent, ==, 0);
  ((Kernel) dlsym (program.library, phase->name)) (buffers, sizes, 0, extent);
  for (guint i = 0; i < G_N_ELEMENTS (memory); i++)
    g_assert_cmpfloat (memory[i], ==, i + 1);
  program_close (&program);
}

/* --- scatters --------------------------------------------------------------------------------- */

/* Rows of a table, written or added to by index: of before x rows x inside. */
static const struct
{
  const char *name, *call;
  gint64 before, inside;
  gboolean is_sum;
} scatters[] = {
  { "puts-rows", "index_put.default(x, [i], s)", 1, 70, FALSE },
  { "adds-rows", "index_put.default(x, [i], s, True)", 1, 70, TRUE },
  { "adds-at-a-dimension", "index_add.default(x, 1, i, s)", 19, 33, TRUE },
  { "puts-elements", "index_put.default(x, [None, i], s)", 60, 1, FALSE },
  { "adds-elements", "index_put.default(x, [None, i], s, True)", 60, 1, TRUE },
};

enum
{
  N_ROWS = 23,
  N_WRITTEN = 211 /* most rows several times */
};

static void
fill_indices (gint64 *indices)
{
  for (guint i = 0; i < N_WRITTEN; i++)
    indices[i] = i % 50 == 13   ? N_ROWS + i
                 : i % 50 == 14 ? -N_ROWS - 1 - (gint64) i
                                : (gint64) (i * i * 7 % N_ROWS) - (i % 3 == 0 ? N_ROWS : 0);
}

/* One after the other, as the graph has them; an index outside stands for the last row, as kernels have it, and is
 * counted. */
static void
scatter (guint c, float *table, const gint64 *indices, const float *source)
{
  const gint64 inside = scatters[c].inside;

  for (gint64 b = 0; b < scatters[c].before; b++)
    for (gint64 i = 0; i < N_WRITTEN; i++)
      {
        gint64 row = indices[i] < 0 ? indices[i] + N_ROWS : indices[i];

        row = row < 0 || row >= N_ROWS ? N_ROWS - 1 : row;
        for (gint64 k = 0; k < inside; k++)
          {
            float *to = &table[(b * N_ROWS + row) * inside + k], value = source[(b * N_WRITTEN + i) * inside + k];

            *to = scatters[c].is_sum ? *to + value : value;
          }
      }
}

static void
test_threads_scatter (gconstpointer data)
{
  const guint c = GPOINTER_TO_UINT (data);
  const gint64 n = scatters[c].before * N_ROWS * scatters[c].inside,
               n_source = scatters[c].before * N_WRITTEN * scatters[c].inside;
  const gint64 row = N_ROWS * scatters[c].inside, source_row = N_WRITTEN * scatters[c].inside,
               inside = scatters[c].inside;
  g_autofree char *front = scatters[c].before > 1 ? g_strdup_printf ("%d, ", (int) scatters[c].before) : g_strdup ("");
  g_autofree char *back = inside > 1 ? g_strdup_printf (", %d", (int) inside) : g_strdup ("");
  g_autofree char *x_front = scatters[c].before > 1 ? g_strdup_printf ("%d, ", (int) row) : g_strdup ("");
  g_autofree char *s_front = scatters[c].before > 1 ? g_strdup_printf ("%d, ", (int) source_row) : g_strdup ("");
  g_autofree char *x_steps
      = inside > 1 ? g_strdup_printf ("%s%d, 1", x_front, (int) inside) : g_strdup_printf ("%s1", x_front);
  g_autofree char *s_steps
      = inside > 1 ? g_strdup_printf ("%s%d, 1", s_front, (int) inside) : g_strdup_printf ("%s1", s_front);
  g_autofree char *text = g_strdup_printf (
      "class G(torch.nn.Module):\n"
      "    def forward(self, x: \"f32[%s%d%s][%s]cpu\", i: \"i64[%d][1]cpu\", s: \"f32[%s%d%s][%s]cpu\"):\n"
      "        r: \"f32[%s%d%s][%s]cpu\" = torch.ops.aten.%s\n        return (r,)\n",
      front, N_ROWS, back, x_steps, N_WRITTEN, front, N_WRITTEN, back, s_steps, front, N_ROWS, back, x_steps,
      scatters[c].call);
  g_autofree float *x = make_floats (n, 3), *source = make_floats (n_source, 4), *got = NULL;
  gint64 indices[N_WRITTEN], *errors;
  gpointer inputs[] = { x, indices, source };
  const FlProgram *made;
  Program program;

  fill_indices (indices);
  program_open (&program, text, 9, 256);
  made = program.run->program;
  g_assert_nonnull (made->kernels[made->n_kernels - 1].phases[0].extent); /* the loop is divided among threads */
  program_run (&program, inputs, 5, FALSE);
  errors = dlsym (program.library, "fl_index_errors");
  g_assert_cmpint (*errors, ==, 8 * scatters[c].before);
  got = run_all_ways (&program, inputs, n * sizeof *got);
  scatter (c, x, indices, source);
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat (got[i], ==, x[i]);
  program_close (&program);
}

/* Nothing but the order of memory counts: 8 x 512 elements are 4096 in a row. */
static void
test_axes_that_are_one_are_told (void)
{
  static const char text[] = "class GraphModule(torch.nn.Module):\n"
                             "    def forward(self, x: \"f32[8, 512]\"):\n"
                             "        relu: \"f32[8, 512]\" = torch.ops.aten.relu.default(x)\n"
                             "        return (relu,)\n";
  Program program;
  gboolean is_said = FALSE;

  program_open (&program, text, 64, 32768);
  for (guint i = 0; i < fl_trace_get_n_events (program.run->trace); i++)
    is_said |= g_strcmp0 (fl_trace_get_event (program.run->trace, i)->reason, "axes run as one loop") == 0;
  g_assert_true (is_said);
  program_close (&program);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint g = 0; g < G_N_ELEMENTS (graphs); g++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/threads/share/%s", graphs[g].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (g), test_threads_share_loops);
    }
  for (guint c = 0; c < G_N_ELEMENTS (scatters); c++)
    {
      g_autofree char *path = g_strdup_printf ("/core/codegen/threads/scatter/%s", scatters[c].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (c), test_threads_scatter);
    }
  g_test_add_func ("/core/codegen/threads/share/nothing", test_threads_share_nothing);
  g_test_add_func ("/core/codegen/threads/axes-that-are-one-are-told", test_axes_that_are_one_are_told);
  return g_test_run ();
}
