/* Scheduler nodes, dependencies and the reports, on IR made by hand. Expected texts are PyTorch's.
 */
#include <string.h>

#include "fl-error.h"
#include "fl-schedule-private.h"
#include "fl-toy-ir.h"

/* --- loops ------------------------------------------------------------------------------------ */

/* {3840*d0 + d1} over (10, 3840) is one loop; with {d0} as well, as a row reduction has it, it is
 * not. */
static void
test_loops_merge_where_every_index_allows (void)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlSym *sizes[2] = { fl_sym_int (symbols, 10), fl_sym_int (symbols, 3840) };
  const FlSym *vars[2] = { fl_sym_var (symbols, "d0", sizes[0]), fl_sym_var (symbols, "d1", sizes[1]) };
  const FlSym *formulas[2] = { fl_sym_add (fl_sym_mul_int (vars[0], 3840), vars[1]), vars[0] };
  const FlLoopRanges loops = { vars, sizes, sizes, 2 };
  const FlSym *new_sizes[2], *written[2];
  gint positions[2];

  g_assert_cmpuint (fl_simplify_loops (symbols, &loops, formulas, 1, new_sizes, written, positions), ==, 1);
  g_assert_true (fl_sym_is_int_value (new_sizes[0], 38400));
  g_assert_cmpint (positions[0], ==, -1);
  g_assert_cmpint (positions[1], ==, 0);
  g_assert_cmpuint (fl_simplify_loops (symbols, &loops, formulas, 2, new_sizes, written, positions), ==, 2);
}

/* A dimension of 1 goes; an index that wraps only looks linear and keeps its loops apart. */
static void
test_loops_of_one_go (void)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlSym *one = fl_sym_int (symbols, 1), *two = fl_sym_int (symbols, 2);
  const FlSym *sizes[3] = { one, fl_sym_int (symbols, 4), fl_sym_int (symbols, 6) };
  const FlSym *vars[3] = { fl_sym_var (symbols, "d0", sizes[0]), fl_sym_var (symbols, "d1", sizes[1]),
                           fl_sym_var (symbols, "d2", sizes[2]) };
  const FlSym *flat = fl_sym_add (fl_sym_mul_int (vars[1], 6), vars[2]);
  const FlSym *wrapped = fl_sym_add (fl_sym_mul_int (fl_sym_mod_index (vars[1], one, two), 6), vars[2]);
  const FlLoopRanges loops = { vars, sizes, sizes, 3 };
  const FlSym *new_sizes[3], *written[3];
  gint positions[3];

  g_assert_cmpuint (fl_simplify_loops (symbols, &loops, &flat, 1, new_sizes, written, positions), ==, 1);
  g_assert_true (fl_sym_is_int_value (new_sizes[0], 24));
  g_assert_cmpuint (fl_simplify_loops (symbols, &loops, &wrapped, 1, new_sizes, written, positions), ==, 2);
}

/* A merged loop's size is printed as sympy keeps a product: a number goes into a sum that stands alone, not into one
 * among other factors. Texts are those of sympy: Mul (8, s1 - 1), Mul (s0, that), Mul (s0, s1 - 1). */
static void
test_merged_sizes_stay_products (void)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlSym *s0 = fl_sym_size (symbols, "s0"), *rows = fl_sym_add_int (fl_sym_size (symbols, "s1"), -1);
  const FlSym *sizes[3] = { s0, rows, fl_sym_int (symbols, 8) };
  const FlSym *vars[3]
      = { fl_sym_var (symbols, "d0", s0), fl_sym_var (symbols, "d1", rows), fl_sym_var (symbols, "d2", sizes[2]) };
  const FlSym *flat = fl_loops_get_contiguous_index (symbols, vars, sizes, 3);
  const FlLoopRanges two = { vars, sizes, sizes, 2 }, three = { vars, sizes, sizes, 3 };
  const FlSym *flat_two = fl_loops_get_contiguous_index (symbols, vars, sizes, 2), *new_sizes[3], *written[3];
  g_autofree char *text_two = NULL, *text_three = NULL;
  gint positions[3];

  g_assert_cmpuint (fl_simplify_loops (symbols, &three, &flat, 1, new_sizes, written, positions), ==, 1);
  text_three = fl_sym_dup_text (written[0]);
  g_assert_cmpstr (text_three, ==, "s0*(8*s1 - 8)");
  g_assert_true (new_sizes[0] == fl_sym_product (symbols, sizes, 3));
  g_assert_cmpuint (fl_simplify_loops (symbols, &two, &flat_two, 1, new_sizes, written, positions), ==, 1);
  text_two = fl_sym_dup_text (written[0]);
  g_assert_cmpstr (text_two, ==, "s0*(s1 - 1)");
}

