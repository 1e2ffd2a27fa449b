/* Why a column keeps apart what another one joins: its own recorded refusals; where there is none,
 * its rules are asked now. */
#include <string.h>

#include "fl-compare-private.h"
#include "fl-event-kinds.h"
#include "fl-fuse.h"
#include "fl-intern.h"
#include "fl-partition-explain.h"
#include "fl-text.h"

enum
{
  MAX_REASONS = 3,    /* of one column in one difference */
  MAX_QUESTIONS = 48, /* asked anew of the scheduler's rules in one comparison: each question copies
                         the schedule */
  MAX_QUESTIONS_LARGE = 6,
  LARGE = 600,  /* scheduler nodes */
  MAX_DEPTH = 6 /* of views between two operators */
};

struct _FlCompareSearch
{
  FlComparison *comparison;
  GHashTable **refused; /* by column: pair of kernels -> the last event that kept them apart */
  guint32 *op_of_node;  /* by node of the graph; G_MAXUINT32: none */
  guint n_questions;
  GArray *reasons; /* FlCompareReason, of the difference at hand */
};

static gint64
get_pair (guint a, guint b)
{
  return (gint64) ((guint64) MIN (a, b) << 32 | MAX (a, b));
}

/* --- recorded refusals of strategies over scheduler nodes
 * ------------------------------------------------------------ */

/* "op3_op4" was a group when the event happened: its first member tells where it ended. */
static guint
find_kernel (GHashTable *kernel_of, const char *name)
{
  const char *end = name != NULL ? strchr (name, '_') : NULL;

  if (name == NULL)
    return 0;
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (kernel_of, end != NULL ? fl_intern_n (name, (gsize) (end - name)) : name));
}

static GHashTable *
index_refusals (const FlCompareColumn *column)
{
  g_autoptr (GHashTable) kernel_of = g_hash_table_new (NULL, NULL); /* original's name -> position in groups + 1 */
  GHashTable *refused = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const FlSchedule *schedule = fl_compare_column_get_schedule (column);
  const FlTrace *trace = column->run->trace;

  for (guint i = 0, n = 0; i < schedule->n_nodes; i++)
    if (schedule->nodes[i]->kind != FL_SCHED_NOP)
      {
        n++;
        for (guint k = 0; k < schedule->nodes[i]->n_originals; k++)
          g_hash_table_insert (kernel_of, (gpointer) schedule->nodes[i]->originals[k]->name, GUINT_TO_POINTER (n));
      }
  for (guint32 i = 0; i < fl_trace_get_n_steps (trace, FL_STAGE_FUSE); i++)
    {
      const FlEvent *event = fl_trace_get_step (trace, FL_STAGE_FUSE, i);
      guint a, b;
      gint64 pair;

      if ((event->kind != FL_EVENT_FUSE && event->kind != FL_EVENT_CANDIDATE)
          || (event->verdict != FL_VERDICT_ILLEGAL && event->verdict != FL_VERDICT_REJECT))
        continue;
      a = find_kernel (kernel_of, event->subject.name);
      b = find_kernel (kernel_of, event->object.name);
      pair = get_pair (a, b);
      if (a > 0 && b > 0 && a != b)
        g_hash_table_replace (refused, g_memdup2 (&pair, sizeof pair), (gpointer) event);
    }
  return refused;
}

FlCompareSearch *
fl_compare_search_new (FlComparison *comparison)
{
  FlCompareSearch *search = g_new0 (FlCompareSearch, 1);

  search->comparison = comparison;
  search->refused = g_new0 (GHashTable *, comparison->n_columns);
  search->reasons = g_array_new (FALSE, FALSE, sizeof (FlCompareReason));
  search->op_of_node = g_new (guint32, comparison->graph->n_nodes + 1);
  memset (search->op_of_node, 0xff, comparison->graph->n_nodes * sizeof (guint32));
  for (guint32 i = 0; i < comparison->n_ops; i++)
    search->op_of_node[comparison->ops[i].index] = i;
  for (guint c = 0; c < comparison->n_columns; c++)
    if (!comparison->columns[c].is_unfused && comparison->columns[c].run->partition == NULL)
      search->refused[c] = index_refusals (&comparison->columns[c]);
  return search;
}

