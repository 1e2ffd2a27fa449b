/* What changed between two versions of PyTorch. The groups expected are PyTorch's own: tests/golden/versions and
 * tests/golden/cuda. */
#include <string.h>

#include "fl-changed.h"
#include "fl-test-run.h"

static FlChanged *
find_changed (const char *sample, FlTarget target, guint first, guint second, const gint *cancelled, GError **error)
{
  g_autoptr (FlGraph) graph = read_sample (sample);
  FlOptions options;

  fl_options_init (&options);
  options.target = target;
  return fl_changed_new (graph, &options, first, second, 0, cancelled, error);
}

static void
assert_groups (const GPtrArray *groups, const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) ended = g_ptr_array_new ();

  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_add (ended, groups->pdata[i]);
  g_ptr_array_add (ended, NULL);
  text = g_strjoinv (", ", (char **) ended->pdata);
  g_assert_cmpstr (text, ==, expected);
}

/* 2.11: maximum and sum in two layers each, then the quotient; since 2.13 one pass computes both. */
static void
test_names_the_rule (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlChanged) changed = find_changed ("softmax-outer.py", FL_TARGET_CUDA, 215, 211, NULL, &error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *sentence = NULL;

  g_assert_no_error (error);
  assert_groups (changed->groups[0], "op0, op1, op2, op3, op4");
  assert_groups (changed->groups[1], "op0 op1, op2 op3, op4");
  g_assert_false (changed->are_equal);
  g_assert_true (changed->is_proved);
  g_assert_false (changed->is_cut);
  g_assert_cmpuint (changed->causes->len, ==, 1);
  g_assert_true (g_str_has_prefix (changed->causes->pdata[0], "rule online-softmax-splits (since 2.13): "));
  fl_changed_append (text, changed);
  g_assert_true (g_str_has_prefix (text->str, "PyTorch 2.11: 5 groups\nPyTorch 2.15: 3 groups\nonly 2.11: op0\n"));
  g_assert_nonnull (strstr (text->str, "\nproved: switched back in 2.15, it gives exactly the groups of 2.11\n"));
  sentence = fl_changed_dup_sentence (changed);
  g_assert_true (g_str_has_prefix (sentence, "From PyTorch 2.11 to 2.15, 5 groups became 3 by rule online-softmax-"));
}

static void
test_says_where_nothing_changed (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FlChanged) changed = find_changed ("softmax.py", FL_TARGET_CPU, 211, 215, NULL, &error);
  g_autofree char *sentence = NULL;

  g_assert_no_error (error);
  g_assert_true (changed->are_equal);
  g_assert_cmpuint (changed->causes->len, ==, 0);
  sentence = fl_changed_dup_sentence (changed);
  g_assert_cmpstr (sentence, ==, "PyTorch 2.11 and 2.15 make the same groups.");
}

static void
test_is_cancelled (void)
{
  const gint cancelled = 1;
  g_autoptr (GError) error = NULL;

  g_assert_null (find_changed ("softmax.py", FL_TARGET_CPU, 211, 215, &cancelled, &error));
  g_assert_error (error, FL_ERROR, FL_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/changed/names-the-rule", test_names_the_rule);
  g_test_add_func ("/core/changed/says-where-nothing-changed", test_says_where_nothing_changed);
  g_test_add_func ("/core/changed/is-cancelled", test_is_cancelled);
  return g_test_run ();
}
