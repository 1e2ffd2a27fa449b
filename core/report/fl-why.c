/* Why two nodes are, or are not, one kernel: the kinds of answers told apart, with who took what
 * first and the way around that a cycle would take. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-fusion-log-private.h"
#include "fl-text.h"

typedef struct
{
  const FlFusionLog *log;
  guint32 a, b;
  const FlEvent *refusal;   /* the last one */
  const FlEvent *promise;   /* the first that called the two alone candidates */
  const FlEvent *departure; /* the first merge of one of the two with something else, after that or at all */
  guint32 departed;         /* which of the two */
  const FlEvent *merger;    /* the event that made the two one kernel */
  guint n_refusals;
} Story;

/* Which of the two the event is about, by the groups at the time: 1 for a, 2 for b. */
static guint
find_side (Story *story, FlFusionState *state, const FlRef *ref)
{
  guint32 at = fl_fusion_log_find_ref (story->log, ref), root;

  if (at == G_MAXUINT32)
    return 0;
  root = fl_fusion_state_find (state, at);
  return (root == fl_fusion_state_find (state, story->a) ? 1u : 0u)
         | (root == fl_fusion_state_find (state, story->b) ? 2u : 0u);
}

static void
read_event (Story *story, FlFusionState *state, const FlEvent *event)
{
  guint subject = find_side (story, state, &event->subject), object = find_side (story, state, &event->object);
  gboolean about_both = (subject | object) == 3 && subject != 0 && object != 0 && subject != 3;

  if (about_both && fl_fusion_event_is_refusal (event))
    {
      story->refusal = event;
      story->n_refusals++;
    }
  else if (about_both && event->kind == FL_EVENT_CANDIDATE && story->promise == NULL)
    story->promise = event;
  if (event->kind != FL_EVENT_FUSE || event->verdict != FL_VERDICT_ACCEPT || (subject | object) == 0)
    return;
  if (about_both)
    story->merger = event;
  else if (story->departure == NULL && (subject | object) != 3)
    {
      story->departure = event;
      story->departed = (subject | object) == 1 ? story->a : story->b;
    }
}

static void
read_story (Story *story)
{
  const FlTrace *trace = story->log->run->trace;
  g_auto (FlFusionState) state = { 0 };

  fl_fusion_state_init (&state, story->log);
  for (guint32 i = 0; i < story->log->n_steps && story->merger == NULL; i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);

      read_event (story, &state, event);
      fl_fusion_state_apply (&state, event);
    }
}

/* --- answers --------------------------------------------------------------------------------- */
static const char *
get_name (const Story *story, guint32 node)
{
  return story->log->nodes[node].name;
}

static const char *
get_other (const FlEvent *event, const char *name)
{
  return event->subject.name == name ? event->object.name : event->subject.name;
}

static void
set_deciding (FlWhy *why, const FlEvent *event)
{
  why->step = event->step;
  why->round = event->round;
  why->rule = g_strdup (event->reason);
  why->facts = g_strdup (event->facts);
  why->upstream = event->upstream;
  why->access = event->access;
}

static const char *
get_round_title (const FlFusionLog *log, const FlEvent *event)
{
  guint round = fl_fusion_log_find_round (log, event->step + 1);

  return round == G_MAXUINT ? "the search" : log->rounds[round].title;
}

static void
answer_same (const Story *story, FlWhy *why)
{
  const char *a = get_name (story, story->a), *b = get_name (story, story->b);

  why->kind = FL_WHY_SAME;
  why->verdict = FL_VERDICT_ACCEPT;
  if (story->merger == NULL)
    {
      why->sentence = g_strdup_printf ("%s and %s are one kernel.", a, b);
      return;
    }
  set_deciding (why, story->merger);
  why->sentence = g_strdup_printf ("%s and %s are one kernel since %s, step %u.", a, b,
                                   get_round_title (story->log, story->merger), story->merger->step + 1);
}

