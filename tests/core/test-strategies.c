/* Fusion strategies on small graphs whose groups and bytes were worked out by hand from the strategies' published
 * rules. All numbers are kernels and MiB moved; a few are bytes where small vectors matter. */
#include <string.h>

#include "fl-concepts.h"
#include "fl-event-kinds.h"
#include "fl-op-graph-fixture.h"
#include "fl-options.h"

enum
{
  NONE,
  PATTERN,
  XLA,
  BASE,
  STITCH,
  TVM,
  DNN,
  OPTIMAL,
  STITCH_CPU,
  N_STRATEGIES
};

static FlPartition *
run_none (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  return fl_partition_builder_finish (fl_partition_builder_new (graph), error);
}

static const struct
{
  const char *name;
  FlOpStrategy run;
} strategies[N_STRATEGIES] = {
  [NONE] = { "none", run_none },
  [PATTERN] = { "pattern", fl_op_strategy_pattern },
  [XLA] = { "xla", fl_op_strategy_xla },
  [BASE] = { "xla-base", fl_op_strategy_xla_base },
  [STITCH] = { "stitch", fl_op_strategy_stitch },
  [TVM] = { "tvm", fl_op_strategy_tvm },
  [DNN] = { "dnnfusion", fl_op_strategy_dnnfusion },
  [OPTIMAL] = { "optimal", fl_op_strategy_optimal },
  [STITCH_CPU] = { "stitch-cpu", fl_op_strategy_stitch_cpu },
};

/* --- the table -------------------------------------------------------------------------------- */

typedef struct
{
  guint kernels; /* 0: not stated */
  double mib;    /* below 0: -bytes exactly; 0: not stated */
} Expected;

typedef struct
{
  const char *name;
  const char *graph;
  FlDtype dtype;
  Expected expected[N_STRATEGIES];
} Case;

#define S "1024 1024"

