/* Constraints between sizes that are not fixed, as XLA's shape analysis collects them: dimensions that an operation
 * makes equal are one class, and a reshape makes products of dimensions equal. Fixed sizes need no constraint. */
#include "fl-xla-dims.h"

#include <string.h>

#include "fl-concepts.h"

enum
{
  MAX_PLACES = 10 /* named in one event */
};

typedef struct
{
  const FlOpGraph *graph;
  guint *first;     /* by node: where its dimensions begin */
  guint32 *classes; /* union-find over dimensions */
} Dims;

static guint32
find (Dims *dims, guint32 dim)
{
  while (dims->classes[dim] != dim)
    dim = dims->classes[dim] = dims->classes[dims->classes[dim]];
  return dim;
}

/* The earlier dimension leads: a class is told where it begins. */
static void
unite (Dims *dims, const FlOpNode *a, guint i, const FlOpNode *b, guint k)
{
  const guint32 x = find (dims, dims->first[a->id] + i), y = find (dims, dims->first[b->id] + k);

  dims->classes[MAX (x, y)] = MIN (x, y);
}

static void
relate_input (Dims *dims, const FlOpNode *node, const FlOpNode *input)
{
  switch (node->kind)
    {
    case FL_OP_POINTWISE:
      for (guint i = 0; input->n_dims == node->n_dims && i < node->n_dims; i++)
        unite (dims, input, i, node, i);
      return;
    case FL_OP_BROADCAST:
      for (guint i = 0; i < input->n_dims; i++)
        if (!fl_sym_is_int (input->sizes[i], NULL))
          unite (dims, input, i, node, node->dims[i]);
      return;
    case FL_OP_TRANSPOSE:
      for (guint i = 0; i < node->n_dims; i++)
        unite (dims, input, node->dims[i], node, i);
      return;
    case FL_OP_REDUCE:
      for (guint i = 0, k = 0; i < input->n_dims; i++)
        if (!((node->axes >> i) & 1) && k < node->n_dims)
          unite (dims, input, i, node, k++);
      return;
    default: return; /* others have rules of their own, or none */
    }
}

static void
open_dims (Dims *dims, const FlOpGraph *graph)
{
  guint n = 0;

  dims->graph = graph;
  dims->first = g_new (guint, graph->n_nodes + 1);
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      dims->first[i] = n;
      n += graph->nodes[i].n_dims;
    }
  dims->first[graph->n_nodes] = n;
  dims->classes = g_new (guint32, n + 1);
  for (guint32 i = 0; i < n; i++)
    dims->classes[i] = i;
  for (guint32 i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i].n_inputs; k++)
      {
        const FlOpNode *input = &graph->nodes[graph->nodes[i].inputs[k]];

        if (input->kind != FL_OP_CONSTANT && (k == 0 || graph->nodes[i].kind == FL_OP_POINTWISE))
          relate_input (dims, &graph->nodes[i], input);
      }
}

typedef struct
{
  guint n;
  const FlSym *symbol; /* of the first place */
  GString *places;     /* "x.0, sub.0" */
  GString *symbols;    /* "s0 = s1": all that differ */
} Class;

static void
free_class (gpointer data)
{
  Class *class = data;

  g_string_free (class->places, TRUE);
  g_string_free (class->symbols, TRUE);
  g_free (class);
}

static void
add_place (GHashTable *classes, guint32 leader, const FlOpNode *node, guint dim)
{
  Class *class = g_hash_table_lookup (classes, GUINT_TO_POINTER (leader + 1));

  if (class == NULL)
    {
      class = g_new0 (Class, 1);
      class->symbol = node->sizes[dim];
      class->places = g_string_new (NULL);
      class->symbols = g_string_new (NULL);
      fl_sym_append (class->symbols, class->symbol);
      g_hash_table_insert (classes, GUINT_TO_POINTER (leader + 1), class);
    }
  if (node->sizes[dim] != class->symbol)
    {
      g_autofree char *text = fl_sym_dup_text (node->sizes[dim]);

      if (strstr (class->symbols->str, text) == NULL)
        g_string_append_printf (class->symbols, " = %s", text);
    }
  if (class->n++ < MAX_PLACES)
    g_string_append_printf (class->places, "%s%s.%u", class->n > 1 ? ", " : "", node->name, dim);
}

static void
tell_classes (const FlPass *pass, Dims *dims)
{
  const FlOpGraph *graph = dims->graph;
  g_autoptr (GHashTable) classes = g_hash_table_new_full (NULL, NULL, NULL, free_class);

  for (guint32 i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i].n_dims; k++)
      {
        const guint32 leader = find (dims, dims->first[i] + k);

        if (!fl_sym_is_int (graph->nodes[i].sizes[k], NULL))
          add_place (classes, leader, &graph->nodes[i], k);
      }
  for (guint32 i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i].n_dims; k++)
      {
        const Class *class = g_hash_table_lookup (classes, GUINT_TO_POINTER (dims->first[i] + k + 1));
        GString *text;

        if (class == NULL || class->n < 2)
          continue;
        text = g_string_new (class->symbols->str);
        g_string_append_printf (text, ": %s", class->places->str);
        if (class->n > MAX_PLACES)
          g_string_append_printf (text, " and %u more", class->n - MAX_PLACES);
        fl_concept_tell (pass, graph, FL_EVENT_RELATE, i, G_MAXUINT32, "equal dimensions",
                         fl_concept_take (pass, text));
      }
}

/* "4*s0*64 = 256*s0": as many elements before as after. */
static void
tell_products (const FlPass *pass, const FlOpGraph *graph)
{
  for (guint32 i = 0; i < graph->n_nodes; i++)
    {
      const FlOpNode *node = &graph->nodes[i], *input;
      GString *text;

      if (node->kind != FL_OP_RESHAPE || node->n_inputs == 0 || fl_sym_is_int (node->numel, NULL))
        continue;
      input = &graph->nodes[node->inputs[0]];
      text = g_string_new (NULL);
      fl_concept_append_sizes (text, input);
      g_string_append (text, " and ");
      fl_concept_append_sizes (text, node);
      g_string_append (text, " hold equally many elements: ");
      fl_sym_append (text, node->numel);
      fl_concept_tell (pass, graph, FL_EVENT_RELATE, i, input->id, "equal products", fl_concept_take (pass, text));
    }
}

void
fl_xla_tell_dims (const FlPass *pass, const FlOpGraph *graph)
{
  Dims dims;

  open_dims (&dims, graph);
  tell_classes (pass, &dims);
  tell_products (pass, graph);
  g_free (dims.first);
  g_free (dims.classes);
}
