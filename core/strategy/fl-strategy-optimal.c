/* The optimum: fewest bytes over all partitions whose groups a kernel template can compute.
 *
 * Few ops: every partition, and fewest kernels among those of fewest bytes. More: the best of the
 * other strategies, then part by part branch and bound for a better plan, or the proof that there
 * is none; what the limit did not suffice for is left as a gap between plan and bound. With
 * recomputation a value may be computed by several kernels. */
#include <string.h>

#include "fl-event-kinds.h"
#include "fl-op-strategies.h"
#include "fl-optimal-private.h"
#include "fl-options.h"

enum
{
  MAX_CLASH_OPS = 16384 /* two bits a pair of ops */
};

static gint64
get_bytes (const FlPartition *partition)
{
  return partition->bytes_read + partition->bytes_written;
}

/* --- what the others found
 * ------------------------------------------------------------------------------------------ */

static gboolean
is_emittable (const FlOptimal *optimal, const FlPartition *partition)
{
  for (guint i = 0; i < partition->n_groups; i++)
    if (partition->groups[i].emission.template == FL_TEMPLATE_NONE
        || !((optimal->templates >> partition->groups[i].emission.template) & 1))
      return FALSE;
  return TRUE;
}

static gboolean
has_forced (const FlOptimal *optimal)
{
  return optimal->guard != NULL && fl_op_guard_get_forced (optimal->guard)->len > 0;
}

/* Every op alone, but for groups that the user forces. */
static FlPartition *
make_first (const FlOptimal *optimal, GError **error)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (optimal->graph);

  for (guint i = 0; has_forced (optimal) && i < fl_op_guard_get_forced (optimal->guard)->len; i++)
    {
      const GArray *group = fl_op_guard_get_forced (optimal->guard)->pdata[i];

      fl_partition_builder_add (builder, (const guint32 *) group->data, group->len, NULL, 0);
    }
  return fl_partition_builder_finish (builder, error);
}

static FlPartition *
best_of_others (const FlOptimal *optimal, GError **error)
{
  static const FlOpStrategy others[] = { fl_op_strategy_stitch, fl_op_strategy_dnnfusion, fl_op_strategy_tvm,
                                         fl_op_strategy_xla_base, fl_op_strategy_xla };
  FlPass quiet = *optimal->pass;
  FlPartition *best = make_first (optimal, error);

  quiet.trace = fl_trace_new (optimal->pass->arena);
  quiet.stop_stage = FL_N_STAGES;
  for (guint i = 0; i < G_N_ELEMENTS (others) && best != NULL; i++)
    {
      FlPartition *other = others[i](&quiet, optimal->graph, error);

      if (other == NULL)
        return NULL;
      if (is_emittable (optimal, other) && other->n_recomputed == 0 && get_bytes (other) < get_bytes (best))
        best = other;
    }
  return best;
}

/* --- part by part ------------------------------------------------------------------------------ */

typedef struct
{
  guint part, n; /* ops */
  gint64 upper;  /* bytes of the plan so far; G_MAXINT64: its groups do not fall apart into parts */
  gint64 lower;
  GPtrArray *groups; /* a better plan: GArray of ids; NULL: none */
} Piece;

typedef struct
{
  FlOptimal *optimal;
  FlPartition *best;
  Piece *pieces; /* by part */
  GArray **ids;  /* by part */
  guint n_states, n_searched;
} Improver;

static gint
compare_pieces (gconstpointer a, gconstpointer b)
{
  const Piece *one = a, *other = b;

  return one->n != other->n ? (one->n < other->n ? -1 : 1) : one->part < other->part ? -1 : one->part > other->part;
}

static void
price_parts (Improver *improver)
{
  FlOptimal *optimal = improver->optimal;
  g_autofree guint32 *ids = g_new (guint32, optimal->n + 1);

  for (guint g = 0; g < improver->best->n_groups; g++)
    {
      const FlOpGroup *group = &improver->best->groups[g];
      g_autofree gboolean *is_done = g_new0 (gboolean, group->n_members + 1);

      for (guint i = 0; i < group->n_members; i++)
        {
          guint part = optimal->part_of[optimal->position[group->members[i]]], n = 0;
          gint64 bytes;

          for (guint k = i; k < group->n_members && !is_done[i]; k++)
            if (optimal->part_of[optimal->position[group->members[k]]] == part)
              {
                ids[n++] = group->members[k];
                is_done[k] = k > i;
              }
          if (n == 0)
            continue;
          bytes = n == group->n_members ? group->bytes_read + group->bytes_written
                                        : fl_optimal_ask (optimal, ids, n, TRUE);
          if (bytes < 0 || improver->pieces[part].upper == G_MAXINT64)
            improver->pieces[part].upper = G_MAXINT64;
          else
            improver->pieces[part].upper += bytes;
        }
    }
}

