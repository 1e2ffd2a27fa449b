/* Sizes for symbols that nobody gave one: 8 each where the graph holds for that, else the first of
 * many that are tried.
 *
 * A graph of PyTorch's holds for the sizes that its guards admit, and its text does not have the
 * guards: ((s0 + 1)//2) for a pooling's result is true of odd sizes only. What a graph holds for is
 * found by working it out with numbers (fl-graph-sizes.h). */
#include "fl-graph-sizes.h"
#include "fl-random.h"
#include "fl-sizes.h"

enum
{
  MAX_TRIES = 240,
  MAX_NODES_TRIED = 200000 /* of all tries together: large graphs get fewer */
};

static const gint64 ladder[]
    = { 8, 16, 9, 4, 32, 6, 12, 3, 7, 5, 2, 64, 10, 24, 128, 17, 48, 33, 256, 512, 1, 1024, 0 };

typedef struct
{
  const FlGraph *graph;
  GArray *sizes; /* FlSizeValue */
  guint n_fixed; /* of sizes: what was given */
  guint n_tries, most_tries;
} Choice;

static FlSizeValue *
get_free (const Choice *choice, guint i)
{
  return &g_array_index (choice->sizes, FlSizeValue, choice->n_fixed + i);
}

static void
set_free (const Choice *choice, guint i, gint64 value)
{
  FlSizeValue *size = get_free (choice, i);
  gint64 minimum, maximum;

  fl_sym_get_range (size->symbol, &minimum, &maximum);
  size->value = CLAMP (value, minimum, maximum);
}

static gboolean
is_possible (Choice *choice, GError **error)
{
  g_autoptr (GArray) all = g_array_copy (choice->sizes);

  choice->n_tries++;
  fl_sizes_settle (choice->graph, all);
  return fl_sizes_check (choice->graph, (const FlSizeValue *) (gpointer) all->data, all->len, error);
}

/* All alike, then one otherwise than the rest, then any. */
static gboolean
search (Choice *choice, guint n_free)
{
  for (guint k = 0; k < G_N_ELEMENTS (ladder) && choice->n_tries < choice->most_tries; k++)
    {
      for (guint i = 0; i < n_free; i++)
        set_free (choice, i, ladder[k]);
      if (is_possible (choice, NULL))
        return TRUE;
    }
  for (guint i = 0; i < n_free; i++)
    set_free (choice, i, ladder[0]);
  for (guint k = 1; n_free > 1 && k < G_N_ELEMENTS (ladder); k++)
    for (guint i = 0; i < n_free && choice->n_tries < choice->most_tries; i++)
      {
        set_free (choice, i, ladder[k]);
        if (is_possible (choice, NULL))
          return TRUE;
        set_free (choice, i, ladder[0]);
      }
  while (n_free > 1 && choice->n_tries < choice->most_tries)
    {
      for (guint i = 0; i < n_free; i++)
        set_free (choice, i, ladder[fl_random_integer (choice->n_tries, i, 0, G_N_ELEMENTS (ladder))]);
      if (is_possible (choice, NULL))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_value (const GArray *sizes, const FlSym *symbol)
{
  for (guint i = 0; i < sizes->len; i++)
    if (g_array_index (sizes, FlSizeValue, i).symbol == symbol)
      return TRUE;
  return FALSE;
}

gboolean
fl_sizes_choose (const FlGraph *graph, GArray *sizes, GError **error)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list (graph);
  Choice choice = { .graph = graph, .sizes = sizes, .n_fixed = sizes->len };
  const guint n_given = sizes->len;
  guint n_free;

  choice.most_tries = CLAMP (MAX_NODES_TRIED / MAX (graph->n_nodes, 1), 4, MAX_TRIES);
  for (guint i = 0; i < symbols->len; i++) /* whatever floats are, the graph holds */
    if (!has_value (sizes, symbols->pdata[i]) && fl_sym_is_float (symbols->pdata[i]))
      g_array_append_val (sizes, ((FlSizeValue) { symbols->pdata[i], fl_sizes_get_default (symbols->pdata[i]) }));
  choice.n_fixed = sizes->len;
  for (guint i = 0; i < symbols->len; i++)
    if (!has_value (sizes, symbols->pdata[i]) && fl_sizes_is_of_shapes (graph, symbols->pdata[i]))
      g_array_append_val (sizes, ((FlSizeValue) { symbols->pdata[i], fl_sizes_get_default (symbols->pdata[i]) }));
  n_free = sizes->len - choice.n_fixed;
  for (guint i = 0; i < n_free; i++)
    set_free (&choice, i, get_free (&choice, i)->value);
  if (is_possible (&choice, error) || (n_free > 0 && search (&choice, n_free)))
    {
      if (error != NULL)
        g_clear_error (error);
      fl_sizes_settle (graph, sizes);
      return TRUE;
    }
  g_array_set_size (sizes, n_given);
  return FALSE;
}

gboolean
fl_sizes_choose_hints (const FlGraph *graph, GArray *sizes, GError **error)
{
  if (!fl_sizes_choose (graph, sizes, error))
    return FALSE;
  for (guint i = 0; i < sizes->len; i++)
    fl_sym_set_hint (g_array_index (sizes, FlSizeValue, i).symbol, g_array_index (sizes, FlSizeValue, i).value);
  return TRUE;
}

GArray *
fl_sizes_translate (const GArray *sizes, const FlGraph *copy)
{
  GArray *translated = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));

  for (guint i = 0; i < sizes->len; i++)
    {
      const FlSizeValue *size = &g_array_index (sizes, FlSizeValue, i);

      g_array_append_val (translated,
                          ((FlSizeValue) { fl_sym_size (copy->symbols, fl_sym_get_name (size->symbol)), size->value }));
    }
  return translated;
}