void
fl_compare_search_free (FlCompareSearch *search)
{
  if (search == NULL)
    return;
  for (guint c = 0; c < search->comparison->n_columns; c++)
    g_clear_pointer (&search->refused[c], g_hash_table_unref);
  g_free (search->refused);
  g_free (search->op_of_node);
  g_array_unref (search->reasons);
  g_free (search);
}

/* --- one pair ---------------------------------------------------------------------------------- */

typedef struct
{
  guint column;
  guint a, b; /* ops */
  guint kernel_a, kernel_b;
  gboolean names_kernels; /* both hold parts of one operator */
} Question;

/* "sum and div", or "its kernels A1 (var_mean) and A2 (var_mean)". */
static const char *
name_pair (FlComparison *comparison, const Question *question)
{
  const FlCompareColumn *column = &comparison->columns[question->column];
  const char *a = fl_comparison_get_op_name (comparison, question->a),
             *b = fl_comparison_get_op_name (comparison, question->b);

  if (!question->names_kernels)
    return fl_arena_printf (comparison->arena, "%s and %s", a, b);
  return fl_arena_printf (comparison->arena, "its kernels %s (%s) and %s (%s)",
                          column->groups[question->kernel_a].label, a, column->groups[question->kernel_b].label, b);
}

typedef struct
{
  FlVerdict verdict;
  const char *reason, *facts;
  gint64 shared_bytes;
  guint32 step;
} Answer;

/* The operator of the partition: the one asked about, or another one of its kernel, since a value
 * that several groups read in place belongs to none. */
static const FlOpNode *
find_partition_op (const FlCompareColumn *column, guint op, guint kernel)
{
  const FlPartition *partition = column->run->partition;
  const FlCompareGroup *group = &column->groups[kernel];

  for (guint i = 0; i <= group->n_ops; i++)
    {
      guint32 node = column->node_of_op[i == 0 ? op : group->ops[i - 1]];
      const FlOpNode *found
          = node == G_MAXUINT32 ? NULL : fl_op_graph_find (partition->graph, column->run->decomposed->nodes[node].name);

      if (found != NULL && fl_op_is_work (found) && partition->group_of[found->id] != G_MAXUINT32)
        return found;
    }
  return NULL;
}

static gboolean
ask_partition (const FlCompareColumn *column, const Question *question, Answer *answer)
{
  const FlPartition *partition = column->run->partition;
  const FlOpNode *a = find_partition_op (column, question->a, question->kernel_a);
  const FlOpNode *b = find_partition_op (column, question->b, question->kernel_b);
  FlPartitionAnswer given;

  if (a == NULL || b == NULL)
    return FALSE;
  fl_partition_explain (partition, column->run->trace, a->id, b->id, &given);
  if (given.verdict == FL_VERDICT_ACCEPT)
    *answer = (Answer) { FL_VERDICT_NOTE,
                         "the strategy joins them, but no kernel of this version computes both: "
                         "they run one after the other",
                         NULL, 0, G_MAXUINT32 };
  else
    *answer = (Answer) { given.verdict, given.reason, given.facts, given.shared_bytes, G_MAXUINT32 };
  return TRUE;
}

