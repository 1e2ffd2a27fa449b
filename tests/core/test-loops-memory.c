/* The memory schedule of loop programs: what passes prefetch, and how results are stored. */
#include "fl-loops-cases.h"

typedef struct
{
  LoopsCase graph;
  FlLoopCaches caches;
  gint64 prefetch_bytes;
  const char *outline; /* after all passes; NULL: only the notes are looked at */
  const char *words;   /* in a note */
  gint64 stream_bytes;
  gint64 work_grain, parts;
} MemoryCase;

/* A row, and what is left of each element without the row's largest one. */
#define PREFETCHED_ROWS(NAME, N, LENGTH)                                                                               \
  { NAME, "x: \"f32[" N ", " LENGTH "]\"",                                                                             \
    "        amax: \"f32[" N ", 1]\" = torch.ops.aten.amax.default(x, [1], True)\n"                                    \
    "        sub: \"f32[" N ", " LENGTH "]\" = torch.ops.aten.sub.Tensor(x, amax)\n"                                   \
    "        return (sub,)\n" },                                                                                       \
      { 0 }, 2048, NULL

/* Three loops over a row. */
#define SOFTMAX(NAME, N, LENGTH)                                                                                       \
  { NAME, "x: \"f32[" N ", " LENGTH "]\"",                                                                             \
    "        y: \"f32[" N ", " LENGTH "]\" = torch.ops.aten._softmax.default(x, 1, False)\n"                           \
    "        return (y,)\n" },                                                                                         \
      { 0 }, 0, NULL

