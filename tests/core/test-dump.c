/* Reading dumps back: every dialect, nested groups, damaged texts; and the difference of sequences.
 */
#include <string.h>

#include "fl-diff.h"
#include "fl-dump.h"
#include "fl-error.h"
#include "fl-file.h"

static FlDump *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  FlDump *dump = fl_dump_read ("made-up.txt", text, strlen (text), &error);

  g_assert_no_error (error);
  return dump;
}

static void
test_modern (void)
{
  static const char text[] = "op0: SchedulerNode(ComputedBuffer)\n"
                             "op0.writes = [MemoryDep('buf0', c0, {c0: 10})]\n"
                             "op0.min_input_distance = 0\n"
                             "op0.outputs = [\n    buf0: ComputedBuffer\n"
                             "    buf0.layout = FixedLayout('cuda:0', torch.float32, size=[10], stride=[1])\n]\n\n\n"
                             "op1_op2: FusedSchedulerNode(SchedulerNode,SchedulerNode)\n"
                             "op1_op2.writes = [MemoryDep('buf1', c0, {c0: 10})]\n"
                             "op1_op2.snodes[0] =\n"
                             "op1: SchedulerNode(ComputedBuffer)\n"
                             "op1.writes = [MemoryDep('buf1', c0, {c0: 10})]\n"
                             "op1.outputs = [\n    buf1: ComputedBuffer\n"
                             "    buf1.layout = FixedLayout('cuda:0', torch.float32, size=[10], stride=[1])\n]\n"
                             "op1_op2.snodes[1] =\n"
                             "op2: TemplateSchedulerNode(TritonTemplateBuffer)\n\n\n"
                             "op3: NopKernelSchedulerNode(ConcatKernel)\n"
                             "op4: ExternKernelSchedulerNode(ExternKernelOut)\n"
                             "op4.node.kernel = extern_kernels.mm\n";
  g_autoptr (FlDump) dump = read_text (text);

  g_assert_cmpint (dump->dialect, ==, FL_DUMP_MODERN);
  g_assert_true (dump->has_distances);
  g_assert_cmpstr (dump->device, ==, "cuda");
  g_assert_cmpuint (dump->n_nodes, ==, 4);
  g_assert_cmpuint (dump->n_originals, ==, 5);
  g_assert_cmpuint (dump->n_kernels, ==, 3); /* all but the Nop */
  g_assert_cmpstr (dump->nodes[1]->name, ==, "op1_op2");
  g_assert_true (dump->nodes[1]->is_group);
  g_assert_cmpuint (dump->nodes[1]->n_members, ==, 2);
  g_assert_cmpstr (dump->nodes[1]->members[1]->class_name, ==, "TemplateSchedulerNode");
  g_assert_cmpuint (dump->nodes[1]->line, ==, 10);
  g_assert_cmpuint (dump->nodes[2]->line, ==, 23);
  g_assert_cmpstr (dump->nodes[3]->kernel, ==, "extern_kernels.mm");
  /* op0 and op1 do the same to buffers of other names. */
  g_assert_true (fl_dump_find (dump, "op0")->shape == fl_dump_find (dump, "op1")->shape);
  g_assert_true (fl_dump_find (dump, "op0")->text == fl_dump_find (dump, "op1")->text);
  g_assert_true (fl_dump_find (dump, "op0")->shape != fl_dump_find (dump, "op3")->shape);
  g_assert_null (fl_dump_find (dump, "op9"));
}

