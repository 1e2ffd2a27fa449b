/* Building a graph node by node: names are made unique as torch.fx does, and at the end users and inputs are computed
 * and every use is checked. */
#include "fl-graph.h"

#include <stdarg.h>
#include <string.h>

#include "fl-aten.h"
#include "fl-graph-private.h"
#include "fl-intern.h"
#include "fl-quote.h"

enum
{
  MAX_WARNINGS = 200 /* of one graph; the rest is counted */
};

struct _FlGraphBuilder
{
  FlArena *arena; /* NULL once it was handed to the graph */
  FlSymTable *symbols;
  const char *name;
  GPtrArray *nodes;         /* FlNode, in the arena: they do not move */
  GHashTable *by_name;      /* interned name -> position + 1 */
  GHashTable *next_by_base; /* interned base -> next number to try */
  GPtrArray *warnings;      /* in the arena */
  guint n_more_warnings;
  const char *path;
  const char *text;
  gsize text_length;
  gboolean truncated;
  const char *truncated_why;
  gboolean is_followed;
};

/* Text of a file, inert: fl_quote_dup_name. Most is, and stays where it is. */
static const char *
clean (FlGraphBuilder *builder, const char *text)
{
  g_autofree char *changed = text != NULL ? fl_quote_dup_name (text, strlen (text)) : NULL;

  return changed != NULL ? fl_arena_strdup (builder->arena, changed) : text;
}

FlGraphBuilder *
fl_graph_builder_new (FlSymTable *symbols, const char *name)
{
  FlGraphBuilder *builder = g_new0 (FlGraphBuilder, 1);

  builder->arena = fl_arena_open ();
  builder->symbols = symbols != NULL ? fl_sym_table_ref (symbols) : fl_sym_table_new ();
  builder->name = fl_arena_strdup (builder->arena, clean (builder, name != NULL ? name : "graph"));
  builder->nodes = g_ptr_array_new ();
  builder->by_name = g_hash_table_new (NULL, NULL);
  builder->next_by_base = g_hash_table_new (NULL, NULL);
  builder->warnings = g_ptr_array_new ();
  return builder;
}

void
fl_graph_builder_free (FlGraphBuilder *builder)
{
  if (builder == NULL)
    return;

  g_ptr_array_unref (builder->nodes);
  g_hash_table_unref (builder->by_name);
  g_hash_table_unref (builder->next_by_base);
  g_ptr_array_unref (builder->warnings);
  fl_sym_table_unref (builder->symbols);
  fl_arena_close (builder->arena);
  g_free (builder);
}

FlArena *
fl_graph_builder_get_arena (FlGraphBuilder *builder)
{
  return builder->arena;
}

FlSymTable *
fl_graph_builder_get_symbols (FlGraphBuilder *builder)
{
  return builder->symbols;
}