FlGraph *
fl_sizes_dup_graph (const FlGraph *graph, const GArray *sizes)
{
  g_autoptr (FlGraph) copy = fl_graph_dup (graph);
  g_autoptr (GPtrArray) symbols = fl_sizes_list (graph);
  g_autoptr (GArray) chosen = fl_sizes_translate (sizes, copy);

  for (guint i = 0; i < symbols->len; i++)
    if (fl_sizes_is_of_shapes (graph, symbols->pdata[i]))
      fl_sym_set_hint (fl_sym_size (copy->symbols, fl_sym_get_name (symbols->pdata[i])),
                       fl_sizes_get_default (symbols->pdata[i]));
  return fl_sizes_choose_hints (copy, chosen, NULL) ? g_steal_pointer (&copy) : NULL;
}

gboolean
fl_sizes_decide_alike (const FlGraph *graph, const FlGraph *copy)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list_all (graph);

  for (guint i = 0; i < symbols->len; i++)
    if (fl_sizes_get_default (symbols->pdata[i])
        != fl_sizes_get_default (fl_sym_size (copy->symbols, fl_sym_get_name (symbols->pdata[i]))))
      return FALSE;
  return TRUE;
}

void
fl_sizes_choose_samples (const FlGraph *graph)
{
  g_autoptr (GPtrArray) symbols = fl_sizes_list_all (graph);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (FlSizeValue));
  gboolean has_samples = TRUE;

  for (guint i = 0; i < symbols->len; i++)
    has_samples &= fl_sym_has_sample (symbols->pdata[i]);
  if (has_samples)
    return;
  fl_sizes_choose (graph, sizes, NULL);
  fl_sizes_settle (graph, sizes);
  for (guint i = 0; i < sizes->len; i++)
    fl_sym_set_sample (g_array_index (sizes, FlSizeValue, i).symbol, g_array_index (sizes, FlSizeValue, i).value);
  for (guint i = 0; i < symbols->len; i++) /* none was found: said where something is executed */
    if (!fl_sym_has_sample (symbols->pdata[i]))
      fl_sym_set_sample (symbols->pdata[i], fl_sizes_get_default (symbols->pdata[i]));
}
