/* The comparison with PyTorch's dumps: matching where names are shifted, groups that only one side
 * has, reasons. The dumps are PyTorch's own of tests/golden, edited in known ways. */
#include <glib/gstdio.h>
#include <string.h>

#include "fl-file.h"
#include "fl-parity-run.h"

typedef char *(*Edit) (const char *text);

static const char *const files[][2] = { { "fx.py", "fx.py" },
                                        { "ir_pre_fusion.txt", "ir_pre_fusion.txt" },
                                        { "ir_post_fusion.txt", "ir_post_fusion.txt" } };

static char *
make_folder (const char *golden_case, Edit edit)
{
  char *folder = g_dir_make_tmp ("fuseloom-parity-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *from
          = g_build_filename (g_getenv ("FUSELOOM_SOURCE_DIR"), "tests/golden", golden_case, files[i][0], NULL);
      g_autofree char *to = g_build_filename (folder, files[i][1], NULL);
      g_autofree char *text = NULL;
      g_autofree char *edited = NULL;
      gsize length;

      g_assert_true (fl_file_read (from, &text, &length, NULL));
      edited = i > 0 && edit != NULL ? edit (text) : g_strdup (text);
      g_assert_true (g_file_set_contents (to, edited, -1, NULL));
    }
  return folder;
}

static void
remove_folder (const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i][1], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static FlParity *
compare (const char *golden_case, Edit edit)
{
  g_autofree char *folder = make_folder (golden_case, edit);
  g_autoptr (GError) error = NULL;
  FlParityRequest request = { 0 };
  FlParity *parity;

  fl_options_init (&request.options);
  parity = fl_parity_run_folder (folder, &request, &error);
  g_assert_no_error (error);
  remove_folder (folder);
  return parity;
}

static void
test_equal (void)
{
  g_autoptr (FlParity) parity = compare ("cuda/sample-gpt2-block", NULL);
  guint n = 7;

  g_assert_true (fl_parity_is_equal (parity));
  g_assert_cmpint (parity->target, ==, FL_TARGET_CUDA);
  g_assert_cmpuint (parity->n_matched, ==, parity->n_our_nodes);
  g_assert_cmpuint (parity->n_same, ==, parity->n_groups);
  g_assert_cmpint (parity->pre.verdict, ==, FL_TEXT_IDENTICAL);
  g_assert_cmpint (parity->post.verdict, ==, FL_TEXT_IDENTICAL);
  fl_parity_get_entries (parity, FL_STAGE_FUSE, &n);
  g_assert_cmpuint (n, ==, 0);
  fl_parity_get_entries (parity, FL_STAGE_MEMORY, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* --- shifted names ---------------------------------------------------------------------------- */

static gboolean
add_one (const GMatchInfo *match, GString *out, gpointer data)
{
  g_autofree char *kind = g_match_info_fetch (match, 1);
  g_autofree char *number = g_match_info_fetch (match, 2);

  g_string_append_printf (out, "%s%" G_GINT64_FORMAT, kind, g_ascii_strtoll (number, NULL, 10) + 1);
  return FALSE;
}

/* PyTorch has one node more, the first: every other has a name of one higher number. */
static char *
shift (const char *text)
{
  g_autoptr (GRegex) names = g_regex_new ("(?<![a-z])(op|buf)([0-9]+)", 0, 0, NULL);
  g_autofree char *shifted = g_regex_replace_eval (names, text, -1, 0, 0, add_one, NULL, NULL);

  return g_strconcat ("op0: ExternKernelSchedulerNode(FallbackKernel)\n"
                      "op0.writes = [StarDep(name='buf0', mode=None)]\n"
                      "op0.node.kernel = torch.ops.mylib.made_up.default\n\n\n",
                      shifted, NULL);
}

static void
test_matches_shifted_names (void)
{
  g_autoptr (FlParity) parity = compare ("cuda/sample-gpt2-block", shift);

  g_assert_cmpuint (parity->n_their_nodes, ==, parity->n_our_nodes + 1);
  g_assert_cmpuint (parity->n_matched, ==, parity->n_our_nodes);
  g_assert_cmpuint (parity->n_missing, ==, 1);
  g_assert_cmpstr (parity->missing[0], ==, "op0");
  g_assert_cmpint (fl_parity_get_node_mark (parity, fl_dump_find (parity->theirs->pre, "op6")->name), ==, FL_MARK_SAME);
  /* All of our groups are PyTorch's too, under other names; its one node more is a group of its
   * own. */
  g_assert_cmpuint (parity->n_only_ours, ==, 0);
  g_assert_cmpuint (parity->n_only_theirs, ==, 1);
  g_assert_cmpuint (parity->n_differences, ==, 1);
  g_assert_false (fl_parity_is_equal (parity));
  g_assert_cmpint (parity->pre.verdict, ==, FL_TEXT_DIFFERS);
}

/* --- groups ----------------------------------------------------------------------------------- */

/* PyTorch keeps op10 out of the kernel of op8 and op9. */
static char *
split (const char *text)
{
  g_autoptr (GString) edited = g_string_new (text);

  g_string_replace (edited, "op8_op9_op10.snodes[2] =\nop10: ", "\n\nop10: ", 1);
  return g_string_free (g_steal_pointer (&edited), FALSE);
}

static void
test_explains_a_fusion_that_pytorch_lacks (void)
{
  g_autoptr (FlParity) parity = compare ("cuda/sample-gpt2-block", split);
  const FlParityDifference *difference = &parity->differences[0];

  g_assert_cmpuint (parity->n_differences, ==, 1);
  g_assert_cmpuint (difference->n_groups, ==, 3); /* {op8 op9}, {op10}; {op8 op9 op10} */
  g_assert_cmpuint (difference->n_reasons, >=, 1);
  g_assert_cmpint (difference->reasons[0].side, ==, FL_MARK_OURS);
  g_assert_nonnull (strstr (difference->reasons[0].text, "we fused"));
  g_assert_cmpuint (difference->reasons[0].step, !=, G_MAXUINT32);
  g_assert_cmpint (parity->pre.verdict, ==, FL_TEXT_IDENTICAL);
}

/* Swaps the last two groups of a text. */
static char *
swap (const char *text)
{
  g_auto (GStrv) nodes = g_strsplit (text, "\n\n\n", -1);
  guint n = g_strv_length (nodes);

  if (strstr (text, "FusedSchedulerNode") != NULL && n > 2)
    {
      char *last = nodes[n - 1];
      gboolean is_blank = *g_strchug (last) == '\0';
      guint a = n - 2 - is_blank, b = n - 1 - is_blank;

      last = nodes[a];
      nodes[a] = nodes[b];
      nodes[b] = last;
    }
  return g_strjoinv ("\n\n\n", nodes);
}

static void
test_tells_another_order (void)
{
  g_autoptr (FlParity) parity = compare ("cuda/sample-gpt2-block", swap);

  g_assert_cmpuint (parity->n_only_ours + parity->n_only_theirs, ==, 0);
  g_assert_true (parity->other_order);
  g_assert_false (fl_parity_is_equal (parity));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/parity/equal", test_equal);
  g_test_add_func ("/core/parity/shifted-names", test_matches_shifted_names);
  g_test_add_func ("/core/parity/fusion-that-pytorch-lacks", test_explains_a_fusion_that_pytorch_lacks);
  g_test_add_func ("/core/parity/another-order", test_tells_another_order);
  return g_test_run ();
}
