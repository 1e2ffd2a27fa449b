/* Races: of two accesses of different positions to one element, at least one of which writes, one
 * must come before the other by a barrier. Kept per element: the last write, and two positions that
 * read it since. */
#include "fl-loop-interpret-private.h"

typedef struct
{
  gboolean is_written;
  guint n_readers;
  FlLoopActor writer, readers[2];
} Use;

static gboolean
is_ordered (const FlLoopActor *earlier, const FlLoopActor *now)
{
  if (earlier->block != now->block)
    return FALSE;
  return earlier->thread == now->thread || earlier->block_clock != now->block_clock
         || (earlier->warp == now->warp && earlier->warp_clock != now->warp_clock);
}

static gboolean
is_shared (const FlLoopHome *home)
{
  return home->kind == FL_HOME_SHARED || home->kind == FL_HOME_CLUSTER || home->kind == FL_HOME_PARTIALS
         || (home->kind == FL_HOME_ARGUMENT && home->is_written);
}

static void
note_reader (Use *use, const FlLoopActor *actor)
{
  for (guint i = 0; i < use->n_readers; i++)
    if (use->readers[i].block == actor->block && use->readers[i].thread == actor->thread)
      {
        use->readers[i] = *actor;
        return;
      }
  if (use->n_readers < G_N_ELEMENTS (use->readers))
    use->readers[use->n_readers++] = *actor;
  else
    {
      use->readers[0] = use->readers[1];
      use->readers[1] = *actor;
    }
}

gboolean
fl_loop_runner_check_race (FlLoopRunner *runner, FlHomeId id, const FlLoopNumber *element, gboolean is_write)
{
  const FlLoopHome *home = runner->together.actor ? fl_loop_get_home (runner->kernel, id) : NULL;
  GHashTable *uses = home && home->kind == FL_HOME_ARGUMENT ? runner->together.arguments : runner->together.shared;
  const FlLoopActor *other = NULL;
  Use *use;

  if (!home || !is_shared (home))
    return TRUE;
  use = g_hash_table_lookup (uses, element);
  if (!use)
    g_hash_table_insert (uses, (gpointer) element, use = g_new0 (Use, 1));
  if (use->is_written && !is_ordered (&use->writer, runner->together.actor))
    other = &use->writer;
  for (guint i = 0; is_write && i < use->n_readers; i++)
    if (!is_ordered (&use->readers[i], runner->together.actor))
      other = &use->readers[i];
  if (other)
    return fl_loop_runner_fail (runner, FL_ERROR_MISMATCH,
                                "thread %u of block %u %s element %" G_GINT64_FORMAT
                                " of %s, which thread %u of block %u %s with no barrier between: a race",
                                runner->together.actor->thread, runner->together.actor->block,
                                is_write ? "writes" : "reads", (gint64) (element - runner->homes[id].elements),
                                home->name, other->thread, other->block, other == &use->writer ? "writes" : "reads");
  if (!is_write)
    note_reader (use, runner->together.actor);
  else
    {
      use->is_written = TRUE;
      use->writer = *runner->together.actor;
      use->n_readers = 0;
    }
  return TRUE;
}

void
fl_loop_runner_forget_shared (FlLoopRunner *runner)
{
  g_hash_table_remove_all (runner->together.shared);
}
