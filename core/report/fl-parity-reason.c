/* Why the groups differ: our recorded decisions about the pairs at stake, and PyTorch's own where
 * they are known. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-parity-private.h"
#include "fl-text.h"

enum
{
  MAX_REASONS = 6,   /* of one difference */
  MAX_QUESTIONS = 24 /* pairs asked about anew where nothing was recorded */
};

typedef struct
{
  FlParity *parity;
  const FlRun *run;
  GHashTable *group_of, *their_group_of;
  GHashTable *refused;       /* pair of our final groups -> the last event that kept them apart */
  GHashTable *their_refused; /* pair of PyTorch's final groups -> line of its decisions */
  GArray *reasons;           /* FlParityReason, of the difference at hand */
} Search;

static gint64 *
new_pair (guint a, guint b)
{
  gint64 pair = (gint64) ((guint64) MIN (a, b) << 32 | MAX (a, b));

  return g_memdup2 (&pair, sizeof pair);
}

static gpointer
find_pair (GHashTable *table, guint a, guint b)
{
  gint64 pair = (gint64) ((guint64) MIN (a, b) << 32 | MAX (a, b));

  return g_hash_table_lookup (table, &pair);
}

/* "op3_op4" was a group when the event happened: its first member tells where it ended. */
static guint
find_group (GHashTable *group_of, const char *name)
{
  const char *end = name != NULL ? strchr (name, '_') : NULL;

  if (name == NULL)
    return 0;
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (group_of, end != NULL ? fl_intern_n (name, (gsize) (end - name)) : fl_intern (name)));
}

static gboolean
is_about_a_pair (const FlEvent *event)
{
  return (event->kind == FL_EVENT_FUSE || event->kind == FL_EVENT_CANDIDATE) && event->subject.name != NULL
         && event->object.name != NULL;
}

static void
index_events (Search *search)
{
  const FlTrace *trace = search->run->trace;

  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);
      guint a = find_group (search->group_of, event->subject.name);
      guint b = find_group (search->group_of, event->object.name);

      if (is_about_a_pair (event) && event->verdict != FL_VERDICT_ACCEPT && a > 0 && b > 0 && a != b)
        g_hash_table_replace (search->refused, new_pair (a, b), (gpointer) event);
    }
}

/* "refused op1 op3: intermediate nodes between node1 & node2" */
static void
index_refusals (Search *search)
{
  const GPtrArray *lines = search->parity->theirs->refusals;

  for (guint i = 0; i < lines->len; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines->pdata[i], " ", 4);
      guint a, b;

      if (g_strv_length (words) < 3)
        continue;
      g_strdelimit (words[2], ":", '\0');
      a = find_group (search->their_group_of, words[1]);
      b = find_group (search->their_group_of, words[2]);
      if (a > 0 && b > 0 && a != b && find_pair (search->their_refused, a, b) == NULL)
        g_hash_table_replace (search->their_refused, new_pair (a, b), lines->pdata[i]);
    }
}

/* --- sentences -------------------------------------------------------------------------------- */

static void
add_reason (Search *search, FlMark side, const char *text, const char *a, const char *b, guint32 step)
{
  FlParityReason reason = { .side = side, .a = a, .b = b, .step = step };

  reason.text = fl_arena_strdup (search->parity->arena, text);
  g_array_append_val (search->reasons, reason);
}

static const char *
get_first (const char *name)
{
  const char *end = strchr (name, '_');

  return end != NULL ? fl_intern_n (name, (gsize) (end - name)) : fl_intern (name);
}

static void
add_event (Search *search, FlMark side, const FlEvent *event)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shared = event->amount > 0 ? fl_text_dup_bytes ((guint64) event->amount) : NULL;

  if (side == FL_MARK_THEIRS)
    g_string_append_printf (text, "we kept %s and %s apart in round %u (%s): %s", event->subject.name,
                            event->object.name, event->round,
                            event->verdict == FL_VERDICT_ILLEGAL ? "a rule forbids it" : "legal, but refused",
                            event->reason);
  else
    g_string_append_printf (text, "we fused %s and %s in round %u: %s", event->subject.name, event->object.name,
                            event->round, event->reason);
  if (event->facts != NULL)
    g_string_append_printf (text, " (%s)", event->facts);
  if (event->upstream != NULL)
    g_string_append_printf (text, "; TorchInductor calls it %s", event->upstream);
  if (shared != NULL)
    g_string_append_printf (text, "; shared data: %s", shared);
  add_reason (search, side, text->str, get_first (event->subject.name), get_first (event->object.name), event->step);
}

/* Nothing was recorded about the two: the rules are asked now, pair by pair of their nodes. */
static void
ask_rules (Search *search, const FlParityGroup *x, const FlParityGroup *y)
{
  static const char *const verdicts[] = { "unknown", "allowed", "legal, but refused", "a rule forbids it" };
  FlPass pass = { .arena = search->parity->arena,
                  .trace = fl_trace_new (search->parity->arena),
                  .options = &search->run->options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32 };
  FlFusionAnswer best = { 0 };
  const char *best_a = NULL, *best_b = NULL;
  g_autofree char *text = NULL;
  guint n = 0;

  for (guint i = 0; i < x->n_members; i++)
    for (guint k = 0; k < y->n_members && n < MAX_QUESTIONS; k++)
      {
        const FlSchedNode *a = fl_schedule_find_node (search->run->schedule, x->members[i]);
        const FlSchedNode *b = fl_schedule_find_node (search->run->schedule, y->members[k]);
        FlFusionAnswer answer = { 0 };

        if (a == NULL || b == NULL || !fl_fuse_explain (&pass, search->run->schedule, a, b, &answer, NULL))
          continue;
        n++;
        if (best_a == NULL || answer.shared_bytes > best.shared_bytes)
          {
            best = answer;
            best_a = a->name;
            best_b = b->name;
          }
      }
  if (best_a == NULL)
    return;
  text = g_strdup_printf ("we never tried %s and %s together; as a pair of their own: %s: %s%s%s%s", best_a, best_b,
                          verdicts[best.verdict], best.reason != NULL ? best.reason : "no reason recorded",
                          best.facts != NULL ? " (" : "", best.facts != NULL ? best.facts : "",
                          best.facts != NULL ? ")" : "");
  add_reason (search, FL_MARK_THEIRS, text, best_a, best_b, G_MAXUINT32);
}

