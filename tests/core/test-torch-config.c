/* Every option of PyTorch's, of every version that was looked at, is taken under its name, and has its effect or a
 * reason why not. The names come from PyTorch's own source (tests/tools/list-torch-config.py; test
 * `torch-config-names`). */
#include <string.h>

#include "fl-options.h"
#include "fl-torch-config.h"

static const FlOptionInfo *
find_option (const char *name)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, name))
      return fl_options_get_row (i);
  return NULL;
}

static void
test_every_name_is_answered (void)
{
  guint n_options = 0;

  for (guint i = 0; i < fl_torch_config_get_n_rows (); i++)
    {
      const FlConfigRow *row = fl_torch_config_get_row (i);
      g_autofree char *assignment = g_strdup_printf ("%s=None", row->name);
      g_autofree char *other = g_strdup_printf ("%s=something else", row->name);
      g_autofree char *answer = fl_torch_config_explain (other);
      g_autoptr (GError) error = NULL;
      FlOptions options;

      fl_options_init (&options);
      g_assert_true (fl_options_set (&options, assignment, &error));
      g_assert_no_error (error);
      g_assert_true ((row->answer == FL_CONFIG_OPTION) == (find_option (row->name) != NULL));
      g_assert_true ((row->answer == FL_CONFIG_OPTION) == (answer == NULL));
      g_assert_true (answer == NULL || strlen (row->reason) > 10);
      g_assert_cmpuint (row->since, >=, 204);
      n_options += row->answer == FL_CONFIG_OPTION;
    }
  /* 666 attributes of torch._inductor.config of 2.15 alone, three of which are no options. */
  g_assert_cmpuint (fl_torch_config_get_n_rows (), >=, 663);
  g_assert_cmpuint (n_options, >, 20);
}

static void
test_answers_tell_why (void)
{
  g_autofree char *packing = fl_torch_config_explain ("aot_inductor.output_path='x'");
  g_autofree char *groups = fl_torch_config_explain ("combo_kernels=True");
  g_autofree char *effect = fl_torch_config_explain ("max_fusion_size=8");
  g_autofree char *same = fl_torch_config_explain ("combo_kernels=False");
  g_autofree char *unknown = fl_torch_config_explain ("max_fussion_size=8");

  g_assert_true (g_str_has_prefix (packing, "aot_inductor.output_path='x' changes none of these stages: "));
  g_assert_true (g_str_has_prefix (groups, "combo_kernels=True is not modelled: "));
  g_assert_null (effect);
  g_assert_null (same); /* PyTorch's default */
  g_assert_null (unknown);
}

/* As fx_graph_runnable.py writes values. */
static void
test_values_in_pythons_words (void)
{
  FlOptions options;

  fl_options_init (&options);
  g_assert_true (fl_options_set (&options, "aggressive_fusion=True", NULL));
  g_assert_true (options.aggressive_fusion);
  g_assert_true (fl_options_set (&options, "aggressive_fusion=None", NULL));
  g_assert_false (options.aggressive_fusion);
  g_assert_true (fl_options_set (&options, "cpp.threads=-1", NULL));
  g_assert_true (fl_options_set (&options, "realize_acc_reads_size_threshold=None", NULL));
  g_assert_cmpint (options.realize_acc_reads_size_threshold, ==, 0);
  g_assert_false (fl_options_set (&options, "no_such_option=1", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/torch-config/every-name-is-answered", test_every_name_is_answered);
  g_test_add_func ("/core/base/torch-config/answers-tell-why", test_answers_tell_why);
  g_test_add_func ("/core/base/torch-config/values-in-pythons-words", test_values_in_pythons_words);
  return g_test_run ();
}
