/* The matcher of fusion rules: depth first from the last op, arguments in order, then swapped where that is the same. */
#include <string.h>

#include "fl-pattern-private.h"

typedef struct
{
  const FlOpGraph *graph;
  const Rule *rule;
  guint32 bound[FL_PATTERN_MAX_CAPTURES]; /* G_MAXUINT32: not yet */
  GArray *ops;
} Matcher;

static gboolean
is_named (const Pattern *pattern, const FlOpNode *node)
{
  for (char **name = pattern->names; *name != NULL; name++)
    if ((node->fn != NULL && g_str_equal (*name, node->fn))
        || g_str_equal (*name, fl_op_kind_get_name (node->kind)))
      return TRUE;
  return FALSE;
}

static gboolean
commutes (const FlOpNode *node)
{
  static const char *const names[] = { "add", "mul", "maximum", "minimum", "bitwise_and", "bitwise_or" };

  for (guint i = 0; node->n_inputs == 2 && node->fn != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], node->fn))
      return TRUE;
  return FALSE;
}

static gboolean match (Matcher *matcher, const Pattern *pattern, guint32 id);

static gboolean
match_arguments (Matcher *matcher, const Pattern *pattern, const FlOpNode *node, gboolean is_swapped)
{
  guint n = pattern->children->len;

  if (node->n_inputs < n || (node->n_inputs > n && node->kind == FL_OP_POINTWISE))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!match (matcher, pattern->children->pdata[i], node->inputs[is_swapped ? n - 1 - i : i]))
      return FALSE;
  return TRUE;
}

static gboolean
match_op (Matcher *matcher, const Pattern *pattern, const FlOpNode *node)
{
  guint32 saved[FL_PATTERN_MAX_CAPTURES];
  guint n = matcher->ops->len;

  memcpy (saved, matcher->bound, sizeof saved);
  for (gint swapped = 0; swapped <= (commutes (node) && pattern->children->len == 2); swapped++)
    {
      g_array_append_val (matcher->ops, node->id);
      if (match_arguments (matcher, pattern, node, swapped))
        return TRUE;
      memcpy (matcher->bound, saved, sizeof saved);
      g_array_set_size (matcher->ops, n);
    }
  return FALSE;
}

static gboolean
match (Matcher *matcher, const Pattern *pattern, guint32 id)
{
  const FlOpNode *node = &matcher->graph->nodes[id];

  if (pattern->names == NULL)
    {
      guint32 *bound = &matcher->bound[pattern->capture];

      if (*bound != G_MAXUINT32)
        return *bound == id;
      *bound = id;
      return TRUE;
    }
  if (fl_op_is_work (node) && is_named (pattern, node) && match_op (matcher, pattern, node))
    return TRUE;
  return pattern->is_optional && match (matcher, pattern->children->pdata[0], id);
}

/* The single axis of the reader's result along which a captured value lies; -2 when there is none. */
static gint
find_axis (const Matcher *matcher, guint32 value)
{
  for (guint i = 0; i < matcher->ops->len; i++)
    {
      const FlOpNode *node = &matcher->graph->nodes[g_array_index (matcher->ops, guint32, i)];

      if (node->kind == FL_OP_BROADCAST && node->inputs[0] == value
          && matcher->graph->nodes[value].n_dims == 1)
        return node->dims[0] + 1 == node->n_dims ? -1 : (gint) node->dims[0];
    }
  return -2;
}

static const char *
check_condition (const Matcher *matcher, const Condition *condition, guint32 *culprit)
{
  switch (condition->kind)
    {
    case CONDITION_DTYPE:
      for (guint i = 0; i < matcher->ops->len; i++)
        {
          *culprit = g_array_index (matcher->ops, guint32, i);
          if (!((condition->dtypes >> matcher->graph->nodes[*culprit].dtype) & 1))
            return "an element type that the rule does not take";
        }
      return NULL;
    case CONDITION_RANK:
      *culprit = matcher->bound[condition->capture];
      return *culprit != G_MAXUINT32 && matcher->graph->nodes[*culprit].n_dims != (guint) condition->number
                 ? "a value of another rank than the rule's"
                 : NULL;
    case CONDITION_ALONG:
      *culprit = matcher->bound[condition->capture];
      return *culprit != G_MAXUINT32 && find_axis (matcher, *culprit) != condition->number
                 ? "a value broadcast along another axis than the rule's"
                 : NULL;
    }
  return NULL;
}

/* Nobody outside may need a matched value but the last, and no argument from outside may need a matched one: with the
 * first, every path from a matched op passes the last one. */
static const char *
check_closure (const Matcher *matcher, guint32 root, guint32 *culprit)
{
  for (guint i = 0; i < matcher->ops->len; i++)
    {
      const FlOpNode *node = &matcher->graph->nodes[g_array_index (matcher->ops, guint32, i)];

      *culprit = node->id;
      if (node->id == root)
        continue;
      if (node->is_output)
        return "a matched value is a result of the graph";
      for (guint k = 0; k < node->n_users; k++)
        {
          gboolean is_inside = FALSE;

          for (guint m = 0; m < matcher->ops->len; m++)
            is_inside |= g_array_index (matcher->ops, guint32, m) == node->users[k];
          if (!is_inside)
            return "a matched value has a reader outside";
        }
    }
  return NULL;
}

gboolean
fl_pattern_rules_match (const FlPatternRules *rules, guint position, const FlOpGraph *graph, guint32 root,
                        FlPatternMatch *result)
{
  Matcher matcher = { graph, rules->rules->pdata[position] };

  memset (matcher.bound, 0xff, sizeof matcher.bound);
  g_array_set_size (result->ops, 0);
  matcher.ops = result->ops;
  result->reason = NULL;
  result->culprit = G_MAXUINT32;
  if (!is_named (matcher.rule->pattern, &graph->nodes[root])
      && !matcher.rule->pattern->is_optional)
    return FALSE;
  if (!match (&matcher, matcher.rule->pattern, root) || result->ops->len < 2)
    return FALSE;
  result->reason = check_closure (&matcher, root, &result->culprit);
  for (guint i = 0; result->reason == NULL && i < matcher.rule->conditions->len; i++)
    result->reason = check_condition (&matcher, &g_array_index (matcher.rule->conditions, Condition, i),
                                      &result->culprit);
  return result->reason == NULL;
}