/* Sets of the search as lists of ops; NULL when one of them is no kernel after all. */
static GPtrArray *
take_sets (const Improver *improver, const FlOptimalPart *part)
{
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < part->sets->len; i++)
    {
      GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint32));

      for (guint64 left = g_array_index (part->sets, guint64, i); left != 0; left &= left - 1)
        g_array_append_val (ids, part->ids[__builtin_ctzll (left)]);
      g_ptr_array_add (groups, ids);
      if (fl_optimal_ask (improver->optimal, (const guint32 *) ids->data, ids->len, FALSE) < 0)
        return NULL;
    }
  return part->sets->len > 0 ? g_steal_pointer (&groups) : NULL;
}

/* First for the bound, with kernels that need strangers for company; when those are in the plan,
 * again without. */
static void
search_piece (Improver *improver, Piece *piece)
{
  FlOptimalPart part = { .n = piece->n, .upper = piece->upper };

  if (piece->upper <= piece->lower || piece->n > FL_OPTIMAL_MAX_PART)
    return;
  improver->n_searched++;
  part.sets = g_array_new (FALSE, FALSE, sizeof (guint64));
  memcpy (part.ids, improver->ids[piece->part]->data, piece->n * sizeof (guint32));
  fl_optimal_search_part (improver->optimal, &part, TRUE);
  piece->lower = MAX (piece->lower, part.lower);
  improver->n_states += part.n_states;
  piece->groups = take_sets (improver, &part);
  if (piece->groups == NULL && part.sets->len > 0)
    {
      fl_optimal_search_part (improver->optimal, &part, FALSE);
      piece->groups = take_sets (improver, &part);
    }
  g_array_unref (part.sets);
}

static void
search_pieces (Improver *improver)
{
  FlOptimal *optimal = improver->optimal;
  /* The limit is for the search; what it begins with has its own. */
  const gint64 limit = *optimal->work + optimal->pass->options->optimal_limit_ms * FL_OPTIMAL_WORK_PER_MS;
  g_autofree Piece *sorted = g_memdup2 (improver->pieces, (optimal->n_parts + 1) * sizeof (Piece));

  qsort (sorted, optimal->n_parts, sizeof *sorted, compare_pieces);
  for (guint i = 0; i < optimal->n_parts; i++)
    {
      const gint64 left = limit - *optimal->work;

      if (left <= 0)
        break;
      /* Small ones first, each at most half of what is left. */
      optimal->work_limit = limit - left + MAX (left / 2, left / (optimal->n_parts - i));
      search_piece (improver, &improver->pieces[sorted[i].part]);
    }
  optimal->work_limit = limit;
}

/* The plan with the ops of `parts` (bits) in the groups that their searches found. NULL: that
 * closes a circle, needs what is no kernel, or saves nothing. */
static FlPartition *
apply (const Improver *improver, const FlBits *parts)
{
  const FlOptimal *optimal = improver->optimal;
  FlPartitionBuilder *builder = fl_partition_builder_new (optimal->graph);
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (guint32));
  FlPartition *partition;

  for (guint g = 0; g < improver->best->n_groups; g++)
    {
      const FlOpGroup *group = &improver->best->groups[g];

      g_array_set_size (left, 0);
      for (guint i = 0; i < group->n_members; i++)
        if (!fl_bits_has (parts, optimal->part_of[optimal->position[group->members[i]]]))
          g_array_append_val (left, group->members[i]);
      fl_partition_builder_add (builder, (const guint32 *) left->data, left->len, NULL, 0);
    }
  for (guint p = 0; p < optimal->n_parts; p++)
    for (guint i = 0; fl_bits_has (parts, p) && i < improver->pieces[p].groups->len; i++)
      {
        const GArray *ids = improver->pieces[p].groups->pdata[i];

        fl_partition_builder_add (builder, (const guint32 *) ids->data, ids->len, NULL, 0);
      }
  partition = fl_partition_builder_finish (builder, NULL);
  return partition != NULL && is_emittable (optimal, partition) && get_bytes (partition) < get_bytes (improver->best)
             ? partition
             : NULL;
}