static const MemoryCase cases[] = {
  /* Read once, in its order. */
  { { "prefetch-plain", "x: \"f32[1048576]\"",
      "        neg: \"f32[1048576]\" = torch.ops.aten.neg.default(x)\n"
      "        return (neg,)\n" },
    { 0 },
    2048,
    "for i0p [1048576 in parts of 64] parallel\n"
    "  for i0sb [i0_begin .. i0_end by lanes]\n"
    "    for i0sv [lanes] vector\n"
    "      buf0[i0sb + i0sv] = neg (x[i0sb + i0sv])                          # op0: neg\n",
    "no row is gone through again" },
  /* 2 x 2 MiB are twice an L2 cache of 1 MiB and more; of rows of 1024 floats the next one is fetched, of 100 as many
   * on as 512 floats are, of 32768, which are too long to wait in a cache, the same one 8 KiB on. */
  { PREFETCHED_ROWS ("prefetch-rows", "512", "1024"), "1024 elements (4096 bytes) before they are read" },
  { PREFETCHED_ROWS ("prefetch-short-rows", "8192", "100"), "600 elements (2400 bytes) before they are read" },
  { PREFETCHED_ROWS ("prefetch-long-rows", "64", "32768"), "2048 elements (8192 bytes) before they are read" },
  /* Rows of 32 KiB are more than half the L1 cache of the table, which is 24 KiB. */
  { PREFETCHED_ROWS ("prefetch-far", "256", "8192"), "; to that cache, as the L1 cache would not keep them so long" },
  /* Which element of a row an index picks is not known ahead: the next row is prefetched in order. */
  { { "prefetch-gathered", "x: \"f32[1024, 1024]\", at: \"i64[1024, 1024]\"",
      "        gather: \"f32[1024, 1024]\" = torch.ops.aten.gather.default(x, 1, at)\n"
      "        return (gather,)\n" },
    { 0 },
    2048,
    "for i0p [1024] parallel\n"
    "  for i0s [i0_begin .. i0_end]\n"
    "    for i1b [0 .. 1024 by lanes]\n"
    "      prefetch x[1024*i0s + i1b + 1024]\n"
    "      for i1v [lanes] vector\n"
    "        buf0[1024*i0s + i1b + i1v] = x[at10 + 1024*i0s, at10 = at[1024*i0s + i1b + i1v]]  # op0: gather\n",
    "1024 elements (4096 bytes) before they are read" },
  /* Of rows of 4096 an index that picks 64 touches few lines. */
  { { "prefetch-gathered-few", "x: \"f32[8192, 4096]\", at: \"i64[8192, 64]\"",
      "        gather: \"f32[8192, 64]\" = torch.ops.aten.gather.default(x, 1, at)\n"
      "        return (gather,)\n" },
    { 0 },
    2048,
    "for i0p [8192] parallel\n"
    "  for i0s [i0_begin .. i0_end]\n"
    "    for i1b [0 .. 64 by lanes]\n"
    "      for i1v [lanes] vector\n"
    "        buf0[64*i0s + i1b + i1v] = x[at10 + 4096*i0s, at10 = at[64*i0s + i1b + i1v]]  # op0: gather\n",
    "no row is gone through again" },
  /* Of 8 images, 4 channels of 4096 pixels each: a channel's next run is 4 * 4096 elements on. */
  { { "prefetch-runs", "x: \"f32[64, 4, 4096]\"",
      "        sum_1: \"f32[4]\" = torch.ops.aten.sum.dim_IntList(x, [0, 2])\n"
      "        return (sum_1,)\n" },
    { 0 },
    2048,
    NULL,
    "16384 elements (65536 bytes) before they are read" },
  /* Two times 64 KiB are in an L2 cache of 1 MiB. */
  { PREFETCHED_ROWS ("prefetch-near", "16", "1024"),
    "131072 bytes are touched, under 2097152: they are found in the L2 cache" },
  { { "prefetch-off", "x: \"f32[1048576]\"",
      "        neg: \"f32[1048576]\" = torch.ops.aten.neg.default(x)\n"
      "        return (neg,)\n" },
    { 0 },
    0,
    NULL,
    "cpu.prefetch_bytes is 0" },
  /* 2 x 4 MiB are touched, and 8 MiB asked for; the result of the graph is not read again here. */
  { { "stream-result", "x: \"f32[1048576]\"",
      "        neg: \"f32[1048576]\" = torch.ops.aten.neg.default(x)\n"
      "        return (neg,)\n" },
    { 0 },
    0,
    "for i0p [1048576 in parts of 64] parallel\n"
    "  for i0sb [i0_begin .. i0_end by lanes]\n"
    "    for i0sv [lanes] vector\n"
    "      buf0[i0sb + i0sv] = neg (x[i0sb + i0sv])  streaming               # op0: neg\n",
    "8388608 bytes are touched, at least 8388608 (cpu.stream_bytes): nobody would find the result "
    "in "
    "a cache",
    8 << 20 },
  { { "stream-small", "x: \"f32[1048560]\"",
      "        neg: \"f32[1048560]\" = torch.ops.aten.neg.default(x)\n"
      "        return (neg,)\n" },
    { 0 },
    0,
    NULL,
    "8388480 bytes are touched, under 8388608 (cpu.stream_bytes): its reader finds the result in a "
    "cache",
    8 << 20 },
  /* 1000 = 62 x 16 + 8: rows begin at any eighth float. */
  { { "align-long-rows", "x: \"f32[8, 1000]\", y: \"f32[1000]\"",
      "        add: \"f32[8, 1000]\" = torch.ops.aten.add.Tensor(x, y)\n"
      "        return (add,)\n" },
    { 0 },
    0,
    "for i0p [8] parallel\n"
    "  for i0s [i0_begin .. i0_end]\n"
    "    let head = elements until buf0[1000*i0s] is aligned\n"
    "    for i1hb [0 .. head by lanes], up to where memory is aligned\n"
    "      for i1ht [head - i1hb] vector\n"
    "        buf0[1000*i0s + i1hb + i1ht] = x[1000*i0s + i1hb + i1ht] + y[i1hb + i1ht]  # op0: "
    "add\n"
    "    for i1ab [head .. head + lanes*(((1000 - head)//lanes)) by lanes], tail masked\n"
    "      for i1av [lanes] vector\n"
    "        buf0[1000*i0s + i1ab + i1av] = x[1000*i0s + i1ab + i1av] + y[i1ab + i1av]  # op0: "
    "add\n"
    "    for i1ar [head + lanes*(((1000 - head)//lanes)) .. 1000 by lanes], what is left\n"
    "      for i1at [1000 - i1ar] vector\n"
    "        buf0[1000*i0s + i1ar + i1at] = x[1000*i0s + i1ar + i1at] + y[i1ar + i1at]  # op0: "
    "add\n",
    "rows are no multiple of 16 elements, and a store across two cache lines takes as long as two",
    0 },
  /* Three loads bound the loop, of which the first begins with a vector of memory where the store does not. */
  { { "align-loads", "x: \"f32[8, 1024]\"",
      "        a: \"f32[8, 1000]\" = torch.ops.aten.slice.Tensor(x, 1, 0, 1000)\n"
      "        b: \"f32[8, 1000]\" = torch.ops.aten.slice.Tensor(x, 1, 1, 1001)\n"
      "        c: \"f32[8, 1000]\" = torch.ops.aten.slice.Tensor(x, 1, 2, 1002)\n"
      "        add: \"f32[8, 1000]\" = torch.ops.aten.add.Tensor(a, b)\n"
      "        add_1: \"f32[8, 1000]\" = torch.ops.aten.add.Tensor(add, c)\n"
      "        return (add_1,)\n" },
    { 0 },
    0,
    NULL,
    "3 loads along it bound the loop, and aligning the store would align no more of them" },
  /* Rows that are as well begun anywhere, but for non-temporal stores. Those of two results are not combined. */
  { { "align-streamed", "x: \"f32[8, 4104]\", y: \"f32[4104]\"",
      "        add: \"f32[8, 4104]\" = torch.ops.aten.add.Tensor(x, y)\n"
      "        mul: \"f32[8, 4104]\" = torch.ops.aten.mul.Tensor(x, y)\n"
      "        return (add, mul)\n" },
    { 0 },
    0,
    NULL,
    "rows are no multiple of 16 elements, and non-temporal stores are of whole vectors of memory",
    1 },
  /* Halves of 16 elements are a line each, which none shares with another. */
  { { "stream-lines", "x: \"f32[8, 32]\"",
      "        low: \"f32[8, 16]\" = torch.ops.aten.slice.Tensor(x, 1, 0, 16)\n"
      "        high: \"f32[8, 16]\" = torch.ops.aten.slice.Tensor(x, 1, 16, 32)\n"
      "        add: \"f32[8, 16]\" = torch.ops.aten.add.Tensor(low, high)\n"
      "        sub: \"f32[8, 16]\" = torch.ops.aten.sub.Tensor(low, high)\n"
      "        cat: \"f32[8, 32]\" = torch.ops.aten.cat.default([add, sub], 1)\n"
      "        return (cat,)\n" },
    { 0 },
    0,
    NULL,
    "bytes are touched, at least 1 (cpu.stream_bytes): nobody would find the result in a cache",
    1 },
  /* Rows that conditions cut, and rows of odd length. */
  { { "combine-cut", "x: \"f32[3, 43, 46]\"",
      "        pad: \"f32[3, 45, 48]\" = torch.ops.aten.constant_pad_nd.default(x, [1, 1, 1, 1], 0.5)\n"
      "        return (pad,)\n" },
    { 0 },
    0,
    NULL,
    "an iteration writes 2160 elements in 1 piece, which are no whole cache lines",
    1 },
  { { "combine-odd", "x: \"f32[8, 1003]\", y: \"f32[1003]\"",
      "        add: \"f32[8, 1003]\" = torch.ops.aten.add.Tensor(x, y)\n"
      "        return (add,)\n" },
    { 0 },
    0,
    NULL,
    "an iteration writes 1003 elements in 1 piece, which are no whole cache lines",
    1 },
  /* Exponentials of long rows keep the machine busy. */
  { { "combine-dear", "x: \"f32[8, 1003]\"",
      "        softmax: \"f32[8, 1003]\" = torch.ops.aten._softmax.default(x, -1, False)\n"
      "        return (softmax,)\n" },
    { 0 },
    0,
    NULL,
    "rows have 512 elements or more, and what is computed of them would wait for that register",
    1 },
  /* 24, 8 and 16 columns beside each other, in the order of memory. */
  { { "combine-joined", "x: \"f32[8, 24]\", y: \"f32[8, 8]\", z: \"f32[8, 16]\"",
      "        cat: \"f32[8, 48]\" = torch.ops.aten.cat.default([x, y, z], 1)\n"
      "        return (cat,)\n" },
    { 0 },
    0,
    NULL,
    "an iteration writes 48 elements in 3 pieces, which are no whole cache lines",
    1 },
  /* 480 elements of 13 (two loads, a store, an addition) are work of 6240: worth all 8 parts. Of
   * the two loops around an element's row the first has 2 iterations, so that each is cut: into
   * blocks of 6 / (8 / 2), which is 2 rows, three a matrix. */
  { { "share-nest", "x: \"f32[2, 6, 40]\", y: \"f32[2, 1, 40]\"",
      "        add: \"f32[2, 6, 40]\" = torch.ops.aten.add.Tensor(x, y)\n"
      "        return (add,)\n" },
    { 0 },
    0,
    "for i0p [6] parallel\n"
    "  for i0s [(i0_begin//3) .. ((i0_end + 2)//3)]\n"
    "    for i1s [2*Max(0, i0_begin - 3*i0s) .. Min(6, 2*i0_end - 6*i0s)]\n"
    "      for i2b [0 .. lanes*((40//lanes)) by lanes], tail masked\n"
    "        for i2v [lanes] vector\n"
    "          buf0[240*i0s + 40*i1s + i2b + i2v] = x[240*i0s + 40*i1s + i2b + i2v] + y[40*i0s + "
    "i2b + i2v]  # op0: add\n"
    "      for i2r [lanes*((40//lanes)) .. 40 by lanes], what is left\n"
    "        for i2t [40 - i2r] vector\n"
    "          buf0[240*i0s + 40*i1s + i2r + i2t] = x[240*i0s + 40*i1s + i2r + i2t] + y[40*i0s + "
    "i2r + i2t]  # op0: add\n",
    "2 iterations around i1 are under the 8 parts that work of 6240 is worth (cpu.grain_bytes, "
    "cpu.parts): each is cut into 3 parts of 2 of "
    "its 6",
    0,
    256,
    8 },
  /* 1920 elements of 13 are worth 8 parts; rows of 640 are cut by whole lines of 64 elements: 640 /
     3, rounded up, is 256. */
  { { "share-elements", "x: \"f32[3, 640]\", y: \"f32[3, 1]\"",
      "        add: \"f32[3, 640]\" = torch.ops.aten.add.Tensor(x, y)\n"
      "        return (add,)\n" },
    { 0 },
    0,
    NULL,
    "3 iterations around i1 are under the 8 parts that work of 24960 is worth (cpu.grain_bytes, "
    "cpu.parts): each is cut into 3 parts of 256 "
    "of its 640",
    0,
    256,
    8 },
  /* A product reads it next, tiled over a shared panel. */
  { { "stream-library", "x: \"f32[1024, 1024]\", w: \"f32[1024, 1024]\"",
      "        neg: \"f32[1024, 1024]\" = torch.ops.aten.neg.default(x)\n"
      "        mm: \"f32[1024, 1024]\" = torch.ops.aten.mm.default(neg, w)\n"
      "        return (mm,)\n" },
    { 0 },
    0,
    NULL,
    "a library call reads it, which may be tiled with this kernel over a panel",
    2 << 20 },
  /* Rows of 128 KiB: two are in an L2 cache of 1 MiB, and three stages' rows in no L1 cache. Of short rows, all stages
   * are pipelined. Sums of either are cut in blocks where they are longer. */
  { SOFTMAX ("pipeline-long-rows", "16", "32768"), "its 2 loops over a row run beside each other, each a row ahead" },
  { SOFTMAX ("pipeline-blocks", "16", "32768"), "of 4096 elements at most" },
  { SOFTMAX ("pipeline-rows", "16", "4096"), "its 3 loops over a row run beside each other, each a row ahead" },
  { SOFTMAX ("pipeline-no-room", "16", "131072"), "rows of several iterations do not fit the caches" },
  /* The table's 8 MiB where nothing was given or measured. */
  { { "stream-table", "x: \"f32[1048560]\"",
      "        neg: \"f32[1048560]\" = torch.ops.aten.neg.default(x)\n"
      "        return (neg,)\n" },
    { 0 },
    0,
    NULL,
    "under 8388608 (cpu.stream_bytes)",
    -1 },
};

