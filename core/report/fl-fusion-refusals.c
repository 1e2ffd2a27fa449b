/* The pairs of groups that did not come together, and why; the ways around that would make cycles.
 */
#include <string.h>

#include "fl-fusion-log-private.h"
#include "fl-partition-explain.h"

enum
{
  MAX_QUESTIONS = 400 /* pairs that no event is about and for which the kernel templates are asked */
};

const char *
fl_refusal_kind_get_title (FlRefusalKind kind)
{
  static const char *const titles[] = { "illegal", "cycle", "not worth it", "not tried" };

  g_assert (kind < FL_N_REFUSALS);
  return titles[kind];
}

const char *
fl_refusal_kind_get_sentence (FlRefusalKind kind)
{
  static const char *const sentences[] = {
    "A rule forbids one kernel of the two.",
    "One kernel of the two would have to run before and after another.",
    "The two could be one kernel, but score, size or order spoke against it.",
    "One reads what the other writes, but the strategy never looked at the two.",
  };

  g_assert (kind < FL_N_REFUSALS);
  return sentences[kind];
}

FlVerdict
fl_refusal_kind_get_verdict (FlRefusalKind kind)
{
  static const FlVerdict verdicts[] = { FL_VERDICT_ILLEGAL, FL_VERDICT_ILLEGAL, FL_VERDICT_REJECT, FL_VERDICT_NOTE };

  return verdicts[kind];
}

/* --- shared data ----------------------------------------------------------------------------- */
/* The members of every group, one after the other; and which values have been met. */
typedef struct
{
  const FlFusionLog *log;
  const guint32 *group_of;
  guint32 *next;   /* the nodes of a group as a list, from its lowest on */
  guint32 *marks;  /* by node: the last question that met it as a value of the first group */
  guint32 *counts; /* … and the last that counted it */
  guint32 question;
} Sharing;

static guint32 *
link_groups (const FlFusionLog *log, const guint32 *group_of)
{
  g_autofree guint32 *last = g_new (guint32, log->n_nodes + 1);
  guint32 *next = g_new (guint32, log->n_nodes + 1);

  for (guint32 i = 0; i < log->n_nodes; i++)
    {
      next[i] = G_MAXUINT32;
      if (group_of[i] != i)
        next[last[group_of[i]]] = i;
      last[group_of[i]] = i;
    }
  return next;
}

static void
open_sharing (Sharing *sharing, const FlFusionLog *log, const guint32 *group_of)
{
  *sharing = (Sharing) { .log = log, .group_of = group_of };
  sharing->next = link_groups (log, group_of);
  sharing->marks = g_new0 (guint32, log->n_nodes + 1);
  sharing->counts = g_new0 (guint32, log->n_nodes + 1);
}

static void
close_sharing (Sharing *sharing)
{
  g_free (sharing->next);
  g_free (sharing->marks);
  g_free (sharing->counts);
}

/* A value of the second group: it counts when the first has it, too, as its own or as an input. */
static gint64
count_value (Sharing *sharing, guint32 value)
{
  if (sharing->marks[value] != sharing->question || sharing->counts[value] == sharing->question)
    return 0;
  sharing->counts[value] = sharing->question;
  return sharing->log->nodes[value].bytes;
}

static gint64
count_between (Sharing *sharing, guint32 a, guint32 b)
{
  const FlFusionNode *nodes = sharing->log->nodes;
  gint64 bytes = 0;

  sharing->question++;
  for (guint32 at = sharing->group_of[a]; at != G_MAXUINT32; at = sharing->next[at])
    {
      sharing->marks[at] = sharing->question;
      for (guint i = 0; i < nodes[at].n_inputs; i++)
        sharing->marks[nodes[at].inputs[i]] = sharing->question;
    }
  for (guint32 at = sharing->group_of[b]; at != G_MAXUINT32; at = sharing->next[at])
    {
      bytes += count_value (sharing, at);
      for (guint i = 0; i < nodes[at].n_inputs; i++)
        bytes += count_value (sharing, nodes[at].inputs[i]);
    }
  return bytes;
}

gint64
fl_fusion_log_count_shared (const FlFusionLog *log, const guint32 *group_of, guint32 a, guint32 b)
{
  Sharing sharing;
  gint64 bytes;

  open_sharing (&sharing, log, group_of);
  bytes = count_between (&sharing, a, b);
  close_sharing (&sharing);
  return bytes;
}

/* --- the way around -------------------------------------------------------------------------- */
typedef struct
{
  const FlFusionLog *log;
  const guint32 *group_of;
  guint32 *next;     /* the nodes of a group as a list, from its lowest on */
  FlFusionHop *hops; /* by group: the arrow that it was reached by */
  gboolean *is_reached;
  GArray *queue; /* groups */
} Search;