guint
fl_graph_builder_get_n_nodes (const FlGraphBuilder *builder)
{
  return builder->nodes->len;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* "add_3" is the base "add" and the number 3; numbers of more than 9 digits are part of the name. */
static const char *
split_number (const char *name, guint *number)
{
  const char *end = name + strlen (name);
  const char *digits = end;

  while (digits > name && g_ascii_isdigit (digits[-1]))
    digits--;
  *number = 0;
  if (digits == end || end - digits > 9 || digits - name < 2 || digits[-1] != '_')
    return name;
  *number = (guint) g_ascii_strtoull (digits, NULL, 10);
  return fl_intern_n (name, digits - 1 - name);
}

static const char *
make_unique (FlGraphBuilder *builder, const char *wanted)
{
  const char *name = fl_intern_name (wanted);
  const char *base;
  guint number;

  if (!g_hash_table_contains (builder->by_name, name))
    return name;
  base = fl_intern (split_number (name, &number));
  number = MAX (number + 1, GPOINTER_TO_UINT (g_hash_table_lookup (builder->next_by_base, base)));
  do
    name = fl_intern_printf ("%s_%u", base, number++);
  while (g_hash_table_contains (builder->by_name, name));
  g_hash_table_insert (builder->next_by_base, (gpointer) base, GUINT_TO_POINTER (number));
  return name;
}

FlNodeId
fl_graph_builder_add (FlGraphBuilder *builder, const FlNode *node)
{
  const FlNodeId id = { builder->nodes->len };
  FlNode *copy = fl_arena_memdup (builder->arena, node, sizeof *node);

  g_assert (node->name != NULL && node->target != NULL);
  copy->name = make_unique (builder, node->name);
  copy->target = fl_intern_name (node->target);
  copy->source_file = clean (builder, node->source_file);
  copy->source_code = clean (builder, node->source_code);
  copy->module_path = clean (builder, node->module_path);
  if (node->origin.index == FL_NODE_NONE.index)
    copy->origin = id;
  g_hash_table_insert (builder->by_name, (gpointer) copy->name, GSIZE_TO_POINTER ((gsize) id.index + 1));
  g_ptr_array_add (builder->nodes, copy);
  return id;
}

void
fl_graph_builder_rename (FlGraphBuilder *builder, FlNodeId id, const char *name)
{
  FlNode *node = fl_graph_builder_get_node (builder, id);

  g_hash_table_remove (builder->by_name, node->name);
  node->name = make_unique (builder, name);
  g_hash_table_insert (builder->by_name, (gpointer) node->name, GSIZE_TO_POINTER ((gsize) id.index + 1));
}

FlNode *
fl_graph_builder_get_node (FlGraphBuilder *builder, FlNodeId id)
{
  g_assert (id.index < builder->nodes->len);
  return builder->nodes->pdata[id.index];
}

FlNodeId
fl_graph_builder_find (FlGraphBuilder *builder, const char *name)
{
  const gsize position = GPOINTER_TO_SIZE (g_hash_table_lookup (builder->by_name, fl_intern_name (name)));

  return position == 0 ? FL_NODE_NONE : (FlNodeId) { (guint32) (position - 1) };
}

/* --- remarks ---------------------------------------------------------------------------------- */

void
fl_graph_builder_warn (FlGraphBuilder *builder, const char *format, ...)
{
  g_autofree char *message = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  va_list args;

  if (builder->warnings->len >= MAX_WARNINGS)
    {
      builder->n_more_warnings++;
      return;
    }
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fl_quote_append_text (text, message, -1);
  g_ptr_array_add (builder->warnings, fl_arena_strdup (builder->arena, text->str));
}

void
fl_graph_builder_set_text (FlGraphBuilder *builder, const char *path, const char *text, gsize length)
{
  builder->path = path != NULL ? fl_arena_strdup (builder->arena, path) : NULL;
  builder->text = text != NULL ? fl_arena_strndup (builder->arena, text, length) : NULL;
  builder->text_length = length;
}

void
fl_graph_builder_set_truncated (FlGraphBuilder *builder, const char *why)
{
  builder->truncated = TRUE;
  builder->truncated_why = fl_arena_strdup (builder->arena, clean (builder, why));
}

void
fl_graph_builder_set_followed (FlGraphBuilder *builder)
{
  builder->is_followed = TRUE;
}

/* --- the end ---------------------------------------------------------------------------------- */

static void
add_missing_output (FlGraphBuilder *builder)
{
  const FlNode *last = builder->nodes->len > 0 ? builder->nodes->pdata[builder->nodes->len - 1] : NULL;
  const FlNode output = { .kind = FL_NODE_OUTPUT, .name = "output", .target = "output" };

  if (last == NULL || last->kind != FL_NODE_OUTPUT)
    fl_graph_builder_add (builder, &output);
}

static void
copy_nodes (FlGraphBuilder *builder, FlGraph *graph)
{
  guint n_inputs = 0;
  FlNodeId *inputs;

  graph->n_nodes = builder->nodes->len;
  graph->nodes = fl_arena_new (graph->arena, FlNode, graph->n_nodes);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlNode *node = builder->nodes->pdata[i];

      graph->nodes[i] = *node;
      n_inputs += node->kind == FL_NODE_PLACEHOLDER;
    }
  graph->n_inputs = n_inputs;
  graph->inputs = inputs = fl_arena_new (graph->arena, FlNodeId, n_inputs);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i].kind == FL_NODE_PLACEHOLDER)
      *inputs++ = (FlNodeId) { i };
  graph->output = (FlNodeId) { graph->n_nodes - 1 };
}