/* --- one difference --------------------------------------------------------------------------- */

/* The groups of ours that PyTorch's group was cut into, as positions + 1, in order, each once. */
static GArray *
find_pieces (const FlParityGroup *group, GHashTable *group_of)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < group->n_members; i++)
    {
      guint position = GPOINTER_TO_UINT (g_hash_table_lookup (group_of, group->members[i]));
      gboolean is_new = position > 0;

      for (guint k = 0; k < pieces->len; k++)
        is_new = is_new && g_array_index (pieces, guint, k) != position;
      if (is_new)
        g_array_append_val (pieces, position);
    }
  return pieces;
}

static void
explain_theirs (Search *search, const FlParityGroup *group)
{
  g_autoptr (GArray) pieces = find_pieces (group, search->group_of);
  guint n_before = search->reasons->len;

  for (guint i = 0; i < pieces->len; i++)
    for (guint k = i + 1; k < pieces->len && search->reasons->len < n_before + MAX_REASONS; k++)
      {
        const FlEvent *event
            = find_pair (search->refused, g_array_index (pieces, guint, i), g_array_index (pieces, guint, k));

        if (event != NULL)
          add_event (search, FL_MARK_THEIRS, event);
      }
  if (search->reasons->len == n_before && pieces->len > 1)
    ask_rules (search, &search->parity->groups[g_array_index (pieces, guint, 0) - 1],
               &search->parity->groups[g_array_index (pieces, guint, 1) - 1]);
}

/* What PyTorch said to the pair, once. */
static void
add_refusal (Search *search, const FlEvent *event, const char *line)
{
  g_autofree char *text = g_strdup_printf ("PyTorch %s", line);

  for (guint i = 0; i < search->reasons->len; i++)
    if (g_str_equal (g_array_index (search->reasons, FlParityReason, i).text, text))
      return;
  add_reason (search, FL_MARK_OURS, text, get_first (event->subject.name), get_first (event->object.name), event->step);
}

static void
explain_ours (Search *search, const FlParityGroup *group)
{
  const FlTrace *trace = search->run->trace;
  guint position = GPOINTER_TO_UINT (g_hash_table_lookup (search->group_of, group->members[0]));
  guint n = 0;

  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE) && n < MAX_REASONS; i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);
      guint a, b;
      const char *line;

      if (event->kind != FL_EVENT_FUSE || event->verdict != FL_VERDICT_ACCEPT
          || find_group (search->group_of, event->subject.name) != position)
        continue;
      a = find_group (search->their_group_of, event->subject.name);
      b = find_group (search->their_group_of, event->object.name);
      if (a == b)
        continue;
      add_event (search, FL_MARK_OURS, event);
      n++;
      line = find_pair (search->their_refused, a, b);
      if (line != NULL)
        add_refusal (search, event, line);
    }
}

static void
explain (Search *search, FlParityDifference *difference)
{
  gboolean has_unmatched = FALSE;

  g_array_set_size (search->reasons, 0);
  for (guint i = 0; i < difference->n_groups; i++)
    {
      const FlParityGroup *group = &search->parity->groups[difference->groups[i]];

      for (guint k = 0; k < group->n_members; k++)
        has_unmatched |= !g_hash_table_contains (search->group_of, group->members[k])
                         || !g_hash_table_contains (search->their_group_of, group->members[k]);
      if (group->n_members == 0)
        continue;
      if (group->mark == FL_MARK_THEIRS)
        explain_theirs (search, group);
      else
        explain_ours (search, group);
    }
  if (has_unmatched)
    add_reason (search, FL_MARK_THEIRS, "one side has a node that the other has not: they differ before fusion", NULL,
                NULL, G_MAXUINT32);
  difference->n_reasons = search->reasons->len;
  difference->reasons
      = fl_arena_memdup (search->parity->arena, search->reasons->data, search->reasons->len * sizeof (FlParityReason));
}

void
fl_parity_find_reasons (FlParity *parity, const FlRun *run, FlParityDifference *differences, GHashTable *group_of,
                        GHashTable *their_group_of)
{
  Search search = { .parity = parity, .run = run, .group_of = group_of, .their_group_of = their_group_of };

  if (parity->n_differences == 0)
    return;
  search.refused = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  search.their_refused = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  search.reasons = g_array_new (FALSE, FALSE, sizeof (FlParityReason));
  index_events (&search);
  index_refusals (&search);
  for (guint i = 0; i < parity->n_differences; i++)
    explain (&search, &differences[i]);
  g_hash_table_unref (search.refused);
  g_hash_table_unref (search.their_refused);
  g_array_unref (search.reasons);
}