/* Nothing was recorded about the two: the rules are asked now, as a pair of their own. */
static gboolean
ask_rules (FlCompareSearch *search, const FlCompareColumn *column, const Question *question, Answer *answer)
{
  const FlSchedule *schedule = column->run->schedule, *fused = column->run->fused;
  FlPass pass = { .arena = search->comparison->arena,
                  .trace = fl_trace_new (search->comparison->arena),
                  .options = &column->run->options,
                  .stop_stage = FL_N_STAGES,
                  .stop_step = G_MAXUINT32 };
  const FlSchedNode *a = fl_schedule_find_node (fused, column->groups[question->kernel_a].name);
  const FlSchedNode *b = fl_schedule_find_node (fused, column->groups[question->kernel_b].name);
  FlFusionAnswer given = { 0 };

  if (a == NULL || b == NULL
      || search->n_questions++ >= (schedule->n_originals > LARGE ? MAX_QUESTIONS_LARGE : MAX_QUESTIONS))
    return FALSE;
  a = fl_schedule_find_node (schedule, a->originals[0]->name);
  b = fl_schedule_find_node (schedule, b->originals[0]->name);
  if (a == NULL || b == NULL || !fl_fuse_explain (&pass, schedule, a, b, &given, NULL))
    return FALSE;
  if (given.verdict == FL_VERDICT_ACCEPT)
    *answer = (Answer) { FL_VERDICT_NOTE, "never tried; the rules would allow it for their first nodes", NULL,
                         given.shared_bytes, G_MAXUINT32 };
  else
    *answer = (Answer) { given.verdict, given.reason, given.facts, given.shared_bytes, G_MAXUINT32 };
  return TRUE;
}

static void
ask (FlCompareSearch *search, const Question *question, Answer *answer)
{
  const FlCompareColumn *column = &search->comparison->columns[question->column];
  gint64 pair = get_pair (question->kernel_a + 1, question->kernel_b + 1);
  const FlEvent *event;

  if (column->run->partition != NULL && ask_partition (column, question, answer))
    return;
  event = search->refused[question->column] != NULL ? g_hash_table_lookup (search->refused[question->column], &pair)
                                                    : NULL;
  if (event != NULL)
    *answer = (Answer) { event->verdict, event->reason, event->facts, event->amount, event->step };
  else if (column->run->partition != NULL || !ask_rules (search, column, question, answer))
    *answer = (Answer) { FL_VERDICT_NOTE, "no decision about the two was recorded", NULL, 0, G_MAXUINT32 };
}

