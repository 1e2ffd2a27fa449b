/* Pools as nested splits, step by step. */
#include "fl-memory-map.h"
#include "fl-text.h"

const FlPoolForest *
fl_memory_map_replay_pools (FlArena *arena, const FlRun *run, guint n_steps)
{
  const FlPoolForest *forest = run->plan != NULL ? run->plan->forest : NULL;

  if (forest == NULL)
    return NULL;
  return fl_pool_forest_new (arena, forest->blocks, forest->n_blocks, forest->mode, forest->alignment, n_steps);
}

const char *
fl_memory_map_name_block (const FlPoolBlock *block)
{
  return ((const FlBuffer *) block->data)->name;
}

static void
append_step (GString *out, const FlPoolForest *forest, guint position)
{
  const FlPoolStep *step = &forest->steps[position];
  g_autofree char *bytes = fl_text_dup_bytes ((guint64) MAX (forest->blocks[step->block].bytes, 0));

  g_string_append_printf (out, "%4u. %s, %s: %s: pool%u at %" G_GINT64_FORMAT, position + 1,
                          fl_memory_map_name_block (&forest->blocks[step->block]), bytes,
                          fl_pool_outcome_get_name (step->outcome), step->pool, forest->offsets[step->block]);
  if (step->n_many > 0)
    g_string_append_printf (out, "; %u places refused: two or more live with it there", step->n_many);
  if (step->n_small > 0)
    g_string_append_printf (out, "; %u places refused: too small", step->n_small);
  g_string_append_c (out, '\n');
}

void
fl_memory_map_append_pools (GString *out, const FlRun *run)
{
  const FlPoolForest *forest = run->plan != NULL ? run->plan->forest : NULL;

  for (guint i = 0; forest != NULL && i < forest->n_steps; i++)
    append_step (out, forest, i);
  for (guint i = 0; forest != NULL && i < forest->n_pools; i++)
    {
      g_string_append_printf (out,
                              "pool%u, %" G_GINT64_FORMAT
                              " bytes; [a | b]: never at the same time, (a, b): b behind a: ",
                              i, forest->roots[i]->used_bytes);
      fl_pool_node_append (out, forest, forest->roots[i], fl_memory_map_name_block);
      g_string_append_c (out, '\n');
    }
}