static const Case cases[] = {
  { "add-relu",
    "p : " S "\nq : " S "\na = add p q\nr = relu a\nout r",
    FL_DTYPE_F32,
    { { 2, 20 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 } } },
  { "add-two-readers",
    "p : " S "\nq : " S "\nw : " S "\na = add p q\nr = relu a\nt = mul a w\nout r t",
    FL_DTYPE_F32,
    { { 3, 32 }, { 3, 32 }, { 1, 20 }, { 1, 20 }, { 1, 20 }, { 3, 32 }, { 1, 20 }, { 1, 20 }, { 1, 20 } } },
  { "add-is-output",
    "p : " S "\nq : " S "\na = add p q\nr = relu a\nout a r",
    FL_DTYPE_F32,
    { { 2, 20 }, { 2, 20 }, { 1, 16 }, { 1, 16 }, { 1, 16 }, { 2, 20 }, { 1, 16 }, { 1, 16 }, { 1, 16 } } },
  { "diamond",
    "p : " S "\nq : " S "\na = add p q\nb = exp a\nc = tanh a\nd = mul b c\nout d",
    FL_DTYPE_F32,
    { { 4, 40 }, { 4, 40 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 }, { 1, 12 } } },
  { "add-relu-f16",
    "p : " S "\nq : " S "\na = add p q\nr = relu a\nout r",
    FL_DTYPE_F16,
    { { 2, 10 }, { 2, 10 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 } } },
  { "mm-bias-relu",
    "x : 128 512\nw : 512 256\nbias : 256\nm = mm x w\nbb = bc bias 128 256 / 1\na = add m bb\nr = relu a\nout r",
    FL_DTYPE_F32,
    { { 4, -1704960 },
      { 1, -918528 },
      { 3, -1442816 },
      { 2, -1180672 },
      { 2, -1180672 },
      { 1, -918528 },
      { 1, -918528 },
      { 1, -918528 },
      { 2, -1180672 } } },
  { "mm-swish",
    "x : 128 512\nw : 512 256\nm = mm x w\nr = relu m\ns = sigmoid m\ny = mul r s\nout y",
    FL_DTYPE_F32,
    { { 4, 0 },
      { 4, 0 },
      { 2, -1179648 },
      { 2, -1179648 },
      { 2, -1179648 },
      { 1, -917504 },
      { 2, -1441792 },
      { 1, -917504 },
      { 2, -1179648 } } },
  { "sum-neg",
    "x : 11000 123\nz = sum x 1\nv = neg z\nout z v",
    FL_DTYPE_F32,
    { { 2, -5544000 },
      { 2, -5544000 },
      { 2, -5544000 },
      { 2, -5544000 },
      { 1, -5500000 },
      { 2, -5544000 },
      { 1, -5500000 },
      { 1, -5500000 },
      { 1, -5500000 } } },
  { "exp-sum-sqrt",
    "x : 1024 768\ne = exp x\nz = sum e 1\nv = sqrt e\nout z v",
    FL_DTYPE_F32,
    { { 3, 15 }, { 3, 15 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 3, 15 }, { 1, 6 }, { 1, 6 }, { 1, 6 } } },
  { "softmax",
    "x : 1024 768\nm = max x 1\nmb = bc m 1024 768 / 0\ns = sub x mb\ne = exp s\nz = sum e 1\n"
    "zb = bc z 1024 768 / 0\ny = div e zb\nout y",
    FL_DTYPE_F32,
    { { 7, -37765120 },
      { 7, -37765120 },
      { 5, -28327936 },
      { 3, -15745024 },
      { 1, -6291456 },
      { 4, -18890752 },
      { 3, -15736832 },
      { 1, -6291456 },
      { 1, -6291456 } } },
  { "layer-norm",
    "x : 4096 1024\ngamma : 1024\nbeta : 1024\ns1 = sum x 1\nmu = scale s1\nmub = bc mu 4096 1024 / 0\nd = sub x mub\n"
    "q = mul d d\ns2 = sum q 1\nv = affine s2\nr = rsqrt v\nrb = bc r 4096 1024 / 0\nn = mul d rb\n"
    "gb = bc gamma 4096 1024 / 1\nng = mul n gb\nbb = bc beta 4096 1024 / 1\ny = add ng bb\nout y",
    FL_DTYPE_F32,
    { { 14, -335716352 },
      { 14, -335716352 },
      { 9, -218243072 },
      { 3, -83959808 },
      { 1, -33562624 },
      { 4, -100737024 },
      { 2, -100671488 },
      { 1, -33562624 },
      { 1, -33562624 } } },
  { "two-reductions",
    "x : 1024 768\nz1 = sum x 1\nz2 = max x 1\nout z1 z2",
    FL_DTYPE_F32,
    { { 2, 6 }, { 2, 6 }, { 2, 6 }, { 1, 3 }, { 1, 3 }, { 2, 6 }, { 2, 6 }, { 1, 3 }, { 1, 3 } } },
  { "variance",
    "x : 1024 768\nz1 = sum x 1\nq = square x\nz2 = sum q 1\na = square z1\nv = sub z2 a\nout v",
    FL_DTYPE_F32,
    { { 5, 0 }, { 5, 0 }, { 3, 6.03 }, { 2, 3.03 }, { 1, 3 }, { 3, 6.03 }, { 2, 6.01 }, { 1, 3 }, { 1, 3 } } },
  { "siblings",
    "x : " S "\na = exp x\nb = tanh x\nout a b",
    FL_DTYPE_F32,
    { { 2, 16 }, { 2, 16 }, { 2, 16 }, { 1, 12 }, { 1, 12 }, { 2, 16 }, { 2, 16 }, { 1, 12 }, { 1, 12 } } },
  { "strangers",
    "x : 1024 768\nw : 768 1024\na = exp x\nb = tanh w\nout a b",
    FL_DTYPE_F32,
    { { 2, 12 }, { 2, 12 }, { 2, 12 }, { 1, 12 }, { 1, 12 }, { 2, 12 }, { 2, 12 }, { 1, 12 }, { 1, 12 } } },
  { "column-then-use",
    "x : 4096 256\nc = sum x 0\nm = scale c\ncb = bc m 4096 256 / 1\ny = sub x cb\nout y",
    FL_DTYPE_F32,
    { { 4, 20 }, { 4, 20 }, { 4, 20 }, { 2, 12 }, { 2, 12 }, { 2, 12 }, { 2, 12 }, { 2, 12 }, { 2, 12 } } },
  { "two-columns",
    "x : 4096 256\nw : 4096 256\ne = mul x w\nc1 = sum e 0\nc2 = sum x 0\nout c1 c2",
    FL_DTYPE_F32,
    { { 3, 20 }, { 3, 20 }, { 2, 12 }, { 1, 8 }, { 1, 8 }, { 2, 12 }, { 2, 12 }, { 1, 8 }, { 1, 8 } } },
  { "transpose-2",
    "x : 1024 768\na = exp x\nt = tr a 1 0\ny = neg t\nout y",
    FL_DTYPE_F32,
    { { 3, 18 }, { 3, 18 }, { 3, 18 }, { 3, 18 }, { 3, 18 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 3, 18 } } },
  { "transpose-4",
    "x : 8 12 64 32\na = exp x\nt = tr a 0 2 1 3\ny = neg t\nout y",
    FL_DTYPE_F32,
    { { 3, 4.5 }, { 3, 4.5 }, { 3, 4.5 }, { 1, 1.5 }, { 1, 1.5 }, { 1, 1.5 }, { 1, 1.5 }, { 1, 1.5 }, { 1, 1.5 } } },
  { "reshape",
    "x : 1024 768\na = exp x\nt = rs a 786432\ny = neg t\nout y",
    FL_DTYPE_F32,
    { { 3, 18 }, { 3, 18 }, { 3, 18 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 }, { 1, 6 } } },
  { "cycle-through-opaque",
    "x : " S "\na = exp x\no = op a\nb = neg a\ny = add b o\nout y",
    FL_DTYPE_F32,
    { { 4, 36 }, { 4, 36 }, { 3, 28 }, { 3, 28 }, { 3, 28 }, { 3, 28 }, { 3, 32 }, { 3, 28 }, { 3, 28 } } },
  { "slice",
    "x : " S "\na = exp x\ns = sl a 512 1024\ny = tanh s\nout a y",
    FL_DTYPE_F32,
    { { 3, 16 }, { 3, 16 }, { 3, 16 }, { 2, 12 }, { 2, 12 }, { 2, 12 }, { 2, 12 }, { 2, 12 }, { 2, 12 } } },
  /* CPU stitching lets a result be smaller than the loop: m is stored by the rounds whose row is 0. */
  { "small-result",
    "x : 4096 256\nc : 256\nm = scale c\nb = bc m 4096 256 / 1\ny = sub x b\nout m y",
    FL_DTYPE_F32,
    { { 3, -16780288 },
      { 3, 0 },
      { 3, 0 },
      { 2, -8391680 },
      { 2, -8391680 },
      { 2, -8391680 },
      { 2, -8391680 },
      { 2, -8391680 },
      { 1, -8390656 } } },
  /* Symbolic sizes have no hints here: what must be equal must be so for every value of them. */
  { "symbols-that-differ",
    "x : @0 768\nw : @1 768\na = exp x\nb = tanh w\nout a b",
    FL_DTYPE_F32,
    { { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 } } },
  { "symbols-that-agree",
    "x : @0 768\nw : 768 @0\na = exp x\nb = tanh w\nout a b",
    FL_DTYPE_F32,
    { { 2, 0 }, { 2, 0 }, { 2, 0 }, { 1, 0 }, { 1, 0 }, { 2, 0 }, { 2, 0 }, { 1, 0 }, { 1, 0 } } },
  { "symbolic-reshape",
    "x : @0 12 64\na = exp x\nt = rs a @0*12 64\ny = neg t\nout y",
    FL_DTYPE_F32,
    { { 3, 0 }, { 3, 0 }, { 3, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 }, { 1, 0 } } },
  { "symbolic-softmax",
    "x : @0 @1\nm = max x 1\nmb = bc m @0 @1 / 0\ns = sub x mb\ne = exp s\nz = sum e 1\nzb = bc z @0 @1 / 0\n"
    "y = div e zb\nout y",
    FL_DTYPE_F32,
    { { 7, 0 }, { 7, 0 }, { 5, 0 }, { 3, 0 }, { 1, 0 }, { 4, 0 }, { 3, 0 }, { 1, 0 }, { 1, 0 } } },
  { "symbolic-rows",
    "x : @0 64\nw : @1 64\nz = sum x 1\nb = exp w\nout z b",
    FL_DTYPE_F32,
    { { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 } } },
  /* The rows of the sum are s0*12, the first axis of the result: a product that stitching follows through the reshape.
   */
  { "product-of-rows",
    "x : @0 12 64\nz = sum x 2\nt = rs x @0*12 64\nw = rs z @0*12\nb = bc w @0*12 64 / 0\ny = sub t b\nout y",
    FL_DTYPE_F32,
    { { 5, 0 }, { 5, 0 }, { 5, 0 }, { 2, 0 }, { 1, 0 }, { 2, 0 }, { 4, 0 }, { 1, 0 }, { 2, 0 } } },
};