/* Both write their first argument, whether its elements or how these are seen, and what they yield is that very tensor:
 * what follows sees the tensor as they leave it. */
static gboolean
is_in_place (const FlNode *node, FlAtenKind kind)
{
  const char *overload = strrchr (node->target, '.');

  return node->kind == FL_NODE_CALL && node->op != NULL && node->op->kind == kind && node->n_args > 0
         && node->args[0].kind == FL_ARG_NODE && overload != NULL && overload > node->target && overload[-1] == '_';
}

gboolean
fl_node_is_view_in_place (const FlNode *node)
{
  return is_in_place (node, FL_ATEN_VIEW);
}

/* A copy of the arguments in which tensors are seen as at the node `before`. */
static FlArg *
redirect (FlGraph *graph, const FlArg *args, guint n, guint32 before, const guint32 *tensors, const guint32 *seen)
{
  FlArg *copy = n > 0 ? fl_arena_memdup (graph->arena, args, n * sizeof *args) : NULL;

  for (guint i = 0; i < n; i++)
    {
      if (copy[i].kind == FL_ARG_NODE && copy[i].node.index < before)
        copy[i].node.index = seen[tensors[copy[i].node.index]];
      copy[i].items = redirect (graph, copy[i].items, copy[i].n_items, before, tensors, seen);
    }
  return copy;
}

/* Operators that change in place how a tensor is seen become views, and what follows reads those: tensors[] is the node
 * that first yielded the tensor, seen[] the one that tells how it is seen now. */
static void
follow_views_in_place (FlGraph *graph)
{
  guint32 *tensors, *seen;
  gboolean is_any = FALSE;

  for (guint32 i = 0; i < graph->n_nodes && !is_any; i++)
    is_any = fl_node_is_view_in_place (&graph->nodes[i]);
  if (!is_any)
    return;
  tensors = fl_arena_new (graph->arena, guint32, graph->n_nodes);
  seen = fl_arena_new (graph->arena, guint32, graph->n_nodes);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      FlNode *node = &graph->nodes[i];

      tensors[i] = seen[i] = i;
      node->args = redirect (graph, node->args, node->n_args, i, tensors, seen);
      if ((!fl_node_is_view_in_place (node) && !is_in_place (node, FL_ATEN_MUTATION)) || node->args[0].node.index >= i)
        continue;
      tensors[i] = tensors[node->args[0].node.index];
      seen[tensors[i]] = i;
    }
}

static void
copy_warnings (FlGraphBuilder *builder, FlGraph *graph)
{
  if (builder->n_more_warnings > 0)
    g_ptr_array_add (builder->warnings,
                     fl_arena_printf (builder->arena, "… and %u more warnings", builder->n_more_warnings));
  graph->n_warnings = builder->warnings->len;
  if (graph->n_warnings > 0)
    graph->warnings = fl_arena_memdup (graph->arena, builder->warnings->pdata, graph->n_warnings * sizeof (char *));
}

FlGraph *
fl_graph_builder_finish (FlGraphBuilder *builder, GError **error)
{
  FlGraph *graph = fl_arena_new (builder->arena, FlGraph, 1);
  FlGraphUsers users;

  add_missing_output (builder);
  graph->arena = builder->arena;
  graph->symbols = builder->symbols;
  graph->name = builder->name;
  graph->path = builder->path;
  graph->text = builder->text;
  graph->text_length = builder->text_length;
  graph->truncated = builder->truncated;
  graph->truncated_why = builder->truncated_why;
  copy_nodes (builder, graph);
  if (!fl_graph_verify_uses (graph, error) || !fl_graph_verify_output (graph, error))
    return NULL;

  if (!builder->is_followed)
    follow_views_in_place (graph);
  users = fl_graph_find_users (graph, graph->arena);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      graph->nodes[i].n_users = users.n_users[i];
      graph->nodes[i].users = users.users[i];
    }
  copy_warnings (builder, graph);
  graph->by_name = g_hash_table_ref (builder->by_name);
  fl_sym_table_ref (graph->symbols);
  g_atomic_ref_count_init (&graph->refs);
  builder->arena = NULL;
  return graph;
}
