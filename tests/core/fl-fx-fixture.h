/* What the tests of the FX text reader share. */
#pragma once

#include <string.h>

#include "fl-formats.h"

static inline FlGraph *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  FlGraph *graph = fl_fx_read ("t.py", text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_true (fl_graph_verify (graph, &error));
  g_assert_no_error (error);
  return graph;
}

/* "target(arg, arg)" of the node. */
static inline char *
dup_call (const FlGraph *graph, const char *name)
{
  const FlNode *node = fl_graph_find_node (graph, name);
  GString *text = g_string_new (NULL);

  g_assert_nonnull (node);
  g_string_append_printf (text, "%s(", node->target);
  for (guint i = 0; i < node->n_args; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      fl_arg_append (text, graph, &node->args[i]);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static inline void
assert_call (const FlGraph *graph, const char *name, const char *expected)
{
  g_autofree char *text = dup_call (graph, name);

  g_assert_cmpstr (text, ==, expected);
}

static inline void
assert_type (const FlGraph *graph, const char *name, const char *expected)
{
  const FlNode *node = fl_graph_find_node (graph, name);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (node);
  if (node->value.kind == FL_VALUE_TENSOR)
    fl_tensor_append (text, &node->value.tensor, TRUE, TRUE);
  else
    fl_value_append (text, &node->value);
  g_assert_cmpstr (text->str, ==, expected);
}

static inline void
assert_no_remarks (const FlGraph *graph)
{
  g_assert_false (graph->truncated);
  g_assert_cmpuint (graph->n_warnings, ==, 0);
}
