/* Naming values by the user's node and by what it was opened into. */
#include "fl-subject.h"

#include <string.h>

#include "fl-aten.h"
#include "fl-error.h"
#include "fl-intern.h"

/* "exp" of "aten.exp.default"; what is no operator of a known library keeps its whole name. */
static char *
dup_function (const FlNode *node)
{
  const char *target = node->stands_for != NULL ? node->stands_for : node->target;
  const char *start = strchr (target, '.'), *end;

  if (!g_str_has_prefix (target, "aten.") && !g_str_has_prefix (target, "prims."))
    return g_strdup (target);
  end = strchr (start + 1, '.');
  return end != NULL ? g_strndup (start + 1, end - start - 1) : g_strdup (start + 1);
}

/* A value of its own: calls, but for the marks and copies that a plan adds. */
static gboolean
is_value (const FlGraph *given, const FlNode *node)
{
  return node->kind == FL_NODE_CALL && node->origin.index < given->n_nodes && !node->is_copy
         && !g_str_has_prefix (node->target, "fuseloom.store");
}

/* Only another look at a value: a kept dimension put back, a broadcast spelled out. */
static gboolean
is_view (const FlNode *node)
{
  return node->op != NULL && node->op->kind == FL_ATEN_VIEW;
}

/* What the origin's plain name stands for: the last of its values that is no view, of only views
 * the last. */
static guint32
find_last (const FlGraph *given, const FlGraph *graph, guint32 origin)
{
  guint32 last = G_MAXUINT32;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (is_value (given, &graph->nodes[i]) && graph->nodes[i].origin.index == origin
        && (last == G_MAXUINT32 || !is_view (&graph->nodes[i]) || is_view (&graph->nodes[last])))
      last = i;
  return last;
}

static const char *
get_origin_name (const FlGraph *given, const FlNode *node)
{
  return given->nodes[node->origin.index].name;
}

/* The node whose value a copy computes again: the last before it of the same origin and operator.
 */
static FlNodeId
find_copied (const FlGraph *graph, FlNodeId id)
{
  const FlNode *copy = &graph->nodes[id.index];

  while (id.index-- > 0)
    if (!graph->nodes[id.index].is_copy && graph->nodes[id.index].origin.index == copy->origin.index
        && graph->nodes[id.index].target == copy->target)
      return id;
  return FL_NODE_NONE;
}

const char *
fl_subject_of_node (const FlGraph *given, const FlGraph *graph, FlNodeId id)
{
  const FlNode *node;
  g_autofree char *function = NULL;
  guint n_same = 0;

  if (id.index >= graph->n_nodes)
    return NULL;
  node = &graph->nodes[id.index];
  if (node->kind == FL_NODE_CALL && g_str_has_prefix (node->target, "fuseloom.store") && node->n_args > 0
      && node->args[0].kind == FL_ARG_NODE) /* a mark stands for the value that it marks */
    return fl_subject_of_node (given, graph, node->args[0].node);
  if (node->is_copy) /* one that is on the way to another value: that value */
    return find_copied (graph, id).index != G_MAXUINT32 ? fl_subject_of_node (given, graph, find_copied (graph, id))
           : node->origin.index < given->n_nodes        ? get_origin_name (given, node)
                                                        : NULL;
  if (!is_value (given, node))
    return NULL;
  if (find_last (given, graph, node->origin.index) == id.index)
    return get_origin_name (given, node);
  function = dup_function (node);
  for (guint32 i = 0; i <= id.index; i++)
    {
      const FlNode *other = &graph->nodes[i];
      g_autofree char *name = NULL;

      if (!is_value (given, other) || other->origin.index != node->origin.index)
        continue;
      name = dup_function (other);
      n_same += g_str_equal (name, function);
    }
  return n_same == 1 ? fl_intern_printf ("%s:%s", get_origin_name (given, node), function)
                     : fl_intern_printf ("%s:%s#%u", get_origin_name (given, node), function, n_same);
}

/* --- finding ---------------------------------------------------------------------------------- */

typedef struct
{
  char *origin;
  char *function; /* NULL: the node's value */
  guint64 n;      /* from 1 */
} Subject;

static void
clear_subject (Subject *subject)
{
  g_free (subject->origin);
  g_free (subject->function);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Subject, clear_subject)

static gboolean
parse (const char *text, Subject *subject, GError **error)
{
  const char *colon = strchr (text, ':'), *hash = colon != NULL ? strrchr (colon, '#') : NULL;

  subject->n = 1;
  subject->origin = colon != NULL ? g_strndup (text, colon - text) : g_strdup (text);
  if (colon != NULL)
    subject->function = hash != NULL ? g_strndup (colon + 1, hash - colon - 1) : g_strdup (colon + 1);
  if (*subject->origin != '\0' && (subject->function == NULL || *subject->function != '\0')
      && (hash == NULL || g_ascii_string_to_unsigned (hash + 1, 10, 1, G_MAXUINT32, &subject->n, NULL)))
    return TRUE;
  g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
               "“%s” names no value: write NODE, NODE:OPERATOR or NODE:OPERATOR#NUMBER", text);
  return FALSE;
}

/* What the node was opened into, for the message. */
static void
append_parts (GString *out, const FlGraph *given, const FlGraph *graph, const char *origin)
{
  const guint n_shown = 12;
  guint n = 0;

  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (is_value (given, &graph->nodes[i]) && g_str_equal (get_origin_name (given, &graph->nodes[i]), origin)
        && n++ < n_shown)
      g_string_append_printf (out, "%s%s", n > 1 ? ", " : "", fl_subject_of_node (given, graph, (FlNodeId) { i }));
  if (n > n_shown)
    g_string_append (out, ", …");
}

static void
set_missing (const FlGraph *given, const FlGraph *graph, const char *text, const char *origin, GError **error)
{
  g_autoptr (GString) parts = g_string_new (NULL);
  const FlNode *node = fl_graph_find_node (given, origin);

  append_parts (parts, given, graph, origin);
  if (node == NULL)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "no node of the graph is called “%s”", origin);
  else if (node->kind != FL_NODE_CALL)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "“%s” is an input or the output of the graph: no kernel computes it",
                 origin);
  else if (parts->len == 0)
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE,
                 "“%s” is computed by no operator of its own in this run: a graph pass removed it "
                 "or merged it into another",
                 origin);
  else
    g_set_error (error, FL_ERROR, FL_ERROR_USAGE, "there is no “%s” in this run; “%s” became: %s", text, origin,
                 parts->str);
}

FlNodeId
fl_subject_find (const FlGraph *given, const FlGraph *graph, const char *text, GError **error)
{
  g_auto (Subject) subject = { NULL };
  FlNodeId found = FL_NODE_NONE;
  guint64 n = 0;

  if (!parse (text, &subject, error))
    return FL_NODE_NONE;
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      g_autofree char *function = NULL;

      if (!is_value (given, &graph->nodes[i])
          || !g_str_equal (get_origin_name (given, &graph->nodes[i]), subject.origin))
        continue;
      if (subject.function == NULL)
        return (FlNodeId) { find_last (given, graph, graph->nodes[i].origin.index) };
      function = dup_function (&graph->nodes[i]);
      if (g_str_equal (function, subject.function) && ++n == subject.n)
        found.index = i;
    }
  if (found.index == G_MAXUINT32)
    set_missing (given, graph, text, subject.origin, error);
  return found;
}