static void
run_case (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlOpGraph *graph = read_graph (arena, symbols, test->graph, test->dtype);
  FlOptions options;

  fl_options_init (&options);
  for (guint i = 0; i < N_STRATEGIES; i++)
    {
      FlPass pass = { arena, fl_trace_new (arena), &options, NULL, FL_N_STAGES, G_MAXUINT32 };
      g_autoptr (GError) error = NULL;
      FlPartition *partition = strategies[i].run (&pass, graph, &error);
      const Expected *expected = &test->expected[i];
      gint64 bytes;

      g_assert_no_error (error);
      fl_partition_verify (partition, &error);
      g_assert_no_error (error);
      bytes = partition->bytes_read + partition->bytes_written;
      for (guint k = 0; g_test_verbose () && k < partition->n_groups; k++)
        {
          g_autoptr (GString) line = g_string_new (NULL);

          for (guint m = 0; m < partition->groups[k].n_members; m++)
            g_string_append_printf (line, " %s", graph->nodes[partition->groups[k].members[m]].name);
          g_test_message ("%s: {%s } %s", strategies[i].name, line->str,
                          fl_template_get_name (partition->groups[k].emission.template));
        }
      if (partition->n_groups != expected->kernels)
        g_test_message ("%s under %s: %u kernels, %u expected", test->name, strategies[i].name, partition->n_groups,
                        expected->kernels);
      g_assert_cmpuint (partition->n_groups, ==, expected->kernels);
      if (expected->mib < 0)
        g_assert_cmpint (bytes, ==, (gint64) -expected->mib);
      else if (expected->mib > 0)
        g_assert_cmpfloat_with_epsilon (bytes / 1048576.0, expected->mib, 0.05);
    }
}