static void
open_search (Search *search, const FlFusionLog *log, const guint32 *group_of)
{
  *search = (Search) { .log = log, .group_of = group_of };
  search->next = link_groups (log, group_of);
  search->hops = g_new (FlFusionHop, log->n_nodes + 1);
  search->is_reached = g_new0 (gboolean, log->n_nodes + 1);
  search->queue = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
close_search (Search *search)
{
  g_free (search->next);
  g_free (search->hops);
  g_free (search->is_reached);
  g_array_unref (search->queue);
}

/* TRUE once `to` is reached by another way than the direct one. */
static gboolean
leave_group (Search *search, guint32 group, guint32 from, guint32 to)
{
  for (guint32 node = group; node != G_MAXUINT32; node = search->next[node])
    for (guint i = 0; i < search->log->nodes[node].n_users; i++)
      {
        guint32 user = search->log->nodes[node].users[i], reached = search->group_of[user];

        if (search->is_reached[reached] || (group == from && reached == to))
          continue;
        search->is_reached[reached] = TRUE;
        search->hops[reached] = (FlFusionHop) { node, user };
        if (reached == to)
          return TRUE;
        g_array_append_val (search->queue, reached);
      }
  return FALSE;
}

/* Breadth first: the shortest way around. */
static GArray *
find_way (const FlFusionLog *log, const guint32 *group_of, guint32 from, guint32 to)
{
  GArray *way = g_array_new (FALSE, FALSE, sizeof (FlFusionHop));
  gboolean is_found = FALSE;
  Search search;

  open_search (&search, log, group_of);
  search.is_reached[from] = TRUE;
  g_array_append_val (search.queue, from);
  for (guint i = 0; i < search.queue->len && !is_found; i++)
    is_found = leave_group (&search, g_array_index (search.queue, guint32, i), from, to);
  for (guint32 at = to; is_found && at != from; at = group_of[search.hops[at].from])
    g_array_prepend_val (way, search.hops[at]);
  close_search (&search);
  return way;
}

GArray *
fl_fusion_log_find_path (const FlFusionLog *log, guint32 step, guint32 a, guint32 b)
{
  g_autofree guint32 *group_of = g_new (guint32, log->n_nodes + 1);
  GArray *way;

  fl_fusion_log_get_groups (log, step, group_of, NULL);
  if (group_of[a] == group_of[b])
    return g_array_new (FALSE, FALSE, sizeof (FlFusionHop));
  way = find_way (log, group_of, group_of[a], group_of[b]);
  if (way->len > 0)
    return way;
  g_array_unref (way);
  return find_way (log, group_of, group_of[b], group_of[a]);
}

/* --- pairs ----------------------------------------------------------------------------------- */
typedef struct
{
  FlFusionLog *log;
  GHashTable *by_pair; /* of final groups -> position in refusals + 1 */
  GArray *refusals;    /* FlRefusal */
} Collector;

static gint64 *
new_key (guint32 a, guint32 b)
{
  gint64 key = (gint64) MIN (a, b) << 32 | MAX (a, b);

  return g_memdup2 (&key, sizeof key);
}

static FlRefusalKind
get_kind (const FlEvent *event)
{
  if (fl_fusion_event_is_cycle (event))
    return FL_REFUSAL_CYCLE;
  return event->verdict == FL_VERDICT_ILLEGAL ? FL_REFUSAL_ILLEGAL : FL_REFUSAL_REJECTED;
}

static void
collect_event (Collector *collector, const FlEvent *event)
{
  FlFusionLog *log = collector->log;
  guint32 a = fl_fusion_log_find_ref (log, &event->subject), b = fl_fusion_log_find_ref (log, &event->object);
  g_autofree gint64 *key = NULL;
  FlRefusal *found;
  guint at;

  if (a == G_MAXUINT32 || b == G_MAXUINT32 || log->final_group[a] == log->final_group[b])
    return; /* the latter: joined later, by another way */
  key = new_key (log->final_group[a], log->final_group[b]);
  at = GPOINTER_TO_UINT (g_hash_table_lookup (collector->by_pair, key));
  if (at == 0)
    {
      FlRefusal refusal = { 0 };

      g_array_append_val (collector->refusals, refusal);
      at = collector->refusals->len;
      g_hash_table_insert (collector->by_pair, g_steal_pointer (&key), GUINT_TO_POINTER (at));
    }
  found = &g_array_index (collector->refusals, FlRefusal, at - 1);
  *found = (FlRefusal) { .kind = get_kind (event),
                         .a = MIN (a, b),
                         .b = MAX (a, b),
                         .event = event,
                         .n_events = found->n_events + 1,
                         .reason = event->reason,
                         .facts = event->facts,
                         .counted = MAX (found->counted, event->amount) };
}

/* What the exact search thought of the two: it weighed every set of operations for which a kernel
 * exists. */
static void
judge_by_oracle (const FlFusionLog *log, guint32 a, guint32 b, FlRefusal *refusal)
{
  FlPartitionAnswer answer;

  fl_partition_explain (log->run->partition, log->run->trace, a, b, &answer);
  refusal->facts = answer.facts;
  if (answer.makes_cycle)
    {
      refusal->kind = FL_REFUSAL_CYCLE;
      refusal->reason = "one kernel of both would wait for itself";
    }
  else if (answer.emission.template == FL_TEMPLATE_NONE)
    {
      refusal->kind = FL_REFUSAL_ILLEGAL;
      refusal->reason = answer.emission.reason;
      refusal->facts = answer.emission.culprit != G_MAXUINT32 ? log->nodes[answer.emission.culprit].name : NULL;
    }
  else
    {
      refusal->kind = FL_REFUSAL_REJECTED;
      refusal->reason = "other groups move fewer bytes";
    }
}

void
fl_fusion_log_judge_untried (const FlFusionLog *log, guint32 a, guint32 b, FlRefusal *refusal)
{
  refusal->kind = FL_REFUSAL_UNTRIED;
  refusal->reason = "the strategy never looked at the two";
  if (g_strcmp0 (log->run->options.strategy, "none") == 0)
    refusal->reason = "this strategy fuses nothing";
  else if (log->run->partition != NULL && log->run->partition->is_optimal)
    judge_by_oracle (log, a, b, refusal);
}

/* One reads what the other writes, and no event says why they are apart. TorchInductor looks at
 * every such pair but library calls, of which there is nothing to say. */
static void
collect_untried (Collector *collector)
{
  FlFusionLog *log = collector->log;
  guint n_questions = 0;

  if (g_strcmp0 (log->run->options.strategy, "inductor") == 0)
    return;
  for (guint32 i = 0; i < log->n_nodes; i++)
    for (guint k = 0; k < log->nodes[i].n_inputs; k++)
      {
        guint32 source = log->nodes[i].inputs[k];
        FlRefusal refusal = { .a = MIN (source, i), .b = MAX (source, i) };
        g_autofree gint64 *key = NULL;

        if (!log->nodes[source].is_work || !log->nodes[i].is_work || log->final_group[source] == log->final_group[i])
          continue;
        key = new_key (log->final_group[source], log->final_group[i]);
        if (g_hash_table_contains (collector->by_pair, key) || n_questions++ >= MAX_QUESTIONS)
          continue;
        fl_fusion_log_judge_untried (log, source, i, &refusal);
        g_array_append_val (collector->refusals, refusal);
        g_hash_table_insert (collector->by_pair, g_steal_pointer (&key), GUINT_TO_POINTER (collector->refusals->len));
      }
}

static gint
compare_refusals (gconstpointer a, gconstpointer b)
{
  const FlRefusal *p = a, *q = b;

  if ((p->kind == FL_REFUSAL_UNTRIED) != (q->kind == FL_REFUSAL_UNTRIED))
    return p->kind == FL_REFUSAL_UNTRIED ? 1 : -1;
  if (p->counted != q->counted)
    return p->counted > q->counted ? -1 : 1;
  if (p->shared != q->shared)
    return p->shared > q->shared ? -1 : 1;
  if (p->a != q->a)
    return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

void
fl_fusion_log_add_refusals (FlFusionLog *log)
{
  g_autoptr (GHashTable) by_pair = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) refusals = g_array_new (FALSE, FALSE, sizeof (FlRefusal));
  Collector collector = { log, by_pair, refusals };
  Sharing sharing;
  guint n = 0;

  for (guint32 i = 0; i < log->n_steps; i++)
    {
      const FlEvent *event = fl_trace_get_step (log->run->trace, FL_STAGE_FUSE, i);

      if (fl_fusion_event_is_refusal (event))
        collect_event (&collector, event);
    }
  collect_untried (&collector);
  open_sharing (&sharing, log, log->final_group);
  for (guint i = 0; i < refusals->len; i++)
    {
      FlRefusal *refusal = &g_array_index (refusals, FlRefusal, i);

      refusal->shared = count_between (&sharing, refusal->a, refusal->b);
      if (log->is_over_ops || refusal->event == NULL)
        refusal->counted = refusal->shared;
      if (refusal->shared > 0 || refusal->kind == FL_REFUSAL_UNTRIED)
        g_array_index (refusals, FlRefusal, n++) = *refusal;
    }
  close_sharing (&sharing);
  g_array_set_size (refusals, n);
  g_array_sort (refusals, compare_refusals);
  log->n_refusals = n;
  log->refusals = fl_arena_memdup (log->arena, refusals->data, n * sizeof (FlRefusal));
}