static void
apply_all (Improver *improver)
{
  FlOptimal *optimal = improver->optimal;
  g_autofree FlBits *parts = fl_bits_new (optimal->n_parts);
  FlPartition *better;
  guint n = 0;

  for (guint p = 0; p < optimal->n_parts; p++)
    if (improver->pieces[p].groups != NULL)
      {
        fl_bits_add (parts, p);
        n++;
      }
  better = n > 0 ? apply (improver, parts) : NULL;
  if (better != NULL)
    improver->best = better;
  for (guint p = 0; p < optimal->n_parts && better == NULL && n > 0 && !fl_optimal_is_late (optimal, 1); p++)
    if (improver->pieces[p].groups != NULL)
      {
        g_autofree FlBits *one = fl_bits_new (optimal->n_parts);
        FlPartition *more;

        fl_bits_add (one, p);
        more = apply (improver, one);
        if (more != NULL)
          improver->best = more;
      }
}

static void
note (const FlOptimal *optimal, const char *reason, gint64 amount, const char *facts)
{
  FlEvent event = { .kind = FL_EVENT_ROUND, .verdict = FL_VERDICT_NOTE, .amount = amount, .reason = reason };

  event.facts = facts;
  fl_trace_record (optimal->pass->trace, &event);
}

static FlPartition *
improve (FlOptimal *optimal, FlPartition *best)
{
  Improver improver = { optimal, best };
  gint64 bound = 0;
  guint largest = 0;

  fl_optimal_find_clashes (optimal);
  improver.pieces = g_new0 (Piece, optimal->n_parts + 1);
  improver.ids = g_new0 (GArray *, optimal->n_parts + 1);
  for (guint p = 0; p < optimal->n_parts; p++)
    improver.ids[p] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < optimal->n; i++)
    g_array_append_val (improver.ids[optimal->part_of[i]], optimal->ops[i]);
  for (guint p = 0; p < optimal->n_parts; p++)
    {
      improver.pieces[p].part = p;
      improver.pieces[p].n = improver.ids[p]->len;
      improver.pieces[p].lower = fl_optimal_get_part_bound (optimal, p);
      largest = MAX (largest, improver.pieces[p].n);
    }
  price_parts (&improver);
  search_pieces (&improver);
  apply_all (&improver);
  for (guint p = 0; p < optimal->n_parts; p++)
    {
      if (__builtin_add_overflow (bound, improver.pieces[p].lower, &bound))
        bound = G_MAXINT64; /* nonsense sizes */
      g_clear_pointer (&improver.pieces[p].groups, g_ptr_array_unref);
      g_array_unref (improver.ids[p]);
    }
  improver.best->lower_bound = MIN (MAX (bound, improver.best->lower_bound), get_bytes (improver.best));
  note (optimal, "parts that share nothing were searched one by one", improver.n_searched,
        fl_arena_printf (optimal->pass->arena, "%u parts, the largest of %u ops; %u closed sets", optimal->n_parts,
                         largest, improver.n_states));
  g_free (improver.pieces);
  g_free (improver.ids);
  return improver.best;
}

/* --- few ops ----------------------------------------------------------------------------------- */

/* NULL without an error: out of time. */
static FlPartition *
search_all (FlOptimal *optimal, GError **error)
{
  g_autoptr (GArray) sets = g_array_new (FALSE, FALSE, sizeof (guint64));
  FlPartitionBuilder *builder;
  FlPartition *partition;

  if (optimal->n > optimal->pass->options->optimal_all_ops
      || !fl_optimal_search_all (optimal, optimal->ops, optimal->n, sets))
    return NULL;
  builder = fl_partition_builder_new (optimal->graph);
  for (guint i = 0; i < sets->len; i++)
    {
      guint64 set = g_array_index (sets, guint64, i);
      guint32 ids[FL_OPTIMAL_MAX_ALL];
      guint n = 0;

      for (; set != 0; set &= set - 1)
        ids[n++] = optimal->ops[__builtin_ctzll (set)];
      fl_partition_builder_add (builder, ids, n, NULL, 0);
    }
  partition = fl_partition_builder_finish (builder, error);
  if (partition != NULL)
    partition->lower_bound = get_bytes (partition);
  return partition;
}

/* --- recomputation ----------------------------------------------------------------------------- */