/* A sum of 70 inputs: the planner with 64 arguments a kernel stops, the others do not; a chain of 300: 256 ops a group.
 */
static void
check_counts (const char *source, const guint *expected)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlOpGraph *graph = read_graph (arena, symbols, source, FL_DTYPE_F32);
  FlOptions options;

  fl_options_init (&options);
  for (guint i = 0; i < N_STRATEGIES; i++)
    {
      FlPass pass = { arena, fl_trace_new (arena), &options, NULL, FL_N_STAGES, G_MAXUINT32 };
      g_autoptr (GError) error = NULL;
      FlPartition *partition = strategies[i].run (&pass, graph, &error);

      g_assert_no_error (error);
      g_test_message ("%s", strategies[i].name);
      if (expected[i] > 0)
        g_assert_cmpuint (partition->n_groups, ==, expected[i]);
    }
}

static void
test_limits (void)
{
  static const guint sums[N_STRATEGIES] = { 69, 69, 1, 2, 2, 1, 1, 0, 1 };
  static const guint chain[N_STRATEGIES] = { 300, 300, 1, 1, 1, 2, 1, 0, 1 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 70; i++)
    g_string_append_printf (text, "x%u : 256 256\n", i);
  for (guint i = 1; i < 70; i++)
    if (i == 1)
      g_string_append (text, "s1 = add x0 x1\n");
    else
      g_string_append_printf (text, "s%u = add s%u x%u\n", i, i - 1, i);
  g_string_append (text, "out s69");
  check_counts (text->str, sums);
  g_string_assign (text, "n0 : 256 256\n");
  for (guint i = 1; i <= 300; i++)
    g_string_append_printf (text, "n%u = neg n%u\n", i, i - 1);
  g_string_append (text, "out n300");
  check_counts (text->str, chain);
}

/* --- what a stitched kernel is laid out as --------------------------------------------------------- */

typedef struct
{
  FlEventKind kind;
  const char *op, *reason;
  gint64 amount;
} Told;

static const FlEvent *
find_told (const FlTrace *trace, const Told *told)
{
  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);

      if (event->kind == told->kind && g_str_equal (event->subject.name, told->op)
          && g_str_equal (event->reason, told->reason) && event->amount == told->amount)
        return event;
    }
  return NULL;
}

