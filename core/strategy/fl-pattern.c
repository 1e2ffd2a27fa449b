/* A list of rules. */
#include "fl-pattern-private.h"

void
fl_pattern_free (Pattern *pattern)
{
  if (pattern == NULL)
    return;
  g_strfreev (pattern->names);
  g_clear_pointer (&pattern->children, g_ptr_array_unref);
  g_free (pattern);
}

void
fl_pattern_rule_free (Rule *rule)
{
  g_free (rule->name);
  fl_pattern_free (rule->pattern);
  g_ptr_array_unref (rule->captures);
  g_array_unref (rule->conditions);
  g_free (rule);
}

FlPatternRules *
fl_pattern_rules_new (void)
{
  FlPatternRules *rules = g_new0 (FlPatternRules, 1);

  rules->rules = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_pattern_rule_free);
  return rules;
}

void
fl_pattern_rules_free (FlPatternRules *rules)
{
  g_ptr_array_unref (rules->rules);
  g_free (rules);
}

guint
fl_pattern_rules_get_n (const FlPatternRules *rules)
{
  return rules->rules->len;
}

const char *
fl_pattern_rules_get_name (const FlPatternRules *rules, guint position)
{
  return ((const Rule *) rules->rules->pdata[position])->name;
}
