/* Options: the table is sane, and text sets what it says or explains why not. */
#include <string.h>

#include "fl-error.h"
#include "fl-intern.h"
#include "fl-options.h"

static const FlOptionInfo *
find_row (const char *name)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (strcmp (fl_options_get_row (i)->name, name) == 0)
      return fl_options_get_row (i);
  g_assert_not_reached ();
}

static void
test_rows_are_sane (void)
{
  FlOptions options;

  fl_options_init (&options);
  g_assert_cmpuint (fl_options_get_n_rows (), >, 20);
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    {
      const FlOptionInfo *row = fl_options_get_row (i);
      g_autofree char *text = fl_options_dup_value_text (&options, row);
      g_autofree char *assignment = g_strdup_printf ("%s=%s", row->name, text);

      g_assert_cmpint (row->minimum, <=, row->value);
      g_assert_cmpint (row->value, <=, row->maximum);
      g_assert_true (g_str_has_suffix (row->sentence, "."));
      g_assert_true ((row->choices != NULL) == (row->type == FL_OPTION_ENUM || row->type == FL_OPTION_SET));
      g_assert_cmpint (fl_options_get_value (&options, row), ==, row->value);
      g_assert_true (fl_options_set (&options, assignment, NULL));
      g_assert_cmpint (fl_options_get_value (&options, row), ==, row->value);
      for (guint j = 0; j < i; j++)
        g_assert_cmpstr (row->name, !=, fl_options_get_row (j)->name);
    }
}

/* Defaults that TorchInductor's config has for these names. */
static void
test_defaults_are_inductors (void)
{
  FlOptions options;

  fl_options_init (&options);
  g_assert_cmpint (options.realize_reads_threshold, ==, 4);
  g_assert_cmpint (options.realize_opcount_threshold, ==, 30);
  g_assert_cmpint (options.realize_acc_reads_threshold, ==, 8);
  g_assert_cmpint (options.max_fusion_size, ==, 64);
  g_assert_cmpint (options.unroll_reductions_threshold, ==, 8);
  g_assert_true (options.strategy == fl_intern ("inductor"));
  g_assert_cmpint (options.format, ==, FL_FORMAT_MODERN);
  g_assert_false (fl_options_is_gpu (&options));
}

static void
test_text_sets_values (void)
{
  static const struct
  {
    const char *text;
    const char *name;
    gint64 value;
  } cases[] = {
    { "max_fusion_size=8", "max_fusion_size", 8 },   { "aggressive_fusion=yes", "aggressive_fusion", 1 },
    { "inplace_buffers=off", "inplace_buffers", 0 }, { "inplace_buffers=TRUE", "inplace_buffers", 1 },
    { "inplace_buffers=0", "inplace_buffers", 0 },   { "format=classic", "format", 0 },
    { "cpp.threads=4", "cpp.threads", 4 },
  };
  FlOptions options;

  fl_options_init (&options);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (fl_options_set (&options, cases[i].text, &error));
      g_assert_no_error (error);
      g_assert_cmpint (fl_options_get_value (&options, find_row (cases[i].name)), ==, cases[i].value);
    }
  g_assert_true (fl_options_set (&options, "target=cuda", NULL));
  g_assert_true (fl_options_is_gpu (&options));
  g_assert_true (fl_options_set (&options, "strategy=greedy", NULL));
  g_assert_cmpstr (options.strategy, ==, "greedy");
}

static void
test_bad_text_is_explained (void)
{
  static const char *const cases[][2] = {
    { "max_fusion_size", "'max_fusion_size' is not NAME=VALUE" },
    { "max_fusion_sise=8", "there is no option 'max_fusion_sise'; the nearest is max_fusion_size" },
    { "cpp_threads=8", "there is no option 'cpp_threads'; the nearest is cpp.threads" },
    { "cpu.vector_bytes=7", "option cpu.vector_bytes is one of 0|16|32|64|4, not '7'" },
    { "max_fusion_size=eight", "option max_fusion_size is a whole number, not 'eight'" },
    { "max_fusion_size=8x", "option max_fusion_size is a whole number, not '8x'" },
    { "max_fusion_size=0", "option max_fusion_size is between 1 and 1000000 nodes, not 0" },
    { "max_fusion_size=99999999999999999999",
      "option max_fusion_size is between 1 and 1000000 nodes, not 99999999999999999999" },
    { "aggressive_fusion=2", "option aggressive_fusion is true or false, not '2'" },
    { "format=new", "option format is one of classic|modern, not 'new'" },
    { "target=tpu", "target is one of cpu|cuda, not 'tpu'" },
  };
  FlOptions options, untouched;

  fl_options_init (&options);
  fl_options_init (&untouched);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (fl_options_set (&options, cases[i][0], &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
      g_assert_cmpstr (error->message, ==, cases[i][1]);
    }
  g_assert_cmpmem (&options, sizeof options, &untouched, sizeof untouched);
}

/* The passes that can be switched off are those of the list, and a name that none has is answered with the list. */
static void
test_passes_are_choices (void)
{
  static const char *const passes[] = {
#define LOOP_PASS(id, name, effect, targets, sentence) name,
#include "fl-loop-pass-list.def"
  };
  static const char *const wrong[] = { "loops.off=vectorise", "loops.off=hoist,", "loops.off=none,hoist" };
  FlOptions options, untouched;

  fl_options_init (&options);
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    {
      g_autofree char *assignment = g_strdup_printf ("loops.off=%s", passes[i]);
      g_autofree char *text = NULL;

      g_assert_true (fl_options_set (&options, assignment, NULL));
      g_assert_cmpint (options.loops_off, ==, G_GINT64_CONSTANT (1) << i);
      text = fl_options_dup_value_text (&options, find_row ("loops.off"));
      g_assert_cmpstr (text, ==, passes[i]);
    }
  {
    g_autofree char *both = g_strdup_printf ("loops.off=%s, %s", passes[1], passes[0]);

    g_assert_true (fl_options_set (&options, both, NULL));
    g_assert_cmpint (options.loops_off, ==, 1 | 2);
  }
  g_assert_true (fl_options_set (&options, "loops.off=", NULL));
  g_assert_cmpint (options.loops_off, ==, 0);
  untouched = options;
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (fl_options_set (&options, wrong[i], &error));
      g_assert_error (error, FL_ERROR, FL_ERROR_USAGE);
      for (guint k = 0; k < G_N_ELEMENTS (passes); k++)
        g_assert_nonnull (strstr (error->message, passes[k]));
    }
  g_assert_cmpmem (&options, sizeof options, &untouched, sizeof untouched);
}

static void
test_targets (void)
{
  FlTarget target = FL_TARGET_CPU;

  g_assert_true (fl_target_find ("cuda", &target));
  g_assert_cmpint (target, ==, FL_TARGET_CUDA);
  g_assert_cmpstr (fl_target_get_name (FL_TARGET_CPU), ==, "cpu");
  g_assert_false (fl_target_find ("tpu", &target));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/base/options/rows-are-sane", test_rows_are_sane);
  g_test_add_func ("/core/base/options/defaults-are-inductors", test_defaults_are_inductors);
  g_test_add_func ("/core/base/options/text-sets-values", test_text_sets_values);
  g_test_add_func ("/core/base/options/bad-text-is-explained", test_bad_text_is_explained);
  g_test_add_func ("/core/base/options/passes-are-choices", test_passes_are_choices);
  g_test_add_func ("/core/base/options/targets", test_targets);
  return g_test_run ();
}
