/* DNNFusion: ops have a mapping type (how many elements of the result an element of the argument goes to); a table says
 * which pairs may fuse. Blocks grow from the one-to-one op with the smallest result, first through its readers, then
 * through what it reads. Source: the PLDI 2021 paper's tables; where the paper asks a profile of latencies, the kernel
 * templates decide. Broadcasts that only pointwise ops read are part of the reader ("folded"). */
#include "fl-concepts.h"
#include "fl-cycles.h"
#include "fl-event-kinds.h"
#include "fl-op-guard.h"
#include "fl-op-strategies.h"

typedef enum
{
  TYPE_ONE_TO_ONE,
  TYPE_ONE_TO_MANY,
  TYPE_MANY_TO_MANY,
  TYPE_REORGANIZE,
  TYPE_SHUFFLE,
  TYPE_NONE
} MappingType;

typedef enum
{
  FUSE_ALWAYS,
  FUSE_IF_FASTER,
  FUSE_NEVER
} Colour;

typedef struct
{
  MappingType type;
  Colour colour;
} Cell;

#define A FUSE_ALWAYS
#define D FUSE_IF_FASTER
#define X FUSE_NEVER
#define OO TYPE_ONE_TO_ONE
#define OM TYPE_ONE_TO_MANY
#define MM TYPE_MANY_TO_MANY
#define RO TYPE_REORGANIZE
#define SH TYPE_SHUFFLE
/* Row: producer; column: consumer. */
static const Cell table[5][5] = {
  [OO] = { [OO] = { OO, A }, [OM] = { OM, A }, [MM] = { MM, A }, [RO] = { RO, A }, [SH] = { SH, A } },
  [OM] = { [OO] = { OM, A }, [OM] = { OM, D }, [MM] = { MM, X }, [RO] = { OM, D }, [SH] = { OM, D } },
  [MM] = { [OO] = { MM, A }, [OM] = { MM, D }, [MM] = { MM, X }, [RO] = { MM, D }, [SH] = { MM, D } },
  [RO] = { [OO] = { RO, A }, [OM] = { OM, D }, [MM] = { MM, D }, [RO] = { RO, A }, [SH] = { RO, A } },
  [SH] = { [OO] = { SH, A }, [OM] = { OM, D }, [MM] = { MM, D }, [RO] = { RO, A }, [SH] = { SH, A } },
};
#undef A
#undef D
#undef X
#undef OO
#undef OM
#undef MM
#undef RO
#undef SH

static const char *const colour_names[] = { "green", "yellow", "red" };
static const char *const type_names[]
    = { "one-to-one", "one-to-many", "many-to-many", "reorganize", "shuffle", "none" };

typedef struct
{
  const FlPass *pass;
  const FlOpGraph *graph;
  FlCycles *cycles; /* over the folded graph */
  MappingType *types;
  gboolean *is_folded;
  gboolean *is_taken;
  guint32 seed, rep; /* of the block that grows */
  GArray *block;     /* guint32 */
  MappingType type;
  guint n_blocks;
  FlOpGuard *guard; /* NULL: the user decided nothing */
} Dnn;

/* A broadcast disappears into its readers when all of them are pointwise. */
static gboolean
is_folded (const FlOpGraph *graph, const FlOpNode *node)
{
  if (node->kind != FL_OP_BROADCAST || node->is_output)
    return FALSE;
  for (guint i = 0; i < node->n_users; i++)
    if (graph->nodes[node->users[i]].kind != FL_OP_POINTWISE)
      return FALSE;
  return TRUE;
}

static MappingType
classify (const Dnn *dnn, const FlOpNode *node)
{
  switch (node->kind)
    {
    case FL_OP_POINTWISE:
      for (guint i = 0; i < node->n_inputs; i++)
        if (dnn->is_folded[node->inputs[i]])
          return TYPE_ONE_TO_MANY;
      return TYPE_ONE_TO_ONE;
    case FL_OP_CONCAT:
    case FL_OP_SLICE: return TYPE_ONE_TO_ONE;
    case FL_OP_BROADCAST:
    case FL_OP_GATHER: return TYPE_ONE_TO_MANY;
    case FL_OP_REDUCE:
    case FL_OP_MATMUL:
    case FL_OP_CONVOLUTION: return TYPE_MANY_TO_MANY;
    case FL_OP_RESHAPE: return TYPE_REORGANIZE;
    case FL_OP_TRANSPOSE: return TYPE_SHUFFLE;
    default: return TYPE_NONE;
    }
}

/* The op whose value reaches `input` through folded broadcasts. */
static guint32
unfold (const Dnn *dnn, guint32 input)
{
  while (dnn->is_folded[input])
    input = dnn->graph->nodes[input].inputs[0];
  return input;
}