/* A transposed read and write: stride 1 innermost. strides are of (d0, d1). */
static void
test_pick_order_puts_stride_one_innermost (void)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlSym *sizes[2] = { fl_sym_int (symbols, 1024), fl_sym_int (symbols, 2048) };
  const gint64 transposed[] = { 1, 1024, 1, 1024 }, plain[] = { 2048, 1, 2048, 1 };
  guint order[2];

  fl_loops_pick_order (transposed, 2, sizes, 2, order);
  g_assert_cmpuint (order[0], ==, 0);
  g_assert_cmpuint (order[1], ==, 1);
  fl_loops_pick_order (plain, 2, sizes, 2, order);
  g_assert_cmpuint (order[0], ==, 1);
  g_assert_cmpuint (order[1], ==, 0);
}

/* 32*d0 + (32*d1 + d2) as a concatenation leaves it: it looks linear, but Inductor keeps d1 and d2
 * apart. */
static void
test_identities_keep_loops_apart (void)
{
  g_autoptr (FlSymTable) symbols = fl_sym_table_new ();
  const FlSym *sizes[3] = { fl_sym_int (symbols, 16), fl_sym_int (symbols, 2), fl_sym_int (symbols, 32) };
  const FlSym *vars[3] = { fl_sym_var (symbols, "d0", sizes[0]), fl_sym_var (symbols, "d1", sizes[1]),
                           fl_sym_var (symbols, "d2", sizes[2]) };
  const FlSym *inner = fl_sym_add (fl_sym_mul_int (vars[1], 32), vars[2]);
  const FlSym *formula = fl_sym_add (fl_sym_mul_int (vars[0], 32), fl_sym_identity (inner));
  g_autofree char *text = fl_sym_dup_text (formula);
  const FlLoopRanges loops = { vars, sizes, sizes, 3 };
  const FlSym *new_sizes[3], *written[3];
  gint positions[3];

  g_assert_cmpstr (text, ==, "32*d0 + ((32*d1 + d2))");
  g_assert_cmpuint (fl_simplify_loops (symbols, &loops, &formula, 1, new_sizes, written, positions), ==, 3);
  g_assert_true (fl_sym_drop_identities (formula) == fl_sym_add (fl_sym_mul_int (vars[0], 32), inner));
}

/* --- texts ------------------------------------------------------------------------------------ */

