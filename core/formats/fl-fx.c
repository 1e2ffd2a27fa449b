/* FX graph text of PyTorch 2.0 to 2.13: finds the graph in the file and reads it with its sub-graphs. See
 * fl-fx-private.h for the parts. The file is never executed, and every line of a graph is either understood or an error
 * that points at it. */
#include "fl-fx-private.h"

#include <string.h>

#include "fl-intern.h"
#include "fl-text.h"

enum
{
  PROBE_BYTES = 4 << 20
};

/* --- one module ------------------------------------------------------------------------------- */

typedef struct
{
  FlGraphBuilder *builder;
  GHashTable *names;
  GArray *params;
  GHashTable *declared;
} Scope;

static Scope
open_scope (FlFx *fx, const char *name)
{
  const Scope outer = { fx->builder, fx->names, fx->params, fx->declared };

  fx->builder = fl_graph_builder_new (fx->symbols, name);
  fx->arena = fl_graph_builder_get_arena (fx->builder);
  fx->names = g_hash_table_new (NULL, NULL);
  fx->params = g_array_new (FALSE, FALSE, sizeof (FlFxParam));
  fx->declared = g_hash_table_new (NULL, NULL);
  fx->last_file = fx->source_file = fx->source_code = NULL;
  return outer;
}

static void
close_scope (FlFx *fx, Scope outer)
{
  fl_graph_builder_free (fx->builder);
  g_hash_table_unref (fx->names);
  g_array_unref (fx->params);
  g_hash_table_unref (fx->declared);
  fx->builder = outer.builder;
  fx->arena = outer.builder != NULL ? fl_graph_builder_get_arena (outer.builder) : NULL;
  fx->names = outer.names;
  fx->params = outer.params;
  fx->declared = outer.declared;
  fx->last_file = fx->source_file = fx->source_code = NULL;
}

static gboolean
make_graph_arg (const FlArg *arg, gpointer data)
{
  FlGraphBuilder *builder = data;

  if (fl_graph_builder_get_node (builder, arg->node)->subgraph != NULL)
    ((FlArg *) arg)->kind = FL_ARG_GRAPH;
  return TRUE;
}

static void
mark_graph_args (FlGraphBuilder *builder, const FlArg *args, guint n_args)
{
  for (guint i = 0; i < n_args; i++)
    {
      if (args[i].kind == FL_ARG_NODE)
        make_graph_arg (&args[i], builder);
      else if (args[i].n_items > 0)
        mark_graph_args (builder, args[i].items, args[i].n_items);
    }
}

static void
warn_about_unused (FlFx *fx, GHashTable *unused)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (unused), (GCompareFunc) strcmp);

  for (const GList *link = names; link != NULL; link = link->next)
    fl_graph_builder_warn (fx->builder, "the sub-graph %s is not used by its graph", (const char *) link->data);
}

/* Gives the nested graphs (by interned name) to the get_attr nodes that name them. */
static void
attach_subgraphs (FlFx *fx, GHashTable *subgraphs)
{
  g_autoptr (GHashTable) unused = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer name, graph;

  g_hash_table_iter_init (&iter, subgraphs);
  while (g_hash_table_iter_next (&iter, &name, &graph))
    g_hash_table_add (unused, name);
  for (guint32 i = 0; i < fl_graph_builder_get_n_nodes (fx->builder); i++)
    {
      FlNode *node = fl_graph_builder_get_node (fx->builder, (FlNodeId) { i });

      if (node->kind != FL_NODE_GET_ATTR || (graph = g_hash_table_lookup (subgraphs, node->target)) == NULL)
        continue;
      node->subgraph = graph;
      g_hash_table_remove (unused, node->target);
    }
  for (guint32 i = 0; i < fl_graph_builder_get_n_nodes (fx->builder); i++)
    {
      const FlNode *node = fl_graph_builder_get_node (fx->builder, (FlNodeId) { i });

      mark_graph_args (fx->builder, node->args, node->n_args);
    }
  if (g_hash_table_size (unused) > 0)
    warn_about_unused (fx, unused);
}

static FlGraph *read_module (FlFx *fx, const char *name, guint indent, gboolean has_class, guint depth);