static void
collect_readers (const Dnn *dnn, guint32 op, GArray *readers)
{
  const FlOpNode *node = &dnn->graph->nodes[op];

  for (guint i = 0; i < node->n_users; i++)
    if (dnn->is_folded[node->users[i]])
      collect_readers (dnn, node->users[i], readers);
    else
      g_array_append_val (readers, node->users[i]);
}

static void
record (Dnn *dnn, guint32 op, FlVerdict verdict, const char *reason, const char *facts, gint64 amount)
{
  FlEvent event = { .kind = FL_EVENT_FUSE, .verdict = verdict, .round = (guint16) MIN (dnn->n_blocks, G_MAXUINT16) };

  event.subject = (FlRef) { FL_REF_OP, dnn->seed, dnn->graph->nodes[dnn->seed].name };
  event.object = (FlRef) { FL_REF_OP, op, dnn->graph->nodes[op].name };
  event.reason = reason;
  event.facts = facts;
  event.amount = amount;
  fl_trace_record (dnn->pass->trace, &event);
}

/* The block, op and the broadcasts folded into them. */
static void
gather_members (const Dnn *dnn, const GArray *block, GArray *members)
{
  for (guint i = 0; i < block->len; i++)
    {
      guint32 id = g_array_index (block, guint32, i);
      const FlOpNode *node = &dnn->graph->nodes[id];

      g_array_append_val (members, id);
      for (guint k = 0; k < node->n_inputs; k++)
        for (guint32 input = node->inputs[k]; dnn->is_folded[input]; input = dnn->graph->nodes[input].inputs[0])
          g_array_append_val (members, input);
    }
}

/* Cycles are this strategy's own question: it sees the folded graph. */
static gboolean
is_forbidden (const Dnn *dnn, guint32 op)
{
  g_autofree FlBits *set = NULL;

  if (dnn->guard == NULL)
    return FALSE;
  set = fl_bits_new (dnn->graph->n_nodes);
  fl_bits_add (set, op);
  for (guint i = 0; i < dnn->block->len; i++)
    fl_bits_add (set, g_array_index (dnn->block, guint32, i));
  return fl_op_find_forbidden (dnn->pass, set) != NULL;
}

static gboolean
can_emit (Dnn *dnn, guint32 op, FlEmission *emission)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) block = g_array_copy (dnn->block);
  g_auto (FlOpSet) set;

  g_array_append_val (block, op);
  gather_members (dnn, block, members);
  fl_op_set_init (&set, dnn->graph, (const guint32 *) members->data, members->len);
  fl_oracle_ask (&set, emission);
  return emission->template != FL_TEMPLATE_NONE;
}

static gboolean
try_add (Dnn *dnn, guint32 op, gboolean is_forward)
{
  MappingType own = dnn->types[op];
  guint32 from = is_forward ? dnn->rep : op, to = is_forward ? op : dnn->rep;
  const Cell *cell;
  const char *facts;
  FlEmission emission;

  if (dnn->is_taken[op] || own == TYPE_NONE || !fl_op_is_work (&dnn->graph->nodes[op]))
    return FALSE;
  cell = is_forward ? &table[dnn->type][own] : &table[own][dnn->type];
  facts = fl_arena_printf (dnn->pass->arena, "%s before %s: %s cell%s%s", type_names[is_forward ? dnn->type : own],
                           type_names[is_forward ? own : dnn->type], colour_names[cell->colour],
                           cell->colour == FUSE_NEVER ? "" : ", the block becomes ",
                           cell->colour == FUSE_NEVER ? "" : type_names[cell->type]);
  if (cell->colour == FUSE_NEVER)
    {
      record (dnn, op, FL_VERDICT_ILLEGAL, "mapping types that never fuse", facts, 0);
      return FALSE;
    }
  if (is_forbidden (dnn, op))
    {
      record (dnn, op, FL_VERDICT_REJECT, "an override forbids it", NULL, 0);
      return FALSE;
    }
  if (!fl_cycles_can_contract (dnn->cycles, from, to))
    {
      record (dnn, op, FL_VERDICT_ILLEGAL, "would make a cycle", NULL, 0);
      return FALSE;
    }
  if (!can_emit (dnn, op, &emission))
    {
      record (dnn, op, FL_VERDICT_ILLEGAL, emission.reason,
              emission.culprit != G_MAXUINT32 ? dnn->graph->nodes[emission.culprit].name : NULL, 0);
      return FALSE;
    }
  record (dnn, op, FL_VERDICT_ACCEPT,
          cell->colour == FUSE_ALWAYS ? "mapping types that always fuse" : "a kernel can do both", facts,
          dnn->graph->nodes[is_forward ? dnn->seed : op].bytes);
  dnn->rep = fl_cycles_contract (dnn->cycles, from, to);
  dnn->type = cell->type;
  dnn->is_taken[op] = TRUE;
  g_array_append_val (dnn->block, op);
  return TRUE;
}

