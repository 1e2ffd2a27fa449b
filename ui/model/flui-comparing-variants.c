/* Variants that others made, as columns: those of another graph go, those that are made again of
 * the same graph at other sizes come back. */
#include "flui-comparing-private.h"

void
flui_comparing_drop_variants (FluiComparing *self, const FlGraph *graph)
{
  const FlGraph *opened = flui_session_get_opened (self->session);

  for (guint i = self->choices->len; i-- > 0;)
    {
      const FlRun *run = g_array_index (self->choices, FluiCompared, i).run;

      if (run && run->graph != graph)
        g_array_remove_index (self->choices, i);
    }
  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    {
      FluiCompared plain = { self->columns[i].strategy, FALSE, NULL, NULL, 0 };

      if (opened != self->file_graph)
        g_clear_pointer (&self->awaited[i], g_free);
      if (!self->columns[i].run || self->columns[i].run->graph == graph)
        continue;
      if (opened == self->file_graph)
        {
          g_free (self->awaited[i]);
          self->awaited[i] = g_strdup (self->columns[i].title);
        }
      flui_compared_copy (&self->columns[i], &plain);
    }
  if (opened == self->file_graph)
    return;
  g_clear_pointer (&self->file_graph, fl_graph_unref);
  self->file_graph = opened ? fl_graph_ref ((FlGraph *) opened) : NULL;
}

/* Columns of variants that are made again, of the graph at other sizes, take them as they come. */
gboolean
flui_comparing_restore_variants (FluiComparing *self)
{
  gboolean is_shown = FALSE;

  for (guint i = 0; i < FLUI_COMPARING_MAX_COLUMNS; i++)
    for (guint k = 0; k < self->choices->len && self->awaited[i] && self->base; k++)
      {
        const FluiCompared *it = &g_array_index (self->choices, FluiCompared, k);

        if (!it->run || it->run->graph != self->base->graph || g_strcmp0 (it->title, self->awaited[i]) != 0)
          continue;
        flui_compared_copy (&self->columns[i], it);
        g_clear_pointer (&self->awaited[i], g_free);
        is_shown |= i < self->n_columns;
      }
  return is_shown;
}