/* "class NAME(torch.nn.Module):" at first; NULL when it is another class. */
static const char *
read_class_name (const FlFx *fx, const char *first)
{
  const char *newline = memchr (first, '\n', fx->end - first);
  const char *end = newline != NULL ? newline : fx->end;
  const char *open;

  if (!fl_fx_starts (fx, first, "class ") || (open = memchr (first, '(', end - first)) == NULL
      || memmem (open, end - open, "Module", strlen ("Module")) == NULL)
    return NULL;
  first += strlen ("class ");
  while (open > first && open[-1] == ' ')
    open--;
  return fl_intern_n (first, open - first);
}

/* Classes deeper than indent, from p on. */
static gboolean
read_nested (FlFx *fx, guint indent, guint depth)
{
  g_autoptr (GHashTable) subgraphs = g_hash_table_new (NULL, NULL);

  while (fx->p < fx->end && !fx->ended)
    {
      const char *first, *name;
      const guint found = fl_fx_measure_indent (fx, &first);
      FlGraph *nested;

      if (first >= fx->end || *first == '\n' || *first == '#')
        {
          fl_fx_skip_line (fx);
          continue;
        }
      if (found <= indent)
        break;
      if ((name = read_class_name (fx, first)) == NULL)
        {
          fl_fx_skip_line (fx);
          continue;
        }
      if (depth + 1 >= FL_FX_MAX_MODULE_DEPTH)
        return fl_fx_fail (fx, first, FL_ERROR_LIMIT, "classes nested more than %d deep", FL_FX_MAX_MODULE_DEPTH);
      fl_fx_skip_line (fx);
      nested = read_module (fx, name, found, TRUE, depth + 1);
      if (fx->error != NULL)
        return FALSE;
      if (nested != NULL)
        g_hash_table_insert (subgraphs, (gpointer) name,
                             fl_arena_adopt (fx->arena, nested, (GDestroyNotify) fl_graph_unref));
    }
  if (g_hash_table_size (subgraphs) > 0)
    attach_subgraphs (fx, subgraphs);
  return TRUE;
}

/* To "def forward" deeper than the class; FALSE when the class has none. */
static gboolean
find_forward (FlFx *fx, guint class_indent, guint *indent)
{
  for (; fx->p < fx->end; fl_fx_skip_line (fx))
    {
      const char *first;
      const guint found = fl_fx_measure_indent (fx, &first);

      if (first >= fx->end || *first == '\n' || *first == '#')
        continue;
      if (found <= class_indent)
        return FALSE;
      if (fl_fx_starts (fx, first, "def forward"))
        {
          fx->p = first;
          *indent = found;
          return TRUE;
        }
    }
  return FALSE;
}

/* The class line was taken (has_class), or p is at a bare "def forward" or at the header of print (graph). NULL with no
 * error: the class has no forward. */
static FlGraph *
read_module (FlFx *fx, const char *name, guint indent, gboolean has_class, guint depth)
{
  guint forward_indent = indent;
  FlGraph *graph = NULL;
  const char *first;
  Scope outer;
  gboolean ok;

  if (has_class && !find_forward (fx, indent, &forward_indent))
    return NULL;
  outer = open_scope (fx, name);
  fl_fx_measure_indent (fx, &first);
  if (!fl_fx_starts (fx, first, "def forward"))
    ok = fl_fx_read_printed (fx);
  else
    {
      fx->p = first + strlen ("def forward");
      ok = fl_fx_read_forward (fx, forward_indent);
    }
  if (ok && has_class)
    ok = read_nested (fx, indent, depth);
  if (ok)
    graph = fl_graph_builder_finish (fx->builder, &fx->error);
  if (ok && graph == NULL)
    g_prefix_error (&fx->error, "%s: ", fx->path != NULL ? fx->path : "text");
  close_scope (fx, outer);
  return graph;
}

/* --- the file --------------------------------------------------------------------------------- */

typedef enum
{
  START_NONE,
  START_CLASS,
  START_FORWARD,
  START_PRINTED
} Start;