/* PyTorch's own test of its debug output: two realized adds and a product, on a CPU. */
static const char adds_and_product[]
    = "op0: SchedulerNode(ComputedBuffer)\n"
      "op0.writes = [MemoryDep('buf0', c0, {c0: 256})]\n"
      "op0.unmet_dependencies = []\n"
      "op0.met_dependencies = [MemoryDep('arg0_1', c0, {c0: 256})]\n"
      "op0.min_input_distance = 0\n"
      "op0.max_input_distance = 0\n"
      "op0.outputs = [\n"
      "    buf0: ComputedBuffer\n"
      "    buf0.layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "    buf0.users = [NodeUser(node=SchedulerNode(name='op1'), can_inplace=True, "
      "is_weak=False)]\n"
      "]\n"
      "op0.group.device = cpu\n"
      "op0.group.iteration = ((256,), ())\n"
      "op0.sizes = ([256], [])\n"
      "arg0_1_layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "buf0_layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "class op0_loop_body:\n"
      "    var_ranges = {p0: 256}\n"
      "    index0 = p0\n"
      "    def body(self, ops):\n"
      "        get_index = self.get_index('index0')\n"
      "        load = ops.load('arg0_1', get_index)\n"
      "        constant = ops.constant(1.0, torch.float32)\n"
      "        add = ops.add(load, constant)\n"
      "        get_index_1 = self.get_index('index0')\n"
      "        store = ops.store('buf0', get_index_1, add, None)\n"
      "        return store\n"
      "\n\n"
      "op1: SchedulerNode(ComputedBuffer)\n"
      "op1.writes = [MemoryDep('buf1', c0, {c0: 256})]\n"
      "op1.unmet_dependencies = [MemoryDep('buf0', c0, {c0: 256})]\n"
      "op1.met_dependencies = []\n"
      "op1.min_input_distance = 1\n"
      "op1.max_input_distance = 1\n"
      "op1.outputs = [\n"
      "    buf1: ComputedBuffer\n"
      "    buf1.layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "    buf1.users = [NodeUser(node=ExternKernelSchedulerNode(name='op2'), can_inplace=False, "
      "is_weak=False)]\n"
      "]\n"
      "op1.group.device = cpu\n"
      "op1.group.iteration = ((256,), ())\n"
      "op1.sizes = ([256], [])\n"
      "buf0_layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "buf1_layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "class op1_loop_body:\n"
      "    var_ranges = {p0: 256}\n"
      "    index0 = p0\n"
      "    def body(self, ops):\n"
      "        get_index = self.get_index('index0')\n"
      "        load = ops.load('buf0', get_index)\n"
      "        constant = ops.constant(2.0, torch.float32)\n"
      "        add = ops.add(load, constant)\n"
      "        get_index_1 = self.get_index('index0')\n"
      "        store = ops.store('buf1', get_index_1, add, None)\n"
      "        return store\n"
      "\n\n"
      "op2: ExternKernelSchedulerNode(ExternKernelOut)\n"
      "op2.writes = [StarDep(name='buf2', mode=None)]\n"
      "op2.unmet_dependencies = [StarDep(name='buf1', mode=None)]\n"
      "op2.met_dependencies = [StarDep(name='arg1_1', mode=None)]\n"
      "op2.min_input_distance = 2\n"
      "op2.max_input_distance = 2\n"
      "op2.outputs = [\n"
      "    buf2: ExternKernelOut\n"
      "    buf2.layout = FixedLayout('cpu', torch.float32, size=[16, 16], stride=[16, 1])\n"
      "    buf2.users = [NodeUser(node=OUTPUT, can_inplace=False, is_weak=False)]\n"
      "]\n"
      "op2.node.kernel = extern_kernels.mm\n"
      "\n\n";

static void
assert_same_text (const char *ours, const char *expected)
{
  g_auto (GStrv) a = g_strsplit (ours, "\n", -1);
  g_auto (GStrv) b = g_strsplit (expected, "\n", -1);

  for (guint i = 0; a[i] != NULL && b[i] != NULL; i++)
    g_assert_cmpstr (a[i], ==, b[i]);
  g_assert_cmpstr (ours, ==, expected);
}

static void
test_text_adds_and_product (void)
{
  Toy toy;
  const FlSchedule *schedule;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  toy_init (&toy, FL_TARGET_CPU);
  schedule = fl_schedule_run (&toy.pass, toy_make_adds_and_product (&toy), &error);
  g_assert_no_error (error);
  g_assert_true (fl_schedule_verify (schedule, &error));
  fl_schedule_append_text (text, schedule);
  assert_same_text (text->str, adds_and_product);
  g_string_truncate (text, 0);
  schedule = fl_fuse_run (&toy.pass, schedule, &error);
  g_assert_no_error (error);
  g_assert_true (fl_schedule_verify (schedule, &error));
  g_assert_cmpuint (schedule->n_nodes, ==, 2);
  fl_schedule_append_text (text, schedule);
  g_assert_true (
      g_str_has_prefix (text->str,
                        "op0_op1: FusedSchedulerNode(SchedulerNode,SchedulerNode)\n"
                        "op0_op1.writes = [MemoryDep('buf0', c0, {c0: 256}), MemoryDep('buf1', c0, {c0: 256})]\n"
                        "op0_op1.unmet_dependencies = []\n"
                        "op0_op1.met_dependencies = [MemoryDep('arg0_1', c0, {c0: 256})]\n"));
  toy_clear (&toy);
}

static char *
read_golden (const char *file)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests/golden/cpu/sample-softmax", file, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Both reports of softmax on a CPU, to the byte, as PyTorch wrote them. */
static void
test_text_softmax_on_cpu (void)
{
  Toy toy;
  const FlSchedule *schedule;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *pre = read_golden ("ir_pre_fusion.txt");
  g_autofree char *post = read_golden ("ir_post_fusion.txt");

  toy_init (&toy, FL_TARGET_CPU);
  schedule = fl_schedule_run (&toy.pass, toy_make_softmax (&toy, FALSE), &error);
  g_assert_no_error (error);
  fl_schedule_append_text (text, schedule);
  assert_same_text (text->str, pre);
  g_string_truncate (text, 0);
  schedule = fl_fuse_run (&toy.pass, schedule, &error);
  g_assert_no_error (error);
  fl_schedule_append_text (text, schedule);
  assert_same_text (text->str, post);
  toy_clear (&toy);
}

/* The first node of softmax on a GPU: loops stay unmerged, and both online results are unpacked. */
static const char softmax_on_cuda[]
    = "op0: SchedulerNode(ComputedBuffer)\n"
      "op0.writes = [MemoryDep('buf0', d0, {d0: 10})]\n"
      "op0.unmet_dependencies = []\n"
      "op0.met_dependencies = [MemoryDep('arg0_1', 3840*d0 + d1, {d0: 10, d1: 3840})]\n"
      "op0.min_input_distance = 0\n"
      "op0.max_input_distance = 0\n"
      "op0.outputs = [\n"
      "    buf0: ComputedBuffer\n"
      "    buf0.layout = FixedLayout('cuda:0', torch.float32, size=[10, 1], stride=[1, 10])\n"
      "    buf0.users = [NodeUser(node=SchedulerNode(name='op2'), can_inplace=False, "
      "is_weak=False)]\n"
      "]\n"
      "op0.group.device = cuda:0\n"
      "op0.group.iteration = (10, 3840)\n"
      "op0.sizes = ([10], [3840])\n"
      "arg0_1_layout = FixedLayout('cuda:0', torch.float32, size=[10, 3840], stride=[3840, 1])\n"
      "buf0_layout = FixedLayout('cuda:0', torch.float32, size=[10, 1], stride=[1, 10])\n"
      "class op0_loop_body:\n"
      "    var_ranges = {p0: 10, p1: 3840}\n"
      "    index0 = 3840*p0 + p1\n"
      "    index1 = p0\n"
      "    def body(self, ops):\n"
      "        get_index = self.get_index('index0')\n"
      "        load = ops.load('arg0_1', get_index)\n"
      "        reduction = ops.reduction(torch.float32, torch.float32, 'online_softmax_reduce', "
      "load)\n"
      "        getitem = reduction[0]\n"
      "        getitem_1 = reduction[1]\n"
      "        get_index_1 = self.get_index('index1')\n"
      "        store_reduction = ops.store_reduction('buf0', get_index_1, getitem)\n"
      "        return store_reduction\n"
      "\n\n";

static void
test_text_softmax_on_cuda (void)
{
  Toy toy;
  const FlSchedule *schedule;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  toy_init (&toy, FL_TARGET_CUDA);
  schedule = fl_schedule_run (&toy.pass, toy_make_softmax (&toy, TRUE), &error);
  g_assert_no_error (error);
  fl_schedule_append_text (text, schedule);
  g_string_truncate (text, strlen (softmax_on_cuda));
  assert_same_text (text->str, softmax_on_cuda);
  g_string_truncate (text, 0);
  schedule = fl_fuse_run (&toy.pass, schedule, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (schedule->n_nodes, ==, 1);
  fl_schedule_append_text (text, schedule);
  /* The group keeps the loops as they were when it was fused; inside they are merged. */
  g_assert_nonnull (strstr (text->str, "op0_op1_op2.writes = \n"
                                       "    [   MemoryDep('buf0', d0, {d0: 10}),\n"
                                       "        MemoryDep('buf1', d0, {d0: 10}),\n"
                                       "        MemoryDep('buf2', 3840*d0 + d1, {d0: 10, d1: 3840})]\n"));
  g_assert_nonnull (strstr (text->str, "op0.met_dependencies = [MemoryDep('arg0_1', c0, {c0: 38400})]\n"));
  g_assert_nonnull (strstr (text->str, "op0.sizes = ((10,), (3840,))\n"));
  g_assert_nonnull (strstr (text->str, "op2.sizes = ((10, 3840), ())\n"));
  toy_clear (&toy);
}

/* Softmax in the dialect of PyTorch 2.1: nodes are named as their buffers, users stand on one line.
 */
static void
test_text_softmax_classic (void)
{
  Toy toy;
  const FlSchedule *schedule;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  toy_init (&toy, FL_TARGET_CPU);
  g_assert_true (fl_options_set (&toy.options, "torch=2.1", NULL));
  schedule = fl_schedule_run (&toy.pass, toy_make_softmax (&toy, FALSE), &error);
  g_assert_no_error (error);
  fl_schedule_append_text (text, schedule);
  g_assert_true (g_str_has_prefix (text->str,
                                   "buf0: SchedulerNode(ComputedBuffer)\n"
                                   "buf0.writes = [MemoryDep('buf0', c0, {c0: 10})]\n"
                                   "buf0.unmet_dependencies = []\n"
                                   "buf0.met_dependencies = [MemoryDep('arg0_1', c0, {c0: 38400})]\n"
                                   "buf0.users = [NodeUser(node=SchedulerNode(name='buf1'), can_inplace=False)]\n"
                                   "buf0.group.device = cpu\n"
                                   "buf0.group.iteration = ((10,), (3840,))\n"
                                   "buf0.sizes = ([10], [3840])\n"
                                   "class buf0_loop_body:\n"
                                   "    var_ranges = {z0: 10, z1: 3840}\n"
                                   "    index0 = 3840*z0 + z1\n"
                                   "    index1 = z0\n"
                                   "    def body(self, ops):\n"
                                   "        get_index = self.get_index('index0')\n"
                                   "        load = ops.load('arg0_1', get_index)\n"
                                   "        reduction = ops.reduction(torch.float32, torch.float32, 'max', load)\n"
                                   "        get_index_1 = self.get_index('index1')\n"
                                   "        store_reduction = ops.store_reduction('buf0', get_index_1, reduction)\n"
                                   "        return store_reduction\n\n\n"));
  /* Without outer-loop fusion three kernels are left: buf0, buf1_buf2, buf3. */
  schedule = fl_fuse_run (&toy.pass, schedule, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (schedule->n_nodes, ==, 3);
  g_assert_cmpstr (schedule->nodes[1]->name, ==, "buf1_buf2");
  toy_clear (&toy);
}

/* A chain of pointwise nodes, each reading the last two: the time is bounded by the windows, not by
 * the square. */
static void
test_long_chains_are_fast (void)
{
  enum
  {
    N = 3000
  };
  static const gint64 sizes[] = { 64, 32 }, strides[] = { 32, 1 };
  Toy toy;
  FlBuffer *last, *before;
  const FlSchedule *schedule;
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  toy_init (&toy, FL_TARGET_CUDA);
  last = before = toy_input (&toy, 2, sizes, strides);
  for (guint i = 0; i < N; i++)
    {
      FlBuffer *buffer = toy_buffer (&toy, FL_BUFFER_COMPUTED, FL_DTYPE_F32, 2, sizes, strides);
      FlLoops *loops = toy_loops (&toy, buffer, FL_LOOPS_POINTWISE, 2, sizes, 0, NULL);

      loops->values[0] = fl_expr_op2 (toy.pool, FL_SCALAR_ADD, toy_load (&toy, last, loops->vars),
                                      toy_load (&toy, before, loops->vars));
      before = last;
      last = buffer;
    }
  toy_output (&toy, last);
  schedule = fl_schedule_run (&toy.pass, toy_finish (&toy), &error);
  g_assert_no_error (error);
  g_test_message ("%d nodes: schedule %.3f s", N, (g_get_monotonic_time () - start) / 1e6);
  start = g_get_monotonic_time ();
  schedule = fl_fuse_run (&toy.pass, schedule, &error);
  g_assert_no_error (error);
  g_assert_true (fl_schedule_verify (schedule, &error));
  g_test_message ("%d nodes: fuse into %u in %.3f s, %u events", N, schedule->n_nodes,
                  (g_get_monotonic_time () - start) / 1e6, fl_trace_get_n_events (toy.pass.trace));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);
  toy_clear (&toy);
}

/* Stopped after any number of events, what is there is a whole schedule, and the events are a
 * prefix. */
static void
test_every_step_is_a_schedule (void)
{
  guint n_steps = 1;

  for (guint step = 0; step <= n_steps; step++)
    {
      Toy toy;
      const FlSchedule *before, *schedule;
      g_autoptr (GError) error = NULL;

      toy_init (&toy, FL_TARGET_CPU);
      toy.pass.stop_stage = FL_STAGE_FUSE;
      toy.pass.stop_step = step == 0 ? G_MAXUINT32 : step; /* the whole first, to know how many there are */
      before = fl_schedule_run (&toy.pass, toy_make_softmax (&toy, FALSE), &error);
      g_assert_no_error (error);
      schedule = fl_fuse_run (&toy.pass, before, &error);
      g_assert_no_error (error);
      g_assert_true (fl_schedule_verify (schedule, &error));
      for (guint i = 0; i < before->n_originals; i++) /* nodes were copied, yet they are found */
        g_assert_nonnull (fl_schedule_find_group (schedule, before->originals[i]));
      if (step == 0)
        n_steps = fl_trace_get_n_steps (toy.pass.trace, FL_STAGE_FUSE);
      else
        g_assert_cmpuint (fl_trace_get_n_steps (toy.pass.trace, FL_STAGE_FUSE), ==, step);
      toy_clear (&toy);
    }
  g_assert_cmpuint (n_steps, >, 10);
}

/* Why two nodes of softmax on a CPU may, or may not, be one kernel. */
static void
test_explains_in_inductors_words (void)
{
  static const struct
  {
    const char *a, *b;
    FlVerdict verdict;
    const char *reason;
    gint64 shared_bytes; /* f32[10, 3840] is 153600, f32[10] is 40 */
  } cases[] = {
    { "op1", "op2", FL_VERDICT_ACCEPT, "reads what it writes", 153600 },
    { "op2", "op1", FL_VERDICT_ACCEPT, "reads what it writes", 153600 },
    { "op1", "op3", FL_VERDICT_ILLEGAL, "intermediate nodes between node1 & node2", 153600 },
    { "op0", "op2", FL_VERDICT_REJECT, "no shared data", 0 },
    { "op0", "op1", FL_VERDICT_ACCEPT, "reads what it writes", 153640 },
  };
  Toy toy;
  const FlSchedule *schedule;
  g_autoptr (GError) error = NULL;

  toy_init (&toy, FL_TARGET_CPU);
  schedule = fl_schedule_run (&toy.pass, toy_make_softmax (&toy, FALSE), &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FlFusionAnswer answer;

      g_assert_true (fl_fuse_explain (&toy.pass, schedule, fl_schedule_find_node (schedule, cases[i].a),
                                      fl_schedule_find_node (schedule, cases[i].b), &answer, &error));
      g_assert_cmpint (answer.verdict, ==, cases[i].verdict);
      g_assert_cmpstr (answer.reason, ==, cases[i].reason);
      g_assert_cmpint (answer.shared_bytes, ==, cases[i].shared_bytes);
    }
  g_assert_cmpuint (fl_trace_get_n_steps (toy.pass.trace, FL_STAGE_FUSE), ==, 0);
  toy.options.strategy = fl_intern ("nonsense");
  g_assert_null (fl_fuse_run (&toy.pass, schedule, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
  toy_clear (&toy);
}

/* torch/_inductor/memory.py of 2.7, 2.8 and 2.9, and utils.py of 2.10: the prefixes of inputs that no read frees. */
static void
test_which_inputs_are_freed (void)
{
  static const struct
  {
    const char *name;
    guint kept_since;
  } inputs[]
      = { { "primals_1", 206 }, { "arg0_1", 206 }, { "bwd_rng_state_0", 208 }, { "tangents_1", 210 }, { "relu", 999 } };
  FlOptions options;

  fl_options_init (&options);
  for (guint version = 206; version <= 215; version++)
    for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
      {
        options.rules.version = version;
        g_assert_cmpint (fl_sched_is_freeable_input (&options, inputs[i].name), ==, version < inputs[i].kept_since);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/schedule/loops/merge-where-every-index-allows", test_loops_merge_where_every_index_allows);
  g_test_add_func ("/core/schedule/loops/of-one-go", test_loops_of_one_go);
  g_test_add_func ("/core/schedule/loops/merged-sizes-stay-products", test_merged_sizes_stay_products);
  g_test_add_func ("/core/schedule/loops/stride-one-innermost", test_pick_order_puts_stride_one_innermost);
  g_test_add_func ("/core/schedule/loops/identities-keep-apart", test_identities_keep_loops_apart);
  g_test_add_func ("/core/schedule/text/adds-and-product", test_text_adds_and_product);
  g_test_add_func ("/core/schedule/text/softmax-cpu", test_text_softmax_on_cpu);
  g_test_add_func ("/core/schedule/text/softmax-cuda", test_text_softmax_on_cuda);
  g_test_add_func ("/core/schedule/text/softmax-classic", test_text_softmax_classic);
  g_test_add_func ("/core/fuse/explains-in-inductors-words", test_explains_in_inductors_words);
  g_test_add_func ("/core/fuse/long-chains-are-fast", test_long_chains_are_fast);
  g_test_add_func ("/core/fuse/every-step-is-a-schedule", test_every_step_is_a_schedule);
  g_test_add_func ("/core/schedule/inputs/which-are-freed", test_which_inputs_are_freed);
  return g_test_run ();
}