static void
test_older (void)
{
  /* PyTorch 2.0 writes the members of a group by name only; 2.1 indents them. */
  g_autoptr (FlDump) oldest = read_text ("buf2: SchedulerNode(ComputedBuffer)\n"
                                         "buf2.writes = [MemoryDep(name='buf2', index=c0, size=(1000,))]\n"
                                         "buf3_buf4: FusedSchedulerNode(NoneType)\n"
                                         "buf3_buf4.snodes = ['buf3', 'buf4']\n");
  g_autoptr (FlDump) classic
      = read_text ("buf0_buf1: FusedSchedulerNode(NoneType)\n"
                   "buf0_buf1.writes = [MemoryDep('buf0', c0, {c0: s0}), MemoryDep('buf1', c0, {c0: s0})]\n"
                   "buf0_buf1.users = []\n"
                   "    buf0_buf1.snodes[0] =\n"
                   "    buf0: SchedulerNode(ComputedBuffer)\n"
                   "    buf0.group.device = cpu\n"
                   "    buf0_buf1.snodes[1] =\n"
                   "    buf1: SchedulerNode(ComputedBuffer)\n");

  g_assert_cmpint (oldest->dialect, ==, FL_DUMP_2_0);
  g_assert_cmpuint (oldest->nodes[1]->n_members, ==, 2);
  g_assert_cmpstr (oldest->nodes[1]->members[1]->name, ==, "buf4");
  g_assert_cmpuint (oldest->nodes[1]->members[1]->n_lines, ==, 0);
  g_assert_cmpint (classic->dialect, ==, FL_DUMP_CLASSIC);
  g_assert_cmpuint (classic->n_nodes, ==, 1);
  g_assert_cmpuint (classic->nodes[0]->n_members, ==, 2);
  g_assert_cmpstr (classic->device, ==, "cpu");
}

static void
test_nested (void)
{
  /* A group in a group: the inner members belong to both. */
  g_autoptr (FlDump) dump = read_text ("op0_op1_op2: ForeachKernelSchedulerNode(x)\n"
                                       "op0_op1_op2.snodes[0] =\n"
                                       "op0_op1: FusedSchedulerNode(x)\n"
                                       "op0_op1.snodes[0] =\n"
                                       "op0: SchedulerNode(ComputedBuffer)\n"
                                       "op0_op1.snodes[1] =\n"
                                       "op1: SchedulerNode(ComputedBuffer)\n"
                                       "op0_op1_op2.snodes[1] =\n"
                                       "op2: SchedulerNode(ComputedBuffer)\n"
                                       "op3_op4: GroupedSchedulerNode(x)\n");

  g_assert_cmpuint (dump->n_nodes, ==, 2);
  g_assert_cmpuint (dump->nodes[0]->n_members, ==, 3);
  g_assert_cmpstr (dump->nodes[0]->members[2]->name, ==, "op2");
  g_assert_cmpuint (dump->nodes[0]->n_lines, ==, 9);
  g_assert_cmpuint (dump->nodes[1]->n_members, ==, 0);
}

static void
test_damaged (void)
{
  static const struct
  {
    const char *text, *says;
  } cases[] = {
    { "class GraphModule:\n    pass\n", "made-up.txt:1:1: not a text of scheduler nodes" },
    { "op0: SchedulerNode(ComputedBuffer)\nop7.snodes[0] =\nop1: SchedulerNode(x)\n",
      "made-up.txt:2:1: members of a group that was not begun" },
    { "op0_op1: FusedSchedulerNode(x)\nop0_op1.snodes[0] =\nop0.writes = []\n",
      "made-up.txt:3:1: a member of the group should begin here" },
    { "op0_op1: FusedSchedulerNode(x)\nop0_op1.snodes[0] =\n", "the text ends where a member of a group should begin" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      FlDump *dump = fl_dump_read ("made-up.txt", cases[i].text, strlen (cases[i].text), &error);

      g_assert_null (dump);
      g_assert_error (error, FL_ERROR, FL_ERROR_SYNTAX);
      g_assert_nonnull (strstr (error->message, cases[i].says));
    }
  {
    g_autoptr (FlDump) blank = read_text ("\n  \n");

    g_assert_cmpuint (blank->n_nodes, ==, 0);
  }
}

/* Every prefix of a real dump reads or fails with a message; nothing else. */
static void
test_cut_short (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests/golden/cpu/sample-softmax/ir_post_fusion.txt", NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (fl_file_read (path, &text, &length, NULL));
  for (gsize n = 0; n < length; n += 7)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *part = g_strndup (text, n);
      g_autoptr (FlDump) dump = fl_dump_read (path, part, n, &error);

      g_assert_true ((dump == NULL) == (error != NULL));
    }
}