static gboolean
has_words (const GArray *notes, const char *words)
{
  for (guint i = 0; i < notes->len; i++)
    {
      const FlLoopNote *note = &g_array_index (notes, FlLoopNote, i);

      if (note->facts && strstr (note->facts, words))
        return TRUE;
    }
  return FALSE;
}

static void
test_schedule (gconstpointer data)
{
  const MemoryCase *c = data;
  g_autoptr (FlGraph) graph = loops_read_graph (&c->graph);
  g_autoptr (FlRun) run = loops_plan (graph, "inductor");
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (FlLoopNote));
  g_autoptr (GString) text = g_string_new (NULL);
  const FlLoopMachine machine = { .n_lanes = 16,
                                  .grain = 64,
                                  .caches = c->caches,
                                  .stream_bytes = c->stream_bytes,
                                  .work_grain = c->work_grain,
                                  .parts = c->parts,
                                  .prefetch_bytes = c->prefetch_bytes };
  FlLoopContext context = { .machine = &machine, .notes = notes };
  g_autoptr (GError) error = NULL;
  const FlLoopProgram *program = fl_kernel_build_loops (arena, run->program, 0, &error);

  g_assert_no_error (error);
  program = fl_loop_passes_run (&context, program, 0, &error);
  g_assert_no_error (error);
  fl_loop_program_append (text, program, run->decomposed);
  if (c->outline)
    g_assert_cmpstr (text->str, ==, c->outline);
  g_assert_true (has_words (notes, c->words));
}