static const char *
write_sentence (FlComparison *comparison, const Question *question, const Answer *answer)
{
  static const char *const verdicts[] = { "not considered", "allowed", "legal, but refused", "illegal" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *shared = answer->shared_bytes > 0 ? fl_text_dup_bytes ((guint64) answer->shared_bytes) : NULL;

  g_string_append_printf (text, "%s keeps %s apart (%s): %s", comparison->columns[question->column].title,
                          name_pair (comparison, question), verdicts[answer->verdict],
                          answer->reason != NULL ? answer->reason : "no reason recorded");
  if (answer->facts != NULL)
    g_string_append_printf (text, " (%s)", answer->facts);
  if (shared != NULL)
    g_string_append_printf (text, "; %s of shared data", shared);
  return fl_arena_strdup (comparison->arena, text->str);
}

static void
add_reason (FlCompareSearch *search, const Question *question, const Answer *answer)
{
  FlCompareReason reason = { .column = question->column,
                             .a = question->a,
                             .b = question->b,
                             .verdict = answer->verdict,
                             .reason = answer->reason,
                             .facts = answer->facts,
                             .step = answer->step,
                             .text = write_sentence (search->comparison, question, answer) };

  g_array_append_val (search->reasons, reason);
}

/* A column that fuses nothing needs no rule. */
static gboolean
explain_none (FlCompareSearch *search, const Question *question)
{
  FlComparison *comparison = search->comparison;
  const FlCompareColumn *column = &comparison->columns[question->column];
  FlCompareReason reason = { .column = question->column, .a = question->a, .b = question->b, .step = G_MAXUINT32 };

  if (!column->is_unfused && column->strategy != fl_intern ("none"))
    return FALSE;
  reason.reason
      = column->is_unfused ? "before fusion, every scheduler node stands alone" : "the strategy fuses nothing";
  if (column->is_unfused)
    reason.text
        = fl_arena_printf (comparison->arena, "%s stand apart: %s", name_pair (comparison, question), reason.reason);
  else
    reason.text = fl_arena_printf (comparison->arena, "%s keeps %s apart: %s", column->title,
                                   name_pair (comparison, question), reason.reason);
  g_array_append_val (search->reasons, reason);
  return TRUE;
}

/* --- the pairs at stake ------------------------------------------------------------------------ */

static gboolean
share_kernel (const FlCompareColumn *column, guint a, guint b)
{
  guint n_a, n_b;
  const guint32 *of_a = fl_compare_column_get_groups (column, a, &n_a),
                *of_b = fl_compare_column_get_groups (column, b, &n_b);

  for (guint i = 0; i < n_a; i++)
    for (guint k = 0; k < n_b; k++)
      if (of_a[i] == of_b[k])
        return TRUE;
  return FALSE;
}

static gboolean
is_joined_elsewhere (const FlComparison *comparison, guint column, guint a, guint b)
{
  for (guint c = 0; c < comparison->n_columns; c++)
    if (c != column && share_kernel (&comparison->columns[c], a, b))
      return TRUE;
  return FALSE;
}

static gboolean
is_in_kernel (const FlCompareColumn *column, guint op, guint kernel)
{
  guint n;
  const guint32 *groups = fl_compare_column_get_groups (column, op, &n);

  for (guint i = 0; i < n; i++)
    if (groups[i] == kernel)
      return TRUE;
  return FALSE;
}

/* What computes, instead of a view of it: the next reader in the same kernel. */
static guint
skip_views (const FlCompareSearch *search, const FlCompareColumn *column, guint op, guint kernel)
{
  const FlComparison *comparison = search->comparison;
  gboolean has_moved = TRUE;

  while (has_moved && fl_compare_is_view (comparison, op))
    {
      const FlNode *node = fl_graph_get_node (comparison->graph, comparison->ops[op]);

      has_moved = FALSE;
      for (guint u = 0; u < node->n_users && !has_moved; u++)
        {
          guint32 reader = search->op_of_node[node->users[u].index];

          has_moved = reader != G_MAXUINT32 && is_in_kernel (column, reader, kernel);
          op = has_moved ? reader : op;
        }
    }
  return op;
}

/* TRUE: it is a pair that was not asked about yet. */
static gboolean
make_question (const FlComparison *comparison, guint c, guint a, guint b, GHashTable *asked, Question *question)
{
  const FlCompareColumn *column = &comparison->columns[c];
  guint n_a, n_b;
  const guint32 *of_a = fl_compare_column_get_groups (column, a, &n_a),
                *of_b = fl_compare_column_get_groups (column, b, &n_b);
  gint64 pair;

  if (n_a == 0 || n_b == 0 || share_kernel (column, a, b) || !is_joined_elsewhere (comparison, c, a, b))
    return FALSE;
  *question = (Question) { c, a, b, of_a[0], of_b[0], FALSE };
  pair = get_pair (of_a[0], of_b[0]);
  return g_hash_table_add (asked, g_memdup2 (&pair, sizeof pair));
}

typedef struct
{
  FlCompareSearch *search;
  guint column;
  GHashTable *asked;
  guint n;
} Explaining;

static void
answer_question (Explaining *explaining, const Question *question)
{
  Answer answer;

  if (explain_none (explaining->search, question))
    {
      explaining->n = MAX_REASONS; /* once is enough */
      return;
    }
  explaining->n++;
  ask (explaining->search, question, &answer);
  add_reason (explaining->search, question, &answer);
}

static void
consider (Explaining *explaining, guint a, guint b)
{
  Question question;

  if (explaining->n >= MAX_REASONS
      || !make_question (explaining->search->comparison, explaining->column, a, b, explaining->asked, &question))
    return;
  question.b = skip_views (explaining->search, &explaining->search->comparison->columns[explaining->column], question.b,
                           question.kernel_b);
  answer_question (explaining, &question);
}

/* The operators that a node reads, through what the column has no kernel for. */
static void
consider_sources (Explaining *explaining, const FlArg *arg, guint reader, guint depth)
{
  const FlComparison *comparison = explaining->search->comparison;

  for (guint i = 0; i < arg->n_items; i++)
    consider_sources (explaining, &arg->items[i], reader, depth);
  if (arg->kind != FL_ARG_NODE || depth > MAX_DEPTH)
    return;
  const FlNode *node = fl_graph_get_node (comparison->graph, arg->node);
  guint32 op = explaining->search->op_of_node[arg->node.index];
  guint n = 0;

  if (op != G_MAXUINT32)
    fl_compare_column_get_groups (&comparison->columns[explaining->column], op, &n);
  if (n > 0)
    consider (explaining, op, reader);
  else if (node->kind == FL_NODE_CALL)
    for (guint i = 0; i < node->n_args; i++)
      consider_sources (explaining, &node->args[i], reader, depth + 1);
}

/* Kernels that only share inputs. */
static void
consider_siblings (Explaining *explaining, const FlCompareDifference *difference)
{
  for (guint i = 1; i < difference->n_ops && explaining->n == 0; i++)
    for (guint k = i; k-- > 0 && i - k < 64 && explaining->n == 0;)
      consider (explaining, difference->ops[k], difference->ops[i]);
}

/* No pair of operators tells it: kernels that follow each other, where another column has fewer. */
static void
consider_kernels (FlCompareSearch *search, guint c, const FlCompareDifference *difference)
{
  const FlCompareColumn *column = &search->comparison->columns[c];
  Explaining explaining = { search, c, NULL, 0 };
  guint before = G_MAXUINT, fewest = G_MAXUINT;

  for (guint k = 0; k < search->comparison->n_columns; k++)
    fewest = MIN (fewest, difference->n_groups[k]);
  if (difference->n_groups[c] == fewest)
    return;
  for (guint g = 0; g < column->n_groups && explaining.n < MAX_REASONS; g++)
    {
      if (column->groups[g].difference >= search->comparison->n_differences
          || &search->comparison->differences[column->groups[g].difference] != difference)
        continue;
      if (before != G_MAXUINT)
        answer_question (&explaining,
                         &(Question) { c, column->groups[before].ops[0], column->groups[g].ops[0], before, g, TRUE });
      before = g;
    }
}

/* A column stores what another one computes inside its readers: no pair to ask about. */
static void
add_own_kernel (FlCompareSearch *search, const FlCompareDifference *difference)
{
  FlComparison *comparison = search->comparison;
  guint op = difference->ops[0], most = 0;
  FlCompareReason reason = { .a = op, .b = op, .verdict = FL_VERDICT_NOTE, .step = G_MAXUINT32 };

  for (guint c = 1; c < comparison->n_columns; c++)
    if (difference->n_groups[c] > difference->n_groups[most])
      most = c;
  reason.column = most;
  reason.reason = "a kernel of its own computes and stores it; elsewhere it is computed inside others";
  reason.text = fl_arena_printf (comparison->arena, "%s stores %s: %s", comparison->columns[most].title,
                                 fl_comparison_get_op_name (comparison, op), reason.reason);
  g_array_append_val (search->reasons, reason);
}

void
fl_compare_search_explain (FlCompareSearch *search, FlCompareDifference *difference)
{
  FlComparison *comparison = search->comparison;

  g_array_set_size (search->reasons, 0);
  for (guint c = 0; c < comparison->n_columns; c++)
    {
      g_autoptr (GHashTable) asked = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      Explaining explaining = { search, c, asked, 0 };

      for (guint i = 0; i < difference->n_ops && explaining.n < MAX_REASONS; i++)
        {
          const FlNode *node = fl_graph_get_node (comparison->graph, comparison->ops[difference->ops[i]]);

          for (guint k = 0; k < node->n_args; k++)
            consider_sources (&explaining, &node->args[k], difference->ops[i], 0);
        }
      if (explaining.n == 0)
        consider_siblings (&explaining, difference);
    }
  for (guint c = 0; c < comparison->n_columns && search->reasons->len == 0; c++)
    consider_kernels (search, c, difference);
  if (search->reasons->len == 0)
    add_own_kernel (search, difference);
  difference->n_reasons = search->reasons->len;
  difference->reasons
      = fl_arena_memdup (comparison->arena, search->reasons->data, search->reasons->len * sizeof (FlCompareReason));
}
