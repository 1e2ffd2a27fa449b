/* The matcher of fusion rules: depth first from the last op, arguments in order, then swapped where
 * that is the same. */
#include <string.h>

#include "fl-op-set.h"
#include "fl-pattern-private.h"

typedef struct
{
  const FlOpGraph *graph;
  const Rule *rule;
  guint32 bound[FL_PATTERN_MAX_CAPTURES]; /* G_MAXUINT32: not yet */
  GArray *ops;
  FlPatternMatch *result;
  guint n_steps; /* swapped arguments at every level are exponentially many ways */
} Matcher;

static gboolean
is_named (const Pattern *pattern, const FlOpNode *node)
{
  for (char **name = pattern->names; *name != NULL; name++)
    if ((node->fn != NULL && g_str_equal (*name, node->fn)) || g_str_equal (*name, fl_op_kind_get_name (node->kind)))
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

/* The rule wants another operation here: kept where two of its operations fitted before, or half of them:
 * the last operation alone is no near miss of a long rule. */
static void
note_misfit (Matcher *matcher, const Pattern *pattern, guint32 id)
{
  if (matcher->ops->len <= matcher->result->n_fitting
      || (matcher->ops->len < 2 && 2 * matcher->ops->len < matcher->rule->n_ops)
      || is_named (pattern, &matcher->graph->nodes[id]))
    return;
  matcher->result->n_fitting = matcher->ops->len;
  matcher->result->misfit = id;
  matcher->result->wanted = pattern->names[0];
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

  if (++matcher->n_steps > FL_PATTERN_MAX_STEPS)
    return FALSE;
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
  if (pattern->is_optional)
    return match (matcher, pattern->children->pdata[0], id);
  note_misfit (matcher, pattern, id);
  return FALSE;
}

/* Is the captured value a vector that is broadcast along that axis of the result (-1: the last)? */
static gboolean
lies_along (const Matcher *matcher, guint32 value, gint64 axis)
{
  for (guint i = 0; i < matcher->ops->len; i++)
    {
      const FlOpNode *node = &matcher->graph->nodes[g_array_index (matcher->ops, guint32, i)];

      if (node->kind == FL_OP_BROADCAST && node->inputs[0] == value && matcher->graph->nodes[value].n_dims == 1)
        return node->dims[0] == (axis < 0 ? node->n_dims - 1 : axis);
    }
  return FALSE;
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
      return *culprit != G_MAXUINT32 && matcher->graph->nodes[*culprit].n_dims != condition->number
                 ? "a value of another rank than the rule's"
                 : NULL;
    case CONDITION_ALONG:
      *culprit = matcher->bound[condition->capture];
      return *culprit != G_MAXUINT32 && !lies_along (matcher, *culprit, condition->number)
                 ? "a value broadcast along another axis than the rule's"
                 : NULL;
    case CONDITION_SAME:
      *culprit = matcher->bound[condition->capture];
      return *culprit != G_MAXUINT32 && matcher->bound[condition->other] != G_MAXUINT32
                     && !fl_op_same_sizes (&matcher->graph->nodes[*culprit],
                                           &matcher->graph->nodes[matcher->bound[condition->other]])
                 ? "two values of different sizes, which the rule wants to be the same"
                 : NULL;
    case CONDITION_SCALAR:
      *culprit = matcher->bound[condition->capture];
      return *culprit != G_MAXUINT32 && !fl_sym_is_int_value (matcher->graph->nodes[*culprit].numel, 1)
                 ? "a value of more than the one element that the rule takes"
                 : NULL;
    case CONDITION_BYTES:
      *culprit = g_array_index (matcher->ops, guint32, 0);
      return matcher->graph->nodes[*culprit].bytes < condition->number ? "a result smaller than the rule asks for"
                                                                       : NULL;
    }
  return NULL;
}

/* Nobody outside may need a matched value but the last, and no argument from outside may need a
 * matched one: with the first, every path from a matched op passes the last one. */
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
  Matcher matcher = { graph, rules->rules->pdata[position], .result = result };

  memset (matcher.bound, 0xff, sizeof matcher.bound);
  g_array_set_size (result->ops, 0);
  matcher.ops = result->ops;
  result->reason = NULL;
  result->culprit = result->misfit = G_MAXUINT32;
  result->n_fitting = 0;
  result->wanted = NULL;
  if (!is_named (matcher.rule->pattern, &graph->nodes[root]) && !matcher.rule->pattern->is_optional)
    return FALSE;
  if (!match (&matcher, matcher.rule->pattern, root) || result->ops->len < 2)
    {
      if (matcher.n_steps > FL_PATTERN_MAX_STEPS)
        result->reason = "too many ways to match the rule: given up";
      return FALSE;
    }
  result->reason = check_closure (&matcher, root, &result->culprit);
  for (guint i = 0; result->reason == NULL && i < matcher.rule->conditions->len; i++)
    result->reason
        = check_condition (&matcher, &g_array_index (matcher.rule->conditions, Condition, i), &result->culprit);
  if (result->reason == NULL)
    result->culprit = G_MAXUINT32;
  return result->reason == NULL;
}
