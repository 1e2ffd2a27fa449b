/* The rounds of fusion: which events belong together, and the pairs that each looked at. */
#include "fl-event-kinds.h"
#include "fl-fusion-log-private.h"

/* --- what a round is called ------------------------------------------------------------------ */
typedef struct
{
  const char *strategy;
  const char *name; /* "Round" */
  const char *sentence;
} RoundNames;

static const RoundNames round_names[] = {
  { "inductor", "Round", "All pairs that share data, scored; the best are tried first." },
  { "eager", "Pass", "What one operator of the file was opened into stays one kernel, where there is one." },
  { "xla", "Sweep", "Every edge from readers to producers: may the producer join?" },
  { "xla-base", "Sweep", "Every edge, then every pair of equal size: may the two be one?" },
  { "stitch", "Sweep", "Every edge, then every pair of equal size: may the two be one?" },
  { "tvm", "Phase", "Every operation is asked to join the one that post-dominates it." },
  { "dnnfusion", "Block", "A block grows from a seed: through its readers, then through what it reads." },
  { "pattern", "Rules", "Rules in their order, from the results to the inputs." },
  { "optimal", "Search", "Every way to make groups is weighed at once." },
};

static void
name_round (FlFusionLog *log, FlFusionRound *round, gboolean is_first)
{
  const RoundNames *names = NULL;
  const FlEvent *event = fl_trace_get_step (log->run->trace, FL_STAGE_FUSE, round->first);

  for (guint i = 0; i < G_N_ELEMENTS (round_names); i++)
    if (g_strcmp0 (round_names[i].strategy, log->run->options.strategy) == 0)
      names = &round_names[i];
  if (round->number == 0 && names != NULL && log->is_over_ops)
    {
      round->title = names->name;
      round->sentence = names->sentence;
    }
  else if (round->number == 0)
    {
      round->title = is_first ? "Before the rounds" : "Order";
      round->sentence = is_first ? "What belongs together from the start."
                                 : "The kernels are put into an order that needs less memory.";
    }
  else
    {
      gboolean reorders
          = event->kind == FL_EVENT_ROUND && event->reason != NULL && g_str_has_suffix (event->reason, "reordered");

      round->title = fl_arena_printf (log->arena, "%s %u%s", names != NULL ? names->name : "Round", round->number,
                                      reorders ? " (loops may be reordered)" : "");
      round->sentence = names != NULL ? names->sentence : "Pairs are tried in order.";
    }
}

/* --- its candidates -------------------------------------------------------------------------- */
static gint64
make_key (guint32 a, guint32 b)
{
  return (gint64) MIN (a, b) << 32 | MAX (a, b);
}

static void
fill_candidate (const FlFusionLog *log, FlFusionCandidate *row, const FlEvent *event)
{
  *row = (FlFusionCandidate) { .step = event->step,
                               .a = fl_fusion_log_find_ref (log, &event->subject),
                               .b = fl_fusion_log_find_ref (log, &event->object),
                               .a_name = event->subject.name,
                               .b_name = event->object.name,
                               .verdict = event->verdict,
                               .saved = event->amount,
                               .reason = event->reason,
                               .facts = event->facts };
}

/* The score of a pair was said when it became a candidate: the score of the pair itself or, when
 * its nodes have grown, of a pair inside. */