/* What begins on the line of p. */
static Start
look_for_start (const FlFx *fx, guint *indent, const char **name)
{
  const char *first;

  *indent = fl_fx_measure_indent (fx, &first);
  if (first >= fx->end)
    return START_NONE;
  *name = "graph";
  switch (*first)
    {
    case 'c': return (*name = read_class_name (fx, first)) != NULL ? START_CLASS : START_NONE;
    case 'd': return fl_fx_starts (fx, first, "def forward(") ? START_FORWARD : START_NONE;
    case 'g':
    case '%': return fl_fx_is_printed_header (fx, first) ? START_PRINTED : START_NONE;
    default: return START_NONE;
    }
}

static void
warn_about_bytes (FlGraph *graph, const char *text, gsize length)
{
  g_autofree char *warning = NULL;
  const char *bad;
  guint line = 1;

  g_utf8_validate_len (text, length, &bad);
  for (const char *p = text; p < bad; p++)
    line += *p == '\n';
  warning
      = g_strdup_printf ("line %u: bytes that are no UTF-8 text; here and below they are shown as \357\277\275", line);
  fl_graph_append_warning (graph, warning);
}

/* The text is shown beside the graph; graphs of one file share it. */
static void
set_text (FlGraph *graph, const char *path, GBytes *text, gsize length)
{
  graph->path = path != NULL ? fl_arena_strdup (graph->arena, path) : NULL;
  graph->text = g_bytes_get_data (text, NULL);
  graph->text_length = length;
  fl_arena_adopt (graph->arena, g_bytes_ref (text), (GDestroyNotify) g_bytes_unref);
}

/* Repro files begin with stubs: "def forward(self, *args): pass". */
static gboolean
is_stub (const FlGraph *graph)
{
  return graph->n_inputs + 1 == graph->n_nodes && fl_graph_get_node (graph, graph->output)->n_args == 0
         && !graph->truncated;
}

void
fl_found_graph_free (FlFoundGraph *found)
{
  g_clear_pointer (&found->graph, fl_graph_unref);
  g_clear_error (&found->error);
  g_free (found->name);
  g_free (found->kind);
  g_free (found);
}

static FlFoundGraph *
new_found (FlFx *fx, const char *start, const char *name, guint line)
{
  FlFoundGraph *found = g_new0 (FlFoundGraph, 1);

  found->name = g_strdup (name);
  found->line = line;
  found->kind = fl_fx_dup_kind (fx, start);
  return found;
}

/* The class may register tensors, and what follows it may be its load_args. A symbol of one graph is none of another's.
 */
static FlGraph *
read_next (FlFx *fx, const char *name, guint indent, gboolean has_class)
{
  const char *start = fx->p;
  FlGraph *graph;

  fl_sym_table_unref (fx->symbols);
  fx->symbols = fl_sym_table_new ();
  fx->ended = FALSE;
  graph = read_module (fx, name, indent, has_class, 0);
  if (graph != NULL)
    fl_fx_read_load_args (graph, start, fx->end);
  return graph;
}

/* Every graph of that name (or of any): those that cannot be read with the reason, stubs only when there is nothing
 * else. */
static void
read_wanted (FlFx *fx, const char *wanted, GPtrArray *all)
{
  FlFoundGraph *stub = NULL;
  guint failed_indent = G_MAXUINT;

  while (fx->p < fx->end)
    {
      guint indent, line_number = fx->line;
      const char *name;
      const Start start = look_for_start (fx, &indent, &name);
      const char *line = fx->p;
      FlFoundGraph *found;

      if (start == START_NONE || indent > failed_indent || (wanted != NULL && strcmp (wanted, name) != 0))
        {
          fl_fx_skip_line (fx);
          continue;
        }
      found = new_found (fx, line, name, line_number);
      if (start == START_CLASS)
        fl_fx_skip_line (fx);
      found->graph = read_next (fx, name, indent, start == START_CLASS);
      found->error = g_steal_pointer (&fx->error);
      failed_indent = found->error != NULL ? indent : G_MAXUINT;
      if (fx->p == line)
        fl_fx_skip_line (fx);
      if (found->error != NULL || (found->graph != NULL && !is_stub (found->graph)))
        {
          g_ptr_array_add (all, found);
          continue;
        }
      if (found->graph == NULL && fx->empty_class == NULL)
        fx->empty_class = line;
      if (stub != NULL)
        fl_found_graph_free (stub);
      stub = found;
    }
  if (all->len == 0 && stub != NULL && stub->graph != NULL)
    g_ptr_array_add (all, stub);
  else if (stub != NULL)
    fl_found_graph_free (stub);
}

