/* Names as a user has them: a line of the model's source, a module, an input or a view, led to the operations that
 * decisions are about; and back from an operation to the lines and modules that it came from. */
#include <string.h>

#include "fl-cli-why.h"
#include "fl-run.h"

/* "model.py:12", where FILE may be the end of a path. */
static gboolean
is_at_line (const FlRun *run, const FlNode *node, const char *place)
{
  const char *colon = strrchr (place, ':');
  gsize length, own;

  if (!colon || !node->source_file || !g_ascii_isdigit (colon[1]))
    return FALSE;
  length = colon - place;
  own = strlen (node->source_file);
  return g_ascii_strtoull (colon + 1, NULL, 10) == node->source_line && own >= length
         && strncmp (node->source_file + own - length, place, length) == 0
         && (own == length || node->source_file[own - length - 1] == '/');
}

/* The module itself or one inside it. */
static gboolean
is_in_module (const FlRun *run, const FlNode *node, const char *path)
{
  const gsize length = strlen (path);

  return node->module_path && strncmp (node->module_path, path, length) == 0
         && (node->module_path[length] == '\0' || node->module_path[length] == '/');
}

/* "softmax" of "torch.nn.functional.softmax" and of "aten._softmax.default": what the line may say of it, since the
 * same function is called by many names, and each belongs to another level. */
static char *
dup_plain (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", -1);
  const guint n = g_strv_length (parts);
  const gboolean is_aten = n > 1 && (g_str_equal (parts[0], "aten") || g_str_equal (parts[0], "prims"));
  const char *plain = n == 0 ? name : parts[is_aten ? 1 : n - 1];

  plain += strspn (plain, "_");
  return g_strdup (g_str_has_prefix (plain, "native_") ? plain + strlen ("native_") : plain);
}

/* The operator of the file that the node was opened from: "aten.gelu.default", "aten.gelu", "gelu" or "F.gelu". */
static gboolean
is_of_operator (const FlRun *run, const FlNode *node, const char *name)
{
  const FlNode *from = node->origin.index < run->graph->n_nodes ? &run->graph->nodes[node->origin.index] : NULL;
  const gsize length = strlen (name);
  g_autofree char *plain = NULL, *own = NULL;

  if (!from || from->kind != FL_NODE_CALL || !strchr (from->target, '.'))
    return FALSE;
  if (g_str_has_prefix (from->target, name) && (from->target[length] == '\0' || from->target[length] == '.'))
    return strchr (name, '.') != NULL;
  if (g_str_has_prefix (name, "aten.") || g_str_has_prefix (name, "prims."))
    return FALSE;
  plain = dup_plain (name);
  own = dup_plain (from->target);
  return g_str_equal (plain, own);
}

/* A word of the user's line: a function that was called there, before it was decomposed, or a variable. */
static gboolean
is_in_code (const FlRun *run, const FlNode *node, const char *word)
{
  const gsize length = strlen (word);

  for (const char *at = node->source_code; at && (at = strstr (at, word)); at += length)
    {
      const char before = at > node->source_code ? at[-1] : ' ', after = at[length];

      if (!g_ascii_isalnum (before) && before != '_' && !g_ascii_isalnum (after) && after != '_')
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_in_code_plainly (const FlRun *run, const FlNode *node, const char *name)
{
  g_autofree char *plain = dup_plain (name);

  return *plain != '\0' && is_in_code (run, node, plain);
}

GPtrArray *
fl_cli_names_list_place (const FlRun *run, const char *place, FlCliDecided find, const char **kind)
{
  static const struct
  {
    const char *kind;
    gboolean (*matches) (const FlRun *run, const FlNode *node, const char *place);
  } rows[] = { { "line", is_at_line },
               { "module", is_in_module },
               { "operator", is_of_operator },
               { "code with", is_in_code },
               { "code for", is_in_code_plainly } };
  GPtrArray *found = g_ptr_array_new ();

  for (guint r = 0; r < G_N_ELEMENTS (rows) && found->len == 0; r++)
    for (guint i = 0; i < run->decomposed->n_nodes; i++)
      {
        const FlNode *node = &run->decomposed->nodes[i];
        const char *decided = rows[r].matches (run, node, place) ? find (run, node->name) : NULL;

        *kind = rows[r].kind;
        if (decided && !g_ptr_array_find (found, decided, NULL))
          g_ptr_array_add (found, (gpointer) decided);
      }
  return found;
}

const char *
fl_cli_names_find_place (const FlRun *run, const char *place, FlCliDecided find, GString *text)
{
  const char *kind;
  g_autoptr (GPtrArray) found = fl_cli_names_list_place (run, place, find, &kind);

  if (found->len == 0)
    return NULL;
  g_string_append_printf (text, "%s %s is computed by ", kind, place);
  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", (const char *) found->pdata[i]);
  g_string_append_c (text, '\n');
  return found->pdata[found->len - 1];
}

/* Breadth first through views: the nearest reader that something is decided on. */
const char *
fl_cli_names_find_reader (const FlRun *run, const char *name, FlCliDecided find, GString *text)
{
  const FlNode *node = fl_graph_find_node (run->decomposed, name);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();

  if (!node)
    return NULL;
  g_ptr_array_add (queue, (gpointer) node);
  for (guint i = 0; i < queue->len; i++)
    {
      const FlNode *at = queue->pdata[i];

      for (guint k = 0; k < at->n_users; k++)
        {
          const FlNode *user = fl_graph_get_node (run->decomposed, at->users[k]);
          const char *decided = user->kind == FL_NODE_CALL ? find (run, user->name) : NULL;

          if (decided)
            {
              g_string_append_printf (text, "%s is %s: its reader %s answers for it\n", name,
                                      node->kind == FL_NODE_PLACEHOLDER ? "an input" : "not stored by itself", decided);
              return decided;
            }
          if (!g_ptr_array_find (queue, user, NULL))
            g_ptr_array_add (queue, (gpointer) user);
        }
    }
  return NULL;
}

GPtrArray *
fl_cli_names_find_sources (const FlRun *run, const char *name)
{
  enum
  {
    MAX_LINES = 6
  };
  GPtrArray *nodes = g_ptr_array_new ();
  const FlSchedNode *node = run->schedule ? fl_schedule_find_node (run->schedule, name) : NULL;
  const FlNode *fx = fl_graph_find_node (run->decomposed, name), *last = NULL;
  const FlBuffer *buffer = node ? node->op : NULL;

  if (!buffer && fx)
    g_ptr_array_add (nodes, (gpointer) fx);
  for (guint i = buffer ? buffer->n_origins : 0; i-- > 0 && nodes->len < MAX_LINES;)
    {
      fx = fl_graph_get_node (run->decomposed, buffer->origins[i]);
      if (fx->kind != FL_NODE_CALL
          || (last && fx->source_line == last->source_line && fx->source_file == last->source_file))
        continue; /* one a line of source: the node that comes last */
      g_ptr_array_add (nodes, (gpointer) fx);
      last = fx;
    }
  return nodes;
}