static FlPartition *
recompute (FlOptimal *optimal, FlPartition *best)
{
  FlPartition *found
      = optimal->n <= FL_OPTIMAL_MAX_RECOMPUTE ? fl_optimal_search_recompute (optimal, get_bytes (best)) : NULL;

  if (found != NULL)
    {
      found->lower_bound = get_bytes (found);
      return found;
    }
  best->lower_bound = 0;
  found = fl_optimal_recompute_more (optimal, best);
  found->lower_bound = MIN (fl_optimal_get_free_bound (optimal->graph), get_bytes (found));
  return found;
}

/* --- events ------------------------------------------------------------------------------------ */

static void
record_member (const FlOptimal *optimal, guint32 first, guint32 member, gboolean is_copy)
{
  const FlOpGraph *graph = optimal->graph;
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = FL_VERDICT_ACCEPT, .round = 1 };

  event.subject = (FlRef) { FL_REF_OP, first, graph->nodes[first].name };
  event.object = (FlRef) { FL_REF_OP, member, graph->nodes[member].name };
  event.amount = graph->nodes[member].bytes;
  event.reason = "in one kernel of the plan that moves the fewest bytes";
  if (is_copy)
    {
      event.verdict = FL_VERDICT_NOTE;
      event.reason = "computed again here: cheaper than reading it";
    }
  fl_trace_record (optimal->pass->trace, &event);
}

/* The plan, group by group; the first member that is no copy stands for its group. Stopped: the
 * groups told so far. */
static FlPartition *
tell (const FlOptimal *optimal, FlPartition *partition, GError **error)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (optimal->graph);
  gboolean is_whole = TRUE;

  for (guint g = 0; g < partition->n_groups && is_whole; g++)
    {
      const FlOpGroup *group = &partition->groups[g];
      guint32 first = G_MAXUINT32;

      for (guint i = 0; i < group->n_members && is_whole; i++)
        {
          gboolean is_copy = partition->group_of[group->members[i]] != g;

          if (first != G_MAXUINT32 || is_copy)
            record_member (optimal, first != G_MAXUINT32 ? first : group->results[0], group->members[i], is_copy);
          else
            first = group->members[i];
          is_whole = !fl_pass_is_stopped (optimal->pass, FL_STAGE_FUSE);
        }
      if (is_whole || partition->n_recomputed == 0)
        fl_partition_builder_add (builder, group->members, is_whole ? group->n_members : 0, group->results,
                                  group->n_results);
    }
  if (!is_whole && partition->n_recomputed == 0)
    {
      FlPartition *some = fl_partition_builder_finish (builder, error);

      if (some != NULL)
        some->lower_bound = partition->lower_bound;
      return some;
    }
  fl_partition_builder_free (builder);
  return partition;
}

static void
sum_up (const FlOptimal *optimal, FlPartition *partition)
{
  gint64 bytes = get_bytes (partition);

  partition->is_optimal = bytes == partition->lower_bound;
  note (optimal,
        partition->is_optimal ? "proved: no plan moves fewer bytes"
                              : "not proved: the search came to its limit, and the bound is below the plan",
        partition->n_groups,
        fl_arena_printf (optimal->pass->arena,
                         "%" G_GINT64_FORMAT " bytes, at least %" G_GINT64_FORMAT
                         "; gap %.2f %%; %u ops computed again",
                         bytes, partition->lower_bound,
                         bytes > 0 ? 100.0 * (double) (bytes - partition->lower_bound) / (double) bytes : 0.0,
                         partition->n_recomputed));
}

FlPartition *
fl_op_strategy_optimal (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  FlOptimal optimal = { 0 };
  GError *failure = NULL;
  FlPartition *partition;

  fl_optimal_init (&optimal, pass, graph);
  partition = search_all (&optimal, &failure);
  if (partition == NULL && failure == NULL)
    {
      partition = best_of_others (&optimal, &failure);
      if (partition != NULL)
        partition->lower_bound = fl_optimal_get_free_bound (graph);
      /* Parts would take groups apart that the user forces. */
      if (partition != NULL && optimal.n <= MAX_CLASH_OPS && !has_forced (&optimal))
        partition = improve (&optimal, partition);
    }
  if (partition != NULL && pass->options->optimal_recompute)
    partition = recompute (&optimal, partition);
  if (partition != NULL && fl_pass_is_cancelled (pass, &failure))
    partition = NULL;
  if (partition != NULL)
    {
      sum_up (&optimal, partition);
      partition = tell (&optimal, partition, &failure);
    }
  fl_optimal_clear (&optimal);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return partition;
}
