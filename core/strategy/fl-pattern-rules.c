/* Rules from files, and the built-in ones. */
#include "fl-error.h"
#include "fl-file.h"
#include "fl-pattern-private.h"

/* The rules that hand-written libraries have in common. */
static const char built_in[]
    = "# longest first\n"
      "rule conv_scale_bias_relu: relu?(add?(mul?(convolution($x, $w), broadcast($s)), "
      "broadcast($b)))"
      " if dtype f32; along s 1; along b 1\n"
      "rule mm_bias_act: relu|tanh|sigmoid|gelu?(add(matmul($x, $w), broadcast($b)))"
      " if dtype f32; along b last\n"
      "rule bias_act: relu|tanh|sigmoid|gelu(add(broadcast($b), $x)) if dtype f32; along b last\n"
      "rule add_relu: relu|tanh|sigmoid|gelu(add($x, $y)) if dtype f32\n";

gboolean
fl_pattern_rules_add_file (FlPatternRules *rules, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;

  if (!fl_file_read_up_to (path, FL_PATTERN_MAX_FILE_BYTES, &text, &length, error))
    {
      g_prefix_error (error, "fusion rules: ");
      return FALSE;
    }
  return fl_pattern_rules_add_text (rules, text, length, path, error);
}

/* A rule of one's own replaces the built-in one of its name. */
static void
take_built_in (FlPatternRules *rules)
{
  g_autoptr (FlPatternRules) others = fl_pattern_rules_new ();
  guint n_own = rules->rules->len;

  if (!fl_pattern_rules_add_text (others, built_in, sizeof built_in - 1, "built-in rules", NULL))
    g_assert_not_reached ();
  while (others->rules->len > 0)
    {
      Rule *rule = g_ptr_array_steal_index (others->rules, 0);
      gboolean is_known = FALSE;

      for (guint i = 0; i < n_own; i++)
        is_known |= g_str_equal (fl_pattern_rules_get_name (rules, i), rule->name);
      if (is_known)
        fl_pattern_rule_free (rule);
      else
        g_ptr_array_add (rules->rules, rule);
    }
}

FlPatternRules *
fl_pattern_rules_new_from_files (const char *paths, GError **error)
{
  g_autoptr (FlPatternRules) rules = fl_pattern_rules_new ();
  g_auto (GStrv) names = g_strsplit (paths, ":", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (names[i][0] != '\0' && !fl_pattern_rules_add_file (rules, names[i], error))
      return NULL;
  if (!rules->replaces_built_in)
    take_built_in (rules);
  return g_steal_pointer (&rules);
}