/* Each added op's readers in turn, depth first; a list instead of recursion, so that long chains are no danger. */
static void
grow_forward (Dnn *dnn)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  collect_readers (dnn, dnn->seed, stack);
  for (guint i = 0; i < stack->len / 2; i++)
    {
      guint32 *a = &g_array_index (stack, guint32, i), *b = &g_array_index (stack, guint32, stack->len - 1 - i);
      guint32 saved = *a;

      *a = *b;
      *b = saved;
    }
  while (stack->len > 0)
    {
      guint32 op = g_array_index (stack, guint32, stack->len - 1);
      g_autoptr (GArray) readers = NULL;

      g_array_set_size (stack, stack->len - 1);
      if (!try_add (dnn, op, TRUE))
        continue;
      readers = g_array_new (FALSE, FALSE, sizeof (guint32));
      collect_readers (dnn, op, readers);
      for (guint i = readers->len; i-- > 0;)
        g_array_append_val (stack, g_array_index (readers, guint32, i));
    }
}

static void
grow_backward (Dnn *dnn)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_array_append_val (stack, dnn->seed);
  while (stack->len > 0)
    {
      const FlOpNode *node = &dnn->graph->nodes[g_array_index (stack, guint32, stack->len - 1)];

      g_array_set_size (stack, stack->len - 1);
      for (guint i = 0; i < node->n_inputs; i++)
        {
          guint32 input = unfold (dnn, node->inputs[i]);

          if (try_add (dnn, input, FALSE))
            g_array_append_val (stack, input);
        }
    }
}

static guint32
find_seed (const Dnn *dnn)
{
  guint32 best = G_MAXUINT32;

  for (guint32 i = 0; i < dnn->graph->n_nodes; i++)
    if (!dnn->is_taken[i] && dnn->types[i] == TYPE_ONE_TO_ONE
        && (best == G_MAXUINT32 || dnn->graph->nodes[i].bytes < dnn->graph->nodes[best].bytes))
      best = i;
  return best;
}

static void
prepare (Dnn *dnn)
{
  const FlOpGraph *graph = dnn->graph;
  guint n = graph->n_nodes;

  dnn->cycles = fl_cycles_new (n);
  dnn->types = g_new (MappingType, n + 1);
  dnn->is_folded = g_new0 (gboolean, n + 1);
  dnn->is_taken = g_new0 (gboolean, n + 1);
  for (guint32 i = 0; i < n; i++)
    dnn->is_folded[i] = is_folded (graph, &graph->nodes[i]);
  /* A broadcast that the user puts into a group is an op like others. */
  for (guint i = 0; dnn->guard != NULL && i < fl_op_guard_get_forced (dnn->guard)->len; i++)
    {
      const GArray *group = fl_op_guard_get_forced (dnn->guard)->pdata[i];

      for (guint k = 0; k < group->len; k++)
        dnn->is_folded[g_array_index (group, guint32, k)] = FALSE;
    }
  for (guint32 i = 0; i < n; i++)
    {
      dnn->types[i] = dnn->is_folded[i] ? TYPE_NONE : classify (dnn, &graph->nodes[i]);
      dnn->is_taken[i] = dnn->is_folded[i] || !fl_op_is_work (&graph->nodes[i]);
      for (guint k = 0; !dnn->is_taken[i] && k < graph->nodes[i].n_inputs; k++)
        if (fl_op_is_work (&graph->nodes[unfold (dnn, graph->nodes[i].inputs[k])]))
          fl_cycles_add_edge (dnn->cycles, unfold (dnn, graph->nodes[i].inputs[k]), i);
    }
}

static void
tell_classes (const Dnn *dnn)
{
  for (guint32 i = 0; i < dnn->graph->n_nodes; i++)
    if (fl_op_is_work (&dnn->graph->nodes[i]))
      fl_concept_tell (dnn->pass, dnn->graph, FL_EVENT_CLASSIFY, i, G_MAXUINT32,
                       dnn->is_folded[i] ? "folded" : type_names[dnn->types[i]],
                       dnn->is_folded[i] ? "a broadcast that only pointwise operations read is part of them"
                                         : fl_op_kind_get_name (dnn->graph->nodes[i].kind));
}

static void
tell_seed (const Dnn *dnn)
{
  fl_concept_tell_amount (dnn->pass, dnn->graph, FL_EVENT_SEED, dnn->seed, dnn->graph->nodes[dnn->seed].bytes,
                          "the smallest one-to-one result that no block has",
                          fl_arena_printf (dnn->pass->arena, "block %u", dnn->n_blocks + 1));
}

