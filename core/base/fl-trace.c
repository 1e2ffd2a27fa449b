/* Trace: events in blocks that double, found through a fixed directory, so that a record never
 * moves and a reader in another thread needs no lock: it sees a count, and everything below that
 * count is written. */
#include "fl-trace.h"

#include <string.h>

#include "fl-error.h"
#include "fl-event-kinds.h"

enum
{
  FIRST_SHIFT = 6, /* the first block holds 64 entries, the next 128, … */
  N_BLOCKS = 32 - FIRST_SHIFT
};

/* An append-only list of pointers to events. */
typedef struct
{
  const FlEvent **blocks[N_BLOCKS];
  guint n; /* atomic */
} List;

struct _FlTrace
{
  FlArena *arena;
  List all;
  List of_stage[FL_N_STAGES];
};

static const FlStageInfo stages[FL_N_STAGES] = {
#define STAGE(id, stage_name, stage_title, stage_sentence)                                                             \
  [FL_STAGE_##id] = { .name = stage_name, .title = stage_title, .sentence = stage_sentence },
#include "fl-stages.def"
};

static const FlEventInfo events[FL_N_EVENTS] = {
#define EVENT(id, event_stage, event_name, event_unit, event_sentence)                                                 \
  [FL_EVENT_##id] = {                                                                                                  \
    .name = event_name, .stage = FL_STAGE_##event_stage, .unit = FL_UNIT_##event_unit, .sentence = event_sentence      \
  },
#include "fl-events.def"
};

const FlStageInfo *
fl_stage_get_info (FlStage stage)
{
  g_assert (stage < FL_N_STAGES);
  return &stages[stage];
}

const FlEventInfo *
fl_event_get_info (FlEventKind kind)
{
  g_assert (kind < FL_N_EVENTS);
  return &events[kind];
}

int
fl_stage_find (const char *name)
{
  for (guint i = 0; i < FL_N_STAGES; i++)
    if (strcmp (stages[i].name, name) == 0)
      return (int) i;
  return -1;
}

/* Entry i lies in the block whose number is the position of the highest bit of i + 64, less 6. */
static void
locate (guint i, guint *block, guint *offset)
{
  guint shifted = i + (1u << FIRST_SHIFT);
  guint bit = (guint) g_bit_storage (shifted) - 1;

  *block = bit - FIRST_SHIFT;
  *offset = shifted - (1u << bit);
}

static void
list_append (List *list, FlArena *arena, const FlEvent *event)
{
  guint n = list->n;
  guint block, offset;

  g_assert (n < G_MAXUINT32 - (1u << FIRST_SHIFT));
  locate (n, &block, &offset);
  if (list->blocks[block] == NULL)
    list->blocks[block] = fl_arena_new (arena, const FlEvent *, (gsize) 1 << (block + FIRST_SHIFT));
  list->blocks[block][offset] = event;
  g_atomic_int_set (&list->n, n + 1);
}

static guint
list_get_n (const List *list)
{
  return (guint) g_atomic_int_get (&((List *) list)->n);
}

static const FlEvent *
list_get (const List *list, guint i)
{
  guint block, offset;

  if (i >= list_get_n (list))
    return NULL;
  locate (i, &block, &offset);
  return list->blocks[block][offset];
}

FlTrace *
fl_trace_new (FlArena *arena)
{
  FlTrace *trace = fl_arena_new (arena, FlTrace, 1);

  trace->arena = arena;
  return trace;
}

guint32
fl_trace_get_n_events (const FlTrace *trace)
{
  return list_get_n (&trace->all);
}

const FlEvent *
fl_trace_get_event (const FlTrace *trace, guint32 seq)
{
  return list_get (&trace->all, seq);
}

guint32
fl_trace_get_n_steps (const FlTrace *trace, FlStage stage)
{
  g_assert (stage < FL_N_STAGES);
  return list_get_n (&trace->of_stage[stage]);
}

const FlEvent *
fl_trace_get_step (const FlTrace *trace, FlStage stage, guint32 step)
{
  g_assert (stage < FL_N_STAGES);
  return list_get (&trace->of_stage[stage], step);
}

void
fl_trace_record (FlTrace *trace, const FlEvent *event)
{
  FlEvent *copy = fl_arena_memdup (trace->arena, event, sizeof *event);

  copy->stage = fl_event_get_info (event->kind)->stage;
  copy->seq = trace->all.n;
  copy->step = trace->of_stage[copy->stage].n;
  list_append (&trace->of_stage[copy->stage], trace->arena, copy);
  list_append (&trace->all, trace->arena, copy);
}

gboolean
fl_pass_is_stopped (const FlPass *pass, FlStage stage)
{
  return pass->stop_stage == stage && pass->stop_step != G_MAXUINT32
         && fl_trace_get_n_steps (pass->trace, stage) >= pass->stop_step;
}

gboolean
fl_pass_is_cancelled (const FlPass *pass, GError **error)
{
  if (pass->cancelled == NULL || g_atomic_int_get ((gint *) pass->cancelled) == 0)
    return FALSE;
  g_set_error_literal (error, FL_ERROR, FL_ERROR_CANCELLED, "cancelled");
  return TRUE;
}