/* A kernel of two loops: a scatter waits for all rows. Threads share the places of the rows that it brings; of single
 * elements one thread adds in the order of its indices. */
static void
check_phases (const MemoryCase *c, gboolean brings_rows)
{
  g_autoptr (FlGraph) graph = loops_read_graph (&c->graph);
  FlPipelineRequest request;
  g_autoptr (FlRun) run = NULL;
  const FlKernel *kernel;

  fl_pipeline_request_init (&request);
  request.options.target = FL_TARGET_CPU;
  request.options.strategy = fl_intern ("inductor");
  request.options.cpu_vector_bytes = FL_VECTOR_BYTES_NONE;
  run = fl_pipeline_run (graph, &request);
  kernel = &run->program->kernels[run->program->n_kernels - 1];
  g_assert_cmpuint (kernel->n_phases, ==, 2);
  g_assert_cmpstr (kernel->phases[0].name, ==, kernel->name);
  g_assert_true (fl_sym_is_int_value (kernel->phases[0].extent, 512));
  g_assert_true (g_str_has_suffix (kernel->phases[1].name, "_then"));
  if (brings_rows)
    g_assert_true (fl_sym_is_int_value (kernel->phases[1].extent, 300));
  else
    g_assert_null (kernel->phases[1].extent);
  g_assert_cmpint (kernel->phases[0].work, >, 512 * 768); /* each loop's own, which no loop has none of */
  g_assert_cmpint (kernel->phases[1].work, >, brings_rows ? 512 * 768 : 512);
  g_assert_cmpint (kernel->phases[1].work < 512 * 768, ==, !brings_rows);
}