static void
close_block (Dnn *dnn, FlPartitionBuilder *builder, const GArray *block)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));

  gather_members (dnn, block, members);
  fl_partition_builder_add (builder, (const guint32 *) members->data, members->len, NULL, 0);
}

/* The more complex of two types; what is none stays alone. */
static MappingType
get_harder (MappingType a, MappingType b)
{
  static const guint ranks[] = { [TYPE_ONE_TO_ONE] = 0,  [TYPE_REORGANIZE] = 1,   [TYPE_SHUFFLE] = 2,
                                 [TYPE_ONE_TO_MANY] = 3, [TYPE_MANY_TO_MANY] = 4, [TYPE_NONE] = 5 };

  return ranks[a] >= ranks[b] ? a : b;
}

/* A group that the user forces begins as a block. Its ops are in topological order and nothing lies between them, so
 * each can be contracted into those before it. */
static void
start_forced (Dnn *dnn, const GArray *group)
{
  dnn->block = g_array_new (FALSE, FALSE, sizeof (guint32));
  dnn->seed = dnn->rep = G_MAXUINT32;
  for (guint i = 0; i < group->len; i++)
    {
      guint32 op = g_array_index (group, guint32, i);

      g_array_append_val (dnn->block, op);
      dnn->is_taken[op] = TRUE;
      if (dnn->rep == G_MAXUINT32)
        {
          dnn->seed = dnn->rep = op;
          dnn->type = dnn->types[op];
          continue;
        }
      dnn->type = get_harder (dnn->type, dnn->types[op]);
      if (fl_cycles_has_edge (dnn->cycles, dnn->rep, op) || fl_cycles_add_edge (dnn->cycles, dnn->rep, op))
        dnn->rep = fl_cycles_contract (dnn->cycles, dnn->rep, op);
    }
}

static void
grow_block (Dnn *dnn, FlPartitionBuilder *builder)
{
  dnn->n_blocks++;
  if (dnn->seed != G_MAXUINT32 && dnn->type != TYPE_NONE && !fl_pass_is_stopped (dnn->pass, FL_STAGE_FUSE))
    {
      grow_forward (dnn);
      grow_backward (dnn);
    }
  close_block (dnn, builder, dnn->block);
  g_array_unref (dnn->block);
}

static void
take_forced (Dnn *dnn, FlPartitionBuilder *builder)
{
  const GPtrArray *forced = dnn->guard != NULL ? fl_op_guard_get_forced (dnn->guard) : NULL;

  /* All are contracted before one grows: it must not run into another. */
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();

  for (guint i = 0; forced != NULL && i < forced->len; i++)
    {
      Dnn *start = g_memdup2 (dnn, sizeof *dnn);

      start_forced (start, forced->pdata[i]);
      g_ptr_array_add (blocks, start);
    }
  for (guint i = 0; i < blocks->len; i++)
    {
      Dnn *start = blocks->pdata[i];

      start->n_blocks = dnn->n_blocks++;
      grow_block (start, builder);
      g_free (start);
    }
}

FlPartition *
fl_op_strategy_dnnfusion (const FlPass *pass, const FlOpGraph *graph, GError **error)
{
  FlPartitionBuilder *builder = fl_partition_builder_new (graph);
  Dnn dnn = { pass, graph };
  gboolean is_cancelled = FALSE;
  FlPartition *partition;

  dnn.guard = fl_op_guard_new (pass, graph);
  prepare (&dnn);
  tell_classes (&dnn);
  take_forced (&dnn, builder);
  for (guint32 seed = find_seed (&dnn); seed != G_MAXUINT32 && !is_cancelled; seed = find_seed (&dnn))
    {
      dnn.seed = dnn.rep = seed;
      dnn.type = dnn.types[seed];
      dnn.block = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (dnn.block, seed);
      dnn.is_taken[seed] = TRUE;
      tell_seed (&dnn);
      grow_block (&dnn, builder);
      is_cancelled = fl_pass_is_cancelled (pass, error);
    }
  for (guint32 i = 0; i < graph->n_nodes; i++)
    if (!dnn.is_taken[i])
      {
        g_autoptr (GArray) single = g_array_new (FALSE, FALSE, sizeof (guint32));

        g_array_append_val (single, i);
        close_block (&dnn, builder, single);
      }
  fl_cycles_free (dnn.cycles);
  g_free (dnn.types);
  g_free (dnn.is_folded);
  g_free (dnn.is_taken);
  fl_op_guard_free (dnn.guard);
  partition = fl_partition_builder_finish (builder, is_cancelled ? NULL : error);
  return is_cancelled ? NULL : partition;
}