static void
check_told (const char *source, const Told *told, guint n_told)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlOpGraph *graph = read_graph (arena, symbols, source, FL_DTYPE_F32);
  FlOptions options;
  FlPass pass = { arena, fl_trace_new (arena), &options, NULL, FL_N_STAGES, G_MAXUINT32 };
  g_autoptr (GError) error = NULL;
  FlPartition *partition;

  fl_options_init (&options);
  partition = fl_op_strategy_stitch (&pass, graph, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (partition->n_groups, ==, 1);
  fl_concepts_tell_plan (&pass, partition, "stitch");
  for (guint i = 0; i < n_told; i++)
    {
      if (find_told (pass.trace, &told[i]) == NULL)
        g_test_message ("not told: %s, %s, %" G_GINT64_FORMAT, told[i].op, told[i].reason, told[i].amount);
      g_assert_nonnull (find_told (pass.trace, &told[i]));
    }
}

/* Layer norm: 4,096 rows of 1,024 columns are a block a row. d is computed by the loop of s2 for its squares and again
 * by that of y: 1,024 floats are cached. Both sums combine the partial results of 8 warps, and are read by the next
 * loop: two barriers each. Rows of 128 columns are a warp a row, 8 rows a block. */
static void
test_layout (void)
{
  static const Told norm[] = {
    { FL_EVENT_TILE, "s1", "sub-root, skeleton", 0 },
    { FL_EVENT_TILE, "d", "inside", 0 },
    { FL_EVENT_TILE, "y", "regular root, skeleton", 0 },
    { FL_EVENT_STAGE, "d", "cached in shared memory", 1024 * 4 },
    { FL_EVENT_STAGE, "s2", "sub-root in shared memory", 4 },
    { FL_EVENT_STAGE, "s2", "partial results of warps in shared memory", 8 * 4 },
    { FL_EVENT_BARRIER, "s1", "block barriers of a reduction", 2 },
    { FL_EVENT_BARRIER, "s2", "block barriers of a reduction", 2 },
    { FL_EVENT_PLAN, "s2", "stitched, a block of 256 threads a row", 3 },
  };
  static const Told short_rows[] = {
    { FL_EVENT_STAGE, "z", "sub-root in shared memory", 8 * 4 },
    { FL_EVENT_BARRIER, "z", "block barriers of a reduction", 1 },
    { FL_EVENT_PLAN, "z", "stitched, a warp a row", 2 },
  };
  static const Told irregular[] = { { FL_EVENT_TILE, "e", "irregular root", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    if (g_str_equal (cases[i].name, "layer-norm"))
      check_told (cases[i].graph, norm, G_N_ELEMENTS (norm));
  check_told ("x : 4096 128\nz = sum x 1\nzb = bc z 4096 128 / 0\ny = sub x zb\nout y", short_rows,
              G_N_ELEMENTS (short_rows));
  check_told ("x : 1024 768\nb : 768\ne = exp b\neb = bc e 1024 768 / 1\nm = mul x eb\nz = sum m 1\n"
              "zb = bc z 1024 768 / 0\ny = sub m zb\nout e y",
              irregular, G_N_ELEMENTS (irregular));
}

/* The example that CONTRIBUTING shows: exp and neg join, the sum does not; a value with two readers stays apart. */
FlPartition *fl_op_strategy_chains (const FlPass *pass, const FlOpGraph *graph, GError **error);

static void
test_example (void)
{
  g_autoptr (FlArena) arena = fl_arena_open ();
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlOpGraph *graph
      = read_graph (arena, symbols,
                    "x : 64 32\na = exp x\nb = neg a\nc = tanh b\nd = exp c\ne = relu c\nz = sum e 1\nout d z",
                    FL_DTYPE_F32);
  FlOptions options;
  FlPass pass = { arena, fl_trace_new (arena), &options, NULL, FL_N_STAGES, G_MAXUINT32 };
  FlPartition *partition;
  g_autoptr (GError) error = NULL;

  fl_options_init (&options);
  partition = fl_op_strategy_chains (&pass, graph, &error);
  g_assert_no_error (error);
  g_assert_true (fl_partition_verify (partition, &error));
  /* {a, b, c}, {d}, {e}, {z} */
  g_assert_cmpuint (partition->n_groups, ==, 4);
  g_assert_cmpuint (partition->groups[0].n_members, ==, 3);
}

/* CONTRIBUTING shows what is compiled here, to the byte. */
static void
test_example_is_shown (void)
{
  g_autofree char *guide = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "CONTRIBUTING.md", NULL);
  g_autofree char *file
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests", "core", "example-strategy.c", NULL);
  g_autofree char *text = NULL, *code = NULL;

  g_assert_true (g_file_get_contents (guide, &text, NULL, NULL));
  g_assert_true (g_file_get_contents (file, &code, NULL, NULL));
  g_assert_nonnull (strstr (text, code));
}

/* --- any graph -------------------------------------------------------------------------------- */

static guint32
find_root (guint32 *parents, guint32 op)
{
  while (parents[op] != op)
    op = parents[op] = parents[parents[op]];
  return op;
}

/* Uniting what the events say was fused gives the groups, broadcasts that were folded into several readers left out. */
static void
check_replay (const FlPartition *partition, const FlTrace *trace)
{
  guint n = partition->graph->n_nodes;
  g_autofree guint32 *parents = g_new (guint32, n + 1);

  for (guint32 i = 0; i < n; i++)
    parents[i] = i;
  for (guint32 i = 0; i < fl_trace_get_n_events (trace); i++)
    {
      const FlEvent *event = fl_trace_get_event (trace, i);

      if (event->kind == FL_EVENT_FUSE && event->verdict == FL_VERDICT_ACCEPT)
        parents[find_root (parents, event->subject.index)] = find_root (parents, event->object.index);
    }
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < i; k++)
      {
        const FlOpNode *a = &partition->graph->nodes[i], *b = &partition->graph->nodes[k];

        if (!fl_op_is_work (a) || !fl_op_is_work (b) || a->kind == FL_OP_BROADCAST || b->kind == FL_OP_BROADCAST)
          continue;
        g_assert_cmpint (find_root (parents, i) == find_root (parents, k), ==,
                         partition->group_of[i] == partition->group_of[k]);
      }
}