/* --- differences ------------------------------------------------------------------------------ */

static void
check_diff (const char *a, const char *b, guint n_changed)
{
  gconstpointer left[64], right[64];
  guint n_left = (guint) strlen (a), n_right = (guint) strlen (b), at = 0, changed = 0;
  g_autoptr (GArray) hunks = NULL;

  for (guint i = 0; i < n_left; i++)
    left[i] = GINT_TO_POINTER ((int) a[i]);
  for (guint i = 0; i < n_right; i++)
    right[i] = GINT_TO_POINTER ((int) b[i]);
  hunks = fl_diff_new (left, n_left, right, n_right);
  for (guint i = 0; i < hunks->len; i++)
    {
      const FlHunk *hunk = &g_array_index (hunks, FlHunk, i);

      g_assert_cmpuint (hunk->from_a, >=, at);
      at = hunk->from_a + hunk->n_a;
      changed += hunk->n_a + hunk->n_b;
    }
  g_assert_cmpuint (changed, ==, n_changed);
}

static void
test_diff (void)
{
  check_diff ("", "", 0);
  check_diff ("abc", "abc", 0);
  check_diff ("", "abc", 3);
  check_diff ("abc", "", 3);
  check_diff ("a", "b", 2);
  check_diff ("abc", "xyz", 6);
  check_diff ("abcdef", "abxdef", 2);
  check_diff ("abcabba", "cbabac", 5); /* the paper's figure 1: distance 5 */
}

/* Against the plain table of longest common sequences. */
static void
test_diff_is_shortest (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 400; round++)
    {
      char a[33] = { 0 }, b[33] = { 0 };
      guint n_a = (guint) g_rand_int_range (random, 0, 32), n_b = (guint) g_rand_int_range (random, 0, 32);
      guint table[33][33] = { { 0 } };

      for (guint i = 0; i < n_a; i++)
        a[i] = (char) ('a' + g_rand_int_range (random, 0, 4));
      for (guint i = 0; i < n_b; i++)
        b[i] = (char) ('a' + g_rand_int_range (random, 0, 4));
      for (guint i = 1; i <= n_a; i++)
        for (guint k = 1; k <= n_b; k++)
          table[i][k] = a[i - 1] == b[k - 1] ? table[i - 1][k - 1] + 1 : MAX (table[i - 1][k], table[i][k - 1]);
      check_diff (a, b, n_a + n_b - 2 * table[n_a][n_b]);
    }
}

static void
test_unified (void)
{
  g_autoptr (FlLinePool) pool = fl_line_pool_new ();
  g_autoptr (GPtrArray) a = fl_line_pool_split (pool, "1\n2\n3\n4\n5 \n", 11, TRUE);
  g_autoptr (GPtrArray) b = fl_line_pool_split (pool, "1\n2\nx\n4\n5\n", 10, TRUE);
  g_autoptr (GArray) hunks
      = fl_diff_new ((gconstpointer const *) a->pdata, a->len, (gconstpointer const *) b->pdata, b->len);
  g_autoptr (GString) out = g_string_new (NULL);

  fl_diff_append_unified (out, "a.txt", a, "b.txt", b, hunks, 1);
  g_assert_cmpstr (out->str, ==, "--- a.txt\n+++ b.txt\n@@ -2,3 +2,3 @@\n 2\n-3\n+x\n 4\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/dump/modern", test_modern);
  g_test_add_func ("/core/dump/older", test_older);
  g_test_add_func ("/core/dump/nested", test_nested);
  g_test_add_func ("/core/dump/damaged", test_damaged);
  g_test_add_func ("/core/dump/cut-short", test_cut_short);
  g_test_add_func ("/core/diff/cases", test_diff);
  g_test_add_func ("/core/diff/is-shortest", test_diff_is_shortest);
  g_test_add_func ("/core/diff/unified", test_unified);
  return g_test_run ();
}