static void
add_row (FlFusionLog *log, FlFusionState *state, GArray *rows, GHashTable *scores, const FlEvent *event)
{
  FlFusionCandidate row;
  gint64 key;

  fill_candidate (log, &row, event);
  if (row.a == G_MAXUINT32 || row.b == G_MAXUINT32)
    return;
  key = make_key (row.a, row.b);
  if (event->kind == FL_EVENT_CANDIDATE && event->verdict == FL_VERDICT_ACCEPT)
    {
      g_hash_table_insert (scores, g_memdup2 (&key, sizeof key), (gpointer) event);
      return;
    }
  if (event->kind == FL_EVENT_FUSE)
    {
      const FlEvent *scored = g_hash_table_lookup (scores, &key);

      row.rank = 1;
      row.score = scored != NULL                                             ? scored->facts
                  : event->verdict == FL_VERDICT_ACCEPT && !log->is_over_ops ? event->facts
                                                                             : NULL;
      if (scored != NULL && row.saved == 0)
        row.saved = scored->amount;
      if (row.verdict == FL_VERDICT_NOTE)
        row.group = state->numbers[fl_fusion_state_find (state, row.a)];
    }
  g_array_append_val (rows, row);
}

/* Tried ones first, in their order; what was refused before that, after them. */
static gint
compare_rows (gconstpointer a, gconstpointer b)
{
  const FlFusionCandidate *p = a, *q = b;

  if ((p->rank > 0) != (q->rank > 0))
    return p->rank > 0 ? -1 : 1;
  if (p->rank == 0 && p->saved != q->saved)
    return p->saved > q->saved ? -1 : 1;
  return p->step < q->step ? -1 : p->step > q->step;
}

static void
finish_round (FlFusionLog *log, FlFusionRound *round, GArray *rows)
{
  guint rank = 0;

  g_array_sort (rows, compare_rows);
  for (guint i = 0; i < rows->len; i++)
    {
      FlFusionCandidate *row = &g_array_index (rows, FlFusionCandidate, i);

      if (row->rank > 0)
        row->rank = ++rank;
      if (row->verdict == FL_VERDICT_ACCEPT)
        round->saved += row->saved;
      round->n_merged += row->verdict == FL_VERDICT_ACCEPT;
      round->n_refused += row->verdict == FL_VERDICT_REJECT || row->verdict == FL_VERDICT_ILLEGAL;
    }
  round->n_candidates = rows->len;
  round->candidates = fl_arena_memdup (log->arena, rows->data, rows->len * sizeof (FlFusionCandidate));
}

static guint32
read_round (FlFusionLog *log, FlFusionState *state, FlFusionRound *round)
{
  const FlTrace *trace = log->run->trace;
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (FlFusionCandidate));
  g_autoptr (GHashTable) scores = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint32 at = round->first;

  round->number = fl_trace_get_step (trace, FL_STAGE_FUSE, at)->round;
  for (; at < log->n_steps; at++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, at);

      if (event->round != round->number)
        break;
      if ((event->kind == FL_EVENT_CANDIDATE || event->kind == FL_EVENT_FUSE) && event->subject.kind == FL_REF_OP
          && event->object.kind == FL_REF_OP)
        add_row (log, state, rows, scores, event);
      fl_fusion_state_apply (state, event);
    }
  round->n_steps = at - round->first;
  finish_round (log, round, rows);
  return at;
}

void
fl_fusion_log_add_rounds (FlFusionLog *log)
{
  g_autoptr (GArray) rounds = g_array_new (FALSE, FALSE, sizeof (FlFusionRound));
  g_auto (FlFusionState) state = { 0 };

  fl_fusion_state_init (&state, log);
  for (guint32 at = 0; at < log->n_steps;)
    {
      FlFusionRound round = { .first = at };

      at = read_round (log, &state, &round);
      name_round (log, &round, round.first == 0);
      g_array_append_val (rounds, round);
    }
  log->n_rounds = rounds->len;
  log->rounds = fl_arena_memdup (log->arena, rounds->data, rounds->len * sizeof (FlFusionRound));
}

guint
fl_fusion_log_find_round (const FlFusionLog *log, guint32 step)
{
  guint32 at = step > 0 ? step - 1 : 0;

  for (guint i = 0; i < log->n_rounds; i++)
    if (at < log->rounds[i].first + log->rounds[i].n_steps)
      return i;
  return log->n_rounds > 0 ? log->n_rounds - 1 : G_MAXUINT;
}