static void
set_no_graph (const FlFx *fx, const char *wanted, GError **error)
{
  if (fx->empty_class != NULL)
    fl_error_set_at (error, FL_ERROR_SYNTAX, fl_fx_find_place (fx, fx->empty_class), fx->original, fx->original_length,
                     "no FX graph: the class that begins here has no 'def forward'");
  else
    g_set_error (error, FL_ERROR, FL_ERROR_SYNTAX,
                 "%s: no FX graph%s%s: there is no 'class …(torch.nn.Module)' with a 'def forward', and no 'graph():'",
                 fx->path != NULL ? fx->path : "text", wanted != NULL ? " called " : "", wanted != NULL ? wanted : "");
}

/* NULL: there is none. */
static GPtrArray *
read_file (const char *path, const char *text, gsize length, const char *wanted, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) fl_found_graph_free);
  g_autofree char *clean = NULL;
  g_autofree guint *prefix_lengths = NULL;
  g_autoptr (GBytes) bytes = NULL;
  gsize clean_length;
  FlFx fx = { .path = path, .line = 1 };
  gboolean is_changed;

  if (length > FL_FX_MAX_BYTES)
    {
      g_set_error (error, FL_ERROR, FL_ERROR_LIMIT, "%s: %" G_GSIZE_FORMAT " bytes; at most %d are read",
                   path != NULL ? path : "text", length, FL_FX_MAX_BYTES);
      return NULL;
    }
  fx.original = fl_text_dup_valid (text, length, &fx.original_length, &is_changed);
  bytes = g_bytes_new_take ((char *) fx.original, fx.original_length + 1);
  clean_length = fx.original_length;
  clean = fl_fx_strip_lines (fx.original, fx.original_length, &clean_length, &prefix_lengths);
  fx.text = fx.p = clean != NULL ? clean : fx.original;
  fx.end = fx.text + clean_length;
  fx.prefix_lengths = prefix_lengths;
  fx.symbols = fl_sym_table_new ();
  fx.stack = g_array_new (FALSE, FALSE, sizeof (FlArg));

  read_wanted (&fx, wanted, all);
  for (guint i = 0; i < all->len; i++)
    {
      FlGraph *graph = ((FlFoundGraph *) all->pdata[i])->graph;

      if (graph != NULL && is_changed)
        warn_about_bytes (graph, text, length);
      if (graph != NULL)
        set_text (graph, path, bytes, fx.original_length);
    }
  if (all->len == 0)
    set_no_graph (&fx, wanted, error);
  g_array_unref (fx.stack);
  fl_sym_table_unref (fx.symbols);
  return all->len > 0 ? g_steal_pointer (&all) : NULL;
}

GPtrArray *
fl_fx_read_all (const char *path, const char *text, gsize length, GError **error)
{
  return read_file (path, text, length, NULL, error);
}

FlGraph *
fl_fx_read_named (const char *path, const char *text, gsize length, const char *wanted, GError **error)
{
  g_autoptr (GPtrArray) all = read_file (path, text, length, wanted, error);

  return all != NULL ? fl_found_graphs_take (all, 0, error) : NULL;
}

FlGraph *
fl_fx_read (const char *path, const char *text, gsize length, GError **error)
{
  return fl_fx_read_named (path, text, length, NULL, error);
}

guint
fl_fx_probe (const char *text, gsize length)
{
  if (text == NULL || length == 0)
    return 0;
  const gsize looked_at = MIN (length, PROBE_BYTES);
  const char *forward = memmem (text, looked_at, "def forward(", strlen ("def forward("));

  if (forward != NULL)
    return 90;
  if (memmem (text, looked_at, "placeholder[target=", strlen ("placeholder[target=")) != NULL)
    return 90;
  return memmem (text, looked_at, "torch.ops.", strlen ("torch.ops.")) != NULL ? 20 : 0;
}
