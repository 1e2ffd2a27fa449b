#include "flui-memory-choices.h"

#include <string.h>

#include "fl-alloc.h"
#include "fl-intern.h"

static void
clear_choice (gpointer data)
{
  FluiChoice *choice = data;

  g_free (choice->title);
  g_free (choice->sentence);
  g_clear_pointer (&choice->run, fl_run_unref);
}

static GArray *
new_choices (void)
{
  GArray *choices = g_array_new (FALSE, FALSE, sizeof (FluiChoice));

  g_array_set_clear_func (choices, clear_choice);
  return choices;
}

static void
add (GArray *choices, const char *title, const char *sentence, const FlOptions *options, gboolean is_current)
{
  FluiChoice choice = { g_strdup (title), g_strdup (sentence), *options, is_current, NULL };

  g_array_append_val (choices, choice);
}

static const FlOptionInfo *
find_option (const char *name)
{
  for (guint i = 0; i < fl_options_get_n_rows (); i++)
    if (g_str_equal (fl_options_get_row (i)->name, name))
      return fl_options_get_row (i);
  return NULL;
}

/* TorchInductor's two ways, then the rows of the table: the choices of the option that stand after
 * "reuse". */
GArray *
flui_choices_list_planners (const FlOptions *options)
{
  const FlOptionInfo *info = find_option ("memory_planner");
  g_auto (GStrv) names = g_strsplit (info->choices, "|", -1);
  GArray *choices = new_choices ();
  FlOptions changed = *options;

  changed.memory_planning = FALSE;
  changed.memory_planner = 0;
  add (choices, "Inductor: reuse", "A buffer takes over freed memory of its size and dtype: what TorchInductor does.",
       &changed, !options->memory_planning && options->memory_planner == 0);
  changed.memory_planning = TRUE;
  add (choices, "Inductor: pools", "Buffers at offsets of shared pools: TorchInductor's memory_planning.", &changed,
       options->memory_planning);
  changed.memory_planning = FALSE;
  for (guint i = 1; names[i]; i++)
    {
      const FlAllocRow *row = fl_alloc_find (names[i]);

      changed.memory_planner = (gint) i;
      add (choices, row ? row->title : names[i], row ? row->sentence : "", &changed,
           !options->memory_planning && options->memory_planner == (gint) i);
    }
  return choices;
}

static const struct
{
  const char *name, *title, *sentence;
} orders[] = {
  { "best", "Order: Inductor’s best", "Whichever of TorchInductor’s three orders has the lowest peak." },
  { "lpmf", "Order: least peak first", "What needs least new memory runs first." },
  { "bfs", "Order: breadth first", "Level by level." },
  { "dfs", "Order: depth first", "What a result needs, one after the other." },
  { "given", "Order: given", "None is tried." },
  { "ours", "Order: ours", "Many unfinished orders are followed side by side." },
  { "exact", "Order: exact", "Every order, proved where the graph is small enough." },
  { "lowest", "Order: lowest of all", "All of these; the lowest peak wins." },
};

GArray *
flui_choices_list_orders (const FlOptions *options)
{
  const FlOptionInfo *info = find_option ("peak_order");
  g_auto (GStrv) names = g_strsplit (info->choices, "|", -1);
  GArray *choices = new_choices ();
  FlOptions changed = *options;

  changed.reorder_for_peak_memory = FALSE;
  add (choices, "Order: as fused", "Kernels stay in the order that fusion left them in.", &changed,
       !options->reorder_for_peak_memory);
  changed.reorder_for_peak_memory = TRUE;
  for (guint i = 0; names[i]; i++)
    {
      g_autofree char *title = g_strdup_printf ("Order: %s", names[i]);
      const char *shown = title, *sentence = "";

      for (guint k = 0; k < G_N_ELEMENTS (orders); k++)
        if (g_str_equal (orders[k].name, names[i]))
          {
            shown = orders[k].title;
            sentence = orders[k].sentence;
          }
      changed.peak_order = (gint) i;
      add (choices, shown, sentence, &changed, options->reorder_for_peak_memory && options->peak_order == (gint) i);
    }
  return choices;
}

static void
add_all (GArray *others, GArray *from)
{
  for (guint i = 0; i < from->len; i++)
    {
      const FluiChoice *choice = &g_array_index (from, FluiChoice, i);

      if (!choice->is_current)
        add (others, choice->title, choice->sentence, &choice->options, FALSE);
    }
  g_array_unref (from);
}

static void
add_variants (GArray *others, FluiWhatif *whatif)
{
  for (guint i = 0; i < flui_whatif_get_n (whatif); i++)
    {
      const FlRun *run = flui_whatif_get_run (whatif, i);
      g_autofree char *title = g_strdup_printf ("What if: %s", flui_whatif_get_name (whatif, i));
      g_autofree char *changes = flui_whatif_dup_changes (whatif, i);

      if (i == flui_whatif_get_current (whatif) || !run || !run->plan)
        continue;
      add (others, title, i > 0 ? changes : "The graph without any variant’s changes.", &run->options, FALSE);
      g_array_index (others, FluiChoice, others->len - 1).run = fl_run_ref (run);
    }
}

GArray *
flui_choices_list_others (const FlOptions *options, FluiWhatif *whatif)
{
  GArray *others = new_choices ();
  FlOptions changed = *options;

  add_all (others, flui_choices_list_planners (options));
  add_all (others, flui_choices_list_orders (options));
  changed.strategy = fl_intern ("none");
  if (options->strategy != changed.strategy)
    add (others, "Without fusion", "Every scheduler node a kernel of its own.", &changed, FALSE);
  if (whatif)
    add_variants (others, whatif);
  return others;
}

gboolean
flui_choices_are_same (const GArray *a, const GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const FluiChoice *one = &g_array_index (a, FluiChoice, i);
      const FluiChoice *other = &g_array_index (b, FluiChoice, i);

      if (!g_str_equal (one->title, other->title) || !g_str_equal (one->sentence, other->sentence)
          || one->run != other->run)
        return FALSE;
    }
  return TRUE;
}

guint
flui_choices_find_current (const GArray *choices)
{
  for (guint i = 0; i < choices->len; i++)
    if (g_array_index (choices, FluiChoice, i).is_current)
      return i;
  return 0;
}