static char *
dup_names (const FlFusionLog *log, const FlFusionHop *hops, guint n)
{
  g_autoptr (GString) text = g_string_new (log->nodes[hops[0].from].name);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " → %s", log->nodes[hops[i].to].name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
answer_cycle (const Story *story, FlWhy *why, guint32 step)
{
  GArray *way = fl_fusion_log_find_path (story->log, step, story->a, story->b);
  g_autofree char *names = NULL;

  if (way->len == 0)
    {
      g_array_unref (way);
      return FALSE;
    }
  why->kind = FL_WHY_CYCLE;
  why->verdict = FL_VERDICT_ILLEGAL;
  why->n_hops = way->len;
  why->hops = (FlFusionHop *) (gpointer) g_array_free (way, FALSE);
  names = dup_names (story->log, why->hops, why->n_hops);
  why->sentence
      = g_strdup_printf ("One kernel of both would have to run before and after what lies between them: %s.", names);
  return TRUE;
}

static void
add_departure (const Story *story, FlWhy *why)
{
  const char *departed;

  if (story->departure == NULL)
    return;
  departed = get_name (story, story->departed);
  why->taken_step = story->departure->step;
  why->taken = g_strdup_printf ("%s went to %s first, in %s, step %u", departed, get_other (story->departure, departed),
                                get_round_title (story->log, story->departure), story->departure->step + 1);
}

static void
answer_refused (const Story *story, FlWhy *why)
{
  const char *a = get_name (story, story->a), *b = get_name (story, story->b);
  gboolean was_taken = story->departure != NULL && story->promise != NULL
                       && story->promise->step < story->departure->step
                       && story->departure->step < story->refusal->step;

  set_deciding (why, story->refusal);
  if (story->departure != NULL && story->departure->step < story->refusal->step)
    add_departure (story, why);
  if (fl_fusion_event_is_cycle (story->refusal) && answer_cycle (story, why, story->refusal->step))
    return;
  why->verdict = story->refusal->verdict;
  if (was_taken)
    {
      why->kind = FL_WHY_TAKEN;
      why->sentence = g_strdup_printf ("%s and %s were candidates, but %s; with that, %s: %s.", a, b, why->taken,
                                       why->verdict == FL_VERDICT_ILLEGAL ? "a rule forbids it" : "it is not worth it",
                                       story->refusal->reason);
      return;
    }
  why->kind = why->verdict == FL_VERDICT_ILLEGAL ? FL_WHY_ILLEGAL : FL_WHY_SCORE;
  why->sentence = g_strdup_printf (why->kind == FL_WHY_ILLEGAL ? "A rule forbids one kernel of %s and %s: %s."
                                                               : "%s and %s could be one kernel, but: %s.",
                                   a, b, story->refusal->reason);
}

/* Candidates of which no refusal tells: the round ended, or both went elsewhere. */
static void
answer_promised (const Story *story, FlWhy *why)
{
  set_deciding (why, story->promise);
  why->kind = FL_WHY_TAKEN;
  why->verdict = FL_VERDICT_REJECT;
  add_departure (story, why);
  why->sentence = g_strdup_printf ("%s and %s were candidates in %s, but %s.", get_name (story, story->a),
                                   get_name (story, story->b), get_round_title (story->log, story->promise),
                                   why->taken != NULL ? why->taken : "no round came to them");
}

/* What TorchInductor's rules would say of the pair. */
static void
ask_rules (const Story *story, FlWhy *why)
{
  const FlRun *run = story->log->run;
  const FlSchedNode *a = run->schedule->originals[story->a], *b = run->schedule->originals[story->b];
  FlArena *arena = story->log->arena; /* the answer lives as long as the log */
  FlPass pass = { .arena = arena,
                  .trace = fl_trace_new (arena),
                  .options = &run->options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32,
                  .overrides = (struct _FlOverrides *) run->overrides };
  FlFusionAnswer answer = { 0 };

  if (a->index != story->a || b->index != story->b || !fl_fuse_explain (&pass, run->schedule, a, b, &answer, NULL))
    return;
  why->rule = answer.verdict == FL_VERDICT_ACCEPT
                  ? g_strdup ("no rule speaks against it")
                  : g_strdup_printf ("%s: %s", answer.verdict == FL_VERDICT_ILLEGAL ? "illegal" : "not worth it",
                                     answer.reason);
  why->facts = g_strdup (answer.facts);
  why->upstream = answer.upstream;
  why->access = answer.access;
}

static void
answer_never (const Story *story, FlWhy *why)
{
  FlRefusal refusal = { 0 };

  fl_fusion_log_judge_untried (story->log, story->a, story->b, &refusal);
  why->kind = refusal.kind == FL_REFUSAL_ILLEGAL    ? FL_WHY_ILLEGAL
              : refusal.kind == FL_REFUSAL_REJECTED ? FL_WHY_SCORE
                                                    : FL_WHY_NEVER;
  why->verdict = fl_refusal_kind_get_verdict (refusal.kind);
  if (why->kind != FL_WHY_NEVER)
    {
      why->rule = g_strdup (refusal.reason);
      why->facts = g_strdup (refusal.facts);
    }
  if (answer_cycle (story, why, story->log->n_steps))
    return;
  if (why->kind == FL_WHY_NEVER && !story->log->is_over_ops)
    ask_rules (story, why);
  why->sentence
      = g_strdup_printf ("%s and %s: %s%s.", get_name (story, story->a), get_name (story, story->b), refusal.reason,
                         why->kind == FL_WHY_NEVER && why->shared + why->inputs == 0 ? ", and they share no data" : "");
}

static void
add_more (const Story *story, FlWhy *why)
{
  g_autoptr (GString) text = g_string_new (why->sentence);

  if (why->kind != FL_WHY_SAME)
    fl_why_append_more (text, story->log, story->a, story->b, why);
  fl_why_append_xla (text, story->log, story->a, story->b, why);
  g_free (why->sentence);
  why->sentence = g_string_free (g_steal_pointer (&text), FALSE);
}

FlWhy *
fl_why_new (const FlFusionLog *log, guint32 a, guint32 b)
{
  static const char *const titles[]
      = { "One kernel", "Never considered", "Illegal", "Not worth it", "Taken first", "Would make a cycle" };
  FlWhy *why = g_new0 (FlWhy, 1);
  Story story = { .log = log, .a = a, .b = b };

  g_return_val_if_fail (a < log->n_nodes && b < log->n_nodes, why);
  why->step = why->taken_step = G_MAXUINT32;
  read_story (&story);
  why->n_events = story.n_refusals;
  if (log->final_group[a] == log->final_group[b])
    answer_same (&story, why);
  else
    {
      why->shared = fl_fusion_log_count_shared (log, log->final_group, a, b);
      why->inputs = fl_why_count_inputs (log, a, b);
      if (story.refusal != NULL)
        answer_refused (&story, why);
      else if (story.promise != NULL)
        answer_promised (&story, why);
      else
        answer_never (&story, why);
    }
  add_more (&story, why);
  why->title = titles[why->kind];
  return why;
}

void
fl_why_free (FlWhy *why)
{
  if (why == NULL)
    return;
  g_free (why->sentence);
  g_free (why->rule);
  g_free (why->facts);
  g_free (why->taken);
  g_free (why->hops);
  g_free (why);
}