static void
test_phases (void)
{
  static const MemoryCase rows
      = { .graph = { "rows", "x: \"f32[512, 768]\", i: \"i64[512]\"",
                     "        s: \"f32[512, 1]\" = torch.ops.aten.sum.dim_IntList(x, [1], True)\n"
                     "        d: \"f32[512, 768]\" = torch.ops.aten.sub.Tensor(x, s)\n"
                     "        z: \"f32[300, 768]\" = torch.ops.aten.full.default([300, 768], 0.0)\n"
                     "        a: \"f32[300, 768]\" = torch.ops.aten.index_put.default(z, [i], d, True)\n"
                     "        return (a, d)\n" } };
  static const MemoryCase elements
      = { .graph = { "elements", "x: \"f32[512, 768]\", i: \"i64[512]\"",
                     "        s: \"f32[512]\" = torch.ops.aten.sum.dim_IntList(x, [1])\n"
                     "        z: \"f32[300]\" = torch.ops.aten.full.default([300], 0.0)\n"
                     "        a: \"f32[300]\" = torch.ops.aten.index_put.default(z, [i], s, True)\n"
                     "        return (a, s)\n" } };

  check_phases (&rows, TRUE);
  check_phases (&elements, FALSE);
}

/* Every row of the table says what chose it; shares of caches grow with them. */
static void
test_table (void)
{
  const FlLoopCaches twice = { .first_level = 96 << 10, .second_level = 2 << 20 };
  const FlLoopCaches same = { 0 };

  for (guint i = 0; i < FL_N_TUNED; i++)
    {
      const FlTunedRow *row = fl_tuned_get_row (i);

      g_assert_cmpuint (strlen (row->measured), >, 20);
      g_assert_cmpint (fl_tuned_get (i, &same), ==, row->value);
      g_assert_cmpint (fl_tuned_get (i, &twice), ==, row->from == FL_TUNED_FIXED ? row->value : 2 * row->value);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/core/loops/memory/%s", cases[i].graph.name);

      g_test_add_data_func (path, &cases[i], test_schedule);
    }
  g_test_add_func ("/core/loops/memory/phases", test_phases);
  g_test_add_func ("/core/loops/memory/tuned", test_table);
  return g_test_run ();
}