static void
test_any_graph (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4711);
  guint n_graphs = g_test_slow () ? 200000 : 20000, n_proved = 0;

  for (guint round = 0; round < n_graphs; round++)
    {
      g_autoptr (FlArena) arena = fl_arena_open ();
      g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
      const FlOpGraph *graph = make_random_graph (random, arena, symbols, 2 + pick (random, 8));
      gint64 best = G_MAXINT64, optimum = 0;
      FlOptions options;

      fl_options_init (&options);
      for (guint i = 0; i < N_STRATEGIES; i++)
        {
          FlPass pass = { arena, fl_trace_new (arena), &options, NULL, FL_N_STAGES, G_MAXUINT32 };
          g_autoptr (GError) error = NULL;
          FlPartition *partition = strategies[i].run (&pass, graph, &error);
          gboolean is_emittable = TRUE;
          gint64 bytes;

          g_assert_no_error (error);
          if (!fl_partition_verify (partition, &error))
            g_test_message ("graph %u under %s", round, strategies[i].name);
          g_assert_no_error (error);
          for (guint g = 0; g < partition->n_groups; g++)
            {
              const FlEmission *emission = &partition->groups[g].emission;

              is_emittable &= emission->template != FL_TEMPLATE_NONE;
              g_assert_true (emission->template != FL_TEMPLATE_NONE || emission->reason != NULL);
            }
          bytes = partition->bytes_read + partition->bytes_written;
          if (i != NONE)
            check_replay (partition, pass.trace);
          if (is_emittable && partition->n_recomputed == 0)
            best = MIN (best, bytes);
          if (i != OPTIMAL)
            continue;
          optimum = bytes;
          g_assert_true (is_emittable);
          g_assert_cmpint (partition->lower_bound, <=, bytes);
          n_proved += partition->is_optimal;
        }
      g_assert_cmpint (optimum, ==, best); /* of all strategies, it is one */
    }
  g_test_message ("%u graphs with a proved optimum", n_proved);
  g_assert_cmpuint (n_proved, ==, n_graphs);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/strategies/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], run_case);
    }
  g_test_add_func ("/strategies/limits", test_limits);
  g_test_add_func ("/strategies/any-graph", test_any_graph);
  g_test_add_func ("/strategies/layout", test_layout);
  g_test_add_func ("/strategies/example", test_example);
  g_test_add_func ("/strategies/example-is-shown", test_example_is_shown);
  return g_test_run ();
}
